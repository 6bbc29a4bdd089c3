"""Dots that slide on a line at the height of a body, such as that in the energy well of a levitron."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.frame import SceneFrame

Floats64 = NDArray[np.float64]
LEVEL = 1e-4
"""Greatest distance of a dot from its place on the line, in extents of the line."""


class LevelMark(NamedTuple):
    """A dot on a line at the height of a body, by their numbers in a frame, and the line that links dot and body."""

    dot: int
    curve: int
    body: int
    link: int | None


def level_marks(frames: Sequence[SceneFrame], bodies: Sequence[Sequence[Floats64]]) -> list[LevelMark]:
    """Return the single dots that are on a line, which rises all the way, at the height of a body, in all pictures.

    A picture lacks the dot where no point of the line is as high as the body. bodies: at each, their matrices (4, 4).
    """
    first = max(frames, key=lambda frame: len(frame.points))
    found = []
    for dot, points in enumerate(first.points):
        ways = (
            (curve, body)
            for curve in range(min(len(frame.curves) for frame in frames))
            for body in range(len(bodies[0]))
            if len(points.positions) == 1 and _is_mark(frames, bodies, dot, curve, body)
        )
        for curve, body in ways:
            found.append(LevelMark(dot, curve, body, _link(frames, bodies, dot, body)))
            break
    return found


def _is_mark(
    frames: Sequence[SceneFrame], bodies: Sequence[Sequence[Floats64]], dot: int, curve: int, body: int
) -> bool:
    for frame, models in zip(frames, bodies, strict=True):
        line, height = np.asarray(frame.curves[curve].points, float), float(models[body][3, 2])
        if not (len(line) > 2 and np.all(np.diff(line[:, 2]) > 0.0)):
            return False
        if dot >= len(frame.points):
            if line[0, 2] <= height <= line[-1, 2]:
                return False
            continue
        place = [float(np.interp(height, line[:, 2], line[:, axis])) for axis in (0, 1, 2)]
        if np.abs(frame.points[dot].positions[0] - place).max() > LEVEL * np.ptp(line, axis=0).max():
            return False
    return True


def _link(frames: Sequence[SceneFrame], bodies: Sequence[Sequence[Floats64]], dot: int, body: int) -> int | None:
    """Return the number of the line from the body to the dot, if there is one."""
    pairs = [
        (frame, np.stack([models[body][3, :3], frame.points[dot].positions[0]]))
        for frame, models in zip(frames, bodies, strict=True)
        if dot < len(frame.points)
    ]
    for k in range(min(len(frame.curves) for frame, _ in pairs)):
        if all(
            len(frame.curves[k].points) == 2 and np.abs(frame.curves[k].points - ends).max() < LEVEL * np.ptp(ends)
            for frame, ends in pairs
        ):
            return k
    return None
