"""Trails of the copies of a cloud."""

from __future__ import annotations

import numpy as np

from game.looks.generic import Look
from game.model.frame import Array, FadingLines
from physics import System
from physics.batch.blocks import States

TRAIL_POINTS = 64
"""Number of points of a trail."""
TRAIL_SECONDS = 0.6
"""Age of the oldest point [s]."""
MAX_TRAILS = 150
"""Greatest number of copies with a trail."""
MAX_TRAILED_COPIES = 20_000
"""Number of copies above which a cloud has no trails."""
OPACITY = 90


class CloudTrails:
    """Trails of a cloud of `count` copies; states are stored at even times, and converted to tips when drawn."""

    def __init__(self, count: int) -> None:
        self.every = max(1, -(-count // MAX_TRAILS)) if count <= MAX_TRAILED_COPIES else 0
        """Stride of the copies that leave a trail; 0: none does."""
        self._waiting: list[States] = []
        self._laid = np.zeros((0, 0, 3), np.float32)
        self._since = 0

    def clear(self) -> None:
        """Delete all trails."""
        self._waiting.clear()
        self._laid = np.zeros((0, 0, 3), np.float32)
        self._since = 0

    def ticks_left(self, dt: float) -> int:
        """Return the number of ticks of dt [s] until states are stored next."""
        return max(_between(dt) - self._since, 1)

    def passed(self, ticks: int, dt: float) -> bool:
        """Count ticks of dt [s], at most those that are left; returns whether states are to be stored now."""
        self._since += ticks
        due = self._since >= _between(dt)
        if due:
            self._since = 0
        return due

    def store(self, states: States) -> None:
        """Store the states (n, dim) of all copies."""
        self._waiting = [*self._waiting[1 - TRAIL_POINTS :], states[:: self.every].copy()]

    def strands(self, look: Look, system: System, tips: Array, colors: np.ndarray) -> FadingLines | None:
        """Return the trails up to the present tips (n, 3) of all copies, in their colours, or None without any."""
        now = tips[:: self.every]
        if self._waiting:
            seen = look.tips(system, np.concatenate(self._waiting)).reshape(len(self._waiting), len(now), 3)
            laid = self._laid if len(self._laid) else seen[:0]
            self._laid = np.concatenate([laid, seen])[-TRAIL_POINTS:]
            self._waiting.clear()
        if not len(self._laid):
            return None
        shades = colors[:: self.every].copy()
        shades[:, 3] = OPACITY
        return FadingLines(np.concatenate([self._laid, now[None]]), shades)


def _between(dt: float) -> int:
    """Return the number of ticks of dt [s] between two points of a trail."""
    return max(1, round(TRAIL_SECONDS / TRAIL_POINTS / dt))
