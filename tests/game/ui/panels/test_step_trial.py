"""The step on trial in the panel of the integrator."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

import physics
from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.session import advancing
from game.session.session import Session
from game.ui.panels.step_trial import Mark, rows
from physics.studies.step_trial import StepTrial
from tools.interface_driver import Driver

FOUND = StepTrial(1e-3, "canonical", 1e-11, 1e-10, 3e-6, 1e-10, 3e-14, 1e-6, 1.0, 4.01, 0.02, 2e-3, False)
RK4, SPLITTING, DOP853 = map(physics.integrator, ("rk4", "splitting", "dop853"))


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("paper-cone")), (1280, 720), 1.0, "dark", SceneMarks())
    yield made
    made.session.leave()
    made.interface.close()


def marks(found: StepTrial, method: physics.core.integrator.Integrator) -> list[Mark | None]:
    return [each.mark for each in rows(found, method)]


def test_what_is_as_expected_is_marked() -> None:
    found = rows(FOUND, RK4)
    assert [each.mark for each in found] == [Mark.MET, Mark.MET, Mark.MET, None]
    assert [each.words for each in found] == ["expected 4", "expected > 0", "expected > 0", ""]
    assert found[0].value == "4.01" and found[1].value == "3×10⁻¹⁴"


def test_a_method_that_breaks_its_promise_is_marked() -> None:
    assert marks(FOUND, SPLITTING)[1:3] == [Mark.MISSED, Mark.MISSED]
    assert rows(FOUND, SPLITTING)[1].words == "expected 0: not met"
    assert rows(replace(FOUND, order=2.9), RK4)[0].words == "expected 4: not met"


def test_rounding_is_no_proof() -> None:
    small = replace(FOUND, longer=1e-11, returned_longer=1e-15, order=math.nan)
    assert [each.words for each in rows(small, RK4)[:3]] == ["rounding: cannot tell"] * 3
    assert marks(small, SPLITTING)[1:3] == [Mark.MET, Mark.MET]
    unsure = replace(FOUND, longer=1e-8, returned=2e-11, returned_longer=2e-11, order=3.6, order_error=0.5)
    assert [each.words for each in rows(unsure, SPLITTING)[1:3]] == ["0 expected: cannot tell"] * 2
    assert marks(replace(unsure, returned=1e-15), SPLITTING)[1] is Mark.MET, "the longer step shows its loop"
    assert rows(unsure, RK4)[0].mark is Mark.OPEN


def test_methods_with_steps_of_their_own_are_not_judged() -> None:
    found = replace(FOUND, adaptive=True, order=math.nan)
    assert marks(found, DOP853) == [Mark.OPEN] * 3 + [None]
    assert rows(found, DOP853)[0].words == "steps of its own"


def test_systems_without_a_form_have_two_rows() -> None:
    assert len(rows(replace(FOUND, form=""), RK4)) == 2
    assert rows(replace(FOUND, form="Poisson"), RK4)[2].label == "|JBJᵀ − B|"
    assert rows(replace(FOUND, defect=1e-9), RK4)[3].words == "grows with power 3.5 of Δt"


def test_the_step_is_tried_while_the_section_is_shown(driver: Driver) -> None:
    trial = driver.session.trial
    driver.frame()
    assert not trial.busy and trial.found is None
    driver.act(Action.METHOD)
    trial.wait()
    assert trial.found is not None and trial.found.shows_order(4)
    driver.edit(Edit("integrator", "splitting"))
    trial._began = 0.0
    driver.frame()
    trial.wait()
    assert trial.found is not None and trial.found.verdict == "yes"
    driver.edit(Edit("integrator", "midpoint-kahan-li8"))
    trial._began = 0.0
    driver.frame()
    driver.act(Action.METHOD)
    assert not trial.busy, "nothing is computed for a closed panel"


def test_a_folded_section_computes_nothing(driver: Driver) -> None:
    driver.act(Action.METHOD)
    driver.session.trial.wait()
    driver.click("method/This step on trial")
    driver.session.trial._began = 0.0
    advancing.run_ticks(driver.session, 10)
    driver.settle()
    assert not driver.session.trial.busy
    driver.click("method/This step on trial")
    assert driver.session.trial.busy or driver.session.trial.found is not None
