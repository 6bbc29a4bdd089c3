"""The panel of comparisons: where a comparison begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.scenefile import EnsembleSpec
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


def compared(session: Session) -> int:
    """Return the number of compared runs."""
    return 0 if session.duel is None else len(session.duel.ghosts)


def test_one_action_compares_three_methods_from_the_start_with_a_plot_of_both_angles_beside_the_body() -> None:
    scene = scenefile.load("double-pendulum-cloud").changed(ensemble=EnsembleSpec())
    driver = Driver(Session(scene), (1280, 800), 1.0, "dark", SceneMarks())
    session, plots = driver.session, driver.interface.panels.plots
    advancing.run_ticks(session, 50)
    driver.click("dock/more")
    driver.click("Compare three methods")
    assert session.simulation.tick == 0 and not session.simulation.paused and session.duel is not None
    runs = [session.simulation, *(ghost.simulation for ghost in session.duel.ghosts)]
    assert len({run.integrator.name for run in runs}) == 3
    assert {type(run.system) for run in runs} == {type(session.simulation.system)}
    assert session.simulation.system.parameters["gravity"] == 9.81
    advancing.run_ticks(session, 50)
    driver.settle()
    (plot,) = plots.plots
    assert plot.chosen == ["theta2", "theta3"]
    assert sorted((curve.name, curve.line.side) for curve in plot.curves if curve.line) == [
        (name, side) for name in ("theta2", "theta3") for side in range(3)
    ]
    assert plot.area.height >= 200.0
    driver.act(Action.UNDO)
    assert (session.simulation.tick, compared(session)) == (50, 0)
    driver.act(Action.REDO)
    assert compared(session) == 2
    driver.interface.close()
