"""Bounds of the times of a fit, before any work begins."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.errors import BadInput
from physics.fitting.fit import fit
from physics.fitting.span import MOST_NUMBERS, MOST_STEPS, check_size
from tests.sampling import every


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (33333.0, "steps of 0.001 s; must be at most"),
        (1e12, "must be at most"),
        (1e300, "must be at most"),
        (5e306, "must be at most"),
        (1e-300, "must be at least 1e-09 s"),
        (1.01e-3 * MOST_STEPS / 29, "must be at most"),
    ],
)
def test_times_that_no_fit_can_span_are_refused_at_once(step: float, reason: str) -> None:
    chain = physics.system("planar-chain", {"count": 1})
    t = step * np.arange(30)
    with pytest.raises(BadInput, match=reason) as error:
        fit(chain, t, {"theta_1": np.cos(np.arange(30.0))}, ["length", "theta"], dt=1e-3)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("size", [1e300, 1e155, -1e101])
def test_values_whose_squares_may_overflow_are_refused(size: float) -> None:
    chain = physics.system("planar-chain", {"count": 1})
    t = 0.04 * np.arange(30)
    with pytest.raises(BadInput, match=r"^theta_1 = .* at t = 0 s: must be within ±1e\+09"):
        fit(chain, t, {"theta_1": size * np.cos(3.3 * t)}, ["length", "theta"], dt=1e-3)


def test_more_states_than_memory_has_room_for_are_refused_before_they_are_computed() -> None:
    check_size(MOST_NUMBERS // 100, 2, 4)
    with pytest.raises(BadInput, match="1000000 rows and 20 free numbers need 820000000 numbers of memory"):
        check_size(1_000_000, 20, 20)


def test_rows_far_after_the_window_do_not_count() -> None:
    chain = physics.system("planar-chain", {"count": 1}, {"theta_1": 0.5})
    t = np.append(0.05 * np.arange(30), [1e9, 2e9])
    angle = np.append(0.5 * np.cos(1.8 * t[:30]), [0.1, 0.2])
    found = fit(chain, t, {"theta_1": angle}, ["theta"], {"theta_1": 0.1}, dt=5e-3, window=(0.0, 1.0), starts=1)
    assert found.t[-1] == 1.0


@pytest.mark.parametrize("noise", [None, {"theta_1": 0.01}])
@pytest.mark.parametrize("value", [1e20, 1e160, -1e300])
def test_an_angle_whose_turns_are_lost_is_named(value: float, noise: dict[str, float] | None) -> None:
    t = 0.05 * np.arange(30)
    angle = np.cos(t)
    angle[3] = value
    with pytest.raises(
        BadInput, match=r"theta_1 = .* at t = 0.15.* s: must be within ±1e\+09; leave out what is wrong"
    ):
        fit(physics.system("planar-chain", {"count": 1}), t, {"theta_1": angle}, ["length", "theta"], noise, dt=5e-3)


def test_values_whose_squares_overflow_are_named() -> None:
    t = 0.05 * np.arange(30)
    with pytest.raises(BadInput, match=r"energy = 1e\+299 at t = 0 s: must be within ±1e\+60"):
        fit(physics.system("planar-chain", {"count": 1}), t, {"energy": 1e299 * np.cos(t)}, ["length"], dt=5e-3)


@pytest.mark.parametrize(
    ("scale", "noise"), every(2, [(1e-160, None), (1e-300, None), (1e59, None), (1.0, 1e-60), (1.0, 1e60)])
)
def test_values_and_noise_near_the_bounds_end_in_a_result(scale: float, noise: float | None) -> None:
    t = 0.05 * np.arange(30)
    chain = physics.system("planar-chain", {"count": 1}, {"theta_1": 0.5})
    given = None if noise is None else {"energy": noise}
    found = fit(chain, t, {"energy": scale * (1.0 + np.cos(t))}, ["length", "theta"], given, dt=5e-3, starts=1)
    assert np.isfinite(list(found.rms.values())).all()


@pytest.mark.parametrize("noise", [1e-100, 1e100])
def test_a_noise_out_of_all_proportion_is_refused(noise: float) -> None:
    t = 0.05 * np.arange(30)
    with pytest.raises(BadInput, match="noise energy = .* must be from 1e-60 to 1e"):
        fit(physics.system("planar-chain", {"count": 1}), t, {"energy": np.cos(t)}, ["length"], {"energy": noise})
