"""Machines move as independent computations say."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from tests.physics.machines.models import CASES, model
from tests.reference import case

DT = 2e-4


def motion(name, method, compiled, dt=DT):
    """Return the states of a case at its times."""
    made, given = model(name), case(f"machines/{name}")
    run = physics.Simulation(made.system, method, dt)
    assert not compiled or run.compile(), run.compile_problem
    states = []
    for time in given["times"]:
        run.advance(round(time / dt) - run.tick)
        assert run.divergence is None
        y = dict(zip((each.name for each in made.system.variables), run.y, strict=True))
        states.append(made.found(made.system, y))
    return run, np.array(states)


@pytest.mark.parametrize("name", CASES)
def test_states_are_those_of_the_reference(name) -> None:
    given = case(f"machines/{name}")
    _, states = motion(name, "gauss6", compiled=True)
    expected = np.array(given["expected"]["states"])
    scale = np.maximum(np.abs(expected), 1.0)
    assert np.abs((states - expected) / scale).max() < given["tolerance"]
