"""Counting of very many dots into pixels by numpy, each distributed over the pixels it lies between."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, Points, View

FOOTPRINTS = {
    1: ((0, 0),),
    2: ((1, 1), (0, 1), (1, 0), (0, 0)),
    3: ((1, 0), (-1, 0), (0, 1), (0, -1), (0, 0)),
}
"""The pixels that a dot covers, by its size, where its corner, or the middle of the large one, meets a pixel's."""
CORNERS = {1: 0.5, 2: 1.0, 3: 0.5}
"""Distance of that corner to the left of and below the middle of a dot [pixels]."""
BETWEEN = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Offsets of the pixels over which a dot between them is distributed."""
TOUCHED = {
    wide: sorted(
        {(column + i, row + j) for column, row in footprint for i, j in BETWEEN},
        key=lambda at, middle=CORNERS[wide]: -math.dist(at, (middle, middle)),  # type: ignore[misc]
    )
    for wide, footprint in FOOTPRINTS.items()
}
"""All pixels that a dot may touch, by its size, the middle ones last, because there it covers others."""
MANY = 300_000
"""Number of dots from which each is counted in its nearest pixel: the motion of a single one is not visible then."""
FINE = 32
"""Number of fractions of a dot that are distinguished."""
MAX_COUNTED = 255
MARGIN = 2
CHUNK = 1 << 14
"""Number of dots processed at a time, few enough for the processor's cache."""
ONES = np.ones(CHUNK, np.float32)
CROWDED = 1.5
"""Dots per pixel from which a pixel has the mean colour of its dots; below, it has that of one of them."""

Index = NDArray[np.intp]
Footprint = tuple[tuple[int, int], ...]


