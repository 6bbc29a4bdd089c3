"""Two balls welded together on a table: their steady motions, and what follows when the upper one touches, too."""

import math

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.maths.quaternion import rotation_matrix, rotation_rows

R, MASS, G = 0.008, 0.0335, 9.81
BALLS = {"shape": "two balls", "radius": R, "mass": MASS}


def rate_at(degrees):
    """Return W² = 5 g / (R (2 - 5 cos theta)) as W (Jackson, Mertens, Pearson, Am. J. Phys. 83, 2015, 959)."""
    return math.sqrt(5.0 * G / (R * (2.0 - 5.0 * math.cos(math.radians(degrees)))))


def balls(name, degrees, rate=None, **more):
    W = rate_at(degrees) if rate is None else rate
    return physics.system(name, {**BALLS, **more}, {"theta": f"{degrees} deg", "psi_dot": W, "phi_dot": W})


def quantity(system, name, y=None):
    found = next(each for each in (*system.invariants, *system.quantities) if each.name == name)
    return found.value(system, system.start() if y is None else y)


@pytest.mark.parametrize(("degrees", "turns"), [(90, 8.812), (80, 11.714), (75, 14.833), (70, 23.146)])
def test_rates_are_those_of_the_paper(degrees, turns):
    """9 turns a second at 90 degrees is what they measured; the others follow from their formula."""
    system = balls("rolling-body", min(degrees, 89.999999))
    assert quantity(system, "precession_steady") / (2 * math.pi) == pytest.approx(turns, abs=6e-4)
    assert quantity(system, "precession_least") / (2 * math.pi) == pytest.approx(8.812, abs=6e-4)
    assert quantity(balls("rolling-body", 66.0, 100.0), "precession_steady") == math.inf, "none is as steep"
    named = {each.name: each for each in system.quantities}["precession_steady"]
    assert "infinite" in named.meaning, "as of all that may be infinite"


def test_moments_are_those_of_two_balls_about_where_they_touch():
    """Huygens and Steiner: each ball 2/5 M R² about its centre, which is R away; in all 14/5 M R² and 4/5 M R²."""
    M = 0.5 * MASS
    I = balls("rolling-body", 75.0).inertia_matrix  # noqa: E741  # the symbol of the matrix of inertia
    assert np.diag(I) == pytest.approx([2 * (0.4 * M * R**2 + M * R**2)] * 2 + [2 * 0.4 * M * R**2], rel=1e-14)


@pytest.mark.parametrize("name", ["rolling-body", "sliding-body"])
@pytest.mark.parametrize("degrees", [88.0, 80.0, 70.0, 67.0])
def test_steady_motions_are_steady(name, degrees):
    """theta'' and theta' are 0 to rounding, G is at rest, and the balls roll, so that no friction is needed."""
    system = balls(name, degrees, **({} if name == "rolling-body" else {"mu": 0.0}))
    y, dy = system.start(), memoryview(bytearray(8 * len(system.variables))).cast("d")
    system.rate(0.0, memoryview(y), system.p, dy)
    W = rate_at(degrees)
    tilt = math.radians(degrees)
    # omega in the body turns about the axis with -W; what is left is angular acceleration
    left = np.array(dy[4:7]) - np.array([W * y[5], -W * y[4], 0.0])
    assert np.abs(left).max() < (1e-13 if name == "rolling-body" else 1e-9) * W**2
    assert np.hypot(y[4], y[5]) == pytest.approx(W * math.sin(tilt), rel=1e-14)
    assert np.abs(dy[7:9]).max() < 1e-12 * W * R
    if name == "sliding-body":
        assert quantity(system, "slip") < 1e-13 * W * R
        assert quantity(system, "normal") == pytest.approx(1.0, abs=1e-8)


def test_they_are_a_sphere_whose_centre_is_its_radius_below_G():
    moments = dict(zip(("I1", "I2", "I3"), np.diag(balls("rolling-body", 75.0).inertia_matrix).tolist(), strict=True))
    start = {"theta": 1.2, "psi_dot": 70.0, "phi_dot": 120.0, "theta_dot": 3.0}
    sphere = {"shape": "offset sphere", "alpha": -1.0, "radius": R, "mass": MASS, "inertia": "given", **moments}
    found = []
    for parameters in (BALLS, sphere):
        simulation = physics.Simulation(physics.system("rolling-body", parameters, start), "rk4", 1e-4)
        assert simulation.advance(300) == 300
        found.append(list(simulation.y))
    assert found[0] == found[1]


