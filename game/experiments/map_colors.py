"""Colours of a map: a scale for its values, and a pattern for each other state of a cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.colormap import sequential
from game.model.figures.axis import AxisScale
from game.model.words import decimal, tr
from physics.core.units import format_number
from physics.studies.outcome_map import OutcomeMap
from physics.studies.outcomes import CellState

SHADES = 256
TABLE = sequential(np.linspace(0.0, 1.0, SHADES))
"""Colours of the values, (256, 4), the smallest first."""
LATEST_PART = 1e-3
"""Least time on a scale of times, as a part of the duration."""
GROUND = {
    CellState.UNKNOWN: (128, 128, 132), CellState.NEVER: (6, 6, 9), CellState.EXCLUDED: (74, 77, 84),
    CellState.REFUSED: (205, 205, 208), CellState.FAILED: (20, 60, 64),
}  # fmt: skip
"""Colour of each state without a value."""
LINES = {CellState.REFUSED: (120, 120, 126), CellState.FAILED: (120, 235, 225)}
"""Colour of the lines over two of them: along one diagonal, and along both."""
LINE_DISTANCE, LINE_WIDTH = 8, 2
"""Distance and width of these lines [pixels]."""

Pixels = NDArray[np.uint8]


class MapPicture(NamedTuple):
    """A map as a picture: pixels (h, w, 4), the upper row first; scale: of the values [SI]."""

    pixels: Pixels
    scale: AxisScale
    states: frozenset[CellState]


def color_scale(chart: OutcomeMap) -> AxisScale:
    """Return the scale of the colours [SI]; never empty."""
    chosen, duration = chart.request.chosen, chart.request.run.duration
    known = chart.values[chart.states == CellState.KNOWN]
    if chosen.outcome.late:
        least = float(known.min()) if len(known) else 0.0
        return AxisScale(min(max(least, LATEST_PART * duration), 0.5 * duration), duration, True)
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    room = 0.5 * (high == low) * max(abs(high), 1.0)
    return AxisScale(low - room, high + room)


def painted(chart: OutcomeMap, width: int, height: int) -> MapPicture:
    """Return the picture of a map in so many pixels, with coarse cells where fine ones are not known yet."""
    values, states = chart.filled()
    scale = color_scale(chart)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = scale.parts(values)
    parts = np.nan_to_num(np.clip(parts, 0.0, 1.0))
    shades = np.rint((1.0 - parts if chart.request.chosen.outcome.late else parts) * (SHADES - 1)).astype(np.intp)
    cells = TABLE[shades]
    for state, ground in GROUND.items():
        cells[states == state] = (*ground, 255)
    rows = np.arange(height)[::-1] * values.shape[0] // height
    columns = np.arange(width) * values.shape[1] // width
    pixels = cells[rows[:, None], columns]
    seen = states[rows[:, None], columns]
    for state in LINES:
        pixels[(seen == state) & _lines(state, height, width)] = (*LINES[state], 255)
    return MapPicture(pixels, scale, frozenset(CellState(each) for each in np.unique(states)))


def _lines(state: CellState, height: int, width: int) -> NDArray[np.bool_]:
    """Return the pixels of the lines over a state, (height, width)."""
    down, right = np.indices((height, width))
    rising = (down + right) % LINE_DISTANCE < LINE_WIDTH
    return rising | ((down - right) % LINE_DISTANCE < LINE_WIDTH) if state == CellState.FAILED else rising


def sample(state: CellState, side: int) -> Pixels:
    """Return a square of the pattern of a state for a key, (side, side, 4)."""
    pixels = np.full((side, side, 4), (*GROUND[state], 255), np.uint8)
    if state in LINES:
        pixels[_lines(state, side, side)] = (*LINES[state], 255)
    return pixels


def strip(late: bool, height: int) -> Pixels:
    """Return the colours of the scale as a column of pixels, the largest value above, (height, 1, 4)."""
    shades = np.linspace(SHADES - 1, 0, height).astype(np.intp)
    return TABLE[shades[::-1] if late else shades][:, None]


def state_words(chart: OutcomeMap, state: CellState) -> str:
    """Return what a state without a value means in a map."""
    request = chart.request
    if state == CellState.NEVER:
        if not request.chosen.outcome.late:
            return tr("no result")
        return tr("not within {time} s", time=decimal(format_number(request.run.duration)))
    return {
        CellState.UNKNOWN: tr("not computed yet"),
        CellState.EXCLUDED: tr("excluded by energy"),
        CellState.REFUSED: tr("values not allowed"),
        CellState.FAILED: tr("run ended early"),
    }[state]


def without_value(picture: MapPicture) -> list[CellState]:
    """Return the states without a value that a picture shows, for its key."""
    return [state for state in GROUND if state in picture.states]
