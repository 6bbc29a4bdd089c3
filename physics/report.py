"""What a run came to, in a few numbers: found between the ticks, however far apart those are.

A system says in `System.report` what that is. Here is what such reports are made of: the states of a run, cut at its
events into smooth pieces, and the peak of what is sampled along one.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from physics.events import Occurrence
    from physics.simulation import Simulation
    from physics.system import System

Rows = NDArray[np.float64]

MOST_ROWS = 50_000
"""States that a track keeps; a longer run is kept more thinly."""
WINDOW = 5
"""Samples that a peak is interpolated from: a quartic."""
APART = 1e-3
"""Two samples closer than this part of the usual distance are one: their difference is rounding."""

NOTHING = 1e-11
"""A power with a coefficient this much smaller than the largest is noise, and its roots are nowhere."""
ROUNDING = 1e-6
"""Of the distance between samples: a peak closer to a sample is that sample."""


@dataclass(frozen=True)
class Reported:
    """One thing a run came to. value: a number in `unit`, a yes or no, or None while there is nothing to say.

    group: what it is shown under; main: whether it is what runs are compared by. time [s]: of a peak, when it was
    reached. reason: why there is no value.
    """

    name: str
    symbol: str
    unit: str
    meaning: str
    group: str = ""
    value: float | bool | None = None
    main: bool = False
    time: float | None = None
    reason: str = ""

    def told(self, value: float | bool | Peak | None, reason: str) -> Reported:
        """The same with its value, or with the reason why there is none."""
        if value is None:
            return replace(self, reason=reason)
        return (
            replace(self, value=value.value, time=value.time) if isinstance(value, Peak) else replace(self, value=value)
        )

    def __str__(self) -> str:
        if self.value is None:
            return self.reason
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        when = "" if self.time is None else f" at t = {self.time:.6g} s"
        return f"{self.value:.6g} {self.unit}".rstrip() + when


class Piece(NamedTuple):
    """Times t (n,) [s] and states (n, dim) of a part of a run without events inside it: everything is smooth there."""

    t: Rows
    states: Rows


class Peak(NamedTuple):
    """A largest value and its time [s]."""

    value: float
    time: float


class Track:
    """Advances a simulation and keeps the states its report needs: of each tick, or evenly thinned to `most`."""

    def __init__(self, simulation: Simulation, most: int = MOST_ROWS) -> None:
        self._simulation, self._most = simulation, most
        self._wanted = simulation.system.reports
        self._every = 1
        self._rows: list[tuple[float, bytes]] = []
        self._keep()

    def advance(self, ticks: int) -> int:
        """Run ticks, as `Simulation.advance` does."""
        if not self._wanted:
            return self._simulation.advance(ticks)
        done = 0
        while done < ticks:
            step = self._simulation.advance(min(self._every - self._simulation.tick % self._every, ticks - done))
            if not step:
                break
            done += step
            if self._simulation.tick % self._every == 0:
                self._keep()
        return done

    def report(self) -> dict[str, Reported]:
        """What the run has come to so far, by name; nothing of a system that reports nothing."""
        simulation = self._simulation
        if not self._wanted:
            return {}
        if self._rows[-1][0] < simulation.time:
            self._rows.append((simulation.time, bytes(simulation.y)))
        t = np.array([time for time, _ in self._rows])
        states = np.frombuffer(b"".join(state for _, state in self._rows)).reshape(len(t), -1)
        return {each.name: each for each in simulation.system.report(t, states, simulation.events)}

    def _keep(self) -> None:
        if not self._wanted:
            return
        self._rows.append((self._simulation.time, bytes(self._simulation.y)))
        if len(self._rows) > self._most:
            del self._rows[1::2]
            self._every *= 2


def reportable(system: System) -> dict[str, Reported]:
    """All that a run of this system comes to, by name, before it has begun."""
    return {each.name: each for each in system.report(np.zeros(1), np.array([system.start()]), ())}


def state_after(system: System, event: Occurrence) -> array[float]:
    """The state into which an event put a system."""
    after = array("d", event.before)
    index = [each.name for each in system.events].index(event.name)
    system.jump(index, event.time, memoryview(after), system.p)
    return after


def pieces(system: System, t: Rows, states: Rows, events: Sequence[Occurrence]) -> list[Piece]:
    """A run, times t (n,) and states (n, dim) that grow in time, cut at its events.

    Each piece begins with the state that an event left and ends with the one before the next, exactly at their times.
    There is one piece more than there are events.
    """
    found: list[Piece] = []
    usual = float(np.median(np.diff(t))) if len(t) > 1 else 0.0
    heads: tuple[Rows, Rows] = np.empty(0), np.empty((0, states.shape[1]))
    began = -np.inf
    for event in events:
        inside = (t > began + APART * usual) & (t < event.time - APART * usual)
        tail = np.array(event.before)[np.newaxis]
        times = np.concatenate([heads[0], t[inside], [event.time]])
        found.append(Piece(times, np.concatenate([heads[1], states[inside], tail])))
        heads = np.array([event.time]), np.array(state_after(system, event))[np.newaxis]
        began = event.time
    inside = t > began + APART * usual
    found.append(Piece(np.concatenate([heads[0], t[inside]]), np.concatenate([heads[1], states[inside]])))
    return found


def peak(t: Rows, values: Rows) -> Peak:
    """The largest value of a smooth function sampled at times t (n,), n > 0, by the quartic through the samples near.

    Its error falls with the fifth power of the distance between samples.
    """
    at = int(np.argmax(values))
    best = Peak(float(values[at]), float(t[at]))
    first = min(max(at - WINDOW // 2, 0), max(len(t) - WINDOW, 0))
    near = slice(first, first + WINDOW)
    count, low, high = len(t[near]), t[max(at - 1, 0)], t[min(at + 1, len(t) - 1)]
    if count < 3 or low == high:
        return best
    scale = high - low
    curve = np.polynomial.Polynomial.fit(t[near] - best.time, values[near], count - 1, domain=[-scale, scale])
    curve = curve.trim(NOTHING * float(np.abs(curve.coef).max()))
    # A fit at a sample that is the peak itself differs from it by rounding alone.
    for place in curve.deriv().roots():
        time = best.time + float(place.real)
        between = low < time < high and abs(time - t[at]) > ROUNDING * scale
        if abs(place.imag) < APART * scale and between and curve(place.real) > best.value:
            best = Peak(float(curve(place.real)), time)
    return best
