"""What the passes of one stage at one tier draw with: its programs, its floor and its sky."""

from __future__ import annotations

import moderngl

from game.picture import Stage
from game.render.floor import Floor
from game.render.glass import Glass
from game.render.materials import MeshPrograms
from game.render.shader import Shaders
from game.render.tiers import Tier


class Scenery:
    """mesh, ghost, mirror, glass: how bodies are drawn on this stage; mirror is None where the floor shows no image."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, quality: Tier, stage: Stage) -> None:
        field = stage is Stage.FIELD
        defines = {**quality.defines(), "FIELD": int(field)}
        self.mesh = MeshPrograms(shaders, {**defines, "MIRROR": 0, "GHOST": 0})
        self.ghost = MeshPrograms(shaders, {**defines, "MIRROR": 0, "GHOST": 1})
        self.glass = Glass(ctx, shaders, defines)
        self.mirror: MeshPrograms | None = None
        if field:
            self.floor = Floor(ctx, (shaders.program("field.vert", "field.frag", defines), 24))
            sky = shaders.program("sky.vert", "field_sky.frag", defines)
        else:
            if quality.reflection_taps:
                self.mirror = MeshPrograms(shaders, {**defines, "MIRROR": 1, "GHOST": 0})
            inner = shaders.program("floor.vert", "floor.frag", {**defines, "INNER": 1})
            outer = shaders.program("floor.vert", "floor.frag", {**defines, "INNER": 0})
            self.floor = Floor(ctx, (inner, 20), (outer, 24))
            sky = shaders.program("sky.vert", "sky.frag", defines)
        self._sky = ctx.vertex_array(sky, [])

    def draw_background(self) -> None:
        """Draw floor and sky where nothing stands before them."""
        self.floor.draw()
        self._sky.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Free all but the programs."""
        self.floor.release()
        self._sky.release()
