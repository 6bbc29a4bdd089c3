"""Rates of a free body with air, and their derivatives, by collocation at the nodes of Gauss.

Euler's equations J ω' = (Jω) × ω, with the resistance of the air as −|ω| diag(c) ω beside them, are quadratic or nearly
so: a polynomial of degree `NODES` over a turn by `TURN` is exact to 1e-8 of ω. The derivatives solve the
linear equations that Newton's method has at the end, so that they are those of the computed motion itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.maths.dense import cross_matrix

Numbers = NDArray[np.float64]

NODES, TURN = 12, 2.0
"""Nodes in an interval, and how far the body turns in one [rad]."""
MOST_ROUNDS, EXACT = 25, 1e-6
"""Rounds of Newton's method at most, and the last change, as a part of ω, that ends them."""
WILD = 1e3
"""Rates, over those at the start, from which a motion of trial values is given up."""


class FlightBody(NamedTuple):
    """A body: J (3, 3) up to a factor, and the numbers c (3,) of the air.

    inertia_parts (i, 3, 3), air_parts (a, 3): what the unknowns change in them.
    """

    inertia: Numbers
    air: Numbers
    inertia_parts: Numbers
    air_parts: Numbers


class FlightRates(NamedTuple):
    """Rates ω (rows, 3) [rad/s] and their derivatives (rows, 3, i + a + 3): by the unknowns of the body, and by ω(0).

    NaN from where the trial values have no motion.
    """

    omega: Numbers
    derivatives: Numbers


def _legendre() -> tuple[Numbers, Numbers]:
    """Return the nodes in 0..1 and the coefficients (nodes, nodes) of their Lagrange polynomials, lowest power last."""
    nodes = 0.5 + 0.5 * np.polynomial.legendre.leggauss(NODES)[0]
    return nodes, np.asarray(np.linalg.inv(np.vander(nodes)).T, float)


KNOTS, _LAGRANGE = _legendre()


def _integrals(x: Numbers) -> Numbers:
    """Return the integrals (len(x), nodes) of the Lagrange polynomials from 0 to x."""
    powers = np.arange(NODES, 0, -1)
    found: Numbers = (x[:, None] ** powers / powers) @ _LAGRANGE.T
    return found


_TO_NODES, _TO_END = _integrals(KNOTS), _integrals(np.ones(1))[0]


class _Law:
    """Right-hand side of the equations of a body and its derivatives, at several rates at once."""

    def __init__(self, body: FlightBody) -> None:
        self._body, self._inverse = body, np.linalg.inv(body.inertia)
        self._turning = self._inverse @ (cross_matrix(body.inertia) - cross_matrix(np.eye(3)) @ body.inertia)
        """Derivatives (3, 3, 3) of the quadratic part, at rates of 1 about each axis: it is linear in ω."""
        self._drag = body.air if body.air.any() else None

    def rate(self, omega: Numbers) -> tuple[Numbers, Numbers]:
        """Return ω' (n, 3) at ω (n, 3), and its derivatives by ω, (n, 3, 3)."""
        slopes = (omega @ self._turning.reshape(3, 9)).reshape(-1, 3, 3)
        free = 0.5 * (slopes @ omega[:, :, None])[:, :, 0]
        if self._drag is not None:
            size = np.sqrt((omega * omega).sum(axis=1))[:, None]
            slowed = self._drag * omega
            free = free - size * slowed
            slopes = slopes - slowed[:, :, None] * (omega / np.maximum(size, 1e-300))[:, None, :]
            slopes -= size[:, :, None] * np.diag(self._drag)
        return free, slopes

    def parts(self, omega: Numbers, rate: Numbers) -> Numbers:
        """Return the derivatives (n, 3, i + a) of ω' by the unknowns of the body."""
        body = self._body
        size = np.sqrt((omega * omega).sum(axis=1))[:, None]
        free = rate + size * body.air * omega
        moved = np.einsum("kab,nb->nka", body.inertia_parts, omega)
        turned = np.cross(moved, omega[:, None, :]) - np.einsum("kab,nb->nka", body.inertia_parts, free)
        slowed = -(size * omega)[:, None, :] * body.air_parts
        return np.concatenate([turned @ self._inverse.T, slowed], axis=1).transpose(0, 2, 1)


