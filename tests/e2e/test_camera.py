"""The camera in a real window: bookmarks, turntable, lens."""

import itertools

import numpy as np
import pytest

from game import scenefile
from tests.e2e.test_window import changed

SIZE = ("--size", "640x360")
BARE = "shift+F12"
"""The key of a screenshot without panels."""
BODY = np.s_[30:150, 233:349]
"""Part of it with the body as the first bookmark shows it."""


def view(program):
    """Return eye and direction of the camera once it is at rest."""
    program.still()
    now = program.now()
    return np.array([now["eye"], now["forward"]])


def photographed(program):
    """Photograph the paused scene once nothing moves: no frame is drawn any more."""
    program.frames(2)
    program.until("a scene at rest", lambda now: now["resting"])
    return program.photograph(BARE)


def apart(one, other):
    """Return the largest difference of two views."""
    return np.abs(one - other).max()


@pytest.mark.long
def test_bookmarks_and_turntable(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.key("F2", "space", "r")
    start = view(program)
    program.key("3")
    third = view(program)
    program.key("u")
    program.until("a turn", lambda now: np.dot(now["forward"], third[1]) < 0.98)
    program.key("u")
    turned = view(program)
    program.key("ctrl+5", "1")
    first = view(program)
    program.key("5")
    kept = view(program)
    for before, after in itertools.pairwise((start, third, turned, first, kept)):
        assert apart(before, after) > 0.01, "the camera has moved"
    assert apart(turned, kept) < 1e-3, "back where it was kept"
    assert program.quit() == (0, "")


@pytest.mark.long
def test_depth_of_field(polhode):
    program = polhode("loops", *SIZE, "--quality", "high@0.5")
    program.key("F2", "space", "r", "1")
    sharp = photographed(program)
    program.key("x")
    blurred = photographed(program)
    assert changed(sharp, blurred, BODY) > 0.01, "its far edge and the stand behind are blurred"
    assert program.quit() == (0, "")


@pytest.mark.long
def test_a_saved_scene_opens_unchanged(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.key("F2", "space", "r")
    program.drag((240, 150), (400, 190))
    left = view(program)
    program.key("ctrl+7", "ctrl+s", "Return")
    (file,) = program.captured("*.toml")
    assert program.quit() == (0, "")
    saved = scenefile.load(str(file))
    assert saved.quality == "low@0.5"
    assert [mark.number for mark in saved.camera.bookmarks] == [1, 2, 3, 7]

    again = polhode(str(file), *SIZE)
    again.key("F2", "space", "r")
    opened = view(again)
    again.key("2")
    elsewhere = view(again)
    again.key("7")
    assert apart(left, opened) < 1e-3 < apart(opened, elsewhere)
    assert apart(left, view(again)) < 1e-3
    assert again.quit() == (0, "")
