"""Parts of a gyroscope in gimbals as meshes: flywheel, rings with their bearings, foot, compass card.

Lengths are in metres. Meshes have the axes of their bodies. Rotor: z along its axis. Inner ring: x along the rotor's
axis, y along its own, the trunnions; outer ring: x upward, y along the trunnions. Foot: z upward, its origin where all
axes meet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.bicycle_parts import ring
from game.looks.kit.parts.composite_meshes import joined, moved, tube
from game.looks.kit.parts.dial_lines import LineKind, dial_lines
from game.looks.kit.parts.timber import bar
from game.looks.kit.parts.top_stand import milled
from game.model.frame import Mesh, SpokePattern
from game.model.material import Material
from physics.gimbals.gimbal_pose import Sizes
from physics.maths.elementary import cos, sin

SPOKES = 6
RIM = 0.74
"""Inner radius of the flywheel's rim, in radii of the rotor."""
THICK = 0.085
"""Half the width of the rings as seen along their axes, in radii of the rotor."""
DEEP = 0.14
"""Half the thickness of the rings, in radii of the rotor."""
PILLAR = 0.13
CARD = 1.16
"""Radius of the dial on the foot, in radii of the rotor."""
FOOT = 1.5
"""Radius of the foot, in radii of the rotor."""
ROSE = 16
"""Number of points of a compass card."""


def along_x(mesh: Mesh) -> Mesh:
    """Turn a mesh so that its z axis becomes x."""
    return _cycled(mesh, (2, 0, 1))


def along_y(mesh: Mesh) -> Mesh:
    """Turn a mesh so that its z axis becomes y."""
    return _cycled(mesh, (1, 2, 0))


def _cycled(mesh: Mesh, order: Sequence[int]) -> Mesh:
    vertices = mesh.vertices.copy()
    for first in (0, 3):
        vertices[:, first : first + 3] = mesh.vertices[:, [first + each for each in order]]
    return Mesh(vertices, mesh.indices, mesh.coarser)


def bevelled(inner: float, outer: float, half: float, cut: float, middle: float) -> list[tuple[float, float]]:
    """Return rows for `ring` of a flat ring with bevelled edges, outward from its middle line."""
    a, b = inner - middle, outer - middle
    return [(b, -half + cut), (b, half - cut), (b - cut, half), (a + cut, half), (a, half - cut), (a, -half + cut),
            (a + cut, -half), (b - cut, -half)]  # fmt: skip


def flywheel(size: Sizes) -> Mesh:
    """Return rim, hub and axle of the rotor, without its spokes."""
    r, half = size.rotor, 0.5 * size.thickness
    cut = 0.045 * r
    rim = ring(0.87 * r, bevelled(RIM * r, r, half, cut, 0.87 * r), Material.STEEL)
    bands = [
        moved(ring(0.87 * r, bevelled(0.82 * r, 0.92 * r, 0.012 * r, 0.004 * r, 0.87 * r), Material.BRASS),
              (0.0, 0.0, side * half)) for side in (-1.0, 1.0)
    ]  # fmt: skip
    hub = [(0.0, -0.30), (0.09, -0.30), (0.12, -0.27), (0.12, -0.20), (0.20, -0.16), (0.22, -0.12)]
    rows = r * np.array([*hub, *((x, -z) for x, z in reversed(hub))])
    end = size.inner - THICK * r
    shaft = [(0.0, -end), (0.012 * r, -end), (0.045 * r, -end + 0.12 * r), (0.045 * r, -0.6 * r), (0.06 * r, -0.58 * r)]
    axle = [*shaft, *((x, -z) for x, z in reversed(shaft))]
    return joined([rim, *bands, shapes.lathe(rows, Material.BRASS, 40), shapes.lathe(axle, Material.STEEL, 28)])


