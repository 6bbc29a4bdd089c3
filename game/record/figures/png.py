"""Figures as PNG: the same drawing as in SVG, twice as large, with smooth edges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.model.equations.glyphs import FILES
from game.model.figures.figure import Figure
from game.record.figures import drawing_items as items
from game.record.figures.figure_layout import lay_out
from game.record.figures.letter_outlines import bezier
from game.record.figures.metrics import BOLD, REGULAR, font, runs, text_width
from game.record.figures.svg import SHAPES

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageDraw import ImageDraw

SCALE = 2
"""Pixels per point."""
FINER = 2
"""Pixels drawn for one of the picture, across and down, whose mean it is."""
DOT = "\u0307"
"""The dot over a letter, which is drawn by itself."""


def picture_of(figure: Figure) -> NDArray[np.uint8]:
    """Return a figure as a picture (h, w, 3) uint8."""
    return picture_of_drawing(lay_out(figure, text_width), SCALE)


def picture_of_drawing(drawing: items.Drawing, scale: float, finer: int = FINER) -> NDArray[np.uint8]:
    """Return a drawing as a picture (h, w, 3) uint8, with `scale` pixels per point, each the mean of finer by finer."""
    from PIL import Image as Pictures
    from PIL import ImageDraw

    size, scale = (
        (round(drawing.width * scale) * finer, round(drawing.height * scale) * finer),
        scale * finer,
    )
    canvas = Pictures.new("RGB", size, "white")
    ink = ImageDraw.Draw(canvas)
    for item in drawing.items:
        if isinstance(item, items.Clip):
            inner = Pictures.new("RGB", size, "white")
            left, top, right, bottom = (
                round(edge * scale) for edge in (item.x, item.y, item.x + item.width, item.y + item.height)
            )
            inner.paste(canvas)
            pen = ImageDraw.Draw(inner)
            for each in item.items:
                _draw(inner, pen, each, scale)
            canvas.paste(inner.crop((left, top, right, bottom)), (left, top))
        else:
            _draw(canvas, ink, item, scale)
    return np.asarray(canvas.reduce(finer) if finer > 1 else canvas)


def _draw(canvas: Picture, ink: ImageDraw, item: items.Item, scale: float) -> None:
    if isinstance(item, items.Lettering):
        _write(canvas, ink, item, scale)
    elif isinstance(item, items.Block):
        corner = item.x * scale, item.y * scale
        ink.rectangle(
            (*corner, corner[0] + item.width * scale, corner[1] + item.height * scale), items.rgb8(item.color)
        )
    elif isinstance(item, items.Image):
        left, top, right, bottom = (
            round(edge * scale) for edge in (item.x, item.y, item.x + item.width, item.y + item.height)
        )
        if item.smooth:
            canvas.paste(_picture(item.pixels).resize((right - left, bottom - top)), (left, top))
            return
        rows = np.arange(bottom - top) * item.pixels.shape[0] // (bottom - top)
        columns = np.arange(right - left) * item.pixels.shape[1] // (right - left)
        canvas.paste(_picture(item.pixels[rows[:, None], columns]), (left, top))
    elif isinstance(item, items.PrintedLine):
        width = max(round(item.width * scale), 1)
        for path in item.paths:
            for piece in dashed(path, item.dash) if item.dash else [path]:
                ink.line([tuple(point) for point in (piece * scale).tolist()], items.rgb8(item.color), width, "curve")
    elif isinstance(item, items.Formula):
        _set_formula(ink, item, scale)
    elif isinstance(item, items.FilledShape):
        corners = [tuple(corner) for corner in (item.corners * scale).tolist()]
        width = max(round(item.hollow * scale), 1) if item.hollow else 0
        ink.polygon(corners, "white" if item.hollow else items.rgb8(item.color), items.rgb8(item.color), width)
    elif isinstance(item, items.DotSet):
        for x, y in (item.points * scale).tolist():
            r = item.radius * scale
            ink.ellipse((x - r, y - r, x + r, y + r), items.rgb8(item.color))
    elif isinstance(item, items.MarkerSet):
        for x, y in (item.points * scale).tolist():
            _mark(ink, item, x, y, items.MARKER * scale)


def _set_formula(ink: ImageDraw, item: items.Formula, scale: float) -> None:
    """Draw a symbol or an equation."""
    color = items.rgb8(item.color)
    for each in item.box.glyphs:
        at = (item.x + each.x) * scale, (item.y + each.y) * scale
        ink.text(at, each.text, color, font(max(round(each.size * scale), 1), FILES[each.style]), anchor="ls")
    for dot in item.box.dots:
        x, y, r = (item.x + dot.x) * scale, (item.y + dot.y) * scale, dot.radius * scale
        ink.ellipse((x - r, y - r, x + r, y + r), color)
    for stroke in item.box.strokes:
        points = [(item.x + x, item.y + y) for x, y in stroke.points]
        points = bezier(points) if stroke.bent else points
        line = [(x * scale, y * scale) for x, y in points]
        ink.line(line, color, max(round(stroke.thickness * scale), 1), "curve")


def _picture(pixels: NDArray[np.uint8]) -> Picture:
    from PIL import Image as Pictures

    return Pictures.fromarray(np.ascontiguousarray(pixels))


def _mark(ink: ImageDraw, item: items.MarkerSet, x: float, y: float, r: float) -> None:
    color, shape = items.rgb8(item.style.color), item.style.marker
    fill, width = ("white" if item.style.hollow else color), max(round(r / items.MARKER), 1)
    if shape in ("circle", "point"):
        r *= 1.0 if shape == "circle" else items.POINT / items.MARKER
        ink.ellipse((x - r, y - r, x + r, y + r), fill, color, width)
    elif shape == "cross":
        for side in (-1, 1):
            ink.line((x - r, y - side * r, x + r, y + side * r), color, 2 * width)
    else:
        ink.polygon([(x + dx * r, y + dy * r) for dx, dy in SHAPES[shape]], fill, color, width)


def _write(canvas: Picture, ink: ImageDraw, item: items.Lettering, scale: float) -> None:
    """Draw a text; one that reads upward is turned as a picture."""
    name, size = BOLD if item.bold else REGULAR, round(item.size * scale)
    width = math.ceil(text_width(item.words.replace(DOT, ""), size))
    if item.turned:
        from PIL import Image as Pictures
        from PIL import ImageDraw

        turned = Pictures.new("L", (width + size, 2 * size), 0)
        _letters(ImageDraw.Draw(turned), item.words, (0.0, 1.4 * size), size, name, 255)
        turned = turned.rotate(90, expand=True)
        corner = round(item.x * scale - 1.4 * size), round(item.y * scale - turned.height + width / 2)
        canvas.paste(items.rgb8(item.color), corner, turned)
        return
    left = item.x * scale - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.side] * width
    _letters(ink, item.words, (left, item.y * scale), size, name, items.rgb8(item.color))


def _letters(
    ink: ImageDraw, words: str, at: tuple[float, float], size: int, name: str, color: int | tuple[int, int, int]
) -> None:
    """Draw the letters of a text from a point of its baseline on, with dots over those that have one."""
    x, y = at
    for run, face in runs(words.replace(DOT, ""), size, name):
        ink.text((x, y), run, color, face, anchor="ls")
        x += face.getlength(run)
    for place in (place for place, letter in enumerate(words) if letter == DOT):
        before = text_width(words[: place - 1].replace(DOT, ""), size)
        middle = at[0] + before + text_width(words[place - 1], size) / 2
        r = 0.075 * size
        ink.ellipse((middle - r, y - 0.83 * size - r, middle + r, y - 0.83 * size + r), color)


def dashed(path: items.Path, dash: tuple[float, ...]) -> list[items.Path]:
    """Return the strokes of a dashed line; dash: lengths of strokes and gaps in turn."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    period = sum(dash)
    if not lengths[-1] > 0.0 or lengths[-1] > 2000.0 * period:
        return [path]
    pieces, start = [], 0.0
    while start < lengths[-1]:
        at = start
        for stroke, gap in zip(dash[::2], dash[1::2], strict=True):
            end = min(at + stroke, lengths[-1])
            if end > at:
                inner = path[(lengths > at) & (lengths < end)]
                ends = np.stack([np.interp((at, end), lengths, path[:, i]) for i in (0, 1)], axis=1)
                pieces.append(np.concatenate([ends[:1], inner, ends[1:]]))
            at += stroke + gap
        start += period
    return pieces
