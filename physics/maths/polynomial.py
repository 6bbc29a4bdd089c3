"""Roots and products of polynomials, in scalar arithmetic, with bits that are the same everywhere.

numpy takes them from the LAPACK, as eigenvalues of the companion matrix. Complex numbers are pairs here: those of
Python and numpy may be multiplied with fused operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

from physics.maths.power import power
from physics.maths.trig import sincos

Pair = tuple[float, float]
MAX_STEPS = 200
"""Greatest number of steps; a root of multiplicity n takes some 50 to come to 1/n of the digits."""
SAME = 2.0**-53
"""Relative size of a step that does not change a root any more."""


def roots(coefficients: Sequence[float]) -> list[Pair]:
    """Return the roots (real part, imaginary part) of a polynomial, the coefficient of the highest power first.

    Leading zeros are left out. They are found together (Ehrlich 1967, Aberth 1973): Newton's step for each, less what
    the others pull at it. A root that is real to rounding may come with an imaginary part of that size.
    """
    numbers = [float(each) for each in coefficients]
    while numbers and numbers[0] == 0.0:
        del numbers[0]
    zeros = 0
    while numbers and numbers[-1] == 0.0:
        numbers.pop()
        zeros += 1
    return [(0.0, 0.0)] * zeros + (_found([each / numbers[0] for each in numbers]) if len(numbers) > 1 else [])


def product(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
    """Return the coefficients of the product of two polynomials, the highest powers first."""
    found = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return tuple(found)


def _found(monic: Sequence[float]) -> list[Pair]:
    """Return the roots of a polynomial with the first coefficient 1 and a last one that is not 0."""
    n = len(monic) - 1
    radius = max(power(abs(each), 1.0 / k) for k, each in enumerate(monic[1:], 1) if each != 0.0)
    found = []
    for k in range(n):
        s, c = sincos(6.283185307179586 * k / n + 0.4)  # off the axes, so that pairs may part
        found.append((radius * c, radius * s))
    for _ in range(MAX_STEPS):
        moved = False
        for k, at in enumerate(found):
            step = _step(monic, at, [other for j, other in enumerate(found) if j != k])
            found[k] = at[0] - step[0], at[1] - step[1]
            moved |= hypot(*step) > SAME * hypot(*at)
        if not moved:
            break
    return found


def _step(monic: Sequence[float], at: Pair, others: Sequence[Pair]) -> Pair:
    """Return what to subtract from a root."""
    value, slope = (monic[0], 0.0), (0.0, 0.0)
    for each in monic[1:]:
        slope = _times(slope, at)
        slope = slope[0] + value[0], slope[1] + value[1]
        value = _times(value, at)
        value = value[0] + each, value[1]
    if value == (0.0, 0.0):
        return 0.0, 0.0
    pull = 0.0, 0.0
    for other in others:
        apart = _inverse((at[0] - other[0], at[1] - other[1]))
        pull = pull[0] + apart[0], pull[1] + apart[1]
    pull = _times(value, pull)
    return _times(value, _inverse((slope[0] - pull[0], slope[1] - pull[1])))


def _times(a: Pair, b: Pair) -> Pair:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _inverse(a: Pair) -> Pair:
    """Return 1/a, or 0 where a is 0."""
    size = sqrt(a[0] * a[0] + a[1] * a[1])
    return (a[0] / size / size, -a[1] / size / size) if size > 0.0 else (0.0, 0.0)
