"""Axes of maps: parameters and initial values of a system that are varied, and the copies of it at given points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Parameter, Variable
from physics.core.system import System
from physics.core.units import format_number
from physics.errors import BadInput, unknown

Numbers = NDArray[np.float64]

MAX_COUNT = 4096
"""Greatest number of cells along an axis."""


@dataclass(frozen=True)
class MapAxis:
    """A parameter or an initial value of a system from `low` to `high` [SI], in `count` cells of one width."""

    name: str
    low: float
    high: float
    count: int
    unit: str = ""
    symbol: str = ""
    parameter: bool = False

    @property
    def values(self) -> Numbers:
        """The values in the middles of the cells, (count,)."""
        half = 0.5 * (self.high - self.low) / self.count
        return np.linspace(self.low + half, self.high - half, self.count)

    def cell(self, value: float) -> int | None:
        """Return the index of the cell of a value, None outside the axis."""
        part = (value - self.low) / (self.high - self.low)
        return min(int(part * self.count), self.count - 1) if 0.0 <= part <= 1.0 else None


def varied(system: System) -> dict[str, Parameter | Variable]:
    """Return what can be an axis of a map, by name: parameters that are numbers, then initial values.

    Parameters of whole numbers, such as a number of links, change what the state consists of, and are no axes.
    """
    parameters = {
        name: field for name, field in system.applicable().items() if isinstance(field, Parameter) and not field.whole
    }
    starts = {each.name: each for each in system.entries() if each.role != "discrete" and each.name not in parameters}
    return {**parameters, **starts}


def map_axis(system: System, name: str, low: object, high: object, count: int) -> MapAxis:
    """Return an axis between two bounds, numbers in SI or texts with units; raises BadInput."""
    known = varied(system)
    name = next(iter(system.named({name: 0.0})))
    if name not in known:
        raise unknown(f"axis of a map of {system.name}", name, known)
    field = known[name]
    ends = field.check(low), field.check(high)
    if not ends[0] < ends[1]:
        words = f"{name} = {format_number(ends[0])}..{format_number(ends[1])} {field.unit}".rstrip()
        raise BadInput(f"{words}: must go from a smaller value to a larger one")
    if not 1 <= count <= MAX_COUNT:
        raise BadInput(f"{name}: {count} cells: must be from 1 to {MAX_COUNT}")
    return MapAxis(name, *ends, count, field.unit, field.symbol, isinstance(field, Parameter))


def ends_as_middles(axis: MapAxis) -> MapAxis:
    """Return the axis whose first and last cell have their middles at the bounds of another, of two cells or more."""
    half = 0.5 * (axis.high - axis.low) / (axis.count - 1)
    return MapAxis(axis.name, axis.low - half, axis.high + half, axis.count, axis.unit, axis.symbol, axis.parameter)


@dataclass(frozen=True)
class MapCopies:
    """Copies of a system for points of a map, those that the system allows.

    places (m,): indices of the points that are allowed; states (m, dim): their initial states; systems: the systems
    with different parameters, and which (m,) of them each copy is; refused: why not, by the index of a point.
    """

    systems: Sequence[System]
    which: NDArray[np.intp]
    places: NDArray[np.intp]
    states: Numbers
    refused: dict[int, str]

    @property
    def system(self) -> System:
        """One of the systems: all of them have the same class and variables."""
        return self.systems[0]

    @property
    def constants(self) -> Numbers | None:
        """The constants of each copy (m, len(p)); None where all are the same."""
        if all(system.p is self.system.p for system in self.systems):
            return None
        return np.array([system.p for system in self.systems])[self.which]

    def of(self, copy: int) -> System:
        """Return the system of a copy."""
        return self.systems[int(self.which[copy])]

    def only(self, wanted: NDArray[np.bool_]) -> MapCopies:
        """Return the wanted (m,) of these copies."""
        return MapCopies(self.systems, self.which[wanted], self.places[wanted], self.states[wanted], self.refused)


def copies_at(system: System, axes: Sequence[MapAxis], points: Numbers) -> MapCopies:
    """Return the copies of a system at points (n, len(axes)) of these axes [SI]."""
    # A variable that stands for itself is written into the state; all else needs a system of its own.
    plain = [_is_plain(system, axis) for axis in axes]
    made: dict[tuple[float, ...], int | str] = {}
    systems: list[System] = []
    chosen = np.full(len(points), -1, np.intp)
    refused = {}
    own = [place for place, each in enumerate(plain) if not each]
    for row, key in enumerate(map(tuple, points[:, own].tolist())):
        if key not in made:
            try:
                systems.append(_with(system, [axes[place] for place in own], key))
                made[key] = len(systems) - 1
            except BadInput as error:
                made[key] = str(error)
        found = made[key]
        if isinstance(found, str):
            refused[row] = found
        else:
            chosen[row] = found
    places = np.flatnonzero(chosen >= 0)
    starts = np.array([each.start() for each in systems] or np.zeros((0, len(system.variables))))
    states = starts[chosen[places]]
    for place, axis in enumerate(axes):
        if plain[place]:
            states[:, system.index(axis.name)] = points[places, place]
    return MapCopies(systems or [system], chosen[places], places, states, refused)


def _is_plain(system: System, axis: MapAxis) -> bool:
    """Return whether an initial value is a variable of the state that changes no other one."""
    known = any(variable.name == axis.name for variable in system.variables)
    return known and not axis.parameter and type(system).normalized is System.normalized


def _with(system: System, axes: Sequence[MapAxis], values: Sequence[float]) -> System:
    """Return the system at values of these axes; raises BadInput."""
    parameters = {axis.name: value for axis, value in zip(axes, values, strict=True) if axis.parameter}
    initial = {axis.name: value for axis, value in zip(axes, values, strict=True) if not axis.parameter}
    made: System = system.replace(parameters, initial) if parameters or initial else system
    if [each.name for each in made.variables] != [each.name for each in system.variables]:
        raise BadInput(f"{', '.join(parameters)}: changes what the state consists of")
    return made
