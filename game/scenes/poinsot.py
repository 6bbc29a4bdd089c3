"""Poinsot's picture of a free body: the inertia ellipsoid on the invariable plane, with the curves drawn by omega.

Everything is that of `physics/tops/poinsot.py`, where lengths are angular velocities, times a scale [m per rad/s].
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game import shapes
from game.picture import Array, Curve, Instance, Material, Mesh, Points, SceneFrame
from game.scenes.generic import INK, linear
from physics.bodies.inertia import principal
from physics.system import Vector3
from physics.tops import poinsot

Floats64 = NDArray[np.float64]

FAMILY = 7
"""Polhodes of the same energy on each side, from the axis of the least moment to that of the largest."""
ALIKE = 1e-9
"""Moments that differ by less than this part of the largest are equal."""
DOTS_A_TURN, MOST_DOTS = 48, 1500
SPARE = 0.5
"""Of a course's future beyond what is shown, in spans: until it is used up, nothing needs to be worked out anew."""
OFF = 0.01
"""How far from a course a state is still on it, in lengths of omega: more than a chord of it is off its arc."""
PERIODS, FEWEST_TURNS, MOST_TURNS = 3.0, 2.0, 16.0
"""For so many periods of omega in the body the herpolhode is drawn each way; so many turns of the body at most: more
would fill the plane.
"""
RULINGS = 36
"""Lines on each cone."""
GRID = 7
"""Lines of the plane's grid each way from its middle."""
SMALLEST_PLANE = 0.85
"""Radius of the disc that stands for the plane, in the largest semi-axis."""
PALE, PLANE = (0.80, 0.84, 0.90), (0.62, 0.72, 0.86)
GLASS_TINT, PLANE_TINT = (0.30, 0.40, 0.55), (0.012, 0.022, 0.05)


@dataclass(frozen=True)
class Pose:
    """How a body is to be seen: its rotation to the world (3, 3), and where G and the eye are in the world (3,) [m]."""

    rotation: Floats64
    centre: Vector3
    eye: Array


class Course:
    """The motion through a state at a time `at` [s] in closed form, sampled over some of its past and future.

    span [s]: how much of it is shown each way. times (n,); space, body (n, 3): the tip of omega at these times in the
    lab and in body axes [rad/s]; polhode (m, 3): the closed curve. period [s]: of omega in the body.
    """

    def __init__(self, inertia: Floats64, rotation: Floats64, omega: Vector3, at: float) -> None:
        motion = poinsot.FreeMotion(inertia, omega, rotation)
        turn = 2.0 * math.pi / float(np.linalg.norm(omega))
        self.at, self.period = at, motion.elements.period
        self.span = min(max(PERIODS * self.period, FEWEST_TURNS * turn), MOST_TURNS * turn)
        self.polhode = poinsot.polhode(inertia, omega, 192)
        count = min(MOST_DOTS, int(DOTS_A_TURN * (2.0 + SPARE) * self.span / turn))
        times = np.linspace(-self.span, (1.0 + SPARE) * self.span, count)
        self.times, self.space, self.body = at + times, motion.herpolhode(times), motion.omega(times)

    def holds(self, rotation: Floats64, omega: Vector3, at: float) -> bool:
        """Whether a state is still on it, and enough of the future is left."""
        if not self.at <= at <= self.at + SPARE * self.span:
            return False
        off = max(
            float(np.linalg.norm(self._between(self.body, at) - omega)),
            float(np.linalg.norm(self._between(self.space, at) - rotation @ omega)),
        )
        return off < OFF * float(np.linalg.norm(omega))

    def _between(self, path: Floats64, at: float) -> Vector3:
        step = (at - self.times[0]) / (self.times[1] - self.times[0])
        first = min(int(step), len(path) - 2)
        part = step - first
        return np.asarray((1.0 - part) * path[first] + part * path[first + 1])

    def come(self, path: Floats64, behind: float, at: float, now: Vector3) -> tuple[Floats64, Floats64]:
        """Times (k,) and points (k, 3) of a path in the last `behind` seconds, to where it is now."""
        first, last = np.searchsorted(self.times, (at - behind, at))
        return np.append(self.times[first:last], at), np.vstack([path[first:last], now])

    def to_come(self, path: Floats64, at: float, now: Vector3) -> Floats64:
        """Points (k, 3) of a path from where it is now, over one span."""
        first, last = np.searchsorted(self.times, (at, at + self.span))
        return np.vstack([now, path[first:last]])


