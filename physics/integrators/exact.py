"""The exact motion from tick to tick, of systems that have it in closed form."""

from __future__ import annotations

from math import inf

from physics.core.integrator import Integrator
from physics.integrators.splitting import splitting

INTEGRATORS = (
    Integrator(
        name="exact",
        title="Exact",
        order=inf,
        kind="explicit",
        evaluations=1,
        about=(
            "The motion in closed form from tick to tick, of any length: of the free body Jacobi's elliptic functions "
            "and the integral of the precession about L. Its only error is rounding. Jacobi, J. reine angew. Math. 39, "
            "1850, 293; Whittaker, Analytical Dynamics, section 69."
        ),
        kernel=splitting,  # which replaces the state by what the system's function returns
        workspace=1,
        symplectic="always",
        reversible=True,
        rate_name="flow",
    ),
)
