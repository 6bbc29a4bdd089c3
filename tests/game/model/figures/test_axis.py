from __future__ import annotations

import math

import numpy as np
import pytest

from game.model.figures.axis import AxisScale, brief, power_of_ten, scale_of


def labels(scale: AxisScale, most: int = 6) -> list[str]:
    return [tick.label for tick in scale.ticks(most).ticks]


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0.0, 10.0, 6, ["0", "2", "4", "6", "8", "10"]),
        (-0.06, 0.31, 4, ["0.0", "0.1", "0.2", "0.3"]),
        (-1.0, 1.0, 3, ["−1", "0", "1"]),
        (2.0, 2.9, 10, ["2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9"]),
    ],
)
def test_ticks_are_round_and_labelled_with_the_decimals_of_their_step(low, high, most, expected) -> None:
    assert labels(AxisScale(low, high), most) == expected


def test_large_and_small_values_have_a_common_power_of_ten() -> None:
    ticks = AxisScale(0.0, 3e-7).ticks(4)
    assert ticks.common == "×10⁻⁷" and [tick.label for tick in ticks.ticks] == ["0", "1", "2", "3"]
    assert [tick.value for tick in ticks.ticks] == pytest.approx([0.0, 1e-7, 2e-7, 3e-7])
    assert AxisScale(0.0, 4e8).ticks(5).common == "×10⁸"


def test_nearly_equal_values_are_labelled_by_their_differences() -> None:
    scale = AxisScale(2.393712345678, 2.393712345698)
    ticks = scale.ticks(5)
    assert "+2.39371234" in ticks.common and ticks.common.startswith("×10⁻")
    assert len({tick.label for tick in ticks.ticks}) == len(ticks.ticks) >= 2
    assert all(scale.low <= tick.value <= scale.high for tick in ticks.ticks)


def test_a_logarithmic_axis_is_labelled_at_powers_of_ten() -> None:
    assert labels(AxisScale(3e-15, 2.0, True), 6) == ["10⁻¹⁵", "10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "1"] or labels(
        AxisScale(3e-15, 2.0, True), 6
    ) == ["10⁻¹²", "10⁻⁹", "10⁻⁶", "10⁻³", "1"]
    assert labels(AxisScale(0.9, 9.0, True), 6) == ["1", "2", "5"]
    assert power_of_ten(1) == "10" and power_of_ten(-12) == "10⁻¹²"


def test_an_axis_is_never_empty_and_has_ticks_within_it() -> None:
    generator = np.random.default_rng(1)
    columns = [[], [np.nan], [3.0, 3.0], [1e-12], [1e-3, 1.0], [0.0, -0.0], [1e300, -1e300], [5e-324]]
    columns += [list(10.0 ** generator.uniform(-30, 30, 3) * generator.choice([-1, 1], 3)) for _ in range(200)]
    for column in columns:
        for log in (False, True):
            scale = scale_of([np.array(column)], log)
            assert scale.low < scale.high and np.isfinite([scale.low, scale.high]).all()
            assert scale.low > 0 or not log
            ticks = scale.ticks(5).ticks
            assert 1 <= len(ticks) <= 6
            room = 1e-9 * (scale.high - scale.low)
            assert all(scale.low - room <= tick.value <= scale.high + room for tick in ticks), (column, log)
    scale = scale_of([np.array([1.0, np.nan, 2.0]), np.array([-1.0])], False)
    assert scale.low < -1.0 and scale.high > 2.0


def test_places_on_a_logarithmic_axis_with_zero_negative_and_missing_values() -> None:
    scale = AxisScale(1e-12, 1.0, True)
    parts = scale.parts(np.array([1e-12, 1e-6, 1.0, 0.0, -1.0, np.nan]))
    assert parts[:3] == pytest.approx([0.0, 0.5, 1.0])
    assert parts[3] < -20.0, "zero is far below"
    assert np.isnan(parts[4:]).all()
    assert scale.value(0.25) == pytest.approx(1e-9)


def test_zooming_keeps_the_value_under_the_pointer() -> None:
    for scale in (AxisScale(-2.0, 6.0), AxisScale(1e-6, 1e2, True)):
        before = scale.value(0.3)
        assert scale.zoomed(0.5, 0.3).value(0.3) == pytest.approx(before)
        assert scale.shifted(0.1).value(0.2) == pytest.approx(before)
        for _ in range(500):
            scale = scale.zoomed(0.5, 0.3)
        assert scale.low < scale.high, "however often"
        for _ in range(5000):
            scale = scale.zoomed(2.0, 0.3)
        assert math.isfinite(scale.high - scale.low)


def test_short_texts_of_numbers() -> None:
    assert [brief(value) for value in (0.0, 1.25, -12.34, 999.96, 123456.0)] == ["0", "1.25", "−12.3", "1000", "123456"]
    assert [brief(value) for value in (1e-9, 9.73e-11, -2.5e8, math.nan)] == ["10⁻⁹", "9.73×10⁻¹¹", "−2.5×10⁸", "–"]
