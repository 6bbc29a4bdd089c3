"""What the columns of a table are: the time and quantities of a system, with units, as headings say.

What a heading does not say clearly is a question, never a guess: a unit that is not known or does not fit, two columns
of the same quantity, several runs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from game.experiments.measurements.table_file import Column, FileColumn, FileTable
from physics import System
from physics.core.fields import Quantity, Variable
from physics.core.units import LISTED, OFFERED, factor, spellings, unit_called

TIME = "t"
TIME_UNIT = "s"
UNKNOWN = "?"
"""Unit of a column whose heading gives none that is known and fits."""
TIME_NAMES = frozenset((
    "t", "time", "times", "temps", "zeit", "tiempo", "tempo", "tid", "tijd", "czas", "elapsed", "timestamp",
    "timestamps", "zeitstempel", "second", "seconds", "sec", "secs", "sekunden", "secondes", "segundos", "millis",
    "milliseconds", "millisecond", "msec", "ms", "micros", "microseconds", "microsecond", "usec", "us", "µs",
    "nanos", "nanoseconds", "nanosecond", "nsec", "ns",
))  # fmt: skip
"""Words of headings that are the time, in lower case."""
UNITS_IN_NAMES = {"millis": "ms", "micros": "us", "nanos": "ns", "secondes": "s", "segundos": "s", "sekunden": "s"}
ROW_NAMES = frozenset((
    "frame", "frames", "row", "rows", "sample", "samples", "index", "idx", "nr", "no", "n", "id", "number", "num",
    "count", "counter", "step", "steps", "point", "points", "pt", "i", "k", "image", "img", "picture", "record",
    "bild", "zeile", "nummer", "ligne", "numéro", "unnamed", "line", "entry", "#", "tick", "ticks", "pos",
))  # fmt: skip
"""Words of headings that count rows, in lower case; such a column is not the time."""
MOSTLY = 0.9
"""Part of the steps of a column, from which on it seems to be the time in spite of steps back."""
GREEK = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
), strict=True))  # fmt: skip
GREEK |= {"ϕ": "phi", "ϑ": "theta", "ϵ": "epsilon", "ς": "sigma"} | {
    letter.upper(): word.capitalize() for letter, word in GREEK.items()
}
SET = re.compile(r"^\s*(?:latest|data ?set(?: \d+)?|run(?: #?\d+)?)\s*:\s*|\s+(?:run|data ?set)\s*#?\s*\d+\s*$", re.I)
"""What programs write before or behind a heading where there are several runs."""
RUN = re.compile(r"\b(run|data ?set)\s*#?\s*(\d+)", re.I)
WORDS = re.compile(r"[^\W_]+|#")


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

    unit: the SI unit of the quantity, where the unit of the column is in question.
    """

    quantity: str
    place: int | None
    words: str
    unit: str = ""

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
    """Return the unit of a column that is a quantity with this SI unit, as `unit_in`; `theta_deg` gives one, too."""
    if column.unit:
        return unit_in(unit, column.unit)
    for name in (column.name, *column.others):
        if quantity == TIME and (word := _unit_of_time(name)):
            return unit_in(unit, word)
        for _, last in _endings(name):
            if factor(last, unit) is not None:
                return unit_in(unit, last)
    return unit


def _unit_of_time(name: str) -> str:
    """Return the unit of time that stands in a name such as `seconds_elapsed` or `time_ms`, "" for none."""
    words = [UNITS_IN_NAMES.get(word.casefold(), word) for word in WORDS.findall(name)]
    last = words[-1:] if len(words) > 1 and words[0].casefold() in TIME_NAMES else []
    units = [word for word in words if len(word) > 1 and word.casefold() != "min"] + last
    return next((word for word in units if factor(word, TIME_UNIT) is not None), "")


