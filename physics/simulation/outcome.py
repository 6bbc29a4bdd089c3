"""Results of a simulation: divergence, drift of the invariants, and a snapshot to continue from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from physics.core import events
from physics.core.fields import Invariant
from physics.core.integrator import Integrator
from physics.core.measure import Rows, measured, measured_at
from physics.core.rounding import significant, significant_rows
from physics.core.system import System, has_energy, watched_value
from physics.core.units import format_number
from physics.core.work import MAX_WORK
from physics.simulation.spring_hand import SpringHand
from physics.simulation.tick_times import TickTimes
from physics.types import Floats, Vector3

NOTABLE_DRIFT = 1e-2
"""Relative drift of an invariant above which a method no longer follows the motion."""
ACCUMULATION = 0.2
"""Events accumulate if the second half of them takes less than this part of the time of the first half."""


@dataclass(frozen=True)
class Failure:
    """The reason why a method could not make a step, and the advice, a sentence."""

    reason: str
    advice: str


@dataclass(frozen=True)
class Divergence:
    """The end of a run that cannot continue: method, step [s], time of the last valid state [s], reason and advice.

    by_motion: the motion itself leads to where the equations end, with any method.
    """

    integrator: str
    dt: float
    time: float
    reason: str
    advice: str
    by_motion: bool = False

    def __str__(self) -> str:
        return (
            f"{self.integrator} with dt = {format_number(self.dt)} s stopped after t = {self.time:.6g} s, "
            f"the last valid state: {self.reason}. {self.advice}"
        )


def invalid_state(method: Integrator, reason: str) -> Failure:
    """Return the failure of a method that reached an invalid state."""
    return Failure(reason, f"Try {_better_than(method)}.")


def numbers_lost(method: Integrator, system: System, y: Floats) -> Failure:
    """Return the failure of a method after a step of which numbers, or the energy, are not finite; it names a variable.

    y: the state after the step; of finite ones the variable is named that has become the greatest.
    """
    lost = [variable.name for variable, value in zip(system.variables, y, strict=True) if not math.isfinite(value)]
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        return invalid_state(method, f"numbers are no longer finite ({lost[0]}{more})")
    size, greatest = max((abs(value), variable.name) for variable, value in zip(system.variables, y, strict=True))
    return invalid_state(
        method, f"the energy is no longer a finite number: the greatest variable, {greatest}, has grown to {size:.3g}"
    )


def energy_failure(method: Integrator, system: System, y: Floats, start: float, limit: float) -> Failure | None:
    """Return the failure of a method whose energy at y differs by more than a limit from that of the start [J]."""
    value = watched_value(system)(system, y)
    if abs(value - start) <= limit:
        return None
    if not math.isfinite(value):
        return numbers_lost(method, system, y)
    kept = system.invariants[0]
    name, unit = ("energy", "J") if has_energy(system) else (kept.name, kept.unit)
    return invalid_state(method, f"the {name} ran away, from {start:.4g} {unit} to {value:.4g} {unit}".rstrip())


def invalid(method: Integrator, system: System, y: Floats, start: float, limit: float) -> tuple[Failure | None, str]:
    """Return what is invalid about a state after a step, or else why its equations do not hold, "" where they do.

    start, limit: as for `energy_failure`; with a negative limit the energy is not looked at.
    """
    try:
        if not math.isfinite(sum(y)):
            return numbers_lost(method, system, y), ""
        failure = None if limit < 0.0 else energy_failure(method, system, y, start, limit)
        return failure, "" if failure else system.trouble(y)
    except (ArithmeticError, ValueError):  # CPython raises these where compiled code gives inf or nan
        return numbers_lost(method, system, y), ""


def step_failure(method: Integrator, result: int) -> Failure | None:
    """Return the failure of a method that could not make a step by itself, from the result of the step, or None."""
    if result == events.TOO_MUCH_WORK:
        return too_much_work(method)
    return no_step(method) if result == events.FAILED else None


def no_step(method: Integrator) -> Failure:
    """Return the failure of a method that cannot make the step at all: a tolerance that it cannot meet is too small."""
    if method.kind == "adaptive":
        return Failure(method.failure(), "Try a larger tolerance (rtol).")
    return invalid_state(method, method.failure())


def too_much_work(method: Integrator) -> Failure:
    """Return the failure of a method whose step takes more work than a tick may."""
    other = "a larger tolerance (rtol), or rk4" if method.kind == "adaptive" else "or rk4, whose steps are short work"
    return Failure(
        f"one step takes more than {MAX_WORK:g} numbers of its slopes, the budget of a tick",
        f"Try a smaller dt, {other}.",
    )


def crowded_events(times: Sequence[float]) -> Failure:
    """Return the failure of a step with too many events, at these times; if they accumulate no step is small enough."""
    middle = times[len(times) // 2]
    count = f"{len(times)} events within one step"
    if times[-1] - middle < ACCUMULATION * (middle - times[0]) or times[-1] == times[0]:
        return Failure(
            f"{count}, which follow one another ever faster", "Change what causes them: no step is small enough."
        )
    return Failure(count, "Try a smaller dt.")


def diverged(
    method: Integrator, dt: float, time: float, failure: Failure | None, trouble: str, drifts: Mapping[str, float]
) -> Divergence:
    """Return the divergence of a run from the method's failure or the system's (`trouble`).

    trouble counts as the method's failure if an invariant had drifted before. drifts: relative, by symbol of invariant;
    none where the equations do not keep them.
    """
    if failure:
        return Divergence(method.name, dt, time, failure.reason, failure.advice)
    worst = max(drifts, key=lambda symbol: drifts[symbol], default="")
    to_blame = drifts.get(worst, 0.0) > NOTABLE_DRIFT
    if to_blame and math.isinf(drifts[worst]):
        trouble += f" (before that, {worst} was no longer a finite number)"
    elif to_blame:
        trouble += f" (before that, {worst} had drifted by {100.0 * drifts[worst]:.0f} %)"
    advice = f"Try {_better_than(method)}." if to_blame else "Start elsewhere: the method is not to blame."
    return Divergence(method.name, dt, time, trouble, advice, by_motion=not to_blame)


def drift_warning(method: Integrator, dt: float, symbol: str, drift: float) -> str:
    """Return the warning that a relative drift of the energy is more than a method that follows the motion leaves."""
    if abs(drift) <= NOTABLE_DRIFT:
        return ""
    if not math.isfinite(drift):
        return (
            f"{symbol} is no longer a finite number: {method.name} with dt = {format_number(dt)} s does not follow "
            f"the motion. Try {_better_than(method)}."
        )
    return (
        f"{symbol} has drifted by {100.0 * drift:+.0f} %: {method.name} with dt = {format_number(dt)} s does not "
        f"follow the motion. Try {_better_than(method)}."
    )


def _better_than(method: Integrator) -> str:
    """Return advice on what to use instead of a method that failed."""
    if method.kind == "adaptive":
        return "a smaller tolerance (rtol)"
    higher = "" if method.order >= 4 else "a method of higher order such as rk4, "
    return f"a smaller dt, {higher}or dop853, which chooses its own steps"


@dataclass(frozen=True)
class InvariantValue:
    """The present value of an invariant, and its drift since the start relative to its magnitude there.

    The value is 0 where it is below its rounding, which is then given, otherwise 0.
    """

    value: float
    drift: float
    rounding: float


def invariant_values(
    system: System, y: Floats, references: Mapping[str, tuple[float, float]]
) -> dict[str, InvariantValue]:
    """Return all invariants at the state y, by name; references: values at the start, and what divides drifts."""
    found = {}
    for invariant, value in zip(system.invariants, measured_at(system, system.invariants, y), strict=True):
        start, size = references[invariant.name]
        shown, rounding = significant(system, invariant, y, value)
        drift = 0.0 if abs(value - start) <= 2.0 * rounding else (value - start) / size
        found[invariant.name] = InvariantValue(shown, drift, rounding)
    return found


def drifts(system: System, invariant: Invariant, states: Rows, reference: tuple[float, float]) -> Rows:
    """Return the drifts of an invariant, as in `InvariantValue`, at states (rows, dim): (rows,)."""
    values, (start, size) = measured(system, [invariant], states)[:, 0], reference
    _, rounding = significant_rows(system, invariant, states, values)
    return np.where(np.abs(values - start) <= 2.0 * rounding, 0.0, (values - start) / size)


class InvariantReader:
    """Computes the invariants of a state; those of the last one that was asked for are kept."""

    def __init__(self) -> None:
        self._known: tuple[System | None, Mapping[str, tuple[float, float]], bytes] = None, {}, b""
        self._values: dict[str, InvariantValue] = {}

    def read(
        self, system: System, y: Floats, references: Mapping[str, tuple[float, float]]
    ) -> dict[str, InvariantValue]:
        """Return the invariants of a system at the state y; references: those of `invariant_values`."""
        state = bytes(y)
        if self._known[0] is not system or self._known[1] is not references or self._known[2] != state:
            self._values = invariant_values(system, y, references)
            self._known = system, references, state
        return dict(self._values)


class RunState(NamedTuple):
    """What ticks change of a simulation: tick, state, the state before, the method's memory, references and hand."""

    tick: int
    y: bytes
    previous: bytes
    memory: bytes
    references: Mapping[str, tuple[float, float]]
    hand: SpringHand | None
    pull: Vector3
    work: float


@dataclass(frozen=True)
class Snapshot:
    """All data from which a simulation continues with the same bits."""

    system: System
    integrator: Integrator
    settings: Mapping[str, float]
    dt: float
    tick: int
    times: TickTimes
    state: bytes
    memory: bytes
    previous: bytes
    references: Mapping[str, tuple[float, float]]
    paused: bool
    divergence: Divergence | None
    hand: SpringHand | None = None
    work: float = 0.0
