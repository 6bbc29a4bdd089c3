"""Camera transitions: flights between two poses, and tours. Poses are as in `Camera.show`."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.camera.camera import ARM, AZIMUTH, ELEVATION, PIVOT
from physics.maths import dense
from physics.maths.elementary import asinh, cosh, cube, exp, log, power, sinh, square, tanh

Pose = NDArray[np.float64]

CURVE = 1.35
"""Zoom-out of a flight on its way, rho of van Wijk and Nuij."""
PACE, TURN_PACE = 0.9, 0.75
"""Path length, in their measure, and angle [rad] of a flight per second."""
MIN_SECONDS, MAX_SECONDS = 1.4, 6.0
"""Least and greatest duration of a flight [s]."""
RAMP = 0.35
"""Part of a flight in which it accelerates, and in which it decelerates."""
LEG = 5.0
"""Seconds from one pose of a tour to the next."""
STAY = 0.3
"""Part of these seconds in which the camera rests at a pose."""


def seconds_between(start: Pose, end: Pose) -> float:
    """Return the duration [s] of a flight, which grows with its length within limits."""
    way = _ZoomPath(start, end).length / PACE
    turn = dense.length(_turn(start, end)) / TURN_PACE
    return min(max(math.hypot(way, float(turn)), MIN_SECONDS), MAX_SECONDS)


def ease(part: float) -> float:
    """Return a fraction from 0 to 1 that grows evenly with `part`, with smooth acceleration and deceleration."""
    part = min(max(part, 0.0), 1.0)
    if part > 0.5:
        return 1.0 - ease(1.0 - part)
    rise = min(part / RAMP, 1.0)
    return (RAMP * (cube(rise) - 0.5 * power(rise, 4)) + max(part - RAMP, 0.0)) / (1.0 - RAMP)


def between(start: Pose, end: Pose, part: float) -> Pose:
    """Return the pose at a fraction `part` of the flight; it turns the shorter way about the pivot."""
    pose = np.empty(6)
    pose[: ELEVATION + 1] = start[: ELEVATION + 1] + part * _turn(start, end)
    pose[PIVOT], pose[ARM] = _ZoomPath(start, end).at(part)
    return pose


def tour(stops: Sequence[Pose], time: float, period: float | None = None, still: bool = False) -> Pose:
    """Return the pose of a closed tour at a time [s]; it takes `period` in all, or LEG for each pose.

    still: it goes from pose to pose at once.
    """
    legs = time / (period / len(stops) if period else LEG)
    at = math.floor(legs) % len(stops)
    part = (legs - math.floor(legs) - STAY) / (1.0 - STAY)
    return between(stops[at], stops[(at + 1) % len(stops)], ease(part) if not still else float(part > 0.0))


def along_path(times: Sequence[float], stops: Sequence[Pose], time: float, still: bool = False) -> Pose:
    """Return the pose at a time [s] of a smooth flight that is at each stop at its time, and rests before and after.

    Each coordinate is a monotone cubic (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980, with the slopes of Fritsch
    and Butland, 1984): it does not overshoot, and rests between two stops that are the same. Azimuths turn the shorter
    way; of arms, logarithms are taken. times: increasing. still: it goes from stop to stop at once.
    """
    at = np.asarray(times, float)
    place = int(np.searchsorted(at, time, side="right")) - 1
    if still or place < 0 or place == len(at) - 1:
        return np.array(stops[max(place, 0)], float)
    poses = np.array(stops, float)
    poses[:, AZIMUTH] = np.unwrap(poses[:, AZIMUTH])
    poses[:, ARM] = log(poses[:, ARM])
    steps = np.diff(at)
    rates = np.diff(poses, axis=0) / steps[:, None]
    slopes = np.zeros_like(poses)
    for k in range(1, len(at) - 1):
        slopes[k] = _slope(steps[k - 1], rates[k - 1], steps[k], rates[k])
    step, part = steps[place], (time - at[place]) / steps[place]
    start, end = poses[place], poses[place + 1]
    rest = part * part * (3.0 - 2.0 * part)
    bent = part * (1.0 - part) * step * ((1.0 - part) * slopes[place] - part * slopes[place + 1])
    pose: Pose = start + rest * (end - start) + bent
    pose[ARM] = exp(pose[ARM])
    return pose


def _slope(before: float, rate: Pose, after: float, next_: Pose) -> Pose:
    """Return the slopes of a monotone cubic between two steps of these lengths and mean rates."""
    same = rate * next_ > 0.0
    low, high = 2.0 * after + before, after + 2.0 * before
    inverse = low / np.where(same, rate, 1.0) + high / np.where(same, next_, 1.0)
    return np.where(same, (low + high) / np.where(same, inverse, 1.0), 0.0)


def _turn(start: Pose, end: Pose) -> NDArray[np.float64]:
    """Return the changes of azimuth and elevation, the shorter way."""
    return np.array((math.remainder(end[AZIMUTH] - start[AZIMUTH], math.tau), end[ELEVATION] - start[ELEVATION]))


class _ZoomPath:
    """Pivot and width of the view along a flight, such that the picture moves evenly.

    J. van Wijk, W. Nuij: Smooth and efficient zooming and panning, IEEE InfoVis 2003, equations 9 and 10.
    """

    def __init__(self, start: Pose, end: Pose) -> None:
        self._from, self._by = start[PIVOT], end[PIVOT] - start[PIVOT]
        self._wide, last = float(start[ARM]), float(end[ARM])
        far, squared = dense.length(self._by), CURVE * CURVE
        self._far = far if far > 1e-6 * min(self._wide, last) else 0.0
        if not self._far:
            self.length = abs(log(last / self._wide)) / CURVE
            self._sign = math.copysign(1.0, last - self._wide)
            return
        rise = [
            (square(last) - square(self._wide) + sign * square(squared * far)) / (2.0 * wide * squared * far)
            for wide, sign in ((self._wide, 1.0), (last, -1.0))
        ]
        self._begin, stop = (-asinh(part) for part in rise)
        self.length = (stop - self._begin) / CURVE

    def at(self, part: float) -> tuple[NDArray[np.float64], float]:
        """Return pivot and arm at a fraction of the flight."""
        along = CURVE * part * self.length
        if not self._far:
            return self._from + part * self._by, self._wide * exp(self._sign * along)
        angle, squared = self._begin + along, CURVE * CURVE
        gone = self._wide * (cosh(self._begin) * tanh(angle) - sinh(self._begin)) / squared
        return self._from + gone / self._far * self._by, self._wide * cosh(self._begin) / cosh(angle)
