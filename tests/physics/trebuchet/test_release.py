"""When the stone of a cocked machine is let go, and the elevation of its velocity."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import physics
from physics.core.measure import measured_at
from physics.trebuchet import machine, release
from tests.physics.trebuchet import newton

WHIPPER = {"begin": "given", "sling_low": "60 deg", "restitution": 0, "trough": "none"}
START = {"alpha": 0.0, "beta": math.radians(60.0), "gamma": math.radians(90.0)}
MACHINE = newton.points(1.2, 5.7, 4.0, 1.4, 5.0, 2000.0, 15.0, 100.0)


def reading(run, name):
    """Return a quantity at the present state."""
    quantity = next(each for each in run.system.quantities if each.name == name)
    return measured_at(run.system, [quantity], run.y)[0]


def accelerations(q, v, locked):
    """Return q'' (3,) and the moment that holds beta where it is locked."""
    M, w = newton.mass_matrix(MACHINE, q), newton.right_side(MACHINE, q, v, 9.81)
    free = [0, 2] if locked else [0, 1, 2]
    out = np.zeros(3)
    out[free] = np.linalg.solve(M[np.ix_(free, free)], w[free])
    return out, (M @ out - w)[1]


def integrated(start, span, locked, stop):
    def rate(t, y):
        return np.concatenate([y[3:], accelerations(y[:3], y[3:], locked)[0]])

    stop.terminal = True
    found = solve_ivp(rate, span, start, "DOP853", rtol=1e-9, atol=1e-11, events=stop)
    return found.t[-1], found.y[:, -1]


def velocity(y):
    return newton.jacobian(MACHINE[0][1], y[:3]) @ y[3:]


def test_a_whipper_lets_go_after_its_sling_has_left_the_stop():
    """By Newton's laws the sling leaves its stop at half a second; the velocity passes 45 degrees before and after."""

    def held(t, y):
        return accelerations(y[:3], y[3:], True)[1]

    def steeper(t, y):
        u, v = velocity(y)
        return v - u if u > 0.0 else 1.0

    steeper.direction = -1.0
    start = [*START.values(), 0.0, 0.0, 0.0]
    early, _ = integrated(start, (1e-3, 1.0), True, steeper)
    opened, y = integrated(start, (0.0, 1.0), True, held)
    at, y = integrated(y, (opened, 2.0), False, steeper)
    run = physics.Simulation(physics.system("trebuchet", WHIPPER, START), "dop853", 0.01)
    run.advance(150)
    happened = {event.name: event for event in run.events if event.name in ("sling-free", "aim", "release")}
    assert list(happened) == ["sling-free", "aim", "release"]
    assert early < 0.45 < opened
    assert happened["sling-free"].time == pytest.approx(opened, abs=1e-5)
    assert happened["release"].time == pytest.approx(at, abs=1e-5)
    assert happened["release"].before[8:10] == pytest.approx(velocity(y), abs=1e-4)


@pytest.mark.parametrize(("rests", "place", "beside"), [(machine.ON_SLING, 1, 2), (machine.ON_HANGER, 2, 1)])
def test_what_rests_on_its_lower_stop_keeps_a_machine_from_being_aimed(rests, place, beside):
    """The stone rises steeply, as it does when it is aimed; what rests on the upper stop does not matter."""
    system = physics.system("trebuchet", {"begin": "given", "trough": "none"}, {"alpha": 1.0, "alpha_dot": -3.0})
    y = memoryview(system.start())
    y[beside], y[machine.PHASE], y[machine.V_X], y[machine.V_Y] = 3.0, machine.SWINGS, 1.0, 9.0
    phases = []
    for rest, angle in ((0.0, 0.0), (rests, 0.0), (rests, math.tau)):
        y[machine.REST], y[place] = rest, angle
        phases.append(release.swing_phase(y, system.p))
        assert (min(release.release_guard(y, system.p)) > 0.0) == (phases[-1] == machine.SWINGS)
    assert phases == [machine.AIMS, machine.SWINGS, machine.AIMS]


@pytest.mark.parametrize("name", ["trebuchet", "trebuchet-backward"])
def test_elevation_in_the_trough_is_that_of_the_ground(name):
    """The stone slides without leaving the ground: forward at 0, backward at 180 degrees, whatever rounding says."""
    turned = {"alpha_dot": 0.4} if name == "trebuchet-backward" else {}
    begin = {"begin": "given"} if turned else {}
    run = physics.Simulation(physics.system("trebuchet", begin, turned), "rk4", 1e-3)
    seen = set()
    for _ in range(300):
        run.advance(1)
        if run["phase"] == 0.0 and abs(run["x_dot"]) > 0.0:
            seen.add((run["x_dot"] > 0.0, reading(run, "elevation")))
    assert seen <= {(True, 0.0), (False, math.pi)}
    assert seen


@pytest.mark.parametrize("aside", [0.0, 1e-18, -1e-18])
def test_the_plane_of_a_swing_to_the_north_does_not_flicker(aside):
    """Rounding beside the plane must not turn it by half a turn."""
    run = physics.Simulation(physics.system("foucault-pendulum", {"latitude": 0.0, "rotation_rate": 0.0}), "rk4", 1e-2)
    run.y[0], run.y[1], run.y[3], run.y[4] = aside, 0.5, 0.0, 0.0
    assert reading(run, "plane") == pytest.approx(math.pi / 2, abs=1e-12)
