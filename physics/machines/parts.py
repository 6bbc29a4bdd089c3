"""The table of a machine: its links, equations, springs and couplings.

A **link** has one motion against its parent; a joint is a sequence of links, the first of which have no mass. The axes
of all links are those of the world where all coordinates are 0. Numbers are floats, or terms while a machine is
recorded; lengths in m, masses in kg, angles in rad.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from physics.core.expressions import Expression
from physics.machines.vectors import ZERO, Number, Vector

GROUND = -1
"""The number of the ground among links."""
WELD, TURN, SLIDE, BALL, DRIVEN_TURN, DRIVEN_SLIDE = "weld", "turn", "slide", "ball", "driven turn", "driven slide"
"""Motions of a link: none, about an axis, along an axis, about a point, and two that are given functions of time."""
COORDINATES = {WELD: 0, TURN: 1, SLIDE: 1, BALL: 4, DRIVEN_TURN: 0, DRIVEN_SLIDE: 0}
RATES = {WELD: 0, TURN: 1, SLIDE: 1, BALL: 3, DRIVEN_TURN: 0, DRIVEN_SLIDE: 0}
"""Numbers of coordinates and of rates of a link; a ball has a unit quaternion, and rates in the link's own axes."""
PLANE, LENGTH, RIGHT_ANGLE, GEAR, PEGS, EDGE = "plane", "length", "right angle", "gear", "pegs", "edge"
ROLL, TOUCH = "roll", "touch"
"""Kinds of equations (`physics/machines/loops.py`)."""
LOW, HIGH, GRIP = "low", "high", "grip"
"""Kinds of contacts beside `LENGTH` and `PEGS`, which are ropes: stops of a coordinate, and friction that holds it."""
VANISHING = (0.0, 1.0, -1.0)
"""Numbers of points and directions that vanish in a record."""


@dataclass(frozen=True)
class TablePart:
    """Base class of what has numbers in the table.

    NUMBERS: names of its fields that are numbers or vectors of them. PLACES: those of points and directions.
    """

    NUMBERS: ClassVar[tuple[str, ...]] = ()
    PLACES: ClassVar[tuple[str, ...]] = ("place", "axis", "centre", "at", "to", "along", "across")

    def numbers(self) -> list[Number]:
        """Return the numbers of the part, in a fixed order."""
        found: list[Number] = []
        for name in self.NUMBERS:
            value = getattr(self, name)
            if isinstance(value, tuple):
                found += value
            else:
                found.append(value)
        return found

    def vanishing(self) -> list[bool]:
        """Return of each number whether it vanishes in a record: 0, and 1 and -1 of points and directions."""
        found: list[bool] = []
        for name in self.NUMBERS:
            value = getattr(self, name)
            special = VANISHING if name in self.PLACES else (0.0,)
            if isinstance(value, tuple):
                found += [each in special for each in value]
            else:
                found.append(value in special)
        return found

    def with_numbers(self, numbers: Iterator[Number]) -> Self:
        """Return the part with the next numbers in place of its own."""
        changed: dict[str, Any] = {}
        for name in self.NUMBERS:
            value = getattr(self, name)
            changed[name] = tuple(next(numbers) for _ in value) if isinstance(value, tuple) else next(numbers)
        return replace(self, **changed)


@dataclass(frozen=True)
class Motor:
    """A torque or force as an expression. places: of its names, each with the row "q", "u", "n" or "t" and its number.

    q: coordinates, u: rates, n: numbers of the machine, t: the time.
    """

    expression: Expression
    places: tuple[tuple[str, str, int], ...]

    @cached_property
    def has_time(self) -> bool:
        """Whether it depends on the time itself."""
        return any(row == "t" for _, row, _ in self.places)


