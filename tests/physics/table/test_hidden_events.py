"""Events of bodies on a table that two crossings within one tick would hide."""

import pytest

import physics
from tests.sampling import every


def events_of(name, method, dt, until, parameters=None, initial=None):
    run = physics.Simulation(physics.system(name, parameters, initial), method, dt)
    run.advance(round(until / dt))
    assert run.message == ""
    return [(event.name, event.time) for event in run.events]


@pytest.mark.parametrize(
    ("method", "dt"), every(3, [("dop853", 0.2), ("dop853", 0.01), ("rk4-adaptive", 0.01), ("rk4", 5e-4)])
)
def test_the_rattleback_reverses_where_its_spin_first_passes_zero(method, dt):
    """Rocking carries the spin through zero and back within 4 ms: rk4 with steps of 0.1 ms finds it at 2.35273 s."""
    found = events_of("rattleback", method, dt, 2.5)
    assert found == [("reversal", pytest.approx(2.35273, abs=2e-5))]


SKIPPING = {"omega_1": -46.27, "omega_2": 14.52, "omega_3": 77.07}


@pytest.mark.parametrize(("method", "dt"), [("dop853", 0.01), ("dop853", 0.1), ("rk4", 0.001), ("rk4", 0.005)])
def test_a_sliding_body_that_skips_has_all_its_flights(method, dt):
    """Between lift-off and landing 10 ms pass; the times are those of rk4 with steps of 0.1 ms."""
    found = events_of("sliding-body", method, dt, 0.2, {"mu": 0.05}, SKIPPING)
    assert [name for name, _ in found] == ["lift-off", "landing"] * 3
    expected = [0.0200, 0.0450, 0.0702, 0.0885, 0.1209, 0.1311]
    assert [time for _, time in found] == pytest.approx(expected, abs=1e-4)
