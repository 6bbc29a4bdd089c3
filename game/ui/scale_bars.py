"""Scale bars over a picture: how long the arrows of each unit are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from game.model.arrow_scales import bar_value, written
from game.model.arrow_views import LINES, pixels_per_metre
from game.model.frame import ScaleBar, SceneFrame
from game.ui.label_placement import Box
from game.ui.labels import OUTLINE, OUTLINE_COLOR, write_outlined
from game.ui.panels.context import PanelContext
from game.ui.widgets.symbols import symbol_size
from game.ui.widgets.theme import Theme, packed

LONGEST = 90.0
"""Greatest length of a bar [points, at the scale 1]."""
TEXT, ROW, END = 14.5, 21.0, 3.5
"""Size of the words, height of a row, and half height of the ends of a bar [points, at the scale 1]."""
RISE = 8.0
"""Height of the upper edge of the words above the middle of their row [points, at the scale 1]."""
GAP, ASIDE = 7.0, 16.0
"""Gap between words and bar, and distance from the edges of the free part of the window."""
THICK, RIM = 1.6, 1.4
"""Thickness of a bar, and width of its edge, which makes it legible on any ground."""
PLATE, PLATE_RIM, PLATE_ROUND = 0.62, (9.0, 4.0), 6.0
"""Opacity of the dark plate behind the rows, how far it reaches beyond them across and down, and the radius of its
corners [points, at the scale 1]: no ink of an arrow can be read on pale wood, nor each on grass."""


class BarRow(NamedTuple):
    """A row: its bar, the length of that [points], 0 for words alone, and the words."""

    bar: ScaleBar
    length: float
    words: str


def build_scale_bars(desk: PanelContext, size: tuple[int, int], free: Box, covered: Sequence[Box]) -> list[Box]:
    """Draw the scale bars of the first scene; returns the rectangle that they take, if any.

    size: of the window [points]. free: the part of it that they may take. covered: what in it they avoid.
    """
    scenes = desk.status.scenes
    rows = bar_rows(scenes[0], size[1], desk.theme.scale, desk.bar_values) if scenes else []
    box = rows_box(rows, free, covered, desk.theme)
    if box is None:
        return []
    draw_rows(rows, box, desk.theme)
    return [box]


def bar_rows(scene: SceneFrame, height: float, scale: float, values: dict[str, float] | None = None) -> list[BarRow]:
    """Return the rows of a scene; height: of its picture [points]. scale: of what is over the picture.

    values: of the bars in the picture before, by unit, which change into those of this one.
    """
    rows, values = [], {} if values is None else values
    for bar in scene.bars:
        if not bar.unit:
            rows.append(BarRow(bar, 0.0, bar.words))
            continue
        pixels = pixels_per_metre(scene.view, bar.place) * height / LINES
        value = bar_value(bar.length, pixels, LONGEST * scale, values.get(bar.unit))
        if value is not None:
            values[bar.unit] = value
            rows.append(BarRow(bar, value * bar.length * pixels, written(value, bar.unit)))
    return rows


def rows_box(rows: Sequence[BarRow], free: Box, covered: Sequence[Box], theme: Theme) -> Box | None:
    """Return the rectangle of rows at the lower left of the free part of the window; None where there is no room.

    covered: rectangles of panels and messages, above which it is moved.
    """
    if not rows:
        return None
    scale = theme.scale
    beside = _column(rows, theme) + max(row.length for row in rows)
    width = max(beside, *(_wide(row, theme) for row in rows))
    left, height = free[0] + ASIDE * scale, ROW * scale * len(rows)
    bottom = free[3] - ASIDE * scale
    for box in sorted(covered, key=lambda each: -each[3]):
        if box[0] < left + width and left < box[2] and box[1] < bottom and bottom - height < box[3]:
            bottom = box[1] - 0.5 * ASIDE * scale
    inside = bottom - height > free[1] and left + width < free[2]
    return (left, bottom - height, left + width, bottom) if inside else None


def draw_rows(rows: Sequence[BarRow], box: Box, theme: Theme) -> None:
    """Draw rows into their rectangle, on a dark plate.

    The words stand before the bars, so that they stay in place while a camera that moves changes these.
    """
    ink, scale = imgui.get_background_draw_list(), theme.scale
    (across, down), around = PLATE_RIM, packed(OUTLINE_COLOR, 0.8)
    corners = (box[0] - across * scale, box[1] - down * scale), (box[2] + across * scale, box[3] + down * scale)
    first, last = (imgui.ImVec2(*corner) for corner in corners)
    ink.add_rect_filled(first, last, packed(OUTLINE_COLOR, PLATE), PLATE_ROUND * scale)
    x = box[0] + _column(rows, theme)
    for number, row in enumerate(rows):
        y, end = box[1] + (number + 0.5) * ROW * scale, x + row.length
        lines = [((x, y), (end, y)), *(((at, y - END * scale), (at, y + END * scale)) for at in (x, end))]
        for paint, thick, more in ((around, THICK + 2.0 * RIM, RIM), (packed((*row.bar.color, 1.0)), THICK, 0.0)):
            for start, stop in lines if row.length else ():
                along = more * scale if start[1] == stop[1] else 0.0, more * scale if start[0] == stop[0] else 0.0
                first = imgui.ImVec2(start[0] - along[0], start[1] - along[1])
                last = imgui.ImVec2(stop[0] + along[0], stop[1] + along[1])
                ink.add_line(first, last, paint, thick * scale)
        at = box[0], y - RISE * scale
        words = ((row.words, row.bar.color, 1.0),)
        write_outlined(ink, at, words, theme.medium, TEXT * scale, OUTLINE * scale)


def _column(rows: Sequence[BarRow], theme: Theme) -> float:
    """Return where the bars of rows begin [points], from the left edge of all."""
    return max((_wide(row, theme) + GAP * theme.scale for row in rows if row.length), default=0.0)


def _wide(row: BarRow, theme: Theme) -> float:
    return symbol_size(row.words, theme.medium, TEXT * theme.scale)[0]
