import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.gimbals.gimbal_equations import PHI_DOT, PSI_DOT, THETA, THETA_DOT
from physics.gimbals.gimbals import EARTH_RATE, Gimbals
from tests.reference import case
from tests.sampling import every

FINE = {"rtol": 1e-13, "atol": 1e-15}
RENAMED = {
    "m": "mass", "g": "gravity", "k": "spring", "theta0": "rest_angle", "c_out": "outer_friction",
    "c_in": "inner_friction", "c_rot": "rotor_friction", "wx": "base_x", "wy": "base_y", "wz": "base_z",
}  # fmt: skip
STEP = 1e-30
"""Imaginary step of a derivative."""


def memory(values):
    return memoryview(array("d", values))


def slope(system, y):
    dy = memory([0.0] * len(y))
    system.rate(0.0, memory(y), system.p, dy)
    return np.array(dy)


MAGNUS = case("gimbals/magnus_free")


def of_case(reference):
    """Return the system of a reference case, with its initial angles and rates."""
    given = {RENAMED.get(name, name): value for name, value in reference["parameters"].items()}
    options = {}
    for name, choice, value in (("speed_held", "drive", "held"), ("lock_theta", "inner", "locked")):
        if given.pop(name, False):
            options[choice] = value
    if any(given[name] for name in ("base_x", "base_y", "base_z")):
        options["base"] = "turning"
    else:
        given = {name: value for name, value in given.items() if not name.startswith("base_")}
    if "inner" in options:
        for name in ("spring", "rest_angle", "inner_friction"):
            del given[name]
    angles, rates = reference["initial"]["angles"], reference["initial"]["rates"]
    names = ("psi", "theta", "phi", "psi_dot", "theta_dot", "phi_dot")
    start = dict(zip(names, (*angles, *rates), strict=True))
    return Gimbals({**given, **options}, {name: value for name, value in start.items() if name != "theta_dot" or value})


def run(system, duration, dt=1e-3, integrator="dop853", settings=None):
    simulation = physics.Simulation(system, integrator, dt, FINE if settings is None else settings)
    simulation.compile()
    simulation.advance(round(duration / dt))
    return simulation


def value(simulation, name):
    """Return a quantity or an invariant at the present state."""
    system = simulation.system
    return next(each for each in (*system.invariants, *system.quantities) if each.name == name).value(
        system, simulation.y
    )


# A second formulation: Lagrange's equations from rotation matrices, differentiated by complex steps -----------


def turn(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    rows = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}
    return np.array(rows[axis])


