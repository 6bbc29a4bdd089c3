"""Where the copies of a cloud have been: the lines that they draw behind them."""

from __future__ import annotations

import numpy as np

from game.looks.generic import Look
from game.model.frame import Array, FadingLines
from physics import System
from physics.batch.copies import States

MOMENTS = 64
"""Points of a line."""
LASTS = 0.6
"""How long ago the oldest of them was laid [s]."""
LINES = 500
"""So many copies at most leave one."""
MOST_COPIES = 20_000
"""Larger clouds show where copies are, not where they were."""
OPACITY = 105


class CloudTrails:
    """The lines of a cloud of `count` copies; states are laid at even times, seen as places when a picture is made."""

    def __init__(self, count: int) -> None:
        self.every = max(1, -(-count // LINES)) if count <= MOST_COPIES else 0
        """Every so manieth copy leaves a line; 0: none does."""
        self._waiting: list[States] = []
        self._laid = np.zeros((0, 0, 3), np.float32)
        self._since = 0

    def clear(self) -> None:
        """Begin anew."""
        self._waiting.clear()
        self._laid = np.zeros((0, 0, 3), np.float32)
        self._since = 0

    def ticks_left(self, dt: float) -> int:
        """How many ticks of dt [s] there are until the next states are laid."""
        return max(_between(dt) - self._since, 1)

    def passed(self, ticks: int, dt: float) -> bool:
        """Let ticks of dt [s] pass, at most those that are left; whether states are to be laid now."""
        self._since += ticks
        due = self._since >= _between(dt)
        if due:
            self._since = 0
        return due

    def lay(self, states: States) -> None:
        """Keep the states (n, dim) of all copies."""
        self._waiting = [*self._waiting[1 - MOMENTS :], states[:: self.every].copy()]

    def strands(self, look: Look, system: System, tips: Array, colors: np.ndarray) -> FadingLines | None:
        """The lines up to where all copies are now (tips (n, 3), with their colours), if there are any."""
        now = tips[:: self.every]
        if self._waiting:
            seen = look.tips(system, np.concatenate(self._waiting)).reshape(len(self._waiting), len(now), 3)
            laid = self._laid if len(self._laid) else seen[:0]
            self._laid = np.concatenate([laid, seen])[-MOMENTS:]
            self._waiting.clear()
        if not len(self._laid):
            return None
        shades = colors[:: self.every].copy()
        shades[:, 3] = OPACITY
        return FadingLines(np.concatenate([self._laid, now[None]]), shades)


def _between(dt: float) -> int:
    """How many ticks of dt [s] there are from one laid moment to the next."""
    return max(1, round(LASTS / MOMENTS / dt))
