"""The look of a satellite: Explorer 1, a drum with a despun platform, or a box, in the void with the sphere of L."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from game.looks.binet import BinetSpot, MomentumSpace, add_construction
from game.looks.generic import LastChange, Look, pose_of
from game.looks.kit import shapes
from game.looks.kit.quadric_curves import SEPARATRIX_WIDTH, sphere_outline
from game.looks.kit.transforms import placement
from game.looks.kit.turning_spokes import Spokes, add_spokes
from game.looks.satellite import satellite_parts as parts
from game.looks.satellite.momentum_sphere import Polhodes, split
from game.model.arrow_scales import ArrowScales
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Curve, Instance, Mesh, Points, SceneFrame, SceneLabel, Surroundings, View, hung
from game.model.hold import OnBody, Pose, fixed_on
from game.model.material import Material
from game.model.trails import FadingPaths, TraceRing
from game.model.words import later
from physics.bodies.inertia import principal
from physics.maths import dense
from physics.maths.elementary import square
from physics.maths.euler_angles import Matrix
from physics.maths.quaternion import rotation_matrix
from physics.satellite import equations as eq
from physics.satellite.momentum_space import MomentumSurfaces
from physics.satellite.satellite import Satellite
from physics.shapes.solids import Body, Box, SolidOfRevolution
from physics.types import Floats, Vector3

GLASS_TINT = (0.30, 0.40, 0.55)
STABLE, UNSTABLE = QUANTITY_COLORS["polhode"], QUANTITY_COLORS["separatrix"]
"""Colours of the points at which the polhodes rest."""
PATH_TUBE = 0.012
"""Radius of the path of L on the sphere, in radii of that."""
STILL = 1e-10
"""Energy of the ellipsoid, in |L|² over the sum of its moments, below which it is too small to be drawn."""
NEAR = 5e-4
"""Relative change of the surfaces within which the curves in which they meet are kept."""
ROOM = 2.0
"""Greatest reach of the surfaces, in |L|, for which the picture has the same scale from the start on."""
TURNS, SHORTEST, LONGEST = 1.5, 3.0, 12.0
"""Life of the paths, in turns about L of the slowest axis, and its bounds [s]."""


class SatelliteLook(Look[Satellite]):
    """A look that draws a satellite, and round it the sphere on which L moves in the body, with its polhodes."""

    systems = ("satellite",)
    on_the_spot = True

    def __init__(self, system: Satellite) -> None:
        craft = system.craft
        self._craft, self._sphere = craft, craft.sphere
        self._parts = {"body": body_parts(system), "rotor": rotor_parts(system)}
        self._whips = whips_of(system)
        self._ball = shapes.sphere(1.0, Material.PLAIN, 64)
        self._polhodes: Polhodes | None = None
        self._meeting: MeetingCurves | None = None
        self._start = rotation_matrix(system.start())
        momentum = dense.length(system.start()[eq.MOMENTUM : eq.MOMENTUM + 3])
        turn = 2.0 * math.pi * max(system.I1, system.I2, system.I3) / momentum if momentum > 0.0 else 0.0
        self.life = min(max(TURNS * turn, SHORTEST), LONGEST)
        super().__init__(system)

    def stand_height(self) -> float:
        """Return a height at which the satellite clears the horizon in any attitude [m]."""
        return 1.35 * self.radius

    def mesh(self, body: Body) -> Mesh:
        """Return the first part of a body; the others are added to each picture."""
        found = self._parts.get(body.name)
        return found[0].mesh if found else super().mesh(body)

    def paint(self, body: Body) -> None:
        """Return no paint: parts have their own."""

    @property
    def radius(self) -> float:
        """Return the radius of a sphere that holds satellite and arrows [m]."""
        return 1.1 * max(self.size, self._sphere)

    @property
    def focus(self) -> Vector3:
        """Return the centre of mass, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift])

    def frame(self, system: Satellite, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the satellite alone in the void."""
        frame = super().frame(system, y, view, blur_seconds)
        frame.stage = Surroundings.VOID
        bodies = system.bodies(y)
        frame.instances = self._instances(bodies, blur_seconds)
        self._add_whips(frame, bodies, blur_seconds)
        return frame

    def _add_whips(self, frame: SceneFrame, bodies: list[Body], blur_seconds: float) -> None:
        """Add antennas that turn with the body, if it has any."""
        if self._whips is not None:
            add_spokes(frame, [(self._whips, OnBody(0), bodies[0].spin_rate * blur_seconds)], pose_of(self, bodies))

    def _instances(self, bodies: list[Body], blur_seconds: float) -> list[Instance]:
        """Return all parts of the bodies."""
        found = []
        pose = pose_of(self, bodies)
        for k, (body, mesh) in enumerate(zip(bodies, self.meshes, strict=True)):
            blur = abs(body.spin_rate) * blur_seconds / (2.0 * math.pi)
            for part in self._parts.get(body.name) or [parts.CraftPart(mesh, parts.PALE)]:
                shown = {"tint": part.tint, "roughness": part.roughness, "spin_blur": blur, "paint": part.paint}
                found.append(hung(part.mesh, OnBody(k), pose, **shown))
        return found

    def add_overlays(self, frame: SceneFrame, system: Satellite, y: Floats, since: LastChange) -> None:
        """Add the sphere of L with its polhodes, separatrix and equilibria."""
        if all(map(math.isfinite, y)):
            self._add_sphere(frame, system, y, rotation_matrix(y), pose_of(self, system.bodies(y)[:1]))

    def _add_sphere(self, frame: SceneFrame, system: Satellite, y: Floats, turn: Matrix, pose: Pose) -> None:
        momentum = dense.length(y[eq.MOMENTUM : eq.MOMENTUM + 3])
        if not momentum > 0.0:
            return
        centre, radius = self.to_world(np.zeros(3)), self._sphere
        model = placement((radius * turn).T, centre)
        on = fixed_on(0, model, pose) if pose else None
        frame.instances.append(Instance(self._ball, model, GLASS_TINT, opacity=0.03, veil=True, framed=True, on=on))
        polhodes = self._curves(system, y, momentum)
        eye = dense.times(np.asarray(frame.view.eye, float) - centre, turn) / radius
        for points, ink, width, near, far in (
            (polhodes.family, "polhode", 1.1, 0.55, 0.13),
            (polhodes.separatrix, "separatrix", SEPARATRIX_WIDTH, 0.85, 0.22),
        ):
            with np.errstate(invalid="ignore"):
                front = (points * (eye - points)).sum(axis=1) > 0.0
            opacity = np.where(front, near, far).astype(np.float32)
            line = (dense.times(radius * points, turn.T) + centre).astype(np.float32)
            if len(line):
                frame.curves.append(Curve(line, QUANTITY_COLORS[ink], width, opacity, on=OnBody(0)))
        outline = dense.times(sphere_outline(eye) * radius, turn.T) + centre
        frame.curves.append(Curve(outline.astype(np.float32), QUANTITY_COLORS["ellipsoid"], 1.3, 0.6))
        for ways, color in zip(split(polhodes.equilibria, momentum), (STABLE, UNSTABLE), strict=True):
            if len(ways):
                places = (dense.times(radius * ways, turn.T) + centre).astype(np.float32)
                shade = np.rint(255.0 * np.array([*color, 1.0])).astype(np.uint8)
                frame.points.append(Points(places, np.tile(shade, (len(ways), 1)), 8.0, on=OnBody(0)))
        if len(polhodes.family):
            aside = np.cross(dense.times(turn.T, np.array([0.0, 0.0, 1.0])), eye)
            place = polhodes.family[int(np.nanargmax(dense.times(polhodes.family, aside + 0.3 * eye)))]
            at = (dense.times(radius * turn, place) + centre).astype(np.float32)
            frame.labels.append(SceneLabel(at, later("polhodes"), QUANTITY_COLORS["polhode"], outward=True))

    def _curves(self, system: Satellite, y: Floats, momentum: float) -> Polhodes:
        """Return the polhodes of the satellite without its dampers, kept while it hardly changes."""
        moment = system.p[eq.JP] + system.p[eq.JR]
        inertia, extra = system.tensor + moment * np.eye(3), y[eq.AXIAL] * np.array(system.p[eq.N1 : eq.N1 + 3])
        if self._polhodes is None or not self._polhodes.holds(inertia, extra, momentum):
            self._polhodes = Polhodes(inertia, extra, momentum)
        return self._polhodes

    def add_body_traces(
        self, frame: SceneFrame, system: Satellite, y: Floats, trails: Mapping[str, TraceRing], now: float
    ) -> None:
        """Add the path of L in the body on its sphere."""
        for name in system.body_traces(y):
            laid = trails[name].points
            if len(laid) > 1:
                places = dense.times(laid[:, :3], rotation_matrix(y).T) + self.to_world(np.zeros(3))
                fresh = np.clip(1.0 - (now - laid[:, 3]) / self.life, 0.0, 1.0)
                line = Curve(
                    places.astype(np.float32), QUANTITY_COLORS["momentum"], 3.0, np.sqrt(fresh).astype(np.float32)
                )
                frame.curves.append(replace(line, tube=PATH_TUBE * self._sphere, path=True))
                lowest = line.points[int(np.argmin(np.where(fresh > 0.0, line.points[:, 2], math.inf)))]
                frame.labels.append(SceneLabel(lowest, later("path of L"), QUANTITY_COLORS["momentum"]))

    def second_stage(self) -> tuple[Vector3, float] | None:
        """Return the place of the satellite at its start attitude, and the radius that holds it."""
        return self.to_world(np.zeros(3)), 1.05 * self.radius

    def second_view(
        self, system: Satellite, y: Floats, view: View, since: LastChange, scales: ArrowScales
    ) -> SceneFrame:
        """Return the view in body axes, where L moves over the sphere."""
        centre = self.to_world(np.zeros(3))
        frame = SceneFrame(
            view, centre.astype(np.float32), self.radius, title=later("body axes"), stage=Surroundings.VOID
        )
        back = dense.times(self._start, rotation_matrix(y).T)
        bodies = [body.turned(back) for body in system.bodies(y)]
        frame.instances = self._instances(bodies, 0.0)
        self._add_whips(frame, bodies, 0.0)
        placed = [self.placed(body, spheres) for body, spheres in zip(bodies, self.spheres, strict=True)]
        frame.occluders = np.vstack(placed)[:8].astype(np.float32)
        if all(map(math.isfinite, y)):
            self._add_sphere(frame, system, y, self._start, ())
            _, momentum = next(iter(system.body_traces(y).values()))
            place = (dense.times(self._start, momentum) + centre).astype(np.float32)
            frame.points.append(Points(place[None], np.array([[255, 180, 46, 255]], np.uint8), 11.0))
        return frame

    def momentum_stage(self) -> tuple[Vector3, float] | None:
        """Return the middle of Binet's construction, and the radius that holds its surfaces."""
        return np.array([0.0, 0.0, 1.5 * self.radius]), 1.35 * self.radius

    def momentum_view(
        self, system: Satellite, y: Floats, view: View, since: LastChange, trails: FadingPaths
    ) -> SceneFrame:
        """Return Binet's construction, in the space of L in body axes: the surfaces at this state."""
        centre = np.array([0.0, 0.0, 1.5 * self.radius])
        frame = SceneFrame(
            view, centre.astype(np.float32), 1.35 * self.radius, title=later("L in body axes"), stage=Surroundings.VOID
        )
        if all(map(math.isfinite, y)):
            surfaces = system.momentum_surfaces(y)
            if surfaces.size > 0.0 and surfaces.energy > STILL * square(surfaces.size) / np.trace(surfaces.inertia):
                space = self._space(system, y, surfaces, trails)
                first = min(system.momentum_surfaces(since.state).reach, ROOM)
                unit = self.radius / max(surfaces.reach, first)
                add_construction(frame, BinetSpot(centre, unit, np.asarray(view.eye, float)), space)
        return frame

    def _space(self, system: Satellite, y: Floats, surfaces: MomentumSurfaces, trails: FadingPaths) -> MomentumSpace:
        if self._meeting is None or not self._meeting.hold(surfaces):
            self._meeting = MeetingCurves(surfaces)
        polhodes, size = self._curves(system, y, surfaces.size), surfaces.size
        moments, axes = principal_axes(surfaces.inertia)
        laid = [paths.points for paths in trails.trails.values()]
        path = np.vstack(laid) if laid else np.zeros((0, 4), np.float32)
        fresh = np.clip(1.0 - (trails.now - path[:, 3]) / self.life, 0.0, 1.0)
        trail = np.column_stack([dense.times(path[:, :3], axes) / self._sphere, fresh])[fresh > 0.0]
        return MomentumSpace(
            np.sqrt(2.0 * surfaces.energy * moments) / size,
            dense.times(surfaces.middle, axes) / size,
            dense.times(surfaces.L, axes) / size,
            dense.times(surfaces.omega, axes) / dense.length(surfaces.omega),
            dense.times(self._meeting.polhode, axes),
            dense.times(self._meeting.others, axes),
            dense.times(polhodes.family, axes),
            dense.times(polhodes.separatrix, axes),
            trail,
            glass=True,
        )


class MeetingCurves:
    """The curves in which the sphere and the ellipsoid of a satellite meet, on the unit sphere in body axes.

    polhode (n, 3): that through L. others (m, 3): the rest, with gaps.
    """

    def __init__(self, surfaces: MomentumSurfaces) -> None:
        polhode = surfaces.polhode()
        gap = np.full((1, 3), np.nan)
        branches = [np.vstack([line, gap]) for line in surfaces.other_branches(polhode)]
        self.polhode = polhode / surfaces.size
        self.others = np.vstack(branches)[:-1] / surfaces.size if branches else np.zeros((0, 3))
        self._surfaces = surfaces

    def hold(self, surfaces: MomentumSurfaces) -> bool:
        """Return whether they are close enough to those of other surfaces."""
        old = self._surfaces
        return (
            abs(surfaces.energy - old.energy) <= NEAR * old.energy
            and abs(surfaces.size - old.size) <= NEAR * old.size
            and dense.length(surfaces.middle - old.middle) <= NEAR * old.size
            and float(np.abs(surfaces.inertia - old.inertia).max()) <= NEAR * float(old.inertia.max())
        )


def principal_axes(inertia: Matrix) -> tuple[Vector3, Matrix]:
    """Return principal moments (3,) and axes (3, 3), columns of a rotation, each near the body axis of its place."""
    moments, axes = principal(inertia)
    order = max(itertools.permutations(range(3)), key=lambda each: sum(abs(axes[k, each[k]]) for k in range(3)))
    axes = axes[:, order] * np.where(np.diag(axes[:, order]) < 0.0, -1.0, 1.0)
    if dense.determinant(axes) < 0.0:
        axes[:, int(np.argmin(np.diag(axes)))] *= -1.0
    return moments[list(order)], axes


def body_parts(system: Satellite) -> list[parts.CraftPart]:
    """Return the parts that turn with the body."""
    craft = system.craft
    match craft.body:
        case Box(sides, _):
            if isinstance(craft.rotor, SolidOfRevolution):
                return parts.frame(sides, craft.rotor_axes[:, 2].tolist(), craft.rotor.outline[1][0])
            return parts.box(sides)
        case SolidOfRevolution(outline):
            (_, low), (radius, _), (_, high), _ = outline
            if craft.kind == "pencil":
                return parts.pencil(high - low, radius)
            below = max(r for r, _ in craft.rotor.outline) if isinstance(craft.rotor, SolidOfRevolution) else radius
            return parts.platform(high - low, radius, below)
    raise TypeError(f"no parts for {craft.body}")


def whips_of(system: Satellite) -> Spokes | None:
    """Return the antennas across a pencil; others have none."""
    craft = system.craft
    if craft.kind != "pencil" or not isinstance(craft.body, SolidOfRevolution):
        return None
    (_, low), (radius, _), (_, high), _ = craft.body.outline
    return parts.whips(high - low, radius)


def rotor_parts(system: Satellite) -> list[parts.CraftPart]:
    """Return the parts of the rotor; none without one."""
    rotor = system.craft.rotor
    if not isinstance(rotor, SolidOfRevolution):
        return []
    (_, low), (radius, _), (_, high), _ = rotor.outline
    if not isinstance(system.craft.body, Box):
        return parts.drum(low, high, radius)
    n = system.craft.rotor_axes[:, 2].tolist()
    to_bearing = min(0.5 * side / max(abs(along), 1e-9) for side, along in zip(system.craft.body.sides, n, strict=True))
    return parts.flywheel(high - low, radius, to_bearing)
