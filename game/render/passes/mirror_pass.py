"""The mirror pass: bodies upside down under the polished floor of the studio."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.shader_programs import UNITS
from game.render.passes.render_pass import FrameContext

CLIP_DISTANCE_0 = 0x3000


class MirrorPass:
    """Draws the mirror image in the floor into a target of half the scene's size, which the floor's shader reads."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw all bodies mirrored, if the picture shows any image of them."""
        mirror, programs = context.targets.mirror, context.programs.mirror
        if mirror is None or programs is None or context.frame.backdrop is not None:
            return
        if not context.regions.mirror_images:
            return
        mirror.framebuffer.use()
        mirror.framebuffer.clear(0.0, 0.0, 0.0, 0.0, depth=1.0)
        self._ctx.enable_direct(CLIP_DISTANCE_0)
        self._ctx.front_face = "cw"
        try:
            yield from context.scene.meshes.draw(programs)
        finally:
            self._ctx.front_face = "ccw"
            self._ctx.disable_direct(CLIP_DISTANCE_0)
        mirror.texture.use(UNITS["reflection_map"])

    def release(self) -> None:
        """Free nothing: the target belongs to the picture."""
