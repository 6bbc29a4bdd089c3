from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.errors import Cancelled
from physics.fitting.sampling import states_at


def test_states_at_uneven_times_are_those_of_runs_to_these_times() -> None:
    systems = [
        physics.system("planar-chain", {"count": 2, "gravity": g}, {"theta": "60 deg, 30 deg"}) for g in (9.81, 5.0)
    ]
    times = np.array([0.0, 0.05, 0.05, 0.3, 1.7])
    found = states_at(systems, physics.integrator("rk4"), 1e-3, times)
    assert found.shape == (2, 5, len(systems[0].variables))
    for copy, system in enumerate(systems):
        assert found[copy, 0] == pytest.approx(np.array(system.start()), abs=0)
        run = physics.Simulation(system)
        for row in (2, 3, 4):
            run.advance(round(times[row] / 1e-3) - run.tick)
            assert found[copy, row] == pytest.approx(run.state, abs=1e-11)
    assert (found[:, 1] == found[:, 2]).all()


def test_times_between_steps_are_met_with_the_order_of_the_method() -> None:
    system = physics.system("planar-chain", {"count": 1}, {"theta": "1 rad"})
    times = np.array([0.0123456, 0.77, 12.3])
    coarse, fine = (states_at([system], physics.integrator("rk4"), dt, times) for dt in (4e-2, 2e-2))
    exact = states_at([system], physics.integrator("dop853"), 1e-3, times)
    assert np.abs(fine - exact).max() < np.abs(coarse - exact).max() / 12.0
    assert np.abs(fine - exact).max() < 1e-5


def test_sampling_is_cancelled() -> None:
    with pytest.raises(Cancelled):
        states_at([physics.system("planar-chain")], physics.integrator("rk4"), 1e-3, np.ones(1), stopped=lambda: True)
