"""Eigenvalues of larger symmetric matrices, against the LAPACK."""

import numpy as np
import pytest

from physics.maths import tridiagonal

DICE = np.random.default_rng(8)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 60])
def test_eigenvalues_are_those_of_the_lapack(n):
    a = DICE.normal(size=(n, n))
    a += a.T
    assert tridiagonal.eigenvalues(a) == pytest.approx(np.linalg.eigvalsh(a), rel=0.0, abs=1e-13)


def test_a_matrix_that_falls_apart():
    a = np.zeros((5, 5))
    a[:2, :2], a[3:, 3:] = [[0.0, 1.0], [1.0, 0.0]], [[2.0, 0.0], [0.0, 2.0]]
    assert tridiagonal.eigenvalues(a) == pytest.approx([-1.0, 0.0, 1.0, 2.0, 2.0], abs=1e-15)


@pytest.mark.parametrize("strength", [0.0, 1e-9, 0.5, 20.0])
def test_the_least_eigenvalue_and_its_vector(strength):
    diagonal, beside = (np.arange(25.0) ** 2).tolist(), [strength] * 24
    value, vector = tridiagonal.lowest(diagonal, beside)
    a = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    assert value == pytest.approx(np.linalg.eigvalsh(a)[0], rel=0.0, abs=1e-12)
    assert a @ vector == pytest.approx(value * np.array(vector), abs=1e-11)
    assert np.linalg.norm(vector) == pytest.approx(1.0, rel=1e-15)
