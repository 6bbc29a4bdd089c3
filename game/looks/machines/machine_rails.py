"""What guides the bodies that slide against the ground: a track, a bore or a rod, as meshes in the world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.timber import bar
from game.looks.machines.machine_parts import half_pipe
from game.looks.machines.machine_racks import thread_mesh, threads_of
from game.looks.machines.machine_stand import LEVEL, StandSurroundings, still, upright
from game.model.frame import Instance
from game.model.material import Material
from physics.machines.description import Described
from physics.machines.joints import GROUND_NAME, Joint
from physics.maths import dense
from physics.types import Vector3

ROD, DEEP, FLANGE = 0.013, 0.030, 0.018
"""Radius of a guide rod, height of a track and of its rails, in the size of the machine."""
SAME_LINE = 1e-6
"""Distance of two axes at which they are one, in the size of the machine."""
BEYOND = 0.75
"""How far a guide goes on beyond the body at the start, in the size of the machine."""


def rails_of(made: Described, around: StandSurroundings) -> list[Instance]:
    """Return the guides of all bodies that slide against the ground."""
    found: list[Instance] = []
    for joint in made.joints.values():
        if joint.kind in ("slider", "cylindrical") and GROUND_NAME in (joint.first, joint.second):
            found += _rail(joint, made, around)
    return found


def _guide(start: Vector3, end: Vector3, made: Described, around: StandSurroundings) -> list[Instance]:
    """Return a steel rod between two places, with the thread of a screw where there is one."""
    parts, radius = [], ROD * around.size
    raised = np.array([0.0, 0.0, around.lift])
    for thread in threads_of(made, around.size):
        ends = [float(dense.inner(each - raised - thread.place, thread.axis)) for each in (start, end)]
        off = dense.length(np.cross(start - raised - thread.place, thread.axis))
        if thread.body == GROUND_NAME and off < SAME_LINE * around.size:
            mesh = thread_mesh(thread._replace(place=thread.place + raised, span=(min(ends), max(ends))))
            parts += [mesh] if mesh is not None else []
            radius = max(radius, thread.radius)
    return [still(joined([bar(start, end, radius, Material.STEEL, 28), *parts]))]


def _rail(joint: Joint, made: Described, around: StandSurroundings) -> list[Instance]:
    name = joint.second if joint.first == GROUND_NAME else joint.first
    place, axis = np.array(joint.at if joint.first == GROUND_NAME else joint.to), np.array(joint.axes[0])
    body, points = made.bodies[name], around.corners[name]
    place = place + np.array([0.0, 0.0, around.lift])
    along = dense.times(points + np.array([0.0, 0.0, around.lift]) - place, axis)
    low, high = float(along.min()), float(along.max())
    if body.shape == "cylinder" and body.axis is not None and abs(float(dense.dot(body.axis, axis.tolist()))) > 0.999:
        return _bore(place, axis, (low, high), body.radius, around)
    far = BEYOND * around.size
    ends = place + (low - far) * axis, place + (high + far) * axis
    if abs(axis[2]) > LEVEL:
        foot = np.array([place[0], place[1], 0.0])
        top = place + (high + far) * axis if axis[2] > 0.0 else place + (low - far) * axis
        return _guide(foot, top, made, around)
    if float(points[:, 2].mean()) + around.lift > place[2] + 0.5 * DEEP * around.size:
        return _track(ends, _wide(made, name, around), around)
    posts = [upright(float(end[0]), float(end[1]), float(end[2]), around.size) for end in ends]
    return [*_guide(*ends, made, around), *posts[0], *posts[1]]


def _wide(made: Described, name: str, around: StandSurroundings) -> tuple[float, float]:
    """Return the places along y of what rolls with a body, or else of its sides."""
    others = [
        joint.second if joint.first == name else joint.first
        for joint in made.joints.values()
        if name in (joint.first, joint.second) and joint.kind == "hinge"
    ]
    wheels = [each for each in others if each in made.bodies and made.bodies[each].shape in ("disk", "hoop")]
    rows = np.vstack([around.corners[each] for each in wheels or [name]])
    return float(rows[:, 1].min()), float(rows[:, 1].max())


def _track(ends: Sequence[Vector3], wide: tuple[float, float], around: StandSurroundings) -> list[Instance]:
    """Return a track along x on two columns: two rails and their sleepers."""
    size, (front, back) = around.size, wide
    rail, deep = FLANGE * size, DEEP * size
    (x0, _, z), (x1, *_) = (each.tolist() for each in ends)
    middle = 0.5 * (x0 + x1)
    parts = [
        shapes.box((x1 - x0, rail, deep), (middle, y, z - 0.5 * deep), Material.STEEL, 0.2)
        for y in (front + 0.5 * rail, back - 0.5 * rail)
    ]
    across = back - front
    posts: list[Instance] = []
    for x in np.linspace(x0 + 2.0 * rail, x1 - 2.0 * rail, 9).tolist():
        at = x, 0.5 * (front + back), z - 1.4 * deep
        parts.append(shapes.box((2.2 * rail, across, 0.8 * deep), at, Material.BRASS, 0.2))
    inset = 0.12 * (x1 - x0)
    for x in (x0 + inset, x1 - inset):
        posts += upright(x, 0.5 * (front + back), z - 1.4 * deep, size)
    return [still(joined(parts)), *posts]


def _bore(
    place: Vector3, axis: Vector3, span: tuple[float, float], radius: float, around: StandSurroundings
) -> list[Instance]:
    """Return the lower half of a cylinder in which a piston slides, on its feet."""
    low, high = span
    far = BEYOND * 0.5 * (high - low) + 0.28 * around.size
    start, end = place + (low - far) * axis, place + (high + far) * axis
    parts = [half_pipe(start, end, 1.03 * radius, 1.16 * radius)]
    posts: list[Instance] = []
    for share in (0.2, 0.8):
        x, y, z = (start + share * (end - start)).tolist()
        posts += upright(x, y, z - 1.1 * radius, around.size)
    return [still(joined(parts)), *posts]
