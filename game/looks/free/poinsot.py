"""Poinsot's construction for a free body: the inertia ellipsoid on the invariable plane, with the curves of omega.

The curves come from `physics/free/poinsot.py`, where lengths are angular velocities; a scale [m per rad/s] maps them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.looks.generic import linear
from game.looks.kit import shapes
from game.looks.kit.dashes import dashed, phase_round
from game.looks.kit.free_body_paths import FreeBodyPaths
from game.looks.kit.quadric_curves import (
    SEPARATRIX_WIDTH,
    circle,
    cone_outline,
    join_with_gaps,
    sections,
    sphere_outline,
    square_grid,
)
from game.looks.kit.transforms import placement
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Curve, Instance, Mesh, OverlayArrow, Points, SceneFrame, SceneLabel, hung
from game.model.hold import Fixed, Moving, OnBody, Upright, World, fixed_on
from game.model.material import Material
from game.model.words import later
from physics.bodies.inertia import principal
from physics.free import poinsot
from physics.maths import dense
from physics.maths.elementary import square
from physics.types import Vector3

Floats64 = NDArray[np.float64]

FAMILY = 4
"""Number of polhodes of the same energy on each side, from the axis of the least moment to that of the largest."""
ALIKE = 1e-9
"""Relative difference, in largest moments, below which two moments count as equal."""
RULINGS = 16
"""Number of lines on each cone."""
GRID = 8
"""Number of lines of the plane's grid in each direction from its centre."""
MIN_PLANE_RADIUS = 0.62
"""Least radius of the disc that represents the plane, in largest semi-axes."""
POLHODE_TUBE, COME_TUBE, HERPOLHODE_TUBE = 0.0055, 0.0105, 0.0090
"""Radii of the curves as tubes, in the largest semi-axis."""
DASHES = 28
"""Number of dashes of a polhode."""
FEELER, FEELER_TIP = 0.0065, 0.16
"""Radius and length of the arrows of the principal axes beyond the ellipsoid, in the largest semi-axis."""
GLASS_TINT, PLANE_TINT = (0.30, 0.40, 0.55), (0.012, 0.022, 0.05)


@dataclass(frozen=True)
class Pose:
    """The rotation of a body to the world (3, 3), and the places of G and of the eye in the world (3,) [m].

    first: the matrix (4, 4) to the world from the axes of the first part of the body; None: nothing hangs on it.
    """

    rotation: Floats64
    centre: Vector3
    eye: Array
    first: Floats64 | None = None


