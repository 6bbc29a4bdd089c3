"""States gathered from a film: those of its pictures, and moments at equal times between them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from game import scenefile
from game.session.session import Session
from game.session.stills import gathered
from game.session.stills.gathered import GatheredStates


def shown(between: bool, pictures: int, each: int) -> GatheredStates:
    """States of so many pictures, with so many moments in each, numbered one after the other."""
    session, states = Session(scenefile.load("gyroscope").changed(paused=True)), GatheredStates(between)
    for number in range(pictures):
        newest = [memoryview(np.array([float(each * number + k)])) for k in range(each)]
        states.add(session, SimpleNamespace(newest=newest))
    return states


@pytest.mark.parametrize("each", [1, 3])
@pytest.mark.parametrize("pictures", [5, 10, 40, 100])
def test_moments_are_at_equal_times_however_many_there_were(
    monkeypatch: pytest.MonkeyPatch, pictures: int, each: int
) -> None:
    monkeypatch.setattr(gathered, "MOST", 10)
    states = shown(True, pictures, each)
    *numbers, last = (moment[0] for moment in states.moments)
    assert last == states.pictures[-1].state[0] and len(states.pictures) == pictures
    steps = set(np.diff(numbers))
    assert numbers[0] == 0.0 and len(steps) == 1 and numbers[-1] + steps.pop() >= each * pictures
    assert min(each * pictures, 6) <= len(numbers) <= 10 + each


def test_moments_are_the_pictures_themselves_where_nothing_lies_between_them() -> None:
    states = shown(True, 3, 0)
    assert [list(moment) for moment in states.moments[:-1]] == [list(each.state) for each in states.pictures]
    assert len(shown(False, 3, 2).moments) == 1, "only that of the last picture where they are not wanted"
