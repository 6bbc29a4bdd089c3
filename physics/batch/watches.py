"""Watches: kernels that look at a copy after each step and keep what a map or a search needs of its run.

watch(t, y, p, w): y is what is seen, p the limits, and w the record, in the arithmetic and with the arguments of a
right-hand side, so that the same source runs in CPython and as machine code, for one copy or for copies side by side.
w[DONE] is 0 while there is something to see, nan once the value is not finite, and not 0 once the result is known.
Nothing branches, so that several copies can be looked at in one vector.
"""

from __future__ import annotations

import math

from physics.types import Floats

VALUE, BESIDE, RATE = range(3)
"""What is seen: the value, with `ROUND` another one beside it, and the rate of the value."""
LOW, HIGH, ROUND = range(3)
"""Limits of the value; ROUND 1: the value is the sum of the squares of the two that are seen, 0: it is the first."""
DONE, TICKS, BEFORE, AFTER, RATE_BEFORE, RATE_AFTER = range(6)
"""The record of `watch_exit`: side of the exit (1 above, -1 below), looks before the last one, and what the last two
looks have seen."""
BEST = 1
"""In the record of `watch_largest` and `watch_smallest`: the extreme value."""
INDEX, TOTAL = 1, 2
"""The record of `watch_turns` and `watch_sides`: the index seen last, and the sum of its changes."""
WATCH_ROWS = 6
"""Length of what is seen and of each record."""
TURN = 2.0 * math.pi


def _value(y: Floats, p: Floats) -> float:
    return y[VALUE] * y[VALUE] + y[BESIDE] * y[BESIDE] if p[ROUND] > 0.0 else y[VALUE]


def _stopped_by(value: float, done: float) -> float:
    """Return `done`, or nan for a value that is not finite."""
    return done if value - value == 0.0 else math.nan


def watch_largest(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Keep the largest value."""
    value = _value(y, p)
    w[DONE] = _stopped_by(value, w[DONE])
    w[BEST] = value if value > w[BEST] else w[BEST]


def watch_smallest(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Keep the smallest value."""
    value = _value(y, p)
    w[DONE] = _stopped_by(value, w[DONE])
    w[BEST] = value if value < w[BEST] else w[BEST]


def watch_exit(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Look for the first step after which the value is above `HIGH` or below `LOW`, and keep what follows no longer."""
    value, going = _value(y, p), w[DONE] == 0.0
    below = -1.0 if value < p[LOW] else 0.0
    side = _stopped_by(value, 1.0 if value > p[HIGH] else below)
    w[TICKS] = w[TICKS] + 1.0 if going else w[TICKS]
    w[BEFORE] = w[AFTER] if going else w[BEFORE]
    w[AFTER] = value if going else w[AFTER]
    w[RATE_BEFORE] = w[RATE_AFTER] if going else w[RATE_BEFORE]
    w[RATE_AFTER] = y[RATE] if going else w[RATE_AFTER]
    w[DONE] = side if going else w[DONE]


def watch_turns(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Count how often an angle passes half a turn, whole turns apart; w[INDEX] is nan before the first look."""
    value = _value(y, p)
    finite = value - value == 0.0
    index = math.floor(((value if finite else 0.0) + math.pi) / TURN)
    changed = abs(index - w[INDEX])
    w[DONE] = _stopped_by(value, w[DONE])
    w[TOTAL] = w[TOTAL] + changed if changed - changed == 0.0 else w[TOTAL]
    w[INDEX] = index if finite else w[INDEX]


def watch_sides(t: float, y: Floats, p: Floats, w: Floats) -> None:
    """Count changes of the sign; a value of 0 has none. w[INDEX] is 0 before the first look."""
    value = _value(y, p)
    below = -1.0 if value < 0.0 else 0.0
    side = 1.0 if value > 0.0 else below
    w[DONE] = _stopped_by(value, w[DONE])
    w[TOTAL] = w[TOTAL] + 1.0 if side * w[INDEX] < 0.0 else w[TOTAL]
    w[INDEX] = side if side != 0.0 else w[INDEX]


WATCHES = watch_largest, watch_smallest, watch_exit, watch_turns, watch_sides
