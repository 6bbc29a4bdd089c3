"""The camera in a real window: bookmarks, turntable, lens."""

import itertools

import numpy as np

from game import scenefile
from tests.e2e.test_window import SIZE, changed

SCENE = np.s_[60:560, 350:930]
"""Part of the window without panels."""
BODY = np.s_[60:300, 466:698]
"""Part of it with the body as the first bookmark shows it."""


def test_bookmarks_turntable_and_depth_of_field(polhode):
    program = polhode("loops", *SIZE, "--quality", "high@0.5")
    program.key("space", "r")
    program.still()
    seen = [program.photograph()]
    program.key("3")
    program.still()
    seen.append(program.photograph())
    start = program.now()["forward"]
    program.key("u")
    program.until("a turn", lambda now: np.dot(now["forward"], start) < 0.95)
    program.key("u")
    program.still()
    seen.append(program.photograph())
    for keys in (("ctrl+5", "1"), ("5",), ("1",), ("x",)):
        program.key(*keys)
        program.quiet()
        program.still()
        seen.append(program.photograph())
    for before, after in itertools.pairwise(seen[:6]):
        assert changed(before, after, SCENE) > 0.2, "the camera has moved"
    assert changed(seen[2], seen[4], SCENE) < changed(seen[3], seen[4], SCENE), "back about where it was kept"
    assert changed(seen[5], seen[6], BODY) > 0.01, "its far edge and the stand behind are blurred"
    code, errors = program.quit()
    assert (code, errors) == (0, "")


def test_a_saved_scene_opens_unchanged(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.key("space", "r")
    program.drag((600, 300), (760, 340))
    program.still()
    left = program.photograph()
    program.key("ctrl+7", "ctrl+s")
    (file,) = program.captured("loops-*.toml")
    assert program.quit() == (0, "")
    saved = scenefile.load(str(file))
    assert saved.quality == "low@0.5"
    assert [mark.number for mark in saved.camera.bookmarks] == [1, 2, 3, 7]

    again = polhode(str(file), *SIZE)
    again.key("space", "r")
    again.still()
    opened = again.photograph()
    again.key("2")
    again.still()
    elsewhere = again.photograph()
    again.key("7")
    again.still()
    assert changed(left, opened, SCENE) < 0.1 < changed(opened, elsewhere, SCENE)
    assert changed(left, again.photograph(), SCENE) < 0.1
    assert again.quit() == (0, "")
