"""What is drawn of equations of one's own: balls, boxes, rods, springs, rings, arrows and a ground, as descriptions.

Where each of them is now stands in the pose (`PoseLayout`), by the numbers that are given here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from physics.core.expressions import plain_name
from physics.core.record import Term
from physics.core.units import check_number, check_whole
from physics.equations.description import named_rows, si_unit
from physics.equations.naming import Asked, KnownNames, asked_text
from physics.equations.own_record import Number
from physics.equations.text_block import ORIGIN
from physics.errors import BadInput, shown
from physics.machines.words import label_of, needed, table
from physics.shapes.pose import UPRIGHT, ArrowKind, PoseLayout
from physics.shapes.solids import Box, Ellipsoid, Solid

MOVED = ("ball", "box")
"""What has a place that others may name."""
TIED = ("rod", "spring", "ring", "track")
"""What goes by places: two ends, those along a track, or of a ring its centre and a place on its axis."""
MOST_DRAWN, MOST_PLACES = 60, 60


@dataclass(frozen=True)
class DrawnItem:
    """Something that is drawn, with its numbers in SI for the parameters of a system.

    number: of its body or its arrow in the pose, or of the first of its places among the further points there.
    sizes: radius [m] of a ball, a rod, a spring or a track, radii [m] of a ring and of its wire, sides (3) [m] of a box
    along the axes of the lab, or height [m] of a ground.
    """

    row: DrawnRow
    number: int
    sizes: tuple[float, ...]

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of the first two places of what is tied among the further points (`PoseLayout.points_of`)."""
        return self.number, self.number + 1

    @property
    def places(self) -> list[int]:
        """The numbers of all its places there."""
        return list(range(self.number, self.number + len(self.row.places)))


@dataclass(frozen=True)
class OwnDrawing:
    """All that is drawn, in the order of the file. chosen: whether the file says what; else a point is the state.

    origin: whether something hangs on the origin of the lab. axes: of a point that stands for the state, names of the
    variables along x, y, z, "" for none. ranges: least and greatest value of each of these in the box of `FIT_SIZE`.
    """

    items: tuple[DrawnItem, ...]
    chosen: bool
    origin: bool = False
    axes: tuple[str, str, str] = ("", "", "")
    ranges: tuple[tuple[float, float], ...] = ()

    @property
    def floats(self) -> bool:
        """Whether nothing holds what is drawn: it stands for a state, or there is neither a ground nor a stand."""
        return not self.chosen or not (self.origin or self.of("ground"))

    def of(self, *kinds: str) -> list[DrawnItem]:
        """Return what is of some kinds."""
        return [item for item in self.items if item.row.kind in kinds]


Place: TypeAlias = "tuple[Asked, Asked, Asked] | str"
"""A place by three expressions [m], or by the name of what is there."""
KINDS = ("ball", "box", "rod", "spring", "ring", "track", "arrow", "ground")
WORDS = {
    "ball": ("radius", "trace"), "box": ("size", "trace"), "rod": ("radius",), "spring": ("radius", "turns"),
    "ring": ("radius", "wire"), "track": ("radius",),
    "arrow": ("at", "scale", "unit"), "ground": (),
}  # fmt: skip
"""What may be said of each kind, beside its colour, and its label where it can be seen at a place."""
COLOURS = ("red", "orange", "yellow", "green", "blue", "violet", "white", "grey", "black", "brass", "steel", "wood")
RADII = {"ball": 0.03, "rod": 0.006, "spring": 0.02, "track": 0.006}
"""Radii of what has none [m]."""
WITH_UNIT = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?\s*[a-zA-Zµ]+")
"""A number with its unit; other texts are expressions."""
BY_VALUE = re.compile("#[0-9a-fA-F]{6}")
"""A colour by its red, green and blue, as on the web."""
TURNS, BOX, POINT_RADIUS, WIRE = 12, 0.06, 0.026, 0.005
MOST_SIZE = 1e6
"""Greatest size of what is drawn [m]."""
FIT_SIZE = 1.0
"""Size of the box in which this point moves [m]."""


