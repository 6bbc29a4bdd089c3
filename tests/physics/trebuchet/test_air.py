"""The flight of a sphere against results that do not use the program's formulas."""

import math
from array import array
from itertools import pairwise

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

import physics
from physics import BadInput
from physics.trebuchet import loads, machine
from physics.trebuchet.accelerations import dynamics
from physics.trebuchet.air import air_force, sphere_drag, subcritical_drag, tabulated_drag
from tests.physics.trebuchet import newton
from tests.physics.trebuchet.test_mirror import states


def flight(parameters, x=0.0, y=0.0, v_x=0.0, v_y=0.0):
    """Return a run that begins with the stone in the air."""
    system = physics.system("trebuchet", parameters)
    state = array("d", system.start())
    state[machine.PHASE] = machine.FLIES
    state[machine.X], state[machine.Y], state[machine.V_X], state[machine.V_Y] = x, y, v_x, v_y
    run = physics.Simulation(system, "dop853", 1e-2, {"rtol": 1e-12, "atol": 1e-12})
    run.place(state)
    run.compile()
    return run


def landed(run):
    while run.y[machine.PHASE] == machine.FLIES:
        assert run.advance(10) == 10, run.message
    event = next(event for event in run.events if event.name == "landing")
    return event.time, run.y[machine.X]


def test_without_air_the_flight_is_a_parabola():
    time, x = landed(flight({"drag": "none"}, y=10.0, v_x=30.0, v_y=20.0))
    expected = (20.0 + math.sqrt(400.0 + 2 * 9.81 * 10.0)) / 9.81
    assert (time, x) == pytest.approx((expected, 30.0 * expected), rel=1e-11)


def test_a_falling_stone_reaches_its_terminal_speed():
    run = flight({"material": "oak"}, y=3000.0, v_y=-1.0)
    run.advance(3000)
    ball = run.system.ball
    terminal = math.sqrt(15.0 * 9.81 / (0.5 * 0.5 * 1.225 * math.pi * ball * ball / 4))
    assert run["y_dot"] == pytest.approx(-terminal, rel=1e-3)
    # From rest, the fall with drag proportional to v² is v_t² / g ln cosh(g t / v_t).
    run = flight({"material": "oak"}, y=1000.0)
    run.advance(500)
    fallen = terminal**2 / 9.81 * math.log(math.cosh(9.81 * 5.0 / terminal))
    assert 1000.0 - run["y"] == pytest.approx(fallen, rel=1e-10)


def test_flight_in_a_steady_wind_is_that_in_still_air_in_the_moving_frame():
    still = landed(flight({"spin": 20.0}, y=30.0, v_x=40.0 - 7.0, v_y=25.0))
    windy = landed(flight({"spin": 20.0, "wind_speed": 7.0}, y=30.0, v_x=40.0, v_y=25.0))
    assert windy[0] == pytest.approx(still[0], rel=1e-10)
    assert windy[1] == pytest.approx(still[1] + 7.0 * still[0], rel=1e-10)


def test_a_rising_wind_blows_upward():
    assert (
        landed(flight({"wind_speed": 5.0, "wind_elevation": 0.5}, v_x=30.0, v_y=30.0))[0]
        > landed(flight({"wind_speed": 5.0}, v_x=30.0, v_y=30.0))[0]
    )


def test_topspin_pushes_down_and_does_no_work():
    for spin, sign in ((50.0, -1.0), (-50.0, 1.0)):
        p = physics.system("trebuchet", {"spin": spin, "drag": "none"}).p
        F = np.array(air_force(40.0, 10.0, p))
        assert abs(np.dot(F, [40.0, 10.0])) < 1e-12
        assert np.sign(F[1]) == sign
        r = 0.22545033035736536 / 2
        assert np.linalg.norm(F) == pytest.approx(0.5 * math.pi * r**3 * 1.225 * 50.0 * math.hypot(40.0, 10.0))


def test_energy_plus_loss_is_conserved_in_flight_with_wind_and_spin():
    run = flight({"spin": -80.0, "wind_speed": -9.0, "wind_elevation": 0.2}, y=20.0, v_x=50.0, v_y=30.0)
    landed(run)
    assert abs(run.invariants()["energy"].drift) < 1e-9


# Re and C_d of smooth spheres as tabulated in handbooks (Clift, Grace, Weber, Bubbles, Drops, and Particles, table 5.2;
# White, Fluid Mechanics): the correlation is said to be within some 15 % of measurements.
@pytest.mark.parametrize(
    ("reynolds", "expected"),
    [(0.1, 242.0), (1.0, 27.2), (10.0, 4.4), (100.0, 1.1), (1e3, 0.46), (1e4, 0.41), (1e5, 0.5)],
)
def test_drag_of_a_sphere_matches_measurements(reynolds, expected):
    assert sphere_drag(reynolds) == pytest.approx(expected, rel=0.15)


def test_drag_falls_beyond_the_drag_crisis():
    assert sphere_drag(5e5) < 0.35 * sphere_drag(1e5)
    assert math.isfinite(sphere_drag(1e-6))
    assert air_force(0.0, 0.0, physics.system("trebuchet", {"drag": "sphere"}).p) == (0.0, 0.0)


