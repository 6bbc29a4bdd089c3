"""The shadow energy: what a symplectic method conserves more closely than the energy.

A symplectic step of h is nearly the exact motion of another Hamiltonian (Hairer, Lubich, Wanner, "Geometric Numerical
Integration", IX.3 and IX.4):

- splitting, of a system with `split_parts`: E + h² times `physics.tops.split_parts.splitting_correction`. For a
  symmetric top with M = m g d that is M (L_z L_3 - L² cos theta) / (12 I_A²) - (M sin theta)² / (24 I_A).
- compositions of splitting: what `physics/simulation/split_shadow.py` reads from a few steps.
- symplectic Euler, new momenta with old positions: E - h/2 dH/dq · dH/dp.

The next correction is of order h⁴, or h²: by so much the shadow energy swings, and the energy by h², or h. Of a
composition of order r the shadow energy swings by h^(r + 6).
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable

from physics.core.integrator import Integrator
from physics.core.system import System
from physics.integrators.composition import KAHAN_LI6, KAHAN_LI8, SUZUKI4, YOSHIDA4
from physics.simulation.split_shadow import compiled_write, composed_correction
from physics.tops.split_parts import splitting_correction
from physics.types import Floats

COMPOSED = {f"splitting-{each.name}": each.weights for each in (YOSHIDA4, SUZUKI4, KAHAN_LI6, KAHAN_LI8)}
"""Shares of the step of the compositions whose shadow energy is known."""


def has_shadow(system: System) -> bool:
    """Return whether the shadow energy of a system is known with some method."""
    return hasattr(system, "split_parts") or (system.second_order and hasattr(system, "momenta"))


def shadow_correction(system: System, method: Integrator, dt: float) -> Callable[[Floats], float] | None:
    """Return a function from the state to the shadow energy less the energy [J]; None where it is not known.

    dt: the step [s]. The function returns nan at a state that is not finite.
    """
    if method.name == "splitting" and hasattr(system, "split_parts"):
        return lambda y: dt * dt * _or_nan(lambda: splitting_correction(system.split_parts(y)))
    if method.name in COMPOSED and hasattr(system, "split_parts"):
        weights, write = COMPOSED[method.name], compiled_write()
        return lambda y: _or_nan(lambda: composed_correction(system.split_parts(y), dt, weights, write))
    if method.name == "symplectic-euler" and system.second_order and hasattr(system, "momenta"):
        return lambda y: 0.5 * dt * _or_nan(lambda: _power_of_forces(system, y))
    return None


def _power_of_forces(system: System, y: Floats) -> float:
    """Return dL/dq · v, which is - dH/dq · dH/dp [J/s]."""
    half = len(y) // 2
    out: Floats = memoryview(array("d", bytes(8 * len(y))))
    system.momenta(0.0, y, system.p, out)  # type: ignore[attr-defined]  # where it has one
    return math.fsum(out[half + i] * y[half + i] for i in range(half))


def _or_nan(value: Callable[[], float]) -> float:
    try:
        return value()
    except (ArithmeticError, ValueError):  # CPython raises these where a state is not finite
        return math.nan
