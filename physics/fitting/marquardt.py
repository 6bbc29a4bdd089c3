"""Least squares within bounds by the method of Levenberg and Marquardt, plain or with the loss soft_l1.

Unknowns that reach a bound are held there while they press against it (an active set). The methods of scipy within
bounds made steps too short to be of use where several unknowns begin at a bound, as frictions of 0 do.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

FIRST_DAMPING, LEAST_DAMPING, MOST_DAMPING = 1e-3, 1e-12, 1e12
EASE, STRAIN = 0.2, 4.0
"""Factors of the damping after a step that lowers the cost, and after one that does not."""
FLOOR = 1e-9
"""Least weight of an unknown in the damping, as a part of the greatest: some have no effect at all."""


def cost_of(f: Numbers, turning: float | Numbers) -> float:
    """Return half the sum of squares of residuals f, or for a finite `turning` C of C² ρ, ρ = 2 (√(1 + (f/C)²) − 1).

    turning may be an array as f is, too.
    """
    return float((f * f / (1.0 + np.hypot(1.0, f / turning))).sum())


def minimum(
    problem: Callable[[Numbers], tuple[Numbers, Numbers]],
    x: Numbers,
    bounds: tuple[Numbers, Numbers],
    turning: float | Numbers,
    tolerance: float,
    trials: int,
) -> Numbers:
    """Return the unknowns (k,) near x with the least cost within bounds.

    problem(x): residuals (rows,) and their Jacobian (rows, k). turning: the residual from which the loss grows
    linearly, inf for plain squares; of all, or (rows,) of each. It ends when a step lowers the cost by less than
    `tolerance` of it, or after so many trials.
    """
    f, jacobian = problem(x)
    cost, damping = cost_of(f, turning), FIRST_DAMPING
    for _ in range(trials):
        with np.errstate(over="ignore", invalid="ignore"):
            tried = np.clip(x + _step(f, jacobian, x, bounds, turning, damping), *bounds)
        if np.array_equal(tried, x) or damping > MOST_DAMPING:
            break
        new, derivatives = problem(tried)
        lower = cost - cost_of(new, turning)
        if lower > 0.0:
            x, f, jacobian, cost = tried, new, derivatives, cost - lower
            damping = max(damping * EASE, LEAST_DAMPING)
            if lower <= tolerance * cost:
                break
        else:
            damping *= STRAIN
    return x


def _step(
    f: Numbers, jacobian: Numbers, x: Numbers, bounds: tuple[Numbers, Numbers], turning: float | Numbers, damping: float
) -> Numbers:
    """Return the damped step of Gauss and Newton for weighted residuals; unknowns stop at their bounds."""
    weights = 1.0 / np.hypot(1.0, f / turning)
    slope = jacobian.T @ (weights * f)
    curvature = (jacobian.T * weights) @ jacobian
    diagonal = np.diag(curvature)
    damped = curvature + damping * np.diag(np.maximum(diagonal, FLOOR * max(float(diagonal.max()), 1e-300)))
    low, high = bounds
    moves = ~(((x <= low) & (slope > 0.0)) | ((x >= high) & (slope < 0.0)))
    step = np.zeros(len(x))
    for _ in range(len(x)):
        held = ~moves
        rest = slope + damped[:, held] @ step[held]
        step[moves] = -_solved(damped[np.ix_(moves, moves)], rest[moves])
        beyond = moves & ((x + step < low) | (x + step > high))
        if not beyond.any():
            break
        step[beyond] = np.clip(x + step, low, high)[beyond] - x[beyond]
        moves = moves & ~beyond
    return step


def _solved(matrix: Numbers, right: Numbers) -> Numbers:
    """Return the least solution of linear equations, 0 where numbers are too large or too small to have one."""
    try:
        found = np.linalg.lstsq(matrix, right, rcond=None)[0]
    except np.linalg.LinAlgError:
        return np.zeros(len(right))
    return np.asarray(found, float) if np.isfinite(found).all() else np.zeros(len(right))
