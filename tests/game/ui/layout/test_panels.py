"""The rail's panels open, stay pinned, are made wider, and come back after a window was small; the dock folds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game import scenefile
from game.model.input import Action, Button, PointerMotion
from game.model.panel_layout import MAX_PANEL_WIDTH, PANEL_WIDTH, TEXT_SIZE
from game.model.scene_marks import NO_MARKS
from game.session.session import Session
from game.ui.layout.dock import DISPLAY, FOLDING
from tests.game.ui.panel_driver import panels
from tools.interface_driver import Driver

RAIL = ("body", "method", "compare", "view", "explain")


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("trebuchet")), (1600, 900), 1.0, "dark", NO_MARKS)
    made.settle()
    yield made
    made.interface.close()


def test_an_entry_of_the_rail_opens_and_closes_its_panel(driver: Driver) -> None:
    for name in RAIL:
        driver.click(f"rail/{name}")
        assert set(panels()) & set(RAIL) == {name}
    driver.click(f"rail/{RAIL[-1]}")
    assert not set(panels()) & set(RAIL)


def test_a_pinned_panel_stays_beside_another(driver: Driver) -> None:
    driver.click("rail/body")
    driver.click("body/pin")
    driver.click("rail/method")
    assert {"body", "method"} <= set(panels())
    assert driver.interface.panel_state.pinned == ("body",)


def test_the_edge_of_a_panel_makes_it_wider_and_is_remembered(driver: Driver) -> None:
    driver.click("rail/body")
    _, _, right, bottom = panels()["body"]
    grip = right + 4, bottom / 2
    for event in (PointerMotion(*grip, 0, 0), Button("left", True, *grip), PointerMotion(5000, grip[1], 0, 0)):
        driver.interface.feed(event)
        driver.settle()
    driver.interface.feed(Button("left", False, 5000, grip[1]))
    driver.settle()
    left, _, right, _ = panels()["body"]
    assert MAX_PANEL_WIDTH > PANEL_WIDTH
    assert right - left == pytest.approx(MAX_PANEL_WIDTH * TEXT_SIZE, abs=1)
    assert driver.interface.panel_state.widths["body"] == MAX_PANEL_WIDTH


def test_panels_come_back_after_the_window_was_small(driver: Driver) -> None:
    driver.click("rail/body")
    driver.click("body/pin")
    driver.click("rail/view")
    for _ in range(2):
        driver.settle()  # the tooltip of where the pointer is comes
    before, state = panels(), driver.interface.panel_state
    for size in ((700, 500), (400, 600), (1600, 900)):
        driver.size = size
        driver.settle()
    assert panels() == before
    assert driver.interface.panel_state == state


@pytest.mark.parametrize(("part", "panel"), [("scene", "scenes"), ("system", "body"), ("step", "method")])
def test_a_click_on_a_part_of_the_title_opens_its_panel(driver: Driver, part: str, panel: str) -> None:
    driver.click(f"title/{part}")
    assert driver.interface.panels.is_open(panel)


@pytest.mark.parametrize("width", [640, 700, 760, 860, 960, 1000, 1100, 1280])
def test_every_button_of_the_dock_is_shown_or_in_its_menu(driver: Driver, width: int) -> None:
    driver.size = (width, 800)
    driver.settle()
    shown = {name for name in (*FOLDING, *DISPLAY) if driver.box(f"dock/{name}") is not None}
    boxes = [
        driver.box(f"dock/{name}") for name in (*shown, "undo", "reset", "pause", "step", "camera", "more", "speed")
    ]
    edges = sorted((box[0], box[2]) for box in boxes if box is not None)
    assert all(one[1] <= other[0] + 0.5 for one, other in pairwise(edges)), "none overlap"
    words = {
        "loop": "Loop A to B", "branches": "Branches, earlier runs", "redo": "Redo", "history": "What was done",
        "photo": "Screenshot", "plots": "Plots", "slow motion": "Slow motion", "vectors": "Arrows",
        "traces": "Traces", "geometry": "Angles, cones, curves",
    }  # fmt: skip
    driver.click("dock/more")
    assert {name for name, entry in words.items() if driver.box(entry) is not None} == set(words) - shown


def test_entries_of_the_menu_do_what_their_buttons_do(driver: Driver) -> None:
    driver.size = (640, 800)
    driver.settle()
    driver.click("dock/more")
    driver.click("Arrows")
    assert not driver.session.run.shown.vectors
    driver.act(Action.VECTORS)
    assert driver.session.run.shown.vectors


def test_two_pictures_side_by_side_lie_beside_the_readings() -> None:
    session = Session(scenefile.load("free-asymmetric-1"))
    made = Driver(session, (1280, 720), 1.0, "dark", NO_MARKS)
    made.settle()
    assert session.run.split
    assert 1280 * made.interface.free[2] <= panels()["readings"][0] + 1
    made.act(Action.BINET)
    assert not session.run.split
    assert 1280 * made.interface.free[2] > panels()["readings"][0]
    made.interface.close()
