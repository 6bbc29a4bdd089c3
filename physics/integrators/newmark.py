"""Newmark's implicit method, solved by fixed-point iteration as in the source."""

from __future__ import annotations

import math

from physics.core.fields import Parameter
from physics.core.integrator import Integrator, Rate, call
from physics.core.work import begin_step, spend
from physics.types import Floats

MAX_ITERATIONS = 100
"""Greatest number of iterations; a loop that contracts ends long before, one that does not diverges."""


def newmark(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Integrate by Newmark's method with gamma = 1/2, beta = 1/6 (linear acceleration). Chappelier 2020, 5.3.

    With s = a(t, q, v) at the start of the step, repeat r = a(t + h, q', v'), v' = v + h/2 (r + s),
    q' = q + h v + h²/3 (r/2 + s) until q' changes by less than epsilon (Euclidean norm). For large angles 4e-16 times
    |q'| is added to epsilon: smaller changes are rounding.
    """
    n = len(y)
    nq = n // 2
    start, end, z = w[0:n], w[n : 2 * n], w[2 * n : 3 * n]
    third = h * h / 3.0
    for step in range(steps):
        begin_step(w, step)
        now = t + step * h
        call(rate, now, y, p, start)
        for i in range(n):
            z[i] = y[i]
        converged = False
        for _ in range(MAX_ITERATIONS):
            if not spend(w, n):
                return step
            call(rate, now + h, z, p, end)
            moved, size = 0.0, 0.0
            for i in range(nq):
                r, a = end[nq + i], start[nq + i]
                q = y[i] + h * y[nq + i] + third * (0.5 * r + a)
                z[nq + i] = y[nq + i] + 0.5 * h * (r + a)
                moved += (q - z[i]) * (q - z[i])
                size += q * q
                z[i] = q
            limit = s[0] + 4e-16 * math.sqrt(size)
            if moved < limit * limit:
                converged = True
                break
        if not converged:
            return step
        for i in range(n):
            y[i] = z[i]
    return steps


INTEGRATORS = (
    Integrator(
        name="newmark",
        title="Newmark",
        order=2,
        kind="implicit",
        evaluations=0,
        about=(
            "Linear acceleration within the step (γ = ½, β = 1/6), solved by a loop until it moves by less than ε. "
            "Chappelier 2020, 5.3."
        ),
        kernel=newmark,
        workspace=3,
        side_by_side=False,
        reversible=True,
        second_order=True,
        settings=(
            Parameter(
                name="epsilon",
                symbol="ε",
                default=1e-12,
                unit="",
                low=1e-15,
                high=1e-2,
                log=True,
                meaning="the loop ends when the positions move by less than this",
            ),
        ),
    ),
)
