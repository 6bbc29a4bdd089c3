"""Equilibria of a gyrostat: the steady turns of a body with a rotor and no dampers (Zhukovsky 1885, Volterra 1899).

With l = I omega + h n in body axes, |l| = L is constant and so is H = ½ (l - h n)·I⁻¹(l - h n): l moves on the sphere
|l| = L along a curve H = const, a polhode. It rests where omega is along l, omega = kappa l:

    (1 - kappa I_i) l_i = h n_i,    sum l_i² = L²      (i: principal axes)

and turns about that point where H is largest or smallest on the sphere, so that the two curvatures of I⁻¹ - kappa
across l have one sign. Without a rotor's momentum the six are the ends of the principal axes; as h grows they vanish in
pairs until two are left, along n and against it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.bodies.inertia import principal
from physics.maths import dense, polynomial
from physics.maths.rounded import square

Array = NDArray[np.float64]

REAL = 1e-7
"""Imaginary part, over the modulus, below which a root counts as real: double roots are found to half the digits."""
SMALL = 1e-12
"""Component of n below which it counts as 0."""


class Equilibrium(NamedTuple):
    """A steady turn: omega and l in body axes (3,) [rad/s, kg m²/s], H [J], and whether it is stable."""

    omega: Array
    momentum: Array
    energy: float
    stable: bool


def equilibria(inertia: Array, h: float, n: Sequence[float] | Array, L: float) -> list[Equilibrium]:
    """Return the steady turns with the angular momentum L > 0, those with the least energy first.

    inertia (3, 3) [kg m²]: of all that turns with the body. h n [kg m²/s]: what the rotor has beside that.
    """
    moments, axes = principal(np.asarray(inertia, float))
    extra = h * dense.applied(axes.T, n)
    extra[np.abs(extra) < SMALL * L] = 0.0
    found = [(kappa, _momentum(kappa, moments, extra)) for kappa in _slopes(moments, extra, L)]
    found += [each for i in range(3) if extra[i] == 0.0 for each in _about_axis(i, moments, extra, L)]
    made = [
        _equilibrium(kappa, dense.applied(axes, momentum), inertia, h * np.asarray(n, float))
        for kappa, momentum in found
    ]
    return sorted(made, key=lambda each: each.energy)


def _momentum(kappa: float, moments: Array, extra: Array) -> Array:
    return np.array([e / (1.0 - kappa * moment) if e else 0.0 for e, moment in zip(extra, moments, strict=True)])


def _slopes(moments: Array, extra: Array, L: float) -> list[float]:
    """Return the solutions kappa that are no 1/I_i: of sum (h n_i)²/(1 - kappa I_i)² = L²."""
    there = [i for i in range(3) if extra[i] != 0.0]
    scale = float(moments.max())
    factors = [_squared(float(moments[i]) / scale) for i in there]
    one: tuple[float, ...] = (1.0,)
    difference = reduce(polynomial.product, factors, one)
    for place, i in enumerate(there):
        others = reduce(polynomial.product, (factor for k, factor in enumerate(factors) if k != place), one)
        part = square(float(extra[i]) / L)
        difference = tuple(a - part * b for a, b in zip(difference, (0.0, 0.0, *others), strict=True))
    found = polynomial.roots(difference)
    return [x / scale for x, y in found if abs(y) <= REAL * max(math.hypot(x, y), 1.0)]


def _squared(moment: float) -> tuple[float, ...]:
    """Return (1 - moment x)², the coefficient of the highest power first."""
    return moment * moment, -2.0 * moment, 1.0


def _about_axis(i: int, moments: Array, extra: Array, L: float) -> list[tuple[float, Array]]:
    """Return the equilibria with kappa = 1/I_i, of a rotor without momentum along axis i: two or none."""
    kappa = 1.0 / float(moments[i])
    others = [j for j in range(3) if j != i]
    if any(moments[j] == moments[i] for j in others):
        return []
    momentum = np.zeros(3)
    for j in others:
        momentum[j] = extra[j] / (1.0 - kappa * moments[j])
    rest = L * L - dense.dot(momentum, momentum)
    if rest <= 0.0:
        return []
    both = []
    for side in (1.0, -1.0):
        turned = momentum.copy()
        turned[i] = side * math.sqrt(rest)
        both.append((kappa, turned))
    return both


def _equilibrium(kappa: float, momentum: Array, inertia: Array, rotor: Array) -> Equilibrium:
    inverse = dense.inverse(inertia)
    # Across a vector l the product of the curvatures is that of l with the cofactors, over l².
    bent = inverse - kappa * np.eye(3)
    cofactors = np.array([np.cross(bent[1], bent[2]), np.cross(bent[2], bent[0]), np.cross(bent[0], bent[1])])
    carried = momentum - rotor
    energy = 0.5 * dense.dot(carried, dense.applied(inverse, carried))
    stable = dense.dot(momentum, dense.applied(cofactors, momentum)) > 0.0
    return Equilibrium(kappa * momentum, momentum, energy, stable)
