"""The parts of a body's energy that a splitting method applies in turn, and what they do to each other.

Bodies in body axes move by their Lie-Poisson bracket: in the motion of the Hamiltonian Y = ½ L·aL + w·gamma,

    L' = L × aL + gamma × w,    gamma' = gamma × aL

with the angular momentum L and the vertical gamma in principal axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from physics.core.powers import SplitBody, SplitPart
from physics.maths.quaternion import Triple


def splitting_correction(body: SplitBody) -> float:
    """Return what a splitting method adds to the energy that it keeps, over h² [J/s²].

    For half of B, all of A, half of B it is B''_A / 12 - A''_B / 24, where X''_Y is the second time derivative of X in
    the motion of Y; A is split in the same way, and so on. Hairer, Lubich, Wanner, "Geometric Numerical Integration",
    IX.4.
    """
    total = 0.0
    inner = body.parts[-1]
    for outer in reversed(body.parts[:-1]):
        total += _second_rate(outer, inner, body) / 12.0 - _second_rate(inner, outer, body) / 24.0
        inner = SplitPart(_sum(inner.a, outer.a), _sum(inner.w, outer.w))
    return total


def _second_rate(part: SplitPart, mover: SplitPart, body: SplitBody) -> float:
    """Return the second time derivative of a part in the motion of another one [J/s²]."""
    L, gamma, (a, w) = body.L, body.gamma, mover
    omega = _scaled(a, L)
    L_1 = _sum(_cross(L, omega), _cross(gamma, w))
    gamma_1 = _cross(gamma, omega)
    omega_1 = _scaled(a, L_1)
    L_2 = _sum(_sum(_cross(L_1, omega), _cross(L, omega_1)), _cross(gamma_1, w))
    gamma_2 = _sum(_cross(gamma_1, omega), _cross(gamma, omega_1))
    return _dot(_scaled(part.a, L_1), L_1) + _dot(_scaled(part.a, L), L_2) + _dot(part.w, gamma_2)


def _cross(u: Sequence[float], v: Sequence[float]) -> Triple:
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def _dot(u: Sequence[float], v: Sequence[float]) -> float:
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def _sum(u: Sequence[float], v: Sequence[float]) -> Triple:
    return u[0] + v[0], u[1] + v[1], u[2] + v[2]


def _scaled(u: Sequence[float], v: Sequence[float]) -> Triple:
    return u[0] * v[0], u[1] * v[1], u[2] * v[2]
