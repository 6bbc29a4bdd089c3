"""Each voice against its formula, and its spectrum."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.sound.voices import (
    PERIOD,
    SIZE,
    Boom,
    Clicks,
    Moments,
    Partial,
    PhaseTone,
    Ring,
    Rustle,
    Strike,
    octave,
    roughness,
)

RATE = 48_000


def moments(seconds: float, pace: float = 1.0) -> Moments:
    return Moments(pace * np.arange(round(seconds * RATE)) / RATE, pace, RATE)


def spectrum(waves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    power = np.abs(np.fft.rfft(waves * np.hanning(len(waves)))) ** 2
    return np.fft.rfftfreq(len(waves), 1.0 / RATE), power


def centroid(waves: np.ndarray) -> float:
    frequency, power = spectrum(waves)
    return float((frequency * power).sum() / power.sum())


def steady(at: Moments, value: float) -> np.ndarray:
    return np.full(len(at.times), value)


def test_a_tone_is_the_sum_of_its_harmonics() -> None:
    at, tone = moments(0.1), PhaseTone("phi", "level", (1.0, 0.0, 0.5))
    turning = 2.0 * math.pi * 440.0
    phase = turning * at.times
    made = tone.sound((phase, steady(at, turning)), steady(at, 0.3), at)
    assert made == pytest.approx(0.3 * (np.sin(phase) + 0.5 * np.sin(3.0 * phase)), abs=1e-12)


def test_harmonics_that_are_too_high_for_the_samples_are_left_out() -> None:
    at, turning = moments(0.5), 2.0 * math.pi * 5000.0
    tone = PhaseTone("phi", "level").sound((turning * at.times, steady(at, turning)), steady(at, 1.0), at)
    frequency, power = spectrum(tone)
    heard = {round(f / 5000.0) for f in frequency[power > 1e-4 * power.max()]}
    assert heard == {1, 2, 3, 4}
    off = np.abs(frequency / 5000.0 - np.rint(frequency / 5000.0)) > 0.01
    assert power[off].sum() < 1e-6 * power.sum(), "something is mirrored at half the rate of the samples"


def rustle(speed: float, force: float = 1.0, pace: float = 1.0, **about: float) -> np.ndarray:
    at = moments(1.0, pace)
    voice = Rustle("slip", "normal", usual=1.0, loudness=0.1, grain=0.01, octaves=4, **about)
    return voice.sound(speed * at.times, steady(at, speed), steady(at, force), at)


def test_noise_has_its_loudness_at_the_usual_speed() -> None:
    assert rustle(4.0).std() / 4.0 == pytest.approx(0.1, rel=0.03)


def test_noise_is_louder_by_force_and_speed_and_higher_by_speed() -> None:
    slow, quick = rustle(1.0), rustle(2.0)
    assert rustle(1.0, force=2.0) == pytest.approx(2.0 * slow, abs=1e-12)
    assert quick.std() / slow.std() == pytest.approx(2.0, rel=0.05)
    assert centroid(quick) / centroid(slow) == pytest.approx(2.0, rel=0.03)
    assert rustle(2.0, power=3.0).std() / rustle(1.0, power=3.0).std() == pytest.approx(8.0, rel=0.05)


def test_noise_falls_with_the_speed_of_playing() -> None:
    assert centroid(rustle(2.0, pace=0.5)) / centroid(rustle(2.0)) == pytest.approx(0.5, rel=0.05)


def test_noise_of_a_force_that_is_as_at_rest_is_silent() -> None:
    assert not rustle(0.0).any()
    assert not rustle(1.0, force=0.0).any()
    assert not rustle(1.0, force=1.0, rest=1.0).any()
    assert rustle(1.0, force=0.5, rest=1.0) == pytest.approx(rustle(1.0, force=1.5, rest=1.0))


def test_noise_about_a_pitch_keeps_it() -> None:
    low, high = rustle(8.0, pitch=800.0, width=0.5), rustle(8.0, pitch=4000.0, width=0.5)
    assert centroid(low) < 2000.0 < centroid(high)


def test_a_strike_rings_from_its_time_on_and_dies_away() -> None:
    at = moments(0.7)
    ring = Ring(("landing",), (Partial(200.0, 0.05), Partial(330.0, 0.02, 0.5)), loudness=0.4)
    made, since = ring.sound(Strike(0.1, 0.5), at), at.times - 0.1
    waves = np.exp(-since / 0.05) * np.sin(2.0 * np.pi * 200.0 * since)
    waves += 0.5 * np.exp(-since / 0.02) * np.sin(2.0 * np.pi * 330.0 * since)
    assert made == pytest.approx(np.where((since >= 0.0) & (since < ring.lasts), 0.2 * waves, 0.0), abs=1e-12)
    assert 0.0 < np.abs(made[since > 0.99 * ring.lasts]).max() < 1e-4


def test_a_strike_in_slow_motion_is_lower_and_longer() -> None:
    ring = Ring((), (Partial(400.0, 0.05),))
    usual, slow = (ring.sound(Strike(0.0, 1.0), moments(seconds, pace)) for seconds, pace in ((0.25, 1.0), (1.0, 0.25)))
    assert slow[::4] == pytest.approx(usual, abs=1e-12)


def test_what_slow_motion_lowers_below_hearing_is_left_out() -> None:
    strike, at = Strike(0.0, 1.0), moments(1.0, 0.05)
    beam = Ring(("sling-stop",), (Partial(30.0, 0.16), Partial(1200.0, 0.3)), noise=0.5, noise_pitch=120.0)
    frequency, power = spectrum(beam.sound(strike, at))
    assert power[frequency < 25.0].sum() < 1e-3 * power.sum()
    assert power[np.abs(frequency - 60.0) < 10.0].sum() > 0.9 * power.sum()
    phase = 2.0 * math.pi * 200.0 * at.times
    tone = PhaseTone("chi", "level").sound((phase, steady(at, 2.0 * math.pi * 200.0)), steady(at, 1.0), at)
    frequency, power = spectrum(tone)
    assert power[np.abs(frequency - 10.0) < 3.0].sum() < 1e-6 * power[np.abs(frequency - 30.0) < 3.0].sum()


def test_a_strike_does_not_begin_with_a_jump() -> None:
    at = moments(0.05)
    for pitch in (160.0, 900.0):
        made = Ring((), (), noise=0.9, noise_pitch=pitch).sound(Strike(0.01, 1.0), at)
        assert np.abs(np.diff(made)).max() < 0.25 * np.abs(made).max()
        onset = at.times[np.flatnonzero(np.abs(made) > 0.1 * np.abs(made).max())[0]]
        assert 0.0 <= onset - 0.01 < 0.005


def test_two_strikes_have_noise_of_their_own() -> None:
    at = moments(0.05)
    ring = Ring((), (), noise=1.0)
    first, second = ring.sound(Strike(0.0, 1.0), at), ring.sound(Strike(-1e-9, 1.0), at)
    assert np.abs(first).max() > 0.1
    assert first == pytest.approx(second, abs=0.01), "the same strike"
    later = ring.sound(Strike(0.37, 1.0), Moments(at.times + 0.37, 1.0, RATE))
    assert np.abs(first - later).max() > 0.1


def test_a_shock_jumps_up_falls_below_and_comes_back_from_the_ground() -> None:
    at = moments(0.012)
    boom = Boom(("crack",), loudness=0.8)
    made = boom.sound(Strike(0.001, 1.0), at)
    begins = 0.001 + 4.0 * boom.rise
    up, down = int(np.argmax(made)), int(np.argmin(made))
    assert at.times[up] == pytest.approx(begins, abs=1.5e-4)
    assert at.times[down] == pytest.approx(begins + boom.length, abs=1.5e-4)
    assert made[up] == pytest.approx(-made[down], rel=0.1)
    assert 0.5 < made[up] < 0.8
    assert abs(made.sum()) < 0.02 * np.abs(made).sum(), "as much above as below"
    echo = at.times > 0.001 + 0.5 * boom.echo[1]
    assert made[echo].max() / made.max() == pytest.approx(boom.echo[0], rel=0.1)


def test_clicks_come_at_equal_angles_both_ways() -> None:
    clicks = Clicks("theta", 0.5, Ring((), (Partial(1000.0, 0.01),)), "theta_dot", usual=2.0)
    forward = clicks.between([1.0, 2.0], [0.9, 2.1], [2.0, 4.0])
    assert [each.time for each in forward] == pytest.approx([1.0 + (mark - 0.9) / 1.2 for mark in (1.0, 1.5, 2.0)])
    assert [each.strength for each in forward] == pytest.approx([1.0 + (each.time - 1.0) for each in forward])
    back = clicks.between([1.0, 2.0], [2.1, 0.9], [2.0, 2.0])
    assert [each.time for each in back] == pytest.approx([1.0 + (2.1 - mark) / 1.2 for mark in (2.0, 1.5, 1.0)])
    assert clicks.between([0.0, 1.0], [0.1, 0.1], [1.0, 1.0]) == []
    assert clicks.between([0.0, 1.0], [0.0, 1e6], [1.0, 1.0]) == []


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
