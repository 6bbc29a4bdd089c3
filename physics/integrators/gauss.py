"""Gauss-Legendre collocation: implicit midpoint, and the methods of order 4 and 6.

With c the zeros of the shifted Legendre polynomial and A the integrals of its interpolation, a step solves
k_i = f(t + c_i h, y + h sum_j a_ij k_j) and adds h sum_i b_i k_i. Order 2s with s stages, symmetric, symplectic in
canonical variables, exact for quadratic invariants. Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1.3.
"""

from __future__ import annotations

from physics.core.integrator import Integrator, Kernel, Rate, call
from physics.core.work import MULTIPLICATION, begin_step, matrix_work, spend
from physics.maths.linear_solve import factor, solve
from physics.types import Floats

MAX_ITERATIONS = 60
"""Greatest number of iterations of either loop; a fixed point that needs more contracts by less than a half."""
MAX_MATRICES = 12
SLACK = 1e-9
"""A change that no longer decreases counts as rounding only below this size relative to the state."""
NUDGE = 1.5e-8
"""Relative step of finite differences, the square root of the rounding unit."""

SQRT3 = 1.7320508075688772
SQRT15 = 3.872983346207417

A2, B2, C2 = (0.5,), (1.0,), (0.5,)

A4 = (0.25, 0.25 - SQRT3 / 6.0, 0.25 + SQRT3 / 6.0, 0.25)
B4 = (0.5, 0.5)
C4 = (0.5 - SQRT3 / 6.0, 0.5 + SQRT3 / 6.0)

A6 = (
    5.0 / 36.0,
    2.0 / 9.0 - SQRT15 / 15.0,
    5.0 / 36.0 - SQRT15 / 30.0,
    5.0 / 36.0 + SQRT15 / 24.0,
    2.0 / 9.0,
    5.0 / 36.0 - SQRT15 / 24.0,
    5.0 / 36.0 + SQRT15 / 30.0,
    2.0 / 9.0 + SQRT15 / 15.0,
    5.0 / 36.0,
)
B6 = (5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0)
C6 = (0.5 - SQRT15 / 10.0, 0.5, 0.5 + SQRT15 / 10.0)

Row = tuple[float, ...]
"""Coefficients of a method; A is stored by rows."""


def _evaluate(rate: Rate, t: float, h: float, y: Floats, p: Floats, w: Floats, A: Row, C: Row) -> None:
    """Evaluate every stage with the slopes k, the first m = stages x n of w, and write the result after them."""
    n, stages = len(y), len(C)
    m = stages * n
    z = w[2 * m : 2 * m + n]
    for i in range(stages):
        for q in range(n):
            total = 0.0
            for j in range(stages):
                total += A[i * stages + j] * w[j * n + q]
            z[q] = y[q] + h * total
        call(rate, t + C[i] * h, z, p, w[m + i * n : m + i * n + n])


def _size(h: float, y: Floats, k: Floats) -> float:
    """Return the sum over components of |y| and of its change |h k| in a step."""
    size = 0.0
    for q in range(len(y)):
        size += abs(y[q]) + abs(h * k[q])
    return size


def _fixed_point(rate: Rate, t: float, h: float, y: Floats, p: Floats, w: Floats, A: Row, C: Row) -> float:
    """Iterate k = f(y + h A k) to rounding accuracy and return 0, or the last change if it does not contract.

    There is no tolerance: the loop ends when the change is zero or no longer decreases, so that its errors do not add
    up to a drift (Hairer, McLachlan, Razakarivony, BIT 48, 2008, 231).
    """
    m = len(C) * len(y)
    last = 1e300
    for _ in range(MAX_ITERATIONS):
        if not spend(w, m):
            return last
        _evaluate(rate, t, h, y, p, w, A, C)
        moved = 0.0
        for q in range(m):
            moved += abs(h * (w[m + q] - w[q]))
        if not moved < last:
            return 0.0 if moved <= SLACK * _size(h, y, w) else moved
        for q in range(m):
            w[q] = w[m + q]
        if moved == 0.0:
            return 0.0
        last = moved
    return last


def _newton_matrix(rate: Rate, t: float, h: float, y: Floats, p: Floats, w: Floats, A: Row, C: Row) -> bool:
    """Factorise 1 - h A_ij J_i, with J_i by differences at stage i with the slopes k; False if it is singular.

    A component whose slope is exactly 0 at all stages, whatever the others are, is no unknown: it is constant or
    discrete, k = 0 is its solution, and differences in a discrete component are no derivatives. Its columns are 0, so
    that no arithmetic reaches it.
    """
    n, stages = len(y), len(C)
    m = stages * n
    nudged, z, slope = w[m : m + n], w[2 * m : 2 * m + n], w[2 * m + n : 2 * m + 2 * n]
    pivots, matrix = w[2 * m + 2 * n : 3 * m + 2 * n], w[3 * m + 2 * n : 3 * m + 2 * n + m * m]
    moves = w[3 * m + 2 * n + m * m : 3 * m + 3 * n + m * m]
    for q in range(n):
        moves[q] = 0.0
    for i in range(stages):
        for q in range(n):
            total = 0.0
            for j in range(stages):
                total += A[i * stages + j] * w[j * n + q]
            z[q] = y[q] + h * total
        call(rate, t + C[i] * h, z, p, slope)
        for column in range(n):
            kept = z[column]
            z[column] = kept + NUDGE * (abs(kept) + abs(h * slope[column]) + NUDGE)
            step = z[column] - kept
            call(rate, t + C[i] * h, z, p, nudged)
            z[column] = kept
            for row in range(n):
                if abs(slope[row]) + abs(nudged[row]) > 0.0:
                    moves[row] = 1.0
                for j in range(stages):
                    one = 1.0 if i == j and row == column else 0.0
                    entry = h * A[i * stages + j] * (nudged[row] - slope[row]) / step
                    matrix[(i * n + row) * m + j * n + column] = one - entry
    for place in range(m):
        if moves[place % n] == 0.0:
            for row in range(m):
                matrix[row * m + place] = 1.0 if row == place else 0.0
    return factor(matrix, pivots, m)


