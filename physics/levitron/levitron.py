"""The levitron: a spinning magnet that floats over a magnet."""

from __future__ import annotations

import math
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import EnergyPart, Event, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.core.oriented_body import EULER_BESIDE_OMEGA, OrientedBody, oriented
from physics.core.splitting_conditions import lossless
from physics.core.stability import Stability
from physics.core.units import format_number
from physics.errors import BadInput
from physics.levitron import flight
from physics.levitron.flight import (
    GRAVITY,
    I_1,
    I_3,
    LOSS,
    LOW,
    MASS,
    OMEGA,
    PLACE,
    SLID,
    TILT,
    TRAP,
    VELOCITY,
    WAY,
    field_at,
    forces,
    kinetic,
    leave_trap,
    left_in_trap,
    magnetic_energy,
    momentum,
)  # fmt: skip
from physics.levitron.ring_magnet import axis_derivatives
from physics.levitron.trap import Trap, small_motions, trap_of
from physics.maths import dense, rounded
from physics.maths.quaternion import nutation_angle, precession_rate, rotation_matrix, rotation_rows, turn
from physics.shapes.pose import BODY, ArrowKind, PoseLayout, Rows, turned, write_arrow, write_body, write_point
from physics.shapes.solids import SolidOfRevolution
from physics.types import Floats

START_HEIGHT = 0.05105036628945077
"""Height of balance over the usual base [m]."""
LOWEST, WIDEST, HIGHEST, TOUCHING = 0.4, 0.6, 2.0, 0.3
"""Limits of the trap, and the height at which a run ends, in outer radii of the base."""
START_ABOVE = 1.05
"""Least height of a start over the lowest one, and greatest height of the region over that of a start."""
HIGHEST_SPIN = 1.5
"""Greatest spin of the diagram of stability, in the greatest that is stable."""
TIP = TRAP + 9
"""Place in the numbers of `Levitron.pose_constants`: from G to the tip of the spindle [m]."""
TRAP_NAMES = (
    "trap_low", "trap_high", "heaviest", "lightest", "lower_balance", "upper_balance", "bounce_rate", "least_spin",
    "greatest_spin",
)  # fmt: skip
"""The numbers of the trap in their order in p."""


def _energy(top: Levitron, y: Floats) -> float:
    p = top.p
    return kinetic(y, p) + p[MASS] * p[GRAVITY] * y[PLACE + 2] + magnetic_energy(y, p) + y[LOSS]


def _energy_scale(top: Levitron, y: Floats) -> float:
    p = top.p
    weight = abs(p[MASS] * p[GRAVITY] * y[PLACE + 2])
    return kinetic(y, p) + weight + abs(magnetic_energy(y, p)) + abs(y[LOSS])


def _J_z(top: Levitron, y: Floats) -> float:
    orbital = y[PLACE] * y[VELOCITY + 1] - y[PLACE + 1] * y[VELOCITY]
    return momentum(y, top.p)[2] + top.p[MASS] * orbital


def _L_3(top: Levitron, y: Floats) -> float:
    return top.p[I_3] * y[OMEGA + 2]


def _momentum_scale(top: Levitron, y: Floats) -> float:
    return math.hypot(*momentum(y, top.p))


def _spin(y: Floats) -> float:
    return abs(y[OMEGA + 2])


def _omega(top: Levitron, y: Floats) -> float:
    return sqrt(y[OMEGA] * y[OMEGA] + y[OMEGA + 1] * y[OMEGA + 1] + y[OMEGA + 2] * y[OMEGA + 2])


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    out[0], out[1] = nutation_angle(y), precession_rate(y, y[OMEGA], y[OMEGA + 1])
    out[2] = sqrt(y[PLACE] * y[PLACE] + y[PLACE + 1] * y[PLACE + 1])
    for i in range(9):
        out[6 + i] = p[TRAP + i]
    B_x, B_y, B_z = field_at(y[PLACE], y[PLACE + 1], y[PLACE + 2], p)
    size = sqrt(B_x * B_x + B_y * B_y + B_z * B_z)
    out[3] = size
    out[4] = forces(y, p)[2]
    r = rotation_rows(y)
    out[5] = (r[2] * B_x + r[5] * B_y + r[8] * B_z) / size


VALUES = SharedValues(_write_values, "theta", "psi_dot", "aside", "field", "lift", "alignment", *TRAP_NAMES)


def _has_trap(top: Levitron) -> bool:
    return not math.isnan(top.trap.low)


def _is_balanced(top: Levitron) -> bool:
    return not math.isnan(top.trap.upper)


def _has_window(top: Levitron) -> bool:
    return not math.isnan(top.trap.window.low)


