"""Exported pages in a browser without a network: each is opened, used, and looked at.

Pictures of them are left in the folder that the environment variable PAGES_FOLDER names.
"""

import os

import pytest

from game.scenefile import presets
from tests.game.export.browser import chromium, export_and_open, problems

PICTURES = os.environ.get("PAGES_FOLDER", "-")
SAMPLE = "fast-cone"
"""The preset whose page `make test` opens."""

pytestmark = pytest.mark.skipif(
    chromium() is None, reason="no Chromium, Node.js or playwright-core (npm install in web/)"
)


@pytest.mark.parametrize(
    "name", [name if name == SAMPLE else pytest.param(name, marks=pytest.mark.long) for name in presets()]
)
def test_page_runs_in_a_browser(name, tmp_path):
    assert problems(export_and_open(name, tmp_path, pictures=PICTURES)) == []


@pytest.mark.long
@pytest.mark.parametrize("name", [SAMPLE, "whip"])
def test_page_by_keys_and_touch_in_frames_light_and_without_webgl(name, tmp_path):
    opened = export_and_open(name, tmp_path, "whole", PICTURES)
    found = opened.found
    assert problems(opened) == []
    assert found["keys"] and all(found["keys"].values()), found["keys"]
    assert all(found["touch"].values()), found["touch"]
    assert found["panels"]["light"] != found["panels"]["dark"]
    assert found["frame"] == {"proof": "same" if opened.exported.live else "", "width": 800}
    still = found["still"]
    assert still["width"] == 960 and still["shown"] == 1280 and "WebGL 2" in still["note"]
