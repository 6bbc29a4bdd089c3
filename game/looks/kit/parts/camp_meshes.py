"""Tents, banners and stores of a camp, as meshes of few triangles. Lengths in metres, z up."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.parts.masonry import faces
from game.looks.kit.parts.timber import TimberMesh, bar, stone
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin, square

AROUND, GORES = 20, 10
"""Number of corners of a pavilion, and of the stripes of its cloth, light and dark together."""
EAVES, PEAK, WIDE = 2.3, 4.9, 2.5
"""Heights of a pavilion's eaves and peak, and its radius."""


@cache
def pavilion() -> tuple[Mesh, Mesh, Mesh]:
    """Return the meshes of a round tent: striped cloth; valance; pole with a gilt knob, pegs and ropes."""
    wall = [(1.08 * WIDE, 0.0), (1.01 * WIDE, 0.5 * EAVES), (0.98 * WIDE, EAVES)]
    cover = [
        (1.07 * WIDE, 0.97 * EAVES),
        (0.62 * WIDE, 0.52 * PEAK + 0.48 * EAVES),
        (0.30 * WIDE, 0.80 * PEAK + 0.2 * EAVES),
    ]
    cloth = shapes.lathe([*wall, *cover, (0.035, PEAK)], Material.TENT, AROUND)
    return cloth, _valance(), _rigging()


def _valance() -> Mesh:
    """Return the scallops that hang from the eaves."""
    points = []
    for k in range(2 * AROUND + 1):
        turn, drop = math.pi * k / AROUND, 0.30 if k % 2 else 0.46
        r = 1.08 * WIDE
        points.append([(r * cos(turn), r * sin(turn), z) for z in (0.97 * EAVES + 0.03, 0.97 * EAVES - drop)])
    quads = [[a[1], b[1], b[0], a[0]] for a, b in itertools.pairwise(points)]
    return faces(quads, Material.TENT)


def _rigging() -> Mesh:
    pole_ = shapes.lathe([(0.045, PEAK - 0.3), (0.045, PEAK + 1.1)], Material.PAINTED_WOOD, 5)
    knob = moved(shapes.sphere(0.10, Material.BRASS, 6), (0.0, 0.0, PEAK + 1.1))
    ropes = []
    for k in range(GORES):
        turn = 2.0 * math.pi * (k + 0.25) / GORES
        out, aside = np.array([cos(turn), sin(turn), 0.0]), np.array([-sin(turn), cos(turn), 0.0])
        high, low = 1.06 * WIDE * out + (0, 0, 0.97 * EAVES), 1.75 * WIDE * out
        for wide in (0.02 * aside, -0.02 * aside):
            ropes.append([tuple(low - wide), tuple(low + wide), tuple(high + wide), tuple(high - wide)])
    return joined([pole_, knob, faces(ropes, Material.PLAIN)])


@cache
def ridge_tent() -> Mesh:
    """Return a soldier's tent with its ridge along x."""
    long, wide, high = 2.3, 1.5, 2.1
    sag = 0.88 * high
    quads = []
    for side in (-1.0, 1.0):
        for a, b, za, zb in ((-long, 0.0, high, sag), (0.0, long, sag, high)):
            quad = [(a, side * wide, 0.0), (b, side * wide, 0.0), (b, 0.0, zb), (a, 0.0, za)]
            quads.append(quad if side < 0 else [quad[1], quad[0], quad[3], quad[2]])
    quads.append([(-long, wide, 0.0), (-long, -wide, 0.0), (-long, 0.0, high), (-long, 0.0, high)])
    quads.append([(long, -wide, 0.0), (long, wide, 0.0), (long, 0.0, high), (long, 0.0, high)])
    return faces(quads, Material.TENT)


@cache
def pennant(kind: int) -> Mesh:
    """Return cloth flying from a pole on the z axis, its hoist from z = -1 to 0: a swallowtail, or a square banner."""
    long, along = (2.6, 1.3)[kind], np.linspace(0.0, 1.0, 9)
    swing = 0.22 * along * sin(5.5 * along + kind)
    high = 1.0 - 0.72 * along if kind == 0 else np.ones(9)
    droop = 0.25 * square(along)
    points = [
        [
            (float(long * x), float(long * y), float(-0.5 - d + 0.5 * h)),
            (float(long * x), float(long * y), float(-0.5 - d - 0.5 * h)),
        ]
        for x, y, h, d in zip(along, swing, high, droop, strict=True)
    ]
    front = [[a[1], b[1], b[0], a[0]] for a, b in itertools.pairwise(points)]
    cloth = faces(front + [[q[1], q[0], q[3], q[2]] for q in front], Material.TENT)
    rows = cloth.vertices
    rows[:, 6], rows[:, 7] = -rows[:, 2], rows[:, 0]
    return cloth


@cache
def pole(height: float) -> Mesh:
    """Return a painted pole on the origin."""
    staff = shapes.lathe([(0.06, 0.0), (0.045, height)], Material.PAINTED_WOOD, 6)
    return joined([staff, moved(shapes.sphere(0.11, Material.BRASS, 6), (0.0, 0.0, height))])