def _endings(name: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to cut a name into a shorter one and a unit: `theta_deg`, `omega_rad_s`."""
    parts = re.split(r"[_\s]+", name.strip())
    for count in (1, 2):
        if len(parts) > count:
            yield "_".join(parts[:-count]), "/".join(parts[-count:])


# Names --------------------------------------------------------------------------------------------------------


class _Names:
    """The quantities of a system by what headings call them.

    The case of letters matters for symbols, such as t and T, v and V, ω and Ω; not for names.
    """

    def __init__(self, known: Mapping[str, Measurable]) -> None:
        self.known = known
        symbols = [_key(each.symbol) for each in known.values()]
        self._symbols = {key: name for key, name in zip(symbols, known, strict=True) if symbols.count(key) == 1}
        self._exact = {_key(name): name for name in known}
        folded: dict[str, set[str]] = defaultdict(set)
        for key, name in (*self._exact.items(), *self._symbols.items()):
            if len(key) > 2:
                folded[key.casefold()].add(name)
        self._folded = {key: next(iter(names)) for key, names in folded.items() if len(names) == 1}

    def find(self, heading: str) -> tuple[str, bool]:
        """Return the quantity of a heading, "" for none, and whether its name, not only a symbol, says so."""
        key = _key(heading)
        for name in (heading if heading in self.known else "", self._exact.get(key, "")):
            if name:
                return name, len(key) > 1
        name = self._symbols.get(key, "") or self._folded.get(key.casefold(), "")
        return name, len(key) > 2


def _key(name: str) -> str:
    """Return a name without what separates its words, with Greek letters spelled and small digits as usual ones."""
    words = "".join(GREEK.get(letter, letter) for letter in unicodedata.normalize("NFKC", name))
    return re.sub(r"[\s_\-.]+", "", words)


def _bare_name(name: str) -> str:
    """Return a name without what programs write beside it where there are several runs."""
    return SET.sub("", re.split(r"\s+of\s+", name)[0]).strip()


def run_of(column: FileColumn) -> str:
    """Return the run that a heading names, such as `run 2`, "" for none."""
    found = next((found for name in (column.name, *column.others) if (found := RUN.search(name))), None)
    return f"{found[1].casefold()} {found[2]}" if found else ""


def _match(place: int, column: FileColumn, names: _Names) -> _Match | None:
    """Return the quantity that a column seems to be, None for none."""
    for written in (column.name, *column.others):
        name = _bare_name(written)
        quantity, named = names.find(name)
        if quantity:
            unit = column.unit or ""
            return _Match(place, quantity, unit_in(names.known[quantity].unit, unit), named, name == written)
        for stem, last in _endings(name) if not column.unit else ():
            quantity, named = names.find(stem)
            if quantity and factor(last, names.known[quantity].unit) is not None:
                return _Match(place, quantity, unit_in(names.known[quantity].unit, last), named, name == written)
    return None


# What headings say --------------------------------------------------------------------------------------------


def guessed_uses(table: FileTable, system: System | type[System]) -> dict[int, ColumnUse]:
    """Return what the columns of a file are as their headings say, by their place; see `understood`."""
    return understood(table, system).uses


def understood(table: FileTable, system: System | type[System], run: str = "") -> Understood:
    """Return what the headings of a table say. run: the one whose columns are wanted where headings name several."""
    names = _Names(measurables(system))
    columns = {i: each for i, each in enumerate(table.columns) if not run or run_of(each) in ("", run)}
    found = {i: _match(i, each, names) for i, each in columns.items() if _rank(each) != 0}
    state = {variable.name for variable in system.variables}
    matches, questions, notes = [], [], []
    for place, match in found.items():
        if match is None:
            continue
        heading, si = columns[place].heading, names.known[match.quantity].unit
        if not match.named and not columns[place].unit and match.quantity not in state:
            notes.append((place, f"{heading} has no unit: not taken as {match.quantity}"))
        elif match.unit != UNKNOWN:
            matches.append(match)
        elif match.named:
            matches.append(match)
            questions.append(_about_unit(match.quantity, place, columns[place], si))
        else:
            notes.append((place, f"{heading} is not {match.quantity}, which is in {si or 'numbers'}"))
    uses: dict[int, ColumnUse] = {}
    taken = {match.place for match in matches}
    time = _time_column({i: each for i, each in columns.items() if i not in taken})
    if time is not None:
        uses[time] = ColumnUse(TIME, heading_unit(columns[time], TIME, TIME_UNIT))
        if uses[time].unit == UNKNOWN:
            questions.append(_about_unit(TIME, time, columns[time], TIME_UNIT))
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
    runs = dict.fromkeys(filter(None, (run_of(columns[place]) for place in (*uses, *taken))))
    if len(runs) > 1:
        return Understood({}, (Question(TIME, None, f"several runs: {', '.join(runs)}"),), ())
    questions = [each for each in questions if each.place is None or each.place in uses]
    return Understood(uses, tuple(questions), tuple(words for place, words in notes if place not in uses))


def _about_unit(quantity: str, place: int, column: FileColumn, si: str) -> Question:
    why = "is not known" if unit_called(column.unit) is None else f"is none of {quantity}"
    return Question(quantity, place, f"{column.heading}: unit {column.unit!r} {why}", si)


# The time -----------------------------------------------------------------------------------------------------


def _time_column(columns: Mapping[int, FileColumn]) -> int | None:
    """Return the place of the column that seems to be the time, or None.

    By its name, of several one whose unit is known; else by its unit; else a column without a name of its own that
    rises, unless it has whole numbers, which may be those of the rows.
    """
    ranked = []
    for place, column in columns.items():
        rank = _rank(column)
        if rank is None:
            continue
        known = bool(column.unit or _unit_of_time(column.name))
        fits = heading_unit(column, TIME, TIME_UNIT) != UNKNOWN
        ranked.append((rank > 1, not fits, rank if rank > 1 else 0, not known, rank, not column.rises, place))
    return min(ranked)[-1] if ranked else None


def _rank(column: FileColumn) -> int | None:
    """Return how a column seems to be the time: 0 by name, 1 by a word, 2 by unit, 3: it rises; None: not at all."""
    timed = factor(column.unit, TIME_UNIT) is not None if column.unit else False
    for name in (column.name, *column.others):
        words = [word.casefold() for word in WORDS.findall(_bare_name(name))]
        if words and words != ["t"] and any(word in ROW_NAMES for word in words) and not timed:
            return None
        if name.strip() == "t" or (words and words[0] in TIME_NAMES - {"t"} and _is_time(words)):
            return 0
        if words == ["t"] and name.strip() == "T":
            continue
        if any(word in TIME_NAMES - {"t", "ms", "us", "ns", "no"} for word in words) and (timed or not column.unit):
            return 1 if _mostly_rises(column.values) else None
        if words[:1] == ["t"] and len(words) > 1 and _unit_of_time(name):
            return 0
    if timed and _mostly_rises(column.values):
        return 2
    known = column.values[np.isfinite(column.values)]
    whole = bool((known == np.round(known)).all())
    return 3 if column.rises and not column.unit and not whole else None


def _is_time(words: list[str]) -> bool:
    """Return whether all words of a name, the first of which is the time, belong to it."""
    return all(word in TIME_NAMES or factor(word, TIME_UNIT) is not None for word in words)


def _mostly_rises(values: Column) -> bool:
    known = values[np.isfinite(values)]
    steps = np.diff(known)
    return len(known) > 1 and bool(known[-1] > known[0]) and float((steps >= 0.0).mean()) >= MOSTLY
