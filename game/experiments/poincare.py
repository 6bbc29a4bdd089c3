"""Poincaré section of a run: of its history, and of its future, computed in the background."""

from __future__ import annotations

import time
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from game.experiments.background import BackgroundTask
from game.model.words import tr
from physics import BadInput, Simulation, System
from physics.batch.copies import LaneBatch, wait_for_code
from physics.compiled import native
from physics.core.oriented_body import OMEGA, OrientedBody, QuaternionBody
from physics.simulation.history import History
from physics.simulation.poincare import (
    SectionPlane,
    column,
    coordinate,
    crossings,
    is_angle,
    rate_of,
    same_energy,
)

MAX_POINTS = 12_000
"""Greatest number of points in the background."""
OTHERS = 31
"""Number of further runs of the same energy; with the run itself, one batch of SIMD lanes."""
MAX_DURATION = 100_000.0
"""Greatest duration of the runs [s], where they rarely cross the plane."""
ROW_SECONDS = 0.01
"""Seconds between two of their rows."""
BATCH = 200
"""Rows between two checks for cancellation."""
YIELD_SECONDS = 0.002
"""Wall seconds of sleep after each batch, so that the picture is not delayed."""
SUPPORT = "support_z"
"""The quantity that is the height of a shaken support over its middle."""
RATES = ("rate_1", "rate_2", "rate_3")
"""Quantities that are ω in body axes, of a body whose state has its angular momentum instead."""

Numbers = NDArray[np.float64]


class SectionPoints:
    """The states in which a run crosses a plane, from the rows added so far, and quantities in them."""

    def __init__(self, plane: SectionPlane) -> None:
        self.plane = plane
        self.count = 0
        self._found: list[tuple[System, Numbers]] = []
        self._read: dict[str, list[Numbers]] = {}

    def add(self, system: System, times: Numbers, states: Numbers) -> None:
        """Add rows of the run; the first of them is the last one of the previous call. Raises BadInput."""
        self.keep(system, crossings(system, self.plane, times, states)[1])

    def keep(self, system: System, there: Numbers) -> None:
        """Add states in which the run crosses the plane, (n, dim)."""
        if len(there):
            self._found.append((system, there))
            self.count += len(there)

    def column(self, name: str) -> Numbers:
        """Return a quantity in all of these states, (n,), angles within half a turn; NaN where it does not exist."""
        known = self._read.setdefault(name, [])
        for system, states in self._found[len(known) :]:
            try:
                values = column(system, name, states)
            except BadInput:
                values = np.full(len(states), np.nan)
            known.append(np.remainder(values + np.pi, 2.0 * np.pi) - np.pi if is_angle(system, name) else values)
        return np.concatenate(known) if known else np.empty(0)


class RunSection:
    """The section of the recorded run, which grows with it and restarts with the next run."""

    def __init__(self, plane: SectionPlane) -> None:
        self.cut = SectionPoints(plane)
        self._run: tuple[History, float, int] | None = None
        self._row = 0

    def follow(self, history: History, moment: int) -> None:
        """Add the rows recorded since the last call, of the run that the tick `moment` belongs to."""
        first, end = history.run_at(moment)
        run = history, history.change_at(moment).start, len(history.replaced)
        if run != self._run:
            self._run, self._row, self.cut = run, first, SectionPoints(self.cut.plane)
        for change, times, states in history.stretches(max(self._row, first), end):
            if len(times) > 1:
                self._add(change.snapshot.system, times - change.start, states)
        self._row = max(end - 1, first)

    def _add(self, system: System, times: Numbers, states: Numbers) -> None:
        with suppress(BadInput):  # another formulation may not have this plane
            self.cut.add(system, times, states)


