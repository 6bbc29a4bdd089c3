"""Equations of motion as terms: the state, its rates, what is kept, quantities, events and what is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from physics.core.record import Term
from physics.core.straight_line import chosen, function_of
from physics.equations.constraints import LastingConstraint, constraints_of, follows, pivots_of, reserves, settled_on
from physics.equations.description import OwnEquations, OwnEvent
from physics.equations.drawing import DrawnRow, places_of, sizes_of
from physics.equations.lagrangian import (
    SINGULAR,
    Coordinates,
    LagrangeEnergy,
    LagrangeMotion,
    fewer_rates,
    lagrange_energy,
    lagrange_motion,
)
from physics.equations.naming import KnownNames, asked_of
from physics.equations.own_record import EquationRecord, Number, along, gradient, replayed
from physics.equations.resting import (
    HeldRates,
    RestingContact,
    accelerations_held,
    blow_or_rest,
    contact_of,
    lift_off,
    product,
    settled,
)
from physics.equations.symmetries import KeptSum, computed_by, kept_sums
from physics.equations.text_block import BlockLine
from physics.errors import BadInput

NEAR, STATES = 0.1, 20
"""Size of the displacements of the states where a description is tried, over that of the start, and their number."""
CLOSING = 8
"""How often a state is moved onto the constraints where it begins off them."""
KEPT = 1e-9
"""Share of the sizes of its terms below which the rate of change of an invariant is rounding."""
TIME_RATE, MULTIPLIER = "t'", "lambda"
"""Names of the rate of the time, and, with a number, of what holds a constraint."""
MODULE = "physics.equations.made"
"""The module that recorded functions belong to."""
RESTS, LIFTS = "1 while it rests after this", "what rested lifts off"
"""What is said of the variable of an event after which something may rest, and of the end of that."""
SHORT = {"where>": "where", "where>=": "where", "abs": "abs", "min": "min", "max": "max"}
"""What a person has written, by the operations that have no Taylor series."""


class StateLayout(NamedTuple):
    """How many variables have accelerations and rates, and the places of others in the state, -1: none."""

    second: int
    first: int
    loss: int
    work: int
    latch_count: int
    time: int

    @property
    def size(self) -> int:
        """The number of variables of the state."""
        extra = sum(each >= 0 for each in (self.loss, self.work, self.time))
        return 2 * self.second + self.first + self.latch_count + extra


class Latch(NamedTuple):
    """A variable of the state that says, by 1 or 0, what events have done. name: as in tables."""

    name: str
    symbol: str
    meaning: str


class EventTerms(NamedTuple):
    """An event: the guard, and the state after it, by the places that it changes.

    when: what falls through 0, None where that is not asked at the start. latch: the place of the variable that says
    that it waits until `when` has risen, -1: none.
    """

    name: str
    meaning: str
    guard: Number
    after: Mapping[int, Number]
    end: bool
    quiet: bool = False
    when: Number | None = None
    latch: int = -1


@dataclass
class OwnMotion:
    """The terms of equations. slopes: rates of the state. invariants, quantities: those that are given, by name.

    cyclic: momenta that are kept, by the names of their coordinates. sums: others that are kept.

    momenta: dL/dv and then dL/dq, of a Lagrangian of which the state has coordinates and rates alone, else empty.
    leap: the state after a step of Verlet's method, of which the length is the argument t, where that applies.
    margin: numbers that must be positive. latches: by their places in the state. settled: the state with those contacts
    that rest and all constraints, after the error of a step, empty where there are none. closed, constrained: the
    values of constraints with their sizes, and their lines. has_constant_masses: the momenta are the rates
    times numbers.
    """

    own: OwnEquations
    record: EquationRecord
    names: KnownNames
    y: list[Term]
    p: list[Term]
    layout: StateLayout
    slopes: list[Number]
    energy: LagrangeEnergy | None = None
    is_jacobi: bool = False
    cyclic: dict[str, Number] = field(default_factory=dict)
    sums: list[KeptSum] = field(default_factory=list)
    invariants: dict[str, Number] = field(default_factory=dict)
    quantities: dict[str, Number] = field(default_factory=dict)
    events: list[EventTerms] = field(default_factory=list)
    momenta: list[Number] = field(default_factory=list)
    leap: list[Number] = field(default_factory=list)
    margin: list[Number] = field(default_factory=list)
    latches: dict[int, Latch] = field(default_factory=dict)
    settled: list[Number] = field(default_factory=list)
    closed: list[tuple[Number, Number]] = field(default_factory=list)
    constrained: list[BlockLine] = field(default_factory=list)
    pose: list[Number] = field(default_factory=list)
    sizes: list[Number] = field(default_factory=list)
    separable: bool = False
    has_constant_masses: bool = False
    notes: tuple[str, ...] = ()

    def results(self) -> Iterator[Number]:
        """Yield all terms that kernels compute."""
        yield from (*self.slopes, *self.invariants.values(), *self.cyclic.values(), *self.quantities.values())
        yield from (each.value for each in self.sums)
        if self.energy is not None:
            yield from (self.energy.energy, self.energy.size)
            yield from (each for each in self.energy[2:4] if each is not None)
        for event in self.events:
            yield event.guard
            yield from event.after.values()
            if event.when is not None:
                yield event.when
        yield from (each for pair in self.closed for each in pair)
        yield from (*self.momenta, *self.leap, *self.margin, *self.settled, *self.pose, *self.sizes)


def motion_of(own: OwnEquations, drawn: Sequence[DrawnRow]) -> OwnMotion:
    """Return the terms of equations; raises BadInput."""
    try:
        made = _Builder(own, drawn).built()
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("equations: a number does not exist or is too large, such as 1/0") from None
    for each in made.results():
        if not isinstance(each, Term) and not math.isfinite(each):
            raise BadInput("equations: a number does not exist or is too large, such as 1/0")
    return made


def start_state(own: OwnEquations, size: int) -> list[float]:
    """Return the state at the start, of so many variables."""
    rows = own.variables
    found = [rows[name].start for name in own.accelerated]
    found += [0.0 if math.isnan(rows[name].rate) else rows[name].rate for name in own.accelerated]
    found += [rows[name].start for name in own.first_order]
    return found + [0.0] * (size - len(found))


class _Builder:
    """What makes the terms of one description."""

    def __init__(self, own: OwnEquations, drawn: Sequence[DrawnRow]) -> None:
        self.own, self.drawn, self.record = own, drawn, EquationRecord()
        second, first = len(own.accelerated), len(own.first_order)
        self.count = 2 * second + first
        self.y = [self.record.term(False, "y", k) for k in range(self.count)]
        self.p = [self.record.term(True, "p", k) for k in range(len(own.parameters))]
        self.q, self.v, self.f = self.y[:second], self.y[second : 2 * second], self.y[2 * second :]
        self.time = self.record.term(False, "t", 0)  # its place in the state is known when all others are
        self.names = self._names()
        self.constraints: list[LastingConstraint] = []

    def _names(self) -> KnownNames:
        own = self.own
        values: dict[str, Number] = {"t": self.time, TIME_RATE: 1.0}
        moving: dict[int, str] = {}
        for name, q, v in zip(own.accelerated, self.q, self.v, strict=True):
            values |= {name: q, f"{name}'": v}
            moving |= {q.number: f"{name}'", v.number: f"{name}''"}
        for name, f in zip(own.first_order, self.f, strict=True):
            values[name] = f
            moving[f.number] = f"{name}'"
        moving[self.time.number] = TIME_RATE
        values |= dict(zip(own.parameters, self.p, strict=True))
        base = (*own.variables, *own.parameters, "t")
        return KnownNames(self.record, values, own.block.of("definition"), own.block.of("rate"), moving, base)

    def built(self) -> OwnMotion:
        """Return the terms of the description."""
        own, block = self.own, self.own.block
        first = [self._rate(name) for name in own.first_order]
        lagrange: LagrangeMotion | None = None
        energy: LagrangeEnergy | None = None
        lost: Number = 0.0
        pushed: list[Number] = [0.0] * len(self.q)
        taken: list[Number] = list(pushed)
        if own.lagrangian is None:
            accelerations = [self._value(block.of("acceleration")[name]) for name in own.accelerated]
        else:
            pushed = [self._force(name) for name in own.accelerated]
            taken = self._dissipation()
            lagrange = self._lagrange(first, [f - d for f, d in zip(pushed, taken, strict=True)])
            accelerations = lagrange.accelerations
            energy = lagrange_energy(self.record, lagrange, self._coordinates(first))
            for v, each in zip(self.v, taken, strict=True):
                lost = lost + v * each
        contacts = self._contacts(first)
        self.constraints = self._constraints(lagrange, first)
        holding = self.constraints or contacts
        moved = accelerations_held(self.record, holding, accelerations, self._motion(first))
        for name, each in zip(own.accelerated, moved.values, strict=True):
            self.names.values[f"{name}''"] = each
        _name_multipliers(self.names, moved.multipliers[: len(self.constraints)])
        self.names.make_definitions()
        made = OwnMotion(
            own, self.record, self.names, self.y, self.p, StateLayout(len(self.q), len(self.f), -1, -1, 0, -1),
            [*self.v, *moved.values, *first], energy,
        )  # fmt: skip
        for contact in contacts:
            _add_latch(made, contact.place, Latch(f"{contact.event.name}_rest", contact.event.name, RESTS))
        if lagrange is not None and energy is not None:
            if contacts or any(each.is_moved for each in self.constraints):
                pushed = _with_contacts(pushed, lagrange, accelerations, moved)
            self._keep_energy(made, lagrange, energy, lost, pushed, taken)
        made.quantities = {each.name: self.names.value(each.value) for each in own.quantities}
        made.invariants = {each.name: self.names.value(each.value) for each in own.invariants}
        self._events(made, contacts, moved)
        made.margin = [*_bounds(own, self.names), *self._pivots(lagrange), *self._hold(made)]
        made.pose = places_of(self.drawn, self.names)
        made.sizes = sizes_of(self.drawn, self.names, [*self.y, self.time])
        _place_time(made, self.time)
        self._judge(made, lagrange, accelerations)
        _stop_at_the_end(made)
        return made

    def _motion(self, first: Sequence[Number]) -> tuple[list[Term], list[Term], dict[int, Number]]:
        """Return coordinates, rates, and the slopes of all else that moves by itself."""
        others = {f.number: rate for f, rate in zip(self.f, first, strict=True)}
        return self.q, self.v, {**others, self.time.number: 1.0}

    def _contacts(self, first: Sequence[Number]) -> list[RestingContact]:
        """Return what the events may rest on, with a variable of the state for each; raises BadInput."""
        places = {name: k for k, name in enumerate(state_names(self.own))}
        found: list[RestingContact] = []
        for event in self.own.events:
            if event.rest:
                _check_targets(event, places)
                on = self.record.term(False, "y", len(self.y))
                self.y.append(on)
                of = len(self.y) - 1, on
                found.append(contact_of(self.record, self.names, event, places, of, self._motion(first)))
        return found

    def _constraints(self, lagrange: LagrangeMotion | None, first: Sequence[Number]) -> list[LastingConstraint]:
        """Return the constraints; raises BadInput."""
        lines = list(self.own.block.of("constraint").values())
        if not lines or lagrange is None:
            return []
        rests = next((event for event in self.own.events if event.rest), None)
        if rests is not None:
            raise BadInput(f"events.{rests.name}.rest: beside a constraint nothing comes to rest; leave one out")
        motion = self._motion(first)
        return constraints_of(self.record, lines, self._value, lagrange.masses, motion, self.own.accelerated)

    def _hold(self, made: OwnMotion) -> list[Number]:
        """Note how constraints are kept, and return what is positive where they hold different motions.

        Raises BadInput where one of them follows from others.
        """
        if not self.constraints:
            return []
        pivots = pivots_of(self.record, self.constraints)
        still = settled_on(self.record, self.constraints, self.q, self.v)
        made.settled = [*still, *self.y[len(still) :]]
        made.closed = [(each.gap, each.size(self.q)) for each in self.constraints]
        made.constrained = [each.line for each in self.constraints]
        tried = list(tried_states(self.own, len(self.y), 4))
        for line, (gap, size) in zip(made.constrained, made.closed, strict=True):
            _check_slope(line, [numeric(self.record, self.own, [gap, size])(state, 0.0) for state in tried])
        numbers = numeric(self.record, self.own, [each for pair in pivots for each in pair])
        found = [numbers(state, 0.0) for state in tried]
        for k, each in enumerate(self.constraints):
            if all(not abs(row[2 * k]) > SINGULAR * abs(row[2 * k + 1]) for row in found):
                raise follows(each)
        return [each for each in reserves(pivots) if self.record.depends([each], self.y)]

    def _value(self, line: BlockLine) -> Number:
        return self.names.value(asked_of(line))

    def _rate(self, name: str) -> Number:
        if f"{name}'" not in self.names.values:
            self.names.values[f"{name}'"] = self._value(self.own.block.of("rate")[name])
        return self.names.values[f"{name}'"]

    def _coordinates(self, first: Sequence[Number]) -> Coordinates:
        others = {f.number: rate for f, rate in zip(self.f, first, strict=True)}
        return Coordinates(self.own.accelerated, tuple(self.q), tuple(self.v), {**others, self.time.number: 1.0})

    def _force(self, name: str) -> Number:
        line = self.own.block.of("force").get(name)
        return 0.0 if line is None else self._value(line)

    def _dissipation(self) -> list[Number]:
        """Return what the dissipation takes from the force of each coordinate."""
        line = self.own.block.only("dissipation")
        return [0.0] * len(self.v) if line is None else gradient(self.record, self._value(line), self.v)

    def _lagrange(self, first: Sequence[Number], acting: Sequence[Number]) -> LagrangeMotion:
        """Return the motion of the Lagrangian; raises BadInput."""
        line = self.own.lagrangian
        assert line is not None
        for step in line.expression.steps:
            if step.operation == "name" and step.name.endswith("''"):
                raise line.fault(f"{step.name} in the lagrangian: only coordinates and rates", step.column)
        value = self._value(line)
        if self._chooses_by_rates(value):
            raise line.fault("a where, min, max or abs of rates in the lagrangian: only of coordinates")
        return lagrange_motion(self.record, value, self._coordinates(first), acting)

    def _chooses_by_rates(self, value: Number) -> bool:
        lines = self.record.needed([value])
        moving = self.record.reach([each.number for each in self.v], lines)
        return any(self.record.lines[each][0] in SHORT for each in moving)

    def _keep_energy(
        self, made: OwnMotion, lagrange: LagrangeMotion, energy: LagrangeEnergy, lost: Number,
        pushed: Sequence[Number], taken: Sequence[Number],
    ) -> None:  # fmt: skip
        """Add what was lost and the work to the state, and say which momenta are kept."""
        made.energy = energy._replace(size=_size_nearby(energy.size, self.q, [*lagrange.forces, *pushed]))
        work = energy.from_outside
        for v, each in zip(self.v, pushed, strict=True):
            work = work + v * each
        layout = made.layout
        if not self.record.is_zero(lost):
            layout = layout._replace(loss=self._further(made, lost))
        if not self.record.is_zero(work):
            layout = layout._replace(work=self._further(made, work))
        made.layout = layout
        line = self.own.lagrangian
        assert line is not None
        written = self.names.value(asked_of(line))
        made.is_jacobi = energy.kinetic is None or self.record.depends([written], [self.time])
        acted = [not (self.record.is_zero(a) and self.record.is_zero(b)) for a, b in zip(pushed, taken, strict=True)]
        acted = [
            each or not all(self.record.is_zero(constraint.row[k]) for constraint in self.constraints)
            for k, each in enumerate(acted)
        ]
        for name, force, p, is_acted in zip(
            self.own.accelerated, lagrange.forces, lagrange.momenta, acted, strict=True
        ):
            if self.record.is_zero(force) and not is_acted:
                made.cyclic[name] = p
        if not any(acted):
            slopes = computed_by(self.record, [*lagrange.forces, *lagrange.momenta], MODULE)
            made.sums = kept_sums(self.own, self.q, lagrange.momenta, list(made.cyclic), slopes, len(self.y))

    def _further(self, made: OwnMotion, slope: Number) -> int:
        """Add a variable to the state and return its place."""
        made.slopes.append(slope)
        self.y.append(self.record.term(False, "y", len(self.y)))
        return len(self.y) - 1

    def _pivots(self, lagrange: LagrangeMotion | None) -> list[Number]:
        """Return what is positive where all coordinates are resisted; raises BadInput where that is not so at all."""
        if lagrange is None:
            return []
        diagonal = [lagrange.masses[k][k] for k in range(len(self.q))]
        numbers = numeric(self.record, self.own, [*lagrange.pivots, *diagonal])
        for state in tried_states(self.own, len(self.y), 4):
            values = numbers(state, 0.0)
            rows = zip(self.own.accelerated, values[: len(self.q)], values[len(self.q) :], strict=True)
            for name, pivot, whole in rows:
                if math.isnan(pivot):
                    continue
                if whole == 0.0:
                    raise BadInput(f"lagrangian: no kinetic energy resists {name} with these parameters")
                if abs(pivot) <= SINGULAR * abs(whole):
                    raise fewer_rates(self.own.accelerated)
                if pivot < 0.0:
                    raise BadInput("lagrangian: the kinetic energy is not positive; it must be for all rates")
        return [
            pivot - SINGULAR * whole if pivot is not whole else pivot
            for pivot, whole in zip(lagrange.pivots, diagonal, strict=True)
            if self.record.depends([pivot], self.y)
        ]

    def _events(self, made: OwnMotion, contacts: Sequence[RestingContact], moved: HeldRates) -> None:
        """Add the events, and what tells whether an event that does not end its cause has happened."""
        found: list[EventTerms] = []
        resting = {each.event.name: (each, push) for each, push in zip(contacts, moved.multipliers, strict=False)}
        for event in self.own.events:
            if event.rest:
                found += self._resting_event(made, *resting[event.name])
            else:
                found += self._event(made, event)
        made.events = found
        if contacts:
            still = settled(self.record, contacts, self.q, self.v)
            made.settled = [*still, *self.y[len(still) :]]

    def _resting_event(self, made: OwnMotion, contact: RestingContact, pressing: Number) -> list[EventTerms]:
        """Return an event after which something may rest, and the end of that."""
        event = contact.event
        guard = contact.where_on(1.0, self._guard(event, contact.gap, contact.closing))
        after = blow_or_rest(self.record, contact, self.v, lambda value: self._slope(value, made), self.y)
        end = EventTerms(f"{event.name}-off", LIFTS, lift_off(contact, pressing), {contact.place: 0.0}, False)
        return [EventTerms(event.name, event.meaning, guard, after, False), end]

    def _guard(self, event: OwnEvent, when: Number, falling: Number) -> Number:
        """Return what is positive but where `when` falls through 0 while all conditions hold."""
        guard: Number = chosen("where>", 0.0, falling, when, 1.0) if isinstance(falling, Term) else when
        for each in reversed(event.conditions):
            guard = self.names.compared(each, guard, 1.0)
        return guard

    def _event(self, made: OwnMotion, event: OwnEvent) -> list[EventTerms]:
        """Return an event, with the quiet one that lets it happen again.

        It happens where `when` falls, so that one whose change turns that about ends its own cause. Another one is
        noted in the state until `when` has risen through 0, and so is what begins below 0.
        """
        when = self.names.value(event.when)
        falling = self._slope(when, made)
        guard = self._guard(event, when, falling)
        after = self._changes(event)
        known = {self.y[place].number: value for place, value in after.items()}
        turned = replayed(self.record, [falling, when], self.record, known)
        turns = not event.end and not _same(turned[0], falling)
        latch = -1
        if not turns:
            latch = self._further(made, 0.0)
            _add_latch(made, latch, Latch(f"{event.name}_done", event.name, f"1 after: {event.meaning}"))
            guard, after = chosen("where>", self.y[latch], 0.5, 1.0, guard), {**after, latch: 1.0}
        if turns or event.end:  # such a variable stays as it is, or ends the run
            latch = -1
            if _begins_below(self.record, self.own, when, len(self.y)):
                latch = self._further(made, 0.0)
                _add_latch(made, latch, Latch(f"{event.name}_waits", event.name, f"1 until it may be: {event.meaning}"))
                guard = chosen("where>", self.y[latch], 0.5, 1.0, guard)
        once = EventTerms(event.name, event.meaning, guard, after, event.end, when=when, latch=latch)
        if latch < 0:
            return [once]
        rising = chosen("where>", falling, 0.0, -when, 1.0) if isinstance(falling, Term) else -when
        again = chosen("where>", self.y[latch], 0.5, rising, 1.0)
        meaning = f"{event.name} may happen again"
        return [once, EventTerms(f"{event.name}-again", meaning, again, {latch: 0.0}, False, True)]

    def _slope(self, value: Number, made: OwnMotion) -> Number:
        """Return the rate of change of a value along the motion."""
        slopes = {y.number: each for y, each in zip(self.y, made.slopes, strict=True)}
        return along(self.record, [value], {**slopes, self.time.number: 1.0})[0]

    def _changes(self, event: OwnEvent) -> dict[int, Number]:
        """Return the values after an event by their places; raises BadInput."""
        places = {name: k for k, name in enumerate(state_names(self.own))}
        _check_targets(event, places)
        return {places[target]: self.names.value(asked) for target, asked in event.changes.items()}

    def _judge(self, made: OwnMotion, lagrange: LagrangeMotion | None, accelerations: Sequence[Number]) -> None:
        """Say what methods may use, and refuse invariants that are none."""
        plain = made.layout.size == 2 * len(self.q)
        made.separable = plain and not self.constraints and not self.record.depends(accelerations, self.v)
        if made.separable:
            made.leap = _leap(self.record, self.time, self.q, self.v, accelerations)
        acted = self.own.block.only("dissipation") is not None or bool(self.own.block.of("force") or self.constraints)
        if plain and lagrange is not None and not acted:
            made.momenta = [*lagrange.momenta, *lagrange.forces]
            made.has_constant_masses = _has_constant_masses(self.record, self.q, self.v, self.y, lagrange)
        for name, value in made.invariants.items():
            self._check_kept(made, name, value)
        lines = self.record.needed([*accelerations, *made.slopes[2 * len(self.q) :][: len(self.f)]])
        said = dict.fromkeys(SHORT[self.record.lines[k][0]] for k in lines if self.record.lines[k][0] in SHORT)
        if len(said) > 1 and not _writes(self.own, "where", "sign"):
            said.pop("where", None)  # a derivative of another one
        made.notes = tuple(
            f"{word} in the equations: crossing it costs order; make it an event to keep it" for word in said
        )

    def _check_kept(self, made: OwnMotion, name: str, value: Number) -> None:
        """Raise BadInput for an invariant that the motion does not keep at states near the start."""
        shares = [
            along(self.record, [value], {y.number: slope})[0] for y, slope in zip(self.y, made.slopes, strict=True)
        ]
        tried, numbers = 0, numeric(self.record, self.own, shares)
        closed = numeric(self.record, self.own, made.settled) if self.constraints else None
        for given in tried_states(self.own, len(self.y), STATES):
            state = given if closed is None else onto_constraints(closed, given, CLOSING)
            if made.layout.time >= 0:
                state[made.layout.time] = 0.7 * tried
            found = numbers(state, 0.0)
            size, change = sum(map(abs, found)), math.fsum(found) if all(map(math.isfinite, found)) else math.nan
            if math.isnan(change):
                continue
            tried += 1
            if abs(change) > KEPT * size:
                raise BadInput(f"invariants.{name}: it is not kept: near the start it changes by {change:.3g} in 1 s")
        if not tried:
            raise BadInput(f"invariants.{name}: it has no value near the start")


def _place_time(made: OwnMotion, time: Term) -> None:
    """Make the time the last variable of the state, where anything depends on it."""
    if not made.record.depends(list(made.results()), [time]):
        return
    made.layout = made.layout._replace(time=len(made.y))
    made.slopes.append(1.0)
    made.y.append(time)
    made.record.lines[time.number] = ("y", made.layout.time)


def _stop_at_the_end(made: OwnMotion) -> None:
    """Let nothing move any more after an event with which the run is over."""
    for event in made.events:
        if event.end:
            done = made.y[max(event.after)]
            made.slopes = [
                0.0 if made.record.is_zero(each) else chosen("where>", done, 0.5, 0.0, each) for each in made.slopes
            ]


def _bounds(own: OwnEquations, names: KnownNames) -> list[Number]:
    """Return what is positive within the bounds of the variables."""
    found: list[Number] = []
    for name, row in own.variables.items():
        value = names.values[name]
        found += [value - row.low] if row.low > -math.inf else []
        found += [row.high - value] if row.high < math.inf else []
    return found


def _leap(
    record: EquationRecord, time: Term, q: Sequence[Term], v: Sequence[Term], accelerations: Sequence[Number]
) -> list[Number]:
    """Return the state after a step of Verlet's method: half a kick, free motion, half a kick."""
    half = 0.5 * time
    kicked = [b + half * a for b, a in zip(v, accelerations, strict=True)]
    moved = [a + time * b for a, b in zip(q, kicked, strict=True)]
    known = {a.number: each for a, each in zip(q, moved, strict=True)}
    later = replayed(record, accelerations, record, known)
    return [*moved, *(b + half * a for b, a in zip(kicked, later, strict=True))]


