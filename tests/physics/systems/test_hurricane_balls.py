"""Two balls welded together on a table: their steady motions, and the end where the upper one touches, too."""

import math

import numpy as np
import pytest

import physics
from physics import BadInput

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


@pytest.mark.parametrize("name", ["rolling-body", "sliding-body"])
def test_a_run_ends_where_the_upper_ball_touches(name):
    system = balls(name, 85.0, 0.8 * rate_at(85.0))
    simulation = physics.Simulation(system, "rk4", 1e-4)
    assert simulation.compile()
    simulation.advance(20000)
    assert "the upper ball touches the table" in simulation.message
    assert 0.0 < math.cos(quantity(system, "theta", simulation.y)) < 1e-3, "within one step of touching"
    below = physics.system(name, BALLS, {"theta": "95 deg"})
    assert "the upper ball touches" in below.trouble(memoryview(below.start()))
    assert physics.Simulation(below, "rk4", 1e-4).advance(10) == 0


def test_friction_lets_them_sink_along_their_steady_motions():
    """The drilling torque alone takes speed; W follows the formula of the present tilt, down to 8.8 turns a second."""
    system = balls("sliding-body", 75.0, mu=0.3, patch=1e-3)
    simulation = physics.Simulation(system, "rk4", 2.5e-4)
    assert simulation.compile()
    rates = []
    while simulation.advance(200) == 200:
        y = simulation.y
        tilt = quantity(system, "theta", y)
        rates.append(
            (quantity(system, "omega_z", y) / (1.0 + math.cos(tilt)), quantity(system, "precession_steady", y))
        )
    rates = np.array(rates)
    assert "the upper ball touches" in simulation.message
    assert rates[:, 0] == pytest.approx(rates[:, 1], rel=0.015)
    assert np.all(np.diff(rates[:, 0]) < 0.0)
    assert rates[-1, 0] / (2 * math.pi) == pytest.approx(8.81, abs=0.15)
    assert abs(simulation.invariants()["energy"].drift) < 1e-5


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
