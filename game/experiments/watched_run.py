"""States of a run ahead over the time for which it is watched, from which scales are taken."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.experiments.background import BackgroundTask
from game.model.arrow_scales import STATES, WATCHED_SECONDS
from physics import BadInput, Simulation
from physics.core.integrator import Integrator
from physics.core.system import System
from physics.types import Floats

AT_ONCE = 200
"""Ticks in machine code between two pauses."""
MOST_TICKS = 2_000_000
"""Number of ticks after which a run is looked ahead no further, however fast it is watched."""


class WatchedStart(NamedTuple):
    """Where a run begins, and how it is watched.

    state: at `time` [s]. skipped: ticks up to the time at which it is first seen. speed: simulated seconds in one
    second of wall time.
    """

    system: System
    integrator: Integrator
    settings: tuple[tuple[str, float], ...]
    dt: float
    state: bytes
    time: float
    skipped: int
    speed: float

    def run(self, dt: float) -> Simulation:
        """Return the run with ticks of dt [s] at its start."""
        found = Simulation(self.system, self.integrator.name, dt, dict(self.settings))
        found.place(memoryview(self.state).cast("d"), self.time)
        return found


def watched_states(start: WatchedStart, pause: Callable[[Simulation], None]) -> list[Floats]:
    """Return the states at equal times of watching; of a machine that throws, those before the release alone.

    pause: called often; it may wait for machine code, or raise Cancelled.
    """
    step = WATCHED_SECONDS / STATES * start.speed
    states = list(_states(start, step, pause))
    held = [k for k, y in enumerate(states) if is_held(start.system, y)]
    if not held or len(held) == len(states):
        return states
    return [y for y in _states(start, step * (held[-1] + 1) / STATES, pause) if is_held(start.system, y)]


def is_held(system: System, y: Floats) -> bool:
    """Return whether a machine that throws still holds its projectile at the state y."""
    thrown = system.thrown(y)
    return thrown is not None and thrown.stage == "held"


def _states(start: WatchedStart, step: float, pause: Callable[[Simulation], None]) -> Iterator[Floats]:
    """Yield states a step [s] apart, as far as the run comes."""
    ticks = max(math.ceil(step / start.dt * (1.0 - 1e-9)), 1)
    if ticks * STATES > MOST_TICKS:
        return
    try:
        run = start.run(start.dt)
        if not _advance(run, start.skipped, pause):
            return
        opened = start._replace(state=bytes(run.y), time=run.time)
        fine = step / ticks
        # A quotient that is the run's own step but for rounding has no exact times, which machine code needs.
        run = opened.run(start.dt if math.isclose(fine, start.dt, rel_tol=1e-9) else fine)
    except BadInput:
        return
    for number in range(STATES):
        if number and not _advance(run, ticks, pause):
            return
        y: Floats = memoryview(bytes(run.y)).cast("d")
        if not all(map(math.isfinite, y)):
            return
        yield y


def _advance(run: Simulation, ticks: int, pause: Callable[[Simulation], None]) -> bool:
    """Advance by so many ticks; returns whether the run came so far."""
    end = run.tick + ticks
    while run.tick < end:
        pause(run)
        before = run.tick
        run.advance(min(end - before, AT_ONCE if run.compiled else 1))
        if run.tick == before and not run.waiting:
            return False
    return run.divergence is None


class WatchedRun(BackgroundTask):
    """The states of a watched run, computed in a thread. states: all of them, once it is done."""

    def __init__(self, start: WatchedStart) -> None:
        self._start = start
        self.states: list[Floats] = []
        super().__init__("watched run")

    def _work(self) -> None:
        rest = self._pauses()

        def pause(run: Simulation) -> None:
            if not run.compiled and not run.compile_problem:
                run.compile_in_background(patient=True)
                while not run.compiled and not run.compile_problem and run.compiling:
                    self._sleep()
            rest()

        self.states = watched_states(self._start, pause)


def computed_states(start: WatchedStart) -> list[Floats]:
    """Return the same at once, in machine code where there is any."""

    def pause(run: Simulation) -> None:
        if not run.compiled and not run.compile_problem:
            run.compile()

    return watched_states(start, pause)
