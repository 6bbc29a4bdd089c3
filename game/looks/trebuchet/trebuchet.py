"""The look of a trebuchet: an oak machine on a field, its projectile in flight, and the crater of the impact."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.looks.generic import LastChange, Look, pose_of
from game.looks.ghosts import GhostPose, ShotPath
from game.looks.kit.dashes import dashed
from game.looks.kit.euler_angle_arcs import add_arc
from game.looks.kit.parts.timber import burst_pumpkin, rope
from game.looks.kit.path_names import add_path_name, path_name
from game.looks.kit.quadric_curves import circle
from game.looks.kit.transforms import identity, placement, scaled, translation, turned_y
from game.looks.places.bystander import bystander
from game.looks.places.field import add_field, make_room
from game.looks.places.windsock import POLE, windsock
from game.looks.trebuchet import trebuchet_parts as parts
from game.looks.trebuchet.impact_crater import Impact
from game.looks.trebuchet.shot_view import (
    REACH,
    SPIN_RADIUS,
    AirForces,
    add_air_forces,
    add_spin_arc,
    split_force,
    view_beside,
)
from game.looks.trebuchet.trebuchet_frame import ground_frame, left_trestle, right_trestle
from game.looks.trebuchet.trebuchet_parts import TrebuchetDimensions
from game.looks.trebuchet.trebuchet_sounds import trebuchet_sounds
from game.looks.vectors import SHAFT, drawn_arrow
from game.model.arrow_scales import ArrowScales
from game.model.colors import HEADS, QUANTITY_COLORS, Color
from game.model.frame import (
    Array,
    CheckerPattern,
    Curve,
    Instance,
    Mesh,
    OverlayArrow,
    Points,
    SceneFrame,
    SceneLabel,
    SurfacePattern,
    View,
    hung,
)
from game.model.hold import Aimed, Anchor, At, Between, ByPhase, Hold, OnBody, Steady, World
from game.model.trails import FadingPaths
from game.model.words import decimal, later, tr
from game.sound.voices import Voice
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, cube, power, sin, square
from physics.shapes.pose import PoseLayout
from physics.shapes.solids import Body
from physics.trebuchet.air import air_force, drag_force
from physics.trebuchet.machine import (
    AIR_IN_SLING,
    ALPHA,
    BETA,
    FLIES,
    GAMMA,
    LANDED,
    PHASE,
    V_X,
    V_Y,
    WIND_X,
    WIND_Y,
    X,
    Y,
    has_projectile,
)
from physics.trebuchet.still_air import blows, spinless_path, spins, still_path
from physics.trebuchet.trebuchet import Trebuchet
from physics.types import Arrow, Floats, Occurrence, Vector3

LEATHER = (0.085, 0.040, 0.018)
ROPE_RADIUS = 0.0048
"""Radius of the sling's ropes, in heights of the pivot."""
LIGHT, HEAVY = 1500.0, 5000.0
"""Densities [kg/m³] between which a projectile is drawn as a stone."""
SUNK = 0.55
"""Height of the centre of a landed stone, in radii of the stone."""
FLIGHT_SECONDS, SWING_SECONDS = 12.0, 1.2
"""Time for which the stone's path is seen, and those of tip and counterweight [s]."""
CLEAR = 1.3
"""Distance from the middle of the shot at which the arrow of its velocity begins, in its radii."""
SHOTS_SEEN, FADES = 12, 0.72
"""Number of shots that are seen, and ratio of the opacity of each to that of the one after it."""
OVER = 12.0
"""Height of a range's label above its crater, in radii of the stone."""
ARC = 0.32
"""Radius of the arcs of angles, in lengths of the shorter side."""
FAR = 20.0
"""Distance of the eye, in pivot heights, beyond which the machine has no explanations."""
FIELD = 0.7
"""Length of the measured field, in ranges of a stone that takes up all the energy of the counterweight."""
SHORTEST = 10.0
"""Least length of the measured field, in radii of the machine: a besieged town does not stand over a weak machine."""
WORN = 0.95
"""Radius of the trampled ground, in radii of the machine."""
APART, STONE_LIT = 4.0, 8.0
"""Distance of a stone from the machine, in radii of it, beyond which the shadow map covers the stone alone, and the
radius of that map, in radii of the stone.
"""
LARGE, AHEAD = 2.5, 0.10
"""Height of the axle [m] from which on a person stands beside a machine, and how far ahead of it, in such heights."""
MODEL = 3.0
"""Height of the pivot [m] below which a machine is a model, without a besieged town."""
SMOOTH, PAINTED, HALVES = ("iron", "lead", "oak", "ball"), "painted", ((0.80, 0.76, 0.66), (0.32, 0.05, 0.03))
"""Projectiles on which no turn would be seen, as what they are drawn when they spin, and its colours."""
SOCK_FOOT, OVER_SOCK = (0.8, 0.5), 0.2
"""Place of the windsock, ahead of the machine and beside it, in radii of the machine, and height of the wind's arrow
over its pole, in heights of the axle."""
FAR_HEIGHT, FAR_AHEAD = 0.08, 0.28
"""From a distance, height of the wind's arrow and its distance from the machine, in lengths of the field."""
DOT, DOT_COLORS = (10.0, 7.0), ((20, 20, 20, 255), (250, 246, 236, 255))
"""Diameters of the dot with a dark rim as which a projectile is drawn that looks smaller [pixels of a picture of 720
lines], and their colours."""
SPIN_ARC = 0.022
"""Radius of the arc that shows a spin, in distances from the eye."""
PIN, PIN_RING, BELOW = 0.07, 2.5, 0.06
"""Height of the pin where the stone would land otherwise, in its range; radius of the ring at its foot, in radii of the
stone; and how far below that its label is, in its range: on the meadow, clear of the path and of the distances."""
SEEN = 400.0
"""Distance up to which the landscape is seen from beside the shot, in radii of the machine."""
FLAT, TIED = 0.3, 0.25
"""Width of the empty pouch, in that of the full one, and distance of a rope from the middle of the tip, in its own."""
BEAM, WEIGHT, STONE, POUCH = 0, 1, 2, 1
"""Numbers of the bodies, and of the pouch among the further points of the pose."""
BURSTS = "pumpkin"
"""The projectile that bursts where it falls."""
BURST, FLESH = 0.72, (0.86, 0.42, 0.07)
"""Height of the middle of a pumpkin that has burst, in its radius, and the colour of its flesh (linear RGB)."""
DASH = 0.012
"""Length of the dashes of the path without wind or spin, in lengths of its chord."""


