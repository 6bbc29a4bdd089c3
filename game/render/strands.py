"""Very many fading lines, in one draw call: where the copies of a cloud have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import moderngl
import numpy as np

from game.picture import Strands
from game.render.shader import UNITS, Shaders

PLACE = 12
"""Bytes of a point."""
COLORS_WIDE = 1024
"""Colours in a row of their texture."""


class StrandLines:
    """All strands of a picture; one that has grown longer or wider than any before gets new buffers."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._bundles: list[Bundle] = []
        self._used = 0

    def place(self, strands: Sequence[Strands]) -> None:
        """Take over this picture's strands."""
        strands = [each for each in strands if each.points.shape[0] > 1 and each.points.shape[1]]
        while len(self._bundles) < len(strands):
            self._bundles.append(Bundle(self._ctx, self._shaders.program("strand.vert", "strand.frag")))
        for bundle, each in zip(self._bundles, strands, strict=False):
            bundle.place(each)
        self._used = len(strands)

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over a target of this size [pixels]; blending and the depth texture are bound already."""
        for bundle in self._bundles[: self._used]:
            bundle.draw(target)

    def release(self) -> None:
        """Free all but the program."""
        for bundle in self._bundles:
            bundle.release()
        self._bundles.clear()
        self._used = 0


class Bundle:
    """Lines of as many points each. Moments lie one after another, so that a line goes on `lines` points further."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._ctx = ctx
        self._program = program
        self._parts: list[moderngl.Buffer | moderngl.VertexArray | moderngl.Texture] = []
        self._shape = 0, 0
        self._room = np.zeros((0, 0, 3), np.float32)
        self._shown: Strands | None = None

    def place(self, strands: Strands) -> None:
        """Take over strands; the same as before are there already."""
        if strands is self._shown:
            return
        moments, lines, _ = strands.points.shape
        if lines != self._shape[1] or moments > self._shape[0]:
            self._make(moments, lines)
        rows = self._room[: moments + 2]
        rows[1:-1], rows[0], rows[-1] = strands.points, strands.points[0], strands.points[-1]
        self._buffer.write(rows)
        if self._shown is None or strands.colors is not self._shown.colors:
            padded = np.zeros((self._texture.height * COLORS_WIDE, 4), np.uint8)
            padded[:lines] = strands.colors
            self._texture.write(padded)
        self._shown = strands

    def _make(self, moments: int, lines: int) -> None:
        self.release()
        room = max(2 * moments, 128)
        self._shape = room, lines
        self._room = np.zeros((room + 2, lines, 3), np.float32)
        self._buffer = self._ctx.buffer(reserve=self._room.nbytes, dynamic=True)
        self._array = self._ctx.vertex_array(self._program, [])
        for number, name in enumerate(("in_a", "in_b", "in_c", "in_d")):
            place = cast(moderngl.Attribute, self._program[name]).location
            self._array.bind(place, "f", self._buffer, "3f", offset=number * lines * PLACE, stride=PLACE, divisor=1)
        self._texture = self._ctx.texture((COLORS_WIDE, -(-lines // COLORS_WIDE)), 4)
        self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._parts = [self._array, self._buffer, self._texture]

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over a target of this size [pixels]."""
        assert self._shown is not None
        moments, lines, _ = self._shown.points.shape
        self._texture.use(UNITS["picture"])
        self._program["canvas"] = (*target, 1.0 / target[0], 1.0 / target[1])
        self._program["lines"] = lines
        self._program["stretches"] = moments - 1
        self._program["half_width"] = 0.5 * self._shown.width
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=(moments - 1) * lines)

    def release(self) -> None:
        """Free the buffers and the texture; other strands make new ones."""
        for part in self._parts:
            part.release()
        self._parts.clear()
        self._shape, self._shown = (0, 0), None
