"""The look of machines of one's own: bars with brass heads, wheels, weights, springs and rods, on their stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from msgspec.structs import replace

from game.looks.generic import LastChange, Look, further_points, pose_of, whole_pose
from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.path_names import path_of
from game.looks.machines import machine_parts
from game.looks.machines.machine_fittings import Fittings
from game.looks.machines.machine_gears import wheels_of
from game.looks.machines.machine_layers import SAME, layered, rigid_groups, thickness
from game.looks.machines.machine_racks import racks_of
from game.looks.machines.machine_rails import rails_of
from game.looks.machines.machine_ropes import Ropes
from game.looks.machines.machine_stand import LEVEL, StandSurroundings, held_ends, stand_of
from game.looks.pendulums.wooden_bars import WOODS
from game.model.colors import LIGHT_GREY
from game.model.frame import CheckerPattern, Instance, Mesh, Room, SceneFrame, SceneLabel, SurfacePattern, View, hung
from game.model.hold import Aimed, Anchor, Between, OnBody
from game.model.material import Material
from physics.machines.bodies import MachineBody
from physics.machines.description import Described
from physics.machines.drawing import shape_axes, ties_of
from physics.machines.dynamics import slides
from physics.machines.hanging import ropes_of
from physics.machines.joints import GROUND_NAME
from physics.machines.machine import Machine
from physics.machines.parts import BALL, DRIVEN_TURN, EDGE, GEAR, GROUND, TOUCH, TURN, WELD
from physics.machines.sketch_check import NOTHING
from physics.maths import dense
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

TYRE = 0.035
"""Least radius of the tyre of a hoop, in radii of the hoop."""
THICK_RIM = 0.10
"""Width of a hoop in its radii from which on it is a flywheel."""
MOST_RIM = 0.6
"""Greatest half width of a ring or rim outward, in its radius."""
ROD = 0.007
"""Radius of a rod without mass, in the size of the machine."""
CLEAR = 0.15
"""Clearance above the table of what hangs lowest, in the size of the machine."""
ROAM = 2.2
"""Radius of the space of a machine that nothing keeps where it is, in its size."""
EMPTY = 0.8
"""Height of the origin above the table, and radius of the space in the picture, while there are no bodies [m]."""
UPRIGHT = 0.0, 0.0, 1.0
"""The normal of a plane that can be the table."""
SUNK = 0.02
"""Depth below the plane on which something rolls to which other parts may reach, in the size of the machine."""
SLENDER = 3.0
"""Height over radius from which on a cylinder is a rod."""
TURNS = TURN, DRIVEN_TURN
"""Kinds of links that turn about an axis."""
SOFT = 1e-12
"""Stiffness below which a spring is a damper alone [N/m]."""


class MachineLook(Look[Machine]):
    """A look that draws each body by its shape, in layers where all axes are parallel, and the stand that it needs."""

    systems: ClassVar[tuple[str, ...]] = ("machine",)
    room = Room.LABORATORY
    trace_width = 2.5

    @classmethod
    def variant(cls, system: Machine) -> type[Look[Any]]:
        """Return the class that draws a machine: another one where it has no bodies yet."""
        return EmptyMachineLook if tuple(system.described.bodies) == (NOTHING,) else cls

    def __init__(self, system: Machine) -> None:
        self._made = made = system.described
        self.path_words = made.trace_labels or {name: path_of(name) for name in made.traces if len(made.traces) == 1}
        self._layers = layered(made)
        corners = drawn_corners(system)
        every = np.vstack([*corners.values(), *ground_places(made)])
        self._centre = 0.5 * (every.min(axis=0) + every.max(axis=0))
        self._reach = 0.5 * float(dense.length(every.max(axis=0) - every.min(axis=0)))
        self._lowest, self._clear = lowest_part(system, corners, self._reach)
        self._fittings = Fittings(made, self._layers, self._reach)
        self._parts: dict[str, tuple[Mesh, Mesh]] = {}
        super().__init__(system)
        self.wanders = is_loose(made)
        behind = max(float(rows[:, 1].max()) + self._layers.shift(name) for name, rows in corners.items())
        wheels = [*wheels_of(made), *(rack.wheel for rack in racks_of(made))]
        behind = max([behind, *(self._layers.apart + 1.2 * wheel.wide for wheel in wheels)])
        around = StandSurroundings(self._reach, self.lift, behind, corners)
        self._stand = [*stand_of(made, around), *rails_of(made, around)]
        self._ties = Ties(system, self._reach)
        self._ropes = Ropes(system, self._reach)
        self._stand += self._ropes.sheaves(self, system)

    def fits(self, system: Machine) -> bool:
        """Return whether the same meshes show a system: the same description, whatever its numbers are."""
        return system.described is self._made

    def stand_height(self) -> float:
        """Return a height at which what hangs lowest clears the table [m]."""
        return max([self._clear * self._reach - self._lowest, *landings(self._made)])

    @property
    def focus(self) -> Vector3:
        """Return the middle of the machine at its start."""
        return self.to_world(self._centre)

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds the machine at its start [m]."""
        return (ROAM if self.wanders else 1.1) * self._reach

    def reach(self, body: Body) -> float:
        """Return half the size of the machine, whatever the body is [m]."""
        return self._reach

    def weight(self, system: Machine) -> float:
        """Return the weight of all that moves [N]."""
        table = system.table
        return dense.length(table.gravity) * sum(float(link.mass) for link in table.links if link.kind != WELD)

    def furniture(self) -> list[Instance]:
        """Return the stand."""
        return self._stand

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of a body by the shape that its description gives, with the fittings of its joints."""
        name, drawn = body.name, self._made.bodies[body.name]
        fittings = self._fittings.of(name)
        if drawn.shape in ("bar", "plate"):
            own, metal = self._wooden(name)
            # the fittings are in their layers already
            fittings = [metal, *fittings]
        else:
            own = self._plain(body)
        surface = machine_parts.surface_of(drawn.material, drawn.colour)
        if surface is not None:
            own = machine_parts.of_material(own, surface.material)
        if surface is not None or drawn.shape in ("bar", "plate"):
            self._parts[name] = own, joined(fittings) if fittings else machine_parts.NOTHING
        return joined([own, *fittings])

    def _wooden(self, name: str) -> tuple[Mesh, Mesh]:
        """Return wood and metal of a bar or a plate, in its layer."""
        body = self._made.bodies[name]
        axes = shape_axes(self._made, name)
        if body.shape == "bar":
            assert body.start is not None and body.end is not None
            length = dense.length(np.subtract(body.end, body.start))
            parts = machine_parts.wooden_bar(length, body.width, thickness(body))
        else:
            corners = dense.times(np.subtract(body.corners, body.centre), axes)[:, :2]
            heads = [k for k in range(len(corners)) if self._fittings.is_joined(name, body.corners[k])]
            parts = machine_parts.plate(corners, body.width, plate_head(body), heads)
        shift = dense.times(np.array([0.0, self._layers.shift(name), 0.0]), axes)
        return moved(parts[0], shift), moved(parts[1], shift)

    def _plain(self, body: Body) -> Mesh:
        """Return the mesh of a body that is not of wood, in its layer."""
        drawn = self._made.bodies[body.name]
        shift = dense.times(np.array([0.0, self._layers.shift(body.name), 0.0]), shape_axes(self._made, body.name))
        if drawn.shape == "hoop":
            mesh = self._hoop(drawn)
        elif drawn.shape == "cylinder":
            height = 2.0 * float(body.solid.extremes()[:, 2].max())
            mesh = machine_parts.weight(drawn.radius, height) if height < SLENDER * drawn.radius else rod(drawn, height)
        elif drawn.shape in ("ball", "point", ""):
            mesh = shapes.sphere(float(body.solid.extremes().max()), Material.BRASS)
        else:
            mesh = super().mesh(body)
        return moved(mesh, shift)

    def _hoop(self, drawn: MachineBody) -> Mesh:
        """Return a wheel with spokes, a cast flywheel where it is thick, or a ring where nothing turns it."""
        if not is_on_axle(self._made, drawn):
            half = min(0.5 * drawn.width, MOST_RIM * drawn.radius)
            inset = half if rolls(self._made, drawn) else 0.0
            return machine_parts.ring(drawn.radius - inset, half, 0.5 * drawn.width)
        if drawn.width > THICK_RIM * drawn.radius:
            half = min(0.5 * drawn.width, MOST_RIM * drawn.radius)
            return machine_parts.flywheel(drawn.radius, half, 1.2 * drawn.width)
        return machine_parts.wheel(drawn.radius, max(0.5 * drawn.width, TYRE * drawn.radius))

    def _tint(self, name: str) -> tuple[float, float, float]:
        """Return the tint of a body of wood, or of the material or in the colour that is given."""
        body = self._made.bodies[name]
        if (surface := machine_parts.surface_of(body.material, body.colour)) is not None:
            return surface.tint
        return WOODS[(self._layers.of.get(name, 0) + 1) % 2]

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return the pattern of a disk, which shows its spin; others have none."""
        return super().paint(body) if self._made.bodies[body.name].shape == "disk" else None

    def frame(self, system: Machine, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the bodies, springs, rods, ropes and the stand."""
        frame = super().frame(system, y, view, blur_seconds)
        bodies = system.bodies(y)
        pose = pose_of(self, bodies)
        for k, body in enumerate(bodies):
            if body.name in self._parts:
                own, metal = self._parts[body.name]
                tint, marked = self._tint(body.name), bool(self._made.bodies[body.name].colour)
                frame.instances[k] = replace(frame.instances[k], mesh=own, tint=tint, marked=marked)
                frame.instances += [hung(metal, OnBody(k), pose)] if len(metal.vertices) else []
        frame.instances += self._ties.drawn(self, system, y)
        frame.instances += self._ropes.drawn(self.to_world(further_points(system, y)))
        return frame

    def add_overlays(self, frame: SceneFrame, system: Machine, y: Floats, since: LastChange) -> None:
        """Add the labels of bodies, over them."""
        for k, body in enumerate(system.bodies(y)):
            label = self._made.bodies[body.name].label
            if label:
                above = float(np.ptp(body.solid.extremes(), axis=0).min()) / 2.0
                place = self.to_world(np.asarray(body.position, float) + np.array([0.0, 0.0, above]))
                on = OnBody(k, None, above)
                frame.labels.append(SceneLabel(place.astype(np.float32), label, LIGHT_GREY, on=on))


class EmptyMachineLook(MachineLook):
    """A look that draws nothing over the table, of a machine that has no bodies yet."""

    systems: ClassVar[tuple[str, ...]] = ()
    framed = False
    pose = MappingProxyType({"azimuth": -90.0, "elevation": 8.0})

    def stand_height(self) -> float:
        """Return the height of the origin above the table [m]."""
        return EMPTY

    @property
    def focus(self) -> Vector3:
        """Return the middle of the space above the table."""
        return self.to_world(np.zeros(3))

    @property
    def radius(self) -> float:
        """Return the radius of that space [m]."""
        return EMPTY

    def furniture(self) -> list[Instance]:
        """Return no stand."""
        return []

    def frame(self, system: Machine, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame without bodies."""
        frame = super().frame(system, y, view, blur_seconds)
        frame.instances.clear()
        return frame


class Ties:
    """The springs, dampers and rods of a machine."""

    def __init__(self, system: Machine, size: float) -> None:
        table = system.described.machine
        self._lengths = tie_lengths(system)
        self._springs = table.springs
        self._coils = [machine_parts.spring(size, length) for length in self._lengths[: len(table.springs)]]
        self._dampers = [machine_parts.damper_halves(size, length) for length in self._lengths[: len(table.springs)]]
        self._rod = shapes.cylinder(ROD * size, 1.0, Material.STEEL, 20)

    def drawn(self, look: MachineLook, system: Machine, y: Floats) -> list[Instance]:
        """Return the instances at a state."""
        pose, first = whole_pose(look, system, y), system.pose_layout.first_point
        found = []
        for k, length in enumerate(self._lengths):
            low, high = Anchor(first + 2 * k), Anchor(first + 2 * k + 1)
            if k >= len(self._springs):
                found.append(hung(self._rod, Between(low, high, (1.0, 1.0), (0.0, 1.0)), pose))
                continue
            if self._springs[k].stiffness > SOFT:
                on = Between(low, high, (1.0, 1.0), (0.0, length))
                found.append(hung(self._coils[k], on, pose, tint=pendulum_parts.BLUED))
            if self._springs[k].damping > 0.0:
                outer, inner = self._dampers[k]
                found.append(hung(outer, Aimed(low, high, (1.0, 1.0, 1.0)), pose))
                found.append(hung(inner, Aimed(high, low, (1.0, 1.0, 1.0)), pose))
        return found


def landings(made: Described) -> list[float]:
    """Return the heights at which the table is where what ends a run at a height lands on it [m]."""
    found = []
    for mark in made.machine.marks:
        if mark.contact < 0 and mark.is_height and mark.side > 0.0:
            radii = [made.bodies[name].radius for name, each in made.carried.items()
                     if each.link == mark.link and name in made.bodies]  # fmt: skip
            found.append(max(radii, default=0.0) - float(mark.value))
    return found


def plate_head(body: MachineBody) -> float:
    """Return the radius of the corners of a plate [m]."""
    return 0.6 * body.width


def rod(drawn: MachineBody, height: float) -> Mesh:
    """Return a steel rod about its middle."""
    return moved(shapes.cylinder(drawn.radius, height, Material.STEEL, 40), (0.0, 0.0, -0.5 * height))


def is_on_axle(made: Described, hoop: MachineBody) -> bool:
    """Return whether a hoop turns about its axis at its centre, alone or with what it is fixed to."""
    groups, axis = rigid_groups(made), np.array(hoop.axis)
    for joint in made.joints.values():
        if joint.kind == "hinge" and groups[hoop.name] in (groups.get(joint.first), groups.get(joint.second)):
            away = np.subtract(joint.at, hoop.centre)
            if max(dense.length(np.cross(joint.axes[0], axis)), dense.length(np.cross(away, axis))) < SAME:
                return True
    return False


def rolls(made: Described, hoop: MachineBody) -> bool:
    """Return whether a hoop rolls on a plane, which it is drawn to touch."""
    link = made.carried[hoop.name].link
    return any(each.kind == TOUCH and each.first == link for each in made.machine.equations)


def is_loose(made: Described) -> bool:
    """Return whether nothing keeps a machine where it is."""
    loose = [joint for joint in made.joints.values() if joint.kind in ("free", "planar")]
    return bool(loose) and not held_ends(made) and not any(made.pegs.values())


def ground_places(made: Described) -> list[Vector3]:
    """Return the places of the ground that hold joints, springs, rods and ropes."""
    joints = [
        joint for joint in made.joints.values() if joint.kind in ("hinge", "universal", "ball", "cylindrical", "slider")
    ]
    held = [joint.at if joint.first == GROUND_NAME else joint.to for joint in joints
            if GROUND_NAME in (joint.first, joint.second)]  # fmt: skip
    return [*map(np.array, held), *held_ends(made), *(np.array(peg) for pegs in made.pegs.values() for peg in pegs)]


def tie_lengths(system: Machine) -> list[float]:
    """Return the lengths of all springs, then of all rods, at the start [m]."""
    start: Floats = memoryview(system.start())
    ends = further_points(system, start)[: 2 * len(ties_of(system.described))].reshape(-1, 2, 3)
    return [max(dense.length(high - low), 1e-6) for low, high in ends]


def drawn_corners(system: Machine) -> dict[str, Vector3]:
    """Return corners of all bodies at the start (n, 3) [m], by name."""
    start: Floats = memoryview(system.start())
    return {
        body.name: body.position + dense.times(body.solid.extremes(), np.asarray(body.rotation, float).T)
        for body in system.bodies(start)
    }


def lowest_part(system: Machine, corners: dict[str, Vector3], reach: float) -> tuple[float, float]:
    """Return the lowest height of a machine [m], and its clearance above the table, in the size of the machine.

    The table is the level plane on which something rolls, where nothing is below that. reach: that size [m].
    """
    made = system.described
    lowest = min([float(rows[:, 2].min()) for rows in corners.values()] + [float(at[2]) for at in ground_places(made)])
    standing = [name for name, group in rigid_groups(made).items() if group == GROUND_NAME]
    standing += [
        name
        for joint in made.joints.values()
        for name in {joint.first, joint.second} - {GROUND_NAME}
        if joint.kind == "planar" and abs(joint.axes[0][2]) > LEVEL
    ]
    if standing and min(float(corners[name][:, 2].min()) for name in standing) <= lowest + 1e-9:
        return lowest, 0.0
    if any(each.kind == EDGE for each in made.machine.equations):
        return lowest, 0.0
    planes = [float(each.offset) for each in made.machine.equations if each.kind == TOUCH and each.to == UPRIGHT]
    if planes and min(planes) <= lowest + SUNK * reach:
        return min(planes), 0.0
    return min([lowest, lowest_hanging(system, made), *lowest_on_ropes(system, corners)]), CLEAR


def lowest_hanging(system: Machine, made: Described) -> float:
    """Return the lowest height that what hangs from the ground can reach [m].

    Of machines with loops, only what a start is given of can turn all round. What slides is left out, but along the
    horizontal: it may go anywhere.
    """
    start: Floats = memoryview(system.start())
    bodies, found = {body.name: body for body in system.bodies(start)}, math.inf
    hanging = hanging_links(made)
    for name, carried in made.carried.items():
        if carried.link in hanging:
            height, far = hanging[carried.link]
            body = bodies[name]
            middle = dense.length(made.machine.links[carried.link].centre)
            found = min(found, height - far - middle - float(dense.lengths(body.solid.extremes()).max()))
    return found


def lowest_on_ropes(system: Machine, corners: dict[str, Vector3]) -> list[float]:
    """Return the lowest heights of ropes at the start, and those to which they let fall what flies [m]."""
    made = system.described
    start: Floats = memoryview(system.start())
    found = [float(further_points(system, start)[2 * len(ties_of(made)) :, 2].min())] if ropes_of(made) else []
    flying = {name for joint in made.joints.values() if joint.kind in ("free", "planar")
              for name in (joint.first, joint.second)} - {GROUND_NAME}  # fmt: skip
    for rope in ropes_of(made):
        tie = rope.tie(made.machine)
        ends = [(tie.first, tie.at, rope.pegs[:1]), (tie.second, tie.to, rope.pegs[-1:])]
        for (link, at, pegs), (other, to, others) in (ends, ends[::-1]):
            holds = pegs or ((to,) if other == GROUND else ())
            for name in flying if holds else ():
                if made.carried[name].link == link:
                    far = float(tie.value) - (nearest(made, other, to, others[0]) if others else 0.0)
                    low = dense.length(np.array(at, float)) + float(np.ptp(corners[name][:, 2]))
                    found.append(float(holds[0][2]) - far - low)
    return found


def nearest(made: Described, number: int, at: Sequence[Any], peg: Sequence[float]) -> float:
    """Return the least distance from a peg to a point of a link: what a hinge of the ground leaves [m]; else 0."""
    link = made.machine.links[number]
    if number == GROUND or link.parent != GROUND or link.kind not in TURNS:
        return 0.0
    away = dense.length(np.subtract(peg, np.array(link.place, float)))
    return max(away - dense.length(np.array(at, float)), 0.0)


def hanging_links(made: Described) -> dict[int, tuple[float, float]]:
    """Return of each link that swings the height of the joint that it hangs from, and how far its own is from that."""
    found: dict[int, tuple[float, float]] = {}
    level: set[int] = set()
    loops = any(each.kind != GEAR for each in made.machine.equations)
    said = {name for name, joint in made.joints.items() if joint.said}
    for number, link in enumerate(made.machine.links):
        base = link.parent == GROUND or link.parent in level
        upright = abs(link.axis[2]) > LEVEL
        if base and ((slides(link) and not link.axis[2]) or (link.kind in TURNS and upright)):
            level.add(number)
        elif base and (link.kind == BALL or link.kind in TURNS) and (not loops or made.names[number] in said):
            found[number] = link.place[2], 0.0
        elif link.parent in found and not slides(link) and not loops:
            height, far = found[link.parent]
            found[number] = height, far + dense.length(link.place)
    return found
