"""Exported pages in a browser without a network: each is opened, used, and looked at.

Pictures of them are left in the folder that the environment variable PAGES_FOLDER names.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from game.export.page_file import MAX_BYTES, export
from game.scenefile import presets
from game.session.open_scene import load

SCRIPT = Path(__file__).with_name("open_page.mjs")
WEB = Path(__file__).parents[3] / "web"
TOO_LARGE: set[str] = set()
"""Presets whose pages exceed `MAX_BYTES`."""

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def chromium():
    """The path of the browser."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        pytest.skip("Chromium is not installed")
    if not shutil.which("node") or not (WEB / "node_modules" / "playwright-core").is_dir():
        pytest.skip("Node.js or playwright-core is missing: npm install in web/")
    return found


@pytest.mark.parametrize("name", presets())
def test_page_runs_in_a_browser(name, chromium, tmp_path):
    exported = export(load(name), tmp_path / f"{name}.html")
    assert name in TOO_LARGE or exported.size < MAX_BYTES
    folder = os.environ.get("PAGES_FOLDER", "-")
    done = subprocess.run(
        ["node", SCRIPT, folder, exported.path],
        capture_output=True, text=True, timeout=500, env={**os.environ, "CHROMIUM": chromium}, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert "error" not in found, found["error"]
    assert found["said"] == [] and found["gl"] == 0
    assert len(found["asked"]) == 1 and found["asked"][0].startswith("file://")
    assert found["live"] is exported.live
    assert found["proof"] == ("same" if exported.live else "")
    assert found["turned"] != 0.0 and found["runs"]
    assert all(changed for _, changed in found["sliders"])
    first, shown, last = found["scrubbed"]
    assert first <= shown <= last and last > first
    for picture in (found["picture"], found["narrow"]["picture"]):
        assert picture["colours"] > 40 and picture["spread"] > 5.0
    assert found["narrow"]["overflow"] == 0
    left, right, bottom = found["narrow"]["bar"]
    assert left >= 0.0 and right <= 390.0 and bottom <= 844.0
