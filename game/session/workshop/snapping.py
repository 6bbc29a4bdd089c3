"""Snap: what near the pointer takes the point that is being placed, and the word that says what it was.

The first that fits: an anchor, the line of a bar, guides through anchors (of the same height, or the same place
across), the line of a bar beyond its ends, the length of another bar, an angle where that is wanted, the grid. With
Ctrl nothing does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from game.model.frame import View
from game.model.shown.sentence import Amount, Sentence
from game.model.words import later
from game.scenefile.sketch import SketchAnchor
from game.session.workshop.planes import (
    angle_of,
    nearest_on_segment,
    on_screen,
    ray_at,
    round_step,
    scale_at,
    turned_about,
)
from game.session.workshop.state import AXES, SketchPlane, Snap
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import Vector, added, difference, dot, scaled

TAKES, LETS_GO = 14.0, 20.0
"""Distances on the screen [points] at which an anchor takes the pointer, and beyond which it lets it go."""
GUIDES, ALIKE = 6.0, 6.0
"""Distances at which a guide, and the length of another bar, do."""
FLAT = 1e-9
"""Share of a length by which a bar may leave the plane of drawing."""
TURN = math.radians(15.0)
"""Step of angles with Shift."""

ON_ANCHOR, ON_GROUND = later("{anchor} of {body}"), later("ground")
ON_LINE = later("on {body}")
SAME_HEIGHT, SAME_ACROSS = later("same height as {anchor}"), later("above or below {anchor}")
CROSSING = later("crossing of two guides")
IN_LINE = later("in line with {body}")
AS_LONG, AT_ANGLE, ON_GRID = later("as long as {body}"), later("{angle}°"), later("grid of {step} m")


class BarLine(NamedTuple):
    """The line of a long body, between two places, and between the same two in the drawn pose [m]."""

    body: str
    start: Vector
    end: Vector
    drawn_start: Vector
    drawn_end: Vector

    def at(self, part: float) -> Vector:
        """Return the place of a part of it, 0 to 1."""
        return added(self.start, scaled(part, difference(self.end, self.start)))

    def anchor(self, part: float) -> SketchAnchor:
        """Return the point there as one of the body."""
        way = difference(self.drawn_end, self.drawn_start)
        return SketchAnchor(self.body, added(self.drawn_start, scaled(part, way)))


@dataclass(frozen=True)
class SnapTargets:
    """What can take a point: anchors with their places [m], and lines of bars. lift: of the picture [m]."""

    anchors: tuple[tuple[SketchAnchor, Vector], ...] = ()
    lines: tuple[BarLine, ...] = ()
    lift: float = 0.0


@dataclass(frozen=True)
class Pointed:
    """A pointer over the picture. size: of the picture [points]; free: nothing takes it; by_angle: steps of 15°.

    start: the place from which something is drawn, if any. axis: the one that is kept to, "" for none.
    """

    at: tuple[float, float]
    view: View
    size: tuple[float, float]
    plane: SketchPlane
    start: Vector | None = None
    free: bool = False
    by_angle: bool = False
    axis: str = ""


def snapped(targets: SnapTargets, pointed: Pointed, before: Snap | None = None) -> Snap | None:
    """Return where the pointer places a point; None where it points nowhere, as at a plane seen from its edge.

    before: the snap of the last event, whose anchor lets go later than it takes.
    """
    if not pointed.free:
        found = _anchor(targets, pointed, before) or _line(targets, pointed)
        if found is not None:
            return found
    ray = ray_at(pointed.view, pointed.at, pointed.size, targets.lift)
    place = pointed.plane.hit(ray)
    if place is None:
        return None
    if pointed.axis and pointed.start is not None:
        return _on_grid(_along(pointed.start, place, pointed.axis), targets, pointed)
    if pointed.free:
        return Snap(place)
    if pointed.by_angle and pointed.start is not None:
        return _by_angle(pointed.start, place, targets, pointed)
    return (
        _guided(place, targets, pointed)
        or _in_line(place, targets, pointed)
        or _as_long(place, targets, pointed)
        or _on_grid(place, targets, pointed)
    )


def anchor_word(anchor: SketchAnchor) -> Sentence:
    """Return how an anchor is called."""
    if anchor.body == GROUND_NAME:
        return Sentence(ON_GROUND)
    if not isinstance(anchor.name, str):
        return Sentence(ON_LINE, body=anchor.body)
    return Sentence(ON_ANCHOR, anchor=anchor.name, body=anchor.body)


def _anchor(targets: SnapTargets, pointed: Pointed, before: Snap | None) -> Snap | None:
    """Return the nearest anchor on the screen that takes the pointer; of some at one place, the first."""
    found: tuple[float, SketchAnchor, Vector] | None = None
    for anchor, place in targets.anchors:
        seen = on_screen(pointed.view, place, pointed.size, targets.lift)
        if seen is None:
            continue
        away = math.hypot(seen[0] - pointed.at[0], seen[1] - pointed.at[1])
        held = before is not None and before.anchor == anchor
        if away <= (LETS_GO if held else TAKES) and (found is None or away < found[0] - 1e-6):
            found = away, anchor, place
    return None if found is None else Snap(found[2], anchor_word(found[1]), found[1])


def _line(targets: SnapTargets, pointed: Pointed) -> Snap | None:
    """Return the point of the nearest bar under the pointer."""
    found: tuple[float, BarLine, float] | None = None
    for line in targets.lines:
        a, b = (on_screen(pointed.view, end, pointed.size, targets.lift) for end in (line.start, line.end))
        if a is None or b is None:
            continue
        part, away = nearest_on_segment(pointed.at, a, b)
        if away <= TAKES and (found is None or away < found[0]):
            found = away, line, part
    if found is None:
        return None
    _, line, part = found
    # The place along the bar is that of the grid, counted from its start.
    length = math.dist(line.start, line.end)
    step = round_step(scale_at(pointed.view, line.at(part), targets.lift, pointed.size[1]))
    rounded = round(part * length / step) * step
    part = rounded / length if 0.0 < rounded < length else part
    return Snap(line.at(part), Sentence(ON_LINE, body=line.body), line.anchor(part))


def _along(start: Vector, place: Vector, axis: str) -> Vector:
    """Return the point on an axis through the start."""
    way = AXES[axis]
    return added(start, scaled(dot(difference(place, start), way), way))


def _by_angle(start: Vector, place: Vector, targets: SnapTargets, pointed: Pointed) -> Snap:
    """Return the point at the nearest step of the angle, its length on the grid."""
    way = difference(place, start)
    turns = TURN * round(angle_of(way, pointed.plane) / TURN)
    length = math.sqrt(dot(way, way))
    step = round_step(scale_at(pointed.view, start, targets.lift, pointed.size[1]))
    found = turned_about(place, start, pointed.plane, step * max(round(length / step), 1), turns)
    return Snap(found, Sentence(AT_ANGLE, angle=f"{math.degrees(turns):.0f}"), None, ((start, found),))


def _guided(place: Vector, targets: SnapTargets, pointed: Pointed) -> Snap | None:
    """Return the point on a guide through an anchor, or on the crossing of two."""
    taken: list[tuple[str, SketchAnchor, Vector]] = []
    reach = GUIDES * scale_at(pointed.view, place, targets.lift, pointed.size[1])
    for axis, other in (pointed.plane.along, pointed.plane.along[::-1]):
        near = [
            (abs(dot(difference(place, at), AXES[axis])), anchor, at)
            for anchor, at in targets.anchors
            if abs(dot(difference(place, at), AXES[other])) > reach
        ]
        best = min(near, key=lambda each: each[0], default=None)
        if best is not None and best[0] <= reach:
            taken.append((axis, best[1], best[2]))
    if not taken:
        return None
    found = place
    for axis, _, at in taken:
        found = added(found, scaled(dot(difference(at, found), AXES[axis]), AXES[axis]))
    if len(taken) == 1:
        free = next(each for each in pointed.plane.along if each != taken[0][0])
        found = _rounded(found, (free,), targets, pointed)
    guides = tuple((at, found) for _, _, at in taken)
    if len(taken) == 2:
        return Snap(found, Sentence(CROSSING), None, guides)
    axis, anchor, _ = taken[0]
    same = SAME_HEIGHT if axis == pointed.plane.along[1] else SAME_ACROSS
    return Snap(found, Sentence(same, anchor=anchor_word(anchor)), None, guides)


def _in_line(place: Vector, targets: SnapTargets, pointed: Pointed) -> Snap | None:
    """Return the point on the straight line of the nearest bar, beyond its ends, where that lies in the plane.

    It is one of the grid where that has one in line, else a number of its steps beyond the end.
    """
    reach = GUIDES * scale_at(pointed.view, place, targets.lift, pointed.size[1])
    square, found = AXES[pointed.plane.square], None
    for line in targets.lines:
        along = difference(line.end, line.start)
        length = math.sqrt(dot(along, along))
        if length == 0.0 or abs(dot(along, square)) > FLAT * length:
            continue
        if abs(dot(difference(line.start, place), square)) > FLAT * max(length, 1.0):
            continue
        way = scaled(1.0 / length, along)
        part = dot(difference(place, line.start), way)
        if 0.0 <= part <= length:
            continue  # beside the bar, not before or behind it
        at = added(line.start, scaled(part, way))
        away = math.dist(at, place)
        if away <= reach and (found is None or away < found[0]):
            found = away, line, at
    if found is None:
        return None
    _, line, at = found
    near = min((line.start, line.end), key=lambda end: math.dist(end, at))
    step, over = grid_step(targets, pointed), math.dist(near, at)
    at = added(near, scaled(max(decimal_step(over, step), step) / over, difference(at, near))) if over else at
    grid = _on_grid(place, targets, pointed).place
    way = scaled(1.0 / math.dist(line.start, line.end), difference(line.end, line.start))
    off = difference(grid, added(line.start, scaled(dot(difference(grid, line.start), way), way)))
    if math.sqrt(dot(off, off)) < FLAT * max(over, 1.0):
        at = grid  # a point of the grid that is in line, too
    return Snap(at, Sentence(IN_LINE, body=line.body), None, ((near, at),))


def _as_long(place: Vector, targets: SnapTargets, pointed: Pointed) -> Snap | None:
    """Return the point as far from the start as another bar is long."""
    if pointed.start is None:
        return None
    way = difference(place, pointed.start)
    length = math.sqrt(dot(way, way))
    reach = ALIKE * scale_at(pointed.view, place, targets.lift, pointed.size[1])
    for line in targets.lines:
        along = difference(line.end, line.start)
        other = math.sqrt(dot(along, along))
        if length > 0.0 and abs(other - length) <= reach:
            found = added(pointed.start, scaled(other / length, way))
            return Snap(found, Sentence(AS_LONG, body=line.body), None, ((pointed.start, found),))
    return None


def _on_grid(place: Vector, targets: SnapTargets, pointed: Pointed) -> Snap:
    """Return the point of the grid."""
    step = grid_step(targets, pointed)
    axes = (pointed.axis,) if pointed.axis else pointed.plane.along
    if pointed.free:
        return Snap(place)
    return Snap(_rounded(place, axes, targets, pointed), Sentence(ON_GRID, step=Amount(step)))


def grid_step(targets: SnapTargets, pointed: Pointed) -> float:
    """Return the step of the grid where the plane is [m]."""
    return round_step(scale_at(pointed.view, pointed.plane.through, targets.lift, pointed.size[1]))


def _rounded(place: Vector, axes: Iterable[str], targets: SnapTargets, pointed: Pointed) -> Vector:
    """Return a point with its places along these axes on the grid."""
    step, found = grid_step(targets, pointed), place
    for axis in axes:
        at = dot(found, AXES[axis])
        found = added(found, scaled(decimal_step(at, step) - at, AXES[axis]))
    return found


def decimal_step(value: float, step: float) -> float:
    """Return the multiple of a step that is nearest to a value, with no more decimals than the step."""
    return round(round(value / step) * step, 12)
