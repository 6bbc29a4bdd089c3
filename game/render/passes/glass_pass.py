"""The glass pass: clear plastic, drawn over what is opaque, which it shows bent and tinted."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl

from game.render.gpu.shader_programs import UNITS
from game.render.passes.render_pass import FrameContext


class GlassPass:
    """Draws the far sides of the bodies of glass, then the near ones."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx

    def draw(self, context: FrameContext) -> Iterator[None]:
        """Draw all bodies of glass over a copy of the scene so far, whose depth is left as it is."""
        targets, meshes, glass = context.targets, context.scene.meshes, context.programs.glass
        if not meshes.has_glass:
            return
        targets.drawn.scissor = None  # type: ignore[assignment]  # it would hold for copies, too
        targets.copied().use(UNITS["picture"])
        targets.drawn.use()
        targets.drawn.depth_mask = False
        self._ctx.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE | moderngl.BLEND)
        self._ctx.blend_func = moderngl.ONE, moderngl.SRC_ALPHA, moderngl.ZERO, moderngl.ONE  # type: ignore[assignment]
        for part in context.regions.scene:
            targets.drawn.scissor = part
            self._ctx.cull_face = "front"
            meshes.draw_glass(glass(back=1))
            self._ctx.cull_face = "back"
            meshes.draw_glass(glass(back=0))
        targets.drawn.depth_mask = True
        yield

    def release(self) -> None:
        """Free nothing."""
