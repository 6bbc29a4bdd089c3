"""Where the links of a machine are, and how far its loops are open, without any velocity: what a drag asks for often.

The values are those of `gap` (`physics/machines/assembly.py`), at a third of its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.straight_line import sine_and_cosine
from physics.machines.assembly import gap
from physics.machines.equations import places
from physics.machines.parts import (
    BALL,
    DRIVEN_SLIDE,
    GEAR,
    GROUND,
    PLANE,
    RIGHT_ANGLE,
    SLIDE,
    WELD,
    LoopEquation,
    MachineLink,
    MachineTable,
)
from physics.machines.vectors import (
    UNIT,
    ZERO,
    Matrix,
    Vector,
    added,
    cross,
    difference,
    dot,
    product,
    rotation_about,
    rotation_of,
    scaled,
    transposed,
    turned,
)

Array = NDArray[np.float64]
QUICK = (PLANE, RIGHT_ANGLE, GEAR)
"""Kinds of equations that need no velocities."""


class PlacedLink(NamedTuple):
    """The rotation of a link (to the lab), the place of its joint [m], and the axes of its motion in the lab."""

    rotation: Matrix
    place: Vector
    axes: tuple[Vector, ...] = ()

    def world(self, arm: Vector) -> Vector:
        """Return where a point is, given in the axes of the link from its joint [m]."""
        return added(self.place, turned(self.rotation, arm))


STANDING = PlacedLink(UNIT, ZERO)


def placed_links(machine: MachineTable, y: Sequence[float]) -> list[PlacedLink]:
    """Return where all links are in a state."""
    found: list[PlacedLink] = []
    at, clock = 0, places(machine).time
    t = y[clock] if clock >= 0 else 0.0
    for link in machine.links:
        mother = STANDING if link.parent == GROUND else found[link.parent]
        place = mother.world(link.place)
        if link.kind == BALL:
            w, a, b, c = y[at : at + 4]
            rotation = product(mother.rotation, rotation_of(w, a, b, c))
            found.append(PlacedLink(rotation, place, transposed(rotation)))
        elif link.kind == WELD:
            found.append(PlacedLink(mother.rotation, place))
        else:
            value, axis = _coordinate(link, y, at, t), turned(mother.rotation, link.axis)
            if link.kind in (SLIDE, DRIVEN_SLIDE):
                found.append(PlacedLink(mother.rotation, added(place, scaled(value, axis)), (axis,)))
            else:
                rotation = product(mother.rotation, rotation_about(link.axis, value))
                found.append(PlacedLink(rotation, place, (axis,)))
        at += link.coordinates
    return found


def _coordinate(link: MachineLink, y: Sequence[float], at: int, t: float) -> float:
    if not link.is_driven:
        return y[at]
    start, speed, amplitude, frequency, phase = link.law
    _, c = sine_and_cosine(frequency * t + phase)
    return float(start + speed * t + amplitude * c)


def open_loops(machine: MachineTable, y: Sequence[float], found: Sequence[PlacedLink]) -> tuple[Array, Array]:
    """Return the values of the equations (m,) and their rows (m, rates) in a state. found: where its links are."""
    begin = places(machine).contacts
    if any(each.kind not in QUICK for each in machine.equations) or any(y[begin : begin + machine.pushing]):
        whole = gap(machine, y)
        return whole.values, whole.rows
    values, rows = np.zeros(len(machine.equations)), np.zeros((len(machine.equations), machine.rates))
    for k, each in enumerate(machine.equations):
        row = [0.0] * machine.rates
        if each.kind == GEAR:
            one, other = (y[machine.coordinate_of(link)] for link in (each.first, each.second))
            row[machine.rate_of(each.first)], row[machine.rate_of(each.second)] = 1.0, -each.value
            values[k] = one - each.value * other - each.offset
        else:
            values[k] = _between(machine, found, each, row)
        rows[k] = row
    return values, rows


def _between(machine: MachineTable, found: Sequence[PlacedLink], each: LoopEquation, row: list[float]) -> float:
    """Return the value of an equation of two links, and add their shares to its row."""
    one, other = (STANDING if link == GROUND else found[link] for link in (each.first, each.second))
    u = turned(one.rotation, each.along)
    if each.kind == PLANE:
        b = other.world(each.to)
        add_motions(machine, found, each.second, u, row, b)
        add_motions(machine, found, each.first, scaled(-1.0, u), row, b)
        return float(dot(u, difference(b, one.world(each.at))))
    m = turned(other.rotation, each.across)
    torque = cross(m, u)
    add_motions(machine, found, each.second, torque, row)
    add_motions(machine, found, each.first, scaled(-1.0, torque), row)
    return float(dot(u, m) - each.offset)


def add_motions(
    machine: MachineTable, found: Sequence[PlacedLink], link: int, push: Vector, row: list[float],
    at: Vector | None = None,
) -> None:  # fmt: skip
    """Add to a row what a force at a place, or where there is none a torque, does along each rate of a link's chain."""
    while link != GROUND:
        each, placed = machine.links[link], found[link]
        if each.rates:
            rate, slides = machine.rate_of(link), each.kind == SLIDE
            turn = push if at is None else cross(difference(at, placed.place), push)
            for k, axis in enumerate(placed.axes):
                if not slides:
                    row[rate + k] += dot(axis, turn)
                elif at is not None:
                    row[rate + k] += dot(axis, push)
        link = each.parent
