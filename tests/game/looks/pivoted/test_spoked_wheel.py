"""Moments of a spoked wheel, from points drawn at random in its parts."""

import numpy as np
import pytest

from game.looks.pivoted import spoked_wheel as wheel

COUNT = 200_000


def in_parts(size: wheel.WheelSizes) -> list[tuple[float, np.ndarray]]:
    """Return the share of the mass, and points (n, 2) evenly in a part: distance from the axis, and height [m]."""
    rng, r = np.random.default_rng(3), size.radius
    turn, far = rng.uniform(0.0, 2.0 * np.pi, COUNT), wheel.TYRE * r * np.sqrt(rng.uniform(0.0, 1.0, COUNT))
    out = (1.0 - wheel.TYRE) * r + far * np.cos(turn)
    kept = rng.uniform(0.0, r, COUNT) < out  # a ring has more room outside
    tyre = np.stack([out, far * np.sin(turn)], 1)[kept]
    inner, outer = (wheel.RIM - 0.5 * wheel.DEEP) * r, (wheel.RIM + 0.5 * wheel.DEEP) * r
    rim = np.stack([np.sqrt(rng.uniform(inner**2, outer**2, COUNT)), wheel.WIDE * r * rng.uniform(-1, 1, COUNT)], 1)
    rods = np.stack([rng.uniform(wheel.HUB, wheel.RIM, COUNT) * r, np.zeros(COUNT)], 1)
    hub = np.stack([wheel.HUB * r * np.sqrt(rng.uniform(0, 1, COUNT)), size.hub * rng.uniform(-0.5, 0.5, COUNT)], 1)
    shares = wheel.TYRE_SHARE, wheel.RIM_SHARE, wheel.SPOKES_SHARE, wheel.HUB_SHARE
    return list(zip(shares, (tyre, rim, rods, hub), strict=True))


@pytest.mark.parametrize("thickness", [0.0064, 0.02])
def test_a_wheel_has_mass_and_moments_of_its_disk(thickness: float) -> None:
    radius = 0.08
    parts = in_parts(wheel.like_a_disk(radius, thickness))
    assert sum(share for share, _ in parts) == pytest.approx(1.0, rel=1e-12)
    about = sum(share * float((points[:, 0] ** 2).mean()) for share, points in parts)
    along = sum(share * float((points[:, 1] ** 2).mean()) for share, points in parts)
    assert about == pytest.approx(0.5 * radius**2, rel=3e-3)
    assert 0.5 * about + along == pytest.approx(0.25 * radius**2 + thickness**2 / 12.0, rel=3e-3)


def test_a_wheel_is_smaller_than_its_disk() -> None:
    size = wheel.like_a_disk(0.08, 0.0064)
    assert 0.9 * 0.08 > size.radius > 0.08 * np.sqrt(0.5)
    mesh = wheel.tyred_rim(size, 0.1)
    assert np.hypot(*mesh.vertices[:, :2].T).max() == pytest.approx(size.radius, rel=1e-6)
    assert wheel.like_a_disk(0.08, 0.0).hub > 0.0
