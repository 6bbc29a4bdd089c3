"""The linear model of a bicycle that rides upright and straight ahead, and its eigenvalues.

M q'' + v C1 q' + (g K0 + v² K2) q = (T_lean, T_steer), q = (lean, steer): the form of Meijaard, Papadopoulos, Ruina,
Schwab, Proc. R. Soc. A 463, 2007, 1955, with coefficients that are differences of the nonlinear equations.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.bicycle.equations import (
    EQUATIONS,
    FORCE,
    GEOMETRY,
    GRAVITY,
    LEAN,
    LEAN_RATE,
    LEAN_TORQUE,
    MASS,
    R_RADIUS,
    STEER,
    STEER_RATE,
    THETA_R_RATE,
    close_gap,
    write_equations,
)
from physics.core.scratch import scratch
from physics.types import Floats

Array = NDArray[np.float64]

WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
"""Of the differences at 1 to 4 steps to either side: a first derivative of order 8."""
STEP = 0.007
"""Step of the differences [rad, rad/s]: rounding and the error of the differences are both near 1e-13."""


class LinearModel(NamedTuple):
    """The matrices M, C1, K0 without the gravity, and K2, (2, 2) each, and the gravity [m/s²]."""

    M: Array
    C1: Array
    K0: Array
    K2: Array
    gravity: float

    def eigenvalues(self, speed: float) -> NDArray[np.complex128]:
        """Return the eigenvalues at a speed [m/s], (4,) [1/s], by their real parts, the least first."""
        M = np.linalg.inv(self.M)
        stiffness = self.gravity * self.K0 + speed * speed * self.K2
        first = np.block([[np.zeros((2, 2)), np.eye(2)], [-M @ stiffness, -speed * M @ self.C1]])
        found = np.asarray(np.linalg.eigvals(first), dtype=np.complex128)
        return found[np.lexsort((found.imag, found.real))]


def linear_model(p: Floats, variables: int) -> LinearModel:
    """Return the linear model of a bicycle with the numbers p, whose state has so many variables."""
    still: Floats = memoryview(array("d", p))
    still[LEAN_TORQUE] = still[LEAN_TORQUE + 1] = still[LEAN_TORQUE + 2] = 0.0

    def at(place: int, value: float, speed: float) -> Array:
        y: Floats = memoryview(array("d", [0.0] * variables))
        y[place] = value
        y[THETA_R_RATE] = -speed / p[R_RADIUS]
        close_gap(y, still)
        e = scratch(EQUATIONS)
        write_equations(y, still, scratch(GEOMETRY), e)
        return np.array(e)

    def slope(place: int, speed: float) -> Array:
        return -derivative(lambda value: at(place, value, speed)[FORCE : FORCE + 2])

    def slopes(first: int, second: int, speed: float) -> Array:
        return np.column_stack([slope(first, speed), slope(second, speed)])

    upright = at(LEAN, 0.0, 0.0)
    M = np.array([[upright[MASS], upright[MASS + 3]], [upright[MASS + 3], upright[MASS + 1]]])
    weight = slopes(LEAN, STEER, 0.0)
    moving = slopes(LEAN, STEER, 1.0)
    return LinearModel(M, slopes(LEAN_RATE, STEER_RATE, 1.0), weight / p[GRAVITY], moving - weight, p[GRAVITY])


def derivative(f: Callable[[float], Array]) -> Array:
    """Return f'(0) by central differences of order 8."""
    terms = [w * (f(k * STEP) - f(-k * STEP)) for k, w in enumerate(WEIGHTS, start=1)]
    return np.asarray(np.sum(terms, axis=0) / STEP)
