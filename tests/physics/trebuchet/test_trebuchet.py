"""The trebuchet against independent programs, and messages for impossible machines."""

import json
import math

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.reference import DATA

CASE = json.loads((DATA / "trebuchet" / "default_uniform_beam_trough.json").read_text())
SERIES = json.loads((DATA / "trebuchet" / "equations_series.json").read_text())


def machine_of(case):
    """Return the system of a case: its names are the symbols of trebuchet.md."""
    i = case["inputs"]
    names = ("l1", "l2", "l3", "l4", "l5", "m1", "m2", "mb", "diameter", "Cd", "rho", "g")
    return physics.system("trebuchet", {
        **{name: i[name] for name in names}, "beam": i["arm"], "wind_speed": i["wind"],
        "release_angle": math.radians(i["release_velocity_deg"]),
    })  # fmt: skip


def fired(method, dt, **settings):
    run = physics.Simulation(machine_of(CASE), method, dt, settings)
    run.compile()
    while run.y[run.system.index("phase")] < 4:
        assert run.advance(100) == 100, run.message
        assert run.time < 20
    return {event.name: event for event in run.events}, run


@pytest.mark.parametrize(
    ("method", "dt", "tolerance"), [("dop853", 1e-3, 1e-6), ("dop853", 0.02, 1e-6), ("rk4", 1e-3, 1e-4)]
)
def test_the_reference_shot(method, dt, tolerance):
    events, run = fired(method, dt)
    expected = CASE["expected"]
    release = dict(zip((v.name for v in run.system.variables), events["release"].before, strict=True))
    found = {
        "t_liftoff": events["lift-off"].time, "t_release": events["release"].time, "t_land": events["landing"].time,
        "x_release": release["x"], "y_release": release["y"], "vx": release["x_dot"], "vy": release["y_dot"],
        "alpha": release["alpha"], "beta": release["beta"], "gamma": release["gamma"], "range": run["x"],
    }  # fmt: skip
    assert found == pytest.approx({name: expected[name] for name in found}, rel=tolerance)
    peer = CASE["peer"]  # another program, at its own tolerance
    assert found["t_release"] == pytest.approx(peer["t_release"], rel=tolerance)
    assert found["t_liftoff"] == pytest.approx(peer["t_phases"]["SLIDING_OVER_GROUND"], rel=tolerance)
    for name in ("x_release", "y_release", "t_land"):
        assert found[name] == pytest.approx(peer[name], rel=tolerance)
    assert math.hypot(found["vx"], found["vy"]) == pytest.approx(peer["v_release"], rel=tolerance)
    assert found["range"] == pytest.approx(peer["distance_traveled"], rel=tolerance)


def test_rk4_reaches_1e_6_at_1_ms_too():
    run = fired("rk4", 1e-3)[1]
    assert run["x"] == pytest.approx(CASE["expected"]["range"], rel=1e-6)


def test_range_converges_with_the_order_of_the_method():
    exact = fired("dop853", 1e-2, rtol=1e-13, atol=1e-13)[1]["x"]
    errors = [abs(fired("rk4", dt)[1]["x"] - exact) for dt in (0.005, 0.0025, 0.00125)]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (orders > 3.6).all(), errors
    second = [abs(fired("heun", dt)[1]["x"] - exact) for dt in (0.002, 0.001)]
    assert 1.7 < math.log2(second[0] / second[1]) < 2.4


def test_the_equations_of_the_paper_give_the_series():
    p = SERIES["params"]
    run = physics.simulate(
        "trebuchet", 0.9, dt=1e-3, integrator="dop853", every=0.1, settings={"rtol": 1e-12, "atol": 1e-12},
        parameters={**{name: p[name] for name in ("l1", "l2", "l3", "l4", "l5", "m1", "m2", "mb")},
                    "beam": "point", "trough": "none", "release": "beam", "beam_angle": -3.0},
    )  # fmt: skip
    assert run.data[:, :7] == pytest.approx(np.array(SERIES["rows"]), abs=1e-9)


def test_a_parameter_may_be_given_by_its_symbol():
    given = physics.system("trebuchet", {"l5": 4.0, "m1": "1.5 t", "C_d": 0.4, "rho": 1.2, "e": 0.3})
    assert (given.sling, given.counterweight_mass, given.drag_coefficient) == (4.0, 1500.0, 0.4)
    assert (given.air_density, given.restitution) == (1.2, 0.3)


def test_given_values_imply_their_choices():
    assert physics.system("trebuchet", {"diameter": 0.3}).ball == 0.3
    assert physics.system("trebuchet", {"beam_angle": 0.3}).release == "beam"
    with pytest.raises(BadInput, match="diameter = 0.3: applies when material is diameter, not iron"):
        physics.system("trebuchet", {"diameter": 0.3, "material": "iron"})