def test_jellett_routh_and_energy_are_kept_with_the_order_of_the_method():
    drifts = []
    for dt in (4e-4, 2e-4):
        system = physics.system("rolling-body", BALLS, {"theta": 1.25, "psi_dot": 90.0, "phi_dot": 110.0})
        simulation = physics.Simulation(system, "rk4", dt)
        assert simulation.compile()
        assert simulation.advance(round(0.4 / dt)) == round(0.4 / dt), simulation.message
        drifts.append([abs(simulation.invariants()[name].drift) for name in ("energy", "jellett", "routh")])
    assert max(drifts[0]) < 1e-4
    assert np.all(np.array(drifts[0]) > 10.0 * np.array(drifts[1]))


def test_a_run_without_slip_ends_where_the_upper_ball_touches():
    system = balls("rolling-body", 85.0, 0.8 * rate_at(85.0))
    simulation = physics.Simulation(system, "rk4", 1e-4)
    assert simulation.compile()
    simulation.advance(20000)
    assert "the upper ball touches the table" in simulation.message
    assert 0.0 < math.cos(quantity(system, "theta", simulation.y)) < 1e-3, "within one step of touching"
    below = physics.system("rolling-body", BALLS, {"theta": "95 deg"})
    assert "the upper ball touches" in below.trouble(memoryview(below.start()))
    assert physics.Simulation(below, "rk4", 1e-4).advance(10) == 0


def test_friction_lets_them_sink_along_their_steady_motions():
    """The drilling torque alone takes speed; W follows the formula of the present tilt, down to 8.8 turns a second."""
    system = balls("sliding-body", 75.0, mu=0.3, patch=1e-3)
    simulation = physics.Simulation(system, "rk4", 2.5e-4)
    assert simulation.compile()
    rates = []
    while simulation.advance(200) == 200 and not simulation.events:
        y = simulation.y
        tilt = quantity(system, "theta", y)
        rates.append(
            (quantity(system, "omega_z", y) / (1.0 + math.cos(tilt)), quantity(system, "precession_steady", y))
        )
    rates = np.array(rates)
    assert simulation.events[0].name == "touch"
    assert rates[:, 0] == pytest.approx(rates[:, 1], rel=0.015)
    assert np.all(np.diff(rates[:, 0]) < 0.0)
    assert rates[-1, 0] / (2 * math.pi) == pytest.approx(8.81, abs=0.15)
    assert abs(simulation.invariants()["energy"].drift) < 1e-5


# Both balls on the table ------------------------------------------------------------------------------------------

LAWS = {
    "viscous": {"law": "viscous", "mu": 0.4},
    "coulomb": {"law": "coulomb", "mu": 0.2, "epsilon": 0.01},
    "contensou": {"law": "contensou", "mu": 0.2, "patch": 1e-3, "epsilon": 0.01},
}


def pulls(parameters, v, W):
    """Return the friction and the drilling torque per newton of one contact that slips at v (2,), by the formulas."""
    mu, speed = parameters["mu"], math.hypot(*v)
    if parameters["law"] == "viscous":
        return -mu * v, 0.0
    epsilon = parameters["epsilon"]
    if parameters["law"] == "coulomb":
        return -mu * v / math.sqrt(speed**2 + epsilon**2), 0.0
    rim = parameters["patch"] * W
    turning = 8 / (3 * math.pi) * abs(rim)
    smooth = epsilon * (epsilon**2 / (epsilon**2 + turning**2)) ** 2
    drill = 3 * math.pi / 16 * mu * parameters["patch"] * rim
    around = math.hypot(15 * math.pi / 16 * speed + abs(rim), 3e-6)
    return -mu * v / math.hypot(speed + turning, smooth), -drill / around


def level_rates(parameters, y):
    """Return the time derivative of x, y, heading, v_x, v_y, W and s of two balls that both touch.

    omega = W k + s a, e = k×a; at a ball v + (s ∓ W) R e. The balance of L = I1 W k + I3 s a about a, e and k is
    I3 s' = R (F_1 + F_2)·e, I3 s W = R (N_1 - N_2) - R (F_1 + F_2)·a and I1 W' = R (F_2 - F_1)·e + drilling; and
    N_1 + N_2 = m g.
    """
    _, _, heading, v_x, v_y, W, s = y
    a, e = np.array([math.cos(heading), math.sin(heading)]), np.array([-math.sin(heading), math.cos(heading)])
    v, I1, I3 = np.array([v_x, v_y]), 1.4 * MASS * R**2, 0.4 * MASS * R**2
    (f, drill), (h, drain) = (pulls(parameters, v + R * (s + side * W) * e, W) for side in (-1.0, 1.0))
    N, M = np.linalg.solve([[1.0, 1.0], [1.0 - f @ a, -1.0 - h @ a]], [MASS * G, I3 * s * W / R])
    F, H = N * f, M * h
    turning = (R * (H - F) @ e + N * drill + M * drain) / I1
    return np.array([v_x, v_y, W, *(F + H) / MASS, turning, R * (F + H) @ e / I3])


