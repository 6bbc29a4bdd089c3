"""Location of events within a step, for smooth and rough guards."""

import math
from array import array

import numpy as np
import pytest

from physics.core import events

H = 0.125
FAR = 1e9
MOST_LOOKS = 12
NOTHING = memoryview(array("d"))


def clock(rate, t, h, steps, y, p, s, w, lanes):
    """Advance a state that is the time."""
    y[0] += h
    return 1


def idle(*anything):
    """Do nothing, as a rate or settle function."""


def found(guards, moving=True):
    """Return the place of the event in a step, whose jump moves the state to 100, and the number of guard calls.

    These are those at both ends and those that locate it; before them, a few states within the step are looked at.
    moving: a step before has been made, whose guards are remembered.
    """
    asked, looked = [], []
    scan = events._scan
    count = len(guards(0.0))
    memory = memoryview(array("d", [*guards(-H), *guards(0.0), H, count] if moving else bytes(16 * (count + 1))))

    def watched(t, y, p):
        asked.append(y[0])
        return (FAR,) * count if y[0] > 50.0 else guards(y[0])

    def done(event, t, y, p):
        y[0] = 100.0

    def scanned(*given):
        before = len(asked)
        result = scan(*given)
        looked.append(len(asked) - before)
        return result

    y, w = memoryview(array("d", [0.0])), memoryview(array("d", [0.0] * events.workspace_size(1, count)))
    log = memoryview(events.empty_log(1, 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "_scan", scanned)
        happened = events.step_with_events(
            clock, idle, idle, watched, done, 0.0, H, y, NOTHING, NOTHING, w, memory, 1, log
        )
    assert happened == 1
    assert max(looked, default=0) <= MOST_LOOKS
    row = log[events.HEAD :].tolist()
    assert row[events.TICK] == 1
    assert row[events.TIME] == row[events.BEFORE], "the state is time"
    assert min(guards(row[events.TIME])) <= 0.0 or math.isnan(min(guards(row[events.TIME])))
    return row[events.TIME], len(asked) - sum(looked)


PLACES = pytest.mark.parametrize("at", [1e-9, 0.01, 0.0373, 0.11, H * (1.0 - 1e-12), H])
SMOOTH = {
    "straight": lambda x: x,
    "steep": lambda x: math.expm1(30.0 * x),
    "curved": lambda x: math.sin(12.0 * x),
}
ROUGH = {
    "level before": lambda x: min(x, 1e-3),
    "level behind": lambda x: max(x, -1e-4),
    "a kink at the event": lambda x: max(x, 10.0 * x),
    "a kink close by": lambda x: min(x, 1e-3 + 100.0 * x),
    "of third order": lambda x: x**3,
    "vertical": lambda x: math.copysign(abs(x) ** 0.1, x),
    "a leap": lambda x: FAR if x > 0.0 else -1e-9,
    "a high leap": lambda x: FAR if x > 0.0 else -FAR,
    "nowhere behind": lambda x: x if x > 0.0 else math.nan,
    "stairs": lambda x: math.copysign(math.floor(1e6 * abs(x)) + 1.0, x) if x else -1.0,
}


@PLACES
@pytest.mark.parametrize("guard", SMOOTH.values(), ids=SMOOTH)
def test_smooth_guard_is_located_in_few_trials(guard, at):
    place, asked = found(lambda x: (guard(at - x),))
    assert abs(place - at) <= events.PLACE_TOLERANCE * H
    assert asked <= 15


@PLACES
@pytest.mark.parametrize("guard", ROUGH.values(), ids=ROUGH)
def test_rough_guard_takes_no_more_trials_than_bisection(guard, at):
    place, asked = found(lambda x: (guard(at - x),))
    assert abs(place - at) <= events.PLACE_TOLERANCE * H
    assert asked <= 60


@pytest.mark.parametrize("guard", [*SMOOTH.values(), *(guard for guard in ROUGH.values() if guard(0.0) == 0.0)])
def test_event_at_the_end_of_a_step_takes_one_trial(guard):
    """Guards at the end and just before it, the last one again, and that behind the jump."""
    place, asked = found(lambda x: (guard(H - x),))
    assert place == H
    assert asked == 4


@PLACES
@pytest.mark.parametrize("name", ["level before", "level behind"])
def test_level_guard_takes_half_the_trials_of_bisection(name, at):
    """No trial is nearer to an end of the bracket than counts as equal."""
    assert found(lambda x: (ROUGH[name](at - x),))[1] <= 25


@PLACES
def test_event_is_found_where_guard_first_becomes_zero(at):
    place, asked = found(lambda x: (max(at - x, 0.0),))
    assert 0.0 <= place - at <= events.ZERO_GUARD_TOLERANCE * H
    assert asked <= 30


def test_first_of_several_events_is_located():
    place, asked = found(lambda x: (0.09 - x, 3.0 * (0.1 - x), 50.0 * (0.03 - x), 1e3 * (0.12 - x)))
    assert place == pytest.approx(0.03, abs=1e-15)
    assert asked <= 25


def test_guard_with_rounding_errors_is_located_in_few_trials():
    """The guard is a small difference of large numbers, which changes in steps of their rounding."""
    for at in np.random.default_rng(3).uniform(0.0, H, 200):
        place, asked = found(lambda x, at=at: ((1e3 + at) - (1e3 + x),))
        assert abs(place - at) < 2.5e-13
        assert asked <= 10


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan])
def test_event_at_the_start_is_located_at_zero(value):
    assert found(lambda x: (value,), moving=False)[0] == 0.0