@dataclass(frozen=True)
class MachineLink(TablePart):
    """A rigid body, or a step of a joint, with its motion against its parent.

    place: of the joint from that of the parent. axis: a unit vector. centre: of mass, from the joint. inertia: about
    the centre, xx yy zz xy xz yz, elements of the matrix. damping, stiffness, rest, torque: of the coordinate (a force
    for a slide); a ball has damping alone. law: a driven coordinate is l0 + l1 t + l2 cos(l3 t + l4). drag: force of
    the air on the centre over the square of the velocity. motor: a torque besides the constant one.
    """

    kind: str
    parent: int = GROUND
    place: Vector = ZERO
    axis: Vector = (0.0, 0.0, 1.0)
    mass: Number = 0.0
    centre: Vector = ZERO
    inertia: tuple[Number, ...] = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    damping: Number = 0.0
    stiffness: Number = 0.0
    rest: Number = 0.0
    torque: Number = 0.0
    law: tuple[Number, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    drag: Number = 0.0
    motor: Motor | None = None

    NUMBERS = ("place", "axis", "mass", "centre", "inertia", "damping", "stiffness", "rest", "torque", "law", "drag")

    @property
    def coordinates(self) -> int:
        """Number of its coordinates."""
        return COORDINATES[self.kind]

    @property
    def rates(self) -> int:
        """Number of its rates."""
        return RATES[self.kind]

    @property
    def axes(self) -> int:
        """Number of its axes: of its rates, or the one along which it is driven."""
        return 1 if self.is_driven else self.rates

    @property
    def is_driven(self) -> bool:
        """Whether its coordinate is a given function of time."""
        return self.kind in (DRIVEN_TURN, DRIVEN_SLIDE)


@dataclass(frozen=True)
class LoopEquation(TablePart):
    """An equation between two links, or one and the ground.

    first, second: numbers of links; of a gear, of links with one coordinate each. at, to: a point of each, from its
    joint. along, across: a direction of the first, and of the second; pegs: at `along` and `across` of the ground.
    value: a length, a ratio. offset: of a gear, and the cosine of the angle between two directions. A disk that rolls
    has its centre `at`, its axis `across` and its radius `value`; the plane has the normal `to`, the distance `offset`
    from the origin, and the direction `along` is one of the ground.
    """

    kind: str
    first: int
    second: int = GROUND
    at: Vector = ZERO
    to: Vector = ZERO
    along: Vector = ZERO
    across: Vector = ZERO
    value: Number = 0.0
    offset: Number = 0.0

    NUMBERS: ClassVar[tuple[str, ...]] = ("at", "to", "along", "across", "value", "offset")


@dataclass(frozen=True)
class Contact(LoopEquation):
    """An equation that holds while a variable of the state says so: of a rope, a stop, or friction that holds a joint.

    value: of a rope its length, of pegs that of its two ends alone; of a stop the coordinate; of friction its force
    [N] or torque [N m] in motion, and `static` the greatest at rest. restitution: of a rope or stop. lets_go: whether
    it is a rope that a mark ends, whose variable is -1 then.
    """

    restitution: Number = 0.0
    static: Number = 0.0
    lets_go: bool = False

    NUMBERS = (*LoopEquation.NUMBERS, "restitution", "static")

    @property
    def is_rope(self) -> bool:
        """Whether it is one of a rope."""
        return self.kind in (LENGTH, PEGS)

    @property
    def pushes(self) -> bool:
        """Whether it acts in one direction only, as ropes and stops do."""
        return self.kind != GRIP

    def acting(self, state: Number) -> Number:
        """Return 1 where the equation holds, and 0 where not. state: the variable of the contact."""
        if not self.pushes:
            return 1.0 - state * state
        return 0.5 * state * (state + 1.0) if self.lets_go else state


@dataclass(frozen=True)
class MachineMark(TablePart):
    """A coordinate or height that is reached once in a run: a rope lets go there, or the run ends.

    link: whose coordinate it is, or that of a point `at`, from its joint, whose height counts. side: 1 where the start
    is above the value [m, rad], -1 where it is below. contact: number of the rope, -1 for the end of the run.
    """

    link: int
    is_height: bool
    at: Vector = ZERO
    value: Number = 0.0
    side: Number = 1.0
    contact: int = GROUND

    NUMBERS = ("at", "value", "side")


@dataclass(frozen=True)
class Spring(TablePart):
    """A spring with a damper between a point `at` of one link and a point `to` of another, from their joints."""

    first: int
    second: int
    at: Vector
    to: Vector
    stiffness: Number
    rest: Number = 0.0
    damping: Number = 0.0

    NUMBERS = ("at", "to", "stiffness", "rest", "damping")

    @property
    def is_linear(self) -> bool:
        """Whether its force is the stiffness times the way between its ends, which may meet."""
        return not is_there(self.rest) and not is_there(self.damping)


@dataclass(frozen=True)
class Coupling(TablePart):
    """An energy k q_a q_b of the coordinates of two links, as of Wilberforce's spring."""

    first: int
    second: int
    stiffness: Number

    NUMBERS = ("stiffness",)


@dataclass(frozen=True)
class GivenNumber(TablePart):
    """A number that expressions name."""

    value: Number

    NUMBERS = ("value",)

    def vanishing(self) -> list[bool]:
        """Return that it never vanishes: what is 0 at first may be changed."""
        return [False]


@dataclass(frozen=True)
class MachineTable(TablePart):
    """The table of a machine. Parents stand before their children.

    contacts: ropes, then stops, then friction. gravity: acceleration of what falls [m/s²]. wind: velocity of the air
    [m/s]. given: numbers that expressions name. marks: of ropes that let go, then of the end of the run.
    overlaps: more equations than count in a closed pose, as in Bennett's linkage, where which of them do changes with
    the pose. tail: whether its state has W and W_s though no number says so, as where a motor is switched off.
    """

    links: tuple[MachineLink, ...]
    equations: tuple[LoopEquation, ...] = ()
    springs: tuple[Spring, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    contacts: tuple[Contact, ...] = ()
    gravity: Vector = (0.0, 0.0, -9.81)
    wind: Vector = ZERO
    given: tuple[GivenNumber, ...] = ()
    marks: tuple[MachineMark, ...] = ()
    overlaps: bool = False
    tail: tuple[bool, bool] = (False, False)

    @cached_property
    def structure_name(self) -> str:
        """A name of what records of it depend on."""
        return hashlib.sha256(repr(structure(self)).encode()).hexdigest()[:16]

    @cached_property
    def listed(self) -> list[Number]:
        """All numbers, in their order, which records read often."""
        return self.numbers()

    @property
    def ends(self) -> int:
        """Number of marks at which the run ends."""
        return sum(each.contact < 0 for each in self.marks)

    @property
    def ropes(self) -> int:
        """Number of contacts that are ropes, the first ones."""
        return sum(each.is_rope for each in self.contacts)

    @cached_property
    def pushing(self) -> int:
        """Number of contacts that act in one direction only: ropes, then stops."""
        return sum(each.pushes for each in self.contacts)

    def parts(self) -> Iterator[TablePart]:
        """Yield all parts, in a fixed order."""
        yield from (
            *self.links,
            *self.equations,
            *self.springs,
            *self.couplings,
            *self.contacts,
            *self.given,
            *self.marks,
        )

    def numbers(self) -> list[Number]:
        """Return all numbers, in a fixed order: gravity, wind, then those of the parts."""
        found = [*self.gravity, *self.wind]
        for part in self.parts():
            found += part.numbers()
        return found

    def vanishing(self) -> list[bool]:
        """Return of each number whether it vanishes in a record."""
        found = [each == 0.0 for each in (*self.gravity, *self.wind)]
        for part in self.parts():
            found += part.vanishing()
        return found

    def with_numbers(self, numbers: Iterator[Number]) -> Self:
        """Return the machine with the next numbers in place of its own."""
        changed: dict[str, Any] = {name: tuple(next(numbers) for _ in range(3)) for name in ("gravity", "wind")}
        for each in ("links", "equations", "springs", "couplings", "contacts", "given", "marks"):
            changed[each] = tuple(part.with_numbers(numbers) for part in getattr(self, each))
        return replace(self, **changed)

    def mapped(self, change: Callable[[int, float], Number]) -> Self:
        """Return the machine with change(number of its place, number) in place of each number."""
        return self.with_numbers(change(place, number) for place, number in enumerate(self.numbers()))

    @cached_property
    def _firsts(self) -> tuple[tuple[int, int], ...]:
        """Numbers of the first coordinate and of the first rate of each link, then of all together: they are asked for
        often.
        """
        found = [(0, 0)]
        for link in self.links:
            found.append((found[-1][0] + link.coordinates, found[-1][1] + link.rates))
        return tuple(found)

    def coordinate_of(self, link: int) -> int:
        """Return the number of the first coordinate of a link."""
        return self._firsts[link][0]

    def rate_of(self, link: int) -> int:
        """Return the number of the first rate of a link."""
        return self._firsts[link][1]

    def axis_of(self, link: int) -> int:
        """Return the number of the first axis of a link among all: the rates, then the links that are driven."""
        if self.links[link].is_driven:
            return self.rates + sum(each.is_driven for each in self.links[:link])
        return self.rate_of(link)

    @cached_property
    def drives(self) -> int:
        """Number of links that are driven."""
        return sum(each.is_driven for each in self.links)

    @property
    def coordinates(self) -> int:
        """Number of coordinates."""
        return self.coordinate_of(len(self.links))

    @property
    def rates(self) -> int:
        """Number of rates."""
        return self.rate_of(len(self.links))

    @cached_property
    def loses(self) -> bool:
        """Whether energy is lost."""
        dampings = [*(each.damping for each in self.links), *(each.damping for each in self.springs)]
        drags = [each.drag for each in self.links]
        return self.tail[0] or any(map(is_there, [*dampings, *drags])) or bool(self.contacts)

    @cached_property
    def is_worked_on(self) -> bool:
        """Whether motors, drives or the wind do work."""
        motors = any(each.is_driven or is_there(each.torque) or each.motor is not None for each in self.links)
        return (
            self.tail[1]
            or motors
            or (any(map(is_there, self.wind)) and any(is_there(each.drag) for each in self.links))
        )

    @cached_property
    def has_time(self) -> bool:
        """Whether something moves by the clock."""
        return any(each.is_driven or (each.motor is not None and each.motor.has_time) for each in self.links)


def is_there(number: Number) -> bool:
    """Return whether a number is not always 0."""
    return not isinstance(number, float) or number != 0.0


def structure(machine: MachineTable) -> tuple[Any, ...]:
    """Return what a record of a machine depends on: what hangs on what, and the numbers that vanish."""
    parts = [*machine.parts()]
    kinds = {type(part) for part in parts}
    names = {kind: [each.name for each in fields(kind) if each.name not in kind.NUMBERS] for kind in kinds}
    words = [tuple(getattr(part, name) for name in names[type(part)]) for part in parts]
    numbers = zip(machine.listed, machine.vanishing(), strict=True)
    vanished = tuple((place, number) for place, (number, gone) in enumerate(numbers) if gone)
    return (*words, vanished, *["overlaps"] * machine.overlaps)
