"""The double pendulum in its formulations, against references, against one another, and against an independent
solution.
"""

import math
from array import array
from functools import cache

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.grip import grip_point
from tests.reference import case

CLOSED = ("double-pendulum", "double-pendulum-newton", "double-pendulum-forces")
FORMULATIONS = (*CLOSED, "double-pendulum-open")
TIGHT = {"rtol": 1e-13, "atol": 1e-13}
ONES = {"l2": 1, "l3": 1, "m2": 1, "m3": 1, "J2": 1, "J3": 1, "g": 1}
UNEQUAL = {"l2": 1.3, "l3": 0.6, "m2": 2.0, "m3": 0.7, "J2": 0.4, "J3": 0.05}
WILD = {"theta2": 2.0, "theta3": -1.0, "theta2_dot": 3.0, "theta3_dot": -5.0}
ORDER = ("theta2", "theta2_dot", "theta3", "theta3_dot")


def pendulum(name, given):
    initial = {k: v for k, v in given["initial"].items() if not k.startswith("d")}
    rates = {f"{k[1:]}_dot": v for k, v in given["initial"].items() if k.startswith("d")}
    return physics.system(name, given["params"], {**initial, **rates})


@cache
def reached(name, which):
    """Return states, energies and joint forces (paper's axes) at the times of a case."""
    given = case(f"linkages/{which}")
    simulation = physics.Simulation(pendulum(name, given), "dop853", 0.05, TIGHT)
    simulation.compile()
    found = []
    for t in given["times"]:
        simulation.advance(round(t / 0.05) - simulation.tick)
        F12_x, F12_z, F23_x, F23_z = simulation.system.joint_forces(simulation.y)
        state = [simulation[name] for name in ORDER]
        found.append((state, simulation.system.energy(simulation.y), (-F12_z, F12_x, -F23_z, F23_x)))
    return found


@pytest.mark.parametrize("name", FORMULATIONS)
@pytest.mark.parametrize("which", ["P1_double_rod_doc_case_A", "P2_double_rod_doc_case_B"])
def test_runs_match_the_source(name, which):
    given = case(f"linkages/{which}")
    expected, tolerance = given["expected"], given["tolerance"]
    for i, (state, energy, forces) in enumerate(reached(name, which)):
        wanted = expected["state_theta2_dtheta2_theta3_dtheta3"][i]
        assert state == pytest.approx(wanted, abs=tolerance["state"][i])
        assert energy == pytest.approx(expected["energy"][i], rel=tolerance["energy_rel"])
        assert forces == pytest.approx(expected["joint_forces_Fx12_Fy12_Fx23_Fy23"][i], abs=1e-8)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_runs_match_the_listings_of_the_source(name):
    given = case("linkages/P4_doc002_listings_verbatim_output")
    start = dict(zip(ORDER, given["initial"], strict=True))
    simulation = physics.Simulation(physics.system(name, ONES, start), "cromer-positions-first", given["params"]["h"])
    simulation.compile()
    for t in given["times"]:
        simulation.advance(round(t / given["params"]["h"]) - simulation.tick)
        state = [simulation[variable] for variable in ORDER]
        for listing in ("listing1", "listing2"):
            assert state == pytest.approx(given["expected"][listing][str(t)], abs=given["tolerance"]["state"])
        if name == "double-pendulum-open":
            X2, Y2, theta2, X3, Y3, theta3 = given["expected"]["listing3_X2Y2th2X3Y3th3"][str(t)]
            places = [simulation[variable] for variable in ("x2", "z2", "theta2", "x3", "z3", "theta3")]
            assert places == pytest.approx([Y2, -X2, theta2, Y3, -X3, theta3], abs=given["tolerance"]["state"])


def test_euler_cromer_positions_precede_the_listings_by_one_step():
    given = case("linkages/P4_doc002_listings_verbatim_output")
    start = dict(zip(ORDER, given["initial"], strict=True))
    simulation = physics.Simulation(physics.system("double-pendulum", ONES, start), "euler-cromer", 1e-3)
    simulation.advance(10_000)
    theta2, omega2, theta3, omega3 = (simulation[variable] for variable in ORDER)
    before = [theta2 - 1e-3 * omega2, omega2, theta3 - 1e-3 * omega3, omega3]
    assert before == pytest.approx(given["expected"]["listing1"]["10.0"], abs=1e-9)


def acceleration(system, motion):
    y = memoryview(system.resume(motion))
    dy = memoryview(array("d", bytes(8 * len(y))))
    system.rate(0.0, y, memoryview(array("d", system.p)), dy)
    n = len(y) // 2
    return np.array([dy[n], dy[n + 1]]), np.array(system.joint_forces(y))


