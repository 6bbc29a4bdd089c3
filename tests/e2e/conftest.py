"""Fixtures of end-to-end tests: a virtual screen (Xvfb) and input by xdotool."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Greatest time to wait for anything [s]."""
MOST_OPEN = 9
"""Greatest number of things that may be open, each of which Esc closes before it asks whether to quit."""
MODIFIERS = ("Control_L", "Shift_L", "Alt_L")
"""Keys that xdotool presses with others."""
POLL = 0.01
"""Time between two looks at the report [s]."""
STILL_FRAMES, STILL = 12, 2e-4
"""Number of frames, and tolerance [m], within which a camera at rest does not move."""


@pytest.fixture(scope="session")
def screen():
    """The name of an own X display, 1280x800."""
    with x_server(100 + os.getpid() % 30_000) as (name, _):
        yield name


@contextmanager
def x_server(number: int) -> Iterator[tuple[str, "subprocess.Popen[bytes]"]]:
    """Run an X server, 1280x800; yields the name of its display and its process."""
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        pytest.fail("Xvfb and xdotool are needed: apt install xvfb xdotool")
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            f":{number}",  # two servers that each look for a free number may find the same one
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "1280x800x24",
            "+extension",
            "GLX",
            "-nolisten",
            "tcp",
            "-noreset",  # else it resets when its last client leaves, and refuses connections meanwhile
        ],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        name = pipe.readline().strip()
    assert name, "Xvfb did not start"
    yield f":{name}", server
    server.terminate()
    server.wait()


def _program(before: str) -> list[str]:
    """Return the arguments of Python that run the program, after a script."""
    return ["-c", f"{before}\nfrom game.cli.main import main\nmain()"] if before else ["-m", "game"]


