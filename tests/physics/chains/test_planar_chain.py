"""The planar chain against independent programs, closed forms, and Lagrange's equations as they are printed."""

import math
from array import array
from itertools import pairwise

import numpy as np
import pytest

import physics
from physics import BadInput
from tests.reference import case

TIGHT = {"rtol": 1e-13, "atol": 1e-13}


def chain_of(found):
    """Return the system of a case: its names are the symbols of linkages.md."""
    given, start = found["params"], found["initial"]
    names = {
        "l": "l", "g": "g", "com_from_upper_joint": "c", "J_com": "J", "kd": "kd", "kj": "kj", "end_point_mass": "bobs",
        "m": "m" if "J_com" in given else "bobs",
    }  # fmt: skip
    parameters = {ours: given[theirs] for theirs, ours in names.items() if given.get(theirs) is not None}
    return physics.system(
        "planar-chain", {"links": "given", **parameters}, {"theta": start["theta"], "theta_dot": start["dtheta"]}
    )


def states(system, times, dt=1e-3, **settings):
    """Return the states at these times, (len(times), dim)."""
    simulation = physics.Simulation(system, "dop853", dt, {**TIGHT, **settings})
    assert simulation.compile()
    found = []
    for time in times:
        simulation.advance(round((time - simulation.time) / dt))
        assert simulation.time == pytest.approx(time, abs=1e-12), simulation.message
        found.append(np.array(simulation.y))
    return np.array(found)


def accelerations(system, state, t=0.0):
    """Return theta'' of all links."""
    n = len(system.chain)
    y, dy = memoryview(array("d", state)), memoryview(array("d", bytes(8 * len(state))))
    system.rate(t, y, memoryview(array("d", system.p)), dy)
    return np.array(dy)[n : 2 * n]


def buffer(state):
    return memoryview(array("d", state))


# Reference cases --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["P5a_triple_damped_mass_drag", "P5c_triple_conservative", "R1_folded_falling_chain", "R5_tapered_whip_crack"],
)
def test_motion_matches_the_reference_case(name):
    found = case(f"linkages/{name}")
    system, expected = chain_of(found), found["expected"]
    n = len(system.chain)
    rows = states(system, found["times"])
    tolerance = np.array(found["tolerance"]["state"])[:, None]
    scale = np.maximum(1.0, np.abs(expected["dtheta"]).max(axis=1, keepdims=True))
    assert (np.abs(rows[:, :n] - expected["theta"]) < tolerance).all()
    assert (np.abs(rows[:, n : 2 * n] - expected["dtheta"]) < tolerance * scale).all()
    energy = [system.energy(buffer(row)) - row[2 * n] for row in rows]
    assert energy == pytest.approx(np.broadcast_to(expected["energy"], len(rows)), rel=1e-9)
    assert -rows[:, 2 * n] == pytest.approx(expected.get("work_of_dampers", [0.0] * len(rows)), abs=1e-9)
    if "tip_xy" in expected:
        tips = np.array([system.joints(buffer(row))[-1] for row in rows])
        assert tips == pytest.approx(np.hstack([expected["tip_xy"], expected["tip_v"]]), abs=1e-7)


def test_the_peak_speed_of_a_tapered_whip_matches_the_reference_case():
    """The case is sampled every 4 µs; the peak lasts 1 ms, in three more bursts of which the tip is supersonic."""
    found, step = case("linkages/R5_tapered_whip_crack"), 4e-6
    system, expected = chain_of(found), found["expected"]
    simulation = physics.Simulation(system, "dop853", step, {"rtol": 1e-12, "atol": 1e-12})
    assert simulation.compile()
    simulation.advance(round(0.163 / step))
    times, speeds = [], []
    while simulation.time < 0.172:
        assert simulation.advance(1) == 1, simulation.message
        times.append(simulation.time)
        speeds.append(math.hypot(*system.joints(simulation.y)[-1, 2:]))
    assert max(speeds) == pytest.approx(expected["max_tip_speed"], rel=found["tolerance"]["max_tip_speed_rel"])
    assert times[int(np.argmax(speeds))] == pytest.approx(expected["t_max"], abs=step)
    above = step * np.count_nonzero(np.array(speeds) > 343.0)
    assert above == pytest.approx(expected["time_above_343"], abs=2 * step)


