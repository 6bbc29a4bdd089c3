"""Unknowns of thrown bodies: inertia up to a factor, air, bias of the gyroscope, and the rates at each start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from physics.fitting.flight.motion import FlightBody, Numbers, flight_rates
from physics.fitting.flight.starts import twin

SHAPES, FREE_SHAPE, FREE_AIR, FREE_START = 5, 3.0, 0.02, 1e3
"""Numbers of the inertia; standard deviations of the priors that keep what is not measured finite."""
LEAST_TWIN = 1e-5
"""Least moment of a body over the greatest, below which it is not that of numbers that are fitted."""
NEEDLE, FLAT = 0.05, 0.9
"""Least moment, and the lower two together, over the greatest, below which a body is not a usual one."""
FREE_BIAS = 0.03
"""Standard deviation of the bias of a gyroscope of which nothing is known [rad/s]."""


class RatesFlight(NamedTuple):
    """A free flight: times t (rows,) [s], rising, and measured rates (rows, 3) [rad/s], NaN for none.

    name: of the recording it comes from.
    """

    t: Numbers
    rates: Numbers
    name: str = ""


class BiasPrior(NamedTuple):
    """What is known of the bias of the rates before a flight: its value and standard deviation, (3,) each [rad/s]."""

    value: Numbers
    deviation: Numbers


NO_BIAS_KNOWN = BiasPrior(np.zeros(3), np.full(3, FREE_BIAS))


class FlightUnknowns:
    """The numbers x that a fit varies: five of the inertia, `airs` of the air (0, 1 or 3), three of the bias, and the
    three rates at the start of each flight.

    J = L D Lᵀ with a unit lower triangle L and D = diag(exp 2x₁, exp 2x₂, 1), which is positive definite for any x.
    """

    def __init__(self, flights: Sequence[RatesFlight], bias: BiasPrior, airs: int) -> None:
        self.flights, self.airs = tuple(flights), airs
        self.body = SHAPES + airs
        self.count = self.body + 3 + 3 * len(self.flights)
        self.prior = np.zeros(self.count)
        self.prior[self.body : self.body + 3] = bias.value
        spread = np.full(self.count, FREE_START)
        spread[:SHAPES], spread[SHAPES : self.body] = FREE_SHAPE, FREE_AIR
        spread[self.body : self.body + 3] = bias.deviation
        self.spread = spread
        self._nodes: dict[tuple[int, int], Numbers] = {}
        """Nodes of the last motion of each flight and number of rows, where the next one is looked for."""
        self._mirror: FlightUnknowns | None = None
        self._air_parts = np.ones((1, 3)) if airs == 1 else np.eye(3)[:airs]

    def mirrored(self) -> FlightUnknowns:
        """Return the unknowns for the rates turned about, which a twin of the body has; see `twin`."""
        if self._mirror is None:
            flights = [each._replace(rates=-each.rates) for each in self.flights]
            own = slice(self.body, self.body + 3)
            self._mirror = FlightUnknowns(flights, BiasPrior(-self.prior[own], self.spread[own]), self.airs)
        return self._mirror

    def mirrored_numbers(self, x: Numbers) -> Numbers | None:
        """Return the numbers of the twin, of which the rates turned about are those of x; None where it has none."""
        other = twin(inertia_matrix(x))
        moments = np.linalg.eigvalsh(other)
        if moments[0] <= LEAST_TWIN * moments[2]:
            return None
        found = -x
        found[:SHAPES], found[SHAPES : self.body] = shape_numbers(other), x[SHAPES : self.body]
        return found

    def start(self, inertia: Numbers, bias: Numbers | None = None) -> Numbers:
        """Return the unknowns with an inertia (3, 3), no air, and the rates of the first rows."""
        x = self.prior.copy()
        x[:SHAPES] = shape_numbers(inertia)
        if bias is not None:
            x[self.body : self.body + 3] = bias
        for place, flight in enumerate(self.flights):
            x[self.own(place)] = first_rates(flight) - self.bias(x)
        return x

    def own(self, place: int) -> slice:
        """Return where the rates at the start of a flight stand."""
        return slice(self.body + 3 + 3 * place, self.body + 6 + 3 * place)

    def bias(self, x: Numbers) -> Numbers:
        """Return the bias (3,) [rad/s]."""
        return x[self.body : self.body + 3]

    def air(self, x: Numbers) -> Numbers:
        """Return the numbers c (3,) of the air."""
        return np.asarray(x[SHAPES : self.body] @ self._air_parts) if self.airs else np.zeros(3)

    def flight_body(self, x: Numbers) -> FlightBody:
        """Return the body of these unknowns."""
        return FlightBody(*_inertia(x)[:1], self.air(x), _inertia(x)[1], self._air_parts)

    def predicted(self, x: Numbers, end: float = math.inf) -> list[tuple[Numbers, Numbers]]:
        """Return what the gyroscope shows in each flight (rows, 3), bias included, and the derivatives (rows, 3, k).

        end: only rows up to so long [s] after the start of their flight.
        """
        body, found = self.flight_body(x), []
        for place, flight in enumerate(self.flights):
            t = flight.t[flight.t <= flight.t[0] + end]
            part = place, len(t)
            omega, own, nodes = flight_rates(body, x[self.own(place)], t, _fastest(flight), self._nodes.get(part))
            if nodes is not None:
                self._nodes[part] = nodes
            derivatives = np.zeros((*omega.shape, self.count))
            derivatives[:, :, : self.body] = own[:, :, : self.body]
            derivatives[:, :, self.own(place)] = own[:, :, self.body :]
            derivatives[:, :, self.body : self.body + 3] = np.eye(3)
            found.append((omega + self.bias(x), derivatives))
        return found


def is_usual(inertia: Numbers) -> bool:
    """Return whether an inertia matrix (3, 3) is that of a body, and not of a needle."""
    low, middle, high = np.linalg.eigvalsh(inertia).tolist()
    return bool(low > NEEDLE * high and low + middle > FLAT * high)


def inertia_matrix(x: Numbers) -> Numbers:
    """Return the inertia matrix (3, 3) of unknowns, up to a factor."""
    return _inertia(x)[0]


def inertia_derivatives(x: Numbers) -> Numbers:
    """Return the derivatives (5, 3, 3) of the inertia matrix by its unknowns."""
    return _inertia(x)[1]


def _inertia(x: Numbers) -> tuple[Numbers, Numbers]:
    lower = np.array([[1.0, 0.0, 0.0], [x[2], 1.0, 0.0], [x[3], x[4], 1.0]])
    d = np.array([math.exp(2.0 * min(x[0], 50.0)), math.exp(2.0 * min(x[1], 50.0)), 1.0])
    parts = np.zeros((SHAPES, 3, 3))
    for k in range(2):
        parts[k] = 2.0 * d[k] * np.outer(lower[:, k], lower[:, k])
    for k, (row, column) in enumerate(((1, 0), (2, 0), (2, 1))):
        parts[2 + k, row] += d[column] * lower[:, column]
        parts[2 + k, :, row] += d[column] * lower[:, column]
    return (lower * d) @ lower.T, parts


def shape_numbers(inertia: Numbers) -> Numbers:
    """Return the five unknowns of a positive definite inertia matrix (3, 3)."""
    root = np.linalg.cholesky(inertia)
    lower = root / np.diag(root)
    sizes = np.log(np.diag(root) / root[2, 2])
    return np.array([sizes[0], sizes[1], lower[1, 0], lower[2, 0], lower[2, 1]])


def first_rates(flight: RatesFlight) -> Numbers:
    """Return the rates (3,) at the first row, from a straight line through a few rows."""
    found = np.zeros(3)
    for axis in range(3):
        known = np.flatnonzero(np.isfinite(flight.rates[:, axis]))[:5]
        times = flight.t[known] - flight.t[0]
        found[axis] = np.polyfit(times, flight.rates[known, axis], 1)[-1] if len(known) > 2 else 0.0
    return found


def _fastest(flight: RatesFlight) -> float:
    """Return the greatest rate [rad/s] in a flight, at least such that an interval is no longer than it."""
    size = np.sqrt((flight.rates * flight.rates).sum(axis=1))
    return float(np.nanmax(size, initial=1e-3))