@dataclass(frozen=True)
class DrawnRow:
    """What a description says of something drawn: its kind, and its numbers in SI.

    places: where it is, or the ends, or what an arrow's components are and where it begins. sizes: as in `DrawnItem`,
    of parameters alone. scale: length [m] of an arrow of magnitude 1, 0 where the picture chooses it. label: what
    stands beside it in the picture, "" for nothing, or for an arrow its name. ranges: as in `OwnDrawing`.
    """

    name: str
    kind: str
    places: tuple[Place, ...]
    sizes: tuple[Asked, ...] = ()
    turns: int = TURNS
    scale: float = 1.0
    trace: bool = False
    colour: str = ""
    unit: str = ""
    label: str = ""
    ranges: tuple[tuple[float, float], ...] = ()


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
    _check_scales(_of(tuple(found.values()), "arrow"))
    return tuple(found.values())


def _check_scales(arrows: Sequence[DrawnRow]) -> None:
    """Raise BadInput where arrows of one unit have different scales: the bar that gives it would be true of one."""
    first: dict[str, DrawnRow] = {}
    for row in arrows:
        if not row.unit:
            continue
        other = first.setdefault(row.unit, row)
        if row.scale != other.scale:
            raise BadInput(
                f"draw.{row.name}.scale = {row.scale:g}: arrows in {row.unit} have one scale; "
                f"draw.{other.name} has {other.scale:g}"
            )


def _bodies(found: Mapping[str, DrawnRow]) -> list[str]:
    return [row.name for row in found.values() if row.kind in MOVED]


def _row(where: str, name: str, value: object) -> DrawnRow:
    kind = next((each for each in KINDS if isinstance(value, Mapping) and each in value), "")
    if not kind:
        raise BadInput(f"{where} = {shown(value)}: must say what it is: {', '.join(KINDS)}")
    row = table(where, value, (kind, *WORDS[kind], "colour", *(() if kind == "ground" else ("label",))))
    label = label_of(where, row)
    colour, trace = row.get("colour", ""), row.get("trace", False)
    if colour not in ("", *COLOURS) and not (isinstance(colour, str) and BY_VALUE.fullmatch(colour)):
        raise BadInput(f"{where}.colour = {shown(colour)}: must be one of {', '.join(COLOURS)}, or as #2f6fb0")
    if not isinstance(trace, bool):
        raise BadInput(f"{where}.trace = {shown(trace)}: must be true or false")
    at = f"{where}.{kind}"
    if kind == "ground":
        return DrawnRow(name, kind, (), (_size(at, row[kind]),))
    if kind in TIED:
        most = MOST_PLACES if kind == "track" else 2
        if not isinstance(row[kind], list | tuple) or not 2 <= len(row[kind]) <= most:
            many = "two places" if most == 2 else f"2 to {most} places"
            raise BadInput(f'{at} = {shown(row[kind])}: must be {many}, such as ["origin", "bob"]')
        places = tuple(_place(f"{at}[{k}]", each) for k, each in enumerate(row[kind]))
    elif kind == "arrow":
        places = (_place(at, row[kind]), _place(f"{where}.at", needed(where, row, "at", "where it begins")))
        if isinstance(places[0], str):
            raise BadInput(f"{at} = {shown(row[kind])}: must be two or three expressions")
    else:
        places = (_place(at, row[kind]),)
    sizes = _sizes(where, kind, row)
    turns = check_whole(f"{where}.turns", row.get("turns", TURNS), 1, 200)
    unit = si_unit(where, row.get("unit", ""))
    least, usual = (0.0, 0.0) if unit else (-MOST_SIZE, 1.0)
    scale = check_number(f"{where}.scale", row.get("scale", usual), "", least, MOST_SIZE)
    return DrawnRow(name, kind, places, sizes, turns, scale, trace, colour, unit, label)


def _sizes(where: str, kind: str, row: Mapping[str, Any]) -> tuple[Asked, ...]:
    """Return the sizes of a row; raises BadInput."""
    if kind in RADII:
        return (_size(f"{where}.radius", row.get("radius", RADII[kind])),)
    if kind == "ring":
        radius = _size(f"{where}.radius", needed(where, row, "radius", "its radius"))
        return radius, _size(f"{where}.wire", row.get("wire", WIRE))
    if kind != "box":
        return ()
    size = row.get("size", [BOX, BOX, BOX])
    if not isinstance(size, list | tuple) or len(size) != 3:
        raise BadInput(f"{where}.size = {shown(size)}: must be three numbers in m, or expressions")
    return tuple(_size(f"{where}.size[{k}]", each) for k, each in enumerate(size))


def _size(where: str, value: object) -> Asked:
    """Return a size in m: a number, a number with its unit, or an expression; raises BadInput."""
    if isinstance(value, str) and WITH_UNIT.fullmatch(value.strip()):
        value = check_number(where, value, "m", -MOST_SIZE, MOST_SIZE)
    return asked_text(where, value)


