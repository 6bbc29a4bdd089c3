import numpy as np
import pytest

import physics
from game.experiments.stability import StabilityTask, followed, stable_ranges


def test_a_bicycle_is_stable_from_weave_to_capsize_speed() -> None:
    task = StabilityTask(physics.system("bicycle"))
    task.wait()
    ((low, high),) = task.stable
    assert (low, high) == (pytest.approx(4.2924, abs=2e-4), pytest.approx(6.0243, abs=2e-4))
    assert task.modes.shape == (len(task.values), 4)
    assert np.abs(np.diff(task.modes, axis=0)).max() < 1.0, "modes are continued"


def test_a_levitron_is_stable_where_none_of_its_motions_grows() -> None:
    task = StabilityTask(physics.system("levitron"))
    task.wait()
    assert task.stable == [(pytest.approx(100.5722, abs=1e-4), pytest.approx(264.7418, abs=1e-4))]
    inside = (task.values > 102.0) & (task.values < 264.0)
    assert task.modes.shape == (len(task.values), 4) and np.abs(task.modes[inside].real).max() < 1e-6
    assert task.modes[task.values > 266.0].real.max(axis=1).min() > 0.1


def test_modes_are_followed_through_a_crossing() -> None:
    t = np.linspace(-1.0, 1.0, 101)
    rows = np.sort(np.stack([t, -t], axis=1), axis=1).astype(complex)
    found = followed(rows).real
    assert np.abs(np.diff(found, 2, axis=0)).max() < 1e-12


def test_ranges_of_stability_begin_and_end_where_growth_changes_its_sign() -> None:
    values = np.linspace(0.0, 4.0, 401)
    assert stable_ranges(values, np.cos(np.pi * values)) == [
        (pytest.approx(0.5, abs=1e-4), pytest.approx(1.5, abs=1e-4)),
        (pytest.approx(2.5, abs=1e-4), pytest.approx(3.5, abs=1e-4)),
    ]
    assert stable_ranges(values, np.full(401, -1.0)) == [(0.0, 4.0)]
    assert stable_ranges(values, np.full(401, 1.0)) == []