class Poinsot:
    """The picture for one inertia matrix (3, 3) [kg m²] in body axes; scale [m per rad/s]."""

    def __init__(self, inertia: Floats64, scale: float) -> None:
        self.inertia, self.scale = inertia, scale
        moments, self.axes = principal(inertia)
        self.sphere = bool(moments[2] - moments[0] <= ALIKE * moments[2])
        self.symmetric = not self.sphere and min(np.diff(moments)) <= ALIKE * moments[2]
        self._course: Course | None = None
        self._unit = np.sqrt(2.0 / moments)  # semi-axes at an energy of 1 J
        self._ball = shapes.sphere(1.0, Material.PLAIN, 64)
        self._disc = both_sides(shapes.lathe([(0.0, 0.0), (1.0, 0.0)], Material.PLAIN, 96))
        self._net = net(12, 6) * self._unit
        self._grid, self._rim = square_grid(GRID), circle(144)
        self._family = self._separatrix = np.zeros((0, 3))
        if not self.sphere:
            momenta = poinsot.evenly(inertia, 1.0, FAMILY)
            self._family = penned(poinsot.polhodes(inertia, 1.0, momenta, 128).reshape(-1, 128, 3)) @ self.axes
        if not (self.sphere or self.symmetric):
            self._separatrix = penned(poinsot.separatrices(inertia, 1.0, 192)) @ self.axes

    def energy(self, omega: Vector3) -> float:
        """The kinetic energy [J] at omega (3,) in body axes [rad/s]."""
        return 0.5 * float(omega @ self.inertia @ omega)

    def course_at(self, rotation: Floats64, omega: Vector3, elapsed: float) -> Course:
        """The course that leads through this state, kept while the state stays on it."""
        if self._course is None or not self._course.holds(rotation, omega, elapsed):
            self._course = Course(self.inertia, rotation, omega, elapsed)
        return self._course

    # On the body ------------------------------------------------------------------------------------------

    def add_ellipsoid(self, frame: SceneFrame, pose: Pose, omega: Vector3) -> None:
        """The ellipsoid of this energy with its polhodes, as glass with lines on it."""
        root = self.scale * math.sqrt(self.energy(omega))
        turn = pose.rotation @ self.axes
        model = placed(turn * (root * self._unit), pose.centre)
        frame.instances.append(Instance(self._ball, model, GLASS_TINT, opacity=0.04, veil=True))
        lines = (
            (self._net, PALE, 1.0, 0.30, 0.09),
            (self._family, INK["polhode"], 1.2, 0.50, 0.16),
            (self._separatrix, INK["separatrix"], 1.8, 0.85, 0.30),
        )
        for points, color, width, near, far in lines:
            opacity = np.where(self._in_front(points, turn, root, pose), near, far).astype(np.float32)
            frame.curves.append(self._line(points * root, turn, pose.centre, color, width, opacity))

    def _in_front(self, points: Floats64, turn: Floats64, root: float, pose: Pose) -> NDArray[np.bool_]:
        """Which points (n, 3) of the ellipsoid of 1 J, in principal axes, are on the side of the eye."""
        eye = (np.asarray(pose.eye, float) - pose.centre) @ turn
        with np.errstate(invalid="ignore"):
            return np.asarray(((eye - root * points) * points / self._unit**2).sum(axis=1) > 0.0)

    def add_polhode(self, frame: SceneFrame, pose: Pose, omega: Vector3, course: Course, elapsed: float) -> None:
        """The polhode, and on it the way that omega has come in its last period."""
        color = INK["polhode"]
        frame.curves.append(self._line(self.scale * course.polhode, pose.rotation, pose.centre, color, 1.6, 0.55))
        times, points = course.come(course.body, min(elapsed, 0.98 * course.period), elapsed, omega)
        if len(times) > 1:
            faded = fading(times - elapsed, min(course.period, course.span))
            frame.curves.append(self._line(self.scale * points, pose.rotation, pose.centre, color, 4.0, faded))

    # In space ---------------------------------------------------------------------------------------------

    def add_plane(self, frame: SceneFrame, pose: Pose, omega: Vector3, course: Course, elapsed: float) -> None:
        """The invariable plane with the herpolhode, and the point where the ellipsoid touches it."""
        momentum = pose.rotation @ self.inertia @ omega
        normal = momentum / np.linalg.norm(momentum)
        middle = pose.centre + self.distance(omega) * normal
        axes = upright_axes(normal)
        radius = self.plane_radius(omega, course.polhode)
        model = placed(axes * radius, middle)
        frame.instances.append(Instance(self._disc, model, PLANE_TINT, opacity=0.42, veil=True))
        for points, width, opacity in ((self._grid, 1.0, 0.30), (self._rim, 2.0, 0.85)):
            frame.curves.append(self._line(radius * points, axes, middle, PLANE, width, opacity))
        contact = (pose.centre + self.scale * (pose.rotation @ omega)).astype(np.float32)
        frame.points.append(Points(contact[None], np.array([[255, 255, 255, 255]], np.uint8), 9.0))
        if course.period:
            self._add_herpolhode(frame, pose, omega, course, elapsed)

    def _add_herpolhode(self, frame: SceneFrame, pose: Pose, omega: Vector3, course: Course, elapsed: float) -> None:
        """Where omega has been on the plane, and where it will be: as far each way as there is room for."""
        color, still, tip = INK["herpolhode"], np.eye(3), pose.rotation @ omega
        points = course.to_come(course.space, elapsed, tip)
        frame.curves.append(self._line(self.scale * points, still, pose.centre, color, 1.3, 0.45))
        times, points = course.come(course.space, min(elapsed, course.span), elapsed, tip)
        faded = fading(times - elapsed, course.span)
        frame.curves.append(self._line(self.scale * points, still, pose.centre, color, 3.2, faded))

    def add_cones(self, frame: SceneFrame, pose: Pose, omega: Vector3) -> None:
        """Of a symmetric body: the body cone, whose rim is the polhode, rolls on the space cone."""
        if not self.symmetric:
            return
        momentum = pose.rotation @ self.inertia @ omega
        space = momentum / np.linalg.norm(momentum)
        own = self.axes[:, 2] if self._unit[1] - self._unit[2] > self._unit[0] - self._unit[1] else self.axes[:, 0]
        body = pose.rotation @ own * np.sign(own @ omega or 1.0)
        tip = self.scale * (pose.rotation @ omega)
        for name, axis in (("body cone", body), ("space cone", space)):
            height = float(tip @ axis)
            across = float(np.linalg.norm(tip - height * axis))
            if across > 1e-3 * height:
                self._add_cone(frame, pose.centre, axis, height, tip, name)

    def _add_cone(
        self, frame: SceneFrame, centre: Vector3, axis: Vector3, height: float, tip: Vector3, name: str
    ) -> None:
        """The cone about an axis (3,) through the tip (3,) of omega, with a ruling there."""
        out = tip - height * axis
        axes = np.column_stack([out, np.cross(axis, out), height * axis])
        frame.instances.append(Instance(CONE, placed(axes, centre), linear(INK[name], 0.8), opacity=0.26, veil=True))
        frame.curves.append(self._line(FAN, axes, centre, INK[name], 1.0, 0.40))
        frame.curves.append(self._line(RING, axes, centre, INK[name], 1.6, 0.8))

    def semi_axes(self, omega: Vector3) -> Vector3:
        """Of the ellipsoid of this energy, falling, (3,) [m]."""
        return np.asarray(self.scale * math.sqrt(self.energy(omega)) * self._unit)

    def largest(self, omega: Vector3) -> float:
        """The largest of them [m]."""
        return float(self.semi_axes(omega)[0])

    def distance(self, omega: Vector3) -> float:
        """From G to the invariable plane [m]."""
        return self.scale * poinsot.plane_distance(self.inertia, omega)

    def plane_radius(self, omega: Vector3, polhode: Floats64) -> float:
        """Of the disc that stands for the plane [m]: beyond the herpolhode, and not small beside the ellipsoid."""
        farthest = (self.scale**2 * (polhode**2).sum(axis=1)).max()
        across = math.sqrt(max(float(farthest) - self.distance(omega) ** 2, 0.0))
        return max(SMALLEST_PLANE * self.largest(omega), 1.12 * across)

    def lowest(self, omega: Vector3, vertical: Vector3) -> float:
        """How far below G the ellipsoid and the plane reach [m]; vertical (3,): seen from the body."""
        momentum = self.inertia @ omega
        size = float(np.linalg.norm(momentum))
        largest, h = self.largest(omega), self.distance(omega)
        up = float(momentum @ vertical) / size
        level = math.sqrt(max(1.0 - up * up, 0.0))
        slab = largest if largest * abs(up) <= h else h * abs(up) + math.sqrt(max(largest**2 - h**2, 0.0)) * level
        radius = self.plane_radius(omega, poinsot.polhode(self.inertia, omega))
        return max(slab, -h * up + radius * level)

    def _line(
        self,
        points: Floats64,
        axes: Floats64,
        centre: Vector3,
        color: tuple[float, float, float],
        width: float,
        opacity: float | Array,
    ) -> Curve:
        return Curve((points @ axes.T + centre).astype(np.float32), color, width, opacity)


