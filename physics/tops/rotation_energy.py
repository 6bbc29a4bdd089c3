"""The kinetic energy of rotation of one body, in parts: spin, precession and nutation, or about its principal axes.

A body of revolution about its third axis a, with the transverse moment I1 and the axial one I3, has

    T = ½ I3 omega3² + ½ I1 psi'² sin² theta + ½ I1 theta'²

where omega = theta' u + psi' k + phi' a, with the line of nodes u across k and a. Any other body has ½ I omega² about
each principal axis. Both are sums of squares: no part cancels another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from physics.bodies import inertia
from physics.core.fields import EnergyPart
from physics.types import Floats

Axis = tuple[float, tuple[float, float, float]]
AXES = ("least moment", "intermediate moment", "greatest moment")


def revolves(six: Sequence[float] | Floats) -> bool:
    """Return whether the inertia matrix I11 I22 I33 I12 I13 I23 is that of a body of revolution about axis 3."""
    return six[0] == six[1] and six[3] == six[4] == six[5] == 0.0


def rotation_parts(matrix: Callable[[Any], Floats], across: str) -> tuple[EnergyPart, ...]:
    """Return the parts that `split_rotation` computes; matrix(system): its six elements; across: the symbol of I1."""

    def symmetric(system: Any) -> bool:
        return revolves(matrix(system))

    def other(system: Any) -> bool:
        return not symmetric(system)

    return *euler_angle_parts(across, symmetric), *axis_parts(other)


def axis_parts(applies: Callable[[Any], bool]) -> tuple[EnergyPart, ...]:
    """Return the rotation about each principal axis, with moments A < B < C and rates p, q, r."""
    return (
        EnergyPart(
            AXES[0], "½ A p²", "rotation about the principal axis of the least moment of inertia",
            "kinetic", applies=applies,
        ),
        EnergyPart(
            AXES[1], "½ B q²", "rotation about the principal axis of the intermediate moment of inertia",
            "kinetic", applies=applies,
        ),
        EnergyPart(
            AXES[2], "½ C r²", "rotation about the principal axis of the greatest moment of inertia",
            "kinetic", applies=applies,
        ),
    )  # fmt: skip


def euler_angle_parts(across: str, applies: Callable[[Any], bool] = lambda system: True) -> tuple[EnergyPart, ...]:
    """Return spin, precession and nutation of a body of revolution; across: the symbol of its transverse moment."""
    return (
        EnergyPart("spin", "½ I₃ ω₃²", "rotation about the symmetry axis", "kinetic", applies=applies),
        EnergyPart(
            "precession", f"½ {across} ψ̇² sin² θ", "rotation of the symmetry axis about the vertical", "kinetic",
            applies=applies,
        ),
        EnergyPart(
            "nutation", f"½ {across} θ̇²", "rotation of the symmetry axis towards the vertical or away from it",
            "kinetic", applies=applies,
        ),
    )  # fmt: skip


def split_euler_angles(
    I1: float, I3: float, sine: float, psi_dot: float, theta_dot: float, w3: float
) -> dict[str, float]:
    """Return spin, precession and nutation [J] from rates of Euler angles; sine: of theta; w3: omega3."""
    w2 = psi_dot * sine
    return {"spin": 0.5 * I3 * w3 * w3, "precession": 0.5 * I1 * w2 * w2, "nutation": 0.5 * I1 * theta_dot * theta_dot}


def split_rotation(
    six: Sequence[float] | Floats, omega: Sequence[float] | Floats, up: Sequence[float]
) -> dict[str, float]:
    """Return the parts [J] of a body with this inertia matrix, omega and vertical, both (3,) in body axes.

    At theta = 0 and pi, where the line of nodes is any, what is not spin counts as nutation.
    """
    w1, w2, w3 = omega[0], omega[1], omega[2]
    if revolves(six):
        sine = math.hypot(up[0], up[1])
        u, v = (up[0] / sine, up[1] / sine) if sine > 0.0 else (0.0, 0.0)
        around = w1 * u + w2 * v
        tilting = w1 * v - w2 * u if sine > 0.0 else math.hypot(w1, w2)
        return {
            "spin": 0.5 * six[2] * w3 * w3,
            "precession": 0.5 * six[0] * around * around,
            "nutation": 0.5 * six[0] * tilting * tilting,
        }
    return dict(zip(AXES, about_axes(principal_axes(tuple(six)), (w1, w2, w3)), strict=True))


def about_axes(axes: Sequence[Axis], omega: Sequence[float] | Floats) -> list[float]:
    """Return the energy of rotation [J] about each principal axis: its moment [kg m²] and unit vector (3,)."""
    along = [(moment, a * omega[0] + b * omega[1] + c * omega[2]) for moment, (a, b, c) in axes]
    return [0.5 * moment * rate * rate for moment, rate in along]


@lru_cache(maxsize=64)
def principal_axes(six: tuple[float, ...]) -> tuple[Axis, ...]:
    """Return the principal moments, ascending, with their axes, of I11 I22 I33 I12 I13 I23 [kg m²]."""
    a, b, c, d, e, f = six
    moments, axes = inertia.principal(np.array([[a, d, e], [d, b, f], [e, f, c]]))
    return tuple((moment, (x, y, z)) for moment, (x, y, z) in zip(moments.tolist(), axes.T.tolist(), strict=True))
