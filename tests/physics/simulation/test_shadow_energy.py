"""The shadow energy: it swings with a higher power of the step than the energy."""

import math

import numpy as np
import pytest

import physics
from physics.compiled import native
from physics.simulation.shadow_energy import COMPOSED, has_shadow, shadow_correction, why_no_shadow
from physics.simulation.split_shadow import compiled_write, composed_correction, slope_factors, write_split_shadow

CONE = physics.system("gyroscope")
NUT = physics.system("free-body", initial={"omega_1": 3.0, "omega_2": 2.0, "omega_3": 12.0})
ASYMMETRIC = physics.system(
    "heavy-top",
    {"body": "asymmetric", "about": "pivot", "I1": 3e-4, "I2": 5e-4, "I3": 2.5e-4, "I12": 3e-5, "distance_1": 0.028},
    {"theta": 1.0, "omega_1": 2.0, "omega_2": 3.0, "omega_3": 12.0},
)
HOVERING = physics.system("levitron", {"delta": 0.02}, {"psi": 0.4, "theta": 0.1, "x": 1e-3, "z_dot": 0.05})
BARS = physics.system("double-pendulum", initial={"theta2": 1.0, "theta3": 1.5})


def spreads(system, method, dt, seconds=2.0):
    """Return how far energy and shadow energy swing [J]."""
    run = physics.Simulation(system, method, dt)
    run.compile()
    correction = shadow_correction(run.system, run.integrator, run.dt)
    energies, shadows = [], []
    for _ in range(round(seconds / dt / 4)):
        run.advance(4)
        energies.append(run.system.energy(run.y))
        shadows.append(energies[-1] + correction(run.y))
    return float(np.ptp(energies)), float(np.ptp(shadows))


@pytest.mark.parametrize(
    ("system", "step", "seconds"),
    [(CONE, 4e-3, 2.0), (NUT, 4e-3, 2.0), (ASYMMETRIC, 4e-3, 2.0), (HOVERING, 1e-3, 0.2)],
    ids=["gyroscope", "free-body", "heavy-top", "levitron"],
)
def test_splitting_keeps_its_shadow_energy_to_the_fourth_power(system, step, seconds):
    (energy, shadow), (energy_half, shadow_half) = (
        spreads(system, "splitting", dt, seconds) for dt in (step, 0.5 * step)
    )
    assert shadow < 2e-3 * energy
    assert math.log2(energy / energy_half) == pytest.approx(2.0, abs=0.1)
    assert math.log2(shadow / shadow_half) == pytest.approx(4.0, abs=0.1)


def test_the_numbers_of_the_shared_page_for_the_papers_cone():
    energy, shadow = spreads(CONE, "splitting", 8e-3, 3.0)
    assert energy == pytest.approx(7.9e-5, rel=0.01) and shadow == pytest.approx(1.0e-7, rel=0.01)


@pytest.mark.parametrize("system", [CONE, BARS], ids=lambda system: system.name)
def test_symplectic_euler_keeps_its_shadow_energy_to_the_second_power(system):
    (energy, shadow), (energy_half, shadow_half) = (spreads(system, "symplectic-euler", dt) for dt in (2e-3, 1e-3))
    assert shadow < 0.03 * energy
    assert math.log2(energy / energy_half) == pytest.approx(1.0, abs=0.1)
    assert math.log2(shadow / shadow_half) == pytest.approx(2.0, abs=0.1)


STEPS = {
    ("gyroscope", "splitting-yoshida4"): 24e-3, ("gyroscope", "splitting-suzuki4"): 24e-3,
    ("gyroscope", "splitting-kahan-li6"): 32e-3, ("free-body", "splitting-suzuki4"): 32e-3,
    ("free-body", "splitting-kahan-li6"): 32e-3, ("heavy-top", "splitting-yoshida4"): 12e-3,
    ("heavy-top", "splitting-kahan-li6"): 24e-3, ("heavy-top", "splitting-kahan-li8"): 32e-3,
}  # fmt: skip
"""Steps [s] at which the shadow energy swings more than by rounding, also in half of them."""


@pytest.mark.parametrize(("name", "method"), STEPS)
def test_compositions_of_splitting_keep_their_shadow_energy_to_four_powers_more_at_least(name, method):
    system = {each.name: each for each in (CONE, NUT, ASYMMETRIC)}[name]
    order, step = physics.integrator(method).order, STEPS[name, method]
    (energy, shadow), (energy_half, shadow_half) = (spreads(system, method, dt) for dt in (step, 0.5 * step))
    assert math.log2(energy / energy_half) == pytest.approx(order, abs=0.3)
    assert math.log2(shadow / shadow_half) > order + 4.0
    assert shadow_half < 0.02 * energy_half


