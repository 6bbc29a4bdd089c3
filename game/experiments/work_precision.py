"""Work-precision diagram: error of each method against the number of evaluations, from a system's initial state.

It counts evaluations, not seconds, in its own thread, which sleeps often. A method with a fixed number of evaluations
per step runs in machine code where that is ready; where they must be counted, in CPython.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import physics
from game.experiments.background import BackgroundTask
from physics import System
from physics.compiled import native
from physics.core.integrator import Integrator
from physics.core.units import seconds
from physics.errors import Cancelled
from physics.types import Floats

DURATION = 0.5
"""Simulated time [s] after which errors are measured."""
STEPS = (1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4)
"""Steps [s] of the methods with fixed steps."""
TOLERANCES = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13)
"""Relative tolerances of the adaptive methods."""
ADAPTIVE_STEP = 2e-2
"""Ticks [s] of these."""
REFERENCE, REFERENCE_STEP, REFERENCE_SETTINGS = "dop853", 2e-2, {"rtol": 1e-14, "atol": 1e-16}
"""Reference solution."""
CHECK, CHECK_STEP = "gauss6", 2.5e-4
"""Another kind of method, whose difference from the reference estimates the error of the reference."""
ROUNDING = 2.0**-53
MEANINGFUL = 4.0
"""Errors below so many times that of the reference are rounding."""
ENOUGH = 2
"""Points of a method at rounding, after which shorter steps only repeat it."""
RUN_BLOCK = 16
"""Ticks between two checks of the time."""


@dataclass(frozen=True)
class WorkPrecisionPoint:
    """One method at one step or tolerance: its evaluations of the right-hand side, and its relative error."""

    integrator: str
    setting: float
    evaluations: int
    error: float

    @property
    def adaptive(self) -> bool:
        """Whether the setting is a tolerance, not a step."""
        return physics.integrator(self.integrator).kind == "adaptive"

    @property
    def step(self) -> float | None:
        """The step [s], None where the method chooses its own."""
        return None if self.adaptive else self.setting

    @property
    def settings(self) -> dict[str, float]:
        """The settings of the method at this point."""
        return tolerances(self.setting) if self.adaptive else {}


def tolerances(relative: float) -> dict[str, float]:
    """Return the settings of an adaptive method with a relative tolerance."""
    return {"rtol": relative, "atol": 1e-3 * relative}


class WorkPrecision(BackgroundTask):
    """Computation of the diagram, started on construction. points: results so far. progress: 0 to 1.

    floor: the relative error of the reference itself, below which no error is meaningful; 0 until it is known.
    """

    def __init__(self, system: System, duration: float = DURATION) -> None:
        self.system = system
        self.duration = duration
        self.points: list[WorkPrecisionPoint] = []
        self.floor = 0.0
        self.progress = 0.0
        super().__init__("precision")

    def _work(self) -> None:
        try:
            tasks = list(_tasks(self.system))
            finished = 1.0 / REFERENCE_STEP + 1.0 / CHECK_STEP
            total = finished + sum(1.0 / step for _, step, _ in tasks)
            exact = self._final_state(physics.integrator(REFERENCE), REFERENCE_STEP, REFERENCE_SETTINGS)
            check = self._final_state(physics.integrator(CHECK), CHECK_STEP, {})
            if exact is None or check is None:
                return
            self.floor = max(ROUNDING, relative_error(self.system, check, exact))
            at_rounding: Counter[str] = Counter()
            for method, step, settings in tasks:
                self.progress = finished / total
                finished += 1.0 / step
                if at_rounding[method.name] == ENOUGH:
                    continue
                state, evaluations = self._measured(method, step, settings)
                if state is not None and evaluations:
                    error = relative_error(self.system, state, exact)
                    self.points.append(WorkPrecisionPoint(method.name, settings.get("rtol", step), evaluations, error))
                    at_rounding[method.name] += error <= MEANINGFUL * self.floor
            self.progress = 1.0
        except Cancelled:
            pass

    def _measured(self, method: Integrator, step: float, settings: dict[str, Any]) -> tuple[Floats | None, int]:
        """Return the state at the end, None where the method failed before, and the number of evaluations."""
        if method.kind == "explicit":
            return self._final_state(method, step, settings), method.evaluations * self._steps(step)
        return self._counted_state(method, step, settings)

    def _steps(self, step: float) -> int:
        return round(seconds(self.duration) / seconds(step))

    def _final_state(self, method: Integrator, step: float, settings: dict[str, Any]) -> Floats | None:
        """Return the state at the end, None where the method failed before."""
        simulation = physics.Simulation(self.system, method.name, step, settings)
        if native.is_compiled(native.shape(self.system, method)):
            simulation.compile()
        steps, pause = self._steps(step), self._pauses()
        while simulation.tick < steps and simulation.divergence is None:
            simulation.advance(min(RUN_BLOCK, steps - simulation.tick))
            pause()
        return simulation.y if simulation.tick == steps else None

    def _counted_state(self, method: Integrator, step: float, settings: dict[str, Any]) -> tuple[Floats | None, int]:
        """Return the same by the bare kernel in CPython, and the number of evaluations."""
        rate, evaluations = method.rate_of(type(self.system)), 0
        pause = self._pauses()

        def counted(*arguments: Any) -> None:
            nonlocal evaluations
            evaluations += int(arguments[0]) if method.rate_name == "series" else 1  # one for each order
            pause()
            rate(*arguments)

        y: Floats = memoryview(self.system.start())
        constants: Floats = memoryview(array("d", self.system.p))
        given: Floats = memoryview(array("d", method.checked_settings(settings).values()))
        room: Floats = memoryview(array("d", bytes(8 * method.room(len(y)))))
        steps = self._steps(step)
        try:
            completed = method.kernel(counted, 0.0, step, steps, y, constants, given, room, 1)
        except (ArithmeticError, ValueError):
            return None, evaluations
        good = completed == steps and all(math.isfinite(value) for value in y)
        return (y if good else None), evaluations


def count_of_methods(system: System) -> tuple[int, int]:
    """Return how many methods apply to a system, and how many there are."""
    methods = physics.integrators().values()
    return sum(not method.reason_against(system) for method in methods), len(methods)


def _tasks(system: System) -> Iterator[tuple[Integrator, float, dict[str, float]]]:
    """Yield every method that applies, with a step and settings; the cheapest first, so that it fills evenly."""
    methods = [method for method in physics.integrators().values() if not method.reason_against(system)]
    for step in STEPS:
        yield from ((method, step, {}) for method in methods if method.kind != "adaptive")
    for tolerance in TOLERANCES:
        yield from ((method, ADAPTIVE_STEP, tolerances(tolerance)) for method in methods if method.kind == "adaptive")


def relative_error(system: System, state: Floats, exact: Floats) -> float:
    """Return the greatest difference of a variable, relative to the greater of its exact values at start and end."""
    start = system.start()
    sizes = [max(abs(a), abs(b)) for a, b in zip(start, exact, strict=True)]
    parts = zip(state, exact, sizes, strict=True)
    return max((abs(y - e) / size for y, e, size in parts if size > 0.0), default=0.0)
