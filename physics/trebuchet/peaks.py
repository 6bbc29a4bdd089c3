"""Loads of a trebuchet between the rows of a run, sampled closely where the largest ones are.

A peak may be narrower than a tick. Halfway between two samples the angles follow from a polynomial of degree 5 through
angles, rates and accelerations of both (Hermite); where its acceleration there is not that of the equations of motion,
the state is integrated from the earlier sample instead. An interval is halved until its loads are nearly linear, or
until they cannot reach the peaks any more.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from physics.core.pieces import SmoothSegment
from physics.core.report import Rows
from physics.integrators import dop853
from physics.trebuchet import loads
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.engine import ThrowingMachine
from physics.trebuchet.machine import ALPHA, ALPHA_DOT
from physics.types import Floats

METHOD = dop853.INTEGRATORS[0]
SLING, HANGER, PIVOT, PIVOT_X, PIVOT_Y, NORMAL = range(6)
"""Columns of the loads [N]: sling (positive where it pulls), hanger, pivot, pivot forward, pivot upward, trough."""
TOLERANCES = {"rtol": 1e-10, "atol": 1e-12}
"""Settings of the integration."""
CLOSE, ROUGH = 1e-5, 1e-2
"""Differences between the polynomial's acceleration and that of the motion, as fractions of the largest one, up to
which the polynomial is used near a peak (its rates then err by less than 1e-7), and elsewhere."""
LINEAR = 3e-4
"""Deviation from a straight line, as a fraction of the peak, up to which an interval is not halved any more."""
MARGIN = 4.0
"""How many times the deviation from a straight line halfway a peak may rise above the samples."""
MAX_HALVINGS = 12
"""Greatest number of times an interval between two rows is halved."""


class Sample(NamedTuple):
    """A state of the machine, its accelerations (3,), and its loads (6,), at a time [s]."""

    t: float
    state: Floats
    accelerations: tuple[float, float, float]
    loads: tuple[float, ...]

    @property
    def sizes(self) -> tuple[float, ...]:
        """The numbers whose maxima are looked for: sizes of the loads, the sling's with both signs, (7,)."""
        tension, *others = self.loads
        return tension, -tension, *map(abs, others)


def sampled_loads(machine: ThrowingMachine, pieces: Sequence[SmoothSegment]) -> list[tuple[Rows, Rows]]:
    """Return times (n,) and loads (n, 6) of each smooth piece, between its rows too, close to the peaks of them all."""
    rows = [[_sample(machine, t, row) for t, row in zip(*piece, strict=True)] for piece in pieces]
    tops = [max(column) for column in zip(*(sample.sizes for piece in rows for sample in piece), strict=True)]
    dense = [_refined(machine, piece, tops) for piece in rows]
    return [(np.array([each.t for each in piece]), np.array([each.loads for each in piece])) for piece in dense]


def _sample(machine: ThrowingMachine, t: float, values: Rows | Floats) -> Sample:
    state: Floats = memoryview(array("d", values))
    p = machine.p
    moving = dynamics(state, p)
    sling, hanger = loads.sling_force(state, p, moving), loads.hanger_force(state, p, moving)
    x, y = loads.carried(state, p, moving, sling, hanger)
    tension = loads.along_sling(state, sling)
    return Sample(t, state, moving[:3], (tension, math.hypot(*hanger), math.hypot(x, y), x, y, moving[3]))


def _refined(machine: ThrowingMachine, rows: list[Sample], tops: list[float]) -> list[Sample]:
    """Return samples of one piece, in the order of time; tops (7,), the largest sizes so far, grow with them."""
    found = list(rows)
    waiting = [(before, after, 0) for before, after in pairwise(rows) if after.t > before.t]
    while waiting:
        before, after, halvings = waiting.pop()
        middle, error = _between(machine, before, after)
        if error > (CLOSE if _reach(before, middle, after, tops) else ROUGH):
            middle = _sample(machine, middle.t, _moved(machine, before, middle.t - before.t))
        found.append(middle)
        if halvings < MAX_HALVINGS and _reach(before, middle, after, tops, LINEAR):
            waiting += [(before, middle, halvings + 1), (middle, after, halvings + 1)]
        tops[:] = map(max, tops, middle.sizes)
    return sorted(found, key=lambda sample: sample.t)


def _reach(before: Sample, middle: Sample, after: Sample, tops: Sequence[float], linear: float = 0.0) -> bool:
    """Return whether a load that is not yet linear between three samples may reach its largest one."""
    for a, b, c, top in zip(before.sizes, middle.sizes, after.sizes, tops, strict=True):
        bend = abs(b - 0.5 * (a + c))
        if bend > linear * abs(top) and max(a, b, c) + MARGIN * bend >= top:
            return True
    return False


def _between(machine: ThrowingMachine, before: Sample, after: Sample) -> tuple[Sample, float]:
    """Return the sample halfway between two by the polynomial, and the error of its acceleration as a fraction."""
    h, t = after.t - before.t, 0.5 * (before.t + after.t)
    state: Floats = memoryview(array("d", before.state))
    curved = []
    for place in range(3):
        q0, q1 = before.state[ALPHA + place], after.state[ALPHA + place]
        v0, v1 = before.state[ALPHA_DOT + place], after.state[ALPHA_DOT + place]
        a0, a1 = before.accelerations[place], after.accelerations[place]
        state[ALPHA + place] = 0.5 * (q0 + q1) + h * (5.0 / 32.0 * (v0 - v1) + h / 64.0 * (a0 + a1))
        state[ALPHA_DOT + place] = 1.875 * (q1 - q0) / h - 0.4375 * (v0 + v1) + h / 32.0 * (a1 - a0)
        curved.append(1.5 * (v1 - v0) / h - 0.25 * (a0 + a1))
    machine.settle(state, machine.p)
    found = _sample(machine, t, state)
    largest = max(map(abs, (*before.accelerations, *after.accelerations, *found.accelerations)))
    error = max(abs(a - b) for a, b in zip(curved, found.accelerations, strict=True))
    return found, error / largest if largest > 0.0 else 0.0


def _moved(machine: ThrowingMachine, sample: Sample, h: float) -> Floats:
    """Return the state a time h [s] after a sample."""
    state: Floats = memoryview(array("d", sample.state))
    settings: Floats = memoryview(array("d", METHOD.checked_settings(TOLERANCES).values()))
    workspace: Floats = memoryview(array("d", bytes(8 * METHOD.room(len(state)))))
    METHOD.kernel(machine.rate, sample.t, h, 1, state, machine.p, settings, workspace, 1)
    machine.settle(state, machine.p)
    return state
