"""Functions of arrays: the bits of the scalar ones."""

import math

import numpy as np
import pytest

from physics.maths import array_trig, rounded, trig

DICE = np.random.default_rng(5)


def test_sines_and_cosines_have_the_bits_of_the_scalar_function():
    angles = DICE.uniform(-1e3, 1e3, (40, 50))
    found = np.stack(array_trig.sincos(angles), -1)
    assert found.tolist() == [[list(trig.unbiased_sincos(x)) for x in row] for row in angles.tolist()]
    assert (array_trig.sin(angles) == found[..., 0]).all()
    assert (array_trig.cos(angles) == found[..., 1]).all()


def test_large_angles_keep_their_digits():
    angles = np.array([1e7, -1e22, 1e300])
    assert array_trig.sin(angles) == pytest.approx(np.array([math.sin(x) for x in angles]), rel=1e-15, abs=0.0)
    assert np.isnan(array_trig.sin([math.inf, math.nan])).all()
    assert array_trig.sin(0.5) == pytest.approx(math.sin(0.5), rel=1e-15, abs=0.0)


def test_angles_have_the_bits_of_the_scalar_function():
    y, x = DICE.normal(size=(2, 2000))
    y[:3], x[1:5] = 0.0, (0.0, -1.0, 0.0, -0.0)
    expected = [trig.unbiased_arctan2(a, b) for a, b in zip(y.tolist(), x.tolist(), strict=True)]
    assert array_trig.arctan2(y, x).tolist() == expected
    assert array_trig.arctan2(y[:, None], x[:7]).shape == (2000, 7)


@pytest.mark.parametrize("name", ["tanh", "cosh"])
def test_others_are_computed_one_by_one(name):
    numbers = DICE.uniform(0.1, 5.0, (3, 4))
    expected = [[getattr(rounded, name)(x) for x in row] for row in numbers.tolist()]
    assert getattr(array_trig, name)(numbers).tolist() == expected


def test_lengths_do_not_overflow():
    assert array_trig.hypot([3.0, 3e300], [4.0, 4e300]).tolist() == [5.0, 5e300]