def _has_constant_masses(
    record: EquationRecord, q: Sequence[Term], v: Sequence[Term], y: Sequence[Term], lagrange: LagrangeMotion
) -> bool:
    """Return whether each momentum is its rate times a number that does not change."""
    beside = [each for i, row in enumerate(lagrange.masses) for j, each in enumerate(row) if i != j]
    still = replayed(record, lagrange.momenta, record, {each.number: 0.0 for each in v})
    diagonal = [lagrange.masses[k][k] for k in range(len(q))]
    return all(map(record.is_zero, [*beside, *still])) and not record.depends(diagonal, y)


def _size_nearby(size: Number, q: Sequence[Term], forces: Sequence[Number]) -> Number:
    """Return the size of an energy with what forces, one or more rows of them, do near by: it may be 0 at the start."""
    for k, force in enumerate(forces):
        far = NEAR * (1.0 + function_of("abs", q[k % len(q)]))
        size = size + function_of("abs", force) * far
    return size


def _writes(own: OwnEquations, *words: str) -> bool:
    """Return whether a line of the text calls a function of such a name."""
    steps = (step for line in own.block.lines for step in line.expression.steps)
    return any(step.name.startswith(words) for step in steps)


def _begins_below(record: EquationRecord, own: OwnEquations, when: Number, size: int) -> bool:
    """Return whether what must fall through 0 is below it at the start, of so many variables."""
    return numeric(record, own, [when])(start_state(own, size), 0.0)[0] < 0.0