class Poinsot:
    """Poinsot's construction for one inertia matrix (3, 3) [kg m²] in body axes; scale [m per rad/s]."""

    def __init__(self, inertia: Floats64, scale: float) -> None:
        self.inertia, self.scale = inertia, scale
        moments, self.axes = principal(inertia)
        self.sphere = bool(moments[2] - moments[0] <= ALIKE * moments[2])
        self.symmetric = not self.sphere and min(np.diff(moments)) <= ALIKE * moments[2]
        self._course: FreeBodyPaths | None = None
        self._unit = np.sqrt(2.0 / moments)  # semi-axes at an energy of 1 J
        self._ball = shapes.sphere(1.0, Material.PLAIN, 64)
        self._disc = both_sides(shapes.lathe([(0.0, 0.0), (1.0, 0.0)], Material.PLAIN, 96))
        self._net = sections() * self._unit
        self._grid, self._rim = square_grid(GRID), circle(144)
        self._grid_opacity = (0.38 - 0.32 * (square(self._grid)).sum(axis=1)).astype(np.float32)
        self._family = self._separatrix = np.zeros((0, 3))
        if not self.sphere:
            momenta = poinsot.spaced_momenta(inertia, 1.0, FAMILY)
            self._family = dense.times(
                join_with_gaps(poinsot.polhodes(inertia, 1.0, momenta, 128).reshape(-1, 128, 3)), self.axes
            )
        if not (self.sphere or self.symmetric):
            self._separatrix = dense.times(join_with_gaps(poinsot.separatrices(inertia, 1.0, 193)), self.axes)

    def energy(self, omega: Vector3) -> float:
        """Return the kinetic energy [J] at omega (3,) in body axes [rad/s]."""
        return 0.5 * float(dense.times(dense.times(omega, self.inertia), omega))

    def course_at(self, rotation: Floats64, omega: Vector3, elapsed: float) -> FreeBodyPaths:
        """Return the exact paths through this state, kept while the state stays on them."""
        if self._course is None or not self._course.holds(rotation, omega, elapsed):
            self._course = FreeBodyPaths(self.inertia, rotation, omega, elapsed)
        return self._course

    # Body axes --------------------------------------------------------------------------------------------

    def add_ellipsoid(self, frame: SceneFrame, pose: Pose, omega: Vector3) -> None:
        """Add the ellipsoid of this energy with its polhodes, as glass with lines on it."""
        root = self.scale * math.sqrt(self.energy(omega))
        turn = dense.times(pose.rotation, self.axes)
        model = placement((turn * (root * self._unit)).T, pose.centre)
        on = None if pose.first is None else fixed_on(0, model, [pose.first])
        frame.instances.append(Instance(self._ball, model, GLASS_TINT, opacity=0.04, veil=True, framed=True, on=on))
        lines = (
            (self._net, QUANTITY_COLORS["ellipsoid"], 1.0, 0.34, 0.10),
            (self._family, QUANTITY_COLORS["polhode"], 1.1, 0.60, 0.15),
            (self._separatrix, QUANTITY_COLORS["separatrix"], SEPARATRIX_WIDTH, 0.85, 0.28),
        )
        for points, color, width, near, far in lines:
            opacity = np.where(self._in_front(points, turn, root, pose), near, far).astype(np.float32)
            frame.curves.append(self._line(points * root, turn, pose.centre, color, width, opacity, OnBody(0)))
        eye = dense.times(np.asarray(pose.eye, float) - pose.centre, turn) / (root * self._unit)
        outline = sphere_outline(eye) * (root * self._unit)
        frame.curves.append(self._line(outline, turn, pose.centre, QUANTITY_COLORS["ellipsoid"], 1.4, 0.75))
        self._add_axes(frame, turn, root * self._unit, pose)

    def _add_axes(self, frame: SceneFrame, turn: Floats64, lengths: Vector3, pose: Pose) -> None:
        """Add arrows of the principal axes 1, 2, 3 where they leave the ellipsoid."""
        largest = float(lengths.max())
        for axis, length, name in zip(turn.T, lengths, "123", strict=True):
            tail, tip = (pose.centre + far * axis for far in (length, length + FEELER_TIP * largest))
            arrow = tail.astype(np.float32), tip.astype(np.float32)
            frame.arrows.append(OverlayArrow(*arrow, QUANTITY_COLORS["axes"], name, FEELER * largest, on=OnBody(0)))

    def _in_front(self, points: Floats64, turn: Floats64, root: float, pose: Pose) -> NDArray[np.bool_]:
        """Return which points (n, 3) of the ellipsoid of 1 J, in principal axes, face the eye."""
        eye = dense.times(np.asarray(pose.eye, float) - pose.centre, turn)
        with np.errstate(invalid="ignore"):
            return np.asarray(((eye - root * points) * points / square(self._unit)).sum(axis=1) > 0.0)

    def add_polhode(self, frame: SceneFrame, pose: Pose, omega: Vector3, course: FreeBodyPaths, elapsed: float) -> None:
        """Add the polhode, and on it the path of omega during its last period."""
        color, largest = QUANTITY_COLORS["polhode"], self.largest(omega)
        root = self.scale * math.sqrt(self.energy(omega))
        near = self._in_front(
            dense.times(self.scale / root * course.polhode, self.axes),
            dense.times(pose.rotation, self.axes),
            root,
            pose,
        )
        opacity = np.where(near, 0.95, 0.5).astype(np.float32)
        whole = self._line(self.scale * course.polhode, pose.rotation, pose.centre, color, 1.6, opacity, OnBody(0))
        frame.curves.append(self._with_dashes(whole, course.polhode, course.polhode, POLHODE_TUBE * largest))
        frame.labels.append(SceneLabel(whole.points[0], later("polhode"), color, outward=True, on=OnBody(0)))
        times, points = course.come(course.body, min(elapsed, 0.98 * course.period), elapsed, omega)
        if len(times) > 1:
            faded = fading(times - elapsed, min(course.period, course.span))
            line = self._line(self.scale * points, pose.rotation, pose.centre, color, 4.0, faded)
            frame.curves.append(self._with_dashes(line, points, course.polhode, COME_TUBE * largest))

    def _with_dashes(self, line: Curve, points: Floats64, polhode: Floats64, tube: float) -> Curve:
        """Return a line along a polhode, at points (n, 3) in body axes [rad/s], as dashes of a tube."""
        axis = max(self.axes.T, key=lambda each: abs(float((dense.times(polhode, each)).sum())))
        phase = phase_round(points, polhode, axis, DASHES)
        places, opacity = dashed(line.points, np.broadcast_to(line.opacity, len(phase)), phase)
        return replace(line, points=places, opacity=opacity, tube=tube)

    # The lab -----------------------------------------------------------------------------------------------

    def add_plane(self, frame: SceneFrame, pose: Pose, omega: Vector3, course: FreeBodyPaths, elapsed: float) -> None:
        """Add the invariable plane with the herpolhode, and the point where the ellipsoid touches it."""
        momentum = dense.times(dense.times(pose.rotation, self.inertia), omega)
        normal = momentum / dense.length(momentum)
        middle = pose.centre + self.distance(omega) * normal
        axes = upright_axes(normal)
        radius = self.plane_radius(omega, course.polhode)
        model = placement((axes * radius).T, middle)
        frame.instances.append(hung(self._disc, World(model), tint=PLANE_TINT, opacity=0.42, veil=True, framed=True))
        color = QUANTITY_COLORS["invariable plane"]
        lines = (self._grid, 1.0, self._grid_opacity), (0.97 * self._rim, 1.0, 0.35), (self._rim, 2.2, 0.90)
        for points, width, opacity in lines:
            frame.curves.append(self._line(radius * points, axes, middle, color, width, opacity, World()))
        contact = (pose.centre + self.scale * (dense.times(pose.rotation, omega))).astype(np.float32)
        frame.points.append(Points(contact[None], np.array([[255, 255, 255, 255]], np.uint8), 9.0))
        aside = rightwards(pose, normal)
        edge, words = (middle + radius * aside).astype(np.float32), later("invariable plane")
        frame.labels.append(SceneLabel(edge, words, color, outward=True, on=Upright()))
        if course.period:
            path = self._add_herpolhode(frame, pose, omega, course, elapsed)
            leftmost = path.points[int(np.argmin(dense.times(path.points, aside)))]
            frame.labels.append(SceneLabel(leftmost, later("herpolhode"), path.color, outward=True))

    def _add_herpolhode(
        self, frame: SceneFrame, pose: Pose, omega: Vector3, course: FreeBodyPaths, elapsed: float
    ) -> Curve:
        """Add the past and future path of omega on the plane; return the future."""
        color, still, tip = QUANTITY_COLORS["herpolhode"], np.eye(3), dense.times(pose.rotation, omega)
        points = course.to_come(course.space, elapsed, tip)
        ahead = self._line(self.scale * points, still, pose.centre, color, 1.3, 0.45)
        frame.curves.append(ahead)
        times, points = course.come(course.space, min(elapsed, course.span), elapsed, tip)
        faded = fading(times - elapsed, course.span)
        line = self._line(self.scale * points, still, pose.centre, color, 3.2, faded)
        frame.curves.append(replace(line, tube=HERPOLHODE_TUBE * self.largest(omega)))
        return ahead

    def add_cones(self, frame: SceneFrame, pose: Pose, omega: Vector3) -> None:
        """Add the body cone of a symmetric body, whose rim is the polhode, and the space cone on which it rolls."""
        if not self.symmetric:
            return
        momentum = dense.times(dense.times(pose.rotation, self.inertia), omega)
        space = momentum / dense.length(momentum)
        own = self.axes[:, 2] if self._unit[1] - self._unit[2] > self._unit[0] - self._unit[1] else self.axes[:, 0]
        body = dense.times(pose.rotation, own) * np.sign(dense.times(own, omega) or 1.0)
        tip = self.scale * (dense.times(pose.rotation, omega))
        cones = [(later("body cone"), body), (later("space cone"), space)]
        # The common tangent plane along omega separates the cones of a long body: the nearer one is drawn last.
        apart = np.cross(np.cross(body, space), tip)
        if dense.times(apart, np.asarray(pose.eye, float) - pose.centre) * (dense.times(apart, body)) > 0.0:
            cones.reverse()
        for name, axis in cones:
            height = float(dense.times(tip, axis))
            across = dense.length(tip - height * axis)
            if across > 1e-3 * height:
                self._add_cone(frame, pose.centre, axis, height, tip, name)

    def _add_cone(
        self, frame: SceneFrame, centre: Vector3, axis: Vector3, height: float, tip: Vector3, name: str
    ) -> None:
        """Add the cone about an axis (3,) through the tip (3,) of omega, with a ruling there."""
        out = tip - height * axis
        axes = np.column_stack([out, np.cross(axis, out), height * axis])
        tint = linear(QUANTITY_COLORS[name], 0.8)
        frame.instances.append(Instance(CONE, placement(axes.T, centre), tint, opacity=0.26, veil=True, on=Moving()))
        eye: Floats64 = dense.times(dense.inverse(axes), np.asarray(frame.view.eye, float) - centre)
        for points, width, opacity in ((FAN, 1.0, 0.22), (RING, 1.8, 0.85), (cone_outline(eye), 1.6, 0.85)):
            frame.curves.append(self._line(points, axes, centre, QUANTITY_COLORS[name], width, opacity))
        across_from_tip = (centre + height * axis - out).astype(np.float32)
        frame.labels.append(SceneLabel(across_from_tip, name, QUANTITY_COLORS[name], outward=True))

    def semi_axes(self, omega: Vector3) -> Vector3:
        """Return the semi-axes of the ellipsoid of this energy, in decreasing order, (3,) [m]."""
        return np.asarray(self.scale * math.sqrt(self.energy(omega)) * self._unit)

    def largest(self, omega: Vector3) -> float:
        """Return the largest semi-axis [m]."""
        return float(self.semi_axes(omega)[0])

    def distance(self, omega: Vector3) -> float:
        """Return the distance from G to the invariable plane [m]."""
        return self.scale * poinsot.plane_distance(self.inertia, omega)

    def plane_radius(self, omega: Vector3, polhode: Floats64) -> float:
        """Return the radius of the disc that represents the plane [m], beyond the herpolhode."""
        return max(MIN_PLANE_RADIUS * self.largest(omega), 1.12 * self.across(omega, polhode))

    def across(self, omega: Vector3, polhode: Floats64) -> float:
        """Return the greatest distance of the herpolhode from the foot of L on the plane [m]."""
        farthest = (square(self.scale) * (square(polhode)).sum(axis=1)).max()
        return math.sqrt(max(float(farthest) - square(self.distance(omega)), 0.0))

    def lowest(self, omega: Vector3, vertical: Vector3) -> float:
        """Return the depth of the ellipsoid and the plane below G [m]; vertical (3,): in body axes."""
        momentum = dense.times(self.inertia, omega)
        size = dense.length(momentum)
        largest, h = self.largest(omega), self.distance(omega)
        up = float(dense.times(momentum, vertical)) / size
        level = math.sqrt(max(1.0 - up * up, 0.0))
        out = math.sqrt(max(square(largest) - square(h), 0.0))
        slab = largest if largest * abs(up) <= h else h * abs(up) + out * level
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
        on: Fixed | None = None,
    ) -> Curve:
        return Curve((dense.times(points, axes.T) + centre).astype(np.float32), color, width, opacity, on=on)


