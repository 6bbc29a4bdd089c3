"""Linear algebra of small dense matrices whose bits are the same everywhere.

numpy hands `@`, `dot` and `linalg` to a BLAS and a LAPACK, which choose the order of their sums, and fused
multiplication, by the processor; `einsum` chooses by itself. What a start, a state, a pose or an export is made of is
computed here instead: by sums, products, quotients and roots of single elements, in an order that is written down.
Matrices are numpy arrays; further axes before the last two are those of stacks, and are broadcast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]
Vector: TypeAlias = "Sequence[float] | NDArray[Any]"
FEW = 7
"""Terms up to which numpy adds one after the other along any axis; of more it may add every eighth."""
SMALL = 60
"""Numbers of a matrix up to which one sum of all products is quicker than one product after the other."""
LARGE = 1000
"""Numbers of a matrix from which on its product with a small one is made column by column."""
MAX_SWEEPS = 60
"""Greatest number of sweeps of Jacobi's method, which needs about 6 to 10."""


class SingularMatrix(ArithmeticError):
    """Raised for a matrix that has no inverse."""


def total(a: ArrayLike, axis: int = -1) -> Numbers:
    """Return the sum along an axis, of two halves again and again, so that errors stay small; 0 where it is empty."""
    numbers = np.moveaxis(np.asarray(a, float), axis, 0)
    if not len(numbers):
        return np.zeros(numbers.shape[1:])
    while len(numbers) > 1:
        half = (len(numbers) + 1) // 2
        folded = numbers[:half].copy()
        folded[: len(numbers) - half] += numbers[half:]
        numbers = folded
    return np.asarray(numbers[0])


def dot(a: Vector, b: Vector) -> float:
    """Return the inner product of two vectors (n,)."""
    found = 0.0
    for x, y in zip(_listed(a), _listed(b), strict=True):
        found += float(x) * float(y)
    return found


def length(a: Vector) -> float:
    """Return the length of a vector (n,)."""
    return math.sqrt(dot(a, a))


def lengths(a: ArrayLike, axis: int = -1) -> Numbers:
    """Return the lengths of vectors along an axis."""
    numbers = np.asarray(a, float)
    return np.asarray(np.sqrt(total(numbers * numbers, axis)))


def inner(a: ArrayLike, b: ArrayLike) -> Numbers:
    """Return the inner products of vectors along their last axis, (..., n) and (..., n)."""
    return total(np.asarray(a, float) * np.asarray(b, float))


def _listed(a: Vector) -> Sequence[float]:
    return a.tolist() if isinstance(a, np.ndarray) else a


def product(a: ArrayLike, b: ArrayLike) -> Numbers:
    """Return A B of matrices (..., m, k) and (..., k, n), the sum over k from its first term to its last."""
    left, right = np.asarray(a, float), np.asarray(b, float)
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"product of matrices {left.shape} and {right.shape}")
    if left.shape[-1] == 0:
        return np.zeros((*np.broadcast_shapes(left.shape[:-2], right.shape[:-2]), left.shape[-2], right.shape[-1]))
    if left.shape[-1] <= FEW and left.size <= SMALL:
        return np.asarray(np.add.reduce(left[..., None] * right[..., None, :, :], axis=-2))
    if right.ndim == 2 and right.shape[1] <= FEW and left.size > LARGE:
        return np.stack([applied(left, column) for column in right.T], axis=-1)
    found = left[..., :, 0, None] * right[..., None, 0, :]
    for k in range(1, left.shape[-1]):
        found += left[..., :, k, None] * right[..., None, k, :]
    return np.asarray(found)


def applied(a: ArrayLike, x: ArrayLike) -> Numbers:
    """Return A x of matrices (..., m, n) and vectors (..., n)."""
    left, right = np.asarray(a, float), np.asarray(x, float)
    if right.ndim > 1 or right.size != left.shape[-1] or not right.size or left.size <= SMALL:
        return product(left, right[..., None])[..., 0]
    found = left[..., 0] * right[0]
    for k in range(1, right.size):
        found += left[..., k] * right[k]
    return np.asarray(found)


def solve(a: ArrayLike, b: ArrayLike) -> Numbers:
    """Return the solution of A X = B for A (n, n) and B (n,) or (n, k), by elimination with partial pivoting.

    Raises SingularMatrix.
    """
    whole = np.array(a, float)
    n = len(whole)
    found = np.array(b, float).reshape(n, -1)
    for k in range(n):
        best = k + int(np.argmax(np.abs(whole[k:, k])))
        if not abs(whole[best, k]) > 0.0:
            raise SingularMatrix("singular matrix")
        if best != k:
            whole[[k, best]], found[[k, best]] = whole[[best, k]], found[[best, k]]
        part = whole[k + 1 :, k, None] / whole[k, k]
        whole[k + 1 :, k + 1 :] -= part * whole[k, k + 1 :]
        found[k + 1 :] -= part * found[k]
    for k in range(n - 1, -1, -1):
        found[k] /= whole[k, k]
        found[:k] -= whole[:k, k, None] * found[k]
    return found.reshape(np.shape(b))


def solve_positive(a: Numbers, b: Numbers, tolerance: float) -> Numbers | None:
    """Return the solution of A x = b for a symmetric A > 0 (n, n) and b (n,), by L D Lᵀ; None where A is near singular.

    So it counts where a pivot is at most a part `tolerance` of the diagonal element from which it is left.
    """
    whole, found = a.tolist(), b.tolist()
    n = len(found)
    for k, row in enumerate(whole):
        pivot = row[k]
        if not pivot > tolerance * float(a[k, k]):
            return None
        for i in range(k + 1, n):
            below = whole[i]
            part = below[k] / pivot
            if part == 0.0:
                continue  # of most, where a matrix falls into parts
            for j in range(k + 1, n):
                below[j] -= part * row[j]
            found[i] -= part * found[k]
    for k in range(n - 1, -1, -1):
        row = whole[k]
        for j in range(k + 1, n):
            found[k] -= row[j] * found[j]
        found[k] /= row[k]
    return np.array(found)


