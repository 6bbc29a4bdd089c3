"""Errors of fitted unknowns: covariance, intervals, correlations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.fitting.residuals import Numbers
from physics.fitting.solver import TURNING, Loss
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


def covariance(f: Numbers, jacobian: Numbers, finer: Numbers, loss: Loss) -> Covariance:
    """Return the covariance of unknowns from residuals f (rows,) in units of the noise and their Jacobian.

    finer: the same with a smaller step of the differences; a combination whose effect is not greater than what that
    changes has none. With the loss linear s² (JᵀJ)⁻¹ with s² = f·f/(N − k). With soft_l1, the sandwich of an
    M-estimator: q = (f/C)², ψ = f (1 + q)^(−1/2), A = Jᵀ diag((1 + q)^(−3/2)) J, A⁻¹ (JᵀJ) A⁻¹ (ψ·ψ)/(N − k) (Huber
    1981, section 7.6).
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
    return Covariance(kept.T @ core @ kept, freedom, left)


def estimates(
    free: tuple[Unknown, ...], x: Numbers, values: Numbers, scale: Numbers, bounds: tuple[Numbers, Numbers],
    errors: Covariance,
) -> tuple[Estimate, ...]:  # fmt: skip
    """Return the unknowns with their errors, from scaled values x, values in units, scales and scaled bounds."""
    spread = scale * np.sqrt(np.diag(errors.matrix))
    found = []
    for i, each in enumerate(free):
        bound = each.low if x[i] - bounds[0][i] < NEAR else each.high if bounds[1][i] - x[i] < NEAR else None
        found.append(Estimate(each.name, each.unit, float(values[i]), float(spread[i]), 0.0, each.start, bound))
    is_open = (np.abs(errors.open) > 0.0) & takes_part(errors.open * scale / own_sizes(found, scale))
    return tuple(
        each._replace(deviation=deviation, half=quantile(errors.freedom) * deviation)
        for each, deviation in zip(found, np.where(is_open.any(axis=0), np.inf, spread).tolist(), strict=True)
    )


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
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 * (1.0 + LEVEL)))
