"""The controls of the phase sculpture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.scenefile import Scene, SculptureSpec
from game.session import advancing
from game.session.session import Session
from physics import BadInput
from tools.interface_driver import Driver

SCENE = Scene(system="planar-chain", parameters={"count": 1, "length": 1.0}, dt=0.02)


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(SCENE), (1280, 1000), 1.0, "dark", SceneMarks())
    made.act(Action.SCULPTURE)
    made.act(Action.VIEW)
    made.settle()
    yield made
    made.interface.close()


def test_another_plane_makes_another_sculpture_and_a_wrong_one_changes_nothing(driver: Driver) -> None:
    sculpting, run = driver.session.run.sculpting, driver.session.simulation
    sculpting.use(SculptureSpec(up="energy"), run)
    driver.settle()
    assert driver.box("Begin here") is not None
    with pytest.raises(BadInput, match="unknown quantity"):
        sculpting.use(SculptureSpec(up="x"), run)
    assert sculpting.spec.up == "energy"


def test_it_begins_anew_from_the_present(driver: Driver) -> None:
    driver.session.run.sculpting.finish(driver.session.simulation)
    advancing.run_ticks(driver.session, 50)
    driver.click("Begin here")
    driver.session.run.sculpting.finish(driver.session.simulation)
    assert driver.session.run.sculpting.task.request.time == pytest.approx(1.0)


def test_the_controls_are_there_while_it_is_shown(driver: Driver) -> None:
    assert driver.box("Begin here") is not None
    driver.act(Action.SCULPTURE)
    driver.settle()
    assert driver.box("Begin here") is None
