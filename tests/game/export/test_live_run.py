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
from game.export.sections import Sections
from game.looks import look_for
from game.session.open_scene import load

RUNNER = Path(__file__).parents[2] / "physics" / "compiled" / "run_wasm.mjs"


@pytest.fixture(scope="module")
def described():
    """The physics of the page of `loops`, and the arrays to which it refers."""
    simulation, sections = load("loops").simulation(), Sections()
    return live_run.describe_live(simulation, look_for(simulation.system), sections), sections, simulation


def numbers(sections, ref, kind="<f8"):
    data = b"".join(sections._parts)
    return np.frombuffer(data, kind, ref["count"], ref["at"])


def test_numbers_are_those_of_the_system(described):
    found, sections, simulation = described
    system = simulation.system
    assert numbers(sections, found["start"]).tolist() == list(system.start())
    assert numbers(sections, found["p"]).tolist() == list(system.p)
    assert numbers(sections, found["s"]).tolist() == list(system.pose_numbers)
    assert found["size"] == system.pose_layout.size and found["n"] == len(system.variables)


def test_methods_are_the_own_one_the_usual_ones_and_a_symplectic_one(described):
    names = [each["name"] for each in described[0]["methods"]]
    assert names[0] == described[0]["own"] == "rk4"
    assert {"dop853", "gauss4"} <= set(names) and len(names) == len(set(names))
    assert sum(physics.integrator(name).symplectic == "always" for name in names) == 1


def test_proof_has_the_bits_of_the_native_run(described):
    found, _, simulation = described
    run = physics.Simulation(simulation.system, "rk4", simulation.dt)
    run.advance(live_run.PROOF_TICKS)
    assert found["proof"]["ticks"] == live_run.PROOF_TICKS
    bits = [int.from_bytes(np.float64(value).tobytes(), "little") for value in run.y]
    assert [int(word, 16) for word in found["proof"]["bits"]] == bits


def test_stops_of_a_parameter_have_the_bits_of_the_system(described):
    found, sections, simulation = described
    gravity = next(each for each in found["parameters"] if each["name"] == "gravity")
    assert simulation.system.gravity in gravity["stops"] and len(gravity["stops"]) > 40
    rows = numbers(sections, gravity["p"]["rows"]).reshape(len(gravity["stops"]), -1)
    for stop in (0, len(rows) // 2, len(rows) - 1):
        p = list(simulation.system.replace({"gravity": gravity["stops"][stop]}).p)
        assert [p[place] for place in gravity["p"]["places"]] == rows[stop].tolist()


def test_parameters_that_change_the_picture_have_no_slider(described):
    names = {each["name"] for each in described[0]["parameters"]}
    assert {"gravity", "mass"} <= names and not names & {"height", "radius"}


def test_an_initial_value_is_a_number_of_the_state_or_has_states_at_its_stops(described):
    (theta,) = (each for each in described[0]["starts"] if each["name"] == "theta")
    assert described[2].system.index("theta") == theta["place"]
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
    def made(number):
        if number > 2.0 or math.isclose(number, -1.0):
            raise physics.BadInput("no")
        return number

    assert [number for number, _ in live_run._stops([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0], made, 1.0)] == [0.0, 1.0, 2.0]


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
