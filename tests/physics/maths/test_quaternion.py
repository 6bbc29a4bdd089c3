import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.oriented_body import OrientedBody
from physics.maths.euler_angles import nodal_angular_velocity
from physics.maths.quaternion import (
    euler,
    exact_axes,
    from_euler,
    from_matrix,
    inverse,
    omega_of_rates,
    product,
    rotation_matrix,
    spin,
    to_body,
    to_lab,
    turn,
    vertical,
)
from tests.reference import case, quaternion_to_matrix
from tests.rotations import body_to_lab


@pytest.mark.parametrize(
    "q",
    [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0.5, 0.5, -0.5, 0.5), (0.1, -0.9, 0.3, 0.2),
     (0.1, 0.2, 0.9, -0.3), (-0.2, 0.1, 0.3, 0.9)],
)  # fmt: skip
def test_quaternion_is_recovered_from_its_matrix(q):
    unit = np.array(q) / np.linalg.norm(q)
    found = np.array(from_matrix(rotation_matrix(q)))
    assert found * np.sign(found @ unit) == pytest.approx(unit, abs=1e-15)


def turning(psi, theta, phi, omega):
    """Return a state of q, not of length 1, and omega."""
    return [*(1.3 * np.array(from_euler(psi, theta, phi))), *omega]


ANGLES = [(0.3, 0.9, -0.2), (-3.0, 2.7, 3.1), (1.0, 1e-7, 2.0), (2.0, math.pi - 1e-7, 0.4), (0.5, 1.6, 0.0)]
OMEGA = (3.0, -1.5, 40.0)


@pytest.mark.parametrize("angles", ANGLES)
def test_scalar_functions_agree_with_the_rotation_matrix_for_any_length(angles):
    y, R = turning(*angles, OMEGA), body_to_lab(*angles)
    assert rotation_matrix(y) == pytest.approx(R, abs=1e-15)
    assert vertical(y) == pytest.approx(R[2], abs=1e-15)
    assert to_lab(y, *OMEGA) == pytest.approx(R @ OMEGA, rel=1e-14, abs=1e-14)
    assert to_body(y, *OMEGA) == pytest.approx(R.T @ OMEGA, rel=1e-14, abs=1e-14)


@pytest.mark.parametrize("angles", ANGLES)
def test_rate_of_q_follows_omega_in_body_axes(angles):
    """R' = R Ω by differences, Ω the cross product with omega."""
    y, h = np.array(turning(*angles, OMEGA)), 1e-6
    rate = np.array(spin(y, *OMEGA))
    change = (rotation_matrix(y[:4] + h * rate) - rotation_matrix(y[:4] - h * rate)) / (2 * h)
    assert change == pytest.approx(rotation_matrix(y) @ np.cross(np.eye(3), OMEGA), abs=1e-6)


