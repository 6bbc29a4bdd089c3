import numpy as np
import pytest

from physics.maths.linear_solve import factor, solve, solve_banded
from tests.physics.integrators.problems import buffer


def solution(matrix, right):
    m = len(right)
    flat, pivots, x = buffer(np.ravel(matrix)), buffer([0.0] * m), buffer(right)
    assert factor(flat, pivots, m)
    solve(flat, pivots, x, m)
    return np.array(x)


@pytest.mark.parametrize("m", [1, 2, 5, 18])
def test_solution_agrees_with_numpy(m):
    random = np.random.default_rng(m)
    matrix, right = random.normal(size=(m, m)), random.normal(size=m)
    assert solution(matrix, right) == pytest.approx(np.linalg.solve(matrix, right), rel=1e-10)


@pytest.mark.parametrize("small", [0.0, 1e-20])
def test_rows_are_exchanged_for_small_pivots(small):
    assert solution([[small, 1.0], [1.0, 1.0]], [1.0, 2.0]) == pytest.approx([1.0, 1.0], rel=1e-15)


@pytest.mark.parametrize("matrix", [[[1.0, 2.0], [2.0, 4.0]], [[np.nan, 1.0], [1.0, 1.0]]])
def test_singular_matrix_is_refused(matrix):
    assert not factor(buffer(np.ravel(matrix)), buffer([0.0, 0.0]), 2)


@pytest.mark.parametrize(("m", "width"), [(1, 3), (2, 3), (4, 1), (9, 3), (12, 4)])
def test_banded_solution_agrees_with_numpy(m, width):
    random = np.random.default_rng(m)
    signs = np.where(np.arange(m) % 3 == 2, -1.0, 1.0)  # not definite, but with no small pivots
    below = 0.3 * np.triu(np.tril(random.normal(size=(m, m)), -1), -width)
    whole = below + below.T + np.diag(signs * random.uniform(2.0, 4.0, m))
    band = [whole[i, i - k] if k <= i else np.nan for i in range(m) for k in range(width + 1)]
    expected = random.normal(size=m)
    x = buffer(whole @ expected)
    solve_banded(buffer(band), x, m, width)
    assert np.array(x) == pytest.approx(expected, rel=1e-12)
