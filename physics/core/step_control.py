"""Step size control for a tolerance: the initial step, and the factor for the next step after an error.

For kernels: scalar arithmetic, without the C library's `pow`. s = (rtol, atol) are the settings `TOLERANCES`.
"""

from __future__ import annotations

from math import sqrt

from physics.core.fields import Parameter
from physics.core.integrator import Rate, call
from physics.types import Floats

MAX_TRIALS = 10_000
"""Greatest number of trial steps within one tick; after that the tolerance cannot be met."""
SAFETY, MIN_FACTOR, MAX_FACTOR = 0.9, 0.2, 4.0
FALLBACK_STEP = 1e-6
"""Initial step [s] when the state or its slope is close to zero."""

TOLERANCES = (
    Parameter(
        name="rtol",
        symbol="δ",
        default=1e-9,
        unit="",
        low=1e-14,
        high=1e-2,
        log=True,
        meaning="error allowed in each step that the method chooses, relative to the state",
    ),
    Parameter(
        name="atol",
        symbol="ε",
        default=1e-12,
        unit="",
        low=1e-16,
        high=1.0,
        log=True,
        meaning="error allowed in each step that the method chooses beside that, in the units of the state",
    ),
)


def error_root(x: float, degree: int) -> float:
    """Return the root of order `degree` of x > 0, by Newton's iteration from above."""
    value = x if x > 1.0 else 1.0
    while True:
        power = 1.0
        for _ in range(degree - 1):
            power *= value
        closer = value - (value - x / power) / degree
        if not closer < value:
            return value
        value = closer


def step_factor(error: float, degree: int) -> float:
    """Return the factor for the next step after an error that grows with its power `degree` and may be inf or nan."""
    smallest, largest = SAFETY / MAX_FACTOR, SAFETY / MIN_FACTOR
    low, high = 1.0, 1.0
    for _ in range(degree):
        low *= smallest
        high *= largest
    if error <= low:
        return MAX_FACTOR
    if not error < high:
        return MIN_FACTOR
    return SAFETY / error_root(error, degree)


def _size(x: Floats, y: Floats, s: Floats) -> float:
    """Return the root mean square of x (n,) in units of the error allowed at y."""
    total = 0.0
    for q in range(len(y)):
        part = x[q] / (s[1] + s[0] * abs(y[q]))
        total += part * part
    return sqrt(total / len(y))


def initial_step(
    rate: Rate, t: float, y: Floats, slope: Floats, p: Floats, s: Floats, z: Floats, k: Floats, degree: int
) -> float:
    """Return the initial step [s] of a method of order `degree`, from y at t with its slope; z, k (n,) are scratch.

    A probing step that moves y by a hundredth of itself estimates the second derivative; the step is such that
    h^degree max(|y'|, |y''|) = 0.01 in units of the allowed error. Hairer, Norsett, Wanner, Solving ODEs I, II.4.
    """
    size, speed = _size(y, y, s), _size(slope, y, s)
    probe = FALLBACK_STEP if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed
    for q in range(len(y)):
        z[q] = y[q] + probe * slope[q]
    call(rate, t + probe, z, p, k)
    for q in range(len(y)):
        k[q] -= slope[q]
    bend = _size(k, y, s) / probe
    steepest = bend if bend > speed else speed
    if steepest <= 1e-15:
        return max(FALLBACK_STEP, 1e-3 * probe)
    return min(100.0 * probe, error_root(0.01 / steepest, degree))