class Program:
    """A running program in a window, with simulated input.

    It waits for states that the program reports after each frame (`game.app.app.state_report`). before: Python that
    the program runs first. environment: more variables of it.
    """

    def __init__(self, screen: str, captures: Path, *arguments: str, before: str = "", **environment: str) -> None:
        self.captures = captures
        report = captures.parent / f"report-{len(list(captures.parent.glob('report-*')))}.jsonl"
        own = {"DISPLAY": screen, "XDG_CONFIG_HOME": str(captures.parent), "PYTHONPATH": str(ROOT)}
        own |= {f"XDG_{name}": str(captures.parent / name.lower()) for name in ("STATE_HOME", "DATA_HOME")}
        own |= {"XDG_PICTURES_DIR": str(captures.parent / "pictures"), **environment}
        self.environment = {**os.environ, **own, "POLHODE_CHECK_GL": "1", "POLHODE_REPORT": str(report)}
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.process = subprocess.Popen(
            [sys.executable, *_program(before), "run", *arguments, "--captures", str(captures)],
            env=self.environment,
            cwd=captures.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._report = report
        self._read = 0
        self._unfinished = ""
        self.said: list[dict[str, Any]] = []
        """All reports so far, frame by frame."""
        self.until("its first frame", lambda now: now["frame"] > 0)
        self.window = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()[-1]

    def now(self) -> dict[str, Any]:
        """Return the last report."""
        if self._report.exists():
            with self._report.open(encoding="utf-8") as file:
                file.seek(self._read)
                *lines, self._unfinished = (self._unfinished + file.read()).split("\n")
                self._read = file.tell()
            self.said += map(json.loads, lines)
        return self.said[-1] if self.said else {"frame": 0}

    def until(self, what: str, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait until a report fulfils a condition; return that report."""
        left = PATIENCE
        while not holds(now := self.now()):
            assert self.process.poll() is None, self.process.communicate()[1]
            assert left > 0.0, f"not within {PATIENCE} s: {what}; {now}"
            time.sleep(POLL)
            left -= POLL  # not by the clock, which goes on while the whole machine is suspended
        return now

    def frames(self, count: int) -> None:
        """Wait until `count` more frames have been shown, or the last one stays."""
        end = self.now()["frame"] + count
        self.until(f"{count} frames", lambda now: now["frame"] >= end or now["resting"])

    def still(self) -> None:
        """Wait until the camera is at rest."""

        def rests(now: dict[str, Any]) -> bool:
            last = [np.array((each["eye"], each["forward"])) for each in self.said[-STILL_FRAMES:]]
            stays = len(last) == STILL_FRAMES and all(np.abs(each - last[-1]).max() < STILL for each in last)
            return stays or now["resting"]

        self.frames(STILL_FRAMES)
        self.until("a camera at rest", rests)

    def quiet(self) -> None:
        """Wait until it shows no message."""
        self.until("no message", lambda now: not now["messages"])

    def box(self, name: str) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom edges of a panel or control once they are constant."""

        def stays(now: dict[str, Any]) -> bool:
            last = [each["boxes"].get(name) for each in self.said[-3:]]
            return len(last) == 3 and last[0] is not None and last[0] == last[1] == last[2]

        left, top, right, bottom = (round(edge) for edge in self.until(name, stays)["boxes"][name])
        return left, top, right, bottom

    def part(self, name: str) -> tuple[slice, slice]:
        """Return the slices of a picture covered by a panel or control."""
        left, top, right, bottom = self.box(name)
        return np.s_[top:bottom, left:right]

    def place(self, name: str, along: float = 0.5) -> tuple[int, int]:
        """Return a point on a control, at a fraction of its width."""
        left, top, right, bottom = self.box(name)
        return round(left + along * (right - left)), (top + bottom) // 2

    def _xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=check)
        return done.stdout

    def key(self, *names: str) -> None:
        """Press keys one after another, each after the program has processed the last."""
        self._xdotool("windowfocus", "--sync", self.window)
        for name in names:
            presses = self.now()["presses"] + 1 + name.count("+")
            self._xdotool("key", name)
            self.until(f"the key {name}", lambda now, presses=presses: now["presses"] >= presses)

    def at(self, place: tuple[int, int], *words: str) -> None:
        """Move the pointer to a point of the window and pass further words to xdotool."""
        self._xdotool("mousemove", "--window", self.window, *map(str, place), *words)

    def release(self, *words: str) -> None:
        """Release the left button after further pointer commands, and wait until it is processed and drawn."""
        before = self.now()
        self._xdotool(*words, "mouseup", "1")
        self.until("the button that was let go", lambda now: now["releases"] > before["releases"])
        self.until("a picture of what it did", lambda now: now["frame"] > before["frame"])
        self.frames(1)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag the pointer from one point of the window to another without pauses."""
        words = []
        for part in np.linspace(0, 1, 6):
            place = (str(round(a + part * (b - a))) for a, b in zip(start, end, strict=True))
            words += ["mousemove", "--window", self.window, *place, *(["mousedown", "1"] if part == 0 else [])]
        self.release(*words)

    def click(self, place: tuple[int, int]) -> None:
        """Click at a point of the window."""
        self.release("mousemove", "--window", self.window, *map(str, place), "mousedown", "1")

    def type_over(self, place: tuple[int, int], words: str) -> None:
        """Type into the number at a point of the window, in place of what it was."""
        self._xdotool("keydown", "ctrl")
        self.click(place)
        self._xdotool("keyup", "ctrl")
        self.frames(3)
        self._xdotool("type", "--", words)
        self.key("Return")

    def choose(self, name: str, option: str) -> None:
        """Choose a value from the drop-down list of this name."""

        def offered(now: dict[str, Any]) -> list[str]:
            return [each for each in now["boxes"] if each.endswith(f"/option {option}")]

        self.click(self.place(name))
        (found,) = offered(self.until(f"the option {option}", offered))
        self.click(self.place(found))
        self.until("a closed list", lambda now: not offered(now))

    def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        self._xdotool("windowsize", self.window, str(width), str(height))
        self.until("another size", lambda now: now["size"] == [width, height])

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the window within the block: while it is seen it draws, and holds up what is computed beside it."""
        self._xdotool("windowunmap", "--sync", self.window)
        self.until("no pictures", lambda now: now["resting"])
        yield
        self._xdotool("windowmap", "--sync", self.window)

    def captured(self, pattern: str, count: int = 1) -> list[Path]:
        """Return the matching files in the captures folder once there are `count` and none is being written."""
        self.until(f"{count} {pattern}", lambda now: len(list(self.captures.glob(pattern))) >= count)
        self.until("nothing being written", lambda now: not now["saving"])
        return sorted(self.captures.glob(pattern))

    def photograph(self, key: str = "F12") -> np.ndarray:
        """Take a screenshot by the key of the program and return its pixels, (h, w, 3) uint8."""
        before = set(self.captures.glob("[!.]*.png"))
        self.key(key)
        (new,) = set(self.captured("[!.]*.png", len(before) + 1)) - before
        with Image.open(new) as image:
            return np.asarray(image.convert("RGB"))

    def quit(self) -> tuple[int, str]:
        """Quit by the keyboard, closing open panels; return exit code and standard error."""
        for _ in range(MOST_OPEN):
            self.key("Escape")
            self.frames(2)
            if self.now()["asks_to_quit"]:
                break
        self.until("the question whether to quit", lambda now: now["asks_to_quit"])
        self._xdotool("key", "q")
        try:
            _, errors = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, errors


def noteless(preset: str, folder: Path) -> str:
    """Write a preset without its note, which would lie over the picture for some seconds; return the file."""
    lines = (ROOT / "assets" / "presets" / f"{preset}.toml").read_text("utf-8").splitlines()
    file = folder / f"{preset}.toml"
    file.write_text("\n".join(line for line in lines if not line.startswith("note = ")), "utf-8")
    return str(file)


@pytest.fixture
def polhode(screen, tmp_path):
    """Start the program: polhode(*arguments, before="", **environment) -> Program."""
    running = []

    def start(*arguments: str, before: str = "", **environment: str) -> Program:
        # Where the test before has left the pointer it would hover over a panel, which then takes a quick press; and
        # with a key or a button that it has left pressed, all others would mean something else.
        up = [word for name in MODIFIERS for word in ("keyup", name)]
        words = (*up, "mouseup", "1", "mousemove", "1279", "799")
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": screen}, check=True)
        running.append(Program(screen, tmp_path / "captures", *arguments, before=before, **environment))
        return running[-1]

    yield start
    for program in running:
        if program.process.poll() is None:
            program.process.kill()
            program.process.communicate()
