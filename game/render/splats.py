"""Very many dots where a processor draws: counted into pixels by numpy, and drawn as one picture.

Software OpenGL takes about 0.2 µs of the processor for a dot, however small it is; this takes a tenth of that.
"""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.picture import Array, Points, View
from game.render.shader import UNITS, Shaders

MOST_COUNTED = 255
FOOTPRINTS = {
    1: ((0, 0),),
    2: ((1, 1), (0, 1), (1, 0), (0, 0)),
    3: ((1, 0), (-1, 0), (0, 1), (0, -1), (0, 0)),
}
"""By the size of a dot: the pixels that it covers, seen from the one in which its middle is, which comes last."""
MARGIN = 1
CHUNK = 1 << 15
"""Dots at a time, few enough to stay near the processor."""
CROWDED = 3.0
"""From so many dots for a pixel on the colour of a pixel is the mean of its dots, below it is that of one of them."""

Index = NDArray[np.intp]
Footprint = tuple[tuple[int, int], ...]


class Counted:
    """Dots in the pixels of a part of the picture.

    corner: left and lowest pixel. colors: (h, w) uint32, R G B and how far they cover, lowest row first. depths: (h, w)
    float32, as in the depth map. Both are good until the next are counted.
    """

    def __init__(self) -> None:
        self.corner = 0, 0
        self.colors: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self.depths: Array = np.zeros((0, 0), np.float32)
        self._room = [np.zeros(0, np.uint32), np.zeros(0, np.float32)]

    def count(self, cloud: Points, view: View, size: tuple[int, int], across: float) -> bool:
        """Take over a cloud in a picture of this size, of dots so wide [pixels]; False if none of it is in sight."""
        x, y, z, kept = projected(cloud.positions, view, size)
        if not len(x):
            return False
        colors = cloud.colors if kept is None else cloud.colors[kept]
        left, low = int(x.min()) - MARGIN, int(y.min()) - MARGIN
        shape = height, width = int(y.max()) + 1 + MARGIN - low, int(x.max()) + 1 + MARGIN - left
        index = (y - low) * width + (x - left)
        footprint = FOOTPRINTS[min(max(round(across), 1), 3)]
        self.corner = left, low
        self.colors, self.depths = (self._plane(k, height * width).reshape(shape) for k in (0, 1))
        shades = np.ascontiguousarray(colors).view(np.uint32).ravel()
        for column, row in footprint:
            place = index + (row * width + column) if column or row else index
            self.colors.ravel()[place] = shades
            self.depths.ravel()[place] = z
        counted = np.bincount(index, minlength=height * width).reshape(shape)
        channels = self.colors.view(np.uint8).reshape(height, width, 4)
        if len(index) > CROWDED * np.count_nonzero(counted):
            mix(channels, index, colors, counted, footprint)
        channels[..., 3] = covered(counted, footprint, float(colors[:, 3].mean()) / 255.0)
        return True

    def _plane(self, number: int, length: int) -> np.ndarray:
        """Room for so many pixels, all empty."""
        if len(self._room[number]) < length:
            self._room[number] = np.zeros(2 * length, self._room[number].dtype)
        plane = self._room[number][:length]
        plane[:] = 0
        return plane


def projected(positions: Array, view: View, size: tuple[int, int]) -> tuple[Index, Index, Array, Index | None]:
    """Column, row from below, depth (0 to 1) of each place (n, 3) that is in the picture, and which these are.

    Without matrix products, whose threads would wait for the processor with those that draw. None: all are.
    """
    matrix = (np.asarray(view.view, np.float64) @ np.asarray(view.projection, np.float64)).astype(np.float32)
    count = len(positions)
    x, y, z = np.empty(count, np.intp), np.empty(count, np.intp), np.empty(count, np.float32)
    inside = np.empty(count, bool)
    with np.errstate(all="ignore"):  # what is not a number is not in the picture
        for start in range(0, count, CHUNK):
            part = slice(start, start + CHUNK)
            columns = np.ascontiguousarray(positions[part].T)
            across, up, depth, away = (_row(columns, matrix[:, k]) for k in range(4))
            np.divide(1.0, away, out=away)
            across *= away
            up *= away
            depth *= away
            inside[part] = (abs(across) < 1.0) & (abs(up) < 1.0) & (away > 0.0) & (abs(depth) < 1e6)
            x[part] = (0.5 * size[0]) * (across + 1.0)
            y[part] = (0.5 * size[1]) * (up + 1.0)
            z[part] = 0.5 * depth + 0.5
    if inside.all():
        return x, y, z, None
    kept = np.flatnonzero(inside)
    return x[kept], y[kept], z[kept], kept


