"""A gyroscope in two rings: gimbal lock, Magnus's drift, gyrocompass and rate gyro."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from physics.core.fields import Choice, EnergyPart, Invariant, Parameter, Quantity, Variable
from physics.core.report import ReportEntry, Rows
from physics.core.system import System
from physics.errors import BadInput, by_names
from physics.gimbals import gimbal_equations, gimbal_report
from physics.gimbals.gimbal_equations import (
    C_IN,
    C_OUT,
    C_ROT,
    LOSS,
    PSI_DOT,
    SPRING,
    WORK,
    outer_margin,
    outer_momentum,
    parts_of_energy,
    spin_momentum,
    stop_locked,
)
from physics.gimbals.gimbal_pose import Sizes, drawn_sizes, layout, write_gimbals
from physics.gimbals.gimbal_values import VALUES
from physics.maths import rounded
from physics.shapes.pose import PoseLayout
from physics.types import Floats, Occurrence

EARTH_RATE = 7.292115e-5
"""Rotation rate of the Earth [rad/s]."""
TURNING, EARTH = {"base": ("turning",)}, {"base": ("earth",)}
RINGS = {"psi_dot": "outer", "theta_dot": "inner"}
"""Rates, and the choices that lock their rings."""
FREE_TILT = {"inner": ("free",)}


def _moment(default: float, symbol: str, meaning: str, low: float = 0.0) -> Parameter:
    return Parameter(default=default, unit="kg m²", low=low, high=1.0, log=low > 0.0, symbol=symbol, meaning=meaning)


def _offset(symbol: str, meaning: str) -> Parameter:
    return Parameter(default=0.0, unit="m", low=-0.1, high=0.1, symbol=symbol, meaning=meaning)


def _friction(symbol: str, meaning: str, when: Mapping[str, tuple[str, ...]] | None = None) -> Parameter:
    return Parameter(default=0.0, unit="N m s", low=0.0, high=10.0, symbol=symbol, meaning=meaning, when=when or {})


def _base_rate(symbol: str, meaning: str) -> Parameter:
    return Parameter(default=0.0, unit="rad/s", low=-100.0, high=100.0, symbol=symbol, meaning=meaning, when=TURNING)


def _energy(system: Gimbals, y: Floats) -> float:
    moving, spin, weight, spring, carried = parts_of_energy(y, system.p)
    return moving + spin + weight + spring + carried + y[LOSS] - y[WORK]


def _energy_scale(system: Gimbals, y: Floats) -> float:
    moving, spin, weight, spring, carried = parts_of_energy(y, system.p)
    return moving + spin + abs(weight) + spring + abs(carried) + abs(y[LOSS]) + abs(y[WORK])


def _outer_momentum(system: Gimbals, y: Floats) -> float:
    return outer_momentum(y, system.p)


def _spin_momentum(system: Gimbals, y: Floats) -> float:
    return spin_momentum(y, system.p)


def _momentum_scale(system: Gimbals, y: Floats) -> float:
    return abs(spin_momentum(y, system.p)) + system.moments * abs(y[PSI_DOT])


class Gimbals(System):
    """A rotor in two rings with inertia: Foucault's gyroscope of 1852, the gyrocompass, the rate gyro.

    The outer ring turns by psi about the outer axis k, which the foot holds; the inner ring by theta about the outer
    ring's line of nodes u; the rotor by phi about its axis a: the angles z-x-z of the other tops. Moments are about
    the centre, where all axes meet: outer ring (Ao, Bo, Co) about (u, k×u, k), inner ring (Ai, Bi, Ci) about (u, b,
    a), rotor (A, A, C). Inner ring and rotor have the mass m at la a + lb b. The equations, Lagrange's, stand in
    `physics/gimbals/gimbal_equations.py`. Unlike a top's in Euler angles they hold where theta passes 0: there the
    axes of rotor and outer ring are one, gimbal lock, and the light rings whip round.

    The base rests, turns at a constant rate, or is the Earth: x west, y south, z up, so that at theta = 90 degrees the
    axis points north at psi = 0. It is drawn in axes at rest, on the Earth in those of the laboratory. The weight
    stays along k of the base, the plumb line, which includes the Earth's centrifugal force. The rotor runs free, with
    the torque of a motor and friction, or a motor holds its speed phi'; each ring may be locked.

    Invariants: Jacobi's function T2 - T0 + V, in which T2 is of second order in the rates and T0 free of them, plus
    the losses less the work of the motor: it is the energy where the base rests. Also p_psi, where the base turns
    about k alone, without friction there; and H, the rotor's angular momentum about its axis, where no torque is on
    it: a free rotor keeps H, not phi'.

    Rings make nutation slower, and it turns the outer ring for good: Magnus, Kreisel (1971), the drift that bears his
    name. Defaults: a demonstration gyroscope with a rotor of 0.6 kg at 300 rad/s, struck so that it nutates.
    """

    name = "gimbals"
    title = "Gyroscope in gimbals"
    kind = "gimbals"
    second_order = False
    inlined = True

    drive = Choice(
        default="free", options=("free", "held"),
        meaning="whether the rotor runs free, or a motor holds its speed against the inner ring",
    )  # fmt: skip
    inner = Choice(default="free", options=("free", "locked"), meaning="whether the inner ring tilts or is locked")
    outer = Choice(
        default="free", options=("free", "locked"), meaning="whether the outer ring turns or is locked to the base"
    )
    base = Choice(
        default="still", options=("still", "turning", "earth"),
        meaning="whether the base rests, turns at a constant rate, or is the Earth: x west, y south, z up",
    )  # fmt: skip
    A = _moment(3e-4, "A", "moment of inertia of the rotor across its axis", 1e-9)
    C = _moment(5e-4, "C", "moment of inertia of the rotor about its axis", 1e-9)
    Ai = _moment(1.2e-4, "A_i", "moment of inertia of the inner ring about its own axis, u")
    Bi = _moment(2.2e-4, "B_i", "moment of inertia of the inner ring about b, across its plane")
    Ci = _moment(1.2e-4, "C_i", "moment of inertia of the inner ring about the rotor's axis")
    Ao = _moment(4e-4, "A_o", "moment of inertia of the outer ring about the inner axis, u")
    Bo = _moment(4e-4, "B_o", "moment of inertia of the outer ring across its plane")
    Co = _moment(5e-4, "C_o", "moment of inertia of the outer ring about the outer axis")
    mass = Parameter(
        default=0.6, unit="kg", low=1e-3, high=100.0, log=True, symbol="m", meaning="mass of rotor and inner ring"
    )
    la = _offset("l_a", "centre of mass of rotor and inner ring along the rotor's axis, from the centre")
    lb = _offset("l_b", "centre of mass along b; negative: it hangs below a level axis, a pendulous compass")
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity, along −k")
    spring = Parameter(
        default=0.0, unit="N m/rad", low=0.0, high=100.0, symbol="k", meaning="spring on the inner axis", when=FREE_TILT
    )
    rest_angle = Parameter(
        default=0.5 * math.pi, unit="rad", low=0.0, high=math.pi, symbol="θ₀",
        meaning="angle at which the spring is at rest",
        when=FREE_TILT,
    )  # fmt: skip
    outer_friction = _friction("c_o", "viscous friction of the outer axis", {"outer": ("free",)})
    inner_friction = _friction("c_i", "viscous friction of the inner axis", FREE_TILT)
    rotor_friction = _friction("c_r", "viscous friction of the rotor in its bearings")
    motor = Parameter(
        default=0.0, unit="N m", low=-10.0, high=10.0, symbol="τ", meaning="torque of the motor on the rotor",
        when={"drive": ("free",)},
    )  # fmt: skip
    base_x = _base_rate("w_x", "rate of the base about x")
    base_y = _base_rate("w_y", "rate of the base about y")
    base_z = _base_rate("w_z", "rate of the base about z, the outer axis")
    latitude = Parameter(
        default=math.radians(48.85), unit="rad", low=-0.5 * math.pi, high=0.5 * math.pi, symbol="λ",
        meaning="latitude: the angle of the Earth's axis above the floor, in the north", when=EARTH,
    )  # fmt: skip
    rotation_rate = Parameter(
        default=EARTH_RATE, unit="rad/s", low=0.0, high=1.0, symbol="Ω",
        meaning="rotation rate of the Earth; 200 times as much is a time lapse", when=EARTH,
    )  # fmt: skip

    variables = (
        Variable("psi", "ψ", "rad", "angle of the outer ring"),
        Variable("theta", "θ", "rad", "tilt of the inner ring, from the outer axis to the rotor's", math.pi / 3),
        Variable("phi", "φ", "rad", "rotation of the rotor against the inner ring"),
        Variable("turn", "χ", "rad", "rotation of the base", entry=False),
        Variable("psi_dot", "ψ̇", "rad/s", "rate of the outer ring", 0.0, -2000.0, 2000.0, role="velocity"),
        Variable("theta_dot", "θ̇", "rad/s", "rate of the inner ring", 4.0, -2000.0, 2000.0, role="velocity"),
        Variable("phi_dot", "φ̇", "rad/s", "rate of the rotor against the inner ring", 300.0, -2000.0, 2000.0,
                 role="velocity"),
        Variable("loss", "W_f", "J", "energy lost to friction", entry=False, role="auxiliary"),
        Variable("work", "W", "J", "work of the motor", entry=False, role="auxiliary"),
    )  # fmt: skip
    invariants = (
        Invariant("energy", "E", "J", "Jacobi's function, the energy where the base rests, plus losses, less the work "
                  "of the motor", _energy, _energy_scale),
        Invariant("p_psi", "p_ψ", "kg m²/s", "angular momentum about the outer axis, in space", _outer_momentum,
                  _momentum_scale, applies=lambda system: system.keeps_outer_momentum),
        Invariant("H", "H", "kg m²/s", "angular momentum of the rotor about its axis, in space", _spin_momentum,
                  _momentum_scale, applies=lambda system: system.keeps_spin),
    )  # fmt: skip
    quantities = (
        Quantity("spin_momentum", "C(φ̇+Oₐ)", "kg m²/s", "angular momentum of the rotor about its axis, in space",
                 VALUES["spin_momentum"], applies=lambda system: not system.keeps_spin),
        Quantity("motor_torque", "τ", "N m", "torque with which the motor holds the speed of the rotor",
                 VALUES["motor_torque"], applies=lambda system: system.drive == "held"),
        Quantity("nutation_rate", "H sin θ/√(J Aₜ)", "rad/s", "nutation, where it is small", VALUES["nutation_rate"],
                 applies=lambda system: system.nutates),
        Quantity("middle", "θ*", "rad", "middle of the nutation", VALUES["middle"],
                 applies=lambda system: system.drifts),
        Quantity("nutation_size", "x", "rad", "amplitude of the nutation; none in gimbal lock",
                 VALUES["nutation_size"], applies=lambda system: system.drifts),
        Quantity("magnus_drift", "⟨ψ̇⟩", "rad/s",
                 "mean turning of the outer ring by a small nutation (Magnus); none in gimbal lock",
                 VALUES["magnus_drift"], applies=lambda system: system.drifts),
        Quantity("lock_rate", "(p_ψ∓H)/(Cₒ+Cᵢ)", "rad/s", "rate of the outer ring if the axes came to be one",
                 VALUES["lock_rate"], applies=lambda system: system.nutates and system.base == "still"),
        Quantity("slow_precession", "m g (l_a − l_b cot θ)/H", "rad/s", "slow precession under the weight",
                 VALUES["slow_precession"],
                 applies=lambda system: system.nutates and system.is_heavy and system.base == "still"),
        Quantity("heading", "β", "rad", "direction of the axis, from the north to the east", VALUES["heading"],
                 applies=lambda system: system.base == "earth"),
        Quantity("elevation", "ε", "rad", "elevation of the axis above the horizon", VALUES["elevation"],
                 applies=lambda system: system.base == "earth"),
        Quantity("meridian_period", "T", "s", "period about the meridian with its amplitude, the axis locked",
                 VALUES["meridian_period"], applies=lambda system: system.is_meridian_compass),
        Quantity("compass_period", "2π√(H/m g|l_b|Ω cos λ)", "s", "period of the pendulous compass",
                 VALUES["compass_period"], applies=lambda system: system.is_pendulous),
        Quantity("compass_tilt", "H Ω sin λ/m g|l_b|", "rad", "elevation at which it settles, to first order",
                 VALUES["compass_tilt"], applies=lambda system: system.is_pendulous),
        Quantity("exact_tilt", "ε₀", "rad", "elevation at which it settles", VALUES["exact_tilt"],
                 applies=lambda system: system.is_pendulous),
        Quantity("deflection", "θ − θ₀", "rad", "deflection of the spring", VALUES["deflection"],
                 applies=lambda system: system.p[SPRING] > 0.0),
        Quantity("rate_deflection", "−H w_z sin θ₀/k", "rad", "deflection that shows the rate of the base",
                 VALUES["rate_deflection"], applies=lambda system: system.is_rate_gyro),
    )  # fmt: skip
    energy_parts = (
        EnergyPart("rings and axis", "½ (J ψ̇² + Aₜ θ̇²)", "motion of the rings, with the rotor's axis", "kinetic"),
        EnergyPart("spin", "½ C (φ̇ + ψ̇ cos θ)²", "rotation of the rotor about its axis, against the base", "kinetic"),
        EnergyPart("weight", "m g (l_a cos θ + l_b sin θ)", "potential energy of the weight, 0 at the centre",
                   "potential", applies=lambda system: system.is_heavy),
        EnergyPart("spring", "½ k (θ − θ₀)²", "energy of the spring", "elastic",
                   applies=lambda system: system.p[SPRING] > 0.0),
        EnergyPart("turning base", "−T₀", "potential energy of the centrifugal forces of the turning base",
                   "potential", applies=lambda system: system.base != "still"),
        EnergyPart("friction", "", "energy lost to friction, as heat", "lost"),
        EnergyPart("motor", "", "work of the motor", "work"),
    )  # fmt: skip

    # Which of these apply ---------------------------------------------------------------------------------------

    @property
    def moments(self) -> float:
        """The greatest moment of inertia about the outer axis [kg m²]."""
        return self.Co + max(self.A + self.Bi, self.Ci) + self.C

    @property
    def rubs(self) -> bool:
        """True if there is friction."""
        return bool(self.p[C_OUT] or self.p[C_IN] or self.p[C_ROT])

    @property
    def is_driven(self) -> bool:
        """True if a motor works on the rotor."""
        return self.drive == "held" or self.motor != 0.0

    @property
    def is_heavy(self) -> bool:
        """True if the weight has a torque about the centre."""
        return self.gravity > 0.0 and (self.la != 0.0 or self.lb != 0.0)

    @property
    def nutates(self) -> bool:
        """True if both rings are free and no spring is on them, so that the axis may nutate by itself."""
        return self.inner == self.outer == "free" and self.spring == 0.0

    @property
    def drifts(self) -> bool:
        """True if Magnus's formula applies: balanced, without friction or torques, on a base at rest."""
        quiet = not self.rubs and (self.drive == "held" or self.motor == 0.0)
        return self.nutates and quiet and not self.is_heavy and self.base == "still"

    @property
    def keeps_spin(self) -> bool:
        """True if no torque is on the rotor about its axis."""
        return not self.is_driven and self.rotor_friction == 0.0

    @property
    def keeps_outer_momentum(self) -> bool:
        """True if no torque is on the whole about the outer axis, which keeps its direction in space."""
        along = self.base == "still" or (self.base == "turning" and self.base_x == self.base_y == 0.0)
        return along and self.outer == "free" and self.p[C_OUT] == 0.0

    @property
    def is_meridian_compass(self) -> bool:
        """True if the axis can only turn about the vertical of the Earth."""
        return self.base == "earth" and self.inner == "locked" and self.outer == "free"

    @property
    def is_pendulous(self) -> bool:
        """True if a weight below the level axis makes a compass of it."""
        return self.base == "earth" and self.nutates and self.is_heavy and self.lb < 0.0 and self.la == 0.0

    @property
    def is_rate_gyro(self) -> bool:
        """True if a spring holds the axis on a base that turns about the outer axis."""
        about_k = self.base == "turning" and self.base_x == self.base_y == 0.0
        return about_k and self.outer == "locked" and self.inner == "free" and self.spring > 0.0

    # Parameters and start ---------------------------------------------------------------------------------------

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables: a rate that is locked or held is not changed by a push, one that is locked is 0."""
        locked = {rate for rate, ring in RINGS.items() if self.parameters[ring] == "locked"}
        kept = locked | ({"phi_dot"} if self.drive == "held" else set())
        return tuple(
            replace(each, role="auxiliary" if each.name in kept else each.role,
                    entry=each.entry and each.name not in locked, start=0.0 if each.name in locked else each.start)
            for each in type(self).variables
        )  # fmt: skip

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with what is integrated at 0; raises BadInput for a rate of a locked ring."""
        for name, ring in RINGS.items():
            if self.parameters[ring] == "locked" and start[name] != 0.0:
                raise BadInput(f"{name} = {start[name]:g} rad/s: must be 0, because {ring} is locked")
        y: Floats = memoryview(array("d", start.values()))
        if not self.margin(y, self.p) > 0.0:
            raise BadInput(
                f"theta = {start['theta']:g} rad: the outer ring has no inertia so; Co + Ci must be above 0, or theta "
                "away from 0 and π"
            )
        return {**start, "turn": 0.0, "loss": 0.0, "work": 0.0}

    def kept_start(self) -> dict[str, float]:
        """Return the initial values, without rates that are 0 only because their ring is locked."""
        locked = {rate for rate, ring in RINGS.items() if self.parameters[ring] == "locked"}
        return {name: value for name, value in self.initial.items() if name not in locked}

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return the same system with some values changed, as every system does; a ring that is locked stops."""
        changed, given = by_names("parameters", parameters), by_names("initial", initial)
        for rate, ring in RINGS.items():
            if changed.get(ring) == "locked":
                given.setdefault(rate, 0.0)
        return super().replace(changed, given)

    def base_rates(self) -> tuple[float, float, float]:
        """Return the angular velocity of the base in its own axes [rad/s]."""
        if self.base == "turning":
            return self.base_x, self.base_y, self.base_z
        if self.base == "earth":
            rate, latitude = self.rotation_rate, self.latitude
            return 0.0, -rate * rounded.cos(latitude), rate * rounded.sin(latitude)
        return 0.0, 0.0, 0.0

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of `physics/gimbals/gimbal_equations.py`."""
        tilts, turns = self.inner == "free", self.outer == "free"
        rates = self.base_rates()
        weight = self.mass * self.gravity
        return (
            self.Ao, self.Bo, self.Co, self.A + self.Ai, self.A + self.Bi, self.Ci, self.C,
            self.spring if tilts else 0.0, self.rest_angle, self.outer_friction if turns else 0.0,
            self.inner_friction if tilts else 0.0, self.rotor_friction,
            self.motor if self.drive == "free" else 0.0, weight * self.la, weight * self.lb, *rates,
            float(self.drive == "held"), float(not tilts), float(not turns),
            math.hypot(*rates) if self.base == "turning" else 0.0,
        )  # fmt: skip

    rate = staticmethod(gimbal_equations.swing)

    @staticmethod
    def margin(y: Floats, p: Floats) -> float:
        """Return the moment of inertia about the outer axis, less one that counts as none [kg m²]."""
        return outer_margin(y, p)

    @staticmethod
    def settle(y: Floats, p: Floats) -> None:
        """Stop rings that were locked while they turned: their energy is lost, and a free rotor keeps H."""
        stop_locked(y, p)

    def trouble(self, y: Floats) -> str:
        """Return why the equations do not hold at y."""
        if self.margin(y, self.p) > 0.0:
            return ""
        return "gimbal lock: rings without inertia about the rotor's axis would turn at once; give Co or Ci"

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the parts of the energy that apply [J]."""
        moving, spin, weight, spring, carried = parts_of_energy(y, self.p)
        every = {"rings and axis": moving, "spin": spin, "weight": weight, "spring": spring, "turning base": carried,
                 "friction": y[LOSS], "motor": y[WORK]}  # fmt: skip
        return {part.name: every[part.name] for part in self.energy_parts}

    # What is measured and drawn ---------------------------------------------------------------------------------

    def report(self, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
        """Return what is measured beside the formulas that apply: nutation, drift, compass, rate gyro."""
        entries: list[ReportEntry] = []
        y: Floats = memoryview(array("d", states[-1]))
        found: dict[str, float] = {}

        def read(entry: str, quantity: str) -> None:
            value = VALUES[quantity](self, y)
            if math.isfinite(value):
                found[entry] = value

        if self.nutates and not self.is_pendulous:
            rate, middle = VALUES["nutation_rate"](self, y), VALUES["middle"](self, y)
            entries += [*gimbal_report.NUTATION, *gimbal_report.DRIFT]
            found |= gimbal_report.nutation_and_drift(t, states, rate, middle if self.drifts else math.nan)
            read("nutation_formula", "nutation_rate")
        if self.drifts:
            entries += gimbal_report.MAGNUS
            read("drift_formula", "magnus_drift")
        if self.is_meridian_compass or self.is_pendulous:
            entries += gimbal_report.COMPASS
            north = 0.0 if spin_momentum(y, self.p) >= 0.0 else math.pi
            found |= gimbal_report.compass_period(t, states, north)
            read("heading", "heading")
            read("elevation", "elevation")
            read("period_formula", "compass_period" if self.is_pendulous else "meridian_period")
        if self.is_rate_gyro:
            entries += gimbal_report.RATE
            found |= gimbal_report.mean_deflection(t, states, self.rest_angle)
            read("deflection_formula", "rate_deflection")
        return tuple(
            each.told(found.get(each.name), "the formula does not hold here" if "formula" in each.name
                      else gimbal_report.NOT_YET) for each in entries
        )  # fmt: skip

    @cached_property
    def sizes(self) -> Sizes:
        """The lengths at which it is drawn."""
        return drawn_sizes(self.mass, self.A, self.C)

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """Rotor, inner ring, outer ring and foot; rotation, angular momentum, weight, base; the tip of the axis."""
        return layout(self.sizes)

    def pose_constants(self) -> tuple[float, ...]:
        """Return p, the moment A [kg m²], m g [N], la and lb, and how far the axis reaches [m]."""
        weight = self.mass * self.gravity if self.is_heavy else 0.0
        return (*self.constants(), self.A, weight, self.la, self.lb, self.sizes.inner)

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        write_gimbals(y, s, out)