class TrebuchetLook(Look[Trebuchet]):
    """A look that draws the machine on its field."""

    systems = ("trebuchet",)
    middle_moves = True
    life = FLIGHT_SECONDS
    path_words = MappingProxyType({"stone": later("path of the projectile"), "tip": later("path of the tip")})
    wanders = True
    framed = False
    second_pose = MappingProxyType({"azimuth": -76.0, "elevation": 8.0})
    second_menu = later("Second view beside the shot")
    second_about = later("second view, from a camera that flies beside the shot")

    def __init__(self, system: Trebuchet) -> None:
        self.plan = plan_of(system)
        self._made = look_parameters(system)
        super().__init__(system)
        plan = self.plan
        self.size = 0.8 * plan.axle
        self._ground = hung(part_mesh(ground_frame, plan), World())
        trestles = part_mesh(right_trestle, plan), part_mesh(left_trestle, plan)
        self._trestles = [hung(mesh, World()) for mesh in trestles]
        self._bystander = person_beside(plan, self.machine(), float(self.focus[0]))
        self._pouch = part_mesh(parts.pouch, plan)
        self._rope = sling_rope(plan.sling, ROPE_RADIUS * plan.pivot)
        self._on = SlingHolds.of(system.pose_layout, plan, self._made[1] == BURSTS, self.lift)
        weight = system.counterweight_mass * system.gravity
        drop = max(system.drop, 0.1 * plan.short)
        fastest = math.sqrt(2.0 * weight * drop / system.projectile_mass)
        self._reach = max(FIELD * square(fastest) / system.gravity, SHORTEST * self.radius)

    @cached_property
    def impact(self) -> Impact:
        """Return the crater of an impact."""
        return Impact(self.plan.ball)

    def fits(self, system: Trebuchet) -> bool:
        """Return whether the machine has the same dimensions, projectile and range."""
        return look_parameters(system) == self._made

    def sounds(self, system: Trebuchet) -> tuple[Voice, ...]:
        """Return axle, trough, sling, blows and impact."""
        return trebuchet_sounds(system)

    # The machine ------------------------------------------------------------------------------------------

    def stand_height(self) -> float:
        """Return the height of a stone's centre in the trough, the origin of the lab [m]."""
        return self.plan.floor

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of beam, counterweight or projectile."""
        match body.name:
            case "beam":
                return part_mesh(parts.beam, self.plan.moving)
            case "counterweight":
                return part_mesh(parts.counterweight, self.plan.moving)
        return parts.projectile(self._made[1], self.plan.ball)

    def paint(self, body: Body) -> SurfacePattern | None:
        """Return None: the machine has no painted pattern."""

    def machine(self) -> Array:
        """Return the corners (n, 3) of ground frame and trestles."""
        points = [each.mesh.vertices[:, :3] for each in (self._ground, *self._trestles)]
        low, high = (
            np.min([each.min(axis=0) for each in points], axis=0),
            np.max([each.max(axis=0) for each in points], axis=0),
        )
        return np.array(list(itertools.product(*zip(low, high, strict=True))), np.float32)

    @property
    def focus(self) -> Vector3:
        """Return the middle of the machine."""
        return np.array([-0.1 * self.plan.long, 0.0, 0.55 * self.plan.axle])

    @property
    def radius(self) -> float:
        """Return the radius of the cocked machine [m]."""
        return 0.62 * (self.plan.long + self.plan.axle)

    def middle(self, system: Trebuchet, y: Floats) -> Vector3:
        """Return the middle of the machine until the release, then the projectile."""
        return self.focus if has_projectile(y[PHASE]) else self.to_world(np.array([y[X], 0.0, y[Y]]))

    def frame(self, system: Trebuchet, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the machine and its projectile; the shadow map covers whichever is nearer to the eye."""
        beam, weight, stone_ = system.bodies(y)
        frame = SceneFrame(view, *self._lit(self.middle(system, y), view.eye))
        siege = self.plan.ball if self.plan.pivot > MODEL else 0.0
        add_field(frame, self._reach, WORN * self.radius, siege, system.wind_speed < 0.0)
        frame.instances += windsock(sock_foot(self.radius), self.plan.axle, system.wind_speed, system.wind_elevation)
        frame.instances += self._bystander
        ball, on = self._placed_ball(stone_, y), self._on
        pose = pose_of(self, (beam, weight, stone_))
        frame.instances += [self._ground, *self._trestles]
        frame.instances += [hung(mesh, OnBody(k), pose) for k, mesh in enumerate(self.meshes[:2])]
        burst = y[PHASE] == LANDED and self._made[1] == BURSTS
        found = (
            burst_at(ball, self.plan.ball, on.stone)
            if burst
            else [Instance(self.meshes[2], ball, paint=self._paint(system), on=on.stone)]
        )
        frame.instances.append(found[0])
        self._add_sling(frame, system, y)
        frame.instances += found[1:]
        radius = 0.5 * min(self.plan.box)
        frame.occluders = np.array(
            [(*self.to_world(weight.position), radius), (*ball[3, :3], self.plan.ball)], np.float32
        )
        frame.occluders_on = WEIGHT, STONE
        return frame

    # Beside the shot --------------------------------------------------------------------------------------

    def second_stage(self) -> tuple[Vector3, float]:
        """Return the sphere about the projectile, which is in the origin there."""
        return np.zeros(3), REACH * self.plan.ball

    def second_view(
        self, system: Trebuchet, y: Floats, view: View, since: LastChange, scales: ArrowScales
    ) -> SceneFrame:
        """Return what a camera sees that flies along with the projectile: its speed, its spin, the forces on it."""
        place = self._tips(system, np.array([y]))[0].astype(float)
        if not np.isfinite(place).all():
            place = self.to_world(np.zeros(3))
        if y[PHASE] == LANDED:
            place[2] = SUNK * self.plan.ball
        far = SEEN * self.radius + dense.length(place)
        frame = self.frame(system, y, view_beside(view, place, far), self.blur_seconds)
        frame.title = later("beside the shot")
        frame.labels.clear()
        if y[PHASE] == LANDED:
            self.impact.add(frame, place.astype(np.float32) * (1.0, 1.0, 0.0), math.inf)
        elif not has_projectile(y[PHASE]):
            air = air_forces(system, y)
            speeds = scales.units.get("m/s")
            fastest = speeds.reference if speeds is not None else dense.length(air.velocity)
            add_air_forces(frame, place, self.plan.ball, air, fastest)
            if system.spin != 0.0:
                add_spin_arc(frame, place, SPIN_RADIUS * self.plan.ball, system.spin)
        return frame

    def _paint(self, system: Trebuchet) -> CheckerPattern | None:
        """Return the quarters on a smooth projectile that spins, or None."""
        if self._made[1] != PAINTED:
            return None
        across = 2.0 * self.plan.ball
        return CheckerPattern((across, math.inf, across), *HALVES)

    def _lit(self, middle: Vector3, eye: Array) -> tuple[Array, float]:
        """Return the centre (3,) and radius [m] of the shadow map: those of the machine, or of a nearer projectile."""
        away = [dense.length(place - eye) for place in (self.focus, middle)]
        if away[1] > away[0] or dense.length(middle - self.focus) < APART * self.radius:
            return self.focus.astype(np.float32), self.radius
        return middle.astype(np.float32), STONE_LIT * self.plan.ball

    def _placed_ball(self, body: Body, y: Floats) -> Array:
        """Return the model of the projectile, sunk into the ground where it fell."""
        model = self.model(body)
        if y[PHASE] == LANDED:
            model[3, 2] = SUNK * self.plan.ball
        return model

    def _add_sling(self, frame: SceneFrame, system: Trebuchet, y: Floats) -> None:
        """Add two ropes from the tip to the ends of the pouch, which is flat when empty."""
        end, tip = self.to_world(system.pouch(y)), self.to_world(system.tip(y))
        turn = tilted_axes(y[ALPHA] - y[BETA])
        full = has_projectile(y[PHASE])
        pouch = scaled(placement(turn, end), 1.0 if full else (1.0, FLAT, 1.0))
        frame.instances.append(Instance(self._pouch, pouch, LEATHER, 0.7, on=self._on.pouch))
        for side, on in zip((-1.0, 1.0), self._on.ropes, strict=True):
            apart = side * np.array([0.0, 1.0, 0.0])
            start, top = end + self.plan.ball * (1.0 if full else FLAT) * apart, tip + TIED * self.plan.tip * apart
            frame.instances.append(Instance(self._rope, stretched(start, top, turn, self.plan.sling), on=on))

    def _tips(self, system: Trebuchet, states: np.ndarray) -> Array:
        """Return the projectile's positions at states (n, dim): (n, 3) float32 [m] in the world."""
        points = np.zeros((len(states), 3))
        points[:, 0], points[:, 2] = states[:, X], states[:, Y]
        return self.to_world(points).astype(np.float32)

    # Explanations ----------------------------------------------------------------------------------------

    def weight(self, system: Trebuchet) -> float:
        """Return the weight of counterweight, beam and projectile [N]."""
        return (system.counterweight_mass + system.beam_mass + system.projectile_mass) * system.gravity

    def vectors(self, system: Trebuchet, y: Floats) -> list[Arrow]:
        """Return the vectors of the machine and, of a stone in its sling, the force of the air, with its size."""
        found = super().vectors(system, y)
        if system.p[AIR_IN_SLING] and has_projectile(y[PHASE]):
            x, z = drag_force(y[V_X], y[V_Y], system.p)
            words = tr("air {force} N", force=decimal(f"{math.hypot(x, z):.1f}"))
            place = np.array([y[X], 0.0, y[Y]])
            found.append(Arrow("friction of the air", words, "N", words, place, np.array([x, 0.0, z])))
        return found

    def add_arrows(self, frame: SceneFrame, system: Trebuchet, y: Floats, scales: ArrowScales) -> None:
        """Add the vectors; from a distance only that of the projectile and the wind."""
        before = len(frame.arrows)
        super().add_arrows(frame, system, y, scales)
        frame.arrows[before:] = [self._beyond_shot(arrow) for arrow in frame.arrows[before:]]
        far = self._far(frame.view.eye)
        if far:
            frame.arrows[before:] = [arrow for arrow in frame.arrows[before:] if arrow.label == "v"]
        if blows(system.p):
            self._add_wind(frame, system, far, scales)

    def _beyond_shot(self, arrow: OverlayArrow) -> OverlayArrow:
        """Return an arrow moved along itself if it is that of the shot's velocity, which would hide the shot."""
        length = dense.length(np.asarray(arrow.tip, float) - arrow.tail)
        if arrow.label != "v" or length <= 0.0:
            return arrow
        shift = (CLEAR * self.plan.ball / length) * (arrow.tip - arrow.tail)
        return replace(arrow, tail=arrow.tail + shift, tip=arrow.tip + shift)

    def _add_wind(self, frame: SceneFrame, system: Trebuchet, far: bool, scales: ArrowScales) -> None:
        """Add the wind as an arrow with its speed: over the windsock, or, from far away, below the flight."""
        tail = np.array([*sock_foot(self.radius), (POLE + OVER_SOCK) * self.plan.axle])
        if far:
            tail = self._reach * np.array([FAR_AHEAD, 0.0, FAR_HEIGHT])
        wind = np.array([system.p[WIND_X], 0.0, system.p[WIND_Y]])
        arrow = drawn_arrow(Arrow("velocity of the wind", "", "m/s", "", tail, wind), tail, scales, SHAFT * self.size)
        if arrow is not None:
            frame.arrows.append(replace(arrow, head=HEADS["velocity"], value=""))
        words = tr("wind {speed} m/s", speed=decimal(f"{abs(system.wind_speed):.3g}"))
        frame.labels.append(SceneLabel(tail.astype(np.float32), words, QUANTITY_COLORS["velocity"]))

    def _far(self, eye: Array) -> bool:
        """Return whether the machine is too small in the picture for explanations on it."""
        away = dense.length(eye - self.to_world(np.array([0.0, 0.0, self.plan.pivot])))
        return bool(away > FAR * self.plan.pivot)

    def add_overlays(self, frame: SceneFrame, system: Trebuchet, y: Floats, since: LastChange) -> None:
        """Add lengths and angles of the machine when it is near."""
        if self._far(frame.view.eye):
            return
        plan, a, b = self.plan, y[ALPHA], y[BETA]
        pivot = self.to_world(np.array([0.0, 0.0, plan.pivot]))
        tip, heel = self.to_world(system.tip(y)), self.to_world(system.short_end(y))
        lines: list[tuple[str, Vector3, Vector3, World | OnBody | None]] = [
            ("l₁", pivot, heel, OnBody(BEAM)),
            ("l₂", pivot, tip, OnBody(BEAM)),
            ("l₃", self.to_world(np.zeros(3)), pivot, World()),
            ("l₅", tip, self.to_world(system.pouch(y)), None),
        ]
        lines += [("l₄", heel, self.to_world(system.weight_at(y)), OnBody(WEIGHT))] if system.hangs else []
        ink = QUANTITY_COLORS["node"]
        for name, start, end, on in lines:
            frame.curves.append(Curve(np.array([start, end], np.float32), ink, 1.8, 0.8, on=on))
            frame.labels.append(SceneLabel((0.5 * (start + end)).astype(np.float32), name, ink, on=on))
        up, along = np.array([0.0, 0.0, 1.0]), direction(a + math.pi)
        arcs = [("alpha", a, pivot, plan.short, up, np.array([-1.0, 0.0, 0.0]))]
        arcs.append(("beta", b, tip, min(plan.sling, plan.long), along, across(a)))
        if system.hangs:
            c = a + system.bend
            arcs.append(("gamma", y[GAMMA], heel, min(plan.short, plan.hanger), direction(c), across(c)))
        for name, angle, place, length, start, side in arcs:
            add_arc(frame, name, angle, place, ARC * length * start, ARC * length * side)

    def add_marks(
        self, frame: SceneFrame, system: Trebuchet, y: Floats, events: Sequence[Occurrence], now: float
    ) -> None:
        """Add the path without wind or without spin of a projectile in flight or landed, a dot and the sense of the
        spin where it is too small to be seen, its crater, and for a while the earth that it throws up.
        """
        if not has_projectile(y[PHASE]):
            release = next((event for event in reversed(events) if event.name == "release"), None)
            if release and blows(system.p):
                self._add_other_flight(frame, still_path(system.p, release.before), later("{range} m without wind"))
            elif release and spins(system.p):
                self._add_other_flight(frame, spinless_path(system.p, release.before), later("{range} m without spin"))
        if y[PHASE] == LANDED:
            landed = next((event.time for event in reversed(events) if event.name == "landing"), -math.inf)
            self.impact.add(frame, np.array([y[X], 0.0, 0.0], np.float32), now - landed)
        elif not has_projectile(y[PHASE]):
            self._add_flying(frame, self._tips(system, np.array([y]))[0], system.spin)

    def _add_flying(self, frame: SceneFrame, place: Array, spin: float) -> None:
        """Add a dot at a projectile that looks smaller, and an arc in the sense of its spin, positive from up ahead."""
        away = dense.length(place - frame.view.eye)
        if 2.0 * self.plan.ball * float(frame.view.projection[1, 1]) * 360.0 > DOT[1] * away:
            return
        for size, shade in zip(DOT, DOT_COLORS, strict=True):
            frame.points.append(Points(place[None], np.array([shade], np.uint8), size, exact=True))
        if spin != 0.0:
            add_spin_arc(frame, place, SPIN_ARC * away, spin)

    def _add_other_flight(self, frame: SceneFrame, path: NDArray[np.float64], words: str) -> None:
        """Add a path (n, 2) that the projectile might have taken, dashed, and its range in these words."""
        if len(path) < 2:
            return
        points = self.to_world(np.insert(path, 1, 0.0, axis=1)).astype(np.float32)
        length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
        phase = length / max(DASH * length[-1], 1e-9)
        rows, seen = dashed(points, np.full(len(points), 0.8), phase)
        color = QUANTITY_COLORS["herpolhode"]
        frame.curves.append(Curve(rows, color, 2.4, seen))
        if path[-1, 1] == 0.0:
            below = points[-1] - np.array([0.0, 0.0, BELOW * abs(path[-1, 0])], np.float32)
            self._add_range(frame, below, tr(words, range=decimal(f"{path[-1, 0]:.1f}")), color)
            self._add_pin(frame, float(path[-1, 0]), color)

    def _add_pin(self, frame: SceneFrame, x: float, color: Color) -> None:
        """Add a pin with a ring at its foot where the projectile would land otherwise, x [m] from the origin."""
        ball, foot = self.plan.ball, np.array([x, 0.0, 0.02 * self.plan.ball])
        ring = foot + circle(49, PIN_RING * ball)
        pin = foot + np.array([[0.0, 0.0, 0.0], [0.0, 0.0, PIN * abs(x)]])
        for points, width in ((ring, 2.0), (pin, 2.0)):
            frame.curves.append(Curve(points.astype(np.float32), color, width, 0.9))

    def add_shots(self, frame: SceneFrame, shots: Sequence[ShotPath]) -> None:
        """Add the paths of earlier shots, older ones fainter, with their craters and ranges."""
        for age, shot in enumerate(reversed(shots[-SHOTS_SEEN:])):
            if len(shot.points) < 2:
                continue
            frame.curves.append(
                Curve(shot.points, shot.color, 2.2 if age == 0 else 1.6, max(0.85 * power(FADES, age), 0.12))
            )
            end = shot.points[-1] * np.array([1.0, 1.0, 0.0], np.float32)
            if math.isfinite(shot.range_):
                self.impact.add(frame, end, math.inf)
                over = np.array([0.0, 0.0, OVER * self.plan.ball], np.float32)
                self._add_range(frame, end + over, decimal(f"{shot.range_:.1f} m"), shot.color)

    def _add_range(self, frame: SceneFrame, place: Array, words: str, color: Color) -> None:
        """Add the words of a range, and leave out the distances of the field that they would cover."""
        make_room(frame.labels, place, words, frame.view)
        frame.labels.append(SceneLabel(place, words, color))

    def add_ghosts(self, frame: SceneFrame, ghosts: Sequence[GhostPose]) -> None:
        """Add the moving parts of other machines, with their slings as lines."""
        super().add_ghosts(frame, ghosts)
        for ghost in ghosts:
            system: Any = ghost.system
            sling = [self.to_world(place).astype(np.float32) for place in (system.tip(ghost.y), system.pouch(ghost.y))]
            frame.curves.append(Curve(np.array(sling), ghost.color, 1.8, 0.7))

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the projectile's path for its whole flight, and those of the machine for a while."""
        super().add_traces(frame, paths.of("stone"))
        machine = paths.but("stone").lasting(SWING_SECONDS)
        ink = QUANTITY_COLORS["herpolhode"]
        super().add_traces(frame, machine._replace(color=paths.color or ink))
        if paths.color is None:
            for name, trail in machine.trails.items():
                add_path_name(frame, trail.points, machine, path_name(self.path_words, name), ink)


