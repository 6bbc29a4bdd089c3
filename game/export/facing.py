"""Axes that turn with the view, on which parts of a picture hang as on bodies: keys of colours, lines that face us.

Their matrices follow those of bodies and points. First come the axes of the picture (to the right, up, towards the
eye), then the same upright ones (to the right, away from the eye, up), both at the middle of what a look shows; then,
for each body, the upright ones turned with it, for what stands on it and faces the eye.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.model.frame import View
from physics.maths import dense, rounded
from physics.types import Vector3

Floats64 = NDArray[np.float64]
ASIDE = ((math.pi, 0.0), (2.0, 0.2))
"""Turns about the vertical, and before that upwards [rad], of the views in which it is looked up what faces the eye."""


def facing_models(view: View, middle: Vector3, bodies: Sequence[Floats64]) -> list[Floats64]:
    """Return the matrices (4, 4), for row vectors, of the axes that face the eye; bodies: those of the bodies."""
    picture, upright = np.eye(4), np.eye(4)
    picture[:3, :3] = np.asarray(view.view, float)[:3, :3].T
    along = np.asarray(middle, float)[:2] - np.asarray(view.eye, float)[:2]
    along /= max(math.hypot(*along.tolist()), 1e-12)
    upright[0, :2], upright[1, :2] = (along[1], -along[0]), along
    turned = [dense.product(upright, body) for body in bodies]
    picture[3, :3] = upright[3, :3] = middle
    return [picture, upright, *turned]


def views_aside(view: View) -> list[View]:
    """Return the view from other sides: the camera is turned about axes through the origin of the world."""
    east, north, _ = np.asarray(view.eye, float)
    level = np.array([north, -east, 0.0]) / max(math.hypot(east, north), 1e-12)
    found = []
    for turn, rise in ASIDE:
        turned = dense.product(_turn(level, rise), _turn(np.array([0.0, 0.0, 1.0]), turn))
        whole = np.eye(4)
        whole[:3, :3] = turned
        moved = dense.product(whole.T, view.view).astype(np.float32)
        found.append(replace(view, eye=dense.applied(turned.T, view.eye), view=moved))
    return found


def _turn(axis: Vector3, angle: float) -> Floats64:
    """Return the matrix (3, 3), for row vectors, of a turn about a unit vector."""
    across, along = np.cross(axis, np.eye(3)), np.outer(axis, axis)
    s, c = rounded.sincos(angle)
    return np.asarray(c * (np.eye(3) - along) + s * across + along)
