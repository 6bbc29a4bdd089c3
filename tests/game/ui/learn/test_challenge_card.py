from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.model.scene_marks import NO_MARKS
from game.session import advancing, edits
from game.session.session import Session
from game.ui.panels.context import InterfaceStyle
from tools.drawn_texts import recorded
from tools.interface_driver import Driver


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    session = Session(scenefile.load("no-hands"))
    assert session.simulation.compile()
    made = Driver(session, (1280, 720), 1.0, "dark", NO_MARKS)
    made.interface.panels.challenges.kept_in = tmp_path / "challenges"
    yield made
    made.interface.close()


def test_a_challenge_is_begun_won_kept_and_played_again(driver: Driver, tmp_path: Path) -> None:
    session, card = driver.session, driver.interface.panels.challenges
    attempt = session.run.attempt
    assert attempt is not None
    edits.change_start(session, "lean_rate", 0.513)
    session.pause(True)
    driver.settle()
    driver.click("Begin")
    assert not session.simulation.paused
    advancing.advance(session, 10**10, 10**6)
    driver.settle()
    assert attempt.medal == "gold" and len(list((tmp_path / "challenges").glob("no-hands-*.log"))) == 1
    best = card.records.best(attempt.scene)
    assert best is not None and best.medal == "gold"
    driver.click("Explain")
    assert driver.interface.panels.is_open("explain")
    driver.click("Again")
    assert session.simulation.tick == 0 and not session.simulation.paused and not attempt.over
    driver.click("All challenges")
    assert driver.box("challenge/No hands · gold") is not None
    driver.click("Catch the flip")
    assert session.scene.name == "catch-the-flip" and card.is_open(driver.interface._desk) and not card.choosing
    driver.act(Action.CLOSE, Action.CLOSE)
    assert not card.is_open(driver.interface._desk)


def test_a_foul_is_told_and_earns_nothing(driver: Driver, tmp_path: Path) -> None:
    session = driver.session
    edits.apply(session, Edit("dt", 0.004))
    session.reset()
    advancing.advance(session, 2 * 10**10, 10**6)
    driver.settle()
    assert session.run.attempt is not None and session.run.attempt.over
    assert not (tmp_path / "challenges").exists()


def test_the_sign_of_a_pause_keeps_off_the_card(driver: Driver) -> None:
    driver.session.pause(True)
    for scale, shown in ((1.0, True), (1.6, False)):
        driver.size, driver.interface.look = (820, 640), InterfaceStyle("dark", scale)
        driver.settle()
        card = driver.box("challenge")
        with recorded() as texts:
            driver.frame()
        signs = [each.box for each in texts if each.window.startswith("sign")]
        assert card is not None and bool(signs) is shown
        assert all(box is not None and box[3] < card[1] for box in signs)
