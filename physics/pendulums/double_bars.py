"""Base of the formulations of the double pendulum of bars."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cached_property
from math import sqrt
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from physics.core.fields import Choice, EnergyPart, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.errors import by_names
from physics.linkages.hanging import HangingSystem, LinkShape
from physics.maths import rounded
from physics.maths.trig import sincos
from physics.pendulums.double_equations import A11, GRAVITY, H2, H3, J2, J3, M2, M3, TRUE_A22, U, V, W
from physics.pendulums.double_pose import ARROWS, forces_in_joints
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Box
from physics.types import Floats, Vector3

UNIFORM_ROD = 1.0 / 12.0
"""Moment of inertia J / (m l²) of a uniform rod about its centre."""
THICKNESS = 0.07
"""Thickness of a bar as drawn, in the length of both bars."""


class DoubleBarShape(NamedTuple):
    """Motion of the two bars: angles [rad] and rates [rad/s]."""

    theta2: float
    theta3: float
    theta2_dot: float
    theta3_dot: float


ANGLES = (
    Variable("theta2", "θ₂", "rad", "upper bar from the downward vertical", start=2.0),
    Variable("theta3", "θ₃", "rad", "lower bar from the downward vertical", start=2.5),
)
RATES = (
    Variable("theta2_dot", "θ̇₂", "rad/s", "rate of θ₂", role="velocity"),
    Variable("theta3_dot", "θ̇₃", "rad/s", "rate of θ₃", role="velocity"),
)


def _energy(system: DoubleBarSystem, y: Floats) -> float:
    p = system.p
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    moving = 0.5 * (p[A11] * y[2] * y[2] + p[TRUE_A22] * y[3] * y[3]) + p[U] * (s2 * s3 + c2 * c3) * y[2] * y[3]
    return moving - p[V] * c2 - p[W] * c3


def energy_scale(system: DoubleBarSystem, y: Floats) -> float:
    """Return the energy above that of the bars hanging at rest [J]."""
    return system.energy(y) + system.p[V] + system.p[W]


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`; the forces last, whose equations may be singular in rounded numbers."""
    at = len(y) // 2
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    v2, v3 = 2.0 * p[H2] * y[at], 2.0 * p[H3] * y[at + 1]
    out[0] = sqrt(max(v2 * v2 + v3 * v3 + 2.0 * v2 * v3 * (s2 * s3 + c2 * c3), 0.0))
    a_x, a_z, b_x, b_z = forces_in_joints(y, p)
    out[1], out[2] = sqrt(a_x * a_x + a_z * a_z), sqrt(b_x * b_x + b_z * b_z)
    out[3], out[4], out[5], out[6] = a_x, a_z, b_x, b_z


VALUES = SharedValues(_write_values, "tip_speed", "F12", "F23", "F12_x", "F12_z", "F23_x", "F23_z")


