"""The ambient occlusion pass: nearby surfaces take away some of the light of the environment."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.dirty.dirty_rects import dilate, merge_rects, split_disjoint, widen
from game.render.dirty.dirty_regions import occlusion_reach
from game.render.gpu.frame_block import depth_terms, far_plane, middle_of
from game.render.gpu.screen_pass import ScreenPrograms
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.render_pass import FrameContext

MAX_REACH = 0.14
"""Greatest reach of ambient occlusion, in picture heights."""
MIN_PASS_PIXELS = 4_000
"""Number of depths whose computation costs less than one more part."""


class AmbientOcclusionPass:
    """Computes how open the surroundings are, at half the scene's size, into `targets.smooth`, beside the depths."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._programs = programs = ScreenPrograms(ctx, shaders)
        self._depths = programs.screen("half_depth.frag", {})
        self._open = programs.screen("ambient_occlusion.frag", {})
        self._blur = programs.screen("ambient_occlusion_blur.frag", {})

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw openness and depths from `targets.depth` near bodies; all depths if the view blurs."""
        targets, view, regions = context.targets, context.frame.view, context.regions
        self._ctx.enable_only(moderngl.NOTHING)
        lens, (width, height), reach = depth_terms(view), targets.half, occlusion_reach(context.frame.radius)
        parts = [(x // 2, y // 2, -(-wide // 2) + 1, -(-high // 2) + 1) for x, y, wide, high in regions.occluded]
        wide_at_1m = 0.5 * height * reach / lens[1]
        most = min(MAX_REACH * height * view.whole[1], max(wide_at_1m / max(regions.nearest_occluder, 1e-9), 2.0))
        looked_at = widen(parts, ((most + 4.0) / width, (most + 4.0) / height), targets.half)
        if view.blur > 0.0:
            looked_at = [(0, 0, width, height)]
        targets.depth.use(UNITS["depth_map"])
        self._depths.set(lens=lens)
        self._depths.within(
            split_disjoint(merge_rects(looked_at, MIN_PASS_PIXELS), targets.half)[0], targets.depths.framebuffer
        )
        targets.depths.texture.use(UNITS["depths_map"])
        self._open.set(
            lens=lens, middle=middle_of(view), reach=(reach, wide_at_1m, most, 0.9 * far_plane(view.projection))
        )
        targets.smooth.framebuffer.clear(1.0, 1.0, 0.0, 0.0)
        # Each pass reads neighbours of the pixels that the next one writes.
        self._open.within(dilate(parts, 3, targets.half), targets.open.framebuffer)
        targets.open.texture.use(UNITS["open_map"])
        self._blur.within(dilate(parts, 1, targets.half), targets.smooth.framebuffer)
        targets.smooth.texture.use(UNITS["open_map"])
        yield

    def release(self) -> None:
        """Free the vertex arrays."""
        self._programs.release()
