"""A sliding body in other axes, and the impulse of a landing against the balance of momenta."""

from array import array

import numpy as np
import pytest

import physics
from physics.maths.quaternion import exact_axes, product, rotation_matrix, turn
from physics.table import sliding
from physics.table.rolling import contact_at
from physics.table.sliding import CONTACT, LOSS, V_Z, Z

INERTIA = np.array([[2e-5, 2e-6, -3e-6], [2e-6, 3e-5, 1e-6], [-3e-6, 1e-6, 2.5e-5]])
AXES, CENTRE = np.array([0.02, 0.03, 0.04]), np.array([0.003, -0.002, 0.001])
LAWS = {
    "viscous": {"law": "viscous", "mu": 0.4},
    "coulomb": {"law": "coulomb", "mu": 0.3, "epsilon": 0.05},
    "contensou": {"law": "contensou", "mu": 0.3, "patch": 2e-3},
}
QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
CYCLE = np.eye(3)[[1, 2, 0]]
CHANGES = [CYCLE, CYCLE @ CYCLE, QUARTER, QUARTER @ CYCLE]
"""Other axes of the same body: their columns in its first axes."""


def ellipsoid(law, columns=None):
    """Return a body without any symmetry, described in its own axes or in others."""
    C = np.eye(3) if columns is None else columns
    I, c, a = C.T @ INERTIA @ C, C.T @ CENTRE, np.abs(C.T) @ AXES  # noqa: E741
    given = {f"axis_{i + 1}": a[i] for i in range(3)} | {f"centre_{i + 1}": c[i] for i in range(3)}
    given |= {"I1": I[0, 0], "I2": I[1, 1], "I3": I[2, 2], "I12": I[0, 1], "I13": I[0, 2], "I23": I[1, 2]}
    return physics.system("sliding-body", {"shape": "ellipsoid", "inertia": "given", "mass": 0.05} | LAWS[law] | given)


def states(count, contact=1.0, seed=2):
    draw = np.random.default_rng(seed)
    for _ in range(count):
        q = draw.normal(size=4)
        v = draw.normal(size=3) * 0.3
        y = [*(q / np.linalg.norm(q)), *draw.normal(size=3) * 30.0, 0.1, -0.2, 0.06, *v, 0.01, contact]
        yield memoryview(array("d", y))


def seen_in(C, angle, y):
    """Return a state in other axes of the body, in a lab that is turned about the vertical."""
    turned = np.array(rotation_matrix(turn(angle, (0.0, 0.0, 1.0))))
    q = product(turn(angle, (0.0, 0.0, 1.0)), product(y[0:4], exact_axes(C)))
    return memoryview(array("d", [*q, *(C.T @ y[4:7]), *(turned @ y[7:10]), *(turned @ y[10:13]), y[LOSS], y[CONTACT]]))


@pytest.mark.parametrize("columns", CHANGES)
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("contact", [0.0, 1.0])
def test_equations_and_guards_do_not_depend_on_the_axes(columns, law, contact):
    one, other = ellipsoid(law), ellipsoid(law, columns)
    for y in states(10, contact):
        z = seen_in(columns, 0.7, y)
        dy, dz = (memoryview(array("d", bytes(8 * 15))) for _ in range(2))
        one.rate(0.0, y, one.p, dy)
        other.rate(0.0, z, other.p, dz)
        assert list(dz) == pytest.approx(list(seen_in(columns, 0.7, dy)), rel=1e-9, abs=1e-9)
        assert other.guards(0.0, z, other.p) == pytest.approx(one.guards(0.0, y, one.p), rel=1e-9, abs=1e-12)
        assert other.margin(z, other.p) == pytest.approx(one.margin(y, one.p), rel=1e-9)
        assert other.energy(z) == pytest.approx(one.energy(y), rel=1e-12)


@pytest.mark.parametrize("columns", CHANGES[:2])
@pytest.mark.parametrize("law", LAWS)
def test_landing_is_one_impulse_at_the_contact_in_any_axes(columns, law):
    """Change of momentum J, of angular momentum X×J and a part along the vertical that only a patch has; friction
    within its cone.
    """
    one, other, mu = ellipsoid(law), ellipsoid(law, columns), LAWS[law]["mu"]
    for y in states(10, 0.0):
        y[Z], rising = sliding.resting_height(y, one.p)
        y[V_Z] = rising - 0.4
        z = seen_in(columns, -1.9, y)
        R, X = rotation_matrix(y), rotation_matrix(y) @ np.array(contact_at(y, one.p)[:3])
        omega, v = np.array(y[4:7]), np.array(y[10:13])
        sliding.landing_jump(y, one.p)
        sliding.landing_jump(z, other.p)
        assert list(z) == pytest.approx(list(seen_in(columns, -1.9, y)), rel=1e-9, abs=1e-11)
        J = 0.05 * (np.array(y[10:13]) - v)
        missing = R @ INERTIA @ (np.array(y[4:7]) - omega) - np.cross(X, J)
        assert missing[:2] == pytest.approx((0.0, 0.0), abs=1e-14)
        assert law == "contensou" or missing[2] == pytest.approx(0.0, abs=1e-14)
        assert abs(missing[2]) <= mu * 2e-3 * J[2]
        assert J[2] > 0.0
        assert law == "viscous" or np.hypot(*J[:2]) <= mu * J[2]
        assert sliding.slip(y, *contact_at(y, one.p)[:3])[2] == pytest.approx(0.0, abs=1e-14)


