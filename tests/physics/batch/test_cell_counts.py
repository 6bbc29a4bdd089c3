"""Points counted in cells: against areas of overlap, colours, and the bits of machine code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from physics.batch.cell_counts import (
    BLOCK,
    COVER,
    FINE,
    FINEST,
    HEAD,
    MATRIX,
    MOST,
    POINT,
    compiled_counting,
    count_in_cells,
    layout,
)  # fmt: skip

SIZE = 40, 24
LINEAR = np.minimum(np.arange(FINE * MOST + 1) / FINE * 51.0, 255.0).round()
"""Cover of cells by points that cover a fifth each."""
OFFSETS = {
    1: [(0.0, 0.0)],
    2: [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)],
    3: [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)],
}
"""Middles of the squares of one cell that a point of each width consists of."""


class Counted(NamedTuple):
    """Colour (h, w, 3), cover and depth (h, w) of all cells of the screen, and the blocks of the part with points."""

    color: np.ndarray
    cover: np.ndarray
    depth: np.ndarray
    blocks: np.ndarray


def numbers(points: np.ndarray, wide: int) -> np.ndarray:
    """Return the given numbers; the matrix takes places in cells, and depths from 0 to 1, to the screen."""
    matrix = np.diag([2.0 / SIZE[0], 2.0 / SIZE[1], 2.0, 1.0])
    matrix[3, :3] = -1.0
    return np.concatenate([[len(points), wide, *SIZE], matrix.ravel(), LINEAR])


def counted(points, colors, wide: int, machine: bool = True, out: np.ndarray | None = None) -> Counted:
    points, colors = np.asarray(points, float).reshape(-1, 3), np.asarray(colors).reshape(-1, 3)
    y = np.concatenate([points.ravel(), colors @ [1.0, 2.0**8, 2.0**16]])
    p, (cells, blocks, _, last) = numbers(points, wide), layout(*SIZE)
    out = np.zeros(last + 2 * POINT * len(points)) if out is None else out
    if machine:
        call = compiled_counting()
        assert call is not None
        call(0.0, y.ctypes.data, p.ctypes.data, out.ctypes.data)
    else:
        count_in_cells(0.0, memoryview(y), memoryview(p), memoryview(out))
    _, left, low, columns, rows = map(int, out[:HEAD])
    shown = np.zeros((SIZE[1] + 20, SIZE[0] + 20, 2), np.uint32)
    found = out[cells : cells + columns * rows].view(np.uint32).reshape(rows, columns, 2)
    shown[10 + low : 10 + low + rows, 10 + left : 10 + left + columns] = found
    across = -(-columns // BLOCK)
    shown = shown[10:-10, 10:-10]
    root = (shown[..., 1] & 0xFFFFF) / FINEST
    channels = np.ascontiguousarray(shown[..., 0])[..., None].view(np.uint8)
    channels[channels[..., 3] == 0] = 0  # the colour of nothing may be any
    used = out[blocks : blocks + rows * across].reshape(rows, across)
    return Counted(channels[..., :3], channels[..., 3], np.where(channels[..., 3] > 0, 1.0 - root**2, 1.0), used)


def overlaps(points: np.ndarray, wide: int) -> np.ndarray:
    """Return how many points lie over each cell, from the area that each covers of it."""
    total = np.zeros(SIZE[::-1])
    for x, y, _ in points:
        for right, up in OFFSETS[wide]:
            across = np.maximum(1.0 - abs(np.arange(SIZE[0]) + 0.5 - x - right), 0.0)
            upwards = np.maximum(1.0 - abs(np.arange(SIZE[1]) + 0.5 - y - up), 0.0)
            total += np.outer(upwards, across)
    return total


def scattered(count: int) -> np.ndarray:
    """Return points all over the screen and past its edges."""
    return np.random.default_rng(3).uniform((-2.0, -2.0, -0.2), (SIZE[0] + 2.0, SIZE[1] + 2.0, 1.2), (count, 3))


def on_screen(points: np.ndarray) -> np.ndarray:
    return points[(points[:, :2] > 0.0).all(axis=1) & (points[:, :2] < SIZE).all(axis=1)]


@pytest.mark.parametrize("wide", [1, 2, 3])
def test_cells_are_covered_by_the_areas_of_points(wide):
    points = scattered(160)
    result = counted(points, np.full((160, 3), 90), wide)
    expected = overlaps(on_screen(points), wide)
    assert np.abs(result.cover / 51.0 - np.minimum(expected, 5.0)).max() < 0.5 / FINE + 0.5 / 51.0 + 1e-9
    assert (result.color[expected > 0.02] == 90).all()
    assert 0.0 < (result.blocks > 0.0).mean() <= 1.0


@pytest.mark.parametrize("wide", [1, 2, 3])
@pytest.mark.parametrize("count", [30, 4000])
def test_machine_code_gives_the_bits_of_cpython(wide, count):
    points, colors = scattered(count), np.random.default_rng(1).integers(0, 256, (count, 3))
    points[::17] = np.nan, np.inf, 0.5
    for a, b in zip(counted(points, colors, wide), counted(points, colors, wide, machine=False), strict=True):
        assert np.array_equal(a, b)


def test_nothing_is_left_of_an_earlier_count():
    points, colors = scattered(300), np.random.default_rng(1).integers(0, 256, (300, 3))
    out = np.zeros(layout(*SIZE)[3] + 2 * POINT * 300)
    counted(points[:200] + np.array([3.0, 1.0, 0.0]), colors[:200], 3, out=out)
    for a, b in zip(counted(points, colors, 2, out=out), counted(points, colors, 2), strict=True):
        assert np.array_equal(a, b)


def test_a_cell_has_the_colour_of_the_last_point_or_of_all_of_a_crowd():
    middle, red, blue = (7.5, 5.5, 0.25), (200, 0, 10), (0, 0, 250)
    pair = counted([middle, middle], [red, blue], 1)
    assert (pair.color[5, 7] == blue).all()
    assert pair.cover[5, 7] == 102
    assert pair.depth[5, 7] == pytest.approx(0.25, abs=2e-6)
    crowd = counted([middle] * 8, [red, blue] * 4, 1)
    assert crowd.color[5, 7].tolist() == [100, 0, 130]
    edge = counted([middle, (8.3, 5.5, 0.25)], [red, blue], 1)
    assert (edge.color[5, 7] == red).all(), "a point that covers little of a cell does not colour it"


@pytest.mark.parametrize(
    "place", [(np.nan, 5.0, 0.5), (5.0, np.inf, 0.5), (-0.1, 5.0, 0.5), (5.0, SIZE[1] + 0.1, 0.5), (5.0, 5.0, 1e9)]
)
def test_what_is_not_on_the_screen_does_not_count(place):
    assert not counted([place], [(1, 2, 3)], 1).cover.any()


def test_points_behind_the_eye_do_not_count():
    p = numbers(np.zeros((1, 3)), 1)
    p[MATRIX + 15] = -1.0
    out = np.zeros(layout(*SIZE)[3] + 2 * POINT)
    count_in_cells(0.0, memoryview(np.array([0.0, 0.0, 0.0, 9.0])), memoryview(p), memoryview(out))
    assert out[0] == 0.0
    assert COVER == MATRIX + 16
