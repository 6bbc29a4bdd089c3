"""The frame of a panel: another scene begins at its top."""

from __future__ import annotations

from imgui_bundle import imgui

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.model.scene_marks import SceneMarks
from game.session.session import Session
from tools.interface_driver import Driver


def scrolled() -> float:
    """Return how far the panel of the body is scrolled [points]."""
    windows = imgui.get_current_context().windows
    return next(each.scroll.y for each in windows if each.name.startswith("body/content") and each.was_active)


def test_a_panel_stands_at_its_top_for_another_scene_and_stays_where_it_was_for_this_one() -> None:
    driver = Driver(Session(scenefile.load("trebuchet")), (1280, 500), 1.0, "dark", SceneMarks())
    driver.act(Action.BODY)
    window = next(each for each in imgui.get_current_context().windows if each.name.startswith("body/content"))
    window.scroll.y = 90.0
    driver.settle()
    assert scrolled() == 90.0
    driver.edit(Edit("scene", scenefile.load("chain-50")))
    assert scrolled() == 0.0
    driver.interface.close()
