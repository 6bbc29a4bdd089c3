"""Equations of motion, loads and energy against Newton's laws for point masses."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics.trebuchet import loads, machine
from physics.trebuchet.accelerations import dynamics
from tests.physics.trebuchet import newton

G = 9.81


def state(system, q, v, phase=machine.SWINGS):
    y = memoryview(array("d", [*q, *v, *[0.0] * 9]))
    y[machine.PHASE] = phase
    system.settle(y, system.p)
    return y


def independent(system, m=None):
    """Return the points of a hinged machine with a uniform beam."""
    s = system
    m = s.projectile_mass + s.pouch_mass if m is None else m
    return newton.points(
        s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass, m, s.beam_mass,
        s.counterweight_inertia,
    )  # fmt: skip


STATES = np.random.default_rng(7).uniform([-2.3, 0.2, 0.2, -6, -6, -6], [2.3, 6.0, 6.0, 6, 6, 6], (40, 6))
MACHINE = {"counterweight_inertia": 300.0, "pouch_mass": 2.0, "projectile_mass": 90.0, "trough": "none"}


@pytest.mark.parametrize("row", STATES[:20])
def test_accelerations_match_point_masses(row):
    system = physics.system("trebuchet", MACHINE)
    q, v = row[:3], row[3:]
    points = independent(system)
    expected = np.linalg.solve(newton.mass_matrix(points, q), newton.right_side(points, q, v, G))
    found = dynamics(state(system, q, v), system.p)[:3]
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("row", STATES[20:30])
def test_a_fixed_counterweight_is_a_point_on_the_beam(row):
    system = physics.system("trebuchet", {"counterweight": "fixed", "trough": "none"})
    q, v = [row[0], row[1], math.pi], [row[3], row[4], 0.0]
    points = independent(system)
    M, w = newton.mass_matrix(points, q)[:2, :2], newton.right_side(points, q, v, G)[:2]
    found = dynamics(state(system, q, v), system.p)
    assert found[:2] == pytest.approx(np.linalg.solve(M, w), rel=1e-9)
    assert found[2] == 0.0


@pytest.mark.parametrize("pouch", [0.0, 3.0])
@pytest.mark.parametrize("row", STATES[30:35])
def test_after_the_release_only_the_pouch_swings(row, pouch):
    system = physics.system("trebuchet", {"pouch_mass": pouch, "trough": "none"})
    q, v = row[:3], row[3:]
    points = independent(system, max(pouch, 1e-7))
    expected = np.linalg.solve(newton.mass_matrix(points, q), newton.right_side(points, q, v, G))
    found = dynamics(state(system, q, v, machine.FLIES), system.p)[:3]
    assert found == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("row", STATES[:10])
def test_energy_matches_point_masses(row):
    system = physics.system("trebuchet", MACHINE)
    y = state(system, row[:3], row[3:])
    expected = newton.energy(independent(system), row[:3], row[3:], G)
    assert machine.mechanical(y, system.p) == pytest.approx(expected, rel=1e-12)
    own = (0.5 * system.pouch_mass * (y[machine.V_X] ** 2 + y[machine.V_Y] ** 2)
           + system.pouch_mass * G * y[machine.Y])  # fmt: skip
    parts = {q.name: q.value(system, y) for q in system.quantities if q.name.startswith("energy_")}
    assert sum(parts.values()) + own == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("row", STATES[10:20])
def test_loads_match_the_forces_on_point_masses(row):
    system = physics.system("trebuchet", {**MACHINE, "counterweight_inertia": 0.0})
    q, v = row[:3], row[3:]
    y = state(system, q, v)
    found = dynamics(y, system.p)
    force = [
        m * (newton.jacobian(place, q) @ found[:3] + newton.bias(place, q, v) + [0.0, G])
        for m, place in independent(system)
    ]
    stone, weight, beam = force[0], force[1] + force[2], force[3] + force[4]
    assert loads.sling_force(y, system.p, found) == pytest.approx(stone, rel=1e-9)
    assert loads.hanger_force(y, system.p, found) == pytest.approx(weight, rel=1e-9)
    assert loads.pivot_force(y, system.p, found) == pytest.approx(stone + weight + beam, rel=1e-9)
    u = q[1] - q[0]
    assert np.cross([*stone, 0], [math.sin(u), math.cos(u), 0])[2] == pytest.approx(0.0, abs=1e-6), "a rope only pulls"
    assert loads.sling_tension(y, system.p, found) == pytest.approx(stone @ [math.sin(u), math.cos(u)], rel=1e-9)


@pytest.mark.parametrize("mu", [0.0, 0.4])
def test_in_the_trough_newton_holds_for_the_stone(mu):
    system = physics.system("trebuchet", {"trough_friction": mu})
    run = physics.Simulation(system, "rk4", 1e-3)
    run.advance(200)
    y = run.y
    found = dynamics(y, system.p)
    q, v = np.array(y[:3]), np.array(y[3:6])
    m, place = independent(system)[0]
    a = newton.jacobian(place, q) @ found[:3] + newton.bias(place, q, v)
    tension, u = loads.sling_tension(y, system.p, found), q[1] - q[0]
    N, friction = found[3], found[4]
    assert a[1] == pytest.approx(0.0, abs=1e-7)
    assert m * a == pytest.approx(
        [tension * math.sin(u) + friction, tension * math.cos(u) + N - m * G], rel=1e-7, abs=1e-6
    )
    assert friction == pytest.approx(mu * N)
    assert y[machine.V_X] < 0.0 < N
    assert y[machine.Y] == pytest.approx(0.0, abs=1e-14)
    assert y[machine.V_Y] == pytest.approx(0.0, abs=1e-13)


def test_static_loads_are_the_weights():
    system = physics.system("trebuchet", {"trough": "none"}, {"alpha": 0.0, "beta": 0.0, "gamma": math.pi})
    y = memoryview(system.start())
    found = dynamics(y, system.p)
    assert found[:3] == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    assert loads.sling_force(y, system.p, found) == pytest.approx((0.0, 15.0 * G), abs=1e-9)
    assert loads.hanger_force(y, system.p, found) == pytest.approx((0.0, 2000.0 * G), abs=1e-9)
    assert loads.pivot_force(y, system.p, found) == pytest.approx((0.0, 2115.0 * G), abs=1e-9)
