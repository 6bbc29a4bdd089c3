"""Trails of the copies of a cloud: when states are stored, and which."""

import numpy as np
import pytest

from game.experiments.cloud_trails import (
    MAX_TRAILED_COPIES,
    MAX_TRAILS,
    OPACITY,
    TRAIL_POINTS,
    TRAIL_SECONDS,
    CloudTrails,
)
from game.looks.generic import Look


class Tips(Look):
    """A look whose states are their own tips; counts the tips computed."""

    def __init__(self):
        self.worked = 0

    def tips(self, system, states):
        """Return the states."""
        self.worked += len(states)
        return np.asarray(states, np.float32)


def states(count, at):
    return np.full((count, 3), float(at)) + np.arange(count)[:, None]


def shown(trails, look, count, at):
    colors = np.tile(np.arange(count, dtype=np.uint8)[:, None], (1, 4))
    return trails.strands(look, None, states(count, at).astype(np.float32), colors)


@pytest.mark.parametrize("dt", [1e-3, 2e-3, TRAIL_SECONDS / TRAIL_POINTS, 0.1])
def test_states_are_stored_at_even_times(dt):
    trails, laid, now = CloudTrails(10), [], 0
    for ticks in (1, 7, 40, 3, 100):
        while ticks:
            part = min(ticks, trails.ticks_left(dt))
            now += part
            ticks -= part
            if trails.passed(part, dt):
                laid.append(now)
    assert set(np.diff([0, *laid])) == {max(1, round(TRAIL_SECONDS / TRAIL_POINTS / dt))}


def test_trails_end_at_the_copies_and_have_their_full_length():
    trails, look = CloudTrails(5), Tips()
    assert shown(trails, look, 5, 0) is None
    for at in range(200):
        trails.store(states(5, at))
        if at % 3 == 0:
            shown(trails, look, 5, at)
    lines = shown(trails, look, 5, 200.5)
    assert lines.points.shape == (TRAIL_POINTS + 1, 5, 3)
    assert np.array_equal(lines.points[:, 0, 0], [*range(200 - TRAIL_POINTS, 200), 200.5])
    assert np.array_equal(lines.points[-1], states(5, 200.5))
    assert look.worked == 200 * 5, "every place is worked out once"
    assert np.array_equal(lines.colors[:, 0], range(5)) and (lines.colors[:, 3] == OPACITY).all()


def test_states_that_are_not_drawn_are_limited_in_number():
    trails = CloudTrails(5)
    for at in range(1000):
        trails.store(states(5, at))
    assert len(shown(trails, Tips(), 5, 1000).points) == TRAIL_POINTS + 1


def test_number_of_trails_is_limited_and_large_clouds_have_none():
    trails = CloudTrails(10_000)
    trails.store(states(10_000, 1))
    lines = shown(trails, Tips(), 10_000, 2)
    assert lines.points.shape[1] <= MAX_TRAILS
    assert lines.points[-1, 1, 0] - lines.points[-1, 0, 0] == trails.every
    assert CloudTrails(MAX_TRAILED_COPIES + 1).every == 0


def test_clear_deletes_the_trails():
    trails = CloudTrails(5)
    trails.store(states(5, 1))
    shown(trails, Tips(), 5, 2)
    trails.store(states(5, 3))
    trails.clear()
    assert shown(trails, Tips(), 5, 4) is None
