"""Dashes along lines."""

from __future__ import annotations

import numpy as np
import pytest

from game.looks.kit.dashes import dashed, phase_round


def pieces(points: np.ndarray) -> list[np.ndarray]:
    """Return the parts of a line between its gaps, without empty ones."""
    lifted = np.flatnonzero(np.isnan(points).any(axis=1))
    parts = np.split(points, lifted)
    return [part for part in (each[~np.isnan(each).any(axis=1)] for each in parts) if len(part) > 1]


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("count", [3, 40, 1000])
def test_dashes_end_at_whole_numbers_of_the_phase_however_dense_the_points(count: int, backwards: bool) -> None:
    x = np.linspace(0.25, 5.25, count)[:: -1 if backwards else 1]
    points = np.stack([x, 0.0 * x, 0.0 * x], axis=1).astype(np.float32)
    found, opacity = dashed(points, x.astype(np.float32), x)
    ends = sorted(tuple(sorted((part[0, 0], part[-1, 0]))) for part in pieces(found))
    assert np.array(ends) == pytest.approx(np.array([(0.25, 1.0), (2.0, 3.0), (4.0, 5.0)]), abs=1e-5)
    drawn = np.isfinite(found[:, 0])
    assert opacity[drawn] == pytest.approx(found[drawn, 0], abs=1e-5), "interpolated, as the places are"


def test_a_lifted_pen_stays_lifted() -> None:
    x = np.linspace(0.0, 0.9, 10)
    points = np.stack([x, x, x], axis=1).astype(np.float32)
    points[4] = np.nan
    found, _ = dashed(points, np.ones(10, np.float32), x)
    assert [len(part) for part in pieces(found)] == [4, 5]


def test_dashes_stay_on_a_closed_curve_wherever_the_path_on_it_begins() -> None:
    angle = np.linspace(0.0, 2.0 * np.pi, 193)
    curve = np.stack([2.0 * np.cos(angle), np.sin(angle), 1.0 + 0.0 * angle], axis=1)
    axis = np.array([0.0, 0.0, 1.0])
    for start in (0, 50, 150):
        begun = np.vstack([curve[start:-1], curve[: start + 1]])
        phase = phase_round(begun[::4], begun, axis, 10)
        assert phase[-1] - phase[0] == pytest.approx(20.0, abs=1e-6), "a whole number of dashes"
        same = phase_round(curve[start : start + 1], curve, axis, 10)
        assert (phase[0] - same[0] + 10.0) % 20.0 == pytest.approx(10.0, abs=0.1)
