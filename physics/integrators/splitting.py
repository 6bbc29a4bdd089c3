"""Strang splitting: a composition of the exact flows of the parts of a Hamiltonian; of chains, RATTLE."""

from __future__ import annotations

from physics.core.integrator import Integrator, Rate, call
from physics.types import Floats


def splitting(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by half a step of flow A, one of B, half a step of A: the system's `split_step`, passed as `rate`.

    A step that has no solution makes the state nan.
    """
    n = len(y)
    for _ in range(steps):
        call(rate, h, y, p, w)
        for i in range(n):
            y[i] = w[i]
    return steps


INTEGRATORS = (
    Integrator(
        name="splitting",
        title="Splitting",
        order=2,
        kind="explicit",
        evaluations=1,
        about=(
            "Strang splitting: half kick, drift, half kick, each one exact: energy does not drift, and a top's L·k and "
            "L·a are kept to rounding. A chain is kicked and drifts link by link, and the forces that close its joints "
            "are solved for: RATTLE. Strang 1968; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4, "
            "VII.5."
        ),
        kernel=splitting,
        workspace=1,
        symplectic="always",
        reversible=True,
        rate_name="split_step",
    ),
)
