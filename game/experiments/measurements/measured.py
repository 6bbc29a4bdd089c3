"""Measured tables: values of quantities of a system over time, from a file, in SI units."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.experiments.measurements.column_uses import TIME, UNKNOWN, ColumnUse, measurables, unclear
from game.experiments.measurements.heading_names import TIME_UNIT, unit_of_time
from game.experiments.measurements.table_file import FileColumn, FileTable
from physics import System
from physics.core.units import ANGLE, factor, format_number, may_fit, spellings
from physics.errors import BadInput

Column = NDArray[np.float64]

ANGLE_NAME = "angle"
"""Name of a column that `with_angle` adds, with its number."""
MAX_TIME = 1e12
"""Greatest magnitude of a measured time [s]: dates as seconds since some year are below it."""
EPOCHS = ((1e18, 1e-9, "nanoseconds"), (1e15, 1e-6, "microseconds"), (1e12, 1e-3, "milliseconds"))
"""Least number that counts the time since 1970 in this century, the unit [s] and its name; a thousand times that is
none."""
COUNTS = re.compile(
    r"(?P<number>[1-9]\d{0,8}(?:\.\d+)?)\s*(?:counts?|ticks?|steps?|pulses?)?\s*(?:/|per)\s*(?:turn|rev|tour)", re.I
)
"""How many counts of an encoder are a turn."""
COUNTER = 65536
"""Counts after which the counter of a microcontroller goes round."""
FULL_ROWS, GROUP = 20_000, 64
"""Number of rows from which a table has a thinned one, and the rows of it that two of that stand for."""
ZEROS = {"down": -0.5 * math.pi, "right": 0.0, "up": 0.5 * math.pi, "left": math.pi}
"""Directions in which an angle is zero, with their angles from the right, counterclockwise [rad]."""


@dataclass(frozen=True, eq=False)
class MeasuredTable:
    """Values over the time of a run. name: of the file they come from.

    t: times (rows,) [s] of the run, not falling. columns: the values (rows,) of each variable, invariant or derived
    quantity of the system by its name, in SI units, NaN where there is none. joined: whether they are those of a
    computed run, drawn as a line, not points that were measured. thinned: of a long table the least and greatest values
    of each `GROUP` rows, in turn, for pictures of all of it. begin: time in the file at which the run begins [s].
    notes: what was done with its columns, each in one line.
    """

    name: str
    t: Column
    columns: Mapping[str, Column]
    joined: bool = False
    thinned: MeasuredTable | None = None
    begin: float = 0.0
    notes: tuple[str, ...] = ()

    def beginning(self, begin: float) -> MeasuredTable:
        """Return the table beside a run that begins at another time in the file [s]."""
        if begin == self.begin:
            return self
        thinned = None if self.thinned is None else self.thinned.beginning(begin)
        return replace(self, t=self.t + (self.begin - begin), thinned=thinned, begin=begin)


class Segment(NamedTuple):
    """A segment between two points that were measured, whose angle is wanted.

    x0, y0, x1, y1: places of the columns of its ends; x0 and y0 may be None, the origin. zero: direction in which the
    angle is zero, one of `ZEROS`. clockwise: how it is counted, as seen in the picture. falling: whether y grows
    downwards, as in pictures of a camera.
    """

    x1: int
    y1: int
    x0: int | None = None
    y0: int | None = None
    zero: str = "down"
    clockwise: bool = False
    falling: bool = False


def with_angle(table: FileTable, segment: Segment) -> FileTable:
    """Return a table with one more column: the angle of a segment [rad], without jumps by a turn."""
    ends = [0.0 if place is None else table.columns[place].values for place in segment[:4]]
    x, y = ends[0] - ends[2], (ends[3] - ends[1] if segment.falling else ends[1] - ends[3])
    angles = np.arctan2(y, x) - ZEROS[segment.zero]
    known = np.isfinite(angles)
    turned = np.unwrap(angles[known] if not segment.clockwise else -angles[known])
    angles[known] = turned - (2.0 * np.pi * np.round(turned[:1] / (2.0 * np.pi)))
    count = sum(column.name.startswith(ANGLE_NAME) for column in table.columns)
    column = FileColumn(f"{ANGLE_NAME} {count + 1}", "rad", angles, rises=False)
    return replace(table, columns=(*table.columns, column))


def check_uses(table: FileTable, uses: Mapping[int, ColumnUse], system: System | type[System], rate: float) -> None:
    """Raise BadInput where no or two columns are the time, none is a quantity of the system, or two are the same one.

    The same where the unit of a column is `UNKNOWN`. rate: rows a second, which stand for a column of times; 0: none.
    """
    chosen = [use.quantity for use in uses.values()]
    twice = next((each for each in chosen if chosen.count(each) > 1), None)
    if twice is not None:
        raise BadInput(f"table {table.path}: two columns are {twice}; each can be one only")
    if TIME not in chosen and not rate:
        raise BadInput(f"table {table.path}: no column is the time")
    if not any(each != TIME for each in chosen):
        raise BadInput(f"table {table.path}: no column beside the time is a quantity of {system.name}")
    known = {TIME: TIME_UNIT, **{name: each.unit for name, each in measurables(system).items()}}
    for place, use in uses.items():
        if use.unit == UNKNOWN:
            column = table.columns[place]
            answers = spellings(known[use.quantity])
            why = unclear(column, use.quantity, known[use.quantity])
            if (column.unit and not may_fit(column.unit, known[use.quantity])) or not why:
                why = f"{column.heading}: unit {column.unit!r} of {use.quantity} is not understood"
            raise BadInput(f"table {table.path}: {why}; must be one of {answers}")


def measured(
    table: FileTable, uses: Mapping[int, ColumnUse], system: System | type[System], rate: float = 0.0
) -> MeasuredTable:
    """Return the chosen columns of a file in SI units; rows without a time are left out.

    Angles that jump by a turn go on, as do counts of an encoder that goes round, which `notes` say. rate: as in
    `check_uses`; the first row is at 0 s. Raises BadInput as that does, and where times fall.
    """
    check_uses(table, uses, system, rate)
    known = measurables(system)
    values = {
        use.quantity: since_first(table.columns[place], use.unit)[0]
        if use.quantity == TIME
        else in_si(table.columns[place].values, use.unit, known[use.quantity].unit)
        for place, use in uses.items()
    }
    notes = []
    for use in uses.values():
        if use.quantity in known and known[use.quantity].unit == ANGLE:
            values[use.quantity], jumps = unwrapped(values[use.quantity], counts_a_turn(use.unit))
            notes += [f"{use.quantity}: goes round {jumps} times, and is taken as one that goes on"] if jumps else []
    times = values.pop(TIME) if TIME in values else np.arange(table.rows) / rate
    timed = np.isfinite(times)
    times = times[timed]
    check_times(table.path, times)
    found = _with_thinned(table.path.name, times, {name: column[timed] for name, column in values.items()})
    return replace(found, notes=tuple(notes))


def since_first(column: FileColumn, unit: str) -> tuple[Column, str]:
    """Return the times of a column [s], and what is said where they are taken as counted from 1970, "" where not.

    unit: of its numbers. Where no heading gives one, numbers as large as the nano-, micro- or milliseconds since 1970
    are that; then the first row is at 0 s.
    """
    values = column.values
    first = next(iter(values[np.isfinite(values)]), 0.0)
    if unit == TIME_UNIT and not column.unit and not unit_of_time(column.name):
        for least, scale, name in EPOCHS:
            if least <= first < 1e3 * least:
                return (values - first) * scale, f"times are {name} since 1970: seconds from the first row are used"
    return in_si(values, unit, TIME_UNIT), ""


def check_times(path: Path, times: Column) -> None:
    """Raise BadInput where the finite times of a table [s] fall, or one is too large."""
    falls = np.flatnonzero(times[1:] < times[:-1])
    if len(falls):
        before, after = (format_number(float(times[falls[0] + step])) for step in (0, 1))
        raise BadInput(f"table {path}: the time falls from {before} to {after} s; it must not")
    far = times[np.abs(times) > MAX_TIME]
    if len(far):
        raise BadInput(
            f"table {path}: the time {format_number(float(far[0]))} s: must be at most {MAX_TIME:g} s; "
            "give the unit of the times"
        )


def _with_thinned(name: str, t: Column, columns: dict[str, Column], joined: bool = False) -> MeasuredTable:
    """Return a table, with a thinned one if it is long."""
    if len(t) <= FULL_ROWS:
        return MeasuredTable(name, t, columns, joined)
    edges = np.arange(0, len(t), GROUP)
    least, greatest = (np.minimum, np.maximum) if joined else (np.fmin, np.fmax)
    few = {
        each: np.stack([least.reduceat(column, edges), greatest.reduceat(column, edges)], axis=1).ravel()
        for each, column in columns.items()
    }
    return MeasuredTable(name, t, columns, joined, MeasuredTable(name, np.repeat(t[edges], 2), few, joined))


def counts_a_turn(unit: str) -> float:
    """Return how many counts of an encoder are a turn, where a unit says so, such as `4096/turn`; else 0."""
    found = COUNTS.fullmatch(unit)
    return float(found["number"]) if found is not None else 0.0


def unwrapped(values: Column, counts: float = 0.0) -> tuple[Column, int]:
    """Return angles [rad] without the jumps of one that is shown within a turn, and how many there were.

    counts: of an encoder in a turn; its counter may also go round after 16 bits. Between two rows it turns by less than
    half of what it goes round.
    """
    known = np.flatnonzero(np.isfinite(values))
    rounds = (2.0 * math.pi, *((2.0 * math.pi * COUNTER / counts,) if counts > 0.0 else ()))
    for size in rounds:
        if len(known) < 2 or float(np.ptp(values[known])) > size * (1.0 + 1e-9):
            continue
        jumps = np.round(np.diff(values[known]) / size)
        found = values.copy()
        found[known[1:]] -= size * np.cumsum(jumps)
        return found, int(np.count_nonzero(jumps))
    return values, 0


def in_si(values: Column, unit: str, si: str) -> Column:
    """Return values given in a unit in the SI unit; counts of an encoder, as `counts_a_turn`, are angles."""
    counts = counts_a_turn(unit) if si == ANGLE else 0.0
    scale = 2.0 * math.pi / counts if counts else factor(unit, si)
    if scale is None:
        raise KeyError(unit)
    return values if unit == si else values * scale


def computed_table(table: FileTable, system: System | type[System]) -> MeasuredTable | None:
    """Return the table of a run that this program has written, None where its columns are not those of the system."""
    names = [column.name for column in table.columns]
    if names[:1] != [TIME] or not set(names[1:]) <= measurables(system).keys() or len(names) < 2:
        return None
    columns = {column.name: column.values for column in table.columns[1:]}
    return _with_thinned(table.path.name, table.columns[0].values, columns, joined=True)
