"""Geoms of files in MJCF: their solids with masses from densities."""

from __future__ import annotations

import math

from physics.exchange.drafts import DraftSolid, MachineDraft
from physics.exchange.frames import Frame, toward
from physics.exchange.mjcf_defaults import MjcfSettings
from physics.exchange.solids import box, capsule, cylinder, ellipsoid
from physics.exchange.xml_tree import XmlElement
from physics.machines.vectors import difference

TYPES = "sphere", "capsule", "ellipsoid", "cylinder", "box", "plane", "hfield", "mesh", "sdf"
LONG = "capsule", "cylinder", "ellipsoid", "box"
"""Types that may be given by their ends."""
WATER = 1000.0
"""Density where none is given [kg/m³]."""
LEAST = 1e-9
"""Least size of a geom [m]."""


def solid_of(geom: XmlElement, outer: Frame, settings: MjcfSettings, draft: MachineDraft) -> DraftSolid | None:
    """Return the solid of a geom, None for one that has none; raises BadInput. outer: the frame of its body."""
    kind = "mesh" if "mesh" in geom.attributes else geom.choice("type", TYPES, "sphere")
    if kind in ("plane", "hfield"):
        return None
    if kind in ("mesh", "sdf"):
        draft.leave_out("a geom that is a mesh, with its mass", geom)
        return None
    if geom.attributes.get("shellinertia") == "true":
        draft.leave_out("shellinertia: the geom counts as solid", geom)
    mass = geom.number("mass") if "mass" in geom.attributes else None
    density = geom.number("density", WATER)
    for word, value in (("mass", mass or 0.0), ("density", density)):
        if not value >= 0.0:
            raise geom.wrong(f"{word} = {value:g}: must not be negative")
    if "fromto" in geom.attributes:
        frame, half = _between(geom, kind)
        sizes = (*_sizes(geom, 1), half)
    else:
        frame = settings.frame(geom)
        sizes = _sizes(geom, {"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3))
    frame = frame.within(outer)
    if kind in ("capsule", "cylinder"):
        made = capsule if kind == "capsule" else cylinder
        return made(frame, sizes[0], 2.0 * sizes[-1], mass, density)
    three = (sizes[0], sizes[0], sizes[-1]) if len(sizes) < 3 else (sizes[0], sizes[1], sizes[2])
    if kind == "box":
        return box(frame, (2.0 * three[0], 2.0 * three[1], 2.0 * three[2]), mass, density)
    return ellipsoid(frame, three, mass, density)


def _sizes(geom: XmlElement, count: int) -> tuple[float, ...]:
    """Return the first numbers of the size of a geom; raises BadInput."""
    given = geom.some_numbers("size")
    if len(given) < count or not all(each > LEAST for each in given[:count]):
        what = "a positive number" if count == 1 else f"{count} positive numbers"
        raise geom.wrong(f"size = {geom.attributes.get('size', '')!r}: must be {what}")
    return given[:count]


def _between(geom: XmlElement, kind: str) -> tuple[Frame, float]:
    """Return the frame of a geom between two points, and half of its length."""
    if kind not in LONG:
        raise geom.wrong(f"fromto: a {kind} has none; give pos and size")
    ends = geom.numbers("fromto", 6)
    start, end = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
    x, y, z = difference(end, start)
    length = math.sqrt(x * x + y * y + z * z)
    if not length > LEAST:
        raise geom.wrong("fromto: its ends are one point; must be apart")
    a, b, c = (0.5 * (one + other) for one, other in zip(start, end, strict=True))
    return Frame(toward((x / length, y / length, z / length)), (a, b, c)), 0.5 * length
