"""Exported pages in a browser without a network: each is opened, used, and looked at.

Pictures of them are left in the folder that the environment variable PAGES_FOLDER names.
"""

import os
from urllib.parse import unquote

import numpy as np
import pytest

from game.learn.pages import page_of
from game.learn.trial import target
from game.scenefile import presets
from game.scenefile.share_line import line_of, load_line
from game.session.open_scene import load
from tests.game.export.browser import chromium, export_and_open, problems

PICTURES = os.environ.get("PAGES_FOLDER", "-")
SAMPLE = "fast-cone"
SHARED = (SAMPLE, "double-pendulum")
"""Presets of which lines go from page to program and back, and things to try are compared with the window."""
"""The preset whose page `make test` opens."""

pytestmark = pytest.mark.skipif(
    chromium() is None, reason="no Chromium, Node.js or playwright-core (npm install in web/)"
)


@pytest.mark.parametrize(
    "name", [name if name == SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in presets()]
)
def test_page_runs_in_a_browser(name, tmp_path):
    opened = export_and_open(name, tmp_path, pictures=PICTURES)
    assert problems(opened) == []
    if name in SHARED:
        check_line(opened.found["shared"])
        check_trials(load(name), opened.found["tried"])


def check_trials(scene, tried):
    """Assert that things to try, by their buttons, set the start, the numbers and the method that the window sets."""
    trials = page_of(scene.name, scene.system, "en").trials
    assert len(tried["found"]) >= 2
    for each in tried["found"]:
        wanted = target(scene, trials[each["k"]]).simulation()
        assert np.asarray(each["start"], float).tobytes() == np.asarray(wanted.system.start()).tobytes()
        assert np.asarray(each["p"], float).tobytes() == np.asarray(wanted.system.p, float).tobytes()
        assert each["method"] == wanted.integrator.name and each["watched"]
    assert tried["title"].endswith(f"{len(tried['found'])}/{len(trials)}")


def check_line(shared):
    """Assert that a line of a page gives the program, and the page itself, the state that the page has."""
    scene = load_line(shared["line"])
    simulation = scene.simulation()
    simulation.advance(scene.opening_tick(simulation.dt))
    bits = np.asarray(simulation.y).tobytes()
    assert np.asarray(shared["state"], float).tobytes() == np.asarray(shared["again"], float).tobytes() == bits
    assert load_line(shared["whole"]) == scene
    assert line_of(scene, shared["line"].partition("&camera=")[2]) == shared["line"]
    assert float(shared["csv"][0]) == simulation.time
    assert [float(each) for each in shared["csv"][1 : len(simulation.y) + 1]] == list(simulation.y)
    assert shared["curves"][0] and shared["curves"][1].count("/") == 1
    same, none, still, apart, drawn = shared["ghost"]
    assert same and none == -16 and still and apart > -16 and drawn
    assert shared["address"] == unquote(shared["whole"])


@pytest.mark.long
@pytest.mark.parametrize("name", [SAMPLE, "whip"])
def test_page_by_keys_and_touch_in_frames_light_and_without_webgl(name, tmp_path):
    opened = export_and_open(name, tmp_path, "whole", PICTURES)
    found = opened.found
    assert problems(opened) == []
    assert found["keys"] and all(found["keys"].values()), found["keys"]
    assert all(found["touch"].values()), found["touch"]
    assert found["panels"]["light"] != found["panels"]["dark"]
    assert found["axe"] == []
    assert found["frame"] == {"proof": "same" if opened.exported.live else "", "width": 800}
    still = found["still"]
    assert still["width"] == 960 and still["shown"] == 1280 and "WebGL 2" in still["note"]
