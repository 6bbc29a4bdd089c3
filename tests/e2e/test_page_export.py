"""The scene of the window as a page, by the key."""

import os
import shutil
from pathlib import Path

import pytest

from tests.e2e.test_camera import SIZE
from tests.game.export.test_page_file import content


@pytest.mark.long
def test_ctrl_e_exports_the_scene_as_it_is(polhode):
    program = polhode("loops", *SIZE, "--quality", "low@0.5")
    program.until("some motion", lambda now: now["time"] > 0.2)
    program.key("space", "ctrl+e")
    tick = program.until("rest", lambda now: now["paused"])["tick"]
    program.frames(2)
    if "PICTURES" in os.environ:
        program.photograph()
    with program.hidden():
        program.until("the page", lambda now: any(each.stat().st_size for each in program.captures.glob("loops*.html")))
    (page,) = program.captures.glob("[!.]*.html")
    found = content(page.read_text("utf-8"))
    assert found["live"] and found["opens"] == tick
    if "PICTURES" in os.environ:
        program.photograph()
        for each in program.captures.glob("[!.]*"):
            shutil.copy(each, Path(os.environ["PICTURES"]))
    assert program.quit()[0] == 0
