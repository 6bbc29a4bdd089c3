"""The bicycle that rides itself, by Whipple's model."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from functools import cached_property

from physics.bicycle import equations
from physics.bicycle.equations import (
    EQUATIONS,
    GEOMETRY,
    GRAVITY,
    LEAN,
    MASSES,
    PITCH,
    STEER,
    THETA_R_RATE,
    VARIABLES,
    WORK,
    YAW,
    X,
    Y,
    close_gap,
    contact_forces,
    forces_of_ground,
    gap,
    heights,
    kinetic_energies,
    margin_of,
    solved,
    write_equations,
    write_rates,
)
from physics.bicycle.linear import LinearModel, linear_model
from physics.bicycle.pose import layout, wheel, write_pose
from physics.core.fields import EnergyPart, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.core.scratch import scratch
from physics.core.stability import Stability
from physics.core.system import System
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.rounded import square
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Box
from physics.types import Floats

ROUNDING = 1e-12
"""A normal force below this part of the friction is rounding."""
TOP_SPEED = 10.0
"""Speed up to which stability is shown [m/s]."""
THIN = 0.02
"""Least side of a box that is drawn [m]."""


def _mass(default: float, symbol: str, meaning: str) -> Parameter:
    return Parameter(default=default, unit="kg", low=0.0, high=1e4, symbol=symbol, meaning=meaning)


def _moment(default: float, symbol: str, meaning: str, low: float = 0.0) -> Parameter:
    return Parameter(default=default, unit="kg m²", low=low, high=1e4, symbol=symbol, meaning=meaning)


def _place(default: float, symbol: str, meaning: str) -> Parameter:
    return Parameter(default=default, unit="m", low=-10.0, high=10.0, symbol=symbol, meaning=meaning)


def _torque(symbol: str, meaning: str) -> Parameter:
    return Parameter(default=0.0, unit="N m", low=-1e4, high=1e4, symbol=symbol, meaning=meaning)


def _rate(name: str, symbol: str, meaning: str, start: float = 0.0) -> Variable:
    return Variable(name, symbol, "rad/s", meaning, start, role="velocity")


def _energy(system: Bicycle, y: Floats) -> float:
    p, total = system.p, -y[WORK]
    kinetic, height = kinetic_energies(y, p), heights(y, p)
    for body in range(4):
        total += kinetic[body] + p[MASSES + 5 * body] * p[GRAVITY] * height[body]
    return total


def _scale(system: Bicycle, y: Floats) -> float:
    p, total = system.p, abs(y[WORK])
    kinetic, height = kinetic_energies(y, p), heights(y, p)
    for body in range(4):
        total += kinetic[body] + abs(p[MASSES + 5 * body] * p[GRAVITY] * height[body])
    return total


def _gap(system: Bicycle, y: Floats) -> float:
    return -gap(y, system.p)[0]


def _wheel_base(system: Bicycle, y: Floats) -> float:
    return system.wheel_base


def _needed(along: float, across: float, push: float) -> float:
    """Return the friction |Fₜ| / N that a force of the ground needs; nan where it does not push."""
    side = math.sqrt(along * along + across * across)
    return side / push if push > ROUNDING * side else math.nan


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    g, e, dy = scratch(GEOMETRY), scratch(EQUATIONS), scratch(VARIABLES)
    write_equations(y, p, g, e)
    u = solved(e)
    write_rates(y, p, g, e, u, dy)
    rear, front = contact_forces(g, e, u)
    speed = math.sqrt(dy[X] * dy[X] + dy[Y] * dy[Y])
    out[0], out[1] = speed, speed / abs(dy[YAW]) if dy[YAW] != 0.0 else math.nan
    out[2], out[3] = -rear[2], -front[2]
    out[4], out[5] = _needed(rear[0], rear[1], -rear[2]), _needed(front[0], front[1], -front[2])
    out[6], out[7] = rear[1], front[1]


VALUES = SharedValues(
    _write_values, "ground_speed", "track_radius", "rear_push", "front_push", "rear_mu_needed", "front_mu_needed",
    "rear_side_force", "front_side_force",
)  # fmt: skip


def _box(mass: float, I_xx: float, I_yy: float, I_zz: float) -> Box:
    """Return the box of these moments [kg m²] about the origin; sides that no box has are thin."""

    def side(across: float) -> float:
        return math.sqrt(max(6.0 * across / mass, 0.0)) if mass > 0.0 else 0.0

    sides = side(I_yy + I_zz - I_xx), side(I_zz + I_xx - I_yy), side(I_xx + I_yy - I_zz)
    return Box((max(sides[0], THIN), max(sides[1], THIN), max(sides[2], THIN)))


class Bicycle(System):
    """A bicycle with its rider fixed to it, or with none: pushed, it steers under its lean and rights itself.

    Whipple's model (1899): rear wheel R, rear frame with rider B, front frame H and front wheel F, rigid bodies; the
    wheels, knife edges or with round tyres, roll without slip on level ground. Defaults: the benchmark of Meijaard,
    Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463, 2007, 1955), whose axes are kept: x forward, y to the right, z
    DOWN, the origin on the ground; positions of centres of mass are upright, from the rear contact. Their linear model
    and the state of Basu-Mandal, Chatterjee and Papadopoulos (the same volume, 1983) follow from the equations here
    (`physics/bicycle/equations.py`), which are nonlinear.

    From a speed of 4.29 m/s (weave) to 6.02 m/s (capsize) it is stable by itself. Energy is the only invariant. Speed
    is not lost: what the lean has ends in it. Drawn axes are turned about x, so that z points up.

    State: contact of the rear wheel x, y; yaw, lean, pitch of the rear frame, steer, rotation of the wheels against
    their frames (forward is negative); rates of lean, steer and rear wheel; the work of the torques. The pitch follows
    from lean and steer: it is integrated, and set after each step to where the front wheel touches. A run ends where
    the bicycle has fallen, its steer comes to a stop, a wheel would leave the ground, or the front wheel lies flat.
    """

    name = "bicycle"
    title = "Bicycle"
    plotted = ("lean", "steer")
    kind = "bicycle"
    second_order = False

    wheel_base = Parameter(default=1.02, unit="m", low=0.1, high=10.0, symbol="w", meaning="wheel base")
    trail = Parameter(
        default=0.08, unit="m", low=-5.0, high=5.0, symbol="c",
        meaning="trail: the front contact behind the point where the steering axis meets the ground",
    )  # fmt: skip
    tilt = Parameter(
        default=math.pi / 10, unit="rad", low=-1.2, high=1.2, symbol="λ",
        meaning="tilt of the steering axis from the vertical, its top to the back",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.01, high=100.0, symbol="g", meaning="gravity")
    rear_radius = Parameter(default=0.3, unit="m", low=0.01, high=5.0, symbol="r_R", meaning="radius of the rear wheel")
    rear_mass = _mass(2.0, "m_R", "mass of the rear wheel")
    rear_Ixx = _moment(0.0603, "I_Rxx", "moment of inertia of the rear wheel about a diameter")
    rear_Iyy = _moment(0.12, "I_Ryy", "moment of inertia of the rear wheel about its axle")
    frame_mass = _mass(85.0, "m_B", "mass of rear frame and rider")
    frame_x = _place(0.3, "x_B", "centre of mass of rear frame and rider, ahead of the rear contact")
    frame_z = _place(-0.9, "z_B", "centre of mass of rear frame and rider, z down: negative above the ground")
    frame_Ixx = _moment(9.2, "I_Bxx", "moment of inertia of rear frame and rider about the x axis")
    frame_Ixz = _moment(2.4, "I_Bxz", "inertia matrix element of rear frame and rider, minus the product", -1e4)
    frame_Iyy = _moment(11.0, "I_Byy", "moment of inertia of rear frame and rider about the y axis")
    frame_Izz = _moment(2.8, "I_Bzz", "moment of inertia of rear frame and rider about the z axis")
    fork_mass = _mass(4.0, "m_H", "mass of the front frame: fork and handlebar")
    fork_x = _place(0.9, "x_H", "centre of mass of the front frame, ahead of the rear contact")
    fork_z = _place(-0.7, "z_H", "centre of mass of the front frame, z down: negative above the ground")
    fork_Ixx = _moment(0.05892, "I_Hxx", "moment of inertia of the front frame about the x axis")
    fork_Ixz = _moment(-0.00756, "I_Hxz", "inertia matrix element of the front frame, minus the product", -1e4)
    fork_Iyy = _moment(0.06, "I_Hyy", "moment of inertia of the front frame about the y axis")
    fork_Izz = _moment(0.00708, "I_Hzz", "moment of inertia of the front frame about the z axis")
    front_radius = Parameter(
        default=0.35, unit="m", low=0.01, high=5.0, symbol="r_F", meaning="radius of the front wheel"
    )
    front_mass = _mass(3.0, "m_F", "mass of the front wheel")
    front_Ixx = _moment(0.1405, "I_Fxx", "moment of inertia of the front wheel about a diameter")
    front_Iyy = _moment(0.28, "I_Fyy", "moment of inertia of the front wheel about its axle")
    rear_crown = Parameter(
        default=0.0, unit="m", low=0.0, high=1.0, symbol="ρ_R",
        meaning="radius of the round tyre of the rear wheel, part of its radius; 0: a knife edge",
    )  # fmt: skip
    front_crown = Parameter(
        default=0.0, unit="m", low=0.0, high=1.0, symbol="ρ_F",
        meaning="radius of the round tyre of the front wheel, part of its radius; 0: a knife edge",
    )  # fmt: skip
    lean_torque = _torque("T_φ", "torque that leans the rear frame to the right, from outside")
    steer_torque = _torque("T_δ", "torque of the hands on the handlebar, to the right, against the rear frame")
    drive_torque = _torque("T_R", "torque on the rear wheel against the rear frame: positive brakes, negative drives")
    fall = Parameter(default=1.2, unit="rad", low=0.1, high=1.5, symbol="φ_max", meaning="lean at which it has fallen")
    steer_stop = Parameter(
        default=1.5, unit="rad", low=0.1, high=3.0, symbol="δ_max", meaning="steer at which the handlebar is stopped"
    )

    variables = (
        Variable("x", "x", "m", "contact of the rear wheel along x"),
        Variable("y", "y", "m", "contact of the rear wheel along y, to the right"),
        Variable("yaw", "ψ", "rad", "yaw: the heading, positive to the right"),
        Variable("lean", "φ", "rad", "lean of the rear frame, positive to the right", 0.0, -1.5, 1.5),
        Variable(
            "pitch", "θ", "rad", "pitch of the rear frame about the rear axle; follows from lean and steer", entry=False
        ),
        Variable("steer", "δ", "rad", "steer of the front frame, positive to the right", 0.0, -3.0, 3.0),
        Variable(
            "theta_R", "θ_R", "rad", "rotation of the rear wheel against the rear frame: forward is negative",
            entry=False,
        ),
        Variable(
            "theta_F", "θ_F", "rad", "rotation of the front wheel against the fork: forward is negative", entry=False
        ),
        _rate("lean_rate", "φ̇", "rate of the lean", 1.0),
        _rate("steer_rate", "δ̇", "rate of the steer"),
        Variable(
            "theta_R_rate", "θ̇_R", "rad/s", "rate of the rear wheel against the rear frame: forward is negative",
            -5.0 / 0.3, entry=False, role="velocity",
        ),
        Variable("work", "W", "J", "work of the torques", entry=False, role="auxiliary"),
    )  # fmt: skip
    aliases = (
        Variable(
            "forward_speed",
            "v",
            "m/s",
            "speed at which it rides when upright: −r_R θ̇_R",
            5.0,
            -1e6,
            1e6,
            role="velocity",
        ),
    )
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy plus that of the weights, minus the work of the torques", _energy,
                  _scale),
        Invariant("gap", "z_F", "m", "height of the front wheel above the ground", _gap, _wheel_base),
    )  # fmt: skip
    quantities = (
        Quantity("ground_speed", "|c|", "m/s", "speed of the rear contact on the ground", VALUES["ground_speed"]),
        Quantity(
            "track_radius", "R", "m", "radius of curvature of the rear track; none straight ahead",
            VALUES["track_radius"],
        ),
        Quantity("rear_push", "N_R", "N", "normal force on the rear wheel", VALUES["rear_push"]),
        Quantity("front_push", "N_F", "N", "normal force on the front wheel", VALUES["front_push"]),
        Quantity(
            "rear_mu_needed", "μ_R needed", "", "friction that the rear wheel needs, |Fₜ| / N", VALUES["rear_mu_needed"]
        ),
        Quantity(
            "front_mu_needed", "μ_F needed", "", "friction that the front wheel needs, |Fₜ| / N",
            VALUES["front_mu_needed"],
        ),
        Quantity(
            "rear_side_force", "F_R", "N", "force on the rear wheel across the frame, to the right",
            VALUES["rear_side_force"],
        ),
        Quantity(
            "front_side_force", "F_F", "N", "force on the front wheel across the frame, to the right",
            VALUES["front_side_force"],
        ),
    )  # fmt: skip
    energy_parts = (
        EnergyPart("rear wheel", "½ m v² + ½ ω·I ω", "motion of the rear wheel", "kinetic"),
        EnergyPart("frame and rider", "½ m v² + ½ ω·I ω", "motion of rear frame and rider", "kinetic"),
        EnergyPart("front frame", "½ m v² + ½ ω·I ω", "motion of fork and handlebar", "kinetic"),
        EnergyPart("front wheel", "½ m v² + ½ ω·I ω", "motion of the front wheel", "kinetic"),
        EnergyPart("weight", "Σ m g h", "potential energy of the weights, 0 on the ground", "potential"),
        EnergyPart("torques", "", "work of the torques on lean, steer and rear wheel", "work"),
    )

    def consistent(self) -> None:
        """Raise BadInput for tyres thicker than their wheels, or bodies that no masses make."""
        for end in ("rear", "front"):
            crown, radius = self.parameters[f"{end}_crown"], self.parameters[f"{end}_radius"]
            if not crown < radius:
                raise BadInput(f"{end}_crown = {crown:g} m: must be less than {end}_radius, {radius:g} m")
        if not self.frame_mass + self.fork_mass > 0.0:
            raise BadInput("frame_mass = 0 kg: must be above 0 beside a fork_mass of 0 kg")

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with the pitch at which the front wheel touches; raises BadInput where none does."""
        y: Floats = memoryview(array("d", start.values()))
        y[PITCH] = 0.0
        try:
            close_gap(y, self.p)
            height = gap(y, self.p)[0]
        except (ArithmeticError, ValueError):
            height = math.nan
        if not abs(height) < 1e-9 or not abs(y[PITCH]) < 1.5:
            raise BadInput(
                f"lean = {y[LEAN]:g} rad, steer = {y[STEER]:g} rad: the front wheel does not touch the ground so; "
                "must be less"
            )
        return {**start, "pitch": y[PITCH], "work": 0.0}

    def kept_start(self) -> dict[str, float]:
        """Return the initial values with the speed instead of the rate of the rear wheel, whose radius may change."""
        kept = {name: value for name, value in self.initial.items() if name not in ("theta_R_rate", "pitch")}
        return {**kept, **self.to_aliases(self.initial)}

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the speed."""
        return {"forward_speed": -self.rear_radius * start["theta_R_rate"]}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with the given speed."""
        return self.normalized({**start, "theta_R_rate": -given["forward_speed"] / self.rear_radius})

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/bicycle/equations.py`."""
        s, c = rounded.sincos(self.tilt)
        return (
            self.gravity, c, s,
            (self.wheel_base + self.trail) * c - self.rear_radius * s,
            self.front_radius * s - self.trail * c,
            self.wheel_base * s + (self.rear_radius - self.front_radius) * c,
            self.frame_x, self.frame_z + self.rear_radius,
            self.fork_x - self.wheel_base, self.fork_z + self.front_radius,
            self.rear_radius, self.front_radius, self.rear_crown, self.front_crown,
            self.lean_torque, self.steer_torque, self.drive_torque,
            1e-3 * square(self.wheel_base) * self.front_radius, self.fall, self.steer_stop,
            self.rear_mass, self.rear_Ixx, self.rear_Iyy, self.rear_Ixx, 0.0,
            self.frame_mass, self.frame_Ixx, self.frame_Iyy, self.frame_Izz, self.frame_Ixz,
            self.fork_mass, self.fork_Ixx, self.fork_Iyy, self.fork_Izz, self.fork_Ixz,
            self.front_mass, self.front_Ixx, self.front_Iyy, self.front_Ixx, 0.0,
        )  # fmt: skip

    rate = staticmethod(equations.ride)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the lesser normal force [N], or what is left to fall, stop or lie flat [rad] once that is less."""
        g, e = scratch(GEOMETRY), scratch(EQUATIONS)
        write_equations(y, p, g, e)
        rear, front = contact_forces(g, e, solved(e))
        return margin_of(y, p, -rear[2], -front[2], g)

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Set the pitch to where the front wheel touches the ground."""
        close_gap(y, p)

    @staticmethod
    def survey(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]:
        """Write the time derivative and return the margin, both from one calculation."""
        g, e = scratch(GEOMETRY), scratch(EQUATIONS)
        write_equations(y, p, g, e)
        u = solved(e)
        write_rates(y, p, g, e, u, dy)
        rear, front = contact_forces(g, e, u)
        return (margin_of(y, p, -rear[2], -front[2], g),)

    def trouble(self, y: Floats) -> str:
        """Return why the ride has ended."""
        if self.margin(y, self.p) > 0.0:
            return ""
        if not abs(y[LEAN]) < self.fall:
            return f"the bicycle has fallen over: its lean has reached {self.fall:g} rad"
        if not abs(y[STEER]) < self.steer_stop:
            return f"the handlebar is at its stop, {self.steer_stop:g} rad, whose blow is not modelled"
        forces = forces_of_ground(y, self.p)
        for end, down in (("rear", forces[2]), ("front", forces[5])):
            if not down < 0.0:
                return f"the ground would have to pull the {end} wheel: it leaves the ground, which is not modelled"
        return "the front wheel stands across or lies flat, where it cannot roll"

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The frames, drawn as boxes of their mass and moments where no look knows better, and the wheels."""
        frame = _box(self.frame_mass, self.frame_Ixx, self.frame_Iyy, self.frame_Izz)
        fork = _box(self.fork_mass, self.fork_Ixx, self.fork_Iyy, self.fork_Izz)
        rear, front = wheel(self.rear_radius, self.rear_crown), wheel(self.front_radius, self.front_crown)
        return layout(rear, frame, fork, front)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_pose(y, s, out)

    def stability(self) -> Stability:
        """Return the eigenvalues of riding upright and straight ahead, over the speed."""
        return Stability("v", "m/s", "speed", 0.0, TOP_SPEED, self.linear.eigenvalues, self._straight_speed)

    def _straight_speed(self, y: Floats) -> float:
        return -self.rear_radius * y[THETA_R_RATE]

    @cached_property
    def linear(self) -> LinearModel:
        """The linear model about riding upright and straight ahead, by differences of the equations."""
        return linear_model(self.p, len(self.variables))

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic energy of each body, that of the weights, and the work of the torques [J]."""
        p = self.p
        weight = sum(p[MASSES + 5 * body] * p[GRAVITY] * height for body, height in enumerate(heights(y, p)))
        names = ("rear wheel", "frame and rider", "front frame", "front wheel")
        return {**dict(zip(names, kinetic_energies(y, p), strict=True)), "weight": weight, "torques": y[WORK]}
