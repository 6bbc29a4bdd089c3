"""Lines engraved in the brass ring of a dial."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import cos, sin


class LineKind(NamedTuple):
    """The lines of a dial at multiples of an angle: distances of their ends from the middle, half their width [m]."""

    near: float
    far: float
    half: float


def dial_lines(kinds: Mapping[int, LineKind], height: float) -> Mesh:
    """Return the lines of a dial about the z axis at a height [m].

    kinds: by the degrees between lines of that kind; where several have a line the one of the largest angle is drawn.
    """
    rows: list[tuple[float, ...]] = []
    for degree in range(0, 360, min(kinds)):
        apart = max(each for each in kinds if degree % each == 0)
        rows += _corners(degree, apart, kinds[apart], height)
    first = 4 * np.arange(len(rows) // 4)[:, None]
    triangles = (first + np.array([0, 1, 2, 2, 1, 3])).astype(np.int32)
    return Mesh(np.array(rows, np.float32), triangles.reshape(-1))


def _corners(degree: int, apart: int, kind: LineKind, height: float) -> Iterable[tuple[float, ...]]:
    """Yield the vertex rows of a line at an angle, one of a kind that has lines so many degrees apart."""
    angle = math.radians(degree)
    x, y = cos(angle), sin(angle)
    for side in (-kind.half, kind.half):
        for far in (kind.near, kind.far):
            place = far * x - side * y, far * y + side * x, height
            yield (*place, 0.0, 0.0, 1.0, apart + degree / 360.0, side, float(Material.ENGRAVING))