class ScratchArrays:
    """Arrays that are reused, because allocating arrays of this size costs more than filling them."""

    def __init__(self) -> None:
        self._kept: dict[str, NDArray[Any]] = {}

    def of(self, name: str, shape: tuple[int, ...], kind: type[np.generic] = np.float32) -> NDArray[Any]:
        """Return the array of this name, with its last content."""
        length = math.prod(shape)
        kept = self._kept.get(name)
        if kept is None or len(kept) < length:
            kept = self._kept[name] = np.empty(length + length // 2, kind)
        return kept[:length].reshape(shape)

    def empty(self, name: str, shape: tuple[int, ...], kind: type[np.generic] = np.float32) -> NDArray[Any]:
        """Return the array of this name, filled with zeros."""
        array = self.of(name, shape, kind)
        array.fill(0)
        return array


class CountedDots:
    """Counts of dots in the pixels of a part of the picture, distributed between pixels so that dots move smoothly.

    corner: left and lowest pixel. dots: (h, w, 2) uint32, lowest row first: R G B and coverage, and the bits
    of the depth (float32) as in the depth map. Both are valid until the next count.
    """

    def __init__(self) -> None:
        self.corner = 0, 0
        self.dots: NDArray[np.uint32] = np.zeros((0, 0, 2), np.uint32)
        self._room = ScratchArrays()

    def count(self, cloud: Points, view: View, size: tuple[int, int], across: float) -> bool:
        """Count a cloud of dots of this width [pixels] in a picture of this size; False if none is in sight."""
        wide = min(max(round(across), 1), 3)
        footprint = FOOTPRINTS[wide]
        x, y, inked = self._projected(cloud, view, size)
        if not len(x):
            return False
        x -= CORNERS[wide]
        y -= CORNERS[wide]
        left, low = math.floor(x.min()) - MARGIN, math.floor(y.min()) - MARGIN
        shape = height, width = math.floor(y.max()) + 2 + MARGIN - low, math.floor(x.max()) + 2 + MARGIN - left
        self.corner = left, low
        x -= left
        y -= low
        plane = self._room.empty("plane", (height * width,), np.uint64)
        counted = self._room.empty("counted", (height * width,))
        whole_dots = len(x) > MANY
        for part, index, shares in distribute_dots(x, y, width, whole_dots):
            ink = inked.view(np.uint64).ravel()[part]
            for i, j in footprint if whole_dots else TOUCHED[wide]:
                plane[index + (j * width + i)] = ink
            for pixels, weights in shares:
                np.add.at(counted, pixels, weights)
        self.dots = plane.view(np.uint32).reshape(height, width, 2)
        channels = plane.view(np.uint8).reshape(height, width, 8)
        crowded = len(x) > CROWDED * np.count_nonzero(counted)
        whole = sum_footprint(counted.reshape(shape), footprint, self._room.of("whole", shape))
        if crowded:
            self._mix(channels, x, y, inked, whole, footprint)
        opacity = float(cloud.colors[:, 3].mean()) / 255.0
        channels[..., 3] = dot_coverage(whole, opacity, self._room)
        return True

    def _projected(self, cloud: Points, view: View, size: tuple[int, int]) -> tuple[Array, Array, NDArray[np.uint32]]:
        """Return places from the left and from below [pixels] of the visible dots, and their colours and depths."""
        count = len(cloud.positions)
        x, y = self._room.of("x", (count,)), self._room.of("y", (count,))
        inked = self._room.of("inked", (count, 2), np.uint32)
        colors = np.ascontiguousarray(cloud.colors).view(np.uint32).ravel()
        depths = inked.view(np.float32)
        at = 0
        for part, inside, across, up, depth in project_dots(cloud.positions, view):
            kept = inside if not inside.all() else slice(None)
            upto = at + int(np.count_nonzero(inside))
            np.multiply(across[kept] + 1.0, 0.5 * size[0], out=x[at:upto])
            np.multiply(up[kept] + 1.0, 0.5 * size[1], out=y[at:upto])
            inked[at:upto, 0] = colors[part][kept]
            depths[at:upto, 1] = 0.5 * depth[kept] + 0.5
            at = upto
        return x[:at], y[:at], inked[:at]

    def _mix(
        self,
        channels: NDArray[np.uint8],
        x: Array,
        y: Array,
        inked: NDArray[np.uint32],
        whole: Array,
        footprint: Footprint,
    ) -> None:
        """Give each pixel of channels (h, w, 8) the mean colour of its dots. whole (h, w): its number of dots."""
        shape = height, width = whole.shape[0], whole.shape[1]
        colors = inked.view(np.uint8).reshape(-1, 8)
        among = np.maximum(whole, 1.0 / FINE)
        for channel in range(3):
            sums = self._room.empty("sums", (height * width,))
            for part, _, shares in distribute_dots(x, y, width, len(x) > MANY):
                shade = colors[part, channel].astype(np.float32)
                for pixels, weights in shares:
                    np.add.at(sums, pixels, weights * shade)
            mean = sum_footprint(sums.reshape(shape), footprint, self._room.of("mean", shape))
            channels[..., channel] = np.minimum(mean / among + 0.5, 255.0)


def project_dots(positions: Array, view: View) -> Iterator[tuple[slice, NDArray[np.bool_], Array, Array, Array]]:
    """Yield, part by part of places (n, 3): a slice, whether each is in the picture, and x, y and depth from -1 to 1.

    Without matrix products, whose threads would wait for the processor with those that draw.
    """
    matrix = (np.asarray(view.view, np.float64) @ np.asarray(view.projection, np.float64)).astype(np.float32)
    for start in range(0, len(positions), CHUNK):
        part = slice(start, start + CHUNK)
        with np.errstate(all="ignore"):  # the comparison is false for NaN
            columns = np.ascontiguousarray(positions[part].T)
            across, up, depth, away = (_row(columns, matrix[:, k]) for k in range(4))
            np.divide(1.0, away, out=away)
            across *= away
            up *= away
            depth *= away
            inside = (abs(across) < 1.0) & (abs(up) < 1.0) & (away > 0.0) & (abs(depth) < 1e6)
        yield part, inside, across, up, depth


def _row(columns: Array, matrix: Array) -> Array:
    """Return one coordinate (n,) of places (3, n) times a matrix with this column (4,)."""
    row: Array = columns[0] * matrix[0]
    row += columns[1] * matrix[1]
    row += columns[2] * matrix[2]
    row += matrix[3]
    return row


def distribute_dots(
    x: Array, y: Array, width: int, whole: bool
) -> Iterator[tuple[slice, Index, list[tuple[Index, Array]]]]:
    """Yield dots with corners at x, y (n,) in a plane of this width, part by part: which, and their corners' pixels.

    And all four pixels over which each is shared out, as (pixels, parts of a dot). whole: they are not shared out.
    """
    for start in range(0, len(x), CHUNK):
        part = slice(start, start + CHUNK)
        if whole:
            index = (y[part] + 0.5).astype(np.intp) * width + (x[part] + 0.5).astype(np.intp)
            yield part, index, [(index, ONES[: len(index)])]
            continue
        column, row = np.floor(x[part]), np.floor(y[part])
        right, up = x[part] - column, y[part] - row
        left, down = 1.0 - right, 1.0 - up
        index = row.astype(np.intp) * width + column.astype(np.intp)
        across, upwards = (left, right), (down, up)
        yield part, index, [(index + (j * width + i), across[i] * upwards[j]) for i, j in BETWEEN]


def sum_footprint(plane: Array, footprint: Footprint, into: Array) -> Array:
    """Return sums over the dots that cover each pixel of a plane (h, w), whose margin is wide enough for them."""
    np.copyto(into, plane)
    for column, row in footprint:
        by = row * plane.shape[1] + column
        to, of = into.ravel(), plane.ravel()
        if by > 0:
            to[by:] += of[:-by]
        elif by < 0:
            to[:by] += of[-by:]
    return into


def dot_coverage(whole: Array, opacity: float, room: ScratchArrays) -> NDArray[np.uint8]:
    """Return the coverage by dots of this opacity, (h, w), 0 to 255. whole (h, w): numbers of dots, overwritten."""
    np.minimum(whole, MAX_COUNTED, out=whole)
    whole *= FINE
    whole += 0.5
    steps = room.of("steps", whole.shape, np.uint16)
    np.copyto(steps, whole, casting="unsafe")
    cover: NDArray[np.uint8] = coverage_table(opacity).take(
        steps, out=room.of("cover", whole.shape, np.uint8), mode="clip"
    )
    return cover


@lru_cache(maxsize=8)
def coverage_table(opacity: float) -> NDArray[np.uint8]:
    """Return the coverage by 0, 1, 2... fractions of dots of this opacity, 0 to 255."""
    dots = np.arange(FINE * MAX_COUNTED + 1) / FINE
    # Below one dot the coverage is proportional; then each dot transmits its share of the remaining light.
    cover = np.where(dots < 1.0, opacity * dots, 1.0 - (1.0 - opacity) ** dots)
    return np.rint(255.0 * cover).astype(np.uint8)
