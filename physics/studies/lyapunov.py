"""Lyapunov exponents of a motion: the mean rates at which neighbouring motions move apart.

Method of Benettin, Galgani, Giorgilli, Strelcyn, "Lyapunov characteristic exponents for smooth dynamical systems and
for Hamiltonian systems" (1980), and of Shimada, Nagashima (1979): tangent vectors are carried along the motion and made
orthonormal again and again; the exponents are the means of the logarithms of their lengths before. A tangent vector is
here the difference of a copy of the system from the middle one, 1e-8 long at its beginning, so that any method of fixed
steps serves; the error of a growth rate that comes from this distance was about 1e-5 /s or less in the cases tested.

Losses, works and clocks (auxiliary variables) count as functions of time, and give no exponents. Where coordinates are
redundant, as in a quaternion, only directions along the constraints count: those that `System.settle` keeps.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.batch.copies import LaneBatch, never
from physics.compiled import native
from physics.core.system import System
from physics.core.units import check_number, check_whole
from physics.errors import BadInput
from physics.simulation.simulation import Simulation
from physics.types import Floats

DISTANCE = 1e-8
"""Initial distance of a copy from the middle one, in the units of the state."""
INTERVAL = 0.5
"""Greatest time between two orthonormalisations [s]; it is halved where vectors grow or shrink too far."""
FAR = math.log(100.0)
"""Logarithm of a growth or shrinking within an interval above which the interval is halved."""
RESOLUTION = 1e-6
"""Length of a difference, as a part of DISTANCE, below which it is rounding."""
MOST_BLOCKS, LEAST_BLOCKS = 40, 10
BLOCK_GROWTH = 20.0
"""Least length of a block for the error, in units of 1 / exponent: shorter blocks are not independent."""
MOST_ROWS = 4096
"""Greatest number of kept sums."""
EXTRA_TICKS = 8
"""Ticks in which copies must have passed an event that another one has passed."""
MAX_TIME = 1e7
SETTLE_STEP = 1e-6
SURE = 4.0
"""Errors by which an exponent must differ from 0 to count as not 0."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class LyapunovSpectrum:
    """Lyapunov exponents with their errors, as far as a run has come.

    exponents (k,), the largest first, and errors (k,), one standard error of each from the means of blocks of time
    [1/s]; inf while it is unknown. time: of the mean, after the transient [s]. directions: how many exponents there
    are, k at most. blocks: number of blocks. ended: why the run ended before its time, in words, or "".
    regular: the exponent that steady growth alone, as in regular motion, seems to have in this time [1/s].
    """

    exponents: Numbers
    errors: Numbers
    time: float
    transient: float
    directions: int
    blocks: int
    regular: float
    ended: str = ""

    @property
    def bound(self) -> float:
        """The least largest exponent that can be told from 0 here [1/s]."""
        return max(SURE * float(self.errors[0]), 2.0 * self.regular)

    @property
    def chaotic(self) -> bool:
        """True if the largest exponent is above 0 by more than its error and the growth in regular motion."""
        return float(self.exponents[0]) > self.bound

    @property
    def sum(self) -> float | None:
        """The sum of all exponents, the rate at which volumes of the state grow [1/s]; None if some are missing."""
        return float(self.exponents.sum()) if len(self.exponents) == self.directions else None

    def is_zero(self, place: int) -> bool | None:
        """Return whether an exponent cannot be told from 0; None while its error is not known."""
        error = float(self.errors[place])
        if not math.isfinite(error):
            return None
        return abs(float(self.exponents[place])) <= max(SURE * error, 2.0 * self.regular)

    def mirror(self, place: int) -> int | None:
        """Return the place of the exponent that is minus this one, within the errors; None where there is none.

        Exponents of Hamiltonian motion are such pairs. Zeros have none here, and so has a spectrum that is not whole.
        """
        other = len(self.exponents) - 1 - place
        if self.sum is None or other == place or self.is_zero(place) is not False or self.is_zero(other) is not False:
            return None
        error = math.hypot(float(self.errors[place]), float(self.errors[other]))
        away = abs(float(self.exponents[place] + self.exponents[other]))
        return other if away <= max(SURE * error, 2.0 * self.regular) else None


