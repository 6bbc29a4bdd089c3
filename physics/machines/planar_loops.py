"""Loops of hinges with parallel axes: with which lengths and angles they close, Grashof's sum, transmission angles.

A loop closes as its polygon does. A length or a given angle changes one side of that, so that its range is that of the
side, in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from physics.machines.joints import GROUND_NAME
from physics.machines.planar_polygons import (
    FLAT,
    PlanarLoop,
    Side,
    in_order,
    planar_loop,
    point_on,
    size_of_way,
    sum_of,
    turned_by,
)
from physics.machines.sketch_check import LoopReport, PartName, SketchCheck
from physics.machines.vectors import Vector, difference, dot
from physics.maths.rounded import acos, atan2
from physics.maths.trig import PI

MARGIN = 1e-9
"""Distance from an end of a range within which a suggestion does not lie, in the size of the range."""
ROUND = (5.0, 2.0, 1.0)
"""Steps of round numbers, times powers of ten."""


class Closing(NamedTuple):
    """A value with which a loop closes. word: "length" of a body, "angle" of a joint, "distance" of a joint to the
    ground from the other one of the loop. low, high: its range [m, rad]; present: as it is; suggestion: a round number
    in the range near to it.
    """

    part: PartName
    word: str
    low: float
    high: float
    present: float
    suggestion: float

    @property
    def text(self) -> str:
        """The suggestion as it is typed, with its unit."""
        if self.word == "angle":
            return f"{round(self.suggestion * 180.0 / PI, 9):g} deg"
        return f"{self.suggestion:g} m"


# What closes it --------------------------------------------------------------------------------------------


def closes_with(check: SketchCheck, loop: LoopReport) -> tuple[Closing, ...]:
    """Return the values that close an open loop, each alone: lengths of bars, given angles, distance of grounds.

    None for a loop that is none of hinges in a plane, and none of what is in other loops, too, which they would open.
    """
    polygon = _polygon(check, loop)
    if polygon is None or polygon.closes:
        return ()
    others = {name for each in check.loops if each is not loop for name in each.joints}
    known = [joint for name, joint in check.joints.items() if name in others]
    bodies = {body for joint in known for body in (joint.first, joint.second)}
    taken = {"joints": others, "bodies": bodies}
    return tuple(each for each in _closings(check, polygon) if each.part[1] not in taken[each.part[0]])


def ranges(check: SketchCheck, loop: LoopReport) -> tuple[Closing, ...]:
    """Return within which ranges each value may be alone, for a loop of hinges in a plane, open or closed."""
    polygon = _polygon(check, loop)
    return tuple(_closings(check, polygon)) if polygon is not None else ()


def _polygon(check: SketchCheck, loop: LoopReport) -> PlanarLoop | None:
    return planar_loop(check.joints_of(loop))


def _closings(check: SketchCheck, polygon: PlanarLoop) -> Iterator[Closing]:
    sides = polygon.sides
    for k, group in enumerate(polygon.groups):
        others = [each for i, each in enumerate(sides) if i != k]
        low, high = max(0.0, 2.0 * max(others) - sum(others)), sum(others)
        for place, side in enumerate(group):
            length = size_of_way(side.way)
            if length < FLAT or not _is_long(check, polygon, side):
                continue
            rest = sum_of([each for i, each in enumerate(group) if i != place])
            along = turned_by((side.way[0] / length, side.way[1] / length), side.turn)
            part, word = ("bodies", side.body), "length"
            if side.body == GROUND_NAME:
                part, word = ("joints", _pivot(polygon)), "distance"
            yield from _within(part, word, _lengths(rest, along, low, high), length)
    for name, k, place, sense, angle in polygon.joints:
        others = [each for i, each in enumerate(sides) if i != k]
        low, high = max(0.0, 2.0 * max(others) - sum(others)), sum(others)
        group = polygon.groups[k]
        fixed, turning = sum_of(group[:place]), sum_of(group[place:])
        yield from _within(("joints", name), "angle", _angles(fixed, turning, low, high, sense, angle), angle)


def _is_long(check: SketchCheck, polygon: PlanarLoop, side: Side) -> bool:
    """Return whether a side is the length of a body between its ends, or the distance of two joints to the ground."""
    if side.body == GROUND_NAME:
        return True
    body = check.made.bodies.get(side.body)
    if body is None or body.start is None or body.end is None:
        return False
    points = [point_on(each, side.body) for each in polygon.all_joints if side.body in (each.first, each.second)]
    return all(any(_near(point, end) for end in (body.start, body.end)) for point in points)


def _near(one: Vector, other: Vector) -> bool:
    way = difference(one, other)
    return math.sqrt(dot(way, way)) < FLAT


def _pivot(polygon: PlanarLoop) -> str:
    """Return a joint of the loop to the ground, one without a given angle if there is one."""
    found = [each.name for each in polygon.all_joints if GROUND_NAME in (each.first, each.second)]
    given = {name for name, *_ in polygon.joints}
    return min(reversed(found), key=lambda name: name in given)


def _lengths(
    rest: tuple[float, float], along: tuple[float, float], low: float, high: float
) -> list[tuple[float, float]]:
    """Return the ranges of L > 0 in which |rest + L along| is from low to high."""
    shift = rest[0] * along[0] + rest[1] * along[1]
    square = rest[0] * rest[0] + rest[1] * rest[1]
    outer = shift * shift - square + high * high
    if outer <= 0.0:
        return []
    far = math.sqrt(outer)
    inner = shift * shift - square + low * low
    if low <= 0.0 or inner <= 0.0:
        return _positive([(-shift - far, -shift + far)])
    near = math.sqrt(inner)
    return _positive([(-shift - far, -shift - near), (-shift + near, -shift + far)])


def _positive(found: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(max(low, 0.0), high) for low, high in found if high > 0.0]


def _angles(
    fixed: tuple[float, float], turning: tuple[float, float], low: float, high: float, sense: float, angle: float
) -> list[tuple[float, float]]:
    """Return the ranges of an angle, about the present one, in which |fixed + turning| is from low to high."""
    a, b = size_of_way(fixed), size_of_way(turning)
    if a < FLAT or b < FLAT:
        return []
    between = atan2(fixed[0] * turning[1] - fixed[1] * turning[0], fixed[0] * turning[0] + fixed[1] * turning[1])
    cosines = [(each * each - a * a - b * b) / (2.0 * a * b) for each in (low, high)]
    if cosines[0] > 1.0 or cosines[1] < -1.0:
        return []
    if cosines[0] <= -1.0 and cosines[1] >= 1.0:
        return [(angle - PI, angle + PI)]
    most, least = (acos(min(max(each, -1.0), 1.0)) for each in cosines)
    parts = [(least, most), (-most, -least)]
    if cosines[1] >= 1.0:
        parts = [(-most, most)]
    elif cosines[0] <= -1.0:
        parts = [(least, 2.0 * PI - least)]
    found = []
    for begin, end in parts:
        shifts = sorted((sense * (begin - between), sense * (end - between)))
        turn = 2.0 * PI * round(-0.5 * (shifts[0] + shifts[1]) / (2.0 * PI))
        found.append((angle + shifts[0] + turn, angle + shifts[1] + turn))
    return found


def _within(part: PartName, word: str, found: list[tuple[float, float]], present: float) -> Iterator[Closing]:
    """Yield the range that is nearest to the present value."""
    wide = [each for each in found if each[1] - each[0] > FLAT]
    if wide:
        low, high = min(wide, key=lambda each: max(each[0] - present, present - each[1], 0.0))
        if word == "angle" and high - low > 2.0 * PI - FLAT:
            return
        yield Closing(part, word, low, high, present, _suggested(low, high, present, word))


def _suggested(low: float, high: float, present: float, word: str) -> float:
    """Return a round number within a range, near to a value; of an angle a round number of degrees."""
    unit = PI / 180.0 if word == "angle" else 1.0
    low, high, present = low / unit, high / unit, present / unit
    wide = high - low
    power = 1.0
    while power > 0.1 * wide:
        power /= 10.0
    while power * 10.0 <= 0.1 * wide:
        power *= 10.0
    step = next(power * each for each in ROUND if power * each <= 0.1 * wide)
    number = min(max(round(present / step), math.ceil(low / step)), math.floor(high / step))
    number += (number * step < low + MARGIN * wide) - (number * step > high - MARGIN * wide)
    return round(number * step, 12) * unit


# Four bars -------------------------------------------------------------------------------------------------


class FourBar(NamedTuple):
    """Four bars [m]: the crank, the coupler, the rocker, and the distance on the ground."""

    crank: float
    coupler: float
    rocker: float
    ground: float

    @property
    def grashof(self) -> float:
        """Grashof's sum [m]: shortest and longest less the others; not above 0 one bar can turn round."""
        sides = sorted(self)
        return sides[0] + sides[3] - sides[1] - sides[2]

    @property
    def turns(self) -> bool:
        """Whether the crank can turn round: it, or the ground, is the shortest, and Grashof's sum is not above 0."""
        return self.grashof <= 0.0 and min(self.crank, self.ground) <= min(self.coupler, self.rocker)

    @property
    def least_transmission(self) -> float:
        """The least angle between coupler and rocker over a turn of the crank, or between them and a line [rad].

        cos μ = (b² + c² - (d ∓ a)²)/2bc where crank and ground lie in one line.
        """
        a, b, c, d = self
        ends = ((b * b + c * c - (d + sign * a) * (d + sign * a)) / (2.0 * b * c) for sign in (-1.0, 1.0))
        angles = [acos(min(max(each, -1.0), 1.0)) for each in ends]
        return min(min(each, PI - each) for each in angles)


def four_bar(check: SketchCheck, loop: LoopReport, crank: str) -> FourBar | None:
    """Return the four bars of a loop whose joint `crank` is between the ground and its crank; None for other loops."""
    joints = check.joints_of(loop)
    polygon = planar_loop(joints)
    order = in_order(joints)
    if len(joints) != 4 or polygon is None or order is None or crank not in loop.joints:
        return None
    lengths = {side.body: size_of_way(side.way) for group in polygon.groups for side in group}
    k = next(i for i, (joint, _) in enumerate(order) if joint.name == crank)
    before, after = order[k - 1][1], order[k][1]
    if GROUND_NAME not in (before, after):
        return None
    bodies = [order[(k + i) % 4][1] for i in range(4)]
    a, b, c, d = (lengths[each] for each in bodies)
    return FourBar(a, b, c, d) if bodies[3] == GROUND_NAME else FourBar(d, c, b, a)
