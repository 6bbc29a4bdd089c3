"""Lines of a drawing: segments joined to long lines, runs of what is seen and hidden, fewer points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats64 = NDArray[np.float64]
Corner = tuple[int, ...]
"""The place of an end, rounded."""
End = tuple[int, int]
"""The number of a segment, and which of its ends."""
WINDOW = 7
"""Number of neighbouring places among which the majority says whether a line is seen."""
GAP = 16
"""Greatest number of places of a gap at which a body hides its own outline, because its mesh is coarse."""
DEVIATION = 0.08
"""Greatest distance of a simplified line from the original [points]."""
JOINED = 6
"""Digits, in sizes of all that is joined, to which ends must agree."""


def chained(ends: Floats64) -> Iterator[Floats64]:
    """Yield lines (n, 3), as long as possible, made of segments (m, 2, 3); at a junction the straightest goes on."""
    if not len(ends):
        return
    size = max(float(np.ptp(ends.reshape(-1, 3), axis=0).max()), 1e-12)
    keys = [tuple(map(tuple, pair)) for pair in np.rint(ends / size * 10**JOINED).astype(np.int64).tolist()]
    at: dict[Corner, list[End]] = defaultdict(list)
    for number, pair in enumerate(keys):
        if pair[0] != pair[1]:
            for end in (0, 1):
                at[pair[end]].append((number, end))
    free = {number for number, pair in enumerate(keys) if pair[0] != pair[1]}
    starts = sorted(free, key=lambda number: min(len(at[key]) == 2 for key in keys[number]))
    for number in starts:
        if number not in free:
            continue
        free.discard(number)
        line = [ends[number, 0], ends[number, 1]]
        tip = [keys[number][0], keys[number][1]]
        for _ in range(2):  # at its end, then at its beginning
            while (found := _next(line, tip[1], at, ends, free)) is not None:
                other, end = found
                free.discard(other)
                line.append(ends[other, 1 - end])
                tip[1] = keys[other][1 - end]
            line.reverse()
            tip.reverse()
        yield np.array(line)


def _next(
    line: Sequence[Floats64], key: Corner, at: Mapping[Corner, Sequence[End]], ends: Floats64, free: Set[int]
) -> End | None:
    """Return the segment and its end that goes on most straight from the last point of a line, or None."""
    way = line[-1] - line[-2]
    best = -np.inf
    found: End | None = None
    for number, end in at[key]:
        if number in free:
            onward = ends[number, 1 - end] - ends[number, end]
            straight = float(way @ onward) / max(float(np.linalg.norm(way) * np.linalg.norm(onward)), 1e-30)
            if straight > best:
                best, found = straight, (number, end)
    return found


def without_gaps(seen: NDArray[np.bool_], doubtful: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which places of a line are seen: also those of a short gap, of at most `GAP` places that are doubtful."""
    found = seen.copy()
    edges = np.flatnonzero(np.diff(seen))
    for before, last in pairwise(edges):
        gap = slice(before + 1, last + 1)
        if not seen[before + 1] and last - before <= GAP and doubtful[gap].all():
            found[gap] = True
    return found


def visible_runs(points: Floats64, seen: NDArray[np.bool_]) -> Iterator[tuple[bool, Floats64]]:
    """Yield whether a run of points (n, 2) of a line is seen, and its points; neighbouring runs share an end."""
    padded = np.pad(seen.astype(np.int64), WINDOW // 2, mode="edge")
    smooth = np.convolve(padded, np.ones(WINDOW, np.int64), "valid") > WINDOW // 2
    cuts = np.flatnonzero(smooth[1:] != smooth[:-1]) + 1
    for start, end in zip([0, *cuts], [*cuts, len(points)], strict=True):
        piece = points[max(start - 1, 0) : end] if start else points[start:end]
        if len(piece) > 1:
            yield bool(smooth[start]), piece


def simplified(points: Floats64) -> Floats64:
    """Return fewer points (n, 2) of a line that deviates by at most `DEVIATION` (Douglas and Peucker, 1973)."""
    kept = np.zeros(len(points), bool)
    kept[[0, -1]] = True
    waiting = [(0, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        way = points[last] - points[first]
        aside = points[first + 1 : last] - points[first]
        length = float(np.hypot(*way))
        off = np.abs(aside[:, 0] * way[1] - aside[:, 1] * way[0]) / length if length > 1e-9 else np.hypot(*aside.T)
        most = int(off.argmax())
        if off[most] > DEVIATION:
            kept[first + 1 + most] = True
            waiting += [(first, first + 1 + most), (first + 1 + most, last)]
    return points[kept]
