"""Controls of the panels by keys alone: from panel to panel, within one, and back to the scene."""

from __future__ import annotations

import pytest
from imgui_bundle import imgui

from game.model.input import Action, Key
from game.model.key_bindings import action_for
from game.ui.widgets.basic import ANY_POPUP
from tools.interface_driver import Driver
from tools.interface_views import VIEWS, opened

MOST = 60
"""More presses than a panel of these tests has controls."""


def press(driver: Driver, name: str, **modifiers: bool) -> bool:
    """Press a key; return whether it belonged to the panels, and else do what it stands for."""
    used = driver.interface.feed(event := Key(name, True, **modifiers))
    driver.settle()
    driver.interface.feed(Key(name, False, **modifiers))
    driver.settle()
    if not used and (action := action_for(event)):
        driver.act(action)
    return used


def enter(driver: Driver, panel: str) -> None:
    """Move to a panel."""
    for _ in range(MOST):
        press(driver, "tab", ctrl=True)
        window = imgui.get_current_context().nav_window
        if window is not None and window.name == panel:
            return
    raise AssertionError(f"{panel} is never reached")


@pytest.fixture
def driver():
    with opened(next(view for view in VIEWS if view.name == "body")) as made:
        yield made


def test_a_unit_of_the_readings_is_changed_by_keys_alone(driver: Driver) -> None:
    enter(driver, "readings")
    before = driver.session.simulation.integrator.name
    context = imgui.get_current_context()
    wanted = context.nav_window.get_id("unit of energy")
    for _ in range(MOST):
        assert press(driver, "tab"), "the next control, not the next method"
        if context.nav_id == wanted:
            break
    assert press(driver, "return"), "uses it, and does not start again"
    assert driver.interface.settings.units == {"J": "mJ"}
    assert driver.session.simulation.integrator.name == before
    assert press(driver, "escape") and not driver.interface.asks_to_quit
    press(driver, "tab")
    assert driver.session.simulation.integrator.name != before, "the keys are the scene's again"


def test_keys_reach_each_panel_and_a_click_in_the_scene_ends_it(driver: Driver) -> None:
    for panel in ("rail", "dock", "body", "readings"):
        enter(driver, panel)
    driver.click("readings")
    assert not press(driver, "right") and action_for(Key("right", True)) is Action.FORTH


def test_an_open_list_has_the_arrow_keys_enter_and_escape(driver: Driver) -> None:
    """As after a click on it: no key has moved the focus before."""
    session = driver.session
    session.simulation.advance(50)
    name = session.simulation.system.name
    driver.click("body/choose Gyroscope")
    assert imgui.is_popup_open("", ANY_POPUP)
    assert press(driver, "down") and press(driver, "return")
    assert session.simulation.system.name != name and session.simulation.tick == 50, "chosen, and not begun anew"
    assert not imgui.is_popup_open("", ANY_POPUP)
    driver.click("dock/camera")
    press(driver, "down")
    press(driver, "escape")
    assert not imgui.is_popup_open("", ANY_POPUP) and not driver.interface.asks_to_quit
    assert not press(driver, "right"), "the keys are the scene's again"
