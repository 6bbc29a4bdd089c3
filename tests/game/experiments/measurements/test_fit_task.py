"""Fits in a process of their own: result, progress, cancelling, errors."""

import subprocess
from typing import Any

import numpy as np
import pytest

from game.experiments.helper_task import ENDED
from game.experiments.measurements.fit_task import FitRequest, FitTask
from game.experiments.measurements.measured import MeasuredTable
from physics import Simulation
from physics.compiled import helper_process
from tests.physics.fitting.truth import LENGTH, damped_pendulum, measured

T = np.arange(41) / 20


@pytest.fixture(scope="module")
def table() -> MeasuredTable:
    return MeasuredTable("swing.csv", T, measured(damped_pendulum(), T, ["theta_1"]))


def task(table: MeasuredTable, *free: str, window: tuple[float, float] = (0.0, 2.0)) -> FitTask:
    run = Simulation(damped_pendulum(k=19.0), "rk4", 5e-3)
    return FitTask(FitRequest.of(run, table, free, window, "linear", starts=1), table)


def test_a_fit_finds_the_truth(table: MeasuredTable):
    fit = task(table, "gravity", "theta_1", "theta_dot_1")
    fit.wait()
    assert fit.problem == "" and fit.part > 0.0 and not fit.cancelled
    assert fit.found is not None and fit.found["gravity"].value == pytest.approx(19.62 * LENGTH, rel=1e-4)


def test_a_cancelled_fit_ends_its_process(table: MeasuredTable):
    fit = task(table, "gravity")
    fit.cancel()
    fit.wait()
    assert fit.cancelled and fit.found is None and fit.problem == ""
    assert fit._child is None or fit._child.poll() is not None


def test_what_is_wrong_is_told(table: MeasuredTable):
    wrong = task(table, "gravity", window=(5.0, 6.0))
    wrong.wait()
    assert wrong.problem == "window = 5 to 6 s: has fewer than two measured times" and wrong.found is None


def test_a_process_that_is_killed_is_told(table: MeasuredTable, monkeypatch: pytest.MonkeyPatch):
    start = helper_process.start

    def killed(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        child = start(*arguments, **options)
        child.kill()
        return child

    monkeypatch.setattr(helper_process, "start", killed)
    ended = task(table, "gravity")
    ended.wait()
    assert ended.problem == ENDED
