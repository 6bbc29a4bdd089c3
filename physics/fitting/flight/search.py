"""Where in a recording a body flies freely, and where it rests: by its accelerometer, or by its rates alone."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.fitting.estimates import correlation_times
from physics.fitting.flight.motion import Numbers
from physics.fitting.flight.starts import SYMMETRIC, weak_rows
from physics.fitting.flight.unknowns import BiasPrior
from physics.fitting.noise import scatter
from physics.maths.dense import cross_matrix

CUT = 0.02
"""What is cut off both ends of a flight [s]: hands leave it, or reach it, within that."""
LEAST_FLIGHT, MOST_FLIGHTS = 0.2, 8
"""Least duration of a flight that is looked for [s], and how many of the longest are taken."""
LEAST_RATE = 1.0
"""Least median rate of a flight [rad/s]: a slower one tells nothing, and cannot be told from rest."""
SEED, SEED_RMS, MOST_RMS, MOST_ARM = 0.15, 0.8, 0.6, 0.15
"""Duration in which an arm is looked for [s], the residual of the acceleration there, its median in a flight [m/s²],
and the greatest distance of the accelerometer from the centre of mass [m]."""
OFF, OFF_MEDIANS = 1.0, 4.0
"""Residual of the acceleration of a row that is in flight no more [m/s²], and the same in medians of the flight."""
ARM_WEIGHT = 1.0
"""Inverse variance of the arm over that of an acceleration [m²/s⁴ over m²]: 0.1 m and 0.1 m/s²."""
REVERSED = {"x": (-1.0, 1.0, 1.0), "y": (1.0, -1.0, 1.0), "z": (1.0, 1.0, -1.0), "all": (-1.0, -1.0, -1.0)}
"""Signs of rates by the axis that has the wrong sense."""
CLEAR, UNLIKE = 0.2, 3.0
"""Residual of the acceleration in a flight that leaves no doubt of its sense [m/s²], and how many times smaller it must
be for another sense."""
SLOPE_TIME = 0.01
"""Time on both sides over which the angular acceleration is taken [s], one row at least."""
STILL_TIME, STILL_RATE, STILL_SPREAD, STILL_SHAKE = 0.5, 0.2, 0.02, 0.4
"""Least duration of a rest [s], greatest rate, its scatter in excess of noise [rad/s], and that of the acceleration."""
FLOOR = 0.002
"""Standard deviation of the bias from a rest [rad/s] that no average makes smaller: it drifts, and hands tremble."""
SEED_TURN, SEED_STRETCHES, PREDICTED, OF_SIGNAL, DRAG = 1.0, 2.0, 4.0, 0.07, 0.01
"""Turn in half of a stretch [rad], how many stretches side by side an inertia is looked for in, and the residual of the
next stretch: in units of the noise, as a part of what it would be without the torque of inertia, and by the air, whose
number c is seldom larger."""


UNEVEN, SMOOTHER, LEAST_MOVING = 0.1, 0.7, 40
"""Scatter of the intervals, as a part of them, from which stamps may be tried at other rows; the roughness there, over
that of the rows themselves, from which they seem to belong there; and how many rows must move."""


class FoundFlights(NamedTuple):
    """Flights in a recording, as rows (first, last + 1), the earliest first.

    arm (3,) [m]: place of the accelerometer from the centre of mass, None where there is none. residual: median of the
    acceleration that is left [m/s²]. mirrored: the axis, as in `REVERSED`, whose rates must have the other sense for
    the accelerometer to fit them; "" for none.
    """

    rows: tuple[tuple[int, int], ...]
    arm: Numbers | None = None
    residual: float = math.nan
    mirrored: str = ""


def rest_before(
    t: Numbers, rates: Numbers, acceleration: Numbers | None
) -> tuple[BiasPrior, tuple[float, float]] | None:
    """Return the bias of the rates from the longest rest of a recording, and its begin and end [s]; None for none.

    t (rows,) [s], rates (rows, 3) [rad/s], acceleration (rows, 3) [m/s²] or None. No stretch that moves is used: rates
    must be small, and scatter by no more than noise and tremor.
    """
    usual = float(np.median(np.diff(t)))
    width = max(round(0.5 * STILL_TIME / usual), 8)
    if len(t) < 2 * width:
        return None
    noise = np.array([scatter(t, column) for column in rates.T])
    still = np.zeros(len(t), bool)
    for first in range(0, len(t) - width + 1, max(width // 4, 1)):
        part = rates[first : first + width]
        known = np.isfinite(part).all(axis=1)
        if known.sum() < 0.8 * width or t[first + width - 1] - t[first] > 2.0 * width * usual:
            continue
        part = part[known]
        calm = (part.std(axis=0) < np.hypot(STILL_SPREAD, 1.5 * noise)).all() and np.abs(
            part
        ).max() < STILL_RATE + 5.0 * noise.max()
        if calm and acceleration is not None:
            shake = acceleration[first : first + width]
            calm = bool((np.nan_to_num(shake).std(axis=0) < STILL_SHAKE).all())
        if calm:
            still[first : first + width] = True
    runs = [(first, last) for first, last in runs_of(still) if t[last - 1] - t[first] >= STILL_TIME - usual]
    if not runs:
        return None
    first, last = max(runs, key=lambda run: float(t[run[1] - 1] - t[run[0]]))
    trim = max((last - first) // 10, 1)
    part = rates[first + trim : last - trim]
    part = part[np.isfinite(part).all(axis=1)]
    mean = np.median(part, axis=0) if len(part) < 20 else part.mean(axis=0)
    times = correlation_times(part - mean)
    deviation = np.hypot(part.std(axis=0) * math.sqrt(times / len(part)), FLOOR)
    return BiasPrior(mean, deviation), (float(t[first]), float(t[last - 1]))


def runs_of(inside: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the stretches of rows (first, last + 1) that are inside."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], inside, [False]])))
    return [(int(first), int(last)) for first, last in edges.reshape(-1, 2)]


def stamp_shift(t: Numbers, rates: Numbers) -> tuple[int, float]:
    """Return by how many rows the times of a recording seem to stand aside, −1, 0 or 1, and the roughness left.

    t (rows,) [s], rates (rows, 3) [rad/s]. Row k then belongs to the time of row k + shift. Roughness is how far rates
    are from the cubic through their four neighbours, over that without a shift; even times tell nothing.
    """
    steps = np.diff(t)
    usual = float(np.median(steps))
    if len(t) < LEAST_MOVING or float(np.median(np.abs(steps - usual))) < UNEVEN * usual:
        return 0, 1.0
    inner = slice(1, len(t) - 1)
    found = {shift: _roughness(t[1 + shift : len(t) - 1 + shift], rates[inner], 3.0 * usual) for shift in (-1, 0, 1)}
    best = min(found, key=lambda shift: found[shift])
    left = found[best] / max(found[0], 1e-300)
    return (best, left) if best and left < SMOOTHER else (0, 1.0)


def _roughness(t: Numbers, rates: Numbers, longest: float) -> float:
    """Return the median distance of moving rates from the cubic through four neighbours, inf for too few of them."""
    count = len(t) - 4
    at = [np.arange(count) + k for k in (0, 1, 3, 4)]
    middle = np.arange(count) + 2
    predicted, size = np.zeros((count, 3)), np.ones(count)
    for j in range(4):
        weight = np.ones(count)
        for m in range(4):
            if m != j:
                weight = weight * (t[middle] - t[at[m]]) / (t[at[j]] - t[at[m]])
        predicted += weight[:, None] * rates[at[j]]
        size += weight * weight
    apart = np.sqrt(((rates[middle] - predicted) ** 2).sum(axis=1) / size)
    speed = np.sqrt((rates[middle] ** 2).sum(axis=1))
    kept = np.isfinite(apart) & (speed > LEAST_RATE) & (t[at[3]] - t[at[0]] < 2.0 * longest)
    return float(np.median(apart[kept])) if kept.sum() >= LEAST_MOVING // 2 else math.inf


# By the accelerometer -----------------------------------------------------------------------------------------


def flights_by_acceleration(t: Numbers, rates: Numbers, acceleration: Numbers) -> FoundFlights:
    """Return the flights in which a = ω' × r + ω × (ω × r) with one arm r, which small |a| alone does not tell.

    t (rows,) [s], rates (rows, 3) [rad/s], acceleration (rows, 3) as an accelerometer shows it, gravity included.
    """
    own = _by_arm(t, rates, acceleration)
    if own.rows and own.residual < CLEAR:
        return own
    others = [_by_arm(t, rates * signs, acceleration)._replace(mirrored=axis) for axis, signs in REVERSED.items()]
    others = [each for each in others if each.rows and not own.residual < UNLIKE * each.residual]
    return min(others, key=lambda each: each.residual, default=own)


def _by_arm(t: Numbers, rates: Numbers, acceleration: Numbers) -> FoundFlights:
    arms = _arm_matrices(t, rates)
    known = _known(arms, acceleration)
    usual = float(np.median(np.diff(t)))
    width = max(round(SEED / usual), 6)
    if len(t) < width:
        return FoundFlights(())
    seeds = np.zeros(len(t), bool)
    for first in np.flatnonzero(_fitting(arms, acceleration, known, width)).tolist():
        seeds[first : first + width] = True
    found = []
    for first, last in runs_of(seeds):
        run = _trimmed(arms, acceleration, known, first, last)
        if run is not None and t[run[1] - 1] - t[run[0]] >= LEAST_FLIGHT:
            found.append(run)
    found = [run for run in found if _speed(rates[slice(*run)]) >= LEAST_RATE]
    found = sorted(found, key=lambda run: t[run[0]] - t[run[1] - 1])[:MOST_FLIGHTS]
    if not found:
        return FoundFlights(())
    longest = np.arange(*found[0])
    r = _arm(arms[longest][known[longest]], acceleration[longest][known[longest]])
    kept, left = [], []
    for run in found:
        rows = np.arange(*run)
        rows = rows[known[rows]]
        apart = np.linalg.norm(acceleration[rows] - arms[rows] @ r, axis=1)
        if float(np.median(apart)) < MOST_RMS:
            kept.append(run)
            left.append(apart)
    if not kept:
        return FoundFlights(())
    every = np.concatenate([np.arange(*run) for run in kept])
    every = every[known[every]]
    r = _arm(arms[every], acceleration[every])
    cut = [each for run in kept if (each := _cut(t, *run)) is not None]
    return FoundFlights(tuple(sorted(cut)), r, float(np.median(np.concatenate(left))))


def with_arm(t: Numbers, rates: Numbers, acceleration: Numbers, rows: tuple[tuple[int, int], ...]) -> FoundFlights:
    """Return flights in given rows with the arm that fits them best; without one where its acceleration does not fit.

    t, rates, acceleration: as in `flights_by_acceleration`.
    """
    arms = _arm_matrices(t, rates)
    every = np.concatenate([np.arange(*run) for run in rows])
    every = every[_known(arms, acceleration)[every]]
    if len(every) < 6:
        return FoundFlights(rows)
    r = _arm(arms[every], acceleration[every])
    residual = float(np.median(np.linalg.norm(acceleration[every] - arms[every] @ r, axis=1)))
    return FoundFlights(rows, r, residual) if residual < MOST_RMS else FoundFlights(rows)


def acceleration_left(t: Numbers, rates: Numbers, acceleration: Numbers, arm: Numbers) -> Numbers:
    """Return what a free flight does not explain of an acceleration: |a − (ω' × r + ω × (ω × r))| (rows,) [m/s²].

    t, rates, acceleration: as in `flights_by_acceleration`. arm: r (3,) [m]. NaN where it is not known.
    """
    return np.asarray(np.linalg.norm(acceleration - _arm_matrices(t, rates) @ arm, axis=1))


def _arm_matrices(t: Numbers, rates: Numbers) -> Numbers:
    """Return the matrices (rows, 3, 3) that turn an arm into its acceleration, NaN where they are not known."""
    usual = float(np.median(np.diff(t)))
    span = max(round(SLOPE_TIME / usual), 1)
    slope = np.full_like(rates, np.nan)
    if len(t) > 2 * span:
        times = (t[2 * span :] - t[: -2 * span])[:, None]
        slope[span:-span] = np.where(
            times < 4.0 * span * usual, (rates[2 * span :] - rates[: -2 * span]) / times, np.nan
        )
    across = cross_matrix(rates)
    return np.asarray(cross_matrix(slope) + across @ across)


def _known(arms: Numbers, acceleration: Numbers) -> NDArray[np.bool_]:
    return np.asarray(np.isfinite(arms).all(axis=(1, 2)) & np.isfinite(acceleration).all(axis=1))


def _arm(arms: Numbers, acceleration: Numbers) -> Numbers:
    """Return the arm r (3,) [m] of least squares, without the rows that do not fit at all."""
    r = np.zeros(3)
    weights = np.ones(len(arms))
    for _ in range(5):
        whole = np.einsum("n,nji,njk->ik", weights, arms, arms) + ARM_WEIGHT * np.eye(3)
        r = np.linalg.solve(whole, np.einsum("n,nji,nj->i", weights, arms, acceleration))
        apart = np.linalg.norm(acceleration - arms @ r, axis=1)
        weights = 1.0 / np.hypot(1.0, apart / max(2.0 * float(np.median(apart)), 1e-6))
    return r


def _fitting(arms: Numbers, acceleration: Numbers, known: NDArray[np.bool_], width: int) -> NDArray[np.bool_]:
    """Return whether one arm fits in the `width` rows from each row on, (rows − width + 1,)."""
    arms = np.where(known[:, None, None], arms, 0.0)
    values = np.where(known[:, None], acceleration, 0.0)

    def summed(each: Numbers) -> Numbers:
        whole = np.concatenate([np.zeros((1, *each.shape[1:])), each.cumsum(axis=0)])
        return np.asarray(whole[width:] - whole[:-width])

    squares = summed(np.einsum("nji,njk->nik", arms, arms))
    mixed, size = summed(np.einsum("nji,nj->ni", arms, values)), summed((values * values).sum(axis=1))
    count = summed(known.astype(float))
    r = np.linalg.solve(squares + ARM_WEIGHT * np.eye(3), mixed[:, :, None])[:, :, 0]
    left = size - 2.0 * (r * mixed).sum(axis=1) + np.einsum("ni,nij,nj->n", r, squares, r)
    rms = np.sqrt(np.maximum(left, 0.0) / np.maximum(count, 1.0))
    return np.asarray((rms < SEED_RMS) & (np.linalg.norm(r, axis=1) < MOST_ARM) & (count >= 0.7 * width))


def _trimmed(
    arms: Numbers, acceleration: Numbers, known: NDArray[np.bool_], first: int, last: int
) -> tuple[int, int] | None:
    """Return the rows about a run in which the acceleration fits its arm, None for none."""
    rows = np.arange(first, last)[known[first:last]]
    if len(rows) < 6:
        return None
    r = _arm(arms[rows], acceleration[rows])
    apart = np.linalg.norm(acceleration - arms @ r, axis=1)
    middle = float(np.median(apart[rows]))
    if middle > MOST_RMS or float(np.linalg.norm(r)) > MOST_ARM:
        return None
    inside = (apart < max(OFF, OFF_MEDIANS * middle)) | ~known
    for i in np.flatnonzero(~inside[1:-1]) + 1:  # a single row that is off, such as a blow in the air, ends no flight
        inside[i] = bool(inside[i - 1] and inside[i + 1])
    runs = [run for run in runs_of(inside) if run[0] < last and run[1] > first]
    return max(runs, key=lambda run: run[1] - run[0]) if runs else None


def _cut(t: Numbers, first: int, last: int) -> tuple[int, int] | None:
    """Return a flight without `CUT` at both ends; none where it becomes too short."""
    rows = np.flatnonzero((t >= t[first] + CUT - 1e-9) & (t <= t[last - 1] - CUT + 1e-9))
    return (int(rows[0]), int(rows[-1]) + 1) if len(rows) > 8 else None


def _speed(rates: Numbers) -> float:
    return float(np.nanmedian(np.linalg.norm(rates, axis=1)))


# By the rates alone -------------------------------------------------------------------------------------------


def flights_by_rates(t: Numbers, rates: Numbers) -> FoundFlights:
    """Return the flights in which Euler's equations hold with one inertia, by stretches that predict the next.

    t (rows,) [s], rates (rows, 3) [rad/s]; rows with NaN are left out.
    """
    known = np.flatnonzero(np.isfinite(rates).all(axis=1))
    t_known, omega = t[known], rates[known]
    if len(known) < 24:
        return FoundFlights(((0, len(t)),)) if len(known) > 8 else FoundFlights(())
    rows, middles = weak_rows(t_known, omega, SEED_TURN)
    if len(rows) < 6:
        return FoundFlights(((0, len(t)),))
    tolerance = _tolerances(t_known, omega, rows, middles)
    half = middles[0] - t_known[0]
    moving = np.array([_speed(omega[np.abs(t_known - m) <= half]) >= LEAST_RATE for m in middles])
    free, found = moving.copy(), []
    for _ in range(MOST_FLIGHTS):
        run = _longest(rows, tolerance, middles, free, half)
        if run is None:
            break
        free[max(run[0] - 1, 0) : run[1] + 1] = False
        begin, end = middles[run[0]] - half, middles[run[1] - 1] + half
        inside = np.flatnonzero((t >= begin - 1e-9) & (t <= end + 1e-9))
        first = 0 if run[0] == 0 else int(inside[0])
        last = len(t) if run[1] == len(middles) else int(inside[-1]) + 1
        if t[last - 1] - t[first] >= LEAST_FLIGHT:
            found.append((first, last))
    if not found and _speed(omega) >= LEAST_RATE and t[-1] - t[0] >= LEAST_FLIGHT:
        found.append((0, len(t)))  # gaps may leave too few stretches: the fit tells whether it is one
    return FoundFlights(tuple(sorted(found)))


def _tolerances(t: Numbers, omega: Numbers, rows: Numbers, middles: Numbers) -> Numbers:
    """Return the residual up to which a stretch fits, for J of trace 1: of the noise, and of what it would be alone."""
    noise = float(np.median([scatter(t, column) for column in omega.T]))
    half = float(middles[0] - t[0])
    usual = float(np.median(np.diff(t)))
    slope = math.sqrt(1.22 / half * usual)  # ∫φ'² of the bump, 2.44/half, for inertia of a half
    speed = np.array([np.linalg.norm(omega[np.abs(t - m) <= half], axis=1).mean() for m in middles])
    spread_of = noise * (slope + 2.0 * speed * math.sqrt(0.8 * half * usual))
    signal = np.sqrt(np.einsum("nak,nak->n", rows, rows) / 6.0)
    drag = 0.5 * DRAG * speed * speed * (16.0 / 15.0 * half)
    return np.asarray(np.maximum(PREDICTED * spread_of, OF_SIGNAL * signal) + drag)


def _longest(
    rows: Numbers, tolerance: Numbers, middles: Numbers, free: NDArray[np.bool_], half: float
) -> tuple[int, int] | None:
    """Return the stretches (first, last + 1) of the longest flight among the free ones, None for none."""
    step = float(np.median(np.diff(middles))) if len(middles) > 1 else half
    width = max(round(2.0 * half * (SEED_STRETCHES - 1.0) / step) + 1, 4)
    best: tuple[int, int] | None = None
    first = 0
    while first + width <= len(rows):
        if free[first : first + width].all():
            run = _extended(rows, tolerance, free, first, first + width)
            if run is not None and (
                best is None or middles[run[1] - 1] - middles[run[0]] > middles[best[1] - 1] - middles[best[0]]
            ):
                best = run
            if run is not None and run[1] > first + width:
                first = run[1] - width
        first += max(width // 2, 1)
    return best


def _extended(
    rows: Numbers, tolerance: Numbers, free: NDArray[np.bool_], first: int, last: int
) -> tuple[int, int] | None:
    """Return the stretches about some that fit with one inertia, None where those do not."""
    scaled = rows / tolerance[:, None, None]
    whole = np.einsum("nak,nal->kl", scaled[first:last], scaled[first:last])

    def fits(inertia: Numbers, stretch: int) -> bool:
        return bool(np.linalg.norm(scaled[stretch] @ inertia) < 1.0)

    inertia = _inertia_of(whole)
    if not all(fits(inertia, k) for k in range(first, last)):
        return None
    while True:
        grown = False
        for stretch in (last, first - 1):
            if 0 <= stretch < len(rows) and free[stretch] and fits(inertia, stretch):
                whole = whole + scaled[stretch].T @ scaled[stretch]
                inertia = _inertia_of(whole)
                first, last, grown = min(first, stretch), max(last, stretch + 1), True
        if not grown:
            return first, last


def _inertia_of(whole: Numbers) -> Numbers:
    """Return the six numbers of the inertia of trace 1 with the least residual."""
    numbers = np.linalg.eigh(whole)[1][:, 0]
    trace = float(np.trace(np.tensordot(numbers, SYMMETRIC, axes=1)))
    return np.asarray(numbers / trace) if abs(trace) > 1e-6 else np.asarray(numbers * 1e6)
