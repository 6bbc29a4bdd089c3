"""A soak of the window: random input for minutes, with curves of memory, threads and frame time.

`make soak` runs it for an hour; the environment variable SOAK_SECONDS sets the time, SOAK_SEED the input.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import av
import pytest

from game.model.input import Action
from game.model.key_bindings import BINDINGS
from tests.e2e.conftest import Program

SECONDS = float(os.environ.get("SOAK_SECONDS", "180"))
SEED = int(os.environ.get("SOAK_SEED", "0"))
ROWS = 12
"""Number of rows of the printed table."""
COLUMNS, BARS = 72, "▁▂▃▄▅▆▇█"
"""Number of columns of the printed curve, about, and their heights."""
KEPT_REPORTS = 100
SIZES = ((1280, 720), (960, 600), (400, 300), (1100, 790), (640, 480))
MAX_MEMORY, MAX_THREADS = 1500.0, 40
"""Greatest resident memory [MB], with states of the past and an ensemble in it, and number of threads."""
XDOTOOL = {"page up": "Prior", "page down": "Next", "left": "Left", "right": "Right", "tab": "Tab", "return": "Return",
           ".": "period", ",": "comma", "+": "plus", "-": "minus",
           **{f"f{number}": f"F{number}" for number in range(1, 13)}}  # fmt: skip
LEFT_OUT = {Action.CLOSE, Action.FULLSCREEN}
"""Actions that ask to quit or that need a window manager."""
LAST_ACTIONS = 40
"""Number of actions that are told where the soak fails."""
KEYS = (
    *(f"{'shift+' * each.shift}{'ctrl+' * each.ctrl}{XDOTOOL.get(each.key, each.key)}" for each in BINDINGS
      if each.action not in LEFT_OUT),
    "w", "q", "1", "ctrl+1", "2", "ctrl+2",
)  # fmt: skip


MAX_STEP = 60.0
"""Greatest time of an action that counts [s]: beyond it the whole machine was suspended."""


class Reading(NamedTuple):
    """What was read at a time [s]: resident memory [MB], threads, frames so far, the scene."""

    time: float
    memory: float
    threads: int
    frames: int
    scene: str


def reading(program: Program, passed: float) -> Reading:
    """Read what the system and the program tell now, when so many seconds have passed."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{program.process.pid}/status").read_text("ascii").splitlines()
    )
    now = program.now()
    memory = int(status["VmRSS"].split()[0]) / 1024.0
    return Reading(passed, memory, int(status["Threads"]), now["frame"], now["scene"])


def controls(program: Program, panel: str = "") -> dict[str, tuple[int, int]]:
    """Return the middles of the controls that are seen, of one panel or of all; without those that change keys."""
    now = program.now()
    found = {}
    for name, (left, top, right, bottom) in sorted(now["boxes"].items()):
        x, y = round(left + right) // 2, round(top + bottom) // 2
        inside = 0 <= x < now["size"][0] and 0 <= y < now["size"][1]
        if inside and name.startswith(panel) and "/" in name and not name.startswith("settings/") | ("quit" in name):
            found[name] = x, y
    return found


def act(program: Program, dice: random.Random) -> str:
    """Do something at random, as a user might; return what."""
    width, height = program.now()["size"]
    start, end = ((dice.randrange(width), dice.randrange(height)) for _ in range(2))
    seen = controls(program)
    match dice.randrange(20):
        case 0:
            size = dice.choice(SIZES)
            done = f"size {size}"
            program.resize(*size)
        case 1:
            done = f"drag {start} {end}"
            program.drag(start, end)
        case 2:
            done = f"click {start}"
            program.click(start)
        case 3:
            done = f"wheel {start}"
            program.at(start, "click", str(dice.choice([4, 5])))
        case 4:
            done = "key Next"
            program.key("Next")
        case 5:
            done = f"open {open_from_browser(program, dice)}"
        case 6 | 7 if seen:
            name = dice.choice(list(seen))
            done = f"drag {name}"
            x = min(max(seen[name][0] + dice.randrange(-80, 80), 0), width - 1)
            program.drag(seen[name], (x, seen[name][1]))
        case 8 | 9 | 10 | 11 | 12 if seen:
            name = dice.choice(list(seen))
            done = f"click {name}"
            program.click(seen[name])
        case _:
            key = dice.choice(KEYS)
            done = f"key {key}"
            program.key(key)
    del program.said[:-KEPT_REPORTS]
    return done


