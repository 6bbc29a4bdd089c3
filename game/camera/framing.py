"""Framing: the pose that shows points as large as possible, and the automatic motion from pose to pose.

Points are in the world [m]; `outlines` says which are to be in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT, axes
from physics.maths import dense
from physics.maths.elementary import exp, hypot, log, sincos, tan

Floats64 = NDArray[np.float64]
Pose = NDArray[np.float64]

ACROSS, UP = 0.88, 0.84
"""Parts of the free width and height that the framed points may fill."""
MAX_FILLING, MIN_FILLING = 1.03, 0.72
"""Filling, relative to `ACROSS` and `UP`, above which the pose is renewed; below which, after `PATIENCE`."""
CUT = 1.12
"""Filling above which points are about to be cut, so that the pose is renewed however new it is."""
PATIENCE, CALM = 4.0, 1.5
"""Seconds for which the picture may stay too small, and least time between two poses."""
ARM_STEP, PIVOT_STEP = 0.03, 0.01
"""Steps to which the logarithm of the arm is rounded up, and the pivot, in arms: small changes change no pose."""
LARGEST_SHARE = 0.25
"""Greatest part of the free picture that moving bodies cover: of a compact one more would be too near."""
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
ROUND = 24
"""Number of points of a ring that stands for all directions of a turning camera."""

LEAST_ROOM = 0.2
"""Least half width and height of a part of the free picture, of which each is 1, that is framed in."""
GRID = 64, 36
"""Places across and up at which it is seen what bodies cover."""
SIDES = 32
"""Number of sides of the shape in the picture that stands for the outline of a body."""


class FreePart(NamedTuple):
    """A part of the free picture: its edges, -1 to 1 across and up."""

    left: float = -1.0
    low: float = -1.0
    right: float = 1.0
    high: float = 1.0

    @property
    def wide(self) -> float:
        """Half its width."""
        return 0.5 * (self.right - self.left)

    @property
    def tall(self) -> float:
        """Half its height."""
        return 0.5 * (self.high - self.low)

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, across and up."""
        return 0.5 * (self.left + self.right), 0.5 * (self.low + self.high)


WHOLE = FreePart()


def fit(
    points: Floats64,
    direction: tuple[float, float],
    lens: tuple[float, float],
    zoom: float = 1.0,
    part: FreePart = WHOLE,
) -> Pose:
    """Return the pose with a given direction that shows points (n, 3) in the middle, as large as allowed.

    direction: azimuth and elevation [rad]. lens: tangents of half the angles, across and up, of the free part of the
    picture. part: of the free picture, into which they fit. Returns azimuth, elevation, arm and pivot.
    """
    right, up, forward = axes(np.array((*direction, 0.0, 0.0, 0.0, 0.0)))
    centre = 0.5 * (points.min(axis=0) + points.max(axis=0))
    x, y, z = (dense.times(points - centre, np.column_stack((right, up, -forward)))).T
    arms, bounds = [1.02 * float(z.max())], []
    for place, most, aside, half in (
        (x, lens[0], part.middle[0], zoom * ACROSS * part.wide),
        (y, lens[1], part.middle[1], zoom * UP * part.tall),
    ):
        top, bottom = most * (aside + half), most * (half - aside)
        high, low = float((place + top * z).max()), float((bottom * z - place).max())
        arms.append((high + low) / (top + bottom))
        bounds.append((high, top, low, bottom))
    arm = max(*arms, 1e-6)
    middle = [0.5 * (high - top * arm + bottom * arm - low) for high, top, low, bottom in bounds]
    # Above or below the middle of the points, so that an eye that turns about the pivot keeps the middle in the
    # picture.
    along = min(max(-middle[1] * tan(direction[1]), -0.5 * arm), 0.5 * arm)
    pivot = centre + middle[0] * right + middle[1] * up
    if forward[2] < 0.0:  # a camera whose pivot were below the floor would be lifted with it
        along = max(min(along, -pivot[2] / forward[2]), -0.9 * arm)
    return np.array((*direction, arm + along, *(pivot + along * forward)))


def arm_for(points: Floats64, pose: Pose, lens: tuple[float, float], zoom: float = 1.0) -> float:
    """Return the distance from the pivot of a pose at which points (n, 3) are inside, the pivot in the middle."""
    return _arm_within(points, pose, lens, zoom, WHOLE)


def filling(points: Floats64, pose: Pose, lens: tuple[float, float], part: FreePart = WHOLE) -> float:
    """Return the filling of a part of the free picture by points (n, 3), 1: it is full; infinite: some are behind."""
    if not len(points):
        return 0.0
    x, y, z = (dense.times(points - pose[PIVOT], np.column_stack(axes(pose)))).T
    depth = pose[ARM] + z
    if depth.min() <= 0.0:
        return math.inf
    across, high = x / depth / lens[0] - part.middle[0], y / depth / lens[1] - part.middle[1]
    return float(max(np.abs(across).max() / (ACROSS * part.wide), np.abs(high).max() / (UP * part.tall)))


