"""Long recordings with fewer rows: the same values and errors as from all of them, and a motion is never lost."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from game.cli.studies.fit import lines
from physics.fitting import sampling, thinning
from physics.fitting.fit import fit
from physics.fitting.residuals import Measurement
from physics.fitting.sampling import between, dense_states, states_at
from physics.fitting.thinning import group_size
from tests.physics.fitting.truth import LENGTH, NOISE, RATE, THETA, C, K, damped_pendulum, measured, noisy

TRUE = {"gravity": K * LENGTH, "friction": C * LENGTH**2, "theta_1": THETA, "theta_dot_1": RATE}


def rows_of(columns: np.ndarray, noise: float) -> Measurement:
    names = tuple(f"c{i}" for i in range(columns.shape[1]))
    return Measurement(1e-3 * np.arange(float(len(columns))), names, columns, np.full(columns.shape[1], noise))


@pytest.mark.parametrize("given", [pytest.param(True, marks=pytest.mark.long), False])
def test_means_of_neighbours_tell_as_much_as_all_rows(monkeypatch: pytest.MonkeyPatch, given: bool) -> None:
    """A swing with outliers; the errors would be four times as large from the rows that are kept alone."""
    t = np.arange(2000) * 3e-3
    data = noisy(measured(damped_pendulum(), t, ["theta_1"]), NOISE, np.random.default_rng(4), 0.02)
    start, noise = damped_pendulum(18.0, 0.03, 0.7, 0.1), {"theta_1": NOISE} if given else None
    whole = fit(start, t, data, list(TRUE), noise, dt=2e-3, starts=1)
    monkeypatch.setattr(thinning, "AIM", 110)
    found = fit(start, t, data, list(TRUE), noise, dt=2e-3, starts=1)
    assert (whole.size, found.size, found.rows, len(found.t), found.count) == (1, 17, 2000, 118, 2000)
    for name, value in TRUE.items():
        error = whole[name].deviation
        assert found[name].deviation == pytest.approx(error, rel=0.2)
        assert found[name].value == pytest.approx(whole[name].value, abs=0.4 * error)
        assert found[name].value == pytest.approx(value, abs=3.5 * error)
    assert found.rms["theta_1"] == pytest.approx(whole.rms["theta_1"], rel=1e-3)
    assert found.noise["theta_1"] == pytest.approx(whole.noise["theta_1"], rel=0.05)
    assert "of its 2000 rows the means of 17 neighbours are used, which tell as much" in lines(found, "x.csv")


def test_a_motion_is_shown_by_the_rows_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinning, "AIM", 100)
    t, random = np.arange(20_000.0), np.random.default_rng(1)
    sizes = {}
    for rows in (5, 40, 199, 1000, 10_000):
        column = np.sin(2.0 * np.pi * t / rows) + random.normal(0.0, 0.01, len(t))
        sizes[rows] = group_size(rows_of(column[:, None], 0.01), (False,))
    assert [sizes[rows] for rows in (5, 40, 199)] == [1, 1, 5]
    assert 15 <= sizes[1000] <= 49 and sizes[10_000] == 199
    onward = 1e-3 * t[:, None]
    assert group_size(rows_of(onward + 0.1 * np.sin(t[:, None] / 10.0), 1e-4), (False,)) == 1, (
        "a swing on top of a drift"
    )
    assert group_size(rows_of(np.mod(onward, 2.0 * np.pi), 1e-4), (True,)) == 199, "an angle that jumps by a turn"
    every_third = np.where(np.arange(20_000) % 3 == 1, onward[:, 0], np.nan)
    size = group_size(rows_of(np.column_stack([onward[:, 0], every_third]), 1e-4), (False, False))
    assert size > 20 and size % 3, "every third row alone would have no value"


def test_a_motion_side_by_side_is_that_of_one_run() -> None:
    system, method = damped_pendulum(), physics.integrator("rk4")
    found = dense_states(system, method, 2e-3, 0.003, 1000)
    exact = states_at([system], method, 1.5e-3, 0.003 * np.arange(1000.0))[0]
    assert found is not None and found.tobytes() == exact.tobytes()
    coarse, places = found[::10], np.round(np.linspace(0.0, 98.9, 777) * 30_000.0) / 30_000.0
    at = states_at([system], method, 1.5e-3, 0.03 * places)[0]
    errors = [np.abs(between(each, places * part) - at).max() for each, part in ((coarse, 1.0), (found[::5], 2.0))]
    assert errors[1] < errors[0] / 12.0 and errors[0] < 1e-4


def test_a_motion_with_events_is_not_interpolated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "SIDE_BY_SIDE", 4)
    ball = physics.system("bungee")
    assert dense_states(ball, physics.integrator("rk4"), 1e-3, 0.05, 200) is None
