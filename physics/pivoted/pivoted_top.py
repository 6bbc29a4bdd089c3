"""Base of the formulations of a pivoted top: its parameters, motion and drawing."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

import numpy as np

from physics.bodies.turned_body import BodyOfRevolution
from physics.core.fields import EnergyPart, Parameter, Quantity, SharedValues
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.euler_angles import Matrix
from physics.maths.quaternion import Quaternion, Triple, euler, rotation_matrix
from physics.pivoted.lagrange_top import LagrangeTop
from physics.pivoted.pivoted_pose import ARROWS
from physics.shapes import outlines
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Solid, SolidOfRevolution
from physics.tops.rotation_energy import euler_angle_parts
from physics.types import Floats, Motion, Vector3

POLE = 1e-4
"""Distance from theta = 0 or pi [rad] within which 1/sin(theta) leaves psi and phi too few digits."""


THRESHOLD_NAMES = ("omega_3_sleeping", "precession_slow", "precession_fast", "nutation_frequency")
"""The values that `physics.pivoted.lagrange_top.write_thresholds` writes, in its order."""


def _symmetric(top: PivotedTop) -> bool:
    return top.symmetric


def thresholds(values: SharedValues) -> tuple[Quantity, ...]:
    """Return the stability thresholds and steady motions of a symmetric top.

    Klein and Sommerfeld, Theory of the Top, IV and V. values: those of a formulation, `THRESHOLD_NAMES` among them.
    """
    return (
        Quantity(
            "omega_3_sleeping", "ω₃ₛ", "rad/s", "spin rate above which the upright top is stable",
            values["omega_3_sleeping"], applies=lambda top: top.symmetric and top.lagrange.I3 > 0.0,
        ),
        Quantity(
            "precession_slow", "Ω₁", "rad/s", "slow steady precession at this θ and ω₃; 0: there is none",
            values["precession_slow"], applies=_symmetric,
        ),
        Quantity(
            "precession_fast", "Ω₂", "rad/s", "fast steady precession at this θ and ω₃; 0: there is none",
            values["precession_fast"], applies=_symmetric,
        ),
        Quantity(
            "nutation_frequency", "Ωₙ", "rad/s", "small nutation about the slow steady precession; 0: there is none",
            values["nutation_frequency"], applies=_symmetric,
        ),
    )  # fmt: skip


WEIGHT = EnergyPart("weight", "m g z", "potential energy of the weight, 0 at the height of the pivot", "potential")


class PivotedTop(BodyOfRevolution):
    """A body with a fixed point under its own weight; a formulation adds coordinates and `motion`.

    Body axes have their origin at the pivot.
    """

    family = "pivoted top"
    kind = "pivoted top"

    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")

    @property
    def symmetric(self) -> bool:
        """Return whether the body is a symmetric top with its centre of mass on the third axis, not below the pivot."""
        return True

    @cached_property
    def lagrange(self) -> LagrangeTop:
        """The constants of the symmetric top."""
        matrix = self.inertia_about_pivot
        return LagrangeTop(float(matrix[0, 0]), float(matrix[2, 2]), self.mass * self.gravity * float(self.centre[2]))

    @cached_property
    def inertia_about_pivot(self) -> Matrix:
        """The inertia matrix about the pivot in body axes, (3, 3) [kg m²]."""
        I_A, I3 = self.inertia.about(self.inertia.z)
        return np.diag([I_A, I_A, I3])

    @cached_property
    def centre(self) -> Vector3:
        """The vector from the pivot to the centre of mass in body axes, (3,) [m]."""
        return np.array([0.0, 0.0, self.inertia.z])

    def pivoted(self, rotation: Quaternion, omega: Triple) -> Motion:
        """Return the motion with this orientation and angular velocity about the pivot."""
        matrix = rotation_matrix(rotation)
        x, y, z = dense.applied(matrix, self.centre).tolist()
        (p, q, r), (a, b, c) = omega, self.centre.tolist()
        u, v, w = dense.applied(matrix, (q * c - r * b, r * a - p * c, p * b - q * a)).tolist()
        return Motion(rotation, omega, (x, y, z), (u, v, w))

    def rotation(self, y: Floats) -> Matrix:
        """Return the rotation matrix, body to lab, (3, 3)."""
        return rotation_matrix(self.motion(y).rotation)

    def axis(self, y: Floats) -> Vector3:
        """Return the third body axis in the lab, (3,)."""
        return self.rotation(y)[:, 2]

    def omega(self, y: Floats) -> Vector3:
        """Return the angular velocity in the lab, (3,) [rad/s]."""
        motion = self.motion(y)
        return dense.applied(rotation_matrix(motion.rotation), motion.omega)

    def momentum(self, y: Floats) -> Vector3:
        """Return the angular momentum about the pivot in the lab, (3,) [kg m²/s]."""
        motion = self.motion(y)
        return dense.applied(rotation_matrix(motion.rotation), dense.applied(self.inertia_about_pivot, motion.omega))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The top and the massless rod that carries it, its vectors, and the upper end of its axis."""
        bodies = (("top", self.solid), *((("stem", rod),) if (rod := self._rod) else ()))
        return PoseLayout(bodies, ARROWS, ("tip",))

    @property
    def solid(self) -> Solid:
        """The body as it is drawn."""
        return SolidOfRevolution(self.outline)

    @property
    def solid_frame(self) -> tuple[Vector3, Matrix]:
        """Origin (3,) [m] and axes (3, 3) of `solid` in body axes."""
        return np.zeros(3), np.eye(3)

    @property
    def tip(self) -> Vector3:
        """The point whose path is drawn, in body axes, (3,) [m]."""
        return np.array([0.0, 0.0, self.outline[-1][1]])

    @property
    def _rod(self) -> Solid | None:
        lowest = self.outline[0][1]
        if lowest <= 0.0:
            return None
        return SolidOfRevolution(outlines.cylinder(lowest, 0.03 * max(r for r, _ in self.outline), 0.0))

    def pose_constants(self) -> tuple[float, ...]:
        """Return frame of the solid (3, 9), G (3), weight, tip (3), inertia about the pivot (6), number of bodies."""
        (a, f, e), (_, b, d), (_, _, c) = self.inertia_about_pivot.tolist()
        origin, axes = self.solid_frame
        return (
            *origin.tolist(), *axes.ravel().tolist(), *self.centre.tolist(), self.mass * self.gravity,
            *self.tip.tolist(), a, b, c, f, e, d, float(len(self.pose_layout.bodies)),
        )  # fmt: skip


class EulerAngleTop(PivotedTop):
    """A formulation whose state begins with the Euler angles psi, theta, phi, singular at the poles."""

    energy_parts = (*euler_angle_parts("I_A"), replace(WEIGHT, formula="m g d cos θ"))

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the distance of theta from the poles, where Euler angles are singular [rad]."""
        return min(y[1], math.pi - y[1]) - POLE

    def trouble(self, y: Floats) -> str:
        """Return the message of a top at the poles, where Euler angles are singular."""
        if self.margin(y, self.p) > 0.0:
            return ""
        pole = "0" if y[1] < 1.0 else "π"
        return (
            f"θ came within {format_number(POLE)} rad of {pole}, where Euler angles are singular "
            "(formulation heavy-top is not singular there)"
        )

    def angles(self, motion: Motion) -> tuple[float, ...]:
        """Return (psi, theta, phi, psi', theta', phi') of a motion; raises BadInput at the poles."""
        found = euler(motion.rotation, motion.omega)
        if not min(found[1], math.pi - found[1]) > POLE:
            raise BadInput(
                f"theta = {format_number(found[1])} rad: must be at least {format_number(POLE)} rad from 0 and π, "
                "where Euler angles are singular (formulation heavy-top is not singular there)"
            )
        return found
