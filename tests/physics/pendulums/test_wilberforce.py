"""Wilberforce's pendulum against its normal modes in closed form and the exponential of its matrix.

Independent of the system: the matrices M and K of the Lagrangian, generalized eigenvalues by scipy, and expm.
"""

import math

import numpy as np
import pytest
from scipy.linalg import eigh, expm

import physics
from physics import BadInput

GIVEN = {"mass": 0.8, "inertia": 3e-3, "stiffness": 20.0, "torsion": 0.06, "coupling": 0.5}
"""A pendulum out of tune: k/m = 25, delta/I = 20 rad²/s²."""
TUNED = {"mass": 0.5, "inertia": 2e-4, "stiffness": 3.2, "torsion": 1.28e-3, "coupling": 0.012}
"""k/m = delta/I = 6.4 rad²/s²: with e = epsilon/(2 √(m I)) = 0.6, the squares of the frequencies are 7 and 5.8."""
WEAK = {"mass": 0.8, "inertia": 3e-3, "stiffness": 20.0, "torsion": 0.072, "coupling": 0.049}
"""A little out of tune and weakly coupled: half of the energy goes over."""
START = {"z": 0.07, "theta": -0.9, "z_dot": 0.2, "theta_dot": 3.0}


def pendulum(parameters=GIVEN, initial=START):
    return physics.system("wilberforce", parameters, initial)


def matrices(system):
    """Return M and K of L = ½ q'·M q' - ½ q·K q, q = (z, theta)."""
    half = 0.5 * system.coupling
    return np.diag([system.mass, system.inertia]), np.array([[system.stiffness, half], [half, system.torsion]])


def flow(system, t):
    """Return the matrix (4, 4) that takes a state to that after a time [s]: an exponential."""
    M, K = matrices(system)
    return expm(t * np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), np.zeros((2, 2))]]))


def exact(system, t):
    """Return the state after a time [s] from the start."""
    return flow(system, t) @ np.array(system.start())


def run(system, duration, dt, integrator="dop853"):
    settings = {"rtol": 1e-13, "atol": 1e-15} if integrator == "dop853" else {}
    simulation = physics.Simulation(system, integrator, dt, settings)
    simulation.advance(round(duration / dt))
    return simulation


def said(system, y=None):
    y = system.start() if y is None else y
    return {each.name: each.value(system, y) for each in system.quantities}


@pytest.mark.parametrize("given", [GIVEN, TUNED, {**GIVEN, "coupling": -0.5}, {**GIVEN, "coupling": 0.0}])
def test_motion_is_the_exponential_of_the_matrix(given):
    system = pendulum(given)
    found = run(system, 6.0, 0.01).state
    assert found == pytest.approx(exact(system, 6.0), abs=1e-10)


def test_forces_are_the_gradient_of_the_energy():
    system, step = pendulum(), 1e-6
    y, dy = memoryview(system.start()), memoryview(np.zeros(4))
    system.rate(0.0, y, system.p, dy)
    for i, inertia in enumerate((system.mass, system.inertia)):
        ends = []
        for side in (-step, step):
            moved = memoryview(np.array(y))
            moved[i] += side
            ends.append(system.energy(moved))
        assert -(ends[1] - ends[0]) / (2.0 * step) == pytest.approx(inertia * dy[2 + i], rel=1e-7)


@pytest.mark.parametrize("given", [GIVEN, TUNED, {**GIVEN, "coupling": -0.7}, {**GIVEN, "stiffness": 10.0}])
def test_periods_are_those_of_the_generalized_eigenvalues(given):
    system = pendulum(given)
    M, K = matrices(system)
    slow, fast = np.sqrt(eigh(K, M, eigvals_only=True))
    found = said(system)
    assert found["fast_period"] == pytest.approx(2.0 * math.pi / fast, rel=1e-12)
    assert found["slow_period"] == pytest.approx(2.0 * math.pi / slow, rel=1e-12)
    assert found["beat_period"] == pytest.approx(2.0 * math.pi / (fast - slow), rel=1e-11)


def test_a_tuned_pendulum_has_the_published_frequencies():
    """Berg and Marshall: omega² ± epsilon/(2 √(m I)); all of the energy goes over in half a beat."""
    found = said(pendulum(TUNED))
    assert found["fast_period"] == pytest.approx(2.0 * math.pi / math.sqrt(7.0))
    assert found["slow_period"] == pytest.approx(2.0 * math.pi / math.sqrt(5.8))
    assert found["transfer"] == pytest.approx(1.0)


@pytest.mark.parametrize("which", [0, 1])
def test_a_normal_mode_stays_one(which):
    """Started along an eigenvector, z and theta keep their ratio and swing as one cosine."""
    system = pendulum()
    M, K = matrices(system)
    squares, modes = eigh(K, M)
    z, theta = 0.05 * modes[:, which] / modes[0, which]
    system = pendulum(GIVEN, {"z": z, "theta": theta, "z_dot": 0.0, "theta_dot": 0.0})
    t = 3.7
    state = run(system, t, 0.01).state
    assert state[:2] == pytest.approx(np.array([z, theta]) * math.cos(math.sqrt(squares[which]) * t), abs=1e-10)
    energies = {each.name: each.value(system, state) for each in system.invariants}
    silent, sounding = ("fast_energy", "slow_energy")[:: 1 - 2 * which]
    assert energies[silent] == pytest.approx(0.0, abs=1e-13)
    assert energies[sounding] == pytest.approx(energies["energy"])


