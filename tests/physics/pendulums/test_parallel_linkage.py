import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.physics.integrators.problems import stepped
from tests.reference import case

TIGHT = {"rtol": 1e-13, "atol": 1e-13}


def one_pendulum(loops, phi, rate, duration):
    """Return the parallelogram's angle and rate, as a system with one degree of freedom."""
    k = 9.81 * 1.5 * (3 * loops + 1) / (4 * loops + 1)

    def fall(t, y, p, dy):
        dy[0], dy[1] = y[1], k * math.sin(y[0])

    return stepped("rk4", fall, (phi, rate), 1e-3, round(duration / 1e-3))[1]


@pytest.mark.parametrize(("integrator", "dt", "settings"), [("dop853", 0.1, TIGHT), ("rk4", 1e-3, {})])
def test_the_benchmark_a02(integrator, dt, settings):
    given = case("linkages/PA_iftomm_A02_two_four_bar")
    system = physics.system("parallel-linkage", given["params"], given["initial"])
    simulation = physics.Simulation(system, integrator, dt, settings)
    simulation.compile()
    for t, place, velocity in zip(
        given["times"], given["expected"]["B0"], given["expected"]["B0_velocity"], strict=True
    ):
        simulation.advance(round(t / dt) - simulation.tick)
        found = list(system.first_end(simulation.y).values())
        assert found[:2] == pytest.approx(place, abs=given["tolerance"]["position"])
        assert found[2:] == pytest.approx(velocity, abs=1e-6)


@pytest.mark.parametrize("loops", [1, 2, 5, 40])
def test_motion_is_that_of_one_pendulum_through_singular_positions(loops):
    system = physics.system("parallel-linkage", {"N": loops}, {"phi": 0.1})
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    simulation.advance(5000)
    expected = one_pendulum(loops, 0.1, 1.0, 5.0)
    state = np.array(simulation.y).reshape(2, -1)
    assert expected[0] > 2 * math.pi, "it has gone round"
    assert state[0] == pytest.approx(expected[0], abs=1e-8)
    assert state[1] == pytest.approx(expected[1], abs=1e-8)
    assert abs(simulation.invariants()["energy"].drift) < 1e-11
    quantities = {q.name: q.value(system, simulation.y) for q in system.quantities}
    assert quantities["gap"] < 1e-12
    assert quantities["skew"] < 1e-12


@pytest.mark.parametrize("integrator", ["rk4", "dop853"])
def test_it_may_start_at_rest_with_all_bars_in_line(integrator):
    system = physics.system("parallel-linkage", initial={"phi": "90 deg", "phi_dot": 0.0})
    simulation = physics.Simulation(system, integrator, 1e-3, TIGHT if integrator == "dop853" else {})
    simulation.compile()
    assert simulation.advance(3000) == 3000
    expected = one_pendulum(2, math.pi / 2, 0.0, 3.0)
    assert simulation["phi_1"] == pytest.approx(expected[0], abs=1e-6)


def test_a_folded_loop_stays_folded():
    """B0 lies on the second pivot: crank and coupler rotate about it together, like one bar of two masses."""
    system = physics.system("parallel-linkage", {"N": 1}, {"phi": [math.pi / 2, 2.0], "phi_dot": [0.0, 1.0]})
    simulation = physics.Simulation(system, "rk4", 1e-3)
    simulation.compile()
    simulation.advance(3000)

    def fall(t, y, p, dy):
        dy[0], dy[1] = y[1], 9.81 * 1.5 * math.sin(y[0])

    expected = stepped("rk4", fall, (2.0, 1.0), 1e-3, 3000)[1]
    assert simulation["phi_0"] == pytest.approx(math.pi / 2, abs=1e-12)
    assert [simulation["phi_1"], simulation["phi_dot_1"]] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("angles", "rates"), [((0.7, 0.7), (1.1, 1.1)), ((math.pi / 2, 2.0), (0.0, 1.1))])