def turn_rate(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    rows = {"x": [[0, 0, 0], [0, -s, -c], [0, c, -s]], "z": [[-s, -c, 0], [c, -s, 0], [0, 0, 0]]}
    return np.array(rows[axis])


def spins(system, q, v):
    """Return the angular velocity in space of each body, (3, 3), in its own axes, from Q^T (w×) Q + Q^T Q'."""
    x, y, z = system.base_rates()
    carried = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    found, Q, Q_dot = [], np.eye(3), np.zeros((3, 3))
    for axis, angle, rate in zip("zxz", q, v, strict=True):
        Q, Q_dot = Q @ turn(axis, angle), Q_dot @ turn(axis, angle) + Q @ turn_rate(axis, angle) * rate
        W = Q.T @ carried @ Q + Q.T @ Q_dot
        found.append([W[2, 1], W[0, 2], W[1, 0]])
    return np.array(found)


def potential(system, q):
    weight = system.mass * system.gravity * (system.la * np.cos(q[1]) + system.lb * np.sin(q[1]))
    return weight + 0.5 * system.spring * (q[1] - system.rest_angle) ** 2


def lagrangian_accelerations(system, y):
    """Return the accelerations of psi, theta and phi."""
    q, v, unit = np.array(y[:3]), np.array(y[PSI_DOT : PHI_DOT + 1]), np.eye(3)
    moments = np.array(
        [[system.Ao, system.Bo, system.Co], [system.Ai, system.Bi, system.Ci], [system.A, system.A, system.C]]
    )

    def momentum(q, v):
        alone = [spins(system, q, e) - spins(system, q, 0.0 * e) for e in unit]
        return np.array([(moments * spins(system, q, v) * each).sum() for each in alone])

    def lagrangian(q):
        return 0.5 * (moments * spins(system, q, v) ** 2).sum() - potential(system, q)

    mass = np.column_stack([momentum(q, e) - momentum(q, 0.0 * e) for e in unit])
    moved = np.column_stack([momentum(q + 1j * STEP * e, v).imag / STEP for e in unit])
    pull = np.array([lagrangian(q + 1j * STEP * e).imag / STEP for e in unit])
    friction = np.array([system.outer_friction, system.inner_friction, system.rotor_friction]) * v
    force = pull - moved @ v - friction
    found = np.zeros(3)
    if system.drive == "free":
        force[2] += system.motor
    free = [i for i, fixed in enumerate((system.outer == "locked", system.inner == "locked", system.drive == "held"))
            if not fixed]  # fmt: skip
    found[free] = np.linalg.solve(mass[np.ix_(free, free)], force[free])
    return found


def random_systems(count, **options):
    random = np.random.default_rng(1971)
    for _ in range(count):
        given = {name: random.uniform(1e-4, 1e-3) for name in ("A", "C", "Ai", "Bi", "Ci", "Ao", "Bo", "Co")}
        given |= {"la": random.uniform(-0.02, 0.02), "lb": random.uniform(-0.02, 0.02), "base": "turning"}
        given |= {f"base_{axis}": random.normal(0.0, 3.0) for axis in "xyz"}
        given |= {"outer_friction": 1e-3, "inner_friction": 2e-3, "rotor_friction": 1e-5, **options}
        if given.get("inner") != "locked":
            given |= {"spring": 0.4, "rest_angle": 1.2}
        if given.get("outer") == "locked":
            del given["outer_friction"]
        if given.get("inner") == "locked":
            del given["inner_friction"]
        if given.get("drive") != "held":
            given["motor"] = 3e-4
        start = {name: random.uniform(-3.0, 3.0) for name in ("psi", "theta", "phi")}
        rates = {"psi_dot": ("outer", 5.0), "theta_dot": ("inner", 5.0), "phi_dot": ("", 100.0)}
        start |= {name: random.normal(0.0, size) for name, (ring, size) in rates.items() if given.get(ring) != "locked"}
        yield Gimbals(given, start)


OPTIONS = [
    {}, {"drive": "held"}, {"inner": "locked"}, {"outer": "locked"}, {"drive": "held", "inner": "locked"},
    {"drive": "held", "outer": "locked"}, {"inner": "locked", "outer": "locked"},
]  # fmt: skip


@pytest.mark.parametrize("options", every(2, OPTIONS))
def test_accelerations_are_those_of_a_lagrangian_of_turned_frames(options):
    for system in random_systems(40, **options):
        y = system.start()
        found, expected = slope(system, y)[PSI_DOT : PHI_DOT + 1], lagrangian_accelerations(system, y)
        rates = np.abs(y[PSI_DOT : PHI_DOT + 1]).sum() + np.abs(system.base_rates()).sum()
        size = np.abs(expected).max() + rates**2
        assert np.abs(found - expected).max() < 1e-13 * size


@pytest.mark.parametrize("name", ["heavy_free", "magnus_free"])
def test_a_run_agrees_with_the_reference_case(name):
    reference = case(f"gimbals/{name}")
    simulation = physics.Simulation(of_case(reference), "dop853", 1e-3, FINE)
    simulation.compile()
    for expected in reference["expected"]:
        simulation.advance(round(expected["t"] * 1000) - simulation.tick)
        found = np.array([simulation[each] for each in ("psi", "theta", "phi", "psi_dot", "theta_dot", "phi_dot")])
        assert found[:3] == pytest.approx(expected["angles"], rel=1e-12, abs=reference["tolerance"])
        assert found[3:] == pytest.approx(expected["rates"], rel=1e-9, abs=1e-9)
        assert value(simulation, "p_psi") == pytest.approx(expected["p_psi"], rel=1e-12)
        assert value(simulation, "energy") == pytest.approx(expected["T"] + expected["V"], rel=1e-12)
    for invariant in simulation.invariants().values():
        assert abs(invariant.drift) < 1e-12


def test_without_rings_it_is_the_gyroscope_of_the_other_tops():
    rings = dict.fromkeys(("Ai", "Bi", "Ci", "Ao", "Bo", "Co"), 0.0)
    start = {"theta": 0.6, "psi_dot": 0.5, "theta_dot": -0.3, "phi_dot": 200.0}
    ours = run(Gimbals({**rings, "A": 4e-4, "la": 0.02, "mass": 0.3}, start), 1.0)
    given = {"body": "given", "I1": 4e-4 - 0.3 * 0.02**2, "I3": 5e-4, "mass": 0.3, "distance": 0.02}
    top = physics.system("gyroscope", given, start)
    other = run(top, 1.0)
    for name in ("psi", "theta"):
        assert ours[name] == pytest.approx(other[name], abs=1e-11)
    assert ours["phi"] == pytest.approx(other["phi"], rel=1e-12)


# Invariants ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_the_energy_is_kept_with_losses_and_work(options):
    for system in random_systems(3, **options):
        simulation = run(system, 0.3)
        assert abs(simulation.invariants()["energy"].drift) < 1e-11, simulation.invariants()["energy"]
        assert simulation["loss"] > 0.0


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, {"energy", "p_psi", "H"}),
        ({"la": 0.01, "spring": 0.3}, {"energy", "p_psi", "H"}),
        ({"base": "turning", "base_z": 2.0}, {"energy", "p_psi", "H"}),
        ({"base": "turning", "base_x": 2.0}, {"energy", "H"}),
        ({"base": "earth"}, {"energy", "H"}),
        ({"drive": "held"}, {"energy", "p_psi"}),
        ({"motor": 1e-3}, {"energy", "p_psi"}),
        ({"outer_friction": 1e-4}, {"energy", "H"}),
        ({"inner_friction": 1e-4}, {"energy", "p_psi", "H"}),
        ({"rotor_friction": 1e-6}, {"energy", "p_psi"}),
        ({"outer": "locked"}, {"energy", "H"}),
        ({"inner": "locked"}, {"energy", "p_psi", "H"}),
    ],
)
def test_invariants_are_those_that_apply_and_are_kept(given, kept):
    locked = {"theta_dot": 0.0} if given.get("inner") == "locked" else {"theta_dot": 5.0}
    start = {"psi_dot": 1.0, **locked} if given.get("outer") != "locked" else locked
    simulation = run(Gimbals(given, start), 0.5)
    assert set(simulation.invariants()) == kept
    for name, invariant in simulation.invariants().items():
        assert abs(invariant.drift) < 1e-11, name


