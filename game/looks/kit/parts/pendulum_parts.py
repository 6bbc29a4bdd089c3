"""Parts of pendulums, chains and their stands, as meshes. Lengths in metres."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved, tube
from game.looks.kit.parts.timber import bar
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, exp, sin, square

AROUND = 24
BLUED = (0.46, 0.51, 0.60)
"""Tint of springs of blued steel."""
"""Number of points round each end of a slat."""
EDGE = 0.28
"""Rounding of a slat's edges, in half its thickness."""
WIRE = 0.31
"""Thickness of a chain link's wire, in the length of the link."""
OVAL = 0.52
"""Half the width of a chain link between the middles of its wires, in its length."""


@lru_cache(maxsize=64)
def slat(length: float, half: float, thick: float, middle: float = 0.0, edge: float = EDGE) -> Mesh:
    """Return a flat bar with round ends about joints at z = 0 and z = -length, centred at y = `middle`.

    half: its half width along x. thick: along y. edge: rounding of its edges, in half its thickness.
    """
    turn = np.linspace(0.0, math.pi, AROUND)
    x, z = cos(turn), sin(turn)
    out = np.vstack([np.stack([x, z], 1), np.stack([-x, -z], 1), [(1.0, 0.0)]])
    spine = np.concatenate([np.zeros(AROUND), np.full(AROUND, -length), [0.0]])
    edge *= 0.5 * thick
    bend = np.linspace(0.0, 0.5 * math.pi, 4)
    inset = np.concatenate([[half], edge * (1.0 - sin(bend)), edge * (1.0 - sin(bend[::-1])), [half]])
    level = np.concatenate([[0.0], edge * (1.0 - cos(bend)), thick - edge * (1.0 - cos(bend[::-1])), [thick]])
    across = np.concatenate([[-1.0], -cos(bend), cos(bend[::-1]), [1.0]])
    rows = np.zeros((len(inset), len(out), 9))
    width = (half - inset)[:, None]
    rows[..., 0] = width * out[:, 0]
    rows[..., 1] = (level - 0.5 * thick + middle)[:, None]
    rows[..., 2] = spine + width * out[:, 1]
    level_out = np.sqrt(np.maximum(1.0 - square(across), 0.0))[:, None]
    rows[..., 3], rows[..., 4], rows[..., 5] = level_out * out[:, 0], across[:, None], level_out * out[:, 1]
    rows[..., 6] = 0.5 + 0.35 * rows[..., 0] / half
    rows[..., 7] = rows[..., 2] + length
    rows[..., 8] = Material.PAINTED_WOOD
    triangles = shapes.grid_triangles(len(inset), len(out))
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))


@lru_cache(maxsize=64)
def pin(radius: float, front: float, back: float, z: float = 0.0, material: Material = Material.BRASS) -> Mesh:
    """Return a pin along y from `front` to `back` at a height z, with broad chamfers at its rims."""
    cut = min(0.22 * radius, 0.3 * (back - front))
    rows = [(0.0, 0.0), (radius - cut, 0.0), (radius, cut), (radius, back - front - cut), (radius - cut, back - front)]
    mesh = shapes.lathe([*rows, (0.0, back - front)], material, 28)
    vertices = mesh.vertices.copy()
    for k in (0, 3):
        x, y, height = mesh.vertices[:, k : k + 3].T
        vertices[:, k : k + 3] = np.stack([x, height, -y], axis=1)
    return moved(Mesh(vertices, mesh.indices), (0.0, front, z))


def rod(length: float, radius: float, middle: float = 0.0) -> Mesh:
    """Return a round steel rod from z = 0 down to z = -length, at y = `middle`."""
    return bar((0.0, middle, -length), (0.0, middle, 0.0), radius, Material.STEEL, 20)


@lru_cache(maxsize=64)
def bob(radius: float) -> Mesh:
    """Return a turned brass ball about the origin with a groove round its middle."""
    angle = np.linspace(-0.5 * math.pi, 0.5 * math.pi, 29)
    groove = 1.0 - 0.035 * exp(-(square(angle / 0.07)))
    profile = radius * np.stack([cos(angle) * groove, sin(angle)], axis=1)
    profile[[0, -1], 0] = 0.0
    return shapes.lathe(profile, Material.BRASS, 36)


