"""Bodies of a machine as its description has them: where they are drawn, their masses and anchors."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.core.units import check_whole
from physics.errors import BadInput, shown
from physics.machines.vectors import Vector, distance
from physics.machines.words import (
    AIR,
    COLOURS,
    INERTIA,
    LAYER,
    LENGTHS,
    MASSES,
    MATERIALS,
    by_name,
    direction,
    has_arrow,
    label_of,
    named,
    number,
    numbers,
    point,
    table,
)
from physics.maths import dense
from physics.maths.trig import PI

Matrix3 = NDArray[np.float64]

SHAPE_WORDS = {
    "": ("centre",), "bar": ("from", "to", "width"), "box": ("centre", "size"), "cylinder": ("from", "to", "radius"),
    "ball": ("centre", "radius"), "hoop": ("centre", "axis", "radius", "width"),
    "disk": ("centre", "axis", "radius", "width"), "plate": ("corners", "width"), "point": ("centre",),
}  # fmt: skip
"""Words of the place and size of a body, by its shape; "" for one of numbers alone."""
WORDS = (
    "shape", *dict.fromkeys(word for used in SHAPE_WORDS.values() for word in used), "mass", "density", "material",
    "inertia", "anchors", "layer", "colour", "label", "arrow", *AIR,
)  # fmt: skip
SLENDER = 20.0
"""Length of a bar over its width, where none is given."""
THIN = 10.0
"""Radius of a hoop or disk over the width with which it is drawn, where none is given."""
ROUNDING = 1e-9
"""Share of the greatest moment of inertia that counts as rounding."""
FLAT = 1e-9
"""Greatest distance of a corner from the plane of a plate, in its size."""
MOST_CORNERS = 12
"""Greatest number of corners of a plate."""


@dataclass(frozen=True)
class MachineBody:
    """A body at the drawn pose, in the world.

    centre: of mass [m]; inertia: about it, (3, 3) [kg m²]; anchors: points by name [m]. shape: a word of `SHAPES`,
    "" for one with numbers alone. start, end, axis, radius, width, size, corners: of the shape, as far as it has them.
    drag: of the air over the square of the velocity [kg/m]; drag_area: over the pressure ½ ρ v² [m²]. material: a word
    of `MATERIALS`, "" where none is given. layer: in which it is drawn, None for one that is found.
    colour: in which it is painted, as #RRGGBB, "" where none is given. label: what stands beside it in the picture.
    arrow: whether its velocity is drawn.
    """

    name: str
    shape: str
    mass: float
    centre: Vector
    inertia: Matrix3
    anchors: Mapping[str, Vector]
    start: Vector | None = None
    end: Vector | None = None
    axis: Vector | None = None
    radius: float = 0.0
    width: float = 0.0
    size: Vector | None = None
    corners: tuple[Vector, ...] = ()
    drag: float = 0.0
    drag_area: float = 0.0
    material: str = ""
    layer: int | None = None
    colour: str = ""
    label: str = ""
    arrow: bool = True


@dataclass
class _DrawnShape:
    """What a shape says of a body. volume [m³]; inertia of a mass of 1 kg about its centre [m²]."""

    centre: Vector
    volume: float
    inertia: Matrix3
    anchors: dict[str, Vector] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)


def read_body(name: str, given: object) -> MachineBody:
    """Return the body of a table; raises BadInput."""
    words = table(name, given, WORDS)
    shape = named(name, words["shape"], tuple(SHAPES), "shape") if "shape" in words else ""
    _refuse_unused(name, shape, words)
    drawn = SHAPES[shape](name, words) if shape else _bare(name, words)
    mass = _mass(name, words, drawn.volume)
    inertia = mass * drawn.inertia if "inertia" not in words else _given_inertia(name, words["inertia"])
    anchors = {"centre": drawn.centre, **drawn.anchors}
    for word, place in by_name(f"{name}: anchors", words.get("anchors", {})).items():
        anchors[word] = point(f"{name}: anchors.{word}", place)
    more = {**drawn.more, **_air(name, words, shape, drawn)}
    if "layer" in words:
        more["layer"] = check_whole(f"{name}: layer", words["layer"], int(LAYER.low), int(LAYER.high))
    if "colour" in words:
        more["colour"] = _colour(name, words["colour"])
    beside = {"material": words.get("material", ""), "label": label_of(name, words), "arrow": has_arrow(name, words)}
    return MachineBody(name, shape, mass, drawn.centre, inertia, anchors, **beside, **more)


def _colour(name: str, given: object) -> str:
    """Return a colour as #RRGGBB."""
    found = COLOURS.get(given, given) if isinstance(given, str) else ""
    if re.fullmatch("#[0-9a-fA-F]{6}", found) is None:
        raise BadInput(f"{name}: colour = {shown(given)}: must be {', '.join(COLOURS)}, or as #B3261E")
    return found


