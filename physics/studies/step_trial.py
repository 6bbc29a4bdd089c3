"""One step of a method on trial: is it symplectic, does it lead back, and what order do its errors show?

**Canonical form.** A step in positions and velocities is symplectic where its derivative J in positions and momenta,
z = (q, p), satisfies Jᵀ Ω J = Ω with Ω = [[0, 1], [-1, 0]]; the defect is the largest element of the difference. So
that it has no unit, p is divided and q multiplied by s, where s² is the largest momentum per unit velocity.

**Poisson form.** A body about a fixed point or its centre has the Lie–Poisson bracket of x = (L, gamma) or x = L in
body axes, {x, x} = B(x) with B = -[[L^, gamma^], [gamma^, 0]] or -L^, where a^ b = a × b (Hairer, Lubich, Wanner,
"Geometric Numerical Integration", VII.5). A step x' = F(x) keeps it where J B(x) Jᵀ = B(x'). L is divided by |L|.

Derivatives are central differences of two widths, extrapolated (Richardson); what the extrapolation changes bounds
their error from above. A defect at one step alone does not tell a method of high order from one that keeps the form:
its growth with the step does. It grows as the power order + 1 or so where the method does not, and stays at rounding
where it does.

**Order.** The error of one step is the difference from a reference, dop853 at a tolerance near rounding; it grows with
the power order + 1 of the step, as long as the step is short beside the fastest part of the motion: a gyroscope may
nod much faster than it wanders, by so little that no short step shows an error above rounding.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.core.integrator import Integrator
from physics.core.powers import HasLiePoisson, HasMomenta
from physics.core.system import System
from physics.errors import BadInput
from physics.registry import integrator as method_named
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
BACK, NOT_BACK, FAR_NOT_BACK = 1e-11, 5e-11, 2e-8
"""Return error, over the larger of 1 and the variables, below which both steps count as leading back, and above which
the step, or the longer one, counts as not: loops of an implicit method leave more in a longer step."""
CLEAR = 3e-13
"""Error of a step, in the same measure, that rounding leaves alone."""
DOUBLINGS, HALVINGS = 8, 4
"""How often the step is doubled, at most, until its error is clear, beginning with so many halvings."""
SHORT = 5.0
"""Product of a step and the fastest rate of the motion from which on errors do not fall as the order says."""
ORDER_TOLERANCE = 0.3
"""How far below the expected order a measured one may be."""
NO_DIRECTION = 1e-7
"""Derivative of x, over the largest, below which a direction changes no x."""
REFERENCE, REFERENCE_SETTINGS = "dop853", {"rtol": 1e-14, "atol": 1e-16}

Numbers = NDArray[np.float64]
Step = Callable[[Numbers, float], Numbers]


@dataclass(frozen=True)
class StepTrial:
    """What a step of `dt` [s] from a state shows.

    form: whose defect is measured, "canonical", "Poisson", or "" where the system has neither. defect: from it;
    bound: of its error by differences; longer, longer_bound: of a step ten times as long. returned: the largest
    difference from the start after a step forward and one backward; returned_longer: of the longer step. size: the
    larger of 1 and the variables, to compare these with. order: measured by the errors of a step of `order_step` [s]
    and of half of it, the shortest of dt/16 ... dt ... 128 dt with an error above rounding; order_error: how much
    the next longer step would change it. Defects have no unit; `returned` is in the units of the state. nan where the
    method cannot make the step, or nothing is above rounding at a step that is short for the motion. adaptive: the
    method makes steps of its own, so that all of them are as small as its tolerance; it has no order to measure.
    """

    dt: float
    form: str
    defect: float
    bound: float
    longer: float
    longer_bound: float
    returned: float
    returned_longer: float
    size: float
    order: float
    order_error: float
    order_step: float
    adaptive: bool

    @property
    def slope(self) -> float:
        """The power of the step with which the defect grows; nan where it is below what differences can show."""
        if not min(self.defect, self.longer) > max(self.bound, ROUNDING):
            return math.nan
        return math.log(self.longer / self.defect) / math.log(LONGER)

    @property
    def verdict(self) -> str:
        """Whether the step is symplectic, or keeps the Poisson bracket: yes, no, undecided, within its tolerance."""
        if self.adaptive:
            return "within its tolerance"
        pairs = (self.defect, self.bound), (self.longer, self.longer_bound)
        if any(defect > max(NOT_SYMPLECTIC, SURE * bound) for defect, bound in pairs):
            return "no"
        return "yes" if self.defect < SYMPLECTIC and self.longer < SYMPLECTIC else "undecided"

    @property
    def leads_back(self) -> str:
        """Whether the step backward undoes the step forward: yes, no, undecided, or within its tolerance."""
        if self.adaptive:
            return "within its tolerance"
        found, far = self.returned / self.size, self.returned_longer / self.size
        if found > NOT_BACK or far > FAR_NOT_BACK:
            return "no"
        return "yes" if max(found, far) < BACK else "undecided"

    @property
    def comes_back(self) -> bool:
        """Whether the step itself leads back to rounding, as one of high order does without being reversible."""
        return self.returned / self.size < BACK

    def shows_order(self, order: float) -> bool | None:
        """Return whether the error falls with at least this order; None where the steps leave that open."""
        if self.order > order - ORDER_TOLERANCE:
            return True
        return False if self.order + self.order_error < order - ORDER_TOLERANCE else None


def step_trial(
    system: System,
    integrator: str = "rk4",
    dt: float = 1e-3,
    settings: Mapping[str, Any] | None = None,
    state: Sequence[float] | None = None,
    time: float = 0.0,
    pause: Callable[[], None] | None = None,
) -> StepTrial:
    """Put a step on trial, from a state at a time (default: a system's initial state).

    It costs 8 n + 4 steps and 4 n right-hand sides in CPython, n variables, and some tens of steps of the reference.
    pause: called at every evaluation of the right-hand side of a step; what it raises ends the trial. Raises BadInput
    for invalid arguments.
    """
    run = Simulation(system, integrator, dt, settings)
    start = np.array(system.start() if state is None else state, float)
    step = stepper(system, run.integrator, settings or {}, time, pause)
    exact = stepper(system, method_named(REFERENCE), REFERENCE_SETTINGS, time, pause)
    form = form_of(system)
    unknown = math.nan, math.nan
    defect, bound = _defect(system, form, lambda y: step(y, run.dt), start) if form else unknown
    longer, longer_bound = _defect(system, form, lambda y: step(y, LONGER * run.dt), start) if form else unknown
    adaptive = run.integrator.kind == "adaptive"
    orderless = adaptive or math.isinf(run.integrator.order)
    longest = SHORT / fastest_rate(system, start, time)
    order = (math.nan,) * 3 if orderless else measured_order(system, step, exact, start, run.dt, longest)
    back, far_back = (_returned(system, step, start, h, adaptive) for h in (run.dt, LONGER * run.dt))
    size = float(np.abs(start).max(initial=1.0))
    return StepTrial(run.dt, form, defect, bound, longer, longer_bound, back, far_back, size, *order, adaptive)


def form_of(system: System) -> str:
    """Return the form whose defect can be measured: "canonical", "Poisson", or "" where there is none."""
    if system.second_order and isinstance(system, HasMomenta):
        return "canonical"
    return "Poisson" if isinstance(system, HasLiePoisson) else ""


def stepper(
    system: System,
    method: Integrator,
    settings: Mapping[str, Any],
    time: float = 0.0,
    pause: Callable[[], None] | None = None,
) -> Step:
    """Return a function (state, h [s]) -> the state after one step in CPython, all nan where it cannot be made.

    Events are left out. pause: see `step_trial`.
    """
    values: Floats = memoryview(array("d", method.checked_settings(settings).values()))
    rate, settle = method.rate_of(type(system)), type(system).settle

    def watched(*arguments: Any) -> None:
        if pause is not None:
            pause()
        rate(*arguments)

    def step(state: Numbers, h: float) -> Numbers:
        y: Floats = memoryview(array("d", state))
        try:
            made = method.kernel(watched, time, h, 1, y, system.p, values, native.workspace(system, method), 1)
            if made and settle is not System.settle:
                settle(y, system.p)
        except (ArithmeticError, ValueError):
            made = 0
        return np.array(y) if made else np.full(len(state), np.nan)

    return step


def _returned(system: System, step: Step, start: Numbers, dt: float, adaptive: bool) -> float:
    """Return the largest difference from a state after a step forward and one backward.

    An adaptive method takes no steps backward: with it the velocities are reversed instead; nan where that is not the
    motion backward.
    """
    if not adaptive:
        return float(np.abs(step(step(start, dt), -dt) - start).max())
    if not (system.second_order or form_of(system)):
        return math.nan
    turned = np.ones(len(start))
    turned[system.places("velocity")] = -1.0
    return float(np.abs(turned * step(turned * step(start, dt), dt) - start).max())


def fastest_rate(system: System, start: Numbers, time: float = 0.0) -> float:
    """Return the largest magnitude [1/s] of an eigenvalue of the derivative of the right-hand side in the state.

    At least 1e-300; inf where there is no derivative.
    """

    def rate(state: Numbers) -> Numbers:
        out: Floats = memoryview(array("d", bytes(8 * len(state))))
        system.rate(time, memoryview(array("d", state)), system.p, out)
        return np.array(out)

    try:
        wide, narrow = _differences(rate, start)
    except (ArithmeticError, ValueError):
        return math.inf
    slope = (4.0 * narrow - wide) / 3.0
    return max(float(np.abs(np.linalg.eigvals(slope)).max()), 1e-300) if np.isfinite(slope).all() else math.inf


def measured_order(
    system: System, step: Step, exact: Step, start: Numbers, dt: float, longest: float = math.inf
) -> tuple[float, float, float]:
    """Return the order by the errors of a step and of half of it, its error, and that step.

    nan where no step up to `longest` [s] has an error that is clear.
    """
    places = [*system.places("coordinate"), *system.places("velocity")]
    sizes = np.maximum(1.0, np.abs(start[places]))

    @cache
    def error(power: int) -> float:
        h = dt * 2.0**power
        difference = (step(start, h) - exact(start, h))[places] / sizes
        return math.sqrt(float(difference @ difference))

    half = -HALVINGS
    while error(half) <= CLEAR and half < DOUBLINGS:
        half += 1
    if not (error(half) > CLEAR and dt * 2.0 ** (half + 1) < longest and math.isfinite(error(half + 1))):
        return math.nan, math.nan, math.nan
    order = math.log2(error(half + 1) / error(half)) - 1.0
    other = math.log2(error(half + 2) / error(half + 1)) - 1.0
    return order, abs(order - other), dt * 2.0 ** (half + 1)


# The two forms ------------------------------------------------------------------------------------------------


def _defect(system: System, form: str, step: Callable[[Numbers], Numbers], start: Numbers) -> tuple[float, float]:
    """Return the defect of a step from a state, and the bound of its error."""
    kept = _variables_of_form(system, form)
    defect = _canonical_defect if form == "canonical" else _poisson_defect
    ends = kept(start), kept(step(start))
    if not np.isfinite(ends).all():
        return math.nan, math.nan
    wide, narrow = _differences(kept, start)
    before = (4.0 * narrow - wide) / 3.0
    wide, narrow = _differences(lambda state: kept(step(state)), start)
    after = (4.0 * narrow - wide) / 3.0
    try:
        found = [defect(before, each, *ends) for each in (after, narrow)]
    except np.linalg.LinAlgError:
        raise BadInput(f"trial: at this state of {system.name} momenta do not determine the velocities") from None
    return float(np.abs(found[0]).max()), float(np.abs(found[1] - found[0]).max())


def _canonical_defect(before: Numbers, after: Numbers, start: Numbers, end: Numbers) -> Numbers:
    """Return Jᵀ Ω J - Ω, by the derivatives of z before and after the step in the state before it."""
    half = len(before) // 2
    scale = math.sqrt(float(np.abs(before[half:, half:]).max())) or 1.0
    units = np.concatenate([np.full(half, scale), np.full(half, 1.0 / scale)])
    jacobian = units[:, None] * (after @ np.linalg.inv(before)) / units
    form = np.block([[np.zeros((half, half)), np.eye(half)], [-np.eye(half), np.zeros((half, half))]])
    return np.asarray(jacobian.T @ form @ jacobian - form)


def _poisson_defect(before: Numbers, after: Numbers, start: Numbers, end: Numbers) -> Numbers:
    """Return J B(x) Jᵀ - B(x'), by the derivatives of x before and after the step in the state before it."""
    if not np.isfinite(after).all():
        return np.full((len(start), len(start)), np.nan)
    units = np.ones(len(start))
    # A body at rest has no |L|: then that of 1 rad/s or so.
    units[:3] = 1.0 / (float(np.linalg.norm(start[:3])) or float(np.abs(before[:3]).max()) or 1.0)
    # A turn about the vertical, and the length of q, change no x: these directions are left out by the inverse.
    jacobian = (units[:, None] * after) @ np.linalg.pinv(units[:, None] * before, rcond=NO_DIRECTION)
    return np.asarray(jacobian @ _bracket(units * start) @ jacobian.T - _bracket(units * end))


def _bracket(x: Numbers) -> Numbers:
    """Return B(x) of L, or of L and gamma: minus the matrices of their cross products."""
    crosses = [np.cross(np.eye(3), each).T for each in x.reshape(-1, 3)]
    if len(crosses) == 1:
        return np.asarray(crosses[0])
    return np.block([[crosses[0], crosses[1]], [crosses[1], np.zeros((3, 3))]])


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


def _variables_of_form(system: System, form: str) -> Callable[[Numbers], Numbers]:
    """Return a function from a state to the variables of a form that the system has."""
    if form == "canonical" and isinstance(system, HasMomenta):
        momenta = system.momenta
        return lambda state: canonical(momenta, system.p, state)
    assert isinstance(system, HasLiePoisson)
    lie_poisson = system.lie_poisson
    return lambda state: np.array(lie_poisson(state.tolist()))


def canonical(momenta: Callable[[float, Floats, Floats, Floats], None], p: Floats, state: Numbers) -> Numbers:
    """Return positions and momenta, z = (q, p), of a state in positions and velocities; nan where they have none.

    momenta, p: of the system.
    """
    half = len(state) // 2
    out: Floats = memoryview(array("d", bytes(8 * len(state))))
    try:
        momenta(0.0, memoryview(array("d", state)), p, out)
    except (ArithmeticError, ValueError):
        return np.full(len(state), np.nan)
    return np.concatenate([state[:half], np.array(out)[:half]])
