"""The panel of comparisons: where a comparison begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.session import advancing
from game.session.session import Session
from tools.interface_driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("paper-cone")), (1280, 720), 1.0, "dark", SceneMarks())
    made.act(Action.COMPARE)
    advancing.run_ticks(made.session, 100)
    made.settle()
    yield made
    made.interface.close()


def test_a_comparison_begins_where_it_is_chosen(driver: Driver) -> None:
    driver.click("beginning start")
    assert driver.session.run.contest.from_start
    driver.click("compare/Compare")
    assert driver.session.duel is not None and driver.session.simulation.tick == 0
    assert driver.box("beginning start") is None, "there is nothing to choose while it goes on"
    driver.click("End comparison")
    advancing.run_ticks(driver.session, 100)
    driver.click("beginning now")
    driver.click("compare/Compare")
    assert driver.session.simulation.tick == 100


def test_a_stopped_run_leaves_no_choice(driver: Driver) -> None:
    driver.edit(Edit("integrator", "euler-cromer"), Edit("dt", 0.02))
    while driver.session.simulation.divergence is None:
        advancing.run_ticks(driver.session, 10)
    driver.settle()
    driver.click("beginning now")
    driver.click("compare/Compare")
    assert driver.session.duel is not None and driver.session.simulation.tick == 0
    assert not driver.session.run.contest.from_start, "the choice is kept for other runs"
