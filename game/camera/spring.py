"""A point that goes along with a body: smoothly, and not up and down with every wobble."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vector3 = NDArray[np.float64]

LEASH = 6.0
"""[1/s] of the critically damped spring by which it is held."""


class Leash:
    """x'' = -w² (x - body) - 2 w (x' - body'): what moves steadily does not stay ahead of the point. All in metres."""

    def __init__(self, body: Vector3) -> None:
        self.take_up(body)

    def take_up(self, body: Vector3) -> None:
        """Begin where the body is, at rest."""
        self._body = self._point = body
        self._rate = np.zeros(3)

    def follow(self, body: Vector3, seconds: float, leap: float) -> Vector3:
        """How far (3,) the point moves in so many seconds; a body that goes beyond `leap` in these was put there."""
        step = body - self._body
        speed = step / seconds if float(np.linalg.norm(step)) < leap else np.zeros(3)
        gap, rate = self._point - (body - speed * seconds), self._rate - speed
        pull, decay = rate + LEASH * gap, math.exp(-LEASH * seconds)
        before, self._body = self._point, body
        self._point = body + (gap + pull * seconds) * decay
        self._rate = speed + (rate - LEASH * pull * seconds) * decay
        return np.asarray(self._point - before)
