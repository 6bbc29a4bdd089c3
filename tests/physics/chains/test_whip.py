"""The whip: time of the crack, and its detection within long ticks."""

from array import array

import numpy as np
import pytest

import physics


def run(method="dop853", dt=1e-3, duration=0.4, **parameters):
    """Return a compiled run, and the largest speed of the tip at a tick."""
    simulation = physics.Simulation(physics.system("whip", parameters), method, dt)
    assert simulation.compile()
    fastest = 0.0
    while simulation.time < duration:
        assert simulation.advance(1) == 1, simulation.message
        fastest = max(fastest, np.hypot(*simulation.system.joints(simulation.y)[-1, 2:]))
    return simulation, fastest


def cracks(simulation):
    return [event for event in simulation.events if event.name == "crack"]


def test_the_whip_cracks_when_its_tip_exceeds_the_speed_of_sound():
    simulation, fastest = run("rk4", 2e-5)
    assert fastest > 343.0
    first = cracks(simulation)[0]
    before = memoryview(array("d", first.before))
    assert np.hypot(*simulation.system.joints(before)[-1, 2:]) == pytest.approx(343.0, rel=2e-3)
    assert simulation.y[-1] in (0.0, 1.0)


@pytest.mark.parametrize("dt", [1e-4, 1e-3, 1e-2, 2e-2])
def test_a_crack_within_a_long_tick_is_detected(dt):
    assert cracks(run(dt=dt)[0])[0].time == pytest.approx(0.355163, abs=2e-5)


def test_an_untapered_whip_does_not_crack():
    simulation, fastest = run("rk4", 5e-5, taper=1.0)
    assert fastest < 200.0
    assert not cracks(simulation)


def test_machine_code_has_the_bits_of_cpython_through_the_crack():
    start = run(duration=0.35)[0].y
    plain, compiled = (physics.Simulation("whip", "rk4", 1e-4) for _ in range(2))
    assert compiled.compile()
    for each in (plain, compiled):
        each.place(start, 0.35)
        assert each.advance(120) == 120
    assert cracks(plain)
    assert plain.events == compiled.events
    assert bytes(plain.y) == bytes(compiled.y)
