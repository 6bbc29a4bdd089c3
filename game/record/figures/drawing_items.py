"""What figures and drawings are made of, whatever file they become: points from the upper left corner, y downward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.equations.layout import MathBox
from game.model.figures.figure import RGB, CurveStyle

TEXT = 12.0
"""Usual size of letters."""
BLACK: RGB = (0.09, 0.10, 0.13)
MARKER, POINT = 3.2, 1.0
"""Half-widths of a marker, and of the dots of a dense pattern."""
Path = NDArray[np.float64]
"""Points of a line, (n, 2)."""


class Lettering(NamedTuple):
    """A text; x, y: of its anchor on the baseline, `side` start, middle or end. turned: reads upward.

    halo: width of the white edge of letters that do not read upward, 0: none.
    """

    x: float
    y: float
    words: str
    size: float = TEXT
    color: RGB = BLACK
    side: str = "start"
    bold: bool = False
    turned: bool = False
    halo: float = 0.0


class PrintedLine(NamedTuple):
    """Joined points; dash: strokes and gaps in turn. kind: what it is, such as grid, axis or curve."""

    paths: Sequence[Path]
    color: RGB
    width: float
    dash: tuple[float, ...] = ()
    kind: str = ""
    name: str = ""


class MarkerSet(NamedTuple):
    """Markers of one shape at points (n, 2)."""

    points: Path
    style: CurveStyle
    name: str = ""


class FilledShape(NamedTuple):
    """A filled polygon with corners (n, 2); where hollow it is white, with an edge of this width in its colour."""

    corners: Path
    color: RGB
    kind: str = ""
    hollow: float = 0.0


class DotSet(NamedTuple):
    """Filled dots of one radius at points (n, 2)."""

    points: Path
    radius: float
    color: RGB


class Formula(NamedTuple):
    """A symbol or an equation, set; x, y: of its origin on the baseline. words: it as text. halo: as of a text."""

    x: float
    y: float
    box: MathBox
    words: str
    color: RGB = BLACK
    halo: float = 0.0


class Block(NamedTuple):
    """A filled rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float
    color: RGB


class Clip(NamedTuple):
    """The drawing of one plot's curves, cut at a rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float
    items: tuple[PrintedLine | MarkerSet, ...]


class Image(NamedTuple):
    """A picture (h, w, 3) in a rectangle: left, top, width, height; its pixels keep their edges unless it is smooth."""

    x: float
    y: float
    width: float
    height: float
    pixels: NDArray[np.uint8]
    smooth: bool = False


Item = Lettering | PrintedLine | FilledShape | DotSet | Formula | Block | Clip | MarkerSet | Image


@dataclass
class Drawing:
    """A laid out figure: its size and items, the lowest first."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)


def rgb8(color: RGB) -> tuple[int, int, int]:
    """Return a colour as whole numbers of 0 to 255."""
    red, green, blue = (round(255 * min(max(part, 0.0), 1.0)) for part in color)
    return red, green, blue
