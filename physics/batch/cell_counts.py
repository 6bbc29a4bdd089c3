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
"""Cells of a row that are looked at together, and rows of a band, which is counted and written before the next."""
RING = 32
"""Rows in which is counted: those of a band, and of the next those that its points reach."""
POINT = 3
"""Numbers that are noted of a point."""
MARGIN = 2
"""Empty cells round the part with points, at least."""
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

    First the number of points in each cell of `RING` rows, the colour and depth of one of them, and sums of colours;
    all these are zero between two calls. Then, where the four begin: one number for each cell, row by row, and one for
    each `BLOCK` of a row, 0 where it is empty; how many points lie below the end of each band of `BLOCK` rows; column,
    row, and colour and depth, of the points on the screen, as they come and in order of bands.
    """
    columns, rows = across + 2 * MARGIN + 2, up + 2 * MARGIN + 2
    cells = HEAD + 5 * RING * columns
    return cells, cells + columns * rows, cells + 2 * columns * rows, cells + 2 * columns * rows + rows


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
    _project(y, p, out)
    _sort(p, out)
    bands, used = -(-int(out[ROWS]) // BLOCK), 0
    for mixed in range(2):
        for band in range(bands):
            used += _fill_band(band, p, out)
            if mixed:
                _mix_band(band, p, out, weights)
            _write_band(band, p, out)
        # Only a crowd is counted once more.
        bands = bands if out[SEEN] > CROWDED * used else 0


def _project(y: Floats, p: Floats, out: Floats) -> None:
    """Write the head, and column, row, colour and depth of the points on the screen."""
    count, across, up = int(p[POINTS]), 0.5 * p[ACROSS], 0.5 * p[UP]
    x_x, x_y, x_z, x_w = p[MATRIX], p[MATRIX + 1], p[MATRIX + 2], p[MATRIX + 3]
    y_x, y_y, y_z, y_w = p[MATRIX + 4], p[MATRIX + 5], p[MATRIX + 6], p[MATRIX + 7]
    z_x, z_y, z_z, z_w = p[MATRIX + 8], p[MATRIX + 9], p[MATRIX + 10], p[MATRIX + 11]
    o_x, o_y, o_z, o_w = p[MATRIX + 12], p[MATRIX + 13], p[MATRIX + 14], p[MATRIX + 15]
    # From the middle of a point to the middle of the first cell that it may lie over.
    corner = 0.5 * p[WIDE]
    left, right, low, high = 2.0 * across, 0.0, 2.0 * up, 0.0
    first = layout(int(p[ACROSS]), int(p[UP]))[3]
    at = first
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
    out[SEEN], out[LEFT], out[LOW] = (at - first) // POINT, first_column, first_row
    out[COLUMNS] = max(int(right + 1.0) + MARGIN + 1 - first_column, 0)
    out[ROWS] = max(int(high + 1.0) + MARGIN + 1 - first_row, 0)


def _sort(p: Floats, out: Floats) -> None:
    """Write the points in the order of the bands in which they begin, and where the points of each band end.

    The cells of a band stay in the processor's cache while its points are counted.
    """
    _, _, ends, first = layout(int(p[ACROSS]), int(p[UP]))
    seen, low = int(out[SEEN]), out[LOW]
    bands, after = -(-int(out[ROWS]) // BLOCK), first + POINT * seen
    for at in range(ends, ends + bands):
        out[at] = 0.0
    for point in range(first, after, POINT):
        out[ends + int(out[point + 1] - low) // BLOCK] += 1.0
    begin = 1.0 * after
    for at in range(ends, ends + bands):
        count = out[at]
        out[at] = begin
        begin += POINT * count
    for point in range(first, after, POINT):
        band = ends + int(out[point + 1] - low) // BLOCK
        at = int(out[band])
        out[at], out[at + 1], out[at + 2] = out[point], out[point + 1], out[point + 2]
        out[band] = out[band] + POINT


def _points_of(band: int, p: Floats, out: Floats) -> tuple[int, int]:
    """Return where the points of a band begin and end."""
    _, _, ends, first = layout(int(p[ACROSS]), int(p[UP]))
    begin = int(out[ends + band - 1]) if band > 0 else first + POINT * int(out[SEEN])
    return begin, int(out[ends + band])


def _fill_band(band: int, p: Floats, out: Floats) -> int:
    """Count the points of a band in the ring of rows, and return how many cells got their first.

    Each width has its own lines: parts of a point that go through memory take twice the time.
    """
    wide, columns, used = int(p[WIDE]), int(out[COLUMNS]), 0
    left, low = out[LEFT], out[LOW]
    begin, end = _points_of(band, p, out)
    for point in range(begin, end, POINT):
        x, y, ink = out[point] - left, out[point + 1] - low, out[point + 2]
        column, row = int(x), int(y)
        e, n = x - column, y - row
        w, s = 1.0 - e, 1.0 - n
        first = HEAD + 2 * (row % RING * columns + column)
        second = HEAD + 2 * ((row + 1) % RING * columns + column)
        if wide == 1:
            used += _lay(out, first, w * s, ink) + _lay(out, first + 2, e * s, ink)
            used += _lay(out, second, w * n, ink) + _lay(out, second + 2, e * n, ink)
        else:
            third = HEAD + 2 * ((row + 2) % RING * columns + column)
            if wide == 2:
                used += _lay(out, first, w * s, ink) + _lay(out, first + 2, s, ink) + _lay(out, first + 4, e * s, ink)
                used += _lay(out, second, w, ink) + _lay(out, second + 2, 1.0, ink) + _lay(out, second + 4, e, ink)
                used += _lay(out, third, w * n, ink) + _lay(out, third + 2, n, ink) + _lay(out, third + 4, e * n, ink)
            else:
                last = HEAD + 2 * ((row + 3) % RING * columns + column)
                used += _lay(out, first + 2, w * s, ink) + _lay(out, first + 4, e * s, ink)
                used += _lay(out, second, w * s, ink) + _lay(out, second + 2, s + w * n, ink)
                used += _lay(out, second + 4, s + e * n, ink) + _lay(out, second + 6, e * s, ink)
                used += _lay(out, third, w * n, ink) + _lay(out, third + 2, n + w * s, ink)
                used += _lay(out, third + 4, n + e * s, ink) + _lay(out, third + 6, e * n, ink)
                used += _lay(out, last + 2, w * n, ink) + _lay(out, last + 4, e * n, ink)
    return used


def _lay(out: Floats, at: int, weight: float, ink: float) -> int:
    """Count a part of a point in a cell, and return 1 if it is the first there."""
    before, last = out[at], out[at + 1]
    out[at] = before + weight
    # The later over the earlier, but not by an edge alone.
    out[at + 1] = ink if weight >= min(before, 0.5) else last
    return 1 if before < min(weight, LITTLE) else 0


def _share_out(wide: int, point: int, out: Floats, weights: Floats) -> tuple[int, int]:
    """Write the parts of a point in up to four rows of four cells, and return column and row of the first of these.

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
        weights[1], weights[2] = w * s, e * s
        weights[4], weights[5], weights[6], weights[7] = w * s, s + w * n, s + e * n, e * s
        weights[8], weights[9], weights[10], weights[11] = w * n, n + w * s, n + e * s, e * n
        weights[13], weights[14] = w * n, e * n
    return column, row


