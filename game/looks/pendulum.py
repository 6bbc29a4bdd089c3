"""Pendulums on their stand: bars of wood on brass pins, or brass bobs on steel rods."""

from __future__ import annotations

import itertools
import math
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.looks.generic import ARROW_REACH, FORCES, WEIGHT_REACH, Look, linear
from game.looks.kit.parts import pendulum_parts, wooden_bars
from game.looks.kit.parts.composite_meshes import joined, moved
from game.model.colors import INK
from game.model.frame import Array, Instance, Mesh, Ribbon, SceneFrame, View
from game.model.material import Material
from game.model.trails import Paths
from physics import System
from physics.core.solids import Body
from physics.linkages.cylinders import CylinderChain
from physics.linkages.double_bars import DoubleBars
from physics.systems.planar_chain import PlanarChain
from physics.types import Floats, Vector3

CLEAR = 0.13
"""How far above the floor a pendulum hangs, in its length."""
BEHIND = 0.22
"""How far behind it the column stands, in the same."""
FOOT, COLUMN = 0.19, 0.027
"""Radius of the stand's foot and of its column, in the same."""
EBONY, POLISH = (0.016, 0.0145, 0.0135), 0.2
"""Colour (linear RGB) and roughness of the foot."""
HALF, THICK = 0.042, 0.030
"""Half width and thickness of a slat, in the length of the pendulum."""
NARROWER = 0.80
"""Half width of a slat, in that of the one behind it."""
SLENDER = 0.15
"""Half width of a slat, in its own length, at most."""
ROD, LARGEST_BOB, FATTEST = 0.012, 0.062, 0.35
"""Radius of a rod and of the heaviest bob, in the length of the pendulum; of a bob at most, in that of its link."""
LAYER = 1.16
"""From one link to the next across the plane of motion, in the thickness of a slat."""
BARS = "upper bar", "lower bar"


FASTEST, WEIGHT = 0.4, 0.2
"""How long the arrows of that speed and of that weight are, in the length of the pendulum."""
JOINTS = ("polhode", "alpha", "herpolhode", "omega")
"""Inks of the paths of the joints, from the first on: no such colour as the first ghosts have."""
FAINT = 0.8
EARTH = 9.81
"""Gravity [m/s²] by which arrows are measured where there is none."""


class Piece(NamedTuple):
    """A link as it is drawn: its length [m], the mass of its bob and of all of it [kg], its radii at both ends [m]."""

    length: float
    bob: float
    mass: float
    near: float
    far: float


