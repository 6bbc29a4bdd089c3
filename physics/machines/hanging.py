"""Where the ropes of a machine are drawn: straight where they are taut, else as catenaries of their lengths."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from physics.core.straight_line import function_of, root
from physics.machines.description import Described
from physics.machines.equations import MovingMachine
from physics.machines.motion import ends_of
from physics.machines.parts import LENGTH, PEGS, Contact, LoopEquation, MachineTable
from physics.machines.vectors import Number, Vector, added, difference, dot, scaled
from physics.maths import dense

PIECES, STRAIGHT = 16, 8
"""Number of pieces as which a part of a rope that can hang is drawn, and one from peg to peg."""
TAUT = 1e-8
"""Part by which a rope is longer than its way at least: its sag is then 6e-5 of it, and a picture shows none."""
NARROW = 1e-3
"""Distance of the ends across the vertical in the length of the rope, at least: both halves hang side by side."""
ROUNDS = 4
"""Steps of Newton's method: the first guess is right to 12 %, and each step squares that."""


class DrawnRope(NamedTuple):
    """A rope: its name, its pegs on the ground, and its number among the contacts, or, always taut, the equations."""

    name: str
    pegs: tuple[Vector, ...]
    number: int
    always: bool

    def tie(self, machine: MachineTable) -> LoopEquation:
        """Return its equation in a table of the machine."""
        return machine.equations[self.number] if self.always else machine.contacts[self.number]

    @property
    def places(self) -> int:
        """Number of places along it: those of its ends, of its pegs, and of what hangs between."""
        return 2 * PIECES + STRAIGHT * (len(self.pegs) - 1) + 1 if self.pegs else PIECES + 1


def ropes_of(made: Described) -> list[DrawnRope]:
    """Return all ropes but those that follow from other equations."""
    equations = len(made.machine.equations)
    kinds = [each.kind for each in (*made.machine.equations, *made.machine.contacts)]
    # the last one, as a rod or a joint may have the name of a rope
    found = {name: k for k, (name, kind) in enumerate(zip(made.closes, kinds, strict=True)) if kind in (LENGTH, PEGS)}
    return [
        DrawnRope(name, pegs, found[name] - (0 if found[name] < equations else equations), found[name] < equations)
        for name, pegs in made.pegs.items() if name in found
    ]  # fmt: skip


def places_along(made: Described, state: MovingMachine, rope: DrawnRope) -> list[Vector]:
    """Return the places along a rope. What it has too much hangs between its ends and their pegs, by halves."""
    places = _between(made, state, rope)
    tie = rope.tie(state.machine)
    if not (isinstance(tie, Contact) and tie.lets_go):
        return places
    # once it has let go it hangs down from its first end
    y, down = state.states[rope.number], scaled(-tie.value / (len(places) - 1), upward(made))
    gone = 0.5 * y * (y - 1.0)
    return [
        added(place, scaled(gone, difference(added(places[0], scaled(float(k), down)), place)))
        for k, place in enumerate(places)
    ]


def _between(made: Described, state: MovingMachine, rope: DrawnRope) -> list[Vector]:
    """Return the places along a rope that has not let go."""
    tie, up = rope.tie(state.machine), upward(made)
    one, other = (each.place for each in ends_of(state.machine, state.found, tie))
    if not rope.pegs:
        return catenary(one, other, tie.value, up, PIECES)
    first, last = rope.pegs[0], rope.pegs[-1]
    near, far = (root(dot(way, way)) for way in (difference(one, first), difference(other, last)))
    start = catenary(one, first, 0.5 * (tie.value + near - far), up, PIECES)
    for low, high in pairwise(rope.pegs):
        way = difference(high, low)
        start += [added(low, scaled(k / STRAIGHT, way)) for k in range(1, STRAIGHT + 1)]
    return [*start, *catenary(last, other, 0.5 * (tie.value + far - near), up, PIECES)[1:]]


def upward(made: Described) -> Vector:
    """Return the direction against gravity, or the vertical where there is none, a unit vector."""
    pull = dense.length(made.machine.gravity)
    x, y, z = (-float(each) / pull if pull else 0.0 for each in made.machine.gravity)
    return (x, y, z) if pull else (0.0, 0.0, 1.0)


def catenary(start: Vector, end: Vector, length: Number, up: Vector, pieces: int) -> list[Vector]:
    """Return places along a rope without stiffness, at equal lengths from one another, both ends included.

    up: a unit vector against gravity. A rope that is too short is drawn straight.

    With the parameter a, s = a sinh(X/a) from the lowest place, and z = sqrt(a² + s²). The span h and the rise v of
    the ends give x = h/2a: sinh(x)/x = sqrt(l² - v²)/h. The middle of the rope is at s = v/(2 tanh x).
    """
    way = difference(end, start)
    rise = dot(way, up)
    across = difference(way, scaled(rise, up))
    span = function_of("max", root(dot(across, across)), NARROW * length)
    long = function_of("max", length, (1.0 + TAUT) * root(span * span + rise * rise))
    x = half_angle(root(long * long - rise * rise) / span)
    grown = function_of("exponential", x)
    shrunk = 1.0 / grown
    a = span / (x + x)
    first = 0.5 * (rise * (grown + shrunk) / (grown - shrunk) - long)
    at, low = _out(first / a), root(a * a + first * first)
    found = [start]
    for k in range(1, pieces):
        s = first + (k / pieces) * long
        x_part = a * (_out(s / a) - at) / span
        found.append(added(start, added(scaled(x_part, across), scaled(root(a * a + s * s) - low, up))))
    return [*found, end]


def half_angle(ratio: Number) -> Number:
    """Return x with sinh(x)/x of this ratio, from 1 + 1e-9 to 1e4."""
    double = function_of("logarithm", ratio + ratio)
    x = function_of("min", root(6.0 * (ratio - 1.0)), double + function_of("logarithm", double) + 0.5)
    for _ in range(ROUNDS):
        grown = function_of("exponential", x)
        shrunk = 1.0 / grown
        x = x - (0.5 * (grown - shrunk) - ratio * x) / (0.5 * (grown + shrunk) - ratio)
    return x


def _out(u: Number) -> Number:
    """Return the inverse of the hyperbolic sine."""
    return function_of("logarithm", u + root(u * u + 1.0))
