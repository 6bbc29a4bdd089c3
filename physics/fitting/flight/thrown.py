"""Fit of a thrown body to the rates of its flights: `fit_flights` and its result, `ThrownBody`."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import BadInput
from physics.fitting.estimates import quantile
from physics.fitting.flight.motion import FlightBody, Numbers, flight_rates
from physics.fitting.flight.solving import FlightSolution, follows, grown, solve_flights, usual_noise, with_noise
from physics.fitting.flight.starts import inertia_starts, linear_inertia, twin
from physics.fitting.flight.unknowns import (
    NEEDLE,
    NO_BIAS_KNOWN,
    SHAPES,
    BiasPrior,
    FlightUnknowns,
    RatesFlight,
    inertia_derivatives,
    inertia_matrix,
    is_usual,
)
from physics.fitting.solver import GOOD, robust_deviation
from physics.free.polhode_values import HALF, SIZE, write_polhode_values
from physics.types import Floats

LEAST_ROWS = 12
"""Rows of a flight at least."""
MORE_AIR = 10.0
"""Decrease of the sum of squares, in squared noises, for which three numbers of the air stand in place of one."""
EQUAL = 2.0
"""Standard deviations within which two moments are equal."""
STEADY, STEADY_NOISE = 0.03, 3.0
"""Change of the rates, as a part of them and in units of the noise, below which they hardly change."""
TOGETHER, OPEN = 0.9, 0.004
"""Correlation of the two ratios and half width of their interval, from which they are found together only."""
WIDE = 0.02
"""Half width of the interval of a ratio, from which more is wanted."""
OFF_ROW, OFF_PREDICTED, OFF_PART = 6.0, 4.0, 0.3
"""Residual of a row that is in flight no more: in units of the noise, of the error of what is predicted, and as a part
of the rates at most."""
END_ROWS, MODEL = 4, 0.02
"""Rows at both ends of a flight that must be followed as they are, and the residual that a model may leave in all, as a
part of the rates."""
END_STARTS, END_ROUNDS, ROUNDS = 2, 2, 5
"""Starts that are tried there, how often the noise is found anew, and how often the ends of a flight are: what is found
there is fitted again."""


class FlightValue(NamedTuple):
    """A number that a fit has found: value, and half of the interval of 95 %, NaN where it is not known."""

    value: float
    half: float


@dataclass(frozen=True)
class ThrownBody:
    """What the rates of free flights tell of a body; its size they do not.

    followed: whether the motion follows all flights; where not, `reach` [s] tells how long. inertia (3, 3): in the axes
    of the gyroscope, over the greatest principal moment. ratios: I₁/I₃ and I₂/I₃, the least moment first. total: their
    sum. axes (3, 3): columns are the principal axes, a rotation. axis_halves (3,): half widths of their directions
    [rad], inf where they are not found. bias, air: three numbers each [rad/s], [1]. half_periods: of each flight, from
    one flip to the next [s], at its start. starts: ω at its start (3,) [rad/s]. covariance: of `unknowns`.
    noise [rad/s], times: residuals that tell as much as an independent one. remarks: what is not found, and questions.
    twin: moments of the body that would draw the same curves if one axis, or all three, had the wrong sense; or None.
    """

    flights: tuple[RatesFlight, ...]
    followed: bool
    reach: float
    inertia: Numbers
    ratios: tuple[FlightValue, FlightValue]
    total: FlightValue
    axes: Numbers
    axis_halves: Numbers
    bias: tuple[FlightValue, ...]
    air: tuple[FlightValue, ...]
    airs: int
    starts: tuple[Numbers, ...]
    half_periods: tuple[FlightValue, ...]
    noise: float
    times: float
    rms: float
    predicted: tuple[Numbers, ...]
    remarks: tuple[str, ...]
    twin: tuple[float, float, float] | None

    @property
    def moments(self) -> Numbers:
        """The principal moments (3,), ascending, over the greatest."""
        return np.array([self.ratios[0].value, self.ratios[1].value, 1.0])

    def body(self) -> FlightBody:
        """Return the body, for `flight_rates`."""
        return FlightBody(
            self.inertia, np.array([each.value for each in self.air]), np.zeros((0, 3, 3)), np.zeros((0, 3))
        )


def fit_flights(
    flights: Sequence[RatesFlight],
    bias: BiasPrior = NO_BIAS_KNOWN,
    note: Callable[[float], None] = lambda part: None,
    near: Sequence[Numbers] = (),
) -> ThrownBody:
    """Fit one body, one bias and the air to the rates of several free flights.

    bias: what is known of it beforehand. note: called with the part that is done. near: inertia matrices (3, 3) from
    which it may begin. Raises BadInput for too few rows.
    """
    for flight in flights:
        check_flight(flight)
    if not flights:
        raise BadInput("flights: none; give one or more")
    unknowns = FlightUnknowns(flights, bias, 3)
    starts = chain(map(unknowns.start, near), _starts(unknowns, bias))
    more = solve_flights(unknowns, starts, lambda part: note(0.8 * part))
    if not follows(more)[0]:
        return _told(more)
    best = _with_one_air(more)
    if best.cost - more.cost > 0.5 * MORE_AIR * more.noise * more.noise * more.times:
        best = more
    note(1.0)
    return _told(best)


def check_flight(flight: RatesFlight) -> None:
    """Raise BadInput for a flight with too few rows, or times that do not rise."""
    if len(_full(flight)) < LEAST_ROWS:
        raise BadInput(f"flight: has {len(_full(flight))} rows with three rates; at least {LEAST_ROWS} are needed")
    if not (np.diff(flight.t) > 0.0).all():
        raise BadInput("flight: times do not rise from row to row; they must")


def _full(flight: RatesFlight) -> NDArray[np.intp]:
    return np.flatnonzero(np.isfinite(flight.rates).all(axis=1))


# Starts -------------------------------------------------------------------------------------------------------


def _known(flights: Sequence[RatesFlight], bias: BiasPrior) -> list[tuple[Numbers, Numbers]]:
    """Return the times and rates of the full rows of flights."""
    return [(each.t[rows], each.rates[rows] - bias.value) for each in flights for rows in [_full(each)]]


def _starts(unknowns: FlightUnknowns, bias: BiasPrior) -> Iterator[Numbers]:
    """Yield unknowns from which a fit may begin, the likeliest first.

    Where the body would be a needle, its moments follow badly from its rates; those of the twin, which draws the same
    curves in the opposite sense, follow well. So the rates are turned about, fitted, and the twin's twin is a start.
    """
    flights = unknowns.flights
    if all(_is_steady(each, usual_noise(unknowns)) for each in flights):
        yield unknowns.start(np.eye(3))
        return
    starts = inertia_starts(_known(flights, bias))
    other = unknowns.mirrored()
    opposite = bias._replace(value=-bias.value)
    own, turned = (linear_inertia(_known(*each)) for each in ((flights, bias), (other.flights, opposite)))
    first = [unknowns.start(next(starts))]
    if turned is not None and is_usual(turned):
        x = grown(other, other.start(turned), usual_noise(other))
        found = None if x is None else other.mirrored_numbers(x)
        mirrored = [] if found is None else [found]
        first = [*first, *mirrored] if own is not None and is_usual(own) else [*mirrored, *first]
    yield from first
    for inertia in starts:
        yield unknowns.start(inertia)


def _with_one_air(solution: FlightSolution) -> FlightSolution:
    """Return the solution near another one with one number of the air in place of three."""
    old = solution.unknowns
    prior = BiasPrior(*(each[old.body : old.body + 3] for each in (old.prior, old.spread)))
    unknowns = FlightUnknowns(old.flights, prior, 1)
    x = unknowns.prior.copy()
    x[:SHAPES], x[SHAPES], x[unknowns.body :] = solution.x[:SHAPES], old.air(solution.x).mean(), solution.x[old.body :]
    return with_noise(unknowns, x, solution.noise)


# The ends of a flight -----------------------------------------------------------------------------------------


def flight_ends(
    t: Numbers, rates: Numbers, first: int, last: int, bias: BiasPrior = NO_BIAS_KNOWN
) -> tuple[tuple[int, int], Numbers | None]:
    """Return the rows (first, last + 1) of the flight about those that are given, which the rates alone have told.

    With them comes the inertia (3, 3) that was found for them, or None.

    They are fitted, or where they are not followed, their inner half; the flight goes on as far as that predicts the
    rows, and is fitted again.
    """
    inner = first, last
    solution = _alone(t, rates, inner, bias, 1)
    if solution is None or not _is_good(solution):
        quarter = (last - first) // 4
        inner = first + quarter, last - quarter
        solution = _alone(t, rates, inner, bias, END_STARTS)
    for _ in range(ROUNDS):
        if solution is None or not follows(solution)[0]:
            return (first, last), None
        outer = _predicted_rows(t, rates, inner, solution)
        if outer == inner:
            break
        inner = outer
        unknowns = FlightUnknowns([RatesFlight(t[slice(*inner)], rates[slice(*inner)])], bias, 3)
        x = unknowns.start(inertia_matrix(solution.x), solution.unknowns.bias(solution.x))
        solution = with_noise(unknowns, x, solution.noise, END_ROUNDS)
    return inner, None if solution is None else inertia_matrix(solution.x)


def _alone(t: Numbers, rates: Numbers, rows: tuple[int, int], bias: BiasPrior, starts: int) -> FlightSolution | None:
    """Return the solution of the rows (first, last + 1) None where they are too few."""
    flight = RatesFlight(t[slice(*rows)], rates[slice(*rows)])
    if len(_full(flight)) < LEAST_ROWS:
        return None
    unknowns = FlightUnknowns([flight], bias, 3)
    return solve_flights(unknowns, _starts(unknowns, bias), most=starts, rounds=END_ROUNDS)


def _is_good(solution: FlightSolution) -> bool:
    """Return whether residuals are small, those at both ends, too."""
    apart, noise = solution.apart[0], usual_noise(solution.unknowns)
    ends = np.concatenate([apart[:END_ROWS], apart[-END_ROWS:]])
    known = apart[np.isfinite(apart)]
    size = robust_deviation(known / noise) * noise
    small = bool(np.nanmax(np.abs(ends), initial=0.0) < OFF_ROW * max(size, noise))
    fastest = float(np.nanmax(np.linalg.norm(solution.unknowns.flights[0].rates, axis=1), initial=1e-3))
    return small and (size < GOOD * noise or size < MODEL * fastest)


def _predicted_rows(t: Numbers, rates: Numbers, inner: tuple[int, int], solution: FlightSolution) -> tuple[int, int]:
    """Return the rows about a fitted flight up to which its motion is followed; more than twice as many are not."""
    unknowns, x = solution.unknowns, solution.x
    body, omega, length = unknowns.flight_body(x), x[unknowns.own(0)], inner[1] - inner[0]
    noise = max(solution.noise, usual_noise(unknowns))
    fastest = float(np.nanmax(np.linalg.norm(unknowns.flights[0].rates, axis=1), initial=1e-3))
    begin, end = max(inner[0] - length, 0), min(inner[1] + length, len(t))
    found = []
    for sign, rows in ((1.0, np.arange(inner[0], end)), (-1.0, np.arange(inner[0], begin - 1, -1))):
        moved = flight_rates(body._replace(air=sign * body.air), sign * omega, np.abs(t[rows] - t[inner[0]]), fastest)
        derivatives = np.zeros((len(rows), 3, unknowns.count))
        derivatives[:, :, : unknowns.body] = sign * moved.derivatives[:, :, : unknowns.body]
        derivatives[:, :, unknowns.own(0)] = moved.derivatives[:, :, unknowns.body :]
        derivatives[:, :, unknowns.body : unknowns.body + 3] = np.eye(3)
        apart = sign * moved.omega + unknowns.bias(x) - rates[rows]
        with np.errstate(all="ignore"):
            error = np.sqrt(np.einsum("rci,ij,rcj->rc", derivatives, solution.covariance, derivatives))
            most = np.minimum(np.hypot(OFF_ROW * noise, OFF_PREDICTED * error), OFF_PART * fastest)
            off = (~(np.abs(apart) <= most) & np.isfinite(rates[rows])).any(axis=1)
        lost = np.flatnonzero(off[:-1] & off[1:])  # one row that is off may be an outlier
        found.append(int(rows[lost[0]]) if len(lost) else int(rows[-1]) + int(sign))
    return found[1] + 1, found[0]


# What is found ------------------------------------------------------------------------------------------------


def _told(solution: FlightSolution) -> ThrownBody:
    unknowns, x, J = solution.unknowns, solution.x, inertia_matrix(solution.x)
    moments, axes = _principal(J)
    q = quantile(solution.freedom)
    covariance = solution.covariance
    slopes = np.zeros((3, unknowns.count))
    turns = np.zeros((3, unknowns.count))
    for k, part in enumerate(inertia_derivatives(x)):
        moved = axes.T @ part @ axes
        slopes[:, k] = np.diag(moved) / moments[2] - moments / moments[2] ** 2 * moved[2, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            turns[:, k] = [moved[i, j] / (moments[j] - moments[i]) for i, j in ((1, 2), (2, 0), (0, 1))]
    spread_of = slopes @ covariance @ slopes.T
    ratios = tuple(FlightValue(float(moments[i] / moments[2]), q * _root(spread_of[i, i])) for i in range(2))
    total = FlightValue(ratios[0].value + ratios[1].value, q * _root(spread_of[:2, :2].sum()))
    with np.errstate(all="ignore"):
        turned = np.nan_to_num(np.diag(turns @ covariance @ turns.T), nan=np.inf)
    halves = q * np.sqrt(
        np.maximum(
            turned.sum() - turned,
            np.array([max(turned[1], turned[2]), max(turned[0], turned[2]), max(turned[0], turned[1])]),
        )
    )
    followed, reach = follows(solution)
    every = np.concatenate(solution.apart)
    body = ThrownBody(
        unknowns.flights, followed, reach, J / moments[2], (ratios[0], ratios[1]), total, axes,
        np.where(halves < 0.5 * math.pi, halves, np.inf),
        _values(unknowns.bias(x), covariance[unknowns.body : unknowns.body + 3, unknowns.body : unknowns.body + 3], q),
        _values(unknowns.air(x), _air_covariance(unknowns, covariance), q), unknowns.airs,
        tuple(x[unknowns.own(place)] for place in range(len(unknowns.flights))),
        tuple(_half_period(solution, place, q) for place in range(len(unknowns.flights))),
        solution.noise, solution.times, float(np.sqrt(np.nanmean(every * every))),
        tuple(flight.rates + apart for flight, apart in zip(unknowns.flights, solution.apart, strict=True)),
        (), None,
    )  # fmt: skip
    return _with_remarks(body, spread_of[:2, :2], q)


def _root(variance: float) -> float:
    return math.sqrt(max(float(variance), 0.0))


def _values(values: Numbers, covariance: Numbers, q: float) -> tuple[FlightValue, ...]:
    return tuple(FlightValue(float(value), q * _root(covariance[k, k])) for k, value in enumerate(values))


def _air_covariance(unknowns: FlightUnknowns, covariance: Numbers) -> Numbers:
    if not unknowns.airs:
        return np.zeros((3, 3))
    own = covariance[SHAPES : unknowns.body, SHAPES : unknowns.body]
    return np.asarray(np.broadcast_to(own, (3, 3)))


def _principal(J: Numbers) -> tuple[Numbers, Numbers]:
    """Return the principal moments, ascending, and their axes as columns of a rotation, near the axes of the sensor."""
    moments, axes = np.linalg.eigh(J)
    largest = axes[np.abs(axes).argmax(axis=0), range(3)]
    axes = axes * np.where(largest < 0.0, -1.0, 1.0)
    if np.linalg.det(axes) < 0.0:
        axes[:, 1] = -axes[:, 1]
    return moments, axes


def half_period(J: Numbers, omega: Numbers) -> float:
    """Return the time [s] from one flip to the next, inf on the separatrix, 0 where the rates are constant.

    J (3, 3): inertia up to a factor. omega (3,) [rad/s].
    """
    moments, axes = _principal(J)
    out: Floats = memoryview(array("d", bytes(8 * SIZE)))
    (A, B, C), (o_A, o_B, o_C) = moments.tolist(), (axes.T @ omega).tolist()
    write_polhode_values(A, B, C, o_A, o_B, o_C, out)
    return out[HALF]


def _half_period(solution: FlightSolution, place: int, q: float) -> FlightValue:
    unknowns, x = solution.unknowns, solution.x
    rates = unknowns.own(place)
    slope = np.zeros(unknowns.count)
    value = half_period(inertia_matrix(x), x[rates])
    for k in (*range(SHAPES), *range(rates.start, rates.stop)):
        step = 1e-5 * max(1.0, abs(x[k]))
        up, down = x.copy(), x.copy()
        up[k], down[k] = x[k] + step, x[k] - step
        slope[k] = (half_period(inertia_matrix(up), up[rates]) - half_period(inertia_matrix(down), down[rates])) / (
            2.0 * step
        )
    found = q * _root(float(slope @ solution.covariance @ slope)) if np.isfinite(slope).all() else math.nan
    return FlightValue(value, found)


# What is not found --------------------------------------------------------------------------------------------


def _with_remarks(body: ThrownBody, spread_of: Numbers, q: float) -> ThrownBody:
    """Return the result with what cannot be told from such motions; axes that are not found have no error."""
    if not body.followed:
        return body
    remarks, halves = [], body.axis_halves.copy()
    if all(_is_steady(each, body.noise) for each in body.flights):
        unknown = [each._replace(half=math.inf) for each in (*body.ratios, body.total)]
        constant = tuple(FlightValue(0.0, math.nan) for _ in body.flights)
        body = replace(body, ratios=(unknown[0], unknown[1]), total=unknown[2], half_periods=constant)
        halves[:] = np.inf
        along = body.starts[0] / np.linalg.norm(body.starts[0])
        remarks.append(
            "the rates hardly change: only the direction of one axis is found, "
            f"({', '.join(f'{each:.4f}' for each in along.tolist())}), or all axes are alike"
        )
        return replace(body, axis_halves=halves, remarks=tuple(remarks))
    low, high = _equal_pairs(body, spread_of)
    if low and high:
        remarks.append("the three moments are equal within the errors: no axis is found")
        halves[:] = np.inf
    elif low or high:
        remarks.append("two moments are equal within the errors: their axes are not found")
        halves[[0, 1] if low else [1, 2]] = np.inf
    remarks += _open_ratios(body, spread_of, q)
    return replace(body, axis_halves=halves, remarks=tuple(remarks), twin=_wrong_sense(body, spread_of))


def _is_steady(flight: RatesFlight, noise: float) -> bool:
    size = float(np.nanmean(np.linalg.norm(flight.rates, axis=1)))
    change = float(np.sqrt(np.nanvar(flight.rates, axis=0).sum()))
    return change < max(STEADY * size, STEADY_NOISE * noise)


def _equal_pairs(body: ThrownBody, spread_of: Numbers) -> tuple[bool, bool]:
    """Return whether the two lower moments are equal within their errors, and whether the two higher ones are."""
    first, second = (each.value for each in body.ratios)
    apart = _root(spread_of[0, 0] + spread_of[1, 1] - 2.0 * spread_of[0, 1])
    return second - first < EQUAL * apart, 1.0 - second < EQUAL * _root(spread_of[1, 1])


def _open_ratios(body: ThrownBody, spread_of: Numbers, q: float) -> list[str]:
    """Return what is said of ratios that are found together only, or not well."""
    widest = max(each.half for each in body.ratios)
    sizes = np.sqrt(np.maximum(np.diag(spread_of), 1e-300))
    correlation = float(spread_of[0, 1] / (sizes[0] * sizes[1]))
    said = []
    if widest > OPEN and abs(correlation) > TOGETHER:
        sign = "+" if correlation < 0.0 else "−"
        value = body.ratios[0].value + (1.0 if correlation < 0.0 else -1.0) * body.ratios[1].value
        half = q * _root(spread_of[0, 0] + spread_of[1, 1] - 2.0 * abs(spread_of[0, 1]))
        said.append(f"the two ratios are found together only: (I₁ {sign} I₂)/I₃ = {value:.5f} ± {half:.2g}")
        frequency = _wobble(body, spread_of, q)
        if frequency is not None:
            said.append(frequency)
    if widest > WIDE:
        said.append("for smaller errors: throw it faster or longer, or join a flight about another axis")
    return said


def _wobble(body: ThrownBody, spread_of: Numbers, q: float) -> str | None:
    """Return the frequency of a slight wobble about the first or the third axis, over the rate; None for none."""
    about = np.nanmean(
        np.concatenate([np.abs((each.rates - [b.value for b in body.bias]) @ body.axes) for each in body.flights]),
        axis=0,
    )
    axis = int(about.argmax())
    if axis == 1 or about[axis] < 3.0 * (about.sum() - about[axis]):
        return None

    def value(a: float, b: float) -> float:
        moments = np.array([a, b, 1.0])
        own, (one, other) = moments[axis], np.delete(moments, axis)
        return math.sqrt(max((own - one) * (own - other) / (one * other), 0.0))

    a, b = (each.value for each in body.ratios)
    step = 1e-6
    slope = np.array([value(a + step, b) - value(a - step, b), value(a, b + step) - value(a, b - step)]) / (2.0 * step)
    half = q * _root(float(slope @ spread_of @ slope))
    names = ("√((I₂−I₁)(I₃−I₁)/(I₂I₃))", "√((I₃−I₁)(I₃−I₂)/(I₁I₂))")[axis // 2]
    return f"sharply found: the wobble over the rate, {names} = {value(a, b):.5f} ± {half:.2g}"


def _wrong_sense(body: ThrownBody, spread_of: Numbers) -> tuple[float, float, float] | None:
    """Return the moments of the twin, over its greatest, where it is the likelier body, else None."""
    (first, half), (second, _) = body.ratios
    flat = first + second - 1.0
    error = _root(spread_of.sum())
    if first - half > NEEDLE and flat > -EQUAL * error - 0.01:
        return None
    moments = np.sort(np.linalg.eigvalsh(twin(np.diag([first, second, 1.0]))))
    if moments[0] <= 0.0 or moments[0] + moments[1] < 0.98 * moments[2]:
        return None
    return tuple((moments / moments[2]).tolist())
