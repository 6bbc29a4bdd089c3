"""What is drawn of equations of one's own: balls, boxes, rods, springs, arrows and a ground, as plain descriptions.

Where each of them is now stands in the pose (`PoseLayout`), by the numbers that are given here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from physics.core.expressions import plain_name
from physics.core.units import check_number, check_whole
from physics.equations.description import named_rows
from physics.equations.naming import Asked, KnownNames, asked_text
from physics.equations.own_record import Number
from physics.equations.text_block import ORIGIN
from physics.errors import BadInput, shown
from physics.machines.words import needed, table
from physics.shapes.pose import UPRIGHT, ArrowKind, PoseLayout
from physics.shapes.solids import Box, Ellipsoid, Solid

MOVED = ("ball", "box")
"""What has a place that others may name."""
MOST_DRAWN = 60

Ends: TypeAlias = tuple[int, int]
"""Numbers of two of the further points of a pose (`PoseLayout.points_of`)."""


@dataclass(frozen=True)
class DrawnBall:
    """A ball. body: its number among the bodies of the pose, [m]. colour: a name, "" for none."""

    name: str
    body: int
    radius: float
    trace: bool = False
    colour: str = ""


@dataclass(frozen=True)
class DrawnBox:
    """A box with its sides (3) [m] along the axes of the lab. body: its number among the bodies of the pose."""

    name: str
    body: int
    size: tuple[float, float, float]
    trace: bool = False
    colour: str = ""


@dataclass(frozen=True)
class DrawnRod:
    """A rod between two points, of a radius [m]."""

    name: str
    ends: Ends
    radius: float
    colour: str = ""


@dataclass(frozen=True)
class DrawnSpring:
    """A spring between two points, of a radius [m] and so many turns."""

    name: str
    ends: Ends
    radius: float
    turns: int
    colour: str = ""


@dataclass(frozen=True)
class DrawnArrow:
    """An arrow. arrow: its number among the arrows of the pose; scale: its length in the picture over its value."""

    name: str
    arrow: int
    scale: float
    colour: str = ""


@dataclass(frozen=True)
class DrawnGround:
    """A ground at a height [m]."""

    name: str
    height: float


DrawnItem: TypeAlias = DrawnBall | DrawnBox | DrawnRod | DrawnSpring | DrawnArrow | DrawnGround


@dataclass(frozen=True)
class OwnDrawing:
    """All that is drawn, in the order of the file. chosen: whether the file says what; else a point is the state.

    origin: whether something hangs on the origin of the lab. axes: of a point that stands for the state, names of the
    variables along x, y, z, "" for none.
    """

    items: tuple[DrawnItem, ...]
    chosen: bool
    origin: bool = False
    axes: tuple[str, str, str] = ("", "", "")


Place: TypeAlias = "tuple[Asked, Asked, Asked] | str"
"""A place by three expressions [m], or by the name of what is there."""
KINDS = ("ball", "box", "rod", "spring", "arrow", "ground")
WORDS = {
    "ball": ("radius", "trace"), "box": ("size", "trace"), "rod": ("radius",), "spring": ("radius", "turns"),
    "arrow": ("at", "scale"), "ground": (),
}  # fmt: skip
"""What may be said of each kind, beside its colour."""
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "white", "grey", "black", "brass", "steel", "wood")
RADII = {"ball": 0.03, "rod": 0.006, "spring": 0.02}
"""Radii of what has none [m]."""
TURNS, BOX, POINT_RADIUS = 12, 0.06, 0.012
MOST_SIZE = 1e6
"""Greatest size of what is drawn [m]."""
FIT_SIZE = 1.0
"""Size of the box in which this point moves [m]."""


@dataclass(frozen=True)
class DrawnRow:
    """What a description says of something drawn: its kind, and its numbers in SI.

    places: where it is, or the ends, or what an arrow's components are and where it begins.
    """

    name: str
    kind: str
    places: tuple[Place, ...]
    radius: float = 0.0
    size: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turns: int = TURNS
    scale: float = 1.0
    trace: bool = False
    colour: str = ""


def read_drawing(given: Mapping[str, Any]) -> tuple[DrawnRow, ...]:
    """Return what a description says is drawn; raises BadInput."""
    rows = named_rows("draw", given.get("draw", {}))
    if len(rows) > MOST_DRAWN:
        raise BadInput(f"draw: {len(rows)} things; at most {MOST_DRAWN}")
    found: dict[str, DrawnRow] = {}
    for spelled, value in rows.items():
        name = plain_name(spelled)
        if name == ORIGIN or name in found:
            raise BadInput(f'draw: "{spelled}" is {"reserved" if name == ORIGIN else "there twice"}; call it otherwise')
        found[name] = _row(f"draw.{spelled}", name, value)
    for row in found.values():
        for place in row.places:
            if isinstance(place, str) and place != ORIGIN and not (place in found and found[place].kind in MOVED):
                raise BadInput(
                    f'draw.{row.name}: "{place}" is no ball or box; there are {", ".join(_bodies(found)) or "none"}'
                )
    return tuple(found.values())


def _bodies(found: Mapping[str, DrawnRow]) -> list[str]:
    return [row.name for row in found.values() if row.kind in MOVED]


def _row(where: str, name: str, value: object) -> DrawnRow:
    kind = next((each for each in KINDS if isinstance(value, Mapping) and each in value), "")
    if not kind:
        raise BadInput(f"{where} = {shown(value)}: must say what it is: {', '.join(KINDS)}")
    row = table(where, value, (kind, *WORDS[kind], "colour"))
    colour, trace = row.get("colour", ""), row.get("trace", False)
    if colour not in ("", *COLOURS):
        raise BadInput(f"{where}.colour = {shown(colour)}: must be one of {', '.join(COLOURS)}")
    if not isinstance(trace, bool):
        raise BadInput(f"{where}.trace = {shown(trace)}: must be true or false")
    at = f"{where}.{kind}"
    if kind == "ground":
        height = check_number(at, row[kind], "m", -MOST_SIZE, MOST_SIZE)
        return DrawnRow(name, kind, (), scale=height)
    if kind in ("rod", "spring"):
        if not isinstance(row[kind], list | tuple) or len(row[kind]) != 2:
            raise BadInput(f'{at} = {shown(row[kind])}: must be two places, such as ["origin", "bob"]')
        places = tuple(_place(f"{at}[{k}]", each) for k, each in enumerate(row[kind]))
    elif kind == "arrow":
        places = (_place(at, row[kind]), _place(f"{where}.at", needed(where, row, "at", "where it begins")))
        if isinstance(places[0], str):
            raise BadInput(f"{at} = {shown(row[kind])}: must be two or three expressions")
    else:
        places = (_place(at, row[kind]),)
    radius = row.get("radius", RADII.get(kind, 0.0))
    size = row.get("size", [BOX, BOX, BOX])
    if not isinstance(size, list | tuple) or len(size) != 3:
        raise BadInput(f"{where}.size = {shown(size)}: must be three numbers in m")
    x, y, z = (check_number(f"{where}.size[{k}]", each, "m", 1e-9, MOST_SIZE) for k, each in enumerate(size))
    return DrawnRow(
        name, kind, places, check_number(f"{where}.radius", radius, "m", 0.0 if kind == "box" else 1e-9, MOST_SIZE)
        if kind in RADII else 0.0, (x, y, z), check_whole(f"{where}.turns", row.get("turns", TURNS), 1, 200),
        check_number(f"{where}.scale", row.get("scale", 1.0), "", -MOST_SIZE, MOST_SIZE), trace, colour,
    )  # fmt: skip


def _place(where: str, value: object) -> Place:
    """Return a place: three expressions, two (x and z), or a name; raises BadInput."""
    if isinstance(value, str):
        return plain_name(value)
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise BadInput(
            f"{where} = {shown(value)}: must be two or three expressions, the name of a ball or box, or origin"
        )
    asked = [asked_text(f"{where}[{k}]", each) for k, each in enumerate(value)]
    return (asked[0], asked_text(where, 0.0), asked[1]) if len(asked) == 2 else (asked[0], asked[1], asked[2])


def places_of(rows: Sequence[DrawnRow], names: KnownNames) -> list[Number]:
    """Return the numbers of a pose, in the order of the layout."""
    by_row = {row.name: row for row in rows}

    def at(place: Place) -> list[Number]:
        while isinstance(place, str):
            if place == ORIGIN:
                return [0.0, 0.0, 0.0]
            place = by_row[place].places[0]
        return [names.value(each) for each in place]

    found: list[Number] = []
    for row in _of(rows, *MOVED) or rows[:1]:
        found += [*(at(row.places[-1]) if row.places else [0.0, 0.0, 0.0]), *UPRIGHT, 0.0]
    for row in _of(rows, "arrow"):
        found += [*at(row.places[1]), *at(row.places[0])]
    for row in rows:
        found += at(row.places[0]) if row.trace else []
    for row in _of(rows, "rod", "spring"):
        found += [*at(row.places[0]), *at(row.places[1])]
    return found


def _of(rows: Sequence[DrawnRow], *kinds: str) -> list[DrawnRow]:
    return [row for row in rows if row.kind in kinds]


def layout_of(rows: Sequence[DrawnRow]) -> PoseLayout:
    """Return the order of the numbers of a pose."""
    bodies: list[tuple[str, Solid]] = [
        (row.name, Box(row.size) if row.kind == "box" else Ellipsoid((row.radius, row.radius, row.radius)))
        for row in _of(rows, *MOVED)
    ]
    small = Ellipsoid((POINT_RADIUS, POINT_RADIUS, POINT_RADIUS))
    arrows = tuple(ArrowKind(row.name, row.name, "", f"{row.name} of the equations") for row in _of(rows, "arrow"))
    traces = tuple(row.name for row in rows if row.trace)
    return PoseLayout(tuple(bodies) or (("point", small),), arrows, traces, points=2 * len(_of(rows, "rod", "spring")))


def drawing_of(rows: Sequence[DrawnRow], axes: tuple[str, str, str] = ("", "", "")) -> OwnDrawing:
    """Return what is drawn. axes: of a point that stands for the state."""
    counts = {"body": 0, "point": 0, "arrow": 0}
    items: list[DrawnItem] = []
    for row in rows:
        body, point, arrow = counts.values()
        ends = point, point + 1
        match row.kind:
            case "ball":
                items.append(DrawnBall(row.name, body, row.radius, row.trace, row.colour))
            case "box":
                items.append(DrawnBox(row.name, body, row.size, row.trace, row.colour))
            case "rod":
                items.append(DrawnRod(row.name, ends, row.radius, row.colour))
            case "spring":
                items.append(DrawnSpring(row.name, ends, row.radius, row.turns, row.colour))
            case "arrow":
                items.append(DrawnArrow(row.name, arrow, row.scale, row.colour))
            case _:
                items.append(DrawnGround(row.name, row.scale))
        counts["body"] += row.kind in MOVED
        counts["point"] += 2 * (row.kind in ("rod", "spring"))
        counts["arrow"] += row.kind == "arrow"
    return OwnDrawing(tuple(items), not any(axes), any(ORIGIN in row.places for row in rows), axes)


def usual_rows(names: Sequence[str], low: Sequence[float], high: Sequence[float]) -> tuple[DrawnRow, ...]:
    """Return a point that stands for the state, where nothing is said. low, high: the ranges of its coordinates."""
    scaled = []
    for name, least, most in zip(names, low, high, strict=True):
        width = most - least
        if not 0.0 < width < 1e300:
            least, width = least - 0.5 if math.isfinite(least) else -0.5, 1.0
        scaled.append(asked_text("draw", f"({name} - ({least + 0.5 * width!r}))*({FIT_SIZE / width!r})"))
    zero = asked_text("draw", 0.0)
    x, y, z = (
        [zero, zero, *scaled] if len(scaled) == 1 else [scaled[0], zero, scaled[1]] if len(scaled) == 2 else scaled
    )
    return (DrawnRow("state", "ball", ((x, y, z),), POINT_RADIUS, trace=True),)
