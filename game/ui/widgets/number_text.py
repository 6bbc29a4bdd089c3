"""Numbers as the interface writes them: with a true minus sign, and digits that stay where they are."""

from __future__ import annotations

import math

from physics.core.fields import Parameter

MINUS = "\u2212"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
REACH = 20.0
"""How many times its usual size a slider can give a number whose bounds are far away; typing gives any."""


PERIOD = 0.1
"""Wall seconds for which a changing number stands still to be read."""
LATELY = 5
"""So many periods after its last change a digit is taken for steady."""


class NumberReadout:
    """Writes one changing number with `digits` significant ones of the largest it has been, `places` after the point
    at most.

    The places after the point and the power of ten only ever grow coarser, so that a number which passes
    through zero does not jump about. Powers of ten go by threes, so that one which grows seldom changes them.
    """

    def __init__(self, digits: int = 6, places: int | None = None) -> None:
        self._digits = digits
        self._places = digits - 1 if places is None else places
        self._decade: int | None = None

    def __call__(self, value: float) -> str:
        """The number as text."""
        if not math.isfinite(value):
            return "not finite"
        if value == 0.0:
            return "0"
        if self._decade is None or abs(value) >= 10.0 ** (self._decade + 1):
            self._decade = math.floor(math.log10(abs(value)))
        decade = self._decade
        if -3 <= decade < self._digits + 1:
            places = min(max(self._digits - 1 - decade, 0), self._places)
            return _signed(f"{value:z.{places}f}")
        exponent = decade - decade % 3
        mantissa = f"{value / 10.0**exponent:.{max(self._digits - 3 - decade % 3, 1)}f}"
        return _signed(mantissa) + power(exponent) if float(mantissa) else "0"


class SteadyNumber:
    """A number that can be read while it changes: written anew ten times a second, its restless digits told apart."""

    def __init__(self, digits: int, places: int) -> None:
        self._readout = NumberReadout(digits, places)
        self._words = ""
        self._due = 0.0
        self._kept: list[int] = []

    def __call__(self, value: float, now: float, moving: bool) -> tuple[str, int]:
        """The number as text, and how many of its letters from the left have lately stayed the same.

        now: wall time [s]. moving: whether the run goes on; else all of the number is shown at once, and stays.
        """
        if not moving:
            self._words, self._due = self._readout(value), 0.0
            self._kept.clear()
            return self._words, len(self._words)
        if now >= self._due or not self._words:
            words = self._readout(value)
            if self._words:
                self._kept = [*self._kept, alike(self._words, words)][-LATELY:]
            self._words, self._due = words, now + PERIOD
        return self._words, min([*self._kept, len(self._words)])


def alike(one: str, other: str) -> int:
    """How many letters two numbers have in common from the left; none where one is longer."""
    if len(one) != len(other):
        return 0
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def brief(value: float, digits: int = 4) -> str:
    """A number with so many significant digits, without noughts at its end; far from 1 with a power of ten."""
    if not math.isfinite(value):
        return "not finite"
    words = f"{value + 0.0:.{digits}g}"
    mantissa, exponential, exponent = words.partition("e")
    return _signed(mantissa) + (power(int(exponent)) if exponential else "")


def power(exponent: int) -> str:
    """×10ⁿ."""
    return "×10" + str(exponent).translate(SUPERSCRIPTS)


def drift_text(drift: float) -> str:
    """A relative drift: sign, two digits, power of ten where it is far from 1; 0 only when it is exactly nothing."""
    if drift == 0.0:
        return "0"
    if not math.isfinite(drift):
        return "not finite"
    if 1e-2 <= abs(drift) < 1e3:
        return _signed(f"{drift:+.2g}" if abs(drift) < 100 else f"{drift:+.0f}")
    mantissa, exponent = f"{drift:+.1e}".split("e")
    return mantissa.replace("-", MINUS) + power(int(exponent))


def factor(value: float) -> str:
    """A speed: 1×, 0.25×, 1/64×."""
    if 0 < value < 0.1 and abs(1 / value - round(1 / value)) < 1e-9:
        return f"1/{round(1 / value)}×"
    return f"{value:.3g}×"


def elapsed(seconds: float) -> str:
    """A duration of wall time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def slider_range(parameter: Parameter, value: float) -> tuple[float, float]:
    """What a slider of this parameter spans: the bounds, but no further than is useful beside its default and value."""
    usual = max(abs(parameter.default), abs(value)) or 0.01 * parameter.high
    high = min(parameter.high, REACH * usual)
    if not parameter.log:
        return max(parameter.low, -REACH * usual), high
    smallest = min(abs(parameter.default) or usual, abs(value) or usual)
    return max(parameter.low, smallest / REACH), high


def _signed(text: str) -> str:
    return text.replace("-", MINUS)
