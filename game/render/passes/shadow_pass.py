"""The shadow pass: the scene's depth as the lamp sees it."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from game.render.gpu.driver import flush
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.meshes.mesh_programs import MeshPrograms
from game.render.passes.render_pass import FrameContext
from game.render.tiers import Tier

CAST = 128
"""Width of the coarse map of the places where a shadow can fall (shaders/common/shadow.glsl)."""


class ShadowPass:
    """Draws depth as seen from the lamp into a map of one tier, and marks its parts with bodies."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = MeshPrograms(shaders, tier.defines(), "shadow.vert", "shadow.frag")
        self._map = ctx.depth_texture((tier.shadow_size, tier.shadow_size))
        self._map.repeat_x = self._map.repeat_y = False
        self._map.compare_func = "<=" if tier.compares_shadows else ""
        how = moderngl.LINEAR if tier.compares_shadows else moderngl.NEAREST
        self._map.filter = (how, how)
        self._framebuffer = ctx.framebuffer(depth_attachment=self._map)
        self._margin = tier.shadow_margin
        self._cast = np.zeros((CAST, CAST), np.uint8)
        self._cast_map = ctx.texture((CAST, CAST), 1, self._cast.tobytes(), alignment=1)
        self._cast_map.filter = (moderngl.NEAREST, moderngl.NEAREST)

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw the bodies' depths, and bind both maps for the other passes."""
        meshes, light_projection = context.scene.meshes, context.scene.block.light_projection
        self._framebuffer.use()
        self._framebuffer.clear(depth=1.0)
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        meshes.draw_shadow_casters(self._programs, light_projection)
        cast = coverage(meshes.corners, light_projection, self._margin)
        if not np.array_equal(cast, self._cast):
            self._cast = cast
            self._cast_map.write(cast.tobytes(), alignment=1)
        self._cast_map.use(UNITS["cast_map"])
        self._map.use(UNITS["shadow_map"])
        flush()
        yield

    def release(self) -> None:
        """Free the maps."""
        for part in (self._framebuffer, self._map, self._cast_map):
            part.release()


def coverage(corners: Array, light_projection: Array, margin: float) -> NDArray[np.uint8]:
    """Return where bodies are on a map CAST cells wide, (y, x) uint8, 255 or 0.

    corners: (n, 3), eight for each box; margin: added on all sides, in widths of the map.
    """
    places = 0.5 + 0.5 * (np.asarray(corners, float) @ light_projection[:3, :2] + light_projection[3, :2])
    boxes = places.reshape(-1, 8, 2)
    low = np.clip(np.floor((boxes.min(axis=1) - margin) * CAST), 0, CAST).astype(int)
    high = np.clip(np.floor((boxes.max(axis=1) + margin) * CAST) + 1, 0, CAST).astype(int)
    # Boxes that begin minus boxes that end in each cell, summed along both axes.
    edges = np.zeros((CAST + 1, CAST + 1), np.int32)
    for x, y, sign in ((low, low, 1), (high, low, -1), (low, high, -1), (high, high, 1)):
        np.add.at(edges, (y[:, 1], x[:, 0]), sign)
    boxes_over = edges.cumsum(axis=0).cumsum(axis=1)[:CAST, :CAST]
    return np.where(boxes_over > 0, np.uint8(255), np.uint8(0))
