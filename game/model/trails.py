"""Traces: the last seconds of the paths of points."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from game.model.frame import Array, is_somewhere
from physics import Simulation, System
from physics.types import Floats, Vector3

TRACE_SECONDS = 3.0
"""Seconds for which a point of a trace is shown."""
TRACE_POINTS = 3000
TRACE_RATE = 240.0
"""Points of a trace, and kept states, per simulated second at full speed, where a look gives no other rate."""

GAP = np.full(3, np.nan)
"""In place of a point, it interrupts a line."""

ToWorld = Callable[[Vector3], Vector3]
"""Transform from lab to world."""


def drawn(point: np.ndarray) -> np.ndarray:
    """Return a point (3,) [m], or a gap where it cannot be drawn."""
    return point if is_somewhere(point) else GAP


class TraceRing:
    """A ring buffer of (x, y, z, t) rows that can be read oldest first without copying.

    Every row is written twice, half a buffer apart, so that the newest `size` rows always lie together.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._rows = np.zeros((2 * size, 4), np.float32)
        self._count = 0

    def add(self, point: np.ndarray, time: float) -> None:
        """Append a point (3,) [m] at a time [s]; one that cannot be drawn interrupts the line."""
        at = self._count % self._size
        for row in (self._rows[at], self._rows[at + self._size]):
            row[:3] = drawn(point)
            row[3] = time
        self._count += 1

    def lift(self) -> None:
        """Interrupt the line: the next point is not joined to the last."""
        if self._count:
            self.add(GAP, np.nan)

    def rewind(self, time: float, older: Sequence[tuple[np.ndarray, float]]) -> None:
        """Delete the points after a time [s], and put older ones (3,) [m], with their times, before the others."""
        inside = np.flatnonzero(self.points[:, 3] <= time)
        kept = self.points[: inside[-1] + 1 if len(inside) else 0]
        rows = np.array([[*drawn(point), at] for point, at in older], np.float32).reshape(-1, 4)
        rows = np.vstack([rows, kept])[-self._size :]
        self._count = len(rows)
        self._rows[: len(rows)] = self._rows[self._size : self._size + len(rows)] = rows

    @property
    def points(self) -> Array:
        """Return the rows (n, 4) float32, oldest first; valid until the next `add`."""
        kept = min(self._count, self._size)
        end = self._count % self._size + self._size
        return self._rows[end - kept : end]


class FadingPaths(NamedTuple):
    """Paths to be drawn at a time `now` [s]; points added `life` [s] before have faded.

    color: sRGB, of a ghost's paths; None: those of the run, in their own colours.
    """

    trails: Mapping[str, TraceRing]
    now: float
    life: float
    color: tuple[float, float, float] | None = None

    @property
    def laid(self) -> list[Array]:
        """Return the rows of each path that has more than one point."""
        return [trail.points for trail in self.trails.values() if len(trail.points) > 1]

    def of(self, name: str) -> FadingPaths:
        """Return the path of this name alone, if there is one."""
        return self._replace(trails={each: trail for each, trail in self.trails.items() if each == name})

    def but(self, name: str) -> FadingPaths:
        """Return all paths but the one of this name."""
        return self._replace(trails={each: trail for each, trail in self.trails.items() if each != name})

    def lasting(self, seconds: float) -> FadingPaths:
        """Return the same paths, fading within `seconds` at most."""
        return self._replace(life=min(self.life, seconds))


class Traces(dict[str, TraceRing]):
    """The traces of the points that a system names for drawing, by their names.

    on_bodies: the traces of points on its bodies, in body axes.
    """

    def __init__(self, system: System, y: Floats) -> None:
        super().__init__({name: TraceRing(TRACE_POINTS) for name in system.traces(y)})
        self.on_bodies = {name: TraceRing(TRACE_POINTS) for name in system.body_traces(y)}

    def fit(self, system: System, y: Floats) -> None:
        """Add the traces of another formulation; all lines are interrupted."""
        self.lift()
        for name in system.traces(y):
            self.setdefault(name, TraceRing(TRACE_POINTS))
        for name in system.body_traces(y):
            self.on_bodies.setdefault(name, TraceRing(TRACE_POINTS))

    def lay(self, system: System, y: Floats, to_world: ToWorld, time: float) -> None:
        """Append the points of the state y at a time [s]."""
        for name, point in system.traces(y).items():
            self[name].add(to_world(point), time)
        for name, (_, point) in system.body_traces(y).items():
            self.on_bodies[name].add(point, time)

    def rewind(self, time: float, older: Sequence[tuple[System, Floats, float]], to_world: ToWorld) -> None:
        """Delete the points after a time [s], and put those of older states before the others."""
        points: dict[str, list[tuple[np.ndarray, float]]] = {name: [] for name in self}
        on_bodies: dict[str, list[tuple[np.ndarray, float]]] = {name: [] for name in self.on_bodies}
        for system, y, at in older:
            for name, point in system.traces(y).items():
                points[name].append((to_world(point), at))
            for name, (_, point) in system.body_traces(y).items():
                on_bodies[name].append((point, at))
        for name, trail in self.items():
            trail.rewind(time, points[name])
        for name, trail in self.on_bodies.items():
            trail.rewind(time, on_bodies[name])

    @property
    def oldest(self) -> float:
        """Return the time of the first point [s], infinite without any."""
        times = [trail.points[0, 3] for trail in self.values() if len(trail.points)]
        return float(min(times, default=math.inf))

    def lift(self) -> None:
        """Interrupt all lines."""
        for trail in (*self.values(), *self.on_bodies.values()):
            trail.lift()


class RunTraces:
    """The traces of a run. States wait to be laid into them until they are read, as by a picture.

    hidden: names of those that a person has switched off; they are laid nevertheless.
    """

    def __init__(self, simulation: Simulation) -> None:
        self.hidden: set[str] = set()
        self._trails = Traces(simulation.system, simulation.y)
        self._unlaid: deque[tuple[System, Floats, ToWorld, float]] = deque(maxlen=TRACE_POINTS)

    @property
    def trails(self) -> Traces:
        """The traces up to the present."""
        while self._unlaid:
            self._trails.lay(*self._unlaid.popleft())
        return self._trails

    def shown_of(self, trails: Mapping[str, TraceRing]) -> Mapping[str, TraceRing]:
        """Return traces with empty ones in place of those that are switched off."""
        if not self.hidden:
            return trails
        return {name: TraceRing(1) if name in self.hidden else trail for name, trail in trails.items()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all traces, in the lab and on bodies."""
        return tuple(dict.fromkeys([*self._trails, *self._trails.on_bodies]))

    def restart(self, simulation: Simulation) -> None:
        """Begin new traces, those of the system as it is now, without a point."""
        self._unlaid.clear()
        self._trails = Traces(simulation.system, simulation.y)

    def lay(self, simulation: Simulation, to_world: ToWorld) -> None:
        """Add the present state."""
        state = memoryview(bytes(simulation.y)).cast("d")
        self._unlaid.append((simulation.system, state, to_world, simulation.time))

    def clear(self) -> None:
        """Free the memory of all points; `restart` begins anew."""
        self._unlaid.clear()
        self._trails.clear()
        self._trails.on_bodies.clear()
