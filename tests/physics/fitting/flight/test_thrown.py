"""Bodies with known truth are found from the rates of their flights, with errors that hold it."""

from __future__ import annotations

import numpy as np
import pytest

from physics.errors import BadInput
from physics.fitting.flight.recordings import ThrownRecording, fit_recordings
from physics.fitting.flight.thrown import ThrownBody, fit_flights
from physics.fitting.flight.unknowns import BiasPrior, RatesFlight
from tests.physics.fitting.flight.thrown_cases import BIAS, NOISE, PHONE, RATIOS, TRUTH, case, thrown

FLIP = [12.0, 0.3, 0.5]


def holds(found: ThrownBody, ratios: list[float], times: float = 1.5) -> bool:
    """Return whether the intervals of the ratios hold the truth, if they are as much wider."""
    return all(abs(each.value - true) <= times * each.half for each, true in zip(found.ratios, ratios, strict=True))


def degrees_off(found: ThrownBody, axes: np.ndarray) -> np.ndarray:
    return np.asarray(np.degrees(np.arccos(np.clip(np.abs((found.axes * axes).sum(axis=0)), 0.0, 1.0))))


@pytest.mark.parametrize("name", ["flip", "wobbling-disc", "throw-and-catch"])
def test_cases_are_found_within_what_is_accepted(name: str) -> None:
    truth = TRUTH[name]
    accept = truth["accept_within"]
    fit = fit_recordings([case(name)])
    found = fit.body
    assert found.followed and holds(found, truth["ratios_of_inertia"], 1.1)
    assert [each.value for each in found.ratios] == pytest.approx(truth["ratios_of_inertia"], abs=accept["ratios"])
    assert degrees_off(found, np.array(truth["principal_axes_columns"])).max() < accept["axes_deg"]
    assert [each.value for each in found.bias] == pytest.approx(truth["bias"], abs=accept["bias"])
    if "half_period" in accept:
        half = 0.5 * truth["period_of_rates"]
        assert found.half_periods[0].value == pytest.approx(half, abs=accept["half_period"])
    if "sum_of_ratios" in accept:
        assert found.total.value == pytest.approx(sum(truth["ratios_of_inertia"]), abs=accept["sum_of_ratios"])
        assert any("found together only: (I₁ + I₂)/I₃ = 1.004" in each for each in found.remarks)
    if "flight_s" in accept:
        ((_, begin, end),) = fit.spans
        assert (begin, end) == pytest.approx((truth["free_from"], truth["free_to"]), abs=accept["flight_s"])
        assert fit.found[0].arm == pytest.approx(truth["accelerometer_place"], abs=accept["place_m"])


def test_air_and_lost_rows_are_no_hindrance() -> None:
    air = (0.004, 0.002, 0.006)
    flight = thrown(PHONE, FLIP, 1.5, seed=1, air=air)
    kept = np.delete(np.arange(len(flight.t)), [*range(40, 52), 100, 101, 102])
    found = fit_recordings([ThrownRecording("lost", flight.t[kept], flight.rates[kept])]).body
    assert found.followed and holds(found, RATIOS) and max(each.half for each in found.ratios) < 5e-4
    assert [each.value for each in found.air] == pytest.approx(air, abs=3e-4)
    assert len(found.flights[0].t) == len(kept)


def test_axis_of_the_wrong_sense_is_asked_for_by_the_twin() -> None:
    flight = thrown(PHONE, FLIP, 1.5, seed=2)
    for signs in ((1.0, 1.0, -1.0), (-1.0, -1.0, -1.0)):
        found = fit_flights([flight._replace(rates=flight.rates * signs)])
        assert found.followed and found.ratios[0].value == pytest.approx(0.0139, abs=5e-4)
        assert found.twin == pytest.approx((*RATIOS, 1.0), abs=1e-3)
    assert fit_flights([flight]).twin is None


def test_a_needle_is_found_to_the_end_of_its_bent_valley() -> None:
    flight = thrown(PHONE, FLIP, 0.8, seed=5, air=(0.004, 0.008, 0.003))
    found = fit_flights([flight._replace(rates=flight.rates * [1.0, 1.0, -1.0])])
    right = fit_flights([flight])
    assert found.rms == pytest.approx(right.rms, rel=1e-4)
    assert found.twin == pytest.approx((*(each.value for each in right.ratios), 1.0), abs=1e-4)


