"""The energy of a run by its parts: where it is at a state, and where it has come from."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache, partial
from typing import NamedTuple

from physics.core.fields import EnergyPart, Quantity
from physics.core.system import System
from physics.types import Floats

ROUNDING = 8.0 * sys.float_info.epsilon
"""Drift, over the sum of the magnitudes of all parts, that is rounding and counts as 0."""
INSIDE = ("kinetic", "potential", "elastic")
"""Kinds of the parts that a system has; the others are lost, or work that has come in."""


PREFIX = "energy_"
"""Beginning of the names of columns with parts of the energy."""


def energy_quantities(system: System) -> tuple[Quantity, ...]:
    """Return the parts of the energy of a system as quantities, such as "energy_spin", whose values are in J.

    A value is nan at a state that is not finite.
    """
    return _quantities(system.energy_parts)


@cache
def _quantities(parts: tuple[EnergyPart, ...]) -> tuple[Quantity, ...]:
    return tuple(
        Quantity(
            PREFIX + re.sub(r"\W+", "_", part.name), "", "J", f"{part.meaning}: {part.formula}".rstrip(": "),
            partial(_part, part.name),
        )
        for part in parts
    )  # fmt: skip


def _part(name: str, system: System, y: Floats) -> float:
    try:
        return system.split_energy(y).get(name, math.nan)
    except (ArithmeticError, ValueError):  # CPython raises these where a state is not finite
        return math.nan


class EnergyBudget(NamedTuple):
    """The parts of the energy at a state with their values, and where the energy has come from, all in J.

    start: the energy at the start, and what changes of parameters have made of it. hand: work of the hand.
    drift: the difference that the method has left, of which an exact solution has none; with equations that do not keep
    the energy, theirs too.

    What is in the parts, without those of the kind "work", is start + works + hand + drift. Losses are integrated along
    the run by the same method as the motion, so that what is lost and what has drifted are not confused. All are nan at
    a state where they have no value.
    """

    parts: tuple[tuple[EnergyPart, float], ...]
    start: float
    hand: float
    drift: float

    @property
    def mechanical(self) -> float:
        """The kinetic and potential energy [J]."""
        return sum(value for part, value in self.parts if part.kind in INSIDE)


def energy_budget(system: System, y: Floats, reference: float, hand: float) -> EnergyBudget:
    """Return the budget at the state y; reference: the energy invariant without drift, with the work of the hand.

    A system without parts has the energy alone.
    """
    values: Mapping[str, float] = {}
    with suppress(ArithmeticError, ValueError):  # CPython raises these where a state is not finite
        values = system.split_energy(y)
    parts = tuple((part, values.get(part.name, math.nan)) for part in system.energy_parts)
    total = sum(-value if part.kind == "work" else value for part, value in parts)
    if not parts:
        total = math.nan
        with suppress(ArithmeticError, ValueError):
            total = system.energy(y)
    drift, rounding = total - reference, ROUNDING * sum(abs(value) for _, value in parts)
    return EnergyBudget(parts, reference - hand, hand, 0.0 if abs(drift) <= rounding else drift)
