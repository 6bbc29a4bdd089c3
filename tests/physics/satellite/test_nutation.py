"""The growth of the nutation: roots of the kernel against eigenvalues of the matrix, and the limit of light balls."""

import numpy as np
import pytest

from physics.satellite.nutation import eigenvalues, exact_growth, measured_growth, sink_growth
from physics.satellite.satellite import Satellite


def numbers(across, along, rotor, J_p, c_p, J_r, c_r):
    given = {"I1": across, "I2": across, "I3": along, "body_ball": J_p, "body_damping": c_p}
    if not rotor:
        return Satellite({**given, "rotor": "none"}).p
    return Satellite({**given, "rotor_inertia": rotor, "rotor_ball": J_r, "rotor_damping": c_r}).p


def test_the_roots_of_the_kernel_are_the_eigenvalues_of_the_matrix():
    dice, compared = np.random.default_rng(1958), 0
    for _ in range(300):
        across, along, rotor = 10.0 ** dice.uniform(-2.0, 2.0) * np.array([1.0, dice.uniform(0.1, 1.0), 0.5])
        J_p, J_r = dice.uniform(1e-3, 0.3, 2) * across
        c_p, c_r = 10.0 ** dice.uniform(-2.0, 1.0, 2) * np.array([J_p, J_r])
        p = numbers(across, along, rotor, J_p, c_p, J_r, c_r)
        w0, w_r = dice.normal(0.0, 5.0, 2)
        found = eigenvalues(p, w0, w_r)
        size = np.abs(found).max()
        assert exact_growth(p, w0, w_r) == pytest.approx(found[-1].real, abs=2e-12 * size)
        compared += 1
    assert compared == 300


@pytest.mark.parametrize(("J_p", "J_r"), [(0.02, 0.0), (0.0, 0.02)])
def test_one_ball_alone_has_two_eigenvalues(J_p, J_r):
    p = numbers(10.0, 2.0, 3.0, J_p, 0.05, J_r, 0.03)
    found = eigenvalues(p, 0.3, 6.0)
    assert len(found) == 2
    assert exact_growth(p, 0.3, 6.0) == pytest.approx(found[-1].real, rel=1e-11)


def test_the_sink_is_the_limit_of_light_balls():
    for J in (1e-2, 1e-3, 1e-4):
        p = numbers(10.0, 2.0, 3.0, J, J, 0.0, 0.0)
        exact, sink = exact_growth(p, 0.0, 6.0), sink_growth(p, 0.0, 6.0)
        assert exact == pytest.approx(sink, rel=1.5 * J)


def test_a_damper_in_the_rotor_helps_only_where_the_rotor_is_flat():
    """It closes the cone where L3 / It' exceeds the speed of the rotor: of a despun platform, Ir > It'."""
    for rotor, sign in ((9.0, 1.0), (11.0, -1.0)):
        p = numbers(10.0, 2.0, rotor, 0.0, 0.0, 0.02, 0.05)
        assert np.sign(exact_growth(p, 0.0, 6.0)) == sign
        assert np.sign(sink_growth(p, 0.0, 6.0)) == sign


def test_nothing_grows_without_a_damper():
    assert exact_growth(numbers(10.0, 2.0, 3.0, 0.0, 0.05, 0.0, 0.0), 1.0, 6.0) == 0.0
    assert exact_growth(numbers(10.0, 2.0, 3.0, 0.05, 0.0, 0.0, 0.0), 1.0, 6.0) == 0.0
    assert sink_growth(numbers(10.0, 2.0, 3.0, 0.05, 0.0, 0.0, 0.0), 1.0, 6.0) == 0.0


def test_the_growth_now_is_the_rate_of_the_part_across():
    L, omega, h = np.array([0.3, -0.2, 2.0]), np.array([0.1, 0.4, 3.0]), 1e-6
    slope = np.cross(L, omega)
    later, earlier = (np.hypot(*(L + side * h * slope)[:2]) for side in (1.0, -1.0))
    found = measured_growth(tuple(L.tolist()), tuple(omega.tolist()))
    assert found == pytest.approx((np.log(later) - np.log(earlier)) / (2.0 * h), rel=1e-8)