def test_what_does_not_apply_is_not_kept():
    """A free rotor keeps H, not phi'; a constant-speed motor keeps phi', and neither H nor T + V."""
    free, held = run(Gimbals(), 0.007), run(Gimbals({"drive": "held"}), 0.007)
    assert abs(free["phi_dot"] - 300.0) > 1.0
    assert held["phi_dot"] == 300.0
    assert abs(held["work"]) > 1e-3
    assert value(held, "spin_momentum") != pytest.approx(0.15, rel=1e-4)
    assert held["work"] == pytest.approx(300.0 * (value(held, "spin_momentum") - 0.15), rel=1e-9)


def test_order_of_the_error_is_that_of_the_method():
    exact, errors = run(Gimbals({"la": 0.01}), 0.1), []
    for dt in (1e-3, 5e-4):
        errors.append(abs(run(Gimbals({"la": 0.01}), 0.1, dt, "rk4", {})["psi"] - exact["psi"]))
    assert math.log2(errors[0] / errors[1]) == pytest.approx(4.0, abs=0.3)


# Nutation, drift and gimbal lock ------------------------------------------------------------------------------


def nutating(theta, x, **options):
    """Return the balanced gyroscope struck at theta [rad] so that it nutates by x [rad], with its report after 6 s."""
    still = Gimbals(options, {"theta": theta, "theta_dot": 0.0})
    rate = still.replace(initial={"theta_dot": 1e-9})
    omega = value(physics.Simulation(rate), "nutation_rate")
    struck = still.replace(initial={"theta_dot": x * omega})
    return struck, reported(struck, 6.0)


