"""A rolling body in other axes, the balance of its energy, and the equations that it solves."""

from array import array

import numpy as np
import pytest

import physics
from physics.maths.quaternion import rotation_matrix
from physics.table import rolling
from tests.physics.table.test_sliding import AXES, CENTRE, CHANGES, INERTIA, seen_in, states


def ellipsoid(columns=None):
    C = np.eye(3) if columns is None else columns
    I, c, a = C.T @ INERTIA @ C, C.T @ CENTRE, np.abs(C.T) @ AXES  # noqa: E741
    given = {f"axis_{i + 1}": a[i] for i in range(3)} | {f"centre_{i + 1}": c[i] for i in range(3)}
    given |= {"I1": I[0, 0], "I2": I[1, 1], "I3": I[2, 2], "I12": I[0, 1], "I13": I[0, 2], "I23": I[1, 2]}
    return physics.system("rolling-body", {"shape": "ellipsoid", "inertia": "given", "mass": 0.05} | given)


def rate(system, y):
    dy = memoryview(array("d", bytes(8 * 9)))
    system.rate(0.0, y, system.p, dy)
    return dy


@pytest.mark.parametrize("columns", CHANGES)
def test_equations_and_forces_do_not_depend_on_the_axes(columns):
    one, other = ellipsoid(), ellipsoid(columns)
    pressed = 0
    for y in states(10):
        z = seen_in(columns, 0.7, y)
        whole = memoryview(array("d", [*rate(one, y), *[0.0] * 6]))
        assert list(rate(other, z)) == pytest.approx(list(seen_in(columns, 0.7, whole))[:9], rel=1e-9, abs=1e-9)
        turned = seen_in(columns, 0.7, memoryview(array("d", [*y[0:10], *rolling.force_in_lab(y, one.p), 0.0, 0.0])))
        assert rolling.force_in_lab(z, other.p) == pytest.approx(list(turned[10:13]), rel=1e-9)
        assert other.margin(z, other.p) == pytest.approx(one.margin(y, one.p), rel=1e-9)
        for quantity in ("height", "mu_needed", "normal"):
            a, b = (
                next(q for q in s.quantities if q.name == quantity).value(s, at) for s, at in ((one, y), (other, z))
            )
            assert b == pytest.approx(a, rel=1e-9, nan_ok=True)  # without pressure nothing needs friction
        pressed += b > 0.0
    assert pressed > 2


def test_rolling_keeps_the_energy_and_the_table_supplies_the_force():
    """By differences along the equations: dE/dt = 0, and m dv/dt = F - m g k with the velocity of G."""
    body, h = ellipsoid(), 1e-6
    for y in states(10):
        y = memoryview(array("d", y[0:9]))
        dy, energies, speeds = np.array(rate(body, y)), [], []
        for side in (-h, h):
            moved = memoryview(array("d", np.array(y) + side * dy))
            energies.append(body.invariants[0].value(body, moved))
            there = rolling.rolling_acceleration(moved, body.p)
            speeds.append(rotation_matrix(moved) @ there[6:9])
        assert (energies[1] - energies[0]) / (2 * h) == pytest.approx(0.0, abs=1e-5 * abs(energies[0]))
        F = np.array(rolling.force_in_lab(y, body.p))
        assert 0.05 * (speeds[1] - speeds[0]) / (2 * h) == pytest.approx(F - [0.0, 0.0, 0.05 * body.gravity], rel=1e-5)
        assert dy[7:9] == pytest.approx(np.mean(speeds, axis=0)[:2], rel=1e-6)
        push, friction = rolling.forces_of_table(y, body.p)
        assert (push, friction) == pytest.approx((F[2], np.hypot(*F[:2])), rel=1e-9)


def test_three_linear_equations_agree_with_numpy():
    draw = np.random.default_rng(5)
    for _ in range(20):
        root, b = draw.normal(size=(3, 3)), draw.normal(size=3)
        M = root @ root.T + 0.1 * np.eye(3)
        found = rolling.solve_spd3(M[0, 0], M[1, 1], M[2, 2], M[0, 1], M[0, 2], M[1, 2], *b)
        assert found == pytest.approx(np.linalg.solve(M, b), rel=1e-10)


def test_arrows_are_the_vectors_of_mechanics():
    """At G: angular velocity, R I omega, weight; at the contact: the force of the table, and its part along it."""
    body = ellipsoid()
    for y in states(5):
        R, omega = rotation_matrix(y), np.array(y[4:7])
        arrows = {arrow.name: arrow for arrow in body.arrows(y)}
        force = np.array(rolling.force_in_lab(y, body.p))
        expected = {
            "omega": R @ omega, "momentum": R @ INERTIA @ omega, "weight": [0.0, 0.0, -0.05 * body.gravity],
            "force": force, "friction": [force[0], force[1], 0.0],
        }  # fmt: skip
        for name, vector in expected.items():
            assert arrows[name].vector == pytest.approx(vector, rel=1e-12, abs=1e-15)
            at = body.centre(y) if name in ("omega", "momentum", "weight") else body.contact(y)
            assert arrows[name].origin == pytest.approx(at, abs=1e-15)
        assert body.contact(y)[2] == pytest.approx(0.0, abs=1e-15)
        along = INERTIA @ omega @ np.array(rolling.contact_at(y, body.p)[:3])
        assert rolling.contact_moment(body, y) == pytest.approx(along, rel=1e-12)
        size = np.linalg.norm(INERTIA @ omega) * np.linalg.norm(rolling.contact_at(y, body.p)[:3])
        assert rolling.contact_moment_scale(body, y) == pytest.approx(size, rel=1e-12)
