"""Cells of tables in text files: numbers, times of the clock, and what stands for a value that is missing."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime

from physics.core.units import is_unit, shown
from physics.errors import BadInput

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?")
"""A number; Fortran writes the exponent of a double with D."""
WITH_UNIT = re.compile(rf"(?P<number>{NUMBER.pattern})\s*(?P<unit>(?:[^\W\d_]|[°º˚%]).*)")
"""A number with its unit in the same cell: `12.3°`, `0.04 s`."""
CLOCK = re.compile(
    r"(?:(?P<days>\d+) days? )?(?:(?P<hours>\d{1,2}):)?(?P<minutes>\d{1,2}):"
    r"(?P<seconds>\d{2}(?:\.\d+|:\d{3,})?)(?:\s*(?P<half>[AP])\.?M\.?)?",
    re.I,
)
"""Time of the clock: hours, minutes and seconds, or minutes and seconds with a fraction, which a colon may begin
if it has three digits; two may be a number of frames. Intervals of pandas have days before them."""
DATED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?")
"""Time with its date (ISO 8601), the only way to write one whose parts have a known order."""
DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}(?:[T ].*)?")
"""A date, which is no time where its parts have no known order or the time of the day is missing."""
MISSING = frozenset((
    "", "nan", "-nan", "+nan", "nan(ind)", "-nan(ind)", "na", "n/a", "n.a.", "<na>", "nat", "null", "nil", "none",
    "missing", "undefined", "undef", "-", "--", "---", "–", "—", ".", "..", "...", "…", "?",
    "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "-∞", "1.#inf", "-1.#inf", "1.#qnan", "1.#ind",
    "-1.#ind", "#n/a", "#na", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!", "#zahl!", "#wert!", "#nv",
    "#bezug!", "#nombre!", "#valeur!", "*", "**", "***", "lost", "nd", "n.d.", "n/d", "invalid", "error", "err",
    "ovf", "overflow", "fehlt", "void",
))  # fmt: skip
"""Cells, in lower case, that stand for a value that is missing, as spreadsheets and other programs write it."""
MINUS = str.maketrans(dict.fromkeys("−–‒﹣－", "-"))
"""What may stand for a minus."""
EXPONENT = str.maketrans("dD", "ee")


MOST = 1e100
"""Greatest magnitude of a number in a cell: it can be converted from one unit to another, and squared."""


def pointed(cell: str, comma: bool) -> str:
    """Return a number with a decimal point and a plain minus."""
    if not cell.isascii():
        cell = cell.translate(MINUS)
    return cell.replace(",", ".") if comma else cell


def is_missing(cell: str) -> bool:
    """Return whether a cell stands for a value that is missing."""
    return cell.lower() in MISSING


def is_number(cell: str, comma: bool) -> bool:
    """Return whether a cell is a number."""
    return NUMBER.fullmatch(pointed(cell, comma)) is not None


def unit_in_cell(cell: str, comma: bool) -> str:
    """Return the unit that stands behind the number in a cell, "" where there is none that is known."""
    words = pointed(cell, comma)
    found = None if NUMBER.fullmatch(words) else WITH_UNIT.fullmatch(words)
    return found["unit"] if found is not None and is_unit(found["unit"]) else ""


def is_date(cell: str) -> bool:
    """Return whether a cell is a date, such as `01.05.2024`."""
    return DATE.fullmatch(cell) is not None


def is_clock(cell: str, comma: bool) -> bool:
    """Return whether a cell is a time of the clock, in seconds or finer: `0:00:01.2`, `01:02.5`, or with a date."""
    return not math.isnan(_clock(pointed(cell, comma)))


def _clock(words: str) -> float:
    """Return the seconds since midnight, or of a time with its date since 1970, NaN of anything else."""
    found = CLOCK.fullmatch(words)
    if found is not None and (found["hours"] is not None or "." in words):
        hours = int(found["hours"] or 0)
        if found["half"]:
            hours = hours % 12 + 12 * (found["half"] in "pP")
        return (
            86400.0 * int(found["days"] or 0)
            + 3600.0 * hours
            + 60.0 * int(found["minutes"])
            + float(found["seconds"].replace(":", "."))
        )
    if DATED.fullmatch(words):
        try:
            moment = datetime.fromisoformat(words)
        except ValueError:  # such as the 30th of February
            return math.nan
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return math.nan


def value_of(line: int, name: str, cell: str, comma: bool, clock: bool, unit: str = "") -> float:
    """Return the number in a cell, of a time of the clock its seconds, NaN where it is missing.

    unit: that stands in the cells of this column. Raises BadInput with the line and the name of the column.
    """
    if is_missing(cell):
        return math.nan
    words = pointed(cell, comma)
    if clock and not math.isnan(seconds := _clock(words)):
        return seconds
    beside = unit_in_cell(cell, comma)
    if beside != unit:
        others = f"others have {shown(unit)}" if unit else "others have none"
        what = f"has the unit {shown(beside)}" if beside else "has no unit"
        if beside or NUMBER.fullmatch(words):
            raise BadInput(f"line {line}: {name} = {shown(cell)}: {what}, {others}; write one unit, in the heading")
    elif unit:
        words = words.removesuffix(unit).rstrip()
    value = float(words.translate(EXPONENT)) if NUMBER.fullmatch(words) else math.nan
    if not math.isfinite(value):
        raise BadInput(f"line {line}: {name} = {shown(cell)}: must be a finite number, or empty")
    if abs(value) > MOST:
        raise BadInput(f"line {line}: {name} = {shown(cell)}: must be within ±{MOST:g}, or empty")
    return value
