"""The looks of pendulums on their stand: bars of wood on brass pins, or brass bobs on steel rods."""

from __future__ import annotations

import itertools
import math
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.generic import Look, pose_of
from game.looks.kit import mirrored
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums import wooden_bars
from game.model.colors import GREEN, LIGHT_GREY, PINK, VERMILION
from game.model.frame import Array, Instance, Mesh, Ribbon, Room, SceneFrame, View, hung, standing
from game.model.hold import Anchor, At, Between, Hold, OnBody, World
from game.model.material import Material
from game.model.trails import FadingPaths
from game.model.words import later
from physics.linkages.hanging import HangingSystem
from physics.maths import dense, rounded
from physics.maths.elementary import cos, power, sin
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

CLEAR = 0.13
"""Clearance of a hanging pendulum above the floor, in lengths of the pendulum."""
BEHIND = 0.22
"""Distance of the column behind the pendulum, in lengths of the pendulum."""
FOOT, COLUMN = 0.23, 0.034
"""Radius of the stand's foot and of its column, in lengths of the pendulum."""
EBONY, POLISH = (0.016, 0.0145, 0.0135), 0.2
"""Colour (linear RGB) and roughness of the foot."""
HALF, THICK = 0.105, 0.050
"""Half width and thickness of a slat, in lengths of the pendulum."""
NARROWER = 0.84
"""Ratio of the half width of a slat to that of the one behind it."""
MAX_SLAT_WIDTH = 0.19
"""Greatest half width of a slat, in lengths of the slat."""
MAX_BOB_TO_LINK = 0.42
"""Greatest radius of a bob, in lengths of its link."""
LAYER = 1.16
"""Distance from one link to the next across the plane of motion, in thicknesses of a slat."""
JOINTS = (GREEN, LIGHT_GREY, PINK, VERMILION)
"""Colours of the joints' paths, from the first joint on, which differ from those of the arrows."""


