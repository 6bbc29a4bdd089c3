"""The symplectic Euler method in canonical variables, also where momenta depend on positions."""

from __future__ import annotations

from physics.core.integrator import Integrator, Rate, call
from physics.core.work import begin_step, matrix_work, spend
from physics.maths.linear_solve import factor, solve
from physics.types import Floats

MAX_ITERATIONS = 60
SLACK = 1e-9
"""A change that no longer decreases counts as rounding only below this size relative to the rates."""
NUDGE = 1e-3
"""Step of finite differences relative to the rates: momenta are linear in rates, so it need not be small."""


def _solve_rates(
    momenta: Rate, t: float, z: Floats, p: Floats, target: Floats, kick: float, out: Floats, matrix: Floats
) -> bool:
    """Solve dL/dv - kick dL/dq = target for the rates v of z = (q, v), in place, by Newton's iteration.

    target, (nq,), is followed by room for nq pivots and nq residuals; out, (n,), and matrix, (nq, nq), are scratch; out
    is left with dL/dv and dL/dq at the solution. Return False if it does not converge.
    """
    n = len(z)
    nq = n // 2
    call(momenta, t, z, p, out)
    size = 0.0
    for i in range(nq):
        size += abs(z[nq + i])
    base = target[2 * nq : 3 * nq]
    for i in range(nq):
        base[i] = out[i] - kick * out[nq + i]
    nudge = NUDGE * (1.0 + size)
    for column in range(nq):
        kept = z[nq + column]
        z[nq + column] = kept + nudge
        call(momenta, t, z, p, out)
        z[nq + column] = kept
        for row in range(nq):
            matrix[row * nq + column] = (out[row] - kick * out[nq + row] - base[row]) / nudge
    pivots = target[nq : 2 * nq]
    if not factor(matrix, pivots, nq):
        return False
    last = 1e300
    for _ in range(MAX_ITERATIONS):
        call(momenta, t, z, p, out)
        for i in range(nq):
            base[i] = target[i] - out[i] + kick * out[nq + i]
        solve(matrix, pivots, base, nq)
        moved, size = 0.0, 0.0
        for i in range(nq):
            moved += abs(base[i])
            size += abs(z[nq + i])
        if not moved < last:
            return moved <= SLACK * size
        if moved == 0.0:
            return True
        for i in range(nq):
            z[nq + i] += base[i]
        last = moved
    return False


def symplectic_euler(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by p' = p - h dH/dq(q, p'), q' = q + h dH/dp(q, p'), which is implicit unless H is separable.

    It needs no H: with the rates v that belong to p' at the old q, dH/dp = v and dH/dq = -dL/dq(q, v), so v solves
    dL/dv - h dL/dq = p. The new rates are those of p' at the new q. rate: the system's `momenta`.
    Hairer, Lubich, Wanner, Geometric Numerical Integration, VI.3; Chappelier 2020, 5.2 (implicit Euler-Cromer).
    """
    n = len(y)
    nq = n // 2
    z, out, target, matrix = w[0:n], w[n : 2 * n], w[2 * n : 4 * n], w[4 * n : 4 * n + nq * nq]
    for step in range(steps):
        begin_step(w, step)
        if not spend(w, 2.0 * (n * nq + matrix_work(nq))):
            return step
        now = t + step * h
        call(rate, now, y, p, out)
        for i in range(nq):
            target[i] = out[i]
        for i in range(n):
            z[i] = y[i]
        if not _solve_rates(rate, now, z, p, target, h, out, matrix):
            return step
        for i in range(nq):
            target[i] += h * out[nq + i]
            z[i] += h * z[nq + i]
        if not _solve_rates(rate, now + h, z, p, target, 0.0, out, matrix):
            return step
        for i in range(n):
            y[i] = z[i]
    return steps


INTEGRATORS = (
    Integrator(
        name="symplectic-euler",
        title="Symplectic Euler",
        order=1,
        kind="implicit",
        evaluations=0,
        about=(
            "New momenta with old positions, then positions with them, in canonical variables: energy swings but does "
            "not drift. Hairer, Lubich, Wanner, Geometric Numerical Integration, VI.3."
        ),
        kernel=symplectic_euler,
        workspace=4,
        matrices=1,
        symplectic="always",
        rate_name="momenta",
        second_order=True,
        side_by_side=False,
    ),
)
