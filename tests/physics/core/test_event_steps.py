"""Single steps with events, of kernels made for the test: the log, the goal, steps that cannot be made."""

import math
from array import array

import numpy as np
import pytest

from physics.core import events
from tests.physics.core.test_events import FAR, Channel


def through(kernel, y, h=0.25, memory=()):
    """Make one step in the channel with a given kernel; return the number of events and the rows of the log."""
    own, memory = len(memory), [*memory, *[0.0] * events.past_size(2)]
    log, w = (
        memoryview(events.empty_log(len(y), 10)),
        memoryview(array("d", [0.0] * (events.workspace_size(len(y), 2, own) + len(memory)))),
    )
    functions = kernel, Channel.rate, Channel.settle, Channel.guards, Channel.jump
    none = memoryview(array("d"))
    done = events.step_with_events(*functions, 0.0, h, y, none, none, w, memoryview(array("d", memory)), 0, log)
    rows = np.array(log[events.HEAD :]).reshape(10, -1)
    return done, rows[: int(log[events.COUNT])].tolist()


def failing(low, high, bend=0.0):
    """Return a kernel that cannot make a step forward of a length between these bounds; bend: its error."""

    def kernel(rate, t, h, steps, state, p, s, w, lanes):
        state[0] += h * state[1] * (1.0 + bend * h * (h - 0.125))
        return int(state[1] < 0.0 or not low < h < high)

    return kernel


def test_log_counts_events_beyond_its_rows_and_keeps_those_that_fit():
    """The puck meets a wall at 0.125 s and then every quarter of a second: a hundred times within one step."""
    y = memoryview(array("d", [0.0, 8.0, 5.0, 6.0]))
    done, rows = through(failing(1e9, 1e9), y, h=0.125 + 0.25 * 99 + 0.1)
    assert done == 100
    assert [row[events.TIME] for row in rows] == pytest.approx(0.125 + 0.25 * np.arange(10), abs=1e-12)
    assert [row[events.EVENT] for row in rows] == [0, 1] * 5
    assert {tuple(row[events.BEFORE + 2 :]) for row in rows} == {(5.0, 6.0)}
    y = memoryview(array("d", [0.0, 8.0]))
    assert through(failing(1e9, 1e9), y, h=0.125 + 0.25 * 100 + 0.1)[0] == events.TOO_MANY_EVENTS


def test_log_begins_as_that_of_a_run_without_events():
    log = events.empty_log(2)
    assert len(log) == events.HEAD
    assert log.tolist() == [0.0, math.inf, -1.0, math.inf, 0.0]
    assert len({events.COUNT, events.LIMIT, events.GOAL, events.END, events.FAILURE}) == events.HEAD
    assert len(events.empty_log(2, 3)) == events.HEAD + 3 * (events.BEFORE + 2)


@pytest.mark.parametrize(("goal", "end"), [(-1.0, math.inf), (0.0, 0.125), (1.0, 0.375)])
def test_goal_sets_the_end_once(goal, end):
    log, none = memoryview(events.empty_log(2, 4)), memoryview(array("d"))
    log[events.GOAL] = goal
    w, y = memoryview(array("d", bytes(8 * events.workspace_size(2, 2)))), memoryview(array("d", [0.0, 8.0]))
    functions = failing(1e9, 1e9), Channel.rate, Channel.settle, Channel.guards, Channel.jump
    assert events.step_with_events(*functions, 0.0, 1.0, y, none, none, w, none, 5, log) == 4
    assert log[events.END] == pytest.approx(end, abs=1e-14)
    assert (log[events.COUNT], log[events.FAILURE]) == (4.0, 0.0)
    found = events.occurrences(Channel(), log)
    assert [(each.tick, each.name) for each in found] == [(5, "right"), (5, "left")] * 2
    assert found[1].before == pytest.approx((-1.0, -8.0), abs=1e-13)


def test_event_of_the_clock_happens_at_its_time():
    """Of two times within the step the nearer one, whose guard is the steeper; a jump disarms both."""
    jumps, y = [], memoryview(array("d", [0.0, 8.0]))
    none, log = memoryview(array("d")), memoryview(events.empty_log(2, 1))
    w = memoryview(array("d", bytes(8 * events.workspace_size(2, 2))))

    def alarms(t, y, p):
        return (3.2 - t, 2.0 * (3.137 - t)) if y[1] > 0.0 else (FAR, FAR)

    def ring(event, t, y, p):
        jumps.append((event, t))
        y[1] = -y[1]

    functions = failing(1e9, 1e9), Channel.rate, Channel.settle, alarms, ring
    assert events.step_with_events(*functions, 3.0, 0.25, y, none, none, w, none, 1, log) == 1
    assert jumps == [(1, pytest.approx(3.137, abs=1e-14))]
    assert y[0] == pytest.approx(8.0 * (0.137 - 0.113), abs=1e-13)


# Failures -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fails", [(0.05, 0.1), (0.0625, 0.124), (0.126, 0.2), (0.126, 1.0)])
@pytest.mark.parametrize("bend", [0.0, 4.0])
def test_event_is_found_beside_steps_that_a_method_cannot_make(fails, bend):
    """The wall is 0.125 s away; the guard is bent, so that trials come from both sides."""
    y = memoryview(array("d", [0.0, 8.0]))
    done, rows = through(failing(*fails, bend), y)
    assert done == 1
    assert rows[0][events.EVENT] == 0
    assert rows[0][events.TIME] == pytest.approx(0.125, abs=1e-14)
    assert rows[0][events.BEFORE :] == pytest.approx([1.0, 8.0], abs=1e-13)


@pytest.mark.parametrize("h", [0.14, 0.19, 0.3])
def test_event_is_found_before_steps_that_fail_for_any_step(h):
    """Neither the whole step nor the first trial of a shorter one can be made."""
    done, rows = through(failing(0.126, 1.0), memoryview(array("d", [0.0, 8.0])), h)
    assert done == 1
    assert rows[0][events.TIME] == pytest.approx(0.125, abs=1e-14)


def test_search_among_steps_that_fail_is_short():
    """Each of them is expensive, and no event is found among them: after the whole step twenty halvings are enough."""
    tried = []
    kernel = failing(0.12, 1.0)

    def counted(*step):
        tried.append(step[2])
        return kernel(*step)

    assert through(counted, memoryview(array("d", [0.0, 8.0])), 0.3)[0] == events.FAILED
    assert len(tried) == 21
    assert 0.12 <= min(h for h in tried if h > 0.12) < 0.12 + 1e-6 * 0.3


@pytest.mark.parametrize("fails", [(0.12, 0.13), (0.0, 0.2), (0.12, 1.0)])
def test_event_hidden_by_steps_that_a_method_cannot_make_is_a_failure(fails):
    assert through(failing(*fails), memoryview(array("d", [0.0, 8.0]))) == (events.FAILED, [])


def test_failed_step_returns_failed():
    assert through(lambda *step: 0, memoryview(array("d", [0.0, 8.0]))) == (events.FAILED, [])


def test_memory_is_zero_in_the_step_after_a_jump():
    y, told = memoryview(array("d", [0.0, 8.0])), []

    def kernel(rate, t, h, steps, state, p, s, w, lanes):
        told.append((t, w[0]))
        state[0] += h * state[1]
        return 1

    assert through(kernel, y, memory=[3.0])[0] == 1
    assert {remembered for t, remembered in told if t == 0.0} == {3.0}
    after = [each for each in told if each[0] > 0.0]
    assert after
    assert all(each == (pytest.approx(0.125), 0.0) for each in after)


# In a run -----------------------------------------------------------------------------------------------------------
