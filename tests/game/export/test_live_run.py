"""The physics of a page."""

import json
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import physics
from game.export import live_run
from game.export.pose_recording import run_scene
from game.export.sections import Sections
from game.session.open_scene import load
from physics.core import events
from physics.core.driver_arguments import FIELDS, REAL
from physics.simulation.simulation import MAX_ENERGY_RATIO, MAX_LOGGED_EVENTS

RUNNER = Path(__file__).parents[2] / "physics" / "compiled" / "run_wasm.mjs"


@pytest.fixture(scope="module")
def described():
    """The physics of the page of `loops`, and the arrays to which it refers."""
    simulation, sections = load("loops").simulation(), Sections()
    return live_run.describe_live(simulation, sliding("loops"), sections), sections, simulation


def sliding(name):
    """Return the parameters of a scene that have sliders on its page."""
    run = run_scene(load(name).changed(time=0.0), 0.1)
    return live_run.sliding_parameters(run.look, run.shown(run.moments[0]))[0]


def numbers(sections, ref, kind="<f8"):
    data = b"".join(sections._parts)
    return np.frombuffer(data, kind, ref["count"], ref["at"])


def test_a_picture_that_stands_as_high_but_for_rounding_is_the_same():
    assert [each.field.name for each in sliding("tennis-racket")] == ["mass"]


def test_numbers_are_those_of_the_system(described):
    found, sections, simulation = described
    system = simulation.system
    assert numbers(sections, found["start"]).tolist() == list(system.start())
    assert numbers(sections, found["p"]).tolist() == list(system.p)
    assert numbers(sections, found["s"]).tolist() == list(system.pose_numbers)
    assert found["size"] == system.pose_layout.size and found["n"] == len(system.variables)
    assert found["discrete"] == list(system.places("discrete")) and found["ratio"] == MAX_ENERGY_RATIO
    assert [(each["name"], each["quiet"]) for each in found["events"]] == [(e.name, e.quiet) for e in system.events]
    assert found["scales"] == [each.reference(system, memoryview(system.start()))[1] for each in system.invariants]
    assert dict(found["fields"]) == {name: "real" if kind is REAL else "whole" for name, kind, _ in FIELDS}
    assert set(dict(found["fields"]).values()) == {"real", "whole"}


def test_methods_are_the_own_one_the_usual_ones_and_a_symplectic_one(described):
    names = [each["name"] for each in described[0]["methods"]]
    assert names[0] == described[0]["own"] == "rk4"
    assert {"dop853", "gauss4"} <= set(names) and len(names) == len(set(names))
    assert sum(physics.integrator(name).symplectic == "always" for name in names) == 1


@pytest.mark.parametrize(("name", "drawn"), [("lorenz", set()), ("turning-hoop", {"R"})])
def test_parameters_of_equations_have_sliders_but_those_of_what_is_drawn(name, drawn):
    """The size of the picture is that of the motion of the scene: it stays, as it does in the window."""
    system = load(name).simulation().system
    moved = {each.field.name for each in sliding(name)}
    assert {each for each in system.applicable() if each != "equations"} - moved == drawn


def test_proof_has_the_bits_of_the_native_run(described):
    found, _, simulation = described
    run = physics.Simulation(simulation.system, "rk4", simulation.dt)
    run.advance(live_run.PROOF_TICKS)
    assert found["proof"]["ticks"] == live_run.PROOF_TICKS
    bits = [int.from_bytes(np.float64(value).tobytes(), "little") for value in run.y]
    assert [int(word, 16) for word in found["proof"]["bits"]] == bits


