"""The counterweight trebuchet and its shot."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from physics.core.fields import Event, Variable
from physics.core.report import ReportEntry, Rows
from physics.core.units import format_number
from physics.errors import BadInput, by_names
from physics.maths import rounded
from physics.maths.trig import sincos
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Box, Ellipsoid
from physics.trebuchet import machine, phases, release, trough
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.engine import CLOSE, ThrowingMachine
from physics.trebuchet.machine import ALPHA, BETA, GAMMA, V_X, V_Y, X, Y
from physics.trebuchet.pose import ARROWS, write_pose
from physics.trebuchet.quantities import ENERGY_PARTS, INVARIANTS, QUANTITIES, split
from physics.trebuchet.report import LONGEST_SHOT, reported
from physics.types import Floats, Occurrence, Projectile, Vector3

BOX_DENSITY = 2000.0
"""Density of the counterweight's box of stones and earth [kg/m³], for its size as drawn."""
ROUNDING = 1e-12
"""Relative difference of numbers [SI], or absolute one where they are small, that is left by rounding."""
ANGLES = ("alpha", "beta", "gamma", "alpha_dot", "beta_dot", "gamma_dot")


class Trebuchet(ThrowingMachine):
    """A beam on an axle, a counterweight on its short arm, and a stone in a sling on the long one.

    Coordinates: alpha of the beam, 0 with the long arm straight up; beta between long arm and sling; gamma between
    short arm and hanger; x and y of the stone from the foot of the pivot; the dissipated energy; the phase of the stone
    (phase 0 slides, 1 swings, 2 is aimed, 3 flies, 4 has landed, 5 and 6 given up), and what rests against a stop.
    M q'' = w from T and V stands in `physics/trebuchet/machine.py`, the flight in `air.py`, the phases in `phases.py`.

    The stone, a point, slides along the ground, where Coulomb friction may hold it (`trough.py`), until the trough need
    not support it, swings, and flies from the release: when its velocity falls to the release angle (not while sling or
    hanger rests on its lower stop, as those of a whipper do at first), when the sling's angle beta - alpha - pi/2
    reaches it, when the beam reaches an angle, or when the sling slips off a prong that is bent by an angle from the
    beam's axis (a ring with friction mu slips at beta = pi/2 + bend + atan mu). The machine swings on with an empty
    sling. Sling and hanger are rods: a sling that would push is reported as slack.

    Source: Barmaz, Martelli, Piguet, Simulation informatique d'un trébuchet (Renens 2021), with its errata corrected;
    its own variant has trough none, a point beam and release by the sling's angle.

    Invariant: E + W, energy plus dissipated energy: in stops, friction, air and the landing.
    """

    name = "trebuchet"
    title = "Trebuchet"
    plotted = ("speed", "elevation")
    second_order = False

    variables = (
        Variable("alpha", "α", "rad", "angle of the beam; 0: long arm straight up", low=-math.pi, high=math.pi),
        Variable("beta", "β", "rad", "angle between long arm and sling", low=0.0, high=2.0 * math.pi),
        Variable("gamma", "γ", "rad", "angle between short arm and hanger", low=0.0, high=2.0 * math.pi),
        Variable("alpha_dot", "α̇", "rad/s", "rate of α", role="velocity"),
        Variable("beta_dot", "β̇", "rad/s", "rate of β", role="velocity"),
        Variable("gamma_dot", "γ̇", "rad/s", "rate of γ", role="velocity"),
        Variable("x", "x", "m", "the stone, forward of the pivot", entry=False),
        Variable("y", "y", "m", "the stone above the ground", entry=False),
        Variable(
            "x_dot", "ẋ", "m/s", "velocity of the stone, forward", low=-1e15, high=1e15, entry=False, role="velocity"
        ),
        Variable(
            "y_dot", "ẏ", "m/s", "velocity of the stone, upward", low=-1e15, high=1e15, entry=False, role="velocity"
        ),
        Variable("loss", "W", "J", "energy lost to stops, friction and air", entry=False, role="auxiliary"),
        Variable(
            "phase", "phase", "", "0 slides, 1 swings, 2 aimed, 3 flies, 4 landed, 5 and 6 given up", entry=False,
            role="discrete",
        ),
        Variable(
            "rest", "rest", "",
            "sum of: 1 beam at a stop, 2 sling at one, 4 hanger at one, 8 stone held or 16 sliding forward",
            entry=False, role="discrete",
        ),
        Variable("slack", "slack", "", "1 while the sling would have to push", entry=False, role="discrete"),
        Variable("turn", "φ", "rad", "angle by which the stone has turned: with its sling, then by its spin",
                 low=-1e12, high=1e12, entry=False),
    )  # fmt: skip
    events = (
        Event("lift-off", "the stone leaves the trough"),
        Event("aim", "the velocity passes above the release angle", quiet=True),
        Event("aim-lost", "the velocity leaves the release direction", quiet=True),
        Event("release", "the sling lets go"),
        Event("landing", "the stone lands"),
        Event("beam-stop", "the beam hits the ground or its stop"),
        Event("sling-stop", "the sling hits the beam or its stop", quiet=True),
        Event("hanger-stop", "the hanger hits the beam or its stop"),
        Event("beam-free", "the beam leaves the ground or its stop", quiet=True),
        Event("sling-free", "the sling leaves the beam or its stop", quiet=True),
        Event("hanger-free", "the hanger leaves the beam or its stop", quiet=True),
        Event("slack", "the sling goes slack: as a rod it would push"),
        Event("taut", "the sling pulls again", quiet=True),
        Event("given-up", "the shot is given up: it was not released within the time limit"),
        Event("touch-down", "the stone, in its sling, hits the ground"),
        Event("hold", "friction holds the stone in the trough", quiet=True),
        Event("slip", "the stone slides on in the trough", quiet=True),
        Event("jam", "the stone jams: sliding on, friction would leave no normal force (Painlevé's paradox)"),
    )
    ends = ("landing", "given-up")
    longest = LONGEST_SHOT
    highlight = "release"
    invariants = INVARIANTS
    quantities = QUANTITIES
    energy_parts = ENERGY_PARTS

    rate = staticmethod(phases.move)
    settle = staticmethod(machine.project)
    guards = staticmethod(phases.active_guards)
    jump = staticmethod(phases.apply_event)

    def __init__(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(self._implied(by_names("parameters", parameters), by_names("initial", initial)), initial)

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return the same machine with some parameters or initial values changed."""
        return super().replace(self._implied(by_names("parameters", parameters), by_names("initial", initial)), initial)

    @classmethod
    def _implied(cls, parameters: Mapping[str, Any], initial: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters with the choices, where not given, that they and a given angle or rate imply."""
        given = cls.named(parameters)
        implied = {
            choice: options[0]
            for name in given if name in cls.fields
            for choice, options in cls.fields[name].when.items() if len(options) == 1
        }  # fmt: skip
        if any(name in initial for name in ANGLES):
            implied["begin"] = "given"
        return {**implied, **given}

    # Initial state --------------------------------------------------------------------------------------------

    def kept_start(self) -> dict[str, float]:
        """Return what to keep of the start: nothing for a cocked machine, whose start follows from its lengths."""
        return {} if self.begin == "cocked" else super().kept_start()

    def _checked_initial(self, given: dict[str, float]) -> dict[str, float]:
        """Return the start: of a cocked machine from its lengths; otherwise missing values are as if cocked."""
        checked = {name: self.start_variable(name).check(value) for name, value in given.items()}
        if self.begin == "cocked":
            checked = {}
        alpha = checked.get("alpha", self.cocked_angle)
        tip = self.pivot_height + self.long_arm * rounded.cos(alpha)
        lying = rounded.acos(min(max(tip, 0.0) / self.sling, 1.0)) if self.trough == "ground" else 0.5 * math.pi
        gamma = math.pi - alpha - self.bend
        gamma = gamma if 0.0 <= gamma <= math.tau else gamma % math.tau
        hangs = {"alpha": alpha, "beta": (alpha - lying) % math.tau, "gamma": gamma}
        return self.normalized({v.name: checked.get(v.name, hangs.get(v.name, 0.0)) for v in self.variables})

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start cocked, or as given; a tip or a stone that would be below the ground lies on it, and what
        would be beyond a stop is at it.

        Raises BadInput for a cocked machine that does not start, is beyond a stop, or whose release is behind it.
        """
        if self.counterweight == "fixed":
            start = {**start, "gamma": math.pi, "gamma_dot": 0.0}
        y: Floats = memoryview(array("d", start.values()))
        y[machine.LOSS] = y[machine.REST] = y[machine.SLACK] = 0.0
        y[machine.PHASE] = machine.SWINGS
        self._lay(y)
        self._check_stops(y)
        if self.begin == "cocked":
            self._check_starts(y)
        elif all(
            math.isclose(a, b, rel_tol=ROUNDING, abs_tol=ROUNDING) for a, b in zip(start.values(), y, strict=True)
        ):
            return start  # laid before: to lay it again would change its last bits
        return dict(zip(start, y.tolist(), strict=True))

    def _lay(self, y: Floats) -> None:
        """Set all between the stops, the stone above the ground or on it, its place, and its phase."""
        for place, (low, high) in zip((ALPHA, BETA, GAMMA), self.stops.values(), strict=True):
            if self.begin == "given" and (place != GAMMA or self.hangs):
                y[place] = min(max(y[place], low), high)
        machine.project(y, self.p)
        rough = self.trough != "none"
        u, tip = y[BETA] - y[ALPHA], float(self.tip(y)[2])
        if rough and y[Y] < 0.0 and tip < self.sling:
            lying = y[ALPHA] + math.copysign(rounded.acos(max(tip, 0.0) / self.sling), rounded.sin(u))
            y[BETA] = lying % math.tau
            machine.project(y, self.p)
        y[machine.PHASE] = release.swing_phase(y, self.p)
        if rough and y[Y] <= CLOSE * self.sling and y[V_Y] <= CLOSE * max(abs(y[V_X]), 1.0):
            y[machine.PHASE] = machine.SLIDES
            machine.project(y, self.p)
            trough.decide(y, self.p)

    def _check_stops(self, y: Floats) -> None:
        """Raise BadInput for a start beyond a stop, where the machine is cocked or its stone lies on the ground."""
        for place, (name, (low, high)) in zip((ALPHA, BETA, GAMMA), self.stops.items(), strict=True):
            if place == GAMMA and not self.hangs:
                continue
            side, limit = ("low", low) if y[place] < low else ("high", high)
            if not low - CLOSE <= y[place] <= high + CLOSE:
                value, stop = format_number(math.degrees(y[place])), format_number(math.degrees(limit))
                raise BadInput(f"{name}_{side} = {stop} deg: the machine starts beyond this stop, at {value} deg")

    def _check_starts(self, y: Floats) -> None:
        moving = dynamics(y, self.p)
        if machine.in_contact(y[machine.REST]) == machine.HELD:
            # The next line raises the reason why it would not start without friction either.
            self.replace({"trough_friction": 0.0, "static_friction": 0.0})
            name = "trough_friction" if self.trough_friction >= self.static_friction else "static_friction"
            value, most = format_number(self.parameters[name]), format_number(abs(moving[4]) / moving[3])
            raise BadInput(f"{name} = {value}: holds the stone of the cocked machine; must be below {most}")
        if not moving[0] < 0.0:
            mass = format_number(self.counterweight_mass)
            raise BadInput(f"counterweight_mass = {mass} kg: too light to lift the long arm of this machine")
        if not min(release.release_guard(y, self.p)) > 0.0:
            name = f"{self.release}_angle" if self.release in ("beam", "finger") else "release_angle"
            value = format_number(math.degrees(self.parameters[name]))
            raise BadInput(f"{name} = {value} deg: the cocked machine is beyond it already; the stone must come to it")

    # Drawing ----------------------------------------------------------------------------------------------

    def tip(self, y: Floats) -> Vector3:
        """Return the end of the long arm in the lab, (3,) [m]."""
        s, c = sincos(y[ALPHA])
        return np.array([-self.long_arm * s, 0.0, self.pivot_height + self.long_arm * c])

    def short_end(self, y: Floats) -> Vector3:
        """Return the end of the short arm in the lab, (3,) [m]."""
        s, c = sincos(y[ALPHA] + self.bend)
        return np.array([self.short_arm * s, 0.0, self.pivot_height - self.short_arm * c])

    def weight_at(self, y: Floats) -> Vector3:
        """Return the centre of the counterweight in the lab, (3,) [m]."""
        s, c = sincos(y[ALPHA] + self.bend + y[GAMMA])
        return np.asarray(self.short_end(y) + self.hangs * np.array([-s, 0.0, c]))

    def pouch(self, y: Floats) -> Vector3:
        """Return the end of the sling in the lab, with the stone or without it, (3,) [m]."""
        s, c = sincos(y[BETA] - y[ALPHA])
        return np.asarray(self.tip(y) - self.sling * np.array([s, 0.0, c]))

    def stone(self, y: Floats) -> Vector3:
        """Return the stone in the lab, (3,) [m]."""
        return np.array([y[X], 0.0, y[Y]])

    def thrown(self, y: Floats) -> Projectile:
        """Return the stone and its distance so far."""
        phase = y[machine.PHASE]
        stage: Literal["held", "flying", "landed"] = "held"
        if not machine.has_projectile(phase):
            stage = "landed" if phase == machine.LANDED else "flying"
        return Projectile(self.stone(y), np.array([y[V_X], 0.0, y[V_Y]]), stage)

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """Beam (axis 3 along the long arm), counterweight (axis 3 toward its hinge), stone; velocity, forces; paths.

        The further points are the end of the short arm and that of the sling, with the stone or without it.
        """
        l1, l2 = self.short_arm, self.long_arm
        thick, radius = 0.05 * (l1 + l2), 0.5 * self.ball
        side = rounded.cbrt(self.counterweight_mass / BOX_DENSITY)
        end, heel = l1 * rounded.sin(self.bend), min(-l1 * rounded.cos(self.bend), 0.0)
        bodies = (
            ("beam", Box((thick + abs(end), thick, l2 - heel), (0.5 * end, 0.0, 0.5 * (l2 + heel)))),
            ("counterweight", Box((side, side, side))),
            ("projectile", Ellipsoid((radius, radius, radius))),
        )
        return PoseLayout(bodies, ARROWS, ("stone", "tip", "counterweight"), points=2)

    pose = staticmethod(write_pose)

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the motion of beam, counterweight, pouch and stone, their weights, and losses [J]."""
        return split(self, y)

    def report(self, t: Rows, states: Rows, events: Sequence[Occurrence]) -> tuple[ReportEntry, ...]:
        """Return release, flight, loads, energy and bounds, as `physics/trebuchet/report.py` does."""
        return reported(self, t, states, events)