class StandLook(Look[HangingSystem]):
    """A look that draws links hanging from a stand, which follows a moving pivot; its column changes length.

    joints_seen [s]: duration of the joints' paths that is seen beside that of the tip. clear: clearance of what hangs
    above the floor, in lengths of the pendulum. stand_parts: how each part of the stand follows a moving pivot, as
    `carried` has it.
    """

    joints_seen = math.inf
    clear = CLEAR
    path_words = MappingProxyType({"tip": later("path of the tip")})
    stand_parts: tuple[str, ...] = ("floor", "floor", "column", "pivot")
    room = Room.LABORATORY
    middle_moves = True
    pose = MappingProxyType({"azimuth": -74.0, "elevation": 9.0})

    def __init__(self, system: HangingSystem) -> None:
        self.links = system.link_shapes
        self._made = look_parameters(system)
        self.length = sum(link.length for link in self.links)
        super().__init__(system)
        self.size = self.length
        self.wanders = not system.held
        self._foot = (
            pendulum_parts.plinth(FOOT * self.length),
            pendulum_parts.fittings(FOOT * self.length, COLUMN * self.length),
        )
        self._column = pendulum_parts.column(COLUMN * self.length)
        self._bearing = pendulum_parts.bearing(COLUMN * self.length, BEHIND * self.length, self.front)
        self._carried: dict[int, list[Hold]] = {}

    def fits(self, system: HangingSystem) -> bool:
        """Return whether the system has the same links, support and start."""
        return look_parameters(system) == self._made

    def weight(self, system: HangingSystem) -> float:
        """Return the weight of all links [N]."""
        return float(system.parameters.get("gravity") or 0.0) * sum(link.mass for link in system.link_shapes)

    def stand_height(self) -> float:
        """Return a height of the support at which no link touches the floor [m]."""
        return (1.0 + self.clear) * self.length

    @property
    def front(self) -> float:
        """Return y of the end of the axle [m]."""
        return -0.02 * self.length

    @property
    def radius(self) -> float:
        """Return the radius of the space that the links can sweep [m]."""
        return 0.92 * self.length

    def middle(self, system: HangingSystem, y: Floats) -> Vector3:
        """Return the mean of the joints."""
        return self.to_world(self.points(system, y).mean(axis=0))

    def points(self, system: HangingSystem, y: Floats) -> Vector3:
        """Return the joints from the support to the tip, (n, 3) in the lab [m]."""
        return system.points(y)

    def frame(self, system: HangingSystem, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the stand and the links that hang from it."""
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius, room=self.room)
        points = self.to_world(self.points(system, y))
        frame.instances = self.hanging(system, y, points)
        shade = [self.shade(points)]
        for joint in system.held:
            frame.instances += self._held_stand(system, joint, points[joint])
            shade.append(self.foot_shade(points[joint]))
        frame.occluders = np.array(shade, np.float32)
        still = system.stands or self.stand_parts[0] == "still"
        feet = (-1 if still else joint_holder(system, joint) for joint in system.held)
        frame.occluders_on = joint_holder(system, lowest(points)), *feet
        return frame

    def _held_stand(self, system: HangingSystem, joint: int, pivot: Vector3) -> list[Instance]:
        """Return a stand at a pivot of the world (3,), with what its parts hang on."""
        stand = self.stand(pivot)
        if system.stands:
            return list(map(standing, stand))
        if joint not in self._carried:
            of = system.pose_layout.first_point + joint
            first = self.to_world(self.points(system, memoryview(system.start()))[joint])
            parts = zip(self.stand(first), self.stand_parts, strict=True)
            self._carried[joint] = [carried(each.model, part, first, of) for each, part in parts]
        return [replace(each, on=on) for each, on in zip(stand, self._carried[joint], strict=True)]

    def stand(self, pivot: Vector3) -> list[Instance]:
        """Return foot, column and bearing at a pivot of the world (3,); the picture need not hold foot and column."""
        x, across, z = pivot
        behind = across + BEHIND * self.length
        foot = translation(x, behind, 0.0)
        return [
            Instance(self._foot[0], foot, EBONY, POLISH, framed=False),
            Instance(self._foot[1], foot, framed=False),
            Instance(self._column, scaled(foot, (1.0, 1.0, z)), framed=False),
            Instance(self._bearing, translation(x, across, z)),
        ]

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return instances of the links, whose joints are at points (n, 3) of the world."""
        pose = pose_of(self, system.bodies(y))
        return [hung(mesh, OnBody(k), pose) for k, mesh in enumerate(self.meshes)]

    def shade(self, points: Vector3) -> tuple[float, float, float, float]:
        """Return a sphere (x, y, z, r) in the world that shades the floor as the lowest joint does."""
        x, y, z = points[lowest(points)]
        return x, y, z, HALF * self.length

    def foot_shade(self, pivot: Vector3) -> tuple[float, float, float, float]:
        """Return a sphere that shades the floor as the foot of a stand does."""
        foot = FOOT * self.length
        return pivot[0], pivot[1] + BEHIND * self.length, -0.5 * foot, foot

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the path of the tip, and thinner ones of the joints in other colours."""
        super().add_traces(frame, paths.of("tip"))
        joints = paths.but("tip").lasting(self.joints_seen)
        if paths.color is not None or not joints.life:
            return
        for points, color in zip(joints.laid, itertools.cycle(JOINTS)):
            frame.ribbons.append(Ribbon(points, joints.now, joints.life, color, 2.2))


class PendulumLook(StandLook):
    """A look that draws a few bars or bobs, each in front of the one it hangs from.

    rod, largest_bob: radius of a rod and of the heaviest bob, in lengths of the pendulum.
    """

    systems = ("pendulum",)
    rod, largest_bob = 0.030, 0.125

    def __init__(self, system: HangingSystem) -> None:
        super().__init__(system)
        places = enumerate(self.links)
        self._metals = [None if link.bob else moved(self._metal(k), self._hung(k)) for k, link in places]

    def _tips(self, system: HangingSystem, states: np.ndarray) -> Array:
        """Return the free ends for states (n, dim) that begin with the angles, taking every joint as closed."""
        angles = states[:, : len(self.links)]
        lengths = np.array([link.length for link in self.links])
        first = self.points(system, memoryview(states[0]))[0]
        points = np.zeros((len(states), 3)) + first
        points[:, 0] += dense.times(sin(angles), lengths)
        points[:, 2] -= dense.times(cos(angles), lengths)
        return self.to_world(points).astype(np.float32)

    def mesh(self, body: Body) -> Mesh:
        """Return a bar, a rod or a bob, by the name of the body."""
        names = [link.body for link in self.links]
        if body.name in names:
            place = names.index(body.name)
            return moved(self._link(place), self._hung(place))
        place = int(body.name.split()[-1]) - 1
        return moved(pendulum_parts.bob(self._bob_radius(place)), (0.0, self.layer(place), 0.0))

    def _bob_radius(self, place: int) -> float:
        """Return the radius of a bob [m]."""
        share = self.links[place].bob / max(link.bob for link in self.links)
        return min(self.largest_bob * self.length * rounded.cbrt(share), MAX_BOB_TO_LINK * self.links[place].length)

    def _link(self, place: int) -> Mesh:
        """Return a rod from its upper joint down, with the pin that joins it to the previous link, or a bar without
        its metal.
        """
        length, bob = self.links[place].length, self.links[place].bob
        back, front = self.layer(place - 1), self.layer(place)
        if bob:
            r = self.rod * self.length
            pin = pendulum_parts.pin(2.2 * r, front - 1.5 * r, back + 1.5 * r)
            return joined([pendulum_parts.rod(length, r, front), pin])
        half, thick = self._section(place)
        return wooden_bars.wood(length, half, thick, front)

    def _hung(self, place: int) -> tuple[float, float, float]:
        """Return the upper joint of a link (3,) [m] in the axes of its body."""
        return 0.0, 0.0, self.links[place].upper

    def _section(self, place: int) -> tuple[float, float]:
        """Return half width and thickness of a bar: those in front are narrower, so that all show when folded."""
        half = min(HALF * self.length, MAX_SLAT_WIDTH * self.links[place].length)
        return half * power(NARROWER, place), THICK * self.length

    def _metal(self, place: int) -> Mesh:
        """Return the brass heads of a bar, and the pin that joins it to the one before."""
        half, thick = self._section(place)
        back, front = self.layer(place - 1), self.layer(place)
        pin = pendulum_parts.pin(0.30 * half, front - 0.5 * thick, back + 0.95 * thick, 0.0, Material.STEEL)
        return joined([wooden_bars.heads(self.links[place].length, half, thick, front), pin])

    def hanging(self, system: HangingSystem, y: Floats, points: Vector3) -> list[Instance]:
        """Return bars of two alternating woods with their metal, or rods and bobs."""
        instances = super().hanging(system, y, points)
        metal = []
        for place, instance in enumerate(instances[: len(self._metals)]):
            mesh = self._metals[place]
            if mesh is not None:
                instances[place] = replace(instance, tint=wooden_bars.WOODS[place % 2])
                metal.append(Instance(mesh, instance.model, on=instance.on))
        return instances + metal

    def frame(self, system: HangingSystem, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame whose bobs and rods mirror one another, those at the free end first."""
        frame = super().frame(system, y, view, blur_seconds)
        points, shapes = self.to_world(self.points(system, y)), []
        on: list[int] = []
        for place in reversed([place for place, link in enumerate(self.links) if link.bob]):
            upper, lower = points[place : place + 2] + np.array([0.0, self.layer(place), 0.0])
            shapes.append(mirrored.ball(lower, self._bob_radius(place), mirrored.BRASS))
            shapes.append(mirrored.rod(upper, lower, self.rod * self.length))
            on += [place, place]
        frame.mirrored, frame.mirrored_on = mirrored.together(shapes), tuple(on)
        return frame

    def layer(self, place: int) -> float:
        """Return the y [m] of the plane in which a link moves, by its place from the support on."""
        return -LAYER * THICK * self.length * place


def joint_holder(system: HangingSystem, joint: int) -> int:
    """Return the number in a pose of what has a joint: a further point, or else a body that begins or ends there."""
    if system.has_pose and system.pose_layout.points:
        return system.pose_layout.first_point + joint
    return max(joint - 1, 0)


def lowest(points: Vector3) -> int:
    """Return the number of the lowest of points (n, 3)."""
    return int(np.argmin(points[:, 2]))


def carried(model: Array, part: str, pivot: Vector3, of: int) -> Hold:
    """Return what a part of a stand hangs on, which is placed by a matrix (4, 4) while its pivot is at (3,).

    part: "still"; "pivot": it moves with the pivot; "floor": beside or below it, at a height that stays; "column": from
    such a height up, to one that moves with the pivot. of: the number of the pivot in a pose.
    """
    x, across, z = (np.asarray(model[3, :3], float) - pivot).tolist()
    if part == "still":
        return World(model)
    if part == "pivot":
        return At(Anchor(of, (x, across, z)), model)
    foot = Anchor(of, (x, across, float(model[3, 2])), level=True)
    if part == "floor":
        return At(foot, model)
    wide = float(model[0, 0]), float(model[1, 1])
    return Between(foot, Anchor(of, (x, across, z + float(model[2, 2]))), wide)


def look_parameters(system: HangingSystem) -> tuple[object, ...]:
    """Return all parameters on which the look depends."""
    chosen = (
        system.parameters.get(name) for name in ("gravity", "support", "end", "stroke", "amplitude", "amplitude_z")
    )
    return system.name, system.link_shapes, dict(system.initial), *chosen
