"""The scale lines on the floor, as strips over it, because they cover few of its pixels."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array

LINES = 12
"""Number of lines of each kind to either side of the middle."""
PIECES = 8
"""Number of pieces of each line, so that each strip is no wider than necessary."""


def grid_strips() -> tuple[Array, NDArray[np.int32]]:
    """Return rows (line, position along it, side, direction, kind) as `grid.vert` reads them, and triangles."""
    along = np.linspace(-1.0, 1.0, PIECES + 1)
    grids = np.meshgrid((0.0, 1.0), (0.0, 1.0), np.arange(-LINES, LINES + 1.0), along, (-1.0, 1.0), indexing="ij")
    kind, direction, which, part, side = (grid.ravel() for grid in grids)
    rows = np.stack([which, part, side, direction, kind], axis=1).astype(np.float32)
    first = np.arange(len(rows)).reshape(-1, PIECES + 1, 2)[:, :-1, 0].ravel()[:, None]
    return rows, (first + np.array([0, 1, 2, 2, 1, 3])).astype(np.int32).reshape(-1)


class Grid:
    """The scale lines, added to the floor or an inlay in it."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program, inlaid: bool) -> None:
        self._ctx = ctx
        self._blend = (moderngl.DST_COLOR, moderngl.SRC_ALPHA) if inlaid else (moderngl.ONE, moderngl.ONE)
        rows, triangles = grid_strips()
        self._buffers = ctx.buffer(rows.tobytes()), ctx.buffer(triangles.tobytes())
        content = [(self._buffers[0], "3f 2f", "in_line", "in_kind")]
        self._array = ctx.vertex_array(program, content, index_buffer=self._buffers[1])

    def draw(self) -> None:
        """Draw over the floor into the framebuffer in use, whose depth is left as it is."""
        context, target = self._ctx, self._ctx.fbo
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        context.blend_func = (*self._blend, moderngl.ZERO, moderngl.ONE)  # type: ignore[assignment]  # alpha stays
        target.depth_mask = False
        self._array.render()
        target.depth_mask = True
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)

    def release(self) -> None:
        """Free everything but the program."""
        self._array.release()
        for buffer in self._buffers:
            buffer.release()
