"""The look of a bungee jump: bridge and gorge, cord, jumper, and the ball that falls beside the jumper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.generic import LastChange, Look, pose_of
from game.looks.kit import shapes
from game.looks.kit.culling import StaticScenery
from game.looks.kit.curve_frames import Rope, Strand, places_along
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.tension_tints import TensionTints
from game.looks.kit.transforms import identity, placement, scaled, translation
from game.looks.pendulums import jumper_figure
from game.looks.places import canyon, gorge
from game.looks.places.woods import pines
from game.model.arrow_scales import ArrowScales
from game.model.colors import QUANTITY_COLORS
from game.model.frame import (
    Array,
    CheckerPattern,
    GroundKind,
    Instance,
    Mesh,
    SceneFrame,
    SceneLabel,
    Surroundings,
    View,
    hung,
    standing,
)
from game.model.hold import Anchor, Moving, OnBody
from game.model.material import Material
from game.model.trails import FadingPaths
from game.model.words import later
from physics.maths import dense
from physics.maths.elementary import cos, sin
from physics.pendulums.bungee import Bungee
from physics.shapes.solids import Body
from physics.types import Floats, Occurrence, Vector3

CLOTHES = (
    ((0.56, 0.31, 0.20), 0.5), ((0.03, 0.16, 0.60), 0.55), ((0.030, 0.034, 0.045), 0.7), ((0.60, 0.60, 0.57), 0.5),
    ((0.85, 0.26, 0.02), 0.5), ((0.055, 0.028, 0.014), 0.5),
)  # fmt: skip
"""Colours and roughness of skin, jacket, trousers, shoes, harness and hair."""
STEEL = (0.42, 0.105, 0.068), 0.5
"""Colour and roughness of the painted steel of the bridge."""
BANKS, SUNNY = (0.9, 0.92, 0.95), 0.35
"""Colour of the banks, and the sunlit fraction of the river."""
WHITE, RED = (0.80, 0.78, 0.74), (0.55, 0.03, 0.02)
STEPS = 3
CORD = 0.055
"""Radius of the cord as drawn, relative to the size of people (1: 1.8 m tall)."""
RUBBER, STRAINED = (0.40, 0.64, 1.68), (4.00, 0.40, 0.08)
"""Tints of the cord, slack and under a tension of three weights of the jumper."""
FULL_SIZE_DEPTH = 12.0
"""Depth of the jump [m] below which people are drawn smaller."""
HIP = 0.95
"""Height of the jumper's hips above the feet, which the camera follows."""
BALL = 0.2
TURNING = 5.0
"""Depth below the bridge at which a jumper who left it upright hangs head down, relative to the size of people."""
ASIDE, NEAR = 0.5, 1.2
"""How far beside the jumper arrows are that begin nearer than that to the hips, relative to the size of people."""
START_DISTANCE = 0.32
"""Initial distance of the camera, in depths of the jump."""
RIVER_SPEED = 3.2
"""Speed of the river beside people of real size [m/s]."""
WIDTH = 1.9
"""Width of the gorge, in depths of the jump."""


