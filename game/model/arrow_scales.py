"""Scales of the arrows of a picture: one for each unit, found once from the vectors of a run ahead."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.words import decimal
from physics.types import Arrow

TOPS = MappingProxyType({"N": 0.60, "N m": 0.60, "m/s": 0.80, "rad/s": 0.95, "kg m²/s": 1.10})
"""Length of an arrow as large as the reference of its unit, in sizes of a look."""
OTHER_TOP = 0.80
"""The same of any other unit."""
ROOM = 0.40
"""Greatest length of an arrow as large as its reference, in heights of the free part of the picture."""
KEPT = 0.3, 1.3
"""Least and greatest length of a bar, in that of the longest new one, at which its value stays."""
MOST = 1.6
"""Greatest length that is drawn whole, in lengths of an arrow as large as its reference."""
FORCE = "N"
"""Unit whose reference is bounded by the weight of what moves."""
STEPS = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)
"""References are these times a power of ten, so that a changed parameter rarely changes a scale."""
ROUND = (5.0, 2.0, 1.0)
"""Values of scale bars and factors of magnified arrows are these times a power of ten."""
SMALL = 0.04
"""Part of the reference below which an arrow that is a subject of its look is magnified."""
UNSEEN = 1e6
"""Factor from which on such an arrow is left out, and named in words."""
SPIKES = 2.0
"""Ratio of the two quantiles of speeds above which the lower one counts, as of a whip that cracks."""
WATCHED_SECONDS, STATES = 10.0, 100
"""Wall time over which a run is looked ahead for its scales, and number of states in it, the first one included."""
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
PREFIXED = frozenset({"N", "N m", "rad/s", "m/s"})
"""Units that take a prefix; values in others have a power of ten."""
DIGITS = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


class UnitScale(NamedTuple):
    """The scale of one unit.

    reference: magnitude on which it rests. length [m]: of an arrow of magnitude 1. longest [m]: length from which on an
    arrow is cut.
    """

    reference: float
    length: float
    longest: float


class DrawnLength(NamedTuple):
    """The length [m] of an arrow, whether it is cut, and the factor by which it is magnified."""

    length: float
    cut: bool
    factor: float


class ArrowRules(NamedTuple):
    """What a look says of its arrows.

    size [m]: in which their greatest lengths are given. weight [N]: of all that moves. subjects: names of arrows that
    are magnified where they are too small to be seen. fixed [m]: lengths of arrows of magnitude 1 by unit, where a
    construction in the picture has a scale of its own, with which the arrows go.
    """

    size: float
    weight: float = 0.0
    subjects: frozenset[str] = frozenset()
    fixed: Mapping[str, float] = MappingProxyType({})


class ArrowScales(NamedTuple):
    """The scales of a picture by unit, and the factors of magnified arrows by name."""

    units: Mapping[str, UnitScale] = MappingProxyType({})
    factors: Mapping[str, float] = MappingProxyType({})

    def drawn(self, arrow: Arrow) -> DrawnLength | None:
        """Return how long an arrow is drawn; None where it is not: without a scale, without length, or too small."""
        scale, factor = self.units.get(arrow.unit), self.factors.get(arrow.name, 1.0)
        size = magnitude(arrow)
        if scale is None or factor >= UNSEEN or not 0.0 < size < math.inf:
            return None
        length = factor * size * scale.length
        return DrawnLength(min(length, scale.longest), length > scale.longest, factor)


def arrow_scales(rules: ArrowRules, samples: Sequence[Sequence[Arrow]], room: float = math.inf) -> ArrowScales:
    """Return the scales for the vectors of a run at equal times.

    room [m]: greatest length of an arrow as large as its reference, which the picture has room for.
    """
    series = magnitudes(samples)
    units: dict[str, UnitScale] = {}
    factors: dict[str, float] = {}
    for unit, named in series.items():
        reference, factors_of_unit = _reference_and_factors(rules, unit, named)
        if not 0.0 < reference < math.inf:
            continue
        factors |= factors_of_unit
        reach = min(TOPS.get(unit, OTHER_TOP) * rules.size, room)
        length = rules.fixed.get(unit, reach / reference)
        units[unit] = UnitScale(reference, length, MOST * max(reach, length * reference))
    return ArrowScales(units, factors)


def magnitudes(samples: Sequence[Sequence[Arrow]]) -> dict[str, dict[str, NDArray[np.float64]]]:
    """Return the magnitudes (n,) of the arrows of samples, by unit and name; those that a state lacks are 0.

    Of arrows of one name the greatest counts.
    """
    found: dict[str, dict[str, NDArray[np.float64]]] = {}
    for row, arrows in enumerate(samples):
        for arrow in arrows:
            size = magnitude(arrow)
            if math.isfinite(size):
                series = found.setdefault(arrow.unit, {}).setdefault(arrow.name, np.zeros(len(samples)))
                series[row] = max(series[row], size)
    return found


def magnitude(arrow: Arrow) -> float:
    """Return the magnitude of a vector, in its unit."""
    return math.hypot(*map(float, arrow.vector))


def _reference_and_factors(
    rules: ArrowRules, unit: str, named: Mapping[str, NDArray[np.float64]]
) -> tuple[float, dict[str, float]]:
    """Return the reference of a unit, rounded up, and the factors of its magnified arrows."""
    others = {name: sizes for name, sizes in named.items() if name not in rules.subjects}
    subjects = {name: sizes for name, sizes in named.items() if name in rules.subjects}
    if not others:
        return rounded_up(reference_of(unit, list(named.values()), rules.weight)), {}
    factors: dict[str, float] = {}
    reference = rounded_up(reference_of(unit, list(others.values()), rules.weight))
    for name, sizes in subjects.items():
        usual = quantile(sizes, 0.95)
        if 0.0 < usual < SMALL * reference:
            factors[name] = rounded_down(reference / usual)
        else:
            others[name] = sizes
    return rounded_up(reference_of(unit, list(others.values()), rules.weight)), factors


def reference_of(unit: str, series: Sequence[NDArray[np.float64]], weight: float) -> float:
    """Return the magnitude on which the scale of a unit rests, before it is rounded.

    series: magnitudes of its arrows at equal times. weight [N]: of what moves; 0: none counts.
    """
    greatest = np.max(series, axis=0)
    middle, most, nearly_all = (quantile(greatest, share) for share in (0.5, 0.9, 0.95))
    if unit == FORCE:
        return min(max(most, weight), max(2.0 * weight, 1.5 * middle)) if weight > 0.0 else most
    if unit == "m/s" and nearly_all > SPIKES * most:
        return most
    return nearly_all


def rounded_up(value: float) -> float:
    """Return the least of `STEPS` times a power of ten that is not less than a value; 0 for 0."""
    if not 0.0 < value < math.inf:
        return value
    exponent = math.floor(math.log10(value))
    digits = value / 10.0**exponent
    step = next((each for each in STEPS if each >= digits * (1.0 - 1e-9)), STEPS[-1])
    return float(f"{step:g}e{exponent}")


def rounded_down(value: float) -> float:
    """Return the greatest of `ROUND` times a power of ten that is not greater than a value above 0."""
    exponent = math.floor(math.log10(value))
    digits = value / 10.0**exponent
    step = next((each for each in ROUND if each <= digits * (1.0 + 1e-9)), ROUND[-1])
    return float(f"{step:g}e{exponent}")


def between(old: ArrowScales, new: ArrowScales, share: float) -> ArrowScales:
    """Return the scales at a share, 0 to 1, of the way from some to others; of units that these lack, the new ones."""
    if share >= 1.0:
        return new
    units = dict(new.units)
    for unit in old.units.keys() & new.units.keys():
        was, will = old.units[unit], new.units[unit]
        length, longest = (_mixed(a, b, share) for a, b in zip(was[1:], will[1:], strict=True))
        units[unit] = UnitScale(will.reference, length, longest)
    return ArrowScales(units, new.factors)


def _mixed(old: float, new: float, share: float) -> float:
    return float(old * (new / old) ** share)


def written(value: float, unit: str) -> str:
    """Return a value with its unit in three digits at most, as "106 kN" or "2·10⁻⁴ kg m²/s"."""
    prefix = ""
    if unit in PREFIXED:
        size, prefix = next(((size, each) for size, each in PREFIXES if value >= 0.9995 * size), PREFIXES[-1])
        value /= size
    return f"{digits_of(value)} {prefix}{unit}".rstrip()


def factor_words(factor: float) -> str:
    """Return the factor of a magnified arrow as a name has it: "×50", "×2·10⁶"."""
    return f"×{digits_of(factor) if factor >= 1e6 else f'{factor:g}'}"


def digits_of(value: float) -> str:
    """Return a number in three digits at most, with a power of ten where it is very large or small."""
    exponent = math.floor(math.log10(value)) if value > 0.0 else 0
    if -3 <= exponent < 4:
        return decimal(f"{float(f'{value:.3g}'):g}")
    digits = f"{float(f'{value / 10.0**exponent:.3g}'):g}"
    power = "10" + str(exponent).translate(DIGITS)
    return power if digits == "1" else f"{decimal(digits)}·{power}"


def bar_value(length: float, pixels: float, most: float, before: float | None = None) -> float | None:
    """Return the greatest value whose bar is no longer than `most` [pixels], `ROUND` times a power of ten.

    length [m]: of an arrow of magnitude 1. pixels: of a metre. before: the value in the picture before, which stays as
    long as its bar is within `KEPT`. None where there is no scale.
    """
    unit = length * pixels
    if not 0.0 < unit < math.inf:
        return None
    if before is not None and KEPT[0] * most <= before * unit <= KEPT[1] * most:
        return before
    return rounded_down(most / unit)


def quantile(numbers: NDArray[np.float64], share: float) -> float:
    """Return the number below which a share of numbers (n,) lies; numpy's own loads all of its masked arrays."""
    ordered = np.sort(numbers)
    return float(np.interp(share * (len(ordered) - 1), np.arange(len(ordered)), ordered))
