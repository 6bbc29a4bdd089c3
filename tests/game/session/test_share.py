"""The line of a session: what it opens is in the same state, at the same time, by the same method."""

from __future__ import annotations

import pytest

from game import scenefile
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model.edit import Edit
from game.model.input import Action
from game.session import actions, advancing, edits
from game.session.open_scene import load
from game.session.past.event_log import fingerprint
from game.session.session import Session
from game.session.share import SHOWN, Begins, line_now, message


def opened(line: str) -> Session:
    """Return a session that has arrived at the time of a line."""
    session = Session(load(line))
    while session.run.arrival:
        advancing.advance(session, 16_000_000, 100, 0.05)
    return session


def test_session_opens_at_the_time_of_its_line_with_its_past() -> None:
    session = opened("loops?t=0.5")
    assert session.simulation.time == 0.5
    assert not session.simulation.paused
    assert session.past.history.oldest == 0, "it can go back to the start"
    straight = scenefile.load("loops").simulation()
    straight.advance(500)
    assert fingerprint(session.simulation) == fingerprint(straight)


def test_scene_that_waits_at_its_start_has_begun_at_a_later_time() -> None:
    assert Session(load("trebuchet")).simulation.paused
    assert not opened("trebuchet?t=0.1").simulation.paused


def test_arriving_takes_as_long_as_it_is_given_and_ends_with_a_restart() -> None:
    session = Session(load("chain-50?t=20"))
    advancing.advance(session, 16_000_000, 10**9, 0.01)
    assert 0 < session.simulation.tick < session.run.arrival
    session.reset()
    assert session.run.arrival == 0


def test_line_of_a_run_gives_the_same_state() -> None:
    session = opened("loops?theta=0.4&integrator=gauss6&t=0.1")
    edits.apply(session, Edit("speed", 0.5))
    advancing.advance(session, 400_000_000, 1000)
    session.pause(True)
    line, begins = line_now(session)
    time = session.simulation.time
    assert (line, begins) == (f"loops?theta=0.4&integrator=gauss6&speed=0.5&t={time!r}", Begins.START)
    assert fingerprint(opened(line).simulation) == fingerprint(session.simulation)
    advancing.seek(session, 150)
    line, _ = line_now(session)
    assert line.endswith("&t=0.15")
    assert fingerprint(opened(line).simulation) == fingerprint(session.simulation)


def test_changes_at_the_start_belong_to_the_line() -> None:
    session = Session(scenefile.load("fast-cone"))
    edits.apply(session, Edit("parameter", 0.05, "mass"))
    edits.apply(session, Edit("dt", 0.002))
    advancing.advance(session, 100_000_000, 1000)
    line, begins = line_now(session)
    assert begins is Begins.START
    assert line == f"fast-cone?mass=0.05&dt=0.002&t={session.simulation.time!r}"
    assert fingerprint(opened(line).simulation) == fingerprint(session.simulation)


@pytest.mark.parametrize("change", [("parameter", 0.05, "mass"), ("initial", 1.0, "theta"), ("integrator", "heun", "")])
def test_run_that_was_changed_on_its_way_begins_at_its_present_state(change: tuple[str, object, str]) -> None:
    session = Session(scenefile.load("fast-cone"))
    advancing.advance(session, 100_000_000, 1000)
    what, value, name = change
    edits.apply(session, Edit(what, value, name))  # type: ignore[arg-type]
    advancing.advance(session, 50_000_000, 1000)
    line, begins = line_now(session)
    assert begins is Begins.HERE
    back = opened(line).simulation
    assert bytes(back.y) == bytes(session.simulation.y)
    assert back.system.parameters == session.simulation.system.parameters
    session.reset()
    line, begins = line_now(session)
    assert begins is Begins.START and "t=" not in line.replace("theta", "")


def test_initial_value_that_has_not_begun_yet_is_not_taken_for_the_start() -> None:
    session = Session(scenefile.load("fast-cone"))
    edits.apply(session, Edit("initial", 1.0, "theta"))
    advancing.advance(session, 50_000_000, 1000)
    line, begins = line_now(session)
    assert begins is Begins.HERE
    assert bytes(opened(line).simulation.y) == bytes(session.simulation.y)


def test_state_that_is_no_start_is_said() -> None:
    session = opened("trebuchet?t=1.0")
    edits.apply(session, Edit("parameter", 0.4, "drag_coefficient"))
    advancing.advance(session, 50_000_000, 1000)
    line, begins = line_now(session)
    assert begins in (Begins.ANEW, Begins.HERE)
    if begins is Begins.HERE:
        assert bytes(opened(line).simulation.y) == bytes(session.simulation.y)


def test_other_formulation_and_other_scene() -> None:
    session = Session(scenefile.load("fast-cone"))
    edits.apply(session, Edit("formulation", "heavy-top"))
    line, _ = line_now(session)
    assert line.startswith("heavy-top?")
    assert bytes(opened(line).simulation.y) == bytes(session.simulation.y)
    actions.perform(session, Action.NEXT_SCENE)
    assert line_now(session)[0] == session.scene.name


@pytest.mark.parametrize("name", ["fast-cone", "trebuchet", "coin", "wing-nut", "egg-rolling", "pantheon"])
def test_view_is_in_the_line_once_it_was_moved(name: str) -> None:
    session = Session(scenefile.load(name))
    rig = CameraRig(session)
    rig.views((640, 360))
    rig.open(thoroughly=True)
    rig.update(0.1)
    assert rig.spec() == ""
    rig.lab.use(Mode.ORBIT)
    rig.lab.orbit(0.4, 0.1)
    rig.settle()
    rig.update(0.0)
    line, _ = line_now(session, rig.spec())
    again = Session(load(line))
    other = CameraRig(again)
    other.views((640, 360))
    other.open(thoroughly=True)
    before, after = rig.lab.pose(), other.lab.pose()
    assert after["azimuth"] == pytest.approx(before["azimuth"], abs=0.051)
    assert after["elevation"] == pytest.approx(before["elevation"], abs=0.051)
    assert after["distance"] == pytest.approx(before["distance"], rel=1e-3)
    assert again.simulation.system.name == session.simulation.system.name


@pytest.mark.parametrize("begins", list(Begins))
def test_what_is_copied_is_told_with_where_it_begins(begins: Begins) -> None:
    short, long = "loops?t=0.5", "loops?" + "x" * SHOWN
    assert message(short, begins) == "Copied: loops?t=0.5" + (f" {begins.value}" if begins is not Begins.START else "")
    exact = "y" * SHOWN
    assert message(exact, Begins.START) == f"Copied: {exact}"
    assert message(long, begins).startswith(f"Copied: {long[:SHOWN]}…") and long not in message(long, begins)
