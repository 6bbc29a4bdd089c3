"""The stand of a machine: columns, beams, pedestals and rails that hold its joints to the ground, as meshes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.transforms import scaled, translation
from game.looks.pendulums.pendulum import EBONY, POLISH
from game.model.frame import Instance, Mesh, standing
from game.model.material import Material
from physics.machines.description import Described
from physics.machines.drawing import ties_of
from physics.machines.hanging import ropes_of
from physics.machines.joints import GROUND_NAME, Joint
from physics.maths import dense
from physics.types import Vector3

FOOT, COLUMN = 0.17, 0.023
"""Radii of the foot of a column and of the column, in the size of the machine."""
BEHIND = 0.06
"""Distance of a column behind all that moves, in the size of the machine."""
NEAR = 0.35
"""Distance from a vertical axis within which what is below its joint must hang, in the size of the machine."""
TALL = 0.14, 0.021
"""Least radii of the foot of a column and of the column, in its height."""
LEAST = 1e-3
"""Least height of a column, in the size of the machine."""
BELOW = 0.15
"""Depth under an upright hinge from which on something hangs, in the size of the machine."""
LEVEL = 0.7
"""Vertical part of a direction from which on it counts as upright."""
FLAT = 1e-9
"""Area of a triangle below which its corners lie in one line [m²]."""
TOGETHER = 2.5
"""Distance of two columns that are one, in their radii."""


class StandSurroundings(NamedTuple):
    """What a stand must know of a machine, in the world [m].

    size; lift: of the lab above the table; behind: greatest y of what moves; corners: of the bodies by name at the
    start, in the lab (n, 3).
    """

    size: float
    lift: float
    behind: float
    corners: dict[str, Vector3]


def stand_of(made: Described, around: StandSurroundings) -> list[Instance]:
    """Return the stand of a machine."""
    backs: list[Vector3] = []
    hung: list[Vector3] = []
    under: list[Vector3] = []
    instances: list[Instance] = []
    for joint in made.joints.values():
        if GROUND_NAME not in (joint.first, joint.second) or joint.kind in ("free", "planar", "fixed"):
            continue
        place = np.array(joint.at if joint.first == GROUND_NAME else joint.to)
        axis = np.array(joint.axes[0])
        if joint.kind == "hinge" and abs(axis[2]) < LEVEL:
            if abs(axis[1]) > LEVEL:
                backs.append(place)
                instances += [_motor_behind(place, around)] if joint.has_motor else []
        elif joint.kind in ("hinge", "cylindrical") and not _hangs(joint, made, around):
            under.append(place)
            instances += [_motor_under(place, around)] if joint.has_motor else []
        elif joint.kind != "slider":
            hung.append(place)
    hung += [at for at in held_ends(made) if at[2] > _middle(around)]
    for peg, axis in pegs_of(made):
        (backs if abs(axis[1]) > LEVEL else hung).append(peg)
    instances += _columns(backs, around)
    for place in hung:
        instances += _gallows(place, around)
    for place in under:
        instances += _pedestal(place, around)
    return instances


def _motor_behind(place: Vector3, around: StandSurroundings) -> Instance:
    """Return a motor behind the column of a hinge along y."""
    x, z = float(place[0]), float(place[2]) + around.lift
    radius, y = COLUMN * around.size, around.behind + BEHIND * around.size
    start, end = y + 1.5 * radius, y + 6.0 * radius
    house = bar((x, start, z), (x, end, z), 2.3 * radius, Material.IRON, 40)
    rings = [
        bar((x, at - 0.25 * radius, z), (x, at + 0.25 * radius, z), 2.42 * radius, Material.BRASS, 40)
        for at in (start + 0.5 * radius, end - 0.5 * radius)
    ]
    return still(joined([house, *rings]))


def _motor_under(place: Vector3, around: StandSurroundings) -> Instance:
    """Return a motor about the top of the column of an upright hinge."""
    x, y, top = float(place[0]), float(place[1]), float(place[2]) + around.lift
    radius = COLUMN * around.size
    low, high = max(top - 7.0 * radius, 0.5 * top), top - 1.2 * radius
    house = bar((x, y, low), (x, y, high), 2.6 * radius, Material.IRON, 40)
    rings = [
        bar((x, y, at - 0.25 * radius), (x, y, at + 0.25 * radius), 2.72 * radius, Material.BRASS, 40)
        for at in (low + 0.5 * radius, high - 0.5 * radius)
    ]
    return still(joined([house, *rings]))


def held_ends(made: Described) -> list[Vector3]:
    """Return the places of the ground that hold springs, rods and ropes."""
    ends: list[tuple[int, Sequence[Any]]] = []
    for tie in [*ties_of(made), *(rope.tie(made.machine) for rope in ropes_of(made))]:
        ends += [(tie.first, tie.at), (tie.second, tie.to)]
    return [np.array(at, float) for link, at in ends if link < 0]


def pegs_of(made: Described) -> list[tuple[Vector3, Vector3]]:
    """Return the pegs of all ropes with their axes, across the planes in which the ropes bend in the drawn pose."""
    found = []
    for rope in ropes_of(made):
        tie = rope.tie(made.machine)
        ends = [place_of(made, link, at) for link, at in ((tie.first, tie.at), (tie.second, tie.to))]
        line = [ends[0], *(np.array(peg, float) for peg in rope.pegs), ends[1]]
        for before, peg, after in zip(line, line[1:], line[2:], strict=False):
            across = np.cross(peg - before, after - peg)
            size = dense.length(across)
            found.append((peg, across / size if size > FLAT else np.array([0.0, 1.0, 0.0])))
    return found


def place_of(made: Described, link: int, at: Sequence[Any]) -> Vector3:
    """Return a point of a link, or of the ground, in the drawn pose."""
    place = np.array(at, float)
    while link >= 0:
        place, link = place + np.array(made.machine.links[link].place, float), made.machine.links[link].parent
    return place


def _middle(around: StandSurroundings) -> float:
    return float(np.vstack([*around.corners.values()])[:, 2].mean())


def _hangs(joint: Joint, made: Described, around: StandSurroundings) -> bool:
    """Return whether something that an upright hinge carries is below it, near its axis."""
    place = np.array(joint.at if joint.first == GROUND_NAME else joint.to)
    points = np.vstack([*around.corners.values()])
    low = points[points[:, 2] < place[2] - BELOW * around.size]
    return bool((dense.lengths(low[:, :2] - place[:2]) < NEAR * around.size).any()) if len(low) else False


def _columns(places: list[Vector3], around: StandSurroundings) -> list[Instance]:
    """Return columns behind hinges along y, with their bearings."""
    radius, y = COLUMN * around.size, around.behind + BEHIND * around.size
    instances: list[Instance] = []
    waiting = sorted(places, key=lambda each: float(each[0]))
    while waiting:
        x = float(waiting[0][0])
        here = [each for each in waiting if abs(float(each[0]) - x) < TOGETHER * radius]
        waiting = [each for each in waiting if abs(float(each[0]) - x) >= TOGETHER * radius]
        tops = [float(each[2]) + around.lift for each in here]
        instances += upright(x, y, max(tops), around.size)
        parts = []
        for each in here:
            across, high = float(each[1]), float(each[2]) + around.lift
            parts.append(moved(pendulum_parts.bearing(radius, y - across, 0.0), (x, across, high)))
        instances.append(still(joined(parts)))
    return instances


def upright(x: float, y: float, top: float, size: float) -> list[Instance]:
    """Return a column on its foot, up to a height; none up to a height at or below the table."""
    if top < LEAST * size:
        return []
    radius, foot = max(COLUMN * size, TALL[1] * top), min(max(FOOT * size, TALL[0] * top), 2.2 * top)
    at = translation(x, y, 0.0)
    return [
        standing(Instance(pendulum_parts.plinth(foot), at, EBONY, POLISH, framed=True)),
        standing(Instance(pendulum_parts.fittings(foot, radius), at, framed=False)),
        standing(Instance(pendulum_parts.column(radius), scaled(at, (1.0, 1.0, top)), framed=False)),
    ]


def _gallows(place: Vector3, around: StandSurroundings) -> list[Instance]:
    """Return a column with an arm that carries what hangs from a place."""
    x, y, z = (float(each) for each in place)
    radius, top = COLUMN * around.size, z + around.lift
    points = np.vstack([*around.corners.values()])
    below = points[points[:, 2] < z - 0.02 * around.size]
    reach = float(dense.lengths(below[:, :2] - place[:2]).max()) if len(below) else 0.0
    back = y + max(reach, around.behind - y) + 2.0 * BEHIND * around.size
    high = top + 1.4 * radius
    arm = bar((x, back + 2.5 * radius, high), (x, y - 1.2 * radius, high), 0.62 * radius, Material.STEEL, 28)
    clamp = bar((x, back, high - 2.2 * radius), (x, back, high + 2.2 * radius), 1.5 * radius, Material.BRASS, 32)
    eye = bar((x, y, top - 0.1 * radius), (x, y, high + 1.1 * radius), 0.8 * radius, Material.BRASS, 28)
    return [*upright(x, back, high, around.size), standing(Instance(joined([arm, clamp, eye]), translation(0, 0, 0)))]


def _pedestal(place: Vector3, around: StandSurroundings) -> list[Instance]:
    """Return a column under a hinge that turns about the vertical."""
    x, y, z = (float(each) for each in place)
    radius, top = 1.3 * COLUMN * around.size, z + around.lift
    head = bar((x, y, top - 3.4 * radius), (x, y, top - 0.35 * radius), 1.5 * radius, Material.BRASS, 40)
    neck = bar((x, y, top - 0.5 * radius), (x, y, top), 0.8 * radius, Material.STEEL, 32)
    return [*upright(x, y, top - 0.5 * radius, around.size), still(joined([head, neck]))]


def still(mesh: Mesh) -> Instance:
    """Return a mesh that stands in the world as it is."""
    return standing(Instance(mesh, translation(0.0, 0.0, 0.0), framed=False))