def reported(system, duration, dt=1e-3, settings=None):
    """Return the report of a run as numbers, from the state of each tick."""
    simulation = physics.Simulation(system, "dop853", dt, settings or {"rtol": 1e-12, "atol": 1e-14})
    simulation.compile()
    rows = [bytes(simulation.y)]
    for _ in range(round(duration / dt)):
        simulation.advance(1)
        rows.append(bytes(simulation.y))
    states = np.frombuffer(b"".join(rows)).reshape(len(rows), -1)
    return {each.name: each.value for each in system.report(dt * np.arange(len(rows)), states, ())}


@pytest.mark.parametrize(
    ("degrees", "options", "measured", "formula"),
    [
        (60, {}, MAGNUS["mean_drift"], MAGNUS["formula"]),
        (45, {}, -0.0195745, -0.0195651),
        (90, {}, 0.0, 0.0),
        (120, {}, 0.0109925, 0.0109884),
        (60, {"drive": "held"}, -0.0153921, -0.0153888),
    ],
)
def test_nutation_turns_the_outer_ring_for_good(degrees, options, measured, formula):
    system, report = nutating(math.radians(degrees), 0.02, **options)
    assert report["drift_measured"] == pytest.approx(measured, rel=1e-5, abs=5e-8)
    assert report["drift_formula"] == pytest.approx(formula, rel=3.5e-4, abs=1e-15), "of middle and size as measured"
    y = memory(system.start())
    found = {each.name: each.value(system, y) for each in system.quantities}
    assert found["middle"] == pytest.approx(math.radians(degrees), abs=1e-12)
    assert found["nutation_size"] == pytest.approx(0.02, rel=1e-12)
    assert report["nutation_measured"] == pytest.approx(found["nutation_rate"], rel=1e-3)


def test_rings_make_nutation_slower():
    system = Gimbals(initial={"theta": math.pi / 3, "theta_dot": 0.01})
    assert value(physics.Simulation(system), "nutation_rate") == pytest.approx(208.979, rel=1e-5)
    assert reported(system, 1.0)["nutation_measured"] == pytest.approx(208.979, rel=1e-5)
    bare = system.replace(dict.fromkeys(("Ai", "Bi", "Ci", "Ao", "Bo", "Co"), 0.0))
    assert value(physics.Simulation(bare), "nutation_rate") == pytest.approx(500.0, rel=1e-12), "H/A"


def test_the_error_of_magnus_formula_grows_as_the_square_of_the_nutation():
    errors = []
    for x in (0.05, 0.1):
        _, report = nutating(math.pi / 3, x)
        errors.append(report["drift_measured"] / report["drift_formula"] - 1.0)
    assert errors[0] == pytest.approx(2.5e-3, rel=0.1)
    assert errors[1] / errors[0] == pytest.approx(4.0, rel=0.1)


def test_after_a_blow_only_the_nutations_since_then_are_measured():
    simulation = physics.Simulation(Gimbals(), "dop853", 1e-3, {"rtol": 1e-12, "atol": 1e-14})
    rows = []
    for tick in range(4000):
        simulation.advance(1)
        if tick == 1500:
            simulation.place(np.array(simulation.state) + np.array([0, 0, 0, 0, 0, 12.0, 0, 0, 0]))
        rows.append(bytes(simulation.y))
    states = np.frombuffer(b"".join(rows)).reshape(len(rows), -1)
    report = {each.name: each.value for each in simulation.system.report(1e-3 * np.arange(4000), states, ())}
    assert report["drift_measured"] == pytest.approx(report["drift_formula"], rel=0.03)
    assert report["nutation_measured"] == pytest.approx(report["nutation_formula"], rel=0.02)


def test_middle_and_size_of_the_nutation_are_the_same_all_along():
    simulation = physics.Simulation(Gimbals({"drive": "held"}), "dop853", 1e-3, FINE)
    first = [value(simulation, name) for name in ("middle", "nutation_size", "magnus_drift")]
    simulation.advance(13)
    assert [value(simulation, name) for name in ("middle", "nutation_size", "magnus_drift")] == pytest.approx(
        first, rel=1e-8
    )


