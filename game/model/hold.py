"""What a part of a picture hangs on, and the places in the world that follow from it.

Matrices are for row vectors, as everywhere in pictures. A pose is the matrices (4, 4) from the axes of the bodies of a
system to the world, in the order of the bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense

Floats64 = NDArray[np.float64]
Pose = Sequence[Floats64]


class World(NamedTuple):
    """It stands still. local: its matrix (4, 4) float32 in the world; None: the axes of the world."""

    local: NDArray[np.float32] | None = None


class OnBody(NamedTuple):
    """It is fixed on a body, with this index. local: its matrix (4, 4) float32 in the axes of that; None: these."""

    body: int
    local: NDArray[np.float32] | None = None


Hold = World | OnBody


def placed(hold: Hold, pose: Pose) -> NDArray[np.float32]:
    """Return the matrix (4, 4) of what hangs so, from its own axes to the world."""
    if isinstance(hold, World):
        return np.eye(4, dtype=np.float32) if hold.local is None else hold.local
    axes = pose[hold.body].astype(np.float32)
    return axes if hold.local is None else dense.times(hold.local, axes)


def placed_points(hold: Hold, points: NDArray[np.floating], pose: Pose) -> NDArray[np.float32]:
    """Return points (n, 3) or (3,) [m] in the axes of what holds them as places in the world."""
    if isinstance(hold, World):
        return points.astype(np.float32)
    axes = pose[hold.body]
    found: NDArray[np.float32] = (dense.times(points, axes[:3, :3]) + axes[3, :3]).astype(np.float32)
    return found


def is_same(first: Hold, second: Hold) -> bool:
    """Return whether two holds are the same."""
    if type(first) is not type(second) or (first.local is None) is not (second.local is None):
        return False
    if isinstance(first, OnBody) and isinstance(second, OnBody) and first.body != second.body:
        return False
    return first.local is second.local or np.array_equal(np.asarray(first.local), np.asarray(second.local))
