"""A machine of one's own: bodies, joints, springs and loops that a scene file describes."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from physics.core.fields import AnyParameter, Description, EnergyPart, Invariant, Parameter, Quantity, Variable
from physics.core.made_systems import MadeSystem
from physics.errors import BadInput
from physics.machines.air import STANDARD_AIR
from physics.machines.assembly import Contradiction, Unclosed, closed_start, unresisted
from physics.machines.contacts import MEANINGS, events_of
from physics.machines.description import (
    QUATERNION,
    Described,
    check_not_dead,
    described,
    described_text,
    variable_names,
)
from physics.machines.drawing import PoseParts, layout, parts_of_pose, pose_kernel
from physics.machines.equations import energy_size, flat_reserves, moving, places, reserves, size_of
from physics.machines.joints import CONTACTS, KINDS, check_range
from physics.machines.lengths import Resolved
from physics.machines.marks import check_before
from physics.machines.measures import UNITS
from physics.machines.momenta import kept_momenta
from physics.machines.motors import LARGEST, GivenMotor, read_motor, read_named
from physics.machines.open_loops import contradiction_line
from physics.machines.parts import BALL, HIGH, LOW, SLIDE, TOUCH, MachineLink, MachineTable
from physics.machines.recorded import contact_kernels, margin_kernel, recorded, value_of
from physics.machines.words import (
    AIR,
    AIR_DENSITY,
    GRAVITY,
    MARKS,
    MASSES,
    ROPES,
    SLIDING,
    SPRINGS,
    TURNING,
    NumberWord,
    number,
)
from physics.shapes.pose import PoseLayout
from physics.types import Floats

FAR = 1e9
"""Greatest coordinate or rate of a start."""
MOST_OF_ZERO = 1e3
"""Greatest size of a number for expressions that is 0 in the description; it makes the range of a slider."""
LEAST = 1e-9
"""Least mass [kg] or density [kg/m³] of a body that has one, and friction [N, N m] of a joint."""
DOUBLE_PENDULUM = {
    "bodies": {
        "upper": {"shape": "bar", "from": [0.0, 0.0, 0.0], "to": [0.0, 0.0, -0.8], "mass": 0.4},
        "lower": {"shape": "bar", "from": [0.0, 0.0, -0.8], "to": [0.0, 0.0, -1.3], "mass": 0.2},
    },
    "joints": {
        "shoulder": {"hinge": ["ground", "upper"], "at": [0.0, 0.0, 0.0], "axis": "-y", "angle": 1.75},
        "elbow": {"hinge": ["upper", "lower"], "at": "end, start", "axis": "-y", "angle": 0.35},
    },
}
"""The machine where none is described."""


ENERGY_PARTS = (
    EnergyPart("moving", "½ Σ m v²", "motion of the centres of all bodies", "kinetic"),
    EnergyPart("turning", "½ Σ ω I ω", "rotation of all bodies about their centres", "kinetic"),
    EnergyPart("weight", "m g Σ z", "potential energy of all bodies, 0 at the origin", "potential"),
    EnergyPart("springs", "½ Σ k Δ²", "springs, those of joints and couplings included", "elastic"),
    EnergyPart("friction", "", "what friction and the air have taken", "lost", applies=lambda machine: machine.loses),
    EnergyPart("motors", "", "work of motors, drives and the wind", "work", applies=lambda made: made.is_worked_on),
)
SOON = (1, 2, 4, 8)
"""Steps after which it is looked whether loops still follow what is driven."""


class Machine(MadeSystem):
    """A machine of rigid bodies with joints, springs and closed loops, as a description says.

    The coordinates are those of the joints. With q'' of the joints, H q'' + C = Q + Jᵀ λ by composite bodies
    (Featherstone, Rigid Body Dynamics Algorithms, 2008, 6.2), where loops are equations phi = 0 with rows J, and
    λ = A⁻¹ (-gamma - J H⁻¹ (Q - C)) with A = J H⁻¹ Jᵀ. After each step the loops are closed again, by the nearest
    motion in the metric of the masses. Energy lost and work done are variables of the state, so that E + W - W_s is
    kept by the exact motion whatever the machine has.

    Each machine is a class of its own, because the kernels are recorded for it: what hangs on what, and all that is
    zero, has vanished from them.
    """

    name = "machine"
    title = "Machine"
    second_order = False
    kind = "machine"
    start_follows = True

    machine = Description(
        meaning="bodies, joints, springs and loops", default=json.dumps(DOUBLE_PENDULUM),
        content="tables of bodies, joints, springs, rods, ropes, gears, racks, screws, couplings, edges, rolling and "
        "numbers",
    )  # fmt: skip

    energy_parts = ENERGY_PARTS

    described: ClassVar[Described]
    pose_parts: ClassVar[PoseParts]
    energies: ClassVar[Callable[[float, Floats, Floats, Floats], None]]
    decide: ClassVar[Callable[[Floats, Floats], None]]
    number_fields: ClassVar[dict[str, AnyParameter]]
    numbers: ClassVar[dict[str, tuple[str, ...]]] = {}
    """Where parameters that are numbers stand in the description, by their names: a word for each table."""
    given_start: frozenset[str]
    """Names of the initial values that were given, which closing the loops keeps."""

    @staticmethod
    def attributes_of(text: str) -> tuple[dict[str, Any], dict[str, AnyParameter]]:
        """Return the attributes of the class of a machine, and its further parameters; raises BadInput."""
        own = _attributes(text)
        return own, own["number_fields"]

    def constants(self) -> tuple[float, ...]:
        """Return the numbers of the table."""
        return tuple(map(float, self.table.numbers()))

    def pose_constants(self) -> tuple[float, ...]:
        """Return the numbers of the table, then those of the drawing."""
        return (*self.p, *self.pose_parts.numbers())

    @property
    def table(self) -> MachineTable:
        """The table of the machine with these parameters."""
        return self.made.machine

    @property
    def made(self) -> Described:
        """The machine of the description with these parameters."""
        changed = {name: self.parameters[name] for name in self.numbers}
        changed = {name: value for name, value in changed.items() if value != self.fields[name].default}
        return _changed(self.parameters["machine"], tuple(changed.items()), type(self)) if changed else self.described

    @cached_property
    def pose_layout(self) -> PoseLayout:
        """The order of what `pose` writes."""
        return layout(self.described)

    @property
    def loses(self) -> bool:
        """Whether it loses energy by friction."""
        return self.described.machine.loses

    @property
    def is_worked_on(self) -> bool:
        """Whether motors or drives do work on it."""
        return self.described.machine.is_worked_on

    def split_energy(self, y: Floats) -> Mapping[str, float]:
        """Return the value [J] of each part of the energy."""
        out = array("d", bytes(8 * 4))
        type(self).energies(0.0, y, self.p, memoryview(out))
        at = places(self.described.machine)
        found = dict(zip(("moving", "turning", "weight", "springs"), out, strict=True))
        if at.loss >= 0:
            found["friction"] = y[at.loss]
        return {**found, "motors": y[at.work]} if at.work >= 0 else found

    def trouble(self, y: Floats) -> str:
        """Return whose ends meet, which leaves a force without a direction, or which disk that rolls lies flat."""
        table, given = self.table, json.loads(self.parameters["machine"])
        springs = zip(given.get("springs", {}), table.springs, strict=True)
        names = [f"the ends of the spring {name} meet" for name, each in springs if not each.is_linear]
        for name, found in zip(names, reserves(table, list(y)), strict=False):
            if not found > 0.0:
                return f"{name}: its force has no direction there"
        rolling = [each.first for each in table.equations if each.kind == TOUCH]
        for link, slope in zip(rolling, flat_reserves(moving(table, list(y))), strict=True):
            if not slope > 0.0:
                name = next(name for name, carried in self.described.carried.items() if carried.link == link)
                return f"{name} lies flat on the plane on which it rolls: where it touches is not determined"
        return "" if self.margin(y, self.p) > 0.0 else "an end of a rope is at its peg: its pull has no direction there"

    def why_stuck(self, y: Floats, dt: float) -> str:
        """Return which joint no mass resists, or which loop what is driven opens within the next steps, "" for none."""
        table, at = self.table, places(self.table)
        if (loose := unresisted(table, y)) is not None:
            name = next(each for each in axis_names(table, self.described.names)[loose] if each)
            return f"no mass resists {name} there: turn a joint a little, or move a mass"
        if not table.drives or not table.equations:
            return ""
        for steps in SOON:
            later = list(y)
            later[at.time] += steps * dt
            try:
                closed_start(table, later, (), ())
            except Unclosed as gap:
                name = self.described.closes[gap.equation]
                return f'the loop through "{name}" cannot follow what is driven any farther: its bars lie in one line'
            except (Contradiction, ArithmeticError, ValueError):
                return ""
        return ""

    def kept_start(self) -> dict[str, float]:
        """Return the initial values that were given: others follow from them where loops are closed."""
        return {name: value for name, value in self.initial.items() if name in self.given_start}

    def _checked_initial(self, given: dict[str, Any]) -> dict[str, float]:
        """Return the initial values with closed loops; those that are given stay."""
        checked = {name: self.start_variable(name).check(value) for name, value in given.items()}
        self.given_start = frozenset(checked) | self._described_start()
        start = {each.name: checked.get(each.name, each.start) for each in self.variables}
        return self._closed(start)

    def _described_start(self) -> frozenset[str]:
        """Return the names of the variables whose start the description gives."""
        axes = axis_names(self.described.machine, self.described.names)
        coordinates = {axes[k][0] for k in self.described.given}
        return frozenset(coordinates | {axes[k][1] for k in self.described.given_rates})

    def _closed(self, start: dict[str, float]) -> dict[str, float]:
        table, names = self.table, list(start)
        turned: list[int] = []
        for place, (link, name) in enumerate(zip(table.links, self.described.names, strict=True)):
            four = variable_names(link, name)[:4] if link.kind == BALL else ()
            if four and not any(start[each] for each in four):
                raise BadInput(f"{', '.join(four)} = 0, 0, 0, 0: no orientation; they must not all be 0")
            if not self.given_start.isdisjoint(four):
                turned += range(table.rate_of(place), table.rate_of(place) + 3)
        axes = axis_names(table, self.described.names)
        for low in (each for each in table.contacts if each.kind == LOW):
            name = axes[table.axis_of(low.first)][0]
            high = next(each for each in table.contacts if each.kind == HIGH and each.first == low.first)
            if name in self.given_start:
                check_range(name, start[name], low.value, high.value)
        fixed = [k for k, (coordinate, _) in enumerate(axes) if coordinate in self.given_start or k in turned]
        rates = [k for k, (_, rate) in enumerate(axes) if rate in self.given_start]
        try:
            y = closed_start(table, list(start.values()), fixed, rates)
        except Unclosed as gap:
            said = ", ".join(each for each in names[: table.coordinates] if each in self.given_start)
            raise BadInput(f"the loops cannot be closed: {gap.rest:.4g} m remain; {said} do not fit") from None
        except Contradiction as fault:
            given = [axes[k][1] for k in rates]
            raise BadInput(contradiction_line(table, fault, self.described.closes, given)) from None
        check_not_dead(table, y, self.described.closes)
        check_before(table, y)
        return dict(zip(names, self._with_contacts(y, start), strict=True))

    def _with_contacts(self, y: list[float], start: Mapping[str, float]) -> Floats:
        """Return a state with the contacts that act there; raises BadInput where others were given."""
        found: Floats = memoryview(array("d", y))
        names = self.described.contacts
        if names:
            type(self).decide(found, self.p)
        for name, value in zip(names, found[len(y) - len(names) :], strict=True):
            if name in self.given_start and start[name] != value:
                raise BadInput(f"{name} = {start[name]:g}: is {value:g}, as the start has it; leave it out")
        return found


def axis_names(machine: MachineTable, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names of coordinate and rate of each rate; of a ball the coordinate is none of the variables."""
    found: list[tuple[str, str]] = []
    for link, name in zip(machine.links, names, strict=True):
        names_of = variable_names(link, name)
        if link.kind == BALL:
            found += [("", each) for each in names_of[4:]]
        elif link.rates:
            found.append((names_of[0], names_of[1]))
    return found


