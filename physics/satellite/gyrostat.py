"""Equilibria of a gyrostat: the steady turns of a body with a rotor and no dampers (Zhukovsky 1885, Volterra 1899).

With l = I omega + h n in body axes, |l| = L is constant and so is H = ½ (l - h n)·I⁻¹(l - h n): l moves on the sphere
|l| = L along a curve H = const, a polhode. It rests where omega is along l, l = lambda omega:

    (lambda - I_i) omega_i = h n_i,    lambda² sum omega_i² = L²      (i: principal axes)

and turns about that point where H is largest or smallest on the sphere, so that the two curvatures of I⁻¹ - 1/lambda
across l have one sign. Without a rotor's momentum the six are the ends of the principal axes; as h grows they vanish in
pairs until two are left, along n and against it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.bodies.inertia import principal

Array = NDArray[np.float64]

REAL = 1e-7
"""Imaginary part, over the modulus, below which a root counts as real: double roots are found to half the digits."""
SMALL = 1e-12
"""Component of n below which it counts as 0."""


class Equilibrium(NamedTuple):
    """A steady turn: omega and l in body axes (3,) [rad/s, kg m²/s], lambda = |l| / |omega| with a sign, stability."""

    omega: Array
    momentum: Array
    ratio: float
    stable: bool


def equilibria(inertia: Array, h: float, n: Sequence[float] | Array, L: float) -> list[Equilibrium]:
    """Return the steady turns with the angular momentum L > 0, those with the greatest lambda first.

    inertia (3, 3) [kg m²]: of all that turns with the body. h n [kg m²/s]: what the rotor has beside that.
    """
    moments, axes = principal(np.asarray(inertia, float))
    extra = h * (axes.T @ np.asarray(n, float))
    extra[np.abs(extra) < SMALL * L] = 0.0
    found = [(ratio, _omega(ratio, moments, extra)) for ratio in _ratios(moments, extra, L)]
    found += [each for i in range(3) if extra[i] == 0.0 for each in _about_axis(i, moments, extra, L)]
    made = [_equilibrium(ratio, axes @ omega, inertia) for ratio, omega in found]
    return sorted(made, key=lambda each: -each.ratio)


def _omega(ratio: float, moments: Array, extra: Array) -> Array:
    return np.array([e / (ratio - moment) if e else 0.0 for e, moment in zip(extra, moments, strict=True)])


def _ratios(moments: Array, extra: Array, L: float) -> list[float]:
    """Return the solutions lambda that are no moments: of lambda² sum extra_i²/(lambda - I_i)² = L²."""
    there = [i for i in range(3) if extra[i] != 0.0]
    if not there:
        return []
    scale = float(moments.max())
    factors = [np.polynomial.Polynomial([-moments[i] / scale, 1.0]) ** 2 for i in there]
    product = math.prod(factors[1:], start=factors[0])
    left = np.polynomial.Polynomial([0.0])
    for place, i in enumerate(there):
        others = math.prod((f for k, f in enumerate(factors) if k != place), start=np.polynomial.Polynomial([1.0]))
        left = left + (extra[i] / L) ** 2 * others
    roots = (product - np.polynomial.Polynomial([0.0, 0.0, 1.0]) * left).roots()
    kept = [float(z.real) * scale for z in roots if abs(z.imag) <= REAL * max(abs(z), 1.0)]
    return [ratio for ratio in kept if all(ratio != moments[i] for i in there)]


def _about_axis(i: int, moments: Array, extra: Array, L: float) -> list[tuple[float, Array]]:
    """Return the equilibria with lambda = I_i, of a rotor without momentum along axis i: two or none."""
    ratio = float(moments[i])
    others = [j for j in range(3) if j != i]
    if any(moments[j] == ratio for j in others):
        return []
    omega = np.zeros(3)
    for j in others:
        omega[j] = extra[j] / (ratio - moments[j])
    square = (L / ratio) ** 2 - float(omega @ omega)
    if square <= 0.0:
        return []
    both = []
    for side in (1.0, -1.0):
        turned = omega.copy()
        turned[i] = side * math.sqrt(square)
        both.append((ratio, turned))
    return both


def _equilibrium(ratio: float, omega: Array, inertia: Array) -> Equilibrium:
    l = ratio * omega  # noqa: E741  # the symbol of an angular momentum
    frame = np.linalg.svd(l[None, :])[2][1:]
    curvature = frame @ (np.linalg.inv(inertia) - np.eye(3) / ratio) @ frame.T
    return Equilibrium(omega, l, ratio, bool(np.linalg.det(curvature) > 0.0))
