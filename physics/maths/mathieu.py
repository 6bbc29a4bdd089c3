"""Characteristic values of Mathieu's equation x'' + (a - 2 q cos 2 tau) x = 0: between which a all motions are bounded.

At a = a_n(q) and b_n(q) it has an even and an odd solution of period pi (n even) or 2 pi (n odd); for q > 0

    a_0 < b_1 < a_1 < b_2 < a_2 < ...

Motions are bounded between a_n and b_n+1, and grow between b_n and a_n (Arscott, Periodic Differential Equations, 1964;
NIST Handbook of Mathematical Functions, 2010, section 28). With the Fourier series of the solution the equation is a
symmetric tridiagonal eigenvalue problem for each of the four kinds.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.maths import dense
from physics.maths.rounded import square
from physics.maths.tridiagonal import lowest

Numbers = NDArray[np.float64]

LAST_A = -100.0
"""Least a for which `q_of_a0` and `q_of_b1` look for q; below it both curves are closer than 1e-16 of q."""
NEWTON_STEPS = 60


class CharacteristicValues(NamedTuple):
    """Characteristic values at one q: a_0, a_1, ..., (n,), and b_1, b_2, ..., (n,)."""

    a: Numbers
    b: Numbers

    def bounded(self, a: float) -> bool:
        """Return whether all motions at this a are bounded; a must lie below the last b."""
        lower, upper = self.a[:-1], self.b
        n = min(len(lower), len(upper))
        return bool(((lower[:n] < a) & (a < upper[:n])).any())


def characteristic_values(q: float, count: int) -> CharacteristicValues:
    """Return a_0 to a_count and b_1 to b_count at q; an error of 1e-14 of the greatest of 1, |a| and |q|.

    For q < 0 those of |q| by NIST 28.2.26: a_n and b_n of odd n change their places, so that order stays.
    """
    size, q = _size(count, q), abs(q)
    even = np.empty(count + 1)
    odd = np.empty(count)
    even[0::2] = _eigenvalues(_diagonal(0, size), _beside(q, size, True), (count + 2) // 2)
    even[1::2] = _eigenvalues(_diagonal(1, size, q), _beside(q, size), (count + 1) // 2)
    odd[0::2] = _eigenvalues(_diagonal(1, size, -q), _beside(q, size), (count + 1) // 2)
    odd[1::2] = _eigenvalues(_diagonal(2, size), _beside(q, size), count // 2)
    return CharacteristicValues(even, odd)


def q_of_a0(a: float) -> float:
    """Return the q >= 0 at which a_0(q) = a, for LAST_A <= a <= 0: above it motions at this a are bounded."""
    return _q_of(a, False)


def q_of_b1(a: float) -> float:
    """Return the q > 0 at which b_1(q) = a, for LAST_A <= a <= 1: below it, down to `q_of_a0`, motions are bounded."""
    return _q_of(a, True)


@lru_cache(maxsize=4096)
def _q_of(a: float, odd: bool) -> float:
    """Return q where the lowest value of a kind is a, by Newton's method.

    It begins where b_1 <= 1 - q, or a_0 <= 2 - sqrt(4 + 2 q²), is below a. The lowest eigenvalue of a matrix that is
    linear in q is concave, so that no step goes too far.
    """
    q = 1.0 - a if odd else math.sqrt(-2.0 * a) - a
    for _ in range(NEWTON_STEPS):
        size = _size(1, q)
        diagonal = _diagonal(1, size, -q) if odd else _diagonal(0, size)
        found, vector = lowest(diagonal.tolist(), _beside(q, size, not odd).tolist())
        each = _beside(1.0, size, not odd).tolist()
        slope = 2.0 * dense.dot(each, [a * b for a, b in pairwise(vector)])
        slope -= vector[0] * vector[0] if odd else 0.0
        if slope == 0.0:
            return q
        step = (found - a) / slope
        q = max(q - step, 0.0)
        if abs(step) <= 1e-15 * max(q, 1e-300):
            break
    return q


def _size(count: int, q: float) -> int:
    """Return a number of Fourier terms beyond which they are below rounding."""
    return count // 2 + 14 + int(2.0 * math.sqrt(abs(q)))


def _diagonal(first: int, size: int, added: float = 0.0) -> Numbers:
    """Return the squares of first, first + 2, ..., with a number added to the first one."""
    found = square(np.arange(first, first + 2 * size, 2, dtype=float))
    found[0] += added
    return found


def _beside(q: float, size: int, constant: bool = False) -> Numbers:
    """Return the numbers beside the diagonal: q, that of a constant term times the root of 2."""
    found = np.full(size - 1, q)
    if constant:
        found[0] *= math.sqrt(2.0)
    return found


def _matrix(diagonal: Numbers, beside: Numbers) -> Numbers:
    return np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)


def _eigenvalues(diagonal: Numbers, beside: Numbers, count: int) -> Numbers:
    """Return the lowest eigenvalues, (count,), as Rayleigh quotients: large, distant terms round nothing away.

    Charts alone read them: their last bits may depend on the LAPACK.
    """
    _, vectors = np.linalg.eigh(_matrix(diagonal, beside))
    v = vectors[:, :count]
    return np.asarray(diagonal @ v**2 + 2.0 * (beside @ (v[:-1] * v[1:])))
