from __future__ import annotations

from pathlib import Path

from game import scenefile
from game.model.messages import OpenFileRequest
from game.model.scene_marks import NO_MARKS
from game.session import advancing
from game.session.session import Session
from tools.interface_driver import Driver


def test_after_the_landing_one_fires_again_or_changes_one_thing() -> None:
    session = Session(scenefile.load("golf-ball"))
    session.simulation.compile()
    driver = Driver(session, (1280, 720), 1.0, "dark", NO_MARKS)
    driver.settle()
    assert driver.box("Fire again") is None
    advancing.run_ticks(session, round(12.0 / session.simulation.dt))
    driver.settle()
    driver.click("Fire again")
    assert session.simulation.tick == 0 and not session.simulation.paused and driver.box("ending/Fire again") is None
    advancing.run_ticks(session, round(12.0 / session.simulation.dt))
    driver.settle()
    driver.click("Change one thing")
    assert driver.interface.panels.is_open("body") and session.simulation.tick == 0
    advancing.run_ticks(session, round(12.0 / session.simulation.dt))
    driver.settle()
    driver.click("close ending")
    driver.settle()
    assert driver.box("ending/Fire again") is None
    driver.interface.close()


def test_what_ends_by_itself_is_begun_again_from_its_card() -> None:
    session = Session(scenefile.load("bicycle").changed(initial={"forward_speed": 1.0, "lean_rate": 1.0}))
    session.simulation.compile()
    driver = Driver(session, (1280, 720), 1.0, "dark", NO_MARKS)
    advancing.run_ticks(session, round(20.0 / session.simulation.dt))
    assert session.simulation.divergence is not None and session.simulation.divergence.by_motion
    driver.settle()
    driver.click("divergence/Again")
    assert session.simulation.tick == 0 and not session.simulation.paused
    driver.interface.close()


def test_a_machine_that_was_not_saved_is_offered_until_that_is_answered(tmp_path: Path) -> None:
    driver = Driver(Session(scenefile.load("fast-cone")), (1280, 720), 1.0, "dark", NO_MARKS)
    path = tmp_path / "recovered-machine.toml"
    asked: list[object] = []
    driver.interface._desk.ask = asked.append  # type: ignore[method-assign, assignment]
    for answer in ("Not now", "Go on with it"):
        assert not asked
        driver.interface.recovered.append(path)
        driver.settle()
        driver.click(f"recovered/{answer}")
        driver.settle()
        assert driver.box(f"recovered/{answer}") is None
    assert asked == [OpenFileRequest(path)]
    driver.interface.close()
