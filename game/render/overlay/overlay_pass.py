"""The passes of lines, dots and arrows that are drawn over the scene."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import moderngl

from game.model.frame import Points, Surroundings
from game.render.gpu.screen_pass import Rectangle
from game.render.gpu.shader_programs import Shaders
from game.render.overlay.fading_lines import FadingLinePass
from game.render.overlay.lines import Arrows, Curves, LineView, QuadBuffer, Ribbons, Tubes
from game.render.overlay.point_clouds import PointClouds
from game.render.passes.finishing_passes import scale_rects
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier


class RibbonPass:
    """Draws ribbons: as light over the scene in a tier with bloom, else over the finished picture."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._hdr = tier.hdr
        program = partial(shaders.program, "ribbon.vert", "ribbon.frag", {**tier.defines(), "FLAT": 0, "TUBE": 0})
        self._ribbons = Ribbons(ctx, program)

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw the ribbons of a picture."""
        frame, targets = context.frame, context.targets
        pixels = targets.size[1] / targets.native[1] if self._hdr else 1.0
        self._ribbons.place(frame.ribbons, pixels, LineView.of(frame, targets.native))
        draw_over(self._ctx, self._ribbons, targets.scene_color if self._hdr else targets.target)
        yield

    def release(self) -> None:
        """Free the buffers."""
        self._ribbons.release()


class OverlayPass:
    """Draws curves, tubes, fading lines, dots and arrows over the finished picture. software: a processor draws."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, software: bool) -> None:
        self._ctx = ctx
        line = partial(shaders.program, "ribbon.vert", "ribbon.frag")
        self._curves = Curves(ctx, partial(line, {"FLAT": 1, "TUBE": 0, "HDR": 0}))
        self._tubes = Tubes(ctx, partial(line, {"FLAT": 1, "TUBE": 1, "HDR": 0}))
        self._fading_lines = FadingLinePass(ctx, shaders)
        self._points = PointClouds(ctx, shaders, software)
        self._arrows = Arrows(ctx, partial(shaders.program, "arrow.vert", "arrow.frag"))

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw one kind after the other; the texture of depths is bound already."""
        frame, detail = context.frame, context.tier.detail
        canvas = LineView.of(frame, context.targets.native)
        self._curves.place((curve for curve in frame.curves if not curve.tube), canvas)
        self._tubes.place((curve for curve in frame.curves if curve.tube), canvas)
        self._fading_lines.place(frame.strands if detail else [], canvas.grain)
        self._points.place(frame.points, frame.view, context.targets.native, detail, partial(hiding_parts, context))
        self._arrows.place(frame.arrows)
        for kind in (self._curves, self._tubes, self._fading_lines, self._points, self._arrows):
            draw_over(self._ctx, kind, context.targets.target)
            yield

    def release(self) -> None:
        """Free the buffers."""
        for part in (self._curves, self._tubes, self._fading_lines, self._points, self._arrows):
            part.release()


def hiding_parts(context: FrameContext, cloud: Points) -> list[Rectangle]:
    """Return the parts of the finished picture where anything may be nearer than a dot of a cloud.

    Those with bodies, if the dots and the eye are above the floor of a room; in the field there is more.
    """
    frame, targets = context.frame, context.targets
    low = min(float(cloud.positions[:, 2].min()), float(frame.view.eye[2]))
    if frame.stage is Surroundings.FIELD or not low >= 0.0:  # or not a number
        return [(0, 0, *targets.native)]
    return scale_rects(context.regions.outlines, targets.size, targets.native)


def draw_over(
    ctx: moderngl.Context, kind: QuadBuffer | PointClouds | FadingLinePass, into: moderngl.Framebuffer
) -> None:
    """Blend one kind of overlay over a framebuffer."""
    into.use()
    ctx.enable_only(moderngl.BLEND)
    ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
    kind.draw(into.size)
