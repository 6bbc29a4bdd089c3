"""Caustics of clear bodies: grids of light that brighten the floor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import moderngl
import numpy as np

from game.model.frame import Array, Caustic
from game.render.dirty.frame_cache import NO_CORNERS

ROW = 12
"""Number of bytes of a ray."""


class CausticMeshes:
    """All caustics of a picture, in two buffers that grow when needed."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._rays = ctx.buffer(reserve=ROW, dynamic=True)
        self._triangles = ctx.buffer(reserve=ROW, dynamic=True)
        self._arrays: dict[int, moderngl.VertexArray] = {}
        self._shapes: list[tuple[int, int]] = []
        self._count = 0

    def place(self, pools: Sequence[Caustic]) -> None:
        """Upload this picture's caustics."""
        shapes = [pool.gain.shape for pool in pools]
        if shapes != self._shapes:
            self._reserve(shapes)
        if pools:
            rays = [np.concatenate([pool.points, pool.gain[..., None]], axis=2).reshape(-1, 3) for pool in pools]
            self._rays.write(np.concatenate(rays).astype(np.float32).tobytes())

    def _reserve(self, shapes: list[tuple[int, int]]) -> None:
        """Make room for grids of these shapes."""
        starts = np.cumsum([0, *(n * m for n, m in shapes)])
        lists = [start + grid_triangles(*shape) for start, shape in zip(starts, shapes, strict=False)]
        indices = np.concatenate([np.zeros(0, np.int32), *(each.reshape(-1) for each in lists)]).astype(np.int32)
        self._shapes, self._count = shapes, len(indices)
        if ROW * starts[-1] > self._rays.size or indices.nbytes > self._triangles.size:
            self.release()
            self._rays = self._ctx.buffer(reserve=int(ROW * starts[-1]), dynamic=True)
            self._triangles = self._ctx.buffer(reserve=indices.nbytes, dynamic=True)
        if len(indices):
            self._triangles.write(indices.tobytes())

    def draw(self, make: Callable[[], moderngl.Program]) -> None:
        """Draw them with a program over the floor in the framebuffer in use, whose depth is left as it is."""
        if not self._count:
            return
        context, target, program = self._ctx, self._ctx.fbo, make()
        if program.glo not in self._arrays:
            content = [(self._rays, "3f", "in_ray")]
            self._arrays[program.glo] = context.vertex_array(program, content, index_buffer=self._triangles)
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        context.blend_func = moderngl.DST_COLOR, moderngl.ONE
        target.depth_mask = False
        self._arrays[program.glo].render(vertices=self._count)
        target.depth_mask = True
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)

    def release(self) -> None:
        """Free the buffers."""
        for array in self._arrays.values():
            array.release()
        for buffer in (self._rays, self._triangles):
            buffer.release()
        self._arrays.clear()


def grid_triangles(rows: int, width: int) -> np.ndarray:
    """Return two triangles, rows of three indices, for each cell of a grid with this many rows and columns."""
    first = (np.arange(rows - 1)[:, None] * width + np.arange(width - 1)).reshape(-1, 1)
    return np.concatenate([first + np.array([0, 1, width]), first + np.array([1, width + 1, width])])


def caustic_boxes(pools: Sequence[Caustic]) -> Array:
    """Return corners (n, 3), eight for each, of flat boxes round light gathered on the floor."""
    found = [NO_CORNERS]
    for pool in pools:
        flat = pool.points.reshape(-1, 2)
        low, high = np.nanmin(flat, axis=0), np.nanmax(flat, axis=0)
        square = [[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])]
        found.append(np.array([*square, *square], np.float32))
    return np.concatenate(found)