def _newton(rate: Rate, t: float, h: float, y: Floats, p: Floats, w: Floats, A: Row, C: Row) -> bool:
    """Solve for the slopes k by Newton's iteration; its matrix is renewed only when the iteration stalls."""
    n, stages = len(y), len(C)
    m = stages * n
    residual, pivots = w[m : 2 * m], w[2 * m + 2 * n : 3 * m + 2 * n]
    matrix = w[3 * m + 2 * n : 3 * m + 2 * n + m * m]
    call(rate, t, y, p, w[0:n])
    for q in range(n, m):
        w[q] = w[q - n]
    for _ in range(MAX_MATRICES):
        if not spend(w, m * (n + 1.0) + matrix_work(m)):
            return False
        if not _newton_matrix(rate, t, h, y, p, w, A, C):
            return False
        moved, last = 0.0, 1e300
        for _ in range(MAX_ITERATIONS):
            if not spend(w, m + MULTIPLICATION * m * m):
                return False
            _evaluate(rate, t, h, y, p, w, A, C)
            for q in range(m):
                residual[q] -= w[q]
            solve(matrix, pivots, residual, m)
            moved = 0.0
            for q in range(m):
                moved += abs(h * residual[q])
            if not moved < last:
                break
            for q in range(m):
                w[q] += residual[q]
            if moved == 0.0:
                break
            last = moved
        if moved - moved != 0.0:
            return False
        if moved <= SLACK * _size(h, y, w):
            return True
    return False


def _gauss(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, w: Floats, A: Row, B: Row, C: Row) -> int:
    """Make steps of the collocation method A, B, C: by fixed point where it contracts, otherwise by Newton."""
    n, stages = len(y), len(C)
    for step in range(steps):
        begin_step(w, step)
        now = t + step * h
        call(rate, now, y, p, w[0:n])
        for q in range(n, stages * n):
            w[q] = w[q - n]
        left = _fixed_point(rate, now, h, y, p, w, A, C)
        if left - left != 0.0:  # infinite or nan: Newton cannot start from it
            return step
        if left > 0.0 and not _newton(rate, now, h, y, p, w, A, C):
            return step
        for q in range(n):
            total = 0.0
            for i in range(stages):
                total += B[i] * w[i * n + q]
            y[q] += h * total
    return steps


def implicit_midpoint(
    rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int
) -> int:
    """Integrate by y' = y + h f(t + h/2, (y + y') / 2), y' the new state."""
    return _gauss(rate, t, h, steps, y, p, w, A2, B2, C2)


def gauss4(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Integrate with two stages at 1/2 -+ sqrt(3)/6. Hammer and Hollingsworth 1955."""
    return _gauss(rate, t, h, steps, y, p, w, A4, B4, C4)


def gauss6(rate: Rate, t: float, h: float, steps: int, y: Floats, p: Floats, s: Floats, w: Floats, lanes: int) -> int:
    """Integrate with three stages at 1/2 and 1/2 -+ sqrt(15)/10. Kuntzmann 1961, Butcher 1964."""
    return _gauss(rate, t, h, steps, y, p, w, A6, B6, C6)


def _described(name: str, title: str, stages: int, about: str, kernel: Kernel) -> Integrator:
    return Integrator(
        name=name,
        title=title,
        order=2 * stages,
        kind="implicit",
        evaluations=0,
        about=about + " Iterated to rounding accuracy. Hairer, Lubich, Wanner, Geometric Numerical Integration, II.1.",
        kernel=kernel,
        workspace=3 * stages + 3,
        matrices=stages * stages,
        symplectic="in canonical variables",
        reversible=True,
        side_by_side=False,
    )


INTEGRATORS = (
    _described(
        "implicit-midpoint",
        "Implicit midpoint",
        1,
        "The slope at the middle of the step, by Gauss's rule of one point: energy keeps near its start.",
        implicit_midpoint,
    ),
    _described("gauss4", "Gauss 4", 2, "Collocation at Gauss's two points: energy does not drift.", gauss4),
    _described("gauss6", "Gauss 6", 3, "Collocation at Gauss's three points: energy does not drift.", gauss6),
)
