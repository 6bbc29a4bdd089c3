"""What line drawings show of scales of arrows: broken and double shafts, and scale bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from game.model.arrow_scales import bar_value, written
from game.model.frame import ScaleBar
from game.record.figures.drawing_items import BLACK, FilledShape, Item, Lettering, PrintedLine
from game.record.line_drawing.depth_map import Floats64, Screen

BREAK = 0.62
"""Place of the two strokes of a broken shaft, in lengths of the arrow."""
APART, TALL, SLANT, STROKE = 3.5, 7.0, 3.5, 1.8
"""Half distance, half height, slope to the side and width of these strokes [points]."""
DOUBLE, THIN = 1.9, 0.5
"""Half distance of the lines of a double shaft [points], and their width in that of a single one."""
LONGEST, ROW, END, GAP = 90.0, 20.0, 3.5, 7.0
"""Greatest length of a bar, height of a row, half height of a bar's ends, and gap before its words [points]."""
BELOW, LETTERS, LINE = 16.0, 14.0, 1.4
"""Distance of the bars below the drawing, size of their words, and width of their lines [points]."""


def break_marks(ends: Floats64, color: tuple[float, float, float]) -> Iterator[Item]:
    """Yield two strokes across an arrow between two places (2, 2) [points], with a gap of paper between."""
    way = ends[1] - ends[0]
    along = way / max(float(np.linalg.norm(way)), 1e-9)
    across = np.array([-along[1], along[0]])
    middle, slanted = ends[0] + BREAK * way, TALL * across + SLANT * along
    corners = [middle + sign * APART * along + side * slanted for sign, side in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    yield FilledShape(np.array(corners), (1.0, 1.0, 1.0), "gap")
    for start, end in ((corners[0], corners[1]), (corners[2], corners[3])):
        yield PrintedLine([np.array([start, end])], color, STROKE, (), "arrow")


def doubled(line: PrintedLine, ends: Floats64) -> Iterator[PrintedLine]:
    """Yield the two thin lines of a double shaft in place of a line along an arrow between two places (2, 2)."""
    way = ends[1] - ends[0]
    across = np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-9)
    for side in (-DOUBLE, DOUBLE):
        yield line._replace(paths=[np.asarray(path) + side * across for path in line.paths], width=THIN * line.width)


def bar_items(bars: Sequence[ScaleBar], screen: Screen, items: Sequence[Item]) -> Iterator[Item]:
    """Yield scale bars at the lower left of the items of a drawing."""
    points = np.concatenate([np.zeros((0, 2)), *(path for item in items for path in _paths(item))])
    size = np.asarray(screen.size)
    points = points[((points >= 0.0) & (points <= size)).all(axis=1)]
    left, top = (points[:, 0].min(), points[:, 1].max() + BELOW) if len(points) else (BELOW, BELOW)
    for number, bar in enumerate(bars):
        y, words, length = float(top) + (number + 0.5) * ROW, bar.words, 0.0
        _, depth = screen.place(np.asarray(bar.place, float)[None])
        if bar.unit and depth[0] > 0.0:
            points_per_metre = 1.0 / float(screen.point_size(depth)[0])
            value = bar_value(bar.length, points_per_metre, LONGEST) or 0.0
            length, words = value * bar.length * points_per_metre, written(value, bar.unit)
            right, color = float(left) + length, _dark(bar.color)
            lines = [[(left, y), (right, y)], *([(x, y - END), (x, y + END)] for x in (left, right))]
            yield PrintedLine([np.array(each, float) for each in lines], color, LINE, (), "scale")
        yield Lettering(float(left) + length + GAP * (length > 0.0), y + 0.36 * LETTERS, words, LETTERS, BLACK)


def _paths(item: Item) -> list[Floats64]:
    match item:
        case PrintedLine():
            return [np.asarray(path, float) for path in item.paths]
        case FilledShape():
            return [np.asarray(item.corners, float)]
    return []


def _dark(color: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = (0.55 * part for part in color)
    return red, green, blue
