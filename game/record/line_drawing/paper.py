"""The paper of a drawing: as much of the view as what is drawn takes, so wide that letters can be read in print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.model.frame import Curve, Instance, Ribbon, SceneFrame, View
from game.record.line_drawing.depth_map import Floats64, Screen
from game.record.line_drawing.feature_lines import placed

COLUMN, TALLEST = 520.0, 620.0
"""Greatest width and height of what is drawn [points]: printed 8 cm wide, words have 6 points and symbols 10."""
ROOM = 120.0
"""Paper round it for names [points]."""
BEYOND = 1.0
"""How far beyond the edges of the picture bodies and arrows are drawn, in its widths and heights."""


class Paper(NamedTuple):
    """A view on paper of a width and height [points]; pixel: size on it of a pixel of a picture 1280 wide [points]."""

    view: View
    size: tuple[float, float]
    pixel: float


def paper(frame: SceneFrame, aspect: float, bodies: Sequence[Instance]) -> Paper:
    """Return the paper of a drawing of a frame, in which bodies are whole; aspect: width by height of its picture."""
    page = np.array([aspect, 1.0])
    screen = Screen(frame.view, (aspect, 1.0))
    found = [_edges(points, screen, BEYOND * page) for points in _whole(frame, bodies)]
    found += [_edges(points, screen, np.zeros(2)) for points in _within(frame)]
    corners = np.concatenate([np.empty((0, 2)), *found])
    low, high = (corners.min(axis=0), corners.max(axis=0)) if len(corners) else (np.zeros(2), page)
    wide, tall = np.maximum(high - low, 1e-3)
    scale = min(COLUMN / wide, TALLEST / tall)
    low, high = low - ROOM / scale, high + ROOM / scale
    half, middle = (high - low) / page, (low + high) / page - 1.0
    part = np.diag([*1.0 / half, 1.0, 1.0])
    part[3, :2] = -middle[0] / half[0], middle[1] / half[1]  # pictures have y downward
    projection = np.asarray(frame.view.projection, float) @ part
    width, height = (scale * (high - low)).tolist()
    return Paper(replace(frame.view, projection=projection), (width, height), aspect * scale / 1280.0)


def _whole(frame: SceneFrame, bodies: Sequence[Instance]) -> Iterator[Floats64]:
    """Yield points (n, 3) [m] of what is drawn as a whole."""
    for body in bodies:
        yield placed(body)[0]
    for arrow in frame.arrows:
        yield np.stack([arrow.tail, arrow.tip]).astype(float)


def _within(frame: SceneFrame) -> Iterator[Floats64]:
    """Yield points (n, 3) [m] of what is drawn as far as the picture has it."""
    lines: list[Curve | Ribbon] = [*frame.curves, *frame.ribbons]
    for line in lines:
        yield np.asarray(line.points, float)[:, :3]
    for points in frame.points:
        yield np.asarray(points.positions, float)


def _edges(points: Floats64, screen: Screen, beyond: Floats64) -> Floats64:
    """Return the corners (2, 2) round points that are in the picture or by so much (2,) beyond it; (0, 2): none is."""
    places, depth = screen.place(points[np.isfinite(points).all(axis=1)])
    size = np.asarray(screen.size)
    places = places[depth > 1e-6]
    inside = ((places >= -beyond) & (places <= size + beyond)).all(axis=1)
    return np.stack([places[inside].min(axis=0), places[inside].max(axis=0)]) if inside.any() else np.empty((0, 2))
