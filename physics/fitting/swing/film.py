"""Fit of a pendulum to a film of it: `fit_film`, by its angle or by the points of its bob.

Only g/ℓ is found, with the laws of damping. Of points, the pivot, the length in their own unit and the direction of the
plumb line are found, too: circle and swing together, so that neither the scale of the film nor a turned camera matters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.errors import BadInput
from physics.fitting.estimates import correlation_times, quantile
from physics.fitting.marquardt import minimum
from physics.fitting.noise import spread
from physics.fitting.swing.frames import LostFrames, missed_gap, numbered, seen_gaps, with_gaps
from physics.fitting.swing.motion import swings
from physics.maths.array_trig import arctan2, sincos

Numbers = NDArray[np.float64]

LAWS = ("c1", "c2", "dry")
"""Damping of a rate: viscous −c₁ θ' [1/s], quadratic −c₂ |θ'| θ' [1], dry −d sgn θ' [1/s²]."""
ANGLE_NUMBERS, POINT_NUMBERS = ("offset",), ("pivot_x", "pivot_y", "radius", "plumb")
SWING = ("q", *LAWS, "theta", "theta_dot")
UNITS = {
    "q": "1/s²", "c1": "1/s", "c2": "", "dry": "1/s²", "theta": "rad", "theta_dot": "rad/s", "offset": "rad",
    "pivot_x": "", "pivot_y": "", "radius": "", "plumb": "rad",
}  # fmt: skip
FIRST_HELD = ("c2", "dry")
"""Laws of damping that windows which grow leave out."""
LEAST_ROWS, LEAST_SWINGS = 24, 3
"""Rows, and passages of the middle, at least."""
FIRST_PERIODS, GROWTH = 1.0, 1.4
"""Periods of the first window, and how many times longer each is than the one before."""
MOST_SWINGS = 1500
"""Swings of a film at most: more take minutes."""
TURNING = 2.5
"""Residual in standard deviations from which it counts no more as its square."""
FOLLOWED = 0.2
"""Root mean square of the residuals, as a part of the spread, up to which a motion is followed: at rest it is 1."""
EXPLAINED, SURELY, SOME, MOST_GAPS = 0.3, 100.0, 0.08, 60
"""Part of the squares that a lost frame must explain; squares, in those of the noise, from which a lesser part is
enough; and how many frames are looked for in a window."""
ALIKE = 6.0
"""Difference of the squares, in those of the noise, within which two laws of damping follow alike."""
LAST_FIFTH = 1.5
"""Residual in the last fifth over that before, from which it is said to be followed worse."""


class FilmValue(NamedTuple):
    """A number that was found: its name, unit, value, and half of the interval of 95 %."""

    name: str
    unit: str
    value: float
    half: float


@dataclass(frozen=True)
class FilmFit:
    """What a film tells of a pendulum.

    followed: whether the motion is followed. values: of what was found, q = g/ℓ first; laws of damping within their
    error are left out. dropped: those. lost: frames that seem lost; used: whether gaps were inserted there. t (rows,)
    [s]: as used. apart (rows, columns): predicted less measured. rms: root mean square of each column, last: the same
    of all columns in the last fifth over that before. times: residuals that tell as much as an independent one.
    """

    followed: bool
    values: tuple[FilmValue, ...]
    dropped: tuple[str, ...]
    alike: tuple[FilmValue, ...]
    lost: tuple[LostFrames, ...]
    used: bool
    t: Numbers
    apart: Numbers
    rms: tuple[float, ...]
    last: float
    times: float

    def __getitem__(self, name: str) -> FilmValue:
        """Return a value by its name; KeyError where it was not found."""
        return {each.name: each for each in self.values}[name]


def fit_film(t: Numbers, values: Numbers, gaps: bool = False) -> FilmFit:
    """Fit a pendulum to an angle (rows, 1) [rad], or to points of its bob (rows, 2) in any unit.

    t: times (rows,) [s]. NaN for none. gaps: lost frames are counted in the times; else they are only named. Raises
    BadInput.
    """
    known = np.isfinite(values).all(axis=1) & np.isfinite(t)
    t, values = t[known], values[known]
    if len(t) < LEAST_ROWS:
        raise BadInput(f"film: has {len(t)} rows with a time and a place; at least {LEAST_ROWS} are needed")
    if not (np.diff(t) > 0.0).all():
        raise BadInput("film: times do not rise from row to row; they must")
    plain = _Film(t, values)
    first = plain.start()
    swung = float(t[-1] - t[0]) * math.sqrt(first[0]) / (2.0 * math.pi)
    if swung > MOST_SWINGS:
        raise BadInput(f"film: has {swung:.0f} swings; at most {MOST_SWINGS} are followed: give a window")
    found, film, x = _with_gaps(plain, seen_gaps(t, values))
    if found and not (gaps and film.is_followed(x)):
        film, x = plain, plain.grown(plain.start())
    return _told(film, x, numbered(found), gaps and film is not plain)


def _with_gaps(plain: _Film, gaps: dict[int, int]) -> tuple[dict[int, int], _Film, Numbers]:
    """Return all gaps, beside those that were seen, the film with them, and its numbers.

    Windows grow, so that few frames are lost in what is new, and each is told by how much later all is from there on.
    """
    film = plain.at(with_gaps(plain.t, gaps))
    x = film.start()
    usual = float(np.median(np.diff(plain.t)))
    for rows in film.windows(x[0]):
        x = film.least(x, 0.05 * film.size, FIRST_HELD, rows, 1e-3)
        for _ in range(MOST_GAPS):
            apart, *slopes = film.compared(x, rows, FIRST_HELD)
            missed = missed_gap(usual, apart, *slopes)
            if missed is None:
                break
            place, part = missed
            surely = part * float((apart * apart).sum()) > SURELY * _noise(apart) ** 2
            if part < (SOME if surely else EXPLAINED):
                break
            more = {**gaps, place: gaps.get(place, 0) + 1}
            other = plain.at(with_gaps(plain.t, more))
            moved = other.least(x, 0.05 * film.size, FIRST_HELD, rows, 1e-3)
            if other.cost(moved, rows) > (1.0 - 0.5 * part) * film.cost(x, rows):
                break
            film, x, gaps = other, moved, more
    return gaps, film, x


class _Film:
    """A film at some times, and the numbers of a pendulum in it: those of `SWING`, then those of its picture."""

    def __init__(self, t: Numbers, values: Numbers) -> None:
        self.t, self.values = t, values
        self.is_angle = values.shape[1] == 1
        self.names = (*SWING, *(ANGLE_NUMBERS if self.is_angle else POINT_NUMBERS))
        self.size = max(spread(column) for column in values.T)

    def at(self, t: Numbers) -> _Film:
        """Return the film with other times."""
        return _Film(t, self.values)

    def compared(
        self, x: Numbers, rows: int | None = None, held: Sequence[str] = ()
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return predicted less measured values (rows, columns), their derivatives by x, and the predicted rates.

        rows: as many as are compared. held: numbers by which no derivative is wanted; they are 0.
        """
        t, values = self.t[:rows], self.values[:rows]
        own = x[: len(SWING)]
        steps = 1e-6 * np.array([own[0], math.sqrt(own[0]), 1.0, own[0], 1.0, math.sqrt(own[0])])
        varied = [k for k, name in enumerate(SWING) if name not in held]
        trials = np.tile(own, (2 * len(varied) + 1, 1))
        for place, k in enumerate(varied):
            trials[1 + place, k] += steps[k]
            trials[1 + len(varied) + place, k] = max(own[k] - steps[k], 0.0) if 0 < k < 4 else own[k] - steps[k]
        found = swings(trials, t)
        wide = [trials[1 + place, k] - trials[1 + len(varied) + place, k] for place, k in enumerate(varied)]
        slopes = np.zeros((len(t), len(SWING)))
        slopes[:, varied] = ((found[1 : 1 + len(varied)] - found[1 + len(varied) :]) / np.array(wide)[:, None]).T
        theta = found[0]
        speed = np.gradient(theta, t)
        if self.is_angle:
            jacobian = np.concatenate([slopes, np.ones((len(t), 1))], axis=1)[:, None]
            return (theta + x[-1])[:, None] - values, jacobian, speed[:, None]
        px, py, radius, plumb = x[len(SWING) :]
        s, c = sincos(theta + plumb)
        points = np.stack([px + radius * s, py - radius * c], axis=1)
        along = radius * np.stack([c, s], axis=1)
        jacobian = np.zeros((len(t), 2, len(x)))
        jacobian[:, :, : len(SWING)] = along[:, :, None] * slopes[:, None, :]
        jacobian[:, 0, -4] = jacobian[:, 1, -3] = 1.0
        jacobian[:, 0, -2], jacobian[:, 1, -2] = s, -c
        jacobian[:, :, -1] = along
        return points - values, jacobian, along * speed[:, None]

    def apart(self, x: Numbers, rows: int | None = None) -> Numbers:
        """Return predicted less measured values (rows, columns), up to a row."""
        return self.compared(x, rows, SWING)[0]

    def least(
        self, x: Numbers, noise: float, held: Sequence[str] = (), rows: int | None = None, tolerance: float = 1e-5
    ) -> Numbers:
        """Return the numbers of least residuals near x; those that are held stay at 0."""
        moves = np.array([name not in held for name in self.names])
        low, high = np.full(len(x), -np.inf), np.full(len(x), np.inf)
        low[0], low[1:4], high[0] = 0.1 * x[0], 0.0, 10.0 * x[0]
        x = np.where(moves, x, 0.0)

        def problem(part: Numbers) -> tuple[Numbers, Numbers]:
            whole = x.copy()
            whole[moves] = part
            apart, jacobian, _ = self.compared(whole, rows, held)
            return apart.ravel() / noise, jacobian[:, :, moves].reshape(-1, int(moves.sum())) / noise

        found = x.copy()
        found[moves] = minimum(problem, x[moves], (low[moves], high[moves]), TURNING, tolerance, 30)
        return found

    def cost(self, x: Numbers, rows: int | None = None) -> float:
        """Return the sum of squares of the residuals, up to a row."""
        apart = self.apart(x, rows)
        return float((apart * apart).sum())

    def is_followed(self, x: Numbers) -> bool:
        """Return whether residuals are small beside the motion."""
        apart = self.apart(x)
        return bool(math.sqrt(float(np.median(apart**2)) / 0.455) < FOLLOWED * self.size)

    def windows(self, q: float) -> Iterator[int | None]:
        """Yield the ends of windows that grow, the last one with all rows (None)."""
        rows = int(np.searchsorted(self.t, self.t[0] + FIRST_PERIODS * 2.0 * math.pi / math.sqrt(q)))
        rows = max(rows, LEAST_ROWS)
        while rows < len(self.t):
            yield rows
            rows = int(GROWTH * rows)
        yield None

    def grown(self, x: Numbers) -> Numbers:
        """Return the numbers over windows that grow from x."""
        for rows in self.windows(x[0]):
            x = self.least(x, 0.05 * self.size, FIRST_HELD, rows, 1e-3)
        return x

    def start(self) -> Numbers:
        """Return numbers to begin from: of the circle through the points, and the passages of the middle."""
        picture = [0.0] if self.is_angle else list(_circle(self.values))
        if self.is_angle:
            angle = self.values[:, 0].copy()
        else:
            px, py, _, plumb = picture
            angle = arctan2(self.values[:, 0] - px, py - self.values[:, 1]) - plumb
            angle = (angle + math.pi) % (2.0 * math.pi) - math.pi
        first = angle[: max(LEAST_ROWS, len(angle) // 2)]
        middle = 0.5 * (float(np.percentile(first, 2)) + float(np.percentile(first, 98)))
        crossings = _crossings(self.t, angle - middle)
        if len(crossings) < LEAST_SWINGS:
            raise BadInput(f"film: passes its middle {len(crossings)} times; at least {LEAST_SWINGS} are needed")
        period = 2.0 * float(np.median(np.diff(crossings[: max(LEAST_SWINGS, 8)])))
        wide = 0.5 * (float(np.percentile(first, 98)) - float(np.percentile(first, 2)))
        q = (2.0 * math.pi / period * (1.0 + min(wide, 2.0) ** 2 / 16.0)) ** 2
        near = np.polyfit(self.t[:7] - self.t[0], angle[:7] - middle, 2)
        picture[-1] += middle
        return np.array([q, 0.01 * math.sqrt(q), 0.0, 0.0, near[2], near[1], *picture])


def _circle(points: Numbers) -> tuple[float, float, float, float]:
    """Return the centre and radius of the circle through points (rows, 2), and the direction of their middle [rad].

    The algebraic circle is bettered by least distances; a short arc leaves it open, and errors tell.
    """
    mean = points.mean(axis=0)
    size = float(np.sqrt(((points - mean) ** 2).sum(axis=1).mean()))
    x, y = ((points - mean) / size).T
    px, py, rest = np.linalg.lstsq(np.column_stack([2.0 * x, 2.0 * y, np.ones(len(x))]), x * x + y * y, rcond=None)[0]
    radius = math.sqrt(max(float(rest + px * px + py * py), 1e-12))
    for _ in range(20):
        apart = np.sqrt((x - px) ** 2 + (y - py) ** 2)
        rows = np.column_stack([(px - x) / apart, (py - y) / apart, -np.ones(len(x))])
        change = np.linalg.lstsq(rows, radius - apart, rcond=1e-9)[0]
        px, py, radius = px + change[0], py + change[1], radius + change[2]
        if float(np.abs(change).max()) < 1e-9 * radius:
            break
    px, py, radius = float(px), float(py), abs(float(radius))
    return mean[0] + size * px, mean[1] + size * py, size * radius, math.atan2(-px, py)


def _crossings(t: Numbers, angle: Numbers) -> Numbers:
    """Return the times at which an angle passes zero, without those that noise adds: it goes a tenth beyond between."""
    edge = 0.1 * float(np.abs(angle).max(initial=0.0))
    found, side = [], 0.0
    for i in range(len(t)):
        here = math.copysign(1.0, angle[i]) if abs(angle[i]) > edge else 0.0
        if here and side and here != side:
            low = next(k for k in range(i, 0, -1) if angle[k - 1] * here <= 0.0)
            rise = angle[low] - angle[low - 1]
            found.append(t[low] - (t[low] - t[low - 1]) * (angle[low] / rise if rise else 0.0))
        side = here or side
    return np.array(found)


def _noise(apart: Numbers) -> float:
    """Return the standard deviation of residuals, by the median of their magnitudes."""
    return max(float(np.median(np.abs(apart))) / 0.6745, 1e-12 * float(np.abs(apart).max(initial=0.0)), 1e-15)


# What is found ------------------------------------------------------------------------------------------------


def _told(film: _Film, x: Numbers, lost: tuple[LostFrames, ...], used: bool) -> FilmFit:
    """Return what is found, after the laws of damping within their errors are dropped one after another."""
    dropped: list[str] = []
    followed = film.is_followed(x)
    while True:
        x = film.least(x, _noise(film.apart(x)), dropped) if followed else x
        halves, times = _halves(film, x, dropped)
        own = {name: x[film.names.index(name)] / max(halves[name], 1e-300) for name in LAWS if name not in dropped}
        weakest = min(own, key=lambda name: own[name], default="")
        if not followed or len(own) < 2 or own[weakest] > 1.0:
            break
        dropped.append(weakest)
    x, kept, alike = _single_laws(film, x, dropped, times) if followed else (x, dropped, ())
    if kept != dropped:
        dropped = kept
        halves, times = _halves(film, x, dropped)
    apart = film.apart(x)
    squares = (apart * apart).sum(axis=1)
    fifth = len(squares) - len(squares) // 5
    last = math.sqrt(float(np.median(squares[fifth:])) / max(float(np.median(squares[:fifth])), 1e-300))
    values = tuple(
        FilmValue(name, UNITS[name], float(x[k]), halves[name])
        for k, name in enumerate(film.names) if name not in dropped
    )  # fmt: skip
    rms = tuple(np.sqrt((apart * apart).mean(axis=0)).tolist())
    return FilmFit(
        film.is_followed(x), values, tuple(dropped), alike, lost, used, film.t, apart, rms, last, times,
    )  # fmt: skip


def _single_laws(
    film: _Film, x: Numbers, dropped: list[str], times: float
) -> tuple[Numbers, list[str], tuple[FilmValue, ...]]:
    """Return the numbers with the best law where one alone is kept, what is dropped, and laws that follow as well.

    Where the envelope is short, each of them alone does.
    """
    noise = _noise(film.apart(x))
    cost, found = film.cost(x), []
    for name in LAWS:
        held = [each for each in LAWS if each != name]
        if {*held} == {*dropped}:
            continue
        begin = x.copy()
        begin[1:4] = 0.0
        begin[film.names.index(name)] = _like(name, x)
        y = film.least(begin, noise, held)
        found.append((film.cost(y), name, held, y))
    best = min(found, key=lambda each: each[0])
    if len(dropped) == 2 and best[0] < cost:
        own = next(name for name in LAWS if name not in dropped)
        found = [each for each in found if each is not best] + [(cost, own, dropped, x)]
        cost, _, dropped, x = best
    alike = tuple(
        FilmValue(name, UNITS[name], float(y[film.names.index(name)]), _halves(film, y, held)[0][name])
        for size, name, held, y in found if size - cost < ALIKE * times * noise * noise
    )  # fmt: skip
    return x, dropped, alike


def _like(name: str, x: Numbers) -> float:
    """Return the number of a single law that takes as much from a swing as those at x do, about."""
    rate = math.sqrt(x[0]) * max(abs(float(x[4])), abs(float(x[5])) / math.sqrt(x[0]), 1e-6)
    c1 = x[1] + 8.0 / (3.0 * math.pi) * x[2] * rate + 4.0 / math.pi * x[3] / rate
    return float({"c1": c1, "c2": c1 / (8.0 / (3.0 * math.pi) * rate), "dry": c1 * rate * math.pi / 4.0}[name])


def _halves(film: _Film, x: Numbers, held: Sequence[str]) -> tuple[dict[str, float], float]:
    """Return half of the interval of 95 % of each number, inf where nothing tells it, and the correlation times."""
    apart, jacobian, _ = film.compared(x, None, held)
    moves = np.array([name not in held for name in film.names])
    noise = _noise(apart)
    slopes = jacobian[:, :, moves].reshape(-1, int(moves.sum())) / noise
    times = correlation_times(apart)
    scale = np.maximum(np.sqrt((slopes * slopes).sum(axis=0)), 1e-300)
    left, sizes, right = np.linalg.svd(slopes / scale, full_matrices=False)
    del left
    open_ = sizes < 1e-10 * sizes[0]
    inverse = (right.T / np.where(open_, 1e-300, sizes)) / scale[:, None]
    freedom = max(int(apart.size / times) - int(moves.sum()), 1)
    with np.errstate(over="ignore"):
        found = quantile(freedom) * np.sqrt(times * (inverse * inverse).sum(axis=1))
    halves = iter(found.tolist())
    return {name: (next(halves) if move else 0.0) for name, move in zip(film.names, moves, strict=True)}, times
