"""The satellite: a free body with a rotor, dampers and a moving mass."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from physics.bodies import inertia
from physics.bodies.inertia import Matrix
from physics.core.fields import Choice, EnergyPart, Invariant, Parameter, Quantity, Variable, Vector
from physics.core.oriented_body import EULER, OMEGA, OrientedBody, Q, QuaternionBody
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.quaternion import euler, from_euler, rotation_matrix
from physics.maths.rounded import fused
from physics.satellite import equations as eq
from physics.satellite.craft import Craft, craft_of
from physics.satellite.momentum_space import MomentumSurfaces, momentum_surfaces
from physics.satellite.pose import layout, write_pose
from physics.satellite.quantities import (
    VALUES,
    L_x,
    L_y,
    L_z,
    energy,
    energy_scale,
    kept_axial,
    kept_energy,
    momentum_size,
)
from physics.shapes.pose import PoseLayout
from physics.types import Floats

ALONG = 1e-12
"""Part of n across axis 3 below which the rotor turns about that axis."""
EQUAL_MOMENTS = 1e-9
"""Difference of moments, over the greater, below which they are equal."""
WITH_ROTOR, FREELY, DRIVEN = {"rotor": ("free", "held")}, {"rotor": ("free",)}, {"rotor": ("held",)}
MOVING = {"moving": ("on a spring",)}
L, BALL_P, BALL_R = (
    ("momentum_x", "momentum_y", "momentum_z"),
    ("body_ball_x", "body_ball_y", "body_ball_z"),
    ("rotor_ball_x", "rotor_ball_y", "rotor_ball_z"),
)
CANONICAL = (*Q, *L, "rotor_momentum", *BALL_P, *BALL_R, "x", "push")
"""The variables that aliases stand for."""
SLIP_P = ("body_slip_1", "body_slip_2", "body_slip_3")
SLIP_R = ("rotor_slip_1", "rotor_slip_2", "rotor_slip_3")
LOSSES = ("lost_body", "lost_rotor", "lost_bearing")


def _moment(default: float, symbol: str, meaning: str) -> Parameter:
    return Parameter(default=default, unit="kg m²", low=1e-6, high=1e5, log=True, symbol=symbol, meaning=meaning)


def _turned(matrix: Matrix, vector: Matrix) -> Matrix:
    """Return a matrix (3, 3) times a vector (3,). Fused, so that more is left where the parts nearly cancel.

    The order is that of the BLAS that most processors have: logs of version 0.2.0 replay.
    """
    v_1, v_2, v_3 = vector.tolist()
    return np.array([fused(c, v_3, fused(a, v_1, b * v_2)) for a, b, c in matrix.tolist()])


def _has_rotor(system: Satellite) -> bool:
    return system.rotor != "none"


def _held(system: Satellite) -> bool:
    return system.rotor == "held"


def _moves(system: Satellite) -> bool:
    return system.moving != "none"


def _symmetric(system: Satellite) -> bool:
    return bool(system.p[eq.SYMMETRIC] > 0.0)


def _asymmetric_alone(system: Satellite) -> bool:
    return system.rotor == "none" and system.I1 != system.I2 != system.I3 and not _moves(system)


def _keeps_axial(system: Satellite) -> bool:
    p = system.p
    return system.rotor == "free" and p[eq.MOTOR] == p[eq.BEARING] == p[eq.CR] == 0.0


def _gyrostat(system: Satellite) -> bool:
    """Return whether nothing is lost and the rotor keeps its momentum or its speed: ½ omega·I omega is constant."""
    p = system.p
    damped = p[eq.CP] + p[eq.CR] > 0.0 or _moves(system)
    return not damped and (system.rotor == "held" or _keeps_axial(system))


class Satellite(QuaternionBody):
    """A satellite without external torque: a body that loses energy but no angular momentum, with or without a rotor.

    About its centre of mass L is constant in the lab, and only energy can be lost, to a ball in a viscous fluid (Kane's
    damper) in the body or in the rotor, or to a mass that slides on a spring. The turn about the axis of the largest
    moment has the least energy for a given L: a body without a rotor ends there, however it started, and a pencil that
    was spun about its length cartwheels. So did Explorer 1 (1958). With a rotor that spins against it a pencil can
    keep its attitude, if its damper sits in the part that turns slowly (Landon, Iorillo: dual spin).

    `physics/satellite/equations.py` has the equations. State: the quaternion q, body to lab; L in lab axes, whose rate
    is 0, so that no method changes a bit of it; the axial momentum h of the rotor (of a rotor that is held at a
    constant speed s against the body, Ir s); momenta of the balls in lab axes; place x and momentum P of the mass; the
    angle of the rotor; what is lost in body, rotor and bearing, and the work of the motor. omega follows from these.

    Body axes are principal axes of body and rotor together, whose moments I1, I2, I3 do not include the rotor's own
    about its axis n, nor balls and moving mass. `physics/satellite/nutation.py` has the growth of the nutation of a
    satellite that is symmetric about axis 3, exactly and by energy sink; `physics/satellite/gyrostat.py` the
    equilibria of one without dampers.

    The default is a dual-spin satellite with a damper in its despun platform: the cone of its axis closes.
    """

    name = "satellite"
    title = "Satellite"
    plotted = ("nutation",)
    kind = "satellite"

    mass = Parameter(
        default=30.0, unit="kg", low=0.1, high=1e5, log=True, symbol="m",
        meaning="mass, which sets only how large the satellite is drawn",
    )  # fmt: skip
    I1 = _moment(10.0, "I₁", "moment of inertia about axis 1, without balls and moving mass")
    I2 = _moment(10.0, "I₂", "moment of inertia about axis 2, without balls and moving mass")
    I3 = _moment(2.0, "I₃", "moment of inertia about axis 3, without balls, moving mass and a rotor's own about it")
    rotor = Choice(
        default="free", options=("none", "free", "held"),
        meaning="rotor: none, free on its bearing with a motor, or held at a constant speed against the body",
    )  # fmt: skip
    rotor_inertia = Parameter(
        default=3.0, unit="kg m²", low=1e-6, high=1e5, log=True, symbol="I_r",
        meaning="moment of inertia of the rotor about its axis", when=WITH_ROTOR,
    )  # fmt: skip
    rotor_axis = Vector(
        default=(0.0, 0.0, 1.0), unit="", low=-1.0, high=1.0, shortest=3, longest=3, symbol="n",
        meaning="direction of the rotor's axis in the body, of any length", when=WITH_ROTOR,
    )  # fmt: skip
    motor = Parameter(
        default=0.0, unit="N m", low=-1e3, high=1e3, symbol="τ_m", meaning="torque of the motor on the rotor",
        when=FREELY,
    )  # fmt: skip
    bearing = Parameter(
        default=0.0, unit="N m s", low=0.0, high=1e3, symbol="c_b", meaning="damping of the bearing", when=WITH_ROTOR,
    )  # fmt: skip
    body_ball = Parameter(
        default=0.05, unit="kg m²", low=0.0, high=1e4, symbol="J_p",
        meaning="moment of inertia of the damper ball in the body; 0: no ball",
    )  # fmt: skip
    body_damping = Parameter(
        default=0.05, unit="N m s", low=0.0, high=1e3, symbol="c_p", meaning="damping of the ball in the body"
    )
    rotor_ball = Parameter(
        default=0.0, unit="kg m²", low=0.0, high=1e4, symbol="J_r",
        meaning="moment of inertia of the damper ball in the rotor; 0: no ball", when=WITH_ROTOR,
    )  # fmt: skip
    rotor_damping = Parameter(
        default=0.05, unit="N m s", low=0.0, high=1e3, symbol="c_r", meaning="damping of the ball in the rotor",
        when=WITH_ROTOR,
    )  # fmt: skip
    moving = Choice(
        default="none", options=("none", "on a spring"), meaning="moving mass in the body: none, or on a spring"
    )
    moving_mass = Parameter(
        default=0.3, unit="kg", low=1e-6, high=1e4, log=True, symbol="μ",
        meaning="reduced mass of the moving mass: its mass times that of the rest over both", when=MOVING,
    )  # fmt: skip
    moving_place = Vector(
        default=(0.5, 0.1, -0.2), unit="m", low=-100.0, high=100.0, shortest=3, longest=3, symbol="r₀",
        meaning="place of the moving mass at rest, from the centre of mass of the others", when=MOVING,
    )  # fmt: skip
    moving_line = Vector(
        default=(0.0, 0.6, 0.8), unit="", low=-1.0, high=1.0, shortest=3, longest=3, symbol="d",
        meaning="direction in which the mass moves, of any length", when=MOVING,
    )  # fmt: skip
    stiffness = Parameter(
        default=2.0, unit="N/m", low=0.0, high=1e6, symbol="k", meaning="stiffness of its spring", when=MOVING
    )
    damping = Parameter(
        default=0.15, unit="N s/m", low=0.0, high=1e4, symbol="c", meaning="damping of its motion", when=MOVING
    )

    variables = (
        *(
            Variable(name, symbol, "", meaning, start, entry=False)
            for name, symbol, meaning, start in zip(
                Q, ("q₀", "q₁", "q₂", "q₃"),
                (
                    "scalar part of the orientation quaternion",
                    *(f"component {i} of the orientation quaternion" for i in (1, 2, 3)),
                ),
                (1.0, 0.0, 0.0, 0.0), strict=True,
            )
        ),
        *(
            Variable(name, symbol, "kg m²/s", f"angular momentum along {axis}", entry=False, role="velocity")
            for name, symbol, axis in zip(L, ("L_x", "L_y", "L_z"), ("i", "j", "the vertical"), strict=True)
        ),
        Variable(
            "rotor_momentum", "h", "kg m²/s", "angular momentum of the rotor about its axis", entry=False,
            role="velocity",
        ),
        *(
            Variable(
                name, f"b_{letter}{axis}", "kg m²/s", f"angular momentum of the ball in the {part}, along {along}",
                entry=False, role="velocity",
            )
            for names, letter, part in ((BALL_P, "p", "body"), (BALL_R, "r", "rotor"))
            for name, axis, along in zip(names, "xyz", ("i", "j", "the vertical"), strict=True)
        ),
        Variable("x", "x", "m", "place of the moving mass along its line", entry=False),
        Variable("push", "P", "kg m/s", "momentum of the moving mass along its line", entry=False, role="velocity"),
        Variable("rotor_angle", "χ", "rad", "angle of the rotor in the body", entry=False),
        Variable("lost_body", "Q_p", "J", "energy lost in the body", entry=False, role="auxiliary"),
        Variable("lost_rotor", "Q_r", "J", "energy lost in the rotor", entry=False, role="auxiliary"),
        Variable("lost_bearing", "Q_b", "J", "energy lost in the bearing", entry=False, role="auxiliary"),
        Variable("work", "W", "J", "work of the motor", entry=False, role="auxiliary"),
    )  # fmt: skip
    aliases = (
        *(replace(angle, start=0.27 if angle.name == "theta" else 0.0) for angle in EULER[:3]),
        *(
            Variable(
                name, f"ω{subscript}", "rad/s", f"angular velocity along body axis {place}", start, -1e3, 1e3,
                role="velocity",
            )
            for place, name, subscript, start in zip((1, 2, 3), OMEGA, "₁₂₃", (0.0, 0.5, 0.0), strict=True)
        ),
        Variable("rotor_speed", "s", "rad/s", "speed of the rotor against the body", 6.0, -1e3, 1e3, role="velocity"),
        Variable("extension", "x", "m", "place of the moving mass along its line", 0.0, -100.0, 100.0),
        Variable(
            "extension_rate", "x'", "m/s", "speed of the moving mass along its line", 0.0, -1e3, 1e3, role="velocity"
        ),
        *(
            Variable(
                name, f"σ_{letter}{i}", "rad/s", f"angular velocity of the ball against the {part}, along axis {i}",
                0.0, -1e3, 1e3, entry=False, role="velocity",
            )
            for names, letter, part in ((SLIP_P, "p", "body"), (SLIP_R, "r", "rotor"))
            for name, i in zip(names, "123", strict=True)
        ),
    )  # fmt: skip
    invariants = (
        Invariant(
            "energy", "E", "J", "kinetic energy and that of the spring, plus losses, minus the work of the motor",
            energy, energy_scale,
        ),
        Invariant("L_x", "L·i", "kg m²/s", "angular momentum along i", L_x, momentum_size),
        Invariant("L_y", "L·j", "kg m²/s", "angular momentum along j", L_y, momentum_size),
        Invariant("L_z", "L·k", "kg m²/s", "angular momentum along the vertical", L_z, momentum_size),
        Invariant("L", "|L|", "kg m²/s", "magnitude of the angular momentum", momentum_size),
        Invariant(
            "axial", "h", "kg m²/s", "angular momentum of the free rotor about its axis", kept_axial, momentum_size,
            applies=_keeps_axial,
        ),
        Invariant(
            "gyrostat_energy", "½ ω·I ω", "J", "energy of the gyrostat's carrier, without what the rotor has by itself",
            kept_energy, applies=_gyrostat,
        ),
    )  # fmt: skip
    quantities = (
        Quantity("theta", "θ", "rad", "angle between axis 3 and the vertical", VALUES["theta"]),
        Quantity("nutation", "∠(a, L)", "rad", "angle between axis 3 and the angular momentum", VALUES["nutation"]),
        Quantity("omega", "|ω|", "rad/s", "angular velocity", VALUES["omega"]),
        Quantity("rate_1", "ω₁", "rad/s", "angular velocity along body axis 1", VALUES["rate_1"]),
        Quantity("rate_2", "ω₂", "rad/s", "angular velocity along body axis 2", VALUES["rate_2"]),
        Quantity("rate_3", "ω₃", "rad/s", "angular velocity along body axis 3", VALUES["rate_3"]),
        Quantity("speed", "s", "rad/s", "speed of the rotor against the body", VALUES["speed"], applies=_has_rotor),
        Quantity("stored", "T", "J", "kinetic energy and that of the spring", VALUES["stored"]),
        Quantity("power", "Q'", "W", "power of all losses", VALUES["power"]),
        Quantity(
            "body_slip", "|σ_p|", "rad/s", "speed of the ball in the body against it", VALUES["body_slip"],
            applies=lambda system: system.p[eq.P_BALL] > 0.0,
        ),
        Quantity(
            "rotor_slip", "|σ_r|", "rad/s", "speed of the ball in the rotor against it", VALUES["rotor_slip"],
            applies=lambda system: system.p[eq.R_BALL] > 0.0,
        ),
        Quantity(
            "precession", "L₃/I₁", "rad/s", "precession of axis 3 about L while both are close", VALUES["precession"],
            applies=_symmetric,
        ),
        Quantity(
            "growth", "λ", "1/s", "growth rate of the nutation now: of the part of L across axis 3", VALUES["growth"],
            applies=_symmetric,
        ),
        Quantity(
            "exact_growth", "λ exact", "1/s", "growth rate of a small nutation, from the eigenvalues",
            VALUES["exact_growth"], applies=_symmetric,
        ),
        Quantity(
            "sink_growth", "λ sink", "1/s", "growth rate of a small nutation, by energy sink", VALUES["sink_growth"],
            applies=_symmetric,
        ),
        Quantity(
            "drive", "τ", "N m", "torque of the drive that holds the speed of the rotor", VALUES["drive"],
            applies=_held,
        ),
        Quantity(
            "slide_rate", "x'", "m/s", "speed of the moving mass along its line", VALUES["slide_rate"], applies=_moves
        ),
        Quantity(
            "effective_moment", "L²/2T", "kg m²", "moment about the axis L: it grows until it is the largest",
            VALUES["effective_moment"], applies=lambda system: not _has_rotor(system),
        ),
        Quantity(
            "side", "2T I₂/L²", "", "above 1 ω circles the axis of the smallest moment, below that of the largest",
            VALUES["side"], applies=lambda system: _asymmetric_alone(system),
        ),
    )  # fmt: skip
    energy_parts = (
        EnergyPart("body", "½ ω·I ω", "rotation of the body with what it carries", "kinetic"),
        EnergyPart("rotor", "½ I_r (s + ω·n)²", "rotation of the rotor about its axis", "kinetic", applies=_has_rotor),
        EnergyPart("balls", "½ Σ b²/J", "rotation of the damper balls", "kinetic"),
        EnergyPart("moving mass", "½ μ u²", "motion of the mass against the rest", "kinetic", applies=_moves),
        EnergyPart("spring", "½ k x²", "energy of the spring", "elastic", applies=_moves),
        EnergyPart("losses", "", "energy lost in body, rotor and bearing", "lost"),
        EnergyPart("motor", "", "work of the motor", "work"),
    )

    rate = staticmethod(eq.write_rates)
    settle = staticmethod(OrientedBody.settle)

    def consistent(self) -> None:
        """Raise BadInput for moments of no real body, or a direction of length 0."""
        inertia.check(self.carrier + self._rotor_moment())
        for name in ("rotor_axis", "moving_line"):
            if self.fields[name].applies(self.parameters) and not any(self.parameters[name]):
                raise BadInput(f"{name} = 0, 0, 0: must not be 0 in all three")

    def _rotor_moment(self) -> Matrix:
        """Return Ir n nᵀ, the axial moment of the rotor (3, 3) [kg m²]; 0 without one."""
        n = self.axis
        return self.rotor_inertia * np.outer(n, n) if self.rotor != "none" else np.zeros((3, 3))

    @cached_property
    def carrier(self) -> Matrix:
        """Inertia matrix of body and rotor without the rotor's axial moment, (3, 3) [kg m²]."""
        return np.diag([self.I1, self.I2, self.I3])

    @property
    def axis(self) -> Matrix:
        """The unit vector n of the rotor's axis, (3,)."""
        n = np.array(self.rotor_axis)
        return np.asarray(n / (dense.length(n) or 1.0))

    @property
    def tensor(self) -> Matrix:
        """Inertia matrix of all that turns with the body, (3, 3) [kg m²]: the carrier, with a held rotor's moment."""
        held = self._rotor_moment() if self.rotor == "held" else np.zeros((3, 3))
        return np.asarray(self.carrier + held)

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/satellite/equations.py`."""
        turns, held, moves = self.rotor != "none", self.rotor == "held", self.moving != "none"
        n = self.axis.tolist() if turns else [0.0, 0.0, 0.0]
        Ir = self.rotor_inertia if turns else 0.0
        J_p, J_r = self.body_ball, self.rotor_ball if turns else 0.0
        c_p, c_r = self.body_damping if J_p else 0.0, self.rotor_damping if J_r else 0.0
        mu = self.moving_mass if moves else 0.0
        r0 = self.moving_place if moves else (0.0, 0.0, 0.0)
        line = np.array(self.moving_line)
        d = (line / dense.length(line)).tolist() if moves else [0.0, 0.0, 0.0]
        I = self.tensor  # noqa: E741  # the symbol of inertia
        across = abs(self.I1 - self.I2) <= EQUAL_MOMENTS * max(self.I1, self.I2)
        symmetric = across and not moves and (not turns or math.hypot(n[0], n[1]) <= ALONG)
        return (
            I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2], self.I1, self.I2, self.I3,
            *n, Ir, 1.0 / Ir if Ir else 0.0, float(turns and not held), float(held),
            float(J_p > 0.0), 1.0 / J_p if J_p else 0.0, c_p, float(J_r > 0.0), 1.0 / J_r if J_r else 0.0, c_r,
            mu, 1.0 / mu if mu else 0.0, *r0, *d, *np.cross(r0, d).tolist(),
            self.stiffness if moves else 0.0, self.damping if moves else 0.0,
            self.motor if turns and not held else 0.0, self.bearing if turns else 0.0, J_p, J_r, float(symmetric),
        )  # fmt: skip

    # The start ---------------------------------------------------------------------------------------------

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables with the starts that the default angular velocities have with these parameters."""
        usual = {alias.name: alias.start for alias in type(self).aliases}
        start = {each.name: each.start for each in type(self).variables}
        start |= self._canonical(usual)
        fixed = "rotor_momentum" if self.rotor == "held" else ""  # no impulse changes it
        return tuple(
            replace(each, start=start[each.name], role="auxiliary" if each.name == fixed else each.role)
            for each in type(self).variables
        )

    def instance_aliases(self) -> tuple[Variable, ...]:
        """Return the aliases, of which those of a missing rotor or moving mass are not entered."""
        missing = {"rotor_speed"} if self.rotor == "none" else set()
        if self.moving == "none":
            missing |= {"extension", "extension_rate"}
        return tuple(replace(each, entry=False) if each.name in missing else each for each in type(self).aliases)

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """Return the start: from aliases, with defaults for those not given; what is given of the state itself is kept.

        A whole state is kept to the bit.
        """
        checked = {name: self.start_variable(name).check(value) for name, value in given.items()}
        known = {alias.name: alias.start for alias in self.aliases}
        known |= {"extension": checked["x"]} if "x" in checked else {}
        known |= {name: value for name, value in checked.items() if name in known}
        start = {each.name: each.start for each in self.variables}
        turned = [checked.get(name, start[name]) for name in Q] if any(name in checked for name in Q) else None
        if turned is not None:
            length = math.hypot(*turned)
            start |= self._canonical(known, [each / length for each in turned] if length > 0.0 else turned)
        else:
            start |= self._canonical(known)
        return self.normalized({name: checked.get(name, value) for name, value in start.items()})

    def kept_start(self) -> dict[str, float]:
        """Return the angular velocities and speeds instead of the momenta, which follow from the parameters, too."""
        others = {name: value for name, value in self.initial.items() if name not in CANONICAL}
        return {**others, **self.to_aliases(self.initial)}

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return angles, angular velocities in body axes, and the motion of mass and balls against the body."""
        y: Floats = memoryview(array("d", (start[each.name] for each in type(self).variables)))
        omega = eq.angular_velocity(y, self.p)
        s = eq.rotor_rate(y, self.p, omega)
        angles = euler([start[name] for name in Q], omega)[:3]
        slips = eq.ball_slips(y, self.p, omega, s)
        kept_p, kept_r = self.p[eq.P_BALL], self.p[eq.R_BALL]
        return {
            **dict(zip(("psi", "theta", "phi"), angles, strict=True)),
            **dict(zip(OMEGA, omega, strict=True)),
            "rotor_speed": s,
            "extension": start["x"],
            "extension_rate": eq.slide_rate(y, self.p, omega),
            **{name: kept_p * slip for name, slip in zip(SLIP_P, slips[0], strict=True)},
            **{name: kept_r * slip for name, slip in zip(SLIP_R, slips[1], strict=True)},
        }

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with these angles, angular velocities and speeds, the others as they were."""
        start = self.normalized(start)
        known = {**self.to_aliases(start), **given}
        turned = any(name in given for name in ("psi", "theta", "phi"))
        found = self._canonical(known, None if turned else [start[name] for name in Q])
        return self.normalized({**start, **found})

    def _canonical(self, given: Mapping[str, float], q: list[float] | None = None) -> dict[str, float]:
        """Return q (that of the Euler angles unless given), momenta and x for values of all aliases."""
        p = array("d", self.constants())
        q = q or list(from_euler(given["psi"], given["theta"], given["phi"]))
        omega = np.array([given[name] for name in OMEGA])
        n, e = np.array(p[eq.N1 : eq.N1 + 3]), np.array(p[eq.E1 : eq.E1 + 3])
        d, r0 = np.array(p[eq.D1 : eq.D1 + 3]), np.array(p[eq.R1 : eq.R1 + 3])
        s = given["rotor_speed"]
        h = p[eq.IR] * (s + p[eq.FREE] * dense.dot(omega, n))
        P = p[eq.MU] * (given["extension_rate"] + dense.dot(omega, e))
        rho = r0 + given["extension"] * d
        core = self.tensor + p[eq.MU] * (dense.dot(rho, rho) * np.eye(3) - np.outer(rho, rho) - np.outer(e, e))
        bp = p[eq.JP] * (omega + [given[name] for name in SLIP_P])
        br = p[eq.JR] * (omega + s * n + [given[name] for name in SLIP_R])
        R = rotation_matrix(q)
        whole, bp, br = (_turned(R, v) for v in (_turned(core, omega) + h * n + P * e + bp + br, bp, br))
        return {
            **dict(zip(Q, q, strict=True)),
            **dict(zip((*L, *BALL_P, *BALL_R), (*whole.tolist(), *bp.tolist(), *br.tolist()), strict=True)),
            "rotor_momentum": h,
            "x": given["extension"],
            "push": P,
        }

    # What is drawn -----------------------------------------------------------------------------------------

    @cached_property
    def craft(self) -> Craft:
        """What the satellite looks like, from its moments: shapes and places of its parts."""
        return craft_of(self)

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """Body, rotor and moving mass, omega and L, the end of axis 3, and L in the body."""
        craft = self.craft
        return layout(craft.body, craft.rotor, craft.moving_mass)

    def pose_constants(self) -> tuple[float, ...]:
        """Return p and the numbers of `physics/satellite/pose.py`."""
        craft = self.craft
        there = float(craft.rotor is not None), float(craft.moving_mass is not None)
        return (
            *self.constants(),
            *there,
            craft.tip,
            craft.sphere,
            *craft.rotor_place,
            *np.ravel(craft.rotor_axes).tolist(),
        )

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_pose(y, s, out)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the kinetic energies, that of the spring, the losses and the work of the motor [J]."""
        body, rotor, balls, mass = eq.kinetic_energies(y, self.p)
        found = {"body": body, "rotor": rotor, "balls": balls, "moving mass": mass}
        found["spring"] = 0.5 * self.p[eq.K] * y[eq.PLACE] * y[eq.PLACE]
        found["losses"] = sum(y[self.index(name)] for name in LOSSES)
        found["motor"] = y[eq.WORK]
        return {part.name: found[part.name] for part in self.energy_parts}

    def momentum_surfaces(self, y: Floats) -> MomentumSurfaces:
        """Return the sphere of |L| and the ellipsoid of energy at the state y, in the space of L in body axes."""
        return momentum_surfaces(y, self.p)


Satellite.variables, Satellite.aliases = Satellite().variables, Satellite().aliases