def sizes_of(rows: Sequence[DrawnRow], names: KnownNames, moving: Sequence[Term]) -> list[Number]:
    """Return the sizes of all rows, one after another; raises BadInput for one that depends on what moves."""
    found: list[Number] = []
    for row in rows:
        for asked in row.sizes:
            value = names.value(asked)
            if names.record.depends([value], moving):
                raise asked.fault("a size must be of parameters alone, as it does not change in a run", 0)
            found.append(value)
    return found


def checked_sizes(rows: Sequence[DrawnRow], values: Sequence[float]) -> list[tuple[float, ...]]:
    """Return the sizes of each row from those of all; raises BadInput for what cannot be drawn."""
    found, at = [], 0
    for row in rows:
        own = tuple(values[at : at + len(row.sizes)])
        at += len(row.sizes)
        for value, asked in zip(own, row.sizes, strict=True):
            check_number(asked.called, value, "m", -MOST_SIZE if row.kind == "ground" else 1e-9, MOST_SIZE)
        if row.kind == "ring" and own[1] >= own[0]:
            raise BadInput(f"draw.{row.name}.wire is {own[1]:g} m: must be less than its radius, {own[0]:g} m")
        found.append(own)
    return found


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
    for row in _of(rows, *TIED):
        for place in row.places:
            found += at(place)
    return found


def _of(rows: Sequence[DrawnRow], *kinds: str) -> list[DrawnRow]:
    return [row for row in rows if row.kind in kinds]


def layout_of(rows: Sequence[DrawnRow], sizes: Sequence[tuple[float, ...]]) -> PoseLayout:
    """Return the order of the numbers of a pose, with the sizes of each row."""
    bodies: list[tuple[str, Solid]] = []
    for row, own in zip(rows, sizes, strict=True):
        if row.kind in MOVED:
            x, y, z = own if row.kind == "box" else own * 3
            bodies.append((row.name, Box((x, y, z)) if row.kind == "box" else Ellipsoid((x, y, z))))
    small = Ellipsoid((POINT_RADIUS, POINT_RADIUS, POINT_RADIUS))
    arrows = tuple(
        ArrowKind(row.name, row.name, row.unit, f"{row.name} of the equations") for row in _of(rows, "arrow")
    )
    traces = tuple(row.name for row in rows if row.trace)
    return PoseLayout(
        tuple(bodies) or (("point", small),), arrows, traces, points=sum(len(row.places) for row in _of(rows, *TIED))
    )


def drawing_of(
    rows: Sequence[DrawnRow], sizes: Sequence[tuple[float, ...]], axes: tuple[str, str, str] = ("", "", "")
) -> OwnDrawing:
    """Return what is drawn, with the sizes of each row. axes: of a point that stands for the state."""
    body = point = arrow = 0
    items: list[DrawnItem] = []
    for row, own in zip(rows, sizes, strict=True):
        moved, tied = row.kind in MOVED, row.kind in TIED
        items.append(DrawnItem(row, body if moved else point if tied else arrow, own))
        body, point, arrow = body + moved, point + len(row.places) * tied, arrow + (row.kind == "arrow")
    ranges = rows[0].ranges if any(axes) else ()
    return OwnDrawing(tuple(items), not any(axes), any(ORIGIN in row.places for row in rows), axes, ranges)


def usual_rows(names: Sequence[str], low: Sequence[float], high: Sequence[float]) -> tuple[DrawnRow, ...]:
    """Return a point that stands for the state, where nothing is said. low, high: the ranges of its coordinates."""
    scaled, ranges = [], []
    for name, least, most in zip(names, low, high, strict=True):
        width = most - least
        if not 0.0 < width < 1e300:
            least, width = least - 0.5 if math.isfinite(least) else -0.5, 1.0
        ranges.append((least, least + width))
        scaled.append(asked_text("draw", f"({name} - ({least + 0.5 * width!r}))*({FIT_SIZE / width!r})"))
    zero = asked_text("draw", 0.0)
    x, y, z = (
        [zero, zero, *scaled] if len(scaled) == 1 else [scaled[0], zero, scaled[1]] if len(scaled) == 2 else scaled
    )
    return (
        DrawnRow("state", "ball", ((x, y, z),), (asked_text("draw", POINT_RADIUS),), trace=True, ranges=tuple(ranges)),
    )
