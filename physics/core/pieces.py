"""Smooth segments of a run between its events."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics.core.report import MERGE_DISTANCE, Rows
from physics.core.system import System
from physics.types import Occurrence


class SmoothSegment(NamedTuple):
    """A smooth part of a run without events inside it: times t (n,) [s] and states (n, dim)."""

    t: Rows
    states: Rows


def state_after(system: System, event: Occurrence) -> array[float]:
    """Return the state of a system just after an event."""
    after = array("d", event.before)
    index = [each.name for each in system.events].index(event.name)
    system.jump(index, event.time, memoryview(after), system.p)
    return after


def smooth_segments(system: System, t: Rows, states: Rows, events: Sequence[Occurrence]) -> list[SmoothSegment]:
    """Return the segments of a run between its events, from increasing times t (n,) and states (n, dim).

    Each segment begins with the state just after an event and ends with the state just before the next, exactly at
    their times. There is one segment more than there are events.
    """
    found: list[SmoothSegment] = []
    usual = float(np.median(np.diff(t))) if len(t) > 1 else 0.0
    heads: tuple[Rows, Rows] = np.empty(0), np.empty((0, states.shape[1]))
    began = -np.inf
    for event in events:
        inside = (t > began + MERGE_DISTANCE * usual) & (t < event.time - MERGE_DISTANCE * usual)
        tail = np.array(event.before)[np.newaxis]
        times = np.concatenate([heads[0], t[inside], [event.time]])
        found.append(SmoothSegment(times, np.concatenate([heads[1], states[inside], tail])))
        heads = np.array([event.time]), np.array(state_after(system, event))[np.newaxis]
        began = event.time
    inside = t > began + MERGE_DISTANCE * usual
    found.append(SmoothSegment(np.concatenate([heads[0], t[inside]]), np.concatenate([heads[1], states[inside]])))
    return found