def burst_at(ball: Array, radius: float, on: Hold | None) -> list[Instance]:
    """Return the pieces of a pumpkin of a radius [m] where it fell; ball: the matrix (4, 4) of the whole one."""
    rind, flesh = burst_pumpkin(radius)
    place = translation(ball[3, 0], ball[3, 1], BURST * radius)
    return [Instance(rind, place, on=on), Instance(flesh, place, FLESH, 0.45, on=on)]


class SlingHolds(NamedTuple):
    """What the stone or its pieces, the pouch and its two ropes hang on."""

    stone: ByPhase
    pouch: ByPhase
    ropes: tuple[ByPhase, ByPhase]

    @classmethod
    def of(cls, layout: PoseLayout, plan: TrebuchetDimensions, bursts: bool, lift: float) -> SlingHolds:
        """Return them for a machine; lift [m]: height of the ground of the lab over that of the world."""
        stone, tip = (len(layout.bodies) + layout.traces.index(name) for name in ("stone", "tip"))
        pouch = layout.first_point + POUCH
        sunk = OnBody(STONE, above=SUNK * plan.ball - lift)
        fallen = At(Anchor(stone, (0.0, 0.0, BURST * plan.ball - lift)), identity()) if bursts else sunk

        def by_load(full: Steady, empty: Steady) -> ByPhase:
            return ByPhase((((FLIES,), empty), ((LANDED,), empty), ((), full)))

        def rope_at(side: float, wide: float) -> Between:
            low = Anchor(pouch, (0.0, side * wide * plan.ball, 0.0))
            high = Anchor(tip, (0.0, side * TIED * plan.tip, 0.0))
            return Between(low, high, (1.0, 1.0), (0.0, plan.sling))

        lying, hanging = (Aimed(Anchor(pouch), Anchor(tip), (1.0, wide, 1.0)) for wide in (1.0, FLAT))
        return cls(
            ByPhase((((LANDED,), fallen), ((), OnBody(STONE)))),
            by_load(lying, hanging),
            (by_load(rope_at(-1.0, 1.0), rope_at(-1.0, FLAT)), by_load(rope_at(1.0, 1.0), rope_at(1.0, FLAT))),
        )


