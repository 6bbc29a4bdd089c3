"""Intervals of 95 % contain the truth in 90 to 99 % of 200 trials; `make test` samples 20 short ones of one system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pytest

import physics
from physics.fitting.fit import fit
from physics.fitting.unknowns import unknowns
from tests.physics.fitting.truth import damped_pendulum, measured, noisy


class Case(NamedTuple):
    """A system with its true values, what is measured of it, and the method by which both are computed."""

    system: physics.System
    free: list[str]
    columns: list[str]
    t: np.ndarray
    noise: float
    outliers: float = 0.0
    loss: str = "soft_l1"
    dt: float = 5e-3
    starts: int = 1


PENDULUM = ["gravity", "friction", "theta_1", "theta_dot_1"]
T = np.arange(200) * 0.05
TUMBLING = {"body": "given", "I1": 1.0, "I2": 1.6, "I3": 2.2}
CASES: Mapping[str, Case] = {
    "pendulum, plain": Case(damped_pendulum(), PENDULUM, ["theta_1"], T, 0.01, loss="linear"),
    "pendulum, outliers": Case(damped_pendulum(), PENDULUM, ["theta_1"], T, 0.01, outliers=0.03),
    "double pendulum": Case(
        physics.system("planar-chain", {"count": 2, "length": 0.4}, {"theta": "40 deg, -20 deg"}),
        ["gravity", "theta"], ["theta_1", "theta_2"], T[:100], 0.01,
    ),
    "gyroscope": Case(
        physics.system("gyroscope", None, {"theta": "30 deg", "psi_dot": 100.0}),
        ["psi_dot", "theta", "phi_dot"], ["theta", "phi"], np.arange(100) * 0.02, 2e-3, dt=2e-3, starts=4,
    ),
    "Foucault pendulum": Case(
        physics.system("foucault-pendulum"), ["length", "x", "y"], ["x", "y"], np.arange(120) * 0.5, 0.01, dt=0.05,
    ),
    "free body": Case(
        physics.system("free-body", TUMBLING, {"omega_1": 0.3, "omega_2": 2.0, "omega_3": 0.5}),
        ["I2", "I3", "omega_1", "omega_2", "omega_3"], ["omega_1", "omega_2", "omega_3"], T[:100], 0.02,
    ),
    "rattleback": Case(
        physics.system("rattleback", None, {"omega_3": -5.0}),
        ["I12", "I3", "omega_3"], ["omega_1", "omega_2", "omega_3"], np.arange(120) * 0.01, 0.02, dt=1e-3,
    ),
}  # fmt: skip


def covered(case: Case, trials: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the part of trials in which each interval contains the truth, and stated over seen deviation."""
    exact = measured(case.system, case.t, case.columns, case.dt)
    random = np.random.default_rng(7)
    values, halves, deviations = [], [], []
    for _ in range(trials):
        found = fit(
            case.system, case.t, noisy(exact, case.noise, random, case.outliers), case.free,
            dict.fromkeys(case.columns, case.noise), dt=case.dt, starts=case.starts, loss=case.loss,
        )  # fmt: skip
        names = [each.name for each in found.estimates]
        values.append([each.value for each in found.estimates])
        halves.append([each.half for each in found.estimates])
        deviations.append([each.deviation for each in found.estimates])
    truth = [each.start for each in unknowns(case.system, case.free)]
    inside = (np.abs(np.array(values) - truth) <= np.array(halves)).mean(axis=0)
    ratio = np.sqrt(np.mean(np.square(deviations), axis=0)) / np.std(values, axis=0)
    return dict(zip(names, inside, strict=True)), dict(zip(names, ratio, strict=True))


def test_intervals_contain_the_truth_in_most_of_a_few_trials() -> None:
    inside, ratio = covered(CASES["pendulum, plain"]._replace(t=T[:80]), 20)
    assert min(inside.values()) >= 0.75, inside
    assert all(0.6 < each < 1.6 for each in ratio.values()), ratio


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_intervals_contain_the_truth_in_nineteen_of_twenty_trials(name: str) -> None:
    inside, ratio = covered(CASES[name], 200)
    assert all(0.9 <= each <= 0.99 for each in inside.values()), inside
    assert all(0.85 < each < 1.18 for each in ratio.values()), ratio
