"""The look of a free body: wing nut, racket, book, ellipsoid or box, in the middle of Poinsot's construction."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from game.looks.binet import Binet, BinetSpot, add_construction
from game.looks.exact_ghost import ExactGhost, add_exact
from game.looks.free.poinsot import Poinsot, Pose
from game.looks.generic import LastChange, Look, pose_of
from game.looks.kit import shapes
from game.looks.kit.parts import composite_meshes
from game.looks.vectors import SHAFT, drawn_arrow
from game.model.arrow_scales import TOPS, ArrowScales
from game.model.frame import (
    CheckerPattern,
    Curve,
    Mesh,
    SceneFrame,
    SurfacePattern,
    Surroundings,
    View,
    hung,
)
from game.model.hold import OnBody, placed_points
from game.model.material import Material
from game.model.trails import FadingPaths
from game.model.words import later
from physics.free.free_body import FreeBody
from physics.free.poinsot import PoinsotSolution
from physics.maths import dense
from physics.maths.elementary import arcsin
from physics.maths.euler_angles import Matrix
from physics.maths.quaternion import rotation_matrix, vertical
from physics.shapes.solids import Body, Box, Ellipsoid, SolidOfRevolution
from physics.types import Floats, Vector3

ROOM, ROOM_FOR_CONES = 1.03, 1.25
"""Ratio of the ellipsoid's size to the least that holds the body, without and with cones beside it."""
ABOVE_FLOOR = 0.10
"""Height of the lowest point of ellipsoid and plane above the floor, in sizes of the body."""

GUT = (0.90, 0.87, 0.78)
CREAM, BLUE = (0.68, 0.60, 0.44), (0.02, 0.09, 0.25)