def air_forces(system: Trebuchet, y: Floats) -> AirForces:
    """Return speeds of a projectile in flight and the forces on it."""
    p = system.p
    velocity, wind = np.array([y[V_X], 0.0, y[V_Y]]), np.array([p[WIND_X], 0.0, p[WIND_Y]])
    along, up = air_force(y[V_X], y[V_Y], p)
    drag, lift = split_force(np.array([along, 0.0, up]), velocity - wind)
    weight = np.array([0.0, 0.0, -system.projectile_mass * system.gravity])
    return AirForces(velocity, velocity - wind, drag, lift, weight, blows(p))


def person_beside(plan: TrebuchetDimensions, machine: Array, middle: float) -> tuple[Instance, ...]:
    """Return a person ahead of a large machine and beside its swing, who watches it; none beside a small one.

    machine: corners (n, 3) of its frame; middle: where it is along x [m].
    """
    if plan.axle < LARGE:
        return ()
    x, y = float(machine[:, 0].max()) + AHEAD * plan.axle, float(machine[:, 1].min())
    return bystander(x, y, float(arctan2(middle - x, -y)))


def sock_foot(radius: float) -> tuple[float, float]:
    """Return the place of the windsock on the ground beside a machine of this radius [m]."""
    return SOCK_FOOT[0] * radius, SOCK_FOOT[1] * radius


