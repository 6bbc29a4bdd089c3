"""Handles of values: the start angle of a joint on an arc, its stops as two ticks, its axis as an arrow, the thickness
of a bar.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from game.model.frame import View
from game.scenefile.sketch import PartName, SketchAnchor
from game.scenefile.sketching.drawing import written_direction
from game.session.workshop.picking import ShownMachine
from game.session.workshop.planes import angle_of, on_screen, ray_at, scale_at, turned_about
from game.session.workshop.snapping import TAKES, TURN
from game.session.workshop.state import AXES, SketchPlane, ValueHandle
from physics.core.units import format_number
from physics.machines.joints import Joint
from physics.machines.vectors import Vector, added, cross, difference, dot, scaled

ARC = 46.0
"""Radius of the arc on which angles have their handles [points]."""
OFF = 10.0
"""How far beyond the edge of a bar the handle of its thickness stands [points]."""
SQUARE = 1.0 - 1e-6
"""Least cosine between an axis and that which is square to the plane of drawing, for handles of its angle."""
ARROW, SEEN = 74.0, 0.35
"""Length of the arrow of an axis [points], and the least sine of its angle with the line of sight with which there is
one: shorter it would lie on its joint."""
THINNEST = 1e-4
"""Least thickness that is dragged [m]."""


def value_handles(
    shown: ShownMachine, selection: tuple[PartName, ...], plane: SketchPlane, view: View
) -> list[ValueHandle]:
    """Return the handles of the numbers of what is selected alone."""
    if len(selection) != 1:
        return []
    part = selection[0]
    if part[0] == "joints" and part[1] in shown.joints:
        return [*_angles(shown, part, plane, view), *_axis(shown, part, plane, view)]
    if part[0] == "bodies" and shown.sketch.tables.get("bodies", {}).get(part[1], {}).get("shape") == "bar":
        return list(_thickness(shown, part, plane, view))
    return []


def handle_of_value_at(
    handles: list[ValueHandle], view: View, size: tuple[float, float], at: tuple[float, float], lift: float
) -> ValueHandle | None:
    """Return the handle under the pointer."""
    for each in handles:
        seen = on_screen(view, each.place, size, lift)
        if seen is not None and math.dist(seen, at) <= TAKES:
            return each
    return None


def _angles(shown: ShownMachine, part: PartName, plane: SketchPlane, view: View) -> Iterator[ValueHandle]:
    """Yield the handles of a hinge that carries a body and whose axis is square to the plane."""
    name, joint = part[1], shown.made.joints[part[1]]
    words = shown.sketch.tables["joints"][name]
    if joint.kind != "hinge" or name not in shown.made.names or "driven" in words:
        return
    across, up = (AXES[each] for each in plane.along)
    sense = dot(joint.axes[0], cross(across, up))
    body, far = _carried(shown, joint)
    if abs(sense) < SQUARE or far is None:
        return
    sense = math.copysign(1.0, sense) * (1.0 if body == joint.second else -1.0)
    centre = shown.joint_place(name)
    value = float(shown.y[shown.made.machine.coordinate_of(shown.made.names.index(name))])
    zero = angle_of(difference(far, centre), plane) - sense * value
    radius = ARC * scale_at(view, centre, shown.lift)

    def handle(way: str, number: float) -> ValueHandle:
        place = turned_about(centre, centre, plane, radius, zero + sense * number)
        return ValueHandle(part, way, place, number, centre, plane.moved(centre), zero, sense)

    yield handle("angle", value)
    for k, number in enumerate(joint.values[0].range or ()):
        yield handle(f"range.{k}", number)


def _axis(shown: ShownMachine, part: PartName, plane: SketchPlane, view: View) -> Iterator[ValueHandle]:
    """Yield the handle of the single axis of a joint: the tip of an arrow, where it is not seen from its end."""
    name, joint = part[1], shown.made.joints[part[1]]
    if "axis" not in shown.sketch.tables["joints"][name]:
        return
    centre = shown.joint_place(name)

    def seen(way: Vector) -> Vector:
        return difference(shown.place(SketchAnchor(joint.first, added(joint.at, way))), centre)

    own = joint.axes[0]
    x, y, z = (float(each) for each in view.eye)
    sight = difference((x, y, z - shown.lift), centre)
    off = cross(seen(own), sight)
    if dot(off, off) < SEEN * SEEN * dot(sight, sight):
        return
    choices = tuple((way, seen(way)) for way in (own, *_directions(shown)))
    place = added(centre, scaled(ARROW * scale_at(view, centre, shown.lift), choices[0][1]))
    yield ValueHandle(part, "axis", place, 0.0, centre, plane.moved(centre), choices=choices)


def _directions(shown: ShownMachine) -> list[Vector]:
    """Return the directions to which axes go: those of the world, of other joints, then steps of angles between."""
    named = [*AXES.values(), *(axis for joint in shown.joints.values() for axis in joint.axes)]
    found = [each for way in named for each in (way, scaled(-1.0, way))]
    steps = [(math.cos(k * TURN), math.sin(k * TURN)) for k in range(round(2.0 * math.pi / TURN))]
    for one, other in (("x", "z"), ("x", "y"), ("y", "z")):
        found += [added(scaled(c, AXES[one]), scaled(s, AXES[other])) for c, s in steps if min(abs(c), abs(s)) > 1e-9]
    return found


def _chosen(handle: ValueHandle, view: View, size: tuple[float, float], at: tuple[float, float], lift: float) -> float:
    """Return the number of the direction whose arrow ends nearest to a place of the screen; the present one's first."""
    length = math.dist(handle.place, handle.centre)
    found, least = 0, math.inf
    for k, (_, way) in enumerate(handle.choices):
        tip = on_screen(view, added(handle.centre, scaled(length, way)), size, lift)
        if tip is not None and math.dist(tip, at) < least - 1e-6:
            found, least = k, math.dist(tip, at)
    return float(found)


