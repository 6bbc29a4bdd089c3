"""What the driver has yet to compile, compiled by another process: it keeps that for all, and no picture waits."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from game.scenefile import Scene
from physics.compiled import helper_process

if TYPE_CHECKING:
    import subprocess

FILL = "from game.app import shader_warmup; shader_warmup.fill()"
SIZE = 320, 180
"""Of the pictures [pixels] that nobody sees."""
NICE = 10
"""How far it stands back behind those that are seen."""


def start(scene: Scene) -> subprocess.Popen[bytes] | None:
    """Have everything compiled that a scene needs in any tier; None where there can be no other process."""
    try:
        return helper_process.start(FILL, scene, LP_NUM_THREADS="1")
    except OSError:
        return None


def fill() -> None:
    """Draw the scene that comes in on standard input in every tier: all that this process is for."""
    from game.camera.rig import CameraRig
    from game.render.gpu.gl_context import headless_context
    from game.render.renderer import Renderer
    from game.session.compose import compose_frames
    from game.session.session import Session

    if hasattr(os, "nice"):
        os.nice(NICE)
    session = Session(helper_process.send())
    eyes = CameraRig(session)
    eyes.open()
    renderer = Renderer(headless_context(), SIZE, "low")
    frame = compose_frames(session, eyes.views(SIZE), 1 / 60)[0]
    renderer.draw(frame)
    while renderer.prepare(frame):
        pass
