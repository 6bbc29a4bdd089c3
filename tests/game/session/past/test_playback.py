"""The loop of a playback."""

from __future__ import annotations

import pytest

from game.session.past.playback import Playback


def test_nothing_is_set_at_first() -> None:
    assert Playback() == Playback(start=None, end=None, loops=False, backwards=False)
    assert Playback().loop is None


def test_a_loop_goes_from_a_to_b_while_it_is_on() -> None:
    assert Playback(3, 8, loops=True).loop == (3, 8)
    assert Playback(0, 1, loops=True).loop == (0, 1), "the first tick is one like any other"
    assert Playback(3, 8, loops=False).loop is None


@pytest.mark.parametrize(("start", "end"), [(None, 8), (3, None), (8, 8), (9, 8)])
def test_there_is_no_loop_without_two_ends_in_order(start: int | None, end: int | None) -> None:
    assert Playback(start, end, loops=True).loop is None
