"""The camera of the second picture: what the user has turned is kept, saved, and found again."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import scenefile
from game.app.renders import film_camera
from game.camera.bookmarks import tidy
from game.camera.rig import CameraRig
from game.model.edit import Edit
from game.model.input import Action
from game.model.recording import RecordChoice
from game.scenefile import CameraSpec, OverlaySpec, PoseSpec, SculptureSpec
from game.session import actions, edits
from game.session.files.log_replay import LiveReplay, ReplayPlan
from game.session.past.event_log import read
from game.session.save_scene import scene_now, toml
from game.session.session import Session
from physics import BadInput

SIZE = (1280, 720)
TURNED = PoseSpec(azimuth=31.0, elevation=12.0, distance=0.7, target=(0.0, 0.0, 0.3))


def opened(**changes: object) -> tuple[Session, CameraRig]:
    session = Session(scenefile.load("tennis-racket").changed(**changes))
    rig = CameraRig(session)
    seen(rig)
    return session, rig


def seen(rig: CameraRig) -> dict:
    """Return the pose of the second picture, as after a picture of the scene that is open now."""
    if rig.shows is not rig._session.simulation:
        rig.open()
    rig.views(SIZE)
    return tidy(rig.beside.pose())


def turned(rig: CameraRig) -> dict:
    rig.beside.orbit(100.0, -20.0)
    rig.beside.zoom(2)
    return seen(rig)


def test_each_second_picture_is_seen_again_as_it_was_turned() -> None:
    session, rig = opened(overlays=OverlaySpec(body_view=True))
    usual = seen(rig)
    body = turned(rig)
    actions.perform(session, Action.BINET)
    binet = seen(rig)
    assert binet["azimuth"] == usual["azimuth"], "nobody has turned it"
    binet = turned(rig)
    actions.perform(session, Action.BINET)
    assert seen(rig) == body
    actions.perform(session, Action.BINET)
    assert seen(rig) == binet


def test_undo_shows_the_run_of_another_scene_from_where_it_was_seen() -> None:
    session, rig = opened(overlays=OverlaySpec(body_view=True))
    body = turned(rig)
    edits.apply(session, Edit("parameter", 1.01 * session.simulation.system.parameters["mass"], "mass"))
    assert seen(rig) == body, "a body of the same size"
    edits.apply(session, Edit("scene", "loops"))
    seen(rig)
    actions.perform(session, Action.UNDO)
    assert seen(rig) == body
    actions.perform(session, Action.REDO)
    actions.perform(session, Action.UNDO)
    assert seen(rig) == body
    actions.perform(session, Action.RESET)
    assert seen(rig) == body


def test_a_turned_picture_is_saved_filmed_and_replayed(tmp_path: Path) -> None:
    form = SculptureSpec(duration=3.0)
    session, rig = opened(overlays=OverlaySpec(sculpture=True), sculpture=form)
    assert rig.described().beside == PoseSpec(), "as it is framed"
    rig.beside.set_pose(TURNED.given())
    rig.beside.untouched = False
    assert film_camera(rig, RecordChoice()).beside == TURNED
    (tmp_path / "saved.toml").write_text(toml(scene_now(session, rig.described(), "auto")))
    scene = scenefile.read(tmp_path / "saved.toml")
    assert scene.camera.beside == TURNED
    again, rig = opened(overlays=scene.overlays, camera=scene.camera, sculpture=scene.sculpture)
    assert rig.described().beside == TURNED
    again.past.write(tmp_path / "log", again.simulation)
    other = Session(scenefile.load("loops"))
    LiveReplay(other, ReplayPlan.of(read(tmp_path / "log")), "log")
    rig = CameraRig(other)
    seen(rig)
    assert (rig.described().beside, other.run.sculpting.spec) == (TURNED, form)


def test_bad_numbers_are_named() -> None:
    camera = CameraSpec(beside=PoseSpec(elevation=95.0))
    with pytest.raises(BadInput, match=r"camera\.beside: camera elevation = 95\.0: must be a number from -89 to 89 °"):
        camera.check(scenefile.load("tennis-racket").simulation().system)
