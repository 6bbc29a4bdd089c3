"""Least squares of the rates of thrown bodies: windows that grow, several starts, noise and errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from physics.fitting.estimates import correlation_times
from physics.fitting.flight.motion import Numbers
from physics.fitting.flight.unknowns import SHAPES, FlightUnknowns, inertia_matrix, is_usual
from physics.fitting.following import MIDDLE, following, limits
from physics.fitting.marquardt import cost_of, minimum
from physics.fitting.noise import scatter, spread
from physics.fitting.solver import GOOD, TURNING, robust_deviation

FIRST_WINDOW, GROWTH = 0.15, 1.4
"""First window [s], and how much longer each is than the one before at least."""
STEEPEST, MOST_SHEAR = 4.0, 30.0
"""Bounds of the logarithms and of the other numbers of the inertia: moments to 3000 of one another."""
SEEN = 0.2
"""Residual of what is predicted beyond a window, as a part of the spread, up to which the next window goes."""
ROUGH, FINE, ROUGH_TRIALS, FINE_TRIALS = 1e-3, 1e-6, 12, 60
"""Part of the cost that a last step may save, in windows and at the end, and steps tried at most."""
SAME = 0.02
"""Relative difference of the residuals of two starts that have found the same."""
HOPELESS = 0.12
"""Robust residual, as a part of the spread, of a window from which a start is given up."""
MOST_STARTS = 7
NOISE_ROUNDS, SAME_NOISE = 5, 0.02
"""How often noise is found anew from the residuals at most, and the relative change that ends this."""
LEAST_NOISE = 1e-6
"""Least noise that is believed of a gyroscope [rad/s]."""


class FlightSolution(NamedTuple):
    """Solved unknowns x with their covariance (k, k), which takes correlated residuals into account.

    noise: standard deviation of single values [rad/s]. times: residuals that tell as much as an independent one.
    apart: of each flight, predicted less measured (rows, 3). freedom: independent values less unknowns.
    """

    unknowns: FlightUnknowns
    x: Numbers
    covariance: Numbers
    noise: float
    times: float
    apart: list[Numbers]
    freedom: int

    @property
    def cost(self) -> float:
        """Half the robust sum of squares of the residuals [rad²/s²] and of the priors."""
        turning = TURNING * self.noise
        return sum(cost_of(each[np.isfinite(each)], turning) for each in self.apart)


class _Problem:
    """Residuals of the rates up to `end` [s] after each start, in units of the noise, and of the priors."""

    def __init__(self, unknowns: FlightUnknowns, noise: float, end: float = math.inf) -> None:
        self._unknowns, self._noise, self._end = unknowns, noise, end
        measured = [each.rates[each.t <= each.t[0] + end] for each in unknowns.flights]
        self._measured = np.concatenate(measured)
        self._known = np.isfinite(self._measured)
        self.rows = int(self._known.sum())
        self._last: tuple[Numbers, tuple[Numbers, Numbers]] | None = None

    def __call__(self, x: Numbers) -> tuple[Numbers, Numbers]:
        """Return the residuals and their derivatives, those of the priors last; NaN where there is no motion."""
        if self._last is None or not np.array_equal(self._last[0], x):
            self._last = x.copy(), self._computed(x)
        return self._last[1]

    def _computed(self, x: Numbers) -> tuple[Numbers, Numbers]:
        found = self._unknowns.predicted(x, self._end)
        apart = (np.concatenate([each for each, _ in found]) - self._measured)[self._known] / self._noise
        slopes = np.concatenate([each for _, each in found])[self._known] / self._noise
        prior, spread_of = self._unknowns.prior, self._unknowns.spread
        return np.append(apart, (x - prior) / spread_of), np.vstack([slopes, np.diag(1.0 / spread_of)])

    def least(self, x: Numbers, tolerance: float, trials: int, turning: float) -> Numbers:
        """Return the minimum near x; where the residuals are large, linear growth begins later.

        The numbers of a needle lie in a narrow bent valley, those of its twin do not: then the rates turned about are
        fitted in its place.
        """
        twins = self._unknowns.mirrored_numbers(x) if not is_usual(inertia_matrix(x)) else None
        if twins is not None and is_usual(inertia_matrix(twins)):
            other = self._unknowns.mirrored()
            y = _Problem(other, self._noise, self._end)._least(twins, tolerance, trials, turning)
            found = other.mirrored_numbers(y)
            if found is not None:
                return found
        return self._least(x, tolerance, trials, turning)

    def _least(self, x: Numbers, tolerance: float, trials: int, turning: float) -> Numbers:
        f = self(x)[0]
        if not np.isfinite(f).all():
            return x
        bend = np.full(len(f), 1e9)
        bend[: self.rows] = turning
        high = np.full(len(x), np.inf)
        high[:2], high[2:SHAPES] = STEEPEST, MOST_SHEAR
        return minimum(self, np.clip(x, -high, high), (-high, high), bend, tolerance, trials)


def usual_noise(unknowns: FlightUnknowns) -> float:
    """Return the noise of the rates [rad/s] from the scatter of their rows alone."""
    found = [scatter(each.t, column) for each in unknowns.flights for column in each.rates.T]
    return max(float(np.median(found)), LEAST_NOISE)


def solve_flights(
    unknowns: FlightUnknowns,
    starts: Iterable[Numbers],
    note: Callable[[float], None] = lambda part: None,
    most: int = MOST_STARTS,
    rounds: int = NOISE_ROUNDS,
) -> FlightSolution:
    """Return the best solution from several starts x, `most` of them; further ones are tried only where one is bad.

    rounds: how often the noise is found anew at most.
    """
    noise = usual_noise(unknowns)
    whole, best, deviation, again = _Problem(unknowns, noise), None, math.inf, False
    for count, start in enumerate(starts):
        if count >= most:
            break
        x = grown(unknowns, start, noise)
        if x is not None:
            found = robust_deviation(whole(x)[0][: whole.rows])
            again = abs(found - deviation) < SAME * deviation
            if found < deviation or best is None:
                best, deviation = x, found
        note((count + 1) / most)
        if deviation < GOOD or again:
            break
    if best is None:
        return with_noise(unknowns, unknowns.start(np.eye(3)), noise, 1, ROUGH_TRIALS)
    return with_noise(unknowns, best, noise, rounds)


def grown(unknowns: FlightUnknowns, x: Numbers, noise: float) -> Numbers | None:
    """Return the unknowns over windows that grow from x; None where a window loses the motion."""
    last = max(float(each.t[-1] - each.t[0]) for each in unknowns.flights)
    step = max(float(np.median(np.diff(each.t))) for each in unknowns.flights)
    size = max(spread(each.rates) for each in unknowns.flights) / noise
    end = _next_window(unknowns, x, max(FIRST_WINDOW, (unknowns.count + 3) * step) / GROWTH, SEEN * size * noise)
    while True:
        problem = _Problem(unknowns, noise, min(end, last) + 1e-9)
        f = problem(x)[0][: problem.rows]
        if not np.isfinite(f).all():
            return None
        turning = TURNING * max(robust_deviation(f), 1.0)
        final = end >= last
        x = problem.least(x, ROUGH, ROUGH_TRIALS, turning)
        left = robust_deviation(problem(x)[0][: problem.rows])
        if not left < HOPELESS * size:
            return None
        if final:
            return x
        end = _next_window(unknowns, x, end, SEEN * size * noise)


def _next_window(unknowns: FlightUnknowns, x: Numbers, end: float, most: float) -> float:
    """Return the end [s] of the next window: where what is predicted leaves what was measured by so much [rad/s]."""
    seen = math.inf
    for (found, _), flight in zip(unknowns.predicted(x), unknowns.flights, strict=True):
        apart = np.abs(found - flight.rates[: len(found)]).max(axis=1, initial=0.0, where=np.isfinite(found))
        lost = np.flatnonzero(~(np.nan_to_num(apart, nan=0.0) <= most) | ~np.isfinite(found).all(axis=1))
        if len(lost):
            seen = min(seen, float(flight.t[lost[0]] - flight.t[0]))
    return max(seen, GROWTH * end)


def with_noise(
    unknowns: FlightUnknowns, x: Numbers, noise: float, rounds: int = NOISE_ROUNDS, trials: int = FINE_TRIALS
) -> FlightSolution:
    """Return the solution near x with the noise that its own residuals have.

    Where they are correlated, fewer of them count: n (1 − ρ)/(1 + ρ), against each other and against the priors.
    """
    times = 1.0
    for _ in range(rounds):
        weight = noise * math.sqrt(times)
        problem = _Problem(unknowns, weight)
        x = problem.least(x, FINE, trials, TURNING / math.sqrt(times))
        apart = _apart(unknowns, x)
        every = np.concatenate(apart)
        known = every[np.isfinite(every)]
        before = noise, times
        noise = max(_deviation(known, len(x)), LEAST_NOISE)
        times = max(correlation_times(each / noise) for each in apart)
        if max(abs(noise / before[0] - 1.0), abs(times / before[1] - 1.0)) < SAME_NOISE:
            break
    matrix = _covariance(_Problem(unknowns, noise * math.sqrt(times)), x, TURNING / math.sqrt(times), times)
    return FlightSolution(unknowns, x, matrix, noise, times, apart, max(int(len(known) / times) - len(x), 1))


def _deviation(apart: Numbers, unknowns: int) -> float:
    """Return the standard deviation of residuals (n,) of which as many as there are unknowns are used up.

    Without outliers it is their root mean square; the median bounds it.
    """
    robust = float(np.median(np.abs(apart))) / MIDDLE
    inside = np.clip(apart, -3.0 * robust, 3.0 * robust) if robust > 0.0 else apart
    return math.sqrt(float(inside @ inside) / max(len(apart) - unknowns, 1))


def _covariance(problem: _Problem, x: Numbers, turning: float, times: float) -> Numbers:
    """Return the covariance (k, k) of an M-estimator with priors: A⁻¹ B A⁻¹ (Huber 1981, section 7.6)."""
    f, jacobian = problem(x)
    apart, slopes, known = f[: problem.rows], jacobian[: problem.rows], jacobian[problem.rows :]
    q = (apart / turning) ** 2
    psi = apart / np.sqrt(1.0 + q)
    priors = known.T @ known
    bread = np.linalg.pinv((slopes.T * (1.0 + q) ** -1.5) @ slopes + priors, hermitian=True)
    core = times * float(np.mean(psi * psi)) * (slopes.T @ slopes) + priors
    found: Numbers = bread @ core @ bread
    return found


def _apart(unknowns: FlightUnknowns, x: Numbers) -> list[Numbers]:
    pairs = zip(unknowns.predicted(x), unknowns.flights, strict=True)
    return [found - flight.rates for (found, _), flight in pairs]


def follows(solution: FlightSolution) -> tuple[bool, float]:
    """Return whether the motion follows all flights, and up to when [s] after its start the first lost one does."""
    noise = usual_noise(solution.unknowns)
    followed, reach = True, math.inf
    for flight, apart in zip(solution.unknowns.flights, solution.apart, strict=True):
        size = np.full(3, max(spread(column) for column in flight.rates.T))
        lost = np.where(np.isfinite(flight.rates), np.where(np.isfinite(apart), apart, np.inf), np.nan)
        each = following(flight.t - flight.t[0], lost, limits(np.full(3, noise), size))
        followed, reach = followed and each.followed, min(reach, each.reach)
    return followed, reach
