"""Impulse response of a planar chain at a point of one of its links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from physics.linkages.links import Link
from physics.maths import array_trig, dense
from physics.types import GripPoint, Vector3


def impulse_response(
    chain: Sequence[Link], theta: NDArray[np.float64], rates: NDArray[np.float64], joint: NDArray[np.float64],
    link: int, arm: Vector3,
) -> GripPoint:  # fmt: skip
    """Return the response at a point of a link (0 is the first), `arm` (3,) [m] from its upper joint in the lab.

    theta and rates (N,): angles and theirs. joint (4,): x, z of the upper joint and their rates. The rows of the
    response are those of the rates alone, (N, 3).
    """
    M, S, I = np.array([each.whole for each in chain]).T  # noqa: E741  # the symbol of moments of inertia
    L = np.array([each.length for each in chain])
    below = np.cumsum(M[::-1])[::-1] - M
    H = np.triu(np.outer(L, S + L * below), 1)
    masses = (H + H.T + np.diag(I + L * L * below)) * array_trig.cos(theta[:, None] - theta)
    J = np.zeros((3, len(chain)))
    s, c = array_trig.sincos(theta[:link])
    J[0, :link], J[2, :link] = L[:link] * c, L[:link] * s
    J[0, link], J[2, link] = -arm[2], arm[0]
    answer = dense.solve(masses, J.T)
    turned = rates[link] * J[:, link]
    velocity = np.array([joint[2] + turned[0], 0.0, joint[3] + turned[2]])
    return GripPoint(np.array([joint[0], 0.0, joint[1]]) + arm, velocity, answer, dense.product(J, answer))