# Lapple and Shepherd's and Schiller and Naumann's measurements as handbooks give them, within the scatter.
@pytest.mark.parametrize(
    ("reynolds", "expected"), [(1.0, 27.2), (10.0, 4.4), (100.0, 1.1), (1e3, 0.46), (1e4, 0.41), (1e5, 0.45)]
)
def test_drag_before_the_crisis_matches_measurements(reynolds, expected):
    assert subcritical_drag(reynolds) == pytest.approx(expected, rel=0.12)


def test_drag_without_the_crisis_has_stokes_and_newtons_limits():
    assert subcritical_drag(1e-6) * 1e-6 / 24.0 == pytest.approx(1.0, abs=1e-4)
    assert subcritical_drag(1e8) == pytest.approx(0.42, rel=5e-2)
    assert subcritical_drag(1e6) > 3.0 * sphere_drag(1e6) > 0.0


# Tables ---------------------------------------------------------------------------------------------------

CRISIS = [[1e3, 0.46], [2e4, 0.45], [1e5, 0.5], [2.5e5, 0.42], [3.5e5, 0.1], [1e6, 0.15]]


def tabled(rows, **more):
    return physics.system("trebuchet", {"drag": "table", "drag_table": rows, **more})


def test_a_table_is_read_as_another_programs_monotone_cubic():
    """SciPy's PCHIP, whose slopes are the same, on the natural logarithm; constant beyond the ends."""
    p = tabled(CRISIS).p
    x, c = np.log([row[0] for row in CRISIS]), [row[1] for row in CRISIS]
    reference = PchipInterpolator(x, c)
    for reynolds in np.geomspace(1e3, 1e6, 97):
        assert tabulated_drag(float(reynolds), p) == pytest.approx(float(reference(np.log(reynolds))), rel=1e-12)
    assert [tabulated_drag(each, p) for each in (1e-6, 1e3, 1e6, 1e12)] == pytest.approx([0.46, 0.46, 0.15, 0.15])


def test_the_curve_that_is_drawn_is_that_of_the_motion():
    machine = tabled(CRISIS)
    rows, curve = machine.drag_table, type(machine).drag_table.curve(machine.drag_table)
    assert set(rows) <= set(curve) and (curve[0], curve[-1]) == (rows[0], rows[-1])
    assert [drag for _, drag in curve] == pytest.approx(
        [tabulated_drag(each, machine.p) for each, _ in curve], rel=1e-14
    )
    steps = [math.log(after / before) for (before, _), (after, _) in pairwise(curve)]
    assert 0.0 < min(steps) <= max(steps) < math.log(1e3) / 99, "near enough to be joined by straight lines"
    reference = PchipInterpolator(*zip(*((math.log(a), b) for a, b in rows), strict=True))
    assert max(abs(drag - reference(math.log(each))) for each, drag in curve) < 1e-14


def test_a_table_of_one_value_is_the_given_coefficient():
    given = landed(flight({"drag_coefficient": 0.5}, v_x=40.0, v_y=30.0))
    assert landed(flight({"drag": "table"}, v_x=40.0, v_y=30.0)) == pytest.approx(given, rel=1e-12)


def test_a_fine_table_of_a_published_curve_throws_as_far():
    rows = [(float(each), sphere_drag(float(each))) for each in np.geomspace(1e3, 2e6, 160)]
    curve = landed(flight({"drag": "sphere"}, v_x=40.0, v_y=30.0))
    table = landed(flight({"drag": "table", "drag_table": rows}, v_x=40.0, v_y=30.0))
    assert table == pytest.approx(curve, rel=1e-5)
    without_crisis = landed(flight({"drag": "subcritical"}, v_x=40.0, v_y=30.0))
    assert without_crisis[1] < 0.95 * curve[1]


def test_a_table_is_read_from_a_csv_file(tmp_path):
    path = tmp_path / "drag.csv"
    path.write_text("Re,C_d\n# measured\n" + "".join(f"{a},{b}\n" for a, b in CRISIS))
    assert list(tabled(str(path)).p) == list(tabled(CRISIS).p)
    assert physics.system("trebuchet", {"drag_table": str(path)}).drag == "table"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Re,C_d\n1e3,0.4\n", "drag_table: 1 rows given, 2 to 200 allowed"),
        ("1e3,0.4\n1e3,0.5\n", "drag.csv, line 2: Re = 1000: must be above that of the row before it"),
        ("1e3,0.4\n0,0.5\n", "drag.csv, line 2: Re = 0: must be from"),
        ("1e3,0.4\n1e4,-1\n", "drag.csv, line 2: C_d = -1: must be from 0 to 100"),
        ("1e3,0.4,7\n", "drag.csv, line 1: must be two numbers Re, C_d"),
        ("1e3,x\n", "drag.csv, line 1: must be two numbers Re, C_d"),
    ],
)
def test_an_invalid_table_is_refused_with_its_line(tmp_path, text, message):
    (tmp_path / "drag.csv").write_text(text)
    with pytest.raises(BadInput, match=message) as refused:
        tabled(str(tmp_path / "drag.csv"))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (3.0, r"drag_table = 3.0: must be rows .Re, C_d., or the path of a CSV file of them"),
        ([[1e3, 0.4], [1e2, 0.5]], r"drag_table.1.: Re = 100: must be above"),
        ("/nowhere/drag.csv", "drag_table = /nowhere/drag.csv: No such file.*; must be a CSV file of rows Re, C_d"),
    ],
)
def test_invalid_rows_are_refused_with_their_place(rows, message):
    with pytest.raises(BadInput, match=message):
        tabled(rows)


