"""Clouds of dots: many copies of one system at a glance."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np

from game.picture import Points

POSITION, COLOR = 12, 4
"""Bytes of a dot in each of the two buffers."""


class PointClouds:
    """All clouds of a picture, in two buffers that grow when needed.

    Dots are drawn over the finished picture, so that their colours stay true; a dot whose middle lies behind a body
    is faint. Among themselves the later lie over the earlier.
    """

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._ctx = ctx
        self._program = program
        self._array: moderngl.VertexArray | None = None
        self._buffers: tuple[moderngl.Buffer, moderngl.Buffer] | None = None
        self._room = 0
        self._parts: list[tuple[int, int, float]] = []

    def place(self, clouds: Sequence[Points]) -> None:
        """Take over this picture's clouds."""
        self._parts.clear()
        clouds = [cloud for cloud in clouds if len(cloud.positions)]
        if not clouds:
            return
        positions, colors = self._with_room(sum(len(cloud.positions) for cloud in clouds))
        at = 0
        for cloud in clouds:
            positions.write(np.ascontiguousarray(cloud.positions, np.float32), offset=at * POSITION)
            colors.write(np.ascontiguousarray(cloud.colors, np.uint8), offset=at * COLOR)
            self._parts.append((at, len(cloud.positions), cloud.size))
            at += len(cloud.positions)

    def _with_room(self, total: int) -> tuple[moderngl.Buffer, moderngl.Buffer]:
        if self._buffers is None or total > self._room:
            self.release()
            self._room = max(2 * total, 1024)
            reserve = self._ctx.buffer
            self._buffers = (
                reserve(reserve=self._room * POSITION, dynamic=True),
                reserve(reserve=self._room * COLOR, dynamic=True),
            )
            content = [(self._buffers[0], "3f", "in_position"), (self._buffers[1], "4f1", "in_color")]
            self._array = self._ctx.vertex_array(self._program, content)
        return self._buffers

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over the target in use; blending and the depth texture are bound already."""
        if not self._parts or self._array is None:
            return
        self._ctx.enable(moderngl.PROGRAM_POINT_SIZE)
        for first, count, size in self._parts:
            self._program["size"] = size
            self._array.render(moderngl.POINTS, vertices=count, first=first)
        self._ctx.disable(moderngl.PROGRAM_POINT_SIZE)

    def release(self) -> None:
        """Free the buffers; a later picture makes new ones."""
        if self._array is not None and self._buffers is not None:
            self._array.release()
            for buffer in self._buffers:
                buffer.release()
        self._array = self._buffers = None
