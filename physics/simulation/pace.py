"""The choice between CPython and machine code for a run that nobody watches, by what its ticks cost."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from physics.core.events import ENERGY_CHECK_INTERVAL
from physics.simulation.simulation import Simulation

WORTHWHILE = 0.5
"""Seconds that the ticks ahead must take in CPython for machine code to be made or loaded."""
ENOUGH = 0.02
"""Seconds of ticks from which their cost is judged; the first few may wait for something that is imported."""


class Pace:
    """A run is advanced and its ticks are timed; it continues in machine code where that saves time.

    ticks: of the whole run, if known; otherwise as many are expected as have been run. The results are the same bits.
    """

    def __init__(self, ticks: int | None = None) -> None:
        self._ticks = ticks
        self._done = 0
        self._seconds = 0.0
        self._slow = False
        self._compiled: Simulation | None = None
        """The one for which machine code has been asked."""

    def advance(self, simulation: Simulation, ticks: int, advance: Callable[[int], int] | None = None) -> int:
        """Run `ticks` ticks and return how many were completed; `advance`: in place of `Simulation.advance`."""
        run, done = advance or simulation.advance, 0
        while done < ticks:
            if self._slow:
                if self._compiled is not simulation:
                    self._compiled = simulation
                    simulation.compile_in_background()
                return done + run(ticks - done)
            due = min(ticks - done, ENERGY_CHECK_INTERVAL)
            step = self._timed(run, due)
            done += step
            if step < due:
                break
        return done

    def _timed(self, run: Callable[[int], int], ticks: int) -> int:
        begun = perf_counter()
        step = run(ticks)
        self._seconds += perf_counter() - begun
        self._done += step
        if step and self._seconds >= ENOUGH:
            ahead = self._done if self._ticks is None else self._ticks - self._done
            self._slow = ahead * self._seconds / self._done >= WORTHWHILE
        return step