class LyapunovRun:
    """A motion with its tangent vectors, which `advance` carries further interval by interval.

    exponents: how many (0: all). transient: the time [s] after which the means begin, when the vectors have turned into
    their directions. seed: of the first directions. The motion begins in `state` at the time `at` [s] (default: the
    initial state of the system, at 0).

    Events are handled as long as all vectors go on: each copy passes them at its own time, and intervals end when all
    have passed. Where an event ends the direction of a vector, such as a landing, or changes the number of directions
    that constraints leave, and where numbers are not finite, the run ends: see `ended`, and `failed` for the latter.
    Raises BadInput for invalid arguments, for an adaptive method (its steps differ from copy to copy), and where there
    is no machine code.
    """

    def __init__(
        self,
        system: System,
        integrator: str = "rk4",
        dt: float = 1e-3,
        settings: Mapping[str, Any] | None = None,
        exponents: int = 0,
        transient: float = 100.0,
        seed: int = 0,
        state: Sequence[float] | None = None,
        at: float = 0.0,
    ) -> None:
        run = Simulation(system, integrator, dt, settings)
        if run.integrator.kind == "adaptive":
            raise BadInput(f"integrator = {integrator}: Lyapunov exponents need a method of fixed steps, such as rk4")
        self.system, self.dt = system, run.dt
        self.transient = check_number("transient", transient, "s", 0.0, MAX_TIME)
        self._places = np.array([*system.places("coordinate"), *system.places("velocity")], dtype=int)
        self._middle = np.array(system.start() if state is None else state, float)
        basis = directions(system, self._middle, self._places)
        self.directions = basis.shape[1]
        count = check_whole("exponents", exponents or self.directions, 1, self.directions)
        random = np.random.default_rng(seed).normal(size=(self.directions, count))
        self._vectors: Numbers = np.linalg.qr(basis @ random)[0]
        self._periodic = periodic_angles(system, self._middle)
        self._ticks = max(1, round(INTERVAL / self.dt))
        self._past, self._every, self._intervals = 0.0, 1, 0
        self._sums: Numbers = np.zeros(count + 1)
        self._rows = [self._sums]
        self.ended, self.failed = "", False
        try:
            self._copies = LaneBatch(system, run.integrator, self.dt, self._placed(), settings, at, events=1)
        except native.Unavailable as problem:
            raise BadInput(f"lyapunov: compiled code is needed and not available: {problem}") from None

    @property
    def time(self) -> float:
        """The time of the motion so far, the transient included [s]."""
        return self._past + float(self._sums[0])

    def _placed(self) -> Numbers:
        """Return the states of the middle copy and of those beside it, (1 + k, dim)."""
        states = np.tile(self._middle, (1 + self._vectors.shape[1], 1))
        states[1:, self._places] += DISTANCE * self._vectors.T
        return states

    def advance(self) -> None:
        """Advance by one interval, in this thread, unless the run has ended."""
        if self.ended:
            return
        self._copies.advance(self._ticks, threads=False)
        ticks, happened = self._ticks, False
        if self.system.events:
            counts = self._copies.event_counts
            for _ in range(EXTRA_TICKS):
                if (counts == counts[0]).all():
                    break
                self._copies.advance(1, threads=False)
                ticks, counts = ticks + 1, self._copies.event_counts
            happened = bool(counts.any())
            if not (counts == counts[0]).all():
                self.ended = self._event("neighbouring motions do not all pass it")
                return
        states = self._copies.states
        if not np.isfinite(states).all():
            self.ended, self.failed = f"the motion cannot be continued after t = {self.time:g} s", True
            return
        apart = (states[1:] - states[0])[:, self._places].T / DISTANCE
        # Householder's QR gives what Gram-Schmidt done twice does: vectors orthogonal to rounding, lengths on R.
        vectors, upper = np.linalg.qr(apart)
        lengths = np.abs(np.diagonal(upper))
        if happened and (
            lengths.min() < RESOLUTION or directions(self.system, states[0], self._places).shape[1] != self.directions
        ):
            self.ended = self._event("it changes in how many ways the system can move")
            return
        self._take(ticks, states[0], vectors, np.log(np.maximum(lengths, RESOLUTION)))

    def _event(self, why: str) -> str:
        event = next((found[0] for copy in range(self._copies.count) if (found := self._copies.events(copy))), None)
        return f"{event.name} at t = {event.time:.6g} s: {why}" if event else why

    def _take(self, ticks: int, middle: Numbers, vectors: Numbers, growth: Numbers) -> None:
        """Go on from the end of an interval, and add the growth (k,) in it to the sums."""
        self._middle, self._vectors = middle, vectors
        # Angles that have turned often would leave no digits for differences.
        self._middle[self._periodic] = np.remainder(middle[self._periodic] + math.pi, 2.0 * math.pi) - math.pi
        self._copies.place(self._placed())
        passed = ticks * self.dt
        if np.abs(growth).max() > FAR:
            self._ticks = max(1, self._ticks // 2)
        if self.time < self.transient * (1.0 - 1e-9):
            self._past += passed
            return
        self._sums = self._sums + np.array([passed, *growth])
        self._intervals += 1
        if self._intervals % self._every == 0:
            self._rows.append(self._sums)
        if len(self._rows) > MOST_ROWS:
            self._rows, self._every = self._rows[::2], 2 * self._every

    def spectrum(self) -> LyapunovSpectrum:
        """Return the exponents as far as the run has come. Raises BadInput before the transient is over."""
        time = float(self._sums[0])
        if not time:
            reason = self.ended or f"t = {self.time:g} s is within the transient, {self.transient:g} s"
            raise BadInput(f"lyapunov: no exponents yet: {reason}")
        means = self._sums[1:] / time
        order = np.argsort(-means, kind="stable")
        blocks = int(min(max(abs(means).max() * time / BLOCK_GROWTH, LEAST_BLOCKS), MOST_BLOCKS))
        errors = np.full(len(means), math.inf)
        if self._intervals >= 2 * blocks:
            rows = np.array([*self._rows, self._sums])
            edges = np.linspace(0.0, time, blocks + 1)
            sums = np.array([np.interp(edges, rows[:, 0], column) for column in rows[:, 1:].T])
            errors = np.std(np.diff(sums) * (blocks / time), axis=1, ddof=1) / math.sqrt(blocks)
        regular = math.log1p(time / max(self._past, INTERVAL)) / time
        return LyapunovSpectrum(
            means[order], errors[order], time, self._past, self.directions, blocks, regular, self.ended
        )


def lyapunov(
    system: System,
    time: float = 1000.0,
    integrator: str = "rk4",
    dt: float = 1e-3,
    settings: Mapping[str, Any] | None = None,
    exponents: int = 0,
    transient: float | None = None,
    precision: float = 0.0,
    seed: int = 0,
    progress: Callable[[float, float], None] | None = None,
    cancel: Callable[[], bool] = never,
) -> LyapunovSpectrum:
    """Return the Lyapunov exponents of the motion from a system's initial state, as means over `time` [s].

    transient [s]: before it (default: a tenth of it). precision [1/s]: ends earlier, once the error of the largest
    exponent is below and its blocks are long enough to show it; 0: never. progress(done, total) [s] and cancel() are
    called after every interval of half a second or less; a cancelled run returns what is known. Other arguments and
    errors: see `LyapunovRun`.
    """
    time = check_number("time", time, "s", INTERVAL, MAX_TIME)
    run = LyapunovRun(system, integrator, dt, settings, exponents, 0.1 * time if transient is None else transient, seed)
    for done, total in intervals(run, time, precision):
        if progress:
            progress(done, total)
        if cancel():
            break
    return run.spectrum()


def intervals(run: LyapunovRun, time: float, precision: float = 0.0) -> Iterator[tuple[float, float]]:
    """Advance a run interval by interval over its transient and `time` [s], or to its end; yield (done, total) [s]."""
    total, check = run.transient + time, BLOCK_GROWTH
    while run.time < total * (1.0 - 1e-9) and not run.ended:
        run.advance()
        if precision and run.time > run.transient + check:
            check *= 1.1
            if is_precise(run.spectrum(), precision):
                return
        yield min(run.time, total), total


def is_precise(found: LyapunovSpectrum, precision: float) -> bool:
    """Return whether the error of the largest exponent is below `precision`, and its blocks long enough to show it."""
    return found.blocks == MOST_BLOCKS and float(found.errors[0]) < precision


def directions(system: System, state: Numbers, places: NDArray[np.intp]) -> Numbers:
    """Return an orthonormal basis, (len(places), d), of the directions that constraints leave to variables of a state.

    They are the range of the derivative of `settle`, which projects onto the constraints; found by central differences.
    """
    if type(system).settle is System.settle:
        return np.eye(len(places))
    derivative = np.empty((len(places), len(places)))
    for column, place in enumerate(places):
        ends = []
        for step in (SETTLE_STEP, -SETTLE_STEP):
            moved = array("d", state)
            moved[place] += step
            _settled(system, moved)
            ends.append(np.array(moved)[places])
        derivative[:, column] = (ends[0] - ends[1]) / (2.0 * SETTLE_STEP)
    across, sizes, _ = np.linalg.svd(derivative)
    return np.asarray(across[:, sizes > 1e-3])


def _settled(system: System, state: array[float]) -> None:
    try:
        type(system).settle(memoryview(state), system.p)
    except (ArithmeticError, ValueError):
        raise BadInput(f"lyapunov: {system.name} has no constraints at this state") from None


def periodic_angles(system: System, state: Numbers) -> list[int]:
    """Return the indices of the coordinates whose full turns change neither the rates nor the guards, of a system."""
    angles = [place for place in system.places("coordinate") if system.variables[place].unit == "rad"]
    known = _behaviour(system, state)
    turned = []
    for place in angles:
        moved = state.copy()
        moved[place] += 2.0 * math.pi
        if np.allclose(_behaviour(system, moved), known, rtol=1e-9, atol=1e-9):
            turned.append(place)
    return turned


def _behaviour(system: System, state: Numbers) -> Numbers:
    """Return the rates and guards at a state; nan where they cannot be computed."""
    y: Floats = memoryview(array("d", state))
    dy: Floats = memoryview(array("d", bytes(8 * len(y))))
    try:
        type(system).rate(0.0, y, system.p, dy)
        guards = type(system).guards(0.0, y, system.p)
    except (ArithmeticError, ValueError):
        return np.full(len(y), np.nan)
    return np.array([*dy, *guards])
