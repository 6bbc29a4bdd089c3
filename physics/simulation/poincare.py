"""Poincaré sections: the states in which a run crosses a plane of any quantity of a system."""

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
from physics.core.measure import measured
from physics.core.system import System, has_energy
from physics.errors import unknown
from physics.maths import rounded
from physics.types import Floats

HALVINGS = 30
"""Bisections for the place between two rows, which is then known to a part 1e-9 of the distance."""
TURN = 2.0 * math.pi
DOT = "\u0307"
"""The dot over a letter, the sign of a rate."""
TRIALS_PER_STATE = 100
"""Random places tried in a plane, per requested state."""

Direction = Literal["up", "down", "both"]
Numbers = NDArray[np.float64]
StateFunction = Callable[[Floats], float]


class SectionPlane(NamedTuple):
    """A plane on which a state variable, invariant or quantity has a value [SI] and increases ("up") or decreases.

    The value of an angle counts modulo a full turn.
    """

    name: str
    value: float = 0.0
    direction: Direction = "up"


def plottable_names(system: System) -> tuple[Variable | Invariant | Quantity, ...]:
    """Return the variables, invariants and quantities of a system."""
    return (*system.variables, *system.invariants, *system.quantities)


def coordinate(system: System, name: str) -> StateFunction:
    """Return the function that reads a quantity from a state; raises BadInput for an unknown name."""
    for each in (*system.invariants, *system.quantities):
        if each.name == name:
            return partial(each.value, system)
    if name not in [variable.name for variable in system.variables]:
        raise unknown(f"quantity of {system.name}", name, [each.name for each in plottable_names(system)])
    return itemgetter(system.index(name))


def is_angle(system: System, name: str) -> bool:
    """Return whether a quantity is an angle."""
    return any(each.name == name and each.angle for each in plottable_names(system))


def rate_of(system: System, name: str) -> str:
    """Return the quantity that is the rate of another, by the dot over its symbol; "" where there is none."""
    symbols = {each.name: each.symbol for each in plottable_names(system)}
    wanted = symbols.get(name, "")
    return next((each for each, symbol in symbols.items() if DOT in symbol and symbol.replace(DOT, "") == wanted), "")


def crossings(system: System, plane: SectionPlane, times: Numbers, states: Numbers) -> tuple[Numbers, Numbers]:
    """Return the times (m,) [s] and states (m, dim) at which a run crosses a plane.

    times (n,), states (n, dim): rows of the run, so close that there is at most one crossing between two of them.
    Between rows the state is the cubic Hermite interpolant. Raises BadInput for an unknown name of the plane.
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
    """Return a quantity in each of the states (n, dim) as (n,); raises BadInput for an unknown name."""
    for each in (*system.invariants, *system.quantities):
        if each.name == name:
            return measured(system, [each], states)[:, 0]
    coordinate(system, name)
    return np.array(states[:, system.index(name)])


def _passes(level: Numbers, side: Numbers, direction: Direction, turns: bool) -> NDArray[np.intp]:
    """Return the rows after which the plane is crossed. A jump of a wrapped angle by a full turn is no crossing."""
    step = np.diff(side)
    passed = {"up": step > 0.0, "down": step < 0.0, "both": step != 0.0}[direction] & np.isfinite(step)
    return np.flatnonzero(passed & (np.abs(np.diff(level)) < 0.5) if turns else passed)


def _place(
    system: System, read: StateFunction, target: float, times: Numbers, states: Numbers
) -> tuple[float, Numbers]:
    """Return the time and state between two rows at which a quantity reaches a value.

    Discrete variables have their values in the first row.
    """
    span = times[1] - times[0]
    rates = []
    for time, state in zip(times, states, strict=True):
        dy: Floats = memoryview(array("d", bytes(8 * len(state))))
        system.rate(float(time), flat(state), system.p, dy)
        rates.append(span * np.array(dy))
    (a, b), (da, db) = states.copy(), rates
    discrete = system.places("discrete")
    b[discrete] = a[discrete]
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
    """Return whether the system has two angles and their rates and the plane is of one of the angles.

    All motions of one energy then have a section in two dimensions.
    """
    angles = [variable.name for variable in system.variables[:2] if variable.angle]
    has_surface = has_energy(system) and system.second_order and len(system.variables) == 4
    return has_surface and len(angles) == 2 and plane.name in angles


def same_energy(system: System, plane: SectionPlane, energy: float, count: int, seed: int = 0) -> Numbers:
    """Return up to `count` random states (n, 4) in a plane with one energy [J], which is quadratic in the rates.

    For systems with `has_two_angles`. There are fewer if the energy hardly suffices to reach the plane.
    """
    random, found = np.random.default_rng(seed), []
    place = system.index(plane.name)
    for _ in range(TRIALS_PER_STATE * count):
        state = np.zeros(4)
        state[1 - place], way = random.uniform(-math.pi, math.pi, 2)
        state[place] = plane.value
        rest = energy - system.energy(flat(state))
        if rest <= 0.0:
            continue
        state[2:] = rounded.cos(way), rounded.sin(way)
        state[2:] *= math.sqrt(rest / (system.energy(flat(state)) - energy + rest))
        found.append(state)
        if len(found) == count:
            break
    return np.array(found).reshape(-1, 4)


def flat(state: Numbers) -> Floats:
    """Return a state as the flat buffer that systems read."""
    return np.ascontiguousarray(state).data.cast("B").cast("d")
