"""Shader warm-up: a helper process compiles shaders into the driver's cache, so that no picture waits for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from game.scenefile import Scene
from physics.compiled import helper_process

if TYPE_CHECKING:
    import subprocess

FILL = "from game.app import shader_warmup; shader_warmup.fill()"
SIZE = 320, 180
"""Size of its pictures [pixels], which are not shown."""
NICE = 10
"""Increment of the niceness of the helper process."""


def start(scene: Scene) -> subprocess.Popen[bytes] | None:
    """Start the compilation of all that a scene needs in any tier; None where no process can be started."""
    try:
        return helper_process.start(FILL, scene, LP_NUM_THREADS="1")
    except OSError:
        return None


def fill() -> None:
    """Draw the scene from standard input in every tier; entry point of the helper process."""
    from game.camera.rig import CameraRig
    from game.render.gpu.gl_context import headless_context
    from game.render.renderer import Renderer
    from game.session.compose import compose_frames
    from game.session.session import Session

    if hasattr(os, "nice"):
        os.nice(NICE)
    session = Session(helper_process.receive())
    rig = CameraRig(session)
    rig.open()
    renderer = Renderer(headless_context(), SIZE, "low")
    frame = compose_frames(session, rig.views(SIZE), 1 / 60)[0]
    renderer.draw(frame)
    while renderer.prepare(frame):
        pass