def _add_latch(made: OwnMotion, place: int, latch: Latch) -> None:
    """Note a variable that says what events have done; it changes in events alone."""
    made.latches[place] = latch
    made.layout = made.layout._replace(latch_count=made.layout.latch_count + 1)
    if len(made.slopes) == place:
        made.slopes.append(0.0)


def _with_contacts(
    pushed: Sequence[Number], lagrange: LagrangeMotion, free: Sequence[Number], moved: HeldRates
) -> list[Number]:
    """Return forces with those of the contacts that rest, M (q'' - f)."""
    change = [one - other for one, other in zip(moved.values, free, strict=True)]
    return [force + product(row, change) for force, row in zip(pushed, lagrange.masses, strict=True)]


def _check_targets(event: OwnEvent, places: Mapping[str, int]) -> None:
    """Raise BadInput where an event changes what is not part of the state."""
    for target in event.changes:
        if target not in places:
            raise BadInput(f"events.{event.name}.set: {target} is not part of the state; there are {', '.join(places)}")


def state_names(own: OwnEquations) -> list[str]:
    """Return the canonical names of the variables of the state that a description gives, in their order."""
    return [*own.accelerated, *(f"{name}'" for name in own.accelerated), *own.first_order]


def _same(one: Number, other: Number) -> bool:
    if isinstance(one, Term) and isinstance(other, Term):
        return one.number == other.number
    return not isinstance(one, Term) and not isinstance(other, Term) and one == other