def plan_of(system: Trebuchet) -> TrebuchetDimensions:
    """Return the dimensions of a system's machine."""
    reach = math.sqrt(max(square(system.long_arm) - square(system.pivot_height), 0.0))
    return TrebuchetDimensions(
        short=system.short_arm,
        long=system.long_arm,
        pivot=system.pivot_height,
        hanger=system.hangs,
        sling=system.sling,
        start=system.sling - reach,
        ballast=system.counterweight_mass,
        beam=system.beam_mass,
        ball=0.5 * system.ball,
        trough=system.trough == "ground",
        bend=system.bend,
        props=tuple(each for each in (system.hanger_low, system.hanger_high) if 0.0 < each < math.tau),
        catches=tuple(
            (each, way) for each, way in ((system.sling_low, 1.0), (system.sling_high, -1.0)) if 0.0 < each < math.tau
        ),
        bars=frame_bars(system),
    )


def frame_bars(system: Trebuchet) -> tuple[tuple[float, float], ...]:
    """Return the angles at which the frame, not the ground, stops the beam [rad], each with the way out, 1 or -1."""
    low, high = system.beam_limits
    if system.beam_stops == "ground":
        return ()
    own = (low, 1.0, system.beam_low), (high, -1.0, system.beam_high)
    return tuple((angle, way) for angle, way, set_at in own if angle == set_at and abs(angle) < math.pi)