def test_stops_of_a_parameter_that_is_not_typed_have_the_bits_of_the_system(described):
    system, sections = described[2].system, Sections()
    (field,) = (each for each in system.applicable().values() if each.name == "gravity")
    gravity = live_run._parameter_slider(system, live_run.Sliding(field, live_run._accepted(system, field)), sections)
    assert system.gravity in gravity["stops"] and len(gravity["stops"]) > 40
    rows = numbers(sections, gravity["p"]["rows"]).reshape(len(gravity["stops"]), -1)
    for stop in (0, len(rows) // 2, len(rows) - 1):
        p = list(system.replace({"gravity": gravity["stops"][stop]}).p)
        assert [p[place] for place in gravity["p"]["places"]] == rows[stop].tolist()


def test_parameters_that_change_the_picture_have_no_slider(described):
    names = {each["name"] for each in described[0]["parameters"]}
    assert {"gravity", "mass"} <= names and not names & {"height", "radius"}


def test_an_initial_value_is_a_number_of_the_state_or_has_states_at_its_stops(described):
    (theta,) = (each for each in described[0]["starts"] if each["name"] == "theta")
    assert theta["typed"] and "place" not in theta and "start" not in theta
    double = load("double-pendulum").simulation().system
    places = [live_run._start_slider(double, each, Sections()).get("place") for each in double.entries()]
    assert places == [double.index(each.name) for each in double.entries()] and 0 in places
    simulation = load("free-symmetric").simulation()
    (angle,) = (
        found
        for variable in live_run.entries(simulation.system)
        if variable.name == "theta" and (found := live_run._start_slider(simulation.system, variable, Sections()))
    )
    assert "place" not in angle and angle["start"]["places"]


@pytest.mark.parametrize(
    ("low", "high", "value", "logarithmic"),
    [(0.0, 1.0, 0.3, False), (1e-3, 1e3, 2.0, True), (-5.0, 5.0, -0.125, False)],
)
def test_stop_values_are_ordered_and_contain_the_value(low, high, value, logarithmic):
    found = live_run.stop_values(low, high, value, logarithmic, False)
    assert value in found and found == sorted(set(found))
    assert low <= found[0] and found[-1] <= high and len(found) > 50


def test_stops_end_where_the_system_refuses_a_value():
    tried = []

    def made(number):
        tried.append(number)
        if number > 2.0 or math.isclose(number, -1.0):
            raise physics.BadInput("no")
        return number

    every = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]
    assert [number for number, _ in live_run._stops(every, made, 1.0)] == [0.0, 1.0, 2.0]
    assert sorted(tried) == every[2:7], "what lies beyond a refused value is not tried: that would take long"
    assert live_run._stops(every, made, 3.0) == [] == live_run._stops(every, made, 0.5)


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_modules_are_instantiated_by_a_browser_s_engine(described):
    found, sections, _ = described
    data = b"".join(sections._parts)
    for method in found["methods"]:
        module = data[method["module"]["at"] : method["module"]["at"] + method["module"]["length"]]
        job = {"module": module.hex(), "image": "00" * 512, "at": 1 << 18, "calls": []}
        done = subprocess.run(
            ["node", RUNNER], input=json.dumps(job) + "\n", capture_output=True, text=True, check=True
        )
        assert json.loads(done.stdout)["done"] == []


def test_an_initial_value_that_a_scene_does_not_use_has_no_slider():
    system = load("fixed-counterweight").simulation().system
    variables = {each.name: each for each in system.entries()}
    assert live_run._start_slider(system, variables["gamma"], Sections()) is None
    assert live_run._start_slider(system, variables["alpha"], Sections()) is not None


def test_whole_numbers_have_whole_stops():
    assert live_run.stop_values(1.0, 6.0, 3.0, False, True) == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_stops_are_equal_steps_or_equal_ratios():
    straight = np.array(live_run.stop_values(0.0, 64.0, 10.0, False, False))
    assert straight.tolist() == [float(k) for k in range(65)]
    ratios = np.array(live_run.stop_values(1.0, 1e4, 100.0, True, False))
    assert ratios[1:] / ratios[:-1] == pytest.approx(np.full(64, 1e4 ** (1 / 64)), rel=0.02)
    assert ratios[0] == 1.0 and ratios[-1] == 1e4
    assert live_run.stop_values(0.0, 1.0, 0.5, True, False)[1] == pytest.approx(1 / 64, rel=0.01), "none from 0 on"


def test_the_value_replaces_the_stop_that_is_nearest():
    found = live_run.stop_values(0.0, 64.0, 10.3, False, False)
    assert len(found) == 65 and 10.3 in found and 10.0 not in found and 11.0 in found
    assert live_run.stop_values(2.00001, 2.00002, 2.000015, False, False) == [2.000015]


@pytest.mark.parametrize(
    ("bounds", "usual", "found"),
    [
        ((-100.0, 100.0), -2.0, (-8.0, 8.0)),
        ((-1.0, 3.0), 2.0, (-1.0, 3.0)),
        ((0.0, math.inf), 0.5, (0.0, 2.0)),
        ((-math.inf, math.inf), 0.0, (-1.0, 1.0)),
        ((-0.5, 0.25), 0.0, (-0.5, 0.25)),
    ],
)
def test_sliders_reach_as_far_as_is_usual(bounds, usual, found):
    assert live_run.slider_bounds(*bounds, usual) == found


def test_the_first_and_the_last_of_many_initial_values_have_a_slider():
    many, few = (load(name).simulation().system for name in ("catenary", "double-pendulum"))
    assert live_run.entries(few) == few.entries()
    found = live_run.entries(many)
    assert len(many.entries()) > live_run.MOST_STARTS == len(found)
    assert found[:6] == many.entries()[:6] and found[6:] == many.entries()[-6:]


