import importlib.util
import math
import sys
from types import SimpleNamespace

import pytest

from game.session import pacing
from game.session.pacing import SpeedMeter, TickBudget, TickPace, sampling_strides


@pytest.mark.parametrize(
    ("speed", "dt", "plotted", "expected"),
    [
        (1.0, 1e-3, 0, (4, 4)),
        (1.0, 1e-3, 1, (4, 1)),
        (1.0, 1e-3, 3, (4, 3)),
        (1.0, 1e-3, 5, (4, 4)),
        (1.0, 1e-5, 1, (417, 100)),
        (0.1, 1e-5, 1, (42, 10)),
        (16.0, 1e-3, 1, (4, 4)),
        (0.01, 1e-3, 1, (1, 1)),
        (64.0, 0.5, 0, (1, 1)),
    ],
)
def test_strides_follow_speed_step_and_plots(speed, dt, plotted, expected):
    assert sampling_strides(speed, dt, plotted) == expected


def test_slow_motion_with_long_traces_is_sampled_less_often():
    assert sampling_strides(20.0, 0.01, 0, rate=6.0) == (17, 17)
    assert sampling_strides(20.0, 0.01, 1, rate=6.0) == (17, 2)


def test_achieved_speed_is_that_of_about_the_last_second():
    pace = SpeedMeter()
    assert pace.achieved == 0.0
    for _ in range(300):
        pace.measure(1 / 60, 0.5 / 60)
    assert pace.achieved == pytest.approx(0.5)
    for _ in range(300):
        pace.measure(1 / 60, 2.0 / 60)
    assert pace.achieved == pytest.approx(2.0, rel=0.1)
    pace.rest()
    assert pace.achieved == 0.0


class Clock:
    """Substitute for the clock, which only ticks move on."""

    now = 50.0

    def __call__(self):
        return self.now


def ran(pace, clock, cost, room, due=10_000, most=16):
    """Run due ticks of some cost [s] as a session does, for `room` seconds; return their number and the time taken."""
    begun, ends, done = clock.now, clock.now + room, 0
    while done < due:
        ticks = pace.ticks(min(most, due - done), ends)
        clock.now += ticks * cost
        done += ticks
        if pace.took(ticks) >= ends:
            break
    return done, clock.now - begun


def test_calls_end_in_time_whatever_ticks_cost(monkeypatch):
    clock, pace = Clock(), TickPace()
    monkeypatch.setattr(pacing, "processor_time", clock)
    assert ran(pace, clock, cost=0.007, room=0.012) == (2, pytest.approx(0.014)), "a chain in CPython"
    assert ran(pace, clock, cost=0.1, room=0.012)[0] == 1, "one at least"
    done, took = ran(pace, clock, cost=1e-6, room=0.012)
    assert done == 10_000, "machine code is ready: all of them"
    assert took < 0.012
    assert pace.ticks(1000, math.inf) == 1000, "of a recording, which takes its time"


def test_a_cost_that_is_not_known_is_tried_with_one_tick(monkeypatch):
    clock, pace = Clock(), TickPace()
    monkeypatch.setattr(pacing, "processor_time", clock)
    assert pace.ticks(1000, clock.now + 1.0) == 1
    clock.now += 0.01
    pace.took(1)
    assert pace.ticks(1000, clock.now + 1.0) in (99, 100)


def frames_until(budget, ticks, seconds_for, room=0.05):
    """Run frames until so many ticks are done; seconds_for(frame, ticks): the wall time that those of a frame take."""
    done = frame = 0
    while done < ticks:
        due = min(budget.ticks(room), 100)
        budget.took(due, seconds_for(frame, due))
        done, frame = done + due, frame + 1
    return frame


def test_ticks_of_a_frame_fill_its_time():
    budget = TickBudget()
    for _ in range(100):
        ticks = budget.ticks(0.01)
        budget.took(ticks, ticks * 1e-3)
    assert budget.ticks(0.01) == 10


def test_ticks_that_other_programs_interrupt_are_not_taken_for_dear():
    """Of ten frames nine are interrupted for 0.3 s; else a tick takes 0.3 ms."""
    assert frames_until(TickBudget(), 3000, lambda frame, ticks: 3e-4 * ticks + 0.3 * (frame % 10 > 0)) < 200


def test_time_of_this_thread_and_a_share_of_that_of_others_is_counted(monkeypatch):
    monkeypatch.setattr(pacing.time, "thread_time", lambda: 2.0)
    monkeypatch.setattr(pacing.time, "process_time", lambda: 10.0)
    monkeypatch.setattr(pacing.time, "perf_counter", lambda: 77.0)
    monkeypatch.setattr(pacing, "CORES", 4)
    monkeypatch.setattr(pacing, "COARSE", False)
    assert pacing.processor_time() == 4.0
    monkeypatch.setattr(pacing, "COARSE", True)
    assert pacing.processor_time() == 77.0


@pytest.mark.parametrize(("resolution", "coarse"), [(1e-9, False), (1e-6, False), (1 / 64, True)])
def test_the_clock_of_a_thread_is_too_coarse_on_windows_alone(monkeypatch, resolution, coarse):
    monkeypatch.setattr(pacing.time, "get_clock_info", lambda name: SimpleNamespace(resolution=resolution))
    spec = importlib.util.spec_from_file_location("pacing_again", pacing.__file__)
    again = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, again)
    spec.loader.exec_module(again)
    assert again.COARSE is coarse
