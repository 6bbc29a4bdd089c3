"""The scale of an axis, linear or logarithmic, and its ticks with their labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.words import decimal

Column = NDArray[np.float64]

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
MINUS = "\u2212"
SMALLEST = 1e-320
"""What stands for zero on a logarithmic axis: a number below every axis, so that the curve leaves it downward."""
PLAIN_DECADES = (-4, 5)
"""Powers of ten between which ticks are labelled without one."""
MIN_RELATIVE_STEP = 1e-5
"""Relative distance of two ticks below which they are labelled by their differences from a common number."""


class Tick(NamedTuple):
    """A labelled value of an axis."""

    value: float
    label: str


class Ticks(NamedTuple):
    """The ticks of an axis. common: what their labels leave out, to be added (+2.5) or multiplied (×10⁻⁵); or ""."""

    ticks: tuple[Tick, ...]
    common: str = ""


@dataclass(frozen=True)
class AxisScale:
    """The values from `low` to `high` along an axis; log: by their logarithms, both positive."""

    low: float
    high: float
    log: bool = False

    def times(self, factor: float) -> AxisScale:
        """Return the same axis with its values in another unit, multiplied by a positive factor."""
        return AxisScale(self.low * factor, self.high * factor, self.log)

    def parts(self, values: Column) -> Column:
        """Return the places of values along the axis, 0 at low and 1 at high; NaN for negative ones on a log axis.

        Zero on a logarithmic axis lies far below it.
        """
        if not self.log:
            return (values - self.low) / (self.high - self.low)
        with np.errstate(divide="ignore", invalid="ignore"):
            found: Column = np.log10(np.where(values == 0.0, SMALLEST, values))
        low, high = math.log10(self.low), math.log10(self.high)
        return (found - low) / (high - low)

    def part(self, value: float) -> float:
        """Return the place of one value, as `parts` does."""
        return float(self.parts(np.array([value]))[0])

    def value(self, part: float) -> float:
        """Return the value at a place along the axis, 0 to 1."""
        if self.log:
            low, high = math.log10(self.low), math.log10(self.high)
            return float(10.0 ** min(low + part * (high - low), 308.0))
        return self.low + part * (self.high - self.low)

    def zoomed(self, factor: float, about: float) -> AxisScale:
        """Return the axis with its span times `factor`, the value at the place `about` (0 to 1) staying where it is."""
        return self._of(about - about * factor, about + (1.0 - about) * factor)

    def shifted(self, part: float) -> AxisScale:
        """Return the axis moved by a part of its length."""
        return self._of(part, 1.0 + part)

    def _of(self, low: float, high: float) -> AxisScale:
        ends = self.value(low), self.value(high)
        most = max(map(abs, ends))
        usable = most < 1e300 and ends[1] - ends[0] > 1e-14 * most
        return AxisScale(*ends, self.log) if usable and (not self.log or ends[0] > 1e-300) else self

    def ticks(self, most: int) -> Ticks:
        """Return at most `most` (at least 2) labelled ticks at round values."""
        return _decades(self, max(most, 2)) if self.log else _round_values(self, max(most, 2))


def scale_of(columns: Sequence[Column], log: bool) -> AxisScale:
    """Return an axis that shows all columns with a margin, the positive values of a logarithmic one; never empty."""
    low, high = math.inf, -math.inf
    for column in columns:
        kept = column[np.isfinite(column)]
        if log:
            kept = kept[kept > SMALLEST]
        if len(kept):
            low, high = min(low, float(kept.min())), max(high, float(kept.max()))
    if low > high:
        return AxisScale(1e-16, 1.0, True) if log else AxisScale(0.0, 1.0)
    if log:
        return AxisScale(max(low / 2.0, 1e-300), min(max(high * 2.0, 10.0 * low), 1e300), True)
    room = 0.06 * (high - low)
    if not room > 1e-13 * max(abs(low), abs(high)):
        room = 0.05 * abs(high) or 1.0
    return AxisScale(low - room, high + room)


def _round_values(scale: AxisScale, most: int) -> Ticks:
    """Return ticks at multiples of 1, 2 or 5 times a power of ten."""
    span = scale.high - scale.low
    least = span / most
    decade = math.floor(math.log10(least))
    step = next(m * 10.0**decade for m in (1, 2, 5, 10, 20) if m * 10.0**decade >= least * (1 - 1e-9))
    first, last = math.ceil(scale.low / step - 1e-9), math.floor(scale.high / step + 1e-9)
    counts = range(first, min(last, first + most) + 1)
    values = [count * step for count in counts]
    largest = max(map(abs, (scale.low, scale.high)))
    if step < MIN_RELATIVE_STEP * largest:
        return _differences(scale, step, most)
    exponent = math.floor(math.log10(max(largest, step)) + 1e-12)
    if PLAIN_DECADES[0] < exponent < PLAIN_DECADES[1]:
        return Ticks(tuple(Tick(value, _fixed(value, step)) for value in values))
    unit = 10.0**exponent
    return Ticks(
        tuple(Tick(value, _fixed(value / unit, step / unit)) for value in values), f"×{power_of_ten(exponent)}"
    )


def _differences(scale: AxisScale, step: float, most: int) -> Ticks:
    """Return ticks that are labelled by their differences from a value on the axis."""
    digits = max(math.floor(math.log10(abs(scale.high))) - math.ceil(math.log10(scale.high - scale.low)) + 1, 1)
    base = float(f"{(scale.low + scale.high) / 2:.{digits}g}")
    inner = _round_values(AxisScale(scale.low - base, scale.high - base), most)
    ticks = tuple(Tick(base + tick.value, tick.label) for tick in inner.ticks)
    sign = "+" if base > 0 else MINUS
    return Ticks(ticks, f"{inner.common} {sign}{_rounded(abs(base), digits)}".strip())


def _rounded(value: float, digits: int) -> str:
    """Return a positive number of so many digits, with a power of ten where it is very large or small."""
    words = f"{value:.{digits}g}"
    if "e" not in words or 1.0 <= value < 1e6:
        return decimal(words if "e" not in words else f"{value:.0f}")
    mantissa, exponent = words.split("e")
    return f"{decimal(mantissa)}×{power_of_ten(int(exponent))}"


def _decades(scale: AxisScale, most: int) -> Ticks:
    """Return ticks at powers of ten, and between them where there are few."""
    first, last = math.ceil(math.log10(scale.low) - 1e-9), math.floor(math.log10(scale.high) + 1e-9)
    if last - first >= 1:
        step = math.ceil((last - first + 1) / most)
        step = next((each for each in (1, 2, 3, 5, 10, 20, 50, 100, 200) if each >= step), 500)
        decades = [n for n in range(first, last + 1) if n % step == 0] or [first]
        return Ticks(tuple(Tick(10.0**n, power_of_ten(n)) for n in decades))
    found = []
    for n in range(first - 1, last + 1):
        found += [Tick(m * 10.0**n, _times(m, n)) for m in (1, 2, 5) if scale.low <= m * 10.0**n <= scale.high]
    return Ticks(tuple(found[:most])) if len(found) > 1 else Ticks((Tick(scale.low, brief(scale.low)), *found))


def _times(factor: int, exponent: int) -> str:
    if -3 <= exponent <= 3:
        return decimal(f"{factor * 10.0**exponent:.{max(-exponent, 0)}f}")
    return power_of_ten(exponent) if factor == 1 else f"{factor}×{power_of_ten(exponent)}"


def _fixed(value: float, step: float) -> str:
    """Return a multiple of a step with as many decimal places as the step has."""
    places = max(-math.floor(math.log10(step) + 1e-9), 0)
    return decimal(f"{value:z.{places}f}").replace("-", MINUS)


def power_of_ten(exponent: int) -> str:
    """Return a power of ten as text; 1 and 10 without an exponent."""
    return ("1", "10")[exponent] if exponent in (0, 1) else f"10{str(exponent).translate(SUPERSCRIPTS)}"


def brief(value: float, digits: int = 3) -> str:
    """Return a number as text with few digits, with a power of ten where it is very large or small."""
    if not math.isfinite(value):
        return "–"
    if value == 0.0:
        return "0"
    if 1e-3 <= abs(value) < 1e6:
        places = max(digits - 1 - math.floor(math.log10(abs(value))), 0)
        return decimal(f"{value:z.{places}f}").replace("-", MINUS)
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    shown = decimal(f"{float(mantissa):g}").replace("-", MINUS)
    times = "" if shown == "1" else f"{shown}×"
    return times + power_of_ten(int(exponent))