def pendulums(count):
    """Return random parameters and motions."""
    random = np.random.default_rng(7)
    for _ in range(count):
        l2, l3 = random.uniform(0.2, 3.0, 2)
        m2, m3 = random.uniform(0.1, 10.0, 2)
        J2, J3 = random.uniform(0.01, 0.25, 2) * (m2 * l2 * l2, m3 * l3 * l3)
        given = {"l2": l2, "l3": l3, "m2": m2, "m3": m3, "J2": J2, "J3": J3, "g": random.uniform(0.0, 20.0)}
        yield given, (*random.uniform(-10.0, 10.0, 2), *random.uniform(-20.0, 20.0, 2))


def test_accelerations_and_forces_agree_for_all_bars_and_motions():
    for given, motion in pendulums(200):
        kinds = [physics.system(name, given) for name in FORMULATIONS]
        Bars = type(kinds[0].motion(kinds[0].start()))
        (first, forces), *others = [acceleration(kind, Bars(*motion)) for kind in kinds]
        for other, its_forces in others:
            assert np.abs(other - first).max() <= 1e-12 * np.abs(first).max()
            assert np.abs(its_forces - forces).max() <= 1e-12 * np.abs(forces).max()


def lagrangian(given, q, v):
    joint = given["l2"] * v[0] * np.array([-math.sin(q[0]), math.cos(q[0])])
    centre = joint + 0.5 * given["l3"] * v[1] * np.array([-math.sin(q[1]), math.cos(q[1])])
    moving = given["m2"] * (joint @ joint) / 4 + given["m3"] * (centre @ centre)
    moving += given["J2"] * v[0] ** 2 + given["J3"] * v[1] ** 2
    down = given["l2"] * math.cos(q[0])
    low = given["m2"] * down / 2 + given["m3"] * (down + given["l3"] * math.cos(q[1]) / 2)
    return 0.5 * moving + given["g"] * low


def momenta(system, q, v):
    out = memoryview(array("d", bytes(32)))
    system.momenta(0.0, memoryview(array("d", [*q, *v])), memoryview(array("d", system.p)), out)
    return np.array(out)


def test_lagrange_s_equations_hold():
    """The momenta are the differences of L; along the motion they satisfy d/dt dL/dv = dL/dq."""
    step = 1e-5
    for given, motion in pendulums(20):
        system = physics.system("double-pendulum", given)
        q, v = np.array(motion[:2]), np.array(motion[2:])
        a, _ = acceleration(system, motion)
        by_v, by_q = (
            [(lagrangian(given, *at(e)) - lagrangian(given, *at(-e))) / (2 * step) for e in step * np.eye(2)]
            for at in (lambda e, q=q, v=v: (q, v + e), lambda e, q=q, v=v: (q + e, v))
        )
        now = momenta(system, q, v)
        later, before = (momenta(system, q + h * v + h * h / 2 * a, v + h * a) for h in (step, -step))
        size = np.abs(now).max()
        assert now == pytest.approx([*by_v, *by_q], abs=1e-7 * size)
        assert (later - before)[:2] / (2 * step) == pytest.approx(now[2:], abs=1e-6 * size)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_the_motions_agree_over_five_seconds(name):
    runs = [
        physics.simulate(kind, 5.0, 0.5, "dop853", parameters=UNEQUAL, initial=WILD, settings=TIGHT)
        for kind in ("double-pendulum", name)
    ]
    for variable in WILD:
        assert runs[1][variable] == pytest.approx(runs[0][variable], abs=1e-9)
    assert abs(runs[1].readings["energy"].drift) < 1e-11


def test_the_misprint_changes_the_motion_of_unequal_bars_only():
    def end(parameters, a22):
        run = physics.simulate(
            "double-pendulum", 1.0, 0.5, "dop853", parameters={**parameters, "a22": a22},
            initial={"theta2": 1.0, "theta3": 0.0}, settings=TIGHT,
        )  # fmt: skip
        return np.array([run["theta2"][-1], run["theta3"][-1]]), run.readings["energy"].drift

    for parameters, differ in ((ONES, False), (UNEQUAL, True)):
        (good, drift), (bad, strays) = (end(parameters, a22) for a22 in ("corrected", "printed"))
        assert abs(drift) < 1e-11
        assert (np.abs(bad - good).max() > 0.1) == differ
        assert (abs(strays) > 1e-3) == differ


def test_the_misprint_is_that_of_the_listing():
    """m2 l2²/4 instead of m3 l3²/4 in a22 equals another moment of inertia of the lower bar."""
    J3 = UNEQUAL["J3"] + (UNEQUAL["m2"] * UNEQUAL["l2"] ** 2 - UNEQUAL["m3"] * UNEQUAL["l3"] ** 2) / 4
    printed, other = (
        acceleration(physics.system("double-pendulum", {**UNEQUAL, **given}), tuple(WILD.values()))[0]
        for given in ({"a22": "printed"}, {"J3": J3})
    )
    assert printed == pytest.approx(other, rel=1e-12)


