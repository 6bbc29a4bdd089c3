"""Runs that are watched ahead: as many states as asked for, the start included, before the release of a stone."""

import math

import pytest

from game import scenefile
from game.experiments.watched_run import WatchedRun, WatchedStart, computed_states, is_held
from game.looks import look_for


def start_of(name: str, speed: float | None = None, skipped: int = 0) -> WatchedStart:
    scene = scenefile.load(name)
    run = scene.simulation()
    settings = tuple(run.settings.items())
    return WatchedStart(run.system, run.integrator, settings, run.dt, bytes(run.y), 0.0, skipped, speed or scene.speed)


def test_a_hundred_states_of_ten_seconds_are_those_of_the_run():
    start = start_of("double-pendulum", speed=0.5)
    states = computed_states(start)
    assert len(states) == 100 and bytes(states[0]) == start.state
    run = scenefile.load("double-pendulum").simulation()
    assert run.compile()
    run.advance(round(99 * 0.05 / run.dt))
    assert run.time == pytest.approx(4.95) and bytes(states[-1]) == bytes(run.y)


@pytest.mark.parametrize("speed", [0.1, 0.2, 0.3])
def test_steps_are_those_of_the_run_where_they_divide_the_time(speed, monkeypatch):
    """Machine code needs a step with exact times, which a quotient such as 0.02 / 200 does not have."""
    steps = []
    run = WatchedStart.run
    monkeypatch.setattr(WatchedStart, "run", lambda start, dt: steps.append(dt) or run(start, dt))
    computed_states(start_of("wing-nut", speed=speed)._replace(dt=1e-4))
    assert steps == [1e-4, 1e-4] and 0.1 * 0.2 / 200 != 1e-4


def test_a_run_that_opens_later_is_watched_from_there_on():
    run = scenefile.load("double-pendulum").simulation()
    run.advance(300)
    states = computed_states(start_of("double-pendulum", skipped=300))
    assert bytes(states[0]) == bytes(run.y)


def test_the_thread_finds_the_same():
    start = start_of("double-pendulum")
    task = WatchedRun(start)
    task.wait()
    assert list(map(bytes, task.states)) == list(map(bytes, computed_states(start)))


def test_a_machine_is_watched_up_to_the_release():
    start = start_of("trebuchet")
    states = computed_states(start)
    assert len(states) > 95 and all(is_held(start.system, y) for y in states)
    run = scenefile.load("trebuchet").simulation()
    assert run.compile()
    while is_held(run.system, run.y):
        run.advance(1)
    speeds = [float(math.hypot(*arrow.vector)) for arrow in start.system.arrows(states[-1]) if arrow.name == "velocity"]
    last = [float(math.hypot(*arrow.vector)) for arrow in run.system.arrows(run.y) if arrow.name == "velocity"]
    assert speeds[0] > 0.9 * last[0], "up to the end of the throw"


@pytest.mark.parametrize(("name", "weight"), [("free-chain", 0.0), ("tennis-racket", 0.0), ("bicycle", 922.14)])
def test_weights_are_of_what_moves_where_there_is_gravity(name, weight):
    system = scenefile.load(name).simulation().system
    assert look_for(system).weight(system) == pytest.approx(weight, rel=1e-4)
