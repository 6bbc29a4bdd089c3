"""Motions of long recordings are tried in longer steps; values and errors are those of the steps asked for."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from game.cli.studies.fit import lines
from physics.fitting import trial_steps
from physics.fitting.fit import fit
from physics.fitting.residuals import Measurement, Method
from physics.fitting.sampling import states_at
from physics.fitting.trial_steps import trial_step
from tests.physics.fitting.truth import LENGTH, RATE, THETA, C, K, damped_pendulum, measured, noisy

TRUE = {"gravity": K * LENGTH, "friction": C * LENGTH**2, "theta_1": THETA, "theta_dot_1": RATE}
NOISE, DT = 1e-3, 2e-3


def rows_of(t: np.ndarray, system: physics.System, noise: float) -> Measurement:
    values = measured(system, t, ["theta_1"], DT)["theta_1"][:, None]
    return Measurement(t, ("theta_1",), values, np.array([noise]))


@pytest.mark.parametrize("astray", [pytest.param(1.0, marks=pytest.mark.long), 30.0])
def test_values_and_errors_are_those_of_the_steps_asked_for(monkeypatch: pytest.MonkeyPatch, astray: float) -> None:
    """Even steps so long that they displace the values by many standard errors leave nothing of it."""
    t = 0.15 * np.arange(120.0)
    data = noisy(measured(damped_pendulum(), t, ["theta_1"], DT), NOISE, np.random.default_rng(4), 0.02)
    start = damped_pendulum(19.0, 0.04, 0.8, 0.2)
    whole = fit(start, t, data, list(TRUE), {"theta_1": NOISE}, dt=DT, starts=1)
    monkeypatch.setattr(trial_steps, "MANY_STEPS", 1000)
    monkeypatch.setattr(trial_steps, "ASTRAY", astray)
    found = fit(start, t, data, list(TRUE), {"theta_1": NOISE}, dt=DT, starts=1)
    assert whole.trial == 0.0 and found.trial > (3.0 if astray == 1.0 else 10.0) * DT
    long = fit(start, t, data, list(TRUE), {"theta_1": NOISE}, dt=found.trial, starts=1)
    displaced = [abs(long[name].value - whole[name].value) / whole[name].deviation for name in TRUE]
    assert max(displaced) > 3.0 if astray > 1.0 else max(displaced) < 1.0, displaced
    for name, value in TRUE.items():
        error = whole[name].deviation
        assert found[name].deviation == pytest.approx(error, rel=1e-3)
        assert found[name].value == pytest.approx(whole[name].value, abs=0.02 * error)
        assert found[name].value == pytest.approx(value, abs=3.5 * error)
    assert found.rms["theta_1"] == pytest.approx(whole.rms["theta_1"], rel=1e-5)
    assert f"motions were tried in steps of {found.trial:g} s; values and errors are those of" in lines(found, "x")[1]


def test_steps_are_as_long_as_the_noise_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_steps, "MANY_STEPS", 1000)
    system, t = damped_pendulum(), 0.15 * np.arange(60.0)
    method = Method(physics.integrator("rk4"), DT, {})
    steps = {noise: trial_step(system, rows_of(t, system, noise), method) for noise in (1e-12, 1e-6, 1e-3)}
    assert steps[1e-12] == 0.0 < steps[1e-6] < steps[1e-3]
    states = [states_at([system], method.integrator, dt, t)[0, :, 0] for dt in (DT, steps[1e-6])]
    assert np.sqrt(np.sum((states[1] - states[0]) ** 2)) <= 1e-6
    adaptive = Method(physics.integrator("dop853"), DT, {"rtol": 1e-9, "atol": 1e-9})
    assert trial_step(system, rows_of(t, system, 1e-3), adaptive) == 0.0
    assert trial_step(system, rows_of(t[:10], system, 1e-3), method) == 0.0, "a short motion"
