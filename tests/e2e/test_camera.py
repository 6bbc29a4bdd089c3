"""The camera in a real window: bookmarks, turntable, lens."""

import itertools

import numpy as np

from game import scenefile
from tests.e2e.test_window import changed

SIZE = ("--size", "640x360")
BARE = "shift+F12"
"""The key of a screenshot without panels."""
BODY = np.s_[30:150, 233:349]
"""Part of it with the body as the first bookmark shows it."""


def settled(program):
    """Photograph the scene until neither camera nor exposure change the picture any more."""
    program.still()
    picture = program.photograph(BARE)
    for _ in range(20):
        before, picture = picture, program.photograph(BARE)
        if not changed(before, picture):
            return picture
    raise AssertionError("the picture goes on changing")


def test_bookmarks_and_turntable(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.key("F2", "space", "r")
    seen = [settled(program)]
    program.key("3")
    seen.append(settled(program))
    ahead = program.now()["forward"]
    program.key("u")
    program.until("a turn", lambda now: np.dot(now["forward"], ahead) < 0.98)
    program.key("u")
    seen.append(settled(program))
    for keys in (("ctrl+5", "1"), ("5",)):
        program.key(*keys)
        seen.append(settled(program))
    start, third, turned, first, kept = seen
    for before, after in itertools.pairwise((start, third, turned, first, kept)):
        assert changed(before, after) > 0.2, "the camera has moved"
    assert changed(turned, kept) < changed(first, kept), "back about where it was kept"
    code, errors = program.quit()
    assert (code, errors) == (0, "")


def test_depth_of_field(polhode):
    program = polhode("loops", *SIZE, "--quality", "high@0.5")
    program.key("F2", "space", "r", "1")
    sharp = settled(program)
    program.key("x")
    blurred = settled(program)
    assert changed(sharp, blurred, BODY) > 0.01, "its far edge and the stand behind are blurred"
    assert program.quit() == (0, "")


def test_a_saved_scene_opens_unchanged(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.key("F2", "space", "r")
    program.drag((240, 150), (400, 190))
    left = settled(program)
    program.key("ctrl+7", "ctrl+s")
    (file,) = program.captured("loops-*.toml")
    assert program.quit() == (0, "")
    saved = scenefile.load(str(file))
    assert saved.quality == "low@0.5"
    assert [mark.number for mark in saved.camera.bookmarks] == [1, 2, 3, 7]

    again = polhode(str(file), *SIZE)
    again.key("F2", "space", "r")
    opened = settled(again)
    again.key("2")
    elsewhere = settled(again)
    again.key("7")
    assert changed(left, opened) < 0.02 < changed(opened, elsewhere)
    assert changed(left, settled(again)) < 0.02
    assert again.quit() == (0, "")


def test_a_tour_without_bookmarks_is_refused_in_words(polhode):
    program = polhode("trebuchet-paper", *SIZE, "--quality", "low@0.5")
    program.key("j")
    assert program.until("a message", lambda now: now["messages"])["camera"] == "shot"
    assert program.quit() == (0, "")
