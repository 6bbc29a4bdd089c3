"""Free flights and rests are found in whole recordings, by the accelerometer and by the rates alone."""

from __future__ import annotations

import numpy as np
import pytest

from physics.errors import BadInput
from physics.fitting.flight.recordings import ThrownRecording, fit_recordings, flights_of, with_stamps
from physics.fitting.flight.search import (
    REVERSED,
    acceleration_left,
    flights_by_acceleration,
    flights_by_rates,
    rest_before,
    stamp_shift,
)
from tests.physics.fitting.flight.thrown_cases import BIAS, PHONE, RATIOS, TRUTH, case, rates_of, thrown

THROW = case("throw-and-catch")


def test_without_an_accelerometer_the_rates_tell_where_the_flight_ends() -> None:
    truth = TRUTH["throw-and-catch"]
    fit = fit_recordings([THROW._replace(acceleration=None)])
    ((_, begin, end),) = fit.spans
    assert (begin, end) == pytest.approx((truth["free_from"], truth["free_to"]), abs=0.02)
    assert [each.value for each in fit.body.ratios] == pytest.approx(RATIOS, abs=8e-4)


def test_small_accelerations_alone_are_no_flight_and_large_ones_none_without() -> None:
    """A telephone that lies still and shows nothing, as linear acceleration does, has no flight."""
    assert THROW.acceleration is not None
    held = slice(0, 28)
    found = flights_by_acceleration(THROW.t[held], THROW.rates[held], np.zeros((28, 3)))
    assert found.rows == ()
    flying = (THROW.t > 0.42) & (THROW.t < 1.2)
    assert np.linalg.norm(THROW.acceleration[flying], axis=1).max() > 2.5
    assert not flights_by_acceleration(THROW.t, THROW.rates, THROW.acceleration + np.array([0.0, 0.0, 9.81])).rows


def test_flights_that_are_told_are_those_of_their_recording_and_tell_the_accelerometer() -> None:
    """What the arm leaves of the acceleration is noise in flight, and the weight before it."""
    assert THROW.acceleration is not None
    found = flights_of([THROW, THROW], [(), ((0.5, 1.1),)])
    assert [span[0] for span in found.spans] == [1] and found.found[0].rows == ()
    arm = found.found[1].arm
    assert arm == pytest.approx([0.010, 0.030, 0.004], abs=0.002)
    left = acceleration_left(THROW.t, THROW.rates, THROW.acceleration, arm)
    assert np.median(left[(THROW.t > 0.5) & (THROW.t < 1.1)]) < 0.3
    assert left[5:20] == pytest.approx(9.81, abs=0.5)


def test_accelerometer_tells_the_wrong_sense() -> None:
    assert THROW.acceleration is not None
    for axis, signs in REVERSED.items():
        found = flights_by_acceleration(THROW.t, THROW.rates * np.array(signs), THROW.acceleration)
        assert found.mirrored == axis and found.arm == pytest.approx([0.010, 0.030, 0.004], abs=0.002)
    assert flights_by_acceleration(THROW.t, THROW.rates, THROW.acceleration).mirrored == ""


def test_two_flights_of_one_recording_are_joined_and_a_rest_tells_the_bias() -> None:
    one, other = thrown(PHONE, [9.0, 1.0, 0.5], 0.7, seed=11), thrown(PHONE, [0.4, 0.3, 10.0], 0.7, seed=12)
    random = np.random.default_rng(13)
    still = BIAS + random.normal(0.0, 0.005, (100, 3))
    shaken = 12.0 * np.sin(np.outer(np.arange(40), [0.31, 0.23, 0.17]))
    rates = np.concatenate([still, one.rates, shaken, other.rates])
    t = np.arange(len(rates)) / 100.0
    fit = fit_recordings([ThrownRecording("two", t, rates)])
    assert [(begin, end) for _, begin, end in fit.spans] == [
        pytest.approx((1.0, 1.7), abs=0.03), pytest.approx((2.11, 2.81), abs=0.03)
    ]  # fmt: skip
    assert fit.rests[0] == pytest.approx((0.0, 1.0), abs=0.1)
    assert [each.value for each in fit.body.bias] == pytest.approx(BIAS, abs=0.004)
    assert [each.value for each in fit.body.ratios] == pytest.approx(RATIOS, abs=1e-3)


