"""The shadow map: how far the lamp's light reaches."""

from __future__ import annotations

import moderngl

from game.render.materials import MeshPrograms
from game.render.meshes import Bodies
from game.render.shader import UNITS, Shaders
from game.render.tiers import Tier


class ShadowMap:
    """Depth as seen from the lamp, for one tier."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, tier: Tier) -> None:
        self._ctx = ctx
        self._programs = MeshPrograms(shaders, tier.defines(), "shadow.vert", "shadow.frag")
        self._map = ctx.depth_texture((tier.shadow_size, tier.shadow_size))
        self._map.repeat_x = self._map.repeat_y = False
        # Up to nine taps compare in hardware; more need the depth itself to find the penumbra's width.
        compares = tier.shadow_taps <= 9
        self._map.compare_func = "<=" if compares else ""
        how = moderngl.LINEAR if compares else moderngl.NEAREST
        self._map.filter = (how, how)
        self._framebuffer = ctx.framebuffer(depth_attachment=self._map)

    def draw(self, bodies: Bodies) -> None:
        """Draw the bodies' depths and bind the map for the other passes."""
        self._framebuffer.use()
        self._framebuffer.clear(depth=1.0)
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        bodies.draw_all(self._programs)
        self._map.use(UNITS["shadow_map"])

    def release(self) -> None:
        """Free the map."""
        self._framebuffer.release()
        self._map.release()
