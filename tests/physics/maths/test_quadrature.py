"""Gauss-Legendre quadrature: numpy's places and weights, and exact integrals."""

import numpy as np
import pytest

from physics.maths.quadrature import gauss_legendre


@pytest.mark.parametrize("count", [1, 2, 3, 8, 51, 200])
def test_places_and_weights_are_those_of_numpy(count):
    expected = np.polynomial.legendre.leggauss(count)
    for found, numbers in zip(gauss_legendre(count), expected, strict=True):
        assert found == pytest.approx(numbers, rel=0.0, abs=1e-14)


def test_polynomials_are_integrated_exactly():
    places, weights = gauss_legendre(6)
    for degree in range(12):
        exact = 0.0 if degree % 2 else 2.0 / (degree + 1)
        assert float((weights * places**degree).sum()) == pytest.approx(exact, abs=1e-15)
