"""Machines that are changed by their sketch in a session: runs, undo, logs, files."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.model.edit import Edit
from game.scenefile import CameraSpec, load, read
from game.scenefile.sketch import SCENE, Sketch, SketchAnchor
from game.scenefile.sketching import delete, place_bar, set_value, template
from game.scenefile.sketching.taken import taken_apart
from game.session import advancing, edits, time_actions, undoing
from game.session.files.log_replay import Replay
from game.session.past import event_log
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from physics import BadInput


def changed(session: Session, sketch: Sketch, text: str) -> None:
    edits.apply(session, Edit("machine", sketch, text))


def sketch_of(session: Session) -> Sketch:
    state = session.run.workshop
    assert state is not None
    return state.sketch


def built() -> Session:
    """Return a session with a double pendulum that was built from nothing, in four steps."""
    session = Session(load("double-pendulum"))
    changed(session, Sketch.new("Mine"), "New machine")
    sketch, bar = place_bar(sketch_of(session), (0, 0, 0), (0.5, 0, 0))
    changed(session, sketch, "bar")
    sketch, _ = place_bar(sketch, (0.5, 0, 0), (0.9, 0, 0), from_anchor=SketchAnchor(bar, "end"))
    changed(session, sketch, "bar_2")
    changed(session, set_value(sketch, ("joints", "A"), "angle", "100 deg"), "angle of A 100 deg")
    return session


@pytest.fixture(scope="module")
def session() -> Session:
    return built()


def test_a_machine_grows_by_edits_runs_and_comes_back_by_undo(session: Session, tmp_path: Path) -> None:
    assert session.simulation.system.name == "machine" and session.scene.title == "Mine"
    time_actions.pause_or_resume(session)
    advancing.run_ticks(session, 300)
    session.pause(True)

    changed(session, set_value(sketch_of(session), ("bodies", "bar_2"), "mass", "2 kg"), "mass of bar_2 2 kg")
    assert session.simulation.tick == 300 and session.simulation.system.parameters["bar_2.mass"] == 2.0
    advancing.run_ticks(session, 50)
    changed(session, set_value(sketch_of(session), ("bodies", "bar_2"), "length", "60 cm"), "length of bar_2 0.6 m")
    assert session.simulation.tick == 0 and session.simulation.paused
    sketch, _ = place_bar(sketch_of(session), (2, 0, 0), (3, 0, 0), ground=False)
    changed(session, sketch, "bar_3")
    with pytest.raises(BadInput, match='body "bar_3" hangs on nothing'):
        time_actions.pause_or_resume(session)
    with pytest.raises(BadInput, match='body "bar_3" hangs on nothing'):
        advancing.step(session)

    last, steps = sketch_of(session), []
    while session.undo.done:
        undoing.undo(session)
        state = session.run.workshop
        steps.append((session.simulation.tick, len(state.sketch.parts()) if state is not None else None))
    assert steps == [(0, 4), (350, 4), (300, 4), (0, 4), (0, 2), (0, 0), (0, None)]
    assert session.simulation.system.name == "double-pendulum"
    while session.undo.undone:
        undoing.redo(session)
    assert sketch_of(session) == last

    assert replayed(session, tmp_path / "run.log") == []


def test_a_saved_machine_has_the_texts_that_were_typed(tmp_path: Path) -> None:
    session = built()
    path = tmp_path / "mine.toml"
    path.write_text(toml(scene_now(session, CameraSpec(), "auto")))
    assert 'angle = "100 deg"' in path.read_text()
    assert Sketch.of(read(path)).tables == sketch_of(session).tables
    assert bytes(read(path).simulation().y) == bytes(session.simulation.y)

    edits.apply(session, Edit("parameter", 0.7, "bar.mass"))
    edits.apply(session, Edit("initial", 0.25, "B"))
    assert sketch_of(session).part("bodies", "bar")["mass"] == 0.7
    assert sketch_of(session).part("joints", "B")["angle"] == 0.25
    assert sketch_of(session).part("joints", "A")["angle"] == "100 deg"

    changed(session, set_value(sketch_of(session), SCENE, "title", "Yours"), "title")
    assert session.scene.title == "Yours"
    undoing.undo(session)
    assert session.scene.title == "Mine"


def replayed(session: Session, path: Path) -> list[str]:
    session.past.write(path, session.simulation)
    log = event_log.read(path)
    replay = Replay(log)
    return [said for entry in log.entries if (said := replay.do(entry))]


def test_a_run_from_a_start_that_was_given_is_replayed(tmp_path: Path) -> None:
    session = built()
    advancing.run_ticks(session, 40)
    assert replayed(session, tmp_path / "a.log") == []
    top = taken_apart(load("heavy-top")).sketch
    assert top.rest.initial, "values of a ball, which no word of its joint says"
    changed(session, top, "top")
    advancing.run_ticks(session, 40)
    assert replayed(session, tmp_path / "b.log") == []


def test_a_linkage_begins_as_its_file_does(tmp_path: Path) -> None:
    session, path = built(), tmp_path / "mine.toml"
    changed(session, template("four-bar"), "four-bar")
    for angle in ("-20 deg", "-40 deg", "150 deg"):
        changed(session, set_value(sketch_of(session), ("joints", "A"), "angle", angle), f"angle of A {angle}")
        path.write_text(toml(scene_now(session, CameraSpec(), "auto")))
        assert bytes(read(path).simulation().y) == bytes(session.simulation.y)


def test_an_empty_machine_is_saved_as_one(tmp_path: Path) -> None:
    session = Session(load("double-pendulum"))
    changed(session, Sketch.new("Mine"), "new")
    path = tmp_path / "mine.toml"
    path.write_text(toml(scene_now(session, CameraSpec(), "auto")))
    edits.apply(session, Edit("scene", str(path)))
    assert sketch_of(session).tables == {} and sketch_of(session).check.faults[0].kind == "empty"
    assert toml(scene_now(session, CameraSpec(), "auto")) == path.read_text()


def test_a_machine_that_cannot_run_is_saved_as_it_is() -> None:
    session = built()
    sketch, _ = place_bar(sketch_of(session), (2, 0, 0), (3, 0, 0), ground=False)
    changed(session, sketch, "bar_3")
    scene = scene_now(session, CameraSpec(), "auto")
    assert Sketch.of(scene).tables == sketch.tables
    with pytest.raises(BadInput, match='body "bar_3" hangs on nothing'):
        scene.simulation()


def test_a_machine_with_stops_in_place_of_one_of_the_same_size_has_its_events() -> None:
    session = built()
    sketch = set_value(sketch_of(session), ("joints", "A"), "damping", "0.01")
    changed(session, sketch, "damping")
    size = len(session.simulation.y)
    sketch = set_value(delete(sketch, [("bodies", "bar_2")]), ("joints", "A"), "range", '["-60 deg", "2 rad"]')
    changed(session, sketch, "range")
    assert len(session.simulation.y) == size
    session.simulation.compile()
    advancing.run_ticks(session, 1500)
    assert session.simulation.events and session.simulation["A"] == pytest.approx(2.0)


def test_changes_of_one_value_while_it_is_held_are_one_entry() -> None:
    session = built()
    count = len(session.undo.done)
    session.undo.held = True
    for mass in ("1.5 kg", "1.6 kg", "1.7 kg"):
        changed(session, set_value(sketch_of(session), ("bodies", "bar"), "mass", mass), f"mass of bar {mass}")
    session.undo.held = False
    assert len(session.undo.done) == count + 1 and str(session.undo.done[-1].text) == "mass of bar 1.7 kg"
    undoing.undo(session)
    assert sketch_of(session).part("bodies", "bar")["mass"] == 0.5
