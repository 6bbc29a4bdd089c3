"""The shadow energy: what a symplectic method conserves more closely than the energy.

A symplectic step of h is nearly the exact motion of another Hamiltonian (Hairer, Lubich, Wanner, "Geometric Numerical
Integration", IX.3 and IX.4):

- splitting, of a system with `split_parts`: E + h² times `physics.tops.split_parts.splitting_correction`. For a
  symmetric top with M = m g d that is M (L_z L_3 - L² cos theta) / (12 I_A²) - (M sin theta)² / (24 I_A).
- splitting, of a system with `splitting_excess`: E + h² times that, such as of the levitron without air.
- compositions of the former: what `physics/simulation/split_shadow.py` reads from a few steps.
- symplectic Euler, new momenta with old positions: E - h/2 dH/dq · dH/dp.
- splitting of chains by RATTLE, and its compositions; implicit midpoint, its compositions and the Gauss methods of a
  system whose state is one of canonical variables: what `physics/simulation/action_shadow.py` reads from a few steps.

Where the correction is a closed form, the next one is of order h⁴, or h²: by so much the shadow energy swings, and the
energy by h², or h. What is read from steps of a method of order r swings by h^(r + 6), down to rounding.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence

import numpy as np

from physics.core.integrator import Integrator
from physics.core.powers import HasCanonicalMomenta, HasCartesian, HasMomenta, SplitsBody, SplitsField
from physics.core.system import System
from physics.integrators.composition import COMPOSITIONS
from physics.simulation.action_shadow import canonical_correction, rattle_correction
from physics.simulation.split_shadow import compiled_write, composed_correction
from physics.tops.split_parts import splitting_correction
from physics.types import Floats

COMPOSED = {
    f"splitting{name}": weights
    for name, weights in (("", (1.0,)), *((f"-{each.name}", each.weights) for each in COMPOSITIONS))
}
"""Shares of the step of which splitting, and each of its compositions, consists."""
CANONICAL = "in canonical variables"
"""Where implicit methods are symplectic (`Integrator.symplectic`)."""

KNOWN = SplitsBody, SplitsField, HasMomenta, HasCartesian, HasCanonicalMomenta
"""Powers of a system of which there is a shadow energy with some method."""

Correction = Callable[[Floats], float]


def has_shadow(system: System) -> bool:
    """Return whether the shadow energy of a system is known with some method."""
    return isinstance(system, KNOWN)


def reads_steps(system: System) -> bool:
    """Return whether the shadow energy of a system is read from steps, which takes milliseconds for each state."""
    return isinstance(system, (HasCartesian, HasCanonicalMomenta))


def why_no_shadow(system: System, method: Integrator) -> str:
    """Return why the shadow energy of a system is not known with a method, in one sentence, or "" if it is."""
    if reason := method.reason_against(system):
        return reason
    if method.name == "splitting" and isinstance(system, SplitsField):
        lacking = system.why_losing()
        return lacking and f"the shadow energy needs {lacking}"
    if method.name in COMPOSED:
        known = isinstance(system, (SplitsBody, HasCartesian))
        return "" if known else f"the action of a step of {system.name} is not known"
    if method.name == "symplectic-euler":
        return ""
    if method.symplectic == CANONICAL:
        if isinstance(system, HasCanonicalMomenta):
            return ""
        return f"{method.name} is symplectic in positions and momenta alone; {system.name} has velocities"
    return f"{method.name} is not symplectic"


def shadow_correction(system: System, method: Integrator, dt: float) -> Correction | None:
    """Return a function from the state to the shadow energy less the energy [J]; None where it is not known.

    dt: the step [s]. The function returns nan at a state that is not finite.
    """
    found = _correction(system, method, dt)
    return found and (lambda y: _or_nan(lambda: found(y)))


def _correction(system: System, method: Integrator, dt: float) -> Correction | None:
    if why_no_shadow(system, method):
        return None
    weights = COMPOSED.get(method.name)
    if weights and isinstance(system, HasCartesian):
        return rattle_correction(system, system.cartesian, method, weights, dt)
    if method.name == "splitting" and isinstance(system, SplitsField):
        return lambda y: dt * dt * system.splitting_excess(y)
    if isinstance(system, SplitsBody) and weights:
        return _splitting_correction(system, weights, dt)
    if isinstance(system, HasMomenta) and method.name == "symplectic-euler":
        return lambda y: 0.5 * dt * _power_of_forces(system.momenta, y, system.p)
    assert isinstance(system, HasCanonicalMomenta)
    return canonical_correction(system, system.canonical_momenta, method, dt)


def _splitting_correction(system: SplitsBody, weights: Sequence[float], dt: float) -> Correction:
    if len(weights) == 1:
        return lambda y: dt * dt * splitting_correction(system.split_parts(y))
    write = compiled_write()
    return lambda y: composed_correction(system.split_parts(y), dt, weights, write)


def _power_of_forces(momenta: Callable[[float, Floats, Floats, Floats], None], y: Floats, p: Floats) -> float:
    """Return dL/dq · v, which is - dH/dq · dH/dp [J/s]."""
    half = len(y) // 2
    out: Floats = memoryview(array("d", bytes(8 * len(y))))
    momenta(0.0, y, p, out)
    return math.fsum(out[half + i] * y[half + i] for i in range(half))


def _or_nan(value: Callable[[], float]) -> float:
    try:
        with np.errstate(all="ignore"):
            return value()
    except (ArithmeticError, ValueError):  # CPython raises these where a state is not finite
        return math.nan
