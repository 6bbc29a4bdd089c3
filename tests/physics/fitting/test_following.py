"""What a fit says of motion that it does not follow, and how far it follows what is hard."""

from __future__ import annotations

import math

import numpy as np
import pytest

import physics
from physics.fitting.fit import fit
from physics.fitting.following import following, limits
from physics.fitting.noise import grain, scatter
from physics.fitting.residuals import Measurement, Method, Model
from physics.fitting.unknowns import unknowns
from tests.physics.fitting.campaign import CASES, TIMES, counted
from tests.physics.fitting.truth import damped_pendulum, measured, noisy

T = np.arange(121) * 0.05
FREE = ["gravity", "friction", "theta_1", "theta_dot_1"]
UNLIKELY = 1e-3
"""Probability below which more intervals miss the truth than chance explains."""


def most_missed(fits: int) -> int:
    """Return how many of so many fits may miss the truth: by the binomial law more hardly do, of intervals of 95 %."""
    law = [math.comb(fits, k) * 0.05**k * 0.95 ** (fits - k) for k in range(fits + 1)]
    return next(k for k in range(fits + 1) if sum(law[k + 1 :]) < UNLIKELY)


def test_what_is_lost_at_the_end_is_not_followed() -> None:
    apart = np.full((100, 1), 0.01)
    limit = limits(np.array([0.01]), np.array([1.0]))
    assert following(np.arange(100.0), apart, limit) == (True, math.inf)
    apart[::9] = 3.0
    assert following(np.arange(100.0), apart, limit).followed, "outliers do not decide"
    apart[80:] = 0.5
    lost = following(np.arange(100.0), apart, limit)
    assert not lost.followed and 75.0 <= lost.reach <= 86.0
    apart[:] = 0.01
    apart[-2:] = np.inf
    assert following(np.arange(100.0), apart, limit) == (False, 98.0)


def test_a_spread_as_wide_as_that_of_the_data_is_never_followed() -> None:
    limit = limits(np.array([0.2]), np.array([1.0]))
    assert not following(np.arange(50.0), np.full((50, 1), 0.8), limit).followed


def test_white_residuals_of_a_column_that_hardly_moves_are_followed() -> None:
    random = np.random.default_rng(2)
    limit = limits(np.array([0.01]), np.array([0.015]))
    assert all(following(np.arange(120.0), random.normal(0.0, 0.01, (120, 1)), limit).followed for _ in range(100))


@pytest.mark.parametrize("shape", ["even", "two values"])
def test_residuals_of_an_encoder_as_large_as_its_noise_are_followed(shape: str) -> None:
    """Without thin tails, 1.4 times the noise that was given, where the data hardly rise above it."""
    random = np.random.default_rng(4)
    limit = limits(np.array([0.01]), np.array([0.015]))
    for _ in range(50):
        apart = (
            random.uniform(-1.0, 1.0, (60, 1)) * math.sqrt(3.0)
            if shape == "even"
            else random.choice([-1.0, 1.0], (60, 1))
        )
        assert following(np.arange(60.0), 0.014 * apart, limit).followed
        assert not following(np.arange(60.0), 0.035 * apart, limit).followed


@pytest.mark.parametrize("noise", [None, {"theta_1": 0.005}])
def test_what_no_motion_follows_is_told_without_errors(noise: dict[str, float] | None) -> None:
    """Jumps between two swings of other frequencies."""
    t = T[:60]
    angle = np.where(t < 1.5, np.sin(3.0 * t), 0.8 * np.sin(11.0 * t + 1.0))
    found = fit(damped_pendulum(), t, {"theta_1": angle}, ["gravity", "theta_1"], noise, dt=2e-2, starts=1)
    assert not found.followed and 0.0 <= found.reach < 2.5
    assert all(math.isnan(each.half) and math.isnan(each.deviation) for each in found.estimates)
    assert found.combinations == () and found.correlated == () and found.over["theta_1"] > 3.0


