"""RATTLE as textbooks write it, in coordinates that constraints tie together, with dense matrices."""

import numpy as np

CLOSE = 1e-13
"""Error of the constraints, in their units, below which they hold."""


def jacobian(constraints, q):
    """Return the derivatives of quadratic constraints, (m, n), for which central differences are exact."""
    steps = np.eye(len(q))
    return np.array([0.5 * (constraints(q + step) - constraints(q - step)) for step in steps]).T


def curved_jacobian(constraints, q, e=1e-3):
    """Return the derivatives of any smooth constraints, by differences of order 6."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    columns = []
    for step in e * np.eye(len(q)):
        pairs = [w * (constraints(q + k * step) - constraints(q - k * step)) for k, w in weights.items()]
        columns.append(sum(pairs) / (60.0 * e))
    return np.array(columns).T


def rattle_step(mass, force, constraints, derivatives, q, v, h):
    """Return q and v after a step of h: Hairer, Lubich, Wanner, Geometric Numerical Integration, VII (1.26).

    mass: matrix, (n, n). force(q): what the potential does, (n,). constraints(q): 0 where they hold, (m,).
    derivatives(constraints, q): their derivatives.
    """
    G, m = derivatives(constraints, q), len(constraints(q))
    free = q + h * v + 0.5 * h * h * np.linalg.solve(mass, force(q))
    end = free.copy()
    for _ in range(50):
        gap = constraints(end)
        if np.abs(gap).max() < CLOSE:
            break
        system = derivatives(constraints, end) @ np.linalg.solve(mass, G.T)
        end = end - np.linalg.solve(mass, G.T) @ np.linalg.solve(system, gap)
    assert np.abs(constraints(end)).max() < CLOSE
    half = (end - q) / h
    G = derivatives(constraints, end)
    pushed = half + 0.5 * h * np.linalg.solve(mass, force(end))
    closing = np.linalg.solve(G @ np.linalg.solve(mass, G.T), G @ pushed)
    assert closing.shape == (m,)
    return end, pushed - np.linalg.solve(mass, G.T) @ closing
