"""Rotations as unit quaternions, for files that interpolate between poses."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense

Floats64 = NDArray[np.float64]


def quaternions(rotations: Floats64) -> Floats64:
    """Return the unit quaternions w, x, y, z (n, 4) of rotations (n, 3, 3), by their largest components.

    That component is positive. Source: S. W. Shepperd, J. Guidance and Control 1, 223 (1978).
    """
    r = np.asarray(rotations, float)
    xx, yy, zz = r[:, 0, 0], r[:, 1, 1], r[:, 2, 2]
    x, y, z = r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]
    xy, yz, zx = r[:, 0, 1] + r[:, 1, 0], r[:, 1, 2] + r[:, 2, 1], r[:, 2, 0] + r[:, 0, 2]
    four = np.array([
        [1 + xx + yy + zz, x, y, z],
        [x, 1 + xx - yy - zz, xy, zx],
        [y, xy, 1 - xx + yy - zz, yz],
        [z, zx, yz, 1 - xx - yy + zz],
    ])  # fmt: skip
    largest = np.argmax(four[range(4), range(4)], axis=0)
    found = four[largest, :, np.arange(len(r))]
    return np.asarray(found / dense.lengths(found)[:, None])


def continuous(rows: Floats64, places: Iterable[int]) -> Floats64:
    """Return the rows with each quaternion, at these places, of the sign that is nearer to the one before."""
    for at in places:
        q = rows[:, at : at + 4]
        cosines = (q[1:] * q[:-1]).sum(axis=1)
        q[1:] *= np.cumprod(np.where(cosines < 0.0, -1.0, 1.0))[:, None]
    return rows