def test_product_composes_rotations():
    a, b = from_euler(0.3, 0.9, -0.2), turn(0.7, (1.0, 2.0, -2.0))
    assert rotation_matrix(product(a, b)) == pytest.approx(rotation_matrix(a) @ rotation_matrix(b), abs=1e-15)
    assert rotation_matrix(b) @ (1.0, 2.0, -2.0) == pytest.approx((1.0, 2.0, -2.0))
    assert np.trace(rotation_matrix(b)) == pytest.approx(1 + 2 * math.cos(0.7))
    assert turn(0.7, (0.0, 0.0, 0.0)) == (1.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("angles", ANGLES)
def test_euler_angles_and_rates_are_recovered(angles):
    rates = (4.0, -1.5, 180.0)
    found = euler(from_euler(*angles), omega_of_rates(*angles[1:], *rates))
    assert found[:3] == pytest.approx(angles, abs=1e-7)
    assert found[3:] == pytest.approx(rates, abs=1e-7)
    assert omega_of_rates(angles[1], 0.0, *rates) == pytest.approx(nodal_angular_velocity(angles[1], *rates), abs=1e-13)


@pytest.mark.parametrize("theta", [0.0, math.pi, 1e-11])
@pytest.mark.parametrize(
    "omega", [(3.0, -1.5, 40.0), (3.0, 0.0, 4.0), (0.0, -1.5, 4.0), (0.0, 0.0, 40.0), (0.0, 0.0, 0.0)]
)
def test_euler_angles_at_the_poles_describe_the_whole_motion(theta, omega):
    q = from_euler(0.4, theta, 0.8)
    e = euler(q, omega)
    assert rotation_matrix(from_euler(*e[:3])) == pytest.approx(rotation_matrix(q), abs=3e-11)
    assert omega_of_rates(e[1], e[2], *e[3:]) == pytest.approx(omega, abs=1e-13)
    assert e[3] == 0.0


START = {"psi": 0.3, "theta": 0.9, "phi": -0.2, "psi_dot": 4.0, "theta_dot": -1.5, "phi_dot": 180.0}


def test_initial_state_may_be_given_in_euler_angles():
    reference = case("tops/lagrange_generic")["initial"]
    top = physics.system("heavy-top", initial=START)
    assert rotation_matrix(top.start()) == pytest.approx(quaternion_to_matrix(reference["q"]), abs=1e-15)
    assert list(top.start()[4:7]) == pytest.approx(reference["omega_body"], rel=1e-14)
    assert top.to_aliases(top.initial) == pytest.approx(START)


def test_euler_angles_given_with_omega_keep_omega():
    top = physics.system("heavy-top", initial={"theta": 0.5, "phi": 0.3, "omega_1": 2.0, "omega_3": 50.0})
    assert list(top.start()[4:7]) == [2.0, 0.0, 50.0]


def test_changing_one_angle_keeps_the_other_angles_and_rates():
    top = physics.system("heavy-top", initial=START).replace(initial={"theta": 1.4})
    assert top.to_aliases(top.initial) == pytest.approx({**START, "theta": 1.4})


def test_q_is_normalised_and_a_unit_q_keeps_its_bits():
    q = dict(zip(("q_w", "q_x", "q_y", "q_z"), (1.0, -2.0, 0.3, 0.1), strict=True))
    top = physics.system("heavy-top", initial=q)
    assert math.hypot(*top.start()[:4]) == pytest.approx(1.0, abs=1e-15)
    assert rotation_matrix(top.start()) == pytest.approx(rotation_matrix(list(q.values())), abs=1e-15)
    assert physics.system("heavy-top", initial=top.initial).start() == top.start()


def test_zero_quaternion_is_refused():
    with pytest.raises(BadInput, match="q_w"):
        physics.system("heavy-top", initial=dict.fromkeys(("q_w", "q_x", "q_y", "q_z"), 0.0))


def test_settle_normalises_q_and_leaves_the_rest():
    y = array("d", [0.9, -0.3, 0.2, 0.5, *OMEGA])
    before = rotation_matrix(y)
    OrientedBody.settle(memoryview(y), ())
    assert math.hypot(*y[:4]) == pytest.approx(1.0, abs=1e-15)
    assert rotation_matrix(y) == pytest.approx(before, abs=1e-15)
    assert tuple(y[4:]) == OMEGA


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.4, 3.0, 5.0, 6.28])
def test_interpolation_between_ticks_rotates_evenly_by_almost_a_turn(angle):
    top = physics.system("heavy-top")
    axis = (1.0, -2.0, 0.5)
    before = array("d", (*turn(0.7, (0.0, 1.0, 0.0)), *OMEGA))
    after, wanted = (array("d", (*product(turn(part * angle, axis), before[:4]), *OMEGA)) for part in (1.0, 0.3))
    got = top.between(memoryview(before), memoryview(after), 0.3)
    assert rotation_matrix(got) == pytest.approx(rotation_matrix(wanted), abs=1e-9)


@pytest.mark.parametrize("columns", [[0, 1, 2], [2, 0, 1], [1, 0, 2], [0, 2, 1]])
def test_quaternions_of_permuted_axes_are_exact(columns):
    matrix = np.eye(3)[:, columns]
    matrix[:, 2] *= np.linalg.det(matrix)
    assert set(map(abs, exact_axes(matrix))) <= {0.0, 1.0}
    assert rotation_matrix(exact_axes(matrix)).tolist() == matrix.tolist()


def test_exact_axes_are_the_same_rotation():
    matrix = rotation_matrix((0.1, -0.9, 0.3, 0.2))
    assert rotation_matrix(exact_axes(matrix)) == pytest.approx(matrix, abs=1e-15)
    assert max(map(abs, exact_axes(matrix))) == 1.0


def test_inverse_is_the_opposite_rotation_of_any_length():
    assert product((1.0, -2.0, 0.5, 3.0), inverse((1.0, -2.0, 0.5, 3.0))) == pytest.approx((1.0, 0.0, 0.0, 0.0))
