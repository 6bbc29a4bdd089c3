"""A motion begun anew in segments: parameters beyond the horizon of chaos, and what is refused."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import physics
from physics.errors import BadInput
from physics.fitting.fit import Fit, fit
from tests.physics.fitting.truth import measured, noisy

TRUTH = physics.system("planar-chain", {"count": 2, "length": 1.0}, {"theta_1": 2.4, "theta_2": 2.9})
T = np.arange(161) / 40
NOISE = 0.01
FREE = ["gravity", "theta", "theta_dot"]


@cache
def data() -> dict[str, np.ndarray]:
    """Return what is measured, which nothing changes."""
    return noisy(measured(TRUTH, T, ["theta_1", "theta_2"]), NOISE, np.random.default_rng(1))


def fitted(segment: float | None = 1.0, columns: dict[str, np.ndarray] | None = None, **changes: object) -> Fit:
    options: dict = {"dt": 5e-3, "starts": 1, "loss": "linear", **changes}
    return fit(TRUTH.replace({"gravity": 9.0}), T, columns or data(), FREE, segment=segment, **options)


def test_parameters_are_common_and_starts_are_of_each_segment() -> None:
    found = fitted()
    assert found.segments == (0.0, 1.0, 2.0, 3.0)
    assert [each.name for each in found.estimates][4:7] == ["theta_dot_2", "theta_1 (1 s)", "theta_2 (1 s)"]
    assert len(found.estimates) == 1 + 4 * 4
    gravity = found["gravity"]
    assert abs(gravity.value - 9.81) < 3.0 * gravity.deviation < 0.2
    assert found.rms["theta_1"] == pytest.approx(NOISE, rel=0.2)
    later = measured(TRUTH, np.array([2.0]), ["theta_1"])["theta_1"][0]
    at = found["theta_1 (2 s)"]
    assert abs(at.value - later) < 4.0 * at.deviation < 0.1
    assert found.system.parameters["gravity"] == gravity.value


def test_derivatives_are_those_of_the_prediction() -> None:
    """A start has no effect on other segments, a parameter on all."""
    found = fitted()
    assert found.predicted.shape == (len(T), 2) and np.isfinite(found.predicted).all()
    names = [each.name for each in found.estimates]
    first, later = names.index("theta_1"), names.index("theta_1 (3 s)")
    known = np.nan_to_num(found.correlations)
    direct = abs(known[first, later])
    assert 0.0 < direct < 0.5, "only by way of the common parameters"


def test_where_the_motion_changes_its_mind_segments_follow_and_one_motion_does_not() -> None:
    """A push at 2 s, of which no model knows: the parameters are still found."""
    pushed = TRUTH.replace(initial={"theta_1": 1.0, "theta_2": -0.5, "theta_dot_1": 3.0})
    after = measured(pushed, T[T >= 2.0] - 2.0, ["theta_1", "theta_2"])
    broken = {name: np.append(column[T < 2.0], after[name]) for name, column in data().items()}
    found = fitted(columns=broken, noise=dict.fromkeys(broken, NOISE))
    assert abs(found["gravity"].value - 9.81) < 0.1 and max(found.rms.values()) < 0.02


def test_one_long_segment_is_one_motion() -> None:
    calm = TRUTH.replace(initial={"theta_1": 0.3, "theta_2": 0.2})
    data = noisy(measured(calm, T, ["theta_1", "theta_2"]), NOISE, np.random.default_rng(2))
    one, whole = (
        fitted(10.0, data, noise=dict.fromkeys(data, NOISE)),
        fitted(None, data, noise=dict.fromkeys(data, NOISE)),
    )
    assert one.segments == (0.0,) and whole.segments == ()
    assert one["gravity"].value == pytest.approx(whole["gravity"].value, rel=1e-5)
    assert one["gravity"].deviation == pytest.approx(whole["gravity"].deviation, rel=1e-3)


@pytest.mark.parametrize(
    ("segment", "columns", "complaint"),
    [
        (0.0, ["theta_1", "theta_2"], r"^segment = 0 s: must be from"),
        (1.0, ["theta_1"], r"^segment: theta_2 of planar-chain is not measured; segments need all coordinates"),
        (0.03, ["theta_1", "theta_2"], r"^segment: \d+ numbers in \d+ segments; must be at most 400"),
        (0.045, ["theta_1", "theta_2"], r"^segment: \d+ numbers from \d+ measured values; more values are needed"),
    ],
)
def test_wrong_segments_are_refused(segment: float, columns: list[str], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint) as error:
        fitted(segment, {name: data()[name] for name in columns})
    assert "\n" not in str(error.value)
