"""A log done again picture by picture: the states of the session, whatever the rate of pictures."""

from __future__ import annotations

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.exposure import Exposure
from game.session.files.log_run import LogRun
from game.session.past.event_log import EventLog, LogEntry, fingerprint, read
from game.session.session import Session


@pytest.fixture
def log(tmp_path) -> EventLog:
    session = Session(scenefile.load("gyroscope"))
    for edit in (
        Edit("parameter", 12.0, "gravity"), Edit("integrator", "heun"), Edit("dt", 7e-4), Edit("scene", "loops"),
        Edit("parameter", 0.1, "mass"), None,
    ):  # fmt: skip
        advancing.run_ticks(session, 83)
        if edit is None:
            actions.perform(session, Action.RESET)
        else:
            edits.apply(session, edit)
    advancing.run_ticks(session, 311)
    session.past.write(tmp_path / "a.log", session.simulation)
    return read(tmp_path / "a.log")


def run(log: EventLog, fps: int, speed: float | None = None) -> tuple[LogRun, Session, int]:
    session = Session(log.scene if speed is None else log.scene.changed(speed=speed))
    done, pictures = LogRun(session, log, speed), 0
    while not done.finished:
        done.advance_frame(fps, Exposure())
        pictures += 1
        assert pictures < 100_000
    return done, session, pictures


@pytest.mark.parametrize(("fps", "speed"), [(60, None), (25, None), (7, 0.3)])
def test_a_log_ends_in_its_last_state(log: EventLog, fps: int, speed: float | None) -> None:
    begun = Session(log.scene.changed(speed=speed or log.scene.speed))
    estimated = LogRun(begun, log, speed).pictures(fps)
    done, session, pictures = run(log, fps, speed)
    assert done.difference == ""
    assert fingerprint(session.simulation) == log.entries[-1].value
    assert session.scene.name == "loops" and session.simulation.system.parameters["mass"] == 0.1
    assert pictures == pytest.approx(estimated, rel=0.1, abs=3)


def test_a_last_state_that_differs_is_said(log: EventLog) -> None:
    log.entries[-1] = LogEntry(log.entries[-1].tick, "state", value="0" * 64)
    done, session, _ = run(log, 30)
    assert done.difference == (
        f"the last state differs from that of the log, at tick 311 (t = {session.simulation.time:g} s)"
    )


def test_it_goes_on_at_the_speed_that_was_asked(log: EventLog) -> None:
    assert run(log, 60, 0.1)[2] == pytest.approx(run(log, 60, 0.2)[2] * 2, rel=0.05)


def test_the_first_entry_of_a_log_is_done_too() -> None:
    session = Session(scenefile.load("gyroscope"))
    advancing.run_ticks(session, 20)
    edits.apply(session, Edit("parameter", 12.0, "gravity"))
    advancing.run_ticks(session, 5)
    log = EventLog(session.scene)
    log.entries = [
        LogEntry(20, "parameter", "gravity", 12.0),
        LogEntry(25, "state", value=fingerprint(session.simulation)),
    ]
    done, again, _ = run(log, 60)
    assert done.difference == "" and again.simulation.system.parameters["gravity"] == 12.0


def test_the_number_of_pictures_follows_from_the_ticks_the_steps_and_the_speeds() -> None:
    session = Session(scenefile.load("gyroscope").changed(speed=2.0, dt=1e-3))
    log = EventLog(session.scene)
    log.entries = [
        LogEntry(100, "dt", value=2e-3), LogEntry(200, "reset"), LogEntry(50, "state", value=""),
        LogEntry(60, "state", value=""),
    ]  # fmt: skip
    assert LogRun(session, log).pictures(1000) == (100 + 2 * 100 + 2 * 60) // 2
    assert LogRun(session, log).pictures(1) == 1, "one at least"
