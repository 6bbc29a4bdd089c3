"""The tone map pass: from light in half floats to displayed values."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.driver import flush
from game.render.gpu.frame_block import depth_terms
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier


class ToneMapPass:
    """Adds bloom, takes away occluded light and applies the film curve: from `targets.color` to `targets.shown`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._plain, self._occluded = (
            programs.screen("tonemap.frag", {**tier.defines(), "OCCLUDED": occluded}) for occluded in (0, 1)
        )

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Map the parts that differ, and have the driver begin with them."""
        targets = context.targets
        self._ctx.enable_only(moderngl.NOTHING)
        targets.color.use(UNITS["picture"])
        self._plain.within(context.regions.not_occluded, targets.shown.framebuffer)
        self._occluded.set(lens=depth_terms(context.frame.view))
        self._occluded.within(context.regions.occluded, targets.shown.framebuffer)
        yield
        flush()

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
