"""Measures of a machine: lengths, angles, heights, speeds, pulls and powers that its description asks for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from physics.core.straight_line import function_of, root
from physics.errors import BadInput, shown
from physics.machines.bodies import MachineBody
from physics.machines.equations import MovingMachine, moving, solved
from physics.machines.joints import GROUND_NAME, Carried, read_anchor, read_point
from physics.machines.motion import MovedPoint, apart, ends_of, ground, point_of
from physics.machines.motors import motor_forces
from physics.machines.parts import GROUND, LENGTH, PEGS, LoopEquation, MachineTable, Spring
from physics.machines.reactions import carrying_forces, closing_force
from physics.machines.vectors import Number, Vector, cross, difference, dot
from physics.machines.words import by_name, named, near, table

POINTS = {"distance": 2, "angle": 3, "height": 1, "speed": 1}
"""Measures of points, with their numbers of points; of an angle the second one is the corner."""
OF_PARTS = {"pull": ("springs", "rods", "ropes"), "force": ("joints",), "power": ("joints",)}
"""Measures of parts by their names, with the tables of these."""
UNITS = {"distance": "m", "angle": "rad", "height": "m", "speed": "m/s", "pull": "N", "force": "N", "power": "W"}


@dataclass(frozen=True)
class MeasuredPlace:
    """A point of a link, from its joint, or of the ground. called: as messages and meanings call it."""

    called: str
    link: int
    at: Vector

    def moved(self, state: MovingMachine) -> MovedPoint:
        """Return where it is, and its motion."""
        link = ground(state.machine) if self.link == GROUND else state.found[self.link]
        return point_of(link, self.at)


@dataclass(frozen=True)
class Measure:
    """A number of a machine. kind: a word of `UNITS`; of: the places, or the name of what pulls or drives.

    number: of a spring, equation, contact or link, which `where` tells. equations: of a joint that closes a loop.
    """

    name: str
    kind: str
    places: tuple[MeasuredPlace, ...] = ()
    of: str = ""
    where: str = ""
    number: int = 0
    equations: tuple[int, ...] = ()

    @property
    def meaning(self) -> str:
        """What it is, in words."""
        a, b, c = [*(each.called for each in self.places), self.of, "", ""][:3]
        meanings = {
            "distance": f"distance of {a} and {b}", "angle": f"angle {a}, {b}, {c}", "height": f"height of {a}",
            "speed": f"speed of {a}", "pull": f"pull of {a}",
            "force": f"force in the joint {a}", "power": f"power of the motor of {a}",
        }  # fmt: skip
        return meanings[self.kind]

    def value(self, machine: MachineTable, y: Sequence[Number]) -> Number:
        """Return its value at a state."""
        state = moving(machine, y)
        return VALUES[self.kind](self, state)


@dataclass(frozen=True)
class MeasurableParts:
    """What measures may name: bodies, the links that carry them, those of joints, and numbers of what pulls.

    closes: what each equation belongs to; second: the link that each joint which closes a loop joins to the first.
    """

    bodies: Mapping[str, MachineBody]
    carried: Mapping[str, Carried]
    tree: Mapping[str, Sequence[int]]
    pulls: Mapping[str, tuple[str, int]]
    closes: Sequence[str]
    second: Mapping[str, int]


def read_measures(given: object, machine: MachineTable, known: MeasurableParts) -> tuple[Measure, ...]:
    """Return the measures of a table; raises BadInput."""
    return tuple(_read(name, each, machine, known) for name, each in by_name("measures", given).items())


def _read(name: str, given: object, machine: MachineTable, known: MeasurableParts) -> Measure:
    called = f"measure {name}"
    words = table(called, given, tuple(UNITS))
    if len(words) != 1:
        raise BadInput(f"{called}: needs one of {', '.join(UNITS)}; has {', '.join(words) or 'none'}")
    ((kind, value),) = words.items()
    if kind in POINTS:
        return Measure(name, kind, _places(f"{called}: {kind}", value, POINTS[kind], known))
    if kind == "pull":
        of = named(f"{called}: pull", value, tuple(known.pulls), "spring, rod or rope")
        where, number = known.pulls[of]
        if where == "rods" and number < 0:
            raise BadInput(f"{called}: pull: {of} follows from other equations: what it bears is not determined")
        return Measure(name, kind, of=of, where=where, number=number)
    if kind == "force":
        return _joint_force(name, called, value, machine, known)
    of = named(f"{called}: power", value, tuple(known.tree), "joint")
    links = known.tree[of]
    if len(links) != 1 or not machine.links[links[0]].axes:
        raise BadInput(f"{called}: power: joint {of} must be a hinge or a slider")
    return Measure(name, kind, of=of, where="links", number=links[0])


def _joint_force(name: str, called: str, value: object, machine: MachineTable, known: MeasurableParts) -> Measure:
    """Return the measure of the force in a joint: one that carries a body, or one that closes a loop."""
    of = named(f"{called}: force", value, (*known.tree, *known.second), "joint")
    if of in known.tree:
        return Measure(name, "force", of=of, where="links", number=known.tree[of][0])
    own = tuple(k for k in range(len(machine.equations)) if known.closes[k] == of)
    if not own:
        raise BadInput(f"{called}: force: {of} follows from other equations: what it bears is not determined")
    link = known.second[of]
    return Measure(name, "force", of=of, where="equations", number=link, equations=own)


def _places(called: str, given: object, count: int, known: MeasurableParts) -> tuple[MeasuredPlace, ...]:
    rows = given if count > 1 else [given]
    if not isinstance(rows, list | tuple) or len(rows) != count:
        raise BadInput(f'{called} = {shown(given)}: must be {count} points, such as ["arm.end", [0, 0, 0]]')
    return tuple(_place(f"{called}[{k}]" if count > 1 else called, each, known) for k, each in enumerate(rows))


def _place(called: str, given: object, known: MeasurableParts) -> MeasuredPlace:
    """Return a point of the ground, or of a body: its name alone for the centre, or with an anchor."""
    if not isinstance(given, str):
        x, y, z = place = read_anchor(called, GROUND_NAME, given, known.bodies)
        return MeasuredPlace(f"({x:g}, {y:g}, {z:g})", GROUND, place)
    who, _, anchor = given.partition(".")
    if who not in known.bodies:
        such = near(who, tuple(known.bodies)) or f"; there are {', '.join(known.bodies)}"
        raise BadInput(f"{called}: body {shown(who)} is unknown{such}")
    place, carried = read_point(called, who, anchor or "centre", known.bodies, known.carried), known.carried[who]
    return MeasuredPlace(given, carried.link, difference(place, carried.origin))


def _length(way: Vector) -> Number:
    return root(dot(way, way))


def _distance(measure: Measure, state: MovingMachine) -> Number:
    one, other = (each.moved(state).place for each in measure.places)
    return _length(difference(other, one))


def _angle(measure: Measure, state: MovingMachine) -> Number:
    """Return the angle at the second place, 0 to π."""
    one, corner, other = (each.moved(state).place for each in measure.places)
    a, b = difference(one, corner), difference(other, corner)
    return function_of("unbiased_arctan2", _length(cross(a, b)), dot(a, b))


def _height(measure: Measure, state: MovingMachine) -> Number:
    return measure.places[0].moved(state).place[2]


def _speed(measure: Measure, state: MovingMachine) -> Number:
    return _length(measure.places[0].moved(state).velocity)


def _pull(measure: Measure, state: MovingMachine) -> Number:
    """Return the force that draws two ends together; of a rod λ d, with d as long as the rod, pushes them apart."""
    machine = state.machine
    if measure.where == "springs":
        return _spring_pull(state, machine.springs[measure.number])
    found = solved(state).multipliers
    if measure.where == "ropes":
        return function_of("max", 0.0, found[len(machine.equations) + measure.number])
    equation = machine.equations[measure.number]
    force = found[measure.number]
    return -force * equation.value if equation.kind == LENGTH else -force


def _spring_pull(state: MovingMachine, spring: Spring) -> Number:
    way = apart(*ends_of(state.machine, state.found, spring))
    length = _length(way.place)
    if spring.is_linear:
        return spring.stiffness * length
    rate = dot(way.place, way.velocity) / length
    return spring.stiffness * (length - spring.rest) + spring.damping * rate


def _force(measure: Measure, state: MovingMachine) -> Number:
    if measure.where == "links":
        return _length(carrying_forces(state)[measure.number])
    return _length(closing_force(state, measure.equations, measure.number))


def _power(measure: Measure, state: MovingMachine) -> Number:
    """Return torque times rate: of a motor, or of what turns a driven joint."""
    machine, k = state.machine, measure.number
    link, rate = machine.links[k], state.axis_rates[machine.axis_of(k)]
    if link.is_driven:
        return solved(state).torques[machine.axis_of(k) - machine.rates] * rate
    row = machine.rate_of(k)
    by_expressions = [force for at, force in motor_forces(machine, state.q, state.u, state.t) if at == row]
    return sum(by_expressions, start=link.torque) * rate


VALUES: dict[str, Callable[[Measure, MovingMachine], Number]] = {
    "distance": _distance, "angle": _angle, "height": _height, "speed": _speed, "pull": _pull, "force": _force,
    "power": _power,
}  # fmt: skip


def pulls_of(words: Mapping[str, Any], machine: MachineTable, closes: Sequence[str]) -> dict[str, tuple[str, int]]:
    """Return what pulls by name, with its table and number; -1 for rods and ropes that follow from other equations.

    closes: the names of what each equation, then each contact, belongs to.
    """
    found = {name: ("springs", k) for k, name in enumerate(words.get("springs", {}))}
    equations = len(machine.equations)
    every: Sequence[LoopEquation] = (*machine.equations, *machine.contacts)
    of_lengths = {name: k for k, name in enumerate(closes) if every[k].kind in (LENGTH, PEGS)}
    for name in (*words.get("rods", {}), *words.get("ropes", {})):
        k = of_lengths.get(name, -1)
        found[name] = ("ropes", k - equations) if k >= equations else ("rods", k)
    return found
