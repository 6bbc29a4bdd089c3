"""The windsock: its bands fly with the wind, as many as it fills, and the others hang."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.looks.places.windsock import BANDS, KNOT, POLE, SOCK, band_directions, windsock


@pytest.mark.parametrize("speed", [-15.0, -8.0, 8.0, 15.0])
def test_a_storm_fills_the_sock_along_the_wind(speed: float) -> None:
    ways = band_directions(speed, 0.0)
    assert (ways[:, 0] * speed > 0.0).all()
    assert (np.abs(ways[:, 0]) > np.abs(ways[:, 2])).all(), "15 knots, 7.7 m/s, fill it"


def test_each_three_knots_fill_one_more_band() -> None:
    for filled in range(BANDS + 1):
        ways = band_directions(3.0 * KNOT * filled, 0.0)
        assert np.count_nonzero(ways[:, 0] > -ways[:, 2]) == filled
        assert (np.diff(ways[:, 0]) <= 1e-12).all(), "it droops towards its end"
    assert band_directions(0.0, 0.0) == pytest.approx(np.tile([0.0, 0.0, -1.0], (BANDS, 1)))


@pytest.mark.parametrize("speed", [-20.0, 20.0])
@pytest.mark.parametrize("elevation", [-math.pi / 2, -0.4, 0.4, math.pi / 2])
def test_it_slopes_as_the_wind_does(speed: float, elevation: float) -> None:
    wind = math.copysign(1.0, speed) * np.array([math.cos(elevation), 0.0, math.sin(elevation)])
    assert band_directions(speed, elevation)[0] @ wind > 0.99


@pytest.mark.parametrize(("speed", "elevation"), [(-15.0, 0.0), (2.5, 0.0), (3.0, math.pi / 2)])
def test_the_drawn_sock_hangs_at_the_top_of_its_pole(speed: float, elevation: float) -> None:
    parts = windsock((3.0, 2.0), 4.0, speed, elevation)
    points = np.vstack([each.mesh.vertices[:, :3] @ each.model[:3, :3] + each.model[3, :3] for each in parts[1:]])
    assert np.isfinite(np.vstack([each.mesh.vertices for each in parts])).all()
    assert np.ptp(points[:, 1]) < 0.3 * SOCK * 4.0 and points[:, 1].mean() == pytest.approx(2.0, abs=0.05)
    assert np.linalg.norm(points - [3.0, 2.0, POLE * 4.0], axis=1).max() < 1.5 * SOCK * 4.0
    assert (points[:, 0].mean() - 3.0) * speed > 0.0 or elevation
    assert windsock((3.0, 2.0), 4.0, 0.0, 0.0) == ()