def _refuse_unused(name: str, shape: str, words: Mapping[str, Any]) -> None:
    """Raise BadInput for a word that the shape of a body does not use."""
    for word in words:
        having = [each for each, used in SHAPE_WORDS.items() if word in used]
        if having and shape not in having:
            others = ", ".join(each for each in having if each)
            if shape:
                raise BadInput(f"{name}: {word}: shape {shape} has none; {others} use it")
            raise BadInput(f"{name}: {word}: a body without a shape has none; {others} use it")


def _air(name: str, words: Mapping[str, Any], shape: str, drawn: _DrawnShape) -> dict[str, float]:
    """Return what a body says of its drag: a number for all, or a drag coefficient with an area."""
    given = {word: number(f"{name}: {word}", words[word], AIR[word]) for word in AIR if word in words}
    if "drag_coefficient" not in given:
        if "area" in given:
            raise BadInput(f"{name}: area without drag_coefficient: give both, or drag alone")
        return given
    if "drag" in given:
        raise BadInput(f"{name}: drag and drag_coefficient: give one of them")
    if "area" not in given and shape != "ball":
        raise BadInput(f"{name}: drag_coefficient without an area: give area; a ball has its own")
    radius = drawn.more.get("radius", 0.0)
    return {"drag_area": given["drag_coefficient"] * given.get("area", PI * radius * radius)}


def _mass(name: str, words: Mapping[str, Any], volume: float) -> float:
    if "mass" in words and "density" in words:
        raise BadInput(f"{name}: mass and density: give one of them")
    if "material" in words:
        material = named(f"{name}: material", words["material"], tuple(MATERIALS), "material")
        if "density" in words:
            raise BadInput(f"{name}: material and density: give one of them")
        if volume == 0.0 and "mass" not in words:
            raise BadInput(f"{name}: material without a volume: give the mass, too, or a shape with a volume")
        if "mass" not in words:
            return MATERIALS[material] * volume
    if "density" in words:
        if volume == 0.0:
            raise BadInput(f"{name}: density without a volume: give the mass, or a shape with one")
        return number(f"{name}: density", words["density"], MASSES["density"]) * volume
    return number(f"{name}: mass", words.get("mass", 0.0), MASSES["mass"])


def _given_inertia(name: str, given: object) -> Matrix3:
    """Return the inertia of three moments, or of six elements xx yy zz xy xz yz."""
    count = len(given) if isinstance(given, list | tuple) else 0
    if count not in (3, 6):
        raise BadInput(f"{name}: inertia = {shown(given)}: must be 3 moments, or the elements xx, yy, zz, xy, xz, yz")
    xx, yy, zz, xy, xz, yz = [*numbers(f"{name}: inertia", given, INERTIA, count), 0.0, 0.0, 0.0][:6]
    found = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    (one, two, three), _ = dense.eigen(found)
    if one < -ROUNDING * three:
        raise BadInput(f"{name}: inertia has a principal moment of {one:.4g} kg m²; must not be negative")
    if three > (one + two) * (1.0 + ROUNDING):
        raise BadInput(
            f"{name}: inertia: {three:.4g} > {one:.4g} + {two:.4g} kg m²; the greatest principal moment must "
            "be at most the sum of the others"
        )
    return found


def _ends(name: str, words: Mapping[str, Any]) -> tuple[Vector, Vector, float]:
    """Return the ends of a long body and its length."""
    for word in ("from", "to"):
        if word not in words:
            raise BadInput(f"{name}: needs {word}, a point of the drawn pose")
    start, end = point(f"{name}: from", words["from"]), point(f"{name}: to", words["to"])
    length = distance(start, end)
    if length == 0.0:
        raise BadInput(f"{name}: from and to are one point; must be apart")
    return start, end, length


def _along(axis: Sequence[float] | Matrix3, along: float, across: float) -> Matrix3:
    """Return an inertia with moments about an axis, and across it."""
    e = np.asarray(axis, float)
    return across * np.eye(3) + (along - across) * np.outer(e, e)


def _length(name: str, words: Mapping[str, Any], word: str, default: float | None = None) -> float:
    if word not in words and default is None:
        raise BadInput(f"{name}: needs {word}")
    return number(f"{name}: {word}", words.get(word, default), LENGTHS[word])


def _long(name: str, words: Mapping[str, Any], width: float, moments: tuple[float, float], area: float) -> _DrawnShape:
    """Return a body between two ends. moments: about its axis, and of a thin slice across, of 1 kg."""
    start, end, length = _ends(name, words)
    middle = np.add(start, end) / 2.0
    x, y, z = (float(each) for each in middle)
    axis = np.subtract(end, start) / length
    inertia = _along(axis, moments[0], moments[1] + length * length / 12.0)
    a, b, c = (float(each) for each in axis)
    more = {"start": start, "end": end, "axis": (a, b, c), "width": width}
    return _DrawnShape((x, y, z), area * length, inertia, {"start": start, "end": end}, more)


