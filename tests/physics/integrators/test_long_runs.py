"""The energy error of every method that keeps a structure stays within its bound over a hundred million steps."""

import pytest

import physics
from physics import Simulation, Variable
from physics.core.system import Invariant

STEPS, CHUNK = 10**8, 10**4
PART = 2 * 10**6
"""Number of steps at both ends in which the energy is looked at after every chunk."""


def rate(t, y, p, dy):
    dy[0], dy[1] = y[2], y[3]
    dy[2] = -y[0] - 2.0 * y[0] * y[1]
    dy[3] = -y[1] - y[0] * y[0] + y[1] * y[1]


def momenta(t, y, p, out):
    out[0], out[1] = y[2], y[3]
    out[2] = -y[0] - 2.0 * y[0] * y[1]
    out[3] = -y[1] - y[0] * y[0] + y[1] * y[1]


def energy(system, y):
    return 0.5 * (y[2] * y[2] + y[3] * y[3] + y[0] * y[0] + y[1] * y[1]) + y[0] * y[0] * y[1] - y[1] ** 3 / 3.0


class HenonHeiles(physics.System):
    """A unit mass in the potential (x² + y²)/2 + x² y - y³/3; Hénon & Heiles, Astronomical Journal 69 (1964), 73."""

    name, title = "henon-heiles", "Hénon–Heiles"
    variables = (
        Variable("x", "x", "m", "place", 0.3),
        Variable("y", "y", "m", "place", -0.2),
        Variable("u", "u", "m/s", "speed", 0.25),
        Variable("v", "v", "m/s", "speed", 0.2),
    )
    invariants = (Invariant("energy", "E", "J", "energy", energy),)
    separable = True
    rate = staticmethod(rate)
    momenta = staticmethod(momenta)

    def constants(self):
        return ()


METHODS = [
    name
    for name, method in physics.integrators().items()
    if (method.symplectic or method.reversible) and not method.kernel.__module__.endswith("composition")
]
"""Compositions, whose errors are nearly rounding, are in `test_rounding.py`."""


def errors(run, start):
    """Return the largest error of the energy in the next PART steps."""
    found = []
    for _ in range(PART // CHUNK):
        run.advance(CHUNK)
        found.append(abs(run.system.energy(run.y) - start))
    assert not run.message
    return max(found)


@pytest.mark.long
@pytest.mark.parametrize("name", METHODS)
def test_energy_error_does_not_grow_in_a_hundred_million_steps(name, record_property):
    applies = not physics.integrator(name).reason_against(HenonHeiles)
    run = Simulation(HenonHeiles(), name, 0.1) if applies else Simulation("gyroscope", name, 1e-3)
    run.compile()
    start = run.system.energy(run.y)
    early = errors(run, start) / start
    while run.tick < STEPS - PART:
        run.advance(min(10**6, STEPS - PART - run.tick))
    late = errors(run, start) / start
    record_property("counts", f"{run.tick:.0e} steps of {run.system.name}: {early:.1e} at first, {late:.1e} at last")
    assert late <= 1.2 * early + 1e-11
