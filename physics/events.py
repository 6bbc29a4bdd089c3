"""Where a motion changes its kind within a step: found, and gone through.

A system's `guards` are positive while nothing happens. Where one of them is no longer positive at the end of a step,
shorter steps of the same method from the same start find the place, as exactly as the method itself; `jump` is
applied there, and the rest of the step goes on from it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

from physics.system import Floats, System

MOST_EVENTS = 100
"""Events within one step, after which they are taken for a chatter without end."""
MOST_TRIALS = 100
CLOSE = 1e-15
"""Two places within a step, in steps, that are the same to rounding."""

Step = Callable[[float, float, Floats, bool], bool]
"""step(t, h, y, afresh) moves y by one step of h from t; False where the method fails. afresh: y has just jumped."""


class Occurrence(NamedTuple):
    """An event that happened: tick in which, time [s], name, and what it means."""

    tick: int
    time: float
    name: str
    meaning: str

    def __str__(self) -> str:
        return f"t = {self.time:.6g} s: {self.meaning}"


class Failed(ArithmeticError):
    """The method could not make a step."""


class Chatter(ArithmeticError):
    """Events follow one another without end."""


def first(system: type[System], t: float, y: Floats, p: Floats) -> int:
    """Which event happens at y: the one whose guard is furthest beyond zero; -1 for none."""
    found, least = -1, 0.0
    for index, value in enumerate(system.guards(t, y, p)):
        if not value > 0.0 and (found < 0 or value < least):
            found, least = index, value
    return found


def through(system: type[System], step: Step, t: float, h: float, y: Floats, p: Floats) -> list[tuple[float, int]]:
    """One step of h from t with the events in it; returns (time [s], event) of each. Raises Failed, Chatter."""
    happened: list[tuple[float, int]] = []
    passed = 0.0
    while passed < h:
        start: Floats = memoryview(array("d", y))
        afresh = bool(happened)
        if not step(t + passed, h - passed, y, afresh):
            raise Failed
        if first(system, t + h, y, p) < 0:
            break
        if len(happened) == MOST_EVENTS:
            raise Chatter
        passed += _place(system, step, t + passed, h - passed, start, y, p, afresh)
        event = first(system, t + passed, y, p)
        system.jump(event, t + passed, y, p)
        happened.append((t + passed, event))
    return happened


def _place(
    system: type[System], step: Step, t: float, h: float, start: Floats, y: Floats, p: Floats, afresh: bool
) -> float:
    """How far from t the first event is; y, which has passed it at t + h, is put just behind it.

    Regula falsi with Illinois' halving, and bisection where that is slow; a step of length 0 has not moved.
    """
    low, high = 0.0, h
    at_low, at_high = min(system.guards(t, start, p)), min(system.guards(t + h, y, p))
    behind = array("d", y)
    if not at_low > 0.0:
        y[:] = start
        return 0.0
    before = 0
    for trial in range(MOST_TRIALS):
        if high - low <= CLOSE * h:
            break
        guess = high - (high - low) * at_high / (at_high - at_low)
        if trial % 4 == 3 or not low < guess < high:
            guess = 0.5 * (low + high)
        y[:] = start
        value = min(system.guards(t + guess, y, p)) if step(t, guess, y, afresh) else at_low
        side = 1 if value > 0.0 else -1
        if side > 0:
            low, at_low = guess, value
            at_high *= 0.5 if before == side else 1.0
        else:
            high, at_high = guess, value
            at_low *= 0.5 if before == side else 1.0
            behind[:] = array("d", y)
        before = side
        if value == 0.0:
            break
    y[:] = memoryview(behind)
    return high
