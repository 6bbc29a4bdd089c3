"""Events after which something may rest: bounces that follow one another ever faster end in a contact.

An event with `rest` has a threshold: where the rate of `when` after the blow is below it, and the acceleration of
`when` presses, the bounces to come are left out. From there on a variable of the state is 1, and the accelerations are
those with which `when` stays as it is:

    q'' = f + Σ λ D, where n·q'' + γ = 0 for each `when` that rests, when'' = n·q'' + γ, n = ∂when/∂q.

D is the direction of a blow: that of the change of the rates by `set` at the speed of the threshold, with n·D = 1. Very
many very small blows are a force in their direction, so that the contact continues the law that the file gives, a mass
or a friction in it included. λ is what presses; where it falls through 0 the contact ends. Several contacts are solved
together, by elimination in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from physics.core.record import Term
from physics.core.straight_line import chosen, function_of
from physics.equations.description import OwnEvent
from physics.equations.naming import KnownNames
from physics.equations.own_record import EquationRecord, Number, along, gradient, replayed
from physics.errors import BadInput


@dataclass(frozen=True)
class RestingContact:
    """What an event with `rest` is as long as it lasts.

    place, on: where in the state it says that it rests, and that variable. gap, closing: `when`, and its rate of
    change. row: n. direction: D. after: the state after a blow, by places.
    """

    event: OwnEvent
    place: int
    on: Term
    gap: Number
    closing: Number
    row: list[Number]
    direction: list[Number]
    after: Mapping[int, Number]

    def where_on(self, value: Number, other: Number = 0.0) -> Number:
        """Return a value while it rests, else another one."""
        return chosen("where>", self.on, 0.5, value, other)


@dataclass(frozen=True)
class HeldRates:
    """Rates or accelerations with those contacts that rest. multipliers: λ of each, whether it rests or not."""

    values: list[Number]
    multipliers: list[Number]


def contact_of(
    record: EquationRecord, names: KnownNames, event: OwnEvent, places: Mapping[str, int], on: tuple[int, Term],
    motion: tuple[Sequence[Term], Sequence[Term], Mapping[int, Number]],
) -> RestingContact:  # fmt: skip
    """Return the contact of an event; raises BadInput where it cannot rest.

    places: of names in the state. on: the place that says that it rests, and its term. motion: coordinates, their
    rates, and the slopes of all else that moves, by lines.
    """
    q, v, others = motion
    gap = names.value(event.when)
    if record.depends([gap], v):
        raise BadInput(f"events.{event.name}.rest: when must be of coordinates alone, and is of their rates")
    closing = along(record, [gap], {**{a.number: b for a, b in zip(q, v, strict=True)}, **others})[0]
    row = gradient(record, closing, v)
    size: Number = 0.0
    for each in row:
        size = size + each * each
    if record.is_zero(size):
        raise BadInput(f"events.{event.name}.rest: when must be of a variable that has an acceleration")
    after = {places[name]: names.value(asked) for name, asked in event.changes.items()}
    slow = {b.number: b - each / size * (closing + event.rest) for b, each in zip(v, row, strict=True)}
    count = len(q)
    rates = [after.get(count + k, each) for k, each in enumerate(v)]
    blow = [b - slow[each.number] for b, each in zip(replayed(record, rates, record, slow), v, strict=True)]
    gain = product(row, blow)
    if record.is_zero(gain):
        raise BadInput(f"events.{event.name}.rest: set must turn the rate of when about")
    direction = [0.0 if record.is_zero(each) else each / gain for each in blow]
    return RestingContact(event, *on, gap, closing, row, direction, after)


def product(one: Sequence[Number], other: Sequence[Number]) -> Number:
    """Return the sum of products of two rows."""
    total: Number = 0.0
    for a, b in zip(one, other, strict=True):
        total = total + a * b
    return total


class HeldMotion(Protocol):
    """What holds a motion: n·(rates) + closing = 0, by steps along a direction, where it is on."""

    @property
    def row(self) -> list[Number]:
        """The derivatives n."""

    @property
    def direction(self) -> list[Number]:
        """The direction of what holds it."""

    @property
    def closing(self) -> Number:
        """The rate that is 0."""

    def where_on(self, value: Number, other: Number = 0.0, /) -> Number:
        """Return a value while it holds, else another one."""


def held(
    record: EquationRecord, contacts: Sequence[HeldMotion], start: Sequence[Number], beside: Sequence[Number]
) -> HeldRates:
    """Return start + Σ λ D, with n·(that) + beside = 0 for all contacts that rest."""
    found, multipliers = list(start), list[Number]()
    directions = [list(each.direction) for each in contacts]
    shares: dict[tuple[int, int], Number] = {}
    for j, contact in enumerate(contacts):
        pivot = product(contact.row, directions[j])
        pushed = -(product(contact.row, found) + beside[j]) / pivot
        multipliers.append(pushed)
        acting = contact.where_on(pushed)
        found = [each + acting * d for each, d in zip(found, directions[j], strict=True)]
        for i in range(j + 1, len(contacts)):
            share = product(contact.row, directions[i]) / pivot
            if not record.is_zero(share):
                shares[j, i] = share
                less = contact.where_on(share)
                directions[i] = [a - less * b for a, b in zip(directions[i], directions[j], strict=True)]
    for (j, i), share in sorted(shares.items(), reverse=True):
        multipliers[j] = multipliers[j] - contacts[i].where_on(share * multipliers[i])
    return HeldRates(found, multipliers)


def accelerations_held(
    record: EquationRecord, contacts: Sequence[HeldMotion], accelerations: Sequence[Number],
    motion: tuple[Sequence[Term], Sequence[Term], Mapping[int, Number]],
) -> HeldRates:  # fmt: skip
    """Return accelerations with those contacts that rest. motion: as for `contact_of`."""
    q, v, others = motion
    known = {**{a.number: b for a, b in zip(q, v, strict=True)}, **others}
    beside = along(record, [each.closing for each in contacts], known) if contacts else []
    return held(record, contacts, accelerations, beside)


def settled(
    record: EquationRecord, contacts: Sequence[RestingContact], q: Sequence[Number], v: Sequence[Number]
) -> list[Number]:
    """Return coordinates and rates without what a method has left of `when`, and of its rate, while it rests.

    A rate beyond the threshold is left as it is: something has happened, and the contact ends.
    """
    gaps, rates = list[Number](), list[Number]()
    for each in contacts:
        fast = function_of("abs", each.closing)
        gaps.append(chosen("where>", fast, each.event.rest, 0.0, each.gap))
        rates.append(chosen("where>", fast, each.event.rest, 0.0, each.closing))
    zeros = [0.0] * len(q)
    moved = [*held(record, contacts, zeros, gaps).values, *held(record, contacts, zeros, rates).values]
    return [a + b for a, b in zip([*q, *v], moved, strict=True)]


def lift_off(contact: RestingContact, pressing: Number) -> Number:
    """Return the guard of the end of a contact, which `pressing` holds, or that another event has moved."""
    fast = function_of("abs", contact.closing)
    rest = contact.event.rest
    return contact.where_on(chosen("where>", fast, rest, rest - fast, pressing), 1.0)


def blow_or_rest(
    record: EquationRecord, contact: RestingContact, v: Sequence[Term], slope: Callable[[Number], Number],
    y: Sequence[Term],
) -> dict[int, Number]:  # fmt: skip
    """Return the state after the event of a contact, by places: after its blow, or at rest. slope: rate of a value."""
    known = {y[place].number: value for place, value in contact.after.items()}
    fast = replayed(record, [contact.closing], record, known)[0]
    pressed = slope(contact.closing)

    def rests(value: Number, other: Number) -> Number:
        still = chosen("where>", contact.event.rest, fast, value, other)
        return chosen("where>", 0.0, pressed, still, other)

    found = dict(contact.after)
    for k, (each, d) in enumerate(zip(v, contact.direction, strict=True), start=len(v)):
        if k in found or not record.is_zero(d):
            found[k] = rests(each - d * contact.closing, found.get(k, each))
    return {**found, contact.place: rests(1.0, 0.0)}