def test_slow_turning_is_no_rest() -> None:
    t = np.arange(200) / 100.0
    noise = np.random.default_rng(14).normal(0.0, 0.005, (200, 3))
    assert rest_before(t, noise + BIAS, None) is not None
    assert rest_before(t, noise + np.array([0.3, 0.0, 0.0]), None) is None
    assert rest_before(t, noise + np.outer(0.5 * t, [1.0, 0.0, 0.0]), None) is None


def test_rows_at_the_limit_of_the_sensor_are_left_out() -> None:
    flight = thrown(PHONE, [6.0, 5.0, 6.0], 1.2, seed=15)
    cut = np.clip(flight.rates, -7.6, 7.6)
    fit = fit_recordings([ThrownRecording("cut", flight.t, cut)])
    assert fit.cut[0][0] == int((np.abs(flight.rates) > 7.6).any(axis=1).sum()) and fit.cut[0][1] == 7.6
    assert [each.value for each in fit.body.ratios] == pytest.approx(RATIOS, abs=1e-3)


def test_gaps_that_leave_no_stretch_do_not_hide_a_flight() -> None:
    flight = thrown(PHONE, [10.0, 2.0, 1.0], 0.8, seed=16)
    kept = np.delete(np.arange(81), [*range(15, 20), *range(33, 39), *range(52, 58), 66, 67, 68, 69])
    fit = fit_recordings([ThrownRecording("gaps", flight.t[kept], flight.rates[kept])])
    assert fit.body.followed and len(fit.body.flights[0].t) == len(kept)
    for each, true in zip(fit.body.ratios, RATIOS, strict=True):
        assert abs(each.value - true) < 1.5 * each.half < 0.02


def test_windows_are_flights_and_none_is_refused() -> None:
    fit = fit_recordings([THROW], [(0.5, 1.1)])
    assert [span[1:] for span in fit.spans] == [(0.5, 1.1)]
    with pytest.raises(
        BadInput, match=r"window = 5..6: has no rows in throw-and-catch; its times are from 0 to 1.49 s"
    ):
        fit_recordings([THROW], [(5.0, 6.0)])
    still = ThrownRecording("still", THROW.t, np.zeros_like(THROW.rates) + BIAS)
    with pytest.raises(BadInput, match=r"still: no free flight of 0.2 s or more is found; throw it with a spin"):
        fit_recordings([still])
    assert flights_by_rates(THROW.t[:5], THROW.rates[:5]).rows == ()


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_times_that_belong_to_another_row_are_noticed(shift: int) -> None:
    dice = np.random.default_rng(6)
    t = np.concatenate([[0.0], np.cumsum(dice.uniform(0.003, 0.014, 150))])
    even, rates = rates_of(PHONE, np.zeros(3), [12.0, 0.3, 0.5], 1.5, 1000.0)
    shown = np.column_stack([np.interp(t, even, column) for column in rates.T]) + dice.normal(0.0, 0.005, (len(t), 3))
    wrong = ThrownRecording("a", t, shown) if not shift else with_stamps(ThrownRecording("a", t, shown), -shift)
    assert stamp_shift(wrong.t, wrong.rates)[0] == shift
    assert stamp_shift(np.arange(0.0, 0.01 * len(wrong.t) - 1e-9, 0.01), wrong.rates) == (0, 1.0)
    right = with_stamps(wrong, shift)
    assert np.abs(right.rates - np.column_stack([np.interp(right.t, even, c) for c in rates.T])).max() < 0.03
