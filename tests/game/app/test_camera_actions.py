"""Actions of the camera and the messages that tell what they did."""

from __future__ import annotations

import pytest

from game import scenefile
from game.app.camera_actions import CameraActions
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model.input import Action
from game.session import actions
from game.session.session import Session
from physics import BadInput


@pytest.fixture
def session() -> Session:
    return Session(scenefile.load("gyroscope"))


@pytest.fixture
def rig(session: Session) -> CameraRig:
    rig = CameraRig(session)
    rig.open()
    rig.views((640, 400))
    return rig


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def camera(rig: CameraRig, said: list[str]) -> CameraActions:
    return CameraActions(rig, lambda text, about="": said.append(text), lambda: "low")


def test_each_action_of_a_camera_says_what_it_did(camera: CameraActions, rig: CameraRig, said: list[str]) -> None:
    assert camera.perform(Action.TURNTABLE) and rig.lab.mode is Mode.TURNTABLE
    assert camera.perform(Action.CAMERA_MODE) and rig.lab.mode is not Mode.TURNTABLE
    assert camera.perform(Action.DEPTH_OF_FIELD) and rig.lab.blur > 0.0
    assert camera.perform(Action.DEPTH_OF_FIELD) and rig.lab.blur == 0.0
    assert said[0] == "Camera: turntable" and said[1] == f"Camera: {rig.lab.mode.value}"
    assert said[2:] == ["Depth of field: on; seen in quality high", "Depth of field: off"]
    assert not camera.perform(Action.PAUSE)


def test_a_bookmark_is_set_and_undone(camera: CameraActions, session: Session, rig: CameraRig) -> None:
    with pytest.raises(BadInput):
        camera.use_bookmark(7, keep=False)
    camera.use_bookmark(7, keep=True)
    camera.use_bookmark(7, keep=False)
    assert [str(entry.text) for entry in session.undo.done] == ["Camera bookmark 7"]
    actions.perform(session, Action.UNDO)
    assert 7 not in rig.bookmarks.marks
    with pytest.raises(BadInput):
        camera.use_bookmark(7, keep=False)