class BackgroundSection(BackgroundTask):
    """The sections of runs that continue from the state of a simulation, under the same method, at full speed.

    cuts: one for each run; the first is that of the simulation itself, others have its energy. progress: 0 to 1.
    reason: why it ended before `MAX_POINTS` points.
    """

    def __init__(self, simulation: Simulation, plane: SectionPlane, others: int = 0, most: int = MAX_POINTS) -> None:
        self.plane, self.system, self.most = plane, simulation.system, most
        self.reason, self.time = "", 0.0
        coordinate(self.system, plane.name)
        starts = np.array([simulation.y])
        if others:
            starts = np.vstack([starts, same_energy(self.system, plane, self.system.energy(simulation.y), others)])
        self.cuts = [SectionPoints(plane) for _ in starts]
        self._starts, self._from = starts, simulation.time
        self._method, self._dt, self._settings = simulation.integrator, simulation.dt, simulation.settings
        super().__init__("section")

    @property
    def count(self) -> int:
        """Return the number of points."""
        return sum(cut.count for cut in self.cuts)

    @property
    def progress(self) -> float:
        """Return the progress, 0 to 1."""
        return min(max(self.count / self.most, self.time / MAX_DURATION), 1.0)

    def _work(self) -> None:
        wait_for_code(self.system, self._method, self._sleep)
        try:
            copies = LaneBatch(self.system, self._method, self._dt, self._starts, self._settings, self._from)
        except native.Unavailable as problem:
            self.reason = tr("compiled code is not available ({problem})", problem=problem)
            return
        stride = max(1, round(ROW_SECONDS / self._dt))
        times = np.linspace(self._from, self._from + BATCH * stride * self._dt, BATCH + 1)
        states = np.empty((BATCH + 1, *self._starts.shape))
        states[0] = self._starts
        while not self._cancelled.is_set() and self.count < self.most and self.time < MAX_DURATION:
            for row in range(1, BATCH + 1):
                copies.advance(stride, threads=False)
                states[row] = copies.states
            self._add(times, states)
            if not np.isfinite(states[-1]).all(axis=1).any():
                self.reason = tr("the runs ended within {time:g} s: their states became infinite", time=self.time)
                return
            times, states[0] = times + BATCH * stride * self._dt, states[-1]
            self.time += BATCH * stride * self._dt
            time.sleep(YIELD_SECONDS)
        if self.count < self.most and not self._cancelled.is_set():
            self.reason = tr("{count} points in {time:g} s", count=self.count, time=MAX_DURATION)

    def _add(self, times: Numbers, states: Numbers) -> None:
        """Add the crossings within rows of all runs, the earliest ones where there is no room for all."""
        found = [crossings(self.system, self.plane, times, states[:, i]) for i in range(len(self.cuts))]
        moments, room = np.sort(np.concatenate([when for when, _ in found])), self.most - self.count
        last = moments[room - 1] if len(moments) > room else np.inf
        for cut, (when, there) in zip(self.cuts, found, strict=True):
            cut.keep(self.system, there[when <= last])


def default_section(system: System) -> tuple[SectionPlane, str, str]:
    """Return the default plane of a section, and the quantities of the horizontal and the vertical axis.

    The plane: the first angle, or coordinate, at 0 and growing. The axes: the next one that has a rate, and that rate.
    Of a body turned by a quaternion, whose parts mean nothing to the eye: ω₁ at 0 and growing, and the tilt over ω₃,
    which may be quantities.
    Of a single angle: angle and rate where its shaken support rises through its middle, else where the rate is 0.
    """
    if isinstance(system, QuaternionBody):
        first, second, third = OMEGA if isinstance(system, OrientedBody) else RATES
        tilt = next((each.name for each in system.quantities if each.name == "theta"), second)
        return SectionPlane(first), third, tilt
    names = [variable.name for variable in system.variables]
    coordinates = [name for name in names if rate_of(system, name)] or names
    first = next((name for name in coordinates if is_angle(system, name)), coordinates[0])
    other = next((name for name in coordinates if name != first), first)
    rate = rate_of(system, first)
    if other == first and rate:
        shaken = any(each.name == SUPPORT for each in system.quantities)
        return SectionPlane(SUPPORT if shaken else rate), first, rate
    return SectionPlane(first), other, rate_of(system, other) or names[-1]
