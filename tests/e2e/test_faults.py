"""Whatever fails in a frame, the window goes on, says it once, and writes it down; the run is kept.

Faults are put into real parts of the program, which is otherwise as it is.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Program

SMALL = ("fast-cone", "--size", "900x640", "--quality", "low@0.5")
FAILS = """
def fails(*args, **more):
    raise ZeroDivisionError("planted here")
"""
LATER = """
import os
def when_planted(kind, name):
    right = getattr(kind, name)
    def either(self, *args, **more):
        if os.path.exists(os.environ["PLANTED"]):
            raise ZeroDivisionError("planted here")
        return right(self, *args, **more)
    setattr(kind, name, either)
"""
ALWAYS = {
    "session action": (
        FAILS + "from game.session import actions; from game.model.input import Action\n"
        "actions.ACTIONS[Action.VECTORS] = fails",
        "v",
        "what was pressed",
    ),
    "panel": (
        FAILS + "from game.ui.panels.body import BodyPanel; BodyPanel.build = fails",
        "F4",
        "the panels",
    ),
    "inside a panel": (
        FAILS + "import game.ui.panels.view as view\n"
        "from imgui_bundle import imgui\n"
        "def opens(self, desk):\n"
        "    imgui.begin_child('a'); imgui.push_id(3); imgui.begin_group(); fails()\n"
        "view.ViewPanel.build = opens",
        "F7",
        "the panels",
    ),
    "dear imgui itself": (
        "from imgui_bundle import imgui; from game.ui.panels.body import BodyPanel\n"
        "BodyPanel.build = lambda self, desk: imgui.end()",
        "F4",
        "the panels",
    ),
    "help": (FAILS + "import game.ui.interface as interface; interface.build_help = fails", "F1", "the panels"),
    "screenshot": (FAILS + "import game.record.still as still; still.save_png = fails", "F12", "a computation beside"),
    "video": (
        FAILS + "from game.app.captures import Video; Video.frame = fails",
        "F9",
        "the recording",
    ),
    "request": (
        FAILS + "from game.app.captures import Captures; Captures.save_text = fails",
        "ctrl+s",
        "what was pressed",
    ),
    "list of files": (FAILS + "import game.ui.panels.context as context; context.saved = fails", "F3", "the panels"),
}


def faults(program: Program) -> str:
    """Return what the file of faults holds."""
    (file,) = Path(program.environment["XDG_STATE_HOME"]).rglob("faults.log")
    return file.read_text("utf-8")


def said(now: dict[str, Any], part: str) -> list[str]:
    """Return the messages about a part."""
    return [words for words in now["messages"] if words.startswith(f"An error in {part}")]


def quit_after_fault(program: Program, times: int = 1) -> None:
    """Quit; the terminal has one line for each fault."""
    code, errors = program.quit()
    lines = errors.splitlines()
    assert code == 0, errors
    assert len(lines) == times and all(line.startswith("polhode: an error in ") for line in lines), errors


@pytest.mark.parametrize("name", ALWAYS)
def test_a_fault_is_said_and_written_down_and_the_window_goes_on(polhode, name: str) -> None:
    before, key, part = ALWAYS[name]
    program = polhode(*SMALL, before=before)
    program.key(key)
    now = program.until("a message", lambda now: said(now, part))
    (words,) = said(now, part)
    assert "planted here" in words or name == "dear imgui itself"
    assert re.search(r"details are in \S+faults\.log$", words)
    text = faults(program)
    assert text.count("Traceback (most recent call last)") == 1 and "scene: fast-cone" in text
    tick = program.now()["tick"]
    program.until("a run that goes on", lambda now: now["tick"] > tick + 50)
    program.key("space")
    program.until("a paused run", lambda now: now["paused"])
    program.key("F5")
    program.until("another panel", lambda now: any(box.startswith("method/") for box in now["boxes"]))
    quit_after_fault(program)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("game.looks.gyroscope.GyroscopeLook", "add_arrows"),
        ("game.looks.gyroscope.GyroscopeLook", "frame"),
        ("game.render.renderer.Renderer", "draw"),
        ("game.render.overlay.overlay_pass.OverlayPass", "draw"),
        ("game.ui.interface.Interface", "_lay_out"),
        ("game.ui.layout.panels.Panels", "_dock"),
        ("game.ui.labels.LabelRenderer", "draw"),
        ("game.render.passes.interface_pass.InterfacePass", "draw"),
        ("game.ui.backend.Imgui", "begin"),
        ("game.session.advancing", "advance"),
        ("game.camera.rig.CameraRig", "update"),
        ("game.camera.rig.CameraRig", "views"),
        ("game.session.past.log_file.KeptLog", "write"),
    ],
)
def test_a_part_that_fails_in_every_frame_is_said_once_and_works_again_when_it_can(
    polhode, tmp_path: Path, kind: str, name: str
) -> None:
    module, _, short = kind.rpartition(".")
    planted = tmp_path / "planted"
    before = f"{LATER}\nfrom {module} import {short}\nwhen_planted({short}, {name!r})"
    program = polhode(*SMALL, before=before, PLANTED=str(planted))
    planted.touch()
    frame = program.now()["frame"]
    program.until("frames with the fault", lambda now: now["frame"] > frame + 40 or now["resting"])
    told = {words for each in program.said for words in each["messages"] if words.startswith("An error in")}
    assert len(told) <= 3, "each part that fails says so once"
    assert 1 <= faults(program).count("Traceback (most recent call last)") <= 3
    pressed = program.now()["presses"]
    program.key("t", "t")
    assert program.now()["presses"] == pressed + 2, "keys are still heard"
    planted.unlink()
    if "dock" not in program.now()["boxes"]:
        program.key("F2")
    if name == "advance":
        program.key("space")
    program.until("panels again", lambda now: "dock" in now["boxes"])
    tick = program.now()["tick"]
    program.until("a run that goes on", lambda now: now["tick"] > tick + 20)
    program.key("F4")
    program.until("a panel", lambda now: any(box.startswith("body/") for box in now["boxes"]))
    end = time.monotonic() + 20.0  # a part that has failed again and again is tried once a second
    while (contrast := program.photograph("shift+F12").std()) < 5.0 and time.monotonic() < end:
        program.frames(5)
    assert contrast > 5.0, "a picture is drawn again"
    code, errors = program.quit()
    assert code == 0 and 1 <= len(errors.splitlines()) <= 3, errors


def test_faults_are_written_after_one_another_into_a_file_of_bounded_size(tmp_path: Path, monkeypatch) -> None:
    from game.app.main_loop import fault_log

    monkeypatch.setattr(fault_log, "fault_file", lambda: tmp_path / "deep" / "faults.log")
    monkeypatch.setattr(fault_log, "MOST_BYTES", 2000)
    for number in range(20):
        assert fault_log.write_fault("picture", ValueError(f"number {number}"), {"scene": "\ud800"}) is not None
    sizes = {file.name: file.stat().st_size for file in (tmp_path / "deep").iterdir()}
    assert set(sizes) == {"faults.log", "faults.log.1"} and max(sizes.values()) < 3000
    assert "number 19" in (tmp_path / "deep" / "faults.log").read_text("utf-8")
