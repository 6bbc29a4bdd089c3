"""The look of machines of one's own: bars with brass heads, wheels, turned pieces, springs, rods and pins."""

from __future__ import annotations

import math

import numpy as np

from game.looks.generic import Look, further_points, whole_pose
from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import placement
from game.looks.pendulums import wooden_bars
from game.model.frame import CheckerPattern, Instance, Mesh, Room, SceneFrame, SurfacePattern, View, hung
from game.model.hold import Anchor, Between, World
from game.model.material import Material
from physics.machines.bodies import MachineBody
from physics.machines.joints import GROUND_NAME, Joint
from physics.machines.machine import Machine
from physics.machines.parts import BALL, DRIVEN_SLIDE, GROUND, SLIDE, TURN
from physics.maths import dense
from physics.maths.elementary import cos, sin
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

THICK, WIDER = 0.6, 1.1
"""Thickness of a bar over its width, and its width as it is drawn over that of its mass."""
LAYERS, APART = 4, 1.2
"""Number of layers in which the bars of a plane machine lie, and their distance in their thickness."""
TYRE, HUB, SPOKE, SPOKES = 0.035, 0.07, 0.010, 8
"""Least radius of the tyre of a hoop, radii of its hub and of a spoke, in radii of the hoop; number of its spokes."""
PIN, PIN_LONG = 0.016, 0.11
"""Radius and length of the pin of a joint to the ground, in the size of the machine."""
COILS, COIL, WIRE = 9, 0.035, 0.006
"""Turns of a spring, its radius, and that of its wire, in the size of the machine."""
ROD = 0.008
"""Radius of a rod without mass, in the size of the machine."""
CLEAR = 0.15
"""Clearance above the table of what hangs lowest, in the size of the machine."""
LEVEL = 0.7
"""Vertical part of an axis up to which what turns about it may hang down."""


class MachineLook(Look[Machine]):
    """A look that draws each body by its shape, in layers where all axes are parallel."""

    systems = ("machine",)
    room = Room.LABORATORY

    def __init__(self, system: Machine) -> None:
        self._drawn = system.described.bodies
        self._layers = layers(system)
        corners = drawn_corners(system)
        self._centre = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
        self._reach = 0.5 * float(dense.length(corners.max(axis=0) - corners.min(axis=0)))
        self._lowest = min(float(corners[:, 2].min()), lowest_hanging(system))
        super().__init__(system)
        self._made = system.described
        self._lengths = tie_lengths(system)
        self._springs = [spring(self._reach, each) for each in self._lengths[: len(system.described.machine.springs)]]
        self._rod = shapes.cylinder(ROD * self._reach, 1.0, Material.STEEL, 20)
        self._pin = moved(
            shapes.cylinder(PIN * self._reach, PIN_LONG * self._reach, Material.STEEL, 24),
            (0.0, 0.0, -0.5 * PIN_LONG * self._reach),
        )

    def fits(self, system: Machine) -> bool:
        """Return whether the same meshes show a system: the same description, whatever its numbers are."""
        return system.described is self._made

    def stand_height(self) -> float:
        """Return a height at which what hangs lowest clears the table [m]."""
        return CLEAR * self._reach - self._lowest

    @property
    def focus(self) -> Vector3:
        """Return the middle of the machine at its start."""
        return self.to_world(self._centre)

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds the machine at its start [m]."""
        return 1.1 * self._reach

    def reach(self, body: Body) -> float:
        """Return half the size of the machine, whatever the body is [m]."""
        return self._reach

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of a body by the shape that its description gives."""
        drawn = self._drawn[body.name]
        if drawn.shape == "bar":
            return wooden_bar(drawn, self._layers.get(body.name, 0))
        if drawn.shape == "hoop":
            return wheel(drawn.radius, max(0.5 * drawn.width, TYRE * drawn.radius))
        if drawn.shape == "cylinder":
            height = float(body.solid.extremes()[:, 2].max())
            return moved(shapes.cylinder(drawn.radius, 2.0 * height, Material.STEEL), (0.0, 0.0, -height))
        if drawn.shape in ("ball", "point", ""):
            return shapes.sphere(float(body.solid.extremes().max()), Material.BRASS)
        return super().mesh(body)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return the pattern of a disk, which shows its spin; others have none."""
        return super().paint(body) if self._drawn[body.name].shape == "disk" else None

    def frame(self, system: Machine, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the bodies, springs, rods and the pins of joints to the ground."""
        frame = super().frame(system, y, view, blur_seconds)
        pose, first = whole_pose(self, system, y), system.pose_layout.first_point
        for k, length in enumerate(self._lengths):
            ends = Anchor(first + 2 * k), Anchor(first + 2 * k + 1)
            is_spring = k < len(self._springs)
            hold = Between(*ends, (1.0, 1.0), (0.0, length if is_spring else 1.0))
            frame.instances.append(hung(self._springs[k] if is_spring else self._rod, hold, pose))
        frame.instances += [self._pinned(joint) for joint in system.described.joints.values() if is_pinned(joint)]
        return frame

    def _pinned(self, joint: Joint) -> Instance:
        """Return the pin of a joint to the ground."""
        axis = np.array(joint.axes[0])
        side = np.eye(3)[int(np.abs(axis).argmin())]
        across = np.cross(axis, side)
        across /= dense.length(across)
        place = joint.at if joint.first == GROUND_NAME else joint.to
        model = placement([np.cross(across, axis), across, axis], self.to_world(np.array(place)))
        return hung(self._pin, World(model))


