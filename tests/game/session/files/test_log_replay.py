"""A log that is replayed in a session, live: the same states, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import scenefile
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import EnsembleSpec
from game.session import actions, advancing, edits
from game.session.files.log_replay import LiveReplay, Replay, ReplayPlan, apply_entry
from game.session.past.event_log import EventLog, fingerprint, read
from game.session.session import Session
from physics.simulation.outcome import Divergence

FRAME = 1_000_000_000 // 60


def logged(tmp_path: Path) -> tuple[EventLog, str]:
    """Return the log of a session with changes, a restart and another scene, and the fingerprint of its end."""
    session = Session(scenefile.load("trebuchet").changed(speed=1.0, slow_motion=False))
    session.pause(False)
    advancing.run_ticks(session, 700)
    edits.apply(session, Edit("integrator", "heun"))
    advancing.run_ticks(session, 400)
    actions.perform(session, Action.RESET)
    advancing.run_ticks(session, 300)
    edits.apply(session, Edit("scene", scenefile.load("fast-cone").changed(speed=1.0)))
    advancing.run_ticks(session, 1200)
    edits.apply(session, Edit("dt", 5e-4))
    advancing.run_ticks(session, 333)
    session.past.write(tmp_path / "log", session.simulation)
    return read(tmp_path / "log"), fingerprint(session.simulation)


def played(session: Session, replay: LiveReplay, frames: int = 100_000) -> list[float]:
    """Replay for so many frames at most; return the part that was done after each."""
    parts = []
    while not replay.over and len(parts) < frames:
        replay.advance(FRAME, 10**6, 1.0)
        parts.append(replay.part)
    return parts


def test_log_is_replayed_to_the_same_state_at_the_speed_of_the_run(tmp_path: Path) -> None:
    log, end = logged(tmp_path)
    session = Session(scenefile.load("gyroscope"))
    first = session.simulation
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    assert session.scene.name == "trebuchet" and not session.simulation.paused
    parts = played(session, replay)
    assert fingerprint(session.simulation) == end
    states = sum(entry.what == "state" for entry in log.entries)
    assert not replay.failed and replay.message == f"log: replayed, {states} states are those of the log"
    assert session.simulation.paused, "it stays where the log ends"
    assert parts == sorted(parts) and parts[0] < 0.1 and parts[-1] == 1.0
    seconds = 1.4 + 1.2 + 333 * 5e-4
    assert len(parts) == pytest.approx(seconds * 60, abs=12), "every change costs a frame at most"
    actions.perform(session, Action.UNDO)
    assert session.simulation is first, "one entry undoes all of it"


def test_pause_and_speed_do_not_end_it_but_a_change_of_the_run_does(tmp_path: Path) -> None:
    log, _ = logged(tmp_path)
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    played(session, replay, 5)
    session.pause(True)
    tick = session.simulation.tick
    played(session, replay, 5)
    assert session.simulation.tick == tick and not replay.over
    advancing.step(session)
    actions.perform(session, Action.FASTER)
    session.pause(False)
    played(session, replay, 5)
    assert not replay.over and session.simulation.tick > tick + 1
    edits.apply(session, Edit("integrator", "rk4"))
    played(session, replay, 5)
    assert replay.over and not replay.failed and "the run was changed" in replay.message


@pytest.mark.parametrize("action", [Action.RESET, Action.UNDO, Action.NEXT_SCENE, Action.STEP_BACK])
def test_leaving_the_present_ends_it(tmp_path: Path, action: Action) -> None:
    log, _ = logged(tmp_path)
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    played(session, replay, 5)
    actions.perform(session, action)
    played(session, replay, 5)
    assert replay.over and "the run was changed" in replay.message


def test_another_state_ends_it_with_a_warning(tmp_path: Path) -> None:
    log, _ = logged(tmp_path)
    wrong = next(i for i, entry in enumerate(log.entries) if entry.what == "state")
    log.entries[wrong] = type(log.entries[wrong])(log.entries[wrong].tick, "state", value="0" * 64)
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    played(session, replay)
    assert replay.failed and replay.message.startswith("log: at t = ") and "is not that of the log" in replay.message


def test_an_entry_that_does_not_apply_ends_it_with_a_warning(tmp_path: Path) -> None:
    log, _ = logged(tmp_path)
    log.entries[0] = type(log.entries[0])(0, "integrator", value="no-such-method")
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    played(session, replay)
    assert replay.failed and "no-such-method" in replay.message


def alone(ticks: int) -> EventLog:
    """Return a log of a run of so many ticks without any change."""
    session = Session(scenefile.load("gyroscope").changed(speed=1.0))
    log = EventLog(session.scene)
    advancing.run_ticks(session, ticks)
    log.add(ticks, "state", fingerprint(session.simulation))
    return log


def test_the_part_of_a_log_with_a_single_entry_grows_from_none_to_all() -> None:
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(alone(200)), "log")
    assert replay.part == 0.0 and not replay.over
    parts = played(session, replay)
    assert 0.0 < parts[0] < 0.5 and parts == sorted(parts) and parts[-1] == 1.0


def test_a_change_at_the_start_takes_no_part_of_a_log() -> None:
    log = alone(200)
    log.entries.insert(0, type(log.entries[0])(0, "integrator", value="rk4"))
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    assert replay.part == 0.0
    parts = played(session, replay)
    assert 0.0 < parts[1] < 0.5 and parts == sorted(parts) and parts[-1] == 1.0 and not replay.failed


def test_many_changes_of_one_picture_are_done_within_its_time() -> None:
    log = EventLog(scenefile.load("gyroscope").changed(speed=1.0))
    for tick in range(2, 200, 2):
        log.add(tick, "parameter", 9.0 + 0.001 * tick, "gravity")
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(log), "log")
    parts = played(session, replay)
    assert len(parts) == pytest.approx(0.198 * 60, abs=2) and session.simulation.tick == 198
    assert session.simulation.system.gravity == 9.198 and not replay.failed


@pytest.mark.parametrize("bare", [False, True])
def test_scenes_have_their_duels_and_ensembles_where_somebody_looks(bare: bool) -> None:
    scene = scenefile.load("double-pendulum").changed(ensemble=EnsembleSpec(5, {"theta2": 1e-5}))
    log = EventLog(scenefile.load("gyroscope"))
    log.add(0, "scene", scene)
    session = Session(scenefile.load("gyroscope"))
    assert apply_entry(session, log.entries[-1], bare)
    assert (session.duel is None, session.run.cloud is None) == (bare, bare)
    assert session.scene.system == "double-pendulum"


def test_a_log_without_ticks_is_over_at_once() -> None:
    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(alone(0)), "log")
    assert replay.part == 1.0
    played(session, replay, 1)
    assert replay.over and not replay.failed


def test_a_replay_runs_to_the_tick_of_each_entry_and_compares_the_states(tmp_path: Path) -> None:
    log, end = logged(tmp_path)
    replay = Replay(log)
    assert [replay.do(entry) for entry in log.entries] == [""] * len(log.entries)
    assert fingerprint(replay.session.simulation) == end
    assert replay.ticks == 700 + 400 + 300 + 1200 + 333


def test_a_replay_says_where_a_state_differs_and_where_it_was_the_same_last() -> None:
    log = alone(200)
    (good,) = log.entries
    wrong = type(good)(300, "state", value="0" * 64)
    first = Replay(log)
    assert first.do(type(good)(200, "state", value="1" * 64)) == (
        "the state differs at tick 200 (t = 0.2 s); from the start on"
    )
    later = Replay(log)
    assert later.do(good) == ""
    assert later.do(wrong) == ("the state differs at tick 300 (t = 0.3 s); it was the same at tick 200 (t = 0.2 s)")


def test_a_replay_says_where_its_run_stops() -> None:
    scene = scenefile.load("gyroscope").changed(
        initial={"theta": 1e-2, "psi": 0.0, "theta_dot": -3.0, "phi_dot": 0.0}, dt=1e-5
    )
    log = EventLog(scene)
    log.add(9000, "state", "0" * 64)
    said = Replay(log).do(log.entries[0])
    assert said.startswith("it stops at tick ") and " on the way to tick 9000: " in said


def test_a_run_that_stops_before_the_log_does_ends_it_at_once_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(session: Session, *given: object) -> int:
        run = session.simulation
        run.divergence = Divergence(run.integrator.name, run.dt, run.time, "too far", "wait")
        return 0

    session = Session(scenefile.load("gyroscope"))
    replay = LiveReplay(session, ReplayPlan.of(alone(200)), "log")
    played(session, replay, 3)
    assert 0 < session.simulation.tick < 200 and not replay.over
    monkeypatch.setattr(advancing, "advance", stops)
    replay.advance(FRAME, 1000, 1.0)
    assert replay.over and replay.failed and replay.message.startswith("log: ") and "too far" in replay.message
