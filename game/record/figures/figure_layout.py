"""Layout of a figure for print: its strokes, texts and markers, in points from the upper left corner, y downward."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from game.model.figures.axis import Ticks
from game.model.figures.figure import RGB, Figure, FigureAxis, FigureCurve, FigureImage, FigurePlot
from game.record.figures.drawing_items import (
    BLACK,
    TEXT,
    Block,
    Clip,
    Drawing,
    Image,
    Lettering,
    MarkerSet,
    Path,
    PrintedLine,
)
from game.record.figures.value_rows import value_rows

WIDTH = 720.0
LEFT, RIGHT, SECOND_RIGHT = 74.0, 22.0, 70.0
"""Room beside the plots: at the left, and at the right without and with a second axis."""
KEY_GAP, KEY_WIDTH, KEY_RIGHT = 14.0, 14.0, 104.0
"""Distance and width of the key of colours, and the room beside a plot with one."""
TOP, BOTTOM, GAP = 58.0, 12.0, 12.0
TICK, SMALL = 5.0, 11.0
LEGEND_ROW, LEGEND_SAMPLE, SAMPLE_SIDE = 17.0, 26.0, 12.0
PER_TICK_X, PER_TICK_Y = 80.0, 34.0
"""Least distances of labelled ticks."""
GREY: RGB = (0.36, 0.37, 0.40)
GRID: RGB = (0.87, 0.87, 0.86)
SHADE: RGB = (0.92, 0.92, 0.91)
SUBSCRIPT = re.compile(r"_([^\W_]+)")
LOWERED = str.maketrans("0123456789aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
TALLEST, LEADING = 420.0, 1.4
"""Greatest height of the picture [points], and distance of lines of words in their size."""

Measure = Callable[[str, float], float]
"""measure(text, size): its width."""


def lay_out(figure: Figure, measure: Measure) -> Drawing:
    """Return the drawing of a figure; measure: of its texts."""
    drawing = Drawing(WIDTH, 0.0)
    drawing.items += [
        Lettering(LEFT, 24.0, figure.title, 16.0, bold=True),
        Lettering(LEFT, 42.0, figure.subtitle, TEXT, GREY),
    ]
    top = TOP if figure.picture is None else _photograph(drawing, figure.picture, TOP)
    wide = any(len(plot.y) > 1 for plot in figure.plots)
    for place, plot in enumerate(figure.plots):
        last = place == len(figure.plots) - 1
        shared = not last and figure.plots[place + 1].x == plot.x
        beside = KEY_RIGHT if plot.image else SECOND_RIGHT if wide else RIGHT
        top = _plot(drawing, plot, top, beside, not shared, measure) + GAP
    foot = _foot(drawing, figure, top, measure)
    drawing.height = math.ceil(foot - GAP + BOTTOM)
    drawing.items.insert(0, Block(0.0, 0.0, WIDTH, drawing.height, (1.0, 1.0, 1.0)))
    return drawing


def _photograph(drawing: Drawing, pixels: NDArray[np.uint8], top: float) -> float:
    """Place the picture across the page, smaller where it is high; return the upper edge of what follows."""
    rows, columns = float(pixels.shape[0]), float(pixels.shape[1])
    width = min(WIDTH - LEFT - RIGHT, TALLEST * columns / rows)
    height = width * rows / columns
    drawing.items.append(Image(LEFT, top - 0.4 * GAP, width, height, pixels, smooth=True))
    return top + height + GAP


def _foot(drawing: Drawing, figure: Figure, top: float, measure: Measure) -> float:
    """Lay out the values and the caption below the plots; return the lower edge with a gap."""
    room, size = WIDTH - LEFT - RIGHT, SMALL + 0.5
    if figure.values:
        top += GAP
        items, lines = value_rows(figure.values, (LEFT, top), room, (BLACK, GREY))
        drawing.items += items
        top += lines
    if figure.caption:
        top += GAP
        for line in _wrapped(figure.caption, room, size, measure):
            drawing.items.append(Lettering(LEFT, top + size, line, size))
            top += LEADING * size
        top += GAP
    return top


def _wrapped(words: str, room: float, size: float, measure: Measure) -> list[str]:
    """Return a text as lines that fit into a room."""
    lines = [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def plain(words: str) -> str:
    """Return a symbol as plain text: subscripts lowered where there are such letters, else without underscore."""
    return SUBSCRIPT.sub(lambda found: found[1].translate(LOWERED), words)


def titled(axis: FigureAxis, ticks: Ticks) -> str:
    """Return what is written along an axis."""
    unit = " ".join(part for part in (ticks.common, axis.unit) if part)
    return f"{axis.title} [{unit}]" if unit else axis.title


def _plot(drawing: Drawing, plot: FigurePlot, top: float, beside: float, below: bool, measure: Measure) -> float:
    """Lay out one plot; below: with labels of its x axis. Return its lower edge."""
    top = _legend(drawing, plot, top, measure)
    left, right, bottom = LEFT, WIDTH - beside, top + plot.height
    width, height = right - left, plot.height
    if plot.known_down_to > 0.0:
        part = min(max(plot.y[0].scale.part(plot.known_down_to), 0.0), 1.0)
        drawing.items.append(Block(left, bottom - part * height, width, part * height, SHADE))
        if part * height > SMALL:
            middle = bottom - part * height / 2 + 0.35 * SMALL
            drawing.items.append(Lettering(left + 8.0, middle, plot.unknown, SMALL, GREY))
    _x_axis(drawing, plot.x, (left, right), (top, bottom), below)
    for place, axis in enumerate(plot.y[:2]):
        _y_axis(drawing, axis, (left, right), (top, bottom), place == 1)
    if plot.image is not None:
        _image(drawing, plot.image, (left, right), (top, bottom))
    frame = np.array([(left, top), (right, top), (right, bottom), (left, bottom), (left, top)])
    drawing.items.append(PrintedLine([frame], GREY, 0.8, kind="frame"))
    units = [axis.unit for axis in plot.y]
    drawn: list[PrintedLine | MarkerSet] = []
    for curve in plot.curves:
        scale = plot.y[units.index(curve.unit) if curve.unit in units else 0].scale
        x = left + plot.x.scale.parts(curve.x) * width
        y = bottom - scale.parts(curve.y) * height
        drawn += _curve(curve, np.stack([x, np.clip(y, top - 2.0 * height, bottom + 2.0 * height)], axis=1))
    drawing.items.append(Clip(left, top, width, height, tuple(drawn)))
    for curve in plot.curves:
        if curve.label and curve.labelled_at is not None:
            at = left + curve.labelled_at[0] * width, bottom - curve.labelled_at[1] * height + 0.35 * SMALL
            drawing.items.append(Lettering(*at, plain(curve.label), SMALL, curve.style.color, bold=True))
        if curve.leader:
            ends = np.array([(left + across * width, bottom - up * height) for across, up in curve.leader])
            drawing.items.append(PrintedLine([ends], GREY, 0.6, kind="leader"))
    return bottom + (36.0 if below else 0.0)


def _image(drawing: Drawing, image: FigureImage, sides: tuple[float, float], ends: tuple[float, float]) -> None:
    """Lay out the picture of a plot, and at its right the key of its colours."""
    (left, right), (top, bottom) = sides, ends
    drawing.items.append(Image(left, top, right - left, bottom - top, image.pixels))
    begin, end = right + KEY_GAP, right + KEY_GAP + KEY_WIDTH
    _y_axis(drawing, image.key, (begin, end), ends, True)
    drawing.items.append(Image(begin, top, KEY_WIDTH, bottom - top, image.strip[:, None]))
    frame = np.array([(begin, top), (end, top), (end, bottom), (begin, bottom), (begin, top)])
    drawing.items.append(PrintedLine([frame], GREY, 0.8, kind="frame"))


def _curve(curve: FigureCurve, points: Path) -> Iterator[PrintedLine | MarkerSet]:
    """Yield the strokes and markers of a curve from its points on the page."""
    style, name = curve.style, plain(curve.name)
    if style.line:
        if style.second is not None:
            yield PrintedLine(_pieces(points), style.second, style.weight, (), "second", name)
        yield PrintedLine(_pieces(points), style.color, style.weight, style.dash, "curve", name)
    if style.marker:
        yield MarkerSet(points[np.isfinite(points).all(axis=1)], style, name)


def _pieces(points: Path) -> list[Path]:
    """Return the points between gaps; one alone becomes a dot."""
    good = np.isfinite(points).all(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], good.astype(np.int8), [0]])))
    found = [points[first:end] for first, end in zip(edges[::2], edges[1::2], strict=True)]
    return [piece if len(piece) > 1 else np.concatenate([piece, piece + np.array([0.01, 0.0])]) for piece in found]


def _legend(drawing: Drawing, plot: FigurePlot, top: float, measure: Measure) -> float:
    """Lay out the legend above a plot, in as many rows as it needs; return the upper edge of the plot."""
    x, y = LEFT, top + 0.7 * LEGEND_ROW
    named = [curve for curve in plot.curves if curve.name]
    for curve in named:
        words = plain(curve.name)
        needed = LEGEND_SAMPLE + 6.0 + measure(words, SMALL) + 16.0
        if x > LEFT and x + needed > WIDTH - RIGHT:
            x, y = LEFT, y + LEGEND_ROW
        middle = y - 0.35 * SMALL
        sample = np.array([(x, middle), (x + LEGEND_SAMPLE, middle)])
        if curve.style.line:
            if curve.style.second is not None:
                drawing.items.append(PrintedLine([sample], curve.style.second, curve.style.weight, (), "sample"))
            drawing.items.append(
                PrintedLine([sample], curve.style.color, curve.style.weight, curve.style.dash, "sample")
            )
        if curve.style.marker:
            drawing.items.append(MarkerSet(sample.mean(axis=0, keepdims=True), replace(curve.style)))
        drawing.items.append(Lettering(x + LEGEND_SAMPLE + 6.0, y, words, SMALL))
        x += needed
    samples = plot.image.samples if plot.image is not None else ()
    for pixels, words in samples:
        needed = SAMPLE_SIDE + 6.0 + measure(words, SMALL) + 16.0
        if x > LEFT and x + needed > WIDTH - RIGHT:
            x, y = LEFT, y + LEGEND_ROW
        drawing.items.append(Image(x, y - 0.8 * SAMPLE_SIDE, SAMPLE_SIDE, SAMPLE_SIDE, pixels))
        drawing.items.append(Lettering(x + SAMPLE_SIDE + 6.0, y, words, SMALL))
        x += needed
    return y + 8.0 if named or samples else top


def _x_axis(
    drawing: Drawing, axis: FigureAxis, sides: tuple[float, float], ends: tuple[float, float], below: bool
) -> None:
    (left, right), (top, bottom) = sides, ends
    ticks = axis.scale.ticks(int((right - left) / PER_TICK_X))
    lines, marks = [], []
    for tick in ticks.ticks:
        x = left + axis.scale.part(tick.value) * (right - left)
        lines.append(np.array([(x, top), (x, bottom)]))
        marks.append(np.array([(x, bottom), (x, bottom + TICK)]))
        if below:
            drawing.items.append(Lettering(x, bottom + TICK + 12.0, tick.label, SMALL, GREY, "middle"))
    drawing.items += [PrintedLine(lines, GRID, 0.6, kind="grid"), PrintedLine(marks, GREY, 0.8, kind="tick")]
    if below:
        drawing.items.append(
            Lettering((left + right) / 2, bottom + 33.0, plain(titled(axis, ticks)), SMALL, BLACK, "middle")
        )


def _y_axis(
    drawing: Drawing, axis: FigureAxis, sides: tuple[float, float], ends: tuple[float, float], second: bool
) -> None:
    (left, right), (top, bottom) = sides, ends
    ticks = axis.scale.ticks(max(int((bottom - top) / PER_TICK_Y), 2))
    lines, marks = [], []
    edge, out, side = (right, TICK, "start") if second else (left, -TICK, "end")
    for tick in ticks.ticks:
        y = bottom - axis.scale.part(tick.value) * (bottom - top)
        lines.append(np.array([(left, y), (right, y)]))
        marks.append(np.array([(edge, y), (edge + out, y)]))
        at = edge + out + (3.0 if second else -3.0)
        drawing.items.append(Lettering(at, y + 0.35 * SMALL, tick.label, SMALL, GREY, side))
    drawing.items.append(PrintedLine(marks, GREY, 0.8, kind="tick"))
    if not second:
        drawing.items.append(PrintedLine(lines, GRID, 0.6, kind="grid"))
    at = min(right + SECOND_RIGHT, WIDTH) - 8.0 if second else 14.0
    words = plain(titled(axis, ticks))
    drawing.items.append(Lettering(at, (top + bottom) / 2, words, SMALL, BLACK, "middle", turned=True))
