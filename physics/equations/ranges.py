"""Where a motion goes in its first seconds, for the picture of equations that say nothing of what is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from physics.equations.drawing import FIT_SECONDS, FIT_WORK, MOST_FIT_STEPS
from physics.equations.motion import MODULE, OwnMotion, start_state, state_names

LEAST_STEPS = 100
"""Least number of steps, however long the equations are."""


def ranges_of(motion: OwnMotion, names: Sequence[str]) -> tuple[list[float], list[float]]:
    """Return the least and greatest values of variables, by canonical names, in the first 20 s, by rk4.

    The motion ends earlier where it is no longer finite; events do not happen in it.
    """
    places = [state_names(motion.own).index(name) for name in names]
    y = start_state(motion.own, motion.layout.size)
    p = [each.value for each in motion.own.parameters.values()]
    head = ["def slopes(t, y, p, out):"]
    rate = motion.record.kernel(head, motion.slopes, "out", MODULE, "slopes")
    low = high = [y[place] for place in places]
    lines = len(motion.record.needed(motion.slopes))
    steps = max(LEAST_STEPS, min(MOST_FIT_STEPS, FIT_WORK // (4 * max(lines, 1))))
    for _ in range(steps):
        try:
            y = _stepped(rate, y, p, FIT_SECONDS / steps)
        except (ArithmeticError, ValueError):
            break
        if not math.isfinite(math.fsum(map(abs, y))):
            break
        low = [min(least, y[place]) for least, place in zip(low, places, strict=True)]
        high = [max(most, y[place]) for most, place in zip(high, places, strict=True)]
    return low, high


def _stepped(rate: Callable[[float, Any, Any, Any], None], y: list[float], p: list[float], h: float) -> list[float]:
    """Return the state after a step of rk4."""
    slopes: list[list[float]] = []
    for part in (0.0, 0.5, 0.5, 1.0):
        at = [a + part * h * b for a, b in zip(y, slopes[-1], strict=True)] if slopes else y
        out = [0.0] * len(y)
        rate(0.0, at, p, out)
        slopes.append(out)
    return [
        a + h / 6.0 * (one + 2.0 * two + 2.0 * three + four)
        for a, one, two, three, four in zip(y, *slopes, strict=True)
    ]
