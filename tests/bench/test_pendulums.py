"""The double pendulum in C moves as ours does; the table reports what is missing."""

import numpy as np
import pytest

import physics
from bench import native, pendulums
from bench.bodies import DT
from bench.tops import Missing


@pytest.mark.parametrize("name", pendulums.IN_C)
def test_pendulum_in_c_moves_as_in_cpython(name):
    simulation = physics.Simulation(pendulums.pendulum("double-pendulum"), "rk4", DT)
    assert simulation.advance(500) == 500
    function, *extra = pendulums.IN_C[name]
    try:
        run = native.stepping(simulation.system, function, *extra, source=native.PENDULUM)
    except Missing as problem:
        pytest.skip(str(problem))
    assert run(500, DT) == pytest.approx(simulation.state, rel=1e-12, abs=1e-12)
    assert np.abs(simulation.state - simulation.system.start()).max() > 0.1


def test_contender_with_another_motion_is_not_timed(monkeypatch):
    monkeypatch.setattr(pendulums.polhode_top, "stepping", lambda system: lambda steps, dt: system.start())
    try:
        native.library(source=native.PENDULUM)
    except Missing as problem:
        pytest.skip(str(problem))
    with pytest.raises(Missing, match=r"C, with_own_sincos: \S+ off after 1000 steps"):
        pendulums.in_c("with_own_sincos")


def test_missing_contenders_are_reported(monkeypatch):
    def none(*given):
        raise Missing("nobody")

    monkeypatch.setattr(pendulums, "makers", lambda: {"one": lambda: lambda: None, "other": lambda: none()})
    lines = list(pendulums.report())
    assert lines[-1] == "Missing: nobody."
    assert [line for line in lines if line.startswith("| one ")]
