"""Loops of hinges with parallel axes as polygons, which tell whether they close at all.

Joints with given angles make bodies rigid with one another. What is left is a polygon with sides s: it closes where no
side is longer than all others together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from physics.machines.joints import Joint, across
from physics.machines.vectors import Vector, difference, dot
from physics.maths.rounded import cos, sin

FLAT = 1e-9
"""Greatest difference of directions and planes that count as the same."""


class Side(NamedTuple):
    """A body of a loop: its name, the way from one joint to the next in the plane, as it is drawn, and its turn.

    turn: its angle against the first body of the rigid group that it belongs to [rad].
    """

    body: str
    way: tuple[float, float]
    turn: float


@dataclass(frozen=True)
class PlanarLoop:
    """A loop of hinges. groups: of bodies that are rigid with one another, in their order round the loop.

    joints: those within the groups, whose angles are given, as group, place of the body behind, sense and angle.
    """

    groups: tuple[tuple[Side, ...], ...]
    joints: tuple[tuple[str, int, int, float, float], ...]
    all_joints: tuple[Joint, ...]

    @property
    def sides(self) -> list[float]:
        """The sides of the polygon [m]."""
        return [size_of_way(sum_of(each)) for each in self.groups]

    @property
    def closes(self) -> bool:
        """Whether no side is longer than all others together."""
        return self.lacks <= 0.0

    @property
    def lacks(self) -> float:
        """How much longer the longest side is than all others together [m]; not above 0 where it closes."""
        sides = self.sides
        return 2.0 * max(sides) - sum(sides)


def turned_by(way: tuple[float, float], angle: float) -> tuple[float, float]:
    """Return a way of the plane, turned by an angle [rad]."""
    c, s = cos(angle), sin(angle)
    return c * way[0] - s * way[1], s * way[0] + c * way[1]


def sum_of(sides: Sequence[Side]) -> tuple[float, float]:
    """Return the way along sides, each turned as it is."""
    turned = [turned_by(each.way, each.turn) for each in sides]
    return sum(each[0] for each in turned), sum(each[1] for each in turned)


def size_of_way(way: tuple[float, float]) -> float:
    """Return the length of a way of the plane."""
    return math.sqrt(way[0] * way[0] + way[1] * way[1])


def planar_loop(joints: Sequence[Joint]) -> PlanarLoop | None:
    """Return a loop of joints, in their order round it, as a polygon; None where it is not one of hinges in a plane."""
    if len(joints) < 3 or any(each.kind != "hinge" for each in joints):
        return None
    axis = joints[0].axes[0]
    if any(abs(abs(dot(each.axes[0], axis)) - 1.0) > FLAT for each in joints):
        return None
    if (order := in_order(joints)) is None:
        return None
    one, two = across(axis)
    sides, turns = [], []
    for k, (joint, body) in enumerate(order):
        following = order[(k + 1) % len(order)][0]
        way = difference(point_on(following, body), point_on(joint, body))
        if abs(dot(way, axis)) > FLAT * max(1.0, math.sqrt(dot(way, way))):
            return None
        sense = 1.0 if following.first == body else -1.0
        sense *= 1.0 if dot(following.axes[0], axis) > 0.0 else -1.0
        sides.append(Side(body, (dot(way, one), dot(way, two)), 0.0))
        turns.append((following.name, sense, _given(following)))
    return _grouped(sides, turns, tuple(joint for joint, _ in order))


def in_order(joints: Sequence[Joint]) -> list[tuple[Joint, str]] | None:
    """Return the joints round a loop, each with the body between it and the next one."""
    found: list[tuple[Joint, str]] = []
    waiting = list(joints)
    joint = waiting.pop()
    body = joint.second
    found.append((joint, body))
    while waiting:
        following = next((each for each in waiting if body in (each.first, each.second)), None)
        if following is None:
            return None
        waiting.remove(following)
        body = following.second if following.first == body else following.first
        found.append((following, body))
    return found if body == joint.first else None


def point_on(joint: Joint, body: str) -> Vector:
    """Return the point of a joint on one of its two bodies, in the drawn pose."""
    return joint.at if joint.first == body else joint.to


def _given(joint: Joint) -> float | None:
    """Return the angle of a joint at the start where it is given, or driven."""
    values = joint.values[0]
    if values.law is not None:
        start, _, amplitude, _, phase = values.law
        return start + amplitude * cos(phase)
    return values.coordinate


def _grouped(
    sides: list[Side], turns: list[tuple[str, float, float | None]], joints: tuple[Joint, ...]
) -> PlanarLoop | None:
    """Return the polygon of bodies. turns: of the joint behind each, its sense, and its angle if that is given."""
    free = [k for k, (_, _, angle) in enumerate(turns) if angle is None]
    if not free:
        return None
    first = free[0] + 1
    groups: list[tuple[Side, ...]] = []
    within: list[tuple[str, int, int, float, float]] = []
    own: list[Side] = []
    turn = 0.0
    for k in range(len(sides)):
        at = (first + k) % len(sides)
        own.append(sides[at]._replace(turn=turn))
        name, sense, angle = turns[at]
        if angle is None:
            groups.append(tuple(own))
            own, turn = [], 0.0
        else:
            within.append((name, len(groups), len(own), sense, angle))
            turn += sense * angle
    return PlanarLoop(tuple(groups), tuple(within), joints)


def way_between(joints: Sequence[Joint], first: str, last: str) -> list[str]:
    """Return the names of the joints of a tree between two bodies."""
    ways: dict[str, list[str]] = {first: []}
    waiting = [first]
    while waiting:
        body = waiting.pop(0)
        for joint in joints:
            for one, other in ((joint.first, joint.second), (joint.second, joint.first)):
                if one == body and other not in ways:
                    ways[other] = [*ways[body], joint.name]
                    waiting.append(other)
    return ways.get(last, [])


def loop_that_lacks(carrying: Sequence[Joint], closers: Sequence[Joint], least: float) -> tuple[str, float] | None:
    """Return the first joint that closes a loop of hinges which cannot close, and what its polygon lacks [m].

    None where no loop is known to lack more than `least` [m]. carrying: joints of the tree; closers: those that close
    loops.
    """
    known = {joint.name: joint for joint in carrying}
    for closer in closers:
        way = way_between(carrying, closer.first, closer.second)
        polygon = planar_loop([*(known[name] for name in way), closer])
        if polygon is not None and polygon.lacks > least:
            return closer.name, polygon.lacks
    return None
