"""Points counted in the cells of the screen, each shared out between the cells that it lies over.

A point is a square of one cell, of two by two, or a cross of five, and counts in each cell in proportion to the area
that it covers of it: "cloud in cell" (Hockney, Eastwood, "Computer Simulation Using Particles", 1981, section 5-3).
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_double, c_void_p
from functools import cache
from math import sqrt

from physics.compiled import native
from physics.compiled.compile_unit import CompileUnit, kernel_unit
from physics.core.scratch import scratch
from physics.types import Floats

POINTS, WIDE, ACROSS, UP, MATRIX, COVER = 0, 1, 2, 3, 4, 20
"""Places of the given numbers: number of points; 1, 2 or 3, width of a point; columns and rows of the screen; matrix
from places to the screen, for rows from the left, first row first; cover of a cell, 0 to 255, by each `FINE`-th of a
point."""
FINE, MOST = 32, 255
"""Fractions of a point that are distinguished, and number of points from which the cover is the same."""
SEEN, LEFT, LOW, COLUMNS, ROWS, HEAD = 0, 1, 2, 3, 4, 5
"""Places of what is written first: number of points on the screen; first column and row of the part with points, and
how many these are."""
BLOCK = 16
"""Cells of a row that are looked at together."""
POINT = 3
"""Numbers that are noted of a point."""
MARGIN = 2
"""Cells that a point may reach beyond the one its corner lies in."""
CROWDED = 1.5
"""Points per cell from which a cell has the mean colour of its points; below, it has that of one of them."""
LITTLE = 1e-9
"""Part of a point that is taken for none."""
FINEST = 1048575.0
"""Greatest of the whole numbers for the root of what depth leaves to 1."""
GREEN, BLUE, OPAQUE, DEEP, WHOLE = 2.0**8, 2.0**16, 2.0**24, 2.0**32, 2.0**52
"""Places in a cell's number, and what is added to it: the lower bits of the sum are then those of the number."""


def layout(across: int, up: int) -> tuple[int, int, int, int]:
    """Return where `count_in_cells` writes what for a screen of these columns and rows, after the head.

    First the number of points in each cell, and the colour and depth of one of them; these numbers are zero between two
    calls. Then, where the four begin: one number for each cell, row by row, and one for each `BLOCK` of a row, 0 where
    it is empty; sums of colours; column, row, and colour and depth, of the points on the screen.
    """
    most = (across + 2 * MARGIN + 2) * (up + 2 * MARGIN + 2)
    return HEAD + 2 * most, HEAD + 3 * most, HEAD + 4 * most, HEAD + 7 * most


def count_in_cells(t: float, y: Floats, p: Floats, out: Floats) -> None:
    """Count points, and write head, cells and blocks to `out`, which holds zeros at the first call.

    y: three numbers for the place of each point [m], then one for the colour of each, red + 2^8 green + 2^16 blue. What
    is not finite or not on the screen does not count. The bits of a cell's number are those of its colour (24) and its
    cover (8), of the root of 1 less the depth of a point (20), in parts of `FINEST`, and twelve more. Where nothing
    covers a cell, colour and depth may be any.
    """
    weights = scratch(16)
    for k in range(16):
        weights[k] = 0.0
    cells, blocks, sums, points = layout(int(p[ACROSS]), int(p[UP]))
    _project(y, p, out, points)
    columns, wide, end = int(out[COLUMNS]), int(p[WIDE]), points + POINT * int(out[SEEN])
    used = 0
    for point in range(points, end, POINT):
        first, ink = HEAD + 2 * _share_out(wide, columns, point, out, weights), out[point + 2]
        for row in range(wide + 1):
            for column in range(wide + 1):
                weight, at = weights[4 * row + column], first + 2 * (row * columns + column)
                before, last = out[at], out[at + 1]
                used += 1 if before < min(weight, LITTLE) else 0
                out[at] = before + weight
                # The later over the earlier, but not by an edge alone.
                out[at + 1] = ink if weight >= min(before, 0.5) else last
    if out[SEEN] > CROWDED * used:
        _mix(sums, points, wide, out, weights)
    _write_cells(cells, blocks, p, out)