def _bar(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    width = _length(name, words, "width", _ends(name, words)[2] / SLENDER)
    return _long(name, words, width, (width * width / 6.0, width * width / 12.0), width * width)


def _cylinder(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    radius = _length(name, words, "radius")
    drawn = _long(name, words, 2.0 * radius, (0.5 * radius * radius, 0.25 * radius * radius), PI * radius * radius)
    drawn.more["radius"] = radius
    return drawn


def _centre(name: str, words: Mapping[str, Any]) -> Vector:
    if "centre" not in words:
        raise BadInput(f"{name}: needs centre, a point of the drawn pose")
    return point(f"{name}: centre", words["centre"])


def _round(name: str, words: Mapping[str, Any], share: float) -> _DrawnShape:
    """Return a hoop or disk, thin unless it has a width. share: moment about its axis of 1 kg, over r²."""
    radius = _length(name, words, "radius")
    given = _length(name, words, "width") if "width" in words else 0.0
    axis = direction(f"{name}: axis", words.get("axis", "z"))
    inertia = _along(axis, share * radius * radius, 0.5 * share * radius * radius + given * given / 12.0)
    more = {"axis": axis, "radius": radius, "width": given or radius / THIN}
    return _DrawnShape(_centre(name, words), PI * radius * radius * given, inertia, more=more)


def _disk(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    return _round(name, words, 0.5)


def _hoop(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    drawn = _round(name, words, 1.0)
    drawn.volume = 0.0
    return drawn


def _box(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    if "size" not in words:
        raise BadInput(f"{name}: needs size, three lengths")
    x, y, z = numbers(f"{name}: size", words["size"], LENGTHS["width"], 3)
    inertia = np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) / 12.0
    return _DrawnShape(_centre(name, words), x * y * z, inertia, more={"size": (x, y, z)})


def _plate(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    """Return a flat plate with straight sides: the sum of triangles from its first corner, which may count negative."""
    corners = _corners(name, words.get("corners"))
    sides = [np.subtract(each, corners[0]) for each in corners[1:]]
    areas = [0.5 * np.cross(a, b) for a, b in itertools.pairwise(sides)]
    whole = np.sum(areas, axis=0)
    size = max(map(dense.length, sides))
    area = dense.length(whole)
    if area <= FLAT * size * size:
        raise BadInput(f"{name}: corners lie in one line; a plate needs an area")
    axis = whole / area
    if any(abs(float(dense.inner(each, axis))) > FLAT * size for each in sides):
        raise BadInput(f"{name}: corners do not lie in one plane")
    width = _length(name, words, "width", size / SLENDER)
    centre, second = np.zeros(3), np.zeros((3, 3))
    for a, b, own in zip(sides[:-1], sides[1:], areas, strict=True):
        share = float(dense.inner(own, axis)) / area
        centre = centre + share / 3.0 * (a + b)
        second = second + share / 12.0 * (np.outer(a, a) + np.outer(b, b) + np.outer(a + b, a + b))
    second = second - np.outer(centre, centre) + width * width / 12.0 * np.outer(axis, axis)
    inertia = float(np.trace(second)) * np.eye(3) - second
    x, y, z = (float(each) for each in np.add(corners[0], centre))
    a, b, c = (float(each) for each in axis)
    anchors = {f"corner_{k + 1}": each for k, each in enumerate(corners)}
    more = {"axis": (a, b, c), "width": width, "corners": corners}
    return _DrawnShape((x, y, z), area * width, inertia, anchors, more)


def _corners(name: str, given: object) -> tuple[Vector, ...]:
    """Return the corners of a plate, in their order round it."""
    if not isinstance(given, list | tuple) or not 3 <= len(given) <= MOST_CORNERS:
        raise BadInput(f"{name}: corners = {shown(given)}: must be 3 to {MOST_CORNERS} points, in their order round it")
    return tuple(point(f"{name}: corners[{k}]", each) for k, each in enumerate(given))


def _ball(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    radius = _length(name, words, "radius")
    inertia = 0.4 * radius * radius * np.eye(3)
    return _DrawnShape(
        _centre(name, words), 4.0 / 3.0 * PI * radius * radius * radius, inertia, more={"radius": radius}
    )


def _point(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    return _DrawnShape(_centre(name, words), 0.0, np.zeros((3, 3)))


def _bare(name: str, words: Mapping[str, Any]) -> _DrawnShape:
    """Return a body of numbers alone, at the origin where no centre is given."""
    return _point(name, {"centre": (0.0, 0.0, 0.0), **words})


SHAPES: dict[str, Callable[[str, Mapping[str, Any]], _DrawnShape]] = {
    "bar": _bar, "box": _box, "cylinder": _cylinder, "ball": _ball, "hoop": _hoop,
    "disk": _disk, "plate": _plate, "point": _point,
}  # fmt: skip
"""Readers of shapes by their words."""