def test_in_gimbal_lock_the_rings_whip_round_and_the_formula_is_not_shown():
    """At theta = 0 the outer ring has the rate that `lock_rate` foretells."""
    system = Gimbals(initial={"theta": 0.35, "theta_dot": -70.0})
    simulation = physics.Simulation(system, "dop853", 1e-4, FINE)
    foretold = value(simulation, "lock_rate")
    rates, thetas = [], []
    for _ in range(400):
        simulation.advance(1)
        rates.append(simulation["psi_dot"])
        thetas.append(simulation["theta"])
    assert min(thetas) < 0.0 < max(thetas)
    at = int(np.argmin(np.abs(thetas)))
    assert rates[at] == pytest.approx(foretold, rel=0.02)
    assert foretold == pytest.approx(0.15 * (math.cos(0.35) - 1.0) / 6.2e-4, rel=1e-12)
    assert math.isnan(value(simulation, "magnus_drift"))
    assert math.isnan(value(simulation, "nutation_size"))
    assert all(abs(each.drift) < 1e-11 for each in simulation.invariants().values())


def test_slow_precession_under_a_weight():
    system = Gimbals({"la": 0.002, "lb": -0.001}, {"theta": 1.0, "theta_dot": 0.0, "phi_dot": 1000.0})
    precession = value(physics.Simulation(system), "slow_precession")
    steady = system.replace(initial={"psi_dot": precession})
    assert reported(steady, 2.0)["drift_measured"] == pytest.approx(precession, rel=2e-3)


# On a turning base --------------------------------------------------------------------------------------------


def test_foucaults_gyroscope_keeps_its_direction_while_the_base_turns():
    start = {"theta": 0.5 * math.pi, "theta_dot": -0.1, "psi_dot": -0.18, "phi_dot": 1000.0}
    system = Gimbals({"base": "turning", "base_x": 0.1, "base_y": 0.2, "base_z": 0.18}, start)
    simulation = physics.Simulation(system, "dop853", 1e-3, FINE)
    before = system.bodies(simulation.y)[0].rotation[:, 2]
    simulation.advance(1000)
    after = system.bodies(simulation.y)[0].rotation[:, 2]
    turned = system.bodies(simulation.y)[3].rotation
    assert math.acos((np.trace(turned) - 1.0) / 2.0) == pytest.approx(math.sqrt(0.0824), rel=1e-9)
    assert np.linalg.norm(after - before) < 1e-4, "its nutation"


def compass(speed=1.0, **given):
    return {"base": "earth", "rotation_rate": EARTH_RATE * speed, "latitude": math.radians(48.85), **given}


def test_meridian_compass_swings_with_the_period_of_the_closed_form():
    reference = case("gimbals/meridian_gyrocompass")
    turning = of_case(reference)
    start = {"psi": math.radians(5.0), "theta": 0.5 * math.pi, "phi_dot": 1000.0}
    system = Gimbals(compass(inner="locked"), start)
    # The case has the latitude as 48.85 degrees and its rates to 16 digits: both are one motion.
    assert slope(system, system.start())[PSI_DOT] == pytest.approx(slope(turning, turning.start())[PSI_DOT], rel=1e-9)
    simulation = physics.Simulation(system)
    assert value(simulation, "meridian_period") == pytest.approx(reference["formula"]["amplitude"], rel=1e-8)
    report = reported(system, 90.0, 0.05)
    assert report["period_measured"] == pytest.approx(reference["expected"]["period"], rel=1e-8)
    assert abs(report["heading"]) < math.radians(5.0)
    assert report["elevation"] == pytest.approx(0.0, abs=1e-12)
    small = system.replace(initial={"psi": 1e-6})
    assert value(physics.Simulation(small), "meridian_period") == pytest.approx(reference["formula"]["small"], rel=1e-9)


def test_meridian_compass_of_a_wide_swing_and_of_a_slow_rotor():
    wide = {"psi": math.radians(60.0), "theta": 0.5 * math.pi, "phi_dot": 1000.0}
    report = reported(Gimbals(compass(inner="locked"), wide), 95.0, 0.05)
    assert report["period_measured"] == pytest.approx(43.96609, abs=1e-5)
    assert report["period_formula"] == pytest.approx(43.96609, abs=1e-5)
    slow = {"psi": math.radians(5.0), "theta": 0.5 * math.pi, "phi_dot": 2.0}
    report = reported(Gimbals(compass(inner="locked"), slow), 1900.0, 1.0)
    assert report["period_measured"] == pytest.approx(916.5036, abs=1e-4)
    assert report["period_formula"] == pytest.approx(916.4970, abs=1e-4)


