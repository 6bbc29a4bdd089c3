"""The double pendulum of bars by its joint forces, with integrated positions."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from functools import cached_property
from math import sqrt

import numpy as np

from physics.core.fields import Invariant, Quantity, Variable
from physics.core.grip import grip_point
from physics.maths import dense
from physics.maths.trig import sincos
from physics.pendulums import double_equations
from physics.pendulums.double_bars import ANGLES, RATES, DoubleBarShape, DoubleBarSystem, along_bar, energy_scale
from physics.pendulums.double_equations import GRAVITY, H2, H3, J2, J3, M2, M3
from physics.pendulums.double_pendulum_forces import DoublePendulumForces
from physics.pendulums.double_pose import forces_by_joints, write_bars, write_joint_forces
from physics.types import Floats, GripPoint, Vector3


def _energy(system: DoublePendulumOpen, y: Floats) -> float:
    p = system.p
    upper = 0.5 * (p[M2] * (y[8] * y[8] + y[9] * y[9]) + p[J2] * y[6] * y[6]) + p[M2] * p[GRAVITY] * y[3]
    return upper + 0.5 * (p[M3] * (y[10] * y[10] + y[11] * y[11]) + p[J3] * y[7] * y[7]) + p[M3] * p[GRAVITY] * y[5]


def _gap(system: DoublePendulumOpen, y: Floats) -> float:
    """Return the larger of the gaps between the pivot and the upper bar, and between the bars [m]."""
    h2, h3 = system.p[H2], system.p[H3]
    s2, c2 = sincos(y[0])
    s3, c3 = sincos(y[1])
    u_x, u_z = y[2] - h2 * s2, y[3] + h2 * c2
    v_x, v_z = y[2] + h2 * s2 - (y[4] - h3 * s3), y[3] - h2 * c2 - (y[5] + h3 * c3)
    return max(sqrt(u_x * u_x + u_z * u_z), sqrt(v_x * v_x + v_z * v_z))


def _place(name: str, symbol: str, meaning: str) -> Variable:
    return Variable(name, symbol, "m", meaning, entry=False)


def _velocity(name: str, symbol: str, meaning: str) -> Variable:
    return Variable(name, symbol, "m/s", meaning, low=-1e15, high=1e15, entry=False, role="velocity")


class DoublePendulumOpen(DoubleBarSystem):
    """The double pendulum by its joint forces as its source integrates it: the joints drift open.

    The equations are those of "double-pendulum-forces", but the centres of the bars are integrated from their own
    accelerations (F. Legrand, "Pendule double", (51)-(56)), and no constraint ties them to the angles:

        m2 r2'' = F12 - F23 + m2 g,   m3 r3'' = F23 + m3 g

    The angles are not affected. The larger of the two joint gaps measures the drift: 0.31 m after 100 s of the source's
    second run, with its method and step of 1 ms. At the start the centres are where the angles put them.
    """

    name = "double-pendulum-open"
    title = "Double pendulum, joint drift"
    formulation = double_equations.BY_JOINTS

    variables = (
        *ANGLES,
        _place("x2", "x₂", "centre of the upper bar, along x"),
        _place("z2", "z₂", "centre of the upper bar, upwards"),
        _place("x3", "x₃", "centre of the lower bar, along x"),
        _place("z3", "z₃", "centre of the lower bar, upwards"),
        *RATES,
        _velocity("x2_dot", "ẋ₂", "velocity of the upper bar's centre, along x"),
        _velocity("z2_dot", "ż₂", "velocity of the upper bar's centre, upwards"),
        _velocity("x3_dot", "ẋ₃", "velocity of the lower bar's centre, along x"),
        _velocity("z3_dot", "ż₃", "velocity of the lower bar's centre, upwards"),
    )
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy plus that of the weights, 0 at the pivot", _energy, energy_scale),
    )
    quantities = (
        *DoubleBarSystem.quantities,
        Quantity("gap", "δ", "m", "larger of the two joint gaps", _gap),
    )

    rate = staticmethod(double_equations.open_forces)

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with both centres placed by the angles."""
        return dict(zip(start, self.resume(DoubleBarShape(*(start[v.name] for v in (*ANGLES, *RATES)))), strict=True))

    def kept_start(self) -> dict[str, float]:
        """Return the angles: the rest follows from them and the lengths."""
        return {v.name: self.initial[v.name] for v in (*ANGLES, *RATES)}

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return no aliases."""
        return {}

    def motion(self, y: Floats) -> DoubleBarShape:
        """Return angles and rates, without the gaps in the joints."""
        return DoubleBarShape(y[0], y[1], y[6], y[7])

    def resume(self, motion: DoubleBarShape) -> array[float]:
        """Return the state with these angles and rates, its joints closed."""
        h2, h3 = 0.5 * self.upper_length, 0.5 * self.lower_length
        upper, lower = along_bar(motion.theta2, h2), along_bar(motion.theta3, h3)
        turned_2, turned_3 = along_bar(motion.theta2 + 0.5 * math.pi, h2), along_bar(motion.theta3 + 0.5 * math.pi, h3)
        v_2, v_3 = motion.theta2_dot * turned_2, motion.theta3_dot * turned_3
        lower, v_3 = 2.0 * upper + lower, 2.0 * v_2 + v_3
        places = (upper[0], upper[2], lower[0], lower[2])
        return array("d", (*motion[:2], *places, *motion[2:], v_2[0], v_2[2], v_3[0], v_3[2]))

    def centres(self, y: Floats) -> tuple[Vector3, Vector3]:
        """Return the integrated centres."""
        return np.array([y[2], 0.0, y[3]]), np.array([y[4], 0.0, y[5]])

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic and the potential energy of each bar, from the integrated centres [J]."""
        p = self.p
        return {
            "upper bar": 0.5 * (p[M2] * (y[8] * y[8] + y[9] * y[9]) + p[J2] * y[6] * y[6]),
            "lower bar": 0.5 * (p[M3] * (y[10] * y[10] + y[11] * y[11]) + p[J3] * y[7] * y[7]),
            "upper weight": p[M2] * p[GRAVITY] * y[3],
            "lower weight": p[M3] * p[GRAVITY] * y[5],
        }

    @cached_property
    def _closed(self) -> DoublePendulumForces:
        return DoublePendulumForces({name: self.parameters[name] for name in self.applicable()})

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint:
        """Return the grip as if the joints were closed, so that an impulse on one bar acts on the other."""
        motion, own = self.motion(y), self.bodies(y)[body]
        held = grip_point(self._closed, memoryview(self._closed.resume(motion)), body, point)
        answer = np.zeros((len(y), 3))
        for along_axis, rates in zip(answer.T, held.answer[2:].T, strict=True):
            along_axis[6:] = self.resume(DoubleBarShape(*motion[:2], *rates))[6:]
        arm, rate, (v_x, v_z) = dense.applied(own.rotation, point), y[6 + body], y[8 + 2 * body : 10 + 2 * body]
        velocity = np.array([v_x - rate * arm[2], 0.0, v_z + rate * arm[0]])
        return GripPoint(own.position + arm, velocity, answer, held.mobility)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn, with the bars where their integrated centres are."""
        write_bars(y, s, y[2], y[3], y[4], y[5], out)
        write_joint_forces(forces_by_joints(y, s, 6), out)
