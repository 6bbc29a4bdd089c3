"""Euler's, Heun's and Kutta's explicit methods."""

from __future__ import annotations

from fractions import Fraction as F

from physics.core.runge_kutta import explicit_method

euler = explicit_method(
    module=__name__,
    name="euler",
    title="Euler",
    order=1,
    about="The tangent at the start of the step. Energy grows without bound. Chappelier 2020, 5.1.",
    a=(),
    b=(1,),
)

heun = explicit_method(
    module=__name__,
    name="heun",
    title="Heun",
    order=2,
    about="Mean of the slopes at the start and at Euler's end of the step. Hairer et al., Solving ODEs I, II.1.",
    a=((1,),),
    b=(F(1, 2), F(1, 2)),
)

# With y = (q, v) it is 5.4.1 of the paper, for second-order equations; as it stands it is 5.4.2.
rk4 = explicit_method(
    module=__name__,
    name="rk4",
    title="Runge–Kutta 4",
    order=4,
    about="Kutta's classical method of four slopes. Not symplectic: energy drifts slowly. Chappelier 2020, 5.4.",
    a=((F(1, 2),), (0, F(1, 2)), (0, 0, 1)),
    b=(F(1, 6), F(1, 3), F(1, 3), F(1, 6)),
)

INTEGRATORS = (euler, heun, rk4)
