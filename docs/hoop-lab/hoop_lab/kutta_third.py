"""Kutta's method of order 3."""

from physics.core.runge_kutta import explicit_method

METHOD = explicit_method(
    module=__name__,
    name="kutta-third",
    title="Kutta 3",
    order=3,
    about="Kutta's method with three stages. Kutta, Z. Math. Phys. 46, 1901, 435.",
    a=((0.5,), (-1.0, 2.0)),
    b=(1 / 6, 2 / 3, 1 / 6),
)
