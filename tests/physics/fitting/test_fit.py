from __future__ import annotations

import math

import numpy as np
import pytest

import physics
from physics.errors import Cancelled
from physics.fitting.estimates import Covariance, Estimate, correlation_times, correlations
from physics.fitting.fit import Fit, fit
from tests.physics.fitting.truth import LENGTH, NOISE, RATE, THETA, C, K, damped_pendulum, measured, noisy

T = np.arange(200) * 0.05
FREE = ["gravity", "friction", "theta_1", "theta_dot_1"]
TRUE = {"gravity": K * LENGTH, "friction": C * LENGTH**2, "theta_1": THETA, "theta_dot_1": RATE}
STATED = {"gravity": 0.00566 * LENGTH, "friction": 0.0009 * LENGTH**2, "theta_1": 0.00207, "theta_dot_1": 0.00965}
"""Standard deviations in shared reference figures (k, c, theta0, rate0), in the units of the chain's parameters."""


WINDOW = 0.0, 0.3 * float(T[-1])
"""A part of the data that is enough where nothing but the way is tested."""


def pendulum_data(seed: int, outliers: float = 0.0) -> dict[str, np.ndarray]:
    return noisy(measured(damped_pendulum(), T, ["theta_1"]), NOISE, np.random.default_rng(seed), outliers)


def fitted(data: dict[str, np.ndarray], free: list[str] = FREE, **changes: object) -> Fit:
    start = damped_pendulum(15.0, 0.0, 0.5, 0.0)
    options: dict = {"noise": {"theta_1": NOISE}, "dt": 5e-3, "starts": 1, **changes}
    return fit(start, T, data, free, **options)


def test_correlations_of_what_has_no_error_are_not_known() -> None:
    exact, other = (Estimate(name, "m", 1.0, deviation, 0.0, 1.0) for name, deviation in (("a", 0.0), ("b", 2.0)))
    found = correlations(Covariance(np.diag([0.0, 4.0]), 5, np.zeros((0, 2))), [exact, other])
    assert np.isnan(found[0]).all() and found[1, 1] == 1.0


def test_errors_grow_with_residuals_that_are_a_pattern_and_not_with_white_ones() -> None:
    random = np.random.default_rng(5)
    white = [correlation_times(random.normal(size=(200, 2))) for _ in range(100)]
    assert np.mean(white) < 1.05 and np.median(white) == 1.0
    wave = np.zeros((4000, 1))
    for i in range(1, 4000):
        wave[i] = 0.8 * wave[i - 1] + random.normal()
    assert correlation_times(wave) == pytest.approx(9.0, rel=0.25)


def test_truth_is_found_from_a_start_far_away_without_noise() -> None:
    found = fitted(measured(damped_pendulum(), T, ["theta_1"]), noise=None)
    for name, value in TRUE.items():
        assert found[name].value == pytest.approx(value, rel=1e-6)
    assert found.rms["theta_1"] < 1e-8
    assert found.combinations == () and found.correlated == () and math.isinf(found.horizon)


def test_errors_are_those_of_the_reference() -> None:
    exact = measured(damped_pendulum(), T, ["theta_1"])
    wave = NOISE * np.sqrt(200 / 196) * np.tile([1.0, -1.0], 100)  # residuals of size s = 1 that no unknown can follow
    found = fitted({"theta_1": exact["theta_1"] + wave}, loss="linear")
    for name, deviation in STATED.items():
        assert found[name].deviation == pytest.approx(deviation, rel=0.05)
        assert found[name].half == pytest.approx(1.9721 * found[name].deviation, rel=1e-4)


def test_outliers_hardly_disturb_soft_l1() -> None:
    data = pendulum_data(3, outliers=0.03)
    robust, plain = fitted(data), fitted(data, loss="linear")
    assert robust["gravity"].deviation < 1.3 * STATED["gravity"] < 0.6 * plain["gravity"].deviation
    assert robust["gravity"].value == pytest.approx(TRUE["gravity"], abs=3 * robust["gravity"].deviation)


def test_noise_is_found_where_it_is_not_given() -> None:
    found = fitted(pendulum_data(4), noise=None)
    assert found.noise["theta_1"] == pytest.approx(NOISE, rel=0.15)


def test_only_ratios_are_found_where_the_length_is_free_too() -> None:
    found = fitted(pendulum_data(5), [*FREE, "length"])
    (combination,) = found.combinations
    assert combination.words == (
        "only gravity/length and friction/length² are found, not gravity, friction and length alone"
    )
    ratios = {each.formula: each for each in combination.products}
    assert ratios["gravity/length"].value == pytest.approx(K, abs=2 * ratios["gravity/length"].half)
    assert ratios["gravity/length"].half == pytest.approx(1.972 * 0.00566, rel=0.15)
    assert math.isinf(found["length"].half) and math.isfinite(found["theta_1"].half)


def test_number_without_effect_is_named() -> None:
    found = fitted(pendulum_data(6), [*FREE, "air_density"])
    (combination,) = found.combinations
    assert combination.words == "air_density has too little effect on what was measured to be found"
    assert found["gravity"].value == pytest.approx(TRUE["gravity"], abs=0.02)


def test_bound_that_is_reached_is_told() -> None:
    grown = measured(damped_pendulum(), T, ["theta_1"])["theta_1"] * np.exp(0.04 * T)
    found = fitted({"theta_1": grown})
    assert found["friction"].bound == 0.0 and found["gravity"].bound is None


