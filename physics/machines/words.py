"""The words of a machine's description: what its tables may say, with units, bounds and meanings."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from physics.core.units import check_number
from physics.errors import BadInput, shown
from physics.machines.vectors import Vector

FAR, HEAVY, QUICK = 1e4, 1e7, 1e5
"""Greatest length [m], mass [kg] and rate [rad/s, m/s] of a machine."""
DIRECTIONS: dict[str, Vector] = {
    "x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0), "-y": (0.0, -1.0, 0.0), "-z": (0.0, 0.0, -1.0),
}  # fmt: skip


class NumberWord(NamedTuple):
    """A number of a table: its unit, bounds and meaning."""

    unit: str
    low: float
    high: float
    meaning: str


LENGTHS = {
    "radius": NumberWord("m", 1e-6, FAR, "radius"),
    "width": NumberWord("m", 1e-6, FAR, "width of a bar, which is square across, and of a disk"),
}
SIGNED_LENGTH = NumberWord("m", -FAR, FAR, "")
"""A length with a sense: the radius of a rack, whose wheel is on either side, and the pitch of a screw."""
RATIO = NumberWord("", -1e6, 1e6, "turns of the first joint for one of the second")
COUPLED = NumberWord("", -1e12, 1e12, "energy over the product of two coordinates")
MASSES = {
    "mass": NumberWord("kg", 0.0, HEAVY, "mass"),
    "density": NumberWord("kg/m³", 1e-6, 1e6, "density"),
}
MATERIALS = {
    "balsa": 160.0, "spruce": 450.0, "maple": 700.0, "oak": 720.0, "nylon": 1140.0, "acrylic": 1180.0, "abs": 1050.0,
    "glass": 2500.0, "aluminium": 2700.0, "titanium": 4510.0, "steel": 7850.0, "brass": 8500.0, "copper": 8960.0,
    "lead": 11340.0, "tungsten": 19300.0,
}  # fmt: skip
"""Densities of materials [kg/m³], rounded; those of woods vary by a fifth."""
COLOURS = {
    "white": "#e8e6e0", "grey": "#8a8d91", "black": "#1c1d20", "red": "#b3261e", "orange": "#d9791a",
    "yellow": "#e0b521", "green": "#3c8a3f", "turquoise": "#1f8f8f", "blue": "#2b5fb4", "violet": "#7a4aa8",
}  # fmt: skip
"""Colours by their names, sRGB."""
# The stiffness of a joint may be negative: what is unstable, as Brennan's gyro in its frame, is pushed away.
TURNING = {
    "angle": NumberWord("rad", -QUICK, QUICK, "angle at the start, from the drawn pose"),
    "rate": NumberWord("rad/s", -QUICK, QUICK, "rate at the start"),
    "torque": NumberWord("N m", -1e9, 1e9, "constant torque"),
    "damping": NumberWord("N m s", 0.0, 1e9, "viscous friction"),
    "stiffness": NumberWord("N m", -1e12, 1e12, "stiffness"),
    "rest": NumberWord("rad", -QUICK, QUICK, "angle at rest"),
    "friction": NumberWord("N m", 0.0, 1e9, "torque of dry friction"),
    "static_friction": NumberWord("N m", 0.0, 1e9, "greatest torque of friction that holds"),
    "restitution": NumberWord("", 0.0, 1.0, "restitution at the stops"),
}
SLIDING = {
    "position": NumberWord("m", -FAR, FAR, "position at the start, from the drawn pose"),
    "rate": NumberWord("m/s", -QUICK, QUICK, "rate at the start"),
    "force": NumberWord("N", -1e9, 1e9, "constant force"),
    "damping": NumberWord("N s/m", 0.0, 1e9, "viscous friction"),
    "stiffness": NumberWord("N/m", -1e12, 1e12, "stiffness"),
    "rest": NumberWord("m", -FAR, FAR, "position at rest"),
    "friction": NumberWord("N", 0.0, 1e9, "force of dry friction"),
    "static_friction": NumberWord("N", 0.0, 1e9, "greatest force of friction that holds"),
    "restitution": NumberWord("", 0.0, 1.0, "restitution at the stops"),
}
SPRINGS = {
    "stiffness": NumberWord("N/m", 0.0, 1e12, "stiffness"),
    "rest": NumberWord("m", 0.0, FAR, "length at rest"),
    "damping": NumberWord("N s/m", 0.0, 1e9, "viscous friction"),
}
AIR = {
    "drag": NumberWord("kg/m", 0.0, 1e6, "drag over the square of the velocity"),
    "drag_coefficient": NumberWord("", 0.0, 100.0, "drag coefficient"),
    "area": NumberWord("m²", 1e-12, 1e6, "area across the wind"),
}
AIR_DENSITY = NumberWord("kg/m³", 0.0, 1e4, "density of the air")
WIND = NumberWord("m/s", -1e4, 1e4, "velocity of the wind")
ROPES = {
    "length": NumberWord("m", 1e-6, FAR, "length"),
    "restitution": NumberWord("", 0.0, 1.0, "restitution"),
}
MARKS = {
    "angle": NumberWord("rad", -QUICK, QUICK, "angle at which it lets go, or the run ends"),
    "position": NumberWord("m", -FAR, FAR, "position at which it lets go, or the run ends"),
    "height": NumberWord("m", -FAR, FAR, "height at which it lets go, or the run ends"),
}
LONGEST_LABEL = 40
"""Letters of a label in the picture."""
HARD_SPACES = {0xA0: " ", 0x202F: " "}
"""Spaces at which no line ends, which count as unprintable."""
LAYER = NumberWord("", 0.0, 40.0, "layer in which a bar or a plate is drawn")
INERTIA = NumberWord("kg m²", -1e12, 1e12, "moment of inertia about the centre")
GRAVITY = NumberWord("m/s²", 0.0, 1e4, "acceleration of what falls")
PLACE = NumberWord("m", -FAR, FAR, "coordinate")


def number(name: str, value: object, word: NumberWord) -> float:
    """Return the value of a word in SI units; raises BadInput."""
    return check_number(name, value, word.unit, word.low, word.high)


def numbers(name: str, value: object, word: NumberWord, count: int) -> list[float]:
    """Return `count` numbers, of one a number alone, too; raises BadInput."""
    if count == 1 and not isinstance(value, list | tuple):
        return [number(name, value, word)]
    if not isinstance(value, list | tuple) or len(value) != count:
        raise BadInput(f"{name} = {shown(value)}: must be {count} numbers{word.unit and ' in ' + word.unit}")
    return [number(f"{name}[{k}]", each, word) for k, each in enumerate(value)]


def point(name: str, value: object) -> Vector:
    """Return a point of the world [m]; raises BadInput."""
    x, y, z = numbers(name, value, PLACE, 3)
    return x, y, z


def direction(name: str, value: object) -> Vector:
    """Return a direction as a unit vector: "x", "-y" … or three numbers; raises BadInput."""
    if isinstance(value, str):
        if value not in DIRECTIONS:
            raise BadInput(f"{name} = {shown(value)}: must be {', '.join(DIRECTIONS)} or three numbers")
        return DIRECTIONS[value]
    x, y, z = numbers(name, value, NumberWord("", -1e9, 1e9, "part of a direction"), 3)
    length = math.hypot(x, y, z)
    if length == 0.0:
        raise BadInput(f"{name} = {shown(value)}: must not be zero")
    return x / length, y / length, z / length


def direction_word(way: Vector) -> Any:
    """Return a unit vector as a description has it: "x", "-y" … or three numbers."""
    return next((word for word, each in DIRECTIONS.items() if each == way), list(way))


def table(name: str, value: object, allowed: Sequence[str]) -> dict[str, Any]:
    """Return a table whose words are allowed; raises BadInput."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{name} = {shown(value)}: must be a table")
    for word in value:
        if word not in allowed:
            raise BadInput(f"{name}: {word!r} is unknown{near(word, allowed)}; there are {', '.join(allowed)}")
    return dict(value)


