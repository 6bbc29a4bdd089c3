"""Shader warm-up: a helper process compiles shaders into the driver's cache, so that no picture waits for them."""

from __future__ import annotations

import os
from collections.abc import Sequence
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
"""Increment of the niceness of the helper process."""


def start(scene: Scene, presets: Sequence[str], tier: str) -> subprocess.Popen[bytes] | None:
    """Start the compilation of all that these presets need in one tier, then of all that the scene and they ever need.

    tier: that of the window. Returns None where no process can be started.
    """
    try:
        return helper_process.start(FILL, (scene, tuple(presets), tier), LP_NUM_THREADS="1")
    except OSError:
        return None


def fill() -> None:
    """Draw the presets and the scene from standard input; entry point of the helper process."""
    from game.render.gpu.gl_context import headless_context
    from game.render.renderer import Renderer

    if hasattr(os, "nice"):
        os.nice(NICE)
    scene, names, tier = helper_process.receive()
    renderer = Renderer(headless_context(), SIZE, tier)
    for name in names:
        _draw(renderer, load(name), every_tier=False)
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