def test_small_oscillations_have_the_frequencies_of_bernoulli_laguerre_and_bessel():
    found = case("linkages/P7_normal_modes")
    g = found["params"]["g"]
    chains = {
        "2 equal point masses, equal massless links l=1": {"count": 2, "length": 2.0},
        "2 equal uniform rods l=1": {"count": 2, "length": 2.0, "mass": 2.0, "bob": 0.0},
    }
    bobs = {f"{n} equal bobs on massless links, total length 1": {"count": n, "length": 1.0} for n in (3, 5, 10, 20)}
    for expected in found["cases"]:
        parameters = {**chains, **bobs}.get(expected["name"])
        if parameters:
            assert modes({**parameters, "g": g}) == pytest.approx(expected["omega"], rel=found["tolerance"]["rel"])
    bessel = next(each for each in found["cases"] if "bessel_zeros" in each)["omega"]
    for count, errors in found["rod_chain_relative_error_vs_bessel"].items():
        rods = modes({"count": int(count), "length": 1.0, "mass": 1.0, "bob": 0.0, "g": g})[: len(errors)]
        assert rods / bessel[: len(errors)] - 1.0 == pytest.approx(errors, abs=1e-10)


def modes(parameters):
    """Return angular frequencies about the hanging rest, ascending, by eigenvalues of the linearised accelerations."""
    system = physics.system("planar-chain", parameters, {"theta": 0.0})
    n, small = len(system.chain), 1e-7
    rows = small * np.hstack([np.eye(n), np.zeros((n, len(system.variables) - n))])
    stiffness = -np.array([accelerations(system, row) for row in rows]).T / small
    return np.sqrt(np.sort(np.linalg.eigvals(stiffness).real))


def test_the_period_of_a_pendulum_from_the_horizontal():
    found = case("linkages/P8_simple_pendulum_A01")
    system = chain_of(found)
    quarter = found["expected"]["quarter_period"]
    (row,) = states(system, [quarter], dt=quarter / 64)
    assert row[0] / row[1] == pytest.approx(0.0, abs=found["tolerance"]["time"])
    assert row[1] == pytest.approx(found["expected"]["speed_at_bottom"], abs=1e-9)


def test_a_jumper_on_a_heavy_rope_falls_faster_than_a_stone():
    found = case("linkages/R2_bungee_slack_phase_mass_ratio_1")
    system, expected = chain_of(found), found["expected"]
    simulation = physics.Simulation(system, "dop853", 1e-3, {"rtol": 1e-12, "atol": 1e-12})
    assert simulation.compile()
    for depth, speed, time in zip(expected["depth"], expected["speed_41_rods"], expected["time_41_rods"], strict=True):
        simulation.advance(int(time / 1e-3) - simulation.tick)
        kept = simulation.snapshot()
        simulation.set_dt(time - simulation.time)
        simulation.advance(1)
        _, z, _, v_z = system.joints(simulation.y)[-1]
        start = system.joints(buffer(system.start()))[-1, 1]
        assert start - z == pytest.approx(depth, abs=1e-6)
        assert -v_z == pytest.approx(speed, rel=found["tolerance"]["speed_41_rods"])
        simulation.restore(kept)