def _mix_band(band: int, p: Floats, out: Floats, weights: Floats) -> None:
    """Give each cell of a band the mean colour of its points."""
    wide, columns = int(p[WIDE]), int(out[COLUMNS])
    sums = HEAD + 2 * RING * columns
    begin, end = _points_of(band, p, out)
    for point in range(begin, end, POINT):
        first_column, first_row = _share_out(wide, point, out, weights)
        ink = int(out[point + 2])
        red, green, blue = ink & 255, ink >> 8 & 255, ink >> 16 & 255
        for row in range(wide + 1):
            first = sums + 3 * ((first_row + row) % RING * columns + first_column)
            for column in range(wide + 1):
                weight, at = weights[4 * row + column], first + 3 * column
                out[at] += weight * red
                out[at + 1] += weight * green
                out[at + 2] += weight * blue
    for row in range(band * BLOCK, min(band * BLOCK + BLOCK, int(out[ROWS]))):
        first = row % RING * columns
        for cell in range(first, first + columns):
            at, dots = sums + 3 * cell, out[HEAD + 2 * cell]
            if dots > 0.0:
                share = 1.0 / dots
                color = int(share * out[at] + 0.5) + GREEN * int(share * out[at + 1] + 0.5)
                depth = DEEP * int(out[HEAD + 2 * cell + 1] / DEEP)
                out[HEAD + 2 * cell + 1] = depth + (color + BLUE * int(share * out[at + 2] + 0.5))
            out[at] = out[at + 1] = out[at + 2] = 0.0


def _write_band(band: int, p: Floats, out: Floats) -> None:
    """Write cells and blocks of a band, and zero its counts."""
    cells, blocks, _, _ = layout(int(p[ACROSS]), int(p[UP]))
    columns = int(out[COLUMNS])
    for row in range(band * BLOCK, min(band * BLOCK + BLOCK, int(out[ROWS]))):
        first, to = HEAD + 2 * (row % RING * columns), cells + row * columns
        block = blocks + row * -(-columns // BLOCK)
        for column in range(0, columns, BLOCK):
            upto = min(column + BLOCK, columns)
            total = 0.0
            for k in range(column, upto):
                total += out[first + 2 * k]
            out[block] = total
            block += 1
            for k in range(column, upto if total > 0.0 else column):
                cover = p[COVER + min(int(out[first + 2 * k] * FINE + 0.5), FINE * MOST)]
                out[to + k] = WHOLE + (out[first + 2 * k + 1] + OPAQUE * cover)
                out[first + 2 * k] = 0.0
            for k in range(column, column if total > 0.0 else upto):
                out[to + k] = WHOLE


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
