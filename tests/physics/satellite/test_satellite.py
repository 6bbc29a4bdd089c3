import math
from array import array

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import physics
from physics import BadInput
from physics.maths.quaternion import rotation_matrix
from physics.satellite import equations as eq
from physics.satellite.nutation import eigenvalues
from physics.satellite.satellite import L, Satellite
from tests.physics.satellite.everything import EVERYTHING, START, by_momenta_in_the_body
from tests.reference import case, quaternion_to_matrix

OMEGA = ("omega_1", "omega_2", "omega_3")
EXACT = {"rtol": 1e-13, "atol": 1e-15}
CASES = ("ball_minor_axis", "dual_spin_platform", "gyrostat", "mass_on_spring")


def quantities(simulation):
    system = simulation.system
    return {each.name: each.value(system, simulation.y) for each in system.quantities}


def given(reference):
    """Return the parameters and the start of a case."""
    p, start = reference["parameters"], reference["initial"]
    rotor = {"rotor_inertia": p["Ir"], "rotor_axis": p["n"], "rotor_ball": p["Jr"]} if p["Ir"] else {}
    moving = {"moving": "none"}
    if p["mass"]:
        moving = {"moving": "on a spring", "moving_mass": p["mass"], "moving_place": p["r0"], "moving_line": p["d"],
                  "stiffness": p["k"], "damping": p["c"]}  # fmt: skip
    parameters = {
        **{f"I{i + 1}": p["I"][i][i] for i in range(3)}, "rotor": "free" if p["Ir"] else "none", **rotor,
        "body_ball": p["Jp"], "body_damping": p["cp"], **moving,
    }  # fmt: skip
    return Satellite(parameters, {
        "rotor_speed": start["relative_rotor_speed"], "extension": start["x"], "extension_rate": start["x_dot"],
        **dict(zip(OMEGA, start["omega"], strict=True)),
        **dict(zip(("q_w", "q_x", "q_y", "q_z"), start["q"], strict=True)),
    })  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_the_case(name):
    reference = case(f"satellite/{name}")
    system = given(reference)
    simulation = physics.Simulation(system, "dop853", 0.05, EXACT)
    simulation.compile()
    momentum = simulation.state[4:7].tobytes()
    assert simulation.state[4:7] == pytest.approx(reference["initial"]["L_lab"], rel=1e-14, abs=1e-15)
    for expected in reference["expected"]:
        simulation.advance(round(expected["t"] / 0.05) - simulation.tick)
        y, tolerance = simulation.y, reference["tolerance"]
        R = rotation_matrix(y)
        omega = eq.angular_velocity(y, system.p)
        found = {
            "omega": omega, "relative_rotor_speed": eq.rotor_rate(y, system.p, omega), "h": y[eq.AXIAL],
            "ball_body": simulation.state[8:11], "x": y[eq.PLACE],
            "x_dot": eq.slide_rate(y, system.p, omega), "E": eq.stored(y, system.p),
        }  # fmt: skip
        assert np.abs(R - quaternion_to_matrix(expected["q"])).max() < tolerance
        for key, value in found.items():
            assert value == pytest.approx(expected[key], abs=tolerance), (key, expected["t"])
        assert simulation.state[4:7].tobytes() == momentum, "no bit of L changes"
    assert abs(simulation.invariants()["energy"].drift) < 1e-11