class StandLook(Look):
    """Something that hangs from a stand, whose pivot may move: the stand goes along, its column grows and shrinks.

    joints_seen [s]: how much of the paths of the joints is seen beside that of the tip.
    """

    joints_seen = math.inf
    pose = MappingProxyType({"azimuth": -74.0, "elevation": 9.0})

    def __init__(self, system: System) -> None:
        self.pieces = pieces_of(system)
        self._about_middles = isinstance(system, DoubleBars)
        self._made = made_to(system)
        self.length = sum(piece.length for piece in self.pieces)
        super().__init__(system)
        self.size = self.length
        self.wanders = system.parameters.get("support") == "free"
        self.units = self._units(system)
        self._foot = (
            pendulum_parts.plinth(FOOT * self.length),
            pendulum_parts.fittings(FOOT * self.length, COLUMN * self.length),
        )
        self._column = pendulum_parts.column(COLUMN * self.length)
        self._bearing = pendulum_parts.bearing(COLUMN * self.length, BEHIND * self.length, self.front)

    def fits(self, system: System) -> bool:
        """Whether it has the same links, hangs in the same way, and starts alike."""
        return made_to(system) == self._made

    def _units(self, system: System) -> dict[str, float]:
        """Forces are drawn in the weight of it all, and speeds in that of a fall from the top of its circle."""
        g = system.parameters["gravity"] or EARTH
        weight, fastest = g * sum(piece.mass for piece in self.pieces), math.sqrt(4.0 * g * self.length)
        found = {}
        for arrow in system.arrows(memoryview(system.start())):
            reach = WEIGHT_REACH if arrow.name in FORCES else ARROW_REACH
            size = fastest / FASTEST if arrow.name == "velocity" else weight / WEIGHT
            found[arrow.name] = reach * size or 1.0
        return found

    def stand_height(self) -> float:
        """Nothing that hangs touches the floor."""
        return (1.0 + CLEAR) * self.length

    @property
    def front(self) -> float:
        """Y of the end of the axle [m]."""
        return -0.02 * self.length

    @property
    def radius(self) -> float:
        """Of all that it may sweep [m]."""
        return 0.92 * self.length

    def middle(self, system: System, y: Floats) -> Vector3:
        """Amid the joints."""
        return self.to_world(self.points(system, y).mean(axis=0))

    def points(self, system: System, y: Floats) -> Vector3:
        """The joints from the support to the tip, (n, 3) in the lab [m]."""
        assert isinstance(system, PlanarChain | CylinderChain)
        return system.points(y)

    def held(self, system: System, points: Vector3) -> list[Vector3]:
        """Those of the joints (n, 3) that a stand holds."""
        match system.parameters.get("support"):
            case "free":
                return []
            case "both ends":
                return [points[0], points[-1]]
        return [points[0]]

    def frame(self, system: System, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """The stand and what hangs from it."""
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius)
        points = self.to_world(self.points(system, y))
        frame.instances = self.hanging(system, y, points)
        shade = [self.shade(points)]
        for pivot in self.held(system, points):
            frame.instances += self.stand(pivot)
            shade.append(self.foot_shade(pivot))
        frame.occluders = np.array(shade, np.float32)
        return frame

    def stand(self, pivot: Vector3) -> list[Instance]:
        """Foot, column and bearing at a pivot of the world (3,)."""
        x, across, z = pivot
        behind = across + BEHIND * self.length
        column = standing(x, behind, 0.0)
        column[2, 2] = z
        return [
            Instance(self._foot[0], standing(x, behind, 0.0), EBONY, POLISH),
            Instance(self._foot[1], standing(x, behind, 0.0)),
            Instance(self._column, column),
            Instance(self._bearing, standing(x, across, z)),
        ]

    def hanging(self, system: System, y: Floats, points: Vector3) -> list[Instance]:
        """What hangs there, with its joints at these points (n, 3) of the world."""
        return [Instance(mesh, self.model(body)) for mesh, body in zip(self.meshes, system.bodies(y), strict=True)]

    def shade(self, points: Vector3) -> tuple[float, float, float, float]:
        """A sphere (x, y, z, r) in the world that shades the floor as what is lowest of a chain does."""
        x, y, z = points[int(np.argmin(points[:, 2]))]
        return x, y, z, HALF * self.length

    def foot_shade(self, pivot: Vector3) -> tuple[float, float, float, float]:
        """The same of the foot of a stand."""
        foot = FOOT * self.length
        return pivot[0], pivot[1] + BEHIND * self.length, -0.5 * foot, foot

    def add_traces(self, frame: SceneFrame, paths: Paths) -> None:
        """The path of the tip, and thinner and in other colours those of the joints."""
        super().add_traces(frame, paths.of("tip"))
        joints = paths.but("tip").lasting(self.joints_seen)
        if paths.color is not None or not joints.life:
            return
        for points, ink in zip(joints.laid, itertools.cycle(JOINTS)):
            bright = linear(INK[ink], FAINT)
            frame.ribbons.append(Ribbon(points, joints.now, joints.life, bright, linear(INK[ink], 0.3 * FAINT), 2.2))


