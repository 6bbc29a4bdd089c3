"""The free body in closed form against integration, and Poinsot's curves against their definitions."""

import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.free import poinsot
from physics.free.poinsot import PoinsotSolution
from physics.maths.quaternion import rotation_matrix
from tests.reference import case, quaternion_to_matrix

TURN = rotation_matrix([0.9, -0.3, 0.2, 0.25])
SKEW = TURN @ np.diag([1.0, 2.2, 2.9]) @ TURN.T
"""An inertia matrix whose principal axes are not the body's."""
ROUND_SMALLEST, ROUND_LARGEST = TURN @ [1.0, -0.3, 0.2], TURN @ [0.2, -0.3, -1.0]


def given(inertia):
    names = ("I1", "I2", "I3", "I12", "I13", "I23")
    elements = [inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1], inertia[0, 2], inertia[1, 2]]
    return {"body": "given", **dict(zip(names, elements, strict=True))}


def integrated(inertia, omega, duration, every, atol=1e-15):
    start = dict(zip(("omega_1", "omega_2", "omega_3"), omega, strict=True))
    run = physics.simulate(
        "free-body", duration, 0.05, "dop853", every, given(inertia), start, {"rtol": 1e-13, "atol": atol}
    )
    assert run.divergence is None
    matrices = [rotation_matrix([run[f"q_{part}"][i] for part in "wxyz"]) for i in range(len(run.t))]
    return run.t, np.array(matrices), np.stack([run[f"omega_{i}"] for i in (1, 2, 3)], axis=1)


@pytest.mark.parametrize("name", ["free_symmetric", "free_asym_about_I1", "dzhanibekov_principia"])
def test_closed_form_agrees_with_the_reference_case(name):
    reference = case(f"tops/{name}")
    motion = PoinsotSolution(np.diag(reference["params"]["I"]), reference["initial"]["omega_body"])
    times = [expected["t"] for expected in reference["expected"]]
    for expected, R, omega in zip(reference["expected"], motion.rotation(times), motion.omega(times), strict=True):
        matrix = np.reshape(expected["R"], (3, 3)) if "R" in expected else quaternion_to_matrix(expected["q"])
        assert pytest.approx(matrix, abs=2e-13) == R
        assert omega == pytest.approx(np.array(expected["omega_body"]), abs=1e-13)
    if "invariants" in reference:
        assert motion.elements.period == pytest.approx(reference["analytic"]["omega_period"], rel=1e-13)
        assert motion.elements.m == pytest.approx(reference["analytic"]["m_jacobi"], rel=1e-13)
        assert motion.elements.p == pytest.approx(reference["analytic"]["p"], rel=1e-13)
        assert motion.energy == pytest.approx(reference["invariants"]["E"], rel=1e-14)
        assert motion.momentum == pytest.approx(np.array(reference["invariants"]["L_lab"]), rel=1e-14)


@pytest.mark.parametrize(
    ("inertia", "omega"),
    [
        (SKEW, ROUND_SMALLEST),
        (SKEW, ROUND_LARGEST),
        (np.diag([3.0, 1.0, 2.0]), [0.1, -0.2, 1.0]),
        (np.diag([1.0, 2.0, 3.0]), [1e-8, -2e-8, 1.0]),
        (np.diag([1.0, 2.0, 3.0]), [1.0, -2e-8, 1e-8]),
        (np.diag([2.0, 2.0, 1.2]), [0.9, 0.5, -0.4]),
        (np.diag([1.0, 1.3, 1.3]), [0.01, 0.5, -1.0]),
        (np.diag([1.0, 2.0, 2.0 + 1e-9]), [0.3, 0.5, -1.0]),
    ],
)
def test_closed_form_agrees_with_integration_for_a_hundred_seconds(inertia, omega):
    t, R, omegas = integrated(inertia, omega, 100.0, 5.0)
    motion = PoinsotSolution(inertia, omega)
    found = motion.rotation(t)
    assert found == pytest.approx(R, abs=1e-9)
    assert found @ found.swapaxes(1, 2) == pytest.approx(np.broadcast_to(np.eye(3), R.shape), abs=1e-14)
    assert motion.omega(t) == pytest.approx(omegas, abs=1e-9)


def test_closed_form_starts_at_the_given_orientation():
    motion = PoinsotSolution(SKEW, ROUND_LARGEST, TURN)
    assert motion.rotation([0.0])[0] == pytest.approx(TURN, abs=1e-15)
    assert motion.momentum == pytest.approx(TURN @ SKEW @ ROUND_LARGEST, rel=1e-15)
    assert motion.rotation([3.0]) == pytest.approx(
        TURN @ PoinsotSolution(SKEW, ROUND_LARGEST).rotation([3.0]), abs=1e-14
    )


