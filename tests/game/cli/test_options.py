"""Types of the values of options."""

from __future__ import annotations

import click
import pytest

from game.cli.options import RateOption


def test_a_rate_of_pictures_is_a_whole_number() -> None:
    assert [RateOption().convert(given, None, None) for given in ("1", "30", " 240", "60.0", 25)] == [
        1,
        30,
        240,
        60,
        25,
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("29.97", "fps = 29.97: must be a whole number from 1 to 240; the nearest is 30"),
        ("30000/1001", "the nearest is 30"),
        ("0", "the nearest is 1"),
        ("-5", "the nearest is 1"),
        ("1e300", "the nearest is 240"),
        ("fast", "fps = 'fast': must be a number"),
        ("30 s", "fps = '30 s': unit 's' does not fit"),
        ("1/0", "division by zero"),
    ],
)
def test_other_rates_are_refused_with_the_nearest(given: str, said: str) -> None:
    with pytest.raises(click.UsageError) as error:
        RateOption().convert(given, None, None)
    assert said in str(error.value) and "\n" not in str(error.value)
