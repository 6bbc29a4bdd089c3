import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.free.poinsot import PoinsotSolution
from physics.maths.quaternion import rotation_matrix
from tests.reference import case, quaternion_to_matrix

CASES = ("free_symmetric", "free_asym_about_I1", "dzhanibekov_principia")
EXACT = {"rtol": 1e-13, "atol": 1e-15}
Q = ("q_w", "q_x", "q_y", "q_z")
OMEGA = ("omega_1", "omega_2", "omega_3")
SKEW = {"body": "given", "I1": 2.0, "I2": 2.5, "I3": 1.5, "I12": 0.2, "I13": -0.3, "I23": 0.1}
SKEW_START = dict(zip((*Q, *OMEGA), (0.7, -0.1, 0.5, 0.3, 1.0, -0.6, 0.8), strict=True))


def given(reference):
    """Return the parameters and the start of a case."""
    moments = dict(zip(("I1", "I2", "I3"), reference["params"]["I"], strict=True))
    start = dict(zip((*Q, *OMEGA), (*reference["initial"]["q"], *reference["initial"]["omega_body"]), strict=True))
    return {"body": "given", **moments}, start


def largest_errors(reference, run):
    """Return the largest errors of the rotation matrix and of omega over the times of the case."""
    worst = np.zeros(2)
    for expected in reference["expected"]:
        i = int(np.argmin(abs(run.t - expected["t"])))
        assert run.t[i] == pytest.approx(expected["t"], abs=1e-12)
        matrix = np.reshape(expected["R"], (3, 3)) if "R" in expected else quaternion_to_matrix(expected["q"])
        R = rotation_matrix([run[name][i] for name in Q])
        omega = np.array([run[name][i] for name in OMEGA])
        worst = np.maximum(worst, [np.abs(R - matrix).max(), np.abs(omega - expected["omega_body"]).max()])
    return worst


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case(name):
    reference = case(f"tops/{name}")
    run = physics.simulate(
        "free-body", reference["expected"][-1]["t"], 0.02, "dop853", 0.5, *given(reference), settings=EXACT
    )
    assert max(largest_errors(reference, run)) < 2e-11 < reference["tolerance"]


def test_rk4_error_is_at_most_as_stated():
    reference = case("tops/free_asym_about_I1")
    run = physics.simulate("free-body", 20.0, 1e-3, "rk4", 1.0, *given(reference))
    assert largest_errors(reference, run)[0] <= reference["rk4_error_at_end"]["0.001"]


@pytest.mark.parametrize("name", ["free_asym_about_I1", "dzhanibekov_principia"])
def test_invariants_and_quantities_are_those_of_the_case(name):
    reference = case(f"tops/{name}")
    body = physics.system("free-body", *given(reference))
    y, known = memoryview(body.start()), reference["invariants"]
    values = {thing.name: thing.value(body, y) for thing in (*body.invariants, *body.quantities)}
    assert values["energy"] == pytest.approx(known["E"], rel=1e-14)
    assert [values[each] for each in ("L_x", "L_y", "L_z")] == pytest.approx(known["L_lab"], rel=1e-14, abs=1e-16)
    assert values["L"] == pytest.approx(known["L"], rel=1e-14)
    assert values["plane"] == pytest.approx(known["poinsot_plane_distance"], rel=1e-14)
    assert values["period"] == pytest.approx(reference["analytic"]["omega_period"], rel=1e-13)
    assert (values["side"] > 1.0) == (reference["analytic"]["spin_axis_index"] == 0)
    middle = sorted(reference["params"]["I"])[1]
    assert values["side"] == pytest.approx(2 * known["E"] * middle / known["L"] ** 2, rel=1e-14)


def test_a_symmetric_body_shows_its_rates_and_cones():
    reference = case("tops/free_symmetric")
    body = physics.system("free-body", *given(reference))
    y = memoryview(body.start())
    values = {quantity.name: quantity.value(body, y) for quantity in body.quantities}
    assert values["body_rate"] == pytest.approx(reference["analytic"]["body_rate"], rel=1e-14)
    assert values["space_rate"] == pytest.approx(reference["analytic"]["space_rate"], rel=1e-14)
    assert values["body_cone"] == pytest.approx(math.atan(1 / 20), rel=1e-14)
    assert values["space_cone"] == pytest.approx(math.atan(1 / 20) - math.atan(2 / 60), rel=1e-13)
    assert values["period"] == pytest.approx(2 * math.pi / values["body_rate"], rel=1e-14)
    assert "side" not in values


