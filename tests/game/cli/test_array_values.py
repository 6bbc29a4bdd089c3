"""Array parameters and array starts, from the command line and from scene files."""

import json
import math

import pytest

from game import scenefile
from game.cli import listing
from tests.game.cli.test_main import polhode
from tests.reference import case

SETTINGS = ("--integrator", "dop853", "--set", "rtol=1e-13", "--set", "atol=1e-13", "--json")


def test_reference_motion_is_the_same_from_the_command_line_and_from_a_file(tmp_path):
    found = case("linkages/P5a_triple_damped_mass_drag")
    given, start, expected = found["params"], found["initial"], found["expected"]
    words = {name: ",".join(map(str, given[name])) for name in ("l", "m", "kd")}
    degrees = ", ".join(f"{math.degrees(angle)!r} deg" for angle in start["theta"])
    arguments = [
        "--set", "links=given", "--set", f"l={words['l']}", "--set", f"bobs={words['m']}", "--set", f"kd={words['kd']}",
        "--init", f"theta={degrees}", "--init", "theta_dot=5 rad/s",
    ]  # fmt: skip
    file = tmp_path / "chain.toml"
    file.write_text(f"""
        system = "planar-chain"
        [parameters]
        links = "given"
        lengths = {given["l"]}
        bobs = {given["m"]}
        drag = {given["kd"]}
        [initial]
        theta = {start["theta"]}
        theta_dot = {start["dtheta"]}
    """)
    for scene, more in (("planar-chain", arguments), (str(file), [])):
        done = polhode("simulate", scene, *more, *SETTINGS, "--duration", "0.5")
        assert done.returncode == 0, done.stderr
        state = json.loads(done.stdout)["state"]
        assert [state[f"theta_{i}"] for i in (1, 2, 3)] == pytest.approx(expected["theta"][0], abs=1e-9)
        assert [state[f"theta_dot_{i}"] for i in (1, 2, 3)] == pytest.approx(expected["dtheta"][0], abs=1e-9)


def test_array_of_a_wrong_length_is_refused_in_one_line():
    done = polhode("simulate", "planar-chain", "--init", "theta=1,2", "--duration", "1")
    assert done.returncode != 0
    assert done.stderr.strip() == ("polhode: theta: 2 numbers given; 3 needed, for theta_1 to theta_3, or one for all")


def test_catalogue_names_arrays_and_counts():
    chain = listing.catalogue()["systems"]["planar-chain"]
    assert chain["groups"]["theta_dot"] == ["theta_dot_1", "theta_dot_2", "theta_dot_3"]
    assert chain["parameters"]["count"]["whole"]
    assert "whole" not in chain["parameters"]["length"]


def test_start_given_in_a_scene_adapts_to_the_number_of_links():
    scene = scenefile.Scene(system="planar-chain", parameters={"count": 2}, initial={"theta": [0.1, 0.2]})
    simulation = scene.simulation()
    simulation.set_parameters({"count": 3})
    assert list(simulation.y)[:2] == [0.1, 0.2]
