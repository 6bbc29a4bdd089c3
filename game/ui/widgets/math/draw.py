"""Drawing of equations with Dear ImGui, in the STIX fonts, and their cache."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any

from imgui_bundle import imgui

from game.model.equations.glyphs import FILES, Extent, FontMeasures
from game.model.equations.layout import MathBox, Region, Typesetter
from game.model.equations.parse import Row, Style, parse, plain

MAX_KEPT = 500
"""Number of layouts above which the cache is cleared."""


class EquationPen:
    """Lays equations out and draws them.

    The fonts are added to the current context of Dear ImGui. names: of the quantities by their declared symbols; the
    places of these symbols are returned where an equation is drawn. prose: what `Flow` has laid out with this pen; it
    holds boxes of equations and is cleared with them.
    """

    def __init__(self, folder: Path) -> None:
        self._measures = {style: FontMeasures(folder / name) for style, name in FILES.items()}
        atlas = imgui.get_io().fonts
        self._fonts = {style: atlas.add_font_from_file_ttf(str(folder / name), 16.0) for style, name in FILES.items()}
        self._names: dict[str, str] = {}
        self._kept: dict[tuple[str, float, float], list[MathBox]] = {}
        self.prose: dict[Hashable, Any] = {}

    def use(self, names: Mapping[str, str]) -> None:
        """Set the names of the quantities by symbol."""
        names = {plain(symbol): name for symbol, name in names.items()}
        if names != self._names:
            self._names = names
            self._kept.clear()
            self.prose.clear()

    def lines(self, text: str, size: float, width: float) -> list[MathBox]:
        """Return an equation as lines at most `width` points wide. Raises EquationError."""
        return self._keep(text, size, width, lambda row, setter: setter.lines(row, size, width))

    def inline(self, text: str, size: float) -> MathBox:
        """Return an equation for a line of prose. Raises EquationError."""
        (box,) = self._keep(text, size, 0.0, lambda row, setter: [setter.row(row.items, size, False)])
        return box

    def _keep(
        self, text: str, size: float, width: float, make: Callable[[Row, Typesetter], list[MathBox]]
    ) -> list[MathBox]:
        key = text, round(size, 2), round(width)
        if key not in self._kept:
            if len(self._kept) > MAX_KEPT:
                self._kept.clear()
            self._kept[key] = make(parse(text), Typesetter(self._measure, self._names))
        return self._kept[key]

    def _measure(self, words: str, style: Style) -> Extent:
        return self._measures[style].text(words)

    def draw(self, ink: imgui.ImDrawList, box: MathBox, x: float, y: float, color: int) -> list[Region]:
        """Draw a box with its origin at (x, y) on the screen; return the places of its symbols there."""
        for glyphs in box.glyphs:
            measures = self._measures[glyphs.style]
            size = max(round(glyphs.size * measures.line), 1)  # of whole points, or letters are blurred
            top = y + glyphs.y - measures.ascent * size / measures.line
            at = imgui.ImVec2(round(x + glyphs.x), round(top))
            ink.add_text(self._fonts[glyphs.style], size, at, color, glyphs.text)
        for stroke in box.strokes:
            points: list[Any] = [imgui.ImVec2(x + px, y + py) for px, py in stroke.points]
            thickness = max(stroke.thickness, 1.0)
            if stroke.bent:
                ink.add_bezier_cubic(points[0], points[1], points[2], points[3], color, thickness)
            elif len(points) == 2 and points[0].y == points[1].y:
                top = round(points[0].y - thickness / 2)
                low, high = imgui.ImVec2(points[0].x, top), imgui.ImVec2(points[1].x, top + max(round(thickness), 1))
                ink.add_rect_filled(low, high, color)
            else:
                ink.add_polyline(points, color, thickness, 0)
        for dot in box.dots:
            ink.add_circle_filled(imgui.ImVec2(x + dot.x, y + dot.y), max(dot.radius, 0.8), color)
        return [region.moved(x, y) for region in box.regions]