def open_from_browser(program: Program, dice: random.Random) -> str:
    """Open a scene that the browser shows, if it is open or comes by its key; return its name."""
    if not controls(program, "scenes/"):
        program.key("F3")
        program.frames(6)
    cards = controls(program, "scenes/")
    if not cards:
        return ""
    name = dice.choice(list(cards))
    program.click(cards[name])
    return name


def table(readings: list[Reading]) -> str:
    """Return some of the readings as a table, with the mean time of a frame between them."""
    lines = ["| time | memory | threads | mean frame | scene |", "| ---: | ---: | ---: | ---: | --- |"]
    last = readings[0]
    for each in readings[:: max(len(readings) // ROWS, 1)]:
        frame = 1e3 * (each.time - last.time) / max(each.frames - last.frames, 1)
        lines.append(f"| {each.time:.0f} s | {each.memory:.0f} MB | {each.threads} | {frame:.0f} ms | {each.scene} |")
        last = each
    return "\n".join(lines)


def curve(readings: list[Reading]) -> str:
    """Return the memory over the time as a picture of letters, the last column the present one."""
    values = [each.memory for each in readings[:: max(len(readings) // COLUMNS, 1)]]
    low, high = min(values), max(max(values), min(values) + 1.0)
    columns = (BARS[round((value - low) / (high - low) * (len(BARS) - 1))] for value in values)
    return f"memory from {low:.0f} to {high:.0f} MB: {''.join(columns)}"


def stub_opener(folder: Path) -> tuple[str, Path]:
    """Put a program in place of the one that shows folders, which would open a browser over the window.

    Returns the search path of programs with it first, and the file in which it writes down what it is asked to show.
    """
    folder.mkdir()
    calls = folder / "calls"
    program = folder / "xdg-open"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{calls}"\n')
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}", calls


@pytest.mark.long
def test_random_input_for_minutes(polhode, tmp_path):
    log, dice = tmp_path / "soak.log", random.Random(SEED)
    path, calls = stub_opener(tmp_path / "bin")
    program = polhode("--quality", "low", "--log", str(log), PATH=path)
    passed, readings, actions = 0.0, [], []
    try:
        while passed < SECONDS:
            began = time.monotonic()
            actions.append(act(program, dice))
            passed += min(time.monotonic() - began, MAX_STEP)
            readings.append(reading(program, passed))
    finally:
        opened = len(calls.read_text("utf-8").splitlines()) if calls.exists() else 0
        sys.stdout.write(f"\n{len(actions)} actions, {opened} folders shown\n{table(readings)}\n{curve(readings)}\n")
        sys.stdout.write(f"the last: {', '.join(actions[-LAST_ACTIONS:])}\n")
    code, errors = quit_recording(program)
    assert (code, errors) == (0, "")
    assert max(each.memory for each in readings) < MAX_MEMORY
    assert max(each.threads for each in readings) < MAX_THREADS
    for video in program.captures.glob("[!.]*.mp4"):
        with av.open(str(video)) as file:
            assert sum(1 for _ in file.decode(video=0)) > 0
    replay = subprocess.run([sys.executable, "-m", "game", "replay", str(log)], capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr


def quit_recording(program: Program) -> tuple[int, str]:
    """Quit, after the end of a recording."""
    if program.now()["recording"] is not None:
        program.key("F9")
    program.until("the end of the video", lambda now: now["recording"] is None and not now["saving"])
    while program.now()["help"]:
        program.key("Escape")
    return program.quit()


@pytest.mark.long
def test_two_windows_at_once(polhode):
    programs, dice = [polhode("--quality", "low", "--size", "640x480") for _ in range(2)], random.Random(0)
    for _ in range(8):
        for program in programs:
            program.key(dice.choice(KEYS))
    for program in programs:
        assert quit_recording(program) == (0, "")


@pytest.mark.long
def test_the_button_that_shows_a_folder_opens_no_browser_in_a_soak(polhode, tmp_path):
    path, calls = stub_opener(tmp_path / "bin")
    program = polhode("--quality", "low@0.5", "--size", "900x640", PATH=path)
    program.key("F12")
    named = [
        *program.until("a message", lambda now: any(name.endswith("Open folder") for name in now["boxes"]))["boxes"]
    ]
    program.click(program.place(next(name for name in named if name.endswith("Open folder"))))
    program.until("the folder", lambda _: calls.exists() and calls.read_text("utf-8").strip())
    assert calls.read_text("utf-8").strip() == str(program.captures)
