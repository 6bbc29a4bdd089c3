"""Parsing of numbers with units, such as `30 deg`, `40g`, `pi/6`, `9.81 m/s2`, into SI units."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction

from physics.errors import BadInput

ANGLE = "rad"

# Accepted spellings for each SI unit used by a field, with their factors.
SPELLINGS: dict[str, dict[str, float]] = {
    "": {"": 1.0},
    "m": {"m": 1.0, "dm": 1e-1, "cm": 1e-2, "mm": 1e-3},
    "kg": {"kg": 1.0, "g": 1e-3, "t": 1e3},
    "s": {"s": 1.0, "ms": 1e-3, "us": 1e-6, "min": 60.0},
    ANGLE: {
        "rad": 1.0,
        "deg": math.pi / 180,
        "°": math.pi / 180,
        "turns": 2 * math.pi,
        "turn": 2 * math.pi,
        "rev": 2 * math.pi,
    },
    "rad/s": {
        "rad/s": 1.0,
        "deg/s": math.pi / 180,
        "°/s": math.pi / 180,
        "rpm": math.pi / 30,
        "rev/s": 2 * math.pi,
    },
    "m/s": {"m/s": 1.0, "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6},
    "N": {"N": 1.0, "mN": 1e-3, "kN": 1e3},
    "J": {"J": 1.0, "mJ": 1e-3, "kJ": 1e3},
    "m/s²": {"m/s²": 1.0, "m/s2": 1.0, "m/s^2": 1.0},
    "kg m²": {
        "kg m²": 1.0,
        "kg m2": 1.0,
        "kg m^2": 1.0,
        "kgm2": 1.0,
        "kg*m^2": 1.0,
        "g cm²": 1e-7,
        "g cm2": 1e-7,
    },
    "kg/m³": {"kg/m³": 1.0, "kg/m3": 1.0, "kg/m^3": 1.0, "g/cm3": 1e3},
}

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

PLAIN = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NUMBER = re.compile(rf"\s*(?P<number>{PLAIN})?\s*\*?\s*(?P<pi>pi|π)?\s*(?:/\s*(?P<over>{PLAIN}))?\s*(?P<unit>.*?)\s*$")

MAX_SHOWN = 80
"""Greatest number of characters of a value in a message."""
MAX_LENGTH = 400
"""Greatest number of characters of a number with its unit."""


def parse_quantity(name: str, text: str, unit: str) -> float:
    """Return the value of `text` in the SI unit `unit`; a bare number is taken to be in that unit.

    Raises BadInput naming `name` if the text is not a number or its unit does not fit.
    """
    expected = f"a number in {unit}" if unit else "a number"
    if len(text) > MAX_LENGTH:
        raise BadInput(f"{name} = {text[:20]!r}…: has {len(text)} characters; must be {expected}")
    found = NUMBER.match(" ".join(text.split()))
    if found is None or (found["number"] is None and found["pi"] is None):
        sign = text.strip()[:1]
        if sign in "+-" and text.strip()[1:2] in ("p", "π"):
            return parse_quantity(name, f"{sign}1*{text.strip()[1:]}", unit)
        raise BadInput(f"{name} = {text!r}: must be {expected}")
    value = float(found["number"] or 1.0) * (math.pi if found["pi"] else 1.0)
    if found["over"] is not None:
        divisor = float(found["over"])
        if divisor == 0.0:
            raise BadInput(f"{name} = {text!r}: division by zero; must be {expected}")
        value /= divisor
    if not found["unit"]:
        return value
    spellings = SPELLINGS.get(unit, {unit: 1.0})
    factor = spellings.get(found["unit"])
    if factor is None:
        allowed = ", ".join(spelling for spelling in spellings if spelling) or "none (a bare number)"
        raise BadInput(f"{name} = {text!r}: unit {found['unit']!r} does not fit; allowed: {allowed}")
    return value * factor


def in_unit(value: float, unit: str, other: str) -> float:
    """Return a value given in the SI unit `unit` in another unit of `SPELLINGS`; KeyError for one that does not fit."""
    return value if other == unit else value / SPELLINGS[unit][other]


def from_unit(value: float, unit: str, other: str) -> float:
    """Return a value given in another unit of `SPELLINGS` in the SI unit `unit`; KeyError for one that does not fit."""
    return value if other == unit else value * SPELLINGS[unit][other]


def with_unit(text: str, unit: str) -> str:
    """Return the text of a number with its unit: the one that stands in it, else `unit`."""
    return f"{text} {unit}".rstrip() if text.strip() and not _unit_in(text) else text


def _unit_in(text: str) -> str:
    """Return the unit in the text of a number, "" where there is none."""
    found = NUMBER.match(" ".join(text.split()))
    return found["unit"] if found is not None else ""


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


def check_number(name: str, value: object, unit: str, low: float, high: float) -> float:
    """Return `value` as a float within [low, high]; raises BadInput naming `name`, the value and what is allowed.

    Both are named in the unit in which the value was given.
    """
    given = unit
    if isinstance(value, str):
        given, value = _unit_in(value) or unit, parse_quantity(name, value, unit)
    space = f" {unit}" if unit else ""
    try:
        if isinstance(value, bool):
            raise TypeError
        value = float(value)  # type: ignore[arg-type]  # anything else raises here
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{name} = {shown(value)}: must be a number{space and ' in' + space}") from None
    if not low <= value <= high:  # also refuses NaN
        bounds = (in_unit(bound, unit, given) for bound in (low, high))
        least, most = (format_number(bound) if given == unit else f"{bound:.6g}" for bound in bounds)
        found = format_number(in_unit(value, unit, given))
        space = f" {given}" if given else ""
        raise BadInput(f"{name} = {found}{space}: must be from {least} to {most}{space}")
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
        text = repr(value)
    except ValueError:
        return "an integer of thousands of digits"
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def seconds(dt: float) -> Fraction:
    """Return a step in seconds as the exact fraction of its decimal notation: 0.001 is 1/1000."""
    return Fraction(repr(float(dt)))
