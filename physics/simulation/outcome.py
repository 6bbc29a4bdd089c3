"""What a simulation tells of itself: how it ended, how well it keeps what it should, and all it needs to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from physics.core.integrator import Integrator
from physics.core.system import System
from physics.core.units import format_number
from physics.simulation.spring_hand import SpringHand

NOTABLE_DRIFT = 1e-2
"""Relative drift of an invariant from which a method no longer follows the motion."""


@dataclass(frozen=True)
class Divergence:
    """A run that cannot go on: method, step [s], time of the last good state [s], why, and what to try."""

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
    """Why a run cannot go on: a reason that is the method's, or trouble, which is the system's while invariants held.

    drifts: relative, of each invariant by its symbol.
    """
    worst = max(drifts, key=lambda symbol: drifts[symbol])
    to_blame = bool(reason) or drifts[worst] > NOTABLE_DRIFT
    if trouble and to_blame:
        trouble += f" (before that, {worst} had drifted by {100.0 * drifts[worst]:.0f} %)"
    advice = f"Try {_better_than(method)}." if to_blame else "Start elsewhere: the method is not to blame."
    return Divergence(method.name, dt, time, reason or trouble, advice)


def _better_than(method: Integrator) -> str:
    """What may serve where a method failed."""
    if method.kind == "adaptive":
        return "a smaller tolerance (rtol)"
    return "a smaller dt" if method.order >= 4 else "a smaller dt or a method of higher order such as rk4"


@dataclass(frozen=True)
class InvariantValue:
    """An invariant as it stands: its value, and its drift since the start relative to its size there."""

    value: float
    drift: float


@dataclass(frozen=True)
class Snapshot:
    """Everything a simulation needs to go on as if nothing had happened, bit for bit."""

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