def test_parametric_resonance_of_a_ponytail_matches_the_reference():
    found = case("linkages/R6_ponytail_parametric_resonance")
    given, start = found["params"], found["initial"]
    for expected in found["expected"]:
        omega = expected["Omega"]
        system = physics.system(
            "planar-chain",
            {"count": 1, "length": given["l"], "mass": 1.0, "bob": 0.0, "g": given["g"], "support": "harmonic",
             "amplitude_z": given["A"], "frequency_z": omega},
            {"theta": start["theta"], "theta_dot": start["dtheta"]},
        )  # fmt: skip
        period = 2.0 * math.pi / omega
        (row,) = states(system, [10.0 * period], dt=period / 50, atol=1e-16)
        grown = expected["theta_after_10_periods_over_theta0"]["nonlinear_3D_solver"]
        assert row[0] / start["theta"] == pytest.approx(grown, rel=found["tolerance"]["rel"])


def test_a_driven_tapered_whip_is_supersonic():
    found = case("linkages/R7_driven_whip_demo_preset")
    given = found["params"]
    system = physics.system(
        "planar-chain",
        {"links": "tapered", "count": given["N"], "length": given["L"], "density": given["lam"],
         "taper": given["taper"], "grading": given["geom"], "radii": [given["r0"]], "friction": [given["kj0"]],
         "drag_coefficient": given["cd"], "air_density": given["rho"], "g": given["g"], "support": "stroke",
         "stroke": given["S"], "stroke_time": given["Tst"], "lift": given["lift"]},
        {"theta": -0.5 * math.pi},
    )  # fmt: skip
    simulation = physics.Simulation(system, "dop853", 1e-4, {"rtol": 1e-8, "atol": 1e-8})
    assert simulation.compile()
    fastest = 0.0
    while simulation.time < 0.45:
        assert simulation.advance(1) == 1, simulation.message
        fastest = max(fastest, np.hypot(*system.joints(simulation.y)[-1, 2:]))
    assert 343.0 < fastest < 1000.0
    assert abs(simulation.invariants()["energy"].drift) < 1e-5


# Other equations of the same motion -------------------------------------------------------------------------


def random_system(rng, n, **more):
    """Return a chain of random rods and bobs, with every kind of force."""
    numbers = {
        "l": (0.5, 1.5), "c": (-0.2, 1.0), "m": (0.1, 2.0), "J": (0.0, 0.3), "bobs": (0.0, 1.0), "kd": (0.0, 0.7),
        "kj": (0.0, 0.7), "radii": (0.01, 0.05),
    }  # fmt: skip
    return physics.system(
        "planar-chain",
        {"links": "given", **{name: rng.uniform(*bounds, n).tolist() for name, bounds in numbers.items()}, **more},
        {"theta": rng.uniform(-4, 4, n).tolist(), "theta_dot": rng.uniform(-6, 6, n).tolist()},
    )


def lagrange(system, state):
    """Return theta'' from M theta'' = Q of linkages.md, solved with the full matrix."""
    n, g = len(system.chain), system.gravity
    L, c, m, J, bob = (np.array(column) for column in list(zip(*system.chain, strict=True))[:5])
    below = np.array([sum(m[i + 1 :]) + sum(bob[i + 1 :]) for i in range(n)])
    q = m * c + bob * L + L * below
    H = np.array([[L[min(i, j)] * q[max(i, j)] for j in range(n)] for i in range(n)])
    H[np.diag_indices(n)] = J + m * c**2 + bob * L**2 + L**2 * below
    theta, omega = state[:n], state[n : 2 * n]
    apart = theta[:, None] - theta
    k_d, k_J = np.array(system.drag), np.array(system.friction)
    D = np.array([[L[i] * L[j] * sum(k_d[max(i, j) :]) for j in range(n)] for i in range(n)])
    slip = np.diff(omega, prepend=0.0)
    rubbed = -k_J * slip + np.append((k_J * slip)[1:], 0.0)
    Q = -(H * np.sin(apart)) @ omega**2 - g * q * np.sin(theta) - (D * np.cos(apart)) @ omega + rubbed
    return np.linalg.solve(H * np.cos(apart), Q)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_accelerations_are_those_of_lagrange_with_a_full_matrix(n):
    rng = np.random.default_rng(n)
    for _ in range(5):
        system = random_system(rng, n)
        state = np.array(system.start())
        assert accelerations(system, state) == pytest.approx(lagrange(system, state), rel=1e-9, abs=1e-9)


