"""Taylor series of the motion, of an order and with steps as the tolerance demands.

The memory holds the present step: its length, the time from its end to that of the tick, the state at its end, and the
coefficients of its polynomial, which a tick that ends inside the step reads.
"""

from __future__ import annotations

from math import sqrt

from physics.core.integrator import Integrator, Rate, call
from physics.core.series import MAX_ORDER
from physics.core.step_control import MAX_TRIALS, TOLERANCES
from physics.core.work import begin_step, spend
from physics.types import Floats

MAX_STEP = 1.0
"""Greatest length of a step [s]: at rest no coefficient bounds it."""
PER_ORDER = 0.2
"""Fall of the terms from one order to the next, at which the measured work for an error is least; e^-2 is the least by
the number of operations alone (Jorba and Zou), but a step has costs beside these."""
PRECISION = 12
"""Binary digits of a step's length."""
CLOSE = 2.0**-12
"""Least last term of a step of the length before, over the allowed error, from which the length follows at once.

As measured, at most one step in two hundred begins farther off, where the chain of roots of `root` is needed.
"""
LENGTH, AHEAD = 0, 1
"""Length of the present step [s], 0 for none; time from its end to that of the tick."""
NUMBERS, ROWS = 2, MAX_ORDER + 2


def order_for(rtol: float) -> int:
    """Return the order for a tolerance, 1 + log(rtol) / log(PER_ORDER) rounded up."""
    order, fallen = 1, 1.0
    while fallen > rtol and order < MAX_ORDER:
        fallen *= PER_ORDER
        order += 1
    return order


def root(x: float, degree: int) -> float:
    """Return the root of order `degree` of x >= 0, within a part in 2^PRECISION of its logarithm.

    It is the product of the square roots, roots of order 4, 8 and so on whose exponents add up to 1/degree.
    """
    value, left = 1.0, 1.0 / degree
    for _ in range(PRECISION):
        x, left = sqrt(x), 2.0 * left
        if left >= 1.0:
            value, left = value * x, left - 1.0
    return value


def length_within(x: float, degree: int, near: float, power: float) -> float:
    """Return the length at which x length^degree is 1, within 6 parts in 100 (degree 3: 15), at most MAX_STEP.

    near: a length, whose power `degree` - 1 is given. Where it is not far off, the root of x near^degree = g^4 is the
    Padé approximant [2/2] of g^a at 1, within a part in 100 if that is between 1/64 and 64.
    """
    size = x * (near * power)
    if CLOSE <= size <= 1.0 / CLOSE:
        a, size = 4.0 / degree, sqrt(sqrt(size))
        less, more, middle = (1.0 - a) * (2.0 - a), (1.0 + a) * (2.0 + a), 2.0 * (4.0 - a * a)
        length = near * (((less * size + middle) * size + more) / ((more * size + middle) * size + less))
        return length if length < MAX_STEP else MAX_STEP
    steepest = root(x, degree)
    return 1.0 / steepest if not steepest <= 1.0 / MAX_STEP else MAX_STEP


def _length(c: Floats, order: int, y: Floats, s: Floats, reach: float, power: float) -> float:
    """Return the length of the step [s] at which each of the last two terms is at most the allowed error.

    c: coefficients, in rows of n; y: the state. reach: the length of the step before; a variable that passes 0 is
    allowed the error of the values that it had, or will have, at that distance. power: reach^(order - 2).
    """
    n = len(y)
    last, before = 0.0, 0.0
    for q in range(n):
        share = 1.0 / (s[1] + s[0] * (abs(y[q]) + reach * abs(c[n + q])))
        size = abs(c[order * n + q]) * share
        last = last if last > size else size
        size = abs(c[(order - 1) * n + q]) * share
        before = before if before > size else size
    length = length_within(last, order, reach, reach * power)
    other = length_within(before, order - 1, reach, power)
    return other if other < length else length


def _read(c: Floats, order: int, passed: float, y: Floats) -> None:
    """Write the polynomial at a time after its start into y: its odd and its even terms by Horner's scheme.

    Places are counted from those of odd terms, which are above 0 where the loop goes on: a compiler then knows that
    none is counted from the end of c.
    """
    n, square = len(y), passed * passed
    highest = order - 1 + order % 2
    for q in range(n):
        at = highest * n + q
        odd, even = c[at], 0.0 if highest == order else c[at + n]
        at -= 2 * n
        while at > 0:
            odd = c[at] + square * odd
            even = c[at + n] + square * even
            at -= 2 * n
        y[q] = c[q] + (passed * odd + square * even)


def _tick(rate: Rate, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats) -> bool:
    """Make one tick of h by steps to its end or beyond it. Return False if a step fails."""
    n = len(y)
    end, c = w[NUMBERS : NUMBERS + n], w[NUMBERS + n : NUMBERS + ROWS * n]
    order = order_for(s[0])
    if w[LENGTH] == 0.0:
        for q in range(n):
            end[q] = y[q]
        w[AHEAD] = 0.0
    ahead = w[AHEAD] + h
    for _ in range(MAX_TRIALS):
        if ahead <= 0.0:
            break
        if not spend(w, order * n):
            return False
        power, reach = 1.0, w[LENGTH]
        for _ in range(order - 2):
            power *= reach
        call(rate, order, end, p, c)
        length = _length(c, order, end, s, reach, power)
        if not ahead - length < ahead:  # below the rounding of time, or undefined
            return False
        _read(c, order, length, end)
        w[LENGTH], ahead = length, ahead - length
    if ahead > 0.0:
        return False
    w[AHEAD] = ahead
    _read(c, order, w[LENGTH] + ahead, y)
    return True


def taylor(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Integrate by Taylor's series: the system's `series`, passed as `rate`."""
    for step in range(steps):
        begin_step(w, step)
        if not _tick(rate, t + step * h, h, y, p, s, w):
            return step
    return steps


INTEGRATORS = (
    Integrator(
        name="taylor",
        title="Taylor",
        order=MAX_ORDER,
        kind="adaptive",
        evaluations=MAX_ORDER,
        about=(
            "Taylor series of order 4 to 22, the higher the smaller the tolerance, computed by recurrences made from "
            "the equations; a tick inside a step reads the series. Moore 1966; Jorba and Zou, Exp. Math. 14, 2005, 99."
        ),
        kernel=taylor,
        workspace=0,
        memory_numbers=NUMBERS,
        memory_rows=ROWS,
        rate_name="series",
        side_by_side=False,
        settings=TOLERANCES,
    ),
)
