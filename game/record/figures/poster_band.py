"""The band below a poster: title, equations in type, and the table of values."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.model.equations.layout import MathBox
from game.model.equations.parse import EquationError
from game.model.equations.set_symbols import set_equation
from game.model.figures.caption import CaptionValue, PosterCaption
from game.model.figures.figure import RGB
from game.record.figures.drawing_items import (
    Block,
    Drawing,
    Formula,
    Item,
    Lettering,
    PrintedLine,
)
from game.record.figures.metrics import text_width
from game.record.figures.png import picture_of_drawing
from game.record.figures.value_rows import VALUE, moved, value_items

WIDTH = 1250.0
"""Width of the poster [points]."""
NARROW = 620.0
"""Its width on a page higher than wide: letters are as large relative to the shorter side."""
EDGE, GAP = 34.0, 30.0
"""Distance of the words from the edges, and between columns [points]."""
TITLE, SUBTITLE, EQUATION = 27.0, 12.0, 14.5
"""Sizes of letters [points]."""
LEADING, BETWEEN = 1.62, 9.0
"""Distance of two lines of values, in their size, and least distance between equations [points]."""
GROUND: RGB = (0.055, 0.060, 0.070)
INK: RGB = (0.93, 0.93, 0.91)
FAINT: RGB = (0.62, 0.64, 0.66)
RULE: RGB = (0.80, 0.62, 0.30)
FEW = 4
"""Greatest number of values in a single column."""
TITLE_PART = 0.45
"""Greatest part of the room beside the table that the title takes where equations stand beside it."""
SMALLEST = 0.55
"""Least size of equations that are too wide, relative to `EQUATION`."""


def band_layout(caption: PosterCaption, aspect: float) -> Drawing:
    """Return the band of a poster that is `aspect` times as wide as high, with its pictures, as a drawing."""
    width = WIDTH if aspect >= 1.0 else NARROW
    drawing = Drawing(width, 0.0)
    values = _values(caption.values)
    table_width = max((right for _, right, _ in values), default=0.0)
    room = width - 2.0 * EDGE - (table_width + GAP if values else 0.0)
    items, left_foot = _left(caption, room, beside=aspect >= 1.0)
    table, right_foot = _table(values, width - EDGE - table_width)
    drawing.height = math.ceil(max(left_foot, right_foot) + 0.8 * EDGE)
    drawing.items = [
        Block(0.0, 0.0, width, drawing.height, GROUND),
        PrintedLine([np.array([[EDGE, 0.55 * EDGE], [width - EDGE, 0.55 * EDGE]])], RULE, 0.7),
        *items,
        *table,
    ]
    return drawing


def _left(caption: PosterCaption, room: float, beside: bool) -> tuple[list[Item], float]:
    """Return title, subtitle and equations, and the lower edge of them; beside: the equations right of the title."""
    widest = TITLE_PART * room if beside and caption.equations else room
    title = min(TITLE, TITLE * widest / max(text_width(caption.title, TITLE), 1e-9))
    y, x = 0.55 * EDGE + 1.35 * title, EDGE
    items: list[Item] = [Lettering(EDGE, y, caption.title, title, INK, bold=True)]
    y += 1.55 * SUBTITLE
    items.append(Lettering(EDGE, y, caption.subtitle, SUBTITLE, FAINT))
    foot = y
    if beside:
        taken = max(text_width(caption.title, title), text_width(caption.subtitle, SUBTITLE)) + 1.5 * GAP
        x, y, room = x + taken, 0.55 * EDGE, room - taken
    y += 0.8 * BETWEEN
    for text in caption.equations:
        for box in _equation(text, room):
            y += BETWEEN + box.above
            items.append(Formula(x, y, box, text, INK))
            y += box.below
    return items, max(foot, y)


def _equation(text: str, room: float) -> list[MathBox]:
    """Return an equation as lines, smaller where it is wide; none where it cannot be set."""
    try:
        whole = set_equation(text, EQUATION)
        size = EQUATION * max(min(room / max(whole[0].width, 1e-9), 1.0), SMALLEST)
        return set_equation(text, size, room + 1e-6)
    except EquationError:
        return []


def _values(values: tuple[CaptionValue, ...]) -> list[tuple[list[Item], float, int]]:
    """Return for each value its items from (0, 0) on, its right edge in the table, and its row; in columns."""
    found: list[tuple[list[Item], float, int]] = []
    rows = -(-len(values) // (1 if len(values) <= FEW else 2))
    left = 0.0
    for start in range(0, len(values), max(rows, 1)):
        column = [value_items(each, INK) for each in values[start : start + rows]]
        names = max(name for _, name, _ in column)
        right = left + names + max(word for _, _, word in column)
        for row, (items, name, _) in enumerate(column):
            found.append(([moved(item, left + names - name) for item in items], right, row))
        left = right + GAP
    return found


def _table(values: list[tuple[list[Item], float, int]], left: float) -> tuple[list[Item], float]:
    """Return the table of values from `left` on, and the lower edge of it."""
    top, step = 0.55 * EDGE + 1.9 * VALUE, LEADING * VALUE
    items = [moved(item, left, top + row * step) for own, _, row in values for item in own]
    return items, top + max((row for _, _, row in values), default=-1) * step


def band_rows(caption: PosterCaption, size: tuple[int, int]) -> int:
    """Return the height [pixels] of the band of a poster of a size [pixels]: at most half of it."""
    drawing = band_layout(caption, size[0] / size[1])
    return min(math.ceil(drawing.height * size[0] / drawing.width), size[1] // 2)


def band_picture(caption: PosterCaption, size: tuple[int, int], rows: int) -> NDArray[np.uint8]:
    """Return the band of a poster of a size [pixels], (rows, width, 3) uint8."""
    drawing = band_layout(caption, size[0] / size[1])
    scale = size[0] / drawing.width
    drawing.height = rows / scale
    drawing.items[0] = Block(0.0, 0.0, drawing.width + 1.0, drawing.height + 1.0, GROUND)
    return picture_of_drawing(drawing, scale, finer=1)
