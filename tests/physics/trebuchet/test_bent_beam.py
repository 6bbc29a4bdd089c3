"""A beam whose arms form an angle: its equations, loads and energy against Newton's laws for point masses, its shot
against an integration of Lagrange's equations by complex steps, and its limits.
"""

import math
from array import array

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import physics
from physics import BadInput
from physics.trebuchet import loads, machine
from physics.trebuchet.accelerations import dynamics
from tests.physics.trebuchet import newton

G = 9.81
BENDS = [math.radians(degrees) for degrees in (-140.0, -35.0, 12.0, 75.0)]
MACHINE = {"counterweight_inertia": 300.0, "pouch_mass": 2.0, "projectile_mass": 90.0, "trough": "none",
           "counterweight_mass": 9000.0, "begin": "given"}  # fmt: skip
STATES = np.random.default_rng(21).uniform([-2.3, 0.2, 0.2, -6, -6, -6], [2.3, 6.0, 6.0, 6, 6, 6], (6, 6))


def bent(bend, **more):
    return physics.system("trebuchet", {**MACHINE, "bend": bend, **more})


def independent(s):
    return newton.points(
        s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass,
        s.projectile_mass + s.pouch_mass, s.beam_mass, s.counterweight_inertia, s.bend,
    )  # fmt: skip


def swinging(system, row):
    y = memoryview(array("d", bytes(8 * len(system.variables))))
    y[0:6] = array("d", row)
    y[machine.PHASE] = machine.SWINGS
    system.settle(y, system.p)
    return y


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("row", STATES)
def test_accelerations_and_energy_match_point_masses(bend, row):
    system = bent(bend)
    q, v, points = row[:3], row[3:], independent(system)
    y = swinging(system, row)
    expected = np.linalg.solve(newton.mass_matrix(points, q), newton.right_side(points, q, v, G))
    assert dynamics(y, system.p)[:3] == pytest.approx(expected, rel=1e-8, abs=1e-8)
    total = newton.energy(points, q, v, G)
    assert machine.mechanical(y, system.p) == pytest.approx(total, rel=1e-12)
    assert sum(system.split_energy(y).values()) == pytest.approx(total, rel=1e-12)


@pytest.mark.parametrize("bend", BENDS)
@pytest.mark.parametrize("row", STATES[:3])
def test_loads_match_the_forces_on_point_masses(bend, row):
    system = bent(bend, counterweight_inertia=0.0)
    y = swinging(system, row)
    found = dynamics(y, system.p)
    force = [
        m * (newton.jacobian(place, row[:3]) @ found[:3] + newton.bias(place, row[:3], row[3:]) + [0.0, G])
        for m, place in independent(system)
    ]
    stone, weight, beam = force[0], force[1] + force[2], sum(force[3:])
    assert loads.hanger_force(y, system.p, found) == pytest.approx(weight, rel=1e-7, abs=1e-6)
    assert loads.pivot_force(y, system.p, found) == pytest.approx(stone + weight + beam, rel=1e-7, abs=1e-6)


@pytest.mark.parametrize("bend", BENDS)
def test_the_counterweight_is_drawn_where_newton_has_it(bend):
    system = bent(bend)
    y = swinging(system, STATES[0])
    points = independent(system)
    middle = 0.5 * (np.array(points[1][1](STATES[0][:3])) + np.array(points[2][1](STATES[0][:3])))
    assert system.weight_at(y)[[0, 2]] == pytest.approx(middle, rel=1e-12)
    assert system.bodies(y)[1].position == pytest.approx(system.weight_at(y), rel=1e-12)
    beam = system.bodies(y)[0]
    heel = [system.short_arm * math.sin(bend), 0.0, -system.short_arm * math.cos(bend)]
    assert beam.position + beam.rotation @ heel == pytest.approx(system.short_end(y), rel=1e-12)
    height = next(each for each in system.quantities if each.name == "counterweight_height")
    assert height.value(system, y) == pytest.approx(middle[1], rel=1e-12)


def test_a_bent_machine_moves_as_lagranges_equations_say():
    """The start of the swing without ground, integrated from Newton's points by another program."""
    system = bent(0.3, release="beam", beam_angle=-3.0)
    points = independent(system)
    start = {"alpha": 2.2, "beta": 0.9, "gamma": 0.7}
    run = physics.Simulation(system.replace({}, start), "dop853", 1e-2, {"rtol": 1e-12, "atol": 1e-12})
    run.compile()
    assert run.advance(40) == 40

    def rate(t, s):
        q, v = s[:3], s[3:]
        return [*v, *np.linalg.solve(newton.mass_matrix(points, q), newton.right_side(points, q, v, G))]

    other = solve_ivp(rate, (0.0, 0.4), [2.2, 0.9, 0.7, 0.0, 0.0, 0.0], "DOP853", rtol=1e-7, atol=1e-8)
    assert list(run.y[:6]) == pytest.approx(other.y[:, -1], rel=1e-5)
    assert abs(run.invariants()["energy"].drift) < 1e-10


def test_a_custom_beam_with_the_numbers_of_the_bent_one_throws_alike():
    """Two rods by hand: masses as their lengths, centres halfway, inertia m l²/3 each."""
    l1, l2, m, bend = 1.2, 5.7, 100.0, 0.4
    shares = np.array([l1, l2]) * m / (l1 + l2)
    along = (-0.5 * l1 * math.cos(bend) * shares[0] + 0.5 * l2 * shares[1]) / m
    side = -0.5 * l1 * math.sin(bend) * shares[0] / m
    inertia = (l1**2 * shares[0] + l2**2 * shares[1]) / 3.0
    uniform = physics.system("trebuchet", {"bend": bend})
    custom = physics.system(
        "trebuchet", {"bend": bend, "beam_centre": along, "beam_offset": side, "beam_inertia": inertia}
    )
    assert list(custom.p) == pytest.approx(list(uniform.p), rel=1e-13)


def test_a_positive_bend_raises_the_cocked_counterweight_which_hangs_straight_down():
    straight, raised = (physics.system("trebuchet", {"bend": bend}) for bend in (0.0, math.radians(20.0)))
    assert raised.drop == pytest.approx(1.2 * (1.0 - math.cos(straight.cocked_angle + math.radians(20.0))))
    assert raised.drop > straight.drop
    y = memoryview(raised.start())
    assert raised.weight_at(y) - raised.short_end(y) == pytest.approx([0.0, 0.0, -raised.hanger], abs=1e-12)
    assert raised.tip(y)[2] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"bend": "170 deg"}, "bend = 170 deg: must be from -150 to 150 deg"),
        ({"bend": "-90 deg", "hanger": 3.5}, r"hanger = 3.5 m: must be below 3\.1"),
        ({"bend": "-140 deg"}, "counterweight_mass = 2000 kg: too light"),
        ({"beam_offset": 3.0, "beam_inertia": 100.0}, r"beam_inertia = 100 kg m²: must be at least m_b \(l_b² . h_b²"),
        ({"beam_offset": 0.1, "beam": "uniform"}, "beam_offset = 0.1: applies when beam is custom, not uniform"),
    ],
)
def test_an_impossible_bent_machine_is_refused_with_the_reason(parameters, message):
    with pytest.raises(BadInput, match=message) as refused:
        physics.system("trebuchet", parameters)
    assert "\n" not in str(refused.value)