def test_flights_about_two_axes_joined_tell_forty_times_more() -> None:
    flip, disc = thrown(PHONE, [6.0, 0.3, 0.3], 1.0, seed=3), thrown(PHONE, [0.2, 0.1, 10.0], 1.0, seed=4)
    alone, joined = fit_flights([flip]), fit_flights([flip, disc])
    assert holds(alone, RATIOS) and holds(joined, RATIOS)
    assert 0.01 < alone.ratios[0].half < 0.1 and joined.ratios[0].half < 1e-3
    assert any("throw it faster or longer" in each for each in alone.remarks) and not joined.remarks
    axes = np.array(TRUTH["flip"]["principal_axes_columns"])
    assert degrees_off(joined, axes).max() < 2.0 * np.degrees(joined.axis_halves.max()) < 0.2


def test_bias_known_from_a_rest_makes_errors_smaller() -> None:
    flight = thrown(PHONE, [1.2, 1.0, 1.2], 1.0, seed=5)
    known = fit_flights([flight], BiasPrior(BIAS, np.full(3, 0.001)))
    assert holds(known, RATIOS) and 1.5 * known.ratios[0].half < fit_flights([flight]).ratios[0].half
    assert [each.value for each in known.bias] == pytest.approx(BIAS, abs=0.006)


def test_residuals_that_are_a_pattern_make_errors_larger() -> None:
    flight = thrown(PHONE, FLIP, 1.0, seed=6)
    pattern = 0.05 * np.sin(40.0 * flight.t)[:, None] * [1.0, -0.5, 0.7]
    clean, found = fit_flights([flight]), fit_flights([flight._replace(rates=flight.rates + pattern)])
    assert found.followed and clean.times == 1.0 and found.times > 5.0
    assert found.ratios[0].half > 10.0 * clean.ratios[0].half and holds(found, RATIOS)


@pytest.mark.parametrize(
    ("inertia", "omega", "said", "lost"),
    [
        (np.diag([1.0, 1.0, 1.6]), [5.0, 3.0, 4.0], "two moments are equal within the errors", [0, 1]),
        (np.diag([0.4, 1.0, 1.0]), [5.0, 3.0, 4.0], "two moments are equal within the errors", [1, 2]),
        (np.eye(3), [5.0, 3.0, 4.0], "the rates hardly change", [0, 1, 2]),
        (np.diag([0.4, 0.8, 1.0]), [0.0, 0.0, 9.0], "the rates hardly change", [0, 1, 2]),
    ],
    ids=["oblate", "prolate", "sphere", "pure spin"],
)
def test_what_cannot_be_told_is_named(inertia: np.ndarray, omega: list[float], said: str, lost: list[int]) -> None:
    found = fit_flights([thrown(inertia, omega, 0.6, seed=7)])
    assert found.followed and any(said in each for each in found.remarks)
    assert np.flatnonzero(np.isinf(found.axis_halves)).tolist() == lost
    if len(lost) == 3:
        assert all(np.isinf(each.half) for each in found.ratios)
    else:
        moments = np.diag(inertia) / inertia.max()
        assert holds(found, moments[:2].tolist()) and found.ratios[0].half < 0.03


def test_what_is_no_free_body_is_not_followed() -> None:
    t = np.arange(100) / 100.0
    rates = np.column_stack([6.0 * np.sin(9.0 * t**2), 5.0 * np.cos(7.0 * t), 4.0 * np.sign(np.sin(11.0 * t))])
    found = fit_flights([RatesFlight(t, rates + np.random.default_rng(8).normal(0.0, NOISE, rates.shape))])
    assert not found.followed and found.twin is None


def test_too_few_rows_are_refused() -> None:
    flight = thrown(PHONE, FLIP, 0.1, seed=9)
    with pytest.raises(BadInput, match=r"flight: has 11 rows with three rates; at least 12 are needed"):
        fit_flights([flight])
    with pytest.raises(BadInput, match=r"flights: none"):
        fit_flights([])


@pytest.mark.long
@pytest.mark.parametrize("omega", [FLIP, [6.0, 5.0, 6.0], [1.5, 0.8, 10.0]], ids=["flip", "tumble", "disc"])
def test_intervals_hold_the_truth_in_most_trials(omega: list[float]) -> None:
    """Of 40 trials about 38 intervals hold it; fewer than 32 have a probability of 1e-3."""
    trials = [fit_flights([thrown(PHONE, omega, 1.0, seed=seed)]) for seed in range(40)]
    for k in range(2):
        assert sum(abs(each.ratios[k].value - RATIOS[k]) <= each.ratios[k].half for each in trials) >= 32
