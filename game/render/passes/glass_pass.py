"""Bodies of clear plastic: drawn over what is opaque, which they show bent and tinted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import moderngl

from game.material import Material
from game.render.dirty.dirty_rects import Rectangle
from game.render.gpu.framebuffers import Targets
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.meshes.mesh_buffers import Bodies
from game.render.meshes.mesh_programs import material_defines


class Glass:
    """The two passes of one quality: the far sides of the bodies, then the near ones."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, defines: Mapping[str, int | float]) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._defines = dict(defines)

    def draw(self, bodies: Bodies, targets: Targets, parts: Sequence[Rectangle]) -> None:
        """Draw all bodies of glass over parts of the picture in `targets.drawn`, whose depth is left as it is."""
        if not bodies.glass:
            return
        context = self._ctx
        targets.drawn.scissor = None  # type: ignore[assignment]  # it would hold for copies, too
        targets.copied().use(UNITS["picture"])
        targets.drawn.use()
        targets.drawn.depth_mask = False
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE | moderngl.BLEND)
        context.blend_func = moderngl.ONE, moderngl.SRC_ALPHA, moderngl.ZERO, moderngl.ONE  # type: ignore[assignment]
        for part in parts:
            targets.drawn.scissor = part
            context.cull_face = "front"
            bodies.draw_glass(self._program(back=True))
            context.cull_face = "back"
            bodies.draw_glass(self._program(back=False))
        targets.drawn.depth_mask = True

    def _program(self, back: bool) -> moderngl.Program:
        defines = {**self._defines, **material_defines(Material.GLASS), "BACK": int(back), "MIRROR": 0}
        return self._shaders.program("mesh.vert", "glass.frag", defines)
