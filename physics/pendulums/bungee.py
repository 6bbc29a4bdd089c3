"""A bungee jump on an elastic cord, with a ball dropped beside it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Choice, EnergyPart, Event, Invariant, Parameter, Quantity, Role, SharedValues, Variable
from physics.core.pieces import smooth_segments
from physics.core.report import ReportEntry, Rows, peak
from physics.core.scratch import scratch
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput
from physics.linkages.links import subscript
from physics.maths import array_trig, dense
from physics.pendulums import elastic
from physics.pendulums.elastic import (
    BALL_X,
    GRAVITY,
    LOAD,
    LUMP,
    WHOLE,
    cord_segment,
    distance,
    energies,
    lump_count,
    tension,
)
from physics.pendulums.elastic import rate as cord_rate
from physics.shapes.pose import ARROW, BODY, UPRIGHT, ArrowKind, PoseLayout, write_arrow, write_body, write_point
from physics.shapes.solids import Box, Ellipsoid
from physics.types import Floats, GripPoint, Vector3

HEAVY = {"cord": ("heavy",)}
JUMPER = Ellipsoid((0.2, 0.26, 0.9), (0.0, 0.0, -0.9))
"""Shape of the jumper, who hangs by the feet."""
BALL = Ellipsoid((0.2, 0.2, 0.2))
BALL_DISTANCE = 1.5
"""Distance at which the ball is drawn from the jumper, across the plane [m]."""
MAXIMUM_FRACTION = 0.9
"""Segments whose largest sample is below this part of the largest of all are not searched for a maximum."""
PLATFORM = Box((2.4, 3.0, 0.25), (-1.2, 0.0, -0.125))

Coordinates = tuple[tuple[str, str, str, str, Role], ...]
COORDINATES: Coordinates = (
    ("x", "x", "m", "forward", "coordinate"),
    ("z", "z", "m", "upward", "coordinate"),
    ("x_dot", "ẋ", "m/s", "velocity forward", "velocity"),
    ("z_dot", "ż", "m/s", "velocity upward", "velocity"),
    ("taut", "c", "", "1 while the piece above is taut", "discrete"),
)
TAIL = (
    Variable("loss", "W", "J", "energy lost in the cord", entry=False, role="auxiliary"),
    Variable("ball_x", "x_b", "m", "the ball, forward; begins as the jumper does", entry=False),
    Variable("ball_z", "z_b", "m", "the ball, upward", entry=False),
    Variable("ball_x_dot", "ẋ_b", "m/s", "velocity of the ball forward", entry=False, role="velocity"),
    Variable("ball_z_dot", "ż_b", "m/s", "velocity of the ball upward", entry=False, role="velocity"),
    Variable("falling", "f", "", "1 until the ball lies on the ground", 1.0, entry=False, role="discrete"),
    Variable("stretched", "s", "", "1 while the jumper is further away than the cord is long", entry=False,
             role="discrete"),
    Variable("sinking", "d", "", "1 while the jumper goes down", 1.0, entry=False, role="discrete"),
)  # fmt: skip


def _state(x: Sequence[float], z: Sequence[float]) -> tuple[Variable, ...]:
    """Return the variables of lumps that start at these places."""
    starts, n = {"x": x, "z": z}, len(x)
    lumps = tuple(
        Variable(
            f"{name}_{i + 1}", f"{symbol}{subscript(i + 1)}", unit, f"lump {i + 1}, the jumper: {meaning}" if i == n - 1
            else f"lump {i + 1} of the cord: {meaning}", starts[name][i] if name in starts else 0.0, -1e6, 1e6,
            entry=i == n - 1 and name in ("x", "x_dot"), group=name, role=role,
        )
        for name, symbol, unit, meaning, role in COORDINATES for i in range(n)
    )  # fmt: skip
    return (*lumps, *TAIL)


ARROWS = (
    ArrowKind("velocity", "v", "m/s", "velocity of the jumper"),
    ArrowKind("weight", "Mg", "N", "weight of the jumper"),
    ArrowKind("force", "F", "N", "how hard the cord pulls the jumper"),
)


class Bungee(System):
    """A jumper on a cord that pulls and never pushes, heavy or massless, and a ball dropped at the same moment.

    Coordinates: x forward and z upward of each lump, from where the cord is tied to the platform; the jumper is the
    last lump. Each piece between two lumps is a spring of N k, with L0/N at rest (`physics/pendulums/elastic.py`).
    A massless cord is one such spring:

        M x'' = M g - k (x - L0) (1 + tau x')     x down, while x > L0; else M g

    A heavy cord hangs down folded and is drawn along piece by piece. The part that has come to rest at the fold
    transfers its energy to the falling part, so that the jumper falls faster than the ball: for an inextensible rope,
    with mu = cord mass over jumper mass, v² = g y (4 L + mu (2 L - y)) / (2 L + mu (L - y)) at the depth y, with the
    acceleration g (1 + mu (4 + mu)/8) at the end (Kagan and Kott 1996; Heck, Uylings and Kędzierska, Phys. Educ. 45
    (2010), 63). A stiff cord of some 20 lumps is within a few per cent of that; the rest goes into vibrations of the
    lumps.

    Invariant: E + W, the energy of jumper and cord plus that dissipated by friction in the cord. Changes of any piece
    from slack to taut are events, and so are the jumper's turning points. The bottom of the gorge ends a run.
    """

    name = "bungee"
    title = "Bungee jump"
    plotted = ("depth",)
    second_order = False

    cord = Choice(default="heavy", options=("heavy", "massless"), meaning="whether the cord has a mass")
    jumper_mass = Parameter(default=75.0, unit="kg", low=0.01, high=1e4, log=True, symbol="M", meaning="of the jumper")
    length = Parameter(default=15.0, unit="m", low=0.01, high=1e3, symbol="L₀", meaning="of the cord at rest")
    stiffness = Parameter(
        default=100.0, unit="N/m", low=0.1, high=1e9, log=True, symbol="k", meaning="of the whole cord"
    )
    rope_mass = Parameter(
        default=10.0, unit="kg", low=1e-3, high=1e4, log=True, symbol="m_r", meaning="of the cord", when=HEAVY
    )
    lumps = Parameter(
        default=20.0, unit="", low=2.0, high=100.0, whole=True, symbol="N", when=HEAVY,
        meaning="number of point masses of the cord",
    )  # fmt: skip
    gap = Parameter(
        default=0.4, unit="m", low=0.0, high=100.0, symbol="a", when=HEAVY,
        meaning="from where the cord is tied to where the jumper leaves, forward",
    )  # fmt: skip
    damping = Parameter(
        default=0.0, unit="s/m", low=0.0, high=10.0, symbol="τ",
        meaning="relative damping of the cord: T = k x (1 + τ ẋ)",
    )  # fmt: skip
    gravity = Parameter(default=9.81, unit="m/s²", low=0.0, high=100.0, symbol="g", meaning="gravity")
    gorge = Parameter(
        default=200.0, unit="m", low=0.1, high=1e4, symbol="H", meaning="depth of the gorge below the platform"
    )

    variables = _state(*elastic.folded_state(20, 15.0, 0.4, 0.0, 0.5 * 10.0 / 20 * 9.81 / 2000.0))
    aliases = (
        Variable("depth", "x", "m", "the jumper below the platform at the start, the cord hanging below", 0.0, -100.0,
                 1e4),
        Variable("fall", "v", "m/s", "velocity of the jumper downward", 0.0, -1e3, 1e3, role="velocity"),
    )  # fmt: skip
    events = (
        Event("piece", "a piece of the cord tightens or slackens", quiet=True),
        Event("taut", "the cord is stretched"),
        Event("slack", "the cord is slack again"),
        Event("lowest", "the jumper is at the lowest point"),
        Event("highest", "the jumper is at the highest point"),
        Event("ball-landing", "the ball hits the ground"),
    )
    highlight = "lowest"

    rate = staticmethod(elastic.rate)
    guards = staticmethod(elastic.guards)
    jump = staticmethod(elastic.jump)
    margin = staticmethod(elastic.gorge_clearance)

    # Constants ------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of pieces, and of lumps."""
        return int(self.lumps) if self.cord == "heavy" else 1

    @property
    def start_x(self) -> float:
        """The distance forward at which the jumper leaves the platform [m]."""
        return self.gap if self.cord == "heavy" else 0.0

    def constants(self) -> tuple[float, ...]:
        """Return p as `physics/pendulums/elastic.py` defines it."""
        n = self.count
        lump = self.rope_mass / n if self.cord == "heavy" else 0.0
        load = self.jumper_mass + 0.5 * lump
        each = self.length / n, n * self.stiffness, n * self.damping
        return self.gravity, *each, lump, load, self.length, self.gorge

    def _laid(self, depth: float) -> tuple[list[float], list[float]]:
        """Return the places of the lumps at rest while the jumper is held at this depth."""
        n, sag = self.count, 0.0
        if self.cord == "heavy":
            sag = 0.5 * self.rope_mass / n * self.gravity / (n * self.stiffness)
        return elastic.folded_state(n, self.length, self.start_x, depth, sag)

    def instance_variables(self) -> tuple[Variable, ...]:
        """Return the variables of the lumps, hanging from the platform."""
        return _state(*self._laid(0.0))

    # Initial state --------------------------------------------------------------------------------------------

    def normalized(self, start: dict[str, float]) -> dict[str, float]:
        """Return the start with the ball beside the jumper and the flags set; raises BadInput below the ground."""
        n = self.count
        y: Floats = memoryview(array("d", start.values()))
        x, z, u, w = y[n - 1], y[2 * n - 1], y[3 * n - 1], y[4 * n - 1]
        if z <= -self.gorge:
            raise BadInput(
                f"z_{n} = {format_number(z)} m: must be above the bottom of the gorge, {format_number(-self.gorge)} m"
            )
        taut = {f"taut_{i + 1}": float(cord_segment(i, y, self.p)[2] > 0.0) for i in range(n)}
        ball = {"ball_x": x, "ball_z": z, "ball_x_dot": u, "ball_z_dot": w, "falling": 1.0}
        marks = {"stretched": float(distance(y) > self.length), "sinking": float(w <= 0.0)}
        return {**start, **taut, **ball, **marks}

    def to_aliases(self, start: Mapping[str, float]) -> dict[str, float]:
        """Return the depth of the jumper and its rate."""
        return {"depth": -start[f"z_{self.count}"], "fall": -start[f"z_dot_{self.count}"]}

    def from_aliases(self, start: dict[str, float], given: Mapping[str, float]) -> dict[str, float]:
        """Return the start with the given depth, the cord hanging at rest below, or with the given falling speed."""
        n = self.count
        if given.get("depth", -start[f"z_{n}"]) != -start[f"z_{n}"]:
            x, z = self._laid(given["depth"])
            start = start | {f"x_{i + 1}": x[i] for i in range(n)} | {f"z_{i + 1}": z[i] for i in range(n)}
        if "fall" in given:
            start = {**start, f"z_dot_{n}": -given["fall"]}
        return self.normalized(start)

    def kept_start(self) -> dict[str, float]:
        """Return what to keep of the start; of a cord at rest only the position of the jumper."""
        known = self.to_aliases(self.initial)
        return known if type(self)(self.parameters_given(), known).initial == self.initial else dict(self.initial)

    def parameters_given(self) -> dict[str, Any]:
        """Return the given parameters that apply."""
        return {name: self.parameters[name] for name in self.applicable()}

    def split_energy(self, y: Floats) -> dict[str, float]:
        """Return the motion of jumper and cord, weight, stretch and losses [J]; the ball has no part in it."""
        n, p = self.count, self.p
        _, weight, stretch = energies(y, p)
        u, w = y[3 * n - 1], y[4 * n - 1]
        jumper = 0.5 * self.jumper_mass * (u * u + w * w)
        found = {"jumper": jumper, "weight": weight, "stretch": stretch, "losses": y[5 * n]}
        if self.cord == "massless":
            return found
        speeds = [y[2 * n + i] * y[2 * n + i] + y[3 * n + i] * y[3 * n + i] for i in range(n)]
        return {**found, "cord": 0.5 * p[LUMP] * (sum(speeds[:-1]) + 0.5 * speeds[-1])}

    # Drawing ----------------------------------------------------------------------------------------------

    def trouble(self, y: Floats) -> str:
        """Return the message of a jumper at the bottom of the gorge."""
        return "" if self.margin(y, self.p) > 0.0 else "the jumper hits the bottom of the gorge: the cord is too soft"

    def points(self, y: Floats) -> NDArray[np.float64]:
        """Return the cord from the platform to the jumper in the lab, (N + 1, 3) [m]."""
        n = self.count
        x, z = np.array(y[: 2 * n]).reshape(2, n)
        return np.vstack([np.zeros(3), np.column_stack([x, np.zeros(n), z])])

    def tensions(self, y: Floats) -> NDArray[np.float64]:
        """Return the tension of each piece, (N,) [N]."""
        return self.pose_layout.tensions_of(self.posed(y))

    def acceleration(self, y: Floats) -> Vector3:
        """Return the acceleration of the jumper in the lab, (3,) [m/s²]."""
        dy: Floats = memoryview(array("d", bytes(8 * len(y))))
        self.rate(0.0, y, self.p, dy)
        n = self.count
        return np.array([dy[3 * n - 1], 0.0, dy[4 * n - 1]])

    def velocity(self, y: Floats) -> Vector3:
        """Return the velocity of the jumper in the lab, (3,) [m/s]."""
        return np.array([y[3 * self.count - 1], 0.0, y[4 * self.count - 1]])

    def grip(self, y: Floats, body: int, point: Vector3) -> GripPoint:
        """Return the grip of the jumper, a point mass; other bodies cannot be moved."""
        n = self.count
        if body != 0:
            return GripPoint(self.bodies(y)[body].position, np.zeros(3), np.zeros((len(y), 3)), np.zeros((3, 3)))
        free = np.diag([1.0, 0.0, 1.0]) / self.p[LOAD]
        answer = np.zeros((len(y), 3))
        answer[3 * n - 1], answer[4 * n - 1] = free[0], free[2]
        return GripPoint(self.points(y)[-1] + point, self.velocity(y), answer, free)

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The jumper, ball, platform; velocity, weight, pull of the cord; the path; lumps and tensions of the cord."""
        bodies = (("jumper", JUMPER), ("ball", BALL), ("platform", PLATFORM))
        return PoseLayout(bodies, ARROWS, ("jumper",), points=self.count, tensions=self.count)

    def pose_constants(self) -> tuple[float, ...]:
        """Return where the jumper leaves the platform [m], the mass of the jumper [kg], then p."""
        return self.start_x, self.jumper_mass, *self.p

    @staticmethod
    def pose(t: float, y: Floats, s: Floats, out: Floats) -> None:
        """Write what is drawn."""
        n, p, mass = lump_count(y), s[2:], s[1]
        x, z = y[n - 1], y[2 * n - 1]
        write_body(out, 0, x, 0.0, z, UPRIGHT, 0.0)
        write_body(out, BODY, y[5 * n + BALL_X], BALL_DISTANCE, y[5 * n + BALL_X + 1], UPRIGHT, 0.0)
        write_body(out, 2 * BODY, s[0], 0.0, 0.0, UPRIGHT, 0.0)
        jumper = x, 0.0, z
        write_point(out, 3, 3, 0, jumper)
        for i in range(n):
            write_point(out, 3, 3, i + 1, (y[i], 0.0, y[n + i]))
        write_arrow(out, 3, 0, jumper, (y[3 * n - 1], 0.0, y[4 * n - 1]))
        write_arrow(out, 3, 1, jumper, (0.0, 0.0, -mass * p[0]))
        dy = scratch(len(y))
        cord_rate(t, y, p, dy)
        write_arrow(out, 3, 2, jumper, (mass * dy[3 * n - 1], 0.0, mass * (dy[4 * n - 1] + p[0])))
        at = 3 * BODY + 3 * ARROW + 3 * (n + 1)
        for i in range(n):
            _, _, extension, stretching = cord_segment(i, y, p)
            out[at + i] = tension(max(extension, 0.0), stretching, p)

    def report(self, t: Rows, states: Rows, events: Sequence[Any]) -> tuple[ReportEntry, ...]:
        """Return times, speeds, depth and largest loads of the first jump, until the jumper is at the top again."""
        n = self.count
        first = {each.name: each for each in reversed(events)}
        found: dict[str, Any] = {}
        if taut := first.get("taut"):
            then: Floats = memoryview(array("d", taut.before))
            found |= {"taut_time": taut.time, "taut_speed": dense.length(self.velocity(then))}
        if lowest := first.get("lowest"):
            y: Floats = memoryview(array("d", lowest.before))
            deep, pull = -y[2 * n - 1], float(self.acceleration(y)[2])
            stretch = max(distance(y) - self.length, 0.0)
            found |= {
                "lowest": deep, "lowest_time": lowest.time, "largest_extension": stretch, "largest_acceleration": pull,
            }  # fmt: skip
        if highest := first.get("highest"):
            found["highest_time"] = highest.time
        parts = [part for part in smooth_segments(self, t, states, events) if len(part.t)]
        speeds = [array_trig.hypot(part.states[:, 3 * n - 1], part.states[:, 4 * n - 1]) for part in parts]
        enough = MAXIMUM_FRACTION * max(float(speed.max()) for speed in speeds)
        peaks = [peak(part.t, speed) for part, speed in zip(parts, speeds, strict=True) if speed.max() >= enough]
        found["largest_speed"] = max(peaks, key=lambda one: one.value)
        return tuple(each.told(found.get(each.name), "not yet") for each in REPORTED)


REPORTED = (
    ReportEntry("taut_time", "t_taut", "s", "time of the first stretch of the cord", "Jump", main=True),
    ReportEntry("taut_speed", "v_taut", "m/s", "speed of the jumper then", "Jump"),
    ReportEntry("largest_speed", "v_max", "m/s", "largest speed of the jumper", "Jump"),
    ReportEntry("lowest", "x_max", "m", "depth of the first lowest point", "Jump", main=True),
    ReportEntry("lowest_time", "t_low", "s", "time of the first lowest point", "Jump", main=True),
    ReportEntry("largest_extension", "e_max", "m", "extension of the cord there", "Jump"),
    ReportEntry("largest_acceleration", "a_max", "m/s²", "acceleration upward there", "Jump"),
    ReportEntry("highest_time", "T", "s", "time of the next highest point", "Jump"),
)


def _balance(jump: Bungee, y: Floats) -> float:
    kinetic, weight, stretch = energies(y, jump.p)
    return kinetic + weight + stretch + y[5 * lump_count(y)]


def _scale(jump: Bungee, y: Floats) -> float:
    mass = jump.jumper_mass + jump.count * jump.p[LUMP]
    return energies(y, jump.p)[0] + mass * jump.gravity * jump.length


def _write_values(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Write the values of `VALUES`."""
    n = lump_count(y)
    depth, ball = -y[2 * n - 1], -y[5 * n + BALL_X + 1]
    out[0], out[1], out[2], out[3] = depth, -y[4 * n - 1], ball, depth - ball
    out[4] = distance(y) - p[WHOLE]
    kinetic, weight, stretch = energies(y, p)
    out[5], out[6], out[7] = kinetic, stretch, kinetic + weight + stretch
    ratio = n * p[LUMP] / (p[LOAD] - 0.5 * p[LUMP])
    out[8] = p[GRAVITY] * (1.0 + ratio * (4.0 + ratio) / 8.0)
    _, _, extension, stretching = cord_segment(0, y, p)
    out[9] = tension(max(extension, 0.0), stretching, p)
    _, _, extension, stretching = cord_segment(n - 1, y, p)
    out[10] = tension(max(extension, 0.0), stretching, p)
    dy = scratch(len(y))
    cord_rate(0.0, y, p, dy)
    out[11] = -dy[4 * n - 1]


VALUES = SharedValues(
    _write_values, "depth", "fall", "ball_depth", "lead", "extension", "kinetic", "elastic", "mechanical",
    "end_acceleration", "platform_tension", "tension", "acceleration",
)  # fmt: skip
Bungee.invariants = (
    Invariant("energy", "E + W", "J", "energy of jumper and cord plus dissipated energy", _balance, _scale),
)
Bungee.energy_parts = (
    EnergyPart("jumper", "½ M v²", "motion of the jumper", "kinetic"),
    EnergyPart("cord", "½ Σ m v²", "motion of the cord's lumps", "kinetic", applies=lambda jump: jump.cord == "heavy"),
    EnergyPart("weight", "g Σ m z", "potential energy of jumper and cord, 0 at the platform", "potential"),
    EnergyPart("stretch", "½ k Σ e²", "energy of the stretched cord", "elastic"),
    EnergyPart("losses", "", "energy lost to friction in the cord, as heat", "lost"),
)
Bungee.quantities = (
    Quantity("depth", "x", "m", "the jumper below the platform", VALUES["depth"]),
    Quantity("fall", "v", "m/s", "velocity of the jumper downward", VALUES["fall"]),
    Quantity("acceleration", "a", "m/s²", "acceleration of the jumper downward", VALUES["acceleration"]),
    Quantity("extension", "e", "m", "extension of the cord; negative: slack", VALUES["extension"]),
    Quantity("platform_tension", "T₀", "N", "cord tension at the platform", VALUES["platform_tension"]),
    Quantity("tension", "T", "N", "cord tension at the jumper", VALUES["tension"]),
    Quantity("ball_depth", "x_b", "m", "the ball below the platform", VALUES["ball_depth"]),
    Quantity("lead", "Δx", "m", "distance of the jumper below the ball", VALUES["lead"]),
    Quantity("end_acceleration", "a_end", "m/s²", "acceleration at which an inextensible cord would tighten",
             VALUES["end_acceleration"]),
    Quantity("kinetic", "E_k", "J", "kinetic energy", VALUES["kinetic"]),
    Quantity("elastic", "V_e", "J", "energy of the stretched cord", VALUES["elastic"]),
    Quantity("mechanical", "E", "J", "kinetic and potential energy", VALUES["mechanical"]),
)  # fmt: skip
