"""Flights between poses: smooth, the shorter way round, and complete in the end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT
from game.camera.transitions import MAX_SECONDS, MIN_SECONDS, between, ease, seconds_between, tour

NEAR = np.array((0.3, 0.2, 0.5, 0.0, 0.0, 0.4))
FAR = np.array((2.9, 0.9, 3.0, 20.0, -4.0, 1.0))
BACK = np.array((-3.0, 0.1, 0.5, 0.0, 0.0, 0.4))
CLOSER = np.array((0.3, 0.2, 0.1, 0.0, 0.0, 0.4))


def places(start: np.ndarray, end: np.ndarray, steps: int = 400) -> np.ndarray:
    return np.array([between(start, end, part) for part in np.linspace(0.0, 1.0, steps)])


@pytest.mark.parametrize(("start", "end"), [(NEAR, FAR), (FAR, NEAR), (NEAR, BACK), (NEAR, CLOSER), (CLOSER, NEAR)])
def test_flight_begins_and_ends_at_its_poses(start: np.ndarray, end: np.ndarray) -> None:
    way = places(start, end)
    assert way[0] == pytest.approx(start, abs=1e-9)
    assert way[-1, ELEVATION:] == pytest.approx(end[ELEVATION:], abs=1e-6)
    assert math.remainder(way[-1, AZIMUTH] - end[AZIMUTH], math.tau) == pytest.approx(0.0, abs=1e-9)
    assert np.abs(np.diff(way[:, AZIMUTH])).sum() <= math.pi + 1e-9, "the shorter way"
    assert (way[:, ARM] > 0.0).all()


def test_picture_moves_evenly_during_a_flight() -> None:
    way = places(NEAR, FAR)
    passing = np.hypot(np.linalg.norm(np.diff(way[:, PIVOT], axis=0), axis=1) * 1.35**2, np.diff(way[:, ARM]))
    passing /= way[:-1, ARM]
    assert np.ptp(passing) < 0.03 * passing.mean()
    assert way[:, ARM].max() > 1.5 * FAR[ARM], "a long way is overlooked from farther away"


def test_ease_has_no_jumps_of_speed() -> None:
    parts = np.array([ease(part) for part in np.linspace(-0.1, 1.1, 1201)])
    rates = np.diff(parts) * 1000.0
    assert (parts[0], parts[-1]) == (0.0, 1.0)
    assert rates.min() >= 0.0
    assert np.abs(np.diff(rates)).max() < 0.02, "no jerk"
    assert np.ptp(rates[480:720]) < 1e-6, "an even speed amid"


def test_longer_flight_takes_longer_within_bounds() -> None:
    assert seconds_between(NEAR, NEAR) == MIN_SECONDS
    assert MIN_SECONDS < seconds_between(NEAR, BACK) < seconds_between(NEAR, FAR) <= MAX_SECONDS


def test_tour_visits_each_stop_and_closes() -> None:
    stops = [NEAR, FAR, BACK]
    times = np.linspace(0.0, 12.0, 3000, endpoint=False)
    poses = np.array([tour(stops, time, 12.0) for time in times])
    for stop in stops:
        assert np.abs(poses[:, ARM:] - stop[ARM:]).max(axis=1).min() < 1e-6
    assert tour(stops, 12.0, 12.0) == pytest.approx(poses[0])
    eyes = poses[:, PIVOT] + poses[:, ARM : ARM + 1] * np.column_stack(
        (np.cos(poses[:, 1]) * np.cos(poses[:, 0]), np.cos(poses[:, 1]) * np.sin(poses[:, 0]), np.sin(poses[:, 1]))
    )
    steps = np.linalg.norm(np.diff(np.vstack([eyes, eyes[:1]]), axis=0), axis=1)
    assert steps.max() < 0.3, "nowhere a jump, not at the seam either"


def test_tour_that_keeps_still_jumps_from_pose_to_pose() -> None:
    stops = [np.array((azimuth, 0.3, 2.0, 0.0, 0.0, 0.0)) for azimuth in (0.0, 1.0, 2.0)]
    azimuths = [tour(stops, time, 6.0, still=True)[0] for time in np.linspace(0.0, 5.99, 40)]
    assert sorted({round(float(azimuth), 9) for azimuth in azimuths}) == [0.0, 1.0, 2.0]