def _is_level(top: Levitron) -> bool:
    return top.tilt_x == 0.0 and top.tilt_y == 0.0


def _in_air(top: Levitron) -> bool:
    return top.spin_drag > 0.0 or top.turn_drag > 0.0 or top.move_drag > 0.0


ARROWS = (
    ArrowKind("weight", "mg", "N", "weight"),
    ArrowKind("force", "F", "N", "force of the base on the top"),
    ArrowKind("momentum", "L", "kg m²/s", "angular momentum about G"),
    ArrowKind("velocity", "v", "m/s", "velocity of the centre of mass"),
)


def _variables(height: float) -> tuple[Variable, ...]:
    """Return the variables of a top that starts at this height [m]."""
    return (
        *oriented(theta=0.03, omega=(0.0, 0.0, 180.0), by_omega=True),
        Variable("x", "x", "m", "the top, from the middle of the base", 0.0, -1.0, 1.0),
        Variable("y", "y", "m", "the top, from the middle of the base", 0.0, -1.0, 1.0),
        Variable("z", "z", "m", "the top, above the base", height, 0.0, 1.0),
        Variable("x_dot", "ẋ", "m/s", "velocity along x", 0.0, -1e3, 1e3, role="velocity"),
        Variable("y_dot", "ẏ", "m/s", "velocity along y", 0.0, -1e3, 1e3, role="velocity"),
        Variable("z_dot", "ż", "m/s", "velocity upward", 0.0, -1e3, 1e3, role="velocity"),
        Variable("loss", "W", "J", "work lost to the air", entry=False, role="auxiliary"),
        Variable(
            "way", "w", "", "0 in the trap; 1 once it fell onto the base, 2 slid off, 3 flew off", entry=False,
            role="discrete",
        ),
    )  # fmt: skip


