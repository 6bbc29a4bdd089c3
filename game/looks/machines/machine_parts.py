"""Parts of machines as meshes: bars, plates, wheels, rings, weights, springs, dampers. Lengths in metres."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.generic import linear
from game.looks.kit import shapes
from game.looks.kit.parts import pendulum_parts
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.timber import bar
from game.looks.kit.sweep import limb
from game.looks.kit.transforms import turned_x
from game.looks.machines.machine_mesh import turned_to
from game.looks.pendulums import wooden_bars
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin, square

Floats64 = NDArray[np.float64]

WIDER = 1.1
"""Width of a bar as it is drawn over that of its mass."""
HUB, SPOKE, SPOKES = 0.07, 0.012, 10
"""Radii of the hub of a wheel and of a spoke, in those of the wheel; number of its spokes."""
COILS, COIL, WIRE = 14, 0.042, 0.0075
"""Turns of a spring, its radius, and that of its wire, in the size of the machine."""
DAMPER = 0.022
"""Radius of a damper, in the size of the machine."""
NOTHING = Mesh(np.zeros((0, 9), np.float32), np.zeros(0, np.int32))
"""The mesh of nothing."""
CORNER, EDGE = 7, 0.5
"""Number of steps of a plate's rounded corner; rounding of its edges, in half its thickness."""


class BodySurface(NamedTuple):
    """How a body of a given material looks. tint: of its meshes, linear RGB."""

    material: Material
    tint: tuple[float, float, float]


WOOD, STEEL, PLAIN = Material.PAINTED_WOOD, Material.STEEL, Material.PLAIN
SURFACES = {
    "balsa": BodySurface(WOOD, (1.35, 1.25, 1.05)), "spruce": BodySurface(WOOD, (1.2, 1.02, 0.76)),
    "maple": BodySurface(WOOD, (1.1, 0.86, 0.6)), "oak": BodySurface(WOOD, (0.8, 0.56, 0.34)),
    "nylon": BodySurface(PLAIN, (0.86, 0.84, 0.78)), "acrylic": BodySurface(PLAIN, (0.62, 0.78, 0.84)),
    "abs": BodySurface(PLAIN, (0.06, 0.065, 0.075)), "glass": BodySurface(PLAIN, (0.5, 0.7, 0.62)),
    "aluminium": BodySurface(STEEL, (1.25, 1.27, 1.3)), "titanium": BodySurface(STEEL, (0.72, 0.68, 0.66)),
    "steel": BodySurface(STEEL, (1.0, 1.0, 1.0)), "brass": BodySurface(Material.BRASS, (1.0, 1.0, 1.0)),
    "copper": BodySurface(Material.BRASS, (1.05, 0.62, 0.5)), "lead": BodySurface(STEEL, (0.32, 0.34, 0.38)),
    "tungsten": BodySurface(STEEL, (0.5, 0.5, 0.52)),
}  # fmt: skip
"""How bodies look by the material that the description gives."""


def surface_of(material: str, colour: str) -> BodySurface | None:
    """Return how a body looks by the words of the description, "" for none; None where they say nothing.

    Metal stays metal in its colour, and all else is painted.
    """
    found = SURFACES[material] if material else None
    if not colour:
        return found
    red, green, blue = (int(colour[k : k + 2], 16) / 255.0 for k in (1, 3, 5))
    metal = found is not None and found.material in (STEEL, Material.BRASS)
    return BodySurface(STEEL if metal else PLAIN, linear((red, green, blue)))


def of_material(mesh: Mesh, material: Material) -> Mesh:
    """Return a mesh all of which is of a material."""
    vertices = mesh.vertices.copy()
    vertices[:, 8] = material
    return Mesh(vertices, mesh.indices, mesh.coarser)


