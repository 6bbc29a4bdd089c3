"""Errors of fitted unknowns: covariance, intervals, correlations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.fitting.following import MIDDLE
from physics.fitting.residuals import Numbers
from physics.fitting.solver import TURNING, Loss
from physics.fitting.student import student_quantile
from physics.fitting.unknowns import Unknown

LEVEL = 0.95
"""Probability that the interval of an unknown contains its true value."""
NOT_SEEN, UNSURE = 1e-12, 3.0
"""Singular value, as a part of the greatest, below which a combination of unknowns has no effect on what was measured,
and as a multiple of its numerical error."""
NEAR = 1e-6
"""Distance from a bound, in scaled units, within which it is reached."""
CORRELATED = 0.95
"""Magnitude from which a correlation is told."""
WEAK = 0.5
"""Standard deviation of an unknown, as a part of what it is, from which it is not found."""
LEAST_ROWS = 20
"""Number of residuals of a column from which on they tell whether they are a pattern."""
TAKES_PART = 0.01
"""Change in a combination, relative to the value and to the greatest one, from which an unknown takes part in it."""


class Estimate(NamedTuple):
    """A fitted unknown: value and standard deviation, inf where the data do not determine it, in its unit.

    half: half width of the interval that contains the true value with the probability `LEVEL`. start: where the fit
    began. bound: the bound that it has reached, or None.
    """

    name: str
    unit: str
    value: float
    deviation: float
    half: float
    start: float
    bound: float | None = None


class Covariance(NamedTuple):
    """Covariance matrix of scaled unknowns, and degrees of freedom.

    open (rows, k): an orthonormal basis of the combinations without effect on what was measured, which are left out of
    the matrix.
    """

    matrix: Numbers
    freedom: int
    open: Numbers


def covariance(f: Numbers, jacobian: Numbers, finer: Numbers, loss: Loss, times: float = 1.0) -> Covariance:
    """Return the covariance of unknowns from residuals f (rows,) in units of the noise and their Jacobian.

    finer: the same with a smaller step of the differences; a combination whose effect is not greater than what that
    changes has none. With the loss linear s² (JᵀJ)⁻¹ with s² = f·f/(N − k). With soft_l1, the sandwich of an
    M-estimator: q = (f/C)², ψ = f (1 + q)^(−1/2), A = Jᵀ diag((1 + q)^(−3/2)) J, A⁻¹ (JᵀJ) A⁻¹ (ψ·ψ)/(N − k) (Huber
    1981, section 7.6). times: how many residuals tell as much as one that is independent, as `correlation_times`.
    """
    freedom = max(len(f) - jacobian.shape[1], 1)
    _, singular, right = np.linalg.svd(jacobian, full_matrices=False)
    errors = np.linalg.norm((jacobian - finer) @ right.T, axis=0)
    seen = singular > np.maximum(NOT_SEEN * singular[0], UNSURE * errors)
    kept, left = right[seen], right[~seen]
    if not len(kept):
        return Covariance(np.zeros((len(right), len(right))), freedom, left)
    reduced = jacobian @ kept.T
    if loss == "soft_l1":
        q = (f / TURNING) ** 2
        psi = f / np.sqrt(1.0 + q)
        bread = np.linalg.inv((reduced.T * (1.0 + q) ** -1.5) @ reduced)
        core = bread @ (reduced.T @ reduced) @ bread * (psi @ psi) / freedom
    else:
        core = np.linalg.inv(reduced.T @ reduced) * (f @ f) / freedom
    return Covariance(times * kept.T @ core @ kept, freedom, left)


def correlation_times(apart: Numbers) -> float:
    """Return how many residuals (rows, columns) tell as much as one independent one, (1 + ρ)/(1 − ρ), at least 1.

    ρ: the correlation of a residual with the next of its column, robust, of the column where it is largest; chance may
    make it 2/√rows. Where residuals are a pattern, the model lacks something, and errors are larger by the root.
    """
    most = 1.0
    for column in apart.T:
        values = column[np.isfinite(column)]
        width = float(np.median(np.abs(values))) * TURNING / MIDDLE if len(values) > LEAST_ROWS else 0.0
        if width > 0.0:
            values = np.clip(values, -width, width)
            rho = float(values[1:] @ values[:-1] / (values @ values))
            if rho > 2.0 / np.sqrt(len(values)):
                most = max(most, (1.0 + rho) / max(1.0 - rho, 1.0 / len(values)))
    return most


def without_errors(
    free: tuple[Unknown, ...], x: Numbers, values: Numbers, bounds: tuple[Numbers, Numbers]
) -> tuple[Estimate, ...]:
    """Return the unknowns of a motion that does not follow the data: what their errors are is not known (NaN)."""
    return tuple(
        Estimate(each.name, each.unit, float(value), np.nan, np.nan, each.start, _bound(each, x[i], bounds, i))
        for i, (each, value) in enumerate(zip(free, values, strict=True))
    )


def _bound(each: Unknown, x: float, bounds: tuple[Numbers, Numbers], place: int) -> float | None:
    """Return the bound that an unknown has reached, or None."""
    if x - bounds[0][place] < NEAR:
        return each.low
    return each.high if bounds[1][place] - x < NEAR else None


def estimates(
    free: tuple[Unknown, ...], x: Numbers, values: Numbers, scale: Numbers, bounds: tuple[Numbers, Numbers],
    errors: Covariance,
) -> tuple[Estimate, ...]:  # fmt: skip
    """Return the unknowns with their errors, from scaled values x, values in units, scales and scaled bounds."""
    spread = scale * np.sqrt(np.diag(errors.matrix))
    found = []
    for i, each in enumerate(free):
        bound = _bound(each, x[i], bounds, i)
        found.append(Estimate(each.name, each.unit, float(values[i]), float(spread[i]), 0.0, each.start, bound))
    is_open = ((np.abs(errors.open) > 0.0) & takes_part(errors.open * scale / own_sizes(found, scale))).any(axis=0)
    for _, _, unsure in weak_directions(found, scale, errors):
        is_open |= unsure
    return tuple(
        each._replace(deviation=deviation, half=quantile(errors.freedom) * deviation)
        for each, deviation in zip(found, np.where(is_open, np.inf, spread).tolist(), strict=True)
    )


def weak_directions(
    found: Sequence[Estimate], scale: Numbers, errors: Covariance
) -> Iterator[tuple[Numbers, float, NDArray[np.bool_]]]:
    """Yield the directions in scaled unknowns whose error is as large as the unknowns: an effect that noise hides.

    With the standard deviation of the unit direction, in scaled units, and which unknowns it leaves unsure, by more
    than `WEAK` of what they are: their value or their scale, whichever is larger, for an angle at least 1 rad.
    """
    values = np.array([1.0 if each.unit == "rad" else abs(each.value) for each in found])
    size = np.maximum(values, scale) / scale
    variances, axes = np.linalg.eigh(errors.matrix / np.outer(size, size))
    for variance, axis in zip(variances, axes.T, strict=True):
        unsure = np.abs(axis) * np.sqrt(max(variance, 0.0)) > WEAK
        if variance > 1.0 and unsure.any():
            direction = axis * size
            length = float(np.linalg.norm(direction))
            yield direction / length, float(np.sqrt(variance)) * length, unsure


def own_sizes(found: Sequence[Estimate], scale: Numbers) -> Numbers:
    """Return the size by which changes of each unknown are told: its value, for an angle or a value of 0 its scale."""
    return np.array(
        [
            abs(each.value) if each.value and each.unit != "rad" else size
            for each, size in zip(found, scale, strict=True)
        ]
    )


def takes_part(changes: Numbers) -> NDArray[np.bool_]:
    """Return which changes, relative ones in the last axis, are not small beside the greatest."""
    return np.asarray(np.abs(changes) > TAKES_PART * np.abs(changes).max(axis=-1, keepdims=True))


def correlations(errors: Covariance, found: Sequence[Estimate]) -> Numbers:
    """Return the correlations of unknowns, NaN for those that are not determined, or without any error."""
    deviations = np.sqrt(np.diag(errors.matrix))
    deviations[[not np.isfinite(each.deviation) for each in found]] = np.nan
    deviations[deviations == 0.0] = np.nan
    return np.asarray(errors.matrix / np.outer(deviations, deviations))


def quantile(freedom: int) -> float:
    """Return the quantile of Student's t distribution: half the interval of `LEVEL` over the standard deviation."""
    return student_quantile(freedom, LEVEL)
