"""From the drawn scene to the finished picture: glow and tone mapping, smoothed edges, native size."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl

from game.picture import View
from game.render.screen import Passes
from game.render.shader import UNITS, Shaders
from game.render.targets import Targets
from game.render.tiers import Tier
from game.render.touched import Rectangle
from game.render.uniforms import lens_of


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
            self._find, self._edges = (made.screen("edges.frag", {**defines, "FIND": find}) for find in (1, 0))
        if tier.hdr:
            self._down = [made.screen("bloom_down.frag", {"FIRST": int(first)}) for first in (True, False)]
            self._up = made.screen("bloom_up.frag", defines)
            self._tonemap = [made.screen("tonemap.frag", {**defines, "OCCLUDED": k}) for k in (0, 1)]

    def glow(self, targets: Targets) -> None:
        """Spread what is very bright, in `targets.bloom`."""
        self._ctx.enable_only(moderngl.NOTHING)
        source, down = targets.color, self._down[0]
        for each in targets.bloom:
            each.framebuffer.use()
            source.use(UNITS["picture"])
            down.draw(pixel=_pixel(source))
            source, down = each.texture, self._down[1]
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.ONE
        for each in reversed(targets.bloom[:-1]):
            each.framebuffer.use()
            source.use(UNITS["picture"])
            self._up.draw(pixel=_pixel(source))
            source = each.texture

    def develop(self, targets: Targets, view: View, near: Sequence[Rectangle], apart: Sequence[Rectangle]) -> None:
        """From light to what the screen shows. near: the parts [pixels of the scene] where bodies may take light from
        one another; apart: others.
        """
        self._ctx.enable_only(moderngl.NOTHING)
        targets.color.use(UNITS["picture"])
        targets.bloom[0].texture.use(UNITS["bloom_map"])
        self._tonemap[0].within(apart, targets.shown.framebuffer)
        self._tonemap[1].set(lens=lens_of(view))
        self._tonemap[1].within(near, targets.shown.framebuffer)

    def smooth(self, targets: Targets, stale: Sequence[Rectangle], touched: Sequence[Rectangle]) -> None:
        """Smooth the edges of bodies. stale: the parts [pixels] that may differ from the last picture; touched: those
        of them where there can be edges.
        """
        if targets.marks is None or targets.marked is None:
            return
        targets.shown.texture.use(UNITS["picture"])
        self._ctx.enable_only(moderngl.NOTHING)
        self.copy.within(stale, targets.smooth_shown.framebuffer)
        self._ctx.enable_only(moderngl.DEPTH_TEST)
        self._ctx.depth_func = "1"
        self._find.within(touched, targets.marks)
        self._ctx.depth_func = ">"
        self._edges.within(touched, targets.marked)
        self._ctx.depth_func = "<="

    def enlarge(self, targets: Targets) -> None:
        """From the scene's size to that of the picture."""
        if targets.size == targets.native:
            self._ctx.copy_framebuffer(targets.target, targets.smooth_shown.framebuffer)
            return
        self._ctx.enable_only(moderngl.NOTHING)
        targets.target.use()
        targets.smooth_shown.texture.use(UNITS["picture"])
        self._enlarge.draw()

    def release(self) -> None:
        """Free the vertex arrays."""
        self._passes.release()


def _pixel(texture: moderngl.Texture) -> tuple[float, float]:
    return 1.0 / texture.width, 1.0 / texture.height