def wooden_bar(length: float, width: float, thick: float) -> tuple[Mesh, Mesh]:
    """Return the wood and the metal of a bar about its middle, with its length along z and its joints along y."""
    half = 0.5 * WIDER * width
    up = 0.0, 0.0, 0.5 * length
    wood = moved(wooden_bars.wood(length, half, thick, 0.0), up)
    return wood, moved(wooden_bars.heads(length, half, thick, 0.0), up)


def plate(corners: Floats64, width: float, half: float, joints: Sequence[int]) -> tuple[Mesh, Mesh]:
    """Return wood and metal of a plate across z with corners (n, 2), counter-clockwise.

    width: its thickness; half: the radius of its corners; joints: numbers of the corners that have one.
    """
    heads = [_head_along_z(half, width, corners[k]) for k in joints]
    if not is_convex(corners):
        sides = itertools.pairwise([*corners, corners[0]])
        return joined([_slat_between(a, b, half, width) for a, b in sides]), joined(heads) if heads else NOTHING
    return _rounded_plate(corners, half, width), joined(heads) if heads else NOTHING


def is_convex(corners: Floats64) -> bool:
    """Return whether a polygon (n, 2), counter-clockwise, has no corner that points inward."""
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 0.0).all())


def _head_along_z(half: float, thick: float, place: Floats64) -> Mesh:
    """Return the head of a joint along z."""
    head = wooden_bars.heads(1e-9, half, thick, 0.0)
    return turned_to(head, turned_x(0.5 * math.pi)[:3, :3].astype(float), np.array([*place, 0.0]))


def _slat_between(start: Floats64, end: Floats64, half: float, thick: float) -> Mesh:
    """Return a slat between two places of the plane across z."""
    way = start - end
    length = dense.length(way)
    x, y = way / length
    slat = pendulum_parts.slat(length, half, thick)
    along = np.array([[y, -x, 0.0], [0.0, 0.0, 1.0], [x, y, 0.0]])
    return turned_to(slat, along, np.array([*start, 0.0]))


def _rounded_plate(corners: Floats64, half: float, thick: float) -> Mesh:
    """Return a convex plate across z whose outline runs at a distance `half` round its corners (n, 2)."""
    sides = np.roll(corners, -1, axis=0) - corners
    angles = np.unwrap(arctan2(-sides[:, 0], sides[:, 1]))
    out, spine = [], []
    for k, corner in enumerate(corners):
        before, after = float(angles[k - 1]), float(angles[k])
        after = before + (after - before) % (2.0 * math.pi)
        for angle in np.linspace(before, after, CORNER):
            out.append((float(cos(angle)), float(sin(angle))))
            spine.append((float(corner[0]), float(corner[1])))
    ways, places = np.array([*out, out[0]]), np.array([*spine, spine[0]])
    middle = corners.mean(axis=0)
    edge = EDGE * 0.5 * thick
    bend = np.linspace(0.0, 0.5 * math.pi, 4)
    inset = np.concatenate([[0.0], edge * (1.0 - sin(bend)), edge * (1.0 - sin(bend[::-1])), [0.0]])
    level = np.concatenate([[0.0], edge * (1.0 - cos(bend)), thick - edge * (1.0 - cos(bend[::-1])), [thick]])
    across = np.concatenate([[-1.0], -cos(bend), cos(bend[::-1]), [1.0]])
    rows = np.zeros((len(inset), len(ways), 9))
    rows[..., :2] = places + (half - inset)[:, None, None] * ways
    rows[0, :, :2] = rows[-1, :, :2] = middle
    rows[..., 2] = (level - 0.5 * thick)[:, None]
    level_out = np.sqrt(np.maximum(1.0 - square(across), 0.0))[:, None]
    rows[..., 3:5], rows[..., 5] = level_out[..., None] * ways, across[:, None]
    rows[..., 6] = 0.5 + 0.35 * (rows[..., 1] - middle[1]) / (4.0 * half)
    rows[..., 7], rows[..., 8] = rows[..., 0], Material.PAINTED_WOOD
    triangles = shapes.grid_triangles(len(inset), len(ways))[:, ::-1]
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))


