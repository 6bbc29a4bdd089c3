"""The Euler-Cromer method, with velocities first or positions first."""

from __future__ import annotations

from physics.core.integrator import Integrator, Rate, call
from physics.types import Floats


def euler_cromer(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by v += h a(t, q, v), then q += h v with the new v. Chappelier 2020, 5.2.1.

    Erratum: the paper says that it conserves the energy. That holds (nearly) only for separable Hamiltonians in
    canonical variables; where accelerations depend on velocities, as for a top in Euler angles, the energy grows
    without bound.
    """
    nq = len(y) // 2
    for step in range(steps):
        call(rate, t + step * h, y, p, w[0 : len(y)])
        for i in range(nq):
            y[nq + i] += h * w[nq + i]
            y[i] += h * y[nq + i]
    return steps


def positions_first(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by q += h v, then v += h a(t + h, q, v) at the new q. F. Legrand, "Pendule double", the listings.

    From rest it gives the velocities of Euler-Cromer, and its positions one step later. The source calls it symplectic;
    the accelerations of its pendulum depend on velocities.
    """
    nq = len(y) // 2
    for step in range(steps):
        for i in range(nq):
            y[i] += h * y[nq + i]
        call(rate, t + (step + 1) * h, y, p, w[0 : len(y)])
        for i in range(nq):
            y[nq + i] += h * w[nq + i]
    return steps


INTEGRATORS = (
    Integrator(
        name="euler-cromer",
        title="Euler–Cromer",
        order=1,
        kind="explicit",
        evaluations=1,
        about=(
            "New velocities first, then positions with them. Symplectic only where accelerations depend on positions "
            "alone, which is not so for a top in Euler angles. Chappelier 2020, 5.2."
        ),
        kernel=euler_cromer,
        workspace=1,
        symplectic="where accelerations depend on positions alone",
        second_order=True,
    ),
    Integrator(
        name="cromer-positions-first",
        title="Cromer, q first",
        order=1,
        kind="explicit",
        evaluations=1,
        about=(
            "New positions first, then velocities with the accelerations there. Symplectic only where these depend on "
            "positions alone, which is not so for a pendulum in angles. Legrand, Pendule double."
        ),
        kernel=positions_first,
        workspace=1,
        symplectic="where accelerations depend on positions alone",
        second_order=True,
    ),
)
