"""Numbers with units, such as `30 deg`, `-pi/6`, `9.81 m/s2`, in SI units: the one grammar, and the one table of units.

A unit is a product of known ones with powers: `g/cm3`, `mN m`, `rad s^-1`. Values for users, headings of tables and
the choices of dialogs all go through `factor`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from physics.errors import BadInput, as_written

ANGLE = "rad"

# The table of units -------------------------------------------------------------------------------------------

SYMBOLS: dict[str, tuple[str, str, str]] = {
    "m": ("1", "m", "nµmcdk"),
    "g": ("1/1000", "kg", "µmk"),
    "t": ("1000", "kg", ""),
    "s": ("1", "s", "nµm"),
    "min": ("60", "s", ""),
    "h": ("3600", "s", ""),
    "d": ("86400", "s", ""),
    "rad": ("1", "rad", "µm"),
    "°": ("1/180 π", "rad", ""),
    "mdeg": ("1/180000 π", "rad", ""),
    "gon": ("1/200 π", "rad", ""),
    "arcmin": ("1/10800 π", "rad", ""),
    "arcsec": ("1/648000 π", "rad", ""),
    "turn": ("2 π", "rad", ""),
    "U": ("2 π", "rad", ""),
    "tr": ("2 π", "rad", ""),
    "rpm": ("1/30 π", "rad s-1", ""),
    "rps": ("2 π", "rad s-1", ""),
    "dps": ("1/180 π", "rad s-1", "m"),
    "Hz": ("1", "s-1", "mk"),
    "N": ("1", "kg m s-2", "µmkM"),
    "J": ("1", "kg m2 s-2", "µmkM"),
    "W": ("1", "kg m2 s-3", "µmkM"),
    "Pa": ("1", "kg m-1 s-2", "mhkM"),
    "A": ("1", "A", "µmk"),
    "C": ("1", "s A", "nµm"),
    "V": ("1", "kg m2 s-3 A-1", "µmk"),
    "Ω": ("1", "kg m2 s-3 A-2", "mkM"),
    "F": ("1", "kg-1 m-2 s4 A2", "nµm"),
    "H": ("1", "kg m2 s-2 A-2", "µm"),
    "K": ("1", "K", "m"),
    "T": ("1", "kg s-2 A-1", "nµm"),
    "G": ("1/10000", "kg s-2 A-1", "mk"),
    "in": ("0.0254", "m", ""),
    "ft": ("0.3048", "m", ""),
    "yd": ("0.9144", "m", ""),
    "mi": ("1609.344", "m", ""),
    "mph": ("0.44704", "m s-1", ""),
    "kph": ("5/18", "m s-1", ""),
    "lb": ("0.45359237", "kg", ""),
    "oz": ("0.028349523125", "kg", ""),
    "lbf": ("4.4482216152605", "kg m s-2", ""),
    "kgf": ("9.80665", "kg m s-2", ""),
    "px": ("1", "px", ""),
    "%": ("1/100", "", ""),
    "1": ("1", "", ""),
}
"""Known units by symbol, whose case matters: factor to SI (with π or without), dimension, and prefixes it may have."""
PREFIXES = {
    "n": Fraction(1, 10**9),
    "µ": Fraction(1, 10**6),
    "m": Fraction(1, 1000),
    "c": Fraction(1, 100),
    "d": Fraction(1, 10),
    "h": Fraction(100),
    "k": Fraction(1000),
    "M": Fraction(10**6),
}
WORDS = {
    "m": "metre meter mètre",
    "g": "gram gramme",
    "t": "tonne",
    "s": "sec second seconde sek sekunde segundo",
    "min": "min minute",
    "h": "hr hour heure stunde",
    "d": "day",
    "rad": "rad radian",
    "°": "deg degree degré",
    "gon": "gon gradian",
    "turn": "turn rev revolution cycle tour umdrehung umdrehungen",
    "rpm": "rpm",
    "rps": "rps",
    "dps": "dps",
    "Hz": "hz hertz",
    "N": "newton",
    "J": "joule",
    "W": "watt",
    "Pa": "pascal",
    "A": "amp ampere",
    "C": "coulomb",
    "V": "volt",
    "Ω": "ohm",
    "F": "farad",
    "H": "henry",
    "K": "kelvin",
    "T": "tesla",
    "G": "gauss",
    "in": "inch inches",
    "ft": "foot feet",
    "yd": "yard",
    "mi": "mile",
    "mph": "mph",
    "kph": "kph kmh",
    "lb": "lb pound",
    "oz": "oz ounce",
    "px": "px pixel",
    "%": "percent",
}
"""Words for units, whose case does not matter; a plural s, and in German n, may follow."""
LONG_PREFIXES = {
    "nano": "n",
    "micro": "µ",
    "milli": "m",
    "centi": "c",
    "deci": "d",
    "kilo": "k",
    "mega": "M",
    "mikro": "µ",
    "zenti": "c",
    "dezi": "d",
}
SAME = {
    "msec": "ms",
    "msecs": "ms",
    "usec": "µs",
    "µsec": "µs",
    "nsec": "ns",
    "microsec": "µs",
    "microsecs": "µs",
    "millisec": "ms",
    "millisecs": "ms",
    "nanosec": "ns",
    "nanosecs": "ns",
    "KG": "kg",
    "Kg": "kg",
    "MM": "mm",
    "CM": "cm",
    "Nm": "N m",
    "mNm": "mN m",
    "kNm": "kN m",
    "Ncm": "N cm",
    "Nmm": "N mm",
    "Nms": "N m s",
    "Ns": "N s",
    "Js": "J s",
    "Pas": "Pa s",
    "kgm": "kg m",
    "gcm": "g cm",
}
"""Other spellings; a power belongs to the last unit."""
AMBIGUOUS: dict[str, tuple[str, ...]] = {"grad": ("degrees", "gon"), "grads": ("degrees", "gon")}
"""Units that names of units may mean, which are therefore asked about, never taken; in lower case. `Grad` is ° in
German, gon elsewhere."""
SIGNS = str.maketrans(
    {"μ": "µ", "º": "°", "˚": "°", "·": " ", "⋅": " ", "∙": " ", "*": " ", "×": " ", "−": "-", "–": "-"}
    | {"\N{OHM SIGN}": "Ω"}
)
NO_ANGLE = re.compile(r"°\s*[CFK](?![^\W\d_])")
"""A temperature, which is no product of degrees of angle and coulombs."""
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
UP = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
BASE = "kg m s A K rad px"
"""The order of base units in a product."""
POWER = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
FACTOR = re.compile(r"(/)?\s*(1(?![\d.])|[^\W\d_]+|[°%])(?:\^?([+-]?\d(?:\.\d)?))?(?![\d^.])\s*")
MAX_UNIT, MAX_FACTORS = 60, 8
"""Greatest number of characters and of factors of a unit."""

LISTED: dict[str, tuple[str, ...]] = {
    "m": ("m", "dm", "cm", "mm", "km", "in", "ft"),
    "kg": ("kg", "g", "t", "mg", "lb", "oz"),
    "s": ("s", "ms", "us", "ns", "min", "h"),
    ANGLE: ("rad", "deg", "°", "turns", "rev", "mrad", "gon"),
    "rad/s": ("rad/s", "deg/s", "°/s", "rpm", "rev/s"),
    "m/s": ("m/s", "cm/s", "mm/s", "km/h", "ft/s"),
    "N": ("N", "mN", "kN"),
    "J": ("J", "mJ", "kJ"),
    "W": ("W", "mW", "kW"),
    "m/s²": ("m/s²", "m/s2", "cm/s2", "ft/s2"),
    "kg m²": ("kg m²", "kg m2", "g cm²", "g cm2", "g mm2"),
    "kg/m³": ("kg/m³", "kg/m3", "g/cm3"),
    "N m": ("N m", "mN m"),
    "T": ("T", "mT", "G"),
    "C": ("C", "mC", "µC"),
    "V": ("V", "mV", "kV"),
    "Ω": ("Ω", "kΩ"),
    "Hz": ("Hz", "kHz"),
    "": ("%",),
}
"""Spellings that messages name, for each SI unit; more are understood."""

OFFERED: dict[str, tuple[str, ...]] = {
    ANGLE: ("rad", "°", "turns"),
    "rad/s": ("rad/s", "°/s", "rev/s"),
    "m": ("m", "cm", "mm"),
    "m/s": ("m/s", "cm/s", "km/h"),
    "kg": ("kg", "g", "t"),
    "kg m²": ("kg m²", "g cm²"),
    "N": ("N", "mN", "kN"),
    "J": ("J", "mJ", "kJ"),
}
"""Units in which values are shown, for each SI unit that has several: that one first."""
ANGLE_UNITS: dict[str, dict[str, str]] = {
    "rad": {},
    "deg": {ANGLE: "°", "rad/s": "°/s"},
    "turns": {ANGLE: "turns", "rad/s": "rev/s"},
}
"""Units of angles and of their rates that belong together, by the SI unit; one that is missing is the SI unit."""


class KnownUnit(NamedTuple):
    """A unit: its factor to SI units, which is `scale` times a power of π, and its dimension, powers of base units."""

    scale: Fraction
    circles: int
    dimension: tuple[tuple[str, Fraction], ...]

    @property
    def factor(self) -> float:
        """The factor to SI units, rounded once."""
        circles = math.prod([Fraction(math.pi)] * abs(self.circles), start=Fraction(1))
        return float(self.scale * circles if self.circles > 0 else self.scale / circles)


def _symbol(symbol: str) -> KnownUnit:
    scale, dimension, _ = SYMBOLS[symbol]
    number, circle, _ = scale.partition(" π")
    powers = (re.fullmatch(r"([^\d-]+)(.*)", each) for each in dimension.split())
    pairs = ((found[1], Fraction(found[2] or 1)) for found in powers if found is not None)
    return KnownUnit(Fraction(number), int(bool(circle)), tuple(sorted(pairs)))


@lru_cache(maxsize=1024)
def _single(name: str) -> KnownUnit | None:
    """Return the unit of one name, such as `cm` or `Degrees`; None where it is not known."""
    if name in SYMBOLS:
        return _symbol(name)
    prefix, rest = ("µ", name[1:]) if name[:1] == "u" else (name[:1], name[1:])
    if rest in SYMBOLS and prefix in SYMBOLS[rest][2]:
        known = _symbol(rest)
        return known._replace(scale=known.scale * PREFIXES[prefix])
    folded = name.casefold()
    for symbol, words in WORDS.items():
        if any(folded in (word, f"{word}s", f"{word}n") for word in words.split()):
            return _symbol(symbol)
    long = next((each for each in LONG_PREFIXES if folded.startswith(each)), "")
    return _single(LONG_PREFIXES[long] + _shortest(folded.removeprefix(long))) if long else None


def _shortest(word: str) -> str:
    """Return the symbol of a unit that is given as a word of four letters or more, "" for none."""
    single = word.removesuffix("s")
    return next((symbol for symbol, words in WORDS.items() if len(single) > 3 and single in words.split()), "")


@lru_cache(maxsize=1024)
def unit_called(text: str) -> KnownUnit | None:
    """Return the unit that a text means, such as `kg m²` or `deg/sec`; "" is a bare number, None: it is not known."""
    if len(text) > MAX_UNIT or NO_ANGLE.search(text.translate(SIGNS)):
        return None
    plain = POWER.sub(lambda found: "^" + found[0].translate(RAISED), text.replace("**", "^").translate(SIGNS))
    plain = re.sub(r"\s+per\s+", "/", " ".join(plain.split()))
    plain = re.sub(r"\^[({]([+-]?\d)[)}]", r"^\1", plain)
    plain = re.sub(r"^r(?=/min$|/s$)", "rev", plain)
    plain = re.sub(r"/\s?\(([^()]*)\)", lambda found: "/" + "/".join(found[1].split()), plain)
    plain = re.sub(r"(?<=[^\W\d_])\.(?=[^\W\d_])", " ", plain).removesuffix(".").strip()
    product, place, count = KnownUnit(Fraction(1), 0, ()), 0, 0
    while place < len(plain):
        found, count = FACTOR.match(plain, place), count + 1
        if found is None or count > MAX_FACTORS:
            return None
        power = Fraction(found[3] or 1) * (-1 if found[1] else 1)
        names = SAME.get(found[2], found[2]).split()
        for name in names:
            one = power if name is names[-1] else Fraction(1, 1) * (-1 if found[1] else 1)
            each = _single(name)
            if each is None or (raised := _times(product, each, one)) is None:
                return None
            product = raised
        place = found.end()
    return product


def _times(product: KnownUnit, unit: KnownUnit, power: Fraction) -> KnownUnit | None:
    """Return a product times a power of a unit; None where its factor would be no fraction."""
    if power.denominator != 1 and (unit.scale != 1 or unit.circles):
        return None
    powers = dict(product.dimension)
    for base, exponent in unit.dimension:
        powers[base] = powers.get(base, Fraction(0)) + exponent * power
    scale = product.scale * unit.scale ** int(power) if power.denominator == 1 else product.scale
    dimension = tuple(sorted((base, exponent) for base, exponent in powers.items() if exponent))
    return KnownUnit(scale, product.circles + unit.circles * int(power), dimension)


PER_SECOND = (("s", Fraction(-1)),)
COUNTED = re.compile(r"hz|hertz|min", re.I)
"""In a unit of one over time: that an angular velocity is given as a number of turns."""
ANGLE_PER_SECOND = (("rad", Fraction(1)), ("s", Fraction(-1)))


@lru_cache(maxsize=4096)
def factor(given: str, unit: str) -> float | None:
    """Return the factor from a unit, as given, to the SI unit `unit`; None where it is not known or does not fit.

    Hz and 1/min of an angular velocity count turns. A unit that may mean several has none.
    """
    if given == unit:
        return 1.0
    found, wanted = unit_called(given), unit_called(unit)
    if found is None or wanted is None or not given.strip():
        return None
    if found.dimension == wanted.dimension:
        return found.factor / wanted.factor
    if (found.dimension, wanted.dimension) == (PER_SECOND, ANGLE_PER_SECOND) and COUNTED.search(given):
        return 2 * math.pi * found.factor
    return None


def spellings(unit: str) -> str:
    """Return the units that may be given for the SI unit `unit`, for messages."""
    return ", ".join(LISTED.get(unit, (unit,)))


def meanings(given: str) -> tuple[str, ...]:
    """Return the units that one with the name of several may mean: `degrees/s`, `gon/s` of `grad/s`; () of others."""
    first = re.match(r"\s*([^\W\d_]+)", given)
    return tuple(each + given[first.end() :] for each in AMBIGUOUS.get(first[1].casefold(), ())) if first else ()


def ambiguous(given: str) -> str:
    """Return what a unit may mean that has the name of several, such as `grad/s`, in words; "" of others."""
    return " or ".join(meanings(given))


def is_unit(given: str) -> bool:
    """Return whether a text is a unit that is known, or may mean several that are."""
    return unit_called(given) is not None or bool(meanings(given))


def may_fit(given: str, unit: str) -> bool:
    """Return whether a unit has a factor to the SI unit `unit`, or may mean one that has."""
    return any(factor(each, unit) is not None for each in (given, *meanings(given)))


# The grammar of numbers ---------------------------------------------------------------------------------------

UNSIGNED = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NUMBER = re.compile(
    rf"(?P<sign>[+-])?\s*(?P<number>{UNSIGNED})?\s*(?:(?:(?<=[\d.\s])\*\s*)?(?P<pi>pi(?![^\W\d_])|π))?"
    rf"\s*(?:/\s*(?P<over>[+-]?{UNSIGNED}))?\s*(?P<unit>.*)"
)

MAX_SHOWN = 80
"""Greatest number of characters of a value in a message."""
MAX_LENGTH = 400
"""Greatest number of characters of a number with its unit."""


class WrittenNumber(NamedTuple):
    """A number as it was written: its value without the unit, the divisor, whether it has π, and its unit, "": none."""

    value: float
    over: float
    pi: bool
    unit: str


def _written(text: str) -> WrittenNumber | None:
    """Return what is written in the text of a number with its unit; None where it does not begin with a number."""
    found = NUMBER.fullmatch(" ".join(text.replace("−", "-").split()))
    if found is None or (found["number"] is None and found["pi"] is None):
        return None
    value = float(found["number"] or 1.0) * (math.pi if found["pi"] else 1.0)
    over = 1.0 if found["over"] is None else float(found["over"])
    return WrittenNumber(-value if found["sign"] == "-" else value, over, found["pi"] is not None, found["unit"])


def parse_quantity(name: str, text: str, unit: str) -> float:
    """Return the value of `text` in the SI unit `unit`; a bare number is taken to be in that unit.

    A sign, a number, a multiple or a fraction of π, and a unit: `-2*pi/3`, `30 deg`, `1e-3 m`. Raises BadInput naming
    `name` if the text is not such a number or its unit does not fit.
    """
    return _quantity(name, text, unit)[0]


def parse_in(name: str, text: str, unit: str, other: str) -> float:
    """Return the value of `text` in another unit of the SI unit `unit`; a bare number is taken to be in that one.

    A multiple of π without a unit is in the SI unit. Raises BadInput as `parse_quantity` does.
    """
    value, found = _quantity(name, text, unit), _written(text)
    bare = found is not None and not found.unit and not found.pi
    return value[0] if bare else in_unit(value[0], unit, other)


def _quantity(name: str, text: str, unit: str) -> tuple[float, str]:
    """Return the value of a text in the SI unit `unit`, and the unit that stands in it, "" for none."""
    expected = f"a number in {unit}" if unit else "a number"
    if len(text) > MAX_LENGTH:
        raise BadInput(f"{name} = {text[:20]!r}…: has {len(text)} characters; must be {expected}")
    found = _written(text)
    if found is None:
        raise BadInput(f"{name} = {text!r}: must be {expected}")
    if found.over == 0.0:
        raise BadInput(f"{name} = {text!r}: division by zero; must be {expected}")
    if found.unit and (several := ambiguous(found.unit)):
        raise BadInput(f"{name} = {text!r}: unit {found.unit!r} may be {several}; write one of them")
    scale = factor(found.unit, unit) if found.unit else 1.0
    if scale is None:
        allowed = spellings(unit) if unit else "none (a bare number)"
        raise BadInput(f"{name} = {text!r}: unit {found.unit!r} does not fit; allowed: {allowed}")
    value = found.value / found.over * scale
    if not math.isfinite(value):
        raise BadInput(f"{name} = {text!r}: is too large; must be {expected}")
    return value, found.unit


def unit_of(text: str) -> str:
    """Return the SI unit of a text such as `3 rpm` or `2 kN/m`: rad/s, kg/s²; of `4 Hz` it is Hz, of `1 N/m` N/m.

    "" where it has none; its own unit where that is not known, or may be several.
    """
    found = _written(text[:MAX_LENGTH])
    given = found.unit if found is not None else ""
    known = unit_called(given) if given else None
    if known is None or given in LISTED:
        return given
    same = (unit for unit in LISTED if unit and (si := unit_called(unit)) and si.dimension == known.dimension)
    named = next((unit for unit in same if unit != "Hz" or COUNTED.search(given)), "")  # Hz stay, are not rad/s
    return named or (given if known.factor == 1.0 else unit_of_dimension(known.dimension))


def unit_of_dimension(dimension: Iterable[tuple[str, Fraction]]) -> str:
    """Return the unit of powers of base units, such as `kg m²/s` or `1/(m s)`; "" for a number."""

    def product(sign: int) -> list[str]:
        powers = sorted((BASE.find(name), name, sign * power) for name, power in dimension if sign * power > 0)
        return [name + _raised(power) for _, name, power in powers]

    above, below = product(1), product(-1)
    under = below[0] if len(below) == 1 else f"({' '.join(below)})"
    return f"{' '.join(above) or '1'}/{under}" if below else " ".join(above)


def _raised(power: Fraction) -> str:
    if power.denominator != 1:
        return f"^{float(power):g}"
    return "" if power == 1 else str(power).translate(UP)


def in_unit(value: float, unit: str, other: str) -> float:
    """Return a value given in the SI unit `unit` in another unit; KeyError for one that does not fit."""
    return value if other == unit else value / _fitting(other, unit)


def from_unit(value: float, unit: str, other: str) -> float:
    """Return a value given in another unit in the SI unit `unit`; KeyError for one that does not fit."""
    return value if other == unit else value * _fitting(other, unit)


def _fitting(other: str, unit: str) -> float:
    found = factor(other, unit)
    if found is None:
        raise KeyError(other)
    return found


def with_unit(text: str, unit: str) -> str:
    """Return the text of a number with its unit: the one that stands in it, else `unit`.

    A multiple of π without a unit is an angle in rad, in whichever unit angles are shown.
    """
    found, known = _written(text), unit_called(unit)
    if found is None or found.unit or (found.pi and known is not None and known.circles):
        return text
    return f"{text} {unit}".rstrip()


def whole_turns(angle: float) -> tuple[int, float]:
    """Return an angle [rad] as whole turns, towards zero, and what is left [degrees], both with its sign."""
    turns = math.trunc(angle / (2 * math.pi))
    return turns, math.degrees(angle - 2 * math.pi * turns)


def check_units(units: Mapping[str, str]) -> None:
    """Raise ValueError unless each SI unit is shown in one of the units that are offered for it."""
    for unit, other in units.items():
        if other not in OFFERED.get(unit, ()):
            allowed = ", ".join(OFFERED.get(unit, ())) or f"one of them for {', '.join(OFFERED)}"
            raise ValueError(f"units: {unit!r} in {other!r}: must be {allowed}")


def format_number(value: float) -> str:
    """Return a float as short text: `0.15`, `1e-06`, `400`."""
    return f"{value:.12g}"


def format_bound(value: float) -> str:
    """Return a bound in a unit other than that in which it is a round number: four digits, more before the point."""
    words = f"{value:.4g}"
    return f"{value:.6g}" if "e+" in words else words


def check_number(name: str, value: object, unit: str, low: float, high: float) -> float:
    """Return `value` as a float within [low, high]; raises BadInput naming `name`, the value and what is allowed.

    Both are named in the unit in which the value was given.
    """
    given = unit
    if isinstance(value, str):
        value, found = _quantity(name, value, unit)
        given = found or unit
    space = f" {unit}" if unit else ""
    try:
        if isinstance(value, bool):
            raise TypeError
        value = float(value)  # type: ignore[arg-type]  # anything else raises here
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{name} = {shown(value)}: must be a number{space and ' in' + space}") from None
    if not low <= value <= high:  # also refuses NaN
        bounds = (in_unit(bound, unit, given) for bound in (low, high))
        least, most = (format_number(bound) if given == unit else format_bound(bound) for bound in bounds)
        told = format_number(in_unit(value, unit, given))
        space = f" {given}" if given else ""
        raise BadInput(f"{name} = {told}{space}: must be from {least} to {most}{space}")
    return value


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """Return `value` as a whole number within [low, high]; raises BadInput as `check_number` does."""
    number = check_number(name, value, "", low, high)
    if not number.is_integer():
        raise BadInput(f"{name} = {format_number(number)}: must be a whole number from {low} to {high}")
    return value if isinstance(value, int) else int(number)


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    try:
        text = as_written(value)
    except ValueError:
        return "an integer of thousands of digits"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def seconds(dt: float) -> Fraction:
    """Return a step in seconds as the exact fraction of its decimal notation: 0.001 is 1/1000."""
    return Fraction(repr(float(dt)))
