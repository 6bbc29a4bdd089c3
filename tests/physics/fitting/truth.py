"""Measured motion with known truth: the damped pendulum of the published reference figures, and others."""

from __future__ import annotations

import numpy as np

import physics
from physics.fitting.sampling import states_at

K, C, THETA, RATE, NOISE = 19.62, 0.05, 0.8, 0.2, 0.01
LENGTH = 0.5


def damped_pendulum(k: float = K, c: float = C, theta: float = THETA, rate: float = RATE) -> physics.System:
    """Return a bob of 1 kg on a rod of 0.5 m with θ'' = −c θ' − k sin θ."""
    parameters = {"count": 1, "length": LENGTH, "gravity": k * LENGTH, "friction": c * LENGTH**2}
    return physics.system("planar-chain", parameters, {"theta_1": theta, "theta_dot_1": rate})


def measured(system: physics.System, t: np.ndarray, names: list[str], dt: float = 5e-3) -> dict[str, np.ndarray]:
    states = states_at([system], physics.integrator("rk4"), dt, t)[0]
    return {name: states[:, system.index(name)] for name in names}


def noisy(
    columns: dict[str, np.ndarray], sd: float, random: np.random.Generator, outliers: float = 0.0
) -> dict[str, np.ndarray]:
    found = {}
    for name, column in columns.items():
        noise = random.normal(0.0, sd, len(column))
        wrong = random.random(len(column)) < outliers
        found[name] = column + noise + wrong * random.normal(0.0, 30.0 * sd, len(column))
    return found