SWINGING = physics.system("planar-chain", initial={"theta_1": 1.0, "theta_2": 1.2, "theta_3": 0.3})
PONYTAIL = physics.system("spatial-chain")
THROWN = physics.system("spatial-chain", {"support": "free", "stiffness": [0.3]})
BY_INTEGRALS = physics.system("gyroscope-integrals", initial=CONE.initial)
READ = {
    "chain": (SWINGING, "splitting", 8e-3, 2),
    "chain, Suzuki": (SWINGING, "splitting-suzuki4", 16e-3, 4),
    "chain, Kahan-Li 6": (SWINGING, "splitting-kahan-li6", 20e-3, 6),
    "in space": (PONYTAIL, "splitting", 8e-3, 2),
    "free, with springs": (THROWN, "splitting", 32e-3, 2),
    "midpoint": (BY_INTEGRALS, "implicit-midpoint", 5e-3, 2),
    "midpoint, Suzuki": (BY_INTEGRALS, "midpoint-suzuki4", 5e-3, 4),
    "Gauss 4": (BY_INTEGRALS, "gauss4", 4e-3, 4),
}
"""System, method, step [s] above rounding, also in half of it, and order."""


def swings(system, method, dt, rows=6, seconds=0.36):
    """Return how far energy and shadow energy swing [J] in some rows of a run."""
    run = physics.Simulation(system, method, dt)
    correction, energies, shadows = shadow_correction(system, run.integrator, dt), [], []
    for _ in range(rows):
        run.advance(round(seconds / dt / rows))
        energies.append(system.energy(run.y))
        shadows.append(energies[-1] + correction(run.y))
    return float(np.ptp(energies)), float(np.ptp(shadows))


@pytest.mark.parametrize("case", READ)
def test_what_is_read_from_steps_swings_with_four_powers_more_at_least(case):
    system, method, step, order = READ[case]
    assert not why_no_shadow(system, physics.integrator(method))
    (energy, shadow), (energy_half, shadow_half) = (swings(system, method, dt) for dt in (step, 0.5 * step))
    assert math.log2(energy / energy_half) > order - 0.5
    assert math.log2(shadow / shadow_half) > order + 3.7
    assert shadow_half < 0.03 * energy_half


def test_machine_code_reads_the_same_from_steps_of_a_chain():
    method, y = (
        physics.integrator("splitting-suzuki4"),
        memoryview(np.array([1.0, 1.2, 0.3, 1.0, -2.0, 3.0, *[0.0] * 4])),
    )
    plain = shadow_correction(SWINGING, method, 1e-2)(y)
    physics.Simulation(SWINGING, method.name, 1e-2).compile()
    assert native.is_compiled(native.shape(SWINGING, method))
    assert shadow_correction(SWINGING, method, 1e-2)(y) == plain


def test_a_pendulum_by_rattle_has_the_closed_form_of_its_circle():
    """Verlet on a circle, whose free motion takes the chord for the arc.

    The discrete Lagrangian is I (1 - cos phi)/h instead of I phi²/(2 h), by -I phi⁴/(24 h) less.
    """
    rod = physics.system("planar-chain", {"count": 1, "length": 0.7, "bob": 2.0})
    angle, rate, dt = 0.8, 3.0, 1e-3
    inertia, torque = 2.0 * 0.7**2, 2.0 * 9.81 * 0.7
    free = torque * math.cos(angle) * rate**2 / 12.0 - (torque * math.sin(angle)) ** 2 / (24.0 * inertia)
    expected = dt**2 * (free + inertia * rate**4 / 24.0)
    y = memoryview(np.array([angle, rate, 0.0, 0.0, 0.0, 0.0]))
    assert shadow_correction(rod, physics.integrator("splitting"), dt)(y) == pytest.approx(expected, rel=1e-4)


def test_the_midpoint_rule_has_its_closed_form():
    """Ht = H - h²/24 H''(z', z'), z' the rate in canonical variables."""
    dt, y = 1e-3, np.array([0.0, 0.7, 0.0, 2.0, 1.5e-3, 1.8e-3])
    slope = np.zeros(6)
    BY_INTEGRALS.rate(0.0, memoryview(y), BY_INTEGRALS.p, memoryview(slope))

    def energy(share):
        return BY_INTEGRALS.energy(memoryview(y + share * slope))

    second = (energy(1e-4) - 2.0 * energy(0.0) + energy(-1e-4)) / 1e-8
    correction = shadow_correction(BY_INTEGRALS, physics.integrator("implicit-midpoint"), dt)(memoryview(y))
    assert correction == pytest.approx(-(dt**2) / 24.0 * second, rel=1e-3)


