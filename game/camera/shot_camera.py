"""Shot camera: it moves the camera during a throw, from the machine along the flight to a view of all of it.

Until the release the machine with its sling fills the picture; then the camera draws back so that the stone is in the
picture, too, and soon flies with the stone alone, which is seen against the sky.

The projectile flies along x, to either side, over a floor at z = 0; lengths in metres. A pose is azimuth, elevation
[rad], arm [m] and pivot (3) [m], as a `Camera` holds it. The goal follows from the shot alone; the camera approaches it
on springs, in picture time.
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT, Camera, Mode, axes
from game.camera.framing import WHOLE, FreePart, fit
from game.camera.spring import spring_step
from physics.maths import dense
from physics.maths.elementary import arcsin, arctan, power

Vector3 = NDArray[np.float64]
Pose = NDArray[np.float64]

SIDE = math.radians(-90.0)
"""Azimuth from which the flight goes to the right."""
ABOVE_NOTE = FreePart(low=-0.85)
"""Part of the free picture in which a machine is seen while it is cocked: the note of its scene lies below."""
CLOSE = SIDE + math.radians(-24.0), math.radians(3.0)
"""Azimuth and elevation from which a machine is seen where its scene does not say it."""
COCKED = np.array((0.80, 0.36, 0.62))
"""Half the length, depth and height above its middle of a cocked machine, in its radius."""
AHEAD, ROOM = 0.36, 1.12
"""Way ahead of the projectile, in swings, that the picture has to hold in the mode shot, and the room for it, relative
to its distance from the machine.
"""
LEAVES, DRAWN_BACK = 0.5, 1.2
"""Way of the projectile from its release, in heights of the machine, and seconds since then, up to which the machine is
shown, too."""
FORESIGHT, NEAR = 0.45, 0.5
"""Seconds by which the camera moves before the projectile, and least way ahead of it, in radii of the machine."""
HORIZON = 0.62
"""Height of the horizon below the upper edge while the projectile is shown alone, in heights of the picture."""
BEAM_FORESIGHT = 0.35
"""Seconds by which it moves before the beam, which is taken to go straight on."""
CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
CHASE_TURN = math.radians(64.0)
"""Azimuth of the eye behind the flight, from the side."""
LANDING_ELEVATION, LANDING_TILT = math.radians(12.0), 0.5
"""Elevation before the landing of a level flight; of another it changes by `LANDING_TILT` times its slope,"""
MIN_ELEVATION, MAX_ELEVATION = math.radians(3.0), math.radians(40.0)
"""between these."""
CHASE_REACH = 0.42
"""Half height of the picture about the projectile, in radii of the machine."""
AWAIT = 8.0
"""Distance to the landing, in radii of the machine, from which on the camera turns to the place of the landing."""
LOOKS_DOWN = 20.0
"""The same from which on it looks down at the projectile, from above the ground."""
AWAIT_REACH = 0.85
"""Half height of the picture there, in distances from the place of the landing."""
SIDE_ELEVATION, SIDE_FIT = math.radians(4.0), 1.06
"""View of the whole flight: elevation, and size of the picture relative to the flight."""
STAY = 1.8
"""Seconds at the place of the landing before the whole flight is shown."""
PULL, PULL_BACK = 2.0, 3.2
"""Rates [1/s] of the critically damped springs: between two poses, and back to a machine that is cocked again."""
GRIP, MAX_PULL = 0.4, 12.0
"""Increase of the rate per half height of the picture that the projectile flies in a second, and its limit [1/s]."""
TURN_IN = 3.0
"""Seconds after the release until arm and direction follow as fast as the pivot."""
WITHIN = 0.8
"""Part of the picture, from its middle, that the projectile does not leave."""
MIN_DEPTH = 0.6
"""Least distance of the projectile in front of the eye, as part of the arm."""
LEAP = 2.0
"""Motion of a goal, in steps of the projectile, above which the goal counts as moved elsewhere."""


class FilmedShot(NamedTuple):
    """The shot that is filmed, in the world.

    machine: middle (3,) and radius of a sphere that holds it. place and velocity (3,): of the projectile. stage: as in
    `physics.types.Projectile`. swing and path (n, 3): where it is held, and where it flies and has flown in earlier
    shots. landing (3,); None: unknown. seen_beside: whether a second picture shows the projectile from near by.
    direction: azimuth and elevation [rad] from which the machine is seen. body (n, 3): points of the machine as it is;
    none: they are not known.
    """

    machine: tuple[Vector3, float]
    place: Vector3
    velocity: Vector3
    stage: str
    swing: NDArray[np.float64]
    path: NDArray[np.float64]
    landing: Vector3 | None
    seen_beside: bool = False
    direction: tuple[float, float] = CLOSE
    body: NDArray[np.float64] = np.empty((0, 3))


class ViewExtent(NamedTuple):
    """Tangents of half the angles that the free part of the picture covers: horizontal and vertical."""

    across: float
    up: float


def machine_shot(
    subject: FilmedShot, lens: ViewExtent, ahead: float = 1.0, speed: float = 0.0, part: FreePart = WHOLE
) -> Pose:
    """Return the pose that shows the machine and the swing up to the release.

    ahead: so much of the way ahead alone, in swings; where that is not known, there is room for any. speed: of the
    projectile, as it is watched [m/s]. part: of the free picture, into which all fits.
    """
    way = subject.swing
    if ahead < 1.0 and len(way):
        now = int(np.argmin(np.linalg.norm(way - subject.place, axis=1)))
        end = now + max(round(ahead * len(way)), 1)
        way = np.vstack([way, _way_off(subject, speed)])[max(now - 1, 0) : end]
        gone = np.cumsum(np.linalg.norm(np.diff(way, axis=0, prepend=way[:1]), axis=1))
        way = way[gone <= max(NEAR * subject.machine[1], FORESIGHT * speed)]
    return _fitted(subject, way, lens, part)


def leaving_shot(subject: FilmedShot, lens: ViewExtent, speed: float) -> Pose:
    """Return the pose that shows the machine and the projectile that has just left it, at a watched speed [m/s]."""
    return _fitted(subject, np.vstack([subject.swing[-1:], _way_off(subject, speed), subject.place]), lens)


def left_behind(subject: FilmedShot) -> float:
    """Return how far the projectile is from where it was released, in heights of the machine."""
    if not len(subject.swing):
        return math.inf
    return dense.length(subject.place - subject.swing[-1]) / float(2.0 * COCKED[2] * subject.machine[1])


def _way_off(subject: FilmedShot, speed: float) -> Pose:
    """Return the points (n, 3) of the flight up to where the projectile is shown alone; of a fast one, some more."""
    if not len(subject.swing) or not len(subject.path):
        return np.empty((0, 3))
    reach = max(LEAVES * 2.0 * COCKED[2] * subject.machine[1], FORESIGHT * speed)
    return np.asarray(subject.path[np.linalg.norm(subject.path - subject.swing[-1], axis=1) < reach])


def _fitted(subject: FilmedShot, points: Pose, lens: ViewExtent, part: FreePart = WHOLE) -> Pose:
    """Return the pose that shows the machine and points (n, 3), with some room about these, as large as allowed."""
    middle, radius = subject.machine
    box = middle + radius * (COCKED if len(subject.swing) else np.ones(3)) * CORNERS
    box = subject.body if len(subject.body) and len(subject.swing) else box
    points = np.vstack([box, middle + ROOM * (points - middle)])
    points[:, 2] = points[:, 2].clip(0.0)
    return fit(points, subject.direction, lens, part=part)


def chase_shot(subject: FilmedShot, lens: ViewExtent) -> Pose:
    """Return the pose behind and beside the projectile, along its flight; near the end, towards its landing."""
    along, rise = float(subject.velocity[0]), float(subject.velocity[2])
    speed = math.hypot(along, rise) or 1.0
    turn = CHASE_TURN * along / math.hypot(along, 0.2 * speed)
    near = CHASE_REACH * subject.machine[1]
    elevation = -arctan((2.0 * HORIZON - 1.0) * lens.up)
    pivot, ahead = subject.place, 0.0
    if subject.landing is not None:
        way = subject.landing - subject.place
        left = dense.length(way)
        hurry = 1.0 - _smoothstep(left / (AWAIT * subject.machine[1]))
        pivot, ahead = pivot + hurry * way, AWAIT_REACH * hurry * left
        steep = min(max(LANDING_ELEVATION - LANDING_TILT * arcsin(rise / speed), MIN_ELEVATION), MAX_ELEVATION)
        elevation += (1.0 - _smoothstep(left / (LOOKS_DOWN * subject.machine[1]))) * (steep - elevation)
    return pose(SIDE - turn, elevation, math.hypot(near, ahead) / min(lens), pivot)


def between(one: Pose, other: Pose, share: float) -> Pose:
    """Return the pose at a share, 0 to 1, of the way from one to another."""
    found = one + share * (other - one)
    found[AZIMUTH] = one[AZIMUTH] + share * math.remainder(other[AZIMUTH] - one[AZIMUTH], math.tau)
    found[ARM] = one[ARM] * power(other[ARM] / one[ARM], share)
    return found


def full_shot(subject: FilmedShot, lens: ViewExtent) -> Pose:
    """Return the pose that shows machine and flight from the side, in one picture."""
    points = np.vstack([subject.path, subject.place])
    return _side_pose(subject, np.ones(3), points, lens, SIDE_FIT, SIDE, SIDE_ELEVATION)


def _side_pose(
    subject: FilmedShot, size: Vector3, points: Pose, lens: ViewExtent, fit: float, azimuth: float, elevation: float
) -> Pose:
    """Return the pose that shows the machine and points (n, 3); the picture is `fit` times as large as they are.

    size (3,): half of the machine's, in its radius.
    """
    middle, radius = subject.machine
    half = radius * size
    points = np.vstack([points, middle + half, middle - half])
    low, high = points.min(axis=0), points.max(axis=0)
    low[2] = max(low[2], 0.0)
    seen, centre = 0.5 * (high - low), 0.5 * (low + high)
    arm = fit * max(seen[0] / lens.across, seen[2] / lens.up) + half[1]
    return pose(azimuth, elevation, arm, np.array((centre[0], middle[1], centre[2])))


class ShotCamera:
    """A camera motion without jumps, from whatever pose the camera has at first."""

    def __init__(self) -> None:
        self._now, self._rate, self._goal = np.full(6, np.nan), np.zeros(6), np.zeros(6)
        self._place = np.zeros(3)
        self._mode, self._stage = Mode.SHOT, ""
        self._since, self._pull = 0.0, PULL
        self._speed, self._body = 0.0, np.empty((0, 3))
        self._landed = self._inside = False

    def direct(self, camera: Camera, subject: FilmedShot, seconds: float) -> None:
        """Move the camera for `seconds` of picture time; 0: go to its goal at once."""
        lens = ViewExtent(*camera.lens)
        subject = self._foreseen(subject, seconds)
        self._detect_changes(camera, subject, seconds)
        goal = self._goal_pose(subject, lens)
        if seconds > 0.0:
            self._set_pull(subject, seconds)
            self._spring(goal, self._lead(goal, subject) / seconds, seconds)
        else:
            self._now, self._rate = goal, np.zeros(6)
        self._goal, self._place = goal, subject.place
        if self._mode is Mode.SHOT and subject.stage == "flying":
            self._keep_inside(subject.place, lens)
        self._now = camera.show(self._now)

    def _foreseen(self, subject: FilmedShot, seconds: float) -> FilmedShot:
        """Return the shot with the machine where it is and where it soon will be."""
        body, before, self._body = subject.body, self._body, subject.body
        if seconds <= 0.0 or subject.stage != "held" or body.shape != before.shape:
            return subject
        return subject._replace(body=np.vstack([body, body + BEAM_FORESIGHT / seconds * (body - before)]))

    def _detect_changes(self, camera: Camera, subject: FilmedShot, seconds: float) -> None:
        """Detect changes since the last picture; a camera that was moved by hand goes on from there."""
        self._since += seconds
        self._speed = dense.length(subject.place - self._place) / seconds if seconds > 0.0 else 0.0
        if (camera.mode, subject.stage) != (self._mode, self._stage):
            self._landed = camera.mode is self._mode and (self._stage, subject.stage) == ("flying", "landed")
            self._mode, self._stage, self._inside, self._since = camera.mode, subject.stage, False, 0.0
        if not np.array_equal(camera.shown, self._now):
            self._now, self._rate[:] = camera.shown, 0.0

    def _goal_pose(self, subject: FilmedShot, lens: ViewExtent) -> Pose:
        """Return the goal of the camera."""
        if self._mode is Mode.TRAJECTORY:
            return full_shot(subject, lens)
        if self._mode is Mode.MACHINE:
            return machine_shot(subject, lens)
        if subject.stage == "held":
            return machine_shot(subject, lens, AHEAD, self._speed, ABOVE_NOTE)
        if subject.seen_beside:
            return full_shot(subject, lens)
        if subject.stage == "flying":
            share = min(_smoothstep(self._since / DRAWN_BACK), _smoothstep(left_behind(subject) / LEAVES))
            return between(leaving_shot(subject, lens, self._speed), chase_shot(subject, lens), share)
        if self._stays:
            arm = CHASE_REACH * subject.machine[1] / min(lens)
            return pose(self._goal[AZIMUTH], self._goal[ELEVATION], arm, subject.place)
        return full_shot(subject, lens)

    @property
    def _stays(self) -> bool:
        """True while the camera shows what has just landed."""
        return self._landed and self._since < STAY

    def _set_pull(self, subject: FilmedShot, seconds: float) -> None:
        """Set the rate [1/s] at which the pivot approaches its goal."""
        away = subject.seen_beside and subject.stage != "held"
        if away or self._mode is not Mode.SHOT or not (self._stage in ("held", "flying") or self._stays):
            self._pull = PULL
        elif self._since > 0.0 and not self._stays:
            steps = dense.length(subject.place - self._place) / (CHASE_REACH * subject.machine[1])
            rest = PULL_BACK if subject.stage == "held" else PULL
            self._pull = min(rest + GRIP * steps / seconds, MAX_PULL)

    def _pulls(self) -> Pose:
        """Return the rates [1/s] at which the parts of the pose approach their goals, (6,)."""
        turn = PULL + (self._pull - PULL) * (_smoothstep(self._since / TURN_IN) if self._stage == "flying" else 1.0)
        return np.array((turn,) * 3 + (self._pull,) * 3)

    def _lead(self, goal: Pose, subject: FilmedShot) -> Vector3:
        """Return the motion (3,) [m] of the pivot's goal along with the projectile, so that the spring does not lag."""
        step, moved = goal[PIVOT] - self._goal[PIVOT], subject.place - self._place
        along = self._mode is Mode.SHOT and self._stage == "flying"
        return step if along and dense.length(step) <= LEAP * dense.length(moved) else np.zeros(3)

    def _spring(self, goal: Pose, lead: Vector3, seconds: float) -> None:
        """Move the pose towards its goal, whose pivot moves at `lead` [m/s]."""
        self._now = self._now.copy()
        self._now[AZIMUTH] = goal[AZIMUTH] + math.remainder(self._now[AZIMUTH] - goal[AZIMUTH], math.tau)
        leading = np.concatenate([np.zeros(3), lead])
        self._now, self._rate = spring_step(self._now, self._rate, goal, leading, self._pulls(), seconds)

    def _keep_inside(self, place: Vector3, lens: ViewExtent) -> None:
        """Move the camera so that the projectile, once in the picture, stays in it."""
        right, up, forward = axes(self._now)
        offset = place - self._now[PIVOT]
        lag = min(dense.times(offset, forward) + MIN_DEPTH * self._now[ARM], 0.0)
        depth = self._now[ARM] + dense.times(offset, forward) - lag
        out = [
            _excess(dense.dot(offset, right), WITHIN * lens.across * depth),
            _excess(dense.dot(offset, up), WITHIN * lens.up * depth),
        ]
        if self._inside:
            self._now[PIVOT] += lag * forward + out[0] * right + out[1] * up
        self._inside = self._inside or not (lag or any(out))


def pose(azimuth: float, elevation: float, arm: float, pivot: Vector3) -> Pose:
    """Return a pose of these parts, (6,)."""
    return np.array((azimuth, elevation, arm, *pivot))


def _smoothstep(part: float) -> float:
    """Return the smoothstep of `part`, from 0 to 1."""
    part = min(max(part, 0.0), 1.0)
    return part * part * (3.0 - 2.0 * part)


def _excess(value: float, limit: float) -> float:
    """Return the signed excess of a value beyond ±limit."""
    return value - min(max(value, -limit), limit)
