"""The passes that finish a picture: film curve, smooth edges, its size on the screen, and the ground of the overlay."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import moderngl

from game.render.dirty.dirty_rects import dilate, intersect, total_area
from game.render.gpu.driver import flush
from game.render.gpu.frame_block import depth_terms
from game.render.gpu.screen_pass import Rectangle, ScreenPass, ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier

REACH = 2
"""Reach, in pixels of the scene, of the filter of the larger picture (shaders/enlarge.frag)."""
WHOLE_COPY = 1.5
"""Ratio of pixels up to which searching the whole picture for edges costs less than copying its parts one by one."""


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


class FxaaPass:
    """Marks pixels beside a step in brightness, then blends those: from `targets.shown` to `targets.smooth_shown`."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._find, self._blend = (programs.screen("fxaa.frag", {**tier.defines(), "FIND": find}) for find in (1, 0))

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Smooth edges where bodies are or the table ends, and copy the rest of what differs from the last picture."""
        targets, stale, outlines = context.targets, context.regions.smoothed, context.regions.jagged
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


class ComposePass:
    """Copies the finished scene to where the overlay is drawn, so that the scene stays for the next picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Copy the scene, and hand its depth to the shaders of the overlay."""
        targets = context.targets
        targets.depth.use(UNITS["depth_map"])
        self._ctx.copy_framebuffer(targets.target, context.background.framebuffer)
        yield from ()

    def release(self) -> None:
        """Free nothing."""


def scale_rects(parts: Sequence[Rectangle], size: tuple[int, int], to: tuple[int, int]) -> list[Rectangle]:
    """Return the same parts of a picture of another size, with neighbouring pixels that mix both; disjoint."""
    x, y = to[0] / size[0], to[1] / size[1]
    found = []
    for left, low, wide, high in parts:
        right, top = math.ceil((left + wide) * x), math.ceil((low + high) * y)
        found.append((int(left * x), int(low * y), right - int(left * x), top - int(low * y)))
    return dilate(found, math.ceil(REACH * max(x, y)), to)
