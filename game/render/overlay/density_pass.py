"""Clouds of very many dots where a processor draws: numpy counts them into pixels of one texture.

Software OpenGL takes about 0.2 µs of the processor for a dot, however small it is; this takes a tenth of that.
"""

from __future__ import annotations

import moderngl

from game.model.frame import Points, View
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.overlay.dot_counting import MARGIN, CountedDots


class DensityPass:
    """Draws clouds of dots from a texture with their number in each pixel."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._program = shaders.program("full_screen.vert", "dot_density.frag")
        self._array = ctx.vertex_array(self._program, [])
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
        self._ctx.viewport = (*counted.corner, width, height)
        self._array.render(moderngl.TRIANGLES, vertices=3)
        self._ctx.viewport = (0, 0, *size)

    def _with_room(self, size: tuple[int, int]) -> moderngl.Texture:
        """Return a texture as large as a picture of this size and its margin."""
        if self._texture is None or self._size != size:
            self._free_texture()
            room = size[0] + 3 + 2 * MARGIN, size[1] + 3 + 2 * MARGIN
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
