"""How an exported page lives in browsers: idle, without graphics, in frames, by keys, in Firefox.

Pictures of Firefox are left in the folder that the environment variable PAGES_FOLDER names.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from game.export.page_file import export
from game.scenefile.schema import LessonStepSpec
from game.session.open_scene import load
from tests.game.export.browser import PATIENCE, chromium, firefox

FOLDER = Path(__file__).parent
OWN = """
title = "Own"
system = "equations"
equations = "x'' = -k*x"
[variables]
x = { start = 1 }
[parameters]
k = 4
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a scene of Polhode's, with a lesson."""
    lesson = (
        LessonStepSpec("a", question="?", answer="!"),
        LessonStepSpec("b", "theta = 40 deg; show = traces", 3),
        LessonStepSpec("c", "show = ghosts"),
    )
    return export(load("fast-cone").changed(lesson=lesson), tmp_path_factory.mktemp("life") / "fast-cone.html").path


@pytest.fixture(scope="module")
def found(page: Path) -> dict[str, Any]:
    """What a page has done in Chromium, as `page_life.mjs` writes it."""
    if chromium("puppeteer-core") is None:
        pytest.skip("no Chromium, Node.js or puppeteer-core (npm install in web/)")
    environment = {**os.environ, "CHROMIUM": chromium("puppeteer-core") or ""}
    done = subprocess.run(
        ["node", FOLDER / "page_life.mjs", page], capture_output=True, text=True, timeout=PATIENCE, env=environment
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@pytest.mark.long
def test_pictures_are_drawn_while_it_plays_and_after_changes_alone(found: dict[str, Any]) -> None:
    assert found["said"] == []
    assert found["playing"] > 0 == found["paused"] == found["away"]
    assert found["changed"] == 1


@pytest.mark.long
def test_a_place_in_the_graph_is_a_round_time_whose_numbers_are_written(found: dict[str, Any]) -> None:
    time, written, theta = found["near"]
    assert time == 0.3 and written == pytest.approx(theta, rel=2e-4) and theta > 31.0


@pytest.mark.long
def test_keys_work_beside_controls_that_do_not_need_them(found: dict[str, Any]) -> None:
    assert all(found["keys"].values()), found["keys"]


@pytest.mark.long
def test_numbers_with_which_the_program_may_draw_another_stand_are_said(found: dict[str, Any]) -> None:
    before, after, restored = found["joint"]
    assert before == restored == "" and "another stand" in after


@pytest.mark.long
def test_a_step_of_a_lesson_sets_the_scene_and_is_seen_from_its_bookmark(found: dict[str, Any]) -> None:
    lesson = found["lesson"]
    assert lesson["opens"] == "lesson" and lesson["disabled"] == [False, False, True]
    usual, shown, back = lesson["states"]
    assert usual["theta"] == back["theta"] == lesson["own"] and shown["theta"] == pytest.approx(math.radians(40.0))
    assert shown["elevation"] == pytest.approx(math.radians(66.0)) and back["elevation"] == usual["elevation"] < 1.0
    assert [each["traces"] for each in lesson["states"]] == [False, True, False]
    assert [each["now"] for each in lesson["states"]] == [[], [1], [0]]
    own, changed = lesson["own"], shown["theta"]
    by_keys = [[0, True, own], [1, True, changed], [2, True, changed], [1, True, changed], [0, True, own]]
    assert lesson["turned"] == by_keys, "Page Down thrice, of which the first shows the answer, and Page Up twice"


@pytest.mark.long
def test_a_lost_card_leaves_a_picture_and_a_button_until_it_is_back(found: dict[str, Any]) -> None:
    lost, back = found["lost"], found["restored"]
    assert lost["poster"] and lost["button"] >= 40 and "The graphics card has stopped" in lost["text"]
    assert back is not None, "it did not come back"
    assert back["error"] == 0 and back["frames"] > 0 and back["colours"] > 40
    assert not back["poster"] and not back["text"]


@pytest.mark.long
def test_it_begins_paused_for_who_wants_little_motion(found: dict[str, Any]) -> None:
    assert found["calm"]


@pytest.mark.long
def test_without_scripts_or_webassembly_it_says_so_below_a_picture(found: dict[str, Any]) -> None:
    scriptless, forbidden = found["scriptless"], found["forbidden"]
    assert scriptless["poster"] and not scriptless["bar"]
    assert "allow JavaScript" in scriptless["text"] and "autorisez JavaScript" in scriptless["text"]
    assert forbidden == {"note": "WebAssembly is not allowed here: this is a picture of the scene.", "poster": True}


@pytest.mark.long
def test_in_a_frame_wheel_and_fingers_scroll_the_page_around_until_it_is_taken(found: dict[str, Any]) -> None:
    scrolls, zooms = {"scrolled": True, "zoomed": False}, {"scrolled": False, "zoomed": True}
    wheel, swipe = found["wheel"], found["swipe"]
    assert wheel["free"] == wheel["given"] == scrolls
    assert wheel["control"] == wheel["taken"] == zooms
    assert "hold Ctrl" in wheel["told"]
    assert found["touch"] == "pan-y"
    assert swipe["up"] == {"scrolled": True, "turned": False}
    assert swipe["sideways"] == {"scrolled": False, "turned": True}
    assert swipe["pinched"]


@pytest.mark.long
def test_firefox_has_the_bits_of_the_native_run(page: Path, tmp_path: Path) -> None:
    """Of a scene of Polhode's, a machine, and equations of one's own."""
    if firefox() is None:
        pytest.skip("no Firefox, xvfb-run, Node.js or puppeteer-core (npm install in web/)")
    (tmp_path / "own.toml").write_text(OWN)
    names = "elastic-pendulum", str(tmp_path / "own.toml")
    pages = [page, *(export(load(name), tmp_path / f"{Path(name).stem}.html").path for name in names)]
    command = ["xvfb-run", "-a", "node", FOLDER / "open_firefox.mjs", os.environ.get("PAGES_FOLDER", "-"), *pages]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "FIREFOX": firefox() or ""}
    )
    assert done.returncode == 0, done.stderr
    seen = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(seen) == len(pages)
    for each, name in zip(seen, ("fast-cone", *names), strict=True):
        assert each["said"] == [] and each["note"] == "", name
        assert (each["live"], each["proof"], each["gl"]) == (True, "same", 0), name
        assert each["colours"] > 20, name


def test_the_frame_block_travels_with_the_page() -> None:
    """No number of it stands in the page's script; places are counted in numbers of four bytes."""
    from game.render.gpu.frame_block import BLOCK, described_block

    described = described_block()
    assert described["places"]["to_light"] == 52 and described["places"]["occluders"] == 84
    assert sorted(described["places"].values())[-1] * 4 + 16 == BLOCK.itemsize
