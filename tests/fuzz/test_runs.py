"""Random legal runs end well or with a named reason, and what looks at a state never raises."""

import math
import random

import pytest

import physics
from physics import Simulation
from tests.fuzz.runs import random_run

LARGE = 14
"""Systems with more variables than this take long in CPython."""
PAIRS = [
    (s, i)
    for s in physics.systems()
    for i, method in physics.integrators().items()
    if not method.reason_against(physics.system_class(s))
]


def look_at(simulation: Simulation) -> None:
    """Compute all that panels and pictures show of a state."""
    system, y = simulation.system, simulation.y
    assert all(map(math.isfinite, y))
    assert math.isfinite(system.energy(y))
    simulation.invariants()
    for quantity in system.quantities:
        may_be_infinite = "infinite" in quantity.meaning
        assert may_be_infinite or not math.isinf(quantity.value(system, y)), quantity.name
    system.bodies(y), system.arrows(y), system.traces(y)
    assert "\n" not in simulation.message + simulation.warning


@pytest.mark.parametrize(("seed", "count"), [(0, 66), pytest.param(1, 20_000, marks=pytest.mark.long)])
def test_random_runs_end_well_or_with_a_reason(compiling, record_property, seed, count):
    dice, ran, ended, waited = random.Random(seed), 0, 0, 0
    while ran < count:
        run = random_run(dice, *dice.choice(PAIRS))
        if run is None or len(run.y) > LARGE:
            continue
        look_at(run)
        run.compile_in_background(patient=True)
        for ticks in (1, 3, 8, 20):
            run.advance(ticks)
            look_at(run)
        ran, ended, waited = ran + 1, ended + (run.divergence is not None), waited + run.waiting
    record_property("counts", f"{ran} runs, {ended} ended with a reason, {waited} waited for machine code")
    assert 0.05 * count < ended < 0.5 * count
    assert 0 < waited < 0.3 * count


@pytest.mark.parametrize(
    ("system", "integrator", "dt", "start"),
    [
        ("free-body", "rk4", 0.1, {"omega_1": 300, "omega_3": 300}),
        ("free-body", "heun", 0.1, {"omega_1": 60, "omega_3": 60}),
        ("double-pendulum-newton", "heun", 2e-3, {"theta2": 4, "theta3": -1.95, "theta2_dot": 4e8, "theta3_dot": 300}),
    ],
)
@pytest.mark.parametrize("ticks", [1, 5, 8, 100])
def test_the_last_valid_state_has_an_energy_near_that_of_the_start(system, integrator, dt, start, ticks):
    run = Simulation(physics.system(system, initial=start), integrator, dt)
    energy = run.system.energy(run.y)
    for _ in range(10):
        run.advance(ticks)
        look_at(run)
        assert abs(run.system.energy(run.y) - energy) < 1e3 * abs(energy)
    assert "the energy ran away" in run.message
    alone = Simulation(physics.system(system, initial=start), integrator, dt)
    alone.advance(run.tick + 1)
    assert (alone.tick, bytes(alone.y)) == (run.tick, bytes(run.y)), "however ticks are grouped"


def test_a_run_that_waits_does_not_rest_at_a_state_whose_energy_has_not_been_looked_at(compiling):
    run = Simulation(physics.system("whip", {"radii": 0.0}, {"theta_12": -0.2161060198384709}), "rk4", 1e-3)
    energy = run.system.energy(run.y)
    run.compile_in_background(patient=True)
    run.advance(1)
    run.advance(20)
    assert 1 < run.tick < 20
    assert abs(run.system.energy(run.y) - energy) < 1e3 * abs(energy)
