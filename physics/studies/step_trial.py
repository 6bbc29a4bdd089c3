"""One step of a method on trial: is it symplectic, and does it lead back?

A step in positions and velocities is symplectic where its derivative J in positions and momenta, z = (q, p), satisfies
Jᵀ Ω J = Ω with Ω = [[0, 1], [-1, 0]]; the defect is the largest element of the difference. So that it has no unit, p is
divided and q multiplied by s, where s² is the largest momentum per unit velocity. Derivatives are central differences
of two widths, extrapolated (Richardson); what the extrapolation changes bounds their error from above.

A defect at one step alone does not tell a method of high order from a symplectic one: its growth with the step does. It
grows as the power order + 1 or so where the method is not symplectic, and stays at rounding where it is.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.core.integrator import NEEDS
from physics.core.system import System
from physics.errors import BadInput
from physics.simulation.simulation import Simulation
from physics.types import Floats

WIDTH = 2e-4
"""Wide width of the differences, in units of the larger of 1 and the variable."""
LONGER = 10.0
"""Length of the second step on trial, in steps."""
ROUNDING = 1e-10
"""Defect below which differences show rounding."""
SYMPLECTIC, NOT_SYMPLECTIC = 1e-9, 1e-7
"""Defect below which both steps must be to count as symplectic, and above which one counts as not."""
SURE = 10.0
"""Factor by which a defect exceeds the error of differences where it counts as one."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class StepTrial:
    """What a step of `dt` [s] from a state shows.

    defect: from symplecticity; bound: of its error by differences; longer, longer_bound: of a step ten times as long;
    returned: the largest difference from the start after a step, reversed velocities, another step. Defects have no
    unit; `returned` is in the units of the state. nan where the method cannot make the step. adaptive: the
    method makes steps of its own, so that all of them are as small as its tolerance.
    """

    dt: float
    defect: float
    bound: float
    longer: float
    longer_bound: float
    returned: float
    adaptive: bool

    @property
    def slope(self) -> float:
        """The power of the step with which the defect grows; nan where it is below what differences can show."""
        if not min(self.defect, self.longer) > max(self.bound, ROUNDING):
            return math.nan
        return math.log(self.longer / self.defect) / math.log(LONGER)

    @property
    def verdict(self) -> str:
        """Whether the step is symplectic in positions and momenta: yes, no, undecided, or within its tolerance."""
        if self.adaptive:
            return "within its tolerance"
        pairs = (self.defect, self.bound), (self.longer, self.longer_bound)
        if any(defect > max(NOT_SYMPLECTIC, SURE * bound) for defect, bound in pairs):
            return "no"
        return "yes" if self.defect < SYMPLECTIC and self.longer < SYMPLECTIC else "undecided"


def step_trial(
    system: System, integrator: str = "rk4", dt: float = 1e-3, settings: Mapping[str, Any] | None = None
) -> StepTrial:
    """Put a step from a system's initial state on trial.

    It costs 8 n + 4 steps in CPython, n variables. Raises BadInput for invalid arguments, and for a system that is not
    given in positions and velocities with a Lagrangian in closed form.
    """
    run = Simulation(system, integrator, dt, settings)
    if not system.second_order or not hasattr(system, "momenta"):
        need = NEEDS["momenta"] if system.second_order else "positions and their rates alone as its state"
        raise BadInput(f"trial: {system.name} has not what symplecticity is measured with: {need}")
    values: Floats = memoryview(array("d", run.integrator.checked_settings(settings or {}).values()))
    start = np.array(system.start())

    def step(state: Numbers, h: float) -> Numbers:
        y: Floats = memoryview(array("d", state))
        kernel, rate = run.integrator.kernel, run.integrator.rate_of(type(system))
        try:
            made = kernel(rate, 0.0, h, 1, y, system.p, values, native.workspace(system, run.integrator), 1)
        except (ArithmeticError, ValueError):
            made = 0
        return np.array(y) if made else np.full(len(state), np.nan)

    defect, bound = _defect(system, lambda state: step(state, run.dt), start)
    longer, longer_bound = _defect(system, lambda state: step(state, LONGER * run.dt), start)
    half = len(start) // 2
    turned = np.concatenate([np.ones(half), -np.ones(half)])
    back = turned * step(turned * step(start, run.dt), run.dt)
    returned, adaptive = float(np.abs(back - start).max()), run.integrator.kind == "adaptive"
    return StepTrial(run.dt, defect, bound, longer, longer_bound, returned, adaptive)


def _defect(system: System, step: Callable[[Numbers], Numbers], start: Numbers) -> tuple[float, float]:
    """Return the defect of a step from a state, and the bound of its error."""
    wide, narrow = _differences(lambda state: canonical(system, state), start)
    before = (4.0 * narrow - wide) / 3.0
    wide, narrow = _differences(lambda state: canonical(system, step(state)), start)
    half = len(start) // 2
    scale = math.sqrt(float(np.abs(before[half:, half:]).max())) or 1.0
    units = np.concatenate([np.full(half, scale), np.full(half, 1.0 / scale)])
    try:
        back = np.linalg.inv(before)
    except np.linalg.LinAlgError:
        raise BadInput(f"trial: at this state of {system.name} momenta do not determine the velocities") from None
    defects = []
    for after in ((4.0 * narrow - wide) / 3.0, narrow):
        jacobian = units[:, None] * (after @ back) / units
        form = np.block([[np.zeros((half, half)), np.eye(half)], [-np.eye(half), np.zeros((half, half))]])
        defects.append(jacobian.T @ form @ jacobian - form)
    return float(np.abs(defects[0]).max()), float(np.abs(defects[1] - defects[0]).max())


def _differences(function: Callable[[Numbers], Numbers], at: Numbers) -> tuple[Numbers, Numbers]:
    """Return two estimates of the derivative of a function at a state, of a wide and a narrow central difference."""
    found = []
    for width in (WIDTH, 0.5 * WIDTH):
        columns = []
        for i, value in enumerate(at):
            move = np.zeros(len(at))
            move[i] = width * max(1.0, abs(value))
            columns.append((function(at + move) - function(at - move)) / (2.0 * move[i]))
        found.append(np.array(columns).T)
    return found[0], found[1]


def canonical(system: System, state: Numbers) -> Numbers:
    """Return positions and momenta, z = (q, p), of a state in positions and velocities; nan where they have none."""
    half = len(state) // 2
    out: Floats = memoryview(array("d", bytes(8 * len(state))))
    try:
        system.momenta(0.0, memoryview(array("d", state)), system.p, out)  # type: ignore[attr-defined]  # checked
    except (ArithmeticError, ValueError):
        return np.full(len(state), np.nan)
    return np.concatenate([state[:half], np.array(out)[:half]])
