"""Contacts of a machine: ropes, stops, and friction that holds joints, which begin and end to act.

Each is an equation with a variable of the state that switches it (`physics/machines/equations.py`), so that the same
straight line holds whatever acts. What was hit gets J u = -e J u, with e of the rope or stop, at once with all closed
loops and with what acts already:

    u + H⁻¹ Jᵀ A⁻¹ (…) as the nearest rates in the metric of the masses (Featherstone (2008), 11.7),

where what acts in one direction only cannot pull back: an impulse of the wrong sign is left out. Friction has a finite
force and no part in it. What acts then is found by trial: all that touch and all that rest act; one after the other,
what pulls back lets go, and what is beyond the limit of its friction slips. Where one that let go would then move the
other way, it acts again; from some number of trials on it is the first contact that changes and not the worst, which
ends for frictions and pushes without a greater static one (K. G. Murty, Linear Complementarity, 1988, 4.1).

`guards` and `jump` are made for each machine from the functions here, in which the capitals and `values`, `strike` and
`kinetic` are replaced (`bound`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from physics.core.fields import Event
from physics.core.scratch import scratch
from physics.core.straight_line import root
from physics.machines.dynamics import spring_wrenches, tree_of
from physics.machines.equations import Closed, Solved, moving, places, solved
from physics.machines.loops import Loop, contact_loops, loops, switched
from physics.machines.marks import END, LET_GO, ahead, guards_of_marks, mark_events, pass_marks
from physics.machines.parts import GRIP, HIGH, LENGTH, LOW, PEGS, Contact, MachineTable
from physics.machines.vectors import Number
from physics.types import Floats

MARGIN = 1e-12
"""Depth below 0 of the value of an equation, as a part of its size, at which something is hit.

What stays where it was hit is closed from there: coordinates move by about this much, and the energy by about this part
of its terms, once, however short the steps are."""
TOUCHING = 1e-11
"""Greatest value, as a part of its size, of what touches."""
FORCE_MARGIN = 1e-10
"""Force [N, N m] beyond its limit at which a contact lets go, as a pull of a stop or a push of a rope: rounding."""
SLOW = 1e-12
"""Rate [m/s, rad/s] of a joint against its friction at which that holds it, and least one with which something is hit:
slower ones are rounding."""
STILL = 1e-9
"""Greatest rate [m/s, rad/s] of what rests."""
SETTLING = 1e-3
"""Rate after a blow [m/s, rad/s] below which what was hit does not bounce any more."""
QUIET = 1.0
"""The guard of what cannot happen."""
BACKWARDS = 1e-9
"""Acceleration [m/s², rad/s²] at which what let go would move the other way: rounding."""
TRIALS = 20
"""Greatest number of trials for each contact in which it is found what acts."""
VALUES = 5
"""Numbers that `values` writes of each contact: the value over its size, its rate, the multiplier, `Contact.static` of
friction, else the restitution, and the acceleration."""

COUNT = UNILATERAL = ROPES = 0
"""Numbers of contacts, of ropes and stops, and of ropes, which come first."""
STATES = RATE_PLACE = RATES = LOSS = WORK = 0
"""Where in a state the variables of contacts and the rates begin; number of rates; places of W and W_s (-1: none)."""
TAUT, HIT, MARKS = 1, 1, 0
"""Numbers of the events in which something is hit, and of the first in which a mark is passed."""


# What a machine says of its contacts ------------------------------------------------------------------------


def size_of_value(contact: Contact) -> Number:
    """Return the size of the value of a contact's equation."""
    if contact.is_rope:
        return contact.value
    return 1.0 + root(contact.value * contact.value) if contact.pushes else 1.0


def contact_values(machine: MachineTable, y: Sequence[Number]) -> list[Number]:
    """Return what `VALUES` lists, each as a row of all contacts."""
    state = moving(machine, y)
    found = contact_loops(machine, state.found, state.q, machine.contacts)
    moved = solved(state)
    forces = moved.multipliers[len(machine.equations) :]
    return [
        *(loop.phi / size_of_value(contact) for contact, loop in zip(machine.contacts, found, strict=True)),
        *map(state.speed, found),
        *forces,
        *(each.restitution if each.pushes else each.static for each in machine.contacts),
        *(_acceleration(machine, loop, moved) for loop in found),
    ]


