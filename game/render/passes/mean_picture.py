"""The mean of several finished scenes, as a film shows what moves while the shutter is open."""

from __future__ import annotations

import moderngl

from game.render.gpu.render_targets import RenderTargets, Surface
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders


class MeanPicture:
    """Adds up finished scenes with weights, as light."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._programs = ScreenPrograms(ctx, shaders)
        self._add, self._finish = (self._programs.screen("mean.frag", {"FINISH": finish}) for finish in (0, 1))

    def add(self, targets: RenderTargets, weight: float, first: bool) -> None:
        """Add `targets.finished` to the sum; the first one begins it."""
        into = targets.means()[0].framebuffer
        into.use()
        if first:
            into.clear()
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        targets.finished.texture.use(UNITS["picture"])
        self._add.draw(weight=weight)

    def finish(self, targets: RenderTargets) -> Surface:
        """Return the picture of the sum."""
        total, mean = targets.means()
        self._ctx.enable_only(moderngl.NOTHING)
        mean.framebuffer.use()
        total.texture.use(UNITS["picture"])
        self._finish.draw()
        return mean

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