def placed(axes: Floats64, origin: Vector3) -> Array:
    """The model matrix (4, 4) of a mesh whose axes are the columns of (3, 3) and whose origin is at (3,) [m]."""
    model = np.eye(4, dtype=np.float32)
    model[:3, :3], model[3, :3] = axes.T, origin
    return model


def upright_axes(normal: Vector3) -> Floats64:
    """A rotation (3, 3) whose third column is the normal, and the first as near to the lab's first axis as can be."""
    helper = np.array([1.0, 0.0, 0.0]) if abs(normal[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = helper - (helper @ normal) * normal
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(normal, first), normal])


def fading(times: Floats64, span: float) -> Array:
    """Opacities (n,) of what was laid at times [s] before 0: gone after the span."""
    fresh = np.clip(1.0 + times / span, 0.0, 1.0)
    return np.asarray(np.sqrt(fresh), np.float32)


def penned(lines: Floats64) -> Floats64:
    """Lines (n, m, 3) as one, (n (m + 1), 3), with the pen lifted between them."""
    lift = np.full((len(lines), 1, 3), np.nan)
    return np.concatenate([lines, lift], axis=1).reshape(-1, 3)


def circle(count: int, radius: float = 1.0, z: float = 0.0) -> Floats64:
    """A closed circle about the third axis, (count, 3)."""
    angle = np.linspace(0.0, 2.0 * np.pi, count)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(count, z)], axis=1)