def test_joint_forces_accelerate_the_centres_of_mass():
    """Newton's law for each link, with the centres' accelerations from finite differences of the motion."""
    system = random_system(np.random.default_rng(5), 4, kd=[0.0], support="harmonic", amplitude_x=0.3, frequency_x=7.0,
                           amplitude_z=-0.2, frequency_z=4.0, phase_z=1.0)  # fmt: skip
    h = 1e-3
    rows = states(system, [1.0 - h, 1.0, 1.0 + h], dt=h)
    centres = np.array([centres_of(system, row) for row in rows])
    acceleration = (centres[0] - 2.0 * centres[1] + centres[2]) / h**2
    forces = system.joint_forces(buffer(rows[1]))[:, [0, 2]]
    masses = np.array([link.mass + link.bob for link in system.chain])
    felt = forces - np.vstack([forces[1:], np.zeros(2)]) + masses[:, None] * np.array([0.0, -system.gravity])
    assert felt == pytest.approx(masses[:, None] * acceleration, rel=1e-3, abs=0.05)


def centres_of(system, row):
    """Return the centres of mass of the links with their bobs, (N, 2)."""
    near = system.joints(buffer(row))[:-1, :2]
    reach = [(link.mass * link.centre + link.bob * link.length) / (link.mass + link.bob) for link in system.chain]
    theta = row[: len(reach)]
    return near + np.array(reach)[:, None] * np.column_stack([np.sin(theta), -np.cos(theta)])


def test_energy_losses_and_work_balance():
    """Dampers, air and a moving support together: E + W - W_s is conserved, and each of the three has an effect."""
    system = random_system(np.random.default_rng(2), 5, drag_coefficient=1.2, support="harmonic", amplitude_x=0.2,
                           frequency_x=9.0, amplitude_z=0.1, frequency_z=5.0)  # fmt: skip
    (row,) = states(system, [2.0])
    n = len(system.chain)
    before, after = (system.energy(buffer(state)) for state in (system.start(), row))
    assert after == pytest.approx(before, rel=1e-11)
    assert row[2 * n] > 1.0
    assert abs(row[2 * n + 1]) > 1.0


def test_the_stroke_of_a_hand_begins_and_ends_at_rest():
    system = physics.system("planar-chain", {"support": "stroke", "stroke": 1.2, "stroke_time": 0.2, "lift": 0.3})
    for time, expected in ((0.0, (0, 0, 0, 0)), (0.1, (0.6, 0.3, 0.6 * math.pi / 0.2, 0.0)), (0.3, (1.2, 0, 0, 0))):
        (state,) = states(system, [time])
        assert system.joints(buffer(state))[0] == pytest.approx(expected, abs=1e-12)


STROKE = {"support": "stroke", "stroke": 0.6, "stroke_time": 0.2137, "lift": 0.2, "drag": 0.1}
"""A stroke that ends within a step."""


@pytest.mark.parametrize(("method", "steps"), [("heun", 400), ("rk4", 100)])
def test_a_motion_keeps_its_order_across_the_end_of_the_stroke(method, steps):
    """The support's acceleration jumps there: a step across it would have order 1."""
    system, duration = physics.system("planar-chain", STROKE, {"theta": [0.3, 0.2, 0.1]}), 0.5
    (exact,) = states(system, [duration])
    ends = []
    for count in (steps, 2 * steps, 4 * steps, 8 * steps):
        simulation = physics.Simulation(system, method, duration / count)
        assert simulation.compile()
        simulation.advance(count)
        assert [(event.name, event.time) for event in simulation.events] == [
            ("stroke-end", pytest.approx(STROKE["stroke_time"], abs=1e-12))
        ]
        ends.append(np.array(simulation.y))
    errors = np.linalg.norm((np.array(ends) - exact)[:, :6], axis=1)
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(physics.integrator(method).order, abs=0.1)


