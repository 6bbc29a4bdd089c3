"""Explicit one-step methods for y' = f(t, y)."""

from __future__ import annotations

from physics.core.integrator import Integrator, Rate, call
from physics.types import Floats


def euler(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Y += h f(t, y). Chappelier 2020, 5.1."""
    n = len(y)
    for step in range(steps):
        call(rate, t + step * h, y, p, w)
        for i in range(n):
            y[i] += h * w[i]
    return steps


def heun(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """k1 = f(t, y), k2 = f(t + h, y + h k1), y += h/2 (k1 + k2). Hairer, Norsett, Wanner, Solving ODEs I, II.1."""
    n = len(y)
    k1, k2, z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n]
    half = 0.5 * h
    for step in range(steps):
        now = t + step * h
        call(rate, now, y, p, k1)
        for i in range(n):
            z[i] = y[i] + h * k1[i]
        call(rate, now + h, z, p, k2)
        for i in range(n):
            y[i] += half * (k1[i] + k2[i])
    return steps


def rk4(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Kutta's classical method: y += h/6 (k1 + 2 k2 + 2 k3 + k4). Chappelier 2020, 5.4.

    With y = (q, v) this is 5.4.1 for second-order equations; as it stands it is 5.4.2.
    """
    n = len(y)
    k1, k2, k3, k4, z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n], w[3 * n : 4 * n], w[4 * n : 5 * n]
    half, sixth = 0.5 * h, h / 6.0
    for step in range(steps):
        now = t + step * h
        call(rate, now, y, p, k1)
        for i in range(n):
            z[i] = y[i] + half * k1[i]
        call(rate, now + half, z, p, k2)
        for i in range(n):
            z[i] = y[i] + half * k2[i]
        call(rate, now + half, z, p, k3)
        for i in range(n):
            z[i] = y[i] + h * k3[i]
        call(rate, now + h, z, p, k4)
        for i in range(n):
            y[i] += sixth * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])
    return steps


INTEGRATORS = (
    Integrator(
        name="euler",
        title="Euler",
        order=1,
        kind="explicit",
        evaluations=1,
        about="The tangent at the start of the step. Energy runs away. Chappelier 2020, 5.1.",
        kernel=euler,
        workspace=1,
    ),
    Integrator(
        name="heun",
        title="Heun",
        order=2,
        kind="explicit",
        evaluations=2,
        about="Mean of the slopes at the start and at Euler's end of the step. Hairer et al., Solving ODEs I, II.1.",
        kernel=heun,
        workspace=3,
    ),
    Integrator(
        name="rk4",
        title="Runge–Kutta 4",
        order=4,
        kind="explicit",
        evaluations=4,
        about="Kutta's classical method of four slopes. Not symplectic: energy drifts slowly. Chappelier 2020, 5.4.",
        kernel=rk4,
        workspace=5,
    ),
)
