"""Ralston's explicit method of order 3."""

from __future__ import annotations

from fractions import Fraction as F

from physics.runge_kutta import explicit_method

ralston3 = explicit_method(
    module=__name__,
    name="ralston3",
    title="Ralston 3",
    order=3,
    about=(
        "Three slopes, with the smallest bound of the error of a step that three can have. Not symplectic. "
        "Ralston, Math. Comp. 16, 1962, 431."
    ),
    a=((F(1, 2),), (0, F(3, 4))),
    b=(F(2, 9), F(1, 3), F(4, 9)),
)

INTEGRATORS = (ralston3,)