PENDULOUS = {"lb": -0.005}


def test_pendulous_compass_period_and_settled_tilt():
    start = {"theta": 0.5 * math.pi, "theta_dot": 0.0, "phi_dot": 1000.0}
    system = Gimbals(compass(**PENDULOUS), start)
    simulation = physics.Simulation(system)
    assert value(simulation, "compass_period") == pytest.approx(3738.69, abs=5e-3)
    assert value(simulation, "compass_tilt") == pytest.approx(9.3287e-4, abs=1e-8)
    assert value(simulation, "exact_tilt") == pytest.approx(9.3211e-4, abs=1e-8)
    settled = system.replace(initial={"theta": 0.5 * math.pi - value(simulation, "exact_tilt")})
    assert abs(slope(settled, settled.start())[THETA_DOT]) < 1e-10
    assert 2.0 * math.pi / slowest(settled) == pytest.approx(3737.39, abs=5e-3)


def slowest(system):
    """Return the least frequency [rad/s] of small motions about a settled start, by differences."""
    kept, start, step = (0, THETA, PSI_DOT, THETA_DOT), np.array(system.start()), 1e-5
    H = value(physics.Simulation(system), "H")
    columns = []
    for i in kept:
        ends = []
        for side in (step, -step):
            y = start.copy()
            y[i] += side
            y[PHI_DOT] += (H - momentum_of(system, y)) / system.C
            ends.append(slope(system, y)[list(kept)])
        columns.append((ends[0] - ends[1]) / (2.0 * step))
    return min(abs(np.linalg.eigvals(np.column_stack(columns)).imag))


def momentum_of(system, y):
    simulation = physics.Simulation(system)
    simulation.place(y)
    return value(simulation, "H")


def test_pendulous_compass_spirals_in_to_the_north():
    """Friction of the outer axis; the Earth turns 200 times as fast, and the weight is as much heavier."""
    given = compass(200.0, lb=-0.02, mass=3.0, outer_friction=0.02)
    start = {"psi": 0.3, "theta": 0.5 * math.pi, "theta_dot": 0.0, "phi_dot": 1000.0}
    system = Gimbals(given, start)
    simulation = run(system, 240.0, 1e-3, "rk4", {})
    assert abs(value(simulation, "heading")) < 0.01
    assert value(simulation, "elevation") == pytest.approx(value(simulation, "exact_tilt"), rel=0.02)


def test_rate_gyro_shows_the_rate_of_its_base():
    given = {"base": "turning", "base_z": 0.2, "outer": "locked", "spring": 0.5, "inner_friction": 0.02}
    start = {"theta": 0.5 * math.pi, "theta_dot": 0.0, "phi_dot": 500.0}
    report = reported(Gimbals(given, start), 3.0, 1e-3)
    assert report["deflection_formula"] == pytest.approx(-0.1, rel=1e-3)
    assert report["deflection_measured"] == pytest.approx(-0.09950, abs=2e-5)


def test_a_motor_brings_the_rotor_up_to_speed():
    system = Gimbals(
        {"motor": 3e-3, "rotor_friction": 1e-5}, {"theta": 0.5 * math.pi, "phi_dot": 0.0, "theta_dot": 0.0}
    )
    simulation = run(system, 100.0, 1e-2)
    assert simulation["phi_dot"] == pytest.approx(300.0 * (1.0 - math.exp(-100.0 * 1e-5 / 5e-4)), rel=1e-9)


# Options, input and report ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, {"nutation_rate", "middle", "nutation_size", "magnus_drift", "lock_rate"}),
        ({"la": 0.01}, {"nutation_rate", "lock_rate", "slow_precession"}),
        ({"base": "earth", "inner": "locked"}, {"heading", "elevation", "meridian_period"}),
        ({"base": "earth", "lb": -0.01},
         {"heading", "elevation", "compass_period", "compass_tilt", "exact_tilt", "nutation_rate"}),
        ({"base": "turning", "outer": "locked", "spring": 0.5}, {"deflection", "rate_deflection"}),
        ({"drive": "held", "outer_friction": 1e-3},
         {"spin_momentum", "motor_torque", "nutation_rate", "lock_rate"}),
    ],
)  # fmt: skip
def test_only_quantities_that_apply_are_shown(given, shown):
    locked = {"theta_dot": 0.0} if "inner" in given else {}
    assert {each.name for each in Gimbals(given, locked).quantities} == shown


