"""Formatting of numbers in the interface: a true minus sign, the decimal mark of the language, steady digits."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.model.words import SUPERSCRIPTS, decimal, tr
from physics.core.fields import Parameter

MINUS = "\u2212"
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SLIDER_REACH = 20.0
"""Range of a slider, as a multiple of the usual magnitude, for a number with distant bounds; typing reaches any."""


PERIOD = 0.1
"""Wall time [s] between updates of a changing number."""
STEADY_PERIODS = 5
"""Number of periods without a change after which a digit counts as steady."""


class NumberReadout:
    """Formatter of one changing number, with `digits` significant digits of its largest value so far.

    There are at most `places` decimal places. The decimal places and the power of ten only become coarser, so that the
    format does not change when the number passes through zero. Exponents are multiples of three.
    """

    def __init__(self, digits: int = 6, places: int | None = None) -> None:
        self._digits = digits
        self._places = digits - 1 if places is None else places
        self._decade: int | None = None

    def __call__(self, value: float) -> str:
        """Return the number as text."""
        if not math.isfinite(value):
            return tr("not finite")
        if value == 0.0:
            return "0"
        if self._decade is None or abs(value) >= float(f"1e{self._decade + 1}"):
            self._decade = math.floor(math.log10(abs(value)))
        decade = self._decade
        if -3 <= decade < self._digits + 1:
            places = min(max(self._digits - 1 - decade, 0), self._places)
            return _signed(f"{value:z.{places}f}")
        exponent = decade - decade % 3
        mantissa = f"{value / 10.0**exponent:.{max(self._digits - 3 - decade % 3, 1)}f}"
        return _signed(mantissa) + power(exponent) if float(mantissa) else "0"


class SteadyNumber:
    """Formatter of a changing number: updated ten times a second, with steady and changing digits told apart.

    readout: gives the text of a value; None: as `NumberReadout` with these digits and places.
    """

    def __init__(self, digits: int, places: int, readout: Callable[[float], str] | None = None) -> None:
        self._readout = readout or NumberReadout(digits, places)
        self._words = ""
        self._due = 0.0
        self._kept: list[int] = []

    def __call__(self, value: float, now: float, moving: bool) -> tuple[str, int]:
        """Return the number as text and the number of its leading characters that are steady.

        now: wall time [s]. moving: true while the simulation runs; otherwise the number is updated at once and steady.
        """
        if not moving:
            self._words, self._due = self._readout(value), 0.0
            self._kept.clear()
            return self._words, len(self._words)
        if now >= self._due or not self._words:
            words = self._readout(value)
            if self._words:
                self._kept = [*self._kept, common_prefix(self._words, words)][-STEADY_PERIODS:]
            self._words, self._due = words, now + PERIOD
        return self._words, min([*self._kept, len(self._words)])


def common_prefix(one: str, other: str) -> int:
    """Return the number of leading characters that two texts have in common; 0 if their lengths differ."""
    if len(one) != len(other):
        return 0
    return next((place for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))


def brief(value: float, digits: int = 4) -> str:
    """Return a number with `digits` significant digits, without trailing zeros; far from 1 with a power of ten."""
    if not math.isfinite(value):
        return tr("not finite")
    words = f"{value + 0.0:.{digits}g}"
    mantissa, exponential, exponent = words.partition("e")
    return _signed(mantissa) + (power(int(exponent)) if exponential else "")


def power(exponent: int) -> str:
    """Return ×10ⁿ with superscript digits."""
    return "×10" + str(exponent).translate(SUPERSCRIPTS)


def drift_text(drift: float) -> str:
    """Return a relative drift as text: sign, two digits, power of ten if far from 1; "0" only for exactly zero."""
    if drift == 0.0:
        return "0"
    if not math.isfinite(drift):
        return tr("not finite")
    if 1e-2 <= abs(drift) < 1e3:
        return _signed(f"{drift:+.2g}" if abs(drift) < 100 else f"{drift:+.0f}")
    mantissa, exponent = f"{drift:+.1e}".split("e")
    return _signed(mantissa) + power(int(exponent))


def factor(value: float) -> str:
    """Return a speed factor as text: 1×, 0.25×, 1/64×."""
    if 0 < value < 0.1 and abs(1 / value - round(1 / value)) < 1e-9:
        return f"1/{round(1 / value)}×"
    return decimal(f"{value:.3g}×")


def elapsed(seconds: float) -> str:
    """Return a duration of wall time as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def slider_range(parameter: Parameter, value: float) -> tuple[float, float]:
    """Return the range of a slider: the bounds of the parameter, limited by its default and present value."""
    usual = max(abs(parameter.default), abs(value)) or 0.01 * parameter.high
    high = min(parameter.high, SLIDER_REACH * usual)
    if not parameter.log:
        return max(parameter.low, -SLIDER_REACH * usual), high
    smallest = min(abs(parameter.default) or usual, abs(value) or usual)
    return max(parameter.low, smallest / SLIDER_REACH), high


def _signed(text: str) -> str:
    return decimal(text.replace("-", MINUS))