def test_a_table_has_the_numbers_that_differ():
    made = [(1.0, None), (2.0, None), (3.0, None)]
    sections = Sections()
    found = live_run._table(made, [[5.0, 0.0, 7.0], [5.0, -0.0, 7.0], [5.0, 0.0, 9.0]], sections, "p", [5.0, 0.0, 7.0])
    assert found["stops"] == [1.0, 2.0, 3.0] and found["p"]["places"] == [1, 2], "0 and -0 have other bits"
    assert numbers(sections, found["p"]["rows"]).tolist() == [0.0, 7.0, -0.0, 7.0, 0.0, 9.0]
    assert live_run._table(made, [[5.0], [5.0, 6.0], [5.0]], Sections(), "p", [5.0]) == {"stops": [1.0, 2.0, 3.0]}


def test_an_initial_value_is_tried_at_both_ends_of_its_slider():
    system = load("double-pendulum").simulation().system
    variable = system.entries()[0]
    low, high = (each.entered()[variable.name] for each in live_run.start_values(system, variable))
    assert variable.angle and (low, high) == pytest.approx((-math.pi, math.pi), rel=0.01)
    for other in system.entries()[1:]:
        if not other.angle:
            value = system.entered()[other.name]
            usual = max(abs(value), abs(other.start)) or 1.0
            ends = [each.entered()[other.name] for each in live_run.start_values(system, other)]
            assert ends == pytest.approx([max(other.low, -4 * usual), min(other.high, 4 * usual)], rel=0.01)


def test_parameters_that_leave_the_picture_are_tried_at_both_ends(described):
    system = described[2].system
    ends = [end for each in sliding("loops") for end in each.ends if end is not system]
    changed = [
        [name for name in system.parameters if each.parameters[name] != system.parameters[name]] for each in ends
    ]
    names = {name for each in changed for name in each}
    assert all(len(each) == 1 for each in changed) and {"gravity", "mass"} <= names and not names & {"height", "radius"}
    for name in names:
        values = [each.parameters[name] for each in ends if each.parameters[name] != system.parameters[name]]
        assert 1 <= len(values) <= 2 and (len(values) == 1 or values[0] < system.parameters[name] < values[1])


@pytest.mark.parametrize(
    ("scene", "name", "ends"),
    [
        ("loops", "mass", (0.0392699 / 4.0, 0.48)),
        ("loops", "gravity", (0.0, 39.2)),
        ("loops", "stem", (0.0, 0.4)),
        ("bungee", "gorge", (0.1, 800.0)),
        ("double-pendulum", "gravity", (0.0, 39.2)),
    ],
)
def test_a_parameter_has_a_range_about_its_value_and_its_usual_one(scene, name, ends):
    system = load(scene).simulation().system
    values = live_run._parameter_range(system, system.applicable()[name])
    assert (values[0], values[-1]) == pytest.approx(ends, rel=5e-3) and system.parameters[name] in values


def test_whole_numbers_and_parameters_that_change_nothing_have_no_slider():
    bungee = load("bungee").simulation().system
    assert live_run._parameter_range(bungee, bungee.applicable()["lumps"]) == []
    assert "gravity" not in {each.field.name for each in sliding("gimbal-lock")}, "it is held in its centre"


def test_a_slider_has_the_values_that_a_system_accepts():
    rattleback, (found,) = (
        load("rattleback").simulation().system,
        (s for s in sliding("rattleback") if s.field.name == "I2"),
    )
    slider = live_run._parameter_slider(rattleback, found, Sections())
    assert rattleback.parameters["I2"] == slider["value"] in slider["stops"] and 2 < len(slider["stops"]) < 20
    assert slider["p"]["places"] and slider["s"]["places"] and slider["start"]["places"] == []


@pytest.mark.parametrize(
    ("name", "there", "not_there"),
    [
        ("double-pendulum", {"gravity", "upper_mass", "lower_inertia"}, {"upper_length"}),
        ("rattleback", {"I2", "gravity"}, {"I12"}),
        ("bicycle", {"gravity"}, {"rear_radius"}),
    ],
)
def test_parameters_that_leave_all_parts_where_they_are_have_sliders(name, there, not_there):
    found = {each.field.name for each in sliding(name)}
    assert there <= found and not found & not_there


def test_methods_have_room_and_the_log_holds_what_a_tick_may_add(described):
    found, _, simulation = described
    assert found["methods"][0]["settings"] == list(simulation.settings.values())
    assert all(each["room"] >= 0 and each["module"]["length"] > 1000 for each in found["methods"])
    assert found["log"]["limit"] == MAX_LOGGED_EVENTS
    assert found["log"]["rows"] == MAX_LOGGED_EVENTS + events.MAX_EVENTS and found["dt"] == simulation.dt
    assert found["step"][0] / found["step"][1] == pytest.approx(simulation.dt, rel=1e-12)
