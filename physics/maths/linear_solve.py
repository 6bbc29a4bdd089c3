"""Solution of linear equations on flat buffers."""

from __future__ import annotations

from physics.types import Floats


def factor(matrix: Floats, pivots: Floats, m: int) -> bool:
    """Replace an (m, m) matrix, stored by rows, by its factors L and U, with partial pivoting; False if it is singular.

    pivots, (m,), receives the row that was exchanged with each row.
    """
    for column in range(m):
        best, largest = column, abs(matrix[column * m + column])
        for row in range(column + 1, m):
            size = abs(matrix[row * m + column])
            if size > largest:
                best, largest = row, size
        if not largest > 0.0:
            return False
        pivots[column] = best
        if best != column:
            for q in range(m):
                kept = matrix[column * m + q]
                matrix[column * m + q] = matrix[best * m + q]
                matrix[best * m + q] = kept
        for row in range(column + 1, m):
            part = matrix[row * m + column] / matrix[column * m + column]
            matrix[row * m + column] = part
            for q in range(column + 1, m):
                matrix[row * m + q] -= part * matrix[column * m + q]
    return True


def solve(matrix: Floats, pivots: Floats, x: Floats, m: int) -> None:
    """Replace the right-hand side x, (m,), by the solution; matrix and pivots are those that `factor` left."""
    for column in range(m):
        best = int(pivots[column])
        kept = x[column]
        x[column] = x[best]
        x[best] = kept
    for row in range(m):
        total = x[row]
        for q in range(row):
            total -= matrix[row * m + q] * x[q]
        x[row] = total
    for back in range(m):
        row = m - 1 - back
        total = x[row]
        for q in range(row + 1, m):
            total -= matrix[row * m + q] * x[q]
        x[row] = total / matrix[row * m + row]


def solve_banded(band: Floats, x: Floats, m: int, width: int) -> None:
    """Replace x, (m,), by the solution for a symmetric matrix that is zero further than `width` from its diagonal.

    band, (m, width + 1), has in row i the entries (i, i), (i, i - 1), ... (i, i - width); those outside the matrix are
    never read. It is replaced by the factors L D Lᵀ, without pivoting: D must not be zero, as in a definite matrix.
    """
    row = width + 1
    for column in range(m):
        pivot = band[column * row]
        below = min(width, m - 1 - column)
        for back in range(below):
            far = below - back
            at = (column + far) * row
            part = band[at + far] / pivot
            for near in range(1, far + 1):
                band[at + far - near] -= part * band[(column + near) * row + near]
            band[at + far] = part
            x[column + far] -= part * x[column]
    for back in range(m):
        column = m - 1 - back
        total = x[column] / band[column * row]
        for far in range(1, min(width, m - 1 - column) + 1):
            total -= band[(column + far) * row + far] * x[column + far]
        x[column] = total
