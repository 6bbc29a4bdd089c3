"""What the columns of a table are: the time and quantities of a system, with units, as headings say.

What a heading does not say clearly is a question, never a guess: a unit that is not known or does not fit, two columns
of the same quantity, several runs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from game.experiments.measurements.heading_names import (
    TIME_NAMES,
    TIME_UNIT,
    WORDS,
    Names,
    bare_name,
    endings,
    key,
    unit_in_name,
    unit_of_time,
    words_of,
)
from game.experiments.measurements.table_file import Column, FileColumn, FileTable
from physics import System
from physics.core.fields import Quantity, Variable
from physics.core.units import ANGLE, LISTED, OFFERED, ambiguous, factor, may_fit, spellings, unit_called
from physics.errors import BadInput

TIME = "t"
UNKNOWN = "?"
"""Unit of a column whose heading gives none that is known and fits."""
ROW_NAMES = frozenset((
    "frame", "frames", "row", "rows", "sample", "samples", "index", "idx", "nr", "no", "n", "id", "number", "num",
    "count", "counter", "step", "steps", "point", "points", "pt", "i", "k", "image", "img", "picture", "record",
    "bild", "zeile", "nummer", "ligne", "numéro", "unnamed", "line", "entry", "#", "tick", "ticks", "pos",
))  # fmt: skip
"""Words of headings that count rows, in lower case; such a column is not the time."""
RUN = re.compile(r"\b(run|data ?set)\s*#?\s*(\d+)", re.I)
LATEST = re.compile(r"\s*latest\s*:", re.I)
"""Beginning of the headings of the last run of Logger Pro and Graphical Analysis."""
ANGLES = frozenset(("angle", "theta", "phi", "winkel", "angolo", "ángulo", "angulo", "hoek", "vinkel", "ângulo"))
"""What headings call the only angle of a system, in lower case, Greek letters spelled."""
DEFAULT = re.compile(r"column \d+")
"""Name of a column without a heading."""
MOSTLY = 0.9
"""Part of the steps of a column, from which on it seems to be the time in spite of steps back."""
SCALED = re.compile(
    r"^\s*\d*\.?\d+(?:e[+-]?\d+)?(?:\s*[*×·]\s*|\s+)[^\W\d]|^\s*1\s*/\s*\d|[\s_][x×*·/]\s*\d{2}|[*/×·]\s*\d", re.I
)
"""A number that multiplies or divides what is named: `time /1000`, `1000 t`, `0.1 s`."""


class Measurable(NamedTuple):
    """What a column can be: its name, symbol, SI unit and meaning."""

    name: str
    symbol: str
    unit: str
    meaning: str


class ColumnUse(NamedTuple):
    """What a column of a file is: the name of a quantity or `TIME`, and the unit of its numbers or `UNKNOWN`."""

    quantity: str
    unit: str


class Question(NamedTuple):
    """What is not clear of a column: the quantity it seems to be, its place or None, what is said of it.

    unit: the SI unit of the quantity, where the unit of the column is in question. runs: of which one must be chosen.
    """

    quantity: str
    place: int | None
    words: str
    unit: str = ""
    runs: tuple[str, ...] = ()

    @property
    def answers(self) -> str:
        """The units that may be given, for messages."""
        return spellings(self.unit)


class Understood(NamedTuple):
    """What headings say. uses: by the places of columns. notes: columns that are not what their letter says."""

    uses: dict[int, ColumnUse]
    questions: tuple[Question, ...]
    notes: tuple[str, ...]


class _Match(NamedTuple):
    """A column that seems to be a quantity: its place, name and unit, and how its heading says so."""

    place: int
    quantity: str
    unit: str
    named: bool
    """Whether by the name, not only by a symbol."""
    plain: bool
    """Whether nothing stands beside the name."""


def measurables(system: System | type[System]) -> dict[str, Measurable]:
    """Return what can be measured of a system beside the time, by name: variables, invariants, derived quantities."""
    every: tuple[Variable | Quantity, ...] = (*system.variables, *system.invariants, *system.quantities)
    return {each.name: Measurable(each.name, each.symbol, each.unit, each.meaning) for each in every}


# Units --------------------------------------------------------------------------------------------------------


def units_of(unit: str) -> tuple[str, ...]:
    """Return the units in which numbers of an SI unit may be given, without further spellings, that one first."""
    found = {factor(each, unit): each for each in reversed(LISTED.get(unit, ()))}
    found |= {factor(each, unit): each for each in reversed((unit, *OFFERED.get(unit, ())))}
    order = (unit, *OFFERED.get(unit, ()), *LISTED.get(unit, ()))
    return tuple(sorted(found.values(), key=order.index))


def unit_in(unit: str, heading: str) -> str:
    """Return the unit that a heading gives, as in `units_of` where it is one of these; the SI unit where it gives none.

    `UNKNOWN` where it is not known, or does not fit the SI unit.
    """
    if not heading.strip():
        return unit
    found = factor(heading.strip(), unit)
    if found is None:
        return UNKNOWN
    return next((each for each in units_of(unit) if factor(each, unit) == found), heading.strip())


def heading_unit(column: FileColumn, quantity: str, unit: str) -> str:
    """Return the unit of a column that is a quantity with this SI unit, as `unit_in`; `theta_deg` gives one, too.

    `UNKNOWN` where `unclear` says why it cannot be told.
    """
    if unclear(column, quantity, unit):
        return UNKNOWN
    return unit_in(unit, next(iter(_said(column, quantity, unit)), ""))


def unclear(column: FileColumn, quantity: str, unit: str) -> str:
    """Return why the unit of a column that is a quantity with this SI unit cannot be told, "" where it can."""
    heading, said = column.heading, _said(column, quantity, unit)
    for each in said:
        if several := ambiguous(each):
            return f"{heading}: unit {each!r} may be {several}"
        if factor(each, unit) is None:
            why = "is not known" if unit_called(each) is None else f"is none of {quantity}"
            return f"{heading}: unit {each!r} {why}"
    if any(SCALED.search(name) for name in (column.name, *column.others)):
        return f"{heading}: a number beside the name may be a factor"
    if len({factor(each, unit) for each in said}) > 1:
        return f"{heading}: has several units, {', '.join(said)}"
    if said:
        return ""
    other = next((each for each in column.remarked if may_fit(each, unit) and factor(each, unit) != 1.0), "")
    if other:
        return f"{heading}: has no unit, and a line above names {other!r}"
    if quantity == TIME and counts_rows(column):
        return f"{heading}: seems to count rows"
    return ""


def counts_rows(column: FileColumn) -> bool:
    """Return whether a heading says that its numbers count rows."""
    return any(
        word.casefold() in ROW_NAMES
        for name in (column.name, *column.others)
        if not DEFAULT.fullmatch(name)
        for word in WORDS.findall(bare_name(name))
    )


def _said(column: FileColumn, quantity: str, unit: str) -> tuple[str, ...]:
    """Return the units that the headings of a column give, where it is a quantity with this SI unit."""
    stated = [each for each in (column.unit, *column.also) if each]
    for name in (column.name, *column.others):
        if key(name) != key(quantity):
            stated += [each for each in (unit_in_name(name, quantity == TIME, unit),) if each]
    return tuple(dict.fromkeys(stated))


# Names --------------------------------------------------------------------------------------------------------


def run_of(column: FileColumn) -> str:
    """Return the run that a heading names, such as `run 2` or `latest`, "" for none."""
    every = (column.name, *column.others, column.group)
    if any(map(LATEST.match, every)):
        return "latest"
    found = next((found for name in every if (found := RUN.search(name))), None)
    return f"{found[1].casefold()} {found[2]}" if found else ""


def runs_of(columns: Iterable[FileColumn]) -> tuple[str, ...]:
    """Return the runs that headings name, as they are chosen: by their number, where that tells them apart."""
    runs = [*dict.fromkeys(filter(None, map(run_of, columns)))]
    numbers = [run.rpartition(" ")[2] for run in runs]
    return tuple(numbers if len({*numbers}) == len(runs) else runs)


def of_run(table: FileTable, run: str) -> FileTable:
    """Return the columns of a table that belong to a run, such as `2`, or to none, without its name.

    Raises BadInput.
    """
    wanted = run.casefold().strip()
    known = {each: run_of(column) for column in table.columns for each in _called(run_of(column)) if each}
    if wanted not in known:
        listed = ", ".join(runs_of(table.columns))
        raise BadInput(f"run = {run}: " + (f"must be one of {listed}" if listed else f"{table.path} has no runs"))
    columns = [each for each in table.columns if run_of(each) in ("", known[wanted])]
    return replace(table, columns=tuple(each._replace(name=bare_name(each.name)) for each in columns))


def _called(run: str) -> tuple[str, ...]:
    """Return what a run may be called: its number, or whole."""
    return run, run.rpartition(" ")[2], f"#{run.rpartition(' ')[2]}"


def _match(place: int, column: FileColumn, names: Names, units: Mapping[str, str]) -> _Match | None:
    """Return the quantity that a column seems to be, None for none. units: SI units of the quantities."""
    for written in (column.name, *column.others):
        name = bare_name(written)
        quantity, named = names.find(name)
        for stem, last in endings(name) if not quantity else ():
            quantity, named = names.find(stem)
            if quantity and may_fit(last, units[quantity]):
                break
            quantity = ""
        if quantity:
            return _Match(place, quantity, heading_unit(column, quantity, units[quantity]), named, name == written)
    return None


# What headings say --------------------------------------------------------------------------------------------


def guessed_uses(table: FileTable, system: System | type[System]) -> dict[int, ColumnUse]:
    """Return what the columns of a file are as their headings say, by their place; see `understood`."""
    return understood(table, system).uses


def understood(table: FileTable, system: System | type[System], run: str = "") -> Understood:
    """Return what the headings of a table say. run: the one whose columns are wanted where headings name several."""
    columns = {i: each for i, each in enumerate(table.columns) if not run or run_of(each) in ("", run)}
    matches, questions, notes = _matches(columns, system)
    uses: dict[int, ColumnUse] = {}
    taken = {match.place for match in matches}
    time = _time_column({i: each for i, each in columns.items() if i not in taken})
    if time is not None:
        uses[time] = ColumnUse(TIME, heading_unit(columns[time], TIME, TIME_UNIT))
        if uses[time].unit == UNKNOWN:
            questions.append(Question(TIME, time, unclear(columns[time], TIME, TIME_UNIT), TIME_UNIT))
    by_quantity: dict[str, list[_Match]] = defaultdict(list)
    for match in matches:
        by_quantity[match.quantity].append(match)
    for quantity, same in by_quantity.items():
        plain = [match for match in same if match.plain] or same[:1]
        plain = [match for match in plain if match.named] or plain
        if len(plain) == 1:
            uses[plain[0].place] = ColumnUse(quantity, plain[0].unit)
        else:
            listed = ", ".join(str(match.place + 1) for match in plain)
            questions.append(Question(quantity, None, f"{quantity} stands above several columns: {listed}"))
    used = [columns[place] for place in (*uses, *taken)]
    runs = dict.fromkeys(filter(None, map(run_of, used)))
    if len(runs) > 1:
        return Understood({}, (Question(TIME, None, f"several runs: {', '.join(runs)}", runs=runs_of(used)),), ())
    questions = [each for each in questions if each.place is None or each.place in uses]
    return Understood(uses, tuple(questions), tuple(words for place, words in notes if place not in uses))


def _matches(
    columns: Mapping[int, FileColumn], system: System | type[System]
) -> tuple[list[_Match], list[Question], list[tuple[int, str]]]:
    """Return the columns that seem to be quantities, what is asked of their units, and notes on other ones."""
    known = measurables(system)
    names = Names({name: each.symbol for name, each in known.items()}, _only_angle(system))
    units = {name: each.unit for name, each in known.items()}
    state = {variable.name for variable in system.variables}
    matches, questions, notes = [], [], []
    for place, column in columns.items():
        match = _match(place, column, names, units) if _rank(column) != 0 else None
        if match is None:
            continue
        heading, si = column.heading, units[match.quantity]
        if not match.named and not _said(column, match.quantity, si) and _is_alias(column, match, known):
            notes.append((place, f"{heading} has no unit: not taken as {match.quantity}"))
            continue
        fits = not column.unit or may_fit(column.unit, si)
        if not match.named and not _said(column, match.quantity, si) and match.quantity not in state:
            notes.append((place, f"{heading} has no unit: not taken as {match.quantity}"))
        elif match.unit != UNKNOWN or match.named or fits:
            matches.append(match)
            if match.unit == UNKNOWN:
                questions.append(Question(match.quantity, place, unclear(column, match.quantity, si), si))
        else:
            notes.append((place, f"{heading} is not {match.quantity}, which is in {si or 'numbers'}"))
    return matches, questions, notes


def _only_angle(system: System | type[System]) -> dict[str, str]:
    """Return what headings may call the only coordinate of a system, where that is an angle, by their words."""
    coordinates = [each for each in system.variables if each.role == "coordinate"]
    if len(coordinates) != 1 or coordinates[0].unit != ANGLE:
        return {}
    return dict.fromkeys(ANGLES, coordinates[0].name)


def _is_alias(column: FileColumn, match: _Match, known: Mapping[str, Measurable]) -> bool:
    """Return whether a column is a quantity only because it is the only angle."""
    own = {key(match.quantity), key(known[match.quantity].symbol)}
    return not any(key(bare_name(name)) in own for name in (column.name, *column.others))


# The time -----------------------------------------------------------------------------------------------------


def _time_column(columns: Mapping[int, FileColumn]) -> int | None:
    """Return the place of the column that seems to be the time, or None.

    By its name, of several one whose unit is known; else by its unit; else a column without a heading that rises,
    unless it has whole numbers, which may be those of the rows.
    """
    ranked = []
    for place, column in columns.items():
        rank = _rank(column)
        if rank is None:
            continue
        known = bool(column.unit or unit_of_time(column.name))
        fits = heading_unit(column, TIME, TIME_UNIT) != UNKNOWN
        ranked.append((rank > 1, not fits, rank if rank > 1 else 0, not known, rank, not column.rises, place))
    return min(ranked)[-1] if ranked else None


def _rank(column: FileColumn) -> int | None:
    """Return how a column seems to be the time: 0 by name, 1 by a word, 2 by unit, 3: it rises; None: not at all."""
    timed = factor(column.unit, TIME_UNIT) is not None if column.unit else False
    for name in (column.name, *column.others):
        words = [word.casefold() for word in words_of(name)]
        if words and words != ["t"] and any(word in ROW_NAMES for word in words) and not timed:
            return None
        if name.strip() == "t" or (words and words[0] in TIME_NAMES - {"t"} and _is_time(words)):
            return 0
        if words == ["t"] and name.strip() == "T":
            continue
        if any(word in TIME_NAMES - {"t", "ms", "us", "ns", "no"} for word in words) and (timed or not column.unit):
            return 1 if _mostly_rises(column.values) else None
        if (words[:1] == ["t"] or len(words) == 1) and (words != ["t"]) and not column.unit and unit_of_time(name):
            return 0 if words[0] == "t" else 2 if _mostly_rises(column.values) else None
    if timed and _mostly_rises(column.values):
        return 2
    nameless = DEFAULT.fullmatch(column.name) is not None and not column.others
    return 3 if nameless and column.rises and not column.unit and not _is_whole(column.values) else None


def _is_time(words: list[str]) -> bool:
    """Return whether all words of a name, the first of which is the time, belong to it."""
    return all(word in TIME_NAMES or factor(word, TIME_UNIT) is not None for word in words)


def _is_whole(values: Column) -> bool:
    """Return whether all numbers of a column are whole."""
    known = values[np.isfinite(values)]
    return bool((known == np.round(known)).all())


def _mostly_rises(values: Column) -> bool:
    known = values[np.isfinite(values)]
    steps = np.diff(known)
    return len(known) > 1 and bool(known[-1] > known[0]) and float((steps >= 0.0).mean()) >= MOSTLY
