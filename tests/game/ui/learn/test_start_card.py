from __future__ import annotations

import math
import time

import numpy as np

from game import scenefile
from game.model.input import Action
from game.model.messages import SceneRequest
from game.model.scene_marks import MOVING_FRAMES, MOVING_RATE, SceneMarks
from game.session.session import Session
from game.ui.learn.start_card import SCENES
from tools.interface_driver import Driver


def test_its_pictures_move_unless_motion_is_unwanted() -> None:
    driver = Driver(Session(scenefile.load("book")), (1280, 720), 1.0, "dark", SceneMarks())
    card = driver.interface.panels.start
    assert card.change_in == math.inf
    driver.act(Action.START)
    moving, deadline = card._moving, time.monotonic() + 20.0
    while set(moving._textures) != set(SCENES) and time.monotonic() < deadline:
        driver.frame()
        time.sleep(0.01)
    assert set(moving._textures) == set(SCENES)
    assert all(np.ptp(frames, axis=0).any() for frames in moving._frames.values())
    shown = {name: frame for name, (_, frame) in moving._textures.items()}
    assert driver.interface.change_in <= 1.0 / MOVING_RATE
    driver.frame(1.0 / MOVING_RATE)
    after = {name: frame for name, (_, frame) in moving._textures.items()}
    assert after == {name: (frame + 1) % MOVING_FRAMES for name, frame in shown.items()}
    driver.interface.keep_still(True)
    driver.frame(1.0 / MOVING_RATE)
    assert card.change_in == math.inf and {name: frame for name, (_, frame) in moving._textures.items()} == after
    driver.interface.close()


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
    driver.click("title/mark")
    assert panels.start.open
    driver.interface.close()
