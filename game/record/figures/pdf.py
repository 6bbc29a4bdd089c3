"""Drawings as PDF: lines and shapes as paths, words as text in fonts of which the file has what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from game.model import resources
from game.model.equations.glyphs import FILES
from game.model.figures.figure import RGB, Figure
from game.record.figures import drawing_items as items
from game.record.figures.figure_layout import lay_out
from game.record.figures.letter_outlines import SIDES, bezier, formula_outlines, lettering_outlines
from game.record.figures.metrics import BOLD, FOLDER, REGULAR, runs, text_width
from game.record.figures.svg import SHAPES

if TYPE_CHECKING:
    from fpdf import FPDF

MEASURED = 100
"""Height [pixels] at which the advances of letters are measured."""
WHITE: RGB = (1.0, 1.0, 1.0)


def figure_pdf(figure: Figure) -> bytes:
    """Return a figure as a PDF document."""
    return drawing_pdf(lay_out(figure, text_width), figure.title)


def drawing_pdf(drawing: items.Drawing, title: str) -> bytes:
    """Return a drawing as a PDF document of one page of its size; a point of it is 1/72 inch."""
    from fpdf import FPDF

    page = FPDF(unit="pt", format=(drawing.width, drawing.height))
    page.set_auto_page_break(False)
    page.set_margin(0)
    page.c_margin = 0.0
    page.set_title(title)
    page.set_creator("Polhode")
    page.add_page()
    pen = PdfPen(page)
    for item in drawing.items:
        pen.draw(item)
    return bytes(page.output())


class PdfPen:
    """Draws items on a page."""

    def __init__(self, page: FPDF) -> None:
        self._page = page
        self._known: set[str] = set()

    def draw(self, item: items.Item) -> None:
        """Draw an item."""
        page = self._page
        match item:
            case items.Lettering():
                self._lettering(item)
            case items.Formula():
                self._formula(item)
            case items.PrintedLine():
                for path in item.paths:
                    if len(path) > 1:
                        self._path(path, stroke=item.color, width=item.width, dash=item.dash)
            case items.FilledShape():
                fill, edge = (WHITE, item.color) if item.hollow else (item.color, None)
                self._path(item.corners, stroke=edge, width=item.hollow, fill=fill, closed=True)
            case items.DotSet():
                page.set_fill_color(*items.rgb8(item.color))
                for x, y in item.points.tolist():
                    page.circle(x, y, item.radius, style="F")
            case items.Block():
                page.set_fill_color(*items.rgb8(item.color))
                page.rect(item.x, item.y, item.width, item.height, style="F")
            case items.Clip():
                with page.rect_clip(item.x, item.y, item.width, item.height):
                    for each in item.items:
                        self.draw(each)
            case items.MarkerSet():
                self._markers(item)
            case items.Image():
                self._image(item)

    def _path(
        self,
        points: items.Path,
        stroke: RGB | None = None,
        width: float = 0.0,
        dash: Sequence[float] = (),
        fill: RGB | None = None,
        closed: bool = False,
    ) -> None:
        """Draw joined points, filled or as a line."""
        with self._page.drawing_context() as ink:
            path = _styled(stroke, width, dash, fill)
            path.style.auto_close = closed
            corners = points.tolist()
            path.move_to(*corners[0])
            for x, y in corners[1:]:
                path.line_to(x, y)
            if closed:
                path.close()
            ink.add_item(path)

    def _halo(self, outlines: str, width: float) -> None:
        """Draw the white edge of letters."""
        from fpdf.svg import svg_path_converter

        with self._page.drawing_context() as ink:
            path = _styled(WHITE, 2.0 * width, (), WHITE)
            svg_path_converter(path, outlines)
            ink.add_item(path)

    def _set_font(self, file: str, size: float, color: RGB) -> None:
        family = file.removesuffix(".ttf")
        if file not in self._known:
            self._page.add_font(family, fname=resources.path(f"{FOLDER}/{file}"))
            self._known.add(file)
        self._page.set_font(family, size=size)
        self._page.set_text_color(*items.rgb8(color))

    def _lettering(self, item: items.Lettering) -> None:
        if item.halo > 0.0:
            self._halo(lettering_outlines(item), item.halo)
        before = SIDES[item.side] * text_width(item.words, item.size)
        if item.turned:
            with self._page.rotation(90, item.x, item.y):
                self._words(item, item.x - before)
        else:
            self._words(item, item.x - before)

    def _words(self, item: items.Lettering, x: float) -> None:
        for run, font in runs(item.words, MEASURED, BOLD if item.bold else REGULAR):
            self._set_font(str(font.path).replace("\\", "/").rsplit("/", 1)[-1], item.size, item.color)
            self._page.text(x, item.y, run)
            x += font.getlength(run) * item.size / MEASURED

    def _formula(self, item: items.Formula) -> None:
        if item.halo > 0.0:
            self._halo(formula_outlines(item), item.halo)
        page = self._page
        for each in item.box.glyphs:
            self._set_font(FILES[each.style], each.size, item.color)
            page.text(item.x + each.x, item.y + each.y, each.text)
        page.set_fill_color(*items.rgb8(item.color))
        for dot in item.box.dots:
            page.circle(item.x + dot.x, item.y + dot.y, dot.radius, style="F")
        for stroke in item.box.strokes:
            points = [(item.x + x, item.y + y) for x, y in stroke.points]
            line = np.array(bezier(points) if stroke.bent else points)
            self._path(line, stroke=item.color, width=stroke.thickness)

    def _markers(self, item: items.MarkerSet) -> None:
        page, style = self._page, item.style
        shape, fill = style.marker, WHITE if style.hollow else style.color
        for x, y in item.points.tolist():
            if shape in ("circle", "point"):
                page.set_fill_color(*items.rgb8(fill))
                page.set_draw_color(*items.rgb8(style.color))
                page.set_line_width(1.0)
                page.circle(x, y, items.MARKER if shape == "circle" else items.POINT, style="DF")
            elif shape == "cross":
                r = 0.9 * items.MARKER
                for side in (-1, 1):
                    self._path(np.array([(x - r, y - side * r), (x + r, y + side * r)]), stroke=style.color, width=1.0)
            else:
                corners = np.array([(x + items.MARKER * dx, y + items.MARKER * dy) for dx, dy in SHAPES[shape]])
                self._path(corners, stroke=style.color, width=1.0, fill=fill, closed=True)

    def _image(self, item: items.Image) -> None:
        from PIL import Image as Picture

        picture = Picture.fromarray(np.ascontiguousarray(item.pixels))
        self._page.image(picture, item.x, item.y, item.width, item.height)


def _styled(stroke: RGB | None, width: float, dash: Sequence[float], fill: RGB | None) -> Any:
    """Return an empty path that is drawn so."""
    from fpdf.drawing import PaintedPath

    path = PaintedPath()
    path.style.auto_close = False
    path.style.stroke_color = _ink(stroke)
    path.style.stroke_width = width or None
    path.style.stroke_join_style = "round"
    path.style.stroke_dash_pattern = tuple(dash) or None
    path.style.fill_color = _ink(fill)
    path.style.paint_rule = {
        (True, False): "stroke", (False, True): "fill_nonzero", (True, True): "stroke_fill_nonzero",
    }[stroke is not None, fill is not None]  # fmt: skip
    return path


@lru_cache(maxsize=64)
def _ink(color: RGB | None) -> Any:
    from fpdf.drawing import DeviceRGB

    return None if color is None else DeviceRGB(*(min(max(part, 0.0), 1.0) for part in color))
