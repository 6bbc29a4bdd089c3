"""Ambient occlusion: what stands close by takes away of the light from all round."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl

from game.model.frame import View
from game.render.dirty.dirty_rects import Rectangle, around, divided, joined, widened
from game.render.gpu.frame_block import far_plane, lens_of
from game.render.gpu.framebuffers import Targets
from game.render.gpu.screen_pass import Passes
from game.render.gpu.shader_programs import UNITS, Shaders

REACH = 0.13
"""How far things take light from one another, in radii of the scene."""
MOST = 0.14
"""The same at most in heights of the picture."""

FEW_PIXELS = 4_000
"""So many depths cost less than one more part for a pass."""


class Nearby:
    """Works out how open the surroundings are at half the scene's size, in `targets.smooth`, beside the depths."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._passes = made = Passes(ctx, shaders)
        self._depths = made.screen("half_depth.frag", {})
        self._open = made.screen("ambient_occlusion.frag", {})
        self._smooth = made.screen("ambient_occlusion_blur.frag", {})

    def reach(self, radius: float) -> float:
        """How far [m] things take light from one another in a scene of this radius [m]."""
        return REACH * radius

    def draw(self, targets: Targets, view: View, radius: float, near: Sequence[Rectangle], nearest: float) -> None:
        """Draw them from `targets.depth`, and the depths, all of these if the view blurs.

        radius [m]: of the scene; near: parts of the scene's pixels; nearest: how far ahead of the eye these begin [m].
        """
        self._ctx.enable_only(moderngl.NOTHING)
        lens, (width, height), reach = lens_of(view), targets.half, self.reach(radius)
        parts = [(x // 2, y // 2, -(-wide // 2) + 1, -(-high // 2) + 1) for x, y, wide, high in near]
        wide_at_1m = 0.5 * height * reach / lens[1]
        most = min(MOST * height, max(wide_at_1m / max(nearest, 1e-9), 2.0))
        looked_at = widened(parts, ((most + 4.0) / width, (most + 4.0) / height), targets.half)
        if view.blur > 0.0:
            looked_at = [(0, 0, width, height)]
        targets.depth.use(UNITS["depth_map"])
        self._depths.set(lens=lens)
        self._depths.within(divided(joined(looked_at, FEW_PIXELS), targets.half)[0], targets.depths.framebuffer)
        targets.depths.texture.use(UNITS["depths_map"])
        self._open.set(lens=lens, reach=(reach, wide_at_1m, most, 0.9 * far_plane(view.projection)))
        targets.smooth.framebuffer.clear(1.0, 1.0, 0.0, 0.0)
        # Each of these passes reads neighbours of what the next one writes.
        self._open.within(around(parts, 3, targets.half), targets.open.framebuffer)
        targets.open.texture.use(UNITS["open_map"])
        self._smooth.within(around(parts, 1, targets.half), targets.smooth.framebuffer)
        targets.smooth.texture.use(UNITS["open_map"])

    def release(self) -> None:
        """Free the vertex arrays."""
        self._passes.release()
