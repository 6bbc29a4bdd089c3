"""The tape of a run: states, events, jumps; and it changes nothing of the run."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from game import scenefile
from game.session import advancing
from game.session.session import Session
from game.sound.tape import MotionPiece, MotionTape


def opened(name: str, rate: float = 480.0, **changes: object) -> Session:
    session = Session(scenefile.load(name).changed(paused=False, slow_motion=False, **changes))
    session.tape = MotionTape(rate)
    return session


def pieces(session: Session, count: int, fps: int = 60) -> list[MotionPiece]:
    found = []
    for _ in range(count):
        advancing.advance_frame(session, fps)
        found.append(advancing.cut_tape(session, 1.0 / fps))
    return found


def test_pieces_follow_one_another_and_hold_states_at_the_rate() -> None:
    session = opened("bicycle", speed=0.5, dt=1e-3)
    found = pieces(session, 30)
    assert all(one.end == two.begin for one, two in pairwise(found))
    assert {one.take for one in found} == {found[0].take}
    assert found[-1].end == pytest.approx(0.25, abs=1.1e-3)
    times = np.concatenate([each.times for each in found])
    assert np.diff(times) == pytest.approx(1e-3, abs=1e-12), "round(0.5 / (480 × 1 ms)) is one tick"
    assert sum(len(each.states) for each in found) == len(times)


def test_without_a_rate_it_keeps_the_states_at_which_the_session_stops() -> None:
    session = opened("bicycle", speed=0.5, dt=1e-3)
    assert session.tape is not None
    session.tape.rate = None
    found = pieces(session, 60)
    assert all(piece.last is not None and piece.times[-1] == piece.last[0] for piece in found)
    assert 150 < sum(len(piece.times) for piece in found) < 400


def test_a_tape_changes_nothing_of_the_run() -> None:
    with_, without = opened("trebuchet", rate=1920.0), opened("trebuchet")
    without.tape = None
    for session in (with_, without):
        pieces(session, 90)
    assert bytes(with_.simulation.y) == bytes(without.simulation.y)
    assert with_.simulation.events == without.simulation.events


def test_every_event_is_on_the_tape_once() -> None:
    session = opened("trebuchet")
    on_tape = [event for piece in pieces(session, 180) for event in piece.events]
    assert on_tape == list(session.simulation.events)
    assert {"lift-off", "release"} <= {event.name for event in on_tape}


def test_a_jump_or_another_system_begins_a_new_take() -> None:
    session = opened("bicycle", dt=1e-3)
    first = pieces(session, 30)[-1].take
    advancing.seek(session, 20, play=True)
    second = pieces(session, 3)[-1]
    assert second.take is not first
    assert second.take is not None
    assert second.take.system is session.simulation.system
    session.simulation.set_parameters({"trail": 0.07})
    assert pieces(session, 3)[-1].take is not second.take


def test_paused_and_silent_systems_leave_the_tape_empty() -> None:
    session = opened("bicycle")
    session.pause(True)
    assert {piece.take for piece in pieces(session, 3)} == {None}
    assert {piece.take for piece in pieces(opened("pantheon"), 3)} == {None}
    without = opened("bicycle")
    without.tape = None
    assert pieces(without, 1) == [MotionPiece(1.0 / 60.0)]
