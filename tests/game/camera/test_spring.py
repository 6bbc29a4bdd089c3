from __future__ import annotations

import numpy as np
import pytest

from game.camera.spring import BodyFollower, spring_step


def walked(speed: float, fps: int, seconds: float = 3.0) -> float:
    """Return how far the point is behind a body in steady motion in the end [m]."""
    leash, point = BodyFollower(np.zeros(3)), np.zeros(3)
    for k in range(1, round(seconds * fps) + 1):
        body = np.array((speed * k / fps, 0.0, 0.0))
        point = point + leash.follow(body, 1 / fps, leap=10.0)
    return float(body[0] - point[0])


@pytest.mark.parametrize("fps", [15, 60, 144])
def test_point_catches_up_with_steady_motion_at_any_frame_rate(fps: int) -> None:
    assert abs(walked(2.0, fps)) < 1e-4


def test_point_does_not_follow_an_oscillation() -> None:
    leash, way = BodyFollower(np.zeros(3)), []
    for k in range(1, 241):
        body = np.array((0.0, 0.0, 0.1 * np.sin(2 * np.pi * 8.0 * k / 120)))
        way.append(leash.follow(body, 1 / 120, leap=10.0)[2])
    assert np.ptp(np.cumsum(way)[120:]) < 0.5 * 0.2


def test_body_that_is_placed_elsewhere_has_no_speed() -> None:
    """Otherwise the point would overshoot."""
    leash, body = BodyFollower(np.zeros(3)), np.array((5.0, 0.0, 0.0))
    way = np.cumsum([leash.follow(body, 1 / 60, leap=1.0)[0] for _ in range(180)])
    assert way.max() <= 5.0
    assert way[-1] == pytest.approx(5.0, abs=1e-4)
    assert way[0] < 1.0


def test_spring_step_is_the_same_in_one_piece_or_in_many() -> None:
    goal, speed, stiffness = np.array((1.0, -2.0)), np.array((0.3, 0.0)), np.array((2.0, 14.0))
    whole = spring_step(np.zeros(2), np.ones(2), goal, speed, stiffness, 0.5)
    pieces = np.zeros(2), np.ones(2)
    for k in range(1, 11):
        pieces = spring_step(*pieces, goal + speed * (0.05 * k - 0.5), speed, stiffness, 0.05)
    np.testing.assert_allclose(pieces, whole, rtol=1e-12)


def test_spring_obeys_its_equation() -> None:
    """x'' = -w^2 (x - goal) - 2 w x', by central differences, for a goal at rest."""
    h, w = 1e-4, 3.0
    x = [spring_step(np.array([1.0]), np.array([-5.0]), np.array([0.4]), 0.0, w, 0.2 + k * h)[0][0] for k in (-1, 0, 1)]
    speed, acceleration = (x[2] - x[0]) / (2 * h), (x[2] - 2 * x[1] + x[0]) / h**2
    assert acceleration == pytest.approx(-(w**2) * (x[1] - 0.4) - 2 * w * speed, abs=1e-5)