def rounded(points: Floats64, pose: Pose, lens: tuple[float, float], zoom: float = 1.0, part: FreePart = WHOLE) -> Pose:
    """Return a pose with a rounded pivot, and an arm that is rounded up, at which points (n, 3) are inside."""
    found = pose.copy()
    step = PIVOT_STEP * exp(ARM_STEP * math.floor(log(pose[ARM]) / ARM_STEP))
    found[PIVOT] = step * np.round(pose[PIVOT] / step)
    if pose[PIVOT][2] >= 0.0:
        found[PIVOT][2] = max(found[PIVOT][2], 0.0)
    arm = max(_arm_within(points, found, lens, zoom, part), 0.98 * pose[ARM])
    return drawn_back(found, exp(ARM_STEP * math.ceil(log(arm) / ARM_STEP - 1e-6)), lens, part)


def drawn_back(pose: Pose, arm: float, lens: tuple[float, float], part: FreePart) -> Pose:
    """Return a pose with another arm, at which the pivot's neighbourhood stays in the middle of a part."""
    found, (right, up, _) = pose.copy(), axes(pose)
    aside = (pose[ARM] - arm) * np.multiply(lens, part.middle)
    found[ARM] = arm
    found[PIVOT] += aside[0] * right + aside[1] * up
    return found


def _arm_within(points: Floats64, pose: Pose, lens: tuple[float, float], zoom: float, part: FreePart) -> float:
    """Return the least arm at which points (n, 3) are inside a part, when the pose is drawn back to it."""
    right, up, forward = axes(pose)
    x, y, z = (dense.times(points - pose[PIVOT], np.column_stack((right, up, -forward)))).T
    arms = [1e-6]
    for place, most, aside, half in (
        (x, lens[0], part.middle[0], zoom * ACROSS * part.wide),
        (y, lens[1], part.middle[1], zoom * UP * part.tall),
    ):
        off = place / most - pose[ARM] * aside
        arms += [float((off + (half + aside) * z).max()) / half, float(((half - aside) * z - off).max()) / half]
    return max(arms)


def share_of_bodies(hulls: Floats64, pose: Pose, lens: tuple[float, float]) -> float:
    """Return the part of the free picture that bodies cover, each the outermost points (k, 3) of hulls (n, k, 3)."""
    if not len(hulls):
        return 0.0
    x, y, z = np.moveaxis(dense.times(hulls - pose[PIVOT], np.column_stack(axes(pose))), -1, 0)
    depth = np.maximum(pose[ARM] + z, 1e-9 * pose[ARM])
    s, c = sincos(np.linspace(0.0, math.tau, SIDES, endpoint=False))
    u, v = x / depth / lens[0], y / depth / lens[1]
    reach = (u[..., None] * c + v[..., None] * s).max(axis=1)
    across, high = ((np.arange(count) + 0.5) / count * 2.0 - 1.0 for count in GRID)
    places = (across[:, None, None] * c + high[None, :, None] * s).reshape(-1, SIDES)
    covered = np.zeros(len(places), bool)
    for sides in reach:
        covered |= (places <= sides).all(axis=1)
    return float(covered.mean())


def far_enough(
    hulls: Floats64, pose: Pose, lens: tuple[float, float], zoom: float = 1.0, part: FreePart = WHOLE
) -> Pose:
    """Return a pose, or one farther away from which bodies cover no more than `LARGEST_SHARE` of the free picture."""
    found, most = pose.copy(), LARGEST_SHARE * zoom * zoom
    for _ in range(3):
        share = share_of_bodies(hulls, found, lens)
        if share <= most:
            break
        found = drawn_back(found, 1.01 * found[ARM] * math.sqrt(share / most), lens, part)
    return found


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


class Subject(NamedTuple):
    """What a pose is found for: points (n, 3), the bodies (n, k, 3) whose size counts, and the part they fit into.

    corner: left and lower edge of the upper right corner of the free picture that readings cover, -1 to 1; None: none.
    """

    points: Floats64
    hulls: Floats64 = np.zeros((0, 1, 3))
    part: FreePart = WHOLE
    corner: tuple[float, float] | None = None