@pytest.mark.parametrize("sides", [(3.0, 1.0), (-3.0, 1.0), (3.0, -1.0), (-3.0, -1.0)])
def test_on_the_separatrix_the_body_flips_once(sides):
    """I1 (I2 - I1) omega_1² = I3 (I3 - I2) omega_3² in whole numbers, exactly on the separatrix."""
    inertia, omega = np.diag([1.0, 5.0, 9.0]), np.array([sides[0], 1.6, sides[1]]) / 8.0
    motion = PoinsotSolution(inertia, omega)
    assert motion.elements.m1 == 0.0
    assert motion.elements.period == math.inf
    t, R, omegas = integrated(inertia, omega, 12.0, 1.0)
    assert motion.rotation(t) == pytest.approx(R, abs=1e-10)
    assert motion.omega(t) == pytest.approx(omegas, abs=1e-10)
    before, after = motion.omega([-300.0, 300.0])
    assert np.abs(before[1]) == pytest.approx(np.linalg.norm(before), rel=1e-12)
    assert after == pytest.approx(-before, abs=1e-12)


def test_first_flip_near_the_intermediate_axis_matches_integration():
    """1 - m = 5e-14, which determines the time, would lose most of its digits if computed from m."""
    inertia, omega = np.diag([3.0, 5.0, 9.0]), [0.0, 1.0, 1e-7]
    motion = PoinsotSolution(inertia, omega)
    assert 0.0 < motion.elements.m1 < 1e-13
    t, R, omegas = integrated(inertia, omega, 0.4 * motion.elements.period, 2.0, atol=1e-16)
    assert np.abs(omegas[:, 0]).max() > 0.5
    assert motion.omega(t) == pytest.approx(omegas, abs=1e-8)
    assert motion.rotation(t) == pytest.approx(R, abs=1e-8)


@pytest.mark.parametrize(
    ("moments", "omega"),
    [
        ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]),
        ([1.0, 2.0, 3.0], [-2.0, 0.0, 0.0]),
        ([1.0, 2.0, 3.0], [0.0, 2.0, 0.0]),
        ([1.0, 2.0, 3.0], [0.0, 0.0, 2.0]),
        ([1.0, 2.0, 3.0], [1e-170, 0.0, 2.0]),
        ([2.0, 2.0, 2.0], [1.0, -2.0, 0.5]),
        ([2.0, 2.0, 3.0], [1.0, 2.0, 0.0]),
        ([2.0, 3.0, 3.0], [0.0, 2.0, -1.0]),
    ],
)
def test_constant_omega_gives_a_uniform_rotation(moments, omega):
    motion, angle = PoinsotSolution(np.diag(moments), omega, TURN), 2.0 * np.linalg.norm(omega)
    assert motion.omega([0.0, 7.0]) == pytest.approx(np.array([omega, omega]), abs=1e-15)
    R = motion.rotation([0.0, 2.0])
    assert R[0] == pytest.approx(TURN, abs=1e-15)
    turned = TURN.T @ R[1]
    assert turned @ omega == pytest.approx(omega, abs=1e-14)
    assert np.trace(turned) == pytest.approx(1.0 + 2.0 * math.cos(angle), abs=1e-14)
    assert motion.elements.period == 0.0
    assert poinsot.polhode(np.diag(moments), omega, 5) == pytest.approx(np.tile(omega, (5, 1)))


@pytest.mark.parametrize("omega", [ROUND_SMALLEST, ROUND_LARGEST])
def test_omega_moves_on_the_polhode_of_its_energy_and_momentum(omega):
    curve = poinsot.polhode(SKEW, omega, 2001)
    assert (curve[0] == curve[-1]).all()
    assert np.einsum("ni,ij,nj->n", curve, SKEW, curve) == pytest.approx(omega @ SKEW @ omega, rel=1e-13)
    assert np.linalg.norm(curve @ SKEW, axis=1) == pytest.approx(np.linalg.norm(SKEW @ omega), rel=1e-13)
    motion = PoinsotSolution(SKEW, omega)
    for passed in motion.omega(np.linspace(0.0, motion.elements.period, 40)):
        assert np.linalg.norm(curve - passed, axis=1).min() < 2e-3
    assert motion.omega([0.3 + motion.elements.period]) == pytest.approx(motion.omega([0.3]), abs=1e-13)


def test_polhodes_have_the_given_energy_and_momenta():
    momenta = poinsot.spaced_momenta(SKEW, 1.7, 6)
    assert (np.diff(momenta) > 0).all()
    family = poinsot.polhodes(SKEW, 1.7, momenta, 50)
    assert family.shape == (6, 2, 50, 3)
    assert np.einsum("lsni,ij,lsnj->lsn", family, SKEW, family) == pytest.approx(2 * 1.7, rel=1e-12)
    sizes = np.linalg.norm(family @ SKEW, axis=-1)
    assert sizes == pytest.approx(np.broadcast_to(momenta[:, None, None], sizes.shape), rel=1e-12)
    assert family[:, 0] == pytest.approx(-family[:, 1])
    for wrong in (0.99 * math.sqrt(2 * 1.7 * 1.0), 1.01 * math.sqrt(2 * 1.7 * 2.9)):
        with pytest.raises(BadInput, match="at this energy"):
            poinsot.polhodes(SKEW, 1.7, [wrong])


