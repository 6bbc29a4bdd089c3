"""Places of labels in a drawing: beside what they name, on white paper, clear of lines and of one another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats64 = NDArray[np.float64]
CELL = 2.0
"""Width of a cell of the map of what is drawn [points]."""
TURNS = (0.0, 40.0, -40.0, 75.0, -75.0, 110.0, -110.0, 150.0, -150.0, 180.0)
"""Directions from the place that is named [degrees from straight ahead], in order of preference."""
DISTANCES = (0.0, 6.0, 13.0, 22.0, 34.0)
"""Distances from it, beyond the least one [points]."""
TURNED, FAR = 0.05, 0.045
"""Costs of each further direction, and of each point of distance."""
ON_INK, ON_LABEL, OUTSIDE = 9.0, 40.0, 40.0
"""Costs of a label that lies on lines, on other labels, or beyond the edge with all of it."""
CLEAR = 2.5
"""Room round a label that lines and other labels leave free where they can [points]."""
ROUNDS = 3


class Wanted(NamedTuple):
    """A label to be placed: what it names (x, y), the direction of its first choice, its width and height [points].

    gap: between it and what it names.
    """

    at: tuple[float, float]
    ahead: tuple[float, float]
    size: tuple[float, float]
    gap: float


class LabelEdges(NamedTuple):
    """Edges of a label [points], y downward."""

    left: float
    top: float
    right: float
    bottom: float


class InkMap:
    """Where lines are in a drawing of a width and height [points]."""

    def __init__(self, size: tuple[float, float]) -> None:
        self._size = size
        self._cells = np.zeros((math.ceil(size[1] / CELL), math.ceil(size[0] / CELL)))
        self._sums: Floats64 | None = None

    def add(self, path: Floats64, weight: float = 1.0) -> None:
        """Add a line (n, 2); weight: how much a label on it disturbs."""
        steps = np.maximum(np.ceil(np.linalg.norm(np.diff(path, axis=0), axis=1) / CELL).astype(int), 1)
        at = np.concatenate([k + np.arange(count) / count for k, count in enumerate(steps)] + [[len(path) - 1.0]])
        fine = np.column_stack([np.interp(at, np.arange(len(path)), path[:, k]) for k in range(2)])
        column, row = np.floor(fine / CELL).astype(int).T
        inside = (column >= 0) & (row >= 0) & (column < self._cells.shape[1]) & (row < self._cells.shape[0])
        np.maximum.at(self._cells, (row[inside], column[inside]), weight)
        self._sums = None

    def share(self, box: LabelEdges) -> float:
        """Return how much ink is in a box: 1 where a line crosses its length, more where there are more."""
        if self._sums is None:
            self._sums = np.pad(self._cells.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        rows, columns = self._cells.shape
        left, right = (min(max(round(edge / CELL), 0), columns) for edge in (box.left, box.right))
        top, bottom = (min(max(round(edge / CELL), 0), rows) for edge in (box.top, box.bottom))
        total = self._sums[bottom, right] - self._sums[top, right] - self._sums[bottom, left] + self._sums[top, left]
        return float(total) / max((box.right - box.left) / CELL, 1.0)

    def outside(self, box: LabelEdges) -> float:
        """Return the part of a box that is beyond the edge of the drawing."""
        whole = (box.right - box.left) * (box.bottom - box.top)
        return 1.0 - overlap(box, LabelEdges(0.0, 0.0, *self._size)) / max(whole, 1e-9)


def overlap(one: LabelEdges, other: LabelEdges) -> float:
    """Return the area that two boxes share."""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(wide, 0.0) * max(high, 0.0)


def placed_labels(labels: Sequence[Wanted], ink: InkMap) -> list[LabelEdges]:
    """Return the box of each label; each chooses in turn, and again when the others have their places."""
    boxes: list[LabelEdges | None] = [None] * len(labels)
    for _ in range(ROUNDS):
        for number, label in enumerate(labels):
            others = [box for k, box in enumerate(boxes) if box is not None and k != number]
            boxes[number] = _best(label, ink, others)
    return [box for box in boxes if box is not None]


def _best(label: Wanted, ink: InkMap, others: Sequence[LabelEdges]) -> LabelEdges:
    least, best = math.inf, _box(label, 0.0, 0.0)
    for order, turn in enumerate(TURNS):
        for far in DISTANCES:
            cost = TURNED * order + FAR * far
            if cost >= least:
                break
            box = _box(label, turn, far)
            near = LabelEdges(box.left - CLEAR, box.top - CLEAR, box.right + CLEAR, box.bottom + CLEAR)
            area = (box.right - box.left) * (box.bottom - box.top)
            cost += ON_INK * ink.share(near) + OUTSIDE * ink.outside(box)
            cost += ON_LABEL * sum(overlap(near, other) for other in others) / area
            if cost < least:
                least, best = cost, box
    return best


def _box(label: Wanted, turn: float, far: float) -> LabelEdges:
    """Return the box of a label in a direction and at a distance, its edge nearest to what it names."""
    angle = math.atan2(label.ahead[1], label.ahead[0]) + math.radians(turn)
    dx, dy = math.cos(angle), math.sin(angle)
    width, height = label.size
    reach = label.gap + far + 0.5 * min(width / max(abs(dx), 1e-9), height / max(abs(dy), 1e-9))
    x, y = label.at[0] + reach * dx, label.at[1] + reach * dy
    return LabelEdges(x - 0.5 * width, y - 0.5 * height, x + 0.5 * width, y + 0.5 * height)
