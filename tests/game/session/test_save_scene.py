"""A session written as a scene file: it begins, moves and is shown as before when it is read back."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from game import scenefile
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.experiments.duel import RunVariant
from game.experiments.measurements.measured import MeasuredTable
from game.model.edit import Edit
from game.model.input import Action
from game.scenefile import BookmarkSpec, CameraSpec, EnsembleSpec, MeasuredSpec, Scene
from game.session import actions, edits, undoing
from game.session.save_scene import (
    SCENE_FILE,
    TABLE_FILE,
    file_stem,
    own_file,
    scene_files,
    scene_now,
    stem,
    toml,
)
from game.session.session import Session
from physics import BadInput

SIZE = (640, 360)


def opened(scene: Scene, thoroughly: bool = True) -> tuple[Session, CameraRig]:
    session = Session(scene)
    rig = CameraRig(session)
    rig.views(SIZE)
    rig.open(thoroughly)
    return session, rig


def again(session: Session, rig: CameraRig, folder: Path, quality: str = "auto") -> Scene:
    """Return the scene that is read from a saved session."""
    file = folder / "saved.toml"
    file.write_text(toml(scene_now(session, rig.described(), quality)), encoding="utf-8")
    return scenefile.load(str(file))


@pytest.mark.parametrize("name", scenefile.presets())
def test_every_preset_is_saved_without_changes(name: str, tmp_path: Path) -> None:
    before = scenefile.load(name)
    file = tmp_path / "saved.toml"
    file.write_text(toml(before), encoding="utf-8")
    back = scenefile.load(str(file))
    assert toml(back) == toml(before)
    assert bytes(before.simulation().y) == bytes(back.simulation().y)


@pytest.mark.parametrize(
    "name", ["fast-cone", "trebuchet", "double-pendulum", "coin", "four-bar", "bungee", "wing-nut"]
)
def test_untouched_session_is_saved_as_its_scene(name: str, tmp_path: Path) -> None:
    session, rig = opened(scenefile.load(name))
    before = session.scene
    back = again(session, rig, tmp_path)
    assert (back.title, back.note, back.paused, back.speed) == (before.title, before.note, before.paused, before.speed)
    assert (back.slow_motion, back.overlays, back.ensemble) == (before.slow_motion, before.overlays, before.ensemble)
    assert len(back.duel) == len(before.duel)
    one, other = before.simulation(), back.simulation()
    for each in (one, other):
        each.advance(50)
    assert bytes(one.y) == bytes(other.y)
    _, rig_back = opened(back)
    assert rig_back.lab.mode is rig.lab.mode
    assert rig_back.bookmarks.names == rig.bookmarks.names
    assert rig_back.lab.shown == pytest.approx(rig.lab.shown, abs=2e-4)


def test_changes_are_saved(tmp_path: Path) -> None:
    session, rig = opened(scenefile.load("fast-cone").changed(plots=(("theta", "psi"),)))
    edits.apply(session, Edit("parameter", "8cm", "radius"))
    edits.apply(session, Edit("initial", "50deg", "theta"))
    edits.apply(session, Edit("integrator", "newmark"))
    edits.apply(session, Edit("setting", 1e-6, "epsilon"))
    edits.apply(session, Edit("dt", 5e-4))
    edits.apply(session, Edit("speed", 0.125))
    edits.apply(
        session, Edit("contenders", (RunVariant("rk4", 2e-3), RunVariant("heun", 1e-3, parameters={"mass": 0.05})))
    )
    actions.perform(session, Action.GHOSTS)
    edits.apply(session, Edit("ensemble", EnsembleSpec(50, {"theta": 0.01})))
    actions.perform(session, Action.CLOUD)
    actions.perform(session, Action.VECTORS)
    back = again(session, rig, tmp_path, "medium@0.75")
    run, kept = session.simulation, Session(back)
    assert kept.simulation.system.parameters == run.system.parameters
    assert kept.simulation.system.initial == run.system.initial
    assert (kept.simulation.integrator.name, kept.simulation.dt) == ("newmark", 5e-4)
    assert kept.simulation.settings == run.settings
    assert kept.clock.speed == 0.125
    assert kept.contenders == session.contenders
    assert kept.duel is not None
    assert kept.run.cloud is not None
    assert kept.run.ensemble == EnsembleSpec(50, {"theta": 0.01})
    assert not kept.run.shown.vectors
    assert back.quality == "medium@0.75"
    assert back.note == "", "it told of another start"
    assert back.plots == (("theta", "psi"),)


def test_bookmarks_keep_their_numbers_and_poses(tmp_path: Path) -> None:
    """Default bookmarks are relative to the pose of the scene, which differs in the saved file."""
    session, rig = opened(scenefile.load("fast-cone").changed(camera=CameraSpec(azimuth=20.0)))
    rig.lab.orbit(80.0, 20.0)
    rig.lab.settle()
    rig.keep(7)
    there = rig.lab.shown
    rig.lab.orbit(-300.0, 5.0)
    rig.lab.settle()
    back = again(session, rig, tmp_path)
    _, kept = opened(back)
    assert [number for number, _ in kept.bookmarks.names] == [1, 2, 3, 7]
    assert kept.lab.shown == pytest.approx(rig.lab.shown, abs=1e-5)
    for camera in (rig, kept):
        camera.go_to(7)
        for _ in range(400):
            camera.update(1 / 60)
        assert camera.lab.shown == pytest.approx(there, abs=1e-4)
    marks = {mark.number: mark for mark in back.camera.bookmarks}
    assert (marks[1].azimuth, marks[2].azimuth, marks[3].elevation) == (20.0, 58.0, 62.0)


@pytest.mark.parametrize("mode", [Mode.FLY, Mode.FOLLOW, Mode.TURNTABLE, Mode.TOUR])
def test_every_camera_mode_can_be_saved(mode: Mode, tmp_path: Path) -> None:
    session, rig = opened(scenefile.load("loops"))
    rig.lab.use(mode)
    rig.update(0.1)
    _, kept = opened(again(session, rig, tmp_path))
    assert kept.lab.mode is (Mode.ORBIT if mode is Mode.FLY else mode)
    if mode is Mode.FLY:
        assert kept.lab.eye == pytest.approx(rig.lab.eye, abs=1e-5)


def test_camera_moved_by_hand_is_saved(tmp_path: Path) -> None:
    session, rig = opened(scenefile.load("trebuchet"))
    assert again(session, rig, tmp_path).camera.mode == "shot"
    rig.lab.orbit(40.0, 10.0)
    rig.lab.settle()
    _, kept = opened(again(session, rig, tmp_path))
    assert kept.lab.mode is Mode.ORBIT
    assert kept.lab.shown == pytest.approx(rig.lab.shown, abs=1e-5)


def test_any_text_is_saved_as_title(tmp_path: Path) -> None:
    title = 'a "b" \\ c\n\té \x7f'
    session, rig = opened(scenefile.load("fast-cone").changed(title=title))
    assert again(session, rig, tmp_path).title == title


def test_profile_is_saved_row_by_row(tmp_path: Path) -> None:
    (tmp_path / "egg.csv").write_text("0,0\n0.02,0.01\n0.03,0.03\n0,0.06\n")
    (tmp_path / "egg.toml").write_text(
        'system = "rolling-body"\n[parameters]\nshape = "profile"\nprofile = "egg.csv"\n', encoding="utf-8"
    )
    session, rig = opened(scenefile.load(str(tmp_path / "egg.toml")))
    back = again(session, rig, tmp_path).simulation()
    assert back.system.parameters == session.simulation.system.parameters
    assert np.array_equal(back.y, session.simulation.y)


@pytest.mark.parametrize("numbers", [(3, 3), (0,), (10,), (9, None)])
def test_numbers_of_bookmarks_are_checked(numbers: tuple[int | None, ...]) -> None:
    marks = tuple(BookmarkSpec(number=number) for number in numbers)
    with pytest.raises(BadInput, match=r"number = \d+: must be from 1 to 9, each only once"):
        CameraSpec(bookmarks=marks).numbered()
    assert list(CameraSpec(bookmarks=(BookmarkSpec(number=4), BookmarkSpec())).numbered()) == [4, 5]


def test_stem_of_a_saved_scene_has_no_time_stamp() -> None:
    scene = scenefile.load("fast-cone")
    assert stem(scene) == "fast-cone"
    assert stem(scene.changed(name="fast-cone-20261122-001500")) == "fast-cone"
    assert stem(scene.changed(name="fast-cone-20261122-001500-2")) == "fast-cone"


def test_saved_scenes_are_listed_the_latest_first(tmp_path: Path) -> None:
    assert scenefile.saved(tmp_path / "none") == scenefile.SavedScenes()
    for place, name in enumerate(("one", "two")):
        file = tmp_path / f"{name}.toml"
        file.write_text(f'system = "gyroscope"\ntitle = "{name}"\n')
        os.utime(file, (place, place))
    (tmp_path / "else.toml").write_text("colour = 3")
    assert [(each.title, Path(each.name).name) for each in scenefile.saved(tmp_path).scenes] == [
        ("two", "two.toml"),
        ("one", "one.toml"),
    ]


def test_bookmarks_of_the_user_are_restored_when_a_scene_is_opened_again() -> None:
    session, rig = opened(scenefile.load("fast-cone"))
    assert not rig.bookmarks.unsaved
    rig.keep(7)
    assert rig.bookmarks.unsaved
    for scene in ("loops", "fast-cone"):
        edits.apply(session, Edit("scene", scene))
        rig.open()
        assert (7 in rig.bookmarks.marks) == (scene == "fast-cone")
    rig.bookmarks.unsaved = False
    assert not rig.bookmarks.unsaved


def test_the_measured_table_is_saved_as_it_is_shown_now() -> None:
    session = Session(scenefile.load("a-real-double-pendulum"))
    said = session.scene.measured
    assert said is not None
    kept = scene_now(session, CameraSpec(), "auto").measured
    assert kept is not None and kept.file == said.file
    shown = session.run.tables
    session.run.tables = tuple(each.beginning(each.begin + 0.25) for each in shown)
    moved = scene_now(session, CameraSpec(), "auto").measured
    assert moved is not None and moved.begin == shown[0].begin + 0.25
    session.run.tables = ()
    assert scene_now(session, CameraSpec(), "auto").measured is None


def test_a_table_is_handed_to_another_process_unless_it_is_too_large_for_a_scene() -> None:
    scene = scenefile.load("a-real-double-pendulum")
    few = MeasuredTable("few.csv", np.arange(3.0), {"theta_1": np.array((0.5, np.nan, -0.25))})
    many = MeasuredTable("many.csv", np.arange(300_000.0), {"theta_1": np.zeros(300_000)})
    with_few, with_many, alone = (scene_files(scene, table) for table in (few, many, None))
    assert with_few[TABLE_FILE].decode().split() == ["t,theta_1", "0.0,0.5", "1.0,", "2.0,-0.25"]
    assert f'file = "{TABLE_FILE}"' in with_few[SCENE_FILE].decode()
    assert list(with_many) == list(alone) == [SCENE_FILE]
    assert "measured" not in alone[SCENE_FILE].decode()


def test_of_a_saved_machine_another_angle_can_be_given(tmp_path: Path) -> None:
    bar = {"shape": "bar", "mass": 1.0}
    bodies = {
        "crank": {**bar, "from": [0, 0, 0], "to": [0.3, 0, 0]},
        "coupler": {**bar, "from": [0.3, 0, 0], "to": [1, 0, 0.7]},
        "rocker": {**bar, "from": [1, 0, 0], "to": [1, 0, 0.7]},
    }
    joints = {
        "A": {"hinge": ["ground", "crank"], "at": [0, 0, 0], "axis": "-y", "angle": 1.0, "torque": "T*cos(3*t)"},
        "B": {"hinge": ["crank", "coupler"], "at": "end, start", "axis": "-y"},
        "C": {"hinge": ["coupler", "rocker"], "at": "end, end", "axis": "-y"},
        "D": {"hinge": ["ground", "rocker"], "at": [1, 0, 0], "axis": "-y"},
    }
    tables = {"bodies": bodies, "joints": joints, "numbers": {"T": "0.5 N m"}}
    machine = Scene(system="machine", parameters={"machine": tables, "crank.mass": 0.7, "T": 0.6})
    session, rig = opened(machine, thoroughly=False)
    back = again(session, rig, tmp_path)
    assert back.initial == {"A": 1.0}
    opened_again = back.simulation()
    assert bytes(opened_again.y) == bytes(session.simulation.y)
    assert opened_again.system.parameters == session.simulation.system.parameters
    assert "T*cos(3*t)" in opened_again.system.parameters["machine"] and opened_again.system.parameters["T"] == 0.6
    assert opened_again.system.replace(initial={"A": 0.5}).initial["A"] == 0.5


@pytest.mark.parametrize(
    ("name", "file"),
    [("My four-bar, no. 2", "my-four-bar-no-2"), ("  Pendule élancé ", "pendule-élancé"), ("../../a\\b", "a-b")],
)
def test_a_file_is_called_as_its_scene(name: str, file: str) -> None:
    assert file_stem(name) == file


@pytest.mark.parametrize("name", ["", "  ", "...", "_"])
def test_a_name_without_letters_is_none_of_a_file(name: str) -> None:
    with pytest.raises(BadInput, match="must have a letter or a digit"):
        file_stem(name)
    with pytest.raises(BadInput, match="must have at most 60 characters"):
        file_stem(61 * "a" + name)


def test_the_note_of_a_preset_is_left_out_of_a_changed_scene_and_that_of_an_own_file_stays(tmp_path: Path) -> None:
    session = Session(scenefile.load("fast-cone"))
    note = session.scene.note
    edits.apply(session, Edit("parameter", 0.2, "mass"))
    assert scene_now(session, CameraSpec(), "").note == "" != note
    session.run.open_from(tmp_path / "cone.toml")
    assert scene_now(session, CameraSpec(), "").note == note


def test_only_a_file_among_the_saved_scenes_is_written_over(tmp_path: Path) -> None:
    session = Session(scenefile.load("fast-cone"))
    assert own_file(session, tmp_path) is None
    by_hand, saved = tmp_path / "by-hand" / "a.toml", tmp_path / "a.toml"
    by_hand.parent.mkdir()
    for path in (by_hand, saved):
        path.write_text(toml(session.scene), encoding="utf-8")
        edits.apply(session, Edit("scene", str(path)))
        assert own_file(session, tmp_path) == (saved if path is saved else None)
    edits.apply(session, Edit("scene", "loops"))
    assert own_file(session, tmp_path) is None
    undoing.undo(session)
    assert own_file(session, tmp_path) == saved, "each run has its own"
    session.run.scene = session.scene.changed(measured=MeasuredSpec(str(tmp_path / "swing.csv")))
    session.run.open_from(saved)
    assert own_file(session, tmp_path) is None, "its table would be lost"