def _acceleration(machine: MachineTable, loop: Loop, moved: Solved) -> Number:
    """Return the second time derivative of the value of an equation; what is driven has a known one, in gamma."""
    total = loop.gamma
    for each, acceleration in zip(loop.row[: machine.rates], moved.accelerations, strict=True):
        total = total + each * acceleration
    return total


def struck(machine: MachineTable, y: Sequence[Number], w: Sequence[Number]) -> list[Number]:
    """Return rates after a blow, its impulses on what pushes, and the work of the drives in it.

    w: 1 + e of what is hit, 1 of what acts already; what acts, and takes part, is switched on in y.
    """
    state = moving(machine, y)
    tree = tree_of(machine, state.found, spring_wrenches(machine, state.found)[0])
    touching = contact_loops(machine, state.found, state.q, machine.contacts[: machine.pushing])
    states = zip(machine.contacts, state.states, strict=True)
    on = [switched(loop, each.acting(y)) for loop, (each, y) in zip(touching, states, strict=False)]
    closed_loops = loops(machine, state.found, state.q)
    found = [*closed_loops, *on]
    closed = Closed.of(machine, tree, found)
    errors = [-state.speed(loop) for loop in closed_loops]
    errors += [-(share * state.speed(loop)) for share, loop in zip(w, on, strict=False)]
    impulses = closed.inner.solved(errors)
    change = closed.mass.forth(closed.pulled(impulses, [0.0] * machine.rates))
    work: Number = 0.0
    for k, rate in enumerate(state.axis_rates[machine.rates :], start=machine.rates):
        needed: Number = 0.0
        for share, each in zip(tree.H[k], change, strict=False):
            needed = needed + share * each
        for loop, impulse in zip(found, impulses, strict=True):
            needed = needed - loop.row[k] * impulse
        work = work + rate * needed
    return [*(a + b for a, b in zip(state.u, change, strict=True)), *impulses[len(closed_loops) :], work]


# Kernels ----------------------------------------------------------------------------------------------------


def values(y: Floats, p: Floats, w: Floats) -> None:
    """Write what `contact_values` returns; replaced."""


def strike(y: Floats, p: Floats, w: Floats) -> None:
    """Write what `struck` returns in place of w; replaced."""


