"""The floor: the studio's table in cells of the screen, the field's land as discs in rings."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array
from game.render.gpu.screen_pass import Rectangle
from physics.maths.elementary import cos, sin

AROUND = 96
CELLS = 24, 20
"""Cells of the table across the screen and down it."""


def disc_mesh(rings: int, around: int = AROUND) -> tuple[Array, np.ndarray]:
    """Return vertices (cosine, sine, 0 in the middle to 1 at the rim) and triangles, anticlockwise from above."""
    turns = np.linspace(0.0, 2.0 * np.pi, around + 1)
    out = np.linspace(0.0, 1.0, rings + 1)
    vertices = np.empty((rings + 1, around + 1, 3), np.float32)
    vertices[..., 0], vertices[..., 1], vertices[..., 2] = cos(turns), sin(turns), out[:, None]
    width = around + 1
    a = (np.arange(rings)[:, None] * width + np.arange(around)[None, :]).ravel()
    triangles = np.stack([a, a + width, a + 1, a + 1, a + width, a + width + 1], axis=1)
    return vertices.reshape(-1, 3), triangles.astype(np.int32).reshape(-1)


def screen_cells(across: int, up: int) -> tuple[Array, NDArray[np.int32]]:
    """Return corners (n, 2) of the cells into which the screen, -1 to 1, is cut, and two triangles for each."""
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, across + 1), np.linspace(-1.0, 1.0, up + 1))
    first = (np.arange(up)[:, None] * (across + 1) + np.arange(across)).reshape(-1, 1)
    triangles = first + np.array([0, 1, across + 1, across + 1, 1, across + 2])
    return np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float32), triangles.astype(np.int32).reshape(-1)


def edge_ring(around: int = AROUND) -> tuple[Array, NDArray[np.int32]]:
    """Return corners (n, 2) of the table's edge, how far round and whether within, 0, or without, 1, and triangles."""
    turns = np.linspace(0.0, 1.0, around + 1, dtype=np.float32)
    corners = np.stack([np.repeat(turns, 2), np.tile(np.array([0.0, 1.0], np.float32), around + 1)], axis=1)
    first = 2 * np.arange(around)[:, None]
    return corners, (first + np.array([0, 1, 2, 2, 1, 3])).reshape(-1).astype(np.int32)


class Table:
    """The studio's floor.

    plain: draws the parts without shadow or image; shaded: those in a shadow; image: those that show the mirror image
    of bodies, or None; edge: the ring round it.
    """

    def __init__(
        self,
        ctx: moderngl.Context,
        plain: moderngl.Program,
        shaded: moderngl.Program,
        image: moderngl.Program | None,
        edge: moderngl.Program,
    ) -> None:
        self._ctx = ctx
        self._buffers = [ctx.buffer(part.tobytes()) for part in (*screen_cells(*CELLS), *edge_ring())]
        cells, ring = self._buffers[:2], self._buffers[2:]
        self._plain, self._shaded = self._drawn_by(plain, *cells), self._drawn_by(shaded, *cells)
        self._image = None if image is None else self._drawn_by(image, *cells)
        self._edge = self._drawn_by(edge, *ring)

    def _drawn_by(
        self, program: moderngl.Program, corners: moderngl.Buffer, triangles: moderngl.Buffer
    ) -> moderngl.VertexArray:
        return self._ctx.vertex_array(program, [(corners, "2f", "in_corner")], index_buffer=triangles)

    def draw(
        self,
        target: moderngl.Framebuffer,
        shaded: Sequence[Rectangle],
        images: Sequence[Rectangle],
        about: Rectangle,
    ) -> None:
        """Draw the floor where nothing is yet, into a framebuffer in use.

        shaded, images: the parts where a shadow may fall on it and where images may be; they may overlap; about: the
        part that is drawn.
        """
        for array, parts in ((self._image, images), (self._shaded, shaded), (self._plain, [about])):
            if array is not None:
                for part in parts:
                    target.scissor = part
                    array.render()

    def draw_edge(self) -> None:
        """Draw the edge over the room behind it into the framebuffer in use, whose depth and alpha stay."""
        context, target = self._ctx, self._ctx.fbo
        context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND)
        keep = moderngl.ZERO, moderngl.ONE
        context.blend_func = (moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, *keep)  # type: ignore[assignment]
        target.depth_mask = False
        self._edge.render()
        target.depth_mask = True
        context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)

    def release(self) -> None:
        """Free the buffers."""
        for array in (self._plain, self._shaded, self._image, self._edge):
            if array is not None:
                array.release()
        for buffer in self._buffers:
            buffer.release()


class Floor:
    """Land as discs, each of a number of rings and drawn by a program of its own."""

    def __init__(self, ctx: moderngl.Context, *parts: tuple[moderngl.Program, int]) -> None:
        self._buffers: list[moderngl.Buffer] = []
        self._arrays: list[moderngl.VertexArray] = []
        for program, rings in parts:
            vertices, triangles = disc_mesh(rings)
            buffer, index = ctx.buffer(vertices.tobytes()), ctx.buffer(triangles.tobytes())
            self._buffers += [buffer, index]
            self._arrays.append(ctx.vertex_array(program, [(buffer, "3f", "in_ring")], index_buffer=index))

    def draw(self) -> None:
        """Draw all parts."""
        for array in self._arrays:
            array.render()

    def release(self) -> None:
        """Free the buffers."""
        for array in self._arrays:
            array.release()
        for buffer in self._buffers:
            buffer.release()
