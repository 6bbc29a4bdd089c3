"""Parts of satellites as meshes: Explorer 1, a drum with its platform, a box with a flywheel. Lengths in metres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.turning_spokes import Spokes
from game.model.frame import Mesh, SpokePattern, SurfacePattern
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import cos, hypot, sin

Color = tuple[float, float, float]
Sides = tuple[float, float, float]

WHITE, BLACK = (0.62, 0.62, 0.58), (0.018, 0.019, 0.022)
CELL, GAP_OF_CELLS = (0.022, 0.055, 0.20), (0.006, 0.011, 0.04)
GOLD, FOIL, PALE = (0.62, 0.35, 0.08), (1.0, 0.86, 0.62), (0.80, 0.80, 0.78)
WHIPS = 4
"""Number of antennas across the pencil."""
WHIP, SEEN, WHIP_VEIL = 0.27, 3.0, (0.50, 0.52, 0.56)
"""Length of an antenna in lengths of the pencil; how much wider they are in the veil of turning ones than else, so that
it is seen; and the colour (linear RGB) of that."""
FRAME = 0.035
"""Radius of the struts round a wheel, in the shortest side of the body."""
STRIPES, CELLS = 8, 36
"""Number of painted sectors round the pencil, and of columns of solar cells round the drum."""


class CraftPart(NamedTuple):
    """A mesh in the axes of a body, and how it is coloured."""

    mesh: Mesh
    tint: Color = (1.0, 1.0, 1.0)
    roughness: float = 0.4
    paint: SurfacePattern | None = None


def pencil(length: float, radius: float) -> list[CraftPart]:
    """Return Explorer 1 without its whips: nose cone and instruments in front, striped, the burnt-out motor behind."""
    r, end = radius, 0.5 * length
    nose, joint = end - 3.0 * min(2.4 * r, 0.2 * length) / 2.4 * 0.8, end - 0.52 * length
    front = [(0.0, joint), (r, joint), (r, nose), (0.72 * r, nose + 0.42 * (end - nose)),
             (0.34 * r, nose + 0.80 * (end - nose)), (0.10 * r, end), (0.0, end)]  # fmt: skip
    arc = np.concatenate([[0.0], np.cumsum(hypot(*np.diff(np.array(front), axis=0).T))])
    paint = SurfacePattern(STRIPES, (float(arc[1]) * 1.02, float(arc[2])), WHITE, BLACK)
    band = 0.012 * length
    motor = [(0.0, -end), (0.42 * r, -end), (0.52 * r, -end + 0.9 * r), (0.30 * r, -end + 1.0 * r),
             (0.30 * r, -end + 1.3 * r), (0.82 * r, -end + 1.7 * r), (0.92 * r, -end + 2.2 * r),
             (0.92 * r, joint - band), (1.03 * r, joint - band), (1.03 * r, joint + band),
             (0.0, joint + band)]  # fmt: skip
    return [
        CraftPart(shapes.lathe(front, Material.PAINTED_WOOD), paint=paint),
        CraftPart(shapes.lathe(motor, Material.STEEL)),
    ]


def whips(length: float, radius: float) -> Spokes:
    """Return the antennas across Explorer 1, with the disc that they seem to be while it spins."""
    r, at, pieces = radius, 0.08 * length, []
    out = r + WHIP * length
    for k in range(WHIPS):
        way = 2.0 * math.pi * k / WHIPS
        c, s = cos(way), sin(way)
        tip = (out * c, out * s, at)
        pieces += [
            bar((0.9 * r * c, 0.9 * r * s, at), (1.15 * r * c, 1.15 * r * s, at), 0.10 * r, Material.STEEL, 12),
            bar((r * c, r * s, at), tip, 0.04 * r, Material.STEEL, 8),
            moved(shapes.sphere(0.09 * r, Material.STEEL, 16), tip),
        ]
    disc = shapes.lathe(
        [(r, at - 0.04 * r), (out, at - 0.04 * r), (out, at + 0.04 * r), (r, at + 0.04 * r)], Material.PLAIN
    )
    pattern = SpokePattern(WHIPS, SEEN * 0.08 * r, 0.0)
    return Spokes(joined(pieces), disc, pattern, WHIP_VEIL, 0.1 * math.pi / WHIPS, 0.5 * math.pi / WHIPS)


def drum(low: float, high: float, radius: float) -> list[CraftPart]:
    """Return a drum with solar cells in three bands, its rims of metal."""
    height, r = high - low, radius
    rows = [(0.0, low), (r, low), (r, high), (0.0, high)]
    paint = SurfacePattern(CELLS, (r * 1.0001, r + height), CELL, GAP_OF_CELLS)
    rims = [ring(r, low + part * height, 0.014 * r, 0.022 * height) for part in (0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0)]
    nozzle = [(0.0, low - 0.02 * height), (0.10 * r, low - 0.02 * height), (0.20 * r, low - 0.24 * height),
              (0.17 * r, low - 0.24 * height), (0.07 * r, low), (0.0, low)]  # fmt: skip
    return [
        CraftPart(shapes.lathe(rows, Material.PAINTED_WOOD), roughness=0.2, paint=paint),
        CraftPart(joined([*rims, shapes.lathe(nozzle[::-1], Material.STEEL, 40)])),
    ]


def ring(radius: float, z: float, out: float, half: float) -> Mesh:
    """Return a flat ring of metal round the third axis."""
    rows = [(radius - out, z - half), (radius + out, z - half), (radius + out, z + half), (radius - out, z + half)]
    return shapes.lathe([*rows, rows[0]], Material.STEEL, 72)


def platform(height: float, radius: float, below: float) -> list[CraftPart]:
    """Return a platform from z = 0 up to a height, with a dish that looks sideways and horns on its deck."""
    deck, mast = 0.12 * height, 0.30 * height
    base = [
        (0.0, 0.0),
        (0.45 * below, 0.0),
        (0.45 * below, 0.4 * deck),
        (radius, 0.4 * deck),
        (radius, deck),
        (0.0, deck),
    ]
    dish_radius = 0.62 * min(radius, 1.1 * height)
    profile = [(dish_radius * x, 0.5 * dish_radius * x * x) for x in np.linspace(0.0, 1.0, 13)]
    shell = [*profile, *[(x, z - 0.03 * dish_radius) for x, z in reversed(profile[1:])], (0.0, -0.03 * dish_radius)]
    dish = shapes.lathe(shell[::-1], Material.PLAIN, 64)
    centre = (0.10 * radius, 0.0, deck + mast + 0.55 * dish_radius)
    focus = 0.62 * dish_radius
    feed = [bar((0.0, 0.0, 0.82 * focus), (0.0, 0.0, focus), 0.06 * dish_radius, Material.STEEL, 16)]
    for k in range(3):
        way = 2.0 * math.pi * (k + 0.5) / 3.0
        rim = (0.72 * dish_radius * cos(way), 0.72 * dish_radius * sin(way), 0.26 * dish_radius)
        feed.append(bar(rim, (0.0, 0.0, 0.9 * focus), 0.012 * dish_radius, Material.STEEL, 8))
    legs = [
        bar((0.35 * radius * x, 0.3 * radius * y, deck), (centre[0] - 0.03 * radius, 0.0, centre[2]), 0.022 * radius,
            Material.STEEL, 10)
        for x, y in ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
    ]  # fmt: skip
    horns = []
    for x, y, size in ((-0.62, 0.38, 0.15), (-0.62, -0.38, 0.11)):
        rows = [
            (0.25 * size, 0.0),
            (0.25 * size, size),
            (0.8 * size, 2.6 * size),
            (0.7 * size, 2.6 * size),
            (0.0, 0.9 * size),
        ]
        horn = shapes.lathe([(0.0, 0.0), *[(radius * a, radius * b) for a, b in rows]], Material.PLAIN, 32)
        horns.append(moved(horn, (x * radius, y * radius, deck)))
    tilted = [facing_sideways(mesh, centre) for mesh in (dish, joined(feed))]
    return [
        CraftPart(shapes.lathe(base, Material.BRASS), FOIL, 0.3),
        CraftPart(joined([tilted[0]]), PALE, 0.5),
        CraftPart(joined([tilted[1], *legs])),
        CraftPart(joined(horns), PALE, 0.35),
    ]


def facing_sideways(mesh: Mesh, centre: tuple[float, float, float]) -> Mesh:
    """Return a mesh whose third axis is turned towards the first and a little up, at a centre."""
    s, c = sin(math.radians(72.0)), cos(math.radians(72.0))
    turn = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    vertices = mesh.vertices.copy()
    vertices[:, :3] = dense.times(vertices[:, :3], turn.T) + np.asarray(centre)
    vertices[:, 3:6] = dense.times(vertices[:, 3:6], turn.T)
    return Mesh(vertices.astype(np.float32), mesh.indices, mesh.coarser)


def frame(sides: Sides, axis: Sequence[float], wheel: float) -> list[CraftPart]:
    """Return an open frame of struts round a wheel about an axis (3,), with its bearings on two bars and a floor.

    wheel: radius of the wheel [m]. The floor ends within the lower struts.
    """
    half, n = 0.5 * np.array(sides), np.array(axis)
    thick = FRAME * min(sides)
    struts = _edges(half, thick)
    struts += [moved(shapes.sphere(1.6 * thick, Material.STEEL, 20), corner) for corner in _corners(half)]
    face = int(np.argmin(half / np.maximum(np.abs(n), 1e-9)))
    along = max((k for k in range(3) if k != face), key=lambda k: -half[k])
    end = n * (half[face] / abs(n[face]))
    bosses = []
    for place in (-end, end):
        span = np.zeros(3)
        span[along] = half[along]
        middle = place * (np.arange(3) != along)
        struts.append(bar(middle - span, middle + span, 0.8 * thick, Material.STEEL, 12))
        inwards = -np.sign(float(dense.dot(place, n))) * n
        bosses.append(bar(place - 0.10 * wheel * inwards, place + 0.16 * wheel * inwards, 0.15 * wheel,
                          Material.BRASS, 32))  # fmt: skip
    width, depth, low = 2.0 * half[0] - 0.6 * thick, 2.0 * half[1] - 0.6 * thick, -half[2]
    floor = shapes.box((width, depth, 0.3 * thick), (0.0, 0.0, low), Material.BRASS)
    return [CraftPart(joined(struts)), CraftPart(joined(bosses)), CraftPart(floor, FOIL, 0.3)]


def _corners(half: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Return the corners (3,) of a box with half sides (3,)."""
    a, b, c = half
    return [np.array([x, y, z]) for x in (-a, a) for y in (-b, b) for z in (-c, c)]


