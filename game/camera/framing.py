"""Framing: which points of a scene are to be in the picture, and the pose that shows them as large as possible.

Points are in the world [m]. What matters are the bodies and their supports, as they are, as they were lately, and as
they will be as far as the lookahead has come; paths may leave the picture, and arrows with their tips.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT, axes
from game.model.frame import Instance, Mesh, SceneFrame
from physics.maths import dense
from physics.maths.elementary import exp, hypot, log, sincos, tan

Floats64 = NDArray[np.float64]
Pose = NDArray[np.float64]

ACROSS, UP = 0.93, 0.92
"""Parts of the free width and height that the framed points may fill."""
MAX_FILLING, MIN_FILLING = 1.05, 0.72
"""Filling, relative to `ACROSS` and `UP`, above which the pose is renewed at once; below which, after `PATIENCE`."""
PATIENCE = 4.0
"""Seconds for which the picture may stay too small."""
PULL, FIRM = 1.5, 5.0
"""Rates [1/s] of the critically damped spring to another pose: automatic, and on request."""
ARRIVED = 1e-4
"""Distance to the goal, relative to the arm, below which the camera counts as arrived."""
RELAID = 0.03
"""Relative change of the free part of the picture after which the pose is renewed."""
BETWEEN = 0.1
"""Wall seconds between two observations of the picture."""
KEPT = 3.0
"""Wall seconds for which an observation is remembered."""
ARROW = 0.5
"""Part of an arrow that is framed."""
MAX_VERTICES = 4000
"""Greatest number of vertices of a mesh that are used."""
ROUND = 24
"""Number of points of a ring that stands for all directions of a turning camera."""

BETWEEN_AXES = [
    (*each, 0.0) for each in itertools.product((-2.0, -1.0, 1.0, 2.0), repeat=2) if abs(each[0]) != abs(each[1])
]
DIRECTIONS = np.array([way for way in itertools.product((-1.0, 0.0, 1.0), repeat=3) if any(way)] + BETWEEN_AXES)
DIRECTIONS /= np.linalg.norm(DIRECTIONS, axis=1, keepdims=True)
"""Directions (34, 3) in which the outermost points are kept; the horizontal ones are closer, for round tables."""

_hulls: WeakKeyDictionary[Mesh, Floats64] = WeakKeyDictionary()


def outermost(points: Floats64) -> Floats64:
    """Return the points, of points (n, 3), that reach farthest in each of `DIRECTIONS`, (34, 3)."""
    return np.asarray(points[np.argmax(dense.times(points, DIRECTIONS.T), axis=0)])


def outline(frame: SceneFrame, most: float, ghosts: bool = True) -> Floats64:
    """Return the outermost points (34, 3) of what matters in a frame; bodies larger than `most` [m] are left out.

    ghosts: whether bodies count that are seen through, which show other motions.
    """
    shown = (each for each in frame.instances if each.framed and not each.veil and (ghosts or each.opacity == 1.0))
    parts = [
        *_bodies(shown, most),
        *([arrow.tail, arrow.tail + ARROW * (arrow.tip - arrow.tail)] for arrow in frame.arrows),
    ]
    points = np.concatenate([np.asarray(part, np.float64).reshape(-1, 3) for part in parts] or [np.zeros((0, 3))])
    points = points[np.isfinite(points).all(axis=1)]
    return outermost(points) if len(points) else points


def _bodies(instances: Iterable[Instance], most: float) -> list[Floats64]:
    """Return points of all instances not larger than `most` [m]."""
    models: dict[Mesh, list[NDArray[np.float32]]] = {}
    for instance in instances:
        models.setdefault(instance.mesh, []).append(instance.model)
    found = []
    for mesh, placed in models.items():
        stack = np.stack(placed).astype(np.float64)
        points = dense.times(_hull(mesh), stack[:, :3, :3]) + stack[:, None, 3, :3]
        small = np.ptp(points, axis=1).max(axis=1) < most
        found.append(points[small].reshape(-1, 3))
    return found


def _hull(mesh: Mesh) -> Floats64:
    """Return the outermost points of a mesh, in its own axes."""
    if mesh not in _hulls:
        points = mesh.vertices[:: 1 + len(mesh.vertices) // MAX_VERTICES, :3]
        _hulls[mesh] = outermost(points.astype(np.float64))
    return _hulls[mesh]


def fit(points: Floats64, direction: tuple[float, float], lens: tuple[float, float], zoom: float = 1.0) -> Pose:
    """Return the pose with a given direction that shows points (n, 3) in the middle, as large as allowed.

    direction: azimuth and elevation [rad]. lens: tangents of half the angles, across and up, of the free part of the
    picture. Returns azimuth, elevation, arm and pivot.
    """
    right, up, forward = axes(np.array((*direction, 0.0, 0.0, 0.0, 0.0)))
    centre = 0.5 * (points.min(axis=0) + points.max(axis=0))
    x, y, z = (dense.times(points - centre, np.column_stack((right, up, -forward)))).T
    arms, middle = [1.02 * float(z.max())], []
    for place, most in ((x, zoom * ACROSS * lens[0]), (y, zoom * UP * lens[1])):
        high, low = float((place + most * z).max()), float((most * z - place).max())
        arms.append((high + low) / (2.0 * most))
        middle.append(0.5 * (high - low))
    arm = max(*arms, 1e-6)
    # Above or below the middle of the points, so that an eye that turns about the pivot keeps the middle in the
    # picture.
    along = min(max(-middle[1] * tan(direction[1]), -0.5 * arm), 0.5 * arm)
    pivot = centre + middle[0] * right + middle[1] * up
    if forward[2] < 0.0:  # a camera whose pivot were below the floor would be lifted with it
        along = max(min(along, -pivot[2] / forward[2]), -0.9 * arm)
    return np.array((*direction, arm + along, *(pivot + along * forward)))


def arm_for(points: Floats64, pose: Pose, lens: tuple[float, float], zoom: float = 1.0) -> float:
    """Return the distance from the pivot of a pose at which points (n, 3) are inside, the pivot in the middle."""
    right, up, forward = axes(pose)
    x, y, z = (dense.times(points - pose[PIVOT], np.column_stack((right, up, -forward)))).T
    across, high = np.abs(x) / (zoom * ACROSS * lens[0]), np.abs(y) / (zoom * UP * lens[1])
    return float((np.maximum(across, high) + z).max())


def filling(points: Floats64, pose: Pose, lens: tuple[float, float]) -> float:
    """Return the filling of the picture by points (n, 3), 1 where it is full; infinite: some are behind."""
    x, y, z = (dense.times(points - pose[PIVOT], np.column_stack(axes(pose)))).T
    depth = pose[ARM] + z
    if depth.min() <= 0.0:
        return math.inf
    return float(max((np.abs(x) / depth).max() / (ACROSS * lens[0]), (np.abs(y) / depth).max() / (UP * lens[1])))


def enclosing_rings(points: Floats64) -> Floats64:
    """Return points on rings about the vertical through the middle of points (n, 3); they enclose these."""
    centre = 0.5 * (points.min(axis=0) + points.max(axis=0))
    radius = hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
    turn = np.linspace(0.0, math.tau, ROUND, endpoint=False)
    s, c = sincos(turn)
    outer = np.outer(radius, c) + np.outer(points[:, 2], s)
    rim = {(float(radius[k]), float(points[k, 2])) for k in outer.argmax(axis=0)}
    rings = [np.column_stack((centre[0] + r * c, centre[1] + r * s, np.full(ROUND, z))) for r, z in sorted(rim)]
    return np.concatenate(rings)


class LookHistory:
    """Observed outlines, each with its time [s] of the simulation; the last `size` of them."""

    def __init__(self, size: int = 128) -> None:
        self._times = np.full(size, np.nan)
        self._points = np.zeros((size, len(DIRECTIONS), 3))
        self._count = 0

    def add(self, time: float, points: Floats64) -> None:
        """Record the outermost points (34, 3) of an observation."""
        if len(points):
            at = self._count % len(self._times)
            self._times[at], self._points[at] = time, points
            self._count += 1

    def since(self, time: float) -> Floats64:
        """Return the points (n, 3) of all observations from a time on, foreseen ones included."""
        return self._points[self._times >= time].reshape(-1, 3)


class AutoFraming:
    """Automatic framing: the pose stays while what matters is well inside the picture, else it moves to a better one.

    zoom: size of the picture relative to the default.
    """

    def __init__(self) -> None:
        self.zoom = 1.0
        self._goal = self._now = self._rate = np.zeros(4)
        self._small = 0.0
        self._pull, self._lens = PULL, (1.0, 1.0)
        self._known = False

    def begin(self, now: Pose, firmly: bool = False) -> None:
        """Start from a pose."""
        self._now, self._rate, self._known = _spring_coordinates(now), np.zeros(4), False
        self._pull = FIRM if firmly else PULL

    def advance(
        self, points: Floats64, direction: tuple[float, float], lens: tuple[float, float], seconds: float
    ) -> Pose:
        """Return the pose after `seconds` of wall time; 0: the goal at once."""
        relaid = any(abs(now / was - 1.0) > RELAID for now, was in zip(lens, self._lens, strict=True))
        if not seconds or relaid or not self._known or self._needs_new_goal(points, direction, lens, seconds):
            self._goal, self._small = _spring_coordinates(fit(points, direction, lens, self.zoom)), 0.0
            self._pull = FIRM if relaid else PULL if self._known else self._pull
            self._known, self._lens = True, lens
        if not seconds:
            self._now, self._rate = self._goal, np.zeros(4)
        gap, w = self._now - self._goal, self._pull
        pull, decay = self._rate + w * gap, exp(-w * seconds)
        self._now = self._goal + (gap + pull * seconds) * decay
        self._rate = (self._rate - w * pull * seconds) * decay
        arm = exp(self._goal[0])
        left = np.concatenate([self._now - self._goal, self._rate / w]) / (1.0, arm, arm, arm, 1.0, arm, arm, arm)
        if np.abs(left).max() < ARRIVED:
            self._now, self._rate = self._goal, np.zeros(4)
        return _pose_from(direction, self._now)

    def _needs_new_goal(
        self, points: Floats64, direction: tuple[float, float], lens: tuple[float, float], seconds: float
    ) -> bool:
        """Return whether points leave the picture of the goal, or have been small in it for some time."""
        share = filling(points, _pose_from(direction, self._goal), lens) / self.zoom
        self._small = self._small + seconds if share < MIN_FILLING else 0.0
        return share > MAX_FILLING or self._small > PATIENCE


def _spring_coordinates(pose: Sequence[float] | Pose) -> Floats64:
    """Return the logarithm of the arm, and the pivot: the coordinates on which the spring acts."""
    return np.array((log(max(pose[ARM], 1e-9)), *pose[PIVOT]))


def _pose_from(direction: tuple[float, float], flat: Floats64) -> Pose:
    pose = np.empty(6)
    pose[AZIMUTH], pose[ELEVATION] = direction
    pose[ARM], pose[PIVOT] = exp(flat[0]), flat[1:]
    return pose
