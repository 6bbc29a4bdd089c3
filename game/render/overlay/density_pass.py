"""Clouds of very many dots where a processor draws: machine code counts them into pixels of one texture.

Software OpenGL takes about 0.2 µs of the processor for a dot, however small it is; this takes a tenth of that.
"""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Points, View
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.overlay.dot_counting import CountedDots
from physics.batch.cell_counts import BLOCK, MARGIN

CORNERS = 1 << 16
"""Bytes that are reserved for the corners of what is drawn."""


class DensityPass:
    """Draws clouds of dots from a texture with their number in each pixel."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._program = shaders.program("dot_density.vert", "dot_density.frag")
        self._corners = ctx.buffer(reserve=CORNERS, dynamic=True)
        self._array = ctx.vertex_array(self._program, [(self._corners, "2f", "in_corner")])
        self._counted = CountedDots()
        self._texture: moderngl.Texture | None = None
        self._size = 0, 0

    def draw(self, cloud: Points, view: View, size: tuple[int, int], across: float) -> None:
        """Draw a cloud over a target of this size [pixels]; blending and the depth texture are bound already.

        across: diameter of a dot [pixels].
        """
        counted = self._counted
        if not counted.count(cloud, view, size, across):
            return
        texture = self._with_room(size)
        height, width, _ = counted.dots.shape
        texture.write(counted.dots, viewport=(0, 0, width, height), alignment=1)
        texture.use(UNITS["dots"])
        self._program["canvas"] = (*size, 1.0 / size[0], 1.0 / size[1])
        self._program["corner"] = counted.corner
        corners = part_corners(counted)
        self._corners.orphan(max(corners.nbytes, CORNERS))
        self._corners.write(corners)
        self._array.render(moderngl.TRIANGLES, vertices=len(corners))

    def _with_room(self, size: tuple[int, int]) -> moderngl.Texture:
        """Return a texture as large as a picture of this size and its margin."""
        if self._texture is None or self._size != size:
            self._free_texture()
            room = size[0] + 2 * MARGIN + 2, size[1] + 2 * MARGIN + 2
            self._texture = self._ctx.texture(room, 2, dtype="u4")
            self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
            self._size = size
        return self._texture

    def _free_texture(self) -> None:
        if self._texture is not None:
            self._texture.release()
        self._texture = None

    def release(self) -> None:
        """Free all but the program."""
        self._free_texture()
        self._array.release()
        self._corners.release()


def part_corners(counted: CountedDots) -> Array:
    """Return the corners (n, 2) [pixels] of triangles, two for each part of a picture with dots."""
    rows, columns, _ = counted.dots.shape
    band, first, last = used_runs(counted.used)
    left, right = first * BLOCK, np.minimum(last * BLOCK, columns)
    low, high = band * BLOCK, np.minimum((band + 1) * BLOCK, rows)
    corners = np.stack([left, low, right, low, left, high, left, high, right, low, right, high], axis=1)
    return (corners.reshape(-1, 2) + counted.corner).astype(np.float32)


def used_runs(used: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return bands of `BLOCK` rows, and the first and one past the last of neighbouring blocks in them that are used.

    used: (rows, blocks), above 0 where a block is used.
    """
    bands = np.add.reduceat(used, np.arange(0, len(used), BLOCK), axis=0) > 0.0
    steps = np.diff(np.pad(bands, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    band, first = np.nonzero(steps > 0)
    return band, first, np.nonzero(steps < 0)[1]
