"""Bifurcation diagrams: the values of a quantity in a section of the motion, against a parameter or an initial value.

After a transient each copy is seen where it crosses a plane, or at the multiples of a period (stroboscopically). A
periodic motion shows as many values as periods of the section it needs to repeat, a chaotic one many.
"""

from __future__ import annotations

import math
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from physics.batch.blocks import flat
from physics.batch.copies import LaneBatch, cores, never
from physics.compiled import native
from physics.core.integrator import Rate
from physics.core.measure import measured_at
from physics.core.system import System
from physics.core.units import check_number, check_whole
from physics.errors import BadInput, unknown
from physics.simulation.poincare import SectionPlane, coordinate, is_angle
from physics.simulation.simulation import Simulation
from physics.studies.map_axes import MapAxis, MapCopies, Numbers, copies_at
from physics.studies.sampled_copies import SAMPLE_TICKS, MapRun, crossing, value_at

TURN = 2.0 * math.pi
COLUMNS_PER_TASK, BUNCH = 64, 64
"""Copies that one thread runs side by side, and crossings that are solved for together."""
MOST_POINTS, MOST_SECONDS = 10_000, 1e6
MULTIPLE = 1e-6
"""Greatest relative distance of a period from a multiple of the step."""


class _Rise(NamedTuple):
    """A crossing of a copy, its section of the number `point`, between two samples.

    path: the states at both ends, and by what they change in the interval at the slopes there, (dim,) each. levels: of
    the variable above the plane at both ends.
    """

    copy: int
    point: int
    path: tuple[Numbers, Numbers, Numbers, Numbers]
    levels: tuple[float, float]


@dataclass(frozen=True)
class BifurcationRequest:
    """What is drawn: the quantity `of` in sections of copies of a system along an axis.

    cut: a plane through a state variable, or the period [s] of stroboscopic sections. transient: the time before the
    first section [s]. points: how many sections of each copy, at most, in the duration of `run`.
    """

    system: System
    axis: MapAxis
    of: str
    cut: SectionPlane | float
    transient: float
    points: int
    run: MapRun


def bifurcation_request(
    system: System,
    axis: MapAxis,
    of: str,
    cut: SectionPlane | float,
    duration: float,
    transient: float,
    points: int = 100,
    integrator: str = "rk4",
    dt: float = 1e-3,
    settings: Mapping[str, Any] | None = None,
) -> BifurcationRequest:
    """Return a checked request; raises BadInput."""
    run = Simulation(system, integrator, dt, settings)
    coordinate(system, of)
    if isinstance(cut, SectionPlane):
        names = [variable.name for variable in system.variables]
        if cut.name not in names:
            raise unknown(f"state variable of {system.name}", cut.name, names)
    else:
        cut = check_number("every", cut, "s", run.dt, MOST_SECONDS)
        if abs(cut / run.dt - round(cut / run.dt)) > MULTIPLE * cut / run.dt:
            raise BadInput(f"every = {cut:g} s: must be a multiple of the step, {run.dt:g} s; choose dt so")
    duration = check_number("seconds", duration, "s", run.dt, MOST_SECONDS)
    transient = check_number("transient", transient, "s", 0.0, duration)
    points = check_whole("points", points, 1, MOST_POINTS)
    made = MapRun(duration, run.integrator.name, run.dt, dict(settings or {}))
    return BifurcationRequest(system, axis, of, cut, transient, points, made)