def look_parameters(system: Trebuchet) -> tuple[TrebuchetDimensions, str, float, float]:
    """Return all parameters on which the look depends: dimensions, projectile, its mass [kg], and gravity."""
    return plan_of(system), projectile_material(system), system.projectile_mass, system.gravity


def projectile_material(system: Trebuchet) -> str:
    """Return the material as which the projectile is drawn: its own, or one of similar density; painted if a spin would
    not be seen.
    """
    material = system.material
    if material in ("density", "diameter"):
        density = 6.0 * system.projectile_mass / (math.pi * cube(system.ball))
        material = "ball" if density < LIGHT else "iron" if density > HEAVY else "stone"
    return PAINTED if system.spin != 0.0 and material in SMOOTH else material


@lru_cache(maxsize=64)
def part_mesh(make: Callable[[TrebuchetDimensions], Mesh], plan: TrebuchetDimensions) -> Mesh:
    """Make a part of a machine, once for each plan."""
    return make(plan)


@lru_cache(maxsize=16)
def sling_rope(length: float, radius: float) -> Mesh:
    """Return the mesh of a rope of the sling, made once."""
    return rope(length, radius)


def direction(angle: float) -> Vector3:
    """Return the unit vector (3,) that leans back from the vertical by an angle."""
    return np.array([-sin(angle), 0.0, cos(angle)])


def across(angle: float) -> Vector3:
    """Return the direction (3,) in which `direction` moves as the angle grows."""
    return np.array([-cos(angle), 0.0, -sin(angle)])


def tilted_axes(angle: float) -> Array:
    """Return rows (3, 3): axes for row vectors; the third leans back by an angle."""
    return turned_y(angle)


def stretched(start: Vector3, end: Vector3, turn: Array, length: float) -> Array:
    """Return a model (4, 4) that stretches a straight mesh of this length along z between two points."""
    return placement([*turn[:2], (end - start) / length], start)
