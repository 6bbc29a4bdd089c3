"""Frames along a line, and model matrices that repeat one mesh along it as a rope, a whip or hair."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit.shapes import curve
from game.model.frame import Array, Instance, Mesh
from game.model.hold import Anchor, RopePiece
from physics.shapes.pose import PoseLayout

Floats64 = NDArray[np.float64]
ACROSS = np.array([0.0, 1.0, 0.0])
"""Direction across the plane of a motion in a plane."""
QUARTER = np.array([1.0, -1.0, 1.0])[:, None]
"""Signs that make an exchange of the x and y axes a quarter turn."""
Tint = tuple[float, float, float]


def frames(points: Floats64, side: Floats64) -> Floats64:
    """Return parallel-transported axes along each piece of a line (n, 3): (n - 1, 3, 3), rows x, y, z.

    z runs back along the piece, toward the start of the line; x of the first is as close to `side` (3,) as possible.
    """
    back = points[:-1] - points[1:]
    back = back / np.maximum(np.linalg.norm(back, axis=1), 1e-12)[:, None]
    out, (x, y, w) = [], (float(part) for part in side)
    for a, b, c in back.tolist():
        along = x * a + y * b + w * c
        x, y, w = x - along * a, y - along * b, w - along * c
        length = math.sqrt(x * x + y * y + w * w)
        if length > 1e-9:
            x, y, w = x / length, y / length, w / length
        else:
            x, y, w = -b * a - c * c, c * b + a * a, a * c - b * b  # across z
        out.append((x, y, w, b * w - c * y, c * x - a * w, a * y - b * x, a, b, c))
    return np.array(out).reshape(-1, 3, 3)


def beside(points: Floats64, axes: Floats64) -> Floats64:
    """Return axes along each piece of a line (n, 3) that runs beside another, whose `frames` are given."""
    back = points[:-1] - points[1:]
    z = back / np.maximum(np.linalg.norm(back, axis=1), 1e-12)[:, None]
    x = axes[:, 0] - (axes[:, 0] * z).sum(axis=1)[:, None] * z
    x /= np.maximum(np.linalg.norm(x, axis=1), 1e-12)[:, None]
    return np.stack([x, np.cross(z, x), z], axis=1)


def pieces(points: Floats64, axes: Floats64, radii: Floats64) -> Array:
    """Return models (n - 1, 4, 4) that place a mesh of radius 1 between z = 0 and z = -1 along each piece of a line.

    points: (n, 3). axes: from `frames`. radii: (n - 1,) or, along x and y, (n - 1, 2) [m].
    """
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    wide = radii if radii.ndim == 2 else np.stack([radii, radii], axis=1)
    models = np.zeros((len(axes), 4, 4), np.float32)
    models[:, 0, :3], models[:, 1, :3] = wide[:, :1] * axes[:, 0], wide[:, 1:] * axes[:, 1]
    models[:, 2, :3] = lengths[:, None] * axes[:, 2]
    models[:, 3, :3], models[:, 3, 3] = points[:-1], 1.0
    return models


class Strand(NamedTuple):
    """A line of pieces along a rope. wide: their radii (n,) [m], or as wide as long, but at least so [m].

    aside: how far its knots (n + 1, 2) are from the line of the rope, along x and y of the axes there [m]; None: on it.
    """

    wide: Floats64 | float
    aside: Floats64 | None = None


class Rope(NamedTuple):
    """Meshes of radius 1 between z = 0 and z = -1 along a smooth line through some places, as a `Bent`.

    steps: pieces between two of them. side: the direction that x of the first piece is near to. crossed: every second
    piece is a quarter turn from the one before.
    """

    places: tuple[Anchor, ...]
    strands: tuple[Strand, ...]
    steps: int = 1
    side: tuple[float, float, float] = (0.0, 1.0, 0.0)
    crossed: bool = False

    def models(self, points: Floats64) -> list[Array]:
        """Return the matrices (pieces, 4, 4) of each strand along points (n, 3) of the world."""
        line = points if self.steps == 1 else curve(points, self.steps)
        axes = frames(line, np.array(self.side))
        if self.crossed:
            axes[1::2] = axes[1::2][:, [1, 0, 2]] * QUARTER
        return [self._strand(each, line, axes) for each in self.strands]

    def _strand(self, strand: Strand, line: Floats64, axes: Floats64) -> Array:
        wide = strand.wide
        if isinstance(wide, float):
            wide = np.maximum(np.linalg.norm(np.diff(line, axis=0), axis=1), wide)
        if strand.aside is None:
            return pieces(line, axes, wide)
        across = np.vstack([axes, axes[-1:]])
        out_x, out_y = strand.aside.T
        path = line + out_x[:, None] * across[:, 0] + out_y[:, None] * across[:, 1]
        return pieces(path, beside(path, axes), wide)

    def hung(
        self, mesh: Mesh, points: Floats64, tints: Iterable[Iterable[Tint]], roughness: float = 0.4
    ) -> list[Instance]:
        """Return a mesh on each piece; tints: of those of each strand. points (n, 3): of the world."""
        return [
            Instance(mesh, model, tint, roughness, on=RopePiece(self, strand, number))
            for strand, (models, colors) in enumerate(zip(self.models(points), tints, strict=True))
            for number, (model, tint) in enumerate(zip(models, colors, strict=True))
        ]


def places_along(layout: PoseLayout) -> tuple[Anchor, ...]:
    """Return the further points of a pose."""
    return tuple(Anchor(layout.first_point + k) for k in range(layout.points))