def _carried(shown: ShownMachine, joint: Joint) -> tuple[str, Vector | None]:
    """Return the body that a hinge carries, and the point of it that is the farthest from the hinge; None for none."""
    last = shown.made.names.index(joint.name)
    body = next(each for each in (joint.second, joint.first) if shown.made.carried[each].link == last)
    centre = shown.joint_place(joint.name)
    places = [shown.place(SketchAnchor(body, word)) for word in shown.made.bodies[body].anchors]
    far = max(places, key=lambda place: math.dist(place, centre), default=None)
    return body, far if far is not None and math.dist(far, centre) > 1e-9 else None


def _thickness(shown: ShownMachine, part: PartName, plane: SketchPlane, view: View) -> Iterator[ValueHandle]:
    """Yield the handle of a bar that lies in the plane, or along it: beside its middle."""
    body = shown.made.bodies.get(part[1])
    if body is None or body.start is None or body.end is None:
        return
    ends = [shown.place(SketchAnchor(part[1], each)) for each in (body.start, body.end)]
    way = cross(AXES[plane.square], difference(ends[1], ends[0]))
    size = math.sqrt(dot(way, way))
    if size < 1e-9:
        return
    across, centre = scaled(1.0 / size, way), scaled(0.5, added(*ends))
    beyond = OFF * scale_at(view, centre, shown.lift)
    place = added(centre, scaled(0.5 * body.width + beyond, across))
    yield ValueHandle(part, "width", place, body.width, centre, plane.moved(centre), across=across, beyond=beyond)


def dialled(
    handle: ValueHandle, view: View, size: tuple[float, float], at: tuple[float, float], lift: float, step: float
) -> float | None:
    """Return the value of a handle that is dragged to a place of the screen [rad, m, 1]; None where nothing is hit.

    step: to whose multiples angles go [rad], 0 for none.
    """
    if handle.choices:
        return _chosen(handle, view, size, at, lift)
    place = handle.plane.hit(ray_at(view, at, size, lift))
    if place is None:
        return None
    if handle.across is not None:
        away = dot(difference(place, handle.centre), handle.across)
        return max(2.0 * float(away - handle.beyond), THINNEST)
    turned = handle.sense * (angle_of(difference(place, handle.centre), handle.plane) - handle.zero)
    turned += 2.0 * math.pi * round((handle.value - turned) / (2.0 * math.pi))
    return step * round(turned / step) if step else turned


def written_value(handle: ValueHandle, value: float) -> str:
    """Return a value of a handle as a file says it."""
    if handle.choices:
        said = written_direction(handle.choices[int(value)][0])
        return said if isinstance(said, str) else json.dumps([round(each, 6) for each in said])
    if handle.across is not None:
        return f"{format_number(float(f'{value:.3g}'))} m"
    return f"{format_number(round(math.degrees(value), 6))} deg"