class AutoFraming:
    """Automatic framing: the pose stays while what matters is well inside the picture, else it moves to a better one.

    zoom: size of the picture relative to the default.
    """

    def __init__(self) -> None:
        self.zoom = 1.0
        self._goal = self._now = self._rate = np.zeros(4)
        self._part, self._full = WHOLE, 1.0
        self._corner: tuple[float, float] | None = None
        self._small = self._age = 0.0
        self._pull, self._lens = PULL, (1.0, 1.0)
        self._known = False

    def begin(self, now: Pose, firmly: bool = False) -> None:
        """Start from a pose."""
        self._now, self._rate, self._known = _spring_coordinates(now), np.zeros(4), False
        self._pull = FIRM if firmly else PULL

    def corner_matters(self, corner: tuple[float, float] | None) -> bool:
        """Return whether the pose may be another one when this corner is covered."""
        return self._known and (corner is not None or self._part != WHOLE)

    def advance(
        self,
        points: Floats64,
        direction: tuple[float, float],
        lens: tuple[float, float],
        seconds: float,
        choose: Callable[[], Subject] | None = None,
    ) -> Pose:
        """Return the pose after `seconds` of wall time; 0: the goal at once.

        points (n, 3): to be inside. choose: it returns what a new pose is found for, where that is not all points.
        """
        relaid = any(abs(now / was - 1.0) > RELAID for now, was in zip(lens, self._lens, strict=True))
        if not seconds or relaid or not self._known or self._needs_new_goal(points, direction, lens, seconds):
            self._set_goal(Subject(points) if choose is None else choose(), direction, lens)
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

    def _set_goal(self, subject: Subject, direction: tuple[float, float], lens: tuple[float, float]) -> None:
        """Set the pose that shows a subject as the goal."""
        goal, part = placed(subject, direction, lens, self.zoom)
        self._goal, self._part, self._small, self._age = _spring_coordinates(goal), part, 0.0, 0.0
        self._corner = subject.corner
        self._full = min(filling(subject.points, goal, lens, part), self.zoom)

    def _needs_new_goal(
        self, points: Floats64, direction: tuple[float, float], lens: tuple[float, float], seconds: float
    ) -> bool:
        """Return whether points leave the picture of the goal, or have been small in it for some time."""
        goal = _pose_from(direction, self._goal)
        share = filling(points, goal, lens, self._part)
        covered = under(points, goal, lens, self._corner)
        self._age += seconds
        self._small = self._small + seconds if share < MIN_FILLING * self._full else 0.0
        calm = self._age > CALM or share > CUT * self.zoom
        return calm and (share > MAX_FILLING * self.zoom or covered or self._small > PATIENCE)


def best(subject: Subject, direction: tuple[float, float], lens: tuple[float, float], zoom: float = 1.0) -> Pose:
    """Return the pose with a given direction that shows a subject as large as allowed, in rounded numbers."""
    return placed(subject, direction, lens, zoom)[0]


def placed(
    subject: Subject, direction: tuple[float, float], lens: tuple[float, float], zoom: float = 1.0
) -> tuple[Pose, FreePart]:
    """Return the same, and the part of the free picture in which it is: beside or below what covers its corner."""
    part, corner = subject.part, subject.corner
    found = _in_part(subject, direction, lens, zoom, part)
    if corner is None or not under(subject.points, found, lens, corner):
        return found, part
    beside = part._replace(right=min(part.right, corner[0])), part._replace(high=min(part.high, corner[1]))
    roomy = [each for each in beside if min(each.wide, each.tall) > LEAST_ROOM] or [part]
    tried = [(_in_part(subject, direction, lens, zoom, each), each) for each in roomy]
    return min(tried, key=lambda pair: float(pair[0][ARM]))


def _in_part(
    subject: Subject, direction: tuple[float, float], lens: tuple[float, float], zoom: float, part: FreePart
) -> Pose:
    pose = fit(subject.points, direction, lens, zoom, part)
    return rounded(subject.points, far_enough(subject.hulls, pose, lens, zoom, part), lens, zoom, part)


def under(points: Floats64, pose: Pose, lens: tuple[float, float], corner: tuple[float, float] | None) -> bool:
    """Return whether points (n, 3) are behind the corner of the free picture that readings cover."""
    if corner is None:
        return False
    x, y, z = (dense.times(points - pose[PIVOT], np.column_stack(axes(pose)))).T
    depth = np.maximum(pose[ARM] + z, 1e-9 * pose[ARM])
    return bool(((x / depth / lens[0] > corner[0]) & (y / depth / lens[1] > corner[1])).any())


def _spring_coordinates(pose: Sequence[float] | Pose) -> Floats64:
    """Return the logarithm of the arm, and the pivot: the coordinates on which the spring acts."""
    return np.array((log(max(pose[ARM], 1e-9)), *pose[PIVOT]))


def _pose_from(direction: tuple[float, float], flat: Floats64) -> Pose:
    pose = np.empty(6)
    pose[AZIMUTH], pose[ELEVATION] = direction
    pose[ARM], pose[PIVOT] = exp(flat[0]), flat[1:]
    return pose