@pytest.mark.parametrize("system", [SWINGING, PONYTAIL, THROWN], ids=["plane", "space", "free"])
def test_kinetic_and_potential_energy_of_chains_in_the_coordinates_of_rattle(system):
    run = physics.Simulation(system, "rk4", 1e-3)
    run.advance(200)
    _, momenta, potential = system.cartesian(np.array([system.start(), run.y]))
    for row, y in enumerate((memoryview(system.start()), run.y)):
        kinetic = 0.5 * float(momenta[row] @ momenta[row])
        assert kinetic + potential[row] == pytest.approx(system.energy(y), rel=1e-12)


def test_steps_that_are_too_long_are_not_read():
    y = memoryview(np.array([0.0, 1.65, 0.0, 11.9, 1.53e-3, 1.767e-3]))
    gauss6 = physics.integrator("gauss6")
    read, too_long = (shadow_correction(BY_INTEGRALS, gauss6, dt)(y) for dt in (5e-3, 24e-3))
    assert math.isfinite(read) and math.isnan(too_long)


@pytest.mark.parametrize("system", [CONE, NUT, ASYMMETRIC], ids=lambda system: system.name)
def test_what_is_read_from_steps_is_the_closed_form_of_splitting(system):
    y = memoryview(system.start())
    body, method = system.split_parts(y), physics.integrator("splitting")
    differences = []
    for dt in (4e-3, 2e-3):
        closed = shadow_correction(system, method, dt)(y)
        differences.append(composed_correction(body, dt, (1.0,)) - closed)
        assert differences[-1] == pytest.approx(0.0, abs=3e-3 * abs(closed))
    assert math.log2(differences[0] / differences[1]) == pytest.approx(4.0, abs=0.1), "the next term of the closed form"


def test_machine_code_reads_the_same_shadow_energy():
    body, weights = ASYMMETRIC.split_parts(memoryview(ASYMMETRIC.start())), COMPOSED["splitting-kahan-li6"]
    compiled = compiled_write()
    assert compiled is not write_split_shadow
    assert composed_correction(body, 1e-2, weights, compiled) == composed_correction(body, 1e-2, weights)


def test_slopes_of_polynomials_are_exact():
    for reach in (1, 2, 3, 4):
        for power in range(1, 2 * reach + 1):
            values = [(0.5 * j) ** power - (-0.5 * j) ** power for j in range(1, reach + 1)]
            slope = np.dot(slope_factors(reach), values) / 0.5
            assert slope == pytest.approx(1.0 if power == 1 else 0.0, abs=1e-12)


NONE = {
    "rk4 is not symplectic": (CONE, "rk4"),
    "midpoint-suzuki4 is symplectic in positions and momenta alone; gyroscope has velocities": (
        CONE, "midpoint-suzuki4",
    ),
    "gauss4 is symplectic in positions and momenta alone; free-body has velocities": (NUT, "gauss4"),
    "the action of a step of levitron is not known": (HOVERING, "splitting-suzuki4"),
    "the shadow energy needs a motion without losses; spin_drag of levitron is not 0": (
        physics.system("levitron", {"spin_drag": 1e-9}), "splitting",
    ),
    "splitting needs a motion without losses; friction of planar-chain is not 0": (
        physics.system("planar-chain", {"friction": [0.1]}), "splitting",
    ),
}  # fmt: skip


@pytest.mark.parametrize("reason", NONE)
def test_what_has_none_says_why(reason):
    system, method = NONE[reason]
    assert why_no_shadow(system, physics.integrator(method)) == reason
    assert shadow_correction(system, physics.integrator(method), 1e-3) is None


def test_which_systems_have_one_with_some_method():
    for system in (NUT, BARS, SWINGING, PONYTAIL, BY_INTEGRALS, HOVERING):
        assert has_shadow(system)
    assert not has_shadow(physics.system("rolling-body"))


def test_a_state_that_is_not_finite_gives_nan():
    for method in ("splitting", "splitting-kahan-li6", "symplectic-euler"):
        correction = shadow_correction(CONE, physics.integrator(method), 1e-3)
        assert math.isnan(correction(memoryview(np.full(6, np.nan))))
        assert not math.isfinite(correction(memoryview(np.array([0.0, 1e300, 0.0, 1e300, 1e300, 1e300]))))
    for system, method in ((SWINGING, "splitting"), (PONYTAIL, "splitting"), (BY_INTEGRALS, "gauss4")):
        correction = shadow_correction(system, physics.integrator(method), 1e-3)
        for value in (math.nan, 1e300):
            assert math.isnan(correction(memoryview(np.full(len(system.start()), value))))
