"""The hand, tested by statics, closed forms and the energy balance, on every system."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput, Simulation
from physics.core.grip import grip_point
from physics.simulation.spring_hand import SpringHand, check, critical_gains, move_point

SYSTEMS = list(physics.systems())


def middle(system, y, body):
    """Return the middle of a body in its axes, for a body of revolution on its axis."""
    points = system.bodies(y)[body].solid.extremes()
    return 0.5 * (points.min(axis=0) + points.max(axis=0))


def place(system, y, body, point):
    held = system.bodies(y)[body]
    return held.position + held.rotation @ point


def held(simulation, body, offset, frequency=3.0):
    """Return a hand that pulls the middle of a body toward a place beside it."""
    system, y = simulation.system, simulation.y
    point = middle(system, y, body)
    spring = critical_gains(system, y, body, point, frequency)
    target = place(system, y, body, point) + offset
    simulation.hold(SpringHand(body, tuple(point), tuple(target), *spring))
    return point, target


@pytest.mark.parametrize("name", SYSTEMS)
def test_work_of_the_hand_is_the_change_of_energy_for_any_body(name):
    simulation = Simulation(name, "rk4", 5e-4)
    simulation.advance(20)
    system, y = simulation.system, simulation.y
    still = [place(system, y, 0, middle(system, y, 0))]
    size = float(np.linalg.norm(system.bodies(y)[0].solid.extremes(), axis=1).max())
    before = system.energy(y)
    held(simulation, 0, np.array([0.05, 0.02, 0.05]) * size)
    simulation.advance(100)
    assert simulation.divergence is None
    assert simulation.hand is not None
    assert simulation.work != 0.0
    assert np.linalg.norm(place(system, simulation.y, 0, middle(system, simulation.y, 0)) - still[0]) > 0.0
    if name != "whip":  # its support does work too
        gained = system.energy(simulation.y) - before
        assert gained == pytest.approx(simulation.work, rel=1e-3, abs=1e-5 * abs(before))
    assert abs(simulation.invariants()["energy"].drift) < 1e-5


@pytest.mark.parametrize("name", SYSTEMS)
def test_grip_gives_velocity_and_response_to_an_impulse(name):
    simulation = Simulation(name, "rk4", 1e-3)
    simulation.advance(20)
    system, y = simulation.system, simulation.y
    point = middle(system, y, 0) + np.array([0.0, 0.0, 0.01])
    now = grip_point(system, y, 0, point)
    assert now.place == pytest.approx(place(system, y, 0, point))
    after = Simulation(system, "rk4", 1e-6)
    after.place(list(y))
    after.advance(1)
    moved = (place(system, after.y, 0, point) - now.place) / 1e-6
    assert now.velocity == pytest.approx(moved, abs=2e-4 * (1.0 + np.linalg.norm(now.velocity)))
    blow = np.array([0.01, -0.02, 0.015]) / np.linalg.eigvalsh(now.mobility)[-1]
    struck = memoryview(array("d", np.add(y, now.answer @ blow)))
    system.settle(struck, system.p)
    assert grip_point(system, struck, 0, point).velocity - now.velocity == pytest.approx(now.mobility @ blow, abs=1e-7)
    if name != "whip":  # its support moves and does work during the impulse too
        given = blow @ (now.velocity + 0.5 * now.mobility @ blow)
        assert system.energy(struck) - system.energy(y) == pytest.approx(given, rel=1e-5, abs=1e-9)
    assert np.allclose(now.mobility, now.mobility.T, atol=1e-6 * np.abs(now.mobility).max())


def test_pendulum_comes_to_rest_where_spring_and_weight_balance():
    system = physics.system("planar-chain", {"count": 1, "length": 1.0, "bob": 1.0, "mass": 0.0}, {"theta": 0.0})
    simulation = Simulation(system, "rk4", 1e-3)
    simulation.hold(SpringHand(1, (0.0, 0.0, 0.0), (1.0, 0.0, -1.0), 50.0, 15.0))
    simulation.advance(8_000)
    theta = simulation["theta_1"]
    # Moment about the pivot: 50 (gap × arm) = m g sin(theta).
    x, z = math.sin(theta), -math.cos(theta)
    moment = 50.0 * ((1.0 - x) * math.cos(theta) + (-1.0 - z) * math.sin(theta))
    assert moment == pytest.approx(9.81 * math.sin(theta), rel=1e-4)
    assert abs(simulation["theta_dot_1"]) < 0.02, "between two blows it sinks a little"
    assert simulation.work == pytest.approx(9.81 * (1.0 - math.cos(theta)), rel=1e-3)
    assert simulation.pull == pytest.approx([50.0 * (1.0 - x), 0.0, 50.0 * (-1.0 - z)], rel=1e-3)


def test_hand_without_force_changes_nothing_and_can_be_released():
    free, pulled = Simulation("double-pendulum"), Simulation("double-pendulum")
    pulled.hold(SpringHand(0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0))
    free.advance(500)
    pulled.advance(500)
    assert bytes(free.y) == bytes(pulled.y)
    pulled.hold(SpringHand(1, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 100.0, 1.0))
    pulled.advance(100)
    assert pulled.work != 0.0
    pulled.hold(None)
    done = pulled.work
    pulled.advance(100)
    assert pulled.work == done
    pulled.reset()
    assert pulled.work == 0.0


def test_pulled_run_does_not_depend_on_grouping_or_compilation():
    hand = SpringHand(1, (0.0, 0.0, -0.2), (0.8, 0.0, 0.3), 80.0, 5.0)
    one, other = Simulation("double-pendulum"), Simulation("double-pendulum")
    assert other.compile()
    one.hold(hand)
    other.hold(hand)
    one.advance(400)
    for part in (1, 7, 92, 300):
        other.advance(part)
    assert bytes(one.y) == bytes(other.y)
    kept = one.snapshot()
    one.advance(77)
    later = bytes(one.y), one.work
    one.restore(kept)
    one.advance(77)
    assert (bytes(one.y), one.work) == later


def test_link_is_moved_to_the_target_or_as_near_as_possible():
    system = physics.system("planar-chain", {"count": 4, "length": 4.0})
    y = memoryview(system.start())
    bob, tip = 7, np.zeros(3)
    for target in ([1.0, 0.0, -2.0], [-0.5, 0.0, 1.5], [2.0, 0.0, 2.0]):
        move_point(system, y, bob, tip, np.array(target))
        assert place(system, y, bob, tip) == pytest.approx(target, abs=1e-6)
    move_point(system, y, bob, tip, np.array([6.0, 0.0, -8.0]))
    assert np.linalg.norm(place(system, y, bob, tip) - [6.0, 0.0, -8.0]) == pytest.approx(6.0, rel=0.01)
    assert list(y[4:8]) == [0.0] * 4


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "parallel-linkage"])
def test_any_body_can_be_moved_and_keeps_its_constraints(name):
    system = physics.system(name)
    y = memoryview(system.start())
    point = middle(system, y, 0) + np.array([0.0, 0.0, 0.01])
    start, mobility = place(system, y, 0, point), grip_point(system, y, 0, point).mobility
    axes = np.linalg.eigh(mobility)[1]
    size = float(np.linalg.norm(system.bodies(y)[0].solid.extremes(), axis=1).max())
    target = start + 0.02 * size * axes[:, 2]
    move_point(system, y, 0, point, target)
    moved = place(system, y, 0, point)
    assert np.linalg.norm(moved - target) < 0.5 * np.linalg.norm(target - start)
    settled = memoryview(array("d", y))
    system.settle(settled, system.p)
    assert list(settled) == pytest.approx(list(y), abs=1e-9)


def test_bodies_that_cannot_be_held_are_refused():
    system = physics.system("bungee")
    y = memoryview(system.start())
    with pytest.raises(BadInput, match='body "ball" cannot be grabbed'):
        check(system, y, SpringHand(1, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, 1.0))
    with pytest.raises(BadInput, match="body = 9: must be below 3"):
        Simulation(system).hold(SpringHand(9, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 1.0, 1.0))
    for numbers in (None, [1.0], [0.0] * 8 + [math.nan], [-1.0] + [0.0] * 8):
        with pytest.raises(BadInput, match="hand = "):
            SpringHand.of(numbers)