def variables_of(
    machine: MachineTable, names: Sequence[str], contacts: Sequence[str], ends: Sequence[str], start: Sequence[float]
) -> tuple[Variable, ...]:
    """Return the variables of a state. names, contacts, ends: of links, contacts, ends; start: how it begins."""
    values = iter(start)
    coordinates: list[Variable] = []
    for link, name in zip(machine.links, names, strict=True):
        if link.kind == BALL:
            coordinates += [
                Variable(f"{name}_{each}", f"q_{each}", "", f"quaternion of {name}", next(values), -FAR, FAR)
                for each in QUATERNION
            ]
        elif link.rates:
            what, unit = ("way along", "m") if link.kind == SLIDE else ("angle of", "rad")
            meaning = f"{what} {name}, from the drawn pose"
            coordinates.append(Variable(name, name, unit, meaning, next(values), -FAR, FAR))
    rates = [each for link, name in zip(machine.links, names, strict=True) for each in _rates(link, name)]
    moving = [Variable(*each, next(values), -FAR, FAR, role="velocity") for each in rates]
    at = places(machine)
    tail = [
        Variable("loss", "W", "J", "energy that friction has taken", entry=False, role="auxiliary"),
        Variable("work", "W_s", "J", "work of motors, drives and the wind", entry=False, role="auxiliary"),
        Variable("time", "t", "s", "time of what is driven", low=0.0, entry=False, role="auxiliary"),
    ]
    kept = (each for each, there in zip(tail, at[:3], strict=True) if there >= 0)
    reached = (
        Variable(each, each, "", "1 once the run has ended there", 0.0, 0.0, 1.0, entry=False, role="discrete")
        for each in ends
    )
    return (*coordinates, *moving, *kept, *reached, *_contact_variables(machine, contacts))


