"""Eigenvalues of symmetric matrices too large for `dense.eigen`, with bits that are the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense

Numbers = NDArray[np.float64]
MAX_STEPS = 60
"""Greatest number of steps for an eigenvalue, which needs about two."""
HALVINGS = 200
"""Greatest number of bisections."""
SMALL = 1e-140
"""What a pivot of 0 is replaced by."""


def eigenvalues(a: Numbers) -> list[float]:
    """Return the eigenvalues, ascending, of a symmetric matrix (n, n), to rounding of the largest.

    Householder's reduction, then the implicit QL algorithm (Dubrulle, Martin, Wilkinson, Numer. Math. 12, 1968, 377).
    """
    diagonal, beside = reduced(a)
    return sorted(_by_ql(diagonal, [*beside, 0.0]))


def reduced(a: Numbers) -> tuple[list[float], list[float]]:
    """Return the diagonal (n,) and what is beside it (n - 1,) of a tridiagonal matrix with the same eigenvalues."""
    whole = np.array(a, float)
    n = len(whole)
    for k in range(n - 2):
        column = whole[k + 1 :, k].copy()
        size = dense.length(column)
        if size == 0.0:
            continue
        column[0] += math.copysign(size, column[0])
        scale = 2.0 / dense.dot(column, column)
        rest = whole[k + 1 :, k + 1 :]
        turned = scale * dense.inner(rest, column)
        turned -= 0.5 * scale * dense.dot(turned, column) * column
        rest -= column[:, None] * turned + turned[:, None] * column
        whole[k + 1, k] = -math.copysign(size, column[0])
    return np.diag(whole).tolist(), np.diag(whole, -1).tolist()


def _by_ql(d: list[float], e: list[float]) -> list[float]:
    """Return the eigenvalues of a tridiagonal matrix, whose numbers are changed in place; e ends with 0."""
    n = len(d)
    for first in range(n):
        for _ in range(MAX_STEPS):
            last = first
            while last < n - 1 and abs(e[last]) > 2.0**-53 * (abs(d[last]) + abs(d[last + 1])):
                last += 1
            if last == first:
                break
            slope = (d[first + 1] - d[first]) / (2.0 * e[first])
            far = math.hypot(slope, 1.0)
            g = d[last] - d[first] + e[first] / (slope + math.copysign(far, slope))
            _sweep(d, e, first, last, g)
    return d


def _sweep(d: list[float], e: list[float], first: int, last: int, g: float) -> None:
    """Chase the shift g up from the last row of a block to its first."""
    s, c, p = 1.0, 1.0, 0.0
    for i in range(last - 1, first - 1, -1):
        f, b = s * e[i], c * e[i]
        r = math.hypot(f, g)
        e[i + 1] = r
        if r == 0.0:
            d[i + 1] -= p
            e[last] = 0.0
            return
        s, c = f / r, g / r
        g = d[i + 1] - p
        r = (d[i] - g) * s + 2.0 * c * b
        p = s * r
        d[i + 1] = g + p
        g = c * r - b
    d[first] -= p
    e[first] = g
    e[last] = 0.0


def lowest(diagonal: Sequence[float], beside: Sequence[float]) -> tuple[float, list[float]]:
    """Return the least eigenvalue of a tridiagonal matrix and its unit vector (n,).

    Bisection by the signs of the pivots, then inverse iteration; the value is the Rayleigh quotient, so that large,
    distant terms round nothing away.
    """
    near = [abs(a) + abs(b) for a, b in zip([*beside, 0.0], [0.0, *beside], strict=True)]
    low = min(d - each for d, each in zip(diagonal, near, strict=True))
    high = min(diagonal)
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        if min(_pivots(diagonal, beside, middle)) > 0.0:
            low = middle
        else:
            high = middle
    vector = [1.0] * len(diagonal)
    for _ in range(3):
        vector = _solved(_pivots(diagonal, beside, low), beside, vector)
        size = dense.length(vector)
        vector = [each / size for each in vector]
    value = dense.dot(diagonal, [v * v for v in vector])
    value += 2.0 * dense.dot(beside, [a * b for a, b in pairwise(vector)])
    return value, vector


def _pivots(diagonal: Sequence[float], beside: Sequence[float], shift: float) -> list[float]:
    """Return D of the factors L D Lᵀ of the matrix less a shift; as many are negative as eigenvalues are below it."""
    found = [diagonal[0] - shift or SMALL]
    for d, b in zip(diagonal[1:], beside, strict=True):
        found.append(d - shift - b * b / found[-1] or SMALL)
    return found


def _solved(pivots: Sequence[float], beside: Sequence[float], right: Sequence[float]) -> list[float]:
    """Return the solution of L D Lᵀ x = right."""
    found = [right[0]]
    for r, b, pivot in zip(right[1:], beside, pivots, strict=False):
        found.append(r - b / pivot * found[-1])
    found[-1] /= pivots[-1]
    for k in range(len(pivots) - 2, -1, -1):
        found[k] = (found[k] - beside[k] * found[k + 1]) / pivots[k]
    return found
