"""Clouds of very many dots where a processor draws: machine code counts them into pixels of one texture.

Software OpenGL takes about 0.2 µs of the processor for a dot, however small it is; this takes a tenth of that.
"""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Points, View
from game.render.gpu.screen_pass import Rectangle
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.overlay.dot_counting import CountedDots
from physics.batch.cell_counts import BLOCK, MARGIN

CORNERS = 1 << 16
"""Bytes that are reserved for the corners of what is drawn."""


class DensityPass:
    """Draws clouds of dots from a texture with their number in each pixel."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._corners = ctx.buffer(reserve=CORNERS, dynamic=True)
        programs = (shaders.program("dot_density.vert", "dot_density.frag", {"HIDING": k}) for k in (0, 1))
        self._arrays = [ctx.vertex_array(program, [(self._corners, "2f", "in_corner")]) for program in programs]
        self._counted = CountedDots()
        self._texture: moderngl.Texture | None = None
        self._size = 0, 0

    def draw(
        self, cloud: Points, view: View, size: tuple[int, int], across: float, hiding: Sequence[Rectangle]
    ) -> None:
        """Draw a cloud over a target of this size [pixels]; blending and the depth texture are bound already.

        across: diameter of a dot [pixels]. hiding: the parts of the target where anything may be nearer than a dot.
        """
        counted = self._counted
        if not counted.count(cloud, view, size, across):
            return
        texture = self._with_room(size)
        height, width, _ = counted.dots.shape
        texture.write(counted.dots, viewport=(0, 0, 2 * width, height), alignment=1)
        texture.use(UNITS["dots"])
        used = used_blocks(counted.used)
        hidden = touched_blocks(hiding, counted.corner, used.shape)
        parts = [part_corners(blocks, (width, height), counted.corner) for blocks in (used & ~hidden, used & hidden)]
        corners = np.concatenate(parts)
        self._corners.orphan(max(corners.nbytes, CORNERS))
        self._corners.write(corners)
        first = 0
        for array, part in zip(self._arrays, parts, strict=True):
            array.program["canvas"] = (*size, 1.0 / size[0], 1.0 / size[1])
            array.program["room"] = (*counted.corner, 1.0 / texture.width, 1.0 / texture.height)
            if len(part):
                array.render(moderngl.TRIANGLES, vertices=len(part), first=first)
            first += len(part)

    def _with_room(self, size: tuple[int, int]) -> moderngl.Texture:
        """Return a texture for a picture of this size and its margin, with two texels for each pixel."""
        if self._texture is None or self._size != size:
            self._free_texture()
            room = 2 * (size[0] + 2 * MARGIN + 2), size[1] + 2 * MARGIN + 2
            self._texture = self._ctx.texture(room, 4)
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
        self._corners.release()
        for array in self._arrays:
            array.release()


def used_blocks(used: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which squares of `BLOCK` pixels have dots: (bands, blocks). used: (rows, blocks), above 0 where any is."""
    return np.asarray(np.add.reduceat(used, np.arange(0, len(used), BLOCK), axis=0) > 0.0)


def touched_blocks(parts: Sequence[Rectangle], corner: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which squares of `BLOCK` pixels parts of the target overlap; corner: where the first of them begins."""
    touched = np.zeros(shape, bool)
    for x, y, width, height in parts:
        left, low = x - corner[0], y - corner[1]
        right, top = max(left + width, 0), max(low + height, 0)
        touched[max(low, 0) // BLOCK : -(-top // BLOCK), max(left, 0) // BLOCK : -(-right // BLOCK)] = True
    return touched


def part_corners(blocks: NDArray[np.bool_], size: tuple[int, int], corner: tuple[int, int]) -> Array:
    """Return the corners (n, 2) [pixels] of triangles, two for each run of blocks of a band.

    size: columns and rows of the blocks together, which may end within one. corner: where they begin in the target.
    """
    steps = np.diff(np.pad(blocks, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    (band, first), last = np.nonzero(steps > 0), np.nonzero(steps < 0)[1]
    left, right = first * BLOCK, np.minimum(last * BLOCK, size[0])
    low, high = band * BLOCK, np.minimum((band + 1) * BLOCK, size[1])
    corners = np.stack([left, low, right, low, left, high, left, high, right, low, right, high], axis=1)
    return (corners.reshape(-1, 2) + corner).astype(np.float32)
