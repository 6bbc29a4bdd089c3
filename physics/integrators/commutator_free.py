"""A Lie group method: the orientation moves by rotations alone, so that its quaternion keeps its length."""

from __future__ import annotations

from math import sqrt

from physics.core.integrator import Integrator, Rate, call
from physics.maths.quaternion import Quaternion, product
from physics.maths.trig import sincos
from physics.types import Floats

OMEGA = 4
"""Where the angular velocity in body axes begins in the state, behind the quaternion."""


def _rotation(o_1: float, o_2: float, o_3: float) -> Quaternion:
    """Return the unit quaternion of the rotation by a vector, in body axes [rad]."""
    square = 0.25 * (o_1 * o_1 + o_2 * o_2 + o_3 * o_3)
    half = sqrt(square)
    s, c = sincos(half)
    share = 0.5 * (s / half if half > 1e-8 else 1.0)
    return c, share * o_1, share * o_2, share * o_3


def commutator_free4(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by Celledoni, Marthinsen and Owren's method of order 4, made of Kutta's four slopes.

    With the angular velocities o1 to o4 of its stages, which are those of Kutta's method for all but the orientation:
    q2 = q exp(h o1/2), q3 = q exp(h o2/2), q4 = q2 exp(h (o3 - o1/2)), and at the end
    q exp(h (3 o1 + 2 o2 + 2 o3 - o4)/12) exp(h (-o1 + 2 o2 + 2 o3 + 3 o4)/12).
    """
    n = len(y)
    k, total, z, two = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 3 * n + 4]
    for step in range(steps):
        now = t + step * h
        a_1, a_2, a_3 = y[4], y[5], y[6]
        q = (y[0], y[1], y[2], y[3])
        call(rate, now, y, p, k)
        for i in range(OMEGA, n):
            total[i] = k[i]
            z[i] = y[i] + 0.5 * h * k[i]
        z[0], z[1], z[2], z[3] = product(q, _rotation(0.5 * h * a_1, 0.5 * h * a_2, 0.5 * h * a_3))
        two[0], two[1], two[2], two[3] = z[0], z[1], z[2], z[3]
        b_1, b_2, b_3 = z[4], z[5], z[6]
        call(rate, now + 0.5 * h, z, p, k)
        for i in range(OMEGA, n):
            total[i] += 2.0 * k[i]
            z[i] = y[i] + 0.5 * h * k[i]
        z[0], z[1], z[2], z[3] = product(q, _rotation(0.5 * h * b_1, 0.5 * h * b_2, 0.5 * h * b_3))
        c_1, c_2, c_3 = z[4], z[5], z[6]
        call(rate, now + 0.5 * h, z, p, k)
        for i in range(OMEGA, n):
            total[i] += 2.0 * k[i]
            z[i] = y[i] + h * k[i]
        turn = _rotation(h * (c_1 - 0.5 * a_1), h * (c_2 - 0.5 * a_2), h * (c_3 - 0.5 * a_3))
        z[0], z[1], z[2], z[3] = product((two[0], two[1], two[2], two[3]), turn)
        d_1, d_2, d_3 = z[4], z[5], z[6]
        call(rate, now + h, z, p, k)
        for i in range(OMEGA, n):
            y[i] += h / 6.0 * (total[i] + k[i])
        m_1, m_2, m_3 = 2.0 * (b_1 + c_1), 2.0 * (b_2 + c_2), 2.0 * (b_3 + c_3)
        part = h / 12.0
        first = _rotation(
            part * (3.0 * a_1 + m_1 - d_1), part * (3.0 * a_2 + m_2 - d_2), part * (3.0 * a_3 + m_3 - d_3)
        )
        last = _rotation(part * (m_1 + 3.0 * d_1 - a_1), part * (m_2 + 3.0 * d_2 - a_2), part * (m_3 + 3.0 * d_3 - a_3))
        y[0], y[1], y[2], y[3] = product(product(q, first), last)
    return steps


INTEGRATORS = (
    Integrator(
        name="commutator-free4",
        title="Commutator-free 4",
        order=4,
        kind="explicit",
        evaluations=4,
        about=(
            "A Lie group method: Kutta's four slopes, with the orientation moved by rotations alone, so that its "
            "quaternion keeps its length and a steady rotation is exact. Celledoni, Marthinsen, Owren, Future Gener. "
            "Comput. Syst. 19, 2003, 341."
        ),
        kernel=commutator_free4,
        workspace=4,
        oriented=True,
        side_by_side=False,
    ),
)