def test_a_body_that_rises_is_not_struck():
    body = ellipsoid("coulomb")
    for y in states(5, 0.0):
        y[Z], rising = sliding.resting_height(y, body.p)
        y[V_Z] = rising + 0.1
        before = bytes(y)
        sliding.landing_jump(y, body.p)
        assert bytes(y) == before


@pytest.mark.parametrize("law", LAWS)
def test_power_of_the_table_is_the_change_of_energy(law):
    """Along the equations, on the table: dE/dt by differences is minus the rate of the losses, > 0 for N > 0."""
    body, h = ellipsoid(law), 1e-6
    for y in states(10):
        body.settle(y, body.p)
        dy = memoryview(array("d", bytes(8 * 15)))
        body.rate(0.0, y, body.p, dy)
        ends = []
        for side in (-h, h):
            moved = memoryview(array("d", np.array(y) + side * np.array(dy)))
            body.settle(moved, body.p)
            ends.append(sliding.mechanical(moved, body.p))
        assert dy[LOSS] * body.force(y)[2] > 0.0
        assert (ends[1] - ends[0]) / (2 * h) == pytest.approx(-dy[LOSS], rel=2e-5, abs=1e-6)


@pytest.mark.parametrize("speed", [1e-7, 3e-4, 0.2])
def test_friction_of_a_patch_that_does_not_spin_is_coulombs_and_of_one_that_spins_needs_no_smoothing(speed):
    slow, patch, point = 1e-3, ellipsoid("contensou").p, ellipsoid("coulomb").p
    assert sliding.friction(speed, 0.0, 0.0, slow, patch) == pytest.approx(
        sliding.friction(speed, 0.0, 0.0, slow, point)
    )
    rough, smooth = (sliding.friction(speed, 0.0, 400.0, each, patch)[0] for each in (1e-9, slow))
    assert smooth == pytest.approx(rough, rel=1e-4)


def test_a_body_stays_where_it_lands_if_the_table_then_pushes_however_little():
    body, needs = ellipsoid("coulomb").replace({"gravity": 0.5}), []
    for y in states(60, 0.0):
        y[4:7] = array("d", 0.1 * np.array(y[4:7]))
        y[Z], rising = sliding.resting_height(y, body.p)
        y[V_Z] = rising - 0.02
        body.jump(1, 0.0, y, body.p)
        stays = y[CONTACT] == 1.0
        y[CONTACT] = 1.0
        needs.append(body.guards(0.0, y, body.p)[0])
        assert stays is (needs[-1] > 0.0)
    assert min(needs) < 0.0
    assert any(0.0 < need < 0.5 for need in needs)


@pytest.mark.parametrize("law", LAWS)
def test_landings_have_the_same_bits_in_machine_code(law):
    """Those that stick, slip on and turn back: with and without slip and spin, with little and much friction."""
    draw, landed = np.random.default_rng(8), 0
    for mu in (0.02, 0.3, 1.5):
        for fast in (0.0, 0.1, 1.0):
            q = draw.normal(size=4)
            body = ellipsoid(law).replace({"mu": mu}, dict(zip(("q_w", "q_x", "q_y", "q_z"), q, strict=True)))
            v, omega = fast * draw.normal(size=2), fast * 30.0 * draw.normal(size=3)
            body = body.replace(initial=dict(zip(("omega_1", "omega_2", "omega_3"), omega, strict=True)))
            body = body.replace(initial={"drop": 0.01, "v_x": v[0], "v_y": v[1], "v_z": -0.3})
            plain, compiled = (physics.Simulation(body, "rk4", 1e-3) for _ in range(2))
            assert compiled.compile()
            plain.advance(60)
            compiled.advance(60)
            assert bytes(plain.y) == bytes(compiled.y)
            assert plain.events == compiled.events
            landed += len(plain.events)
    assert landed >= 9
