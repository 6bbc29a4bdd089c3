import math

import mpmath
import numpy as np
import pytest

from physics.maths.jacobi import argument, carlson_RC, carlson_RF, carlson_RJ, complete_K, sncndn

PARAMETERS = [0.0, 1e-12, 0.067, 0.5, 0.9, 0.99995, 1 - 1e-9]


@pytest.mark.parametrize("m", PARAMETERS)
def test_elliptic_functions_agree_with_mpmath(m):
    u = np.concatenate([np.linspace(-7.3, 7.3, 41), [250.0]])
    got = sncndn(u, m)
    for name, values in zip(("sn", "cn", "dn"), got, strict=True):
        exact = [float(mpmath.ellipfun(name, mpmath.mpf(x), m=mpmath.mpf(m))) for x in u]
        assert values[:-1] == pytest.approx(exact[:-1], abs=1e-14)
        assert values[-1] == pytest.approx(exact[-1], abs=1e-12)  # many periods, each with its rounding
    assert complete_K(m) == pytest.approx(float(mpmath.ellipk(mpmath.mpf(m))), rel=4e-16)


def test_sine_of_a_small_argument_has_its_digits_for_both_signs():
    for sign in (-1.0, 1.0):
        assert float(sncndn(sign * 1e-9, 1.0 - 1e-40, 1e-40)[0]) == pytest.approx(sign * 1e-9, rel=1e-13)


@pytest.mark.parametrize("m1", [1e-4, 1e-12, 1e-20, 1e-60])
def test_complement_holds_digits_that_m_has_lost(m1):
    with mpmath.workdps(80):
        m = 1 - mpmath.mpf(m1)
        period = mpmath.ellipk(m)
        assert complete_K(1.0 - m1, m1) == pytest.approx(float(period), rel=4e-16)
        for part in (0.1, 0.5, 0.9, 1.0, 1.7):
            exact = [float(mpmath.ellipfun(name, part * period, m=m)) for name in ("sn", "cn", "dn")]
            assert np.array(sncndn(part * float(period), 1.0 - m1, m1)) == pytest.approx(exact, abs=3e-14)


def test_elliptic_functions_for_m_1_are_hyperbolic():
    u = np.linspace(-5, 5, 11)
    assert np.array(sncndn(u, 1.0)) == pytest.approx(np.array([np.tanh(u), 1 / np.cosh(u), 1 / np.cosh(u)]), abs=1e-16)
    assert complete_K(1.0) == math.inf
    assert [float(part) for part in sncndn(-1e6, 1.0)] == pytest.approx([-1.0, 0.0, 0.0])


@pytest.mark.parametrize("m", [0.0, 0.3, 0.99995, 1.0])
@pytest.mark.parametrize("u", [-1.9, -0.7, 0.0, 1e-8, 0.5, 1.5])
def test_argument_inverts_sncndn(m, u):
    sn, cn, _ = sncndn(u, m)
    assert argument(float(sn), float(cn), m) == pytest.approx(u, abs=1e-14)


def test_argument_is_correct_in_both_half_turns():
    u = 1.3 * complete_K(0.4)
    for sign in (1, -1):
        sn, cn, _ = sncndn(sign * u, 0.4)
        assert cn < 0
        assert argument(float(sn), float(cn), 0.4) == pytest.approx(sign * u, abs=1e-14)
    assert argument(-1.0, 0.0, 1.0) == -math.inf


@pytest.mark.parametrize(
    "xyz", [(0.0, 1.0, 2.0), (0.3, 0.4, 1.0), (1e-20, 1e-12, 1.0), (2.0, 2.0, 2.0), (1.0, 1.0009, 1.0009)]
)
def test_carlson_integrals_of_the_first_kind(xyz):
    assert carlson_RF(*xyz) == pytest.approx(float(mpmath.elliprf(*xyz)), rel=1e-15)


@pytest.mark.parametrize(
    "xyzp",
    [
        (0.0, 1.0, 2.0, 3.0),
        (0.3, 0.4, 1.0, 0.1),
        (0.0, 0.06, 1.0, 1e-17),
        (1e-16, 0.8, 0.01, 1e-26),
        (2.0,) * 4,
        (1.0006, 1.0006, 1.0006, 0.9991),
        (3.0, 2.9982, 2.9982, 3.0),
    ],
)
def test_carlson_integral_of_the_third_kind(xyzp):
    with mpmath.workdps(40):
        assert carlson_RJ(*xyzp) == pytest.approx(float(mpmath.elliprj(*xyzp)), rel=2e-15)


@pytest.mark.parametrize("y", [1e-30, 0.01, 0.49, 0.51, 1.0 - 1e-3, 1.0 - 1e-12, 1.0, 1.0 + 1e-12, 1.5, 40.0, 1e30])
@pytest.mark.parametrize("scale", [1e-8, 1.0, 3e5])
def test_degenerate_carlson_integral_keeps_its_digits_where_its_numbers_are_nearly_equal(y, scale):
    x, y = scale, scale * y
    assert carlson_RC(x, y) == pytest.approx(float(mpmath.elliprc(mpmath.mpf(x), mpmath.mpf(y))), rel=1e-15)


def test_degenerate_carlson_integral_from_zero():
    assert carlson_RC(0.0, 0.25) == pytest.approx(math.pi, rel=1e-15)
