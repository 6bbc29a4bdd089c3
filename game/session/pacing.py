"""Pacing of a run: the speed it achieves, and how often its state is sampled."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from game.model.trails import TRACE_RATE
from game.session.forecast import Forecast
from physics.batch.copies import cores

PLOT_RATE = 1000
"""Kept states per wall second, of all runs of a duel together, while plots are shown."""
KEPT_COST = 0.6
"""Part of the known cost of a tick that stays when one is cheaper."""
FIRST_COST, LEAST_COST = 20e-6, 1e-9
"""Processor time of a tick that is assumed before one has been run, and the least one [s]."""
COARSE = time.get_clock_info("thread_time").resolution > 1e-4
"""Whether the system counts the processor time of a thread too coarsely."""
CORES = cores()
DEARER = 0.1
"""Part of the difference by which the known cost of a tick rises, where those of a frame took longer."""


class SpeedMeter:
    """Simulated seconds per wall second, averaged over about the last second."""

    def __init__(self) -> None:
        self._wall = self._simulated = 0.0

    @property
    def achieved(self) -> float:
        """Return the speed; 0 until something has been measured."""
        return self._simulated / self._wall if self._wall > 0 else 0.0

    def measure(self, wall: float, simulated: float) -> None:
        """Add wall and simulated time [s] that have passed."""
        if self._wall > 1.0:
            self._wall, self._simulated = self._wall / 2, self._simulated / 2
        self._wall += wall
        self._simulated += simulated

    def rest(self) -> None:
        """Discard the measurement while the run is paused."""
        self._wall = self._simulated = 0.0


def processor_time() -> float:
    """Return the processor time [s] that this thread has taken, and its share of that of the other threads.

    It stands still while other programs have the processor, unlike wall time. Where the system counts it too coarsely
    it is wall time.
    """
    if COARSE:
        return time.perf_counter()
    own = time.thread_time()
    return own + (time.process_time() - own) / CORES


class TickPace:
    """The processor time that a tick takes, by which calls end in time: it changes a hundredfold with machine code."""

    def __init__(self) -> None:
        self._cost = math.inf
        self._begun = 0.0

    def ticks(self, most: int, ends: float) -> int:
        """Return how many of the next ticks, at least one, to run before a processor time [s]; begins to measure."""
        self._begun = processor_time()
        return most if ends == math.inf else max(1, min(most, int(max(ends - self._begun, 0.0) / self._cost)))

    def took(self, ticks: int) -> float:
        """Note that these ticks have been run; returns the processor time [s]."""
        now = processor_time()
        cost = max((now - self._begun) / ticks, LEAST_COST)
        rises = cost > self._cost or self._cost == math.inf
        self._cost = cost if rises else KEPT_COST * self._cost + (1.0 - KEPT_COST) * cost
        return now


@dataclass(eq=False)
class RunPacing:
    """What is known of the pace of a run while it is shown: the speed it achieves, and what lies ahead.

    passed: simulated seconds between the last picture and the present one.
    """

    speed_meter: SpeedMeter = field(default_factory=SpeedMeter)
    pace: TickPace = field(default_factory=TickPace)
    forecast: Forecast | None = None
    passed: float = 0.0

    @property
    def foresees(self) -> bool:
        """True while a forecast is being extended."""
        return self.forecast is not None and not self.forecast.done


class TickBudget:
    """The number of ticks for which a frame has time, by the processor time that those of the last frames took.

    The cost rises slowly, so that a single frame that was interrupted does not count for long, and falls at once.
    """

    def __init__(self) -> None:
        self._cost = FIRST_COST

    def ticks(self, seconds: float) -> int:
        """Return how many ticks to run in a time [s], at least one."""
        return max(1, int(seconds / self._cost))

    def took(self, ticks: int, seconds: float) -> None:
        """Note that a frame's ticks, with all that is computed beside them, took a time [s]."""
        cost = max(seconds / ticks, LEAST_COST)
        self._cost = cost if cost < self._cost else self._cost + DEARER * (cost - self._cost)


def sampling_strides(speed: float, dt: float, plotted: int, rate: float = TRACE_RATE) -> tuple[int, int]:
    """Return the ticks of dt [s] between two points of a trace, and between two kept states.

    plotted: number of runs of a duel that are plotted, 1 for a run alone, 0 without plots. rate: points of a trace per
    simulated second at full speed; slow motion needs more.
    """
    trace = max(1, round(min(1.0, speed) / (rate * dt)))
    return trace, min(max(1, round(plotted * speed / (PLOT_RATE * dt))), trace) if plotted else trace
