"""Very many fading lines in one draw call: the recent paths of the members of an ensemble."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import moderngl
import numpy as np

from game.model.frame import Array, FadingLines
from game.render.gpu.shader_programs import UNITS, Shaders

PLACE = 12
"""Number of bytes of a point."""
POINTS_AHEAD = 3
"""Number of points read after the first of each stretch."""
COLORS_WIDE = 1024
"""Number of colours in a row of their texture."""
MAX_MISS = 0.5
"""Greatest distance [pixels] of a stretch from the curve that it replaces."""
MAX_JOINED = 4
"""Greatest number of moments that one stretch may join."""
MIN_OPACITY = 2.0
"""Least visible opacity, of 255."""
SAMPLED = 100
"""Approximate number of lines that are sampled to measure their curvature."""
STRAIGHT = 0.9
"""Share of the stretches that keep to `MAX_MISS`: a few sharp turns do not make all lines expensive."""


class FadingLinePass:
    """All fading lines of a picture; a bundle that has grown longer or wider than before gets new buffers."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._bundles: list[LineBundle] = []
        self._used = 0

    def place(self, strands: Sequence[FadingLines], grain: float = 0.0) -> None:
        """Upload this picture's bundles of lines; grain: half a pixel there [m], or 0: every point is drawn."""
        strands = [each for each in strands if each.points.shape[0] > 1 and each.points.shape[1]]
        while len(self._bundles) < len(strands):
            self._bundles.append(LineBundle(self._ctx, self._shaders.program("fading_line.vert", "fading_line.frag")))
        for bundle, each in zip(self._bundles, strands, strict=False):
            bundle.place(each, grain)
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


class LineBundle:
    """A bundle of lines of equally many points, in order: where lines coincide the last one covers the others.

    The first and the last point of each line are stored twice, so that every stretch has two neighbours.
    """

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program) -> None:
        self._ctx = ctx
        self._program = program
        self._parts: list[moderngl.Buffer | moderngl.VertexArray | moderngl.Texture] = []
        self._shape = 0, 0
        self._room = np.zeros((0, 3), np.float32)
        self._shown: FadingLines | None = None
        self._grain = 0.0
        self._count, self._step = 0, 0.0

    def place(self, strands: FadingLines, grain: float) -> None:
        """Upload lines, grain as in `FadingLinePass.place`; unchanged ones are on the card already."""
        if strands is self._shown and grain == self._grain:
            return
        moments, lines, _ = strands.points.shape
        if lines != self._shape[1] or moments > self._shape[0]:
            self._make(moments, lines)
        faint = count_invisible(strands)
        points = strands.points[faint:]
        step = moments_per_stretch(points, 2.0 * MAX_MISS * grain)
        points = points[(len(points) - 1) % step :: step].transpose(1, 0, 2)
        self._count, self._step = points.shape[1], step / (moments - 1)
        rows = self._room[: lines * (self._count + 2)].reshape(lines, self._count + 2, 3)
        rows[:, 1:-1], rows[:, 0], rows[:, -1] = points, points[:, 0], points[:, -1]
        self._buffer.write(rows)
        if self._shown is None or strands.colors is not self._shown.colors:
            padded = np.zeros((self._texture.height * COLORS_WIDE, 4), np.uint8)
            padded[:lines] = strands.colors
            self._texture.write(padded)
        self._shown, self._grain = strands, grain

    def _make(self, moments: int, lines: int) -> None:
        self.release()
        room = max(2 * moments, 128)
        self._shape = room, lines
        self._room = np.zeros((lines * (room + 2) + POINTS_AHEAD, 3), np.float32)
        self._buffer = self._ctx.buffer(reserve=self._room.nbytes, dynamic=True)
        self._array = self._ctx.vertex_array(self._program, [])
        for number, name in enumerate(("in_a", "in_b", "in_c", "in_d")):
            place = cast(moderngl.Attribute, self._program[name]).location
            self._array.bind(place, "f", self._buffer, "3f", offset=number * PLACE, stride=PLACE, divisor=1)
        self._texture = self._ctx.texture((COLORS_WIDE, -(-lines // COLORS_WIDE)), 4)
        self._texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._parts = [self._array, self._buffer, self._texture]

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over a target of this size [pixels]."""
        assert self._shown is not None
        instances = self._shape[1] * (self._count + 2)
        self._texture.use(UNITS["picture"])
        self._program["canvas"] = (*target, 1.0 / target[0], 1.0 / target[1])
        self._program["stretches"] = self._count - 1
        self._program["step_"] = self._step
        self._program["half_width"] = 0.5 * self._shown.width
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=instances)

    def release(self) -> None:
        """Free the buffers and the texture; a later picture makes new ones."""
        for part in self._parts:
            part.release()
        self._parts.clear()
        self._shape, self._shown = (0, 0), None


def count_invisible(strands: FadingLines) -> int:
    """Return the number of the oldest moments that are invisible: opacity falls with the square of the age."""
    opacity = float(strands.colors[:, 3].max(initial=0))
    moments = len(strands.points)
    return min(int((moments - 1) / math.sqrt(max(opacity, MIN_OPACITY) / MIN_OPACITY)), moments - 2)


def moments_per_stretch(points: Array, most: float) -> int:
    """Return the number of moments (k, n, 3) that one stretch may join within `most` [m] of the curve; 1 for most = 0.

    A curve whose second difference is d, over s points, leaves its chord by s² d / 8.
    """
    if most <= 0.0 or len(points) < 3:
        return 1
    lines = points[:, :: max(1, points.shape[1] // SAMPLED)]
    bends = np.linalg.norm(lines[2:] - 2.0 * lines[1:-1] + lines[:-2], axis=2)
    bends = bends[np.isfinite(bends)]
    if not len(bends):
        return 1
    bend = max(float(np.quantile(bends, STRAIGHT)), 1e-30)
    return min(max(int(math.sqrt(8.0 * most / bend)), 1), MAX_JOINED, len(points) - 1)
