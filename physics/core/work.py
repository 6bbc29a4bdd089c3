"""The budget of work of a tick: a count of what its method computes, the same in CPython and in machine code.

Methods whose steps have no fixed length of work, and the search for events, count into the last number of the
workspace as they go. The unit is one number of a slope: an evaluation of the right-hand side of n variables costs n,
which takes 0.3 to 18 µs in CPython and 2 to 90 ns in machine code per number. A multiplication in the solution of
linear equations takes a hundredth of that in machine code.
"""

from __future__ import annotations

from physics.types import Floats

MAX_WORK = 5e6
"""Greatest work of one tick: at most half a second in machine code, and half a minute in CPython.

A crack of the whip in a tick of 0.02 s takes 3e6: its search repeats adaptive steps where they are shortest.
"""
PATIENCE = 1e4
"""Work of a tick in CPython, at most about a tenth of a second, beyond which a window waits for machine code."""
MULTIPLICATION = 0.01
"""Work of one multiplication in the solution of linear equations."""


def spend(w: Floats, work: float) -> bool:
    """Count work into a workspace; False if that of the tick is above its budget."""
    w[len(w) - 1] += work
    return w[len(w) - 1] <= MAX_WORK


def begin_step(w: Floats, step: int) -> None:
    """Begin a kernel's step of this index: the count of the first one goes on, since others of its tick may precede."""
    if step > 0:
        w[len(w) - 1] = 0.0


def matrix_work(m: int) -> float:
    """Return the work of factorising an (m, m) matrix."""
    return MULTIPLICATION * m * m * m / 3.0
