"""Reference cases on the command line: all their numbers can be given, and the results are reproduced."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

from game.cli.main import commands
from tests.reference import case, quaternion_to_matrix

EXACT = {"dt": 0.01, "integrator": "dop853", "rtol": 1e-13, "atol": 1e-15}
ORIENTATION = ("q_w", "q_x", "q_y", "q_z")
OMEGA = ("omega_1", "omega_2", "omega_3")


def numbered(name, values):
    return {f"{name}_{i}": value for i, value in enumerate(values, start=1)}


def moments(params):
    """Return principal moments, a whole matrix, or those of a body of revolution."""
    if "I" not in params:
        return {"I1": params["I1"], "I2": params["I1"], "I3": params["I3"]}
    matrix = np.array(params["I"])
    if matrix.ndim == 1:
        return dict(zip(("I1", "I2", "I3"), params["I"], strict=True))
    places = {"I1": (0, 0), "I2": (1, 1), "I3": (2, 2), "I12": (0, 1), "I13": (0, 2), "I23": (1, 2)}
    return {name: float(matrix[place]) for name, place in places.items()}


def shape(geometry):
    match geometry["type"]:
        case "eccentric_sphere":
            return {"shape": "offset sphere", "radius": geometry["R"], "alpha": geometry["alpha"]}
        case "disk":
            return {"shape": "disk", "radius": geometry["R"], "edge": geometry["rho"]}
        case "ellipsoid":
            return {
                "shape": "ellipsoid",
                **numbered("axis", geometry["axes"]),
                **numbered("centre", geometry["centre"]),
            }


def pivot(params):
    parts = dict(zip(("I1", "I2", "I3"), params["I_pivot"], strict=True))
    parts |= numbered("distance", params["r_pivot_G_body"])
    mass = params["weight"] / params["g"]
    return "heavy-top", {"body": "asymmetric", "about": "pivot", "mass": mass, "gravity": params["g"], **parts}


def free(params):
    return "free-body", {"body": "given", **moments(params)}


def roll(params):
    body = {"inertia": "given", "mass": params["m"], "gravity": params["g"], **moments(params)}
    return "rolling-body", {**shape(params["geometry"]), **body}


def slide(params):
    system, parts = "sliding-body", roll(params)[1]
    law, extra = params["law"], params["eps_or_patch_radius"]
    parts |= {"law": law, "mu": params["mu"], "constraint": "two-sided"}
    return system, parts | ({"patch": extra} if law == "contensou" else {"epsilon": extra} if law == "coulomb" else {})


def start(initial):
    values = dict(zip(ORIENTATION + OMEGA, initial["q"] + initial["omega_body"], strict=True))
    values |= dict(zip(("x", "y"), initial.get("r_G_xy", ()), strict=False))
    return values | dict(zip(("v_x", "v_y"), initial.get("v_G_xy", ()), strict=False))


def simulated(system, parameters, initial, times, folder):
    """Return rows of columns by name, at the times."""
    file = folder / "out.csv"
    duration, every = max(times), np.gcd.reduce(np.round(np.array(times) / EXACT["dt"]).astype(int)) * EXACT["dt"]
    options = [f"--set={name}={value!r}".replace("'", "") for name, value in parameters.items()]
    options += [f"--init={name}={value!r}" for name, value in initial.items()]
    options += [f"--set={name}={EXACT[name]!r}" for name in ("rtol", "atol")]
    options += ["--integrator", EXACT["integrator"], "--dt", str(EXACT["dt"])]
    command = ["simulate", system, *options, "--duration", str(duration), "--every", f"{every:.6g}", "-o", str(file)]
    result = CliRunner().invoke(commands, command)
    assert result.exit_code == 0, result.output
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]
    return {time: min(rows, key=lambda row: abs(row["t"] - time)) for time in times}


@pytest.mark.parametrize(
    "name",
    [
        "cone_epfl", "lagrange_generic", "heavy_top_bruls_cardona", "free_symmetric", "free_asym_about_I1",
        "dzhanibekov_principia", "tippe_top_rolling", "truncated_sphere_rolling", "spheroid_rolling", "disk_rolling",
        "rattleback_KL_reversing", "rattleback_KL_preferred", "tippe_viscous", "tippe_contensou",
        "tippe_no_flip_truncated", "egg_rising", "peg_top_sliding", "peg_top_frictionless",
    ],
)  # fmt: skip
def test_reference_case_is_reproduced(name, tmp_path):
    reference = case(f"tops/{name}")
    system, parameters = {"pivot": pivot, "free": free, "roll": roll, "slide": slide}[reference["model"]](
        reference["params"]
    )
    expected = [state for state in reference["expected"] if state["t"]]
    found = simulated(system, parameters, start(reference["initial"]), [state["t"] for state in expected], tmp_path)
    for state in expected:
        row = found[state["t"]]
        assert row["t"] == pytest.approx(state["t"])
        turned = quaternion_to_matrix([row[key] for key in ORIENTATION])
        wanted = np.array(state["R"]).reshape(3, 3) if "R" in state else quaternion_to_matrix(state["q"])
        assert abs(turned - wanted).max() < reference["tolerance"]
        if "omega_body" in state:
            omega = np.array([row[key] for key in OMEGA])
            assert abs(omega - state["omega_body"]).max() < reference["tolerance"] * max(1.0, abs(omega).max())
        if "r_G" in state and "x" in row:
            assert [row["x"], row["y"]] == pytest.approx(state["r_G"][:2], abs=reference["tolerance"])


def test_listing_names_all_parameters_of_the_cases():
    listed = json.loads(CliRunner().invoke(commands, ["list", "--json"]).output)["systems"]
    for name, given in (
        ("heavy-top", {"about", "I1", "I2", "I3", "I12", "distance_1", "mass", "gravity"}),
        ("free-body", {"I1", "I2", "I3", "I12", "I13", "I23"}),
        ("rolling-body", {"shape", "radius", "alpha", "edge", "axis_1", "centre_3", "I12"}),
        ("sliding-body", {"law", "mu", "patch", "epsilon", "constraint"}),
    ):
        assert given <= set(listed[name]["parameters"])
