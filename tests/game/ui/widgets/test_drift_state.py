from __future__ import annotations

import math

import numpy as np
import pytest

from game.ui.widgets.drift_state import HELD, curve_points, drift_heights, worst_state
from game.ui.widgets.theme import DRIFTS
from physics.simulation.outcome import InvariantValue

BOX = (10.0, 20.0, 110.0, 34.0)


def test_the_height_of_a_drift_is_logarithmic_on_one_scale() -> None:
    heights = drift_heights(np.array([0.0, 1e-15, 1e-8, -1e-1, 1.0, 5e-13]))
    assert heights[:5] == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0])
    assert heights[5] < 0.2, "5e-13 fills less than a third"
    assert drift_heights(np.array([1e-9]))[0] == pytest.approx(HELD)
    assert math.isnan(drift_heights(np.array([math.nan]))[0])


def test_a_curve_is_interrupted_where_there_is_no_drift() -> None:
    runs = curve_points(np.arange(4.0), np.array([1e-15, math.nan, 1e-1, 1e-1]), BOX)
    assert [[tuple(point) for point in run] for run in runs] == [
        [(10.0, 34.0)],
        [(pytest.approx(10.0 + 200.0 / 3.0), 20.0), (110.0, 20.0)],
    ]
    assert curve_points(np.empty(0), np.empty(0), BOX) == []


def test_the_worst_state_is_counted() -> None:
    readings = {name: InvariantValue(1.0, drift, 0.0) for name, drift in (("a", 1e-12), ("b", 1e-4), ("c", -1e-4))}
    assert worst_state(readings) == (DRIFTS[2], 2)


def test_every_state_has_a_shape_of_its_own() -> None:
    assert len({band.shape for band in DRIFTS}) == len(DRIFTS)