def _contact_variables(machine: MachineTable, names: Sequence[str]) -> list[Variable]:
    """Return the variables of contacts."""
    found = []
    for contact, name in zip(machine.contacts, names, strict=True):
        low = 0.0 if contact.pushes and not contact.lets_go else -1.0
        meaning = MEANINGS[contact.kind] + (", -1 once it has let go" if contact.lets_go else "")
        found.append(Variable(name, name, "", meaning, 0.0, low, 1.0, entry=False, role="discrete"))
    return found


def _rates(link: MachineLink, name: str) -> list[tuple[str, str, str, str]]:
    """Return name, symbol, unit and meaning of the rates of a link."""
    if link.kind == BALL:
        return [(f"{name}_rate_{e}", f"ω_{e}", "rad/s", f"rate of {name} about its axis {e}") for e in QUATERNION[1:]]
    unit = "m/s" if link.kind == SLIDE else "rad/s"
    return [(f"{name}_rate", f"{name}′", unit, f"rate of {name}")] * link.rates


def _attributes(text: str) -> dict[str, Any]:
    """Return the attributes of the class of a machine; raises BadInput."""
    given, made = json.loads(text), described_text(text)
    parts = parts_of_pose(made)
    numbers, fields = _parameters(given)
    kernels = recorded(made.machine)
    table = made.machine
    meaning = "kinetic energy, weight, springs and what was lost, less work"
    energy = Invariant("energy", "E", "J", meaning, kernels.balance, _energy_scale)
    events: dict[str, Any] = {}
    if table.contacts or table.marks:
        acting = contact_kernels(table, kernels.energies)
        events = {
            "events": events_of(table), "guards": staticmethod(acting.guards), "jump": staticmethod(acting.jump),
        }  # fmt: skip
        events |= {"decide": staticmethod(acting.decide)} if acting.decide is not None else {}
    if (margin := margin_kernel(table)) is not None:
        events["margin"] = staticmethod(margin)
    return {
        **events, "__doc__": Machine.__doc__, "described": made, "numbers": numbers, "number_fields": fields,
        "variables": variables_of(made.machine, made.names, made.contacts, made.ends, made.start),
        "invariants": (energy, *_momenta(made)), "quantities": _measures(made),
        "second_order": not table.equations and table.coordinates == table.rates and size_of(table) == 2 * table.rates,
        "rate": staticmethod(kernels.rate), "settle": staticmethod(kernels.settle),
        "pose_parts": parts, "pose": staticmethod(pose_kernel(made, parts, text)),
        "energies": staticmethod(kernels.energies),
    }  # fmt: skip


