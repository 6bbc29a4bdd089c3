"""The finder: everything is found by words and used by keys or the pointer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action, Key, Text
from game.model.key_bindings import action_for
from game.model.messages import Request, SceneRequest
from game.model.scene_marks import SceneMarks
from game.model.words import plain
from game.session.session import Session
from game.ui.finder import UNLISTED, explanations, things
from game.ui.widgets.item_boxes import BOXES
from tools.interface_driver import Driver


@pytest.fixture
def driver() -> Iterator[Driver]:
    made = Driver(Session(scenefile.load("gyroscope")), (1280, 720), 1.0, "dark", SceneMarks())
    made.settle()
    yield made
    made.session.leave()
    made.interface.close()


def find(driver: Driver, words: str, *keys: str) -> list[Request]:
    """Type words into the finder and press keys, of which none is the scene's; return what is asked for."""
    driver.interface.requests()
    driver.act(Action.FIND)
    assert driver.interface.finder.pages is not None
    driver.interface.finder.pages.wait()
    driver.interface.feed(Text(words))
    driver.settle()
    for key in (*keys, "return"):
        for down in (True, False):
            assert driver.interface.feed(Key(key, down))
            driver.settle()
    assert not driver.interface.finder.open
    return driver.interface.requests()


def test_every_action_is_in_a_menu_or_on_a_button(driver: Driver) -> None:
    listed = [thing.requests[0] for thing in things(driver.interface._desk) if thing.kind == "action"]
    assert set(listed) == set(Action) - set(UNLISTED) and len(listed) == len(set(listed))
    driver.click("dock/more")
    shown = {name.partition("/")[2] for name in BOXES.found}
    assert {"Find…", "Settings", "Guided tours"} <= shown
    driver.click("Find…")
    assert driver.interface.finder.open


def test_things_are_found_by_words_and_used_by_enter(driver: Driver) -> None:
    assert find(driver, "poster") == [Action.POSTER]
    assert find(driver, "TREBUCHET") == [SceneRequest("trebuchet")]
    assert find(driver, "gravity") == [Action.BODY], "a number of this scene"
    driver.act(Action.BODY)
    assert find(driver, "gravity") == [] and driver.interface.panels.is_open("body"), "it stays open"
    assert find(driver, "rattleback", "down", "up") == [SceneRequest("rattleback")]
    assert find(driver, "language") == [Action.SETTINGS]
    assert find(driver, "newmark") == [] and driver.session.simulation.integrator.name == "newmark"


def test_pages_are_found_and_open_the_scene_that_they_explain(driver: Driver) -> None:
    pages = {thing.words: thing.requests for thing in explanations(driver.interface._desk)}
    assert [words for words, requests in pages.items() if requests == (Action.EXPLAIN,)] == ["Tops on a pivot"]
    assert pages["Rattleback"] == (SceneRequest("rattleback"), Action.EXPLAIN)


@pytest.mark.parametrize("key", ["k", "f3"])
def test_what_is_typed_before_the_next_picture_goes_into_the_field(driver: Driver, key: str) -> None:
    events: list[Key | Text] = [Key(key, True, ctrl=key == "k"), Key(key, False), Key("r", True), Text("r")]
    for _ in range(8):
        for event in driver.interface.in_turn(events):
            if not driver.interface.feed(event) and isinstance(event, Key) and (action := action_for(event)):
                assert action in (Action.FIND, Action.SCENES), "no key of the scene"
                driver.interface.act(action)
        events = []
        driver.frame()
    assert imgui.internal.get_input_text_state(imgui.get_current_context().active_id).get_text() == "r"


def test_a_click_uses_what_is_under_the_pointer(driver: Driver) -> None:
    driver.act(Action.FIND)
    driver.interface.feed(Text("newm"))
    driver.settle()
    driver.click("newmark")
    assert driver.session.simulation.integrator.name == "newmark"
    driver.edit(Edit("integrator", "rk4"))


def test_accents_need_not_be_typed() -> None:
    assert plain("Réglage À Ç") == "reglage a c"


def test_an_escape_of_the_same_slow_picture_closes_what_was_open_and_not_the_finder(driver: Driver) -> None:
    driver.act(Action.START)
    driver.interface.feed(Key("escape", True))
    driver.interface.act(Action.CLOSE)
    driver.interface.act(Action.FIND)
    driver.settle()
    assert driver.interface.finder.open and not driver.interface.panels.start.open
