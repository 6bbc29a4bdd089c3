"""The tone map pass: from light in half floats to displayed values."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.driver import flush
from game.render.gpu.frame_block import depth_terms
from game.render.gpu.screen_pass import ScreenPass, ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier


class ToneMapPass:
    """Adds bloom, takes away occluded light and applies the film curve: from `targets.color` to `targets.shown`.

    Where the context wants light, the curve is left out, and what there is goes to `targets.lights().one`.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs, self._tier = ScreenPrograms(ctx, shaders), tier
        self._shown = self._pair(light=0)
        self._light: tuple[ScreenPass, ScreenPass] | None = None

    def _pair(self, light: int) -> tuple[ScreenPass, ScreenPass]:
        """Return the programs for the parts without and with occlusion."""
        plain, occluded = (
            self._programs.screen("tonemap.frag", {**self._tier.defines(), "OCCLUDED": occluded, "LIGHT": light})
            for occluded in (0, 1)
        )
        return plain, occluded

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Map the parts that differ, and have the driver begin with them."""
        targets, into, (plain, occluded) = context.targets, context.targets.shown.framebuffer, self._shown
        if context.as_light:
            self._light = self._light or self._pair(light=1)
            into, (plain, occluded) = targets.lights().one.framebuffer, self._light
        self._ctx.enable_only(moderngl.NOTHING)
        targets.color.use(UNITS["picture"])
        plain.within(context.regions.not_occluded, into)
        occluded.set(lens=depth_terms(context.frame.view))
        occluded.within(context.regions.occluded, into)
        yield
        flush()

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