class PendulumLook(StandLook):
    """A few bars or bobs, each in front of the one it hangs from."""

    def __init__(self, system: System) -> None:
        super().__init__(system)
        places = enumerate(self.pieces)
        self._metals = [None if piece.bob else moved(self._metal(k), self._hung(k)) for k, piece in places]

    def points(self, system: System, y: Floats) -> Vector3:
        """Support, joints and tip."""
        if isinstance(system, DoubleBars):
            return np.array([np.zeros(3), *system.traces(y).values()])
        return super().points(system, y)

    def tips(self, system: System, states: np.ndarray) -> Array:
        """The free ends, all at once, of states (n, dim) that begin with the angles: as if no joint were open."""
        angles = states[:, : len(self.pieces)]
        lengths = np.array([piece.length for piece in self.pieces])
        first = self.points(system, memoryview(states[0]))[0]
        points = np.zeros((len(states), 3)) + first
        points[:, 0] += np.sin(angles) @ lengths
        points[:, 2] -= np.cos(angles) @ lengths
        return self.to_world(points).astype(np.float32)

    def mesh(self, body: Body) -> Mesh:
        """Slats, rods and bobs, by the names of the bodies."""
        if body.name in BARS:
            place = BARS.index(body.name)
            return moved(self._link(place), self._hung(place))
        kind, number = body.name.split()
        place = int(number) - 1
        if kind == "link":
            return self._link(place)
        share = self.pieces[place].bob / max(piece.bob for piece in self.pieces)
        radius = min(LARGEST_BOB * self.length * share ** (1.0 / 3.0), FATTEST * self.pieces[place].length)
        return moved(pendulum_parts.bob(radius), (0.0, self.layer(place), 0.0))

    def _link(self, place: int) -> Mesh:
        """A rod from its upper joint down, with the pin that joins it to the one before, or a bar without its metal."""
        length, bob, *_ = self.pieces[place]
        back, front = self.layer(place - 1), self.layer(place)
        if bob:
            r = ROD * self.length
            return joined(
                [pendulum_parts.rod(length, r, front), pendulum_parts.pin(2.2 * r, front - 1.5 * r, back + 1.5 * r)]
            )
        half, thick = self._section(place)
        return wooden_bars.wood(length, half, thick, front)

    def _hung(self, place: int) -> tuple[float, float, float]:
        """Where in the axes of a link's body its upper joint is (3,) [m]."""
        return 0.0, 0.0, 0.5 * self.pieces[place].length if self._about_middles else 0.0

    def _section(self, place: int) -> tuple[float, float]:
        """Half width and thickness of a bar: one in front is narrower, for folded together both are to be seen."""
        half = HALF * self.length * NARROWER**place
        return min(half, SLENDER * self.pieces[place].length), THICK * self.length

    def _metal(self, place: int) -> Mesh:
        """The brass heads of a bar, and the pin that joins it to the one before."""
        half, thick = self._section(place)
        back, front = self.layer(place - 1), self.layer(place)
        pin = pendulum_parts.pin(0.30 * half, front - 0.5 * thick, back + 0.95 * thick, 0.0, Material.STEEL)
        return joined([wooden_bars.heads(self.pieces[place].length, half, thick, front), pin])

    def hanging(self, system: System, y: Floats, points: Vector3) -> list[Instance]:
        """Bars in two woods in turns, and their metal; or rods and bobs."""
        instances = super().hanging(system, y, points)
        metal = []
        for place, instance in enumerate(instances[: len(self._metals)]):
            mesh = self._metals[place]
            if mesh is not None:
                instances[place] = replace(instance, tint=wooden_bars.WOODS[place % 2])
                metal.append(Instance(mesh, instance.model))
        return instances + metal

    def layer(self, place: int) -> float:
        """Where along y a link moves, by its place from the support on [m]."""
        return -LAYER * THICK * self.length * place


def pieces_of(system: System) -> tuple[Piece, ...]:
    """The links of a system, from the support on."""
    if isinstance(system, DoubleBars):
        lengths, masses = (system.upper_length, system.lower_length), (system.upper_mass, system.lower_mass)
        return tuple(Piece(length, 0.0, mass, 0.0, 0.0) for length, mass in zip(lengths, masses, strict=True))
    if isinstance(system, CylinderChain):
        return tuple(Piece(link.length, 0.0, link.mass, link.near, link.far) for link in system.chain)
    assert isinstance(system, PlanarChain)
    return tuple(Piece(link.length, link.bob, link.whole[0], link.near, link.far) for link in system.chain)


def made_to(system: System) -> tuple[object, ...]:
    """All that the look of a system depends on."""
    chosen = (system.parameters.get(name) for name in ("gravity", "support", "end", "stroke", "amplitude"))
    return system.name, pieces_of(system), dict(system.initial), *chosen


def standing(x: float, y: float, z: float) -> Array:
    """A model (4, 4) that moves a mesh without turning it."""
    model = np.eye(4, dtype=np.float32)
    model[3, :3] = x, y, z
    return model


LOOKS = dict.fromkeys(
    ("double-pendulum", "double-pendulum-newton", "double-pendulum-forces", "double-pendulum-open"), PendulumLook
)
