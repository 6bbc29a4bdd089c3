"""What joints and drives look like on the bodies that they join: pins, balls in cups, crosses, sleeves, collars."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import moved
from game.looks.kit.parts.timber import bar
from game.looks.machines.machine_gears import wheel_mesh, wheels_of
from game.looks.machines.machine_layers import SAME, Layered
from game.looks.machines.machine_mesh import frame_along, turned_to
from game.looks.machines.machine_racks import rack_mesh, racks_of, thread_mesh, threads_of
from game.model.frame import Mesh
from game.model.material import Material
from physics.machines.bodies import MachineBody
from physics.machines.description import Described
from physics.machines.drawing import shape_axes
from physics.machines.joints import GROUND_NAME, Joint
from physics.maths import dense
from physics.maths.elementary import cos, sin
from physics.types import Vector3

Floats64 = NDArray[np.float64]

PIN, BALL, CROSS, SLEEVE = 0.010, 0.017, 0.034, 0.019
"""Radius of a pin and of a ball, half length of a cross, radius of a sleeve, in the size of the machine."""
ALIGNED = 0.999
"""Cosine of the angle between two directions from which on they are one."""
TOUCHING = 1e-9
"""Distance of what touches [m]: a body without a shape has no size."""


class Fittings(NamedTuple):
    """What the fittings of a machine are made for: its description, its layers and its size [m]."""

    made: Described
    layers: Layered
    size: float

    def of(self, name: str) -> list[Mesh]:
        """Return the fittings on a body, in the axes of its shape."""
        body = self.made.bodies[name]
        axes = shape_axes(self.made, name)
        found = []
        for joint in self.made.joints.values():
            if name in (joint.first, joint.second):
                found += [in_axes(mesh, body, axes, 0.0) for mesh in self._of_joint(joint, name)]
        for wheel in wheels_of(self.made):
            if wheel.body == name:
                found.append(in_axes(wheel_mesh(wheel), body, axes, self.layers.apart + 0.5 * wheel.wide))
        return [*found, *self._racks(name, body, axes), *self._threads(name, body, axes)]

    def _racks(self, name: str, body: MachineBody, axes: Floats64) -> Iterator[Mesh]:
        """Yield the racks on a body, and the wheels that they turn, in the axes of its shape."""
        for rack in racks_of(self.made):
            shift = self.layers.apart + 0.5 * rack.wheel.wide
            if rack.body == name:
                yield in_axes(rack_mesh(rack), body, axes, shift)
            if rack.wheel.body == name:
                yield in_axes(wheel_mesh(rack.wheel), body, axes, shift)

    def _threads(self, name: str, body: MachineBody, axes: Floats64) -> Iterator[Mesh]:
        """Yield the threads on a body in the axes of its shape."""
        for thread in threads_of(self.made, self.size):
            mesh = thread_mesh(thread) if thread.body == name else None
            if mesh is not None:
                yield in_axes(mesh, body, axes, 0.0)

    def is_joined(self, name: str, place: Sequence[float]) -> bool:
        """Return whether a hinge of a body is at a place of the drawn pose."""
        return any(
            joint.kind == "hinge"
            and any(
                name == who and dense.length(np.subtract(place, at)) < SAME * self.size
                for who, at in ((joint.first, joint.at), (joint.second, joint.to))
            )
            for joint in self.made.joints.values()
        )

    def _of_joint(self, joint: Joint, name: str) -> Iterator[Mesh]:
        """Yield the fittings of a joint on a body, in the drawn pose."""
        place, axis = np.array(joint.at if joint.first == name else joint.to), np.array(joint.axes[0])
        if joint.kind in ("hinge", "ball", "universal"):
            yield from self._arm(joint, name, place, axis)
        if joint.kind == "hinge":
            yield from self._pin(joint, name, place, axis)
        elif joint.kind == "ball":
            yield from self._ball(joint, name, place)
        elif joint.kind == "universal":
            across = np.array(joint.axes[0 if joint.first == name else 1])
            half = CROSS * self.size * across
            yield bar(place - half, place + half, 0.6 * PIN * self.size, Material.STEEL, 20)
            yield moved(shapes.sphere(0.8 * BALL * self.size, Material.BRASS, 24), place)
        elif joint.kind in ("slider", "cylindrical") and joint.second == name and not self._is_turned(name, axis):
            half = 2.2 * SLEEVE * self.size * axis
            yield bar(place - half, place + half, SLEEVE * self.size, Material.BRASS, 32)

    def _pin(self, joint: Joint, name: str, place: Vector3, axis: Vector3) -> Iterator[Mesh]:
        """Yield the pin of a hinge on the body that it carries, from one layer to the other."""
        radius = self._pin_radius(joint)
        own = self.layers.shift(name)
        other = joint.second if joint.first == name else joint.first
        if joint.second == name and other != GROUND_NAME:
            ends = place + np.array([0.0, own, 0.0]), place + np.array([0.0, self.layers.shift(other), 0.0])
            if dense.length(ends[1] - ends[0]) > 0.0:
                yield bar(*ends, radius, Material.STEEL, 24)
            if joint.has_motor:
                half = 2.4 * radius * axis
                yield bar(ends[1] - half, ends[1] + half, 3.4 * radius, Material.IRON, 32)
        out = float(dense.dot(np.subtract(self.made.bodies[name].centre, place).tolist(), axis.tolist()))
        if abs(out) > 2.0 * radius and not self._is_turned(name, axis):
            yield bar(place - 0.6 * radius * np.sign(out) * axis, place + out * axis, radius, Material.STEEL, 24)

    def _arm(self, joint: Joint, name: str, place: Vector3, axis: Vector3) -> Iterator[Mesh]:
        """Yield a rod from a joint to the middle of a body that does not reach it."""
        body = self.made.bodies[name]
        centre = np.array(body.centre)
        near = place + float(dense.inner(centre - place, axis)) * axis if joint.kind == "hinge" else place
        if body.mass > 0.0 and not reaches(body, shape_axes(self.made, name), near):
            yield bar(near, centre, 0.6 * PIN * self.size, Material.STEEL, 20)

    def _pin_radius(self, joint: Joint) -> float:
        """Return the radius of the pin of a hinge: that of the bolts of the bars that it joins [m]."""
        bodies = [self.made.bodies[name] for name in (joint.first, joint.second) if name != GROUND_NAME]
        widths = [body.width for body in bodies if body.shape in ("bar", "plate")]
        return min([0.17 * width for width in widths] or [PIN * self.size])

    def _is_turned(self, name: str, axis: Vector3) -> bool:
        """Return whether a body is round about an axis."""
        body = self.made.bodies[name]
        return (
            body.shape in ("cylinder", "disk", "hoop")
            and body.axis is not None
            and abs(float(dense.dot(body.axis, axis.tolist()))) > ALIGNED
        )

    def _ball(self, joint: Joint, name: str, place: Vector3) -> Iterator[Mesh]:
        """Yield the ball of a joint on the body that it carries, or its cup on the other one."""
        radius = BALL * self.size
        if joint.second == name:
            yield moved(shapes.sphere(radius, Material.STEEL, 40), place)
            return
        toward = np.subtract(self.made.bodies[name].centre, place)
        far = dense.length(toward)
        yield turned_to(cup(radius), frame_along(toward / far if far > 0.0 else np.array([0.0, 0.0, 1.0])), place)


def reaches(body: MachineBody, axes: Floats64, place: Vector3) -> bool:
    """Return whether the shape of a body reaches a place, or nearly."""
    x, y, z = (float(each) for each in dense.times(place - np.array(body.centre), axes))
    if body.shape in ("bar", "cylinder", "hoop", "disk") and body.axis is not None:
        long = dense.length(np.subtract(body.end, body.start)) if body.start and body.end else body.width
        wide = body.width if body.shape == "bar" else body.radius
        return math.hypot(x, y) < 1.1 * wide and abs(z) < 0.5 * long + wide
    if body.size is not None:
        return all(abs(a) < 0.7 * side for a, side in zip((x, y, z), body.size, strict=True))
    return body.shape == "plate" or math.hypot(x, y, z) < 1.1 * body.radius + TOUCHING


def cup(radius: float) -> Mesh:
    """Return a cup about the half z > 0 of a ball of this radius."""
    angle = np.linspace(0.08, 0.5 * np.pi, 12)
    outer = [(1.28 * float(cos(a)), 1.28 * float(sin(a))) for a in angle]
    inner = [(1.04 * float(cos(a)), 1.04 * float(sin(a))) for a in angle[::-1]]
    rows = [*inner, *outer[:-1], (0.0, 1.28)]
    rows[0] = 0.0, rows[0][1]
    return shapes.lathe([(r * radius, z * radius) for r, z in rows], Material.BRASS, 40)


def in_axes(mesh: Mesh, body: MachineBody, axes: Floats64, shift: float) -> Mesh:
    """Return a mesh of the drawn pose in the axes of a body's shape; shift: along y before [m]."""
    centre = np.array(body.centre) - np.array([0.0, shift, 0.0])
    return turned_to(mesh, axes, dense.times(-centre, axes))
