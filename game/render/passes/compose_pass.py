"""The compose pass: the finished scene as the background of the overlay."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.shader_programs import UNITS
from game.render.passes.render_pass import FrameContext


class ComposePass:
    """Copies the finished scene to where the overlay is drawn, so that the scene stays for the next picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Copy the scene, and hand its depth to the shaders of the overlay."""
        targets = context.targets
        targets.depth.use(UNITS["depth_map"])
        self._ctx.copy_framebuffer(targets.target, context.background.framebuffer)
        yield from ()

    def release(self) -> None:
        """Free nothing."""
