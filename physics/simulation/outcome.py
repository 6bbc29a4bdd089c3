"""Results of a simulation: divergence, drift of the invariants, and a snapshot to continue from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from physics.core.integrator import Integrator
from physics.core.system import System
from physics.core.units import format_number
from physics.simulation.spring_hand import SpringHand

NOTABLE_DRIFT = 1e-2
"""Relative drift of an invariant above which a method no longer follows the motion."""


@dataclass(frozen=True)
class Divergence:
    """The end of a run that cannot continue: method, step [s], time of the last valid state [s], reason and advice."""

    integrator: str
    dt: float
    time: float
    reason: str
    advice: str

    def __str__(self) -> str:
        return (
            f"{self.integrator} with dt = {format_number(self.dt)} s stopped after t = {self.time:.6g} s, "
            f"the last valid state: {self.reason}. {self.advice}"
        )


def diverged(
    method: Integrator, dt: float, time: float, reason: str, trouble: str, drifts: Mapping[str, float]
) -> Divergence:
    """Return the divergence of a run from the method's failure (`reason`) or the system's (`trouble`).

    trouble counts as the method's failure if an invariant had drifted before. drifts: relative, by symbol of invariant.
    """
    worst = max(drifts, key=lambda symbol: drifts[symbol])
    to_blame = bool(reason) or drifts[worst] > NOTABLE_DRIFT
    if trouble and to_blame:
        trouble += f" (before that, {worst} had drifted by {100.0 * drifts[worst]:.0f} %)"
    advice = f"Try {_better_than(method)}." if to_blame else "Start elsewhere: the method is not to blame."
    return Divergence(method.name, dt, time, reason or trouble, advice)


def _better_than(method: Integrator) -> str:
    """Return advice on what to use instead of a method that failed."""
    if method.kind == "adaptive":
        return "a smaller tolerance (rtol)"
    return "a smaller dt" if method.order >= 4 else "a smaller dt or a method of higher order such as rk4"


@dataclass(frozen=True)
class InvariantValue:
    """The present value of an invariant, and its drift since the start relative to its magnitude there."""

    value: float
    drift: float


@dataclass(frozen=True)
class Snapshot:
    """All data from which a simulation continues with the same bits."""

    system: System
    integrator: Integrator
    settings: Mapping[str, float]
    dt: float
    tick: int
    origin: tuple[Fraction, int]
    state: bytes
    memory: bytes
    previous: bytes
    references: Mapping[str, tuple[float, float]]
    paused: bool
    divergence: Divergence | None
    hand: SpringHand | None = None
    work: float = 0.0
