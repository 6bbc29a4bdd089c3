"""How a run goes on: pictures of recordings, back in time, and what is handed to the tape of sounds."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from game import scenefile
from game.session import advancing
from game.session.past.playback import Playback
from game.session.session import Session
from game.sound.tape import MotionPiece

FRAME = 1_000_000_000 // 60


@pytest.fixture
def session() -> Session:
    """A session that has run for a hundred ticks of 1 ms, at the speed of the world."""
    made = Session(scenefile.load("gyroscope").changed(speed=1.0, paused=False, slow_motion=False))
    advancing.run_ticks(made, 100)
    return made


def test_no_picture_of_a_recording_passes_time_while_it_is_paused(session: Session) -> None:
    session.pause(True)
    assert advancing.advance_frame(session, 60) == 0 and session.simulation.tick == 100


def test_a_recording_goes_back_in_time_by_the_ticks_of_a_picture(session: Session) -> None:
    advancing.play_backwards(session)
    assert advancing.advance_frame(session, 50) == 20 and session.simulation.tick == 80
    assert session.run.pacing.passed == pytest.approx(0.02)
    for _ in range(4):
        advancing.advance_frame(session, 50)
    assert session.simulation.tick == 0 and session.simulation.paused, "the start of the run"


def test_a_machine_that_has_reached_its_end_is_paused_there() -> None:
    """A ball that falls by 2 cm takes √(2 h/g) = 63.9 ms, and the clock goes on for no more than the frame."""
    tables = {
        "bodies": {"ball": {"shape": "ball", "centre": [0, 0, 0.02], "radius": 0.01, "mass": 1}},
        "joints": {"fall": {"slider": ["ground", "ball"], "at": [0, 0, 0.02], "axis": "z"}},
        "ends": {"floor": {"height": 0, "body": "ball"}},
    }
    scene = scenefile.Scene(system="machine", parameters={"machine": json.dumps(tables)}, dt=1e-3)
    made = Session(scene.changed(speed=1.0, paused=False, slow_motion=False))
    for _ in range(8):
        advancing.advance(made, FRAME, 1000)
    assert made.simulation.paused and 64 <= made.simulation.tick <= 84
    ended = made.simulation.tick
    made.pause(False)
    assert advancing.advance(made, FRAME, 1000) == 0 and made.simulation.tick == ended and made.simulation.paused
    made.reset()
    made.pause(False)
    assert advancing.advance(made, FRAME, 1000) > 0, "and begins anew"


@pytest.mark.parametrize(("direction", "ends"), [(1, [60, 80, 40, 60]), (-1, [60, 40, 80, 60])])
def test_a_loop_is_gone_through_again_and_again(session: Session, direction: int, ends: list[int]) -> None:
    session.run.playback = Playback(40, 80, True)
    advancing.seek(session, 60, play=True)
    found = [session.simulation.tick]
    if direction < 0:
        advancing.play_backwards(session)
    for _ in range(3):
        advancing.advance_frame(session, 50)
        found.append(session.simulation.tick)
    if direction > 0:
        assert found == [60, 80, 60, 80], "its end is its beginning"
    else:
        assert found == [60, 40, 80, 60]
    assert not session.simulation.paused and len(ends) == 4


@pytest.mark.parametrize("state", ["runs", "paused", "backwards", "arrives"])
def test_the_tape_moves_while_the_run_goes_on_in_front_of_the_eyes(session: Session, state: str) -> None:
    cuts = []

    def cut(wall: float, simulation: object, part: float, moves: bool) -> MotionPiece:
        cuts.append((wall, simulation is session.simulation, part, moves))
        return MotionPiece(wall)

    assert advancing.cut_tape(session, 0.25) == MotionPiece(0.25), "silence without a tape"
    session.tape = SimpleNamespace(cut=cut)
    session.clock.advance(500_000, 10)
    session.simulation.paused = state == "paused"
    session.run.playback.backwards = state == "backwards"
    session.run.arrival = 500 if state == "arrives" else 0
    assert advancing.cut_tape(session, 0.25) == MotionPiece(0.25)
    assert cuts == [(0.25, True, pytest.approx(0.5), state == "runs")]


def test_the_tape_is_told_of_each_stretch_but_not_on_the_way_to_the_opening_time(session: Session) -> None:
    noted = []
    session.tape = SimpleNamespace(
        due=lambda simulation, look, speed: 1, note=lambda simulation: noted.append(simulation.tick)
    )
    advancing.run_ticks(session, 20)
    assert noted == list(range(101, 121)), "as often as it is due"
    session.run.arrival = 200
    advancing.run_ticks(session, 20)
    assert len(noted) == 20


def test_time_of_the_wall_becomes_ticks_and_those_that_do_not_fit_are_dropped(session: Session) -> None:
    assert advancing.advance(session, 20_000_000, 10**6) == 20
    assert session.run.pacing.passed == pytest.approx(0.02, abs=1e-9)
    assert advancing.advance(session, 20_000_000, 8) == 8
    session.pause(True)
    assert advancing.advance(session, 20_000_000, 10**6) == 0


def test_a_scene_arrives_at_the_time_at_which_it_opens(session: Session) -> None:
    session.run.arrival = 130
    assert advancing.advance(session, FRAME, 10**6) == 30, "at once, whatever the time of the wall"
    assert session.run.arrival == 0 and session.simulation.tick == 130
    session.run.arrival = 140
    assert advancing.arrive(session) == 10 and session.run.arrival == 0


def test_a_step_goes_to_the_next_kept_state_and_makes_a_new_one_at_the_end(session: Session) -> None:
    newest = session.past.history.newest
    for at, end in ((newest - 3, newest - 2), (newest, newest + 1)):
        advancing.seek(session, at)
        advancing.step(session)
        assert session.simulation.tick == end and session.simulation.paused