@pytest.mark.parametrize(("stroke_time", "end"), [(0.1, 0.1), (0.04, 0.05)])
def test_a_stroke_that_is_chosen_within_a_run_ends_in_time(stroke_time, end):
    simulation = physics.Simulation(physics.system("planar-chain", {"gravity": 0.0}, {"theta": 0.0}), "rk4", 1e-3)
    simulation.advance(50)
    simulation.set_parameters({"support": "stroke", "stroke_time": stroke_time})
    simulation.advance(100)
    assert [event.time for event in simulation.events] == [pytest.approx(end, abs=1e-12)]
    assert simulation.system.joints(simulation.y)[0] == pytest.approx((1.2, 0.0, 0.0, 0.0), abs=1e-12)


def test_a_tapered_chain_is_made_of_the_cones_of_the_reference_whip():
    given = case("linkages/R5_tapered_whip_crack")["params"]
    system = physics.system(
        "planar-chain",
        {"links": "tapered", "count": 20, "length": given["L"], "density": given["handle_linear_density"],
         "taper": given["taper_radius_ratio"]},
    )  # fmt: skip
    for name, theirs in (("length", "l"), ("mass", "m"), ("centre", "com_from_upper_joint"), ("inertia", "J_com")):
        assert [getattr(link, name) for link in system.chain] == pytest.approx(given[theirs], rel=1e-4)


def test_static_tension_is_the_weight_below_each_joint():
    system = physics.system("planar-chain", {"count": 4, "mass": 2.0, "bob": 0.5, "load": 3.0}, {"theta": 0.0})
    below = [9.81 * (3.0 + (4 - i) * (0.5 + 0.5)) for i in range(4)]
    assert system.tensions(buffer(system.start())) == pytest.approx(below, rel=1e-12)


def test_drawn_links_are_connected():
    system = random_system(np.random.default_rng(3), 6)
    y = buffer(system.start())
    rods = system.bodies(y)[:6]
    ends = [rod.position - rod.rotation[:, 2] * link.length for rod, link in zip(rods, system.chain, strict=True)]
    for end, (_, following) in zip(ends, pairwise(rods), strict=False):
        assert end == pytest.approx(following.position, abs=1e-12)
    assert ends[-1] == pytest.approx(system.traces(y)["tip"], abs=1e-12)


# Refused input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "initial", "words"),
    [
        ({"count": 2.5}, {}, "count = 2.5: must be whole, 1 to 200"),
        ({"bob": 0}, {}, "link 1 of 3: has neither"),
        ({"links": "given", "bobs": [1, 1]}, {}, "bobs: 2 numbers given; 3 needed"),
        ({"drag": [1, 2]}, {}, "drag: 2 numbers given; 3 needed"),
        (
            {"count": 4},
            {"theta": [1, 2, 3]},
            "theta: 3 numbers given; 4 needed, for theta_1 to",
        ),
        ({"l": [1, 1]}, {}, "applies when links is given, not uniform"),
    ],
)
def test_inconsistent_parameters_are_refused_in_one_line(parameters, initial, words):
    with pytest.raises(BadInput, match=words):
        physics.system("planar-chain", parameters, initial)


def test_tensions_are_unknown_where_rounding_leaves_nothing_of_the_inertia_of_a_link():
    light = {"count": 72, "length": 0.29800671526038447, "density": 0.11555071986883524}
    shape = {"grading": 0.6743136354745304, "taper": 0.04187791940622883, "load": 0.3903097599065579, "radii": 10.0}
    system = physics.system("whip", {**light, **shape, "gravity": 0.0, "support": "fixed", "drag_coefficient": 4.0})
    assert np.isnan(system.tensions(memoryview(system.start()))).all()