@pytest.mark.parametrize("rotor", ["free", "held"])
def test_a_satellite_with_everything_moves_as_by_momenta_in_body_axes(rotor):
    """Second formulation: momenta in body axes, velocities from the whole mass matrix, integrated by the test."""
    system = Satellite({**EVERYTHING, "rotor": rotor, **({"motor": 0.3} if rotor == "free" else {})}, START)
    simulation = physics.Simulation(system, "dop853", 0.05, EXACT)
    simulation.advance(80)
    start, slope = by_momenta_in_the_body(system)
    other = solve_ivp(slope, (0.0, 4.0), start, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    R = rotation_matrix(simulation.y)
    assert pytest.approx(other[:9].reshape(3, 3), abs=2e-10) == R
    assert R.T @ simulation.state[8:11] == pytest.approx(other[12:15], abs=1e-10)
    assert R.T @ simulation.state[11:14] == pytest.approx(other[15:18], abs=1e-10)
    assert simulation["x"] == pytest.approx(other[19], abs=1e-10)
    assert simulation["rotor_angle"] == pytest.approx(other[21], abs=1e-9)
    assert simulation["work"] == pytest.approx(other[22], abs=1e-9)
    assert abs(simulation["work"]) > 0.1
    assert min(simulation[name] for name in ("lost_body", "lost_rotor", "lost_bearing")) > 0.01
    assert abs(simulation.invariants()["energy"].drift) < 1e-11


@pytest.mark.parametrize("method", ["euler", "rk4", "dop853", "gauss4", "taylor"])
def test_no_method_changes_a_bit_of_the_angular_momentum(method):
    simulation = physics.Simulation(Satellite(EVERYTHING, START), method, 0.02)
    before = simulation.state[4:7].tobytes()
    simulation.advance(200)
    assert simulation.state[4:7].tobytes() == before
    assert simulation.invariants()["L"].drift == 0.0


def test_order_of_the_error_is_that_of_the_method():
    system = Satellite(EVERYTHING, START)
    exact = physics.Simulation(system, "dop853", 0.02, EXACT)
    exact.advance(100)
    errors = []
    for n in (100, 200):
        run = physics.Simulation(system, "rk4", 2.0 / n)
        run.advance(n)
        errors.append(np.abs(run.state - exact.state).max())
    assert math.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.2)


TABLE = [
    (("none", 1.0, 0.4, 3.0, 0.02, 0.01, 0.0, 0.05), 3.0, 0.0, 0.01256988, 0.01203, 60.0),
    (("none", 1.0, 1.6, 3.0, 0.02, 0.01, 0.0, 0.05), 3.0, 0.0, -0.00370904, -0.00359, 60.0),
    (("free", 10.0, 2.0, 3.0, 0.05, 0.05, 0.0, 0.05), 0.0, 6.0, -0.00382101, -0.00379, 60.0),
    (("free", 10.0, 2.0, 3.0, 0.0, 0.05, 0.05, 0.05), 0.0, 6.0, 0.00884419, 0.00877, 60.0),
    (("free", 10.0, 2.0, 3.0, 0.05, 0.05, 0.05, 0.02), 0.0, 6.0, 0.00063087, 0.00057, 60.0),
]


def small_nutation(row, w0, s0, omega_1):
    rotor, across, along, Ir, J_p, c_p, J_r, c_r = row
    more = {"rotor_inertia": Ir, "rotor_ball": J_r, "rotor_damping": c_r} if rotor != "none" else {}
    parameters = {"I1": across, "I2": across, "I3": along, "rotor": rotor, "body_ball": J_p, "body_damping": c_p}
    return Satellite({**parameters, **more}, {"omega_1": omega_1, "omega_2": 0.0, "omega_3": w0, "rotor_speed": s0})


@pytest.mark.parametrize(("row", "w0", "s0", "integrated", "sink", "duration"), TABLE)
def test_growth_of_the_nutation_is_that_of_the_table(row, w0, s0, integrated, sink, duration):
    system = small_nutation(row, w0, s0, 1e-4)
    simulation = physics.Simulation(system, "dop853", 0.1, EXACT)
    simulation.compile()
    simulation.advance(400)
    first = quantities(simulation)["nutation"]
    simulation.advance(round(duration / 0.1))
    values = quantities(simulation)
    assert values["exact_growth"] == pytest.approx(integrated, abs=2e-7)
    assert values["sink_growth"] == pytest.approx(sink, abs=6e-6)
    assert math.log(values["nutation"] / first) / duration == pytest.approx(values["exact_growth"], rel=2e-4)


@pytest.mark.parametrize("name", ["ball_minor_axis", "dual_spin_platform"])
def test_growth_of_the_nutation_is_that_of_the_case(name):
    """The eigenvalue is of the steady spin about axis 3, from which the case starts by a small omega_1."""
    reference = case(f"satellite/{name}")
    steady = given(reference).replace(initial={"omega_1": 0.0, "omega_2": 0.0})
    found = quantities(physics.Simulation(steady))
    assert found["exact_growth"] == pytest.approx(reference["eigenvalue"][0], rel=1e-10)
    assert found["sink_growth"] == pytest.approx(reference["energy_sink"], rel=1e-12)
    start = steady.entered()
    roots = eigenvalues(steady.p, start["omega_3"], start["rotor_speed"])
    assert np.abs(roots - complex(*reference["eigenvalue"])).min() < 1e-11


