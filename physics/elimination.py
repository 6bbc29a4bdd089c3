"""Systems of linear equations on flat buffers."""

from __future__ import annotations

from physics.system import Floats


def factor(matrix: Floats, pivots: Floats, m: int) -> bool:
    """Turn an (m, m) matrix, row by row, into its factors L and U with partial pivoting; False if it is singular.

    pivots, (m,), keeps which row was exchanged with which.
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
    """Replace the right-hand side x, (m,), by the solution, with the factors that `factor` left in matrix."""
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
