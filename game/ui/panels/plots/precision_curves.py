"""The curves of work against precision: colours for orders, strokes and markers for kinds, equal methods as one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

import physics
from game.experiments.work_precision import WorkPrecisionPoint
from game.model.figures.axis import AxisScale, Column, scale_of
from game.model.words import later, tr
from game.ui.widgets.palette import Color, Tone
from physics.core.integrator import Integrator

MIN_ERROR = 1e-16
"""Error that a point without one is drawn at."""
EQUAL = 0.01
"""Greatest difference of the errors of two curves that count as one [powers of ten]."""
ORDERS: tuple[tuple[float, str, Color], ...] = (
    (1, "1", Tone.CURVE_2),
    (2, "2", Tone.CURVE_4),
    (3, "3", Tone.CURVE_6),
    (5, "4, 5", Tone.CURVE_3),
    (7, "6, 7", Tone.CURVE_5),
    (math.inf, "≥ 8", Tone.CURVE_1),
)
"""Colours by order of convergence: the greatest order of each, and its words in the legend."""
KINDS: dict[str, tuple[str, tuple[float, ...], str]] = {
    "explicit": (later("explicit"), (), "circle"),
    "implicit": (later("implicit"), (6.0, 4.0), "square"),
    "adaptive": (later("own step"), (9.0, 3.0, 2.0, 3.0), "diamond"),
}
"""Words, strokes and markers of the kinds of methods."""
DOUBLE = (6.0, 6.0)
"""Strokes of two curves that coincide, each in the gaps of the other."""


@dataclass(frozen=True)
class PrecisionStyle:
    """Look of a curve. second: the colour of the gaps between its strokes, where two curves coincide."""

    color: Color
    dash: tuple[float, ...]
    marker: str
    hollow: bool
    second: Color | None = None


@dataclass(frozen=True)
class PrecisionCurve:
    """The points of a method, or of several with the same points, by evaluations. methods: their names."""

    methods: tuple[str, ...]
    points: tuple[WorkPrecisionPoint, ...]
    x: Column
    y: Column
    style: PrecisionStyle

    @property
    def title(self) -> str:
        """The names of its methods."""
        return " = ".join(tr(physics.integrator(name).title) for name in self.methods)


def color_of(order: float) -> Color:
    """Return the colour of an order of convergence."""
    return next(shade for most, _, shade in ORDERS if order <= most)


def curves_of(points: Sequence[WorkPrecisionPoint]) -> list[PrecisionCurve]:
    """Return the curves of the points, in the order of `physics.integrators`; no two look the same."""
    found: list[PrecisionCurve] = []
    seen: dict[tuple[Color, str], int] = {}
    for name, method in physics.integrators().items():
        mine = sorted((each for each in points if each.integrator == name), key=lambda each: each.evaluations)
        if not mine:
            continue
        x = np.array([float(each.evaluations) for each in mine])
        y = np.array([max(each.error, MIN_ERROR) for each in mine])
        same = next((i for i, other in enumerate(found) if _coincide(other, x, y)), None)
        if same is not None:
            found[same] = _joined(found[same], name, method)
            continue
        key = color_of(method.order), method.kind
        style = _style(method, seen.get(key, 0))
        seen[key] = seen.get(key, 0) + 1
        found.append(PrecisionCurve((name,), tuple(mine), x, y, style))
    return found


def _style(method: Integrator, place: int) -> PrecisionStyle:
    """Return the look of a method; place: how many of its order and kind came before it."""
    _, dash, marker = KINDS[method.kind]
    markers = ((marker, False), (marker, True), ("up", False), ("up", True), ("down", False), ("down", True))
    return PrecisionStyle(color_of(method.order), dash, *markers[place % len(markers)])


def _coincide(other: PrecisionCurve, x: Column, y: Column) -> bool:
    """Return whether points cannot be told from those of a curve."""
    if len(x) != len(other.x) or (x != other.x).any():
        return False
    return bool((np.abs(np.log10(y) - np.log10(other.y)) < EQUAL).all())


def _joined(curve: PrecisionCurve, name: str, method: Integrator) -> PrecisionCurve:
    """Return a curve for one more method with the same points: strokes in two colours."""
    second = color_of(method.order)
    second = Tone.INK if second == curve.style.color else second
    style = replace(curve.style, dash=DOUBLE, second=second)
    return replace(curve, methods=(*curve.methods, name), style=style)


def scales_of(curves: Sequence[PrecisionCurve], floor: float) -> tuple[AxisScale, AxisScale]:
    """Return the axes of evaluations and of errors; floor: the error of the reference, 0 while it is not known."""
    x = scale_of([curve.x for curve in curves], True)
    errors = [curve.y for curve in curves]
    y = scale_of([*errors, np.array([floor])] if floor else errors, True)
    wider = 10.0 ** (0.03 * math.log10(x.high / x.low))
    low = min(y.low, floor / 6.0) if floor else y.low
    return AxisScale(x.low / wider, x.high * wider, True), AxisScale(low, max(y.high, 2.0), True)
