"""The explicit method of order 3 of Shu and Osher, whose steps are means of Euler's."""

from __future__ import annotations

from fractions import Fraction as F

from physics.core.runge_kutta import explicit_method

# As a mean of Euler's steps, with E(u) = u + h f(u): u1 = E(y), u2 = 3/4 y + 1/4 E(u1), y = 1/3 y + 2/3 E(u2).
ssprk3 = explicit_method(
    module=__name__,
    name="ssprk3",
    title="SSPRK 3",
    order=3,
    about=(
        "Means of three Euler steps, so that whatever Euler's method does not let grow at this step does not grow. Not "
        "symplectic. Shu and Osher, J. Comput. Phys. 77, 1988, 439, (2.18)."
    ),
    a=((1,), (F(1, 4), F(1, 4))),
    b=(F(1, 6), F(1, 6), F(2, 3)),
)

INTEGRATORS = (ssprk3,)
