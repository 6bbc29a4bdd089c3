"""What the passes of one stage at one tier draw with: its programs, its floor and its sky."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.picture import Array, Stage
from game.render.floor import Floor
from game.render.glass import Glass
from game.render.grid import LINES, Grid
from game.render.materials import MeshPrograms
from game.render.shader import Shaders
from game.render.tiers import Tier
from game.render.touched import Rectangle

STRIPS = 12, 10
"""Of a backdrop, across the screen and up it."""


class Sky:
    """The screen at the far plane, cut into so many strips."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program, strips: tuple[int, int]) -> None:
        vertices, triangles = sheet(*strips)
        self._buffers = ctx.buffer(vertices.tobytes()), ctx.buffer(triangles.tobytes())
        self._array = ctx.vertex_array(program, [(self._buffers[0], "2f", "in_corner")], index_buffer=self._buffers[1])

    def draw(self) -> None:
        """Draw where nothing stands before it."""
        self._array.render(moderngl.TRIANGLES)

    def release(self) -> None:
        """Free all but the program."""
        self._array.release()
        for buffer in self._buffers:
            buffer.release()


class Plain:
    """The screen at the far plane as one triangle, for a sky that is worked out in each pixel."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._array = ctx.vertex_array(program, [])

    def draw(self) -> None:
        """Draw where nothing stands before it."""
        self._array.render(moderngl.TRIANGLES, vertices=3)

    def release(self) -> None:
        """Free all but the program."""
        self._array.release()


class Scenery:
    """mesh, ghost, mirror, glass: how bodies are drawn on this stage; mirror is None where the floor shows no image."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, quality: Tier, stage: Stage) -> None:
        self._ctx = ctx
        field = stage is Stage.FIELD
        defines = {**quality.defines(), "FIELD": int(field), "VOID": int(stage is Stage.VOID)}
        self.mesh = MeshPrograms(shaders, {**defines, "MIRROR": 0, "GHOST": 0})
        self.ghost = MeshPrograms(shaders, {**defines, "MIRROR": 0, "GHOST": 1})
        self.glass = Glass(ctx, shaders, defines)
        self.mirror: MeshPrograms | None = None
        if quality.reflection_taps and not field:
            self.mirror = MeshPrograms(shaders, {**defines, "MIRROR": 1, "GHOST": 0})
        self.floor = Floor(ctx, *_floors(shaders, stage, {**defines, "IMAGE": 0}))
        self._mirroring = Floor(ctx, *(_floors(shaders, stage, {**defines, "IMAGE": 1}) if self.mirror else ()))
        self._sky: Sky | Plain
        self._grid: Grid | None = None
        if field:
            self._sky = Plain(ctx, shaders.program("sky.vert", "field_sky.frag", defines))
        else:
            self._sky = Sky(ctx, shaders.program("backdrop.vert", "backdrop.frag", defines), STRIPS)
            program = shaders.program("grid.vert", "grid.frag", {**defines, "LINES": LINES})
            self._grid = Grid(ctx, program, brightens=stage is Stage.STUDIO)

    def draw_background(self, images: Sequence[Rectangle] = ()) -> None:
        """Draw floor and sky where nothing stands before them.

        images: the parts of the framebuffer in use in which the floor's mirror images are; they may overlap.
        """
        self._ctx.depth_func = "<"
        target = self._ctx.fbo
        for image in images:
            target.scissor = image
            self._mirroring.draw()
        target.scissor = None  # type: ignore[assignment]
        self.floor.draw()
        self._ctx.depth_func = "<="
        self._sky.draw()
        if self._grid is not None:
            self._grid.draw()

    def release(self) -> None:
        """Free all but the programs."""
        for part in (self.floor, self._mirroring, self._sky, self._grid):
            if part is not None:
                part.release()


def _floors(shaders: Shaders, stage: Stage, defines: dict[str, int | float]) -> list[tuple[moderngl.Program, int]]:
    """Program and rings of each part of the floor; the void has one only where it mirrors."""
    if stage is Stage.FIELD:
        return [(shaders.program("field.vert", "field.frag", defines), 24)]
    if stage is Stage.VOID:
        return [(shaders.program("void.vert", "void.frag", defines), 6)] if defines["IMAGE"] else []
    inner, outer = (shaders.program("floor.vert", "floor.frag", {**defines, "INNER": k}) for k in (1, 0))
    return [(inner, 20), (outer, 24)]


def sheet(across: int, up: int) -> tuple[Array, NDArray[np.int32]]:
    """Corners (n, 2) of the cells into which the screen, -1 to 1, is cut, and two triangles for each."""
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, across + 1), np.linspace(-1.0, 1.0, up + 1))
    first = (np.arange(up)[:, None] * (across + 1) + np.arange(across)).reshape(-1, 1)
    triangles = first + np.array([0, 1, across + 1, across + 1, 1, across + 2])
    return np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float32), triangles.astype(np.int32).reshape(-1)
