"""Lyapunov exponents of a run in the background."""

from __future__ import annotations

import csv
import math

import pytest

from game.experiments.exponents import ExponentTask
from game.session.open_scene import load
from physics import Simulation
from physics.studies.lyapunov import lyapunov


@pytest.fixture
def run() -> Simulation:
    made = load("double-pendulum").varied({}, {"theta2": 2.0, "theta3": 2.5}, "", dt=0.005).simulation()
    made.advance(100)
    return made


def test_the_spectrum_of_the_present_state(run: Simulation) -> None:
    task = ExponentTask(run, 0, 100.0)
    task.wait()
    assert task.found is not None and task.reason == "" and task.progress == pytest.approx(1.0)
    system = run.system.replace(initial=dict(zip((v.name for v in run.system.variables), run.y, strict=True)))
    expected = lyapunov(system, 100.0, "rk4", 0.005)
    assert task.found.exponents.tolist() == pytest.approx(expected.exponents.tolist(), rel=1e-9)
    assert task.found.exponents.tolist() != lyapunov(run.system, 100.0, "rk4", 0.005).exponents.tolist()


def test_the_largest_converges(run: Simulation) -> None:
    task = ExponentTask(run, 1, 200.0)
    task.wait()
    assert task.found is not None and len(task.found.exponents) == 1
    times = [mean.time for mean in task.means]
    assert times == sorted(times) and times[-1] > 100.0
    assert math.isfinite(task.means[-1].error) and task.means[-1].value == pytest.approx(
        float(task.found.exponents[0]), abs=0.2
    )


def test_it_is_saved_with_all_that_it_belongs_to(run: Simulation) -> None:
    task = ExponentTask(run, 0, 20.0)
    task.wait()
    assert task.found is not None
    lines = task.table().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert f"# from t = 0.5 s: theta2 = {run.y[0]!r}" in "\n".join(comments)
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert [float(row["exponent [1/s]"]) for row in rows] == task.found.exponents.tolist()
    assert [float(row["error [1/s]"]) for row in rows] == task.found.errors.tolist()


def test_what_cannot_be_measured_says_why(run: Simulation) -> None:
    run.use("dop853")
    task = ExponentTask(run, 1, 20.0)
    task.wait()
    assert task.found is None and "Lyapunov exponents need a method of fixed steps" in task.reason


def test_a_cancelled_task_keeps_what_is_known(run: Simulation) -> None:
    task = ExponentTask(run, 1, 1e6)
    task.cancel()
    task.wait()
    assert task.progress < 1.0 and task.reason == ""
