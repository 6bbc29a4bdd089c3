"""What can be measured of a system: variables, invariants, derived quantities, and coordinates of traced points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Quantity, Variable
from physics.core.measure import measured
from physics.core.system import System
from physics.core.units import ANGLE
from physics.errors import unknown
from physics.types import Floats

AXES = ("x", "y", "z")


class Observable(NamedTuple):
    """A number that can be measured of a system, by its name; of a traced point `NAME.x`, `NAME.y` and `NAME.z`.

    angle: it repeats after a full turn.
    """

    name: str
    unit: str
    angle: bool = False


def observables(system: System) -> dict[str, Observable]:
    """Return all that can be measured of a system, by name."""
    every: tuple[Variable | Quantity, ...] = (*system.variables, *system.invariants, *system.quantities)
    found = {each.name: Observable(each.name, each.unit, each.unit == ANGLE) for each in every}
    for point in system.traces(memoryview(system.start())):
        found |= {name: Observable(name, "m") for name in (f"{point}.{axis}" for axis in AXES)}
    return found


def chosen(system: System, names: Sequence[str]) -> tuple[Observable, ...]:
    """Return the observables of these names. Raises BadInput for an unknown one."""
    known = observables(system)
    wrong = next((name for name in names if name not in known), None)
    if wrong is not None:
        raise unknown(f"quantity of {system.name}", wrong, known)
    return tuple(known[name] for name in names)


def values(systems: Sequence[System], states: NDArray[np.float64], names: Sequence[str]) -> NDArray[np.float64]:
    """Return the observables of these names, (n, rows, names), of copies (n) at states (n, rows, dim).

    NaN where a state is not finite.
    """
    out = np.full((*states.shape[:2], len(names)), np.nan)
    places = {variable.name: i for i, variable in enumerate(systems[0].variables)}
    for column, name in enumerate(names):
        if name in places:
            out[:, :, column] = states[:, :, places[name]]
        else:
            for copy, system in enumerate(systems):
                out[copy, :, column] = _computed(system, states[copy], name)
    return out


def _computed(system: System, states: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    """Return an invariant, a derived quantity or the coordinate of a traced point at states (rows, dim): (rows,)."""
    found, finite = np.full(len(states), np.nan), np.isfinite(states).all(axis=1)
    for each in (*system.invariants, *system.quantities):
        if each.name == name:
            found[finite] = measured(system, [each], states[finite])[:, 0]
            return found
    point, _, axis = name.rpartition(".")
    for row in np.flatnonzero(finite):
        y: Floats = memoryview(np.ascontiguousarray(states[row]))  # type: ignore[arg-type]  # a buffer of doubles
        found[row] = system.traces(y)[point][AXES.index(axis)]
    return found