@pytest.mark.parametrize(
    ("moments", "shown"),
    [
        ((1.0, 2.0, 3.0), {"side", "period", "half_period", "next_flip", "turn", "solid_angle", "twist"}),
        (
            (2.0, 3.0, 3.0),
            {"period", "turn", "solid_angle", "body_rate", "space_rate", "body_cone", "space_cone"},
        ),
        ((2.0, 2.0, 2.0), set()),
    ],
)
def test_inapplicable_quantities_are_hidden(moments, shown):
    body = physics.system("free-body", {"body": "given", **dict(zip(("I1", "I2", "I3"), moments, strict=True))})
    assert {quantity.name for quantity in body.quantities} == {"theta", "tumble", "omega", "plane"} | shown
    at_rest = physics.system("free-body", initial=dict.fromkeys(OMEGA, 0.0))
    for thing in (*body.quantities, *at_rest.quantities):
        assert math.isfinite(thing.value(at_rest, memoryview(at_rest.start())))


def test_rate_conserves_angular_momentum_in_the_lab():
    """A second formulation: d/dt (R I omega) = 0 and R' = R (omega ×), by differences, with products of inertia."""
    body, h = physics.system("free-body", SKEW, SKEW_START), 1e-5
    y, dy = body.start(), array("d", bytes(56))
    body.rate(0.0, memoryview(y), memoryview(array("d", body.p)), memoryview(dy))
    later, earlier = (np.array(y) + side * h * np.array(dy) for side in (1, -1))
    L = [rotation_matrix(state) @ body.tensor @ state[4:] for state in (later, earlier)]
    assert (L[0] - L[1]) / (2 * h) == pytest.approx(np.zeros(3), abs=1e-8)
    turning = rotation_matrix(y).T @ (rotation_matrix(later) - rotation_matrix(earlier)) / (2 * h)
    o_1, o_2, o_3 = y[4:]
    assert turning == pytest.approx(np.array([[0, -o_3, o_2], [o_3, 0, -o_1], [-o_2, o_1, 0]]), abs=1e-8)


@pytest.mark.parametrize(
    ("name", "steps"),
    [("euler", (800, 1600)), ("heun", (200, 400)), ("splitting", (200, 400)), ("implicit-midpoint", (200, 400)),
     ("rk4", (50, 100)), ("commutator-free4", (50, 100)), ("gauss4", (50, 100)), ("gauss6", (16, 32))],
)  # fmt: skip
def test_error_against_the_closed_form_falls_with_the_order(name, steps):
    body = physics.system("free-body", SKEW, SKEW_START)
    y = np.array(body.start())
    exact = PoinsotSolution(body.tensor, y[4:], rotation_matrix(y))
    errors = []
    for n in steps:
        simulation = physics.Simulation(body, name, 2.0 / n)
        simulation.advance(n)
        R, omega = exact.rotation([2.0])[0], exact.omega([2.0])[0]
        errors.append(np.abs(rotation_matrix(simulation.y) - R).max() + np.abs(simulation.state[4:] - omega).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(physics.integrator(name).order, abs=0.2)


def test_splitting_conserves_angular_momentum_and_bounds_the_energy_error():
    """The energy error of the first of seven flips is not exceeded later."""
    simulation, swings = physics.Simulation("free-body", "splitting", 5e-3), []

    def momentum():
        return np.array([simulation.invariants()[name].value for name in ("L_x", "L_y", "L_z")])

    start = momentum()
    for _ in range(7):
        worst = 0.0
        for _ in range(45):
            simulation.advance(10)
            worst = max(worst, abs(simulation.invariants()["energy"].drift))
        swings.append(worst)
    assert 1e-6 < max(swings) < 1.2 * swings[0]
    assert momentum() == pytest.approx(start, abs=1e-12 * np.linalg.norm(start))


def test_splitting_is_reversible():
    body = physics.system("free-body", SKEW, SKEW_START)
    p, y = memoryview(array("d", body.p)), memoryview(body.start())
    there, back = (memoryview(array("d", bytes(56))) for _ in range(2))
    body.split_step(0.3, y, p, there)
    body.split_step(-0.3, there, p, back)
    assert list(back) == pytest.approx(list(y), abs=1e-15)
    assert max(abs(a - b) for a, b in zip(y, there, strict=True)) > 0.1


def test_products_of_inertia_match_rotated_axes():
    """The same body given in its principal axes has the same motion in the lab."""
    skew = physics.system("free-body", SKEW, SKEW_START)
    moments, axes = skew.principal
    y = skew.start()
    straight = PoinsotSolution(np.diag(moments), axes.T @ np.array(y[4:]), rotation_matrix(y) @ axes)
    run = physics.simulate(skew, 5.0, 0.05, "dop853", 5.0, settings=EXACT)
    R = rotation_matrix([run[name][-1] for name in Q])
    assert straight.rotation([5.0])[0] @ axes.T == pytest.approx(R, abs=1e-11)


@pytest.mark.parametrize("shape", ["wing nut", "racket", "book", "box", "ellipsoid", "given"])
def test_bodies_are_unstable_about_axis_3_only(shape):
    def farthest(axis):
        start = dict.fromkeys(OMEGA, 0.02) | {axis: 12.0}
        run = physics.simulate("free-body", 5.0, 5e-3, "rk4", 0.05, {"body": shape}, start)
        spun = int(axis[-1]) - 1
        matrices = [rotation_matrix([run[name][i] for name in Q]) for i in range(len(run.t))]
        return min(matrix[spun, spun] for matrix in matrices)

    assert farthest("omega_3") < -0.9
    assert farthest("omega_1") > 0.9
    assert farthest("omega_2") > 0.9


def test_homogeneous_bodies_have_the_moments_of_the_formulas():
    def moments(**parameters):
        return physics.system("free-body", {"mass": 0.6, **parameters}).tensor

    def box(a, b, c):
        return 0.05 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])

    assert moments(body="book", book_height=0.3) == pytest.approx(box(0.3, 0.03, 0.14), rel=1e-14)
    assert moments(body="box", side_2=0.2) == pytest.approx(box(0.12, 0.2, 0.08), rel=1e-14)
    expected = 0.12 * np.diag([0.025**2 + 0.5**2, 0.06**2 + 0.5**2, 0.06**2 + 0.025**2])
    assert moments(body="ellipsoid", axis_3=0.5) == pytest.approx(expected, rel=1e-14)
    across = 0.6 * (0.05**2 / 4 + 0.02**2 / 12)
    expected = np.diag([across, across, 0.6 * 0.05**2 / 2])
    assert moments(body="cylinder") == pytest.approx(expected, rel=1e-14, abs=1e-20)


