"""Parts of a levitron: the top with its magnet and spindle, the ring magnet, and the board on three screws."""

from __future__ import annotations

import numpy as np

from game.looks.generic import rounded
from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.kit.parts.top_stand import milled
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import hypot

# Outlines of the top, rows (r, z) about G, in its radius.
MAGNET = ((0.30, -0.30), (0.955, -0.30), (1.0, -0.26), (1.0, 0.10), (0.985, 0.13))
FACE = ((0.985, 0.13), (0.97, 0.155), (0.62, 0.185), (0.26, 0.20))
HUB = ((0.26, 0.20), (0.255, 0.235), (0.19, 0.26), (0.13, 0.31), (0.115, 0.42), (0.115, 1.12))
KNOB = ((0.115, 1.12), (0.16, 1.17), (0.20, 1.25), (0.20, 1.38), (0.15, 1.46), (0.0, 1.49))
BELOW = ((0.0, -0.76), (0.045, -0.74), (0.105, -0.62), (0.12, -0.49), (0.16, -0.41), (0.30, -0.36), (0.30, -0.30))

# Outlines of the board, rows (r, z) in its radius and in its thickness below the magnet.
EDGE = 1.42
"""Radius of the board, in outer radii of the base."""
FOOT_RADIUS = 0.13
"""Radius of the head of a levelling screw, in outer radii of the base."""


def top_body(radius: float) -> Mesh:
    """Return the lower tip and the spindle of brass, and the painted wooden face, of a top of this radius [m]."""
    face = np.array(FACE)
    return joined(
        [
            shapes.lathe(radius * np.array(BELOW), Material.BRASS, 48),
            shapes.lathe(radius * face, Material.PAINTED_WOOD, 96),
            shapes.lathe(radius * np.array((*HUB, *KNOB[1:])), Material.BRASS, 48),
        ]
    )


def face_band(radius: float) -> tuple[float, float]:
    """Return the arc lengths of the profile of the face between which it is painted [m]."""
    steps = hypot(*np.diff(radius * np.array(FACE), axis=0).T)
    return 0.0, 0.93 * float(steps.sum())


def top_magnet(radius: float) -> Mesh:
    """Return the disk of ferrite of a top of this radius [m]."""
    return shapes.lathe(radius * np.array(MAGNET), Material.PLAIN, 96)


def ring(inner: float, outer: float, thick: float) -> Mesh:
    """Return the ring magnet under z = 0, or a disk where there is no hole [m]."""
    bevel = 0.06 * min(thick, outer - inner)
    rows = [(outer - bevel, -thick), (outer, -thick + bevel), (outer, -bevel), (outer - bevel, 0.0)]
    if inner > 0.0:
        rows += [(inner + bevel, 0.0), (inner, -bevel), (inner, -thick)]
    else:
        rows.append((0.0, 0.0))
    return shapes.lathe(rows, Material.PLAIN, 128)


def board(outer: float, thick: float, depth: float) -> Mesh:
    """Return the round wooden board under a ring magnet, with a collar of brass that holds the ring [m]."""
    edge, low, high = EDGE * outer, -thick - depth, -thick
    wood = rounded(np.array([(0.0, low), (edge, low), (edge, high), (0.0, high)]), 0.01, 5)
    width, rise = 0.045 * outer, 0.30 * thick
    collar = [
        (outer + 1.6 * width, high), (outer + 1.6 * width, high + 0.35 * width), (outer + width, high + 0.6 * rise),
        (outer + 0.85 * width, high + rise), (outer + 0.02 * width, high + rise),
    ]  # fmt: skip
    return joined([shapes.lathe(wood, Material.PAINTED_WOOD, 128), shapes.lathe(collar, Material.BRASS, 128)])


def foot(outer: float) -> Mesh:
    """Return a levelling screw from the table up to 0.12 outer radii: a milled head on a shank [m]."""
    radius, high = FOOT_RADIUS * outer, 0.12 * outer
    shank = [(0.45 * radius, 0.0), (0.45 * radius, high)]
    pad = [(0.8 * radius, 0.0), (0.8 * radius, 0.14 * high), (0.4 * radius, 0.2 * high)]
    return joined([
        milled(radius, 0.18 * high, 0.72 * high, 24), shapes.lathe(shank, Material.STEEL, 24),
        shapes.lathe(pad, Material.RUBBER, 32),
    ])  # fmt: skip
