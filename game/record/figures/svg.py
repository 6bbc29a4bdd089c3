"""Figures as SVG: lines as paths, texts as text, on white ground."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray

from game.model.figures.figure import RGB, Figure
from game.record.figures import drawing_items as items
from game.record.figures.figure_layout import lay_out
from game.record.figures.letter_outlines import formula_outlines, lettering_outlines
from game.record.figures.metrics import text_width

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow, even as references."""
FONTS = "Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
SHAPES = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
    "up": ((0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    "down": ((0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
}
"""Corners of markers, in their half-width."""


def svg_text(figure: Figure) -> str:
    """Return a figure as an SVG document."""
    return drawing_text(lay_out(figure, text_width), figure.title)


def drawing_text(drawing: items.Drawing, title: str) -> str:
    """Return a drawing as an SVG document."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{FONTS}" fill="none" stroke-linejoin="round">',
        f"<title>{_escaped(title)}</title>",
    ]
    clips = 0
    for item in drawing.items:
        if isinstance(item, items.Clip):
            clips += 1
            lines += [
                f'<clipPath id="plot{clips}"><rect x="{item.x:.2f}" y="{item.y:.2f}" width="{item.width:.2f}" '
                f'height="{item.height:.2f}"/></clipPath>',
                f'<g clip-path="url(#plot{clips})">',
                *(line for each in item.items for line in _item(each)),
                "</g>",
            ]
        else:
            lines += _item(item)
    return "\n".join([*lines, "</svg>", ""])


def _item(item: items.Item) -> Iterable[str]:
    """Yield the elements of an item."""
    if isinstance(item, items.Lettering):
        if item.halo > 0.0:
            yield _halo(lettering_outlines(item), item.halo)
        yield _text(item)
    elif isinstance(item, items.Formula):
        outlines = formula_outlines(item)
        halo = _halo(outlines, item.halo) if item.halo > 0.0 else ""
        yield (
            f'<g class="formula"><title>{_escaped(item.words)}</title>{halo}<path d="{outlines}" '
            f'fill="{_hex(item.color)}"/></g>'
        )
    elif isinstance(item, items.FilledShape):
        ink = _hex(item.color)
        look = f'fill="white" stroke="{ink}" stroke-width="{item.hollow:g}"' if item.hollow else f'fill="{ink}"'
        kind = f' class="{item.kind}"' if item.kind else ""
        yield f'<path{kind} d="{_path(item.corners)}Z" {look}/>'
    elif isinstance(item, items.DotSet):
        yield f'<g class="dots" fill="{_hex(item.color)}">'
        for x, y in item.points.tolist():
            yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{item.radius:g}"/>'
        yield "</g>"
    elif isinstance(item, items.PrintedLine):
        path = " ".join(_path(each) for each in item.paths)
        dash = f' stroke-dasharray="{" ".join(f"{part:g}" for part in item.dash)}"' if item.dash else ""
        kind = f' class="{item.kind}"' if item.kind else ""
        named = f"<title>{_escaped(item.name)}</title>" if item.name else ""
        if path:
            yield (
                f'<path{kind} d="{path}" stroke="{_hex(item.color)}" stroke-width="{item.width:g}"{dash}>{named}</path>'
            )
    elif isinstance(item, items.Block):
        yield (
            f'<rect x="{item.x:.2f}" y="{item.y:.2f}" width="{item.width:.2f}" height="{item.height:.2f}" '
            f'fill="{_hex(item.color)}"/>'
        )
    elif isinstance(item, items.Image):
        edges = "" if item.smooth else ' style="image-rendering:pixelated"'
        yield (
            f'<image x="{item.x:.2f}" y="{item.y:.2f}" width="{item.width:.2f}" height="{item.height:.2f}" '
            f'preserveAspectRatio="none"{edges} href="{_as_address(item.pixels)}"/>'
        )
    elif isinstance(item, items.MarkerSet):
        ink = _hex(item.style.color)
        fill = "white" if item.style.hollow else ink
        yield f'<g class="markers" stroke="{ink}" stroke-width="1" fill="{fill}">'
        for x, y in item.points:
            yield _marker(item.style.marker, float(x), float(y))
        yield "</g>"


def _halo(outlines: str, width: float) -> str:
    """Return the white edge of letters; twice as wide as is seen, because they lie on its inner half."""
    return f'<path class="halo" d="{outlines}" fill="white" stroke="white" stroke-width="{2.0 * width:g}"/>'


def _as_address(pixels: NDArray[np.uint8]) -> str:
    """Return a picture (h, w, 3) as the address of a PNG that contains it."""
    from PIL import Image as Picture

    data = BytesIO()
    Picture.fromarray(np.ascontiguousarray(pixels)).save(data, "PNG")
    return f"data:image/png;base64,{b64encode(data.getvalue()).decode('ascii')}"


def _marker(shape: str, x: float, y: float) -> str:
    if shape in ("circle", "point"):
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{items.MARKER if shape == "circle" else items.POINT:g}"/>'
    if shape == "cross":
        r = 0.9 * items.MARKER
        return f'<path d="M{x - r:.2f} {y - r:.2f}l{2 * r:.2f} {2 * r:.2f}m0 {-2 * r:.2f}l{-2 * r:.2f} {2 * r:.2f}"/>'
    corners = " ".join(f"{x + items.MARKER * dx:.2f},{y + items.MARKER * dy:.2f}" for dx, dy in SHAPES[shape])
    return f'<polygon points="{corners}"/>'


def _path(points: items.Path) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points.tolist())


def _text(item: items.Lettering) -> str:
    turned = f' transform="rotate(-90 {item.x:.2f} {item.y:.2f})"' if item.turned else ""
    bold = ' font-weight="500"' if item.bold else ""
    side = "" if item.side == "start" else f" text-anchor={quoteattr(item.side)}"
    # The layout knows the widths of Roboto; letters of another font are set as wide, and reach into nothing beside.
    wide = f' textLength="{text_width(item.words, item.size):.2f}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{item.x:.2f}" y="{item.y:.2f}" font-size="{item.size:g}" fill="{_hex(item.color)}"{side}{bold}'
        f"{turned}{wide if len(item.words) > 1 else ''}>{_escaped(item.words)}</text>"
    )


def _escaped(words: str) -> str:
    """Return words as text of XML, with a sign in place of characters that no document may have."""
    return escape(NOT_XML.sub("\ufffd", words))


def _hex(color: RGB) -> str:
    return "#" + "".join(f"{part:02x}" for part in items.rgb8(color))