def net(meridians: int, parallels: int, count: int = 97) -> Floats64:
    """Meridians and parallels on the unit sphere, as one line with lifted pens (n, 3); poles on the first axis."""
    ring = circle(count)
    turns = np.pi * np.arange(meridians // 2) / (meridians // 2)
    along = [np.stack([ring[:, 0], ring[:, 1] * np.cos(t), ring[:, 1] * np.sin(t)], axis=1) for t in turns]
    heights = -np.cos(np.pi * (np.arange(parallels) + 1) / (parallels + 1))
    round_it = [
        np.stack([np.full(count, h), *(math.sqrt(1.0 - h * h) * ring[:, k] for k in (0, 1))], axis=1) for h in heights
    ]
    return penned(np.array(along + round_it))


def square_grid(lines: int) -> Floats64:
    """A square grid clipped to the unit disc, as one line with lifted pens (n, 3)."""
    at = np.arange(-lines + 1, lines) / lines
    half = np.sqrt(1.0 - at * at)
    ends = np.array([[(x, -h, 0.0), (x, h, 0.0)] for x, h in zip(at, half, strict=True)])
    return penned(np.concatenate([ends, ends[..., [1, 0, 2]]]))


def both_sides(mesh: Mesh) -> Mesh:
    """A thin sheet that is seen from either side."""
    back = mesh.vertices.copy()
    back[:, 3:6] *= -1.0
    indices = np.concatenate([mesh.indices, mesh.indices.reshape(-1, 3)[:, ::-1].reshape(-1) + len(back)])
    return Mesh(np.vstack([mesh.vertices, back]), indices.astype(np.int32))


CONE = both_sides(shapes.lathe([(0.0, 0.0), (1.0, 1.0)], Material.PLAIN, 96))
"""With its tip at the origin and a rim of radius 1 at the height 1."""
RING = circle(97, 1.0, 1.0)
FAN = penned(np.stack([np.zeros((RULINGS, 3)), circle(RULINGS + 1, 1.0, 1.0)[:-1]], axis=1))