class Bifurcation:
    """A bifurcation diagram that `compute` fills. x (columns,): values of the axis [SI].

    values (columns, points): of the quantity [SI], angles within half a turn; nan where a copy has fewer sections.
    known (columns,): whether a column has been computed; refused: why the system does not allow it, by its index.
    """

    def __init__(self, request: BifurcationRequest) -> None:
        self.request, self.x = request, request.axis.values
        self.values = np.full((len(self.x), request.points), np.nan)
        self.known = np.zeros(len(self.x), bool)
        self.refused: dict[int, str] = {}

    def compute(self, stopped: Callable[[], bool] = never, follow: Callable[[], None] = lambda: None) -> None:
        """Fill the diagram on all cores; `follow` is called after each part. Raises BadInput without machine code."""
        from concurrent.futures import ThreadPoolExecutor, as_completed

        parts = np.array_split(np.arange(len(self.x)), -(-len(self.x) // COLUMNS_PER_TASK))
        pool, gone = ThreadPoolExecutor(cores(), thread_name_prefix="bifurcation"), threading.Event()
        try:
            done = [pool.submit(self._fill, part, lambda: gone.is_set() or stopped()) for part in parts]
            for future in as_completed(done):
                future.result()
                follow()
        finally:  # an interrupted run does not wait for its threads, which end soon
            gone.set()
            pool.shutdown(wait=False, cancel_futures=True)

    def _fill(self, columns: NDArray[np.intp], stopped: Callable[[], bool]) -> None:
        copies = copies_at(self.request.system, (self.request.axis,), self.x[columns, None])
        if len(copies.places):
            try:
                found = section_values(self.request, copies, stopped)
            except native.Unavailable as problem:
                raise BadInput(f"bifurcation: compiled code is needed and not available: {problem}") from None
            self.values[columns[copies.places]] = found
        self.refused |= {int(columns[i]): reason for i, reason in copies.refused.items()}
        self.known[columns] = not stopped()


def section_values(request: BifurcationRequest, copies: MapCopies, stopped: Callable[[], bool] = never) -> Numbers:
    """Return the values of the quantity in the sections of each copy, (m, points), nan where there are fewer."""
    run, values = request.run, np.full((len(copies.states), request.points), np.nan)
    batch = LaneBatch(copies.system, run.method, run.dt, copies.states, run.settings, constants=copies.constants)
    batch.advance(round(request.transient / run.dt), threads=False, stopped=stopped)
    left = run.ticks - round(request.transient / run.dt)
    turns, read = is_angle(request.system, request.of), _reading(request)

    def keep(copy: int, point: int, state: Numbers) -> None:
        value = read(copies.of(copy), state)
        values[copy, point] = math.remainder(value, TURN) if turns and math.isfinite(value) else value

    if isinstance(request.cut, SectionPlane):
        _cross(request, request.cut, copies, batch, left, keep, stopped)
        return values
    ticks = round(request.cut / run.dt)
    for point in range(min(request.points, left // ticks)):
        if stopped():
            break
        batch.advance(ticks, threads=False)
        for copy, state in enumerate(batch.states):
            keep(copy, point, state)
    return values


def _reading(request: BifurcationRequest) -> Callable[[System, Numbers], float]:
    """Return what reads the quantity at a state: in machine code where there is any, else in CPython."""
    system, name = request.system, request.of
    quantity = next((each for each in (*system.invariants, *system.quantities) if each.name == name), None)
    if quantity is None or not native.load_value(type(system), len(system.variables), quantity):
        return lambda system, state: value_at(system, name, state)

    def read(system: System, state: Numbers) -> float:
        return measured_at(system, (quantity,), flat(state))[0] if np.isfinite(state).all() else math.nan

    return read


def _cross(
    request: BifurcationRequest,
    plane: SectionPlane,
    copies: MapCopies,
    batch: LaneBatch,
    left: int,
    keep: Callable[[int, int, Numbers], None],
    stopped: Callable[[], bool],
) -> None:
    """Run copies for the ticks that are left, and keep the states in which they cross a plane, until all have enough.

    Between two samples the state is the cubic Hermite interpolant. Angles count modulo a full turn.
    """
    rate = native.rate_call(type(request.system).rate, len(request.system.variables))
    index, turn = request.system.index(plane.name), TURN if is_angle(request.system, plane.name) else 0.0
    side = -1.0 if plane.direction == "down" else 1.0
    time = request.transient
    found = np.zeros(len(copies.states), int)
    after, rises = batch.states, list[_Rise]()

    def keep_rises(least: int) -> None:
        if len(rises) >= least:
            for rise, state in zip(rises, _interpolated(rises, index, side), strict=True):
                keep(rise.copy, rise.point, state)
            rises.clear()

    while left > 0 and (found < request.points).any() and not stopped():
        ticks = min(SAMPLE_TICKS, left)
        before = after
        batch.advance(ticks, threads=False)
        after, span, left = batch.states, ticks * request.run.dt, left - ticks
        level = [side * (states[:, index] - plane.value) for states in (before, after)]
        whole = np.floor(level[1] / turn) * turn if turn else np.zeros(len(found))
        risen = (level[0] < whole) & (level[1] >= whole) & (found < request.points)
        for copy in np.flatnonzero(risen):
            system = copies.of(int(copy))
            a, b = before[copy], after[copy]
            da, db = (span * _slope(rate, system, at, state) for at, state in ((time, a), (time + span, b)))
            levels = level[0][copy] - whole[copy], level[1][copy] - whole[copy]
            rises.append(_Rise(int(copy), int(found[copy]), (a, b, da, db), levels))
            found[copy] += 1
        time += span
        keep_rises(BUNCH)
    keep_rises(1)


def _interpolated(rises: Sequence[_Rise], index: int, side: float) -> Numbers:
    """Return the states (m, dim) at which the variable `index` times `side` rises through the plane."""
    a, b, da, db = (np.array(each) for each in zip(*(rise.path for rise in rises), strict=True))
    before, after = np.array([rise.levels for rise in rises]).T
    part = crossing(before, after, side * da[:, index], side * db[:, index])[:, None]
    c2, c3 = 3.0 * (b - a) - 2.0 * da - db, 2.0 * (a - b) + da + db
    return np.asarray(a + part * (da + part * (c2 + part * c3)))


def _slope(rate: Rate, system: System, time: float, state: Numbers) -> Numbers:
    """Return the time derivative of a state."""
    dy = np.empty(len(state))
    rate(time, flat(np.ascontiguousarray(state)), memoryview(array("d", system.p)), flat(dy))
    return dy
