"""Racks with their wheels, and threads of screws, of machines, as meshes in the drawn pose."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.sweep import limb
from game.looks.machines.machine_gears import (
    LINED,
    PRESSURE,
    ROOT,
    SLACK,
    TIP,
    WIDE,
    GearWheel,
    sides_of,
    turning_of,
)
from game.looks.machines.machine_mesh import frame_along, turned_to
from game.model.frame import Mesh
from game.model.material import Material
from physics.machines.description import Described
from physics.machines.joints import GROUND_NAME, KINDS, Joint
from physics.machines.parts import GEAR, SLIDE, TURN, LoopEquation
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin, tan
from physics.types import Vector3

Floats64 = NDArray[np.float64]

TEETH = 24
"""Number of teeth of the wheel of a rack."""
BACK, DEEPEST = 3.2, 12.0
"""Least and greatest depth of a rack behind its pitch line, in the module of its teeth: to the middle of the bar."""
HALF_TURN = math.pi
"""Angle by which a rack without a range can turn its wheel to either side [rad]."""
MOST_TEETH = 400
"""Greatest number of teeth of a rack."""
RIDGE, SLIM = 0.3, 0.013
"""Half width of a thread, in the radius of its rod, and least radius of a rod, in the size of the machine."""
STEEP, WIDEST = 0.2, 0.25
"""Radius of the rod on which a nut slides: in the pitch, and at most in the radius of the nut or the machine's size."""
NEAR = 2.5
"""Greatest distance of two threads along a rod, in its radius: a longer pitch has several starts."""
MOST_TURNS, LEAST_PITCH = 160, 0.35
"""Greatest number of turns of all threads that are drawn, and least distance of two of them, in the radius."""


class GearRack(NamedTuple):
    """A toothed bar in the drawn pose, and its wheel.

    body: which slides. along, toward: unit vectors along the bar, and from it to the wheel. place: on its pitch line,
    in the middle of a gap between teeth. span: its ends from there [m]. back: its depth behind the pitch line [m].
    """

    body: str
    place: Vector3
    along: Vector3
    toward: Vector3
    span: tuple[float, float]
    back: float
    wheel: GearWheel


class Thread(NamedTuple):
    """The thread of a screw in the drawn pose. body: that it is on, or the ground. pitch: of a turn [m]."""

    body: str
    place: Vector3
    axis: Vector3
    pitch: float
    span: tuple[float, float]
    radius: float


def racks_of(made: Described) -> list[GearRack]:
    """Return the racks of all sliders and hinges that are tied, square to one another and carried by one body."""
    found = []
    for equation in made.machine.equations:
        joints = _tied(made, equation)
        rack = joints and _rack(made, joints, equation)
        found += [rack] if rack else []
    return found


def threads_of(made: Described, size: float) -> list[Thread]:
    """Return the threads of all slides and turns that are tied along one axis. size: of the machine [m]."""
    found = []
    for equation in made.machine.equations:
        joints = _tied(made, equation)
        thread = joints and _thread(made, joints, float(equation.value), size)
        found += [thread] if thread else []
    return found


def _tied(made: Described, equation: LoopEquation) -> tuple[Joint, Joint] | None:
    """Return the joints of a slide and of a turn, which an equation ties, None for all others."""
    links = made.machine.links
    if equation.kind != GEAR or (links[equation.first].kind, links[equation.second].kind) != (SLIDE, TURN):
        return None
    named = {joint.name + step.ending: joint for joint in made.joints.values() for step in KINDS[joint.kind]}
    one, other = (named.get(made.names[link]) for link in (equation.first, equation.second))
    return (one, other) if one and other else None


# Racks ----------------------------------------------------------------------------------------------------


def _rack(made: Described, joints: tuple[Joint, Joint], equation: LoopEquation) -> GearRack | None:
    """Return the rack of a slider and a hinge, None where it cannot be one."""
    carrier, bar, _, along = turning_of(joints[0])
    same, body, place, axis = turning_of(joints[1])
    radius = float(equation.value)
    if carrier != same or abs(dense.inner(along, axis)) > LINED or not radius:
        return None
    slid, turned = (float(made.start[made.machine.coordinate_of(k)]) for k in (equation.first, equation.second))
    out = float(np.sign(radius)) * np.cross(along, axis)  # from the axis to where the teeth meet
    x, y, _ = frame_along(axis)
    meets = float(arctan2(dense.inner(out, y), dense.inner(out, x)))
    wide = WIDE * abs(radius)
    wheel = GearWheel(body, place, axis, abs(radius), TEETH, meets - turned, wide, False)
    touch = place + abs(radius) * out
    # the bar is drawn where it stands at the coordinate 0, and meets the wheel where it has slid by `slid`
    gap = touch - slid * along
    low, high = _travel(joints[0], abs(radius))
    own = [float(dense.inner(np.subtract(at, gap), along)) for at in made.bodies[bar].anchors.values()]
    step = 2.0 * math.pi * abs(radius) / TEETH
    ends = min([slid - high, *own]) - 2.0 * step, max([slid - low, *own]) + 2.0 * step
    span = step * math.floor(ends[0] / step), step * math.ceil(ends[1] / step)
    if span[1] - span[0] > MOST_TEETH * step:
        return None
    module = 2.0 * abs(radius) / TEETH
    away = float(dense.inner(np.subtract(made.bodies[bar].centre, gap), out))
    back = min(max(away, BACK * module), DEEPEST * module)
    return GearRack(bar, gap, along, -out, span, back, wheel)