def test_the_ball_is_as_large_as_its_mass_and_material_say():
    ball = physics.system("trebuchet").ball
    assert ball == pytest.approx(CASE["inputs"]["diameter"], rel=1e-12)
    iron = physics.system("trebuchet", {"material": "iron"}).ball
    assert iron == pytest.approx(ball * (2500 / 7870) ** (1 / 3))


def test_a_cocked_machine_follows_its_lengths():
    system = physics.system("trebuchet", {"sling": 4.0}).replace({"pivot_height": 4.5})
    y = memoryview(system.start())
    assert system.tip(y)[2] == pytest.approx(0.0, abs=1e-12)
    assert system.stone(y)[2] == pytest.approx(0.0, abs=1e-12)
    assert system.stone(y)[0] - system.tip(y)[0] == pytest.approx(4.0)
    assert system.weight_at(y)[0] == pytest.approx(system.short_end(y)[0])


def test_a_given_angle_is_kept_and_the_rest_starts_cocked():
    system = physics.system("trebuchet").replace(initial={"alpha": 2.0})
    y = memoryview(system.start())
    assert system.begin == "given"
    assert y[0] == 2.0
    assert system.stone(y)[2] == pytest.approx(0.0, abs=1e-12)
    assert system.weight_at(y)[0] == pytest.approx(system.short_end(y)[0])
    assert system.replace({"sling": 4.0}).initial["alpha"] == 2.0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sling": 12.0}, "sling = 12 m: must be at most long_arm . pivot_height = 9.7 m"),
        ({"long_arm": 3.9}, "long_arm = 3.9 m: must be above pivot_height = 4 m"),
        ({"hanger": 6.0}, "hanger = 6 m: must be below 4.84"),
        ({"counterweight_mass": 100.0}, "counterweight_mass = 100 kg: too light"),
        ({"counterweight_mass": 0.0}, "counterweight_mass = 0 kg: must be from"),
        ({"projectile_mass": 0.0}, "projectile_mass = 0 kg: must be from"),
        ({"beam_mass": 0.0}, "beam_mass = 0 kg: must be from"),
        ({"beam_centre": 3.0, "beam_inertia": 100.0}, "beam_inertia = 100 kg m²: must be at least m_b l_b² = 900"),
        ({"release": "beam", "beam_angle": 2.5}, "beam_angle = 143.*: the cocked machine is beyond it"),
        ({"release": "finger", "finger_angle": -1.5}, "finger_angle = -85.9.*: the cocked machine is beyond it"),
        ({"slings": 3.0}, "unknown parameter of trebuchet 'slings' .did you mean 'sling'"),
    ],
)
def test_an_impossible_machine_is_refused_with_the_reason(parameters, message):
    with pytest.raises(BadInput, match=message):
        physics.system("trebuchet", parameters)


def test_a_tip_far_below_the_ground_lies_on_it():
    low = physics.system(
        "trebuchet", {"begin": "given", "long_arm": 6.0, "pivot_height": 3.0, "sling": 1.0}, {"alpha": -math.pi}
    )
    assert low.tip(memoryview(low.start()))[2] == pytest.approx(0.0, abs=1e-12)


def test_drawn_bodies_are_at_the_ends_of_beam_and_sling():
    system = physics.system("trebuchet")
    run = physics.Simulation(system)
    run.advance(700)
    y = run.y
    beam, counterweight, projectile = system.bodies(y)
    far, near = beam.position + beam.rotation @ [0, 0, 5.7], beam.position - beam.rotation @ [0, 0, 1.2]
    assert far == pytest.approx(system.tip(y))
    assert near == pytest.approx(system.short_end(y))
    assert counterweight.position + 1.4 * counterweight.rotation[:, 2] == pytest.approx(near)
    assert projectile.position == pytest.approx(system.pouch(y))
    for body in (beam, counterweight):
        assert body.rotation @ body.rotation.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(body.rotation) == pytest.approx(1.0)


def test_sling_of_a_machine_that_is_not_cocked_has_an_angle_that_can_be_given_again():
    machine = physics.system("trebuchet", initial={"alpha": -0.3})
    assert 0.0 <= machine.initial["beta"] <= math.tau
    assert physics.system("trebuchet", initial=machine.initial).initial == machine.initial


def test_stone_that_lies_on_the_ground_stays_where_it_is_when_its_start_is_given_again():
    start = {"alpha": 2.3486534225211297, "beta": 0.7778570957275655, "gamma": 0.7929392310686634}
    machine = physics.system("trebuchet", {"sling": 0.001}, start)
    assert machine.initial["phase"] == 0.0
    again = physics.system("trebuchet", {"sling": 0.001}, machine.initial)
    assert bytes(again.start()) == bytes(machine.start())