def tie_lengths(system: Machine) -> list[float]:
    """Return the lengths of all springs, then of all rods, at the start [m]."""
    start: Floats = memoryview(system.start())
    ends = further_points(system, start).reshape(-1, 2, 3)
    return [max(dense.length(high - low), 1e-6) for low, high in ends]


def is_pinned(joint: Joint) -> bool:
    """Return whether a joint has a pin on the ground."""
    return GROUND_NAME in (joint.first, joint.second) and joint.kind in ("hinge", "universal")


def is_plane(system: Machine) -> bool:
    """Return whether all axes are along y, so that bars may lie in layers across it."""
    hinges = [joint for joint in system.described.joints.values() if joint.kind == "hinge"]
    return bool(hinges) and all(abs(joint.axes[0][1]) > 0.999 for joint in hinges)


def layers(system: Machine) -> dict[str, int]:
    """Return the layer of each bar of a plane machine: in turn, so that bars that meet lie in different ones."""
    if not is_plane(system):
        return {}
    bars = [name for name, body in system.described.bodies.items() if body.shape == "bar"]
    return {name: number % LAYERS for number, name in enumerate(bars)}


def drawn_corners(system: Machine) -> Vector3:
    """Return corners of all bodies at the start (n, 3) [m]."""
    start: Floats = memoryview(system.start())
    return np.vstack(
        [
            body.position + dense.times(body.solid.extremes(), np.asarray(body.rotation, float).T)
            for body in system.bodies(start)
        ]
    )


def lowest_hanging(system: Machine) -> float:
    """Return the lowest height that what hangs from the ground can reach [m]; of loops, the bodies on the ground alone.

    What slides is left out: it may go anywhere.
    """
    made = system.described
    start: Floats = memoryview(system.start())
    bodies, found = {body.name: body for body in system.bodies(start)}, math.inf
    hanging: dict[int, tuple[float, float]] = {}
    """Height of the joint to the ground, and greatest distance from it of the joint of each link that swings."""
    for number, link in enumerate(made.machine.links):
        if link.parent == GROUND and (link.kind == BALL or (link.kind == TURN and abs(link.axis[2]) < LEVEL)):
            hanging[number] = link.place[2], 0.0
        elif link.parent in hanging and link.kind not in (SLIDE, DRIVEN_SLIDE) and not made.machine.equations:
            height, far = hanging[link.parent]
            hanging[number] = height, far + dense.length(link.place)
    for name, carried in made.carried.items():
        if carried.link in hanging:
            height, far = hanging[carried.link]
            body = bodies[name]
            middle = dense.length(made.machine.links[carried.link].centre)
            found = min(found, height - far - middle - float(dense.lengths(body.solid.extremes()).max()))
    return found


def wooden_bar(body: MachineBody, layer: int) -> Mesh:
    """Return a bar with brass heads at its ends, about its middle, with its length along z."""
    assert body.start is not None and body.end is not None
    length = dense.length(np.subtract(body.end, body.start))
    half, thick = 0.5 * WIDER * body.width, THICK * body.width
    middle = APART * thick * layer
    parts = (wooden_bars.wood(length, half, thick, middle), wooden_bars.heads(length, half, thick, middle))
    return moved(joined(parts), (0.0, 0.0, 0.5 * length))


def wheel(radius: float, tyre: float) -> Mesh:
    """Return a hoop about z with a tyre of this radius, spokes and a hub."""
    turn = np.linspace(-math.pi, math.pi, 25)
    rim = np.column_stack([radius + tyre * cos(turn), tyre * sin(turn)])
    hub = HUB * radius
    parts = [
        shapes.lathe(rim, Material.STEEL, 96),
        moved(shapes.cylinder(hub, 2.4 * tyre, Material.BRASS), (0.0, 0.0, -1.2 * tyre)),
    ]
    for angle in 2.0 * math.pi * np.arange(SPOKES) / SPOKES:
        out = np.array([float(cos(angle)), float(sin(angle)), 0.0])
        parts.append(bar(0.5 * hub * out, (radius - 0.5 * tyre) * out, SPOKE * radius, Material.STEEL, 10))
    return joined(parts)


def spring(size: float, length: float) -> Mesh:
    """Return a helical spring of a length from z = 0 on, for a machine of this size [m]."""
    turn = 2.0 * math.pi * COILS * np.linspace(0.0, 1.0, 12 * COILS + 1)
    radius, wire = COIL * size, np.full(len(turn), WIRE * size)
    along = length * np.linspace(0.08, 0.92, len(turn))
    coils = np.column_stack([radius * cos(turn), radius * sin(turn), along, wire, wire])
    ends = [(0.0, 0.0, z, WIRE * size, WIRE * size) for z in (0.0, length)]
    return limb([ends[0], *coils.tolist(), ends[1]], material=Material.STEEL, around=8, steps=1)
