"""Flights between poses: smooth, the shorter way round, and complete in the end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT
from game.camera.transitions import MAX_SECONDS, MIN_SECONDS, along_path, between, ease, seconds_between, tour

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


TIMES, STOPS = (0.0, 2.0, 3.0, 5.0, 9.0), (NEAR, FAR, FAR, BACK, CLOSER)


def test_path_is_at_each_stop_at_its_time_and_rests_outside() -> None:
    for time, stop in zip(TIMES, STOPS, strict=True):
        pose = along_path(TIMES, STOPS, time)
        assert pose[ELEVATION:] == pytest.approx(stop[ELEVATION:])
        assert math.remainder(pose[AZIMUTH] - stop[AZIMUTH], math.tau) == pytest.approx(0.0, abs=1e-12)
    assert along_path(TIMES, STOPS, -1.0) == pytest.approx(NEAR)
    assert along_path(TIMES, STOPS, 99.0) == pytest.approx(CLOSER)
    assert along_path((4.0,), (FAR,), 0.0) == pytest.approx(FAR)


def test_path_has_no_jolts_and_does_not_overshoot() -> None:
    for time in (*TIMES, *np.linspace(0.1, 8.9, 14)):
        fine = np.linspace(time - 5e-3, time + 5e-3, 21)
        way = np.array([along_path(TIMES, STOPS, each) for each in fine])
        way[:, AZIMUTH] = np.unwrap(way[:, AZIMUTH])
        rates = np.diff(way, axis=0) / 5e-4
        assert np.abs(np.diff(rates, axis=0)).max() < 0.05, "velocities are continuous"
        assert np.abs(rates[(fine[:-1] < 0.0) | (fine[:-1] > 9.0)]).max(initial=0.0) < 0.05
    coarse = np.linspace(-0.5, 9.5, 401)
    way = np.array([along_path(TIMES, STOPS, time) for time in coarse])
    way[:, AZIMUTH] = np.unwrap(way[:, AZIMUTH])
    rests = way[(coarse < -0.01) | (coarse > 9.01)], way[(coarse > 2.001) & (coarse < 2.999)]
    assert all(np.abs(np.diff(each[: len(each) // 2], axis=0)).max() < 1e-9 for each in rests), (
        "before the first stop, and at one that is named twice, it rests"
    )
    low, high = np.min(STOPS, axis=0), np.max(STOPS, axis=0)
    assert (way[:, ELEVATION:] > low[ELEVATION:] - 1e-9).all() and (way[:, ELEVATION:] < high[ELEVATION:] + 1e-9).all()
    assert np.ptp(way[:, AZIMUTH]) < math.pi, "the shorter way"


def test_path_without_motion_goes_from_stop_to_stop_at_once() -> None:
    assert along_path(TIMES, STOPS, 1.99, still=True) == pytest.approx(NEAR)
    assert along_path(TIMES, STOPS, 2.0, still=True) == pytest.approx(FAR)