def _travel(joint: Joint, radius: float) -> tuple[float, float]:
    """Return the least and greatest coordinate of a slider [m]: its range, or half a turn of the wheel either way."""
    given = joint.values[0].range if joint.values else ()
    return (given[0], given[1]) if given else (-HALF_TURN * radius, HALF_TURN * radius)


def rack_mesh(rack: GearRack) -> Mesh:
    """Return a rack in the drawn pose."""
    outline = rack_outline(rack)
    half = 0.5 * rack.wheel.wide
    parts = [sides_of(outline, half, Material.STEEL)]
    parts += [_cap(outline, float(outline[:, 1].min()), side * half, side) for side in (1.0, -1.0)]
    rows = np.array([rack.along, rack.toward, np.cross(rack.along, rack.toward)])
    return turned_to(joined(parts), rows, rack.place)


def rack_outline(rack: GearRack) -> Floats64:
    """Return the outline (n, 2) of a rack along it and toward its wheel, counter-clockwise from its far end."""
    step = 2.0 * math.pi * rack.wheel.radius / TEETH
    module = 2.0 * rack.wheel.radius / TEETH
    slope = float(tan(PRESSURE))
    low, high = rack.span
    rows = [(low, -rack.back)]
    quarter = 0.25 * SLACK * step
    for k in range(round(low / step), round(high / step)):
        middle = (k + 0.5) * step
        wide, slim = quarter + ROOT * module * slope, quarter - TIP * module * slope
        rows += [(middle - wide, -ROOT * module), (middle - slim, TIP * module)]
        rows += [(middle + slim, TIP * module), (middle + wide, -ROOT * module)]
    rows.append((high, -rack.back))
    return np.array(rows)[::-1]


def _cap(outline: Floats64, floor: float, z: float, side: float) -> Mesh:
    """Return the flat end of a rack, from its floor to its teeth."""
    n = len(outline)
    rows = np.zeros((2, n, 9))
    rows[0, :, :2] = rows[1, :, :2] = outline
    rows[0, :, 1] = floor
    rows[..., 2], rows[..., 5], rows[..., 8] = z, side, Material.STEEL
    triangles = shapes.grid_triangles(2, n)
    # the outline runs against the axis along the rack: seen from z > 0 the grid is clockwise
    drawn = triangles if side > 0.0 else triangles[:, ::-1]
    return Mesh(rows.reshape(-1, 9).astype(np.float32), drawn.astype(np.int32).reshape(-1))


# Screws ---------------------------------------------------------------------------------------------------


def _thread(made: Described, joints: tuple[Joint, Joint], ratio: float, size: float) -> Thread | None:
    """Return the thread of a slide and a turn: on what turns, where it is long, or else on the ground."""
    _, _, _, along = turning_of(joints[0])
    carrier, body, place, axis = turning_of(joints[1])
    if dense.length(np.cross(along, axis)) > LINED or not ratio:
        return None
    pitch = 2.0 * math.pi * ratio * float(np.sign(dense.inner(along, axis)))
    if joints[0] is not joints[1] and carrier == turning_of(joints[0])[0]:
        pitch = -pitch  # a nut that does not turn goes the other way on a screw that does not slide
    drawn = made.bodies[body]
    ends = [float(dense.inner(np.subtract(at, place), axis)) for at in (drawn.start, drawn.end) if at is not None]
    off = [dense.length(np.cross(np.subtract(at, place), axis)) for at in (drawn.start, drawn.end) if at is not None]
    if len(ends) == 2 and max(off) < LINED + 1e-3 * size and abs(ends[1] - ends[0]) > 4.0 * drawn.radius:
        radius = drawn.radius or 0.5 * drawn.width
        return Thread(body, place, axis, pitch, (min(ends), max(ends)), radius)
    if carrier == GROUND_NAME and joints[0] is joints[1]:
        radius = min(max(SLIM * size, STEEP * abs(pitch)), WIDEST * (drawn.radius or size))
        return Thread(GROUND_NAME, place, axis, pitch, (0.0, 0.0), radius)
    return None


def thread_mesh(thread: Thread) -> Mesh | None:
    """Return a thread in the drawn pose, None where it is too fine to be drawn."""
    starts = max(round(abs(thread.pitch) / (NEAR * thread.radius)), 1)
    low, high = thread.span
    turns = (high - low) / abs(thread.pitch)
    if abs(thread.pitch) / starts < LEAST_PITCH * thread.radius or turns * starts > MOST_TURNS:
        return None
    ridge = RIDGE * thread.radius
    count = max(int(28 * turns), 8)
    along = np.linspace(low + ridge, high - ridge, count + 1)
    parts = []
    for k in range(starts):
        turn = 2.0 * math.pi * (along / thread.pitch + k / starts)
        rows = [thread.radius * cos(turn), thread.radius * sin(turn), along]
        stations = np.column_stack([*rows, np.full((count + 1, 2), ridge)])
        parts.append(limb(stations, material=Material.STEEL, around=8, steps=1))
    return turned_to(joined(parts), frame_along(thread.axis), thread.place)
