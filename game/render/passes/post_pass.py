"""From the drawn scene to the finished picture: glow and tone mapping, smoothed edges, native size."""

from __future__ import annotations

import math
from collections.abc import Sequence

import moderngl

from game.model.frame import View
from game.render.dirty.dirty_rects import Rectangle, area, around, common
from game.render.gpu.frame_block import lens_of
from game.render.gpu.framebuffers import Targets
from game.render.gpu.screen_pass import Passes
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.tiers import Tier

MORE = 1.5
"""Times as many pixels looked at for edges cost less than parts of a picture copied one by one."""
REACH = 2
"""Pixels of the scene from which one of the larger picture is mixed (shaders/enlarge.frag)."""


class Post:
    """The last passes of one tier."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._tier = tier
        self._passes = made = Passes(ctx, shaders)
        defines = tier.defines()
        self.stretch = made.screen("copy.frag", {"EXACT": 0})
        self.copy = made.screen("copy.frag", {"EXACT": 1})
        self._enlarge = made.screen("enlarge.frag", {}) if tier.crisp else self.stretch
        if tier.edges:
            self._find, self._edges = (made.screen("fxaa.frag", {**defines, "FIND": find}) for find in (1, 0))
        if tier.hdr:
            self._down = [made.screen("bloom_down.frag", {"FIRST": int(first)}) for first in (True, False)]
            self._up, self._last = (made.screen("bloom_up.frag", {"LAST": last}) for last in (0, 1))
            self._tonemap = [made.screen("tonemap.frag", {**defines, "OCCLUDED": k}) for k in (0, 1)]

    def glow(self, targets: Targets, stale: Sequence[Rectangle], about: Sequence[Rectangle]) -> None:
        """Spread what is very bright. stale: the parts [pixels of the scene] that may differ from the last picture;
        about: these and all that is near.
        """
        self._ctx.enable_only(moderngl.NOTHING)
        first, *others = targets.bloom
        targets.color.use(UNITS["picture"])
        self._down[0].set(pixel=_pixel(targets.color))
        self._down[0].within(quarters(stale), first.framebuffer)
        source = first.texture
        for each in others:
            each.framebuffer.use()
            source.use(UNITS["picture"])
            self._down[1].draw(pixel=_pixel(source))
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
        self._last.set(pixel=_pixel(source))
        self._last.within(quarters(about), targets.glow.framebuffer)
        targets.glow.texture.use(UNITS["bloom_map"])

    def develop(self, targets: Targets, view: View, near: Sequence[Rectangle], apart: Sequence[Rectangle]) -> None:
        """From light to what the screen shows. near: the parts [pixels of the scene] where bodies may take light from
        one another; apart: others.
        """
        self._ctx.enable_only(moderngl.NOTHING)
        targets.color.use(UNITS["picture"])
        self._tonemap[0].within(apart, targets.shown.framebuffer)
        self._tonemap[1].set(lens=lens_of(view))
        self._tonemap[1].within(near, targets.shown.framebuffer)

    def smooth(self, targets: Targets, stale: Sequence[Rectangle], touched: Sequence[Rectangle]) -> None:
        """Smooth the edges of bodies. stale: the parts [pixels] that may differ from the last picture; touched: where
        there can be edges. None of either overlap.
        """
        if targets.marks is None or targets.marked is None:
            return
        parts, into = common(touched, stale), targets.smooth_shown.framebuffer
        if area(touched) < MORE * area(parts):
            parts = list(touched)  # a whole picture is copied faster than parts of it
            self._ctx.copy_framebuffer(into, targets.shown.framebuffer)
        else:
            for part in stale:
                into.scissor = part
                into.use()
                self._ctx.copy_framebuffer(into, targets.shown.framebuffer)
            into.scissor = None  # type: ignore[assignment]
        targets.shown.texture.use(UNITS["picture"])
        self._ctx.enable_only(moderngl.DEPTH_TEST)
        self._ctx.depth_func = "1"
        self._find.within(parts, targets.marks)
        self._ctx.depth_func = ">"
        self._edges.within(parts, targets.marked)
        self._ctx.depth_func = "<="

    def enlarge(self, targets: Targets, stale: Sequence[Rectangle]) -> None:
        """From the scene's size to that of the picture. stale: parts [pixels of the scene], which do not overlap."""
        if targets.size == targets.native:
            return
        self._ctx.enable_only(moderngl.NOTHING)
        targets.smooth_shown.texture.use(UNITS["picture"])
        self._enlarge.within(scaled(stale, targets.size, targets.native), targets.finished.framebuffer)

    def release(self) -> None:
        """Free the vertex arrays."""
        self._passes.release()


def scaled(parts: Sequence[Rectangle], size: tuple[int, int], to: tuple[int, int]) -> list[Rectangle]:
    """The same parts of a picture of another size, with the pixels beside them that are mixed of both; disjoint."""
    x, y = to[0] / size[0], to[1] / size[1]
    found = []
    for left, low, wide, high in parts:
        right, top = math.ceil((left + wide) * x), math.ceil((low + high) * y)
        found.append((int(left * x), int(low * y), right - int(left * x), top - int(low * y)))
    return around(found, math.ceil(REACH * max(x, y)), to)


def quarters(parts: Sequence[Rectangle]) -> list[Rectangle]:
    """The same rectangles in a picture of a quarter of the width and height, and the pixels beside them."""
    return [(max(x // 4 - 1, 0), max(y // 4 - 1, 0), wide // 4 + 3, high // 4 + 3) for x, y, wide, high in parts]


def _pixel(texture: moderngl.Texture) -> tuple[float, float]:
    return 1.0 / texture.width, 1.0 / texture.height