@cache
def barrel() -> Mesh:
    """Return a cask on the origin with iron hoops."""
    out = [(0.27, 0.0), (0.33, 0.25), (0.35, 0.45), (0.33, 0.65), (0.27, 0.90), (0.0, 0.87)]
    staves = shapes.lathe(out, [Material.TIMBER] * 4 + [Material.END_GRAIN], 12)
    staves.vertices[:, 6] = 5.0 + 0.98 * staves.vertices[:, 6]
    hoops = [shapes.lathe([(r, z), (r, z + 0.06)], Material.IRON, 12) for r, z in
             ((0.288, 0.03), (0.335, 0.22), (0.335, 0.62), (0.288, 0.81))]  # fmt: skip
    return joined([staves, *hoops])


@cache
def balls(radius: float) -> Mesh:
    """Return a pile of stones for the machine, three by three."""
    kinds = [stone(radius, seed, 1, 0.05) for seed in range(3)]
    found, layer = [], math.sqrt(2.0) * radius
    for level in range(3):
        rows, columns = 3 - level, 3 - level
        for i, j in itertools.product(range(rows), range(columns)):
            at = (
                (i - 0.5 * (rows - 1)) * 2.0 * radius,
                (j - 0.5 * (columns - 1)) * 2.0 * radius,
                radius + level * layer,
            )
            found.append(moved(kinds[(i + j + level) % 3], at))
    return joined(found)


@cache
def mantlet() -> Mesh:
    """Return a shield of planks on struts that faces along x."""
    works = TimberMesh()
    for k in range(6):
        y = 0.36 * (k - 2.5)
        works.saw((0.35, y, 0.0), (0.0, y, 2.1 + 0.12 * (k % 2)), (0.34, 0.07), up=(1.0, 0.0, 0.0))
    for z, x in ((0.5, 0.22), (1.6, 0.04)):
        works.saw((x, -1.1, z), (x, 1.1, z), (0.14, 0.1))
    for y in (-0.8, 0.8):
        works.saw((-1.1, y, 0.0), (0.05, y, 1.7), (0.1, 0.1))
    return works.done()


@cache
def palisade() -> Mesh:
    """Return sharpened stakes along x, 3 long."""
    works = TimberMesh()
    rng = np.random.default_rng(8)
    for k in range(9):
        x, high, r = 0.33 * (k - 4), 1.7 + rng.uniform(-0.12, 0.12), 0.14
        stake = shapes.lathe([(r, 0.0), (0.95 * r, high), (0.0, high + 0.35)], Material.TIMBER, 4)
        stake.vertices[:, 6] = k + 0.98 * stake.vertices[:, 6]
        works.append(moved(stake, (x, rng.uniform(-0.04, 0.04), 0.0)))
    works.saw((-1.5, 0.14, 1.0), (1.5, 0.14, 1.0), (0.1, 0.1))
    return works.done()


@cache
def logs() -> Mesh:
    """Return felled trunks, stacked along x."""
    places = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.25, 0.43), (0.75, 0.43), (0.5, 0.86)]
    trunks = []
    for k, (y, z) in enumerate(places):
        start, end = (-2.2 - 0.2 * (k % 2), y, z + 0.24), (2.2 + 0.3 * (k % 3), y, z + 0.24)
        trunks.append(bar(start, end, 0.24, Material.TIMBER, 7))
    return joined(trunks)


@cache
def wagon() -> tuple[Mesh, Mesh]:
    """Return a two-wheeled cart along x, its shafts on the ground; and one of its wheels, in the plane of x and z."""
    works = TimberMesh()
    for y in (-0.55, 0.0, 0.55):
        works.saw((-1.5, y, 0.85), (1.5, y, 0.85), (0.52, 0.08))
    for y in (-0.82, 0.82):
        works.saw((-1.5, y, 1.15), (1.5, y, 1.15), (0.06, 0.5))
        works.saw((0.9, 0.7 * y, 0.80), (3.4, 0.5 * y, 0.08), (0.10, 0.10))
    works.saw((-1.5, -0.8, 1.15), (-1.5, 0.8, 1.15), (0.06, 0.5))
    works.saw((0.0, -1.05, 0.72), (0.0, 1.05, 0.72), (0.12, 0.12))
    wheel = TimberMesh()
    turns = [2.0 * math.pi * k / 12 for k in range(12)]
    for k, turn in enumerate(turns):
        a, b = (np.array([cos(t), 0.0, sin(t)]) for t in (turn, turns[(k + 1) % 12]))
        wheel.saw(0.66 * a, 0.66 * b, (0.09, 0.12), up=(0.0, 1.0, 0.0))
        if k % 2 == 0:
            wheel.saw(0.08 * a, 0.62 * a, (0.06, 0.07), up=(0.0, 1.0, 0.0))
    wheel.append(bar((0, -0.12, 0), (0, 0.12, 0), 0.12, Material.TIMBER, 6))
    return works.done(), wheel.done()
