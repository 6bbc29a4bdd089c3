"""The motion of all links of a machine, from its coordinates and rates.

Featherstone, Rigid Body Dynamics Algorithms (2008), 4.1 and 5.3, in axes of the lab and about the joint of each link,
so that a body far away keeps its digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics.core.straight_line import sine_and_cosine
from physics.machines.parts import (
    BALL,
    DRIVEN_SLIDE,
    DRIVEN_TURN,
    GROUND,
    SLIDE,
    TURN,
    LoopEquation,
    MachineLink,
    MachineTable,
    Spring,
)
from physics.machines.vectors import (
    UNIT,
    ZERO,
    Matrix,
    Number,
    Vector,
    added,
    cross,
    difference,
    product,
    rotation_about,
    rotation_of,
    scaled,
    transposed,
    turned,
)


class Moved(NamedTuple):
    """Rotation (to the lab), place of the joint, its velocity and acceleration; angular velocity and acceleration.

    Accelerations are those without accelerations of the coordinates, and of the ground that falls up, -g. axes: of the
    motion against the parent, in the lab. drive: the rate of what is driven, else None.
    """

    rotation: Matrix
    place: Vector
    velocity: Vector
    acceleration: Vector
    spin: Vector
    spin_rate: Vector
    axes: tuple[Vector, ...] = ()
    drive: Number | None = None


class MovedPoint(NamedTuple):
    """Place, velocity and acceleration of a point of a link, in the lab."""

    place: Vector
    velocity: Vector
    acceleration: Vector


class Driven(NamedTuple):
    """A coordinate, its rate, and the part of its acceleration that is given."""

    value: Number
    rate: Number
    acceleration: Number


def ground(machine: MachineTable) -> Moved:
    """Return the motion of the ground."""
    return Moved(UNIT, ZERO, ZERO, scaled(-1.0, machine.gravity), ZERO, ZERO)


def motions(machine: MachineTable, q: Sequence[Number], u: Sequence[Number], t: Number) -> list[Moved]:
    """Return the motion of all links. q, u: coordinates and rates; t: the time of what is driven."""
    found: list[Moved] = []
    at = speed_at = 0
    for link in machine.links:
        mother = ground(machine) if link.parent == GROUND else found[link.parent]
        own = _coordinate(link, q, u, at, speed_at, t)
        moved = _ball(link, mother, q[at : at + 4], u[speed_at : speed_at + 3]) if link.kind == BALL else None
        moved = moved or _about_an_axis(link, mother, own)
        found.append(moved._replace(drive=own.rate) if link.is_driven else moved)
        at, speed_at = at + link.coordinates, speed_at + link.rates
    return found


def _coordinate(
    link: MachineLink, q: Sequence[Number], u: Sequence[Number], at: int, speed_at: int, t: Number
) -> Driven:
    """Return the only coordinate of a link with its rate."""
    if link.kind in (TURN, SLIDE):
        return Driven(q[at], u[speed_at], 0.0)
    if not link.is_driven:
        return Driven(0.0, 0.0, 0.0)
    start, speed, amplitude, frequency, phase = link.law
    s, c = sine_and_cosine(frequency * t + phase)
    swing = amplitude * frequency
    return Driven(start + speed * t + amplitude * c, speed - swing * s, -(swing * frequency * c))


def _carried(link: MachineLink, mother: Moved, slid: Vector) -> Moved:
    """Return the motion of a link that turns with its parent, at its joint after a slide."""
    arm = added(turned(mother.rotation, link.place), slid)
    swept = cross(mother.spin, arm)
    pushed = added(cross(mother.spin_rate, arm), cross(mother.spin, swept))
    return Moved(
        mother.rotation, added(mother.place, arm), added(mother.velocity, swept), added(mother.acceleration, pushed),
        mother.spin, mother.spin_rate,
    )  # fmt: skip


def _about_an_axis(link: MachineLink, mother: Moved, own: Driven) -> Moved:
    """Return the motion of a link that turns about its axis, slides along it, or is fixed."""
    axis = turned(mother.rotation, link.axis)
    if link.kind in (SLIDE, DRIVEN_SLIDE):
        base = _carried(link, mother, scaled(own.value, axis))
        along = cross(mother.spin, axis)
        given = added(scaled(2.0 * own.rate, along), scaled(own.acceleration, axis))
        return base._replace(
            velocity=added(base.velocity, scaled(own.rate, axis)),
            acceleration=added(base.acceleration, given),
            axes=(axis,),
        )
    base = _carried(link, mother, ZERO)
    if link.kind not in (TURN, DRIVEN_TURN):
        return base
    turning = added(scaled(own.rate, cross(mother.spin, axis)), scaled(own.acceleration, axis))
    return base._replace(
        rotation=product(mother.rotation, rotation_about(link.axis, own.value)),
        spin=added(mother.spin, scaled(own.rate, axis)),
        spin_rate=added(mother.spin_rate, turning),
        axes=(axis,),
    )


def _ball(link: MachineLink, mother: Moved, quaternion: Sequence[Number], rates: Sequence[Number]) -> Moved:
    """Return the motion of a link that turns about a point, with rates in its own axes."""
    w, x, y, z = quaternion
    a, b, c = rates
    base = _carried(link, mother, ZERO)
    rotation = product(mother.rotation, rotation_of(w, x, y, z))
    own = turned(rotation, (a, b, c))
    return base._replace(
        rotation=rotation,
        spin=added(mother.spin, own),
        spin_rate=added(mother.spin_rate, cross(mother.spin, own)),
        axes=transposed(rotation),
    )


def point_of(moved: Moved, at: Vector) -> MovedPoint:
    """Return the motion of a point of a link, given in its axes from its joint."""
    return point_at(moved, turned(moved.rotation, at))


def point_at(moved: Moved, arm: Vector) -> MovedPoint:
    """Return the motion of the point of a link that is now at a distance `arm` in the lab from its joint."""
    swept = cross(moved.spin, arm)
    pushed = added(cross(moved.spin_rate, arm), cross(moved.spin, swept))
    return MovedPoint(added(moved.place, arm), added(moved.velocity, swept), added(moved.acceleration, pushed))


def motion_of(machine: MachineTable, found: Sequence[Moved], link: int) -> Moved:
    """Return the motion of a link, or of the ground."""
    return ground(machine) if link == GROUND else found[link]


def ends_of(machine: MachineTable, found: Sequence[Moved], tie: Spring | LoopEquation) -> tuple[MovedPoint, MovedPoint]:
    """Return the motion of the two points between which a spring, or an equation, is."""
    one, other = motion_of(machine, found, tie.first), motion_of(machine, found, tie.second)
    return point_of(one, tie.at), point_of(other, tie.to)


def apart(one: MovedPoint, other: MovedPoint) -> MovedPoint:
    """Return place, velocity and acceleration of another point, seen from one."""
    return MovedPoint(*(difference(b, a) for a, b in zip(one, other, strict=True)))
