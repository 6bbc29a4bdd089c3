"""The bloom pass: very bright light spreads over what is near it on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import moderngl

from game.render.gpu.screen_pass import Rectangle, ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext


class BloomPass:
    """Halves the very bright light repeatedly and adds up the levels: from `targets.color` to `targets.glow`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._first_down, self._down = (programs.screen("bloom_down.frag", {"FIRST": first}) for first in (1, 0))
        self._up, self._last_up = (programs.screen("bloom_up.frag", {"LAST": last}) for last in (0, 1))

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Spread very bright light, where it may differ from the last picture."""
        targets = context.targets
        if context.glow is not None:
            context.glow.use(UNITS["bloom_map"])
            return
        self._ctx.enable_only(moderngl.NOTHING)
        first, *others = targets.bloom
        targets.color.use(UNITS["picture"])
        self._first_down.set(pixel=_pixel(targets.color))
        self._first_down.within(quarter_rects(context.regions.scene), first.framebuffer)
        source = first.texture
        for each in others:
            each.framebuffer.use()
            source.use(UNITS["picture"])
            self._down.draw(pixel=_pixel(source))
            source = each.texture
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        for each in reversed(others[:-1]):
            each.framebuffer.use()
            source.use(UNITS["picture"])
            self._up.draw(pixel=_pixel(source))
            source = each.texture
        self._ctx.enable_only(moderngl.NOTHING)
        source.use(UNITS["picture"])
        first.texture.use(UNITS["bloom_map"])
        self._last_up.set(pixel=_pixel(source))
        self._last_up.within(quarter_rects(context.regions.tone_mapped), targets.glow.framebuffer)
        targets.glow.texture.use(UNITS["bloom_map"])
        yield

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()


def quarter_rects(parts: Sequence[Rectangle]) -> list[Rectangle]:
    """Return the same rectangles in a picture of a quarter of the width and height, and the pixels beside them."""
    return [(max(x // 4 - 1, 0), max(y // 4 - 1, 0), wide // 4 + 3, high // 4 + 3) for x, y, wide, high in parts]


def _pixel(texture: moderngl.Texture) -> tuple[float, float]:
    return 1.0 / texture.width, 1.0 / texture.height
