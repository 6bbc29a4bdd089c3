"""Segments that have lost the motion, followed again one by one, with the parameters that the others have found."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from physics.core.system import System
from physics.errors import BadInput
from physics.fitting.first_values import with_first_values
from physics.fitting.following import following
from physics.fitting.residuals import Measurement, Model, Numbers, lost_as_inf
from physics.fitting.segments import SegmentedModel
from physics.fitting.solver import Task, from_here, refine
from physics.fitting.unknowns import Unknown

ROUNDS = 3
"""How often all segments are fitted together again after some have been found."""
PERTURBED, PART = 4, 0.3
"""How many further starts are tried, and the standard deviation of their rates, as a part of those of the data."""


def lost_segments(task: Task, model: SegmentedModel, x: Numbers) -> list[int]:
    """Return the places of the segments that do not follow what was measured, with scaled unknowns x."""
    rows = task.measurement
    apart = lost_as_inf(model.difference(model.predict(x, rows).values, rows), rows)
    return [
        place
        for place, (at, t) in enumerate(model.spans(rows))
        if not following(t, apart[at], task.limit).followed
    ]  # fmt: skip


def recovered(task: Task, model: SegmentedModel, x: Numbers, note: Callable[[float], None]) -> Numbers:
    """Return scaled unknowns with which as many segments as possible follow what was measured.

    Each one that does not is fitted alone, from several starts: what the data around its begin tell, what its own rows
    do, as where the motion is pushed, the end of the segment before, and others near the first of these. Then all are
    fitted together, until none is lost or no further one is found.
    """
    lost = lost_segments(task, model, x)
    for k in range(ROUNDS):
        if not lost:
            break
        trial = np.array(x)
        for place in lost:
            _follow_alone(task, model, trial, place)
        trial = refine(task, trial).x
        left = lost_segments(task, model, trial)
        note((k + 1) / ROUNDS)
        if len(left) >= len(lost):
            break
        x, lost = trial, left
    return x


def _follow_alone(task: Task, model: SegmentedModel, x: Numbers, place: int) -> None:
    """Write the starts of a segment that follow its rows best into scaled unknowns x."""
    own, reach, best = model.own(place), -1.0, x[model.own(place)]
    system, first, rows = model.alone(place, x, task.measurement)
    for starts in _starts(model, x, place, system, first, rows):
        try:
            alone = Model(system, starts, rows, model.method, model.stopped)
        except BadInput:  # a start whose motion ends at once
            continue
        found = from_here(Task(alone, rows, task.loss, task.limit, lambda x, best, note: None), np.zeros(len(starts)))
        if found.following.reach > reach:
            reach = found.following.reach
            best = (alone.values(found.x) - model.start[own]) / model.scale[own]
        if found.following.followed:
            break
    x[own] = np.clip(best, model.low[own], model.high[own])


def _starts(
    model: SegmentedModel, x: Numbers, place: int, system: System, first: tuple[Unknown, ...], rows: Measurement
) -> Iterator[tuple[Unknown, ...]]:
    """Yield starts of a segment from which it may be followed, the likeliest ones first."""
    if not first:
        return
    yield first
    yield with_first_values(system, first, rows)
    if place:
        before = model.end(place - 1, x)
        yield tuple(_begun(each, before.get(each.name, each.start)) for each in first)
    random = np.random.default_rng(place)
    rates = {each.name: abs(each.start) for each in first if each.name not in rows.columns}
    size = PART * max(rates.values(), default=0.0)
    for _ in range(PERTURBED):
        yield tuple(_begun(each, each.start + size * random.normal() * (each.name in rates)) for each in first)


def _begun(each: Unknown, start: float) -> Unknown:
    """Return an unknown with another start within its bounds."""
    return each._replace(start=min(max(start, each.low), each.high)) if np.isfinite(start) else each