def test_motion_begins_with_the_window() -> None:
    found = fitted(pendulum_data(7), window=(2.0, 8.0))
    later = measured(damped_pendulum(), np.array([0.0, 2.0]), ["theta_1"])["theta_1"][1]
    assert found.begin == 2.0 and found.t[0] == 0.0 and found.t[-1] == pytest.approx(6.0)
    assert found["theta_1"].value == pytest.approx(later, abs=0.01)
    assert found.count == 121


def test_missing_values_and_several_kinds_of_column_are_fitted() -> None:
    """An angle with gaps, and places of the tip, which are derived quantities and a traced point."""
    exact = measured(damped_pendulum(), T, ["theta_1"])["theta_1"]
    angle = np.where(np.arange(200) % 3 == 0, exact + 2.0 * np.pi, np.nan)
    columns = {"theta_1": angle, "tip_x": LENGTH * np.sin(exact), "tip.z": -LENGTH * np.cos(exact)}
    found = fitted(columns, noise=None, window=WINDOW)
    assert found["gravity"].value == pytest.approx(TRUE["gravity"], rel=1e-5)
    inside = WINDOW[1] >= T
    count = sum(np.isfinite(column[inside]).sum() for column in columns.values())
    assert found.count == count and max(found.rms.values()) < 1e-7


def test_aliases_and_spin_of_a_heavy_top_are_found() -> None:
    start = {"theta": "30 deg", "phi_dot": 0.0, "psi_dot": 100.0}
    top = physics.system("gyroscope", None, start)
    t = np.arange(80) * 0.02
    data = noisy(measured(top, t, ["theta", "phi"], dt=1e-3), 2e-3, np.random.default_rng(1))
    found = fit(top.replace(None, {"psi_dot": 90.0}), t, data, ["psi_dot", "theta"], dt=1e-3, starts=1)
    assert found["psi_dot"].value == pytest.approx(100.0, abs=4 * found["psi_dot"].deviation)
    assert found["psi_dot"].deviation < 1.0


@pytest.mark.long
def test_further_starts_are_tried_and_the_best_is_kept() -> None:
    data = measured(damped_pendulum(), T, ["theta_1"])
    parts: list[float] = []
    fitted({"theta_1": data["theta_1"]}, starts=5, note=parts.append, window=WINDOW)
    assert max(parts) < 0.2, "a good first start ends the search"
    spoilt = {"theta_1": data["theta_1"] + np.where(np.arange(200) % 2, 0.2, -0.2)}
    parts.clear()
    fitted(spoilt, starts=2, note=parts.append, window=WINDOW)
    assert max(parts) > 0.9


def test_chaos_shortens_the_horizon() -> None:
    start = {"theta": "120 deg, 170 deg"}
    chain = physics.system("planar-chain", {"count": 2, "length": 0.4}, start)
    t = np.arange(160) * 0.05
    exact = measured(chain, t, ["theta_1", "theta_2"])
    data = noisy(exact, 0.01, np.random.default_rng(2))
    found = fit(chain, t, data, ["gravity", "theta"], dt=5e-3, window=(0.0, 1.0), starts=1)
    assert 1.0 < found.horizon < 8.0
    assert found["gravity"].value == pytest.approx(9.81, abs=3 * found["gravity"].half)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"free": ["mas"]}, r"unknown number of planar-chain that can be free 'mas' \(did you mean 'mass'"),
        ({"free": []}, r"free: 0 numbers; must be 1 to 60"),
        ({"free": ["count"]}, r"unknown number of planar-chain that can be free 'count'"),
        ({"columns": {"angle": T}}, r"unknown quantity of planar-chain 'angle'"),
        ({"columns": {}}, r"nothing was measured"),
        ({"columns": {"theta_1": T[1:]}}, r"199 values at 200 times"),
        ({"t": T[::-1]}, r"t: falls"),
        ({"noise": {"theta_2": 1.0}}, r"noise theta_2: is no measured column; these are theta_1"),
        ({"noise": {"theta_1": "1 kg"}}, r"noise theta_1 = '1 kg': unit 'kg' does not fit"),
        ({"noise": {"theta_1": 0.0}}, r"noise theta_1 = 0 rad: must be from"),
        ({"window": (20.0, 30.0)}, r"window = 20 to 30 s: has fewer than two measured times"),
        ({"window": (20.0, math.inf)}, r"^window = 20 s to the end: has fewer than two measured times$"),
        ({"window": (-math.inf, -1.0)}, r"^window = up to -1 s: has fewer than two measured times$"),
        ({"columns": {"theta_1": np.full(200, math.nan)}}, r"^t: has fewer than two measured times$"),
        ({"window": (0.0, 0.12)}, r"free: 4 numbers from 3 measured values"),
        ({"loss": "huber"}, r"loss = 'huber': must be one of linear, soft_l1"),
        ({"starts": 0}, r"starts = 0: must be from 1 to 100"),
        ({"integrator": "rk5x"}, r"unknown integrator 'rk5x'"),
    ],
)
def test_wrong_input_is_refused(changes: dict, complaint: str) -> None:
    given: dict = {"t": T, "columns": {"theta_1": np.sin(T)}, "free": FREE, **changes}
    with pytest.raises(physics.BadInput, match=complaint):
        fit(damped_pendulum(), **given)


def test_fit_is_cancelled() -> None:
    with pytest.raises(Cancelled):
        fitted(pendulum_data(8), stopped=lambda: True)