class FreeBodyLook(Look[FreeBody]):
    """A look that draws a floating body and, with overlays, Poinsot's construction."""

    systems = ("free-body",)
    on_the_spot = True

    def __init__(self, system: FreeBody) -> None:
        y: Floats = memoryview(system.start())
        omega = np.array(y[4:7]) if any(y[4:7]) else np.array([0.0, 0.0, 1.0])
        heads = [part.solid.axes for part in system.parts if part.name == "head" and isinstance(part.solid, Ellipsoid)]
        self._head = heads[0] if heads else (0.0, 0.0, 0.0)
        self._strings = composite_meshes.strings(self._head) if heads else None
        self.poinsot = Poinsot(system.tensor, 1.0)
        room = ROOM_FOR_CONES if self.poinsot.symmetric else ROOM
        self.binet = Binet(system.tensor)
        self.poinsot.scale = room * least_scale(self.poinsot, system, omega)
        self._reach = self.poinsot.largest(omega)
        self._momentum_unit = self._reach / max(float(self.binet.semi_axes(omega)[2]), 1.0)
        self._extent = max(self.reach(body) for body in system.bodies(y))
        up = np.array(vertical(y))
        self._low, self._high = self._lowest(omega, up), self._lowest(omega, -up)
        self.start_rotation, self._initial = rotation_matrix(y), dict(system.initial)
        self._exact = ExactGhost(closed_form)
        super().__init__(system)

    def fits(self, system: FreeBody) -> bool:
        """Return whether the system has a body of the same shape with the same start."""
        return super().fits(system) and dict(system.initial) == self._initial

    def _lowest(self, omega: Vector3, up: Vector3) -> float:
        """Return the depth of the lowest drawn point below G [m]; up (3,): the vertical in body axes."""
        momentum = dense.times(self.poinsot.inertia, omega)
        arrow = -TOPS["kg m²/s"] * self._extent * float(dense.times(momentum, up)) / dense.length(momentum)
        return max(self.poinsot.lowest(omega, up), arrow)

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of a part of brass, wood, cloth or lacquer."""
        match body.name, body.solid:
            case "hub", SolidOfRevolution(outline):
                return composite_meshes.nut_hub(outline[-1][1] - outline[0][1], outline[1][0])
            case "wings", SolidOfRevolution(outline):
                return composite_meshes.nut_wings(outline[-1][1] - outline[0][1], outline[1][0])
            case "head", Ellipsoid(axes, _):
                return composite_meshes.racket_head(axes)
            case "handle", SolidOfRevolution(outline):
                return composite_meshes.grip(outline[-1][1] - outline[0][1], outline[1][0], outline[-1][1], self._head)
            case "book", Box(sides, _):
                return composite_meshes.book(sides)
            case _, Ellipsoid(axes, centre):
                return shapes.ellipsoid(axes, centre, Material.LACQUER)
            case _, Box(sides, centre):
                return shapes.box(sides, centre, Material.LACQUER)
        return super().mesh(body)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return a pattern of octants in two colours for lacquered bodies."""
        if body.name in ("hub", "wings", "head", "handle", "book"):
            return None
        match body.solid:
            case Ellipsoid((a, b, c), _):
                return CheckerPattern((2.0 * a, 2.0 * b, 2.0 * c), CREAM, BLUE)
            case Box(sides, _):
                return CheckerPattern(sides, CREAM, BLUE)
        return super().paint(body)

    def stand_height(self) -> float:
        """Return a height at which ellipsoid and plane clear the floor [m]."""
        return self._low + ABOVE_FLOOR * self.size

    @property
    def radius(self) -> float:
        """Return the radius of the ellipsoid in any orientation, with the parts above and below it [m]."""
        return max(0.95 * self._reach, 0.5 * (self._low + self._high))

    @property
    def focus(self) -> Vector3:
        """Return the middle between the lowest point and the highest, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift + 0.5 * (self._high - self._low)])

    def frame(self, system: FreeBody, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the body alone in the void."""
        frame = super().frame(system, y, view, blur_seconds)
        frame.stage = Surroundings.VOID
        self._add_strings(frame, system.bodies(y))
        return frame

    def _add_strings(self, frame: SceneFrame, bodies: Sequence[Body]) -> None:
        """Add the strings of a racket as tubes that are at least a pixel thick."""
        for k, body in enumerate(bodies):
            if self._strings is not None and body.name == "head":
                points = placed_points(OnBody(k), self._strings, pose_of(self, bodies))
                thick = composite_meshes.STRING * self._head[1]
                frame.curves.append(Curve(points, GUT, 1.0, 0.9, thick, on=OnBody(k)))

    def fixed_lengths(self) -> Mapping[str, float]:
        """Return the scale of Poinsot's construction, in which omega ends where the ellipsoid touches the plane."""
        return {"rad/s": self.poinsot.scale}

    def add_arrows(self, frame: SceneFrame, system: FreeBody, y: Floats, scales: ArrowScales) -> None:
        """Add omega, which ends where the ellipsoid touches the plane, and L, which is normal to the plane."""
        self._add_vectors(frame, system, y, self._pose(system, y, frame), scales)

    def _add_vectors(self, frame: SceneFrame, system: FreeBody, y: Floats, pose: Pose, scales: ArrowScales) -> None:
        """Add the vectors as they are in a pose, whose rotation need not be that of the state."""
        turn = dense.times(pose.rotation, rotation_matrix(y).T)
        for vector in self.vectors(system, y):
            turned = vector._replace(vector=dense.times(turn, vector.vector))
            arrow = drawn_arrow(turned, pose.centre, scales, SHAFT * self._reach)
            if arrow is not None:
                frame.arrows.append(arrow)

    def add_overlays(self, frame: SceneFrame, system: FreeBody, y: Floats, since: LastChange) -> None:
        """Add the ellipsoid on its plane, polhode and herpolhode, and the cones of a body with an axis of symmetry."""
        omega = np.array(y[4:7])
        if not 0.0 < self.poinsot.energy(omega) < math.inf:
            return
        pose = self._pose(system, y, frame)
        course = self.poinsot.course_at(pose.rotation, omega, since.elapsed)
        self.poinsot.add_plane(frame, pose, omega, course, since.elapsed)
        self.poinsot.add_cones(frame, pose, omega)
        self.poinsot.add_ellipsoid(frame, pose, omega)
        self.poinsot.add_polhode(frame, pose, omega, course, since.elapsed)
        self._add_exact(frame, system, y, pose, since)

    def _add_exact(self, frame: SceneFrame, system: FreeBody, y: Floats, pose: Pose, since: LastChange) -> None:
        """Add a ghost at the exact orientation since the last change, once the computed one differs visibly."""
        exact = self._exact.rotation(system, since)
        apart = exact - pose.rotation
        astray = 2.0 * arcsin(min(dense.length(apart.ravel()) / math.sqrt(8.0), 1.0))
        axis = max(self.poinsot.axes.T, key=lambda each: dense.length(dense.times(apart, each)))
        add_exact(frame, self, system.bodies(y), (pose.rotation, exact), axis, self._reach, astray)

    def second_stage(self) -> tuple[Vector3, float] | None:
        """Return the place of the body at its start orientation, and the radius of its ellipsoid."""
        return self.to_world(np.zeros(3)), 1.1 * self._reach

    def second_view(
        self, system: FreeBody, y: Floats, view: View, since: LastChange, scales: ArrowScales
    ) -> SceneFrame:
        """Return the view in body axes, where omega and L move over the fixed ellipsoid."""
        omega, rotation = np.array(y[4:7]), rotation_matrix(y)
        pose = Pose(self.start_rotation, self.to_world(np.zeros(3)), view.eye)
        frame = SceneFrame(
            view, pose.centre.astype(np.float32), self.radius, title=later("body axes"), stage=Surroundings.VOID
        )
        back = dense.times(self.start_rotation, rotation.T)
        bodies = [body.turned(back) for body in system.bodies(y)]
        models = pose_of(self, bodies)
        for k, (mesh, paint) in enumerate(zip(self.meshes, self.paints, strict=True)):
            frame.instances.append(hung(mesh, OnBody(k), models, paint=paint))
        self._add_strings(frame, bodies)
        placed = [self.placed(body, spheres) for body, spheres in zip(bodies, self.spheres, strict=True)]
        frame.occluders = np.vstack(placed)[:8].astype(np.float32)
        if 0.0 < self.poinsot.energy(omega) < math.inf:
            course = self.poinsot.course_at(rotation, omega, since.elapsed)
            self.poinsot.add_cones(frame, pose, omega)
            self.poinsot.add_ellipsoid(frame, pose, omega)
            self.poinsot.add_polhode(frame, pose, omega, course, since.elapsed)
            self._add_vectors(frame, system, y, pose, scales)
        return frame

    def momentum_stage(self) -> tuple[Vector3, float] | None:
        """Return the middle of Binet's construction, and the radius that holds its surfaces."""
        return np.array([0.0, 0.0, 1.5 * self._reach]), 1.35 * self._reach

    def momentum_view(
        self, system: FreeBody, y: Floats, view: View, since: LastChange, trails: FadingPaths
    ) -> SceneFrame:
        """Return Binet's construction, in the space of L in body axes."""
        omega, rotation, centre = np.array(y[4:7]), rotation_matrix(y), np.array([0.0, 0.0, 1.5 * self._reach])
        frame = SceneFrame(
            view, centre.astype(np.float32), 1.35 * self._reach, title=later("L in body axes"), stage=Surroundings.VOID
        )
        if 0.0 < self.poinsot.energy(omega) < math.inf:
            course = self.poinsot.course_at(rotation, omega, since.elapsed)
            place = BinetSpot(centre, self._momentum_unit, np.asarray(view.eye, float))
            add_construction(frame, place, self.binet.space(omega, course, since.elapsed))
        return frame

    def _pose(self, system: FreeBody, y: Floats, frame: SceneFrame) -> Pose:
        (first,) = pose_of(self, system.bodies(y)[:1])
        return Pose(rotation_matrix(y), self.to_world(np.zeros(3)), frame.view.eye, first)


def closed_form(body: FreeBody, state: Floats) -> Callable[[float], Matrix]:
    """Return a function from time after a state to the exact rotation of a free body."""
    motion = PoinsotSolution(body.tensor, np.array(state[4:7]), rotation_matrix(state))
    return lambda time: np.asarray(motion.rotation([time])[0])


def least_scale(picture: Poinsot, system: FreeBody, omega: Vector3) -> float:
    """Return the least scale [m per rad/s] with which the ellipsoid holds the body."""
    points = np.vstack([part.centre + dense.times(part.solid.extremes(), part.turn.T) for part in system.parts])
    return float(np.linalg.norm(dense.times(points, picture.axes) / picture.semi_axes(omega), axis=1).max())