COMPASS_REPORT = {"heading", "elevation", "period_measured", "period_formula"}


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({}, {"nutation_measured", "nutation_formula", "drift_measured", "drift_formula"}),
        ({"la": 0.01}, {"nutation_measured", "nutation_formula", "drift_measured"}),
        ({"base": "earth", "inner": "locked"}, COMPASS_REPORT),
        ({"base": "earth", "lb": -0.01}, COMPASS_REPORT),
        ({"base": "turning", "outer": "locked", "spring": 0.5}, {"deflection_measured", "deflection_formula"}),
        ({"outer": "locked"}, set()),
    ],
)
def test_the_report_has_only_what_applies(given, names):
    system = Gimbals(given)
    found = system.report(np.zeros(1), np.array([system.start()]), ())
    assert {each.name for each in found} == names
    for each in found:
        assert str(each)


@pytest.mark.parametrize(
    ("given", "start", "message"),
    [
        ({"inner": "locked"}, {"theta_dot": 1.0}, "theta_dot = 1 rad/s: must be 0, because inner is locked"),
        ({"outer": "locked"}, {"psi_dot": 1.0}, "psi_dot = 1 rad/s: must be 0, because outer is locked"),
        ({"Co": 0.0, "Ci": 0.0}, {"theta": 0.0}, "theta = 0 rad: the outer ring has no inertia so"),
        ({"A": 0.0}, {}, "A = 0"),
        ({"base_x": 1.0}, {}, "base_x = 1.0: applies when base is turning"),
        ({"drive": "held", "motor": 1.0}, {}, "motor = 1.0: applies when drive is free"),
    ],
)
def test_bad_input_is_refused_in_one_line(given, start, message):
    with pytest.raises(BadInput, match=message) as refused:
        Gimbals(given, start)
    assert "\n" not in str(refused.value)


def test_without_inertia_of_the_rings_gimbal_lock_ends_the_run():
    """A free rotor without spin and rings without inertia about its axis: theta passes 0."""
    system = Gimbals({"Co": 0.0, "Ci": 0.0}, {"theta": 0.1, "theta_dot": -5.0, "phi_dot": 0.0, "psi_dot": 0.0})
    simulation = physics.Simulation(system, "rk4", 1e-5)
    simulation.advance(4000)
    assert simulation.tick < 4000
    assert "gimbal lock" in simulation.message


def test_locking_a_ring_stops_it_and_a_push_does_not_move_what_is_locked_or_held():
    system = Gimbals().replace({"inner": "locked", "drive": "held"})
    assert system.initial["theta_dot"] == 0.0
    assert [system.variables[i].name for i in system.places("velocity")] == ["psi_dot"]
    assert "theta_dot" not in {each.name for each in system.entries()}
    free = system.replace({"inner": "free"})
    assert free.variables[THETA_DOT].role == "velocity"


def test_a_ring_that_is_locked_while_it_turns_stops():
    system = Gimbals({"base": "turning", "base_z": 0.3}, {"psi_dot": 2.0, "theta_dot": 3.0})
    for ring, rate, angle in (("inner", "theta_dot", "theta"), ("outer", "psi_dot", "psi")):
        simulation = physics.Simulation(system.replace({ring: "locked"}), "rk4", 1e-3)
        y = np.array(system.start())
        simulation.place(y)
        simulation.advance(1)
        before = simulation[angle]
        assert simulation[rate] == 0.0
        simulation.advance(20)
        assert simulation[angle] == before
        assert simulation["loss"] > 0.0
        changed = physics.Simulation(system, "dop853", 1e-3, FINE)
        changed.set_parameters({ring: "locked"})
        changed.advance(50)
        most = 1e-11 if ring == "inner" else 1e-3  # the outer ring stops at the end of a step, in which theta moves
        assert all(abs(each.drift) < most for each in changed.invariants().values())
