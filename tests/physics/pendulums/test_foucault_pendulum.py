"""The Foucault pendulum against closed forms, and against a second formulation in axes that do not rotate.

The precession of an ellipse with small semi-axes a and b: per unit mass, the terms of fourth order of the energy of a
spherical pendulum are h = omega0² rho⁴/(8 L²) - (r·p)²/(2 L²). Their mean over the ellipse is (3 l² - J²)/(16 L²), with
J = omega0 (a² + b²)/2 and l = omega0 a b. The derivative with respect to l is the rate at which the axes rotate, 3/8
omega0 a b/L²; minus that with respect to J is the gain of the period, (a² + b²)/(16 L²) of it.
"""

import math

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp

import physics
from physics import BadInput
from tests.sampling import every

EARTH = 7.2921e-5
CLOSE = {"rtol": 1e-13, "atol": 1e-15}
UNIT = {"length": 1.0, "mass": 2.0, "gravity": 9.81}
W0 = math.sqrt(9.81)


def pendulum(initial=None, **parameters):
    return physics.system("foucault-pendulum", {**UNIT, **parameters}, initial or {})


def run(system, duration, dt, integrator="dop853", every=None):
    """Return a run of a system and its states at multiples of `every` [s]."""
    simulation = physics.Simulation(system, integrator, dt, CLOSE if integrator == "dop853" else {})
    simulation.compile()
    step = round((every or dt) / dt)
    rows = [simulation.state]
    while simulation.time < duration - 0.5 * dt:
        simulation.advance(step)
        rows.append(simulation.state)
    assert simulation.divergence is None
    return simulation, np.array(rows)


def turned(vectors, axis, angle):
    """Return vectors (..., 3) rotated about a unit axis (3,) by an angle."""
    along = (vectors @ axis)[..., None] * axis
    return along + math.cos(angle) * (vectors - along) + math.sin(angle) * np.cross(axis, vectors)


def precession_rate(rows, every, period, swings=6):
    """Return the rate [rad/s] at which the long axis of a path, rows (n, >= 2) at steps of `every`, rotates.

    The mean of (x + iy)² over whole swings has twice the azimuth of the long axis; a smooth window removes the effect
    of the ends.
    """
    window = np.hanning(round(swings * period / every) + 1)
    squares = np.convolve((rows[:, 0] + 1j * rows[:, 1]) ** 2, window / window.sum(), "valid")
    azimuth = 0.5 * np.unwrap(np.angle(squares))
    return (azimuth[-1] - azimuth[0]) / ((len(azimuth) - 1) * every)