@pytest.mark.parametrize("shape", ["wing nut", "racket"])
def test_bodies_of_two_parts_are_drawn_about_their_centre_of_mass(shape):
    body = physics.system("free-body", {"body": shape}, {"psi": 0.4, "theta": 1.0, "phi": -0.3})
    first, second = body.bodies(memoryview(body.start()))
    sizes = {"wing nut": (0.005**2 * 0.08, 0.009**2 * 0.03), "racket": (0.17 * 0.15 * 0.014 / 6, 0.013**2 * 0.11)}
    centre_of = {
        "wing nut": ((0.0, 0.0, 0.0), (0.0, 0.0, -0.015)),
        "racket": ((0.0, 0.0, 0.0), (0.0, 0.0, -0.0765 - 0.055)),
    }
    places = [b.position + b.rotation @ c for b, c in zip((first, second), centre_of[shape], strict=True)]
    assert sizes[shape][0] * places[0] + sizes[shape][1] * places[1] == pytest.approx(np.zeros(3), abs=1e-19)
    assert np.linalg.norm(places[0] - places[1]) == pytest.approx({"wing nut": 0.015, "racket": 0.1315}[shape])


def test_given_moments_are_drawn_as_an_ellipsoid_that_has_them():
    body = physics.system("free-body", {**SKEW, "mass": 3.0}, SKEW_START)
    drawn = body.bodies(memoryview(body.start()))[0]
    turn = rotation_matrix(body.start()).T @ drawn.rotation
    squares = np.square(drawn.solid.axes)
    assert turn @ np.diag(3.0 / 5.0 * (squares.sum() - squares)) @ turn.T == pytest.approx(body.tensor, rel=1e-12)


@pytest.mark.parametrize(
    ("parameters", "initial", "words"),
    [
        ({"body": "given", "I12": 1.0}, {}, "positive definite"),
        ({"body": "book", "I12": 1.0}, {}, "applies when body is given"),
        ({"body": "book", "book_width": 0.0}, {}, "book_width"),
        ({}, dict.fromkeys(Q, 0.0), "no orientation"),
        ({"body": "banana"}, {}, "one of wing nut"),
    ],
)
def test_impossible_parameters_are_refused(parameters, initial, words):
    with pytest.raises(BadInput, match=words):
        physics.system("free-body", parameters, initial)


def test_moments_of_no_real_body_are_accepted_and_drawn():
    """The moments are those of the case of Principia: 9 > 3 + 5."""
    body = physics.system("free-body", *given(case("tops/dzhanibekov_principia")))
    solid = body.bodies(memoryview(body.start()))[0].solid
    assert min(solid.axes) > 0.0