def test_the_growth_shown_now_is_the_exact_one_of_a_small_nutation():
    system = small_nutation(TABLE[3][0], 0.0, 6.0, 1e-5)
    simulation = physics.Simulation(system, "rk4", 0.01)
    simulation.advance(2000)
    values = quantities(simulation)
    assert values["growth"] == pytest.approx(values["exact_growth"], rel=1e-5)
    assert values["precession"] == pytest.approx(18.3 / 10.05, rel=1e-9)


def test_explorer_1_ends_in_a_cartwheel():
    """The pencil: growth 1.216e-3 /s, then a turn about the largest moment at L / I1, about 0.77 rad/s."""
    explorer = {"mass": 13.97, "I1": 4.916, "I2": 4.916, "I3": 0.0475, "rotor": "none", "body_ball": 1e-3,
                "body_damping": 1e-2}  # fmt: skip
    start = {"omega_1": 0.01, "omega_2": 0.0, "omega_3": 78.5}
    system = Satellite(explorer, start)
    y = memoryview(system.start())
    values = {each.name: each.value(system, y) for each in system.quantities}
    assert values["exact_growth"] == pytest.approx(1.216e-3, abs=5e-7)
    assert values["sink_growth"] == pytest.approx(1.217e-3, abs=5e-7)
    momentum = float(np.linalg.norm(y[4:7]))
    assert momentum / (4.916 + 1e-3) == pytest.approx(0.77, abs=0.006)
    craft = system.craft
    assert craft.kind == "pencil"
    (_, low), (radius, _), (_, high), _ = craft.body.outline
    assert (high - low, 2.0 * radius) == pytest.approx((2.05, 0.165), abs=0.002)
    strong = Satellite({**explorer, "body_ball": 0.02, "body_damping": 0.02}, start)
    simulation = physics.Simulation(strong, "rk4", 2e-3)
    simulation.compile()
    simulation.advance(50_000)
    values = quantities(simulation)
    assert values["nutation"] == pytest.approx(math.pi / 2, abs=0.02)
    assert values["effective_moment"] == pytest.approx(4.936, abs=1e-6), "I1 with the ball"


def test_the_pole_reached_across_the_separatrix_is_a_matter_of_the_start():
    """omega_2 = 0.05, 0.10 ... 0.60 rad/s end about - - + + - + - + + - + + axis 3."""
    body = {"I1": 1.0, "I2": 1.6, "I3": 2.2, "rotor": "none", "body_ball": 0.2, "body_damping": 0.3}
    signs = ""
    for k in range(1, 13):
        start = {"omega_1": 3.0, "omega_2": 0.05 * k, "omega_3": 0.01}
        simulation = physics.Simulation(Satellite(body, start), "rk4", 0.01)
        simulation.compile()
        simulation.advance(16_000)
        signs += "+" if quantities(simulation)["nutation"] < 0.5 * math.pi else "-"
        if k == 1:
            assert quantities(simulation)["side"] < 1.0
    assert signs == "--++-+-++-++"


def test_a_free_rotor_and_a_held_one_keep_what_a_gyrostat_keeps():
    body = {"I1": 1.0, "I2": 1.6, "I3": 2.2, "rotor_axis": (0.48, 0.6, 0.64), "rotor_inertia": 0.2, "body_ball": 0.0}
    start = {"omega_1": 0.5, "omega_2": 0.3, "omega_3": 1.0, "rotor_speed": 4.0}
    for rotor, names in (("free", {"axial", "gyrostat_energy"}), ("held", {"gyrostat_energy"})):
        simulation = physics.Simulation(Satellite({**body, "rotor": rotor}, start), "dop853", 0.05, EXACT)
        simulation.advance(200)
        kept = simulation.invariants()
        assert names == set(kept) - {"energy", "L_x", "L_y", "L_z", "L"}
        assert max(abs(kept[name].drift) for name in names) < 1e-11
        assert abs(kept["energy"].drift) < 1e-11
    assert abs(simulation["work"]) > 0.01, "the drive that holds the speed does work"
    damped = Satellite({**body, "bearing": 0.1, "rotor": "free"}, start)
    assert {each.name for each in damped.invariants} == {"energy", "L_x", "L_y", "L_z", "L"}


