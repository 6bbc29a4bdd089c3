"""Segments that have lost the motion are followed again, with the parameters of the others."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.fitting.following import limits
from physics.fitting.recovery import lost_segments, recovered
from physics.fitting.residuals import Measurement, Method
from physics.fitting.segments import SegmentedModel
from physics.fitting.solver import Task
from physics.fitting.unknowns import unknowns
from tests.physics.fitting.truth import measured, noisy

TRUTH = physics.system("planar-chain", {"count": 2, "length": 1.0}, {"theta_1": 2.4, "theta_2": 2.9})
T = np.arange(121) / 40
NOISE = 0.01


def task_of(columns: dict[str, np.ndarray]) -> tuple[Task, SegmentedModel]:
    values, noise = np.column_stack(list(columns.values())), np.full(len(columns), NOISE)
    rows = Measurement(T, tuple(columns), values, noise)
    free = unknowns(TRUTH, ["gravity", "theta", "theta_dot"])
    model = SegmentedModel(TRUTH, free, rows, Method(physics.integrator("rk4"), 5e-3, {}), 1.0)
    return Task(model, rows, "soft_l1", limits(noise, np.ones(len(columns))), lambda x, best, note: None), model


def test_a_lost_segment_is_found_again() -> None:
    task, model = task_of(noisy(measured(TRUTH, T, ["theta_1", "theta_2"]), NOISE, np.random.default_rng(1)))
    x = recovered(task, model, np.zeros(len(model.free)), lambda part: None)
    assert lost_segments(task, model, x) == []
    spoilt = x.copy()
    spoilt[model.own(1)] += 8.0 / model.scale[model.own(1)]
    assert lost_segments(task, model, spoilt) == [1]
    again = recovered(task, model, spoilt, lambda part: None)
    assert lost_segments(task, model, again) == []
    assert np.isclose(model.values(again)[0], model.values(x)[0], rtol=1e-3)


@pytest.mark.long
def test_a_segment_that_nothing_follows_stays_lost() -> None:
    columns = measured(TRUTH, T, ["theta_1", "theta_2"])
    columns["theta_2"] = np.where((T >= 1.0) & (T < 2.0), 3.0 * np.sign(np.sin(60.0 * T)), columns["theta_2"])
    task, model = task_of(columns)
    assert 1 in lost_segments(task, model, recovered(task, model, np.zeros(len(model.free)), lambda part: None))