def spokes(size: Sizes) -> Mesh:
    """Return the spokes of the rotor, round and tapering."""
    r, pieces = size.rotor, []
    for k in range(SPOKES):
        way = np.array([cos(2.0 * math.pi * k / SPOKES), sin(2.0 * math.pi * k / SPOKES), 0.0])
        pieces.append(bar(0.16 * r * way, (RIM + 0.02) * r * way, 0.05 * r, Material.STEEL, 14))
        pieces.append(bar((RIM - 0.06) * r * way, (RIM + 0.02) * r * way, 0.075 * r, Material.STEEL, 14))
    return joined(pieces)


def spoke_veil(size: Sizes) -> Mesh:
    """Return the disc that spokes seem to be when the rotor turns too fast for the eye."""
    half, r = 0.05 * size.rotor, size.rotor
    rows = [(0.16 * r, -half), ((RIM + 0.01) * r, -half), ((RIM + 0.01) * r, half), (0.16 * r, half)]
    return shapes.lathe(rows, Material.PLAIN, 48)


def pattern(size: Sizes) -> SpokePattern:
    """Return what the spokes of the rotor look like while they turn."""
    return SpokePattern(SPOKES, 0.1 * size.rotor)


def screw(r: float) -> Mesh:
    """Return a bearing screw along z through a ring at 0: its point towards -z, milled head and lock nut outside."""
    shank = shapes.lathe(r * np.array([(0.0, -0.13), (0.03, -0.10), (0.05, -0.07), (0.05, 0.10)]), Material.STEEL, 20)
    boss = shapes.lathe(
        r * np.array([(0.09, -0.092), (0.12, -0.075), (0.12, 0.075), (0.10, 0.098), (0.05, 0.098)]), Material.BRASS, 28
    )
    head = milled(0.095 * r, 0.125 * r, 0.20 * r, 22, Material.STEEL)
    neck = shapes.lathe(r * np.array([(0.05, 0.09), (0.05, 0.13)]), Material.STEEL, 16)
    return joined([shank, boss, neck, head])


def hoop(radius: float, r: float) -> Mesh:
    """Return a brass ring about z of this mean radius, with a groove in its edge."""
    b, h, cut = THICK * r, DEEP * r, 0.025 * r
    rows = [
        (b, -h + cut), (b, -0.35 * h), (b - 0.4 * cut, -0.30 * h), (b - 0.4 * cut, 0.30 * h), (b, 0.35 * h),
        (b, h - cut), (b - cut, h), (-b + cut, h), (-b, h - cut), (-b, -h + cut), (-b + cut, -h), (b - cut, -h),
    ]  # fmt: skip
    return ring(radius, rows, Material.BRASS)


def inner_ring(size: Sizes, bob: float, collar: float, spring: bool) -> Mesh:
    """Return the inner ring with the rotor's bearings, its trunnions, a weight below or above, a spiral spring.

    bob, collar: how far weights are drawn along b, and on the rotor's axis, in radii of the rotor; 0: none.
    """
    r, pieces = size.rotor, [hoop(size.inner, size.rotor)]
    bearing = moved(along_x(screw(r)), (size.inner, 0.0, 0.0))
    pieces += [bearing, mirrored(bearing)]
    for side in (-1.0, 1.0):
        start, end = side * (size.inner + 0.5 * THICK * r), side * (size.outer - THICK * r)
        pieces.append(bar((0.0, start, 0.0), (0.0, end, 0.0), 0.042 * r, Material.STEEL, 18))
        pieces.append(bar((0.0, start, 0.0), (0.0, start + side * 0.09 * r, 0.0), 0.085 * r, Material.BRASS, 24))
    if bob:
        turn = np.linspace(0.0, math.pi, 41)
        path = np.stack([size.inner * cos(turn), 0.0 * turn, bob * r * sin(turn)], axis=1)
        pieces.append(tube(path, np.array([0.0, 1.0, 0.0]), (0.05 * r, 0.028 * r), Material.BRASS))
        weight = [(0.0, -0.12), (0.16, -0.12), (0.19, -0.09), (0.19, 0.09), (0.16, 0.12), (0.0, 0.12)]
        pieces.append(moved(shapes.lathe(r * np.array(weight), Material.STEEL, 40), (0.0, 0.0, bob * r)))
    if collar:
        rows = [(0.06, -0.12), (0.17, -0.12), (0.2, -0.09), (0.2, 0.09), (0.17, 0.12), (0.06, 0.12)]
        disc = along_x(shapes.lathe(r * np.array([*rows, rows[0]]), Material.STEEL, 40))
        pieces.append(moved(disc, (collar * r, 0.0, 0.0)))
    if spring:
        pieces.append(spiral(size))
    return joined(pieces)