def test_encoder_counts_have_the_noise_of_their_steps() -> None:
    angle = np.sin(3.0 * np.linspace(0.0, 5.0, 400) ** 1.1)
    counts = 0.05 * np.round(angle / 0.05)
    assert grain(np.linspace(0.0, 5.0, 400), counts) == pytest.approx(0.05 / math.sqrt(12.0))
    steps = 0.15 * np.concatenate([np.arange(8), np.arange(8, -8, -1), np.arange(-8, 3)])
    times = np.cumsum(0.02 + 0.01 * np.cos(np.arange(len(steps))))
    assert scatter(times, steps) >= 0.15 / math.sqrt(12.0) * 0.999
    assert grain(T, 8.0 + 1e-12 * np.sin(T)) == 0.0, "an energy that rounding alone changes"
    assert grain(T, np.sin(T)) == 0.0 and grain(T, 0.1 * np.arange(len(T))) == 0.0, "smooth and uniform motion"


def test_an_encoder_that_writes_a_row_at_each_count_gives_the_length() -> None:
    """With the default noise and starts: no motion costs more than any motion."""
    exact = measured(damped_pendulum(60.0, 0.2, 1.0, 0.0), np.arange(4001) * 1e-3, ["theta_1"])["theta_1"]
    counts = np.round(exact / 0.15)
    rows = np.flatnonzero(np.diff(counts, prepend=np.inf) != 0.0)
    start = physics.system("planar-chain", {"count": 1})
    found = fit(start, rows * 1e-3, {"theta_1": 0.15 * counts[rows]}, ["length", "friction", "theta", "theta_dot"])
    assert found.followed
    assert found["length"].value == pytest.approx(9.81 / 60.0, abs=0.006)


def test_an_angle_is_found_within_a_turn_of_the_data() -> None:
    truth = damped_pendulum(k=20.0, theta=3.0, rate=1.0)
    data = noisy(measured(truth, T[:60], ["theta_1"]), 0.01, np.random.default_rng(3))
    found = fit(damped_pendulum(k=15.0, theta=0.0, rate=0.0), T[:60], data, FREE, dt=1e-2)
    assert found.followed and found["theta_1"].value == pytest.approx(3.0, abs=0.1)


def test_steps_that_rounding_swallows_do_not_end_in_a_traceback() -> None:
    """Unknowns far from their start and a motion so sensitive that the least step is taken."""
    system = damped_pendulum()
    rows = Measurement(T[:20], ("theta_1",), np.sin(T[:20, None]), np.array([0.01]))
    model = Model(system, unknowns(system, ["friction", "theta_1"]), rows, Method(physics.integrator("rk4"), 1e-2, {}))
    model._felt_rates = 1e30 * np.eye(2)
    found = model.predict(np.array([16911.0, 0.0]), rows)
    assert found.derivatives.shape == (20, 1, 2)


def test_chaos_is_followed_from_wrong_parameters_beyond_the_first_windows() -> None:
    found = counted(CASES["double pendulum"], 4.0, 1)
    assert found.followed == 1


@pytest.mark.long
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("name", CASES)
def test_no_fit_fails_silently(name: str, times: float) -> None:
    """No fit is wrong in silence, and intervals of 95 % miss the truth as rarely as chance allows.

    Those of one fit miss together, as unknowns are correlated (of the gyroscope by 0.97 to 0.99, which over one period
    is one number three times): chance is that of fits, not of intervals. There 5 of 20 fits miss with 11 of 80
    intervals. Of 400 others 393 follow, 36 of which miss, with 105 of 1572 intervals; so do 11 and 12 of 80 in two of
    nineteen groups of twenty. Values are at most 0.05 stated deviations aside in the mean, and scatter by 1.05 of them.
    """
    found = counted(CASES[name], times, 20)
    assert found.silent == 0 and found.followed >= 15
    missed = most_missed(found.followed)
    assert found.covered >= (1.0 - missed / found.followed) * found.intervals, found
