from __future__ import annotations

import math

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.experiments.parameter_range import ParameterRange
from game.model.edit import Edit
from game.model.input import Action
from game.model.messages import InterfaceStatus
from game.model.scene_marks import SceneMarks
from game.session import actions
from game.session.session import Session
from game.ui.interface import Interface
from tools.interface_driver import Driver

ANGLE = ParameterRange("release_angle", math.radians(30.0), math.radians(60.0))


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("trebuchet"))


def frames(interface: Interface, count: int = 3, size: tuple[int, int] = (1280, 800)) -> list[str]:
    """Build some frames; return the names of the visible windows."""
    for _ in range(count):
        interface.frame(size, 1 / 60, InterfaceStatus())
    windows = imgui.get_current_context().windows
    return [each.name for each in windows if each.was_active and not each.hidden]


def test_a_search_is_drawn_during_and_after_it(interface: Interface, session: Session) -> None:
    interface.act(Action.TUNING)
    interface.panels.map.searching = True
    frames(interface, 5)
    (found,) = [each for each in imgui.get_current_context().windows if "##choices" in each.name]
    assert found.size.y == pytest.approx(found.content_size.y), "all that can be chosen is seen before the first search"
    session.run.beside.tuning.optimise(session.simulation.system, [ANGLE], "range", [])
    frames(interface)
    assert session.run.beside.tuning.search is not None
    session.run.beside.tuning.search.wait()
    frames(interface)
    frames(interface, size=(400, 600))
    assert session.run.beside.tuning.search.best is not None


def test_another_scene_cancels_and_clears_the_search(session: Session) -> None:
    session.run.beside.tuning.optimise(session.simulation.system, [ANGLE], "range", [])
    search = session.run.beside.tuning.search
    actions.perform(session, Action.NEXT_SCENE)
    assert search is not None and session.run.beside.tuning.search is None
    search.wait()


def test_the_optimisation_has_a_key_of_its_own_and_the_map_its_own() -> None:
    driver = Driver(Session(scenefile.load("trebuchet")), (1280, 720), 1.0, "dark", SceneMarks())
    panels = driver.interface.panels
    for action, shown in (
        (Action.OPTIMISE, (True, True)), (Action.TUNING, (True, False)), (Action.TUNING, (False, False)),
        (Action.TUNING, (True, False)), (Action.OPTIMISE, (True, True)), (Action.OPTIMISE, (False, True)),
    ):  # fmt: skip
        driver.act(action)
        assert (panels.shows_map, panels.map.searching) == shown
    driver.edit(Edit("scene", scenefile.load("fast-cone")))
    driver.act(Action.OPTIMISE)
    assert "throws nothing" in driver.interface.report()["messages"][-1] and not panels.shows_map
    driver.interface.close()
