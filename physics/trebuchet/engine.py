"""Parameters of a trebuchet, and the constants p of its equations."""

from __future__ import annotations

import math
from functools import cached_property

from physics.core.fields import Choice, Parameter, Tabulated
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths import rounded
from physics.maths.rounded import whole_power
from physics.trebuchet import air, release

DENSITIES = {"stone": 2500.0, "granite": 2700.0, "iron": 7870.0, "lead": 11340.0, "oak": 750.0, "pumpkin": 600.0}
"""Densities of projectiles [kg/m³]."""
RELEASES = {
    "velocity": release.BY_VELOCITY, "sling": release.BY_SLING, "beam": release.BY_BEAM, "finger": release.BY_PRONG,
}  # fmt: skip
LAWS = {"sphere": air.SPHERE, "subcritical": air.SUBCRITICAL, "table": air.BY_TABLE}
"""Laws of the drag coefficient by the Reynolds number."""
CLOSE = 1e-9
"""Fraction of a length or a moment that counts as rounding."""
APART = math.radians(1.0)
"""Least angle between two stops [rad]."""
NO_STOP = 1e9
"""Angle of a stop that does not exist [rad]: a beam on a high pivot turns over."""


class ThrowingMachine(System):
    """Parameters of the machine and the air; `begin` selects whether it starts cocked."""

    short_arm = Parameter(
        default=1.2, unit="m", low=0.001, high=100.0, log=True, symbol="l₁",
        meaning="short arm of the beam, on the counterweight's side",
    )  # fmt: skip
    long_arm = Parameter(
        default=5.7, unit="m", low=0.001, high=100.0, log=True, symbol="l₂", meaning="long arm, on the sling's side"
    )
    bend = Parameter(
        default=0.0, unit="rad", low=math.radians(-150.0), high=math.radians(150.0), symbol="κ",
        meaning="angle of the short arm from the line of the long arm; positive raises the cocked counterweight",
    )  # fmt: skip
    pivot_height = Parameter(
        default=4.0, unit="m", low=0.001, high=100.0, log=True, symbol="l₃", meaning="height of the pivot"
    )
    counterweight = Choice(
        default="hinged",
        options=("hinged", "fixed"),
        meaning="counterweight on a hanger or fixed to the short arm",
    )
    hanger = Parameter(
        default=1.4, unit="m", low=0.001, high=100.0, log=True, symbol="l₄",
        meaning="length from the end of the short arm to the counterweight", when={"counterweight": ("hinged",)},
    )  # fmt: skip
    sling = Parameter(
        default=5.0, unit="m", low=0.001, high=100.0, log=True, symbol="l₅", meaning="length of the sling"
    )
    counterweight_mass = Parameter(
        default=2000.0, unit="kg", low=1e-3, high=1e6, log=True, symbol="m₁", meaning="mass of the counterweight"
    )
    projectile_mass = Parameter(
        default=15.0, unit="kg", low=1e-5, high=1e5, log=True, symbol="m₂", meaning="mass of the projectile"
    )
    beam_mass = Parameter(
        default=100.0, unit="kg", low=1e-4, high=1e6, log=True, symbol="m_b", meaning="mass of the beam"
    )
    beam = Choice(
        default="uniform", options=("uniform", "point", "custom"),
        meaning="mass distribution of the beam: uniform, in its centre of mass, or as given",
    )  # fmt: skip
    beam_centre = Parameter(
        default=2.25, unit="m", low=-100.0, high=100.0, symbol="l_b",
        meaning="from the pivot to the beam's centre of mass, toward the long end", when={"beam": ("custom",)},
    )  # fmt: skip
    beam_offset = Parameter(
        default=0.0, unit="m", low=-100.0, high=100.0, symbol="h_b",
        meaning="from the long arm's line to the beam's centre of mass; positive on the underside of the cocked beam",
        when={"beam": ("custom",)},
    )  # fmt: skip
    beam_inertia = Parameter(
        default=903.0, unit="kg m²", low=1e-9, high=1e10, log=True, symbol="I_b",
        meaning="moment of inertia of the beam about the pivot", when={"beam": ("custom",)},
    )  # fmt: skip
    counterweight_inertia = Parameter(
        default=0.0, unit="kg m²", low=0.0, high=1e9, symbol="I_c",
        meaning="moment of inertia of the counterweight about its own centre",
    )  # fmt: skip
    pouch_mass = Parameter(
        default=0.0, unit="kg", low=0.0, high=1e4, symbol="m_p", meaning="mass of the pouch, which stays with the sling"
    )
    material = Choice(
        default="stone", options=(*DENSITIES, "density", "diameter"),
        meaning="projectile: its material, or what gives its size",
    )  # fmt: skip
    density = Parameter(
        default=2500.0, unit="kg/m³", low=1.0, high=25000.0, log=True, symbol="ρ₂",
        meaning="density of the projectile", when={"material": ("density",)},
    )  # fmt: skip
    diameter = Parameter(
        default=0.22545033035736536, unit="m", low=1e-4, high=20.0, log=True, symbol="d",
        meaning="diameter of the projectile", when={"material": ("diameter",)},
    )  # fmt: skip
    release = Choice(
        default="velocity", options=tuple(RELEASES),
        meaning=(
            "release by the projectile's velocity, once sling and hanger have left the stops that hold them cocked, "
            "by the sling's angle, the beam's, or a prong it slips off"
        ),
    )  # fmt: skip
    release_angle = Parameter(
        default=math.radians(45.0), unit="rad", low=-math.pi / 2, high=math.pi, symbol="θ_r",
        meaning="elevation of the velocity, or angle of the sling, at the release",
        when={"release": ("velocity", "sling")},
    )  # fmt: skip
    beam_angle = Parameter(
        default=0.12, unit="rad", low=-math.pi, high=math.pi, symbol="α_r", meaning="the beam's angle at the release",
        when={"release": ("beam",)},
    )  # fmt: skip
    finger_angle = Parameter(
        default=0.84, unit="rad", low=-math.pi / 2, high=math.pi, symbol="δ",
        meaning="angle by which the prong is bent forward from the beam's axis", when={"release": ("finger",)},
    )  # fmt: skip
    finger_friction = Parameter(
        default=0.0, unit="", low=0.0, high=10.0, symbol="μ_f", meaning="coefficient of friction of ring and prong",
        when={"release": ("finger",)},
    )  # fmt: skip
    trough = Choice(
        default="ground", options=("ground", "none"),
        meaning="sliding on the ground, or no ground: the stone may pass below it",
    )  # fmt: skip
    trough_friction = Parameter(
        default=0.0, unit="", low=0.0, high=2.0, symbol="μ", meaning="coefficient of friction of stone and trough",
        when={"trough": ("ground",)},
    )  # fmt: skip
    static_friction = Parameter(
        default=0.0, unit="", low=0.0, high=2.0, symbol="μ_s",
        meaning="coefficient of static friction of stone and trough, where it is above the other",
        when={"trough": ("ground",)},
    )  # fmt: skip
    restitution = Parameter(
        default=0.5, unit="", low=0.0, high=1.0, symbol="e",
        meaning="restitution of sling, hanger and tip at their stops: 0 no bounce, 1 no loss",
    )  # fmt: skip
    beam_stops = Choice(
        default="ground", options=("ground", "angles"),
        meaning="what stops the beam: the ground under its tip alone, or stops of the frame too",
    )  # fmt: skip
    beam_low = Parameter(
        default=-math.pi / 4, unit="rad", low=-math.pi, high=math.pi, symbol="α₁",
        meaning="angle at which the frame stops a beam that swings forward", when={"beam_stops": ("angles",)},
    )  # fmt: skip
    beam_high = Parameter(
        default=math.pi, unit="rad", low=-math.pi, high=math.pi, symbol="α₂",
        meaning="angle at which the frame stops a beam that swings back", when={"beam_stops": ("angles",)},
    )  # fmt: skip
    sling_low = Parameter(
        default=0.0, unit="rad", low=0.0, high=math.tau, symbol="β₁",
        meaning="least angle of sling and long arm; 0: the sling meets the arm",
    )  # fmt: skip
    sling_high = Parameter(
        default=math.tau, unit="rad", low=0.0, high=math.tau, symbol="β₂",
        meaning="greatest angle of sling and long arm; 360°: the sling meets the arm",
    )  # fmt: skip
    hanger_low = Parameter(
        default=0.0, unit="rad", low=0.0, high=math.tau, symbol="γ₁",
        meaning="least angle of hanger and short arm; 0: the hanger meets the arm", when={"counterweight": ("hinged",)},
    )  # fmt: skip
    hanger_high = Parameter(
        default=math.tau, unit="rad", low=0.0, high=math.tau, symbol="γ₂",
        meaning="greatest angle of hanger and short arm; 360°: the hanger meets the arm",
        when={"counterweight": ("hinged",)},
    )  # fmt: skip
    drag = Choice(
        default="given", options=("given", "sphere", "subcritical", "table", "none"),
        meaning="drag coefficient: given, of a smooth sphere with its drag crisis or without, from a table, or none",
    )  # fmt: skip
    drag_coefficient = Parameter(
        default=0.5, unit="", low=0.0, high=10.0, symbol="C_d", meaning="drag coefficient", when={"drag": ("given",)}
    )
    drag_table = Tabulated(
        default=((1e3, 0.5), (1e7, 0.5)), unit="", low=0.0, high=100.0, longest=200, symbol="C_d(Re)",
        columns=("Re", "C_d"), least=1e-6, most=1e12, when={"drag": ("table",)}, curve=air.drag_curve,
        meaning="drag coefficient by Reynolds number, between the rows by a monotone cubic in log Re",
    )  # fmt: skip
    air_density = Parameter(default=1.225, unit="kg/m³", low=0.0, high=100.0, symbol="ρ", meaning="density of the air")
    viscosity = Parameter(
        default=1.47e-5, unit="m²/s", low=1e-8, high=1.0, log=True, symbol="ν",
        meaning="kinematic viscosity of the air", when={"drag": ("sphere", "subcritical", "table")},
    )  # fmt: skip
    air = Choice(
        default="flight", options=("flight", "sling"),
        meaning="where the air acts on the stone: in flight alone, or in the sling too",
    )  # fmt: skip
    spin = Parameter(
        default=0.0, unit="rad/s", low=-1e4, high=1e4, symbol="ω",
        meaning="spin of the projectile in flight; positive: topspin (lift downward)",
    )  # fmt: skip
    wind_speed = Parameter(
        default=0.0, unit="m/s", low=-100.0, high=100.0, symbol="v_w", meaning="speed of the wind; negative: headwind"
    )
    wind_elevation = Parameter(
        default=0.0, unit="rad", low=-math.pi / 2, high=math.pi / 2, symbol="i_w", meaning="elevation of the wind"
    )
    gravity = Parameter(default=9.81, unit="m/s²", low=0.01, high=100.0, symbol="g", meaning="gravity")
    time_limit = Parameter(
        default=20.0, unit="s", low=0.01, high=1e4, log=True, symbol="t_max",
        meaning="time limit for the release",
    )  # fmt: skip
    begin = Choice(
        default="cocked", options=("cocked", "given"),
        meaning="cocked: tip on the ground, hanger vertical, sling horizontal, at rest; or by the initial values",
    )  # fmt: skip

    @property
    def ball(self) -> float:
        """The diameter of the projectile [m]."""
        if self.material == "diameter":
            return self.diameter
        density = DENSITIES.get(self.material, self.density)
        return rounded.power(6.0 * self.projectile_mass / (math.pi * density), 1.0 / 3.0)

    @property
    def hangs(self) -> float:
        """The length of the hanger [m], 0 for a fixed counterweight."""
        return self.hanger if self.counterweight == "hinged" else 0.0

    @property
    def cocked_angle(self) -> float:
        """The angle alpha with the tip on the ground [rad]."""
        return math.pi - rounded.acos(min(self.pivot_height / self.long_arm, 1.0))

    @property
    def lowered(self) -> float:
        """The height of the short arm's end below the pivot while the tip is on the ground [m]; negative: above it."""
        if self.bend == 0.0 and self.long_arm > self.pivot_height:
            return -self.short_arm * self.pivot_height / self.long_arm
        return self.short_arm * rounded.cos(self.cocked_angle + self.bend)

    @property
    def beam_limits(self) -> tuple[float, float]:
        """The angles between which ground and frame let the beam turn [rad]; `NO_STOP` where nothing stops it."""
        ground = self.cocked_angle if self.long_arm > self.pivot_height else NO_STOP
        if self.beam_stops == "ground":
            return -ground, ground
        return max(self.beam_low, -ground), min(self.beam_high, ground)

    @property
    def stops(self) -> dict[str, tuple[float, float]]:
        """The stops of beam, sling and hanger, by the first word of their parameters [rad]."""
        return {
            "beam": self.beam_limits, "sling": (self.sling_low, self.sling_high),
            "hanger": (self.hanger_low, self.hanger_high),
        }  # fmt: skip

    def _beam(self) -> tuple[float, float, float]:
        """Return the beam's centre of mass along and across the long arm [m], and moment of inertia about the pivot
        [kg m²].

        A bent uniform beam is two rods: their inertia about the pivot is that of a straight one.
        """
        l1, l2, m = self.short_arm, self.long_arm, self.beam_mass
        if self.beam == "custom":
            return self.beam_centre, self.beam_offset, self.beam_inertia
        along, side = 0.5 * (l2 - l1), 0.0
        if self.bend != 0.0:
            along = 0.5 * (l2 * l2 - l1 * l1 * rounded.cos(self.bend)) / (l1 + l2)
            side = -0.5 * l1 * l1 * rounded.sin(self.bend) / (l1 + l2)
        inertia = along * along + side * side if self.beam == "point" else (l1 * l1 - l1 * l2 + l2 * l2) / 3.0
        return along, side, m * inertia

    def _threshold(self) -> float:
        """Return the threshold of the angle that triggers the release [rad]."""
        if self.release == "beam":
            return self.beam_angle
        if self.release == "finger":
            return 0.5 * math.pi + self.finger_angle + rounded.atan(self.finger_friction)
        return self.release_angle + 0.5 * math.pi

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/trebuchet/machine.py` defines it."""
        along, side, inertia = self._beam()
        radius = 0.5 * self.ball
        area = math.pi * radius * radius
        drag = 0.0 if self.drag == "none" else 0.5 * self.air_density * area
        return (
            self.short_arm, self.long_arm, self.pivot_height, self.hangs, self.sling,
            self.counterweight_mass, self.projectile_mass, self.pouch_mass, self.beam_mass,
            self.beam_mass * along, inertia, self.counterweight_inertia, float(self.counterweight == "hinged"),
            self.gravity, float(self.trough == "ground"), self.trough_friction,
            RELEASES[self.release], rounded.cos(self.release_angle), rounded.sin(self.release_angle), self._threshold(),
            self.restitution,
            drag * self.drag_coefficient if self.drag == "given" else drag,
            LAWS.get(self.drag, air.GIVEN), self.ball / self.viscosity,
            0.5 * math.pi * whole_power(radius, 3) * self.air_density * self.spin,
            self.wind_speed * rounded.cos(self.wind_elevation), self.wind_speed * rounded.sin(self.wind_elevation),
            self.time_limit,
            rounded.cos(self.bend), rounded.sin(self.bend), self.beam_mass * side,
            *self.beam_limits, self.sling_low, self.sling_high, self.hanger_low, self.hanger_high,
            max(self.trough_friction, self.static_friction), float(self.air == "sling"), self.spin,
            *(air.table(self.drag_table) if self.drag == "table" else (0.0,)),
        )  # fmt: skip

    def consistent(self) -> None:
        """Raise BadInput for a machine that cannot be built, or cannot be cocked."""
        l1, l2, l3, l4, l5 = self.short_arm, self.long_arm, self.pivot_height, self.hangs, self.sling
        if self.begin == "cocked" and l2 <= l3:
            raise BadInput(
                f"long_arm = {format_number(l2)} m: must be above pivot_height = {format_number(l3)} m, for its "
                "tip to reach the "
                "ground"
            )
        hinge = l3 - self.lowered
        lowest = hinge - l4 if self.begin == "cocked" else l3 - l1
        if lowest <= 0.0:
            what, value, limit = ("hanger", l4, hinge) if l4 and hinge > 0.0 else ("short_arm", l1, l3)
            raise BadInput(
                f"{what} = {format_number(value)} m: must be below {format_number(limit)} m, or the "
                "counterweight stands in the "
                "ground"
            )
        if l5 > l2 + l3:
            raise BadInput(
                f"sling = {format_number(l5)} m: must be at most long_arm + pivot_height = "
                f"{format_number(l2 + l3)} m, the highest "
                "the tip can be"
            )
        along, side, inertia = self._beam()
        least = self.beam_mass * (along * along + side * side)
        if inertia < least * (1.0 - CLOSE):
            squares = "(l_b² + h_b²)" if side else "l_b²"
            raise BadInput(
                f"beam_inertia = {format_number(inertia)} kg m²: must be at least m_b {squares} = "
                f"{format_number(least)} kg m²"
            )
        for name, (low, high) in self.stops.items():
            if low > high - APART:
                raise BadInput(
                    f"{name}_low = {format_number(math.degrees(low))} deg: must be at least "
                    f"{format_number(math.degrees(APART))} deg below {name}_high = {format_number(math.degrees(high))} "
                    "deg"
                )

    @cached_property
    def drop(self) -> float:
        """The greatest drop of the counterweight from its start [m]; the paper takes l3 for it (erratum 11)."""
        l1, l4 = self.short_arm, self.hangs
        short = self.initial["alpha"] + self.bend
        return l1 * (1.0 - rounded.cos(short)) + l4 * (1.0 + rounded.cos(short + self.initial["gamma"]))