def level(parameters, W=30.0, s=20.0, v=(0.05, -0.1)):
    start = {"theta": "90 deg", "phi_dot": s, "psi_dot": W, "v_x": v[0], "v_y": v[1]}
    return physics.system("sliding-body", {**BALLS, **parameters}, start)


@pytest.mark.parametrize("law", LAWS)
def test_two_balls_on_the_table_move_as_a_dumb_bell_with_two_supports(law):
    """The equations in heading and spin instead of a quaternion, integrated here; RK4 comes to it with its order."""
    system = level(LAWS[law])
    y, steps, h = system.start(), 800, 5e-5
    rows = np.array(rotation_rows(memoryview(y))).reshape(3, 3)
    heading = math.atan2(rows[1, 2], rows[0, 2])
    z = np.array([0.0, 0.0, heading, 0.05, -0.1, 30.0, 20.0])
    for _ in range(steps):
        k1 = level_rates(LAWS[law], z)
        k2 = level_rates(LAWS[law], z + 0.5 * h * k1)
        k3 = level_rates(LAWS[law], z + 0.5 * h * k2)
        z = z + h / 6 * (k1 + 2 * k2 + 2 * k3 + level_rates(LAWS[law], z + h * k3))
    errors = []
    for dt in (4e-4, 2e-4):
        simulation = physics.Simulation(system, "rk4", dt)
        assert simulation.compile()
        assert simulation.advance(round(steps * h / dt)) == round(steps * h / dt) and not simulation.events
        y = simulation.y
        ours = [y[7] / R, y[8] / R, y[10], y[11], quantity(system, "omega_z", y) * R, y[6] * R]
        errors.append(np.abs(np.array(ours) - np.array([z[0] / R, z[1] / R, z[3], z[4], z[5] * R, z[6] * R])).max())
        assert y[14] == 3.0 and quantity(system, "theta", y) == pytest.approx(0.5 * math.pi, abs=1e-15)
    assert errors[1] < 2e-7
    assert errors[0] > 10.0 * errors[1]


def test_they_sink_strike_and_roll_away_on_both():
    """Too slow for their tilt they fall; the loss never shrinks, and what is left rolls straight at v = R s."""
    system = balls("sliding-body", 85.0, 0.8 * rate_at(85.0), mu=0.2, patch=1e-3)
    simulation = physics.Simulation(system, "rk4", 1e-4)
    assert simulation.compile()
    losses = [0.0]
    for _ in range(100):
        assert simulation.advance(100) == 100, simulation.message
        losses.append(simulation.y[13])
    names = [event.name for event in simulation.events]
    assert names == ["touch"] * len(names) and 2 <= len(names) <= 8
    assert np.all(np.diff(losses) >= -1e-15)
    assert abs(simulation.invariants()["energy"].drift) < 1e-9
    y = simulation.y
    assert y[14] == 3.0
    assert math.hypot(y[10], y[11]) == pytest.approx(abs(R * y[6]), rel=1e-9) and abs(R * y[6]) > 0.02
    assert abs(quantity(system, "omega_z", y)) < 1e-6
    assert quantity(system, "slip", y) < 1e-9


@pytest.mark.parametrize(("W", "s", "contact"), [(60.0, 60.0, 1.0), (60.0, -60.0, 2.0), (50.0, 50.0, 3.0)])
def test_the_ball_that_would_have_to_be_pulled_down_lifts(W, s, contact):
    """N_1 - N_2 = I3 s W / R (without friction): above W² = 5 g / 2 R, 55.4 rad/s, the table cannot hold both."""
    system = level({"mu": 0.0}, W, s, (0.0, 0.0))
    simulation = physics.Simulation(system, "rk4", 1e-4)
    assert simulation.advance(50) == 50
    assert simulation.y[14] == contact
    lean = quantity(system, "theta", simulation.y) - 0.5 * math.pi
    assert {1.0: lean < -1e-6, 2.0: lean > 1e-6, 3.0: abs(lean) < 1e-15}[contact]
    assert abs(simulation.invariants()["energy"].drift) < 1e-9


