"""The camera in a real window: bookmarks, turntable, lens."""

import itertools
import time

import numpy as np

from tests.e2e.test_window import SIZE, changed

SCENE = np.s_[60:560, 350:930]
"""Where no panel is."""


def test_a_person_goes_from_bookmark_to_bookmark_and_round(polhode):
    program = polhode("loops", *SIZE, "--quality", "high@0.5")
    time.sleep(2.0)
    program.key("space", "r")
    time.sleep(2.0)
    seen = [program.photograph()]
    for keys, seconds in ((("3",), 4.0), (("u",), 2.0), (("u", "ctrl+5", "1"), 4.0), (("5",), 4.0), (("x",), 1.0)):
        program.key(*keys)
        time.sleep(seconds)
        seen.append(program.photograph())
    for before, after in itertools.pairwise(seen[:5]):
        assert changed(before, after, SCENE) > 0.2, "the eye is elsewhere"
    assert changed(seen[2], seen[4], SCENE) < changed(seen[3], seen[4], SCENE), "back about where it was kept"
    assert changed(seen[4], seen[5], SCENE) > 0.01, "the far wall is blurred"
    code, errors = program.quit()
    assert (code, errors) == (0, "")
