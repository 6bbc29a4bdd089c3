"""What the columns of a telephone's recording are: the time, three rates and three accelerations, by their headings.

Programs for telephones write them in many ways; a unit that no heading gives is a question, never a guess.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from game.experiments.measurements.column_uses import TIME, UNKNOWN, runs_of, understood
from game.experiments.measurements.heading_names import GREEK, TIME_UNIT, bare_name, unit_of_time
from game.experiments.measurements.measured import check_times, in_si, since_first
from game.experiments.measurements.table_file import Column, FileColumn, FileTable
from physics import BadInput
from physics.core.units import factor, spellings
from physics.free.free_body import FreeBody

RATES, ACCELERATIONS = ("omega_1", "omega_2", "omega_3"), ("a_1", "a_2", "a_3")
"""Names of the columns, along the axes x, y and z of the telephone."""
UNITS = {**dict.fromkeys(RATES, "rad/s"), **dict.fromkeys(ACCELERATIONS, "m/s²"), TIME: TIME_UNIT}
GRAVITY = 9.80665
"""Acceleration of fall that the unit g stands for [m/s²]."""
AXIS = re.compile(r"(?P<stem>.*?)[\s_.\-(\[]*(?P<axis>[xyz]|[123](?!\d)|[αβγ])[)\]]?$", re.I)
LETTERED = re.compile(r"[xyz][)\]]?$", re.I)
"""End of the name of an axis of a telephone."""
RATE_WORDS = re.compile(
    r"gyro|gyr\b|giro|rotation ?rate|angular (?:velocity|rate|speed)|vitesse angulaire|winkelgeschw|drehrate|omega",
    re.I,
)
ACCELERATION_WORDS = re.compile(r"acc|beschleunigung|aceler|accél", re.I)
LINEAR_WORDS = re.compile(r"linea|without g|ohne g|sans g|user ?acc", re.I)
OTHER_WORDS = re.compile(r"uncal|raw|bias|magn|mag\b|orient|grav|abs|quat|euler|roll|pitch|yaw", re.I)
RATE_STEMS, ACCELERATION_STEMS = {"w", "ω", "omega", "g", "gyr", "rot"}, {"a", "acc", "gf"}
TOOLBOX = "gf"
"""Stem of the accelerations of Physics Toolbox, which are in g; its rates have no unit written."""
SENSOR_LOGGER = "seconds_elapsed"
LEAST_GAP, MOST_GAPS = 1.6, 3
"""Time between two rows, in usual ones, from which on rows are missing, and how many gaps are named."""


class SensorColumns(NamedTuple):
    """The columns of a table: the places of the time, of rates and accelerations with their units, and notes."""

    time: tuple[int, str]
    rates: dict[str, tuple[int, str]]
    accelerations: dict[str, tuple[int, str]]
    notes: tuple[str, ...]


class SensorTable(NamedTuple):
    """What a table of a telephone has: times (rows,) [s], rising, rates [rad/s] and accelerations [m/s²], or None.

    The latter are (rows, 3), NaN for none, and have gravity in them. notes: what was done, each in one line.
    """

    t: Column
    rates: Column | None
    acceleration: Column | None
    notes: tuple[str, ...]


def seems_recorded(table: FileTable) -> bool:
    """Return whether a table seems to be of a telephone: it has three rates along axes that are called x, y and z.

    Rates about axes 1, 2 and 3 are those of any body.
    """
    named: set[str] = set()
    for column in table.columns:
        quantity, _ = _quantity(column, table)
        if quantity in RATES and LETTERED.search(unicodedata.normalize("NFKC", bare_name(column.name))):
            named.add(quantity)
    return len(named) == len(RATES)


def without_unit(table: FileTable) -> float | None:
    """Return the greatest magnitude of the rates of a recording where no heading gives their unit, else None."""
    rates = [column for column in table.columns if _quantity(column, table)[0] in RATES]
    if any(column.unit for column in rates) or any(each.name == SENSOR_LOGGER for each in table.columns):
        return None
    return max((float(np.nanmax(np.abs(column.values), initial=0.0)) for column in rates), default=None)


def runs_in(table: FileTable) -> tuple[str, ...]:
    """Return the runs of a table of a telephone that stand beside one another, as they are chosen; () for one run."""
    rates = [column for column in table.columns if _quantity(column, table)[0] in RATES]
    runs = runs_of(rates)
    return runs if len(runs) > 1 else ()


def sensor_table(table: FileTable, given: Mapping[str, tuple[int, str]], unit: str = "") -> SensorTable:
    """Return what a table of a telephone has. given: columns that are told, by name, with units.

    unit: of the rates, where headings give none. Raises BadInput that asks for what headings leave open.
    """
    found = sensor_columns(table, given, unit)
    place, time_unit = found.time
    t, said = since_first(table.columns[place], time_unit)
    notes = [*table.notes, *found.notes, *([said] if said else [])]
    known = np.isfinite(t)
    check_times(table.path, t[known])
    known[np.flatnonzero(known)[1:]] &= np.diff(t[known]) > 0.0
    twice = int(np.isfinite(t).sum() - known.sum())
    if twice:
        notes.append(f"{twice} rows have the time of the row before: left out")
    values = [_values(table, each, known) for each in (found.rates, found.accelerations)]
    return SensorTable(t[known], values[0], values[1], (*notes, *gaps(t[known])))


def _values(table: FileTable, columns: Mapping[str, tuple[int, str]], rows: Column) -> Column | None:
    """Return three columns in SI units (rows, 3), None where there are none."""
    if not columns:
        return None
    found = []
    for name in sorted(columns):
        place, unit = columns[name]
        values = table.columns[place].values[rows]
        found.append(values * GRAVITY if unit == "g" else in_si(values, unit, UNITS[name]))
    return np.column_stack(found)


def gaps(t: Column) -> list[str]:
    """Return what is said of rows that are missing at times t (rows,) [s]."""
    steps = np.diff(t)
    usual = float(np.median(steps)) if len(steps) else 0.0
    irregular = len(steps) > 0 and float(np.percentile(steps, 75)) > LEAST_GAP * usual
    wide = [] if irregular else np.flatnonzero(steps > LEAST_GAP * usual).tolist()
    said = []
    for row in sorted(wide, key=lambda k: -steps[k])[:MOST_GAPS]:
        count = max(round(float(steps[row]) / usual) - 1, 1)
        rows = f"{count} rows are" if count > 1 else "1 row is"
        said.append(f"{rows} missing at {t[row]:.4g} s: kept as a gap")
    if len(wide) > MOST_GAPS:
        said.append(f"{len(wide) - MOST_GAPS} further gaps")
    return said


# Columns ------------------------------------------------------------------------------------------------------


def sensor_columns(table: FileTable, given: Mapping[str, tuple[int, str]], unit: str = "") -> SensorColumns:
    """Return what the columns of a table are; as `sensor_table`."""
    by_name: dict[str, list[int]] = defaultdict(list)
    linear, notes = False, []
    taken = {place for place, _ in given.values()}
    for place, column in enumerate(table.columns):
        name, is_linear = _quantity(column, table)
        linear |= is_linear
        if name and place not in taken and name not in given:
            by_name[name].append(place)
    if linear:
        notes.append("linear acceleration has gravity taken off: it is not used to find the flight")
    columns = {name: _unit(table, name, place, unit) for name, place in _single(table, by_name).items()} | dict(given)
    rates = {name: columns[name] for name in RATES if name in columns}
    accelerations = {name: columns[name] for name in ACCELERATIONS if name in columns and columns[name][1]}
    if 0 < len(rates) < 3:
        missing = ", ".join(name for name in RATES if name not in rates)
        raise BadInput(
            f"table {table.path}: no column is {missing}; give --column {missing.split(',')[0]}=HEADING:UNIT"
        )
    if not rates and not accelerations:
        headings = ", ".join(column.heading for column in table.columns)
        raise BadInput(
            f"table {table.path}: no rates of a gyroscope among {headings}; give --column omega_1=HEADING:UNIT, "
            "omega_2 and omega_3"
        )
    if len(accelerations) < 3:
        accelerations = {}
    places = [place for place, _ in rates.values()]
    if places != sorted(places):
        order = ", ".join("xyz"[RATES.index(name)] for name in sorted(rates, key=lambda name: rates[name][0]))
        notes.append(f"columns {order}")
    return SensorColumns(_time(table, columns), rates, accelerations, tuple(notes))


def _quantity(column: FileColumn, table: FileTable) -> tuple[str, bool]:
    """Return the name of what a column seems to be, "" for none, and whether it is an acceleration without gravity."""
    for written in (column.name, *column.others):
        found = AXIS.fullmatch(bare_name(unicodedata.normalize("NFKC", written)))
        if found is None:
            continue
        axis = {"x": 0, "1": 0, "y": 1, "2": 1, "z": 2, "3": 2}.get(found["axis"].lower())
        stem = found["stem"].strip()
        folder = table.path.stem.lower()
        if axis is None or OTHER_WORDS.search(stem):
            continue
        if not stem:
            if not any(each.name == SENSOR_LOGGER for each in table.columns):
                continue
            stem = folder if "acc" in folder else "gyroscope" if "grav" not in folder else ""
            if folder.startswith("accelerometer"):
                return "", True  # Sensor Logger takes gravity off there
        spelled = "".join(GREEK.get(letter, letter) for letter in stem)
        if LINEAR_WORDS.search(spelled) and ACCELERATION_WORDS.search(spelled):
            return "", True
        bare = re.sub(r"[\s_.\-]", "", spelled).lower()
        if RATE_WORDS.search(spelled) or (bare in RATE_STEMS and _fits(column, "rad/s")):
            return RATES[axis], False
        if ACCELERATION_WORDS.search(spelled) or (bare in ACCELERATION_STEMS and _fits(column, "m/s²")):
            return ACCELERATIONS[axis], False
    return "", False


def _fits(column: FileColumn, unit: str) -> bool:
    """Return whether the unit of a column may be one of these; where it has none it may."""
    return not column.unit or column.unit == "g" or factor(column.unit, unit) is not None


def _single(table: FileTable, by_name: Mapping[str, list[int]]) -> dict[str, int]:
    """Return the place of each quantity. Raises BadInput where there are several, such as those of several runs."""
    for name, places in by_name.items():
        if len(places) > 1:
            listed = ", ".join(str(place + 1) for place in places)
            runs = runs_of(table.columns[place] for place in places)
            if len(runs) == len(places):
                raise BadInput(
                    f"table {table.path}: columns {listed} are {name}, of several runs; "
                    f"give --run, one of {', '.join(runs)}"
                )
            raise BadInput(
                f"table {table.path}: columns {listed} are {name}; choose: --column {name}=NUMBER, and so on"
            )
    return {name: places[0] for name, places in by_name.items()}


def _unit(table: FileTable, name: str, place: int, unit: str) -> tuple[int, str]:
    """Return a column with its unit, "" for an acceleration without. Raises BadInput that asks for that of a rate."""
    column = table.columns[place]
    stated = column.unit
    if name in ACCELERATIONS:
        toolbox = column.name.lower().startswith(TOOLBOX)
        if stated == "g" or (not stated and toolbox):
            return place, "g"
        return place, stated if stated and factor(stated, UNITS[name]) is not None else ""
    if not stated and any(each.name == SENSOR_LOGGER for each in table.columns):
        stated = "rad/s"
    if not stated and unit:
        stated = unit
    if factor(stated, "rad/s") is None:
        most = float(np.nanmax(np.abs(column.values)))
        what = f"unit {stated!r} is not known" if stated else "has no unit"
        raise BadInput(
            f"table {table.path}: {column.name}: {what}; the greatest value, {most:.4g}, would be "
            f"{most / math.tau:.3g} turns a second in rad/s, or {most / 360.0:.3g} in °/s; give --unit, one of "
            f"{spellings('rad/s')}"
        )
    return place, stated


def _time(table: FileTable, columns: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """Return the column of the time with its unit. Raises BadInput where there is none, or its unit is not clear."""
    if TIME in columns:
        return columns[TIME]
    found = understood(table, FreeBody)
    for question in found.questions:
        if question.quantity == TIME and question.place is not None:
            raise BadInput(
                f"table {table.path}: {question.words}; give --column t={table.columns[question.place].name}:UNIT, "
                f"one of {question.answers}"
            )
    place = next((place for place, use in found.uses.items() if use.quantity == TIME), None)
    used = {each for each, _ in columns.values()}
    if place is None or place in used:
        named = (i for i, each in enumerate(table.columns) if i not in used and unit_of_time(each.name))
        place = next(named, None)
    if place is None:
        headings = ", ".join(column.name for column in table.columns)
        raise BadInput(f"table {table.path}: no column is the time; give --column t=HEADING:UNIT, one of {headings}")
    use = found.uses.get(place)
    unit = TIME_UNIT if use is None or use.quantity != TIME else use.unit
    return place, TIME_UNIT if unit == UNKNOWN else unit
