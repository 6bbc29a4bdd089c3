"""Numbers that pages of explanation quote, as statements such as `max theta over 1 = 46.7 deg`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from physics import BadInput

STATEMENT = re.compile(
    r"(long )?(\w+) (\w+)(?: (\w+))?(?: (?:over|at) ([\d.]+))?(?: less ([\d.]+))? = (\S+)(?: (\S+))?"
)
UNITS = {
    "": 1.0,
    "deg": math.pi / 180,
    "%": 0.01,
    "mm": 1e-3,
    "cm": 1e-2,
    "kN": 1e3,
    "km/h": 1 / 3.6,
    "ms": 1e-3,
    "mJ": 1e-3,
}
"""Units of statements, in SI units; "" is that of the quantity."""
SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True)
class Check:
    """A statement: what is measured of which quantity, until when [s], and the number that is printed.

    kind: of the measurement, such as "max". name: of a quantity, event or result. which: the number of the event or of
    the zero, "" for the first. less: what is subtracted, in `unit`. long: whether it takes long to measure.
    """

    kind: str
    name: str
    which: str
    until: float
    less: float
    printed: str
    unit: str
    long: bool

    @classmethod
    def of(cls, statement: str) -> Check:
        """Return what a statement says; raises BadInput for what is none."""
        found = STATEMENT.fullmatch(statement)
        if found is None:
            raise BadInput(f"check: {statement!r}: must be as in 'max theta over 1 = 46.7 deg'")
        long, kind, name, which, until, less, printed, unit = found.groups()
        if (unit or "") not in UNITS:
            raise BadInput(f"check: {statement!r}: unit {unit}: must be one of {', '.join(filter(None, UNITS))}")
        return cls(kind, name, which or "", float(until or 0), float(less or 0), printed, unit or "", bool(long))

    def quoted(self, language: str) -> str:
        """Return the number as a page prints it."""
        digits, _, power = self.printed.partition("e")
        words = digits.replace("-", "−") + (f"×10{str(int(power)).translate(SUPERSCRIPT)}" if power else "")
        return words.replace(".", ",") if language == "fr" else words

    def agrees(self, value: float) -> bool:
        """Return whether a value in the unit of the check, rounded, is the printed number."""
        digits, _, power = self.printed.partition("e")
        decimals = len(digits.partition(".")[2])
        scaled = value / 10.0 ** int(power or 0)
        return abs(scaled - float(digits)) <= 0.5001 * 10.0**-decimals