def test_the_force_is_drawn_where_it_acts_between_both_balls():
    """N_1 - N_2 = I3 s W / R, so that the moment of m g about G is I3 s W."""
    system = level({"mu": 0.0}, 30.0, 20.0, (0.0, 0.0))
    y = memoryview(system.start())
    place = system.traces(y)["contact"] - system.centre(y)
    along = rotation_matrix(y)[:, 2] @ place
    assert along == pytest.approx(-0.4 * MASS * R**2 * 20.0 * 30.0 / (MASS * G), rel=1e-9)
    assert place[2] == pytest.approx(-R, rel=1e-12)
    lowest = (system.lowest(y) - system.centre(y)) @ rotation_matrix(y)
    assert system.body_traces(y)["contact"][1] == pytest.approx(lowest, rel=1e-12), "of the first ball"


def test_a_blow_on_one_ball_lifts_the_other_by_a_sixth_of_its_speed():
    """J (1/m + R²/I1) = u and J (1/m - R²/I1) = u / 6 with I1 = 7/5 m R²; the energy lost is J u / 2."""
    u = 0.1
    system = physics.system("sliding-body", {**BALLS, "mu": 0.0}, {"theta": 1.5, "theta_dot": 1.0})
    y = memoryview(system.start())
    quarter = 0.25 * math.pi
    y[0:4] = memoryview(np.array([math.cos(quarter), math.sin(quarter), 0.0, 0.0]))
    y[4:7] = memoryview(np.array([0.5 * u / R, 0.0, 0.0]))
    system.settle(y, system.p)
    before, lost = system.energy(y), y[13]
    system.jump(2, 0.0, y, system.p)
    assert y[14] == 2.0 and y[12] == pytest.approx(0.5 * u / 6, rel=1e-12)
    assert y[4] == pytest.approx(0.5 * u / 6 / R, rel=1e-12)
    assert y[13] - lost == pytest.approx(0.5 * u**2 * MASS * 7 / 12, rel=1e-12)
    assert system.energy(y) == pytest.approx(before, rel=1e-12)
    assert system.guards(0.0, y, system.p)[2] > 0.0


def test_which_ball_is_called_the_first_does_not_matter():
    """Half a turn about body axis 1 exchanges the balls; omega_2 and omega_3 change their signs."""
    one = balls("sliding-body", 85.0, 0.8 * rate_at(85.0), mu=0.2, patch=1e-3)
    w, x, y, z, *rest = one.start()
    turned = dict(zip([each.name for each in one.variables], [-x, w, z, -y, *rest], strict=True))
    turned |= {"omega_2": -turned["omega_2"], "omega_3": -turned["omega_3"]}
    runs = [physics.Simulation(system, "rk4", 1e-4) for system in (one, one.replace(initial=turned))]
    assert all(run.advance(500) == 500 for run in runs)
    assert [event.before[14] for event in runs[0].events] == [3.0 - event.before[14] for event in runs[1].events] != []
    assert list(runs[0].y[7:14]) == pytest.approx(list(runs[1].y[7:14]), rel=1e-8, abs=1e-11)
    assert runs[0].y[6] == pytest.approx(-runs[1].y[6], rel=1e-9)


def test_without_friction_the_blows_keep_the_momenta():
    system = balls("sliding-body", 85.0, 0.8 * rate_at(85.0), mu=0.0)
    simulation = physics.Simulation(system, "rk4", 1e-4)
    assert simulation.compile()
    assert simulation.advance(5000) == 5000
    assert len(simulation.events) >= 4
    drifts = {name: abs(each.drift) for name, each in simulation.invariants().items()}
    assert drifts.keys() == {"energy", "L_z", "L_3", "p_x", "p_y"} and max(drifts.values()) < 1e-9


def test_they_are_not_offered_where_the_stop_is_not_known():
    with pytest.raises(BadInput, match="must be one of"):
        physics.system("rolling-top", {"shape": "two balls"})


def test_a_phitop_rises_above_its_threshold_alone():
    """A spheroid of axes in the golden ratio, 21 mm across: W² = 5 g / a, 48.3 rad/s (Moffatt and Shimomura 2002)."""
    tops = {"shape": "ellipsoid", "axis_1": 0.021, "axis_2": 0.021, "axis_3": 0.033978, "mass": 0.1695, "mu": 0.15}
    for rate, rises in ((40.0, False), (120.0, True)):
        system = physics.system("sliding-body", {**tops, "patch": 5e-4}, {"theta": "85 deg", "psi_dot": rate,
                                                                          "phi_dot": 0.0})  # fmt: skip
        assert quantity(system, "omega_z_rising") == pytest.approx(48.33, abs=0.01)
        simulation = physics.Simulation(system, "rk4", 2.5e-4)
        assert simulation.compile()
        simulation.advance(8000)
        assert (quantity(system, "theta", simulation.y) < math.radians(10.0)) == rises
        assert abs(simulation.invariants()["energy"].drift) < 1e-7
