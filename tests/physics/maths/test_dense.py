"""Linear algebra by single elements, against numpy's, which takes it from the LAPACK."""

import math

import numpy as np
import pytest

from physics.maths import dense

DICE = np.random.default_rng(6)


def spread_matrix(n, spread):
    """A symmetric matrix with eigenvalues of both signs over many powers of ten."""
    axes, _ = np.linalg.qr(DICE.normal(size=(n, n)))
    values = 10.0 ** DICE.uniform(-spread, 0.0, n) * DICE.choice([-1.0, 1.0], n)
    return (axes * values) @ axes.T


@pytest.mark.parametrize("shapes", [((3, 3), (3, 3)), ((2, 5), (5, 1)), ((7, 3, 3), (3, 3)), ((4, 1, 2, 3), (6, 3, 2))])
def test_products_are_those_of_numpy(shapes):
    a, b = (DICE.normal(size=shape) for shape in shapes)
    assert dense.product(a, b) == pytest.approx(a @ b, rel=1e-14, abs=1e-14)


def test_vectors():
    a, b, many = DICE.normal(size=8), DICE.normal(size=8), DICE.normal(size=(5, 3, 8))
    assert dense.dot(a, b) == pytest.approx(a @ b, rel=1e-14, abs=1e-15)
    assert dense.length(a) == pytest.approx(np.linalg.norm(a), rel=1e-15, abs=0.0)
    assert dense.lengths(many, 1) == pytest.approx(np.linalg.norm(many, axis=1), rel=1e-15, abs=0.0)
    assert dense.inner(many, a) == pytest.approx(many @ a, rel=1e-13, abs=1e-14)
    assert dense.applied(many, a) == pytest.approx(many @ a, rel=1e-13, abs=1e-14)
    with pytest.raises(ValueError, match="product"):
        dense.product(np.eye(2), np.eye(3))


def test_sums_are_right_to_a_few_units():
    numbers = DICE.normal(size=(1001, 3))
    exact = [math.fsum(column) for column in numbers.T.tolist()]
    assert dense.total(numbers, 0) == pytest.approx(np.array(exact), rel=0.0, abs=2e-14)
    assert dense.total(np.empty((0, 3)), 0).tolist() == [0.0, 0.0, 0.0]
    assert numbers.shape == (1001, 3)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 60])
def test_equations_are_solved(n):
    a, b = DICE.normal(size=(n, n)), DICE.normal(size=(n, 4))
    kept = a.copy(), b.copy()
    assert dense.solve(a, b) == pytest.approx(np.linalg.solve(a, b), rel=1e-9, abs=1e-11)
    assert dense.solve(a, b[:, 0]).shape == (n,)
    assert dense.inverse(a) @ a == pytest.approx(np.eye(n), abs=1e-10)
    assert (a == kept[0]).all()
    assert (b == kept[1]).all()


def test_positive_equations_are_solved_unless_they_follow_from_others():
    rows = np.random.default_rng(3).normal(size=(6, 9))
    inner, values = dense.product(rows, rows.T), np.arange(6.0)
    found = dense.solve_positive(inner, values, 1e-8)
    assert found == pytest.approx(np.linalg.solve(inner, values), rel=1e-11)
    rows[4] = rows[0] - 2.0 * rows[2]
    assert dense.solve_positive(dense.product(rows, rows.T), values, 1e-8) is None


def test_pivots_are_exchanged():
    assert dense.solve([[0.0, 1.0], [1.0, 0.0]], [2.0, 3.0]).tolist() == [3.0, 2.0]
    with pytest.raises(dense.SingularMatrix):
        dense.solve([[1.0, 2.0], [2.0, 4.0]], [1.0, 1.0])


def test_stacks_are_inverted():
    many = DICE.normal(size=(2, 5, 4, 4))
    many[0, 0] = np.eye(4)[[3, 2, 0, 1]]
    assert dense.product(dense.inverse(many), many) == pytest.approx(np.broadcast_to(np.eye(4), many.shape), abs=1e-11)
    assert dense.inverse(np.empty((0, 3, 3))).shape == (0, 3, 3)
    with pytest.raises(dense.SingularMatrix):
        dense.inverse(np.zeros((2, 3, 3)))


def test_determinants():
    many = DICE.normal(size=(9, 3, 3))
    assert dense.determinant(many) == pytest.approx(np.linalg.det(many), rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 11])
@pytest.mark.parametrize("spread", [0.0, 3.0, 12.0])
def test_eigenvectors_are_those_of_a_symmetric_matrix(n, spread):
    a = spread_matrix(n, spread)
    values, axes = dense.eigen(a)
    assert values == pytest.approx(np.linalg.eigvalsh(a), rel=0.0, abs=1e-14)
    assert axes.T @ axes == pytest.approx(np.eye(n), abs=1e-14)
    assert a @ axes == pytest.approx(axes * values, abs=1e-14)
    assert (axes[np.abs(axes).argmax(axis=0), range(n)] > 0.0).all()


def test_a_diagonal_matrix_is_exact():
    values, axes = dense.eigen(np.diag([3.0, 1.0, 2.0]))
    assert values.tolist() == [1.0, 2.0, 3.0]
    assert axes.tolist() == [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def test_the_pseudo_inverse_leaves_out_what_is_not_there():
    half = DICE.normal(size=(5, 3))
    a = half @ half.T
    assert dense.pseudo_inverse(a, 1e-9) == pytest.approx(np.linalg.pinv(a, rcond=1e-9), rel=1e-8, abs=1e-10)
    assert dense.pseudo_inverse(np.zeros((2, 2)), 1e-9).tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    "shapes", [((4,), (4,)), ((4,), (4, 3)), ((3, 4), (4,)), ((7, 3, 4), (4, 4)), ((3, 4), (5, 4, 2))]
)
def test_times_is_the_operator_of_numpy(shapes):
    a, b = (DICE.normal(size=shape) for shape in shapes)
    found = dense.times(a, b)
    assert found == pytest.approx(a @ b, rel=1e-13, abs=1e-14)
    assert np.shape(found) == np.shape(a @ b)
    assert dense.times(a.astype(np.float32), b.astype(np.float32)).dtype == np.float32
    assert dense.times(a.astype(np.float32), b).dtype == np.float64
