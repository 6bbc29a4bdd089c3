"""Columns of a table that `polhode fit` is told of with `--column`, and what it asks about the others."""

from __future__ import annotations

import re

from game.experiments.measurements.column_uses import UNKNOWN, Question, heading_unit, run_of, runs_of, unclear
from game.experiments.measurements.heading_names import bare_name
from game.experiments.measurements.measured import counts_a_turn
from game.experiments.measurements.table_file import FileTable
from physics import BadInput
from physics.core.units import ANGLE, ambiguous, factor, may_fit, spellings
from physics.errors import unknown

COUNTS = "N/turn for N counts of an encoder"
"""What may be given as the unit of an angle beside the known ones."""


def given_column(table: FileTable, quantity: str, text: str, si: str) -> tuple[int, str]:
    """Return the place of a column and the unit of its values, from "heading:unit" or "heading". Raises BadInput."""
    place = _place(table, text)
    if place is not None:
        column = table.columns[place]
        unit = heading_unit(column, quantity, si)
        if unit == UNKNOWN:
            why = unclear(column, quantity, si)
            if column.unit and not may_fit(column.unit, si):
                why = f"unit {column.unit!r} of the heading does not fit"
            raise BadInput(
                f"--column {quantity}={text}: {why}; give --column {quantity}={text}:UNIT, one of {answers(si)}"
            )
        return place, unit
    heading, colon, unit = text.rpartition(":")
    place = _place(table, heading) if colon else None
    if place is None:
        names = [column.name for column in table.columns]
        raise unknown(f"column of {table.path}", heading if colon else text, names)
    unit = unit.strip()
    if several := ambiguous(unit):
        raise BadInput(f"--column {quantity}={text}: unit {unit!r} may be {several}; write one of them")
    if factor(unit, si) is None and not (si == ANGLE and counts_a_turn(unit)):
        allowed = answers(si) if si else "none"
        raise BadInput(f"--column {quantity}={text}: unit {unit!r} does not fit; allowed: {allowed}")
    return place, unit


def _place(table: FileTable, heading: str) -> int | None:
    """Return the place of the column with this heading, or of this number from 1; None where there is none.

    The case of letters matters where headings differ in it alone. Raises BadInput where several have this heading.
    """
    names, wanted = [column.name for column in table.columns], heading.strip()
    for known, name in ((names, wanted), ([each.casefold() for each in names], wanted.casefold())):
        places = [place for place, each in enumerate(known) if each == name]
        if len(places) > 1:
            listed = " and ".join(str(place + 1) for place in places)
            raise BadInput(f"table {table.path}: {wanted!r} is the heading of columns {listed}; give the number of one")
        if places:
            return places[0]
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 0
    return number - 1 if 1 <= number <= len(names) else _bare_place(table, wanted)


def _bare_place(table: FileTable, wanted: str) -> int | None:
    """Return the place of the column with this heading beside the name of a run or a track, None where there is none.

    Raises BadInput where several have it.
    """
    name = _folded(wanted)
    every = [
        place for place, each in enumerate(table.columns)
        if name in (_folded(bare_name(each.name)), _folded(f"{each.group} {each.name}"))
    ]  # fmt: skip
    if len(every) > 1:
        listed = " and ".join(str(place + 1) for place in every)
        runs = runs_of(table.columns[place] for place in every)
        apart = len({*map(run_of, (table.columns[place] for place in every))}) == len(every)
        answer = f"--run, one of {', '.join(runs)}" if apart else "the number of one"
        raise BadInput(f"table {table.path}: {wanted!r} is the heading of columns {listed}; give {answer}")
    return every[0] if every else None


def _folded(name: str) -> str:
    """Return a name in lower case, with single spaces."""
    return re.sub(r"\s+", " ", name).strip().casefold()


def answers(si: str) -> str:
    """Return the units that may be given for a quantity with this SI unit, for messages."""
    return f"{spellings(si)}, or {COUNTS}" if si == ANGLE else spellings(si)


def asked(question: Question, table: FileTable) -> str:
    """Return what is not clear of the headings of a table, with the option that answers it."""
    if question.place is not None:
        name = table.columns[question.place].name
        option = f"--column {question.quantity}={name}:UNIT"
        return f"{question.words}; give {option}, one of {answers(question.unit)}"
    if question.runs:
        return f"{question.words}; give --run, one of {', '.join(question.runs)}"
    return f"{question.words}; give --column {question.quantity}=HEADING or NUMBER, and so on"