def test_the_torque_of_the_drive_is_the_change_of_the_rotors_momentum():
    system = Satellite({**EVERYTHING, "rotor": "held"}, START)
    h = 1e-4
    run = physics.Simulation(system, "dop853", h, EXACT)
    axial, balls, torques, losses = [], [], [], system.bearing * START["rotor_speed"]
    for _ in range(3):
        omega = eq.angular_velocity(run.y, system.p)
        slip = eq.ball_slips(run.y, system.p, omega, START["rotor_speed"])[1]
        axial.append(system.rotor_inertia * (START["rotor_speed"] + float(np.dot(omega, system.axis))))
        balls.append(-system.rotor_damping * float(np.dot(slip, system.axis)))
        torques.append(quantities(run)["drive"])
        run.advance(1)
    assert torques[1] == pytest.approx((axial[2] - axial[0]) / (2.0 * h) + balls[1] + losses, rel=1e-6)


def test_starts_are_given_by_velocities_or_by_all_momenta():
    system = Satellite(EVERYTHING, START)
    again = Satellite(EVERYTHING, dict(system.initial))
    assert bytes(again.start()) == bytes(system.start())
    assert {name: system.entered()[name] for name in START} == pytest.approx(START, abs=1e-12)
    heavier = system.replace({"I3": 5.0})
    assert {name: heavier.entered()[name] for name in START} == pytest.approx(START, abs=1e-12)
    assert heavier.initial["momentum_z"] != system.initial["momentum_z"]
    moved = system.replace(initial={"extension": 0.2})
    assert moved.entered()["omega_1"] == pytest.approx(START["omega_1"], abs=1e-12)
    turned = system.replace(initial={"theta": 1.0})
    assert turned.entered()["omega_2"] == pytest.approx(START["omega_2"], abs=1e-12)


def test_balls_turn_with_what_they_sit_in_at_the_start():
    system = Satellite(EVERYTHING, {name: value for name, value in START.items() if "slip" not in name})
    y = memoryview(system.start())
    omega = eq.angular_velocity(y, system.p)
    for slip in eq.ball_slips(y, system.p, omega, START["rotor_speed"]):
        assert slip == pytest.approx((0.0, 0.0, 0.0), abs=1e-14)


def test_what_is_not_there_has_no_part_in_the_motion():
    plain = Satellite({"rotor": "none", "body_ball": 0.0, "I1": 1.0, "I2": 1.6, "I3": 2.2}, {"omega_1": 1.0})
    y, dy = memoryview(plain.start()), memoryview(array("d", bytes(8 * eq.VARIABLES)))
    for i in (*range(eq.AXIAL, eq.PUSH + 1),):
        y[i] += 0.3
    plain.rate(0.0, y, plain.p, dy)
    assert not any(dy[4:])
    start = {name: plain.entered()[name] for name in ("psi", "theta", "phi", *OMEGA)}
    body = physics.system("free-body", {"body": "given", "I1": 1.0, "I2": 1.6, "I3": 2.2}, start)
    run, other = physics.Simulation(plain, "rk4", 0.01), physics.Simulation(body, "rk4", 0.01)
    run.advance(200)
    other.advance(200)
    assert rotation_matrix(run.y) == pytest.approx(rotation_matrix(other.y), abs=1e-8)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"I3": 40.0}, "larger than the other two together"),
        ({"rotor_inertia": 30.0}, "larger than the other two together"),
        ({"rotor_axis": (0.0, 0.0, 0.0)}, "rotor_axis = 0, 0, 0"),
        ({"moving": "on a spring", "moving_line": (0.0, 0.0, 0.0)}, "moving_line = 0, 0, 0"),
        ({"rotor": "none", "motor": 1.0}, "motor"),
    ],
)
def test_impossible_satellites_are_refused(parameters, words):
    with pytest.raises(BadInput, match=words):
        Satellite(parameters)


def test_an_impulse_of_the_hand_turns_the_satellite_and_changes_only_the_angular_momentum():
    """A push at a point of the body is a torque: it changes L, not the momenta of balls, rotor and moving mass."""
    system = Satellite(EVERYTHING, START)
    y = memoryview(system.start())
    from physics.core.grip import grip_point

    place = np.array([0.2, -0.1, 0.4])
    held = grip_point(system, y, 0, place)
    lever = rotation_matrix(y) @ place
    expected = np.zeros((eq.VARIABLES, 3))
    expected[4:7] = np.cross(lever, np.eye(3)).T
    assert held.answer == pytest.approx(expected, abs=1e-6)
    assert [system.index(name) for name in L] == [4, 5, 6]
