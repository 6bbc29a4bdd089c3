"""Shader warm-up: a helper process compiles shaders into the driver's cache, so that no picture waits for them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from threading import Thread
from typing import TYPE_CHECKING

from game.scenefile import Scene, load
from physics.compiled import helper_process

if TYPE_CHECKING:
    import subprocess

    from game.render.renderer import Renderer

FILL = "from game.app import shader_warmup; shader_warmup.fill()"
SIZE = 320, 180
"""Size of its pictures [pixels], which are not shown."""
NICE = 10
"""Increment of the niceness of a helper process that nobody waits for."""


class ShaderWarmup:
    """A helper process that compiles. compiled: names of the scenes that can be drawn in the window's tier by now."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.compiled: set[str] = set()
        self._thread = Thread(target=self._listen, daemon=True, name="shaders")
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            self.compiled.update(line.decode().rstrip("\r\n") for line in lines)

    @property
    def running(self) -> bool:
        """True until all is compiled, or the process has failed."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.wait()


def start(scene: Scene | None, names: Sequence[str], tier: str) -> ShaderWarmup | None:
    """Start the compilation of all that scenes, by name or file, need in one tier, then of all that they ever need.

    tier: that of the window. scene: one for which all is compiled, after the others; None: somebody waits for the
    others, and they are all. Returns None where no process can be started.
    """
    try:
        handed = scene, tuple(names), tier
        return ShaderWarmup(helper_process.start(FILL, handed, answers=True, LP_NUM_THREADS="1"))
    except OSError:
        return None


def fill() -> None:
    """Draw what standard input tells; entry point of the helper process. Prints the name of each scene drawn."""
    from game.render.gpu.gl_context import headless_context
    from game.render.renderer import Renderer

    scene, names, tier = helper_process.receive()
    if hasattr(os, "nice") and scene is not None:
        os.nice(NICE)
    renderer = Renderer(headless_context(), SIZE, tier)
    for name in names:
        _draw(renderer, load(name), every_tier=False)
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
    if scene is None:
        return
    _draw(renderer, scene, every_tier=True)
    for name in names:
        _draw(renderer, load(name), every_tier=True)


def _draw(renderer: Renderer, scene: Scene, every_tier: bool) -> None:
    from game.camera.rig import CameraRig
    from game.session.compose import compose_frames
    from game.session.session import Session

    session = Session(scene)
    rig = CameraRig(session)
    rig.open()
    frame = compose_frames(session, rig.views(SIZE), 1 / 60)[0]
    renderer.draw(frame)
    while every_tier and renderer.prepare(frame):
        pass
