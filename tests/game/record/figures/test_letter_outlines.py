"""Outlines of letters and lines: bent strokes pass where their control points say."""

from __future__ import annotations

import numpy as np
import pytest

from game.record.figures.letter_outlines import bezier


def test_a_bent_stroke_begins_and_ends_at_its_outer_points_along_its_sides() -> None:
    control = np.array([(1.0, 2.0), (1.0, 5.0), (7.0, 5.0), (7.0, 2.0)])
    points = np.array(bezier(list(map(tuple, control)), count=1000))
    assert points[0] == pytest.approx(control[0]) and points[-1] == pytest.approx(control[-1])
    assert 1000 * (points[1] - points[0]) == pytest.approx(3 * (control[1] - control[0]), abs=0.05)
    assert points[500] == pytest.approx((4.0, 4.25)), "three quarters of the way up"


def test_control_points_at_equal_distances_make_a_straight_line() -> None:
    points = np.array(bezier([(0.0, 0.0), (1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]))
    assert points[:, 0] == pytest.approx(np.linspace(0.0, 3.0, 13))
    assert points[:, 1] == pytest.approx(2.0 * points[:, 0])
