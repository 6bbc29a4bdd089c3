from __future__ import annotations

import numpy as np
import pytest

from game.camera.spring import Leash


def walked(speed: float, fps: int, seconds: float = 3.0) -> float:
    """How far behind a body that moves steadily the point is in the end [m]."""
    leash, point = Leash(np.zeros(3)), np.zeros(3)
    for k in range(1, round(seconds * fps) + 1):
        body = np.array((speed * k / fps, 0.0, 0.0))
        point = point + leash.follow(body, 1 / fps, leap=10.0)
    return float(body[0] - point[0])


@pytest.mark.parametrize("fps", [15, 60, 144])
def test_it_catches_up_with_what_moves_steadily_at_any_rate_of_pictures(fps: int) -> None:
    assert abs(walked(2.0, fps)) < 1e-4


def test_it_does_not_take_part_in_a_wobble() -> None:
    leash, way = Leash(np.zeros(3)), []
    for k in range(1, 241):
        body = np.array((0.0, 0.0, 0.1 * np.sin(2 * np.pi * 8.0 * k / 120)))
        way.append(leash.follow(body, 1 / 120, leap=10.0)[2])
    assert np.ptp(np.cumsum(way)[120:]) < 0.5 * 0.2


def test_a_body_that_is_put_elsewhere_has_no_speed() -> None:
    """Else the point would shoot beyond it."""
    leash, body = Leash(np.zeros(3)), np.array((5.0, 0.0, 0.0))
    way = np.cumsum([leash.follow(body, 1 / 60, leap=1.0)[0] for _ in range(180)])
    assert way.max() <= 5.0
    assert way[-1] == pytest.approx(5.0, abs=1e-4)
    assert way[0] < 1.0