def test_accelerations_are_those_of_the_bars_with_all_their_forces(angles, rates):
    """Each bar free, held in its joints by forces: a large system, its joints closed by their accelerations."""
    L, m, g = 0.8, 1.7, 9.0
    system = physics.system("parallel-linkage", {"N": 1, "L": L, "m": m, "g": g}, {"phi": angles, "phi_dot": rates})
    y, dy = memoryview(array("d", system.start())), memoryview(array("d", bytes(32)))
    trig = [(math.sin(a), math.cos(a)) for a in angles]
    system.rate(0.0, y, memoryview(array("d", system.p)), dy)
    ends = system.joints(y)[:, [0, 2]]
    feet = np.array([[0.0, 0.0], [L, 0.0]])
    bars = [(feet[0], ends[0]), (feet[1], ends[1]), (ends[0], ends[1])]
    velocities = [(0 * feet[0], L * y[2 + i] * np.array([trig[i][1], -trig[i][0]])) for i in range(2)]
    velocities.append((velocities[0][1], velocities[1][1]))
    joints = [(None, (0, 0)), (None, (1, 0)), ((0, 1), (2, 0)), ((1, 1), (2, 1))]
    matrix, right = np.zeros((17, 17)), np.zeros(17)

    def across(r):
        return np.array([-r[1], r[0]])

    for b, ((start, end), (v_start, v_end)) in enumerate(zip(bars, velocities, strict=True)):
        matrix[3 * b, 3 * b] = matrix[3 * b + 1, 3 * b + 1] = m
        matrix[3 * b + 2, 3 * b + 2] = m * L * L / 12
        right[3 * b + 1] = -m * g
        turn = float(across(end - start) @ (v_end - v_start)) / L**2
        for j, pair in enumerate(joints):
            for side, end_of in zip((-1, 1), pair, strict=True):
                if end_of is not None and end_of[0] == b:
                    arm = (0.5 - end_of[1]) * (start - end)
                    rows, columns = slice(3 * b, 3 * b + 2), slice(9 + 2 * j, 11 + 2 * j)
                    matrix[rows, columns] -= side * np.eye(2)
                    matrix[3 * b + 2, columns] -= side * across(arm)
                    matrix[columns, rows] += side * np.eye(2)
                    matrix[columns, 3 * b + 2] += side * across(arm)
                    right[columns] += side * turn**2 * arm
    solved = np.linalg.solve(matrix, right)
    assert list(dy[2:]) == pytest.approx([-solved[2], -solved[5]], rel=1e-9, abs=1e-12)

    def end_acceleration(i):
        return solved[3 * i + 2] * across(ends[i] - feet[i]) - rates[i] ** 2 * (ends[i] - feet[i])

    # The coupler's uniform mass shares its weight and inertia between its ends; the rest of the force there is tension.
    inertia = m / 6 * (2 * end_acceleration(0) + end_acceleration(1))
    pull = inertia - solved[13:15] + [0.0, m * g / 2]
    tension = next(each for each in system.quantities if each.name == "tension").value(system, y)
    assert pull == pytest.approx(tension * (ends[1] - ends[0]) / L, rel=1e-9, abs=1e-9)


def test_starts_by_the_end_of_the_first_crank_by_one_angle_or_by_all():
    system = physics.system("parallel-linkage", {"L": 2.0}, {"B0": [2.0, 0.0], "B0_velocity": "0, -3"})
    assert list(system.start()) == pytest.approx([math.pi / 2] * 3 + [1.5] * 3)
    assert list(system.replace(initial={"phi": "10 deg"}).start())[:3] == pytest.approx([math.pi / 18] * 3)
    assert list(physics.system("parallel-linkage", initial={"phi_0": 0.3}).start())[:3] == [0.3] * 3
    larger = system.replace({"N": 5})
    assert list(larger.start()) == pytest.approx([math.pi / 2] * 6 + [1.5] * 6)
    assert list(larger.replace({"gravity": 3.0}).start()) == list(larger.start())
    for initial, said in (
        ({"B0": [0.0, 1.0]}, "must be 2 m"),
        ({"B0_velocity": [0.0, 1.0]}, "must be across"),
        ({"phi": [0.0, 0.2, 0.0]}, "must close the loops"),
        ({"phi": [0.0, 0.2]}, "3 needed"),
    ):
        with pytest.raises(BadInput, match=said):
            physics.system("parallel-linkage", {"L": 2.0}, initial)
    with pytest.raises(BadInput, match="must be whole"):
        physics.system("parallel-linkage", {"N": 2.5})


def test_machine_code_gives_the_same_bits():
    runs = [physics.Simulation(physics.system("parallel-linkage", {"N": 3}), "rk4", 1e-3) for _ in range(2)]
    assert runs[1].compile()
    for run in runs:
        run.advance(1000)
    assert bytes(runs[0].y) == bytes(runs[1].y)


def test_copies_start_aside_as_parallelograms():
    found = physics.ensemble("parallel-linkage", 3, {"phi": 0.1}, 0.01, 1e-3)
    assert found.states[:, 0, :3] == pytest.approx(np.outer([-0.1, 0.0, 0.1], np.ones(3)), abs=1e-12)
