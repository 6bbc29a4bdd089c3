"""The caustic under a hull of clear plastic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.looks.table import caustic as optics
from game.looks.table.caustic import INDEX, caustic, cell, entries, on_shell, refracted
from game.model.frame import LAMP

AXES, PLAN = (0.2, 0.03, 0.02), 0.12
UPRIGHT = np.eye(3)


def flux(pool) -> float:
    """Return the light on the floor relative to that on the flat of the hull."""
    _, beam = entries(PLAN, AXES[1])
    return float((pool.gain * cell(pool.points.astype(float))).sum() / beam.sum())


def test_rays_bend_by_snells_law_up_to_total_reflection() -> None:
    angles = np.radians([0.0, 20.0, 40.0, 43.0, 70.0])
    rays = np.stack([np.sin(angles), 0.0 * angles, -np.cos(angles)], axis=1)
    up = np.array([0.0, 0.0, 1.0])
    out, share = refracted(rays, up, INDEX)
    assert np.linalg.norm(out, axis=1) == pytest.approx(1.0)
    assert out[:3, 0] == pytest.approx(INDEX * np.sin(angles[:3]))
    assert (share[3:] == 0.0).all(), "beyond 42.2 degrees"
    assert share[0] == pytest.approx(1.0 - ((INDEX - 1.0) / (INDEX + 1.0)) ** 2)
    assert share[0] > share[2] > 0.0


def test_rays_leave_where_they_meet_the_shell() -> None:
    start = np.array([[[0.01, 0.002, 0.0], [-0.05, 0.01, 0.0]]])
    ray = np.array([0.3, 0.2, -0.93])
    place, normal = on_shell(start, ray, AXES)
    assert ((place / AXES) ** 2).sum(axis=-1) == pytest.approx(np.ones((1, 2)))
    assert np.cross(place - start, ray) == pytest.approx(np.zeros((1, 2, 3)), abs=1e-12)
    assert np.cross(place / np.square(AXES), normal) == pytest.approx(np.zeros((1, 2, 3)), abs=1e-9)
    assert (place[..., 2] < 0.0).all()


def test_transmitted_light_is_most_but_not_more_than_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optics, "MAX_GAIN", math.inf)
    monkeypatch.setattr(optics, "RIM", 1e-9)
    monkeypatch.setattr(optics, "smooth", lambda gain: gain)
    assert 0.5 < flux(caustic(AXES, PLAN, UPRIGHT, np.array([0.0, 0.0, 0.02]))) < 0.92
    tilted = np.array([[1.0, 0.0, 0.0], [0.0, math.cos(0.3), -math.sin(0.3)], [0.0, math.sin(0.3), math.cos(0.3)]])
    lamp = np.array(LAMP) / np.linalg.norm(LAMP)
    turned = flux(caustic(AXES, PLAN, tilted, np.array([0.0, 0.0, 0.025])))
    assert turned < 0.92 * float(lamp @ tilted[:, 2]) / lamp[2]


def test_a_plate_moves_the_light_aside_and_a_lens_gathers_it() -> None:
    """Check that an almost flat shell gives uniform brightness and that a curved one is brighter farther off."""
    plate = caustic((40.0, 6.0, 0.004), PLAN, UPRIGHT, np.array([0.0, 0.0, 0.004]))
    inner = plate.gain[: optics.OUT // 3, :]
    assert inner == pytest.approx(np.full(inner.shape, inner[0, 0]), rel=0.01)
    assert 0.85 < inner[0, 0] < 0.93
    bent = caustic(AXES, PLAN, UPRIGHT, np.array([0.0, 0.0, 0.035]))
    assert bent.gain.max() > 1.5
    lamp = np.array(LAMP)
    assert plate.points[0].mean(axis=0) @ lamp[:2] < 0.0, "away from the lamp"


def test_rays_that_do_not_leave_downwards_give_no_light() -> None:
    over = np.diag([1.0, -1.0, -1.0])
    assert caustic(AXES, PLAN, over, np.array([0.0, 0.0, 0.02])).gain.max() == 0.0