def _name_multipliers(names: KnownNames, multipliers: Sequence[Number]) -> None:
    """Make known what holds the constraints, λ₁, λ₂ ..., where these are no names of one's own."""
    for k, each in enumerate(multipliers, 1):
        name = f"{MULTIPLIER}_{k}"
        if name not in names.definitions:
            names.values.setdefault(name, each)


def _check_slope(line: BlockLine, found: Sequence[Sequence[float]]) -> None:
    """Raise BadInput for a constraint without a value or a slope at the start, the first of some states.

    found: its value and its size at each of them.
    """
    gap, size = found[0]
    gaps, sizes = ([abs(each) for each in row if math.isfinite(each)] for row in zip(*found, strict=True))
    if not all(map(math.isfinite, found[0])):
        raise line.fault("the constraint has no value or no slope at the start; begin elsewhere")
    if abs(gap) <= SINGULAR * max(gaps) and size <= SINGULAR * max(sizes):
        raise line.fault("the constraint has no slope at the start, and holds nothing there; write it without a square")


def tried_states(own: OwnEquations, size: int, count: int) -> Iterator[list[float]]:
    """Yield states at which a description is tried: the start, and others near it, within the bounds."""
    begun = start_state(own, size)
    rows = [own.variables[name] for name in own.accelerated]
    bounds = [(each.low, each.high) for each in rows] + [(-math.inf, math.inf)] * len(rows)
    bounds += [(own.variables[name].low, own.variables[name].high) for name in own.first_order]
    bounds += [(-math.inf, math.inf)] * (size - len(bounds))
    yield begun
    for k in range(1, count):
        state = []
        for i, (value, (low, high)) in enumerate(zip(begun, bounds, strict=True)):
            share = math.modf((k * (i + 1) * 0.6180339887498949) + 0.37 * i)[0] - 0.5
            moved = value + NEAR * 2.0 * share * (1.0 + abs(value))
            state.append(moved if low < moved < high else value)
        yield state


def onto_constraints(
    closed: Callable[[Sequence[float], float], list[float]], state: Sequence[float], steps: int
) -> list[float]:
    """Return a state after steps towards where constraints hold. closed: computes what `OwnMotion.settled` says."""
    found = list(state)
    for _ in range(steps):
        moved = closed(found, 0.0)
        found[: len(moved)] = moved
    return found


def numeric(
    record: EquationRecord, own: OwnEquations, values: Sequence[Number]
) -> Callable[[Sequence[float], float], list[float]]:
    """Return a function of a state and a time that computes terms with the parameters of a description.

    All are nan where arithmetic fails.
    """
    computed = computed_by(record, values, MODULE)
    parameters = [each.value for each in own.parameters.values()]
    return lambda state, time: computed(time, state, parameters)