def test_joints_open_only_where_positions_are_integrated():
    given = case("linkages/P2_double_rod_doc_case_B")
    system = pendulum("double-pendulum-open", given)
    run = physics.simulate(system, 100.0, 1e-3, "cromer-positions-first", every=1.0)
    assert run["gap"][0] < 1e-15
    assert run["gap"].max() == pytest.approx(0.31, abs=0.01)


def test_forces_that_cannot_be_computed_are_not_numbers():
    """The equations of such bars are singular in rounded numbers."""
    far = {"upper_mass": 1e6, "lower_mass": 1e6, "upper_inertia": 1e-12, "lower_inertia": 1e9}
    system = physics.system("double-pendulum-open", far, {"theta2": 0.0, "theta3": 0.0})
    y = memoryview(system.start())
    assert all(map(math.isnan, system.joint_forces(y)))
    assert math.isnan(next(quantity for quantity in system.quantities if quantity.name == "F12").value(system, y))
    assert any(np.isnan(arrow.vector).any() for arrow in system.arrows(y))


def test_formulations_can_be_switched_during_a_run():
    simulation = physics.Simulation(physics.system("double-pendulum", UNEQUAL, WILD), "rk4", 1e-3)
    simulation.advance(500)
    for name in (*FORMULATIONS[1:], FORMULATIONS[0]):
        before = [simulation[variable] for variable in WILD]
        simulation.reformulate(name)
        assert [simulation[variable] for variable in WILD] == before
        assert simulation.system.lower_inertia == UNEQUAL["J3"]
        simulation.advance(100)
    straight = physics.Simulation(physics.system("double-pendulum", UNEQUAL, WILD), "rk4", 1e-3)
    straight.advance(900)
    assert np.array(simulation.y) == pytest.approx(np.array(straight.y), abs=1e-10)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_machine_code_gives_the_same_bits(name):
    runs = [physics.Simulation(physics.system(name, UNEQUAL, WILD), "rk4", 1e-3) for _ in range(2)]
    assert runs[1].compile()
    for run in runs:
        run.advance(100)
    assert bytes(runs[0].y) == bytes(runs[1].y)


def test_inertia_is_that_of_uniform_rods_or_as_given():
    rods = physics.system("double-pendulum", {"l2": 2.0, "m2": 3.0})
    assert rods.inertias == (1.0, 1 / 12)
    assert physics.system("double-pendulum", {"J2": 0.5}).inertias == (0.5, 1 / 12)
    assert rods.replace({"J3": 0.2}).inertias[1] == 0.2
    with pytest.raises(BadInput, match="applies when inertia is given"):
        physics.system("double-pendulum", {"inertia": "uniform", "J2": 0.5})


def test_a_long_uniform_rod_has_the_expected_acceleration():
    """With a massless lower bar the upper one is a physical pendulum: theta'' = -3 g sin theta / (2 l)."""
    system = physics.system("double-pendulum", {"m3": 1e-6, "l2": 0.7}, {"theta2": 0.8, "theta3": 0.8})
    (upper, _), _ = acceleration(system, (0.8, 0.8, 0.0, 0.0))
    assert upper == pytest.approx(-1.5 * 9.81 / 0.7 * math.sin(0.8), rel=1e-5)


def test_bars_are_drawn_at_their_joints():
    for name in FORMULATIONS:
        system = physics.system(name, UNEQUAL, WILD)
        y = memoryview(system.start())
        upper, lower = system.bodies(y)
        ends = [body.position + side * body.rotation[:, 2] * length / 2
                for body, length in ((upper, 1.3), (lower, 0.6)) for side in (1, -1)]  # fmt: skip
        assert ends[0] == pytest.approx(np.zeros(3), abs=1e-12)
        assert ends[1] == pytest.approx(ends[2], abs=1e-12)
        assert ends[1] == pytest.approx([1.3 * math.sin(2.0), 0.0, -1.3 * math.cos(2.0)])
        assert system.traces(y)["tip"] == pytest.approx(ends[3])


@pytest.mark.parametrize("body", [0, 1])
def test_a_hand_on_a_bar_moves_both_bars_with_open_joints_too(body):
    point, grips = np.array([0.0, 0.0, 0.2]), []
    for name in ("double-pendulum", "double-pendulum-open"):
        system = physics.system(name, UNEQUAL, WILD)
        y = memoryview(system.start())
        held = grip_point(system, y, body, point)
        for i, change in enumerate((held.answer @ [0.3, 0.0, -0.2]).tolist()):
            y[i] += change
        grips.append((held, system.motion(y), system))
    (one, moved, _), (other, same, opened) = grips
    for left, right in zip(one[:2], other[:2], strict=True):
        assert right == pytest.approx(left, abs=1e-6)
    assert other.mobility == pytest.approx(one.mobility, abs=1e-6)
    assert same == pytest.approx(moved, abs=1e-6)
    assert list(opened.resume(same)) == pytest.approx(list(y), abs=1e-9), "the joints move together"