def _edges(half: NDArray[np.float64], thick: float) -> list[Mesh]:
    """Return the edges of a box with half sides (3,) as round struts of a radius [m]."""
    corners = _corners(half)
    return [
        bar(one, other, thick, Material.STEEL, 12)
        for i, one in enumerate(corners) for other in corners[i + 1 :]
        if np.count_nonzero(one != other) == 1
    ]  # fmt: skip


def box(sides: Sides) -> list[CraftPart]:
    """Return a box of gold foil with solar cells on two faces."""
    a, b, c = (0.5 * side for side in sides)
    edges = _edges(0.5 * np.array(sides), 0.018 * min(sides))
    cells = [moved(shapes.box((1.72 * a, 1.72 * b, 0.012 * c)), (0.0, 0.0, z)) for z in (-c, c)]
    nozzle = [(0.16 * c, 0.0), (0.34 * c, 0.5 * c), (0.30 * c, 0.5 * c), (0.12 * c, 0.0)]
    jet = shapes.lathe([(0.0, -0.05 * c), *nozzle], Material.STEEL, 32)
    vertices = jet.vertices.copy()
    vertices[:, [0, 2]], vertices[:, [3, 5]] = vertices[:, [2, 0]], vertices[:, [5, 3]]
    jet = moved(Mesh(vertices, jet.indices.reshape(-1, 3)[:, ::-1].reshape(-1).copy()), (a, 0.0, 0.0))
    return [
        CraftPart(shapes.box((2.0 * a, 2.0 * b, 2.0 * c), edge=0.04), GOLD, 0.24),
        CraftPart(joined(cells), CELL, 0.15),
        CraftPart(joined([*edges, jet])),
    ]


def flywheel(thickness: float, radius: float, reach: float) -> list[CraftPart]:
    """Return a wheel of brass with four spokes, about its third axis, on an axle that reaches so far on both sides."""
    half = 0.5 * thickness
    rows = [(0.78 * radius, -half), (radius, -half), (radius, half), (0.78 * radius, half)]
    rim = shapes.lathe([*rows, rows[0]], Material.BRASS, 96)
    spokes = [
        bar((0.0, 0.0, 0.0), (0.8 * radius * x, 0.8 * radius * y, 0.0), 0.07 * radius, Material.BRASS, 12)
        for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    ]
    hub = bar((0.0, 0.0, -reach), (0.0, 0.0, reach), 0.06 * radius, Material.STEEL, 16)
    boss = bar((0.0, 0.0, -0.8 * half), (0.0, 0.0, 0.8 * half), 0.17 * radius, Material.BRASS, 24)
    return [CraftPart(joined([rim, *spokes, hub, boss]))]
