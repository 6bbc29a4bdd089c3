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
NEAR_ROUNDS, NEARER = 6, 0.3
"""Rounds from a motion close by at most, and the part of a change that the next one must be less than."""
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

    NaN from where the trial values have no motion. nodes: of the whole motion, for one close by; None for a part.
    """

    omega: Numbers
    derivatives: Numbers
    nodes: Numbers | None


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


def flight_rates(
    body: FlightBody, omega: Numbers, t: Numbers, fastest: float, near: Numbers | None = None
) -> FlightRates:
    """Return the rates of a body at times t (rows,) [s], rising, the first is that of the start ω (3,) [rad/s].

    fastest: the greatest rate [rad/s] that is expected, from which the lengths of the intervals follow. near: the nodes
    of a motion close by at the same times, from which Newton's method begins; they alter nothing but its rounds.
    """
    count = max(1, int(np.ceil((t[-1] - t[0]) * fastest / TURN)))
    length = max(float(t[-1] - t[0]), 1e-9) / count
    unknown = len(body.inertia_parts) + len(body.air_parts)
    out = np.full((len(t), 3), np.nan), np.full((len(t), 3, unknown + 3), np.nan)
    try:
        law = _Law(body)
    except np.linalg.LinAlgError:
        return FlightRates(*out, None)
    nodes = None if near is None or len(near) != count else _nodes_near(law, omega, length, near)
    if nodes is None:
        nodes = _nodes(law, omega, length, count, WILD * max(fastest, float(np.abs(omega).max())))
    reached = len(nodes)
    if not reached:
        return FlightRates(*out, None)
    flat = nodes.reshape(-1, 3)
    rate, slopes = law.rate(flat)
    own = law.parts(flat, rate).reshape(reached, NODES, 3, unknown)
    rate, slopes = rate.reshape(reached, NODES, 3), slopes.reshape(reached, NODES, 3, 3)
    steps = _sensitivities(slopes, own, length)
    values = np.concatenate([omega[None], omega + length * np.cumsum(np.tensordot(rate, _TO_END, (1, 0)), axis=0)])
    begun = np.zeros((reached, 3, unknown + 3))
    begun[0, :, unknown:] = np.eye(3)
    ends = length * np.tensordot(steps, _TO_END, (1, 0))
    for i in range(reached - 1):
        begun[i + 1] = begun[i] + ends[i, :, :3] @ begun[i]
        begun[i + 1, :, :unknown] += ends[i, :, 3:]
    place = np.minimum(((t - t[0]) / length).astype(int), count - 1)
    known = int(np.searchsorted(place, reached))
    place = place[:known]
    weights = length * _integrals((t[:known] - t[0]) / length - place)
    moved = (weights[:, None, :] @ steps[place].reshape(known, NODES, -1)).reshape(known, 3, 3 + unknown)
    out[0][:known] = values[place] + (weights[:, None, :] @ rate[place])[:, 0]
    out[1][:known] = begun[place] + moved[:, :, :3] @ begun[place]
    out[1][:known, :, :unknown] += moved[:, :, 3:]
    return FlightRates(*out, nodes if reached == count else None)


def _nodes_near(law: _Law, start: Numbers, length: float, near: Numbers) -> Numbers | None:
    """Return ω at the nodes of all intervals (i, nodes, 3) from those of a motion close by; None where it is not close.

    Newton's method takes all intervals at once; what each begins with follows from the one before.
    """
    count, size = len(near), 3 * NODES
    matrix, one = length * _TO_NODES, np.eye(3 * NODES)
    omega, begins = near.copy(), np.empty((count, 3))
    begins[0] = start
    right = np.empty((count, size, 4))
    right[:, :, 1:] = np.tile(np.eye(3), (NODES, 1))
    last = np.inf
    for round_ in range(NEAR_ROUNDS):
        rate, slopes = law.rate(omega.reshape(-1, 3))
        rate, slopes = rate.reshape(count, NODES, 3), slopes.reshape(count, NODES, 3, 3)
        gains = length * np.tensordot(rate, _TO_END, (1, 0))
        if not round_:
            begins[1:] = start + np.cumsum(gains[:-1], axis=0)
        mixed = matrix[None, :, None, :, None] * slopes.transpose(0, 2, 1, 3)[:, None]
        right[:, :, 0] = (begins[:, None] + matrix @ rate - omega).reshape(count, size)
        moved = np.linalg.solve(one - mixed.reshape(count, size, size), right).reshape(count, NODES, 3, 4)
        ends = length * np.tensordot(slopes @ moved, _TO_END, (1, 0))
        jump = begins[:-1] + gains[:-1] + ends[:-1, :, 0] - begins[1:]
        change = np.zeros((count, 3))
        for i in range(count - 1):
            change[i + 1] = jump[i] + change[i] + ends[i, :, 1:] @ change[i]
        step = moved[..., 0] + (moved[..., 1:] @ change[:, None, :, None])[..., 0]
        omega, begins = omega + step, begins + change
        most = float(np.abs(step).max())
        if most <= EXACT * float(np.abs(omega).max()):
            return omega
        if not most < last:
            return None
        last = NEARER * most
    return None


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
