"""The flight of a sphere against results that do not use the program's formulas."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics.trebuchet import machine
from physics.trebuchet.air import air_force, sphere_drag


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
