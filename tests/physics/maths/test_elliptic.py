"""The elliptic functions for kernels against those for arrays, which are tested against mpmath."""

import math
from array import array

import numpy as np
import pytest

from physics.maths import elliptic, jacobi

SCRATCH = memoryview(array("d", bytes(16 * elliptic.LEVELS)))


@pytest.mark.parametrize("m1", [1.0, 0.7, 0.01, 1e-9, 1e-40, 5e-324])
def test_functions_are_those_for_arrays(m1):
    K = jacobi.complete_K(1.0 - m1, m1)
    for u in (0.0, 1e-12, -0.02, 0.3 * K, -0.9 * K, K, 1.7 * K, -2.4 * K, 11.3 * K):
        *found, half_periods = elliptic.sncndn(u, m1, SCRATCH)
        assert found == pytest.approx(
            [float(part) for part in jacobi.sncndn(u, 1.0 - m1, m1)], abs=2e-15 * max(1, abs(u))
        )
        assert half_periods == math.floor(u / (2.0 * K) + 0.5)


def test_sine_of_a_small_argument_has_all_its_digits():
    for u in (1e-3, 1e-8, 1e-200):
        assert elliptic.sncndn(u, 0.4, SCRATCH)[0] == pytest.approx(u * (1 - 1.6 * u * u / 6), rel=1e-12)


@pytest.mark.parametrize("u", [0.0, 1e-9, 0.09, 0.11, 2.0, -2.0, 30.0, -1e6])
def test_functions_are_hyperbolic_on_the_separatrix(u):
    sech = 1 / math.cosh(min(abs(u), 700.0))
    expected = math.tanh(u), sech, sech
    assert elliptic.sncndn(u, 0.0, SCRATCH)[:3] == pytest.approx(expected, rel=1e-14, abs=1e-150)


def test_integral_of_the_first_kind_is_that_of_jacobi():
    random = np.random.default_rng(4)
    for x, y, z in random.uniform(0.0, 1.0, (50, 3)) ** 4:
        assert elliptic.carlson_RF(x, y, z) == pytest.approx(jacobi.carlson_RF(x, y, z), rel=4e-15)
    assert elliptic.carlson_RF(0.0, 1e-300, 1.0) == pytest.approx(jacobi.carlson_RF(0.0, 1e-300, 1.0), rel=1e-14)


def test_integral_of_the_third_kind_is_that_of_jacobi():
    random = np.random.default_rng(5)
    for _ in range(50):
        x, y = sorted(random.uniform(0.0, 1.0, 2) ** 3)
        p = 1.0 + random.uniform(0.0, 2.0)
        assert elliptic.carlson_RJ(x, y, 1.0, p) == pytest.approx(jacobi.carlson_RJ(x, y, 1.0, p), rel=2e-14)
    assert elliptic.carlson_RJ(0.0, 1e-300, 1.0, 1.5) == pytest.approx(
        jacobi.carlson_RJ(0.0, 1e-300, 1.0, 1.5), rel=1e-13
    )
    assert elliptic.carlson_RJ(1.0, 1.0, 1.0, 1.0) == pytest.approx(1.0, rel=1e-15)
