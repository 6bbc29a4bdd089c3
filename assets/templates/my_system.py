"""My system: a ball on a spring that stiffens, to begin with."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from physics import Parameter, System, Variable
from physics.core.fields import EnergyPart, Invariant, Quantity
from physics.maths.trig import PI
from physics.shapes.pose import UPRIGHT, ArrowKind, PoseLayout, write_arrow, write_body, write_point
from physics.shapes.solids import Ellipsoid
from physics.types import Floats

MASS, STIFFNESS, STIFFENING, RADIUS = range(4)
"""Places of the numbers in p."""


def _energy(system: MySystem, y: Floats) -> float:
    p, square = system.p, y[0] * y[0]
    return 0.5 * p[MASS] * y[1] * y[1] + (0.5 * p[STIFFNESS] + 0.25 * p[STIFFENING] * square) * square


def _small_period(system: MySystem, y: Floats) -> float:
    return 2.0 * PI * sqrt(system.p[MASS] / system.p[STIFFNESS])


class MySystem(System):
    """A ball on a spring that stiffens: m x'' = -k x - b x³ (Duffing 1918).

    Say here what it is, with its coordinates, its equations and where they are from: this text is its page.
    """

    name = "my-system"
    title = "My system"
    separable = True  # accelerations depend on positions alone: more methods apply

    mass = Parameter(default=0.5, unit="kg", low=1e-3, high=100.0, log=True, symbol="m", meaning="of the ball")
    stiffness = Parameter(
        default=20.0, unit="N/m", low=1e-3, high=1e5, log=True, symbol="k", meaning="of the spring near its rest"
    )
    stiffening = Parameter(
        default=200.0, unit="N/m³", low=0.0, high=1e6, symbol="b", meaning="by which the spring grows stiffer"
    )

    # Coordinates first, then their rates.
    variables = (
        Variable("x", "x", "m", "the ball, from its rest", 0.3, -10.0, 10.0),
        Variable("x_dot", "ẋ", "m/s", "velocity of the ball", 0.0, -100.0, 100.0, role="velocity"),
    )
    invariants = (Invariant("energy", "E", "J", "kinetic energy, and that of the spring", _energy),)
    energy_parts = (
        EnergyPart("motion", "½ m ẋ²", "motion of the ball", "kinetic"),
        EnergyPart("spring", "½ k x² + ¼ b x⁴", "stretch of the spring", "elastic"),
    )
    quantities = (Quantity("small_period", "T₀", "s", "period of a small swing, 2π √(m/k)", _small_period),)

    def constants(self) -> tuple[float, ...]:
        """Return the numbers p: m [kg], k [N/m], b [N/m³], the radius of the ball that is drawn [m]."""
        return self.mass, self.stiffness, self.stiffening, 0.05

    @staticmethod
    def rate(t: float, y: Floats, p: Floats, dy: Floats) -> None:
        """Write the time derivative of y. Scalar arithmetic alone: the same source becomes machine code."""
        dy[0] = y[1]
        dy[1] = -(p[1] + p[2] * y[0] * y[0]) * y[0] / p[0]

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the parts of the energy [J]."""
        moves = 0.5 * self.mass * y[1] * y[1]
        return {"motion": moves, "spring": _energy(self, y) - moves}

    # What is drawn: a ball, the force on it, and its path ---------------------------------------------------------

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """What `pose` writes: one body, one arrow, one traced point."""
        ball = Ellipsoid((self.p[RADIUS],) * 3)
        return PoseLayout((("ball", ball),), (ArrowKind("force", "F", "N", "force of the spring"),), ("ball",))

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write the places of what is drawn, in metres, z upward."""
        place = y[0], 0.0, s[3]
        write_body(out, 0, place[0], place[1], place[2], UPRIGHT, 0.0)
        write_arrow(out, 1, 0, place, (-(s[1] + s[2] * y[0] * y[0]) * y[0], 0.0, 0.0))
        write_point(out, 1, 1, 0, place)