@lru_cache(maxsize=2)
def wire(radius: float) -> Mesh:
    """Return a wire of length 1 from z = 0 down; its instance gives the colour."""
    return bar((0.0, 0.0, -1.0), (0.0, 0.0, 0.0), radius, Material.PLAIN, 10)


@lru_cache(maxsize=2)
def oval_link() -> Mesh:
    """Return a link of length 1 of a chain, in the plane of x and z: its neighbours touch it at z = 0 and z = -1."""
    half, width = 0.5 + 0.5 * WIRE, OVAL - 0.5 * WIRE
    straight = half - width
    turn = np.linspace(0.0, math.pi, 9)
    upper = np.stack([width * cos(turn), 0.0 * turn, straight + width * sin(turn)], 1)
    path = np.vstack([upper, -upper, upper[:1]])
    return moved(tube(path, np.array([0.0, 1.0, 0.0]), (0.5 * WIRE, 0.5 * WIRE), Material.STEEL, 10), (0.0, 0.0, -0.5))


def joint(thick: float, *axes: tuple[float, float, float]) -> Mesh:
    """Return the joint at the end of a rod of radius `thick`, about the origin: a ball, or a barrel along each of its
    axes.
    """
    if not axes:
        return shapes.sphere(1.35 * thick, Material.BRASS, 32)
    pieces = [shapes.sphere(1.05 * thick, Material.BRASS, 24)]
    for axis in axes:
        along = thick * np.array(axis)
        pieces.append(bar(-2.9 * along, 2.9 * along, 0.62 * thick, Material.STEEL, 24))
        pieces += [
            bar(side * 1.5 * along, side * 2.5 * along, 1.05 * thick, Material.BRASS, 24) for side in (-1.0, 1.0)
        ]
    return joined(pieces)


@lru_cache(maxsize=16)
def foot(radius: float) -> Mesh:
    """Return the heavy turned foot of a stand, on the floor."""
    rows = [(0.0, 0.0), (1.0, 0.0), (1.02, 0.05), (0.98, 0.11), (0.86, 0.16), (0.45, 0.22), (0.24, 0.30), (0.20, 0.42)]
    profile = [(r * radius, z * radius) for r, z in [*rows, (0.19, 0.46), (0.0, 0.46)]]
    return shapes.lathe(profile, Material.BRASS, 72)


@lru_cache(maxsize=16)
def plinth(radius: float) -> Mesh:
    """Return the turned foot of a heavy stand, on the floor; its instance gives the colour, `fittings` complete it."""
    lower = [
        (0.0, 0.0),
        (0.95, 0.0),
        (0.95, 0.02),
        (1.0, 0.04),
        (1.0, 0.085),
        (0.985, 0.11),
        (0.95, 0.125),
        (0.90, 0.13),
    ]
    ogee = shapes.curve([(0.82, 0.145), (0.60, 0.175), (0.42, 0.235), (0.33, 0.32), (0.31, 0.40)], 5)
    rows = [*lower, (0.90, 0.145), *ogee.tolist(), (0.0, 0.40)]
    return shapes.lathe([(r * radius, z * radius) for r, z in rows], Material.PLAIN, 72)


@lru_cache(maxsize=16)
def fittings(radius: float, column: float) -> Mesh:
    """Return a brass ring let into a plinth of one radius, and the socket of a column of the other."""
    turn = np.linspace(-0.5 * math.pi, 1.5 * math.pi, 13)
    ring = [((0.862 + 0.026 * cos(a)) * radius, (0.146 + 0.022 * sin(a)) * radius) for a in turn]
    low, c = 0.385 * radius, column
    socket = [
        (0.0, low),
        (1.95 * c, low),
        (2.10 * c, low + 0.15 * c),
        (2.10 * c, low + 0.75 * c),
        (1.8 * c, low + c),
        *shapes.curve([(1.62 * c, low + 1.1 * c), (1.34 * c, low + 1.9 * c), (1.28 * c, low + 3.4 * c)], 4).tolist(),
        (1.5 * c, low + 3.5 * c),
        (1.58 * c, low + 3.75 * c),
        (1.5 * c, low + 4.0 * c),
        (0.0, low + 4.1 * c),
    ]
    return joined([shapes.lathe(ring, Material.BRASS, 72), shapes.lathe(socket, Material.BRASS, 40)])


