"""`polhode doctor`: the installation, its OpenGL, and how to get what is missing."""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

import physics
from game import startup as startup_times
from game.app.loudspeaker import has_sound_device
from game.app.window import has_display
from game.model.errors import NO_OPENGL, NoDisplay, NoOpenGL, RecordingError
from game.record.extras import EXTRAS, need
from physics.compiled import native

LIBRARIES = (
    "numpy",
    "llvmlite",
    "moderngl",
    "pyrr",
    "imgui-bundle",
    "av",
    "msgspec",
    "pillow",
    "fpdf2",
    "fonttools",
    "click",
    "rich",
    "platformdirs",
    "tomli-w",
)
STARTS = 5


def report() -> int:
    """Print the report; returns exit code 3 when there is no usable OpenGL."""
    _line("Polhode", physics.__version__)
    _line("Python", f"{platform.python_version()}, {platform.platform()}")
    for name in (_pygame(), *LIBRARIES):
        _line(name, _version(name))
    _line("compiler", native.status())
    _line("H.264", _encoder())
    window = _window()  # before the other: a window cannot be created after a headless context
    headless = _headless()
    _line("sound", "a device" if has_sound_device() else "no device: the window is silent, videos are not")
    _line("captures", _captures())
    return 0 if headless and window is not False else NO_OPENGL


def _line(name: str, value: str) -> None:
    click.echo(f"{name:<14} {value}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        extra = next((f" (extra {each})" for each, found in EXTRAS.items() if name in found.values()), "")
        return f"missing{extra}: pip install {name}"


def _pygame() -> str:
    """Return the distribution of pygame that is installed."""
    return "pygame-ce" if not _version("pygame-ce").startswith("missing") else "pygame"


def _encoder() -> str:
    try:
        need("video")
        from game.record.video import encoder

        return encoder()
    except RecordingError as error:
        return f"missing: {error}"


def _headless() -> bool:
    """Return whether `polhode render` can draw."""
    from game.render.gpu.gl_context import describe, headless_context

    try:
        context = headless_context()
    except NoOpenGL as error:
        _line("headless", f"no: {error}")
        return False
    _line("headless", _described(describe(context)))
    context.release()
    return True


def _window() -> bool | None:
    """Return whether `polhode run` can open a window; None without a display."""
    from game.app.window import Window
    from game.render.gpu.gl_context import describe, window_context

    if not has_display():
        _line("window", "no display: `polhode run` renders a video instead")
        return None
    try:
        window = Window((64, 64), "Polhode")
        _line("window", _described(describe(window_context())))
        window.close()
    except (NoDisplay, NoOpenGL) as error:
        _line("window", f"no: {error}")
        return False
    return True


def _described(info: dict[str, object]) -> str:
    kind = ", drawn by the processor: quality low" if info["software"] else ""
    return f"OpenGL {info['version']}; {info['renderer']}{kind}"


def _captures() -> str:
    from game.record.still import captures_folder

    try:
        folder = captures_folder(None)
    except RecordingError as error:
        return str(error)
    return f"{folder} ({shutil.disk_usage(folder).free / 1e9:.0f} GB free)"


def startup() -> int:
    """Start the program several times and print the median times of its milestones."""
    if not has_display():
        raise NoDisplay("no display at hand: the first frame on a screen cannot be timed; start it under xvfb-run")
    runs = [_timed_start() for _ in range(STARTS)]
    for milestone in runs[0]:
        times, work = zip(*(run[milestone] for run in runs), strict=True)
        span = f"({min(times):.0f} to {max(times):.0f}; processor time {statistics.median(work):.0f})"
        click.echo(f"{milestone:<24} {statistics.median(times):7.0f} ms   {span}")
    return 0


def _timed_start() -> dict[str, tuple[float, float]]:
    environment = {**os.environ, startup_times.VARIABLE: str(time.time_ns())}
    command = [sys.executable, "-m", "game", "run", "--seconds", "0.01"]
    finished = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2]
    )
    last = finished.stderr.strip().rpartition("\n")[2]
    if finished.returncode or not last.startswith("{"):
        raise NoDisplay(f"the program did not reach its first frame: {last or 'it said nothing'}")
    found: dict[str, tuple[float, float]] = json.loads(last)
    return found
