"""What a pose says of the tensions of a chain, against the forces in its joints."""

from __future__ import annotations

import numpy as np
import pytest

import physics
from physics.core.measure import measured_at

CHAINS = {
    "planar-chain": ({"count": 12, "bob": 0.1, "drag": [0.02]}, {"theta": 1.2}, 1.0),
    "spatial-chain": ({"count": 12, "joint_damping": [1e-4]}, {"theta": 1.2, "psi": 0.3}, -1.0),
    "jointed-chain": ({}, {}, -1.0),
}
"""Parameters and start of each chain, and the sign of `joint_forces` on the body below a joint."""


@pytest.mark.parametrize("name", CHAINS)
def test_the_tensions_of_a_pose_are_the_forces_in_the_joints_along_the_links(name: str) -> None:
    parameters, start, sign = CHAINS[name]
    simulation = physics.Simulation(physics.system(name, parameters, start), "rk4", 1e-3)
    simulation.advance(200)
    system, y = simulation.system, simulation.y
    up = -np.diff(system.points(y), axis=0)
    pulls = sign * system.joint_forces(y)[: len(up)]
    along = (pulls * up).sum(axis=1) / np.linalg.norm(up, axis=1)
    assert system.tensions(y) == pytest.approx(along, rel=1e-11, abs=1e-11 * float(np.abs(along).max()))
    (largest,) = (each for each in system.quantities if each.name == "largest_tension")
    assert [system.tensions(y).max()] == measured_at(system, [largest], y)
    assert np.ptp(along) > 0.1 * along.max(), "the links are pulled differently"
