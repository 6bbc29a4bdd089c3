import numpy as np
import pytest

from physics import BadInput
from physics.bodies import inertia
from physics.maths.euler_angles import lab_to_nodal
from tests.reference import case
from tests.rotations import body_to_lab

TABLE = case("tops/inertia_table")
BODIES = {
    "sphere_R2cm_rho1000": inertia.sphere(0.02, 1000),
    "cone_EPFL": inertia.cone(0.15, 0.05, 100),
    "truncated_R2_h1_rho700": inertia.truncated_sphere(0.02, 0.01, 700),
    "hemisphere_R2_rho700": inertia.truncated_sphere(0.02, 0.02, 700),
}


@pytest.mark.parametrize("name", TABLE["expected"])
def test_bodies_of_section_3_3(name):
    body, expected = BODIES[name], TABLE["expected"][name]
    got = {"m": body.mass, "z_G": body.z, "I3": body.I3, "I1": body.I1}
    assert got == pytest.approx(expected, rel=TABLE["tolerance"], abs=TABLE["tolerance"] * 1e-3)


@pytest.mark.parametrize("row", TABLE["slices_cone"], ids=lambda row: f"N={row['N']}")
def test_slices_of_section_3_4(row):
    n = row["N"]
    radii = 0.05 * (np.arange(n) + 0.5) / n
    body = inertia.slices(radii, 0.15, 100)
    assert (body.mass, body.z, body.I3, body.I1) == pytest.approx((row["m"], row["d"], row["I3"], row["I1"]), rel=1e-12)


def test_slices_converge_to_the_cone_at_second_order():
    exact = inertia.cone(0.15, 0.05, 100)
    errors = [abs(inertia.slices(0.05 * (np.arange(n) + 0.5) / n, 0.15, 100).I1 / exact.I1 - 1) for n in (50, 100, 200)]
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx([2, 2], abs=0.01)


def test_bar_and_disk_are_limits_of_the_cylinder():
    thin = inertia.cylinder(0.3, 1e-6, 1.0).scaled_to(0.2)
    assert inertia.bar(0.3, 0.2) == pytest.approx(thin, abs=1e-12)
    flat = inertia.cylinder(1e-7, 0.1, 1.0).scaled_to(0.2)
    assert inertia.disk(0.1, 0.2)[:3] == pytest.approx(flat[:3], rel=1e-9)


def test_huygens_steiner_on_the_axis_is_the_special_case():
    body = inertia.cone(0.15, 0.05, 100)
    matrix = inertia.steiner(np.diag([body.I1, body.I1, body.I3]), body.mass, [0, 0, body.z])
    I_A, I3 = body.about(body.z)
    assert np.allclose(matrix, np.diag([I_A, I_A, I3]), rtol=1e-15)
    assert pytest.approx(body.mass * (3 / 20 * 0.05**2 + 3 / 5 * 0.15**2), rel=1e-14) == I_A


def test_huygens_steiner_against_a_cloud_of_points():
    rng = np.random.default_rng(1)
    points, offset = rng.normal(size=(40, 3)), np.array([0.3, -0.7, 1.1])
    points -= points.mean(axis=0)

    def matrix(p):
        return sum(x @ x * np.eye(3) - np.outer(x, x) for x in p)

    assert np.allclose(inertia.steiner(matrix(points), 40.0, offset), matrix(points + offset))
    S = lab_to_nodal(0.4, 1.1)
    assert np.allclose(inertia.rotated(matrix(points), S), matrix(points @ S.T))


def test_inertia_in_the_nodal_frame_is_that_without_spin():
    assert np.allclose(lab_to_nodal(0.4, 1.1).T, body_to_lab(0.4, 1.1, 0.0), atol=1e-15)
    assert np.allclose(lab_to_nodal(0.4, 1.1)[0], [np.cos(0.4), np.sin(0.4), 0])


TURN = body_to_lab(0.3, 1.1, -0.7)


def test_principal_moments_and_axes_are_recovered():
    moments, axes = inertia.principal(TURN @ np.diag([3.0, 1.0, 2.0]) @ TURN.T)
    assert moments == pytest.approx([1.0, 2.0, 3.0], rel=1e-14)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert np.abs(axes) == pytest.approx(np.abs(TURN[:, [1, 2, 0]]), abs=1e-14)


def test_principal_axes_of_a_diagonal_matrix_are_exact():
    moments, axes = inertia.principal(inertia.matrix(0.3, 0.1, 0.2))
    assert list(moments) == [0.1, 0.2, 0.3]
    assert (axes == [[0, 0, 1], [1, 0, 0], [0, 1, 0]]).all()
    assert (inertia.principal(inertia.matrix(2, 1, 3))[1] == [[0, 1, 0], [1, 0, 0], [0, 0, -1]]).all()


def test_matrix_places_its_elements():
    assert (inertia.matrix(1, 2, 3, I12=4, I13=5, I23=6) == [[1, 4, 5], [4, 2, 6], [5, 6, 3]]).all()


def test_impossible_inertia_matrices_are_refused():
    inertia.check(TURN @ np.diag([1.0, 2.0, 3.0]) @ TURN.T)  # flat: the largest is the sum of the others
    inertia.check(np.diag([3.0, 5.0, 9.0]), real=False)
    with pytest.raises(BadInput, match="3, 5, 9 kg m².*together, 8 kg m²"):
        inertia.check(np.diag([3.0, 5.0, 9.0]))
    for bad in (np.diag([1.0, 2.0, -0.5]), inertia.matrix(1, 1, 1, I12=1.5), np.zeros((3, 3))):
        with pytest.raises(BadInput, match="positive definite"):
            inertia.check(bad, real=False)
