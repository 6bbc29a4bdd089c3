"""A real screen without a monitor: Xvfb, and xdotool for the hand."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def screen():
    """The name of an X display of our own, 1280x800."""
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        pytest.fail("Xvfb and xdotool are needed: apt install xvfb xdotool")
    read, write = os.pipe()
    server = subprocess.Popen(
        [
            "Xvfb",
            f":{100 + os.getpid() % 30_000}",  # two servers that each look for a free number may find the same one
            "-displayfd",
            str(write),
            "-screen",
            "0",
            "1280x800x24",
            "+extension",
            "GLX",
            "-nolisten",
            "tcp",
            "-noreset",  # or it begins anew whenever its last client has gone, and whoever comes meanwhile is refused
        ],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


class Program:
    """Polhode in a window, and a hand."""

    def __init__(self, screen: str, captures: Path, *arguments: str) -> None:
        self.captures = captures
        own = {"DISPLAY": screen, "XDG_CONFIG_HOME": str(captures.parent), "PYTHONPATH": str(ROOT)}
        self.environment = {**os.environ, **own, "POLHODE_CHECK_GL": "1"}
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "game", "run", *arguments, "--captures", str(captures)],
            env=self.environment,
            cwd=captures.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.window = self._wait_for_window()

    def _wait_for_window(self) -> str:
        for _ in range(300):
            assert self.process.poll() is None, self.process.communicate()[1]
            found = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid), check=False).split()
            if found:
                time.sleep(0.5)
                return found[-1]
            time.sleep(0.1)
        self.process.kill()
        raise AssertionError(f"no window within 30 s: {self.process.communicate()[1]}")

    def _xdotool(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=check)
        return done.stdout

    def key(self, *names: str) -> None:
        """Press keys, one after the other."""
        self._xdotool("windowfocus", "--sync", self.window)
        for name in names:
            self._xdotool("key", "--delay", "30", name)
            time.sleep(0.15)

    def drag(self, start, end, button=1) -> None:
        """Drag the mouse from one place of the window to another."""
        self._xdotool("mousemove", "--window", self.window, *map(str, start), "mousedown", str(button))
        for part in np.linspace(0, 1, 6)[1:]:
            x, y = (round(a + part * (b - a)) for a, b in zip(start, end, strict=True))
            self._xdotool("mousemove", "--window", self.window, str(x), str(y))
            time.sleep(0.05)
        self._xdotool("mouseup", str(button))
        time.sleep(0.7)

    def click(self, x, y) -> None:
        """Click at a place of the window."""
        self._xdotool("mousemove", "--window", self.window, str(x), str(y))
        time.sleep(0.2)
        self._xdotool("click", "1")
        time.sleep(0.3)

    def resize(self, width, height) -> None:
        """Give the window another size."""
        self._xdotool("windowsize", "--sync", self.window, str(width), str(height))
        time.sleep(0.8)

    def captured(self, pattern: str, count: int = 1) -> list[Path]:
        """Files in the captures folder that match, once there are so many."""
        for _ in range(200):
            found = sorted(self.captures.glob(pattern))
            if len(found) >= count:
                return found
            assert self.process.poll() is None, self.process.communicate()[1]
            time.sleep(0.1)
        raise AssertionError(f"{self.captures} holds {list(self.captures.glob('*'))}, not {count} of {pattern}")

    def photograph(self, key: str = "F12") -> np.ndarray:
        """Take a screenshot with the key of the program and decode it: (h, w, 3) uint8."""
        count = len(list(self.captures.glob("[!.]*.png"))) + 1
        self.key(key)
        newest = max(self.captured("[!.]*.png", count), key=lambda path: path.stat().st_mtime_ns)
        for _ in range(50):
            try:
                with Image.open(newest) as image:
                    return np.asarray(image.convert("RGB"))
            except OSError:
                time.sleep(0.1)
        raise AssertionError(f"{newest} is no picture")

    def quit(self) -> tuple[int, str]:
        """Close it as the window manager would; returns exit code and standard error."""
        self.key("Escape", "Return")
        try:
            _, errors = self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, errors


@pytest.fixture
def polhode(screen, tmp_path):
    """Start the program: polhode(*arguments) -> Program."""
    running = []

    def start(*arguments: str) -> Program:
        running.append(Program(screen, tmp_path / "captures", *arguments))
        return running[-1]

    yield start
    for program in running:
        if program.process.poll() is None:
            program.process.kill()
            program.process.communicate()
