"""Numbers of a system that a fit can find, with what panels say of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from physics import System
from physics.fitting.unknowns import Unknown, free_numbers
from physics.linkages.links import subscript


class FitNumber(NamedTuple):
    """A number that can be free: the unknown, its symbol, and its name in English.

    starts: it is an initial value. place: of an entry of a list of numbers, from 1; else "".
    """

    unknown: Unknown
    symbol: str
    words: str
    starts: bool
    place: str = ""


def fit_numbers(system: System) -> dict[str, FitNumber]:
    """Return all single numbers of a system that can be free, by name: initial values first, then parameters."""
    known = free_numbers(system)
    found: dict[str, FitNumber] = {}
    for variable in system.entries():
        if variable.name in known:
            found[variable.name] = FitNumber(known[variable.name][0], variable.symbol, variable.meaning, True)
    for each in (one for several in known.values() for one in several):
        if not each.field or each.name in found:
            continue
        field, several = system.fields[each.field], len(known[each.field]) > 1
        place = "" if each.place is None or not several else str(each.place + 1)
        symbol = field.symbol + (subscript(each.place + 1) if place and each.place is not None else "")
        words = each.field.replace("_", " ")
        found[each.name] = FitNumber(each, symbol if field.symbol else "", words, False, place)
    return found


def usual_choice(system: System, columns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the numbers that are free at first: the starts of what was measured, and all velocities."""
    velocities = {variable.name for variable in system.variables if variable.role == "velocity"}
    return tuple(
        name
        for name, number in fit_numbers(system).items()
        if number.starts and (name in columns or name in velocities)
    )
