"""Values of invariants and quantities of a system at many states: in machine code where it is loaded, else in CPython.

Both have the same bits. Where CPython's arithmetic fails, a value is nan there.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.core.fields import Quantity, SharedValue, SharedValues
from physics.core.own_sources import told_index
from physics.core.system import System
from physics.types import Floats

Rows = NDArray[np.float64]


class MeasureCode(NamedTuple):
    """Machine code for the values of a class of systems.

    known: indices of the sources (`MeasureLayout`) that it computes. run(states, p, sources, out): writes the values of
    these sources (n,) at states (rows, dim) into out (rows, size). address: of the function, for other machine code.
    current(): whether all that its sources read from around them is as it was; None for sources in physics alone.
    """

    known: frozenset[int]
    run: Callable[[Rows, Floats, NDArray[np.int64], Rows], None]
    address: int = 0
    current: Callable[[], bool] | None = None


MEASURE_CODE: dict[tuple[type[System], int], MeasureCode] = {}
"""Machine code by class and number of variables, where it has been loaded."""


class MeasureSource(NamedTuple):
    """What computes a value, or several that share it, and their place among all values of a class."""

    compute: Callable[[Any, Floats], float] | SharedValues
    first: int
    width: int


class MeasureLayout(NamedTuple):
    """The order of all values of a class. places: source and place of each `Quantity.value`. size: their number."""

    sources: tuple[MeasureSource, ...]
    places: Mapping[Any, tuple[int, int]]
    size: int


_layouts: dict[type[System], MeasureLayout] = {}


def measure_layout(kind: type[System]) -> MeasureLayout:
    """Return the order of the values of all invariants and quantities that a class declares."""
    if kind not in _layouts:
        _layouts[kind] = _layout(kind)
    return _layouts[kind]


def _layout(kind: type[System]) -> MeasureLayout:
    sources: dict[Any, MeasureSource] = {}
    places, size = {}, 0
    for quantity in (*kind.invariants, *kind.quantities):
        value = quantity.value
        compute = value.shared if isinstance(value, SharedValue) else value
        width = len(compute.names) if isinstance(compute, SharedValues) else 1
        if compute not in sources:
            sources[compute] = MeasureSource(compute, size, width)
            size += width
        at = list(sources).index(compute)
        places[value] = at, sources[compute].first + (value.place if isinstance(value, SharedValue) else 0)
    return MeasureLayout(tuple(sources.values()), places, size)


def measure_code_of(kind: type[System], n: int) -> MeasureCode | None:
    """Return the machine code for the values of a class, if it has been loaded; what is not current is given up."""
    code = MEASURE_CODE.get((kind, n))
    if code is None or code.current is None or code.current():
        return code
    MEASURE_CODE.pop((kind, n), None)
    return None


def is_compiled(system: System) -> bool:
    """Return whether machine code computes the values of a system."""
    return measure_code_of(type(system), len(system.variables)) is not None


def measured(system: System, quantities: Sequence[Quantity], states: Rows) -> Rows:
    """Return the values of quantities at states (rows, dim), (rows, len(quantities)); nan where one has no value."""
    rows = np.ascontiguousarray(states, np.float64)
    found = np.empty((len(rows), len(quantities)))
    others = list(range(len(quantities)))
    if code := measure_code_of(type(system), rows.shape[1]):
        columns, others, places, out = _computed(code, system, quantities, rows)
        found[:, columns] = out[:, places]
    for row, state in enumerate(rows if others else ()):
        y: Floats = memoryview(array("d", state.tobytes()))
        for column in others:
            found[row, column] = _value(system, quantities[column], y)
    return found


def measured_at(system: System, quantities: Sequence[Quantity], y: Floats) -> list[float]:
    """Return the values of quantities at one state; nan where one has no value."""
    code = measure_code_of(type(system), len(y))
    if code is None:
        return [_value(system, quantity, y) for quantity in quantities]
    columns, others, places, out = _computed(code, system, quantities, np.asarray(y)[None])
    numbers = out[0].tolist()
    found = dict(zip(columns, (numbers[place] for place in places), strict=True))
    found.update((column, _value(system, quantities[column], y)) for column in others)
    return [found[column] for column in range(len(quantities))]


def _computed(
    code: MeasureCode, system: System, quantities: Sequence[Quantity], states: Rows
) -> tuple[list[int], list[int], list[int], Rows]:
    """Return which of the quantities machine code computes, which not; the places of the former in its result, and it.

    The result (rows, size) is undefined at other places.
    """
    layout = measure_layout(type(system))
    columns, others, places, sources = [], [], [], set()
    for column, quantity in enumerate(quantities):
        source, place = layout.places.get(quantity.value, (-1, -1))
        if source in code.known:
            columns.append(column)
            places.append(place)
            sources.add(source)
        else:
            others.append(column)
    out = np.empty((len(states), layout.size))
    code.run(states, system.p, np.array(list(sources), np.int64), out)
    return columns, others, places, out


def _value(system: System, quantity: Quantity, y: Floats) -> float:
    try:
        return float(quantity.value(system, y))
    except (ArithmeticError, ValueError):
        return math.nan
    except IndexError as error:
        raise told_index(error, system) from error
