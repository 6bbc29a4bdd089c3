"""Poincaré sections: the states in which a run passes a plane, of any system and any quantity of it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Invariant, Quantity, Variable
from physics.core.system import System
from physics.errors import unknown
from physics.types import Floats

HALVINGS = 30
"""The place between two rows is known to a part 1e-9 of the way."""
TURN = 2.0 * math.pi
TRIES = 100
"""Of places in a plane, for each state that is wanted there."""

Direction = Literal["up", "down", "both"]
Numbers = NDArray[np.float64]
Reading = Callable[[Floats], float]


class SectionPlane(NamedTuple):
    """Where a quantity (a state variable, an invariant, or a derived one) has a value [SI] and grows, or falls.

    Angles have it once more in every turn.
    """

    name: str
    value: float = 0.0
    direction: Direction = "up"


def plottable_names(system: System) -> tuple[Variable | Invariant | Quantity, ...]:
    """What can be read from a state of a system."""
    return (*system.variables, *system.invariants, *system.quantities)


def coordinate(system: System, name: str) -> Reading:
    """What reads a quantity from a state; raises BadInput for a name that is none."""
    for each in (*system.invariants, *system.quantities):
        if each.name == name:
            return partial(each.value, system)
    if name not in [variable.name for variable in system.variables]:
        raise unknown(f"quantity of {system.name}", name, [each.name for each in plottable_names(system)])
    return itemgetter(system.index(name))


def is_angle(system: System, name: str) -> bool:
    """Whether a quantity comes back after a turn."""
    return any(each.name == name and each.angle for each in plottable_names(system))


def crossings(system: System, plane: SectionPlane, times: Numbers, states: Numbers) -> tuple[Numbers, Numbers]:
    """When and where a run passes a plane: times (m,) [s] and states (m, dim).

    times (n,), states (n, dim): of rows of the run, close enough that it passes once at most between two of them. In
    between the state is the cubic that has states and rates of both. Raises BadInput for the name of the plane.
    """
    read, turn = coordinate(system, plane.name), TURN if is_angle(system, plane.name) else 0.0
    level = (column(system, plane.name, states) - plane.value) / (turn or 1.0)
    side = np.floor(level) if turn else (level >= 0.0).astype(float)
    found: list[tuple[float, Numbers]] = []
    for i in _passes(level, side, plane.direction, bool(turn)):
        target = plane.value + turn * max(side[i], side[i + 1])
        found.append(_place(system, read, target, times[i : i + 2], states[i : i + 2]))
    when = np.array([time for time, _ in found])
    return when, np.array([state for _, state in found]).reshape(-1, states.shape[1])


def column(system: System, name: str, states: Numbers) -> Numbers:
    """A quantity in each of the states (n, dim), (n,); raises BadInput for a name that is none."""
    read = coordinate(system, name)
    if any(variable.name == name for variable in system.variables):
        return np.array(states[:, system.index(name)])
    return np.array([read(flat(state)) for state in states])


def _passes(level: Numbers, side: Numbers, direction: Direction, turns: bool) -> NDArray[np.intp]:
    """Behind which rows the plane is passed. An angle that jumps by a turn, as some are written, does not move."""
    step = np.diff(side)
    passed = {"up": step > 0.0, "down": step < 0.0, "both": step != 0.0}[direction] & np.isfinite(step)
    return np.flatnonzero(passed & (np.abs(np.diff(level)) < 0.5) if turns else passed)


def _place(system: System, read: Reading, target: float, times: Numbers, states: Numbers) -> tuple[float, Numbers]:
    """Time and state on the way from one row to the next where a quantity comes to a value."""
    span = times[1] - times[0]
    rates = []
    for time, state in zip(times, states, strict=True):
        dy: Floats = memoryview(array("d", bytes(8 * len(state))))
        system.rate(float(time), flat(state), system.p, dy)
        rates.append(span * np.array(dy))
    (a, b), (da, db) = states, rates
    c2, c3 = 3.0 * (b - a) - 2.0 * da - db, 2.0 * (a - b) + da + db

    def between(part: float) -> Numbers:
        return np.asarray(a + part * (da + part * (c2 + part * c3)))

    low, high, rises = 0.0, 1.0, read(flat(a)) < target
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if (read(flat(between(middle))) < target) == rises:
            low = middle
        else:
            high = middle
    return float(times[0] + high * span), between(high)


def has_two_angles(system: System, plane: SectionPlane) -> bool:
    """Whether the plane cuts all motions of one energy into a picture of two dimensions, as of two linked bars."""
    angles = [variable.name for variable in system.variables[:2] if variable.angle]
    return system.second_order and len(system.variables) == 4 and len(angles) == 2 and plane.name in angles


def same_energy(system: System, plane: SectionPlane, energy: float, count: int, seed: int = 0) -> Numbers:
    """At most so many states (n, 4) in a plane, at random, of one energy [J], which goes as the square of the rates.

    For systems with `has_two_angles`. Fewer where there is hardly enough energy to be in the plane.
    """
    random, found = np.random.default_rng(seed), []
    place = system.index(plane.name)
    for _ in range(TRIES * count):
        state = np.zeros(4)
        state[1 - place], way = random.uniform(-math.pi, math.pi, 2)
        state[place] = plane.value
        rest = energy - system.energy(flat(state))
        if rest <= 0.0:
            continue
        state[2:] = math.cos(way), math.sin(way)
        state[2:] *= math.sqrt(rest / (system.energy(flat(state)) - energy + rest))
        found.append(state)
        if len(found) == count:
            break
    return np.array(found).reshape(-1, 4)


def flat(state: Numbers) -> Floats:
    """A state as systems read it."""
    return np.ascontiguousarray(state).data.cast("B").cast("d")
