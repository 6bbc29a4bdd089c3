"""The scene browser: search, families, favourites, recent and saved scenes; a click opens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import scenefile
from game.model.input import Action, Button, Key, Text
from game.model.messages import SceneRequest
from game.model.scene_marks import SceneMarks
from game.session.session import Session
from game.ui.panels.scenes import CATEGORIES, category_of, found
from game.ui.widgets.item_boxes import BOXES
from tools.drawn_texts import recorded
from tools.interface_driver import Driver

TALL = (1280, 4900)
"""Size of a window that shows the cards of all presets."""


@pytest.fixture
def browser() -> Iterator[Driver]:
    driver = Driver(Session(scenefile.load("fast-cone")), TALL, 1.0, "dark", SceneMarks(recent=("book", "coin")))
    driver.act(Action.SCENES)
    yield driver
    driver.interface.close()


def cards() -> set[str]:
    """Return the names of the presets whose cards are shown."""
    return {name.partition("/")[2] for name in BOXES.found} & set(scenefile.presets())


def test_all_presets_are_shown_and_a_click_opens_one(browser: Driver) -> None:
    assert cards() == set(scenefile.presets())
    browser.click("scenes/rattleback")
    assert browser.session.scene.name == "rattleback"
    assert not browser.interface.panels.is_open("scenes")
    assert browser.interface.marks.recent[0] == "rattleback"


def test_a_click_that_comes_with_the_pointer_opens_a_scene(browser: Driver) -> None:
    """A tap on a touch screen, or a quick hand: pointer, press and release between two frames."""
    left, top, right, bottom = BOXES.found["scenes/wheel"]
    x, y = (left + right) / 2, (top + bottom) / 2
    events: tuple[Button, ...] = (Button("left", True, x, y), Button("left", False, x, y))
    for _ in range(8):
        for event in browser.interface.in_turn(events):
            browser.interface.feed(event)
        events = ()
        browser.frame()
    assert SceneRequest("wheel") in browser.interface.requests()


def test_families_divide_the_presets(browser: Driver) -> None:
    shown = []
    for category in CATEGORIES:
        browser.click(f"scenes/{category.name}")
        shown += sorted(cards())
    assert sorted(shown) == sorted(scenefile.presets())
    assert all(category_of(scene) in CATEGORIES for scene in scenefile.scene_summaries())


def test_typed_words_are_searched_at_once(browser: Driver) -> None:
    browser.interface.feed(Text("tippe flip"))  # the field has the keyboard when the browser opens
    browser.settle()
    assert cards() == {scene.name for scene in found(scenefile.scene_summaries(), "tippe flip")}
    assert 0 < len(cards()) < 6


@pytest.mark.usefixtures("french")
def test_words_of_either_language_are_found() -> None:
    scenes = scenefile.scene_summaries()
    assert {scene.name for scene in found(scenes, "trébuchet")} & {"trebuchet", "warwolf"}
    assert {scene.name for scene in found(scenes, "trebuchet")} & {"trebuchet", "warwolf"}


def test_the_star_of_a_card_makes_a_favourite_and_opens_nothing(browser: Driver) -> None:
    browser.click("scenes/star coin")
    assert browser.interface.marks.favourites == ("coin",)
    assert browser.session.scene.name == "fast-cone"
    browser.click("scenes/Favourites")
    assert cards() == {"coin"}
    browser.click("scenes/star coin")
    assert browser.interface.marks.favourites == ()


def test_recent_scenes_are_listed(browser: Driver) -> None:
    browser.click("scenes/Recent")
    assert cards() == {"fast-cone", "book", "coin"}


def test_saved_scenes_are_found_when_the_browser_opens(browser: Driver, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('title = "My own cone"\nsystem = "gyroscope"\n', "utf-8")
    (tmp_path / "broken.toml").write_text("no scene", "utf-8")
    browser.interface.list_saved(lambda: tmp_path)
    browser.act(Action.SCENES)
    browser.act(Action.SCENES)
    browser.click("scenes/My scenes")
    browser.click("scenes/mine")
    assert browser.session.scene.title == "My own cone"


def test_scenes_that_cannot_be_read_are_shown_with_the_reason_and_open_nothing(browser: Driver, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('system = "gyroscope"\n', "utf-8")
    (tmp_path / "lost.toml").write_text('system = "gyroscope"\ndt = [', "utf-8")
    browser.interface.list_saved(lambda: tmp_path)
    browser.act(Action.SCENES)
    browser.act(Action.SCENES)
    browser.click("scenes/My scenes")
    with recorded() as words:
        browser.settle()
    assert any(each.words.startswith("lost.toml: not TOML: ") for each in words)
    browser.click("scenes/lost.toml")
    assert browser.session.scene.name == "fast-cone" and browser.interface.panels.is_open("scenes")


def test_details_are_those_of_a_scene_that_is_listed(browser: Driver) -> None:
    browser.point("scenes/coin")
    about = next(scene.note for scene in scenefile.scene_summaries() if scene.name == "coin")
    with recorded() as words:
        browser.settle()
    assert about.split()[0] in " ".join(each.words for each in words)
    browser.click("scenes/My scenes")
    with recorded() as words:
        browser.settle()
    assert "Point at a scene to read what it shows; a click opens it." in " ".join(each.words for each in words)


def test_a_narrow_window_shows_cards_too(browser: Driver) -> None:
    browser.size = (400, 600)
    browser.settle()
    assert cards()


def test_what_was_searched_for_is_typed_over_and_a_cross_clears_it(browser: Driver) -> None:
    browser.interface.feed(Text("trebuchet"))
    browser.settle()
    for _ in range(2):
        browser.act(Action.SCENES)
    browser.interface.feed(Text("rattleback"))
    browser.settle()
    assert "rattleback" in cards() and "coin" not in cards()
    browser.click("scenes/clear search")
    assert cards() == set(scenefile.presets()) and browser.box("scenes/clear search") is None


@pytest.mark.parametrize(("words", "presses"), [("", 1), ("coin", 2)])
def test_escape_closes_the_browser_unless_it_takes_back_words(browser: Driver, words: str, presses: int) -> None:
    browser.interface.feed(Text(words))
    browser.settle()
    for press in range(presses):
        assert browser.interface.panels.is_open("scenes"), press
        for down in (True, False):
            if not browser.interface.feed(Key("escape", down)) and down:
                browser.act(Action.CLOSE)
            browser.settle()
            browser.act(*(each for each in browser.interface.requests() if isinstance(each, Action)))
    assert not browser.interface.panels.is_open("scenes")
    assert not browser.interface.asks_to_quit
