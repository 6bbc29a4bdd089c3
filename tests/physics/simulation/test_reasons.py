"""The reason why a run has stopped names what is no longer finite."""

import math
from array import array

import pytest

import physics
from physics.core.fields import Invariant
from physics.simulation.outcome import diverged, drift_warning, numbers_lost

METHOD = physics.integrator("rk4")


def grow(t, y, p, dy):
    dy[0], dy[1] = 1.0, p[0] * y[1]


def energy(system, y):
    return y[1] * y[1] - y[1] * y[1] * y[0]


class Growing(physics.System):
    """A number that grows so fast that its square, which the energy contains, overflows before it does."""

    name, title = "growing", "Growing"
    variables = (
        physics.Variable("clock", "t", "s", "time"),
        physics.Variable("speed", "v", "m/s", "speed", 1e-150),
    )
    second_order = False
    pace = physics.Parameter(symbol="k", unit="1/s", default=30.0, low=0.0, high=1e15, meaning="rate of growth")
    invariants = (Invariant("energy", "E", "J", "energy", energy, lambda system, y: 1e308),)
    rate = staticmethod(grow)

    def constants(self):
        return (self.pace,)


@pytest.mark.parametrize("compiled", [False, True], ids=["in CPython", "compiled"])
def test_an_energy_that_overflows_names_the_variable_that_has_grown(compiled):
    run = physics.Simulation(Growing(), "rk4", 0.1)
    assert not compiled or run.compile()
    run.advance(1000)
    assert "the energy is no longer a finite number: the greatest variable, speed, has grown to " in run.message
    assert "nan" not in run.message
    assert "inf" not in run.message.replace("finite", "")
    assert f"stopped after t = {run.time:.6g} s" in run.message


def test_numbers_that_are_lost_are_named():
    lost = numbers_lost(METHOD, Growing(), memoryview(array("d", [0.0, math.inf])))
    assert lost.reason == "numbers are no longer finite (speed)"
    assert lost.advice.startswith("Try a smaller dt")
    both = numbers_lost(METHOD, Growing(), memoryview(array("d", [math.nan, math.inf])))
    assert both.reason == "numbers are no longer finite (clock and 1 more)"


@pytest.mark.parametrize("drift", [math.nan, math.inf])
def test_a_drift_without_a_number_is_said_in_words(drift):
    warning = drift_warning(METHOD, 0.01, "E", drift)
    assert warning.startswith("E is no longer a finite number: rk4 with dt = 0.01 s")
    told = str(diverged(METHOD, 0.01, 1.0, None, "it fell", {"E": math.inf}))
    assert "it fell (before that, E was no longer a finite number)" in told
    assert "inf %" not in told
