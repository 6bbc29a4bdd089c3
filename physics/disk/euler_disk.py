"""Euler's disk: a disk that rolls ever flatter and faster, and stops at a finite time."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from physics.core.fields import Choice, EnergyPart, Event, Invariant, Parameter, Quantity, SharedValues, Variable
from physics.core.oriented_body import ANGLES, EULER, RATES, OrientedBody, oriented
from physics.core.report import ReportEntry, Rows
from physics.core.units import format_number
from physics.disk import equations
from physics.disk.decay import fitted
from physics.disk.equations import (
    LEAST_COSINE,
    UPRIGHT,
    dynamics,
    height,
    in_disk,
    kinetic,
    node,
    slip,
    steady_precession,
    tilt,
    velocity,
)
from physics.disk.losses import EXPONENTS, LAWS, is_slow, time_left
from physics.disk.numbers import (
    DOWN,
    GRAVITY,
    HALF,
    I1,
    I3,
    LOSS,
    MASS,
    RADIUS,
    SLID,
    X,
    Y,
)
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.quaternion import rotation_rows, to_lab
from physics.maths.rounded import whole_power
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import SolidOfRevolution
from physics.tops import table_pose
from physics.tops.rotation_energy import euler_angle_parts, split_rotation
from physics.tops.table_pose import HEAD, write_pose
from physics.types import Floats, Occurrence

THIN = 0.03
"""Thickness with which a thin disk is drawn above its lower face, in radii."""
FLATTEST = 0.06
"""Greatest tilt [rad] of the states to which the power law of small tilts is fitted."""
OMEGA = ("omega_1", "omega_2", "omega_3")
FOLLOWING = (*OMEGA, "v_x", "v_y")
"""Variables that follow from steady motion, and from rolling."""


def _energy(disk: EulerDisk, y: Floats) -> float:
    p = disk.p
    return kinetic(y, p) + p[MASS] * p[GRAVITY] * height(y, p) + y[LOSS] + y[SLID]


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    alpha, at = tilt(y), in_disk(y)
    s, c, _, _, _, w_e, w_a = at
    down = y[DOWN] > 0.5
    weight = p[MASS] * p[GRAVITY]
    out[0], out[1], out[3] = alpha, w_e / s, (0.5 / math.pi) * (c / s * w_e - w_a)
    square = steady_precession(s, c, p)
    out[2] = w_e / s / math.sqrt(square) if square > 0.0 else math.nan
    out[4], out[5], out[6], out[7] = 1.0, 0.0, 0.0, 0.0
    if not down:
        _, _, _, F_u, F_d, N, lost, slid, _ = dynamics(y, p, at)
        s_u, s_d = slip(p, at, velocity(y, p, at))
        out[4], out[5] = N / weight, (math.sqrt(F_u * F_u + F_d * F_d) / N if N > 0.0 else math.nan)
        out[6], out[7] = math.sqrt(s_u * s_u + s_d * s_d), lost + slid
    out[8] = kinetic(y, p) + weight * (height(y, p) - p[HALF])
    left = time_left(alpha, p)
    out[9] = 0.0 if down else (left if left < math.inf and is_slow(alpha, p) else math.nan)


VALUES = SharedValues(
    _write_values, "alpha", "precession", "precession_ratio", "pitch", "normal", "friction", "slip", "power", "left",
    "time_left",
)  # fmt: skip


def _slips(disk: EulerDisk) -> bool:
    return disk.contact == "slips"


def _rolls(disk: EulerDisk) -> bool:
    return disk.contact == "rolls"


def _dies(disk: EulerDisk) -> bool:
    return disk.law != "none"


def _coefficient(
    default: float, unit: str, bounds: tuple[float, float], symbol: str, meaning: str, law: str
) -> Parameter:  # fmt: skip
    low, high = bounds
    return Parameter(
        default=default, unit=unit, low=low, high=high, log=True, symbol=symbol, meaning=meaning, when={"law": (law,)}
    )


class EulerDisk(OrientedBody):
    """A coin or a heavy disk that rolls ever flatter and faster, hums higher and higher, and stops at a finite time.

    State: orientation q (body to lab), angular velocity omega in body axes, place and velocity of the centre G, energy
    lost to the law of loss and to slipping, the turn chi of the contact round the rim, and whether the disk is down.
    Body axis 3 is the axis; alpha is its angle from the vertical, the tilt of the disk from lying flat.
    `physics/disk/equations.py` has the equations of motion, `physics/disk/losses.py` the laws of loss.

    Steady with G at rest the tilted plane turns at

        psi'^2 sin(alpha) (I1 cos(alpha) - I3 h/R sin(alpha)) = m g (R cos(alpha) - h sin(alpha))

    which is 4 g / (R sin(alpha)) for a thin disk (Moffatt, Nature 404, 2000, 833): the flatter, the faster. However
    small the loss, the energy 3/2 m g R alpha ends at a finite time t_f, with alpha ~ (t_f - t)^n: n = 2/3 for dry and
    1/2 for viscous friction at the contact, 4/9 for boundary layers of the air, 1/3 for a thin layer of air below.

    contact "rolls": without slip, exact for a thin disk. A thick one that rolls drifts from the formula, since the spin
    omega_3 about its axis hardly changes: friction would have to be much more than 1 at its end. "slips": Coulomb's
    friction, smoothed below a speed epsilon; steps of at most 0.05 ms then.

    It starts in that steady motion unless its rates are given (`release`). The event `flat` ends the motion at a small
    tilt: what is left is lost at once, and the disk lies. Sensible: RK4 with steps of
    0.1 ms to alpha = 0.01 rad, 0.02 ms below.
    """

    name = "euler-disk"
    title = "Euler's disk"
    plotted = ("alpha",)
    kind = "Euler's disk"
    inlined = True

    mass = Parameter(default=0.4, unit="kg", low=1e-4, high=1e3, log=True, symbol="m", meaning="mass")
    radius = Parameter(
        default=0.0375, unit="m", low=1e-3, high=10.0, log=True, symbol="R", meaning="radius of the disk"
    )
    half_thickness = Parameter(
        default=0.0, unit="m", low=0.0, high=0.2, symbol="h", meaning="half the thickness of the disk; 0: thin"
    )
    gravity = Parameter(default=9.81, unit="m/s²", low=0.01, high=100.0, symbol="g", meaning="gravity")
    contact = Choice(
        default="rolls", options=("rolls", "slips"), meaning="whether the edge rolls without slip, or may slip"
    )
    mu = Parameter(
        default=0.3, unit="", low=0.0, high=10.0, symbol="μ", meaning="coefficient of friction of a contact that slips",
        when={"contact": ("slips",)},
    )  # fmt: skip
    epsilon = Parameter(
        default=2e-3, unit="m/s", low=1e-6, high=1.0, log=True, symbol="ε",
        meaning="speed of slip below which friction is smoothed", when={"contact": ("slips",)},
    )  # fmt: skip
    law = Choice(
        default="dry", options=tuple(LAWS),
        meaning="law of loss: contour friction dry or viscous, boundary layers of the air, thin layer of air below, "
        "or the normal force ahead of the contact",
    )  # fmt: skip
    contour_friction = _coefficient(
        3e-4, "", (1e-6, 1.0), "μ_c", "coefficient of dry contour friction", "dry"
    )  # fmt: skip
    contour_drag = _coefficient(
        3e-7, "N m s", (1e-10, 1.0), "c", "viscous contour friction over the rate of contact", "viscous"
    )  # fmt: skip
    layer_drag = _coefficient(
        8e-9, "N m s^1.5", (1e-12, 1.0), "B", "drag of the boundary layers over the precession to the power 3/2",
        "boundary-layer",
    )  # fmt: skip
    viscosity = _coefficient(1.78e-5, "Pa s", (1e-7, 10.0), "η", "viscosity of the air below the disk", "air")
    lead = _coefficient(
        1e-4, "m", (1e-9, 0.1), "δ", "distance by which the normal force is ahead of the contact", "offset"
    )  # fmt: skip
    release = Choice(
        default="steady", options=("steady", "given"),
        meaning="how it starts: steadily with its centre at rest, or at given rates",
    )  # fmt: skip
    flat_at = Parameter(
        default=2e-3, unit="rad", low=1e-4, high=0.1, log=True, symbol="α_stop",
        meaning="tilt at which the disk is down",
    )  # fmt: skip

    variables = (
        *oriented(theta=0.1, omega=(0.0, 10.220845717416978, 0.0)),
        Variable("x", "x", "m", "G along x"),
        Variable("y", "y", "m", "G along y"),
        Variable("v_x", "v_x", "m/s", "velocity of G along x", entry=False, role="velocity"),
        Variable("v_y", "v_y", "m/s", "velocity of G along y", entry=False, role="velocity"),
        Variable("loss", "W", "J", "energy lost by the law of loss, and at the end", entry=False, role="auxiliary"),
        Variable("slid", "W_s", "J", "energy lost to slipping", entry=False, role="auxiliary"),
        Variable("chi", "χ", "rad", "turn of the contact round the rim of the disk", entry=False),
        Variable(
            "down", "D", "", "1 once the disk lies flat, else 0", 0.0, 0.0, 1.0, entry=False, role="discrete"
        ),
    )  # fmt: skip
    events = (Event("flat", "the disk lies flat"),)
    invariants = (Invariant("energy", "E + W", "J", "energy of the disk plus lost energy", _energy),)
    quantities = (
        Quantity("alpha", "α", "rad", "tilt of the disk from lying flat", VALUES["alpha"]),
        Quantity("precession", "ψ̇", "rad/s", "precession: the rate at which the tilted plane turns",
                 VALUES["precession"]),
        Quantity("precession_ratio", "ψ̇/Ω", "", "precession over that of steady motion with the centre at rest",
                 VALUES["precession_ratio"]),
        Quantity("pitch", "f", "Hz", "turns of the contact round the rim in a second", VALUES["pitch"]),
        Quantity("normal", "N/mg", "", "normal force over weight", VALUES["normal"]),
        Quantity("mu_needed", "μ needed", "", "friction coefficient needed to roll, |Fₜ| / N", VALUES["friction"],
                 applies=_rolls),
        Quantity("friction", "Fₜ/N", "", "friction over normal force", VALUES["friction"], applies=_slips),
        Quantity("slip", "v_A", "m/s", "speed of slip at the contact", VALUES["slip"], applies=_slips),
        Quantity("power", "Φ", "W", "power lost", VALUES["power"]),
        Quantity("left", "E", "J", "energy that is left, above that of lying flat", VALUES["left"]),
        Quantity("time_left", "t_f − t", "s", "time left by the power law, where the tilt changes little in a turn",
                 VALUES["time_left"], applies=_dies),
    )  # fmt: skip
    energy_parts = (
        *euler_angle_parts("I₁"),
        EnergyPart("translation", "½ m v²", "motion of the centre of mass", "kinetic"),
        EnergyPart("weight", "m g z", "potential energy of the weight, 0 with G on the table", "potential"),
        EnergyPart("losses", "", "energy lost by the law of loss, to slipping and at the end, as heat", "lost"),
    )

    rate = staticmethod(equations.disk_rate)
    settle = staticmethod(equations.disk_settle)
    guards = staticmethod(equations.disk_guards)
    jump = staticmethod(equations.disk_jump)
    margin = staticmethod(equations.disk_margin)
    survey = staticmethod(equations.disk_survey)

    # Parameters and start ---------------------------------------------------------------------------------------

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/disk/numbers.py`."""
        m, R, h = self.mass, self.radius, self.half_thickness
        across, axial = m * (R * R / 4.0 + h * h / 3.0), 0.5 * m * R * R
        about_e, about_a, both = across + m * h * h, axial + m * R * R, m * R * h
        inverse = 1.0 / (about_e * about_a - both * both)
        return (
            m, self.gravity, R, h, across, axial,
            float(self.contact == "slips"), self.mu, self.epsilon, LAWS[self.law], self._law_coefficient,
            rounded.sin(self.flat_at),
            1.0 / m, 1.0 / (about_e + m * R * R), about_a * inverse, both * inverse, about_e * inverse,
        )  # fmt: skip

    @property
    def _law_coefficient(self) -> float:
        """The coefficient of the chosen law: mu_c, c, B, K = (pi/4) eta R^3 or delta."""
        return {
            "dry": self.contour_friction,
            "viscous": self.contour_drag,
            "boundary-layer": self.layer_drag,
            "air": 0.25 * math.pi * self.viscosity * whole_power(self.radius, 3),
            "offset": self.lead,
        }.get(self.law, 0.0)

    def instance_aliases(self) -> tuple[Variable, ...]:
        """Return the Euler angles, of which a steady start leaves the rates to the formula."""
        given = self.release == "given"
        return tuple(replace(each, entry=given or each.name in ANGLES) for each in EULER)

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        self.placed = any(name in given for name in OMEGA)
        return super()._checked_initial(given)

    def kept_start(self) -> dict[str, float]:
        """Return the initial values that `replace` keeps: without those that follow from steady motion."""
        left = () if self.placed else OMEGA if self.contact == "slips" else FOLLOWING
        return {name: value for name, value in super().kept_start().items() if name not in left}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with these Euler angles and rates; raises BadInput for rates of a steady start."""
        angles = {name: value for name, value in given.items() if name in ANGLES}
        rates = {name: value for name, value in given.items() if name in RATES}
        if rates and self.release == "steady":
            name, value = next(iter(rates.items()))
            raise BadInput(
                f"{name} = {format_number(value)} rad/s: must not be given for a steady start; set release to given"
            )
        start = super().from_aliases(start, angles) if angles else self.normalized(start)
        if not rates:
            return start
        self.placed = True
        return super().from_aliases(start, rates)

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start as steady motion or rolling has it; raises BadInput for a tilt that is not allowed."""
        start = super().normalized(start)
        if start["down"] not in (0.0, 1.0):
            raise BadInput(f"down = {format_number(start['down'])}: must be 0 (it moves) or 1 (it lies flat)")
        y: Floats = memoryview(array("d", start.values()))
        if start["down"] == 0.0:
            self._check_tilt(tilt(y))
            if not self.placed:
                self._start_steadily(y)
        equations.set_following(y, self.p)
        moved = dict(zip(start, y, strict=True))
        return {**start, **{name: moved[name] for name in FOLLOWING}}

    def _check_tilt(self, alpha: float) -> None:
        if not self.flat_at < alpha < UPRIGHT:
            raise BadInput(
                f"theta = {format_number(alpha)} rad: must be above flat_at, {format_number(self.flat_at)} rad, and "
                f"below {UPRIGHT} rad, where the disk stands on its edge"
            )

    def _start_steadily(self, y: Floats) -> None:
        """Set omega so that G rests in steady motion; raises BadInput where there is none."""
        s, c, e_1, e_2, _, _, _ = in_disk(y)
        square = steady_precession(s, c, self.p)
        if not square >= 0.0:
            raise BadInput(
                f"theta = {format_number(rounded.atan2(s, c))} rad: so thick a disk has no steady motion with its "
                "centre at rest at this tilt; must be less"
            )
        across = math.sqrt(square) * s
        y[4], y[5], y[6] = across * e_1, across * e_2, self.half_thickness / self.radius * across

    # What a run tells -------------------------------------------------------------------------------------------

    def trouble(self, y: Floats) -> str:
        """Return the message of a disk that leaves the table, stands on its edge or is jammed."""
        if self.margin(y, self.p) > 0.0:
            return ""
        at = in_disk(y)
        lever, push = dynamics(y, self.p, at)[8], dynamics(y, self.p, at)[5]
        _, c, _, _, _, _, _ = at
        if not c > LEAST_COSINE:
            return "the disk stands on its edge, and rolls on over the other one: try rolling-body"
        if not lever * self.mass > equations.MIN_LEVER:
            return "friction jams the disk, however hard the table pushes (Painlevé): try a smaller μ"
        if not push > 0.0:
            return (
                "the table would have to pull: the disk leaves it, which is not modelled; a larger flat_at ends before"
            )
        return "the motion has no valid digits here"

    def report(self, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
        """Return when the disk is down and at what pitch, and the power law fitted to its fall."""
        first = next(iter(events), None)
        found: dict[str, float | None] = {"down_time": first and first.time}
        moving = states[:, DOWN] < 0.5
        alpha = np.array([tilt(memoryview(array("d", row.tobytes()))) for row in states[:, :4]])
        start = float(alpha[0])
        if self.law != "none":
            found["law_exponent"] = EXPONENTS[self.law]
            left = time_left(start, self.p)
            found["law_end"] = float(t[0]) + left if left < math.inf else None
            slow = np.array([is_slow(each, self.p) for each in alpha.tolist()])
            kept = moving & slow & (alpha < FLATTEST)
            if kept.any() and (law := fitted(t[kept], alpha[kept])):
                found["exponent"], found["fitted_end"] = law.exponent, law.end
        if first:
            then: Floats = memoryview(array("d", first.before))
            found["last_pitch"] = VALUES["pitch"](self, then)
        return tuple(each.told(found.get(each.name), "not yet") for each in REPORTED)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return rotation by parts, translation, weight, and what is lost [J]."""
        p, at = self.p, in_disk(y)
        s, c, e_1, e_2, w_u, _, _ = at
        v_u, v_d = velocity(y, p, at)
        rising = (p[RADIUS] * c - p[HALF] * s) * w_u
        moments = (p[I1], p[I1], p[I3], 0.0, 0.0, 0.0)
        return {
            **split_rotation(moments, y[4:7], (s * e_1, s * e_2, c)),
            "translation": 0.5 * p[MASS] * (v_u * v_u + v_d * v_d + rising * rising),
            "weight": p[MASS] * p[GRAVITY] * height(y, p),
            "losses": y[LOSS] + y[SLID],
        }

    # Drawing ----------------------------------------------------------------------------------------------------

    @cached_property
    def solid(self) -> SolidOfRevolution:
        """The disk about G; a thin one is drawn with a little thickness above it."""
        R, h = self.radius, self.half_thickness
        if h == 0.0:
            return SolidOfRevolution(((0.0, 0.0), (R, 0.0), (R, THIN * R), (0.0, THIN * R)))
        return SolidOfRevolution(((0.0, -h), (R, -h), (R, h), (0.0, h)))

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The disk, its vectors, the upper end of its axis, G, and the contact on the table and on the disk."""
        return table_pose.layout("disk", self.solid, table_pose.SLIDING, centre=True)

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/tops/table_pose.py`, then p."""
        return table_pose.tip_of(self.solid), 1.0, *self.p

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        p, at = s[HEAD:], in_disk(y)
        sine, _, e_1, e_2, _, _, w_a = at
        u_x, u_y = node(y, sine)
        F_u, F_d, N = 0.0, 0.0, p[MASS] * p[GRAVITY]
        X_1, X_2, X_3 = 0.0, 0.0, -p[HALF]  # lying down it is supported below G
        if y[DOWN] < 0.5:
            X_1, X_2 = -p[RADIUS] * e_1, -p[RADIUS] * e_2
            _, _, _, F_u, F_d, N, _, _, _ = dynamics(y, p, at)
        write_pose(
            out, s, rotation_rows(y), (y[X], y[Y], height(y, p)), w_a, to_lab(y, y[4], y[5], y[6]),
            to_lab(y, p[I1] * y[4], p[I1] * y[5], p[I3] * y[6]), p[MASS] * p[GRAVITY], to_lab(y, X_1, X_2, X_3),
            (X_1, X_2, X_3), (0.0, 0.0, N), (F_u * u_x - F_d * u_y, F_u * u_y + F_d * u_x, N), True,
        )  # fmt: skip


REPORTED = (
    ReportEntry("down_time", "t_flat", "s", "time at which the disk is down", "End", main=True),
    ReportEntry("last_pitch", "f_end", "Hz", "turns of the contact in a second, just before", "End", main=True),
    ReportEntry("exponent", "n", "", "exponent n of the tilt, (time left)ⁿ, fitted to the run", "End", main=True),
    ReportEntry("law_exponent", "n_law", "", "exponent by the law of loss", "End"),
    ReportEntry("fitted_end", "t_f", "s", "end by that fit", "End"),
    ReportEntry("law_end", "t_f law", "s", "end by the law of loss, from the start", "End"),
)
