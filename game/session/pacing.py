"""How fast a run goes: the speed it achieves, and how often on its way it is looked at."""

from __future__ import annotations

from game.model.trails import TRACE_RATE

PLOT_RATE = 1000
"""Kept states per second of the wall, of all sides together, while somebody plots them."""


class SpeedMeter:
    """Simulated seconds per wall second over the last second or so."""

    def __init__(self) -> None:
        self._wall = self._simulated = 0.0

    @property
    def achieved(self) -> float:
        """The speed; 0 until there is something to measure."""
        return self._simulated / self._wall if self._wall > 0 else 0.0

    def measure(self, wall: float, simulated: float) -> None:
        """So many seconds [s] of each have passed."""
        if self._wall > 1.0:
            self._wall, self._simulated = self._wall / 2, self._simulated / 2
        self._wall += wall
        self._simulated += simulated

    def rest(self) -> None:
        """The run is held: what was is no measure of what will be."""
        self._wall = self._simulated = 0.0


def sampling_strides(speed: float, dt: float, plotted: int, rate: float = TRACE_RATE) -> tuple[int, int]:
    """Ticks of dt [s] from one point of a trace to the next, and from one kept state to the next.

    plotted: how many sides of a duel are plotted, 1 for a run alone, 0 where nobody looks. rate: points of a trace per
    simulated second at full speed; slow motion asks for more.
    """
    trace = max(1, round(min(1.0, speed) / (rate * dt)))
    return trace, min(max(1, round(plotted * speed / (PLOT_RATE * dt))), trace) if plotted else trace