# A second formulation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("latitude", [-90.0, -33.0, 0.0, 48.846, 90.0])
def test_motion_matches_a_pendulum_in_non_rotating_axes(latitude):
    """About a pivot at rest, R'' = G(t) - ((V² + R·G(t)) / L²) R, where G rotates with the Earth: no Coriolis force."""
    rate, end = 0.7, 5.0
    system = pendulum(
        {"theta": 1.1, "psi": 0.4, "theta_dot": 0.3, "psi_dot": 0.9},
        latitude=math.radians(latitude), rotation_rate=rate,
    )  # fmt: skip
    axis = np.array([0.0, math.cos(math.radians(latitude)), math.sin(math.radians(latitude))])
    weight = np.array([0.0, 0.0, -9.81])
    r, v = np.array(system.start()).reshape(2, 3)

    def inertial(t, y):
        R, V, G = y[:3], y[3:], turned(weight, axis, rate * t)
        return np.concatenate([V, G - (V @ V + R @ G) / (R @ R) * R])

    start = np.concatenate([r, v + rate * np.cross(axis, r)])
    end_state = solve_ivp(inertial, (0.0, end), start, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    R, V = turned(end_state.reshape(2, 3), axis, -rate * end)
    simulation, _ = run(system, end, 1e-2)
    assert simulation.state[:3] == pytest.approx(R, abs=1e-9)
    assert simulation.state[3:] == pytest.approx(V - rate * np.cross(axis, R), abs=1e-8)


# Small swings -----------------------------------------------------------------------------------------------


def test_a_small_swing_at_the_pole_is_a_fixed_ellipse_in_space():
    """x + iy = exp(-i Omega t) (A cos(omega0 t) + B sin(omega0 t)) at any rate."""
    rate, small = 0.9, 1e-4
    system = pendulum({"theta": small, "theta_dot": 2e-4, "psi_dot": 0.8}, latitude=math.pi / 2, rotation_rate=rate)
    t = np.arange(1001) * 0.02
    _, rows = run(system, 20.0, 0.02)
    start = rows[0, 0] + 1j * rows[0, 1]
    speed = rows[0, 3] + 1j * rows[0, 4] + 1j * rate * start
    exact = np.exp(-1j * rate * t) * (start * np.cos(W0 * t) + speed / W0 * np.sin(W0 * t))
    assert abs(rows[:, 0] + 1j * rows[:, 1] - exact).max() < W0 * 20.0 * small**3


@pytest.mark.parametrize("latitude", every(2, [-90.0, -33.9, 0.0, 30.0, 48.846, 90.0], first=1))
def test_the_pantheon_pendulum_precesses_at_foucaults_rate(latitude):
    """The rate is -Omega sin(latitude), reduced by the fraction 3/8 (a/L)² for a swing released from rest."""
    system = physics.system("foucault-pendulum", {"latitude": math.radians(latitude)})
    period = 2.0 * math.pi * math.sqrt(67.0 / system.gravity)
    _, rows = run(system, 3600.0, 0.05, "rk4", every=0.25)
    expected = -EARTH * math.sin(math.radians(latitude)) * (1.0 - 0.375 * (3.0 / 67.0) ** 2)
    assert precession_rate(rows, 0.25, period) == pytest.approx(expected, rel=2e-5, abs=1e-9)


# Wide swings ------------------------------------------------------------------------------------------------


def ellipse(a, b, **parameters):
    """Return a pendulum at the end of its long axis a along x, with the speed of a small ellipse a, b there."""
    theta = math.asin(a)
    return pendulum({"theta": theta, "psi_dot": b * W0 / a}, rotation_rate=0.0, **parameters)


def apsidal_precession(system):
    """Return the mean rate [rad/s] of the apsides of a spherical pendulum at an apsis, by quadrature.

    With the energy E and the angular momentum h per unit mass, L² z'² = 2 (E - g z)(L² - z²) - h² =
    2 g (z - z1)(z2 - z)(z3 - z) and psi' = h/(L² - z²): from apsis to apsis, by z = middle - half cos u, 0 < u < pi.
    """
    x, y, z, u, v, w = system.start()
    g, h = system.gravity, x * v - y * u
    E = 0.5 * (u * u + v * v + w * w) + g * z
    z1, z2, z3 = np.sort(np.roots([2.0 * g, -2.0 * E, -2.0 * g, 2.0 * E - h * h]).real)
    middle, half = 0.5 * (z1 + z2), 0.5 * (z2 - z1)

    def slowness(angle):
        return 1.0 / math.sqrt(2.0 * g * (z3 - middle + half * math.cos(angle)))

    time = quad(slowness, 0.0, math.pi, epsabs=0.0, epsrel=1e-13)[0]
    angle = quad(
        lambda a: h * slowness(a) / (1.0 - (middle - half * math.cos(a)) ** 2), 0.0, math.pi, epsabs=0.0, epsrel=1e-13
    )[0]
    return (angle - math.copysign(0.5 * math.pi, h)) / time


@pytest.mark.parametrize(("a", "b"), [(0.1, 0.02), (0.1, -0.06), (0.3, 0.1)])
def test_an_ellipse_precesses_by_three_eighths_of_its_area(a, b):
    """The rate is 3/8 omega0 a b/L² in the sense of motion, with a quadratic error; quadrature is exact."""
    first_order = 0.375 * W0 * a * b
    system = ellipse(a, b)
    exact = apsidal_precession(system)
    assert exact == pytest.approx(first_order, rel=a * a)
    period = 2.0 * math.pi / W0 * (1.0 + (a * a + b * b) / 16.0)
    _, rows = run(system, 60.0, 0.01)
    assert precession_rate(rows, 0.01, period) == pytest.approx(exact, rel=1.2 * a * a)


def test_the_error_of_the_area_law_is_quadratic_in_the_size():
    errors = [apsidal_precession(ellipse(a, 0.5 * a)) / (0.375 * W0 * 0.5 * a * a) - 1.0 for a in (0.2, 0.1, 0.05)]
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(4.0, rel=0.02)


def test_the_period_grows_with_the_square_of_the_swing():
    """The period grows by the fraction (a² + b²)/(16 L²), for a plane swing and an ellipse, to fourth order."""
    for a, b in ((0.2, 0.0), (0.2, 0.12)):
        system = ellipse(a, b)
        quantity = next(q for q in system.quantities if q.name == "period")
        period = quantity.value(system, system.start())
        assert period == pytest.approx(2.0 * math.pi / W0 * (1.0 + (a * a + b * b) / 16.0), rel=1e-9)
        _, rows = run(system, period, period / 1000.0)
        x, y, _, u, v, _ = rows[-1]
        late = (x * u + y * v) / (W0**2 * (a * a - b * b))  # of the turning point, where the distance is largest
        assert abs(late) / period < 0.03 * a**4


def test_release_from_rest_reduces_the_precession_rate():
    """In non-rotating axes a swing from rest is an ellipse with b = a Omega/omega0, whose area makes it precess."""
    a, rate = 0.2, 0.01
    system = pendulum({"theta": math.asin(a)}, latitude=math.pi / 2, rotation_rate=rate)
    _, rows = run(system, 200.0, 0.01)
    found = precession_rate(rows, 0.01, 2.0 * math.pi / W0 * (1.0 + a * a / 16.0))
    assert found / -rate == pytest.approx(1.0 - 0.375 * a * a, abs=3e-4)


# Invariants and order ---------------------------------------------------------------------------------------

WILD = {"theta": 2.8, "psi": 0.3, "theta_dot": 3.0, "psi_dot": 4.0}
"""A start that passes over the pivot and through the bottom, as a rigid rod allows."""


@pytest.mark.parametrize(
    ("latitude", "rate", "names"),
    [(0.6, 0.8, ["energy"]), (math.pi / 2, 0.8, ["energy", "L_z"]), (0.6, 0.0, ["energy", "L_z"])],
)
def test_the_jacobi_integral_is_conserved_and_angular_momentum_where_the_axis_is_vertical(latitude, rate, names):
    system = pendulum(WILD, latitude=latitude, rotation_rate=rate)
    assert [each.name for each in system.invariants] == names
    simulation, rows = run(system, 20.0, 0.01)
    assert rows[:, 2].max() > 0.5 and rows[:, 2].min() < -0.5
    for name in names:
        assert abs(simulation.invariants()[name].drift) < 1e-10
    assert np.linalg.norm(rows[:, :3], axis=1) == pytest.approx(1.0, abs=1e-15)
    assert (rows[:, :3] * rows[:, 3:]).sum(axis=1) == pytest.approx(0.0, abs=1e-13)


def test_the_energy_of_another_rotation_rate_is_not_conserved():
    """The energy at another rotation rate varies along a run: the test above can fail."""
    system, other = (pendulum(WILD, latitude=0.6, rotation_rate=rate) for rate in (0.8, 0.7))
    _, rows = run(system, 5.0, 0.01)
    energies = np.array([other.energy(row) for row in rows])
    assert np.ptp(energies) > 0.05


@pytest.mark.parametrize(("name", "order"), [("rk4", 4), ("heun", 2)])
def test_projection_to_the_sphere_keeps_the_order(name, order):
    system = pendulum({"theta": 1.0, "psi_dot": 2.0}, latitude=0.6, rotation_rate=0.5)
    exact = run(system, 1.0, 0.01)[0].state
    steps = (64, 128, 256)
    errors = [np.linalg.norm(run(system, 1.0, 1.0 / n, name)[0].state - exact) for n in steps]
    assert np.polyfit(np.log(1.0 / np.array(steps)), np.log(errors), 1)[0] == pytest.approx(order, abs=0.15)


# Quantities and drawing ------------------------------------------------------------------------------------


def said(system, y=None):
    y = system.start() if y is None else y
    return {each.name: each.value(system, y) for each in system.quantities}


def test_ellipse_and_its_precession_rate_are_reported():
    system = pendulum({"theta": math.asin(0.05), "psi": 0.7, "psi_dot": 0.6}, latitude=0.5, rotation_rate=0.02)
    found = said(system)
    upward = 0.02 * math.sin(0.5)
    b = 0.05 * (0.6 + upward) / W0
    assert found["plane"] == pytest.approx(0.7)
    assert found["semi_major"] == pytest.approx(0.05)
    assert found["semi_minor"] == pytest.approx(b)
    assert found["foucault_rate"] == pytest.approx(-upward)
    assert found["area_rate"] == pytest.approx(0.375 * W0 * 0.05 * b)
    assert found["turn"] == pytest.approx(2.0 * math.pi / upward)
    assert found["swing"] == pytest.approx(math.asin(0.05))


def test_the_reported_plane_follows_the_trajectory():
    system = physics.system("foucault-pendulum")
    _, rows = run(system, 1800.0, 0.05, "rk4")
    rate = -EARTH * math.sin(system.latitude)
    planes = np.array([said(system, row)["plane"] for row in rows[::50]])
    assert planes == pytest.approx(rate * np.arange(len(planes)) * 2.5, abs=1e-4)


def test_undefined_periods_are_hidden():
    assert "turn" in said(pendulum(latitude=0.5, rotation_rate=0.1))
    assert "turn" not in said(pendulum(latitude=0.0, rotation_rate=0.1))
    assert "turn" not in said(pendulum(latitude=0.5, rotation_rate=0.0))
    weightless = pendulum(gravity=0.0)
    assert not {"plane", "period", "area_rate"} & set(said(weightless))


def test_tension_is_the_weight_at_rest_and_supplies_the_centripetal_force():
    still = pendulum({"theta": 0.0}, rotation_rate=0.0)
    assert said(still)["tension"] == pytest.approx(2.0 * 9.81)
    speed = pendulum({"theta": 0.0, "theta_dot": 3.0}, rotation_rate=0.0)
    assert said(speed)["tension"] == pytest.approx(2.0 * (9.81 + 9.0))
    conical = math.sqrt(9.81 / math.cos(0.6))
    assert said(pendulum({"theta": 0.6, "psi_dot": conical}, rotation_rate=0.0))["tension"] == pytest.approx(
        2.0 * 9.81 / math.cos(0.6)
    )


def test_force_arrows_sum_to_the_acceleration():
    system = pendulum({"theta": 0.5, "psi_dot": 1.0}, latitude=0.6, rotation_rate=0.5)
    y = memoryview(system.start())
    arrows = {arrow.name: arrow.vector for arrow in system.arrows(y)}
    r, v = np.array(y).reshape(2, 3)
    dy = memoryview(np.zeros(6))
    system.rate(0.0, y, system.p, dy)
    omega = 0.5 * np.array([0.0, math.cos(0.6), math.sin(0.6)])
    centrifugal = -2.0 * np.cross(omega, np.cross(omega, r))
    total = arrows["weight"] + arrows["force"] + arrows["coriolis"] + centrifugal
    assert total == pytest.approx(2.0 * np.array(dy[3:]), abs=1e-12)
    assert arrows["omega"] == pytest.approx(omega)
    assert arrows["velocity"] == pytest.approx(v)
    (bob,) = system.bodies(y)
    assert bob.position == pytest.approx(r)
    assert bob.rotation[:, 2] == pytest.approx(-r / np.linalg.norm(r))
    assert system.traces(y)["bob"] == pytest.approx(r)


# Starts -----------------------------------------------------------------------------------------------------


def test_a_start_by_angles_reads_back():
    given = {"theta": 2.0, "psi": -1.2, "theta_dot": 0.7, "psi_dot": -3.0}
    system = pendulum(given)
    assert {name: system.entered()[name] for name in given} == pytest.approx(given)
    moved = system.replace(initial={"psi": 0.5})
    assert {name: moved.entered()[name] for name in given} == pytest.approx({**given, "psi": 0.5})


def test_azimuth_at_the_bottom_is_that_of_the_velocity():
    system = pendulum({"theta": 0.0, "psi": 0.8, "theta_dot": 2.0})
    assert system.initial["x_dot"] == pytest.approx(2.0 * math.cos(0.8))
    assert system.entered()["psi"] == pytest.approx(0.8)
    assert system.entered()["theta_dot"] == pytest.approx(2.0)


def test_another_length_keeps_the_direction():
    system = pendulum({"theta": 0.4, "psi": 0.3}).replace({"length": 3.0})
    assert np.linalg.norm(system.start()[:3]) == pytest.approx(3.0, abs=1e-14)
    assert system.entered()["theta"] == pytest.approx(0.4)
    assert system.entered()["psi"] == pytest.approx(0.3)


def test_a_start_by_coordinates_is_put_on_the_sphere():
    system = pendulum({"x": 0.3, "y": 0.0, "z": -0.4, "x_dot": 1.0, "y_dot": 0.0, "z_dot": 0.0})
    assert list(system.start()) == pytest.approx([0.6, 0.0, -0.8, 0.64, 0.0, 0.48])
    assert system.replace().start() == system.start()


def test_a_bob_at_the_pivot_is_refused():
    with pytest.raises(BadInput, match="pivot"):
        pendulum({"x": 0.0, "y": 0.0, "z": 0.0})