def test_separatrices_cross_at_the_intermediate_axis():
    curves = poinsot.separatrices(SKEW, 1.7, 101)
    middle = math.sqrt(2 * 1.7 / 2.2) * TURN[:, 1]
    assert np.einsum("sni,ij,snj->sn", curves, SKEW, curves) == pytest.approx(2 * 1.7, rel=1e-12)
    assert np.linalg.norm(curves @ SKEW, axis=2) == pytest.approx(math.sqrt(2 * 1.7 * 2.2), rel=1e-12)
    for curve in curves:
        assert curve[0] == pytest.approx(middle, abs=1e-14)
        assert curve[50] == pytest.approx(-middle, abs=1e-14)
        np.testing.assert_array_equal(curve[100], curve[0])
        steps = np.linalg.norm(np.diff(curve, axis=0), axis=1)
        assert steps == pytest.approx(np.full(100, steps.mean()), rel=1e-3)
    assert np.abs(curves[0, 25] - curves[1, 25]).max() > 0.5
    assert poinsot.separatrices(2.0 * np.eye(3), 1.0, 9).shape == (0, 9, 3)


@pytest.mark.parametrize("omega", [ROUND_SMALLEST, ROUND_LARGEST])
def test_the_inertia_ellipsoid_rolls_on_the_invariable_plane_at_the_tip_of_omega(omega):
    motion = PoinsotSolution(SKEW, omega, TURN)
    h, t = 1e-4, np.linspace(0.0, 9.0, 31)
    normal = motion.momentum / np.linalg.norm(motion.momentum)
    distance = poinsot.plane_distance(SKEW, omega)
    assert distance == pytest.approx(2.0 * motion.energy / np.linalg.norm(motion.momentum), rel=1e-15)
    assert motion.herpolhode(t) @ normal == pytest.approx(np.full(31, distance), rel=1e-13)
    moments, directions = np.linalg.eigh(SKEW)
    semi_axes = np.sqrt(2.0 * motion.energy / moments)
    rotations, tips = motion.rotation(t), motion.omega(t)
    for R, tip in zip(rotations, tips, strict=True):
        inside = directions.T @ R.T @ normal
        assert np.linalg.norm(semi_axes * inside) == pytest.approx(distance, rel=1e-12)  # of the plane that touches
        assert np.linalg.norm(directions.T @ tip / semi_axes) == pytest.approx(1.0, rel=1e-12)  # on the ellipsoid
    # No slip: the contact moves over the ellipsoid and over the plane with one velocity.
    in_body = np.einsum("nij,nj->ni", rotations, motion.omega(t + h) - motion.omega(t - h)) / (2 * h)
    in_space = (motion.herpolhode(t + h) - motion.herpolhode(t - h)) / (2 * h)
    assert np.linalg.norm(in_body, axis=1).min() > 0.05
    assert in_space == pytest.approx(in_body, abs=1e-7)


@pytest.mark.parametrize("moments", [(2.0, 2.0, 3.0), (2.0, 2.0, 0.7)])
def test_the_cones_of_a_symmetric_body_roll_on_each_other(moments):
    inertia, omega = np.diag(moments), np.array([0.3, -0.4, 1.1])
    start = dict(zip(("omega_1", "omega_2", "omega_3"), omega.tolist(), strict=True))
    system = physics.system("free-body", given(inertia), start)
    cones = {each.name: each.value(system, memoryview(system.start())) for each in system.quantities}
    motion, t = PoinsotSolution(inertia, omega), np.linspace(0.0, 5.0, 200)
    in_body, in_space, size = motion.omega(t), motion.herpolhode(t), np.linalg.norm(omega)
    around_axis = np.unwrap(np.arctan2(in_body[:, 1], in_body[:, 0]))
    assert np.diff(around_axis) == pytest.approx(cones["body_rate"] * np.diff(t), rel=1e-9)
    assert in_body[:, 2] / size == pytest.approx(np.full(200, math.cos(cones["body_cone"])))
    n = motion.momentum / np.linalg.norm(motion.momentum)
    assert in_space @ n / size == pytest.approx(np.full(200, math.cos(cones["space_cone"])))
    axis = motion.rotation(t)[:, :, 2]
    across = axis - np.outer(axis @ n, n)
    steps = np.arcsin(np.cross(across[:-1], across[1:]) @ n / np.einsum("ni,ni->n", across, across)[1:])
    assert steps == pytest.approx(cones["space_rate"] * np.diff(t), rel=1e-9)
    # Rolling: equal arcs on both cones in equal times.
    along = abs(cones["body_rate"]) * math.sin(cones["body_cone"])
    assert along == pytest.approx(cones["space_rate"] * math.sin(cones["space_cone"]), rel=1e-12)
