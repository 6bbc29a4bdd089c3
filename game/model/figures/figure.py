"""A figure for print: plots with curves and axes, and the table of all their numbers.

It is plain data that any part of the program can make; `game.record.figures` writes it as SVG, PNG or CSV.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.model.figures.axis import AxisScale
from game.model.figures.caption import CaptionValue

Column = NDArray[np.float64]
RGB = tuple[float, float, float]
"""sRGB components, 0 to 1."""

SOLID: tuple[float, ...] = ()
DASHES: tuple[tuple[float, ...], ...] = (SOLID, (6.0, 4.0), (2.0, 3.0), (9.0, 3.0, 2.0, 3.0), (12.0, 4.0))
"""Lengths of strokes and gaps in turn, in points: solid, dashed, dotted, dash-dotted, long dashes."""


@dataclass(frozen=True)
class CurveStyle:
    """How a curve is drawn. line: whether its points are joined; marker: shape at each point, or "".

    Markers: circle, square, diamond, up, down, cross, point (a small circle); filled, or an outline where `hollow`.
    second: colour of the gaps between the strokes of a dashed line, for two curves that coincide.
    """

    color: RGB
    weight: float = 1.5
    dash: tuple[float, ...] = SOLID
    line: bool = True
    marker: str = ""
    hollow: bool = False
    second: RGB | None = None


@dataclass(frozen=True)
class FigureCurve:
    """One curve: its name in the legend, "" for none there; its points (NaN: a gap), and how it is drawn.

    y goes by the axis of its unit. label: what stands at the curve itself, or ""; labelled_at: the place of its left
    end and middle, and leader: the ends of a line from the curve to it, or () [parts of the plot, from below left].
    """

    name: str
    unit: str
    x: Column
    y: Column
    style: CurveStyle
    label: str = ""
    labelled_at: tuple[float, float] | None = None
    leader: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class FigureAxis:
    """An axis: its scale, and what is written along it."""

    scale: AxisScale
    title: str
    unit: str = ""


@dataclass(frozen=True)
class FigureImage:
    """A picture that fills a plot, and its key. pixels: (h, w, 3), the upper row first.

    key: the axis of the colours, which `strip` (n, 3) shows, the largest value first. samples: patterns (h, w, 3) of
    what has no value, each with its meaning.
    """

    pixels: NDArray[np.uint8]
    key: FigureAxis
    strip: NDArray[np.uint8]
    samples: tuple[tuple[NDArray[np.uint8], str], ...] = ()


@dataclass(frozen=True)
class FigurePlot:
    """One plot. y: the axes at the left and, if there is a second unit, at the right.

    known_down_to: value of the first y axis below which it is shaded, because nothing is known there; 0: nowhere;
    unknown: what is written there. image: a picture behind the curves; the plot has one y axis then.
    """

    x: FigureAxis
    y: tuple[FigureAxis, ...]
    curves: tuple[FigureCurve, ...]
    height: float = 220.0
    known_down_to: float = 0.0
    unknown: str = ""
    image: FigureImage | None = None


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its name with its unit, and its numbers."""

    heading: str
    values: Column


@dataclass(frozen=True)
class Figure:
    """A figure: its titles and plots. table: computes its columns, which may have different lengths.

    arrays: computes what an array file has instead, by name. Both may take long; they are called in a thread of their
    own. picture: (h, w, 3), above the plots; values, and a caption in words, stand below them.
    """

    title: str
    subtitle: str
    plots: tuple[FigurePlot, ...]
    table: Callable[[], Sequence[TableColumn]] = field(default=lambda: ())
    arrays: Callable[[], Mapping[str, Any]] = field(default=dict)
    picture: NDArray[np.uint8] | None = None
    values: tuple[CaptionValue, ...] = ()
    caption: str = ""
