"""Whatever fails in a frame, the window goes on, says it once, and writes it down; the run is kept.

Faults are put into real parts of the program, which is otherwise as it is.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import Program, noteless

SMALL = ("--size", "900x640", "--quality", "low@0.5")
PLANT = """
import os
from imgui_bundle import imgui
from game.ui.panels import context

context.SHOWN_SECONDS = 30.0  # seen even where a frame takes seconds

def plant(name, owner, attribute, wrong=None):
    # While a file of this name is there, do something else than what stands there: raise, by itself in a file of code
    # of its own, because what is raised again at one place is said once.
    right = owner[attribute] if isinstance(owner, dict) else getattr(owner, attribute)
    own = {}
    exec(compile(f"def fails(): raise ZeroDivisionError('planted here: {name}')", name, "exec"), own)

    def either(*args, **more):
        if os.path.exists(os.path.join(os.environ["PLANTED"], name)):
            return (wrong or own["fails"])()
        return right(*args, **more)

    if isinstance(owner, dict):
        owner[attribute] = either
    else:
        setattr(owner, attribute, either)

def leaves_open():
    imgui.begin_child("a"); imgui.push_id(3); imgui.begin_group()
    raise ZeroDivisionError("planted here: inside a panel")
"""
ALWAYS = {
    "session action": (
        "from game.session import actions; from game.model.input import Action",
        "actions.ACTIONS, Action.VECTORS",
        "v",
        "what was pressed",
    ),
    "panel": ("from game.ui.panels.body import BodyPanel", "BodyPanel, 'build'", "F4", "the panels"),
    "inside a panel": (
        "from game.ui.panels.view import ViewPanel",
        "ViewPanel, 'build', leaves_open",
        "F7",
        "the panels",
    ),
    "dear imgui itself": (
        "from game.ui.panels.body import BodyPanel",
        "BodyPanel, 'build', imgui.end",
        "F4",
        "the panels",
    ),
    "help": ("from game.ui import interface", "interface, 'build_help'", "F1", "the panels"),
    "screenshot": ("from game.record import still", "still, 'save_png'", "F12", "a computation beside"),
    "video": ("from game.app.captures import Video", "Video, 'frame'", "F9", "the recording"),
    "request": (
        "from game.app.main_loop.window_actions import WindowActions",
        "WindowActions, '_save_scene'",
        "ctrl+s",
        "what was pressed",
    ),
    "list of files": ("from game.ui.panels import context", "context, 'saved'", "F3", "the panels"),
}
"""Faults by name: an import; what is wrong, and what it does; a key that leads there; the part that is said to fail."""
FEW = "inside a panel", "video", "request"
"""Those of them that `make test` plants: one for each part that is said to fail, but for computations beside."""
EACH_FRAME = (
    ("game.looks.pivoted.gyroscope", "GyroscopeLook", "add_arrows"),
    ("game.looks.pivoted.gyroscope", "GyroscopeLook", "frame"),
    ("game.render.renderer", "Renderer", "draw"),
    ("game.render.overlay.overlay_pass", "OverlayPass", "draw"),
    ("game.ui.interface", "Interface", "_lay_out"),
    ("game.ui.layout.panels", "Panels", "_dock"),
    ("game.ui.labels", "LabelRenderer", "draw"),
    ("game.render.passes.interface_pass", "InterfacePass", "draw"),
    ("game.ui.backend", "Imgui", "begin"),
    ("game.session", "advancing", "advance"),
    ("game.camera.rig", "CameraRig", "update"),
    ("game.camera.rig", "CameraRig", "views"),
    ("game.session.past.log_file", "KeptLog", "write"),
)


def faults(program: Program) -> str:
    """Return what the file of faults holds."""
    return "".join(file.read_text("utf-8") for file in Path(program.environment["XDG_STATE_HOME"]).rglob("faults.log"))


def tracebacks(text: str) -> int:
    """Return the number of tracebacks in a text."""
    return text.count("Traceback (most recent call last)")


def said(now: dict[str, Any], part: str) -> list[str]:
    """Return the messages about a part."""
    return [words for words in now["messages"] if words.startswith(f"An error in {part}")]


def quit_after_faults(program: Program) -> None:
    """Quit; the terminal has one line for each fault that is written down."""
    code, errors = program.quit()
    lines = errors.splitlines()
    assert code == 0, errors
    assert len(lines) == tracebacks(faults(program)), errors
    assert all(line.startswith("polhode: an error in ") for line in lines), errors


def goes_on(program: Program, ticks: int) -> None:
    """Wait until so many more ticks have been run."""
    tick = program.now()["tick"]
    program.until("a run that goes on", lambda now: now["tick"] > tick + ticks)


def shows(program: Program, panel: str, key: str) -> None:
    """Open a panel by a key, and close it."""

    def there(now: dict[str, Any]) -> bool:
        return any(box.startswith(f"{panel}/") for box in now["boxes"])

    program.key(key)
    program.until(f"the panel {panel}", there)
    program.key(key)
    program.until(f"no panel {panel}", lambda now: not there(now))


@pytest.mark.long
@pytest.mark.parametrize("names", [FEW, tuple(ALWAYS)], ids=["few", "all"])
def test_a_fault_is_said_and_written_down_and_the_window_goes_on(polhode, tmp_path: Path, names) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    chosen = {name: ALWAYS[name] for name in names}
    lines = (f"{get}; plant({name!r}, {what})" for name, (get, what, _, _) in chosen.items())
    program = polhode(noteless("fast-cone", tmp_path), *SMALL, before="\n".join((PLANT, *lines)), PLANTED=str(planted))
    program.frames(3)  # what it says at first is said
    for name, (_, _, key, part) in chosen.items():
        written, told = faults(program), set(program.now()["messages"])
        (planted / name).touch()
        program.key(key)
        now = program.until(f"a message: {name}", lambda now, told=told, part=part: set(said(now, part)) - told)
        (words,) = set(said(now, part)) - told
        assert f"planted here: {name}." in words or name == "dear imgui itself"
        assert re.search(r"details are in \S+faults\.log$", words)
        goes_on(program, 50)
        program.key("space")
        program.until("a paused run", lambda now: now["paused"])
        shows(program, "method", "F5")
        more = faults(program).removeprefix(written)
        assert tracebacks(more) == 1 and "scene: fast-cone" in more, name
        program.key("space")
        (planted / name).unlink()
    quit_after_faults(program)


@pytest.mark.long
def test_a_part_that_fails_in_every_frame_is_said_once_and_works_again_when_it_can(polhode, tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    lines = (
        f"from {module} import {kind}; plant('{kind}.{name}', {kind}, {name!r})" for module, kind, name in EACH_FRAME
    )
    program = polhode(noteless("fast-cone", tmp_path), *SMALL, before="\n".join((PLANT, *lines)), PLANTED=str(planted))
    program.frames(3)  # what it says at first is said
    for _, kind, name in EACH_FRAME:
        fault = planted / f"{kind}.{name}"
        written, told = faults(program), set(program.now()["messages"])
        begun = len(program.said)
        fault.touch()
        frame = program.now()["frame"]
        program.until("frames with the fault", lambda now, frame=frame: now["frame"] > frame + 16 or now["resting"])
        new = {words for each in program.said[begun:] for words in each["messages"]} - told
        assert sum(words.startswith("An error in") for words in new) <= 3, f"{fault.name}: each part says so once"
        more = faults(program).removeprefix(written)
        assert 1 <= tracebacks(more) <= 3 and f"planted here: {fault.name}" in more
        pressed = program.now()["presses"]
        program.key("t", "t")
        assert program.now()["presses"] == pressed + 2, f"{fault.name}: keys are still heard"
        fault.unlink()
        if "dock" not in program.now()["boxes"]:
            program.key("F2")
        if name == "advance":
            program.key("space")
        program.until(f"panels again: {fault.name}", lambda now: "dock" in now["boxes"])
        goes_on(program, 20)
        shows(program, "body", "F4")
        end = time.monotonic() + 20.0  # a part that has failed again and again is tried once a second
        while (contrast := program.photograph("shift+F12").std()) < 5.0 and time.monotonic() < end:
            program.frames(5)
        assert contrast > 5.0, f"{fault.name}: a picture is drawn again"
        assert tracebacks(faults(program).removeprefix(written)) <= 3, fault.name
    quit_after_faults(program)


def test_faults_are_written_after_one_another_into_a_file_of_bounded_size(tmp_path: Path, monkeypatch) -> None:
    from game.app.main_loop import fault_log

    monkeypatch.setattr(fault_log, "fault_file", lambda: tmp_path / "deep" / "faults.log")
    monkeypatch.setattr(fault_log, "MOST_BYTES", 2000)
    for number in range(20):
        assert fault_log.write_fault("picture", ValueError(f"number {number}"), {"scene": "\ud800"}) is not None
    sizes = {file.name: file.stat().st_size for file in (tmp_path / "deep").iterdir()}
    assert set(sizes) == {"faults.log", "faults.log.1"} and max(sizes.values()) < 3000
    assert "number 19" in (tmp_path / "deep" / "faults.log").read_text("utf-8")
