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
    """A helper process that compiles. compiled: a set to which it adds the name of each scene that it has drawn."""

    def __init__(self, process: subprocess.Popen[bytes], compiled: set[str]) -> None:
        self._process = process
        self._thread = Thread(target=self._listen, args=(compiled,), daemon=True, name="shaders")
        self._thread.start()

    def _listen(self, compiled: set[str]) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                compiled.add(line.decode(errors="replace").rstrip("\r\n"))

    @property
    def running(self) -> bool:
        """True until all is compiled, or the process has failed."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, without waiting for it."""
        self._process.terminate()


def start(scene: Scene | None, names: Sequence[str], tier: str, compiled: set[str]) -> ShaderWarmup | None:
    """Start the compilation of all that scenes, by name or file, need in one tier, then of all that they ever need.

    tier: that of the window. scene: one for which all is compiled, after the others; None: somebody waits for the
    others, and they are all. compiled: receives the names of those that can be drawn in the tier. Returns None where no
    process can be started.
    """
    try:
        handed = scene, tuple(names), tier
        return ShaderWarmup(helper_process.start(FILL, handed, answers=True, LP_NUM_THREADS="1"), compiled)
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
        _tell(name)
    if scene is None:
        return
    _draw(renderer, scene, every_tier=True)
    for name in names:
        _draw(renderer, load(name), every_tier=True)
        _tell(name)


def _tell(name: str) -> None:
    """Print a name; raises OSError when nobody is left who reads it, so that the process ends soon after the window."""
    sys.stdout.buffer.write(f"{name}\n".encode(errors="replace"))
    sys.stdout.buffer.flush()


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
