"""The levitron against reference cases, a second formulation in lab axes, its linear theory and the exact window."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import physics
from physics import BadInput
from physics.levitron.flight import field_at
from physics.maths.quaternion import rotation_matrix
from physics.studies.map_axes import copies_at, map_axis
from physics.studies.outcomes import CellState, chosen_outcome
from physics.studies.sampled_copies import MapRun
from tests.physics.levitron.charges import ChargedFaces
from tests.reference import case, quaternion_to_matrix

CLOSE = {"rtol": 1e-13, "atol": 1e-15}
ROUGH = {"delta": 0.2, "tilt_x": 0.08, "tilt_y": -0.05, "spin_drag": 3e-7, "turn_drag": 2e-7, "move_drag": 0.02}
"""All that makes the motion less regular, at once."""
AWRY = {"psi": 0.4, "theta": 0.2, "phi": -1.0, "omega_1": 9.0, "omega_2": -5.0, "x": 0.004, "y": -0.003, "x_dot": 0.1,
        "y_dot": 0.05, "z_dot": -0.08}  # fmt: skip


def levitron(initial=None, **parameters):
    return physics.system("levitron", parameters, initial or {})


def run(system, duration, dt=1e-3, integrator="dop853", settings=None):
    """Return a run of a system."""
    simulation = physics.Simulation(system, integrator, dt, settings or (CLOSE if integrator == "dop853" else {}))
    simulation.compile()
    simulation.advance(round(duration / dt))
    return simulation


def fall(dt=5e-4, until=20.0, lean=0.01, **given):
    """Return when a top falls [s], inf if it does not, and the way, by the splitting."""
    start = {"theta": lean} | {name: given.pop(name) for name in ("omega_3", "z") if name in given}
    simulation = run(levitron(start, **given), until, dt, "splitting")
    fallen = [event for event in simulation.events if event.name == "fell"]
    return (fallen[0].time, str(simulation.divergence)) if fallen else (math.inf, "")


# Reference cases --------------------------------------------------------------------------------------------


def reference_start(reference):
    given, names = reference["initial"], ("q_w", "q_x", "q_y", "q_z", "omega_1", "omega_2", "omega_3", "x", "y", "z")
    return dict(zip(names, (*given["q"], *given["omega"], *given["r"]), strict=True))


def test_hovering_agrees_with_the_reference_case():
    reference = case("levitron/hovering")
    simulation = physics.Simulation(levitron(reference_start(reference)), "dop853", 1e-3, CLOSE)
    simulation.compile()
    for expected in reference["expected"]:
        simulation.advance(round(expected["t"] * 1000) - simulation.tick)
        y, values = simulation.state, simulation.invariants()
        assert y[7:10] == pytest.approx(expected["r"], abs=1e-14)
        assert y[10:13] == pytest.approx(expected["v"], abs=1e-13)
        assert y[4:7] == pytest.approx(expected["omega"], abs=5e-10)
        assert rotation_matrix(y) == pytest.approx(quaternion_to_matrix(expected["q"]), abs=1e-11)
        assert values["energy"].value == pytest.approx(expected["E"], rel=1e-13)
        assert values["J_z"].value == pytest.approx(expected["J_z"], rel=1e-13)
        assert values["L_3"].value == pytest.approx(expected["L_3"], rel=1e-14)


# A second formulation ---------------------------------------------------------------------------------------


def in_lab_axes(system):
    """Return the slope of (r, v, R, L, work lost) in lab axes, with the field of charges on the faces of the base."""
    faces = ChargedFaces(system.inner, system.outer, system.thick, system.remanence)
    a, b = system.tilt_x, system.tilt_y
    about_x = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    about_y = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    tilt = about_y @ about_x
    moment = -system.dipole * np.array([math.sin(system.delta), 0.0, math.cos(system.delta)])

    def slope(t, state):
        r, v, R, L = state[:3], state[3:6], state[6:15].reshape(3, 3), state[15:18]
        field, gradient = faces.field_and_gradient(tilt.T @ r)
        d, axis = R @ moment, R[:, 2]
        along = L @ axis / system.I3
        omega = along * axis + (L - system.I3 * along * axis) / system.I1
        across = omega - along * axis
        force = tilt @ gradient @ tilt.T @ d - system.mass * system.gravity * np.array([0, 0, 1.0])
        air = -system.spin_drag * along * axis - system.turn_drag * across
        lost = -air @ omega + system.move_drag * v @ v
        turning = np.cross(omega, R.T).T
        return np.concatenate(
            [v, (force - system.move_drag * v) / system.mass, turning.ravel(), np.cross(d, tilt @ field) + air, [lost]]
        )

    return slope


@pytest.mark.parametrize("parameters", [{}, ROUGH], ids=["plain", "rough"])
def test_motion_matches_newton_and_euler_in_lab_axes_with_charges(parameters):
    system, end = levitron(AWRY, **parameters), 0.06
    y = np.array(system.start())
    R = rotation_matrix(y)
    L = R @ (np.array([system.I1, system.I1, system.I3]) * y[4:7])
    start = np.concatenate([y[7:10], y[10:13], R.ravel(), L, [0.0]])
    found = solve_ivp(in_lab_axes(system), (0.0, end), start, method="DOP853", rtol=1e-11, atol=1e-14).y[:, -1]
    simulation = run(system, end)
    assert simulation.state[7:13] == pytest.approx(found[:6], abs=1e-11)
    assert rotation_matrix(simulation.y) == pytest.approx(found[6:15].reshape(3, 3), abs=3e-9)
    assert simulation["loss"] == pytest.approx(found[18], rel=1e-8, abs=1e-15)
    assert abs(simulation.invariants()["energy"].drift) < 1e-13


def test_force_and_torque_are_derivatives_of_the_energy():
    """Of -d·B + m g z, when the top is moved a little, and when it is turned a little."""
    system, step = levitron(AWRY, **ROUGH), 1e-4
    y = np.array(system.start())
    still = np.concatenate([y[:4], np.zeros(3), y[7:10], np.zeros(5)])

    def potential(state):
        parts = system.split_energy(memoryview(state))
        return parts["weight"] + parts["magnet"]

    slope = np.zeros(len(y))
    system.rate(0.0, memoryview(still), system.p, memoryview(slope))
    for axis in range(3):
        for place, inertia in ((7 + axis, system.mass), (4 + axis, (system.I1, system.I1, system.I3)[axis])):
            energies = []
            for k in (-2, -1, 1, 2):
                state = still.copy()
                if place >= 7:
                    state[place] += k * step * 0.1
                else:
                    half = 0.5 * k * step * 10.0
                    v, (w, x, u, z) = np.sin(half) * np.eye(3)[axis], state[:4]
                    state[:4] = [
                        w * np.cos(half) - v @ (x, u, z),
                        *(w * v + np.cos(half) * np.array([x, u, z]) + np.cross([x, u, z], v)),
                    ]
                energies.append(potential(state))
            size = step * (0.1 if place >= 7 else 10.0)
            falling = (energies[3] - 8.0 * energies[2] + 8.0 * energies[1] - energies[0]) / (12.0 * size)
            assert slope[place + 3 if place >= 7 else place] * inertia == pytest.approx(falling, rel=1e-7, abs=1e-12)


# Methods ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "order", "dt"),
    [("splitting", 2, 1e-3), ("splitting-suzuki4", 4, 2e-3), ("rk4", 4, 5e-4), ("splitting-kahan-li6", 6, 2e-3)],
)
@pytest.mark.parametrize("parameters", [{}, ROUGH], ids=["plain", "rough"])
def test_order_of_the_error_is_that_of_the_method(method, order, dt, parameters):
    system = levitron(AWRY, **parameters)
    exact = run(system, 0.08).state
    errors = [np.abs(run(system, 0.08, step, method).state[7:10] - exact[7:10]).max() for step in (dt, 0.5 * dt)]
    assert math.log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.3)


def test_splitting_is_reversible_also_in_air():
    system = levitron(AWRY, **ROUGH)
    there, back = (memoryview(np.zeros(15)) for _ in range(2))
    system.split_step(2e-3, memoryview(system.start()), system.p, there)
    system.split_step(-2e-3, there, system.p, back)
    start = np.array(system.start())
    assert np.abs(np.array(there) - start).max() > 1e-2
    assert np.array(back) == pytest.approx(start, abs=1e-13)


def test_splitting_keeps_the_momenta_to_rounding_and_bounds_the_energy():
    simulation = physics.Simulation("levitron", "splitting", 1e-3)
    simulation.compile()
    largest = 0.0
    for _ in range(100):
        simulation.advance(600)
        values = simulation.invariants()
        largest = max(largest, abs(values["energy"].drift))
        assert abs(values["J_z"].drift) < 2e-13 and values["L_3"].drift == 0.0
    assert simulation.time == 60.0 and 1e-8 < largest < 5e-7


def test_the_air_takes_the_spin_by_an_exponential():
    system = levitron(spin_drag=2.2e-8)
    simulation = run(system, 5.0, 1e-3, "splitting")
    assert simulation["omega_3"] == pytest.approx(180.0 * math.exp(-2.2e-8 / 2.2e-6 * 5.0), rel=1e-12)
    assert [each.name for each in simulation.system.invariants] == ["energy"]
    assert abs(simulation.invariants()["energy"].drift) < 1e-6
    assert simulation["loss"] == pytest.approx(0.5 * 2.2e-6 * (180.0**2 - simulation["omega_3"] ** 2), rel=1e-3)


# The trap ---------------------------------------------------------------------------------------------------


def test_slopes_about_balance_have_the_frequencies_of_the_linear_equations():
    """Eigenvalues of differences of `rate` in x, y and the two small angles of the axis, at 180 rad/s."""
    system = levitron({"theta": 0.0})
    height, step, spin = system.trap.upper, 1e-6, 180.0

    def slope(z):
        x, y, a, b, u, v, alpha, beta = z  # a, b: turns about x and y, alpha and beta: their rates
        half = 0.5 * np.array([a, b])
        state = np.array(
            [math.sqrt(1.0 - half @ half), *half, 0.0, alpha, beta, spin, x, y, height, u, v, 0.0, 0.0, 0.0]
        )
        found = np.zeros(15)
        system.rate(0.0, memoryview(state), system.p, memoryview(found))
        # In axes that do not spin: the rate of the body's angles, and of omega, as seen from the lab.
        return np.array([u, v, alpha, beta, found[10], found[11], found[4] - spin * beta, found[5] + spin * alpha])

    matrix = np.array([(slope(step * e) - slope(-step * e)) / (2.0 * step) for e in np.eye(8)]).T
    B, rise, curve = (0.014376917004192469, -0.3214661538461539, 2.626220299431697)
    move = np.array([system.mass, 0.0, 0.5 * system.dipole * curve])
    turn = np.array([system.I1, -system.I3 * spin, system.dipole * B])
    expected = np.roots(np.polysub(np.polymul(move, turn), [(0.5 * system.dipole * rise) ** 2])).real
    found = np.linalg.eigvals(matrix).imag
    assert np.sort(np.abs(found)) == pytest.approx(np.sort(np.abs(np.repeat(expected, 2))), rel=1e-6)


@pytest.mark.parametrize(
    ("given", "time"),
    [({"omega_3": 95.0}, 0.28), ({"omega_3": 99.0}, 0.37), ({"omega_3": 101.0}, 0.81), ({"omega_3": 102.0}, math.inf),
     ({"omega_3": 265.0}, math.inf), ({"omega_3": 270.0}, 1.8), ({"omega_3": 280.0}, 1.24),
     ({"mass": 0.0216, "z": 0.0503366}, 0.67),
     ({"mass": 0.0209}, 1.7), ({"mass": 0.02095}, 2.2), ({"mass": 0.021}, math.inf), ({"mass": 0.02155}, math.inf),
     ({"tilt_x": math.radians(0.2)}, 1.1), ({"tilt_x": math.radians(0.1)}, math.inf)],
)  # fmt: skip
def test_tops_fall_when_the_model_says(given, time):
    """Spins near both ends of the window, masses near both ends of the range, a base that is not level."""
    assert fall(**given)[0] == pytest.approx(time, rel=0.05)


def test_a_top_that_runs_down_falls_at_the_end_of_the_window():
    simulation = physics.Simulation(levitron({"theta": 0.01, "omega_3": 200.0}, spin_drag=2.2e-8), "splitting", 5e-4)
    simulation.compile()
    simulation.advance(150_000)
    (event,) = simulation.events
    assert event.time == pytest.approx(69.4, abs=0.1)
    assert event.before[6] == pytest.approx(99.9, abs=0.1) and simulation.system.trap.window.low > event.before[6]


@pytest.mark.parametrize(
    ("start", "given", "says"),
    [({"omega_3": 95.0}, {}, "fallen onto the base"), ({"x_dot": 0.4}, {}, "slid off to the side"),
     ({"z_dot": 1.5}, {}, "flown off upward")],
)  # fmt: skip
def test_the_end_says_by_which_way_the_top_has_left(start, given, says):
    simulation = run(levitron(start, **given), 2.0, 5e-4, "splitting")
    assert [event.name for event in simulation.events] == ["fell"]
    assert says in str(simulation.divergence) and "not to blame" in str(simulation.divergence)
    assert simulation.divergence.by_motion
    assert simulation["z"] > 0.3 * simulation.system.outer
    assert abs(simulation.invariants()["energy"].drift) < 1e-2


# Values and bad input ---------------------------------------------------------------------------------------


def test_values_are_those_of_the_state():
    system = levitron(AWRY, **ROUGH)
    y = memoryview(system.start())
    values = {each.name: each.value(system, y) for each in system.quantities}
    B = np.array(field_at(*y[7:10], system.p))
    assert values["field"] == pytest.approx(np.linalg.norm(B), rel=1e-14)
    assert values["alignment"] == pytest.approx(rotation_matrix(y)[:, 2] @ B / np.linalg.norm(B), rel=1e-13)
    assert values["aside"] == pytest.approx(0.005, rel=1e-14)
    assert values["theta"] == pytest.approx(0.2, rel=1e-13)
    arrows = {arrow.name: arrow.vector for arrow in system.arrows(y)}
    assert values["lift"] == arrows["force"][2]
    assert arrows["momentum"] == pytest.approx(
        rotation_matrix(y) @ (np.array([system.I1, system.I1, system.I3]) * y[4:7]), rel=1e-13
    )


def test_a_small_bounce_has_the_frequency_of_the_trap():
    system = levitron({"theta": 0.0, "z": 0.05110})
    simulation, heights = physics.Simulation(system, "splitting", 1e-3), []
    simulation.compile()
    for _ in range(3000):
        simulation.advance(1)
        heights.append(simulation["z"])
    highs = [i for i in range(1, 2999) if heights[i - 1] < heights[i] >= heights[i + 1]]
    frequency = (len(highs) - 1) / ((highs[-1] - highs[0]) * 1e-3)
    expected = next(each.value(system, simulation.y) for each in system.quantities if each.name == "bounce_rate")
    assert expected == pytest.approx(1.4248, abs=1e-4) and frequency == pytest.approx(expected, rel=3e-3)


def test_a_top_starts_in_balance_unless_its_height_is_given():
    top, heavy = levitron(), levitron(mass=0.0215)
    assert top.initial["z"] == top.trap.upper
    assert heavy.initial["z"] == heavy.trap.upper < top.initial["z"]
    assert top.replace({"mass": 0.0215}).initial == heavy.initial
    higher = top.replace(initial={"z": 0.052})
    assert higher.replace({"mass": 0.0215}).initial["z"] == higher.initial["z"] == 0.052
    assert higher.replace(initial={"z": top.trap.upper}).initial == top.initial
    assert levitron(mass=0.03).initial["z"] == top.trap.low, "too heavy for any height: where the lift is greatest"


@pytest.mark.parametrize(
    ("parameters", "initial", "says"),
    [({"inner": 0.06}, {}, "inner = 0.06 m: must be less than outer, 0.05 m"),
     ({"I3": 3e-6}, {}, "I3 = 3e-06 kg m²: must be at most 2 I1, 2.64e-06 kg m²"),
     ({}, {"z": 0.02}, "z = 0.02 m: must be above 0.02 m and below 0.1 m"),
     ({}, {"x": 0.03, "y": 0.01}, "x, y = 0.03, 0.01 m: must be less than 0.03 m")],
)  # fmt: skip
def test_bad_input_is_refused_in_one_line(parameters, initial, says):
    with pytest.raises(BadInput) as error:
        levitron(initial, **parameters)
    assert says in str(error.value) and "\n" not in str(error.value)


def test_a_map_of_mass_and_spin_shows_the_window():
    """Four seconds of splitting: cells have the middles 20.9, 21.3, 21.7 g, and 80 to 320 rad/s in steps of 40."""
    system = levitron({"theta": 0.01})
    axes = map_axis(system, "mass", 0.0207, 0.0219, 3), map_axis(system, "omega_3", 60.0, 340.0, 7)
    points = np.array([(m, spin) for m in axes[0].values.tolist() for spin in axes[1].values.tolist()])
    chosen, run = chosen_outcome(system, "event:fell"), MapRun(4.0, "splitting", 1e-3)
    found = chosen.outcome.measure(copies_at(system, axes, points), run, chosen.of, lambda: False)
    times = found.values.reshape(3, 7)
    assert np.isinf(times[1, 1:5]).all(), "21.3 g, from 120 to 240 rad/s"
    assert (times[1, [0, 5, 6]] < 2.0).all(), "too slow, too fast"
    assert (times[[0, 2]] < 4.0).all(), "too light, too heavy"
    assert (found.states.reshape(3, 7)[1, 1:5] == CellState.NEVER).all()


def test_stability_is_that_of_the_window():
    system = levitron()
    model, window = system.stability(), system.trap.window
    assert model.bounded == (tuple(window),) and model.low == 0.0 and model.high > window.high
    assert model.present(memoryview(system.start())) == 180.0
    inside = [model.eigenvalues(spin) for spin in (101.0, 180.0, 264.0)]
    outside = [model.eigenvalues(spin) for spin in (50.0, 100.0, 265.0, 350.0)]
    assert max(np.abs(each.real).max() for each in inside) < 1e-8
    assert min(each.real.max() for each in outside) > 0.1
    assert np.sort(inside[1].imag) == pytest.approx([2.93930, 5.60715, 23.13224, 274.19991], abs=1e-4)
    assert levitron(mass=0.03).stability() is None
    assert levitron(mass=0.0209).stability().bounded == ()