# The air on the swing -------------------------------------------------------------------------------------

WINDY = {"air": "sling", "wind_speed": -12.0, "wind_elevation": 0.2, "drag_coefficient": 3.0, "material": "pumpkin",
         "pouch_mass": 2.0}  # fmt: skip


def force_of_the_air(system, v):
    """Return ½ rho C_d A |r| r against the wind, from the definitions."""
    wind = system.wind_speed * np.array([math.cos(system.wind_elevation), math.sin(system.wind_elevation)])
    r = np.asarray(v) - wind
    area = math.pi * (0.5 * system.ball) ** 2
    return -0.5 * system.air_density * system.drag_coefficient * area * np.linalg.norm(r) * r


def test_the_air_pushes_at_the_stone_in_the_sling_as_dalembert_says():
    system = physics.system("trebuchet", {**WINDY, "trough": "none", "begin": "given", "spin": 50.0})
    s = system
    points = newton.points(s.short_arm, s.long_arm, s.pivot_height, s.hangs, s.sling, s.counterweight_mass,
                           s.projectile_mass + s.pouch_mass, s.beam_mass)  # fmt: skip
    for y in states(system, machine.SWINGS, 10):
        q, v = np.array(y[:3]), np.array(y[3:6])
        J = newton.jacobian(points[0][1], q)
        F = force_of_the_air(system, J @ v)
        w = newton.right_side(points, q, v, 9.81) + J.T @ F
        found = dynamics(y, system.p)
        assert found[:3] == pytest.approx(np.linalg.solve(newton.mass_matrix(points, q), w), rel=1e-8, abs=1e-8)
        assert found[5] == pytest.approx(F @ J @ v, rel=1e-10)
        a = J @ found[:3] + newton.bias(points[0][1], q, v)
        pull = (s.projectile_mass + s.pouch_mass) * (a + np.array([0.0, 9.81])) - F
        assert loads.sling_force(y, system.p, found) == pytest.approx(pull, rel=1e-7, abs=1e-5)


def thrown(parameters):
    run = physics.Simulation(physics.system("trebuchet", parameters), "dop853", 1e-2, {"rtol": 1e-11, "atol": 1e-12})
    run.compile()
    while run["phase"] < 4.0:
        assert run.advance(1) == 1, run.message
    return run


def test_energy_plus_loss_is_conserved_with_the_air_on_the_swing():
    run = thrown({**WINDY, "trough_friction": 0.2})
    assert abs(run.invariants()["energy"].drift) < 1e-9
    for name, most in (("wind_speed", 0.0), ("drag_coefficient", 0.0)):
        still = thrown({**WINDY, name: most})
        assert abs(still.invariants()["energy"].drift) < 1e-9


def test_the_air_on_the_swing_slows_the_release_and_wind_changes_it():
    def release_speed(parameters):
        event = next(each for each in thrown(parameters).events if each.name == "release")
        return math.hypot(event.before[machine.V_X], event.before[machine.V_Y])

    pumpkin = {"material": "pumpkin"}
    free, slowed = release_speed(pumpkin), release_speed({**pumpkin, "air": "sling"})
    assert slowed < free
    assert release_speed({**pumpkin, "wind_speed": -20.0}) == pytest.approx(free, rel=1e-9), "the flight alone"
    assert abs(release_speed({**pumpkin, "air": "sling", "wind_speed": -20.0}) - slowed) > 0.02


# Spin -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spin", [0.0, -60.0])
def test_the_stone_turns_with_its_sling_and_then_by_its_spin(spin):
    run = thrown({"spin": spin})
    release, landing = (next(each for each in run.events if each.name == name) for name in ("release", "landing"))
    assert release.before[machine.TURN] == pytest.approx(release.before[machine.BETA] - release.before[machine.ALPHA])
    turned = landing.before[machine.TURN] - release.before[machine.TURN]
    assert turned == pytest.approx(spin * (landing.time - release.time), abs=1e-8)
    assert run["turn"] == landing.before[machine.TURN]


def test_topspin_moves_the_top_of_the_drawn_stone_forward():
    run = flight({"spin": 2.0}, y=100.0, v_x=10.0)
    before = run.system.bodies(run.y)[2].rotation
    run.advance(10)
    after = run.system.bodies(run.y)[2].rotation
    turn = after @ before.T
    assert turn @ [0.0, 0.0, 1.0] == pytest.approx([math.sin(0.2), 0.0, math.cos(0.2)], abs=1e-9)