def mirrored(mesh: Mesh) -> Mesh:
    """Return a mesh turned by half a turn about z."""
    vertices = mesh.vertices.copy()
    vertices[:, [0, 1, 3, 4]] *= -1.0
    return Mesh(vertices, mesh.indices, mesh.coarser)


def spiral(size: Sizes) -> Mesh:
    """Return a flat spiral spring about the inner axis, beside the inner ring."""
    r = size.rotor
    turn = np.linspace(0.0, 2.0 * math.pi * 5.0, 180)
    radius = r * (0.06 + 0.20 * turn / turn[-1])
    middle = size.inner + 0.56 * (size.outer - size.inner)
    path = np.stack([radius * cos(turn), np.full_like(turn, middle), radius * sin(turn)], axis=1)
    return tube(path, np.array([0.0, 1.0, 0.0]), (0.028 * r, 0.008 * r), Material.STEEL, 6)


def outer_ring(size: Sizes) -> Mesh:
    """Return the outer ring with the bearings of the inner one, a knob above, its pivot and pointer below."""
    r = size.rotor
    bearing = moved(along_y(screw(r)), (0.0, size.outer, 0.0))
    pieces = [hoop(size.outer, r), bearing, mirrored(bearing)]
    knob = [
        (0.09, 0.05),
        (0.09, 0.09),
        (0.05, 0.11),
        (0.04, 0.16),
        (0.075, 0.20),
        (0.085, 0.24),
        (0.07, 0.285),
        (0.0, 0.30),
    ]
    pieces.append(moved(along_x(shapes.lathe(r * np.array(knob), Material.BRASS, 32)), (size.outer, 0.0, 0.0)))
    low = size.outer + THICK * r
    pivot = [(0.0, -0.30), (0.05, -0.30), (0.05, -0.12), (0.10, -0.10), (0.10, 0.03)]
    pieces.append(moved(along_x(shapes.lathe(r * np.array(pivot), Material.STEEL, 28)), (-low, 0.0, 0.0)))
    pieces.append(pointer(size, low + 0.16 * r))
    return joined(pieces)


def pointer(size: Sizes, low: float) -> Mesh:
    """Return the steel hand of the outer ring, along h over the dial."""
    r = size.rotor
    down = size.foot - 0.245 * r
    elbow, far = np.array([-low, 0.0, 0.42 * r]), np.array([-down, 0.0, 0.5 * r])
    tip = np.array([-down, 0.0, 0.92 * r])
    start = np.array([-low, 0.0, 0.0])
    return joined([
        bar(start, elbow, 0.025 * r, Material.STEEL, 12), bar(elbow, far, 0.022 * r, Material.STEEL, 12),
        bar(far, tip, 0.016 * r, Material.STEEL, 12), moved(shapes.sphere(0.027 * r, Material.STEEL, 16), elbow),
        moved(shapes.sphere(0.024 * r, Material.STEEL, 16), far),
    ])  # fmt: skip


def foot(size: Sizes) -> Mesh:
    """Return the turned brass pillar with the lower bearing, and its collar on the dial."""
    r = size.rotor
    top = -(size.outer + THICK * r + 0.12 * r) / r
    low = -size.foot / r + 0.2
    rows = [
        (0.0, low), (0.34, low), (0.34, low + 0.02), (0.30, low + 0.05), (0.20, low + 0.08), (PILLAR, low + 0.16),
        (0.105, low + 0.30), (0.10, top - 0.14), (0.14, top - 0.12), (0.15, top - 0.08), (0.14, top - 0.04),
        (0.115, top), (0.06, top),
    ]  # fmt: skip
    return shapes.lathe(r * np.array(rows), Material.BRASS, 48)


