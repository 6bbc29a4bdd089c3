"""Descriptions of motions drawn beside the run: the ghosts of a duel, and earlier shots."""

from __future__ import annotations

from typing import NamedTuple

from game.model.frame import Array
from game.model.trails import FadingPaths
from physics import System
from physics.types import Floats


class GhostPose(NamedTuple):
    """A ghost at one moment, as it is drawn.

    place: index from 0. y: state of its system. color: sRGB, 0 to 1. paths: its traces, or None: they are not drawn.
    """

    place: int
    system: System
    y: Floats
    color: tuple[float, float, float]
    paths: FadingPaths | None = None


class ShotPath(NamedTuple):
    """An earlier shot, as it is drawn: points (n, 3) float32 [m] in the world, sRGB, and range [m], NaN without one."""

    points: Array
    color: tuple[float, float, float]
    range_: float