def upright_axes(normal: Vector3) -> Floats64:
    """Return a rotation (3, 3) whose third column is the normal, and the first as close to the lab's first axis
    as possible.
    """
    helper = np.array([1.0, 0.0, 0.0]) if abs(normal[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    first = helper - (dense.times(helper, normal)) * normal
    first /= dense.length(first)
    return np.column_stack([first, np.cross(normal, first), normal])


def rightwards(pose: Pose, normal: Vector3) -> Vector3:
    """Return the direction (3,) in a plane that points to the right on the screen."""
    way = np.cross(normal, np.asarray(pose.eye, float) - pose.centre)
    if dense.times(way, np.cross(pose.centre - pose.eye, np.array([0.0, 0.0, 1.0]))) < 0.0:
        way = -way
    size = dense.length(way)
    return np.asarray(way / size if size > 0.0 else upright_axes(normal)[:, 0])


def fading(times: Floats64, span: float) -> Array:
    """Return opacities (n,) of points recorded at times [s] before 0: they vanish after the span."""
    fresh = np.clip(1.0 + times / span, 0.0, 1.0)
    return np.asarray(np.sqrt(fresh), np.float32)


def both_sides(mesh: Mesh) -> Mesh:
    """Return a thin two-sided sheet whose inner side is drawn before the outer one."""
    back = mesh.vertices.copy()
    back[:, 3:6] *= -1.0
    indices = np.concatenate([mesh.indices.reshape(-1, 3)[:, ::-1].reshape(-1) + len(back), mesh.indices])
    return Mesh(np.vstack([mesh.vertices, back]), indices.astype(np.int32))


CONE = both_sides(shapes.lathe([(0.0, 0.0), (1.0, 1.0)], Material.PLAIN, 96))
"""A cone with its tip at the origin and a rim of radius 1 at the height 1."""
RING = circle(97, 1.0, 1.0)
FAN = join_with_gaps(np.stack([np.zeros((RULINGS, 3)), circle(RULINGS + 1, 1.0, 1.0)[:-1]], axis=1))
