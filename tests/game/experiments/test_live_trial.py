"""The step of a run on trial, again and again."""

from __future__ import annotations

import pytest

from game.experiments import live_trial
from game.experiments.live_trial import LiveTrial
from game.session.open_scene import load
from physics import BadInput, Simulation
from physics.studies.step_trial import step_trial


@pytest.fixture
def run() -> Simulation:
    return load("fast-cone").simulation()


def test_the_present_state_is_tried(run: Simulation) -> None:
    run.advance(200)
    trial = LiveTrial()
    trial.follow(run)
    trial.wait()
    system, integrator = run.system, run.integrator.name
    assert trial.found == step_trial(system, integrator, run.dt, run.settings, list(run.y), run.time)
    assert trial.found != step_trial(system, integrator, run.dt, run.settings)
    assert trial.time == run.time


def test_a_run_at_rest_is_tried_once(run: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_trial, "RENEWED", 0.0)
    monkeypatch.setattr(live_trial, "SHARE", 1.0)
    trial = LiveTrial()
    trial.follow(run)
    trial.wait()
    first = trial.found
    trial.follow(run)
    assert not trial.busy, "nothing has changed"
    run.advance(10)
    trial.follow(run)
    trial.wait()
    assert trial.found is not None and trial.found != first


def test_it_waits_before_the_next(run: Simulation) -> None:
    trial = LiveTrial()
    trial.follow(run)
    trial.wait()
    run.advance(10)
    trial.follow(run)
    assert not trial.busy


def test_another_method_forgets_the_result(run: Simulation) -> None:
    trial = LiveTrial()
    trial.follow(run)
    trial.wait()
    run.use("gauss4")
    trial.follow(run)
    assert trial.found is None


def test_a_stopped_trial_ends_and_gives_no_result(run: Simulation) -> None:
    run.use("midpoint-kahan-li8")
    trial = LiveTrial()
    trial.follow(run)
    task = trial._task
    assert task is not None
    trial.stop()
    task.wait()
    assert task.found is None and not trial.busy and trial.found is None


def test_what_cannot_be_measured_is_said(run: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BadInput("trial: at this state of gyroscope momenta do not determine the velocities")

    monkeypatch.setattr("physics.studies.step_trial.step_trial", refuse)
    trial = LiveTrial()
    trial.follow(run)
    trial.wait()
    assert trial.found is None and "momenta" in trial.problem
