from __future__ import annotations

import numpy as np
import pytest

from game.camera.camera import AZIMUTH, ELEVATION, Camera, Mode
from game.camera.controls import CameraControls, PadControls
from game.model.input import Action, Button, Key, PadAxis, PadButton, PadChange, PointerMotion, Wheel
from game.model.key_bindings import PAD_ACTIONS, PAD_HELP


@pytest.fixture
def hand():
    return CameraControls(Camera((0, 0, 1), 1.0))


def pose(hand):
    hand.camera.settle()
    return hand.camera.pose()


def test_left_drag_orbits_only_while_it_lasts(hand):
    before = pose(hand)
    hand.take(PointerMotion(10, 10, 50, 0), 720)
    assert pose(hand) == before
    hand.take(Button("left", True, 10, 10), 720)
    hand.take(PointerMotion(60, 10, 50, 0), 720)
    hand.take(Button("left", False, 60, 10), 720)
    after = pose(hand)
    hand.take(PointerMotion(90, 10, 30, 0), 720)
    assert after["azimuth"] != before["azimuth"]
    assert after["target"] == pytest.approx(before["target"])
    assert pose(hand) == after


@pytest.mark.parametrize(("dx", "dy"), [(40, 0), (-40, 0), (0, 40), (0, -40)])
def test_what_is_near_follows_a_drag(hand, dx, dy):
    camera, size = hand.camera, (1280, 720)
    camera.settle()
    near_side = 0.8 * np.array(camera.pose()["target"]) + 0.2 * camera.eye
    before = camera.view(16 / 9).project(near_side, size)
    hand.take(Button("left", True, 10, 10), 720)
    hand.take(PointerMotion(10 + dx, 10 + dy, dx, dy), 720)
    camera.settle()
    moved = np.subtract(camera.view(16 / 9).project(near_side, size), before)
    assert moved @ (dx, dy) > 5 * np.hypot(dx, dy)


@pytest.mark.parametrize(("button", "shift"), [("right", False), ("middle", False), ("left", True)])
def test_other_drags_pan(hand, button, shift):
    before = pose(hand)
    hand.take(Button(button, True, 10, 10, shift), 720)
    hand.take(PointerMotion(60, 10, 50, 0), 720)
    after = pose(hand)
    assert after["azimuth"] == before["azimuth"]
    assert np.linalg.norm(np.subtract(after["target"], before["target"])) > 0.01


def test_wheel_zooms_in(hand):
    before = pose(hand)["distance"]
    hand.take(Wheel(0, 2), 720)
    assert pose(hand)["distance"] < before


def test_held_keys_fly_until_released_or_lost(hand):
    hand.take(Key("w", True), 720)
    start = hand.camera.eye.copy()
    hand.pass_time(0.5)
    hand.camera.settle()
    assert hand.camera.mode is Mode.FLY
    there = hand.camera.eye.copy()
    assert np.linalg.norm(there - start) > 0.1
    hand.take(Key("w", False), 720)
    hand.pass_time(0.5)
    hand.camera.settle()
    assert hand.camera.eye == pytest.approx(there)
    hand.take(Key("d", True), 720)
    hand.let_go()
    hand.pass_time(0.5)
    hand.camera.settle()
    assert hand.camera.eye == pytest.approx(there)


def test_shortcut_of_the_desktop_does_not_fly(hand):
    hand.take(Key("s", True, ctrl=True), 720)
    start = hand.camera.eye.copy()
    hand.pass_time(1.0)
    assert (hand.camera.eye == start).all()


@pytest.fixture
def camera() -> Camera:
    made = Camera((0.0, 0.0, 0.5), 1.0)
    made.view(16 / 9)
    made.settle()
    return made


def moved(camera: Camera, *events: PadAxis, seconds: float = 0.5) -> np.ndarray:
    """Return the change of the pose after sticks were deflected for a while."""
    pad, before = PadControls(), camera.shown
    for event in events:
        assert pad.take(event) is None
    assert pad.held
    pad.pass_time(camera, seconds, 720)
    camera.settle()
    return camera.shown - before


def test_left_stick_orbits_the_same_way_as_a_key_would(camera: Camera) -> None:
    change = moved(camera, PadAxis("left x", 0.5))
    assert change[AZIMUTH] != 0.0 and change[ELEVATION] == 0.0
    back = moved(camera, PadAxis("left x", -0.5))
    assert back[AZIMUTH] == pytest.approx(-change[AZIMUTH])


def test_speed_grows_with_the_square_of_the_deflection(camera: Camera) -> None:
    half, full = (abs(moved(camera, PadAxis("left x", part))[AZIMUTH]) for part in (0.5, 1.0))
    assert full == pytest.approx(4.0 * half)


def test_right_stick_zooms_and_pans(camera: Camera) -> None:
    assert moved(camera, PadAxis("right y", -1.0))[2] < 0.0, "pushed forward it comes nearer"
    shift = moved(camera, PadAxis("right x", 1.0))
    assert np.linalg.norm(shift[3:]) > 0.0 and shift[2] == 0.0


def test_trigger_acts_once_for_each_pull() -> None:
    pad = PadControls()
    asked = [pad.take(PadAxis("right trigger", value)) for value in (0.2, 0.7, 1.0, 0.5, 0.9, 0.1, 0.8)]
    assert asked == [None, Action.FASTER, None, None, None, None, Action.FASTER]
    assert pad.take(PadAxis("left trigger", 1.0)) is Action.SLOWER
    assert not pad.held


@pytest.mark.parametrize(("button", "action"), PAD_ACTIONS.items())
def test_button_requests_its_action_when_pressed(button: str, action: Action) -> None:
    pad = PadControls()
    assert pad.take(PadButton(button, True)) is action
    assert pad.take(PadButton(button, False)) is None
    assert pad.take(PadButton("guide", True)) is None


def test_sticks_rest_when_the_gamepad_is_gone(camera: Camera) -> None:
    pad, before = PadControls(), camera.shown
    pad.take(PadAxis("left x", 1.0))
    pad.take(PadChange("another"))
    assert pad.held
    pad.take(PadChange(""))
    assert not pad.held
    pad.pass_time(camera, 1.0, 720)
    camera.settle()
    assert (camera.shown == before).all()


def test_help_names_every_part() -> None:
    assert len({keys for keys, _ in PAD_HELP}) == len(PAD_HELP)
