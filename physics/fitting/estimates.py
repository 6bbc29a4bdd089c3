"""Errors of fitted unknowns: covariance, intervals, correlations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
TAKES_PART = 0.05
"""Part in a combination, of one, from which an unknown is not determined where that is not."""


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

    determined: whether the data determine each unknown. open (rows, k): an orthonormal basis of the combinations that
    have no effect on what was measured, which are left out of the matrix.
    """

    matrix: Numbers
    freedom: int
    determined: Numbers
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
    determined = np.linalg.norm(left, axis=0) < TAKES_PART
    if not len(kept):
        return Covariance(np.zeros((len(right), len(right))), freedom, determined, left)
    reduced = jacobian @ kept.T
    if loss == "soft_l1":
        q = (f / TURNING) ** 2
        psi = f / np.sqrt(1.0 + q)
        bread = np.linalg.inv((reduced.T * (1.0 + q) ** -1.5) @ reduced)
        core = bread @ (reduced.T @ reduced) @ bread * (psi @ psi) / freedom
    else:
        core = np.linalg.inv(reduced.T @ reduced) * (f @ f) / freedom
    return Covariance(kept.T @ core @ kept, freedom, determined, left)


def estimates(
    free: tuple[Unknown, ...], x: Numbers, values: Numbers, scale: Numbers, bounds: tuple[Numbers, Numbers],
    errors: Covariance,
) -> tuple[Estimate, ...]:  # fmt: skip
    """Return the unknowns with their errors, from scaled values x, values in units, scales and scaled bounds."""
    deviations = np.where(errors.determined, scale * np.sqrt(np.diag(errors.matrix)), np.inf)
    found = []
    for i, each in enumerate(free):
        bound = each.low if x[i] - bounds[0][i] < NEAR else each.high if bounds[1][i] - x[i] < NEAR else None
        deviation = float(deviations[i])
        found.append(
            Estimate(
                each.name,
                each.unit,
                float(values[i]),
                deviation,
                quantile(errors.freedom) * deviation,
                each.start,
                bound,
            )
        )
    return tuple(found)


def correlations(errors: Covariance) -> Numbers:
    """Return the correlations of unknowns, NaN for those that are not determined."""
    deviations = np.where(errors.determined, np.sqrt(np.diag(errors.matrix)), np.nan)
    return np.asarray(errors.matrix / np.outer(deviations, deviations))


def quantile(freedom: int) -> float:
    """Return the quantile of Student's t distribution: half the interval of `LEVEL` over the standard deviation."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.5 * (1.0 + LEVEL)))