def inverse(a: ArrayLike) -> Numbers:
    """Return the inverse of matrices (..., n, n). Raises SingularMatrix."""
    numbers = np.asarray(a, float)
    n = numbers.shape[-1]
    if numbers.ndim == 2:
        return solve(numbers, np.eye(n))
    whole, found = numbers.copy(), np.broadcast_to(np.eye(n), numbers.shape).copy()
    rows = np.arange(n)
    for k in range(n):
        best = k + np.argmax(np.abs(whole[..., k:, k]), axis=-1)[..., None]
        order = np.where(rows == k, best, np.where(rows == best, k, rows))[..., None]
        whole, found = np.take_along_axis(whole, order, -2), np.take_along_axis(found, order, -2)
        pivot = whole[..., k, k, None]
        if not (np.abs(pivot) > 0.0).all():
            raise SingularMatrix("singular matrix")
        whole[..., k, :], found[..., k, :] = whole[..., k, :] / pivot, found[..., k, :] / pivot
        part = np.where(rows == k, 0.0, whole[..., :, k])[..., None]
        whole, found = whole - part * whole[..., None, k, :], found - part * found[..., None, k, :]
    return np.asarray(found)


def determinant(a: ArrayLike) -> Numbers:
    """Return the determinants of matrices (..., 3, 3)."""
    m = np.asarray(a, float)
    return np.asarray(inner(m[..., 0, :], np.cross(m[..., 1, :], m[..., 2, :])))


def eigen(a: ArrayLike) -> tuple[Numbers, Numbers]:
    """Return the eigenvalues (n,), in increasing order, and the eigenvectors (n, n), in columns, of a symmetric matrix.

    Jacobi's method (Golub and Van Loan, Matrix Computations, 8.5): small eigenvalues of a positive matrix keep their
    digits. Of a column the largest element, or the first of those, is positive.
    """
    whole = [list(map(float, row)) for row in np.asarray(a, float)]
    n = len(whole)
    axes = [[float(i == j) for j in range(n)] for i in range(n)]
    for _ in range(MAX_SWEEPS):
        turned = False
        for i in range(n):
            for j in range(i + 1, n):
                if whole[i][j] == 0.0:  # of most, where a matrix falls into parts
                    whole[i][j] = whole[j][i] = 0.0
                elif _turn(whole, axes, i, j):
                    turned = True
        if not turned:
            break
    values, columns = [whole[i][i] for i in range(n)], [[row[j] for row in axes] for j in range(n)]
    order = sorted(range(n), key=values.__getitem__)
    signed = [_signed(columns[j]) for j in order]
    return np.array([values[j] for j in order]), np.array(signed).reshape(n, n).T.copy()


def _turn(whole: list[list[float]], axes: list[list[float]], i: int, j: int) -> bool:
    """Turn two axes so that their product vanishes, in place; return whether it did not yet, to rounding."""
    off = whole[i][j]
    if abs(off) <= 1e-17 * math.sqrt(abs(whole[i][i])) * math.sqrt(abs(whole[j][j])):
        whole[i][j] = whole[j][i] = 0.0
        return False
    slope = (whole[j][j] - whole[i][i]) / (2.0 * off)
    t = math.copysign(1.0, slope) / (abs(slope) + math.hypot(1.0, slope))
    c = 1.0 / math.hypot(1.0, t)
    s = t * c
    for row in whole:
        row[i], row[j] = c * row[i] - s * row[j], s * row[i] + c * row[j]
    first, second = whole[i], whole[j]
    whole[i] = [c * x - s * y for x, y in zip(first, second, strict=True)]
    whole[j] = [s * x + c * y for x, y in zip(first, second, strict=True)]
    whole[i][j] = whole[j][i] = 0.0
    for row in axes:
        row[i], row[j] = c * row[i] - s * row[j], s * row[i] + c * row[j]
    return True


def _signed(column: list[float]) -> list[float]:
    largest = max(column, key=abs)
    return [-x for x in column] if largest < 0.0 else column


def pseudo_inverse(a: ArrayLike, tolerance: float) -> Numbers:
    """Return the pseudo-inverse of a symmetric matrix; eigenvalues below `tolerance` of the largest count as 0."""
    values, axes = eigen(a)
    sizes = np.abs(values)
    kept = sizes > tolerance * sizes.max(initial=0.0)
    return product(axes[:, kept] / values[kept], axes[:, kept].T)


def cross_matrix(r: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the matrices [r] with [r] v = r × v, (..., 3, 3), of vectors (..., 3)."""
    found = np.zeros((*r.shape, 3))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        found[..., j, i], found[..., i, j] = r[..., k], -r[..., k]
    return found


def times(a: ArrayLike, b: ArrayLike) -> NDArray[Any]:
    """Return A B as numpy's `@` has it: a vector on the left is a row, one on the right a column.

    Of two arrays in single precision the result is so, too, rounded at the end.
    """
    left, right = np.asarray(a), np.asarray(b)
    single = left.dtype == right.dtype == np.float32
    found: NDArray[Any]
    if left.ndim == 1 and right.ndim == 1:
        found = np.asarray(dot(left, right))
    elif left.ndim == 1:
        found = np.asarray(product(left[None, :], right)[..., 0, :])
    else:
        found = applied(left, right) if right.ndim == 1 else product(left, right)
    return found.astype(np.float32) if single else found
