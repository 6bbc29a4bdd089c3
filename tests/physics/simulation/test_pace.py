"""Runs continue in machine code by what their ticks cost, not by their number."""

import pytest

import physics
from physics.compiled import native
from physics.simulation import pace, run

TICK = 0.002
"""Seconds that a tick of `Slow` takes."""


class Clock:
    """The time that ticks have taken [s], whatever else this machine does."""

    seconds = 0.0


class Slow(physics.system_class("gyroscope")):
    """A gyroscope whose every tick takes long."""

    name = "slow"

    @staticmethod
    def rate(t, y, p, dy):
        Clock.seconds += TICK
        dy[:] = memoryview(bytearray(8 * len(dy))).cast("d")


class Asked(Exception):
    """Raised where machine code is asked for."""


@pytest.fixture
def asking(monkeypatch):
    def asked(shape):
        raise Asked

    monkeypatch.setattr(native.background, "ask", asked)
    monkeypatch.setattr(pace, "perf_counter", lambda: Clock.seconds)


@pytest.mark.parametrize("every", [1e-3, 1.0])
def test_few_ticks_that_cost_much_run_in_machine_code(asking, every):
    simulation = physics.Simulation(Slow(), "euler", 1e-3)
    with pytest.raises(Asked):
        list(run.sample(simulation, 1.0, every))
    assert simulation.tick < 50


def test_an_end_that_may_come_soon_is_waited_for_at_first(asking, monkeypatch):
    monkeypatch.setattr(Slow, "ends", ("never",))
    simulation = physics.Simulation(Slow(), "euler", 1e-3)
    with pytest.raises(Asked):
        list(run.sample(simulation, None))
    assert simulation.tick < 300


def test_short_runs_stay_in_cpython(asking):
    assert physics.simulate("gyroscope", 0.05).t[-1] == 0.05


def test_ticks_that_cost_nothing_more_are_not_asked_for(asking):
    """The cost is that of the ticks ahead: a run near its end goes on as it is."""
    assert len(physics.simulate(Slow(), 0.255, integrator="euler").t) == 256
