"""The mean light of several moments, as a film shows what moves while the shutter is open."""

from __future__ import annotations

import moderngl

from game.render.gpu.render_targets import RenderTargets, Surface
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.tiers import Tier


class MeanPicture:
    """Adds up the light of moments with weights, and applies the film curve to the sum, for one tier.

    In half floats it adds `targets.lights().one` and ends in `targets.shown`, whose edges are not smoothed yet. In
    other tiers it takes the light from `targets.finished`, as far as 8 bits can tell, and ends in a surface of its own.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx, self._of_light = ctx, tier.hdr
        self._programs = ScreenPrograms(ctx, shaders)
        self._add, self._finish = (
            self._programs.screen("mean.frag", {**tier.defines(), "FINISH": finish}) for finish in (0, 1)
        )

    def _sum(self, targets: RenderTargets) -> Surface:
        return targets.lights().total if self._of_light else targets.means()[0]

    def add(self, targets: RenderTargets, weight: float, first: bool) -> None:
        """Add what has been drawn to the sum; the first moment begins it."""
        into = self._sum(targets).framebuffer
        into.use()
        if first:
            into.clear()
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        (targets.lights().one if self._of_light else targets.finished).texture.use(UNITS["picture"])
        self._add.draw(weight=weight)

    def finish(self, targets: RenderTargets) -> Surface:
        """Return the picture of the sum."""
        mean = targets.shown if self._of_light else targets.means()[1]
        self._ctx.enable_only(moderngl.NOTHING)
        mean.framebuffer.use()
        self._sum(targets).texture.use(UNITS["picture"])
        self._finish.draw()
        return mean

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
