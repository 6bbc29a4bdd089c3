"""Our contender makes the motion of the simulation, from the start in each run, also where events happen."""

import numpy as np
import pytest

import physics
from bench import polhode_top


@pytest.mark.parametrize(
    ("name", "integrator", "happens"), [("gyroscope", "taylor", False), ("rattleback", "rk4", True)]
)
def test_each_run_is_that_of_the_simulation(name, integrator, happens):
    system = physics.system(name)
    simulation = physics.Simulation(system, integrator, dt=0.005)
    simulation.advance(600)
    assert bool(simulation.events) == happens
    run = polhode_top.stepping(system, integrator)
    for steps in (600, 3, 600):
        found = np.array(run(steps, 0.005))
    assert found.tolist() == list(simulation.state)
