"""What the passes of one tier draw with, whatever the stage."""

from __future__ import annotations

import moderngl

from game.render.gpu.shader_programs import Shaders
from game.render.meshes.mesh_programs import MeshPrograms
from game.render.overlay.line_pass import Ribbons
from game.render.passes.ambient_occlusion import Nearby
from game.render.passes.depth_of_field import Lens
from game.render.passes.post_pass import Post
from game.render.passes.shadow_pass import ShadowMap
from game.render.tiers import Tier


class Look:
    """Shadow map, ribbons and post-processing.

    nearby and lens, ambient occlusion and depth of field, are None where the tier has none.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, quality: Tier) -> None:
        defines = quality.defines()
        self.outline = MeshPrograms(shaders, {**defines, "MIRROR": 0}, fragment="shadow.frag")
        self.ribbons = Ribbons(
            ctx, lambda: shaders.program("ribbon.vert", "ribbon.frag", {**defines, "FLAT": 0, "TUBE": 0})
        )
        self.shadow = ShadowMap(ctx, shaders, quality)
        self.nearby = Nearby(ctx, shaders) if quality.hdr else None
        self.lens = Lens(ctx, shaders) if quality.hdr else None
        self.post = Post(ctx, shaders, quality)

    def release(self) -> None:
        """Free all but the programs."""
        for part in (self.ribbons, self.shadow, self.nearby, self.lens, self.post):
            if part is not None:
                part.release()