class Levitron(OrientedBody):
    """A spinning magnet that floats over a magnet: the toy of Roy Harrigan, 1983.

    The top is a rigid body of revolution with a magnetic dipole at its centre of mass G, against its axis a (turned
    from it by delta). The base is a ring, magnetised along its axis, whose exact field B acts on the dipole d at r:

        m r'' = (grad B) d - m g k - c_move r',    I omega' = (I omega) × omega + d × B - c omega

    with the losses c of the spin and of turns across it. State: quaternion q and omega in body axes, r from the middle
    of the base's upper face, its velocity, and the work lost to the air. The potential energy is -d·B + m g z.

    No magnet at rest can be held by another one (Earnshaw 1842): this one would turn over and fall. One that spins
    keeps its angle to the field, as a top keeps its angle to the vertical, and is held where mu |B| + m g z is least:
    in a narrow range of heights, and of weights (`physics/levitron/trap.py`; Berry, Proc. R. Soc. A 452, 1996, 1207;
    Simon, Heflinger, Ridgway, Am. J. Phys. 65, 1997, 286). Too slow, it tips over; too fast, its axis no longer follows
    the field, and it spirals out.

    Invariants: E with the work lost; over a level base and without losses J_z = L·k + m (x v_y - y v_x); L·a where the
    dipole is along the axis and the spin is not lost. A top that leaves the trap has fallen: it is followed until it
    reaches the base.
    """

    name = "levitron"
    title = "Levitron"
    plotted = ("z", "theta")
    kind = "levitron"

    inner = Parameter(default=0.02, unit="m", low=0.0, high=0.2, symbol="r_i", meaning="radius of the hole of the base")
    outer = Parameter(default=0.05, unit="m", low=0.01, high=0.3, symbol="r_o", meaning="outer radius of the base")
    thick = Parameter(default=0.02, unit="m", low=0.001, high=0.1, symbol="h", meaning="thickness of the base")
    remanence = Parameter(
        default=0.4, unit="T", low=0.01, high=1.5, symbol="B_r",
        meaning="remanence of the base; of ferrite it falls by 0.2 % per kelvin",
    )  # fmt: skip
    mass = Parameter(default=0.0213, unit="kg", low=0.001, high=0.5, log=True, symbol="m", meaning="of the top")
    dipole = Parameter(
        default=0.65, unit="A m²", low=0.001, high=50.0, log=True, symbol="μ", meaning="magnetic moment of the top"
    )
    I1 = Parameter(
        default=1.32e-6, unit="kg m²", low=1e-12, high=1.0, log=True, symbol="I₁",
        meaning="moment of inertia of the top across its axis",
    )  # fmt: skip
    I3 = Parameter(
        default=2.2e-6, unit="kg m²", low=1e-12, high=1.0, log=True, symbol="I₃",
        meaning="moment of inertia of the top about its axis, at most 2 I₁",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")
    delta = Parameter(
        default=0.0, unit="rad", low=-0.3, high=0.3, symbol="δ", meaning="magnetic moment from the axis of the top"
    )
    tilt_x = Parameter(
        default=0.0, unit="rad", low=-0.1, high=0.1, symbol="α_x", meaning="first tilt of the base, about x"
    )
    tilt_y = Parameter(
        default=0.0, unit="rad", low=-0.1, high=0.1, symbol="α_y", meaning="second tilt of the base, about y"
    )
    spin_drag = Parameter(
        default=0.0, unit="N m s", low=0.0, high=1e-4, symbol="c_s",
        meaning="resistance of the air to the spin: torque over rate",
    )  # fmt: skip
    turn_drag = Parameter(
        default=0.0, unit="N m s", low=0.0, high=1e-4, symbol="c_t",
        meaning="resistance of the air to turns across the axis: torque over rate",
    )  # fmt: skip
    move_drag = Parameter(
        default=0.0, unit="kg/s", low=0.0, high=1.0, symbol="c_m",
        meaning="resistance of the air to the motion of G: force over velocity",
    )  # fmt: skip

    variables = _variables(START_HEIGHT)
    aliases = EULER_BESIDE_OMEGA
    events = (Event("fell", "the top has left the trap"),)
    invariants = (
        Invariant("energy", "E", "J", "kinetic energy, weight and magnet, plus the work lost", _energy, _energy_scale),
        Invariant(
            "J_z", "J·k", "kg m²/s", "angular momentum about the axis of the base", _J_z, _momentum_scale,
            applies=lambda top: _is_level(top) and not _in_air(top),
        ),
        Invariant(
            "L_3", "L·a", "kg m²/s", "angular momentum about the axis of the top", _L_3, _momentum_scale,
            applies=lambda top: top.delta == 0.0 and top.spin_drag == 0.0,
        ),
    )  # fmt: skip
    quantities = (
        Quantity("theta", "θ", "rad", "axis of the top from the vertical", VALUES["theta"]),
        Quantity("psi_dot", "ψ̇", "rad/s", "precession rate", VALUES["psi_dot"]),
        Quantity("omega", "|ω|", "rad/s", "angular velocity", _omega),
        Quantity("aside", "ρ", "m", "the top from the vertical through the base", VALUES["aside"]),
        Quantity("field", "|B|", "T", "field of the base at the top", VALUES["field"]),
        Quantity("lift", "F_z", "N", "force of the base upward", VALUES["lift"]),
        Quantity("alignment", "a·B/|B|", "", "cosine of the angle between axis and field", VALUES["alignment"]),
        Quantity("trap_low", "z₁", "m", "least height at which a fast top is stable", VALUES["trap_low"],
                 applies=_has_trap),
        Quantity("trap_high", "z₂", "m", "greatest height at which a fast top is stable", VALUES["trap_high"],
                 applies=_has_trap),
        Quantity("heaviest", "m₁", "kg", "mass that hangs at z₁, the greatest that is held", VALUES["heaviest"],
                 applies=_has_trap),
        Quantity("lightest", "m₂", "kg", "mass that hangs at z₂, the least that is held", VALUES["lightest"],
                 applies=_has_trap),
        Quantity("lower_balance", "z_u", "m", "height at which lift and weight are equal, unstable",
                 VALUES["lower_balance"], applies=lambda top: not math.isnan(top.trap.lower)),
        Quantity("upper_balance", "z₀", "m", "height at which lift and weight are equal, stable upward",
                 VALUES["upper_balance"], applies=_is_balanced),
        Quantity("bounce_rate", "f", "Hz", "frequency of small bounces", VALUES["bounce_rate"], applies=_is_balanced),
        Quantity("least_spin", "Ω₁", "rad/s", "least spin that is stable at z₀", VALUES["least_spin"],
                 applies=_has_window),
        Quantity("greatest_spin", "Ω₂", "rad/s", "greatest spin that is stable at z₀", VALUES["greatest_spin"],
                 applies=_has_window),
    )  # fmt: skip
    energy_parts = (
        EnergyPart("motion", "½ m v²", "motion of the centre of mass", "kinetic"),
        EnergyPart("spin", "½ I₃ ω₃²", "rotation about the axis", "kinetic"),
        EnergyPart("transverse", "½ I₁ (ω₁² + ω₂²)", "rotation across the axis", "kinetic"),
        EnergyPart("weight", "m g z", "potential energy of the weight, 0 at the upper face of the base", "potential"),
        EnergyPart("magnet", "−d·B", "potential energy of the dipole in the field of the base", "potential"),
        EnergyPart("air", "", "work lost to the air", "lost"),
    )

    rate = staticmethod(flight.rate)
    split_step = staticmethod(flight.split_step)

    def splitting_excess(self, y: Floats) -> float:
        """Return what a splitting step of h adds to the energy that it keeps, over h² [J/s²]."""
        return flight.splitting_excess(y, self.p)

    def why_losing(self) -> str:
        """Return which loss to the air there is (the end of a sentence), or "" without one."""
        return lossless(self.name, {name: (getattr(self, name),) for name in ("spin_drag", "turn_drag", "move_drag")})

    def consistent(self) -> None:
        """Raise BadInput for a hole wider than the base, or moments of inertia that no body has."""
        if not self.inner < self.outer:
            raise BadInput(
                f"inner = {format_number(self.inner)} m: must be less than outer, {format_number(self.outer)} m"
            )
        if not self.I3 <= 2.0 * self.I1:
            raise BadInput(
                f"I3 = {format_number(self.I3)} kg m²: must be at most 2 I1, {format_number(2.0 * self.I1)} kg m²"
            )

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with q of length 1, nothing lost; raises BadInput outside the region of the trap."""
        x, y, z = start["x"], start["y"], start["z"]
        low, high, wide = LOWEST * self.outer, HIGHEST * self.outer, WIDEST * self.outer
        if not low < z < high:
            raise BadInput(
                f"z = {format_number(z)} m: must be above {format_number(low)} m and below {format_number(high)} m, "
                f"{LOWEST:g} and {HIGHEST:g} times the outer radius of the base"
            )
        if not math.hypot(x, y) < wide:
            raise BadInput(
                f"x, y = {format_number(x)}, {format_number(y)} m: must be less than {format_number(wide)} m, "
                f"{WIDEST:g} times the outer radius of the base, from its middle"
            )
        return {**super().normalized(start), "loss": 0.0, "way": 0.0}

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables of a top that starts where it is balanced."""
        return _variables(self.balance)

    def kept_start(self) -> dict[str, float]:
        """Return the initial values without a height of balance, which parameters change."""
        in_balance = self.initial["z"] == self.balance
        return {name: value for name, value in self.initial.items() if not (in_balance and name == "z")}

    @cached_property
    def balance(self) -> float:
        """The height at which a run starts [m]: of balance, or of the greatest lift, within the region of the trap."""
        found = next((z for z in (self.trap.upper, self.trap.low) if not math.isnan(z)), self.outer)
        return min(max(found, START_ABOVE * LOWEST * self.outer), HIGHEST * self.outer / START_ABOVE)

    @cached_property
    def trap(self) -> Trap:
        """The trap of this base for this top."""
        base = self.inner, self.outer, self.thick, self.remanence
        return trap_of(base, self.mass, self.dipole, (self.I1, self.I3), self.gravity)

    @cached_property
    def base_axes(self) -> Rows:
        """The axes of the base in the lab, row by row: tilted about x, then about y."""
        first = rotation_matrix(turn(self.tilt_x, (1.0, 0.0, 0.0)))
        second = rotation_matrix(turn(self.tilt_y, (0.0, 1.0, 0.0)))
        a, b, c, d, e, f, g, h, i = dense.product(second, first).ravel().tolist()
        return a, b, c, d, e, f, g, h, i

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of `ring_magnet.py` and `flight.py`; values read those of the trap at their end."""
        trap, outer = self.trap, self.outer
        return (
            self.inner, outer, self.thick, self.remanence,
            self.mass, -self.dipole * rounded.sin(self.delta), -self.dipole * rounded.cos(self.delta), self.I1, self.I3,
            self.gravity, *self.base_axes, self.spin_drag, self.turn_drag, self.move_drag,
            LOWEST * outer, WIDEST * outer, HIGHEST * outer,
            trap.low, trap.high, trap.heaviest, trap.lightest, trap.lower, trap.upper, trap.frequency, *trap.window,
        )  # fmt: skip

    @staticmethod
    def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:
        """Return what is left of the way out of the trap [m]."""
        return (left_in_trap(y, p),)

    @staticmethod
    def jump(event: int, t: float, y: Floats, p: Floats) -> None:
        """Note by which way the top has left."""
        leave_trap(y, p)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the height above that at which the top touches the base [m]."""
        return y[PLACE + 2] - TOUCHING / LOWEST * p[LOW]

    def trouble(self, y: Floats) -> str:
        """Return how the top has come down."""
        if self.margin(y, self.p) > 0.0:
            return ""
        if y[WAY] == SLID:
            return "the top has slid off to the side and come down"
        if y[WAY] > SLID:
            return "the top has flown off upward and come down"
        return "the top has fallen onto the base"

    def stability(self) -> Stability | None:
        """Return the frequencies and growth rates of small motions about the upper balance, over the spin.

        Each of the four motions of x + i y and the axis is given once, by the size of its frequency; air is left out.
        """
        trap = self.trap
        if math.isnan(trap.upper):
            return None
        B, slope, curvature, _ = axis_derivatives(trap.upper, self.inner, self.outer, self.thick, self.remanence)
        fields, moments = (B, slope, curvature), (self.I1, self.I3)

        def eigenvalues(spin: float) -> NDArray[np.complex128]:
            roots = small_motions(spin, self.mass, self.dipole, moments, fields)
            return np.asarray(-roots.imag + 1j * np.abs(roots.real), np.complex128)

        bounded = ((trap.window.low, trap.window.high),) if _has_window(self) else ()
        top = HIGHEST_SPIN * (trap.window.high if bounded else 2.0 * self._sleeping_spin(B))
        return Stability("Ω", "rad/s", "spin", 0.0, top, eigenvalues, _spin, bounded)

    def _sleeping_spin(self, field: float) -> float:
        """Return the least spin of a sleeping top in a field [T] that turns it over [rad/s]."""
        return 2.0 * sqrt(self.dipole * abs(field) * self.I1) / self.I3

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return motion, spin, rotation across, weight and magnet, and the work lost [J]."""
        p = self.p
        u, v, w = y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]
        return {
            "motion": 0.5 * p[MASS] * (u * u + v * v + w * w),
            "spin": 0.5 * p[I_3] * y[OMEGA + 2] * y[OMEGA + 2],
            "transverse": 0.5 * p[I_1] * (y[OMEGA] * y[OMEGA] + y[OMEGA + 1] * y[OMEGA + 1]),
            "weight": p[MASS] * p[GRAVITY] * y[PLACE + 2],
            "magnet": magnetic_energy(y, p),
            "air": y[LOSS],
        }

    # Drawing ------------------------------------------------------------------------------------------------

    @property
    def radius(self) -> float:
        """The radius of the disk that has the mass and the axial moment of the top [m]."""
        return sqrt(2.0 * self.I3 / self.mass)

    @property
    def tip(self) -> float:
        """From G to the upper end of the spindle [m]."""
        return 1.5 * self.radius

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The top, a disk with a spindle, and the base; their vectors; the paths of G and of the tip."""
        r = self.radius
        rows = (
            (0.0, -0.7),
            (0.08, -0.55),
            (0.1, -0.2),
            (1.0, -0.17),
            (1.0, 0.17),
            (0.14, 0.22),
            (0.11, 1.45),
            (0.0, 1.5),
        )
        top = SolidOfRevolution(tuple((a * r, b * r) for a, b in rows))
        low, hole, edge = -self.thick, self.inner, self.outer
        base = SolidOfRevolution(
            ((0.0, low), (edge, low), (edge, 0.0), (hole, 0.0), (hole, 0.8 * low), (0.0, 0.8 * low))
        )
        return PoseLayout((("top", top), ("base", base)), ARROWS, ("centre", "tip"))

    def pose_constants(self) -> tuple[float, ...]:
        """Return the constants and where the tip is."""
        return (*self.constants(), self.tip)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        r = rotation_rows(y)
        x, y_, z = y[PLACE], y[PLACE + 1], y[PLACE + 2]
        write_body(out, 0, x, y_, z, r, y[OMEGA + 2])
        axes = (s[TILT], s[TILT + 1], s[TILT + 2], s[TILT + 3], s[TILT + 4], s[TILT + 5], s[TILT + 6], s[TILT + 7],
                s[TILT + 8])  # fmt: skip
        write_body(out, BODY, 0.0, 0.0, 0.0, axes, 0.0)
        top = x, y_, z
        write_arrow(out, 2, 0, top, (0.0, 0.0, -s[MASS] * s[GRAVITY]))
        F_x, F_y, F_z, _, _, _ = forces(y, s)
        write_arrow(out, 2, 1, top, (F_x, F_y, F_z))
        write_arrow(out, 2, 2, top, momentum(y, s))
        write_arrow(out, 2, 3, top, (y[VELOCITY], y[VELOCITY + 1], y[VELOCITY + 2]))
        write_point(out, 2, 4, 0, top)
        a_x, a_y, a_z = turned(r, 0.0, 0.0, s[TIP])
        write_point(out, 2, 4, 1, (x + a_x, y_ + a_y, z + a_z))
