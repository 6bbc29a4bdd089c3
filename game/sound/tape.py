"""A tape of a run: its states every few ticks and its events, cut into the pieces that pictures last."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np

from game.sound.curves import Rows
from game.sound.voices import Voice
from physics import Simulation, System
from physics.types import Occurrence

FILM_RATE = 1920.0
"""States on the tape in a second of the sound of a film."""
FREE = 1 << 62
"""Number of ticks beyond any that are run at once."""


class Sounding(Protocol):
    """What knows how a system sounds: a look."""

    def sounds(self, system: Any) -> tuple[Voice, ...]:
        """Return what sounds."""


class Take:
    """A stretch of a run without a jump or a change, by one system with its voices."""

    def __init__(self, system: System, voices: tuple[Voice, ...]) -> None:
        self.system, self.voices = system, voices


class MotionPiece(NamedTuple):
    """What has run in some time.

    wall: how long it lasted [s]. begin, end: simulated times [s] that were shown; equal while nothing moved. take: None
    for silence. times (n,) and states (n, dim): every few ticks, up to the last tick, which may be later than `end`.
    last: time and state (1, dim) of the last tick. events: those of the ticks.
    """

    wall: float
    begin: float = 0.0
    end: float = 0.0
    take: Take | None = None
    times: Rows = np.empty(0)
    states: Rows = np.empty((0, 0))
    last: tuple[float, Rows] | None = None
    events: tuple[Occurrence, ...] = ()


class MotionTape:
    """A tape that a session writes while it runs, and from which pieces are cut.

    rate: states in a second of sound, at ticks that do not depend on the pictures; None: wherever the session stops
    anyway, as for the points of traces, so that the tape takes hardly any time.
    """

    def __init__(self, rate: float | None = None) -> None:
        self.rate = rate
        self._take: Take | None = None
        self._stride = FREE
        self._known: tuple[System | None, float] = None, 0.0
        self._shown = 0.0
        self._times: list[float] = []
        self._states: list[bytes] = []
        self._events: list[Occurrence] = []
        self._heard = 0.0

    def due(self, simulation: Simulation, look: Sounding, speed: float) -> int:
        """Return after how many ticks the tape wants the next state; a run that has jumped begins a new take.

        speed: simulated seconds per second of sound.
        """
        if self._known[0] is not simulation.system or self._known[1] != simulation.time:
            self._begin(simulation, look)
        if self._take is None or self.rate is None:
            return FREE
        self._stride = max(1, round(speed / (self.rate * simulation.dt)))
        return self._stride - simulation.tick % self._stride

    def note(self, simulation: Simulation) -> None:
        """Write down a state after some ticks, where it is due, and the events of the ticks."""
        self._known = simulation.system, simulation.time
        if self._take is not None:
            if self.rate is None or simulation.tick % self._stride == 0:
                self._write(simulation)
            self._take_events(simulation)

    def cut(self, wall: float, simulation: Simulation, part: float, moves: bool) -> MotionPiece:
        """Return what has run since the last cut, in so many seconds, and begin the next piece.

        part: the fraction between the last two ticks that is shown. moves: whether the run goes on, forward.
        """
        times, states, events = self._times, self._states, tuple(self._events)
        self._times, self._states, self._events = [], [], []
        if self._take is None or not moves or self._known != (simulation.system, simulation.time):
            return MotionPiece(wall)
        begin = self._shown
        self._shown = max(simulation.time - (1.0 - part) * simulation.dt, begin)
        shape = len(simulation.y)
        rows = np.frombuffer(b"".join(states)).reshape(-1, shape) if states else np.empty((0, shape))
        last = simulation.time, np.frombuffer(bytes(simulation.y))[None]
        return MotionPiece(wall, begin, self._shown, self._take, np.array(times), rows, last, events)

    def _begin(self, simulation: Simulation, look: Sounding) -> None:
        voices = look.sounds(simulation.system)
        self._take = Take(simulation.system, voices) if voices else None
        self._known = simulation.system, simulation.time
        self._times, self._states, self._events = [], [], []
        self._heard = simulation.time
        self._shown = simulation.time - simulation.dt  # what is shown is a tick late
        if self._take is not None:
            self._write(simulation)

    def _write(self, simulation: Simulation) -> None:
        self._times.append(simulation.time)
        self._states.append(bytes(simulation.y))

    def _take_events(self, simulation: Simulation) -> None:
        """Add the events since the last ones."""
        fresh = []
        for event in reversed(simulation.events):
            if event.time <= self._heard:
                break
            fresh.append(event)
        self._events += reversed(fresh)
        self._heard = simulation.time
