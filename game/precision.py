"""Work and precision: how large the error of each method is for how many evaluations, from a system's own start.

Everything runs in CPython, in a thread of its own that often gives way: it counts evaluations, not seconds.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

import physics
from physics import System
from physics.clock import seconds
from physics.integrator import Integrator
from physics.system import Floats

DURATION = 0.5
"""Simulated time [s] at whose end errors are taken."""
STEPS = (1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4)
"""Steps [s] of the methods that keep theirs."""
TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11)
"""Relative tolerances of the methods that choose their steps."""
ADAPTIVE_STEP = 2e-2
"""Within which these choose [s]."""
REFERENCE, REFERENCE_STEP = "rk4", 5e-5
"""What the others are compared with."""
BREATH = 0.002
"""Seconds of work after which the thread lets the others have as much."""


class Cancelled(Exception):
    """Somebody no longer wants to know."""


@dataclass(frozen=True)
class Point:
    """One method at one step or tolerance: its evaluations of the right-hand side, and its relative error."""

    integrator: str
    setting: float
    evaluations: int
    error: float


class Precision:
    """Starts at once. points: what is done so far. progress: 0 to 1. done: whether it is over, or was cancelled."""

    def __init__(self, system: System, duration: float = DURATION) -> None:
        self.system = system
        self.duration = duration
        self.points: list[Point] = []
        self.progress = 0.0
        self._cancel = Event()
        self._thread = Thread(target=self._work, daemon=True, name="precision")
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether no more points will come."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Stop soon; the points that are there stay."""
        self._cancel.set()

    def wait(self) -> None:
        """Until it is done."""
        self._thread.join()

    def _work(self) -> None:
        try:
            tasks = list(_tasks(self.system))
            total = 1.0 / REFERENCE_STEP + sum(1.0 / step for _, step, _ in tasks)
            exact, _ = self._run(physics.integrator(REFERENCE), REFERENCE_STEP, {})
            if exact is None:
                return
            finished = 1.0 / REFERENCE_STEP
            for method, step, settings in tasks:
                self.progress = finished / total
                state, evaluations = self._run(method, step, settings)
                if state is not None and evaluations:
                    error = relative_error(self.system, state, exact)
                    self.points.append(Point(method.name, settings.get("rtol", step), evaluations, error))
                finished += 1.0 / step
            self.progress = 1.0
        except Cancelled:
            pass

    def _run(self, method: Integrator, step: float, settings: dict[str, Any]) -> tuple[Floats | None, int]:
        """The state at the end, None where the method failed before, and the evaluations that it took."""
        rate, evaluations = method.rate_of(type(self.system)), 0
        pause = self._pause()

        def counted(*arguments: Any) -> None:
            nonlocal evaluations
            evaluations += 1
            pause()
            rate(*arguments)

        y: Floats = memoryview(self.system.start())
        constants: Floats = memoryview(array("d", self.system.p))
        given: Floats = memoryview(array("d", method.checked_settings(settings).values()))
        room: Floats = memoryview(array("d", bytes(8 * method.room(len(y)))))
        steps = round(seconds(self.duration) / seconds(step))
        try:
            completed = method.kernel(counted, 0.0, step, steps, y, constants, given, room, 1)
        except (ArithmeticError, ValueError):
            return None, evaluations
        good = completed == steps and all(math.isfinite(value) for value in y)
        return (y if good else None), evaluations

    def _pause(self) -> Callable[[], None]:
        """A function that gives way when the thread has worked for a while; raises Cancelled."""
        began = time.perf_counter()

        def pause() -> None:
            nonlocal began
            if time.perf_counter() - began > BREATH:
                if self._cancel.is_set():
                    raise Cancelled
                time.sleep(BREATH)
                began = time.perf_counter()

        return pause


def _tasks(system: System) -> Iterator[tuple[Integrator, float, dict[str, float]]]:
    """Every method that applies, with a step and settings; the cheapest first, so that the picture grows evenly."""
    methods = [method for method in physics.integrators().values() if not method.reason_against(system)]
    for step in STEPS:
        yield from ((method, step, {}) for method in methods if method.kind != "adaptive")
    for tolerance in TOLERANCES:
        settings = {"rtol": tolerance, "atol": 1e-3 * tolerance}
        yield from ((method, ADAPTIVE_STEP, settings) for method in methods if method.kind == "adaptive")


def relative_error(system: System, state: Floats, exact: Floats) -> float:
    """The largest difference of any variable, relative to the largest size that the exact one has at start or end."""
    start = system.start()
    sizes = [max(abs(a), abs(b)) for a, b in zip(start, exact, strict=True)]
    parts = zip(state, exact, sizes, strict=True)
    return max((abs(y - e) / size for y, e, size in parts if size > 0.0), default=0.0)
