"""A bead on a hoop that turns about its vertical diameter."""

from __future__ import annotations

from functools import cached_property

from physics import Parameter, System, Variable
from physics.core.fields import EnergyPart, Invariant, Quantity
from physics.maths.trig import sincos
from physics.shapes.pose import UPRIGHT, ArrowKind, PoseLayout, write_arrow, write_body, write_point
from physics.shapes.solids import Ellipsoid
from physics.types import Floats


def _energy(system: HoopBead, y: Floats) -> float:
    p = system.p
    s, c = sincos(y[0])
    return p[0] * p[1] * p[1] * 0.5 * (y[1] * y[1] - p[3] * p[3] * s * s) + p[0] * p[2] * p[1] * (1.0 - c)


def _height(system: HoopBead, y: Floats) -> float:
    _, c = sincos(y[0])
    return system.p[1] * (1.0 - c)


class HoopBead(System):
    """A bead slides without friction on a hoop that turns with Omega about its vertical diameter.

        theta'' = sin(theta) (Omega^2 cos(theta) - g/R)

    J. E. Marsden and T. S. Ratiu, Introduction to Mechanics and Symmetry (1999).
    """

    name = "hoop-bead"
    title = "Bead on a turning hoop"
    separable = True

    mass = Parameter(default=0.1, unit="kg", low=1e-3, high=10.0, log=True, symbol="m", meaning="of the bead")
    radius = Parameter(default=0.2, unit="m", low=0.01, high=5.0, symbol="R", meaning="of the hoop")
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="acceleration of free fall")
    turning = Parameter(
        default=10.0, unit="rad/s", low=-100.0, high=100.0, symbol="Ω", meaning="angular velocity of the hoop"
    )

    variables = (
        Variable("theta", "θ", "rad", "from the lowest point", 0.3, -100.0, 100.0),
        Variable("theta_dot", "θ̇", "rad/s", "rate of the angle", 0.0, -1000.0, 1000.0, role="velocity"),
    )
    invariants = (Invariant("energy", "E", "J", "Jacobi's integral in the axes of the hoop", _energy),)
    energy_parts = (
        EnergyPart("motion", "½ m R² (θ̇² − Ω² sin² θ)", "motion in the axes of the hoop", "kinetic"),
        EnergyPart("height", "m g R (1 − cos θ)", "height of the bead", "gravity"),
    )
    quantities = (Quantity("height", "h", "m", "of the bead above the lowest point", _height),)

    def constants(self) -> tuple[float, ...]:
        """Return the numbers p: m [kg], R [m], g [m/s²], Omega [rad/s]."""
        return self.mass, self.radius, self.gravity, self.turning

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y."""
        s, c = sincos(y[0])
        dy[0] = y[1]
        dy[1] = s * (p[3] * p[3] * c - p[2] / p[1])

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the parts of the energy [J]."""
        s, c = sincos(y[0])
        m, r = self.mass, self.radius
        return {
            "motion": 0.5 * m * r * r * (y[1] * y[1] - self.turning * self.turning * s * s),
            "height": m * self.gravity * r * (1.0 - c),
        }

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """What `pose` writes."""
        return PoseLayout(
            (("bead", Ellipsoid((0.08 * self.radius,) * 3)),),
            (ArrowKind("velocity", "v", "m/s", "velocity of the bead"),),
            ("bead",),
        )

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write the places in the axes of the hoop [m], z upward."""
        si, c = sincos(y[0])
        place = s[1] * si, 0.0, -s[1] * c
        write_body(out, 0, place[0], place[1], place[2], UPRIGHT, 0.0)
        write_arrow(out, 1, 0, place, (s[1] * c * y[1], 0.0, s[1] * si * y[1]))
        write_point(out, 1, 1, 0, place)
