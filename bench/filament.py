"""MuJoCo's Filament renderer in a separate process: it needs a screen, and ends the process where it has none.

`python -m bench.filament MODEL TASK` draws and reads one picture for each line on standard input, answers each with a
line, and writes the last picture (raw RGB) to the file that a line names.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from bench.mujoco_picture import Drawing, Picture, model, mujoco, placed
from bench.tops import Missing
from game.model.frame import SceneFrame
from tools.command_line import command_line

STOP_SECONDS = 20.0
"""Seconds after which a process that has not ended is killed."""


@contextlib.contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Yield an environment with a screen: the present one, or a virtual one; raises Missing."""
    if os.environ.get("DISPLAY"):
        yield dict(os.environ)
        return
    program = shutil.which("Xvfb")
    if program is None:
        raise Missing("MuJoCo's Filament renderer: no screen, and no Xvfb to have one made")
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(theirs), "-screen", "0", "640x480x24", "-nolisten", "tcp"],
        pass_fds=[theirs], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(theirs)
    try:
        with os.fdopen(ours) as answer:
            number = answer.readline().strip()
        if not number:
            raise Missing("MuJoCo's Filament renderer: Xvfb does not start")
        yield {**os.environ, "DISPLAY": f":{number}"}
    finally:
        stop(server)


def stop(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    """End a process that was started here."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def opened(frame: SceneFrame, size: tuple[int, int], drawing: Drawing) -> Iterator[Callable[[str], None]]:
    """Yield a function that draws and reads one picture, and writes it to a file, if one is named; raises Missing."""
    with screen() as environment, tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "model.mjb")
        mujoco.mj_saveModel(model(frame, size, drawing), str(place), None)
        task = {"camera": plain_numbers(placed(frame)), "size": size, "drawing": asdict(drawing)}
        command = [sys.executable, "-m", "bench.filament", str(place), json.dumps(task)]
        child = subprocess.Popen(
            command, env=environment, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

        def draw(keep: str = "") -> None:
            assert child.stdin is not None and child.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                child.stdin.write(keep + "\n")
            for line in child.stdout:
                if line == DRAWN:
                    return
            raise Missing(f"MuJoCo's Filament renderer: {last_words(child)}")

        try:
            draw()
            yield draw
        finally:
            stop(child)


DRAWN = "drawn\n"


def last_words(child: subprocess.Popen[str]) -> str:
    """Return why it ended."""
    _, said = child.communicate()
    return next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "ended without a word")


def plain_numbers(values: dict[str, object]) -> dict[str, object]:
    """Return arrays as lists, numbers as Python's."""
    return {name: np.asarray(value).tolist() for name, value in values.items()}


class Filament:
    """The renderer, set up as in MuJoCo's documentation. Only for a separate process."""

    def __init__(self, path: str, task: dict[str, Any]) -> None:
        from mujoco import mjrf
        from mujoco.rendering.filament import model_scene
        from mujoco.studio import _studio  # noqa: F401  (knows where Filament's own files are)

        of = mujoco.MjModel.from_binary_path(path)
        self._data = mujoco.MjData(of)
        mujoco.mj_forward(of, self._data)
        setup = mjrf.ContextConfig()
        setup.graphics_api = mjrf.GraphicsApi.GRAPHICS_API_OPENGL
        self._context = mjrf.Context(setup)
        self._scene = model_scene.ModelScene(self._context, of)
        width, height = task["size"]
        self.picture: Picture = np.zeros((height, width, 3), np.uint8)
        wanted = mjrf.RenderTargetConfig()
        wanted.width, wanted.height = width, height
        wanted.color_format = mjrf.PixelFormat.PIXEL_FORMAT_RGB8
        self._target = self._context.create_render_target(wanted)
        self._target.resize(width, height)
        self._read = mjrf.ReadRequest(target=self._target)
        self._read.set_buffer(self.picture)
        eye = mjrf.Camera()
        for name, value in task["camera"].items():
            setattr(eye, name, value)
        self._request = request = mjrf.RenderRequest()
        request.scene, request.target, request.camera = self._scene.scene, self._target, eye
        request.viewport.width, request.viewport.height = width, height
        request.shadows, request.reflections = task["drawing"]["shadows"], task["drawing"]["mirror"]
        request.post_processing = task["drawing"]["post"]

    def draw(self) -> None:
        """Draw and read one picture."""
        self._scene.update(self._data)
        self._context.wait_for_frame(self._context.render([self._request], [self._read]))


def main() -> None:
    """Draw one picture for each line on standard input."""
    options = command_line()
    options.add_argument("path", help="folder of the library")
    options.add_argument("task", help="what is drawn, as JSON")
    given = options.parse_args()
    path, task = given.path, given.task
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # Filament writes to standard output
    filament = Filament(path, json.loads(task))
    for line in sys.stdin:
        filament.draw()
        if line.strip():
            Path(line.strip()).write_bytes(filament.picture.tobytes())
        answers.write(DRAWN)
    os._exit(0)  # its destructors may hang


if __name__ == "__main__":
    main()
