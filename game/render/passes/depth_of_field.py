"""Depth of field: what the lens of a camera blurs, before and behind the place on which it is focused."""

from __future__ import annotations

import moderngl

from game.model.frame import View
from game.render.gpu.frame_block import lens_of
from game.render.gpu.framebuffers import Targets
from game.render.gpu.screen_pass import Passes
from game.render.gpu.shader_programs import UNITS, Shaders

WIDEST = 0.03
"""Radius of what a point is spread over, at most, in heights of the picture."""


class Lens:
    """Blurs `targets.color` where it is not sharp; reads `targets.depths` and `targets.smooth`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._passes = made = Passes(ctx, shaders)
        self._half = made.screen("depth_of_field_half.frag", {})
        self._gather = made.screen("depth_of_field.frag", {})
        self._blend = made.screen("depth_of_field_blend.frag", {})

    def draw(self, targets: Targets, view: View) -> None:
        """Blur the scene as the view says."""
        height = targets.half[1]
        spread = (0.5 * view.blur * height, view.sharp, WIDEST * height)
        half, blurred = targets.blurred()
        self._ctx.enable_only(moderngl.NOTHING)
        half.framebuffer.use()
        targets.color.use(UNITS["picture"])
        targets.depths.texture.use(UNITS["depths_map"])
        self._half.draw(spread=spread, lens=lens_of(view))
        blurred.framebuffer.use()
        half.texture.use(UNITS["picture"])
        self._gather.draw(spread=spread)
        targets.scene_color.use()
        blurred.texture.use(UNITS["picture"])
        self._ctx.enable_only(moderngl.BLEND)
        # Alpha becomes 1 where the blurred scene lies over it: that has lost to its surroundings already.
        over = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA
        self._ctx.blend_func = over  # type: ignore[assignment]
        self._blend.draw(spread=spread, lens=lens_of(view))

    def release(self) -> None:
        """Free the vertex arrays."""
        self._passes.release()