def _project(y: Floats, p: Floats, out: Floats, points: int) -> None:
    """Write the head, and column, row, colour and depth of the points on the screen."""
    count, wide, across, up = int(p[POINTS]), int(p[WIDE]), 0.5 * p[ACROSS], 0.5 * p[UP]
    x_x, x_y, x_z, x_w = p[MATRIX], p[MATRIX + 1], p[MATRIX + 2], p[MATRIX + 3]
    y_x, y_y, y_z, y_w = p[MATRIX + 4], p[MATRIX + 5], p[MATRIX + 6], p[MATRIX + 7]
    z_x, z_y, z_z, z_w = p[MATRIX + 8], p[MATRIX + 9], p[MATRIX + 10], p[MATRIX + 11]
    o_x, o_y, o_z, o_w = p[MATRIX + 12], p[MATRIX + 13], p[MATRIX + 14], p[MATRIX + 15]
    # From the middle of a point to the middle of the cell that it shares out first.
    corner = 1.0 if wide == 2 else 0.5
    left, right, low, high = 2.0 * across, 0.0, 2.0 * up, 0.0
    at = points
    for k in range(count):
        a, b, c = y[3 * k], y[3 * k + 1], y[3 * k + 2]
        away = a * x_w + b * y_w + c * z_w + o_w
        nearness = 1.0 / away if away > 0.0 else 0.0
        x = (a * x_x + b * y_x + c * z_x + o_x) * nearness
        z = (a * x_z + b * y_z + c * z_z + o_z) * nearness
        v = (a * x_y + b * y_y + c * z_y + o_y) * nearness
        if away > 0.0 and abs(x) < 1.0 and abs(v) < 1.0 and abs(z) < 1e6:  # false for NaN
            column, row = (x + 1.0) * across - corner, (v + 1.0) * up - corner
            left, right, low, high = min(left, column), max(right, column), min(low, row), max(high, row)
            depth = sqrt(min(max(0.5 - 0.5 * z, 0.0), 1.0))
            out[at], out[at + 1] = column, row
            out[at + 2] = y[3 * count + k] + DEEP * int(FINEST * depth + 0.5)
            at += POINT
    # One more than the parts after the point, so that whole numbers are those below.
    first_column, first_row = int(left + MARGIN) - 2 * MARGIN, int(low + MARGIN) - 2 * MARGIN
    out[SEEN], out[LEFT], out[LOW] = (at - points) // POINT, first_column, first_row
    out[COLUMNS] = max(int(right + 1.0) + MARGIN + 1 - first_column, 0)
    out[ROWS] = max(int(high + 1.0) + MARGIN + 1 - first_row, 0)


def _share_out(wide: int, columns: int, point: int, out: Floats, weights: Floats) -> int:
    """Write the parts of a point in up to four rows of four cells, and return the first of these cells.

    They are products of e, n, w and s, the parts of it beyond the middle of its first cell in either direction.
    """
    x, y = out[point] - out[LEFT], out[point + 1] - out[LOW]
    column, row = int(x), int(y)
    e, n = x - column, y - row
    w, s = 1.0 - e, 1.0 - n
    if wide == 1:
        weights[0], weights[1], weights[4], weights[5] = w * s, e * s, w * n, e * n
    elif wide == 2:
        weights[0], weights[1], weights[2] = w * s, s, e * s
        weights[4], weights[5], weights[6] = w, 1.0, e
        weights[8], weights[9], weights[10] = w * n, n, e * n
    else:
        column, row = column - 1, row - 1
        weights[1], weights[2] = w * s, e * s
        weights[4], weights[5], weights[6], weights[7] = w * s, s + w * n, s + e * n, e * s
        weights[8], weights[9], weights[10], weights[11] = w * n, n + w * s, n + e * s, e * n
        weights[13], weights[14] = w * n, e * n
    return row * columns + column


def _write_cells(cells: int, blocks: int, p: Floats, out: Floats) -> None:
    """Write cells and blocks, and zero all counts."""
    columns, block = int(out[COLUMNS]), blocks
    for row in range(int(out[ROWS])):
        for column in range(0, columns, BLOCK):
            first, upto = row * columns + column, row * columns + min(column + BLOCK, columns)
            total = 0.0
            for cell in range(first, upto):
                total += out[HEAD + 2 * cell]
            out[block] = total
            block += 1
            for cell in range(first, upto if total > 0.0 else first):
                cover = p[COVER + min(int(out[HEAD + 2 * cell] * FINE + 0.5), FINE * MOST)]
                out[cells + cell] = WHOLE + (out[HEAD + 2 * cell + 1] + OPAQUE * cover)
                out[HEAD + 2 * cell] = 0.0
            for cell in range(first, first if total > 0.0 else upto):
                out[cells + cell] = WHOLE


def _mix(sums: int, points: int, wide: int, out: Floats, weights: Floats) -> None:
    """Give each cell the mean colour of its points."""
    columns, count = int(out[COLUMNS]), int(out[COLUMNS] * out[ROWS])
    for at in range(sums, sums + 3 * count):
        out[at] = 0.0
    for point in range(points, points + POINT * int(out[SEEN]), POINT):
        first, ink = sums + 3 * _share_out(wide, columns, point, out, weights), int(out[point + 2])
        red, green, blue = ink & 255, ink >> 8 & 255, ink >> 16 & 255
        for row in range(wide + 1):
            for column in range(wide + 1):
                weight, at = weights[4 * row + column], first + 3 * (row * columns + column)
                out[at] += weight * red
                out[at + 1] += weight * green
                out[at + 2] += weight * blue
    for cell in range(count):
        at, dots = sums + 3 * cell, out[HEAD + 2 * cell]
        if dots > 0.0:
            share = 1.0 / dots
            color = int(share * out[at] + 0.5) + GREEN * int(share * out[at + 1] + 0.5)
            depth = DEEP * int(out[HEAD + 2 * cell + 1] / DEEP)
            out[HEAD + 2 * cell + 1] = depth + (color + BLUE * int(share * out[at + 2] + 0.5))


def cell_counts_unit() -> CompileUnit:
    """Return what compiles `count_in_cells`."""
    return kernel_unit(count_in_cells, 1)


CALL = CFUNCTYPE(None, c_double, c_void_p, c_void_p, c_void_p)


@cache
def compiled_counting() -> Callable[[float, int, int, int], None] | None:
    """Return `count_in_cells` as machine code that takes addresses, or None where there is none."""
    try:
        return CALL(native.function_address(cell_counts_unit()))
    except native.Unavailable:
        return None
