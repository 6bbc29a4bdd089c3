"""Where the sun stands over a field by the hour, and in what light."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.model.daylight import FIRST_HOUR, LAST_HOUR, USUAL_HOUR, air_mass, daylight, sun_of, sun_place
from game.model.frame import SUN


def test_the_sun_is_highest_at_noon_in_the_south_and_goes_round_westward() -> None:
    height, azimuth = sun_place(12.0)
    assert math.degrees(height) == pytest.approx(90.0 - 50.0 + 23.44) and azimuth == pytest.approx(0.0)
    before, after = sun_place(9.0), sun_place(15.0)
    assert before[0] == pytest.approx(after[0]) and before[1] == pytest.approx(-after[1]) and after[1] > 0.0
    assert all(sun_place(hour)[0] > math.radians(8.0) for hour in (FIRST_HOUR, LAST_HOUR))


def test_the_usual_hour_has_the_usual_light() -> None:
    usual = daylight(USUAL_HOUR)
    assert np.allclose(usual.to_sun, np.array(SUN) / np.linalg.norm(SUN)) and sun_of(None) == SUN
    assert usual.turn == pytest.approx(0.0) and usual.exposure == pytest.approx(1.0)
    assert np.allclose([usual.sun, usual.sky, usual.ground], 1.0)


def test_a_low_sun_is_dim_and_red_and_a_high_one_bright_and_blue() -> None:
    assert air_mass(math.pi / 2.0) == pytest.approx(1.0, abs=1e-3)
    assert air_mass(math.radians(10.0)) == pytest.approx(5.58, abs=0.02), "Kasten and Young, table"
    evening, noon = daylight(LAST_HOUR), daylight(12.0)
    assert 0.6 > evening.sun[0] > evening.sun[1] > evening.sun[2] > 0.0
    assert 1.0 < noon.sun[0] < noon.sun[1] < noon.sun[2]
    assert evening.sky[1] < 1.0 < noon.sky[1] and noon.exposure < 1.0 < evening.exposure
