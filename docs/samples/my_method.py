"""An explicit method of one's own."""

from physics.core.runge_kutta import explicit_method

INTEGRATORS = (
    explicit_method(
        module=__name__,
        name="my-method",
        title="My method",
        order=2,
        about="The mean of the slopes at both ends of a step. Heun, Z. Math. Phys. 45, 1900, 23.",
        a=((1,),),
        b=(0.5, 0.5),
    ),
)
