"""Rounding of methods that keep the energy: its error grows as the square root of time, not as time.

Brouwer, Astronomical Journal 46 (1937), 149; Hairer, McLachlan, Razakarivony, BIT 48 (2008), 231.
"""

import numpy as np
import pytest

import physics
from physics import Simulation

STARTS = {
    "free-body": ("omega_1", "omega_2", "omega_3"),
    "gyroscope": ("theta", "psi_dot", "theta_dot", "phi_dot"),
}


def starts(name, count):
    """Yield starts of a system, the same in each run."""
    random = np.random.default_rng(8)
    for _ in range(count):
        numbers = random.normal(0.0, 8.0, 3)
        if name != "free-body":
            numbers = random.uniform((0.3, -3.0, -2.0, 50.0), (1.2, 3.0, 2.0, 90.0))
        yield physics.system(name, initial=dict(zip(STARTS[name], map(float, numbers), strict=True)))


@pytest.mark.parametrize(
    ("name", "method", "most"),
    [
        pytest.param("free-body", "splitting-kahan-li6", 0.65, marks=pytest.mark.long),
        pytest.param("free-body", "splitting-kahan-li8", 0.65, marks=pytest.mark.long),
        ("gyroscope", "splitting-kahan-li8", 0.85),
        ("free-body", "gauss6", 0.65),
    ],
)
def test_error_of_the_energy_grows_as_the_square_root_of_time(name, method, most):
    """The root mean square of the relative errors of 12 starts, from 2000 to 40 000 steps of 1 ms.

    1 would be a drift: that of the gyroscope was 0.99 and 2.6e-12 with `sincos` and `arctan2`.
    """
    steps, errors = (2000, 10_000, 40_000), []
    for system in starts(name, 12):
        run = Simulation(system, method, 1e-3)
        run.compile()
        start, found = system.energy(run.y), []
        for step in steps:
            run.advance(step - run.tick)
            found.append(system.energy(run.y) / start - 1.0)
        errors.append(found)
    sizes = np.sqrt(np.mean(np.square(errors), axis=0))
    assert sizes[-1] < 4e-13
    assert np.polyfit(np.log(steps), np.log(sizes), 1)[0] < most


EVERY, SAMPLES = 10**4, 10**4


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "method", "most", "bound"),
    [
        ("free-body", "gauss6", 0.65, 1e-10),
        ("free-body", "splitting-kahan-li6", 0.65, 1e-10),
        ("gyroscope", "splitting-kahan-li8", 0.95, 1e-9),
    ],
)
def test_error_of_the_energy_over_a_hundred_million_steps(name, method, most, bound, record_property):
    """The root mean square of the changes within 1e4, 1e5 and 1e6 steps, all over the run, has exponent 1/2.

    The gyroscope still loses 4e-18 of its energy in a step of 17 parts, which shows after a million steps.
    """
    (system,) = starts(name, 1)
    run = Simulation(system, method, 1e-3)
    run.compile()
    energies = [system.energy(run.y)]
    for _ in range(SAMPLES):
        run.advance(EVERY)
        energies.append(system.energy(run.y))
    assert run.divergence is None
    relative = np.array(energies) / energies[0] - 1.0
    spans = (1, 10, 100)
    sizes = [np.sqrt(np.mean((relative[span:] - relative[:-span]) ** 2)) for span in spans]
    exponent = np.polyfit(np.log(spans), np.log(sizes), 1)[0]
    last = f"error {relative[-1]:.1e} after {EVERY * SAMPLES:.0e} steps of {name} by {method}"
    record_property("counts", f"{last}; exponent {exponent:.2f}, {sizes[-1]:.1e} within 1e6 steps")
    assert exponent < most
    assert abs(relative[-1]) < bound
