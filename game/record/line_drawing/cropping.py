"""Drawings without the empty paper round them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.model.equations.layout import MathBox
from game.record.figures import drawing_items as items
from game.record.figures.letter_outlines import SIDES
from game.record.figures.metrics import text_width

Floats64 = NDArray[np.float64]
MARGIN = 18.0
"""White paper left round what is drawn [points]."""
ASCENT, DESCENT = 0.75, 0.22
"""Height of capitals above the baseline and depth of descenders below it, in sizes of letters."""


def cropped(drawing: items.Drawing) -> items.Drawing:
    """Return a drawing with a margin of `MARGIN` round its items, or as much as its paper has.

    Its first item is the paper; what is beyond the paper does not count.
    """
    found = [edges for item in drawing.items[1:] if (edges := _edges(item)) is not None]
    if not found:
        return drawing
    corners, size = np.array(found), np.array([drawing.width, drawing.height])
    low = np.clip(corners[:, 0].min(axis=0) - MARGIN, 0.0, size)
    high = np.clip(corners[:, 1].max(axis=0) + MARGIN, 0.0, size)
    width, height = np.ceil(high - low).tolist()
    paper = items.Block(0.0, 0.0, width, height, (1.0, 1.0, 1.0))
    return items.Drawing(width, height, [paper, *(_moved(item, -low) for item in drawing.items[1:])])


def _edges(item: items.Item) -> Floats64 | None:
    """Return the upper left and the lower right corner of an item, (2, 2); None for one that has no place."""
    match item:
        case items.PrintedLine():
            points, wide = np.concatenate([*item.paths, np.empty((0, 2))]), 0.5 * item.width
        case items.FilledShape():
            points, wide = item.corners, 0.5 * item.hollow
        case items.DotSet():
            points, wide = item.points, item.radius
        case items.Lettering():
            left = item.x - SIDES[item.side] * text_width(item.words, item.size)
            right = left + text_width(item.words, item.size)
            points = np.array([(left, item.y - ASCENT * item.size), (right, item.y + DESCENT * item.size)])
            wide = 0.0
        case items.Formula():
            box: MathBox = item.box
            points = np.array([(item.x, item.y - box.above), (item.x + box.width, item.y + box.below)])
            wide = 0.0
        case _:
            raise TypeError(f"{type(item).__name__}: belongs to no line drawing")
    points = points[np.isfinite(points).all(axis=1)]
    return np.array([points.min(axis=0) - wide, points.max(axis=0) + wide]) if len(points) else None


def _moved(item: items.Item, by: Floats64) -> items.Item:
    match item:
        case items.PrintedLine():
            return item._replace(paths=[path + by for path in item.paths])
        case items.FilledShape():
            return item._replace(corners=item.corners + by)
        case items.DotSet():
            return item._replace(points=item.points + by)
        case items.Lettering() | items.Formula():
            return item._replace(x=item.x + float(by[0]), y=item.y + float(by[1]))
        case _:
            raise TypeError(f"{type(item).__name__}: belongs to no line drawing")