class DoubleBarSystem(HangingSystem):
    """Two bars on two pivots, in the vertical plane x-z of the lab, whose origin is the upper pivot.

    The paper's x (down) is -z here, and its y is x. The state of a formulation begins with the angles theta2, theta3;
    its second half with their rates. formulation: of the joint forces, as in `physics/pendulums/double_equations.py`.
    """

    family = "double pendulum"
    in_plane = True
    formulation: ClassVar[float]
    variables: tuple[Variable, ...] = (*ANGLES, *RATES)

    upper_length = Parameter(
        default=1.0, unit="m", low=1e-3, high=100.0, log=True, symbol="l₂", meaning="length of the upper bar"
    )
    lower_length = Parameter(
        default=1.0, unit="m", low=1e-3, high=100.0, log=True, symbol="l₃", meaning="length of the lower bar"
    )
    upper_mass = Parameter(
        default=1.0, unit="kg", low=1e-6, high=1e6, log=True, symbol="m₂",
        meaning="mass of the upper bar, its centre at mid-bar",
    )  # fmt: skip
    lower_mass = Parameter(
        default=1.0, unit="kg", low=1e-6, high=1e6, log=True, symbol="m₃",
        meaning="mass of the lower bar, its centre at mid-bar",
    )  # fmt: skip
    inertia = Choice(
        default="uniform", options=("uniform", "given"),
        meaning="moments of inertia: those of uniform rods, m l²/12, or given ones, which bars have up to m l²/4",
    )  # fmt: skip
    upper_inertia = Parameter(
        default=UNIFORM_ROD, unit="kg m²", low=1e-12, high=1e9, log=True, symbol="J₂", when={"inertia": ("given",)},
        meaning="moment of inertia of the upper bar about its centre",
    )  # fmt: skip
    lower_inertia = Parameter(
        default=UNIFORM_ROD, unit="kg m²", low=1e-12, high=1e9, log=True, symbol="J₃", when={"inertia": ("given",)},
        meaning="moment of inertia of the lower bar about its centre",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")

    invariants: tuple[Invariant, ...] = (
        Invariant("energy", "E", "J", "kinetic energy plus that of the weights, 0 at the pivot", _energy, energy_scale),
    )
    energy_parts = (
        EnergyPart("upper bar", "½ m₂ v₂² + ½ J₂ θ̇₂²", "motion of the upper bar's centre, and its rotation", "kinetic"),
        EnergyPart("lower bar", "½ m₃ v₃² + ½ J₃ θ̇₃²", "motion of the lower bar's centre, and its rotation", "kinetic"),
        EnergyPart("upper weight", "m₂ g z₂", "potential energy of the upper bar, 0 at the pivot", "potential"),
        EnergyPart("lower weight", "m₃ g z₃", "potential energy of the lower bar, 0 at the pivot", "potential"),
    )
    quantities: tuple[Quantity, ...] = (
        Quantity("F12", "F₁₂", "N", "force in the pivot", VALUES["F12"]),
        Quantity("F23", "F₂₃", "N", "force in the joint", VALUES["F23"]),
        Quantity("F12_x", "F₁₂x", "N", "force of the support on the upper bar, along x", VALUES["F12_x"]),
        Quantity("F12_z", "F₁₂z", "N", "force of the support on the upper bar, upwards", VALUES["F12_z"]),
        Quantity("F23_x", "F₂₃x", "N", "force of the upper bar on the lower one, along x", VALUES["F23_x"]),
        Quantity("F23_z", "F₂₃z", "N", "force of the upper bar on the lower one, upwards", VALUES["F23_z"]),
        Quantity("tip_speed", "v", "m/s", "speed of the free end", VALUES["tip_speed"]),
    )

    def __init__(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(self._implied(by_names("parameters", parameters)), initial)

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return the same pendulum with some parameters or initial values changed."""
        return super().replace(self._implied(by_names("parameters", parameters)), initial)

    @classmethod
    def _implied(cls, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters with inertia set to "given" if a moment of inertia is given."""
        given = cls.named(parameters)
        implied = {"inertia": "given"} if given.keys() & {"upper_inertia", "lower_inertia"} else {}
        return {**implied, **given}

    @property
    def inertias(self) -> tuple[float, float]:
        """The moments of inertia J2, J3 about the centres of the bars [kg m²]."""
        if self.inertia == "given":
            return self.upper_inertia, self.lower_inertia
        l2, l3 = self.upper_length, self.lower_length
        return UNIFORM_ROD * self.upper_mass * l2 * l2, UNIFORM_ROD * self.lower_mass * l3 * l3

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/pendulums/double_equations.py` defines it."""
        m2, m3, l2, l3, g = self.upper_mass, self.lower_mass, self.upper_length, self.lower_length, self.gravity
        J2, J3 = self.inertias
        a11, a22 = 0.25 * m2 * l2 * l2 + m3 * l2 * l2 + J2, 0.25 * m3 * l3 * l3 + J3
        u, v, w = 0.5 * m3 * l2 * l3, (0.5 * m2 + m3) * g * l2, 0.5 * m3 * g * l3
        return m2, m3, 0.5 * l2, 0.5 * l3, J2, J3, g, a11, a22, u, v, w, a22, self.formulation

    def motion(self, y: Floats) -> DoubleBarShape:
        """Return the angles and rates."""
        return DoubleBarShape(*y)

    def resume(self, motion: DoubleBarShape) -> array[float]:
        """Return the state with these angles and rates."""
        return array("d", motion)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic and the potential energy of each bar [J]."""
        p, (s2, c2), (s3, c3) = self.p, sincos(y[0]), sincos(y[1])
        u2, u3 = p[H2] * y[2], p[H3] * y[3]
        square = 4.0 * u2 * u2 + u3 * u3 + 4.0 * (s2 * s3 + c2 * c3) * u2 * u3
        return {
            "upper bar": 0.5 * (p[M2] * u2 * u2 + p[J2] * y[2] * y[2]),
            "lower bar": 0.5 * (p[M3] * square + p[J3] * y[3] * y[3]),
            "upper weight": -p[M2] * p[GRAVITY] * p[H2] * c2,
            "lower weight": -p[M3] * p[GRAVITY] * (2.0 * p[H2] * c2 + p[H3] * c3),
        }

    def joint_forces(self, y: Floats) -> tuple[float, float, float, float]:
        """Return F12_x, F12_z on the upper bar from the support and F23_x, F23_z on the lower bar [N], in the lab.

        They are nan where masses and inertias differ by so much that the equations are singular in rounded numbers.
        """
        _, _, _, a_x, a_z, b_x, b_z = VALUES.at(self, y)
        return a_x, a_z, b_x, b_z

    # Drawing ----------------------------------------------------------------------------------------------

    def centres(self, y: Floats) -> tuple[Vector3, Vector3]:
        """Return the centres of the two bars in the lab, (3,) each [m]."""
        bars = self.motion(y)
        upper, lower = along_bar(bars.theta2, 0.5 * self.upper_length), along_bar(bars.theta3, 0.5 * self.lower_length)
        return upper, 2.0 * upper + lower

    @property
    def link_shapes(self) -> tuple[LinkShape, ...]:
        """The two bars; their axes have their origin at the centres."""
        l2, l3 = self.upper_length, self.lower_length
        return (
            LinkShape("upper bar", l2, 0.0, self.upper_mass, 0.0, 0.0, 0.5 * l2),
            LinkShape("lower bar", l3, 0.0, self.lower_mass, 0.0, 0.0, 0.5 * l3),
        )

    def points(self, y: Floats) -> Vector3:
        """Return pivot, joint and free end in the lab, (3, 3) [m]."""
        return np.array([np.zeros(3), *self.traces(y).values()])

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The bars, axis 3 up when they hang, the lower one in front of the upper one; forces; joint and free end."""
        thick = THICKNESS * (self.upper_length + self.lower_length)
        upper = Box((thick, 0.5 * thick, self.upper_length))
        lower = Box((thick, 0.5 * thick, self.lower_length), (0.0, -0.5 * thick, 0.0))
        return PoseLayout((("upper bar", upper), ("lower bar", lower)), ARROWS, ("joint", "tip"))


def along_bar(angle: float, length: float) -> Vector3:
    """Return the vector of this length down along a bar at an angle, in the lab, (3,)."""
    s, c = rounded.sincos(angle)
    return np.array([length * s, 0.0, -length * c])
