"""Kutta's method of order 4 with adaptive steps by step doubling, ending where the tick ends."""

from __future__ import annotations

from math import sqrt

from physics.core.integrator import Integrator, Rate, call
from physics.core.step_control import MAX_TRIALS, TOLERANCES, initial_step, step_factor
from physics.core.work import begin_step, spend
from physics.integrators.explicit import rk4
from physics.types import Floats

ORDER = 5

kutta = rk4.kernel


def _trial(rate: Rate, t: float, h: float, y: Floats, p: Floats, s: Floats, new: Floats, w: Floats) -> float:
    """Write a step of h from y at t into `new`; return its error in units of the allowed atol + rtol |y|."""
    n = len(y)
    whole, work = w[0:n], w[n : 6 * n]
    for q in range(n):
        whole[q] = y[q]
        new[q] = y[q]
    kutta(rate, t, h, 1, whole, p, s, work, 1)
    kutta(rate, t, 0.5 * h, 2, new, p, s, work, 1)
    total = 0.0
    for q in range(n):
        error = (new[q] - whole[q]) / 15.0
        new[q] += error
        before, after = abs(y[q]), abs(new[q])
        error /= s[1] + s[0] * (after if after > before else before)
        total += error * error
    return sqrt(total / n)


def _tick(rate: Rate, t: float, h: float, y: Floats, p: Floats, s: Floats, w: Floats) -> bool:
    """Make one tick of h from t; w[0] is the next step to try, 0 at the start. Return False if it fails."""
    n = len(y)
    here, new, work = w[1 : 1 + n], w[1 + n : 1 + 2 * n], w[1 + 2 * n : 1 + 8 * n]
    for q in range(n):
        here[q] = y[q]
    if w[0] == 0.0:
        call(rate, t, here, p, new)
        w[0] = initial_step(rate, t, here, new, p, s, work[0:n], work[n : 2 * n], ORDER)
    passed = 0.0
    for _ in range(MAX_TRIALS):
        last = passed + w[0] >= h
        part = h - passed if last else w[0]
        if not spend(w, 12.0 * n):
            return False
        error = _trial(rate, t + passed, part, here, p, s, new, work)
        if passed + part == passed:  # below the rounding of time
            return False
        longer = part * step_factor(error, ORDER)
        if not (last and error <= 1.0 and longer < w[0]):  # a step cut off by the tick does not shorten the next
            w[0] = longer
        if error <= 1.0:
            for q in range(n):
                here[q] = new[q]
            if last:
                for q in range(n):
                    y[q] = here[q]
                return True
            passed += part
    return False


def rk4_adaptive(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by Kutta's method with h and twice with h/2; the difference controls h and corrects to order 5.

    The idea is Dournac's (Simulation Pendule triple, 7), whose controller fails: at rest the error is 0 and its step
    infinite; an error just above its bound is retried for ever. Here the factor is SAFETY times the fifth root, within
    bounds, in a loop. Hairer, Norsett, Wanner, Solving ODEs I, II.4.
    """
    for step in range(steps):
        begin_step(w, step)
        if not _tick(rate, t + step * h, h, y, p, s, w):
            return step
    return steps


INTEGRATORS = (
    Integrator(
        name="rk4-adaptive",
        title="RK4 step doubling",
        order=ORDER,
        kind="adaptive",
        evaluations=12,
        about=(
            "Each step once whole and once in halves: the difference is the error, chooses the length of the next, "
            "and corrects the result; the last one ends where the tick ends. Hairer et al., Solving ODEs I, II.4."
        ),
        kernel=rk4_adaptive,
        workspace=8,
        memory_numbers=1,
        side_by_side=False,
        settings=TOLERANCES,
    ),
)
