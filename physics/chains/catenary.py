"""Static shape of a chain that hangs between two points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from physics.core.units import format_number
from physics.errors import BadInput
from physics.maths import dense
from physics.maths.rounded import exact_dot
from physics.types import Vector3

END_TOLERANCE, MAX_NEWTON_STEPS = 1e-14, 200
"""Tolerance of the position of the chain's end, over its length; greatest number of steps."""


def hanging_directions(
    lengths: NDArray[np.float64], centres: NDArray[np.float64], weights: NDArray[np.float64], span: Vector3
) -> NDArray[np.float64]:
    """Return the directions of the links of a chain at rest, from joint to joint, unit vectors (N, 3).

    lengths, centres (from the joint before) [m], weights [N], span (3,): from the first joint to the last one. A link
    lies along the sum of the force at its upper joint and the part 1 - c/l of its weight, so that moments balance. The
    force on the first joint is found by Newton's method, at the minimum of the convex function whose gradient is the
    sum of l e less the span. Raises BadInput if the method does not converge.
    """
    distance, total = dense.length(span), float(lengths.sum())
    before = np.concatenate([[0.0], np.cumsum(weights)[:-1]]) + (1.0 - centres / lengths) * weights
    force = span / distance * weights.sum() if distance > 0.0 else np.zeros(3)
    force = force - np.array([0.0, 0.0, 0.5 * weights.sum()])

    def pulled(force: Vector3) -> tuple[NDArray[np.float64], NDArray[np.float64], Vector3]:
        pulls = force + np.outer(before, [0.0, 0.0, 1.0])
        sizes = dense.lengths(pulls)
        directions = pulls / sizes[:, None]
        return sizes, directions, span - np.array([exact_dot(lengths, column) for column in directions.T])

    sizes, e, gap = pulled(force)
    for _ in range(MAX_NEWTON_STEPS):
        if dense.length(gap) <= END_TOLERANCE * total:
            return e
        slope = dense.total((lengths / sizes)[:, None, None] * (np.eye(3) - e[:, :, None] * e[:, None, :]), 0)
        try:
            step, part = dense.solve(slope, gap), 1.0
        except dense.SingularMatrix:  # all links vertical, as between ends above one another
            break
        while part > 1e-9 and not dense.length(pulled(force + part * step)[2]) < dense.length(gap):
            part *= 0.5
        if part <= 1e-9:
            break
        force = force + part * step
        sizes, e, gap = pulled(force)
    if dense.length(gap) <= 1e-11 * total:
        return e
    raise BadInput(
        f"end {format_number(distance)} m from the support: a chain of {format_number(total)} m does not rest there"
    )
