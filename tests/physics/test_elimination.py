import numpy as np
import pytest

from physics.elimination import factor, solve
from tests.physics.integrators.problems import buffer


def solution(matrix, right):
    m = len(right)
    flat, pivots, x = buffer(np.ravel(matrix)), buffer([0.0] * m), buffer(right)
    assert factor(flat, pivots, m)
    solve(flat, pivots, x, m)
    return np.array(x)


@pytest.mark.parametrize("m", [1, 2, 5, 18])
def test_it_solves_what_numpy_solves(m):
    random = np.random.default_rng(m)
    matrix, right = random.normal(size=(m, m)), random.normal(size=m)
    assert solution(matrix, right) == pytest.approx(np.linalg.solve(matrix, right), rel=1e-10)


@pytest.mark.parametrize("small", [0.0, 1e-20])
def test_rows_are_exchanged_where_a_pivot_is_small(small):
    assert solution([[small, 1.0], [1.0, 1.0]], [1.0, 2.0]) == pytest.approx([1.0, 1.0], rel=1e-15)


@pytest.mark.parametrize("matrix", [[[1.0, 2.0], [2.0, 4.0]], [[np.nan, 1.0], [1.0, 1.0]]])
def test_a_singular_matrix_is_refused(matrix):
    assert not factor(buffer(np.ravel(matrix)), buffer([0.0, 0.0]), 2)