def by_name(called: str, given: object) -> dict[str, Any]:
    """Return what is given by names, such as the bodies of a machine; raises BadInput."""
    if not isinstance(given, Mapping):
        raise BadInput(f"{called} = {shown(given)}: must be a table of what has names")
    for each in given:
        if not (isinstance(each, str) and each.isidentifier()):
            raise BadInput(
                f"{called}: {shown(each)} is no name; must be letters, digits and _, and begin with a letter"
            )
    return dict(given)


def needed(called: str, given: Mapping[str, Any], word: str, what: str) -> Any:
    """Return the value of a word that a table must have; raises BadInput."""
    if word not in given:
        raise BadInput(f"{called}: needs {word}, {what}")
    return given[word]


def has_arrow(called: str, given: Mapping[str, Any]) -> bool:
    """Return whether what is said of a body or a joint leaves it its arrow; raises BadInput."""
    arrow = given.get("arrow", True)
    if not isinstance(arrow, bool):
        raise BadInput(f"{called}.arrow = {shown(arrow)}: must be true or false")
    return arrow


def label_of(called: str, given: Mapping[str, Any]) -> str:
    """Return what stands beside a part in the picture, "" for nothing; raises BadInput."""
    label = given.get("label", "")
    if not isinstance(label, str) or len(label) > LONGEST_LABEL or label != label.strip():
        raise BadInput(f"{called}.label = {shown(label)}: must be a text of at most {LONGEST_LABEL} letters")
    if not label.translate(HARD_SPACES).isprintable():
        raise BadInput(f"{called}.label = {shown(label)}: must be one line, without characters that cannot be seen")
    return label


def near(name: object, names: Sequence[str]) -> str:
    """Return a suggestion for a word that is not there, "" where none is near."""
    found = get_close_matches(str(name), names, 1)
    return f', did you mean "{found[0]}"?' if found else ""


def named(name: str, value: object, names: Sequence[str], kind: str) -> str:
    """Return one of the names that there are; raises BadInput with the one that may be meant."""
    if value not in names:
        such = near(value, names) or f"; there are {', '.join(names)}"
        raise BadInput(f"{name}: {kind} {shown(value)} is unknown{such}")
    return str(value)
