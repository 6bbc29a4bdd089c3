from __future__ import annotations

import numpy as np
import pytest

from game.sound.roughness import PERIOD, SIZE, octave, roughness


def test_the_profile_has_unit_mean_square_and_waves_of_one_octave() -> None:
    profile = octave()
    assert profile[0] == profile[-1]
    assert np.mean(profile[:-1] ** 2) == pytest.approx(1.0, abs=1e-5)
    power = np.abs(np.fft.rfft(profile[:-1])) ** 2
    inside = power[SIZE // PERIOD : 2 * SIZE // PERIOD].sum()
    assert inside / power.sum() == pytest.approx(1.0, abs=1e-6)


def test_a_place_has_one_height_whenever_it_is_read() -> None:
    places = np.linspace(-3.0, 3.0, 1001)
    assert np.array_equal(roughness(places, 5.0), roughness(places[::-1], 5.0)[::-1])
    round_ = SIZE / PERIOD
    assert roughness(places + round_, 0.0) == pytest.approx(roughness(places, 0.0), abs=1e-7)
