"""Orbit, fly and follow camera: it turns gestures into a `View`, without access to window or renderer.

The world's floor is z = 0 and its z axis points up; lengths are in metres, angles inside in radians. The pose is kept
as a pivot, a direction (azimuth, elevation) and an arm: the eye is at pivot + arm * direction. Orbiting and following
turn the eye about the pivot; flying puts the pivot into the eye (arm 0). The place of the picture's middle on the
screen and its size belong to the pose, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from game.camera.spring import BodyFollower, spring_step
from game.model.frame import View
from game.scenefile.camera_spec import checked_part
from physics.maths import dense
from physics.maths.elementary import arcsin, arctan, log2, power, sin, sincos, tan

Vector3 = NDArray[np.float64]

FOV_Y = math.radians(32.0)
DEFAULT_AZIMUTH = math.radians(-62.0)
DEFAULT_ELEVATION = math.radians(17.0)
MAX_ELEVATION = math.radians(89.0)
TURN_PER_POINT = math.radians(0.35)
ZOOM_PER_NOTCH = 0.87
STIFFNESS = 14.0
"""Rate [1/s] of the critically damped spring that pulls the shown pose to its goal."""
FIT = 1.3
"""Size of the picture relative to the framed sphere."""

# All relative to the radius of the scene, but for the window.
MIN_ARM, MAX_ARM = 0.4, 60.0
CLEARANCE = 0.05
MIN_FREE_SIZE, WINDOW = 0.1, (0.0, 0.0, 1.0, 1.0)
"""Least free width and height, as parts of the window, into which the picture is fitted; else `WINDOW`, all of it."""
NEAR, FAR = 0.02, 400.0
AWAY = 8.0
"""Steps, in radii, by which the far plane is moved away when the body is far from the camera."""
FLY_SPEED = 1.5

AZIMUTH, ELEVATION, ARM = 0, 1, 2
PIVOT = slice(3, 6)
PLACE = slice(6, 8)
SIZE = 8
SLACK = 1.1
"""Factor by which a picture may exceed its part of the window, because what is framed leaves some margin."""


class Mode(Enum):
    """Camera mode; the value is its name on the screen."""

    ORBIT = "orbit"
    FLY = "fly"
    FOLLOW = "follow"
    TURNTABLE = "turntable"
    TOUR = "tour"
    SHOT = "shot"
    MACHINE = "machine"
    TRAJECTORY = "trajectory"


BY_HAND = (Mode.ORBIT, Mode.FLY, Mode.FOLLOW)
SHOT_MODES = (Mode.SHOT, Mode.MACHINE, Mode.TRAJECTORY)
DIRECTED = (*SHOT_MODES, Mode.TURNTABLE, Mode.TOUR)
"""Modes in which the camera is moved by `Camera.show` until the user moves it."""


class Camera:
    """A camera that approaches its goal smoothly, at any frame rate, and stays above the floor.

    Gestures change the goal; `update` moves the shown pose towards it; `view` returns what the renderer needs.
    untouched: the user has not moved it since it was placed. blur, exposure, hour: as in `View`; what is as far away as
    the pivot is sharp. still: it goes to its goal at once. enlarged: the picture is shown so many times as large, about
    its middle. carried: way (3,) [m] along with a body in the last update.
    """

    def __init__(self, center: tuple[float, float, float] = (0.0, 0.0, 0.0), radius: float = 1.0) -> None:
        self.mode = Mode.ORBIT
        self.untouched = True
        self.blur = self.exposure = 0.0
        self.hour: float | None = None
        self.still = False
        self.enlarged = 1.0
        self.carried: Vector3 = np.zeros(3)
        self._fly_speed = FLY_SPEED
        self._aspect = 16 / 9
        self._room = 1.0, 1.0
        self._goal = np.zeros(9)
        self._goal[SIZE] = 1.0
        self._now, self._rate = np.zeros(9), np.zeros(9)
        self._follower = BodyFollower(np.zeros(3))
        self._goal[AZIMUTH], self._goal[ELEVATION] = DEFAULT_AZIMUTH, DEFAULT_ELEVATION
        self.frame(center, radius)
        self.settle()

    # Gestures -------------------------------------------------------------------------------------------

    def orbit(self, dx: float, dy: float) -> None:
        """Turn by a drag of (dx, dy) points: about the pivot, or about the eye when flying."""
        self._take_over()
        turn = TURN_PER_POINT * (0.5 if self.mode is Mode.FLY else 1.0)
        self._goal[AZIMUTH] -= turn * dx
        self._goal[ELEVATION] = min(max(self._goal[ELEVATION] + turn * dy, -MAX_ELEVATION), MAX_ELEVATION)
        self._keep_above_floor(self._goal)

    def pan(self, dx: float, dy: float, height: float = 720.0) -> None:
        """Shift the picture by a drag of (dx, dy) points in a window `height` points high."""
        self._take_over()
        right, up, _ = axes(self._goal)
        depth = self._goal[ARM] or self._depth()
        shift = (dy * up - dx * right) * 2.0 * depth * tan(FOV_Y / 2) / (height * self._goal[SIZE])
        self._goal[PIVOT] += shift
        self._keep_above_floor(self._goal)

    def zoom(self, notches: float) -> None:
        """Come nearer (notches > 0) or go away; when flying, fly faster or slower."""
        self._take_over()
        if self.mode is Mode.FLY:
            self._fly_speed = min(max(self._fly_speed / power(ZOOM_PER_NOTCH, notches), 0.05), 50.0)
            return
        arm = self._goal[ARM] * power(ZOOM_PER_NOTCH, notches)
        self._goal[ARM] = min(max(arm, MIN_ARM * self._radius), max(MAX_ARM * self._radius, self._goal[ARM]))
        self._keep_above_floor(self._goal)

    def fly(self, direction: tuple[float, float, float], seconds: float) -> None:
        """Move (right, up, forward) for `seconds` of wall time; switches to flying when orbiting or following."""
        length = math.sqrt(sum(part * part for part in direction))
        if length == 0.0 or seconds <= 0.0:
            return
        self.untouched = False
        if self.mode is not Mode.FLY:
            self.use(Mode.FLY)
        right, _, forward = axes(self._goal)
        step = direction[0] * right + direction[2] * forward + np.array((0.0, 0.0, direction[1]))
        farthest = max(MAX_ARM * self._radius, dense.length(self._goal[PIVOT] - self._center))
        self._goal[PIVOT] += step / length * self._fly_speed * self._radius * seconds
        offset = self._goal[PIVOT] - self._center
        distance = dense.length(offset)
        if distance > farthest:
            self._goal[PIVOT] = self._center + offset * (farthest / distance)
        self._keep_above_floor(self._goal)

    def cycle_mode(self, modes: tuple[Mode, ...] = BY_HAND) -> Mode:
        """Switch to the next of these modes without a jump of the picture; returns it."""
        at = modes.index(self.mode) if self.mode in modes else -1
        self.use(modes[(at + 1) % len(modes)])
        return self.mode

    def _take_over(self) -> None:
        """Hand the camera over to the user."""
        self.untouched = False
        if self.mode in DIRECTED:
            self.use(Mode.ORBIT)

    def use(self, mode: Mode) -> None:
        """Switch to a mode without a jump of the picture."""
        if mode is Mode.FLY:
            for pose in (self._goal, self._now):
                pose[PIVOT], pose[ARM] = self._eye(pose), 0.0
        elif self.mode is Mode.FLY:
            depth = self._depth()
            for pose in (self._goal, self._now):
                pose[PIVOT] += depth * axes(pose)[2]
                pose[ARM] = depth
        self._rate[:] = 0.0
        self.mode = mode
        if mode is Mode.FOLLOW:
            self._goal[PIVOT] = self._center

    def frame(self, center: tuple[float, float, float] | Vector3, radius: float) -> None:
        """Bring a sphere (center (3,) and radius, both [m]) into the picture; it becomes the scale of the scene."""
        if not radius > 0.0:
            raise ValueError(f"radius = {radius}: must be above 0 m")
        self._center, self._radius = np.array(center, np.float64), float(radius)
        self._follower.attach(self._center)
        narrow = arctan(tan(FOV_Y / 2) * min(1.0, self._aspect))
        arm = FIT * self._radius / sin(narrow)
        self._goal[PIVOT], self._goal[ARM] = self._center, arm
        self._keep_above_floor(self._goal)
        if self.mode is Mode.FLY:
            self._goal[PIVOT], self._goal[ARM] = self._eye(self._goal), 0.0

    def fit_into(self, free: tuple[float, float, float, float]) -> None:
        """Move the middle of the picture into a part of the window, and scale the picture to fit.

        free: left, top, right and bottom edge, in widths and heights of the window; where all of it is covered left may
        exceed right, or top bottom.
        """
        left, top, right, bottom = free if min(free[2] - free[0], free[3] - free[1]) > MIN_FREE_SIZE else WINDOW
        wide, high = (right - left) * max(self._aspect, 1.0), (bottom - top) * max(1.0, 1.0 / self._aspect)
        self._goal[PLACE] = left + right - 1.0, 1.0 - top - bottom
        self._goal[SIZE] = min(1.0, SLACK * wide, SLACK * high)
        self._room = (right - left) / self._goal[SIZE], (bottom - top) / self._goal[SIZE]

    def show(self, pose: NDArray[np.float64]) -> NDArray[np.float64]:
        """Set azimuth, elevation [rad], arm [m] and pivot (3) [m] at once, above the floor; returns `shown`."""
        self._goal[: PLACE.start] = pose
        self._keep_above_floor(self._goal)
        self._now[: PLACE.start] = self._goal[: PLACE.start]
        self._rate[: PLACE.start] = 0.0
        return self.shown

    # Motion -----------------------------------------------------------------------------------------------

    def follow(self, point: tuple[float, float, float] | Vector3) -> None:
        """Set the place of the body (3,) [m]; the camera moves along with it in the mode `follow`."""
        self._center = np.array(point, np.float64)

    def update(self, seconds: float) -> None:
        """Move the picture towards the goal for `seconds` of wall time; its path does not depend on the frame rate."""
        if seconds <= 0.0:
            return
        self._go_along(seconds)
        if self.still:
            self.settle()
            return
        self._now, self._rate = spring_step(self._now, self._rate, self._goal, 0.0, STIFFNESS, seconds)
        self._keep_above_floor(self._now)

    def _go_along(self, seconds: float) -> None:
        """Move goal and shown pose along with the body."""
        self.carried = np.zeros(3)
        if self.mode is not Mode.FOLLOW:
            self._follower.attach(self._center)
            return
        self.carried = self._follower.follow(self._center, seconds, self._radius)
        for pose in (self._goal, self._now):
            pose[PIVOT] += self.carried
            self._keep_above_floor(pose)

    def settle(self) -> None:
        """Go to the goal at once."""
        self._now, self._rate = self._goal.copy(), np.zeros(9)

    # Shown pose -------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        """Return width / height of the last picture."""
        return self._aspect

    @property
    def middle(self) -> Vector3:
        """Return the place of the body that is followed (3,) [m]."""
        return self._center

    @property
    def followed(self) -> Vector3:
        """Return the point (3,) [m] that follows the body by a spring, with which the camera moves along."""
        return self._follower.point

    @property
    def shown(self) -> NDArray[np.float64]:
        """Return azimuth, elevation [rad], arm [m] and pivot (3) [m] of the present picture."""
        return self._now[: PLACE.start].copy()

    @property
    def lens(self) -> tuple[float, float]:
        """Return the tangents of half the angles, horizontal and vertical, that the free part of the picture covers."""
        up = tan(FOV_Y / 2)
        return self._room[0] * self._aspect * up, self._room[1] * up

    @property
    def eye(self) -> Vector3:
        """Return the position of the eye (3,) [m]."""
        return self._eye(self._now)

    def sees(self, point: Vector3) -> bool:
        """Return whether a point (3,) [m] is in front of the eye and within the free part of the picture."""
        right, up, forward = axes(self._now)
        away = np.asarray(point) - self.eye
        depth, (across, high) = float(dense.times(away, forward)), self.lens
        return (
            abs(float(dense.times(away, right))) < across * depth and abs(float(dense.times(away, up))) < high * depth
        )

    def view(self, aspect: float) -> View:
        """Return the view for a target of `aspect` = width / height."""
        self._aspect = aspect
        right, up, forward = axes(self._now)
        eye = self._eye(self._now)
        view = np.eye(4)
        view[:3, :3] = np.column_stack((right, up, -forward))
        view[3, :3] = -dense.dot(right, eye), -dense.dot(up, eye), dense.dot(forward, eye)
        away = dense.length(eye - self._center)
        # In steps: a moving body must not change a picture in which nothing else moves.
        near = max(NEAR * self._radius, 0.1 * min(eye[2], away - self._radius))
        near = power(2.0, 0.5 * math.floor(2.0 * log2(near) + 1e-9))
        far = (FAR + AWAY * math.ceil(away / (AWAY * self._radius))) * self._radius
        size, place = self.enlarged * self._now[SIZE], self._now[PLACE]
        flat = _perspective(aspect, near, far, size, place)
        sharp = float(self._now[ARM] or self._depth())
        matrices = eye.astype(np.float32), view.astype(np.float32), flat
        return View(*matrices, self.blur, sharp, exposure=self.exposure, hour=self.hour)

    # Poses as data ------------------------------------------------------------------------------------------

    def pose(self) -> dict[str, float | list[float]]:
        """Return the goal as data: azimuth and elevation of the eye from the target [°], distance and target [m]."""
        distance = self._goal[ARM] or self._depth()
        target = self._eye(self._goal) + distance * axes(self._goal)[2]
        return {
            "azimuth": round(math.degrees(self._goal[AZIMUTH]), 9),
            "elevation": round(math.degrees(self._goal[ELEVATION]), 9),
            "distance": float(distance),
            "target": [float(part) for part in target],
        }

    def shown_pose(self) -> dict[str, float | list[float]]:
        """Return the shown pose as data, as `pose` does the goal."""
        goal, self._goal = self._goal, self._now
        try:
            return self.pose()
        finally:
            self._goal = goal

    @property
    def fitted(self) -> tuple[float, float, float]:
        """Return the middle of the shown picture, -1 to 1 across and up the window, and its scale."""
        (x, y), size = self._now[PLACE], self._now[SIZE]
        return float(x), float(y), float(size)

    def set_pose(self, pose: Mapping[str, object]) -> None:
        """Set a pose, whole or in part, as returned by `pose`, at once.

        Raises ValueError that names the key, the value and what is allowed.
        """
        checked = {key: checked_part(key, value) for key, value in pose.items()}
        if self.mode is Mode.FLY:
            self.use(Mode.ORBIT)
        if "azimuth" in checked:
            self._goal[AZIMUTH] = math.radians(checked["azimuth"][0])
        if "elevation" in checked:
            self._goal[ELEVATION] = math.radians(checked["elevation"][0])
        if "distance" in checked:
            self._goal[ARM] = checked["distance"][0]
        if "target" in checked:
            self._goal[PIVOT] = checked["target"]
        self._keep_above_floor(self._goal)
        self.settle()

    # Details --------------------------------------------------------------------------------------------------

    def _depth(self) -> float:
        """Return the distance from a flying eye to the scene; it becomes the arm when the camera orbits again."""
        ahead = float(dense.times(self._center - self._goal[PIVOT], axes(self._goal)[2]))
        return min(max(ahead, 2.0 * MIN_ARM * self._radius), MAX_ARM * self._radius)

    def _eye(self, pose: NDArray[np.float64]) -> Vector3:
        return np.asarray(pose[PIVOT] - pose[ARM] * axes(pose)[2])

    def _keep_above_floor(self, pose: NDArray[np.float64]) -> None:
        """Raise the eye above the floor: by the elevation where that is enough, else by lifting the pivot."""
        lowest = CLEARANCE * self._radius
        pose[PIVOT][2] = max(pose[PIVOT][2], 0.0 if pose[ARM] > 2.0 * lowest else lowest)
        rise = lowest - pose[PIVOT][2]
        if pose[ARM] > 0.0 and sin(pose[ELEVATION]) * pose[ARM] < rise:
            pose[ELEVATION] = arcsin(min(max(rise / pose[ARM], -1.0), 1.0))


def _perspective(
    aspect: float, near: float, far: float, size: float, place: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Return a perspective projection (4, 4) for row vectors, then enlarged and moved in the picture, as OpenGL's.

    near, far [m]; size: enlargement; place (2,): of the middle, from -1 to 1.
    """
    up, deep = tan(FOV_Y / 2), far - near
    rows = (
        (size / (aspect * up), 0.0, 0.0, 0.0),
        (0.0, size / up, 0.0, 0.0),
        (0.0 - place[0], 0.0 - place[1], -(far + near) / deep, -1.0),
        (0.0, 0.0, -2.0 * far * near / deep, 0.0),
    )
    return np.array(rows, np.float32)


def axes(pose: NDArray[np.float64]) -> tuple[Vector3, Vector3, Vector3]:
    """Return the unit vectors right, up and forward; computed from the angles, so that ±90° is no special case."""
    (sa, ca), (se, ce) = sincos(float(pose[AZIMUTH])), sincos(float(pose[ELEVATION]))
    return (
        np.array((-sa, ca, 0.0)),
        np.array((-se * ca, -se * sa, ce)),
        np.array((-ce * ca, -ce * sa, -se)),
    )