def _momenta(made: Described) -> list[Invariant]:
    """Return the momenta that a machine keeps."""
    table = made.machine
    return [
        Invariant(
            each.name, each.symbol, each.unit, each.meaning, value_of(table, each.value, each.name),
            scale=value_of(table, each.scale, f"scale_{each.name}"),
        )
        for each in kept_momenta(table, made.start)
    ]  # fmt: skip


def _measures(made: Described) -> tuple[Quantity, ...]:
    """Return what the description measures."""
    return tuple(
        Quantity(
            each.name, each.name, UNITS[each.kind], each.meaning,
            value_of(made.machine, each.value, f"{each.name}_{hashlib.sha256(repr(each).encode()).hexdigest()[:8]}"),
        )
        for each in made.measures
    )  # fmt: skip


def _energy_scale(machine: Machine, y: Floats) -> float:
    """Return the size of the terms of the energy [J], which may cancel: of a machine at rest it may begin at 0."""
    return energy_size(machine.table, list(y))


@lru_cache(256)
def _changed(text: str, values: tuple[tuple[str, float], ...], kind: type[Machine]) -> Described:
    """Return the machine of a description with other numbers, whose states have the same variables."""
    given, own = json.loads(text), kind.described.machine
    for name, value in values:
        *way, last = kind.numbers[name]
        within = given
        for word in way:
            within = within[word]
        within[last] = value
    found = described(given)
    return replace(found, machine=replace(found.machine, tail=(own.loses, own.is_worked_on)))


