"""Placement of names beside their curves: none over another, over a curve where that can be avoided, or outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from game.model.figures.axis import Column
from game.ui.label_placement import Box

STEPS = 12
"""Points of each curve that a name may be placed at."""
OFFSETS = (
    (0.6, 0.0), (0.5, -0.9), (0.5, 0.9), (0.0, -1.1), (0.0, 1.1), (-0.5, -0.9), (-0.5, 0.9), (-0.6, 0.0),
    (1.5, -1.8), (1.5, 1.8), (-1.5, -1.8), (-1.5, 1.8), (0.0, -2.6), (0.0, 2.6), (3.0, -3.0), (3.0, 3.0),
)  # fmt: skip
"""Places of a name about a point, in its heights: right, left, above, below."""
SPACING = 3.0
"""Distance of the samples of a curve for which a name makes room [points]."""
CELL = 4.0
"""Side of the cells in which the samples are counted [points]."""
MOST_CROSSED = 14
"""Samples under a name from which it is left out."""
CROSSED, FAR = 6.0, 1.0
"""Cost of a sample of a curve under a name, and of a step from its end."""


class DirectLabel(NamedTuple):
    """A name of a curve: its box, and the point of the curve that it stands at."""

    name: str
    box: Box
    at: tuple[float, float]


def place_labels(
    curves: Sequence[tuple[str, float, Column, Column]], area: Box, height: float
) -> list[DirectLabel | None]:
    """Return a place for the name of each curve, None where there is none: (name, width, x, y) on the screen.

    Names are placed near the ends of curves, the least evaluated last; height: of a name [points].
    """
    samples = [_samples(x, y) for _, _, x, y in curves]
    crowd = _Crowd(np.concatenate(samples), area) if samples else None
    placed: list[DirectLabel | None] = [None] * len(curves)
    taken: list[Box] = []
    for i in sorted(range(len(curves)), key=lambda i: -float(curves[i][2][-1])):
        name, width, x, y = curves[i]
        assert crowd is not None
        found = _best(name, width, height, _candidates(x, y), (crowd, taken), area)
        if found is not None:
            placed[i] = found
            taken.append(found.box)
    return placed


class _Crowd:
    """Counts of points in boxes, by sums over the cells of a grid."""

    def __init__(self, points: np.ndarray, area: Box) -> None:
        self._left, self._top = area[0], area[1]
        self._shape = int((area[3] - area[1]) / CELL) + 1, int((area[2] - area[0]) / CELL) + 1
        counts = np.zeros(self._shape)
        cells = ((points - (area[0], area[1])) / CELL).astype(int)
        good = (cells >= 0).all(axis=1) & (cells[:, 1] < self._shape[0]) & (cells[:, 0] < self._shape[1])
        np.add.at(counts, (cells[good, 1], cells[good, 0]), 1)
        self._sums = np.zeros((self._shape[0] + 1, self._shape[1] + 1))
        self._sums[1:, 1:] = counts.cumsum(axis=0).cumsum(axis=1)

    def within(self, box: Box) -> float:
        """Return the number of points in a box."""
        left, right = (min(max(int((x - self._left) / CELL), 0), self._shape[1]) for x in (box[0], box[2] + CELL))
        top, bottom = (min(max(int((y - self._top) / CELL), 0), self._shape[0]) for y in (box[1], box[3] + CELL))
        sums = self._sums
        return float(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])


def _samples(x: Column, y: Column) -> np.ndarray:
    """Return points along a curve, a few apart, (n, 2)."""
    pieces = []
    for i in range(len(x) - 1):
        count = max(int(np.hypot(x[i + 1] - x[i], y[i + 1] - y[i]) / SPACING), 1)
        part = np.arange(count) / count
        pieces.append(np.stack([x[i] + part * (x[i + 1] - x[i]), y[i] + part * (y[i + 1] - y[i])], axis=1))
    pieces.append(np.stack([x[-1:], y[-1:]], axis=1))
    return np.concatenate(pieces)


def _candidates(x: Column, y: Column) -> list[tuple[float, float]]:
    """Return points that a name may stand at: the end first, then backwards along the curve."""
    if len(x) == 1:
        return [(float(x[0]), float(y[0]))]
    parts = np.linspace(1.0, 0.0, STEPS) * (len(x) - 1)
    return list(zip(np.interp(parts, range(len(x)), x), np.interp(parts, range(len(x)), y), strict=True))


def _best(
    name: str, width: float, height: float, points: list[tuple[float, float]],
    others: tuple[_Crowd, list[Box]], area: Box,
) -> DirectLabel | None:  # fmt: skip
    """Return the cheapest place of a name, or None."""
    best, cost = None, np.inf
    for step, (x, y) in enumerate(points):
        if FAR * step >= cost:
            break
        for turn, (right, down) in enumerate(OFFSETS):
            left = x + right * height - (0.0 if right > 0 else width if right < 0 else width / 2)
            top = y + down * height - height / 2
            box = left, top, left + width, top + height
            if not (area[0] <= box[0] and box[2] <= area[2] and area[1] <= box[1] and box[3] <= area[3]):
                continue
            if any(_overlap(box, each) for each in others[1]):
                continue
            crossed = others[0].within(box)
            total = FAR * step + CROSSED * crossed + 0.15 * turn
            if crossed <= MOST_CROSSED and total < cost:
                best, cost = DirectLabel(name, box, (float(x), float(y))), total
    return best


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] + 2 and other[0] < one[2] + 2 and one[1] < other[3] and other[1] < one[3]


def leader(label: DirectLabel) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of a line from the point of the curve to the nearest point of the name's box."""
    x, y = label.at
    left, top, right, bottom = label.box
    return label.at, (min(max(x, left), right), min(max(y, top), bottom))
