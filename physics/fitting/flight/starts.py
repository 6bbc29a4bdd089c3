"""Inertia of a free body from its measured rates without a start: a linear problem, and values to begin from.

Euler's equations in weak form, −J ∫φ' ω dt + ∫φ ω × (Jω) dt = 0 for smooth φ that vanish at both ends of a stretch, are
linear in the six numbers of J, and take no derivative of what was measured. J is the vector of the smallest singular
value, up to a factor: good to start from, not to report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from physics.fitting.flight.motion import Numbers
from physics.maths.dense import cross_matrix

STRETCH, LEAST_ROWS = 1.5, 4
"""Half of a stretch: how far the body turns in it [rad], and rows at least."""
GAP = 3.0
"""Time between two rows, in usual ones, from which on no stretch goes across it."""
FLATTEST = 0.01
"""Least principal moment of a start, as a part of the greatest."""
USUAL = np.array([0.2, 0.8, 1.0])
"""Principal moments of a start where the linear ones lead nowhere: those of a telephone, a book or a card."""
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""Of the six numbers of an inertia matrix."""
SYMMETRIC = np.zeros((6, 3, 3))
for _k, (_i, _j) in enumerate(PLACES):
    SYMMETRIC[_k, _i, _j] = SYMMETRIC[_k, _j, _i] = 1.0


def weak_rows(t: Numbers, omega: Numbers, turn: float = STRETCH) -> tuple[Numbers, Numbers]:
    """Return the rows (n, 3, 6) of the linear problem J · row = 0 of stretches of a flight, and their middles (n,) [s].

    t (rows,) [s], omega (rows, 3) [rad/s], all finite. turn: how far the body turns in half of a stretch [rad].
    """
    usual = float(np.median(np.diff(t)))
    size = float(np.sqrt(np.median((omega * omega).sum(axis=1))))
    half = max(LEAST_ROWS * usual, min(turn / max(size, 1e-9), 0.25 * float(t[-1] - t[0])))
    middles = np.arange(t[0] + half, t[-1] - half + 1e-9, max(0.25 * half, usual))
    found, kept = [], []
    moments = np.einsum("kab,nb->nka", SYMMETRIC, omega)
    turning = np.einsum("nab,nkb->nka", cross_matrix(omega), moments)
    for middle in middles.tolist():
        first, last = np.searchsorted(t, (middle - half - 1e-9, middle + half + 1e-9)).tolist()
        times = t[first:last]
        if len(times) < 2 * LEAST_ROWS:
            continue
        apart = np.diff(times, prepend=middle - half, append=middle + half)
        if float(apart.max()) > GAP * usual:
            continue
        u = np.clip((times - middle) / half, -1.0, 1.0)
        weights = np.gradient(times)
        bump, slope = (1.0 - u * u) ** 2 * weights, -4.0 * u * (1.0 - u * u) / half * weights
        found.append(np.tensordot(bump, turning[first:last], axes=1) - np.tensordot(slope, moments[first:last], axes=1))
        kept.append(middle)
    rows = np.array(found).reshape(-1, 6, 3).transpose(0, 2, 1)
    return rows, np.array(kept)


def linear_inertia(flights: Sequence[tuple[Numbers, Numbers]]) -> Numbers | None:
    """Return the inertia matrix (3, 3) of trace 1 that fits the weak form best, None where no stretch is long enough.

    flights: times (rows,) and rates (rows, 3), all finite. Its principal moments may be negative.
    """
    rows = [weak_rows(t, omega)[0] for t, omega in flights if len(t) > 2 * LEAST_ROWS]
    every = np.concatenate([each.reshape(-1, 6) for each in rows]) if rows else np.zeros((0, 6))
    if len(every) < 6:
        return None
    numbers = np.linalg.svd(every, full_matrices=False)[2][-1]
    found = np.tensordot(numbers, SYMMETRIC, axes=1)
    trace = float(np.trace(found))
    return found / trace if abs(trace) > 1e-6 else None


def twin(inertia: Numbers) -> Numbers:
    """Return the inertia matrix of the body that draws the same polhodes in the opposite sense.

    Its moments are I₁ (I₂ + I₃ − I₁) and so on, about the same axes: ω'₁ = (I₂ − I₃) ω₂ ω₃ / I₁ changes its sign with
    them, as all three do. They are not positive where one moment is larger than the other two together.
    """
    moments, axes = np.linalg.eigh(inertia)
    return np.asarray((axes * (moments * (moments.sum() - 2.0 * moments))) @ axes.T)


def inertia_starts(flights: Sequence[tuple[Numbers, Numbers]]) -> Iterator[Numbers]:
    """Yield inertia matrices (3, 3), positive definite, of trace 1, from which a fit may begin, the likeliest first."""
    found = linear_inertia(flights)
    moments, axes = np.linalg.eigh(np.eye(3) / 3.0 if found is None else found)
    usual = USUAL / USUAL.sum()
    orders = [usual, usual[[0, 2, 1]], usual[[1, 0, 2]], usual[[1, 2, 0]], usual[[2, 0, 1]], usual[[2, 1, 0]]]
    if found is not None:
        clipped = np.maximum(moments, FLATTEST * float(moments[-1]))
        yield _of(clipped, axes)
        yield _of(usual, axes)
        for each in (clipped, usual):
            opposite = each * (each.sum() - 2.0 * each)
            yield _of(np.maximum(opposite, FLATTEST * float(opposite.max())), axes)
        axes_of = [axes, np.eye(3)]
    else:
        axes_of = [np.eye(3)]
    for each_axes in axes_of:
        for order in orders:
            yield _of(order, each_axes)


def _of(moments: Numbers, axes: Numbers) -> Numbers:
    return np.asarray((axes * (moments / moments.sum())) @ axes.T)
