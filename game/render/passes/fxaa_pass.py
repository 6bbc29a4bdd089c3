"""The edge pass: smooths the outlines of bodies on the finished picture (FXAA)."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.dirty.dirty_rects import intersect, total_area
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier

WHOLE_COPY = 1.5
"""Ratio of pixels up to which searching the whole picture for edges costs less than copying its parts one by one."""


class FxaaPass:
    """Marks pixels beside a step in brightness, then blends those: from `targets.shown` to `targets.smooth_shown`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._find, self._blend = (programs.screen("fxaa.frag", {**tier.defines(), "FIND": find}) for find in (1, 0))

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Smooth edges where bodies are, and copy the rest of what differs from the last picture."""
        targets, stale, outlines = context.targets, context.regions.smoothed, context.regions.outlines
        if targets.marks is None or targets.marked is None:
            return
        parts, into = intersect(outlines, stale), targets.smooth_shown.framebuffer
        if total_area(outlines) < WHOLE_COPY * total_area(parts):
            parts = list(outlines)  # a whole picture is copied faster than parts of it
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
        self._blend.within(parts, targets.marked)
        self._ctx.depth_func = "<="
        yield

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