def flight_rates(body: FlightBody, omega: Numbers, t: Numbers, fastest: float) -> FlightRates:
    """Return the rates of a body at times t (rows,) [s], rising, the first is that of the start ω (3,) [rad/s].

    fastest: the greatest rate [rad/s] that is expected, from which the lengths of the intervals follow.
    """
    count = max(1, int(np.ceil((t[-1] - t[0]) * fastest / TURN)))
    length = max(float(t[-1] - t[0]), 1e-9) / count
    unknown = len(body.inertia_parts) + len(body.air_parts)
    values, sensitivity = omega, np.concatenate([np.zeros((3, unknown)), np.eye(3)], axis=1)
    out = np.full((len(t), 3), np.nan), np.full((len(t), 3, unknown + 3), np.nan)
    try:
        law = _Law(body)
    except np.linalg.LinAlgError:
        return FlightRates(*out)
    nodes = _nodes(law, omega, length, count, WILD * max(fastest, float(np.abs(omega).max())))
    reached = len(nodes)
    if not reached:
        return FlightRates(*out)
    flat = nodes.reshape(-1, 3)
    rate, slopes = law.rate(flat)
    own = law.parts(flat, rate).reshape(reached, NODES, 3, unknown)
    rate, slopes = rate.reshape(reached, NODES, 3), slopes.reshape(reached, NODES, 3, 3)
    steps = _sensitivities(slopes, own, length)
    edges = np.concatenate([np.searchsorted(t, t[0] + length * np.arange(count)), [len(t)]])
    for i in range(reached):
        rows = slice(edges[i], edges[i + 1])
        derivatives = steps[i, :, :, :3] @ sensitivity + steps[i, :, :, 3:] @ np.eye(unknown, unknown + 3)
        weights = length * _integrals((t[rows] - t[0]) / length - i)
        out[0][rows] = values + weights @ rate[i]
        out[1][rows] = sensitivity + np.tensordot(weights, derivatives, axes=1)
        values = values + length * _TO_END @ rate[i]
        sensitivity = sensitivity + length * np.tensordot(_TO_END, derivatives, axes=1)
    return FlightRates(*out)


def _nodes(law: _Law, values: Numbers, length: float, count: int, most: float) -> Numbers:
    """Return ω at the nodes of the intervals (i, nodes, 3) that are reached, from its value (3,) at the start."""
    matrix, size = length * _TO_NODES, 3 * NODES
    one = np.eye(size)
    found: list[Numbers] = []
    for _ in range(count):
        rate, _ = law.rate(values[None, :])
        omega = values + length * KNOTS[:, None] * rate
        for _ in range(MOST_ROUNDS):
            rate, slopes = law.rate(omega)
            left = one - (matrix[:, None, :, None] * slopes.transpose(1, 0, 2)[None]).reshape(size, size)
            try:
                change = np.linalg.solve(left, (values + matrix @ rate - omega).reshape(size)).reshape(NODES, 3)
            except np.linalg.LinAlgError:
                return np.array(found).reshape(-1, NODES, 3)
            omega = omega + change
            step = float(np.abs(change).max())
            if not step < most or step <= EXACT * float(np.abs(omega).max()):
                break
        if not step <= EXACT * float(np.abs(omega).max()):
            break
        found.append(omega)
        values = values + length * _TO_END @ law.rate(omega)[0]
    return np.array(found).reshape(-1, NODES, 3)


def _sensitivities(slopes: Numbers, own: Numbers, length: float) -> Numbers:
    """Return the derivatives (i, nodes, 3, 3 + k) of ω' in intervals, by ω where they begin, and by k unknowns.

    slopes (i, nodes, 3, 3): of ω' by ω. own (i, nodes, 3, k): by the unknowns alone.
    """
    matrix, size = length * _TO_NODES, 3 * NODES
    count, k = len(slopes), own.shape[3]
    mixed = matrix[None, :, None, :, None] * slopes.transpose(0, 2, 1, 3)[:, None]
    known = np.zeros((count, NODES, 3, 3 + k))
    known[..., :3] = np.eye(3)
    known[..., 3:] = np.tensordot(matrix, own, axes=(1, 1)).transpose(1, 0, 2, 3)
    moved = np.linalg.solve(np.eye(size) - mixed.reshape(count, size, size), known.reshape(count, size, 3 + k))
    found: Numbers = slopes @ moved.reshape(known.shape)
    found[..., 3:] += own
    return found
