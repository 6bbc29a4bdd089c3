"""Parts of a bicycle as meshes: wheels about their axle, tubes of the frames, saddle, pedals. Lengths in metres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined, moved, stretched, tube
from game.looks.kit.parts.timber import bar
from game.model.frame import Mesh, SpokePattern
from game.model.material import Material
from physics.maths.elementary import cos, sin

Point = NDArray[np.floating[Any]]

SPOKES = 28
SPOKE = 0.0045
"""Radius of a spoke, in radii of the wheel: a little thicker than a real one, so that it is seen."""
FLANGE = 0.07
"""Radius of the hub where the spokes begin, in radii of the wheel."""
HUB = 0.11
"""Half the width of the hub, in radii of the wheel."""
TYRE = 0.045
"""Least radius of a tyre as drawn, in radii of the wheel; a knife edge has a tyre of this size all the same."""
RIM = 0.05
"""Depth of a rim, in radii of the wheel."""
LEAST_RIM = 0.15
"""Least middle radius of a rim, in radii of the wheel."""
CHAINRING, COG = 0.30, 0.11
"""Radii of chainring and cog, in radii of the rear wheel."""


def ring(radius: float, rows: Sequence[tuple[float, float]], material: Material) -> Mesh:
    """Return a closed ring about the z axis; rows: (outward, along z) from its middle line, counterclockwise [m].

    What would lie beyond the axis lies on it.
    """
    outline = [(max(radius + out, 0.0), along) for out, along in rows]
    return shapes.lathe([*outline, outline[0]], material, 72)


def flat(inner: float, outer: float, half: float) -> list[tuple[float, float]]:
    """Return the rows of a flat ring for `ring` [m]."""
    return [(outer, -half), (outer, half), (inner, half), (inner, -half)]


def wheel(radius: float, crown: float) -> Mesh:
    """Return tyre, rim and hub of a wheel about the z axis; crown: radius of the tyre, 0 for an edge."""
    thick, inner = tyre_and_rim(radius, crown)
    turn = np.linspace(0.0, 2.0 * math.pi, 13)[:-1]
    tyre = ring(radius - thick, [(thick * cos(a), thick * sin(a)) for a in turn], Material.RUBBER)
    half, deep = 0.55 * thick, RIM * radius
    rim = ring(inner, [(0.5 * deep, -half), (0.5 * deep, half), (-0.5 * deep, 0.6 * half), (-0.5 * deep, -0.6 * half)],
               Material.STEEL)  # fmt: skip
    flange, wide = FLANGE * radius, HUB * radius
    hub = [(0.0, -1.25 * wide), (0.4 * flange, -1.25 * wide), (0.4 * flange, -wide), (flange, -wide),
           (flange, -0.85 * wide), (0.45 * flange, -0.75 * wide)]  # fmt: skip
    rows = [*hub, *[(r, -z) for r, z in reversed(hub)]]
    return joined([tyre, rim, shapes.lathe(rows, Material.STEEL, 28)])


def tyre_and_rim(radius: float, crown: float) -> tuple[float, float]:
    """Return the radius of a tyre's section, and the middle radius of the rim under it [m].

    A tyre that leaves no room for spokes has the rim within it.
    """
    thick = max(crown, TYRE * radius)
    return thick, max(radius - 2.1 * thick, LEAST_RIM * radius)


def spokes(radius: float, crown: float) -> Mesh:
    """Return the crossed spokes of a wheel, and its valve."""
    inner = tyre_and_rim(radius, crown)[1]
    ends = FLANGE * radius, HUB * radius, inner - 0.4 * RIM * radius
    valve = bar((inner, 0.0, 0.0), (inner - 0.10 * radius, 0.0, 0.0), 0.012 * radius, Material.BRASS, 8)
    return joined([*[spoke(k, *ends, SPOKE * radius) for k in range(SPOKES)], valve])


def spoke_veil(radius: float, crown: float) -> Mesh:
    """Return the two cones that the spokes seem to be where the wheel turns too fast for the eye."""
    inner, outer, thin = FLANGE * radius, tyre_and_rim(radius, crown)[1] - 0.4 * RIM * radius, SPOKE * radius
    rows = [(inner, -HUB * radius), (outer, -thin), (outer, thin), (inner, HUB * radius)]
    return shapes.lathe(rows, Material.PLAIN, 72)


def pattern(radius: float) -> SpokePattern:
    """Return what the spokes of a wheel look like while they turn."""
    return SpokePattern(SPOKES, 2.0 * SPOKE * radius)


def spoke(k: int, flange: float, wide: float, rim: float, thick: float) -> Mesh:
    """Return a spoke from the flange on one side of the hub, leaning forward or back, to the rim [m]."""
    side = 1.0 if k % 2 else -1.0
    at = 2.0 * math.pi * k / SPOKES
    lean = (0.5 if k % 4 < 2 else -0.5) * math.pi
    start = (flange * cos(at + lean), flange * sin(at + lean), 0.92 * side * wide)
    return bar(start, (rim * cos(at), rim * sin(at), 0.0), thick, Material.STEEL, 5)


def tubes(ends: Sequence[tuple[Point, Point, float]], material: Material) -> Mesh:
    """Return round tubes: start, end and radius of each [m]."""
    return joined([bar(start, end, radius, material, 16) for start, end, radius in ends])


def saddle(at: Point, size: float) -> Mesh:
    """Return a saddle that points along +x, with its middle at a point [m]."""
    back = stretched(shapes.sphere(1.0, Material.RUBBER, 28), (0.36 * size, 0.30 * size, 0.10 * size))
    nose = stretched(shapes.sphere(1.0, Material.RUBBER, 24), (0.62 * size, 0.10 * size, 0.085 * size))
    return joined(
        [moved(back, at - np.array([0.25 * size, 0.0, 0.0])), moved(nose, at + np.array([0.15 * size, 0.0, 0.0]))]
    )


def crank_set(at: Point, radius: float, side: float) -> Mesh:
    """Return chainring, cranks and pedals about a bottom bracket; radius: of the rear wheel; side: y of the chain."""
    chain = CHAINRING * radius
    teeth = ring(chain, flat(-0.16 * chain, 0.06 * chain, 0.004), Material.STEEL)
    pieces = [laid(teeth, at + np.array([0.0, side, 0.0]))]
    length = 0.58 * radius
    for sign in (1.0, -1.0):
        out = at + np.array([0.0, 1.35 * sign * abs(side), 0.0])
        end = out + np.array([sign * 0.94 * length, 0.0, -sign * 0.34 * length])
        pieces.append(bar(out, end, 0.035 * radius, Material.STEEL, 12))
        pedal = shapes.box((0.26 * radius, 0.30 * radius, 0.07 * radius), (0.0, 0.0, 0.0), Material.RUBBER)
        pieces.append(moved(pedal, end + np.array([0.0, sign * 0.20 * radius, 0.0])))
    axle, middle = np.array([0.0, 1.4 * side, 0.0]), at + np.array([0.0, side, 0.0])
    pieces.append(bar(at - axle, at + axle, 0.05 * radius, Material.STEEL, 16))
    for k in range(5):
        c, s = cos(0.4 * math.pi * k), sin(0.4 * math.pi * k)
        arm = 0.94 * chain * np.array([c, 0.0, s])
        pieces.append(bar(middle, middle + arm, 0.05 * chain, Material.STEEL, 8))
    return joined(pieces)


def chain(axle: Point, bracket: Point, radius: float, side: float) -> Mesh:
    """Return the upper and lower run of a chain between cog and chainring, as bands."""
    small, large = COG * radius, 1.05 * CHAINRING * radius
    pieces = []
    for sign in (1.0, -1.0):
        start = axle + np.array([0.0, side, sign * small])
        end = bracket + np.array([0.0, side, sign * large])
        pieces.append(tube(np.array([start, end]), np.array([0.0, 1.0, 0.0]), (0.006, 0.005), Material.STEEL, 8))
    cog = ring(0.8 * small, flat(-0.3 * small, 0.2 * small, 0.003), Material.STEEL)
    return joined([*pieces, laid(cog, axle + np.array([0.0, side, 0.0]))])


def laid(mesh: Mesh, at: Point) -> Mesh:
    """Return a mesh about the z axis turned about the y axis's direction, at a point."""
    vertices = mesh.vertices.copy()
    for k in (0, 3):
        x, y, z = mesh.vertices[:, k : k + 3].T
        vertices[:, k : k + 3] = np.stack([x, -z, y], axis=1)
    return moved(Mesh(vertices, mesh.indices, mesh.coarser), at)


def ballast(radius: float, half: float) -> Mesh:
    """Return brass disks on a bar along y, about the origin [m]."""
    edge = 0.04 * radius
    rows = [(0.0, -half), (radius - edge, -half), (radius, -half + edge), (radius, -edge), (radius - edge, 0.0)]
    rows += [(radius, edge), (radius, half - edge), (radius - edge, half), (0.0, half)]
    return laid(shapes.lathe(rows, Material.BRASS, 72), np.zeros(3))