class BungeeLook(Look[Bungee]):
    """A look that draws the bridge, the cord in the colour of its tension, the jumper and the ball."""

    systems = ("bungee",)
    middle_moves = True
    tension_tints: TensionTints
    life = 12.0
    path_words = MappingProxyType({"jumper": later("path of the jumper")})
    wanders = True
    framed = False

    def __init__(self, system: Bungee) -> None:
        self._made = look_parameters(system)
        self.deep = jump_depth(system)
        self.people = min(1.0, self.deep / FULL_SIZE_DEPTH)
        self._depth = system.gorge
        self.pose = MappingProxyType({"azimuth": -14.0, "elevation": 11.0, "distance": START_DISTANCE * self.deep})
        super().__init__(system)
        self.size = 0.35 * self.deep
        weight = system.jumper_mass * (system.gravity or 1.0)
        self.tension_tints = TensionTints((0.0, 3.0 * weight), (RUBBER, STRAINED))
        width = WIDTH * self.deep
        wide, there = scaled(identity(), width), translation(0.0, 0.0, self.lift)
        made = width, system.start_x, self.people
        self._bridge = [Instance(mesh, there) for mesh in gorge.deck(*made)]
        self._bridge += [Instance(mesh, there, *STEEL) for mesh in gorge.steel(*made)]
        still = [*_rock(wide, self.lift / width), *pines(width, self.lift), *self._bridge]
        self._still = StaticScenery([standing(each) for each in still])
        self._river, self._wide = canyon.river(self.lift / width), wide
        self._cord = pendulum_parts.plaited(8)
        places = Anchor(-1, (0.0, 0.0, self.lift)), *places_along(system.pose_layout)
        self._cord_line = Rope(places, (Strand(np.full(STEPS * (len(places) - 1), CORD * self.people)),), STEPS)
        self._width = width

    def fits(self, system: Bungee) -> bool:
        """Return whether the jump looks the same."""
        return look_parameters(system) == self._made

    def stand_height(self) -> float:
        """Return the depth of the gorge [m]: the floor of the world is its bottom."""
        return self._depth

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of the ball; the jumper has meshes of its own."""
        if body.name == "ball":
            return shapes.sphere(BALL * self.people, Material.LACQUER, 32)
        return super().mesh(body)

    @property
    def focus(self) -> Vector3:
        """Return a point a little below the bridge."""
        return np.array([0.0, 0.0, self.lift - 0.13 * self.deep])

    @property
    def radius(self) -> float:
        """Return the radius of the part of the jump that is seen at once [m]."""
        return 0.31 * self.deep

    def middle(self, system: Bungee, y: Floats) -> Vector3:
        """Return the position of the jumper's hips."""
        model = self._held(system, y)
        return np.asarray(model[3, :3] + HIP * model[2, :3], float)

    def points(self, system: Bungee, y: Floats) -> Vector3:
        """Return the points of the cord from the platform to the jumper, (n, 3) [m]."""
        return system.points(y)

    def frame(self, system: Bungee, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the bridge, the gorge, the cord, the jumper and the ball."""
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius)
        frame.stage, frame.ground = Surroundings.FIELD, GroundKind(worn=0.12 * self._width)
        frame.shaded = True  # walls and floor of the gorge, once for all (game/looks/places/canyon.py)
        paint = CheckerPattern((math.inf, math.inf, BALL * self.people), RED, WHITE)
        ball = hung(self.meshes[1], OnBody(1), pose_of(self, system.bodies(y)), paint=paint)
        self._still.add_to(frame)
        frame.instances += [ball, *self._rope(system, y), *self._jumper(system, y)]
        return frame

    def add_overlays(self, frame: SceneFrame, system: Bungee, y: Floats, since: LastChange) -> None:
        """Add the name of the ball."""
        top = self.to_world(system.bodies(y)[1].position) + np.array([0.0, 0.0, BALL * self.people])
        frame.labels.append(
            SceneLabel(top.astype(np.float32), later("free fall"), QUANTITY_COLORS["node"], on=OnBody(1))
        )

    def add_arrows(self, frame: SceneFrame, system: Bungee, y: Floats, scales: ArrowScales) -> None:
        """Add the arrows of the jumper beside the body, which would hide them."""
        super().add_arrows(frame, system, y, scales)
        right = np.asarray(frame.view.view, np.float32)[:3, 0]
        hips = self.middle(system, y)
        for k, arrow in enumerate(frame.arrows):
            if dense.length(np.asarray(arrow.tail, float) - hips) < NEAR * self.people:
                aside = np.float32(ASIDE * self.people) * right
                frame.arrows[k] = replace(arrow, tail=arrow.tail + aside, tip=arrow.tip + aside)

    def _rope(self, system: Bungee, y: Floats) -> list[Instance]:
        """Return the pieces of the cord, coloured by tension."""
        tints = self.tension_tints.of(np.repeat(system.tensions(y), STEPS))
        return self._cord_line.hung(self._cord, self.to_world(system.points(y)), [tints])

    def _held(self, system: Bungee, y: Floats) -> Array:
        """Return the model (4, 4) of the jumper, whose feet are at the end of the cord."""
        place = system.points(y)[-1]
        axes = self.people * jumper_axes(-float(place[2]) / (TURNING * self.people))
        return placement(axes, self.to_world(place))

    def _jumper(self, system: Bungee, y: Floats) -> list[Instance]:
        """Return the jumper, head up on the bridge and head down below."""
        model = self._held(system, y)
        parts = enumerate(CLOTHES)
        return [Instance(jumper_figure.figure_part(part), model, *look, on=Moving()) for part, look in parts]

    def add_marks(self, frame: SceneFrame, system: Bungee, y: Floats, events: Sequence[Occurrence], now: float) -> None:
        """Add the river, whose place depends on the time of the run alone."""
        run = now * math.sqrt(self.people) * RIVER_SPEED / (canyon.RIVER * self._width)
        (a, b, c) = (run * scale % 1.0 for scale in canyon.DRIFTS)
        frame.instances.append(Instance(self._river, self._wide, (a, b, c), SUNNY))

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the path as a thin line, because the cord hangs where the jumper fell and would be hidden."""
        if paths.color is not None:
            super().add_traces(frame, paths)
            return
        before = len(frame.ribbons)
        super().add_traces(frame, paths)
        frame.ribbons[before:] = [replace(each, width=1.2) for each in frame.ribbons[before:]]


def _rock(wide: Array, deep: float) -> list[Instance]:
    """Return the walls, the floor and the land of a gorge, scaled by `wide`; `deep` is its depth in widths."""
    found = [Instance(canyon.floor(deep), wide, BANKS)]
    for side in (-1.0, 1.0):
        found.append(Instance(canyon.land(deep, side), wide))
        found += [Instance(wall, wide) for wall in canyon.walls(deep, side)]
    return found


def jumper_axes(share: float) -> Array:
    """Return the axes, as rows, of a jumper who faces along x and has completed this share of half a turn."""
    part = min(max(share, 0.0), 1.0)
    angle = math.pi * part * part * (3.0 - 2.0 * part)
    s, c = sin(angle), cos(angle)
    # In the mesh the arms are spread along x and the face looks along y.
    return np.array([(0.0, -1.0, 0.0), (c, 0.0, -s), (s, 0.0, c)], np.float32)


def look_parameters(system: Bungee) -> tuple[float, ...]:
    """Return all parameters on which the look of a jump depends."""
    return jump_depth(system), system.gorge, system.start_x, system.jumper_mass, system.gravity


def jump_depth(system: Bungee) -> float:
    """Estimate the greatest depth below the bridge [m]: massless cord, from rest, M g (L0 + e) = ½ k e²."""
    weight = system.jumper_mass * system.gravity
    sag = weight / system.stiffness
    return min(system.length + sag + math.sqrt(sag * sag + 2.0 * sag * system.length), system.gorge)