def pedestal(size: Sizes) -> Mesh:
    """Return the heavy cast foot with a moulded edge and three feet, without its top."""
    r, low = size.rotor, -size.foot
    rows = [(0.0, 0.05), (1.36, 0.05), (1.46, 0.06), (FOOT, 0.09), (FOOT, 0.13), (1.46, 0.155), (1.36, 0.165),
            (1.31, 0.18), (1.30, 0.2), (CARD, 0.2)]  # fmt: skip
    plate = moved(shapes.lathe(r * np.array(rows), Material.PLAIN, 112), (0.0, 0.0, low))
    pads = [
        moved(shapes.lathe(r * np.array([(0.0, 0.0), (0.13, 0.0), (0.13, 0.05), (0.0, 0.06)]), Material.PLAIN, 24),
              (1.25 * r * cos(angle), 1.25 * r * sin(angle), low))
        for angle in 2.0 * math.pi * (np.arange(3) + 0.25) / 3.0
    ]  # fmt: skip
    return joined([plate, *pads])


def dial_ring(size: Sizes) -> Mesh:
    """Return a flat brass ring let into the foot, for the degrees."""
    r = size.rotor
    rows = [(CARD, 0.203), (CARD - 0.004, 0.208), (0.86, 0.208), (0.855, 0.2)]
    return moved(shapes.lathe(r * np.array(rows), Material.BRASS, 112), (0.0, 0.0, -size.foot))


def card(size: Sizes) -> Mesh:
    """Return the round plate within the dial."""
    return moved(shapes.lathe(size.rotor * np.array([(0.86, 0.203), (0.0, 0.203)]), Material.PLAIN, 96),
                 (0.0, 0.0, -size.foot))  # fmt: skip


def degrees(size: Sizes) -> Mesh:
    """Return the lines engraved in the dial, one for every two degrees, longer ones for 10, 30 and 90."""
    r, outer, wide = size.rotor, CARD - 0.02, 0.27
    kinds = {90: (1.0, 0.011), 30: (0.8, 0.008), 10: (0.6, 0.006), 2: (0.36, 0.0038)}
    return dial_lines(
        {step: LineKind(r * (outer - long * wide), r * outer, r * half) for step, (long, half) in kinds.items()},
        -size.foot + 0.2095 * r,
    )


def rose(size: Sizes, dark: bool) -> Mesh:
    """Return one half of each point of a compass rose, the dark halves or the light ones."""
    r, z, corners = size.rotor, -size.foot + 0.2045 * size.rotor, []
    for k in range(ROSE):
        level = 0 if k % 4 == 0 else 1 if k % 2 == 0 else 2
        far, near = (0.82, 0.60, 0.44)[level], (0.36, 0.38, 0.38)[level]
        at, turn = 2.0 * math.pi * k / ROSE, math.pi / (4.0, 4.0, 8.0)[level]
        turn = turn if dark else -turn
        tip, waist = direction(at) * far, direction(at + turn) * near * (0.5 if level == 0 else 0.7)
        triangle = [np.zeros(2), tip, waist] if dark else [np.zeros(2), waist, tip]
        lift = 1e-4 * r * (2 - level) * 4.0
        corners += [(*(r * each), z + lift, 0.0, 0.0, 1.0, 0.0, 0.0, float(Material.PLAIN)) for each in triangle]
    return Mesh(np.array(corners, np.float32), np.arange(len(corners), dtype=np.int32))


def direction(angle: float) -> np.ndarray:
    """Return the unit vector of an angle in the plane, (2,)."""
    return np.array([cos(angle), sin(angle)])
