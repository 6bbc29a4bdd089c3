"""The Störmer-Verlet method, for accelerations that depend on positions alone."""

from __future__ import annotations

from physics.core.integrator import Integrator, Rate, call
from physics.types import Floats


def stormer_verlet(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by v += h/2 a(t, q), q += h v, v += h/2 a(t + h, q). Hairer et al., Acta Numerica 12, 2003, 399."""
    nq = len(y) // 2
    half = 0.5 * h
    for step in range(steps):
        now = t + step * h
        call(rate, now, y, p, w[0 : len(y)])
        for i in range(nq):
            y[nq + i] += half * w[nq + i]
            y[i] += h * y[nq + i]
        call(rate, now + h, y, p, w[0 : len(y)])
        for i in range(nq):
            y[nq + i] += half * w[nq + i]
    return steps


INTEGRATORS = (
    Integrator(
        name="stormer-verlet",
        title="Störmer–Verlet",
        order=2,
        kind="explicit",
        evaluations=2,
        about=(
            "Half a kick, a drift, half a kick: energy does not drift. Only where accelerations depend on positions "
            "alone. Hairer, Lubich, Wanner, Acta Numerica 12, 2003."
        ),
        kernel=stormer_verlet,
        workspace=1,
        symplectic="always",
        reversible=True,
        second_order=True,
        separable=True,
    ),
)