def _row(columns: Array, matrix: Array) -> Array:
    """One coordinate (n,) of places (3, n) after a matrix, whose column (4,) for it this is."""
    row: Array = columns[0] * matrix[0]
    row += columns[1] * matrix[1]
    row += columns[2] * matrix[2]
    row += matrix[3]
    return row


def mix(channels: NDArray[np.uint8], index: Index, colors: NDArray[np.uint8], counted: Index, dots: Footprint) -> None:
    """Give each pixel of channels (h, w, 4) the mean colour of its dots."""
    among = np.maximum(summed(counted, dots), 1).astype(np.float32)
    for channel in range(3):
        shares = np.bincount(index, weights=colors[:, channel], minlength=counted.size).reshape(counted.shape)
        channels[..., channel] = summed(shares, dots) / among


def summed(plane: np.ndarray, footprint: Footprint) -> np.ndarray:
    """Sums over the dots of which each pixel of a plane (h, w) is a part; the margin is wide enough for them."""
    whole = plane.copy() if len(footprint) > 1 else plane
    for column, row in footprint[:-1]:
        by = row * plane.shape[1] + column
        to, of = whole.ravel(), plane.ravel()
        if by > 0:
            to[by:] += of[:-by]
        else:
            to[:by] += of[-by:]
    return whole


def covered(counted: Index, footprint: Footprint, opacity: float) -> NDArray[np.uint8]:
    """How far dots of this opacity, so many in each pixel (h, w), cover what is beneath: 0 to 255."""
    whole = summed(np.minimum(counted, MOST_COUNTED).astype(np.int16), footprint)
    shares = 255.0 * (1.0 - (1.0 - opacity) ** np.arange(len(footprint) * MOST_COUNTED + 1))
    return np.asarray(np.rint(shares).astype(np.uint8)[whole])


class Splats:
    """Draws clouds that are counted."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._program = shaders.program("screen.vert", "splat.frag")
        self._array = ctx.vertex_array(self._program, [])
        self._counted = Counted()
        self._textures: list[moderngl.Texture] = []
        self._size = 0, 0

    def draw(self, cloud: Points, view: View, size: tuple[int, int], across: float) -> None:
        """Draw a cloud over a target of this size [pixels]; blending and the depth texture are bound already.

        across: diameter of a dot [pixels].
        """
        counted = self._counted
        if not counted.count(cloud, view, size, across):
            return
        self._have_room(size)
        height, width = counted.colors.shape
        for texture, plane in zip(self._textures, (counted.colors, counted.depths), strict=True):
            texture.write(plane, viewport=(0, 0, width, height), alignment=1)
        self._textures[0].use(UNITS["picture"])
        self._textures[1].use(UNITS["dots_depth"])
        self._program["canvas"] = (*size, 1.0 / size[0], 1.0 / size[1])
        self._program["corner"] = counted.corner
        self._ctx.viewport = (*counted.corner, width, height)
        self._array.render(moderngl.TRIANGLES, vertices=3)
        self._ctx.viewport = (0, 0, *size)

    def _have_room(self, size: tuple[int, int]) -> None:
        """Textures as large as the picture and its margin."""
        if self._size == size:
            return
        self._free_textures()
        room = size[0] + 2 * MARGIN, size[1] + 2 * MARGIN
        self._textures = [self._ctx.texture(room, 4, dtype="f1"), self._ctx.texture(room, 1, dtype="f4")]
        for texture in self._textures:
            texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
        self._size = size

    def _free_textures(self) -> None:
        for texture in self._textures:
            texture.release()

    def release(self) -> None:
        """Free all but the program."""
        self._free_textures()
        self._textures.clear()
        self._array.release()
