"""Long recordings with fewer rows: neighbours are averaged, so that next to nothing of what they tell is lost.

A mean of values is not the value in their middle: of a swing it is smaller. So what is averaged are the residuals
beside a motion that follows the data, which hardly change from one row to the next. First every `size`th row alone
is fitted, which needs no such motion; then each of them gets the mean residual of its neighbours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from physics.fitting.following import MIDDLE, sizes
from physics.fitting.residuals import Measurement, Model, Numbers, less
from physics.fitting.segments import SegmentedModel

AIM = 4000
"""Rows that are kept of many more, where they are enough to see the motion."""
MOST_TURN = 0.3
"""Angle [rad] by which the phase of a motion may change from one kept row to the next; a mean over so much of a swing
keeps all but the 24th part of the square of it, 0.4 %, of the effect of an unknown."""
UNCLEAR = 0.5
"""Change of the rate beside what noise makes of it, as a part of that, that need not be a motion."""
NORMAL = 0.4549
"""Median of the square of a normal deviate."""
CLOSE = 0.1
"""Greatest error of interpolation, as a part of the noise of a mean."""
LEAST_SHARE = 0.5
"""Least part of the values of a column that are found in every `size`th row, beside the share that is expected."""


def group_size(rows: Measurement, angles: tuple[bool, ...]) -> int:
    """Return of how many rows one is kept: 1 for all, else an odd number, so that it is the middle one of them.

    angles: which of the columns repeat after a full turn.
    """
    size = _odd(len(rows.t) // AIM)
    if size == 1:
        return 1
    whole = [_unwrapped(*each) for each in zip(rows.values.T, angles, strict=True)]
    width = sizes(np.column_stack(whole), angles)
    while size > 1 and not all(_resolves(*each, size) for each in zip(whole, rows.noise, width, strict=True)):
        size = _odd(size // 2)
    return size


def _unwrapped(column: Numbers, angle: bool) -> Numbers:
    """Return a column without the jumps of an angle by a full turn."""
    if not angle:
        return column
    known = np.isfinite(column)
    found = column.copy()
    found[known] = np.unwrap(column[known])
    return found


def _odd(size: int) -> int:
    """Return the greatest odd number up to a size, at least 1."""
    return max(size - 1 + size % 2, 1)


def _resolves(column: Numbers, noise: float, width: float, size: int) -> bool:
    """Return whether every `size`th row of a column shows its motion, and has its values.

    Half as many rows scatter about their median by the noise, and little else. Their medians change by half of what the
    motion does, and by noise; so do their changes, which tell of a swing on top of a motion that only goes on. width:
    the spread of the column.
    """
    known, half = np.isfinite(column), size // 2
    if known[::size].sum() * size < LEAST_SHARE * known.sum() or known.sum() < AIM * half:
        return False
    halves = column[known][: known.sum() // half * half].reshape(-1, half)
    middles = np.median(halves, axis=1)
    within = _square(halves - middles[:, None]) - noise**2
    by_noise = noise**2 / half * (0.5 * np.pi if half > 2 else 1.0)
    rates = np.diff(middles)
    turn = _square(rates) - 2.0 * by_noise
    bend = _square(np.diff(rates)) - 6.0 * by_noise
    swing = _square(rates - np.median(rates)) - 2.0 * by_noise
    return bool(
        48.0 * within <= (MOST_TURN * width) ** 2 + 48.0 * UNCLEAR * noise**2
        and 4.0 * turn <= (MOST_TURN * width) ** 2 + 8.0 * UNCLEAR * by_noise
        and 4.0 * bend <= MOST_TURN**2 * max(swing, 0.0) + 24.0 * UNCLEAR * by_noise
    )


def _square(values: Numbers) -> float:
    """Return the mean square of normal deviates, robust."""
    return float(np.median(values**2)) / NORMAL


def thinned(rows: Measurement, size: int) -> Measurement:
    """Return every `size`th row."""
    return rows._replace(t=rows.t[::size], values=rows.values[::size])


def averaged(model: Model | SegmentedModel, x: Numbers, rows: Measurement, size: int, turning: float) -> Measurement:
    """Return every `size`th row with values averaged beside the motion with scaled unknowns x.

    turning: as in `marquardt.minimum`; means are M-estimates with this loss, one step from the motion. The noise is
    that of the means. Values are beside a motion by short steps; where the model tries others, each is as far from
    theirs, so that what fits them best is what short steps would find.
    """
    few = thinned(rows, size)
    at, apart = beside(model, x, rows, size)
    tried = model.trial(x, few) if model.method.trial else at
    if size == 1:
        return rows._replace(values=rows.values + less(tried, at, model.angles))
    with np.errstate(over="ignore"):
        q = (apart / (turning * rows.noise)) ** 2
    known = np.isfinite(q)
    pulls = np.where(known, apart / np.sqrt(1.0 + q), 0.0)
    weights = np.where(known, (1.0 + q) ** -1.5, 0.0)
    edges = np.maximum(np.arange(len(few.t)) * size - size // 2, 0)
    pull, weight = (np.add.reduceat(each, edges, axis=0) for each in (pulls, weights))
    mean = np.divide(pull, weight, out=np.full(pull.shape, np.nan), where=weight > LEAST_SHARE)
    counts = np.maximum(np.add.reduceat(known, edges, axis=0, dtype=float).mean(axis=0), 1.0)
    return few._replace(values=tried + mean, noise=rows.noise / np.sqrt(counts))


def beside(model: Model | SegmentedModel, x: Numbers, rows: Measurement, size: int) -> tuple[Numbers, Numbers]:
    """Return what is predicted at every `size`th row, and measured less predicted values of all, both (rows, columns).

    The motion between these rows is interpolated where that is close enough.
    """
    few = thinned(rows, size)
    at, found = model.motion(x, few, 1), model.motion(x, rows, size)
    apart = np.abs(model.difference(found[::size], few._replace(values=at)))
    if not (apart <= CLOSE * rows.noise / np.sqrt(size)).all():
        found = model.motion(x, rows, 1)
    return at, -model.difference(found, rows)


def deviations(apart: Numbers) -> NDArray[np.float64]:
    """Return the robust standard deviation of each column of residuals (rows, columns)."""
    return np.asarray(np.nanmedian(np.abs(apart), axis=0) / MIDDLE)