@lru_cache(maxsize=16)
def column(radius: float) -> Mesh:
    """Return a steel column of height 1 on the floor, a little thinner at its top, to be stretched."""
    return shapes.lathe([(0.0, 0.0), (1.06 * radius, 0.0), (0.86 * radius, 1.0), (0.0, 1.0)], Material.STEEL, 32)


@lru_cache(maxsize=16)
def bearing(radius: float, back: float, front: float) -> Mesh:
    """Return the bearing of a pivot at the origin: a brass head on a column at y = `back`, an axle to y = `front`."""
    head = shapes.lathe(
        [(0.0, -2.2), (1.25, -2.2), (1.45, -2.0), (1.45, 1.1), (1.1, 1.7), (0.55, 2.0), (0.5, 2.3), (0.62, 2.6),
         (0.5, 2.95), (0.0, 3.1)], Material.BRASS, 40,
    )  # fmt: skip
    head.vertices[:, :3] *= radius
    axle = bar((0.0, front, 0.0), (0.0, back + 2.3 * radius, 0.0), 0.5 * radius, Material.STEEL, 24)
    collar = bar((0.0, back - 2.0 * radius, 0.0), (0.0, back + 2.0 * radius, 0.0), 0.95 * radius, Material.BRASS, 28)
    knob = bar((0.0, back + 2.0 * radius, 0.0), (0.0, back + 2.8 * radius, 0.0), 0.8 * radius, Material.BRASS, 20)
    return joined([moved(head, (0.0, back, 0.0)), axle, collar, knob])


@lru_cache(maxsize=2)
def plaited(sides: int = 10, material: Material = Material.ROPE) -> Mesh:
    """Return a piece of a rope of radius 1 from z = 0 to z = -1, a little longer, so that pieces overlap."""
    mesh = shapes.lathe([(0.0, -1.1), (0.94, -1.06), (1.0, -1.0), (1.0, 0.0), (0.94, 0.06), (0.0, 0.1)],
                        material, sides)  # fmt: skip
    mesh.vertices[:, 7] = mesh.vertices[:, 2]
    return mesh


def handle(length: float, radius: float) -> Mesh:
    """Return the handle of a whip from z = 0, where the thong begins, up to a knob: turned wood and two brass rings."""
    rows = [
        (0.0, -0.02), (0.72, -0.02), (0.95, 0.0), (0.95, 0.05), (0.80, 0.055), (0.86, 0.20), (1.0, 0.45),
        (0.92, 0.70), (0.78, 0.86), (0.80, 0.88), (1.05, 0.885), (1.05, 0.91), (0.85, 0.915), (1.20, 0.94),
        (1.32, 0.97), (1.10, 1.0), (0.0, 1.01),
    ]  # fmt: skip
    profile = [(r * radius, z * length) for r, z in rows]
    kinds = [Material.BRASS if k < 4 or 9 <= k < 12 else Material.PAINTED_WOOD for k in range(len(rows) - 1)]
    return shapes.lathe(profile, kinds, 40)


def rounded_rod(radius: float, low: float, high: float) -> list[tuple[float, float]]:
    """Return the outline (r, z) of a turned rod with round ends, a little thinner toward them."""
    cut = min(radius, 0.2 * (high - low))
    rows = [(0.0, low), (0.55 * radius, low + 0.08 * cut), (0.78 * radius, low + 0.5 * cut), (0.86 * radius, low + cut)]
    middle = 0.5 * (low + high)
    upper = [(r, low + high - z) for r, z in reversed(rows)]
    return [*rows, (radius, middle - 0.18 * (high - low)), (radius, middle + 0.18 * (high - low)), *upper]
