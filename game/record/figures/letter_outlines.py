"""Outlines of letters as paths, so that print shows them as they were set, on any machine."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from game.model import resources
from game.model.equations.glyphs import FILES
from game.record.figures.drawing_items import (
    Formula,
    Lettering,
)
from game.record.figures.metrics import BOLD, FOLDER, REGULAR, runs, text_width

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

SIDES = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""Part of the width of a text that is left of its anchor."""
ROUND = 0.5522847498
"""Distance of the inner control points of a Bézier curve that is a quarter of a circle, in radii."""
MEASURED = 100
"""Height [pixels] at which the advances of letters are measured."""


@lru_cache(maxsize=8)
def _face(name: str) -> TTFont:
    from fontTools.ttLib import TTFont

    return TTFont(resources.path(f"{FOLDER}/{name}"), lazy=True)


def _letters(words: str, name: str, size: float, x: float, y: float) -> tuple[str, float]:
    """Return letters side by side as the data of an SVG path, their baseline beginning at (x, y), and their end."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    face = _face(name)
    scale = size / face["head"].unitsPerEm
    glyphs, letters = face.getGlyphSet(), face.getBestCmap() or {}
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
    for letter in words:
        glyph = glyphs[letters.get(ord(letter), ".notdef")]
        glyph.draw(TransformPen(pen, (scale, 0.0, 0.0, -scale, x, y)))
        x += scale * glyph.width
    return pen.getCommands(), x


def lettering_outlines(item: Lettering) -> str:
    """Return the outlines of a text that does not read upward, as the data of an SVG path."""
    x = item.x - SIDES[item.side] * text_width(item.words, item.size)
    parts = []
    for run, font in runs(item.words, MEASURED, BOLD if item.bold else REGULAR):
        name = str(font.path).replace("\\", "/").rsplit("/", 1)[-1]
        outline, x = _letters(run, name, item.size, x, item.y)
        parts.append(outline)
    return "".join(parts)


def formula_outlines(item: Formula) -> str:
    """Return the outlines of a symbol or an equation as the data of an SVG path: letters, dots and lines."""
    box = item.box
    parts = [
        _letters(each.text, FILES[each.style], each.size, item.x + each.x, item.y + each.y)[0] for each in box.glyphs
    ]
    parts += [_disk(item.x + dot.x, item.y + dot.y, dot.radius) for dot in box.dots]
    for stroke in box.strokes:
        points = [(item.x + x, item.y + y) for x, y in stroke.points]
        points = bezier(points) if stroke.bent else points
        parts += [_bar(start, end, stroke.thickness) for start, end in pairwise(points)]
    return "".join(parts)


def bezier(control: list[tuple[float, float]], count: int = 12) -> list[tuple[float, float]]:
    """Return points of a cubic Bézier curve with four control points."""
    found = []
    for k in range(count + 1):
        t = k / count
        shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        found.append(
            (
                sum(share * x for share, (x, _) in zip(shares, control, strict=True)),
                sum(share * y for share, (_, y) in zip(shares, control, strict=True)),
            )
        )
    return found


def _disk(x: float, y: float, r: float) -> str:
    k = ROUND * r
    return (
        f"M{x + r:.2f} {y:.2f}C{x + r:.2f} {y + k:.2f} {x + k:.2f} {y + r:.2f} {x:.2f} {y + r:.2f}"
        f"C{x - k:.2f} {y + r:.2f} {x - r:.2f} {y + k:.2f} {x - r:.2f} {y:.2f}"
        f"C{x - r:.2f} {y - k:.2f} {x - k:.2f} {y - r:.2f} {x:.2f} {y - r:.2f}"
        f"C{x + k:.2f} {y - r:.2f} {x + r:.2f} {y - k:.2f} {x + r:.2f} {y:.2f}Z"
    )


def _bar(start: tuple[float, float], end: tuple[float, float], thickness: float) -> str:
    """Return a straight line as a filled shape."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length <= 0.0:
        return ""
    ax, ay = 0.5 * thickness * dx / length, 0.5 * thickness * dy / length
    corners = (
        (start[0] - ax - ay, start[1] - ay + ax),
        (end[0] + ax - ay, end[1] + ay + ax),
        (end[0] + ax + ay, end[1] + ay - ax),
        (start[0] - ax + ay, start[1] - ay - ax),
    )
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"
