"""The depth of field pass: blurs what lies before and behind the place on which the camera is focused."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.frame_block import depth_terms
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext

MAX_BLUR = 0.03
"""Greatest radius of the disc over which a point is spread, in picture heights."""


class DepthOfFieldPass:
    """Blurs `targets.color` where it is not sharp; reads `targets.depths` and `targets.smooth`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._half = programs.screen("depth_of_field_half.frag", {})
        self._gather = programs.screen("depth_of_field.frag", {})
        self._blend = programs.screen("depth_of_field_blend.frag", {})

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Blur the scene if its view has depth of field."""
        targets, view = context.targets, context.frame.view
        if view.blur <= 0.0:
            return
        height = targets.half[1] * view.whole[1]
        spread = (0.5 * view.blur * height, view.sharp, MAX_BLUR * height)
        half, blurred = targets.blurred()
        self._ctx.enable_only(moderngl.NOTHING)
        half.framebuffer.use()
        targets.color.use(UNITS["picture"])
        targets.depths.texture.use(UNITS["depths_map"])
        self._half.draw(spread=spread, lens=depth_terms(view))
        blurred.framebuffer.use()
        half.texture.use(UNITS["picture"])
        self._gather.draw(spread=spread)
        targets.scene_color.use()
        blurred.texture.use(UNITS["picture"])
        self._ctx.enable_only(moderngl.BLEND)
        # Alpha becomes 1 where the blurred scene covers it: ambient occlusion is already part of that.
        over = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        self._ctx.blend_func = over  # type: ignore[assignment]
        self._blend.draw(spread=spread, lens=depth_terms(view))
        yield

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
