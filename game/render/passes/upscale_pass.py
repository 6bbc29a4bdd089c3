"""The upscale pass: from the scene's size to that of the picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import moderngl

from game.render.dirty.dirty_rects import dilate
from game.render.gpu.screen_pass import Rectangle, ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier

REACH = 2
"""Reach, in pixels of the scene, of the filter of the larger picture (shaders/enlarge.frag)."""


class UpscalePass:
    """Enlarges `targets.smooth_shown` into `targets.finished`, where these differ in size."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = ScreenPrograms(ctx, shaders)
        file, defines = ("enlarge.frag", {}) if tier.crisp else ("copy.frag", {"EXACT": 0})
        self._enlarge = self._programs.screen(file, defines)

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Enlarge the parts that differ from the last picture."""
        targets = context.targets
        if targets.size != targets.native:
            self._ctx.enable_only(moderngl.NOTHING)
            targets.smooth_shown.texture.use(UNITS["picture"])
            parts = scale_rects(context.regions.smoothed, targets.size, targets.native)
            self._enlarge.within(parts, targets.finished.framebuffer)
        yield

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()


def scale_rects(parts: Sequence[Rectangle], size: tuple[int, int], to: tuple[int, int]) -> list[Rectangle]:
    """Return the same parts of a picture of another size, with neighbouring pixels that mix both; disjoint."""
    x, y = to[0] / size[0], to[1] / size[1]
    found = []
    for left, low, wide, high in parts:
        right, top = math.ceil((left + wide) * x), math.ceil((low + high) * y)
        found.append((int(left * x), int(low * y), right - int(left * x), top - int(low * y)))
    return dilate(found, math.ceil(REACH * max(x, y)), to)