def _parameters(given: Mapping[str, Any]) -> tuple[dict[str, tuple[str, ...]], dict[str, AnyParameter]]:
    """Return the numbers of a description that can be changed while its structure stays: those that are not zero.

    Those that are expressions, and what these name, are changed in the description.
    """
    resolved = Resolved(given)
    given = resolved.tables
    numbers: dict[str, tuple[str, ...]] = {}
    fields: dict[str, AnyParameter] = {}

    def add(table: str, part: str, word: str, value: object, bounds: NumberWord) -> None:
        name = f"{part}.{word}" if part else table
        way = tuple(each for each in (table, part, word) if each)
        if way in resolved.bound or isinstance(value, list | tuple) or not (default := number(name, value, bounds)):
            return
        if name in numbers:
            other = numbers[name][0]
            raise BadInput(f"{table[:-1]} {part}: a {other[:-1]} has this name, too; give one of them another name")
        least = min(LEAST, default) if word in (*MASSES, "friction", "static_friction") else bounds.low
        field = Parameter(
            default=default, unit=bounds.unit, low=least,
            high=bounds.high, meaning=f"{bounds.meaning} of {part}" if part else bounds.meaning, log=word in MASSES,
        )  # fmt: skip
        field.__set_name__(Machine, name)
        numbers[name], fields[name] = way, field

    for table, words in (("bodies", {**MASSES, **AIR}), ("springs", SPRINGS), ("ropes", ROPES)):
        for part, each in given.get(table, {}).items():
            for word in words:
                if word in each:
                    add(table, part, word, each[word], words[word])
    for part, each in given.get("joints", {}).items():
        steps = KINDS[next(word for word in each if word in KINDS)]
        known = SLIDING if steps[0].kind == SLIDE else TURNING
        for word in ("torque", "force", "damping", "stiffness", "rest", *CONTACTS[1:]):
            if len(steps) == 1 and word in each and word in known and not _is_motor(each[word], known[word]):
                add("joints", part, word, each[word], known[word])
    for name, way, mark in _marks_of(given):
        word, bounds = next((each, bounds) for each, bounds in MARKS.items() if each in mark)
        if (*way, word) in resolved.bound:
            continue
        value = number(name, mark[word], bounds)
        field = Parameter(
            default=value, unit=bounds.unit, low=bounds.low, high=bounds.high, meaning=f"{bounds.meaning}: {way[1]}"
        )
        field.__set_name__(Machine, name)
        numbers[name], fields[name] = (*way, word), field
    add("gravity", "", "", given.get("gravity", 9.81), GRAVITY)
    if any("drag_coefficient" in each for each in given.get("bodies", {}).values()):
        add("air_density", "", "", given.get("air_density", STANDARD_AIR), AIR_DENSITY)
    for name, named in read_named(given.get("numbers", {})).items():
        if name in resolved.used:
            continue
        if name in numbers:
            raise BadInput(f"numbers: {name} is a number of the machine already; give it another name")
        most, meaning = LARGEST if named.value else MOST_OF_ZERO, "number of the machine's expressions"
        field = Parameter(default=named.value, unit=named.unit, low=-most, high=most, meaning=meaning)
        field.__set_name__(Machine, name)
        numbers[name], fields[name] = ("numbers", name), field
    return numbers, fields


def _marks_of(given: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Any]]]:
    """Yield the marks of a description, each with its name as a parameter and its way."""
    for part, each in given.get("ropes", {}).items():
        if "lets_go" in each:
            yield f"{part}.lets_go", ("ropes", part, "lets_go"), each["lets_go"]
    for part, each in given.get("ends", {}).items():
        yield f"{part}.end", ("ends", part), each


def _is_motor(value: object, word: NumberWord) -> bool:
    """Return whether a torque or force is an expression."""
    return isinstance(value, str) and isinstance(read_motor("", value, word), GivenMotor)


def _become_the_default() -> None:
    """Make the base class that of the machine where none is described, as classes of systems are."""
    for name, value in _attributes(Machine.machine.default).items():
        setattr(Machine, name, value)
    Machine.fields = {"machine": Machine.fields["machine"], **Machine.number_fields}


_become_the_default()
