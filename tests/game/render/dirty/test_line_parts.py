"""The parts of a picture with lines of light."""

from __future__ import annotations

import numpy as np
import pytest

from game.model.frame import Ribbon
from game.render.dirty.dirty_regions import line_parts
from tests.game.render.overlay.test_smooth_paths import RIGHT, SIZE, UP, VIEW, circle


@pytest.mark.parametrize("turn", [0.0, 0.3, 0.5])
def test_they_hold_the_curve_between_the_places_of_a_path(turn: float) -> None:
    """Check a circle of eight chords, which is 19 pixels beyond them at most: no light may be left behind."""
    angle = 2.0 * np.pi * (np.arange(-2, 10) + turn) / 8
    middle = circle(4)[:, :3].mean(axis=0)
    places = middle + 0.15 * (np.outer(np.cos(angle), RIGHT) + np.outer(np.sin(angle), UP))
    points = np.column_stack([places, np.ones(len(places))]).astype(np.float32)
    (left, top, wide, high), *others = line_parts([Ribbon(points, 1.0, 1.0)], VIEW, SIZE)
    assert not others
    round_ = middle + 0.15 * np.array([np.cos(a) * RIGHT + np.sin(a) * UP for a in np.linspace(0.0, 6.3, 200)])
    seen = np.array([VIEW.project(place, SIZE) for place in round_])
    assert seen[:, 0].min() >= left and seen[:, 0].max() <= left + wide
    assert SIZE[1] - seen[:, 1].max() >= top and SIZE[1] - seen[:, 1].min() <= top + high