def kinetic(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Write the parts of the energy, the kinetic ones first; replaced."""


def release(w: Floats, y: Floats, at: int, count: int, begin: int, end: int) -> float:
    """Return the guard of what pulls or pushes and lets go. at: of the first variable of contacts."""
    least = QUIET
    for k in range(begin, end):
        if y[at + k] > 0.5:
            least = min(least, w[2 * count + k] + FORCE_MARGIN)
    return least


def touch(w: Floats, y: Floats, at: int, count: int, begin: int, end: int) -> float:
    """Return the guard of what is hit; what leaves is not, nor what has let go at once and does not move yet."""
    least = QUIET
    for k in range(begin, end):
        if abs(y[at + k]) < 0.5:
            least = min(least, max(w[k] + MARGIN, w[count + k] + SLOW))
    return least


def stick(w: Floats, y: Floats, at: int, count: int, begin: int, end: int) -> float:
    """Return the guard of a joint that comes to rest."""
    least = QUIET
    for k in range(begin, end):
        if abs(y[at + k]) > 0.5:
            least = min(least, y[at + k] * w[count + k] + SLOW)
    return least


def slip(w: Floats, y: Floats, at: int, count: int, begin: int, end: int) -> float:
    """Return the guard of a joint that friction cannot hold any more."""
    least = QUIET
    for k in range(begin, end):
        if abs(y[at + k]) < 0.5:
            least = min(least, w[3 * count + k] + FORCE_MARGIN - abs(w[2 * count + k]))
    return least


def decide(y: Floats, p: Floats) -> None:
    """Set which contacts act at a state."""
    w = scratch(VALUES * COUNT)
    values(y, p, w)
    for k in range(UNILATERAL):
        if abs(y[STATES + k]) < 0.5 and w[k] <= TOUCHING and abs(w[COUNT + k]) <= STILL:
            y[STATES + k] = 1.0
    for k in range(UNILATERAL, COUNT):
        speed = w[COUNT + k]
        y[STATES + k] = 0.0 if abs(speed) <= STILL else 1.0 if speed > 0.0 else -1.0
    for trial in range(TRIALS * COUNT):
        values(y, p, w)
        place = worst_of(w, y) if trial < COUNT else -1
        if place < 0:
            place = first_of(w, y)
        if place < 0:
            break
        if place < UNILATERAL:
            y[STATES + place] = 1.0 - y[STATES + place]
        elif y[STATES + place] != 0.0:
            y[STATES + place] = 0.0
        else:
            y[STATES + place] = -1.0 if w[2 * COUNT + place] > 0.0 else 1.0


def worst_of(w: Floats, y: Floats) -> int:
    """Return the contact that pulls back most, else that farthest beyond the limit of its friction, else -1."""
    worst, place = 0.0, -1
    for k in range(UNILATERAL):
        if y[STATES + k] > 0.5 and w[2 * COUNT + k] < worst:
            worst, place = w[2 * COUNT + k], k
    if place >= 0:
        return place
    for k in range(UNILATERAL, COUNT):
        excess = abs(w[2 * COUNT + k]) - w[3 * COUNT + k]
        if abs(y[STATES + k]) < 0.5 and excess > worst:
            worst, place = excess, k
    return place


def first_of(w: Floats, y: Floats) -> int:
    """Return the first contact that does not act as it must, else -1."""
    for k in range(COUNT):
        state, rests = y[STATES + k], abs(w[COUNT + k]) <= STILL
        if k < UNILATERAL:
            if state > 0.5:
                wrong = w[2 * COUNT + k] < 0.0
            else:
                touches = state > -0.5 and rests and w[k] <= TOUCHING
                wrong = touches and w[4 * COUNT + k] < -BACKWARDS
        elif state == 0.0:
            wrong = abs(w[2 * COUNT + k]) > w[3 * COUNT + k]
        else:
            wrong = rests and state * w[4 * COUNT + k] < -BACKWARDS
        if wrong:
            return k
    return -1


def blow(y: Floats, p: Floats, begin: int, end: int) -> None:
    """Apply the blow on all contacts from `begin` to `end` that are hit."""
    size = max(VALUES * COUNT, RATES + UNILATERAL + 1)
    both = scratch(2 * size)
    w, shares = both[0:size], both[size : 2 * size]
    values(y, p, w)
    for k in range(UNILATERAL):
        shares[k] = 1.0
        if begin <= k < end and abs(y[STATES + k]) < 0.5 and w[k] + MARGIN <= 0.0 and w[COUNT + k] <= 0.0:
            e = w[3 * COUNT + k]
            y[STATES + k] = 1.0
            shares[k] = 1.0 + e if -e * w[COUNT + k] > SETTLING else 1.0
    kinetic(0.0, y, p, w)
    before = w[0] + w[1]
    for _ in range(UNILATERAL):
        for k in range(UNILATERAL):
            w[k] = shares[k]
        strike(y, p, w)
        worst, place = 0.0, -1
        for k in range(UNILATERAL):
            if y[STATES + k] > 0.5 and shares[k] == 1.0 and w[RATES + k] < worst:
                worst, place = w[RATES + k], k
        if place < 0:
            break
        y[STATES + place] = 0.0
    for i in range(RATES):
        y[RATE_PLACE + i] = w[i]
    work = w[RATES + UNILATERAL]
    for k in range(UNILATERAL):
        if shares[k] > 1.0:
            y[STATES + k] = 0.0
    kinetic(0.0, y, p, w)
    y[LOSS] += before - (w[0] + w[1]) + work
    if WORK >= 0:
        y[WORK] += work


def jump(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event."""
    if event == TAUT:
        blow(y, p, 0, ROPES)
    elif event == HIT:
        blow(y, p, ROPES, UNILATERAL)
    decide(y, p)


def jump_or_pass(event: int, t: float, y: Floats, p: Floats) -> None:
    """Apply an event of a machine that has marks, too."""
    if event < MARKS:
        jump(event, t, y, p)
    else:
        pass_marks(y, p)
        decide(y, p)


ROPE_EVENTS = Event("slack", "a rope goes slack"), Event("taut", "a rope is pulled taut")
STOP_EVENTS = Event("off", "a joint leaves its stop", quiet=True), Event("stop", "a joint hits a stop")
FRICTION_EVENTS = Event("hold", "friction holds a joint"), Event("slip", "a joint slips")
EVENTS = *ROPE_EVENTS, *STOP_EVENTS, *FRICTION_EVENTS, LET_GO, END
MEANINGS = {
    LENGTH: "1 while the rope pulls",
    PEGS: "1 while the rope pulls",
    LOW: "1 while the joint is at its stop",
    HIGH: "1 while the joint is at its stop",
    GRIP: "sign of the rate, 0 while friction holds the joint",
}
"""What the variable of a contact of each kind is."""


def events_of(machine: MachineTable) -> tuple[Event, ...]:
    """Return the events that a machine can have, in the order of its guards."""
    return (*(event for _, events, _, there in _kinds(machine) if there for event in events), *mark_events(machine))


def _kinds(machine: MachineTable) -> list[tuple[tuple[str, str], tuple[Event, Event], tuple[int, int], bool]]:
    """Return the guards of ropes, stops and friction, their events, which contacts these are, and whether there are."""
    ropes, pushing, count = machine.ropes, machine.pushing, len(machine.contacts)
    return [
        (("release", "touch"), ROPE_EVENTS, (0, ropes), ropes > 0),
        (("release", "touch"), STOP_EVENTS, (ropes, pushing), pushing > ropes),
        (("stick", "slip"), FRICTION_EVENTS, (pushing, count), count > pushing),
    ]


def guard_lines(machine: MachineTable) -> list[str]:
    """Return the source of the guards."""
    count, at = len(machine.contacts), places(machine).contacts
    found = [
        f"{name}(w, y, {at}, {count}, {begin}, {end})"
        for names, _, (begin, end), there in _kinds(machine) if there for name in names
    ]  # fmt: skip
    lines = ["def guards(t: float, y: Floats, p: Floats) -> tuple[float, ...]:"]
    if machine.contacts:
        lines += [f"    w = scratch({VALUES * count})", "    values(y, p, w)"]
    if machine.marks:
        lines += [f"    v = scratch({len(machine.marks)})", "    mark_values(y, p, v)"]
    return [*lines, f"    return ({', '.join([*found, *guards_of_marks(machine)])},)"]


GUARD_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "release": release, "touch": touch, "stick": stick, "slip": slip, "ahead": ahead, "scratch": scratch,
}  # fmt: skip


def numbers_of(machine: MachineTable) -> dict[str, int]:
    """Return the numbers that stand in capitals in the kernels."""
    at, names = places(machine), [each.name for each in events_of(machine)]
    return {
        "COUNT": len(machine.contacts), "UNILATERAL": machine.pushing, "ROPES": machine.ropes, "STATES": at.contacts,
        "RATE_PLACE": machine.coordinates, "RATES": machine.rates, "LOSS": at.loss, "WORK": at.work,
        "TAUT": names.index("taut") if "taut" in names else -1, "HIT": names.index("stop") if "stop" in names else -1,
        "MARKS": len(names) - len(mark_events(machine)),
    }  # fmt: skip


def bound(function: Any, known: Mapping[str, Any], module: str, qualified: str) -> Any:
    """Return a function that reads other things by the names in `known`, as a function of a module."""
    found = types.FunctionType(function.__code__, {**function.__globals__, **known}, function.__name__)
    found.__module__, found.__qualname__ = module, qualified
    return found
