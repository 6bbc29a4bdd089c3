"""A ghost that shows the exact motion beside the computed one, with the angle between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from game.looks.generic import LastChange, Look, linear
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Instance, OverlayArrow, SceneFrame
from game.model.words import tr
from physics import System
from physics.maths import dense
from physics.maths.euler_angles import Matrix
from physics.shapes.solids import Body
from physics.types import Floats, Vector3

OPACITY = 0.16
SEEN = 1e-3
"""Least angle [rad] between computed and exact motion for which the exact one is shown."""

Solve = Callable[[Any, Floats], Callable[[float], Matrix]]
"""A function solve(system, state) that returns the rotation (3, 3), body to lab, at a time [s] after the state."""


class ExactGhost:
    """A closed-form solution, solved once for each start."""

    def __init__(self, solve: Solve) -> None:
        self._solve = solve
        self._start: tuple[System, bytes] | None = None

    def rotation(self, system: System, since: LastChange) -> Matrix:
        """Return the exact rotation from body to lab, (3, 3), at the time elapsed since the last change."""
        state = bytes(since.state)
        if self._start is None or self._start[0] is not system or self._start[1] != state:
            self._start, self._rotation = (system, state), self._solve(system, since.state)
        return self._rotation(since.elapsed)


def add_exact(
    frame: SceneFrame,
    look: Look,
    bodies: Sequence[Body],
    rotations: tuple[Matrix, Matrix],
    axis: Vector3,
    reach: float,
    astray: float,
) -> None:
    """Add a ghost of the bodies turned from the first rotation to the second, once they visibly differ.

    The gap between them, an angle `astray` [rad], is shown where a body axis (3,) ends, `reach` [m] from the origin.
    """
    if astray < SEEN:
        return
    now, exact = rotations
    back, color = dense.times(exact, now.T), QUANTITY_COLORS["exact"]
    for body, mesh in zip(bodies, look.meshes, strict=True):
        frame.instances.append(Instance(mesh, look.model(body.turned(back)), linear(color), opacity=OPACITY))
    tail, tip = (look.to_world(reach * (dense.times(rotation, axis))).astype(np.float32) for rotation in rotations)
    words = tr("exact: {angle:g}° off", angle=float(f"{math.degrees(astray):.2g}"))  # 120°, not 1.2e+02°
    frame.arrows.append(OverlayArrow(tail, tip, color, words, 0.006 * reach))
