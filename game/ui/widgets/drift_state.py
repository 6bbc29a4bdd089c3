"""The state of an invariant, as shape, word and colour, and the curve of its drift."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from game.model.words import tr
from game.ui.label_placement import Box
from game.ui.widgets.basic import font
from game.ui.widgets.number_text import power
from game.ui.widgets.theme import DIM, DRIFTS, SMALL_SIZE, DriftBand, Shape, Theme, drift_color, packed
from physics.simulation.outcome import InvariantValue

LEAST, GREATEST = -15.0, -1.0
"""Decimal logarithms of the drifts at the lower and the upper edge of every curve."""
HELD = (math.log10(DRIFTS[0].below) - LEAST) / (GREATEST - LEAST)
"""Height at which *held* ends, as a fraction of that of the curve."""
DOT, GAP = 0.2, 0.6
"""Length of a dot of the line there, and distance between two [em]."""


def draw_shape(ink: imgui.ImDrawList, band: DriftBand, x: float, y: float, em: float) -> None:
    """Draw the shape of a state about a middle [points]."""
    color, r = packed(band.color), 0.26 * em
    match band.shape:
        case Shape.DISC:
            ink.add_circle_filled(imgui.ImVec2(x, y), r, color, 20)
        case Shape.RING:
            ink.add_circle(imgui.ImVec2(x, y), r, color, 20, 0.1 * em)
        case Shape.TRIANGLE:
            low, side = y + 0.8 * r, 1.15 * r
            ink.add_triangle_filled(
                imgui.ImVec2(x, y - 1.1 * r), imgui.ImVec2(x + side, low), imgui.ImVec2(x - side, low), color
            )
        case Shape.CROSS:
            for side in (-0.85 * r, 0.85 * r):
                ink.add_line(
                    imgui.ImVec2(x - side, y - 0.85 * r), imgui.ImVec2(x + side, y + 0.85 * r), color, 0.12 * em
                )


def draw_state(
    ink: imgui.ImDrawList, band: DriftBand, right: float, top: float, theme: Theme, words: str = ""
) -> float:
    """Draw shape and word of a state that end at `right` [points], in small letters; return their left edge.

    words: the word with more beside it, such as a number.
    """
    em, words = theme.em, words or tr(band.word)
    with font(theme.medium, SMALL_SIZE):
        size = imgui.calc_text_size(words)
        left = right - size.x
        ink.add_text(imgui.ImVec2(round(left), round(top)), packed(band.color), words)
        draw_shape(ink, band, left - 0.6 * em, top + 0.52 * size.y, em)
    return left - 0.9 * em


def worst_state(readings: Mapping[str, InvariantValue]) -> tuple[DriftBand, int]:
    """Return the worst state among invariants, and how many have it."""
    bands = [drift_color(reading.drift) for reading in readings.values()]
    worst = max(bands, key=DRIFTS.index)
    return worst, bands.count(worst)


def draw_worst_state(
    ink: imgui.ImDrawList, readings: Mapping[str, InvariantValue], right: float, top: float, theme: Theme
) -> float:
    """Draw how many invariants have the worst state among them, and that state; return the left edge [points]."""
    band, count = worst_state(readings)
    left = draw_state(ink, band, right, top, theme)
    if len(readings) == 1:
        return left
    words = tr("all {count}", count=count) if count == len(readings) else f"{count}/{len(readings)}"
    with font(theme.regular, SMALL_SIZE):
        left -= imgui.calc_text_size(words).x + 0.4 * theme.em
        ink.add_text(imgui.ImVec2(round(left), round(top)), packed(DIM), words)
    return left


def states_explained() -> str:
    """Return what the words of the states and the curve of a drift mean, as the lines of a tooltip."""
    held, close, drifts, lost = (tr(band.word) for band in DRIFTS)
    limits = [power(round(math.log10(band.below))).removeprefix("×") for band in DRIFTS[:-1]]
    return "\n".join(
        (
            tr("relative drift: change since the start, divided by the size at the start"),
            tr("{word}: below {limit}", word=held, limit=limits[0]),
            tr("{word}: below {limit}", word=close, limit=limits[1]),
            tr("{word}: below {limit}", word=drifts, limit=limits[2]),
            tr("{word}: {limit} or more", word=lost, limit=limits[2]),
            tr("curve: its size in this run, from 10⁻¹⁵ to 10⁻¹, logarithmic; dotted: 10⁻⁹"),
        )
    )


def drift_heights(drifts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the heights of drifts (n,) in their curve: 1e-15 is 0, 1e-1 is 1, logarithmic; NaN stays NaN."""
    with np.errstate(divide="ignore"):
        heights: NDArray[np.float64] = (np.log10(np.abs(drifts)) - LEAST) / (GREATEST - LEAST)
    return np.clip(heights, 0.0, 1.0)


def drift_height(drift: float) -> float:
    """Return the height of one drift in its curve; the upper edge where it is not finite."""
    if not math.isfinite(drift):
        return 1.0
    size = math.log10(abs(drift)) if drift else LEAST
    return min(max((size - LEAST) / (GREATEST - LEAST), 0.0), 1.0)


Runs: TypeAlias = "list[list[imgui.ImVec2Like]]"
"""The parts of a curve between its gaps [points]."""


def curve_points(times: NDArray[np.float64], drifts: NDArray[np.float64], box: Box) -> Runs:
    """Return the curve of drifts (n,) over times (n,), which fills the width of a box [points]."""
    left, top, right, bottom = box
    span = times[-1] - times[0] if len(times) > 1 else 0.0
    across = left + (times - times[0]) / span * (right - left) if span > 0.0 else np.full(len(times), left)
    heights = bottom - drift_heights(drifts) * (bottom - top)
    points: list[imgui.ImVec2Like] = [
        imgui.ImVec2(x, y) for x, y in zip(across.tolist(), heights.tolist(), strict=True)
    ]
    gaps = np.flatnonzero(np.isnan(heights)).tolist()
    runs = (points[before + 1 : gap] for before, gap in pairwise((-1, *gaps, len(points))))
    return [run for run in runs if run]


@lru_cache(maxsize=32)
def _dots(box: Box, em: float) -> tuple[tuple[imgui.ImVec2, imgui.ImVec2], ...]:
    """Return the ends of the dots of the line where *held* ends."""
    left, top, right, bottom = box
    line, count = round(bottom - HELD * (bottom - top)) + 0.5, math.ceil((right - left) / (GAP * em))
    starts = [left + k * GAP * em for k in range(count)]
    return tuple((imgui.ImVec2(x, line), imgui.ImVec2(min(x + DOT * em, right), line)) for x in starts)


def draw_drift_curve(ink: imgui.ImDrawList, runs: Runs, band: DriftBand, box: Box, em: float) -> None:
    """Draw the curve of a drift in a box [points], over the line where *held* ends."""
    shade = packed(DIM)
    for begin, end in _dots(box, em):
        ink.add_line(begin, end, shade, 1.0)
    color = packed(band.color)
    for run in runs:
        if len(run) > 1:
            ink.add_polyline(run, color, 0.1 * em, 0)
        else:
            ink.add_circle_filled(run[0], 0.1 * em, color, 8)
