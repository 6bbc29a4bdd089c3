"""Impulse response of a chain in space, by its full mass matrix in numpy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.types import Vector3

Numbers = NDArray[np.float64]


class ImpulseResponse(NamedTuple):
    """Changes of velocity per N s of an impulse: of the angular velocities (N, 3, 3), of the first body's centre of
    mass and of the point (3, 3).
    """

    omega: Numbers
    first: Numbers
    point: Numbers


def impulse_response(
    masses: Numbers,
    inertias: Numbers,
    upper: Numbers,
    lower: Numbers,
    body: int,
    arm: Vector3,
    free: bool,
    closed: bool,
) -> ImpulseResponse:
    """Return the response of a chain to an impulse at a point of a body.

    All arrays are (N, 3) in the lab, inertias (N, 3, 3). Joints and arm are measured from the centres of mass.

    The unknowns are the N changes of omega and, for a free chain, that of its upper end's velocity.
    """
    n = len(masses)
    J = np.zeros((n, 3, n + free, 3))  # velocities of the centres of mass
    across, own = np.swapaxes(dense.cross_matrix(upper - lower), 0, 1), dense.cross_matrix(upper)
    for k in range(n):
        J[k, :, :k], J[k, :, k] = across[:, :k], own[k]
    J[:, :, n:] = np.eye(3)[:, None]
    rows = J.reshape(3 * n, -1)
    M = dense.product(rows.T, np.repeat(masses, 3)[:, None] * rows)
    for k in range(n):
        M[3 * k : 3 * k + 3, 3 * k : 3 * k + 3] += inertias[k]
    held, far = J[body].copy(), J[-1].copy()
    held[:, body] -= dense.cross_matrix(arm)
    far[:, n - 1] -= dense.cross_matrix(lower[-1])
    held, far = held.reshape(3, -1), far.reshape(3, -1)
    change = dense.solve(M, held.T)
    if closed:
        still = dense.solve(M, far.T)
        change -= dense.product(still, dense.solve(dense.product(far, still), dense.product(far, change)))
    return ImpulseResponse(
        change[: 3 * n].reshape(n, 3, 3), dense.product(rows[:3], change), dense.product(held, change)
    )
