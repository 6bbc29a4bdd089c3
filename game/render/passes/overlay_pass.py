"""All that explains, drawn over the finished picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import moderngl

from game.model.frame import SceneFrame
from game.render.gpu.framebuffers import Targets
from game.render.gpu.shader_programs import Shaders
from game.render.overlay.fading_lines import StrandLines
from game.render.overlay.line_pass import Arrows, Curves, Strokes, Tubes, grain_of
from game.render.overlay.point_clouds import PointClouds


class Inks:
    """Curves, tubes, strands, dots and arrows of a picture. software: a processor draws."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, software: bool) -> None:
        self._ctx = ctx
        stroke = partial(shaders.program, "ribbon.vert", "ribbon.frag")
        self._curves = Curves(ctx, partial(stroke, {"FLAT": 1, "TUBE": 0, "HDR": 0}))
        self._tubes = Tubes(ctx, partial(stroke, {"FLAT": 1, "TUBE": 1, "HDR": 0}))
        self._strands = StrandLines(ctx, shaders)
        self._points = PointClouds(ctx, shaders, software)
        self._arrows = Arrows(ctx, lambda: shaders.program("arrow.vert", "arrow.frag"))

    def place(self, frame: SceneFrame, targets: Targets, detail: bool) -> None:
        """Take over what a frame has of them, to be drawn into `targets`. detail: the dearer ones, too."""
        grain = grain_of(frame, targets.native[1])
        self._curves.place((curve for curve in frame.curves if not curve.tube), grain)
        self._tubes.place((curve for curve in frame.curves if curve.tube), frame.view, grain)
        self._strands.place(frame.strands if detail else [], grain)
        self._points.place(frame.points, frame.view, targets.native[1], detail)
        self._arrows.place(frame.arrows)

    def drawn(self, into: moderngl.Framebuffer) -> Iterator[None]:
        """Draw them, one kind after the other. The texture of depths is bound already."""
        for ink in (self._curves, self._tubes, self._strands, self._points, self._arrows):
            draw_over(self._ctx, ink, into)
            yield

    def release(self) -> None:
        """Free the buffers."""
        for part in (self._curves, self._tubes, self._strands, self._points, self._arrows):
            part.release()


def draw_over(ctx: moderngl.Context, ink: Strokes | PointClouds | StrandLines, into: moderngl.Framebuffer) -> None:
    """Blend one kind of ink over what is in a framebuffer."""
    into.use()
    ctx.enable_only(moderngl.BLEND)
    ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
    ink.draw(into.size)