def ring(radius: float, half: float, high: float, material: Material = Material.STEEL) -> Mesh:
    """Return a ring about z with a rounded section, `half` its half width outward and `high` along z."""
    turn = np.linspace(-math.pi, math.pi, 33)
    return shapes.lathe(np.column_stack([radius + half * cos(turn), high * sin(turn)]), material, 96)


def wheel(radius: float, tyre: float) -> Mesh:
    """Return a wheel about z: a rubber tyre on a steel rim, spokes and a brass hub."""
    hub = HUB * radius
    profile = [(0.0, -2.2), (0.6, -2.2), (0.7, -2.0), (0.7, -1.2), (1.0, -1.1), (1.0, -0.7), (0.62, -0.6), (0.62, 0.6)]
    profile += [(1.0, 0.7), (1.0, 1.1), (0.7, 1.2), (0.7, 2.0), (0.6, 2.2), (0.0, 2.2)]
    deep = max(1.2 * tyre, hub)
    parts = [
        ring(radius, tyre, tyre, Material.RUBBER),
        ring(radius - 1.15 * tyre, 0.45 * tyre, 0.62 * tyre),
        shapes.lathe([(hub * r, 0.5 * deep * z) for r, z in profile], Material.BRASS, 40),
    ]
    for k in range(SPOKES):
        angle, side = 2.0 * math.pi * k / SPOKES, 0.42 * deep * (1.0 if k % 2 else -1.0)
        out = np.array([float(cos(angle)), float(sin(angle)), 0.0])
        start, end = 0.8 * hub * out + np.array([0.0, 0.0, side]), (radius - 1.3 * tyre) * out
        parts.append(bar(start, end, SPOKE * radius, Material.STEEL, 10))
    return joined(parts)


def flywheel(radius: float, rim: float, high: float) -> Mesh:
    """Return a cast wheel about z: a heavy iron rim, five tapering arms and a brass-bushed hub."""
    inner, outer, h = radius - rim, radius + rim, 0.5 * high
    cut = 0.18 * min(rim, h)
    profile = [(inner, -h + cut), (inner + cut, -h), (outer - cut, -h), (outer, -h + cut), (outer, h - cut)]
    profile += [(outer - cut, h), (inner + cut, h), (inner, h - cut), (inner, -h + cut)]
    hub = 0.15 * radius
    boss = [(0.0, -1.2), (0.5, -1.2), (0.55, -1.1), (0.85, -1.1), (1.0, -0.9), (1.0, 0.9), (0.85, 1.1), (0.55, 1.1)]
    kinds = [Material.BRASS] * 2 + [Material.STEEL] * 5 + [Material.BRASS] * 2
    parts = [shapes.lathe(profile, Material.STEEL, 96)]
    parts.append(shapes.lathe([(hub * r, h * z) for r, z in [*boss, (0.5, 1.2), (0.0, 1.2)]], kinds, 48))
    for angle in 2.0 * math.pi * np.arange(5) / 5:
        x, y = float(cos(angle)), float(sin(angle))
        span = np.linspace(0.8 * hub, inner + 0.3 * rim, 5)
        half = np.linspace(0.5 * hub, 0.30 * hub, 5)
        stations = [(x * r, y * r, 0.0, w, 0.5 * h) for r, w in zip(span.tolist(), half.tolist(), strict=True)]
        parts.append(limb(stations, (-y, x, 0.0), Material.STEEL, closed=(False, False)))
    return joined(parts)


def weight(radius: float, height: float) -> Mesh:
    """Return a turned brass weight about its middle, with its axis along z."""
    r, h = radius, 0.5 * height
    cut = min(0.12 * r, 0.2 * h)
    rows = [(0.0, -h), (r - cut, -h), (r, -h + cut), (r, 0.72 * h - cut), (r - cut, 0.72 * h), (0.5 * r, 0.78 * h)]
    rows += [(0.42 * r, 0.84 * h), (0.42 * r, 0.9 * h), (0.36 * r, h), (0.0, h)]
    return shapes.lathe(rows, Material.BRASS, 64)


