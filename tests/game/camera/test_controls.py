import numpy as np
import pytest

from game.camera.camera import Camera, Mode
from game.camera.controls import CameraControls
from game.model.input import Button, Key, PointerMotion, Wheel


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
