"""Units in which a person wants values to be shown and typed; all values of the program are in SI units."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from physics.core.units import ANGLE, from_unit, in_unit, with_unit


class ShownUnits(Struct, frozen=True):
    """The units that a person has chosen. chosen: those that are not the SI unit, by the SI unit."""

    chosen: Mapping[str, str] = {}

    def of(self, unit: str) -> str:
        """Return the unit in which values of an SI unit are shown."""
        return self.chosen.get(unit, unit)

    def shown(self, value: float, unit: str) -> float:
        """Return a value, given in an SI unit, in the unit in which it is shown."""
        return in_unit(value, unit, self.of(unit))

    def si(self, value: float, unit: str) -> float:
        """Return a value, given in the unit in which those of an SI unit are shown, in that SI unit."""
        return from_unit(value, unit, self.of(unit))

    def typed(self, text: str, unit: str) -> str:
        """Return a typed number with its unit: the one that was typed, else that in which such values are shown."""
        return with_unit(text, self.of(unit))


SI = ShownUnits()
"""All values in SI units."""
DEGREES = ShownUnits({ANGLE: "°"})
"""Angles in degrees, as in figures and messages of the command line."""