@lru_cache(maxsize=32)
def spring(size: float, length: float) -> Mesh:
    """Return a helical spring of a length from z = 0 on, for a machine of this size [m]."""
    turn = 2.0 * math.pi * COILS * np.linspace(0.0, 1.0, 14 * COILS + 1)
    radius, wire = COIL * size, np.full(len(turn), WIRE * size)
    along = length * np.linspace(0.08, 0.92, len(turn))
    coils = np.column_stack([radius * cos(turn), radius * sin(turn), along, wire, wire])
    ends = [(0.0, 0.0, z, WIRE * size, WIRE * size) for z in (0.0, length)]
    return limb([ends[0], *coils.tolist(), ends[1]], material=Material.STEEL, around=8, steps=1)


def damper_halves(size: float, length: float) -> tuple[Mesh, Mesh]:
    """Return the cylinder of a damper from z = 0 on, and its rod from z = 0 on, which slides in it."""
    r, long = DAMPER * size, 0.55 * length
    cylinder = [(0.0, 0.0), (0.35, 0.0), (0.35, 0.10), (1.0, 0.12), (1.0, 0.94), (0.9, 0.97), (0.45, 1.0), (0.0, 1.0)]
    kinds = [Material.STEEL] * 2 + [Material.BRASS] * 5
    return (
        shapes.lathe([(r * a, long * z) for a, z in cylinder], kinds, 32),
        shapes.cylinder(0.32 * r, 0.6 * length, Material.STEEL, 20),
    )


def half_pipe(start: NDArray[np.floating], end: NDArray[np.floating], inner: float, outer: float) -> Mesh:
    """Return the lower half of a pipe between two places of a horizontal line, open above."""
    way = np.asarray(end, float) - np.asarray(start, float)
    length = dense.length(way)
    along = way / length
    side = np.cross((0.0, 0.0, 1.0), along)
    angle = np.linspace(math.pi, 2.0 * math.pi, 33)
    ring = [(float(cos(a)), float(sin(a))) for a in angle]
    outline = [(inner * x, inner * z, -x, -z) for x, z in ring[::-1]]
    outline += [(inner * -1.0, 0.0, 0.0, 1.0), (outer * -1.0, 0.0, 0.0, 1.0)]
    outline += [(outer * x, outer * z, x, z) for x, z in ring]
    outline += [(outer, 0.0, 0.0, 1.0), (inner, 0.0, 0.0, 1.0), (inner, 0.0, -1.0, 0.0)]
    rows = np.zeros((2, len(outline), 9))
    section = np.array(outline)
    for k, at in enumerate((0.0, length)):
        rows[k, :, :3] = start + at * along + section[:, :1] * side + section[:, 1:2] * np.array([0.0, 0.0, 1.0])
        rows[k, :, 3:6] = section[:, 2:3] * side + section[:, 3:4] * np.array([0.0, 0.0, 1.0])
    rows[..., 8] = Material.BRASS
    triangles = shapes.grid_triangles(2, len(outline))
    tube = Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))
    return joined(
        [
            tube,
            *(_rim(place, way_out, side, ring, (inner, outer)) for place, way_out in ((start, -along), (end, along))),
        ]
    )


def _rim(
    place: NDArray[np.floating], out: Floats64, side: Floats64, ring: list[tuple[float, float]],
    radii: tuple[float, float],
) -> Mesh:  # fmt: skip
    """Return the end of a half pipe."""
    up = np.array([0.0, 0.0, 1.0])
    rows = np.zeros((2, len(ring), 9))
    for k, radius in enumerate(radii):
        rows[k, :, :3] = [place + radius * (x * side + z * up) for x, z in ring]
    rows[..., 3:6], rows[..., 8] = out, Material.BRASS
    triangles = shapes.grid_triangles(2, len(ring))
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))
