"""Frames that a film has lost while its times are counted on: there what moves goes as far as in two intervals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

SIDE, DEGREE = 6, 3
"""Rows on each side of a place, and the degree of the polynomial through them with one interval or more between."""
MOST_LOST = 4
"""Frames that are looked for at one place."""
BETTER, CLEAR = 0.2, 8.0
"""Sum of squares with a gap over that without, at most, and that without over its usual value, at least."""
LEAST_COUNT = 0.6
"""Part of an interval by which all must be later from a row on, for a frame to seem lost there."""
UNEVEN = 0.3
"""Part of the usual interval within which intervals are the same."""


class LostFrames(NamedTuple):
    """Frames that seem lost: the row (from 0) before which they were, how many, and the number of the first of them.

    The first row is frame 0; frames that were lost before are counted.
    """

    row: int
    missing: int
    frame: int


def numbered(gaps: dict[int, int]) -> tuple[LostFrames, ...]:
    """Return the frames that are lost before rows, in order."""
    found, before = [], 0
    for row, count in sorted(gaps.items()):
        found.append(LostFrames(row, count, row + before))
        before += count
    return tuple(found)


def with_gaps(t: Numbers, gaps: dict[int, int]) -> Numbers:
    """Return times (rows,) [s] with lost frames counted, in usual intervals."""
    usual = float(np.median(np.diff(t)))
    later = np.zeros(len(t))
    for row, count in gaps.items():
        later[row:] += count * usual
    return t + later


def seen_gaps(t: Numbers, values: Numbers) -> dict[int, int]:
    """Return how many frames are lost before which rows, as the rows beside them tell.

    values (rows, columns): of a smooth motion, NaN for none. At turning points a lost frame alters nothing near it.
    """
    known = np.flatnonzero(np.isfinite(values).all(axis=1))
    usual = float(np.median(np.diff(t)))
    if len(known) < 4 * SIDE:
        return {}
    gain = {count: _residual_squares(values[known], count) for count in range(MOST_LOST + 1)}
    even = np.abs(np.diff(t[known]) / usual - 1.0) < UNEVEN
    whole = np.lib.stride_tricks.sliding_window_view(even, 2 * SIDE - 1).all(axis=1)
    plain = np.where(whole, gain[0], 0.0)
    typical = max(float(np.median(gain[0])), 1e-300)
    best = np.argmin([gain[count] for count in range(1, MOST_LOST + 1)], axis=0) + 1
    left = np.min([gain[count] for count in range(1, MOST_LOST + 1)], axis=0)
    found: dict[int, int] = {}
    saved = np.where((left < BETTER * plain) & (plain > CLEAR * typical), plain - left, 0.0)
    while saved.any():
        place = int(np.argmax(saved))
        found[int(known[place + SIDE])] = int(best[place])
        saved[max(place - SIDE, 0) : place + SIDE + 1] = 0.0
    return found


def _residual_squares(values: Numbers, count: int) -> Numbers:
    """Return the sums of squares (rows − 2 SIDE + 1,) that polynomials leave, with lost frames in the middle."""
    at = np.arange(2 * SIDE, dtype=float)
    at[SIDE:] += count
    at = at / at[-1] - 0.5
    basis = np.linalg.qr(at[:, None] ** np.arange(DEGREE + 1))[0]
    windows = np.lib.stride_tricks.sliding_window_view(values, 2 * SIDE, axis=0)
    parts = np.tensordot(windows, basis, axes=1)
    return np.asarray((windows * windows).sum(axis=(1, 2)) - (parts * parts).sum(axis=(1, 2)))


def missed_gap(usual: float, apart: Numbers, jacobian: Numbers, rates: Numbers) -> tuple[int, float] | None:
    """Return the row before which a frame seems lost, and the part of the squares that this explains.

    By a fit: apart (rows, columns), predicted less measured; jacobian (rows, columns, k); rates (rows, columns): of
    what is predicted [1/s]; NaN rows are left out. usual: interval between frames [s]. None where nothing fits.
    """
    known = np.asarray(np.isfinite(apart).all(axis=1))
    f = np.asarray(np.where(known[:, None], apart, 0.0))
    later = np.asarray(np.where(known[:, None], usual * rates, 0.0))
    k = jacobian.shape[2]
    basis = np.linalg.qr(np.where(known[:, None, None], jacobian, 0.0).reshape(-1, k))[0].reshape(*f.shape, k)
    left = f - basis @ np.tensordot(basis, f, axes=([0, 1], [0, 1]))

    def from_here(each: Numbers) -> Numbers:
        return np.asarray(each[::-1].cumsum(axis=0)[::-1])

    mixed = from_here((later * left).sum(axis=1))
    moved = from_here((basis * later[:, :, None]).sum(axis=1))
    size = from_here((later * later).sum(axis=1)) - (moved * moved).sum(axis=1)
    inside = slice(SIDE, len(f) - SIDE)
    with np.errstate(all="ignore"):
        count = np.asarray(np.where(size > 1e-9 * size.max(initial=0.0), -mixed / size, 0.0))[inside]
    gain = np.asarray(np.where(count > LEAST_COUNT, count * -mixed[inside], 0.0))
    if not gain.any():
        return None
    place = int(np.argmax(gain))
    return place + SIDE, float(gain[place] / max(float((left * left).sum()), 1e-300))
