"""The shadow energy: it swings with a higher power of the step than the energy."""

import math

import numpy as np
import pytest

import physics
from physics.simulation.shadow_energy import COMPOSED, has_shadow, shadow_correction
from physics.simulation.split_shadow import compiled_write, composed_correction, slope_factors, write_split_shadow

CONE = physics.system("gyroscope")
NUT = physics.system("free-body", initial={"omega_1": 3.0, "omega_2": 2.0, "omega_3": 12.0})
ASYMMETRIC = physics.system(
    "heavy-top",
    {"body": "asymmetric", "about": "pivot", "I1": 3e-4, "I2": 5e-4, "I3": 2.5e-4, "I12": 3e-5, "distance_1": 0.028},
    {"theta": 1.0, "omega_1": 2.0, "omega_2": 3.0, "omega_3": 12.0},
)
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


@pytest.mark.parametrize("system", [CONE, NUT, ASYMMETRIC], ids=lambda system: system.name)
def test_splitting_keeps_its_shadow_energy_to_the_fourth_power(system):
    (energy, shadow), (energy_half, shadow_half) = (spreads(system, "splitting", dt) for dt in (4e-3, 2e-3))
    assert shadow < 1e-3 * energy
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


def test_what_has_none():
    rolling, chain = physics.system("rolling-body"), physics.system("planar-chain")
    assert not has_shadow(rolling) and not has_shadow(chain) and has_shadow(NUT) and has_shadow(BARS)
    for system, method in ((CONE, "rk4"), (CONE, "midpoint-suzuki4"), (NUT, "gauss4"), (rolling, "rk4")):
        assert shadow_correction(system, physics.integrator(method), 1e-3) is None


def test_a_state_that_is_not_finite_gives_nan():
    for method in ("splitting", "splitting-kahan-li6", "symplectic-euler"):
        correction = shadow_correction(CONE, physics.integrator(method), 1e-3)
        assert math.isnan(correction(memoryview(np.full(6, np.nan))))
        assert not math.isfinite(correction(memoryview(np.array([0.0, 1e300, 0.0, 1e300, 1e300, 1e300]))))