@pytest.mark.parametrize("given", [WEAK, TUNED])
def test_energy_goes_over_to_the_twist_in_half_a_beat(given):
    """Let go at rest: the greatest energy of the twist, over a beat, is the given part of all."""
    system = pendulum(given, {"z": -0.1, "theta": 0.0, "z_dot": 0.0, "theta_dot": 0.0})
    found = said(system)
    beat, t = found["beat_period"], np.linspace(0.0, found["beat_period"], 2001)
    step, states = flow(system, t[1]), [np.array(system.start())]
    for _ in t[1:]:
        states.append(step @ states[-1])
    states = np.array(states)
    v, v_dot = math.sqrt(system.inertia) * states[:, 1], math.sqrt(system.inertia) * states[:, 3]
    M, K = matrices(system)
    mean_square = 0.5 * np.trace(np.linalg.solve(M, K))
    twist = 0.5 * (v_dot**2 + mean_square * v**2)
    peak = int(np.argmax(twist))
    assert t[peak] == pytest.approx(0.5 * beat, rel=0.06)
    assert twist[peak] / system.energy(system.start()) == pytest.approx(found["transfer"], rel=0.06)
    assert twist[-1] < 0.02 * twist[peak]


def test_invariants_are_kept_and_add_up():
    simulation = run(pendulum(), 20.0, 0.01)
    drifts = simulation.invariants()
    assert list(drifts) == ["energy", "fast_energy", "slow_energy"]
    assert max(abs(each.drift) for each in drifts.values()) < 1e-11
    system, y = simulation.system, simulation.state
    energy, fast, slow = (each.value(system, y) for each in system.invariants)
    assert fast + slow == pytest.approx(energy, rel=1e-13)
    assert sum(system.split_energy(y).values()) == pytest.approx(energy, rel=1e-13)


@pytest.mark.parametrize(("name", "order"), [("stormer-verlet", 2), ("rk4", 4)])
def test_errors_have_the_order_of_the_method(name, order):
    system, end = pendulum(), 2.0
    steps = (64, 128, 256)
    errors = [np.linalg.norm(run(system, end, end / n, name).state - exact(system, end)) for n in steps]
    assert np.polyfit(np.log(1.0 / np.array(steps)), np.log(errors), 1)[0] == pytest.approx(order, abs=0.1)


def test_without_coupling_there_is_no_transfer():
    found = said(pendulum({**GIVEN, "coupling": 0.0}))
    assert found["transfer"] == 0.0
    assert "beat_period" in found
    assert "beat_period" not in said(pendulum({**TUNED, "coupling": 0.0}))


@pytest.mark.parametrize("coupling", [2.2, -2.2])
def test_a_spring_that_cannot_hold_the_bob_is_refused(coupling):
    with pytest.raises(BadInput, match=r"coupling = -?2\.2 N: must be less than 2 √\(k δ\), 2\.19\d* N"):
        pendulum({**GIVEN, "coupling": coupling})


# Drawing ----------------------------------------------------------------------------------------------------


def test_the_bob_is_a_disc_of_its_mass_and_moment_of_inertia():
    system = pendulum()
    (bob,) = system.bodies(memoryview(system.start()))
    radius = max(r for r, _ in bob.solid.outline)
    assert 0.5 * system.mass * radius**2 == pytest.approx(system.inertia)
    assert bob.position == pytest.approx([0.0, 0.0, START["z"]])
    assert bob.rotation[:, 0] == pytest.approx([math.cos(START["theta"]), math.sin(START["theta"]), 0.0])


def test_arrows_are_force_and_velocities():
    system = pendulum()
    y, dy = memoryview(system.start()), memoryview(np.zeros(4))
    system.rate(0.0, y, system.p, dy)
    arrows = {arrow.name: arrow.vector for arrow in system.arrows(y)}
    assert arrows["force"] == pytest.approx([0.0, 0.0, system.mass * dy[2]])
    ends = [
        system.replace(initial={name: START[name] + t * START[f"{name}_dot"] for name in ("z", "theta")})
        for t in (-1e-6, 1e-6)
    ]
    before, after = (each.traces(memoryview(each.start()))["nut"] for each in ends)
    assert arrows["velocity"] == pytest.approx((after - before) / 2e-6, abs=1e-8)
    assert arrows["omega"] == pytest.approx([0.0, 0.0, START["theta_dot"]])


@pytest.mark.parametrize(("z", "theta"), [(0.0, 0.0), (-0.1, 0.0), (0.1, 2.0), (-0.05, -2.5)])
def test_the_wire_hangs_from_its_support_turns_with_the_bob_and_keeps_its_length(z, theta):
    system = physics.system("wilberforce", initial={"z": z, "theta": theta})
    wire = system.points(memoryview(system.start()))
    rest = physics.system("wilberforce", initial={"z": 0.0}).points(memoryview(np.zeros(4)))
    assert wire[0, 2] == pytest.approx(system.length + system.hook)
    assert wire[-1, 2] == pytest.approx(z + system.hook)
    way = lambda line: np.linalg.norm(np.diff(line, axis=0), axis=1).sum()  # noqa: E731
    assert way(wire) == pytest.approx(way(rest), rel=2e-3)
    turned = np.unwrap(np.arctan2(wire[:, 1], wire[:, 0]))
    at_rest = np.unwrap(np.arctan2(rest[:, 1], rest[:, 0]))
    assert turned[-1] - turned[0] == pytest.approx(at_rest[-1] - at_rest[0] + theta)
