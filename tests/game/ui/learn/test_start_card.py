from __future__ import annotations

from game import scenefile
from game.model.input import Action
from game.model.messages import SceneRequest
from game.model.scene_marks import SceneMarks
from game.session.session import Session
from game.ui.learn.start_card import SCENES
from tools.interface_driver import Driver


def test_the_card_opens_scenes_tours_challenges_and_any_scene() -> None:
    session = Session(scenefile.load("book"))
    driver = Driver(session, (1280, 720), 1.0, "dark", SceneMarks(recent=("book", "coin", "gone.toml")))
    panels = driver.interface.panels
    driver.act(Action.START)
    assert all(driver.box(f"start/{name}") for name in SCENES)
    driver.click("trebuchet")
    assert session.scene.name == "trebuchet" and not panels.start.open
    driver.act(Action.START)
    driver.click("start/Challenges")
    assert panels.challenges.choosing and not panels.start.open
    driver.act(Action.CLOSE, Action.START)
    driver.click("start/Guided tours")
    assert panels.tours.choosing
    driver.act(Action.GUIDED_TOUR, Action.START)
    recent = scenefile.load("coin").title
    driver.click(f"start/{recent}")
    assert session.scene.name == "coin"
    driver.act(Action.START)
    driver.point("start/Surprise me")
    driver.interface._desk.requests.clear()
    driver.click("start/Surprise me")
    assert session.scene.name in scenefile.presets() and session.scene.name != "coin"
    driver.act(Action.START, Action.CLOSE)
    assert not panels.start.open and not driver.interface.asks_to_quit
    assert not [each for each in driver.interface.requests() if isinstance(each, SceneRequest)]
    driver.interface.close()
