"""Roots of polynomials, against numpy's, and known ones."""

import numpy as np
import pytest

from physics.maths import polynomial

DICE = np.random.default_rng(7)


@pytest.mark.parametrize("degree", range(1, 9))
def test_roots_are_those_of_numpy(degree):
    for _ in range(20):
        numbers = DICE.normal(size=degree + 1) * 10.0 ** DICE.uniform(-3.0, 3.0)
        left = list(np.roots(numbers))
        for x, y in polynomial.roots(numbers.tolist()):
            nearest = min(range(len(left)), key=lambda i, z=complex(x, y): abs(left[i] - z))
            assert complex(x, y) == pytest.approx(left.pop(nearest), rel=1e-8, abs=0.0)
        assert not left


def test_known_roots():
    assert sorted(polynomial.roots((1.0, 0.0, -1.0))) == [(-1.0, 0.0), (1.0, 0.0)]
    assert polynomial.roots((0.0, 2.0, -3.0)) == [(1.5, 0.0)]
    assert polynomial.roots((1.0, 0.0, 0.0)) == [(0.0, 0.0), (0.0, 0.0)]
    assert polynomial.roots((5.0,)) == polynomial.roots(()) == polynomial.roots((0.0, 0.0)) == []


def test_a_double_root_has_half_the_digits():
    for x, y in polynomial.roots(polynomial.product((1.0, -2.0, 1.0), (1.0, 4.0))):
        assert min(abs(complex(x, y) - 1.0), abs(complex(x, y) + 4.0)) < 1e-7


def test_products():
    assert polynomial.product((1.0, 2.0), (3.0, 0.0, -1.0)) == (3.0, 6.0, -1.0, -2.0)
