"""The look that fits any system: bodies as solids of revolution, ellipsoids and boxes, with arrows and traces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from game.looks.ghosts import GhostPose, ShotPath
from game.looks.kit import shapes
from game.looks.kit.path_names import add_path_name, path_name
from game.looks.kit.tension_tints import TensionTints
from game.looks.vectors import VectorLook
from game.model.arrow_scales import ArrowScales
from game.model.colors import QUANTITY_COLORS
from game.model.frame import (
    Array,
    CheckerPattern,
    Instance,
    Mesh,
    Ribbon,
    Room,
    SceneFrame,
    SceneLabel,
    SurfacePattern,
    View,
    hung,
    is_somewhere,
)
from game.model.hold import FollowedPlace, OnBody, Triple, placed
from game.model.material import Material
from game.model.trails import TRACE_RATE, TRACE_SECONDS, FadingPaths, TraceRing
from game.model.words import later
from physics import System
from physics.maths import dense
from physics.maths.elementary import power, square
from physics.shapes.outlines import Outline
from physics.shapes.solids import Body, Box, Ellipsoid, SolidOfRevolution
from physics.types import Floats, Occurrence, Vector3

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from game.sound.voices import Voice

    S = TypeVar("S", bound=System, default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=System)

GHOST_OPACITY = 0.34
LIGHT, DARK = (0.68, 0.60, 0.44), (0.026, 0.075, 0.20)
FOLDED = 0.9999
"""Cosine of the angle between two sides of an outline above which it runs back along itself."""
OCCLUDERS = 6
MAX_TRIANGLES = 8000
"""Greatest number of triangles of one body: enough for a smooth outline, few enough for software rendering."""


STANDING, WIDE, CLEAR = 1e-6, 0.5, 1.1
"""Of a system without a look: depth below the floor that counts as none, size of its arrows, and height of the origin
of what swings about it, in the range of its motion."""


class LastChange(NamedTuple):
    """The state at the last change of the run, and the time since then [s]."""

    state: Floats
    elapsed: float


class Look(VectorLook[S]):
    """The look of a system: meshes, kept while the shapes stay the same, and the methods that draw a state.

    size [m]: reach of the bodies from their origin. lift [m]: height of the lab's origin above the floor of the world.
    life [s]: time for which a point of a trace is seen. trace_rate [1/s]: number of points added to a trace in a
    simulated second; `TRACE_POINTS` of them are kept. wanders: True where the bodies move so far that a camera should
    follow them. framed: True where a camera may compute its distance from the bodies. on_the_spot: True where a single
    body turns about itself, so that poses in one picture would hide one another. always: places (n, 3) [m] in the world
    that are in view wherever the bodies are, of looks whose bodies are framed. room: where the table stands, of a
    look that has no surroundings.
    """

    systems: ClassVar[tuple[str, ...]] = ()
    """Names or kinds (`System.kind`) of the systems that it draws."""
    life = TRACE_SECONDS
    trace_rate = TRACE_RATE
    wanders = False
    framed = True
    on_the_spot = False
    always: Array = np.zeros((0, 3), np.float32)
    room = Room.LIBRARY
    stays: ClassVar[bool] = False
    """Whether a camera need not follow the motion, which always returns."""
    middle_moves: ClassVar[bool] = False
    """Whether the middle is fixed on no body, as the mean of joints."""
    lit_at_middle: ClassVar[bool] = False
    """Whether the light of a picture is that about the middle, not about the focus."""
    path_words: Mapping[str, str] = MappingProxyType({"tip": later("path of the axis")})
    """Names of paths by those of their points, of the paths that have one."""
    trace_width: ClassVar[float] = 4.0
    """Width of the path of a traced point [pixels of a picture of 720 lines]."""
    in_body: Array | None = None
    """The matrix of the meshes of bodies in the axes of these, (4, 4) float32; None: they have the same axes."""
    tension_tints: TensionTints | None = None
    """The tints of what has the colours of the tensions in a pose (`PoseLayout.tensions`); None: nothing has."""
    sized_by_motion: ClassVar[bool] = False
    """Whether size, lift and radius are those of the motion of the system it was made for; they stay while it fits."""
    pose: Mapping[str, float] = MappingProxyType({})
    """Default camera, with the keys of a scene's [camera]."""
    second_pose: Mapping[str, float] = MappingProxyType({})
    """That of the second picture."""
    second_menu = later("Second view in body axes")
    second_about = later("second view in body axes")
    """Names of the second picture, in a menu and in an explanation."""

    @classmethod
    def variant(cls, system: Any) -> type[Look[Any]]:
        """Return the class that draws this system, among those for systems of its kind."""
        return cls

    def __init__(self, system: S) -> None:
        start: Floats = memoryview(system.start())
        bodies = system.bodies(start)
        self.solids = [body.solid for body in bodies]
        self.meshes = [self.mesh(body) for body in bodies]
        self._beside: dict[int, tuple[Any, list[Mesh]]] = {}
        self.paints = [self.paint(body) for body in bodies]
        self.spheres = [inscribed_spheres(body) for body in bodies]
        self.size = max(self.reach(body) for body in bodies)
        self.lift = self.stand_height()
        self.free = (0.0, 0.0, 1.0, 1.0)
        """Left, top, right, bottom edge of the part of the picture that no panel covers, in its widths and heights."""
        self.blur_seconds = 0.0
        """The time [s] over which the newest frame is exposed: what turns too far in it is not explained."""

    # Methods that special looks override ----------------------------------------------------------------

    def stand_height(self) -> float:
        """Return the height of the lab's origin above the floor [m]."""
        return 1.25 * self.size

    def reach(self, body: Body) -> float:
        """Return the reach of a body from the point it turns about [m]."""
        return float(np.linalg.norm(body.solid.extremes(), axis=1).max())

    def mesh(self, body: Body) -> Mesh:
        """Return the mesh of a body."""
        match body.solid:
            case SolidOfRevolution(outline):
                return turned_mesh(rounded(np.array(outline)), Material.PAINTED_WOOD)
            case Ellipsoid(axes, centre):
                return shapes.ellipsoid(axes, centre, Material.PAINTED_WOOD)
            case Box(sides, centre):
                return shapes.box(sides, centre, Material.PAINTED_WOOD)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return the pattern that shows a body's spin, or None."""
        if not isinstance(body.solid, SolidOfRevolution):
            return None
        return SurfacePattern(sectors=4, band=widest_band(body.solid.outline), light=LIGHT, dark=DARK)

    def furniture(self) -> list[Instance]:
        """Return instances of the fixed objects: pegs, stands, supports."""
        return []

    def furniture_spheres(self) -> np.ndarray:
        """Return spheres, rows (x, y, z, r) in the world [m], that shade the floor as the furniture does."""
        return np.zeros((0, 4))

    def sounds(self, system: S) -> tuple[Voice, ...]:
        """Return what sounds as the system moves; nothing where it is silent."""
        return ()

    def machine(self) -> Array:
        """Return points (n, 3) [m] of the fixed parts of a machine that throws, without its surroundings, or none."""
        return np.zeros((0, 3), np.float32)

    def second_stage(self) -> tuple[Vector3, float] | None:
        """Return centre (3,) and radius [m] of what `second_view` shows, in its own world; None where there is none."""
        return None

    def second_view(self, system: S, y: Floats, view: View, since: LastChange, scales: ArrowScales) -> SceneFrame:
        """Return a second picture, such as the view in body axes; only with a `second_stage`."""
        raise NotImplementedError

    def momentum_stage(self) -> tuple[Vector3, float] | None:
        """Return centre (3,) and radius [m] of what `momentum_view` shows, or None where there is none."""
        return None

    def momentum_view(self, system: S, y: Floats, view: View, since: LastChange, trails: FadingPaths) -> SceneFrame:
        """Return a picture of the space of L in body axes, in place of `second_view`; only with a `momentum_stage`.

        trails: paths on the bodies, none where traces are off.
        """
        raise NotImplementedError

    # Drawing ---------------------------------------------------------------------------------------------

    def fits(self, system: S) -> bool:
        """Return whether the meshes also show this system: the same kind, with bodies of the same shape."""
        start: Floats = memoryview(system.start())
        bodies = system.bodies(start)
        return [body.solid for body in bodies] == self.solids

    @property
    def focus(self) -> Vector3:
        """Return the centre of interest, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift + 0.02 * self.size])

    @property
    def radius(self) -> float:
        """Return the radius of a sphere about the focus that holds the bodies in any orientation [m]."""
        return 1.2 * self.size

    def middle(self, system: S, y: Floats) -> Vector3:
        """Return the middle of the first body, (3,) [m] in the world, which a camera follows; or the focus."""
        if self.stays:
            return self.focus
        body = system.bodies(y)[0]
        points = body.solid.extremes()
        middle = body.position + dense.times(body.rotation, 0.5 * (points.min(axis=0) + points.max(axis=0)))
        return self.to_world(middle) if is_somewhere(middle) else self.focus

    def followed(self, system: S) -> FollowedPlace | None:
        """Return what `middle` is fixed on; None: it moves in another way."""
        if self.middle_moves:
            return None
        if self.stays:
            return FollowedPlace(-1, triple(self.focus))
        points = system.bodies(memoryview(system.start()))[0].solid.extremes()
        return FollowedPlace(0, triple(0.5 * (points.min(axis=0) + points.max(axis=0))))

    def frame(self, system: S, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the bodies at the state y and the fixed objects round them."""
        bodies = system.bodies(y)
        self.blur_seconds = blur_seconds
        focus = self.middle(system, y) if self.lit_at_middle else self.focus
        frame = SceneFrame(view, focus.astype(np.float32), self.radius, room=self.room)
        omega = (
            blur_seconds * angular_velocity(system, y)
            if any(isinstance(p, CheckerPattern) for p in self.paints)
            else None
        )
        pose = pose_of(self, bodies)
        for k, (body, mesh, paint) in enumerate(zip(bodies, self.meshes, self.paints, strict=True)):
            blur = abs(body.spin_rate) * blur_seconds / (2 * math.pi)
            x, y_, z = (0.0, 0.0, 0.0) if omega is None else (dense.times(omega, body.rotation)).tolist()
            on = OnBody(k, self.in_body)
            frame.instances.append(hung(mesh, on, pose, spin_blur=blur, turn=(x, y_, z), paint=paint))
        frame.instances += self.furniture()
        placed = [self.placed(body, spheres) for body, spheres in zip(bodies, self.spheres, strict=True)]
        spheres = [self.furniture_spheres(), *placed]
        shading = [rows if is_somewhere(rows) else np.zeros_like(rows) for rows in spheres]
        frame.occluders = np.vstack(shading)[:8].astype(np.float32)
        frame.occluders_on = tuple(on for on, rows in enumerate(spheres, -1) for _ in rows)[:8]
        return frame

    def model(self, body: Body) -> np.ndarray:
        """Return the matrix of a body's mesh, (4, 4) float32 for row vectors."""
        return placed(OnBody(0, self.in_body), pose_of(self, [body]))

    def placed(self, body: Body, spheres: np.ndarray) -> np.ndarray:
        """Convert spheres in body axes, rows (x, y, z, r), to the world."""
        return np.hstack([self.to_world(body.position) + dense.times(spheres[:, :3], body.rotation.T), spheres[:, 3:]])

    def add_overlays(self, frame: SceneFrame, system: S, y: Floats, since: LastChange) -> None:
        """Add explanations of the motion other than arrows and traces; special looks override it."""

    def add_fixed_marks(self, frame: SceneFrame, system: S, y: Floats) -> None:
        """Add explanations that do not change with the motion, which a plate has, too; special looks override it."""

    def add_marks(self, frame: SceneFrame, system: S, y: Floats, events: Sequence[Occurrence], now: float) -> None:
        """Add the traces of the run's events at a time [s], such as craters; special looks override it."""

    def add_shots(self, frame: SceneFrame, shots: Sequence[ShotPath]) -> None:
        """Add earlier shots; the look of a throwing machine overrides it."""

    def add_ghosts(self, frame: SceneFrame, ghosts: Sequence[GhostPose]) -> None:
        """Add the bodies of a duel's ghosts, translucent, with their traces."""
        for ghost in ghosts:
            bodies = ghost.system.bodies(ghost.y)
            for body, mesh in zip(bodies, self._surfaces(ghost), strict=True):
                frame.instances.append(Instance(mesh, self.model(body), linear(ghost.color), opacity=GHOST_OPACITY))
            if ghost.paths is not None:
                self.add_traces(frame, ghost.paths)

    def _surfaces(self, ghost: GhostPose) -> list[Mesh]:
        """Return the meshes of a ghost's bodies: those of the run where the shapes are the same."""
        system: Any = ghost.system
        known, meshes = self._beside.get(ghost.place, (None, self.meshes))
        if known is not system:
            meshes = self.meshes if self.fits(system) else type(self)(system).meshes
            self._beside[ghost.place] = system, meshes
        return meshes

    def tips(self, system: S, states: np.ndarray) -> Array:
        """Return the marked point at each of the states (n, dim): (n, 3) float32 [m] in the world, or NaN."""
        finite = np.isfinite(states).all(axis=1)
        points: Array = np.full((len(states), 3), np.nan, np.float32)
        if finite.any():
            points[finite] = self._tips(system, states[finite])
        return points

    def _tips(self, system: S, states: np.ndarray) -> Array:
        """Return the same for finite states: by default the first traced point."""
        points = [next(iter(system.traces(memoryview(state)).values()), np.full(3, np.nan)) for state in states]
        return self.to_world(np.array(points).reshape(-1, 3)).astype(np.float32)

    def path_length(self, name: str) -> float:
        """Return the length [m] within which the path of a traced point fades, however slow it is; inf: none."""
        return math.inf

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the paths of points in the lab, each with its name."""
        if paths.color is None:
            frame.ribbons += [Ribbon(points, paths.now, paths.life, width=self.trace_width) for points in paths.laid]
            for name, trail in paths.trails.items():
                add_path_name(frame, trail.points, paths, path_name(self.path_words, name), QUANTITY_COLORS["trace"])
            return
        frame.ribbons += [Ribbon(points, paths.now, paths.life, paths.color, 3.0) for points in paths.laid]

    def add_body_traces(
        self, frame: SceneFrame, system: S, y: Floats, trails: Mapping[str, TraceRing], now: float
    ) -> None:
        """Add the paths of points on bodies, in body axes; special looks override it."""


def ghost_name(look: Look[Any], ghost: GhostPose, words: str) -> list[SceneLabel]:
    """Return a name at the first traced point of a ghost, or at its first body; none where it has neither."""
    places = list(ghost.system.traces(ghost.y).values()) or [body.position for body in ghost.system.bodies(ghost.y)]
    at = [look.to_world(place).astype(np.float32) for place in places[:1]]
    return [SceneLabel(place, words, ghost.color, outward=True, plain=True) for place in at]


class PlainLook(Look[S]):
    """The look of a system that has none of its own, as one that a person has brought.

    What is above z = 0 at the start stands on the floor there; what is below swings about the origin, which is as high
    above the floor as the bodies are far from it. Arrows are as long as the motion is wide.
    """

    def __init__(self, system: S) -> None:
        start: Floats = memoryview(system.start())
        bodies = system.bodies(start)
        far = [dense.length(np.asarray(body.position, float)) + self.reach(body) for body in bodies]
        far += [dense.length(np.asarray(point, float)) for point in system.traces(start).values()]
        self._range = max((each for each in far if math.isfinite(each)), default=1.0)
        low = min((float(body.position[2]) - self.reach(body) for body in bodies), default=0.0)
        self._stands = low >= -STANDING * self._range
        super().__init__(system)
        self.size = max(self.size, WIDE * self._range)

    def stand_height(self) -> float:
        """Return 0 where the bodies stand on the floor, else the range of the motion [m]."""
        return 0.0 if self._stands else CLEAR * self._range

    @property
    def radius(self) -> float:
        """Return the radius of a sphere about the focus that holds the bodies in any orientation [m]."""
        return max(1.2 * self.size, self._range)


def triple(place: Vector3) -> Triple:
    """Return the three numbers of a place."""
    x, y, z = place.tolist()
    return x, y, z


def axes_in_world(look: Look[Any], position: Vector3, rotation: np.ndarray) -> np.ndarray:
    """Return the matrix (4, 4) from axes at a position in the lab to the world, for row vectors."""
    model = np.eye(4)
    model[:3, :3] = np.asarray(rotation).T
    model[3, :3] = look.to_world(np.asarray(position))
    return model


def pose_of(look: Look[Any], bodies: Sequence[Body]) -> list[np.ndarray]:
    """Return the matrices (4, 4) from the axes of bodies to the world, a `Pose` of these alone."""
    return [axes_in_world(look, body.position, body.rotation) for body in bodies]


def whole_pose(look: Look[Any], system: System, y: Floats) -> list[np.ndarray]:
    """Return the matrices (4, 4) to the world from the axes of all that parts can hang on, a `Pose`."""
    points = [*system.traces(y).values(), *further_points(system, y)]
    return pose_of(look, system.bodies(y)) + [axes_in_world(look, point, np.eye(3)) for point in points]


def further_points(system: System, y: Floats) -> np.ndarray:
    """Return the points beyond the traced ones that the kernel `pose` of a system writes, (n, 3) [m]."""
    return system.pose_layout.points_of(system.posed(y)) if system.has_pose else np.empty((0, 3))


def angular_velocity(system: System, y: Floats) -> Vector3:
    """Return omega of a system's body in the lab, (3,) [rad/s]; 0 where the system has no such arrow."""
    turning = (arrow.vector for arrow in system.arrows(y) if arrow.name == "omega")
    return next(turning, np.zeros(3))


def linear(color: tuple[float, float, float], factor: float = 1.0) -> tuple[float, float, float]:
    """Convert an sRGB colour to linear light, `factor` times as bright."""
    red, green, blue = (factor * power(part, 2.2) for part in color)
    return red, green, blue


def widest_band(outline: Outline) -> tuple[float, float]:
    """Return the two arc lengths of the profile between which it is painted: about its widest place."""
    rows = np.array(outline)
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(rows, axis=0), axis=1))])
    widest = float(arc[int(np.argmax(rows[:, 0]))])
    return 0.62 * widest, widest + 0.42 * (float(arc[-1]) - widest)


def inscribed_spheres(body: Body) -> np.ndarray:
    """Return a few spheres inside a body, rows (x, y, z, r) [m] in its axes, which approximate its shadow on others."""
    if isinstance(body.solid, SolidOfRevolution):
        rows = np.array(body.solid.outline)
        z = np.linspace(rows[0, 1], rows[-1, 1], OCCLUDERS + 2)[1:-1]
        order = np.argsort(rows[:, 1], kind="stable")
        zero = np.zeros_like(z)
        return np.column_stack([zero, zero, z, 0.9 * np.interp(z, rows[order, 1], rows[order, 0])])
    points = body.solid.extremes()
    middle, half = 0.5 * (points.max(axis=0) + points.min(axis=0)), 0.5 * np.ptp(points, axis=0)
    longest = int(np.argmax(half))
    along = np.linspace(-1.0, 1.0, OCCLUDERS + 2)[1:-1]
    centres = np.tile(middle, (OCCLUDERS, 1))
    centres[:, longest] += along * half[longest]
    across = float(np.sort(half)[:2].mean())
    return np.column_stack([centres, 0.9 * across * np.sqrt(1.0 - square(along))])


def turned_mesh(rows: np.ndarray, materials: list[Material] | Material) -> Mesh:
    """Make a body of revolution from an outline (n, 2), with as many segments as `MAX_TRIANGLES` allows."""
    segments = min(96, max(40, MAX_TRIANGLES // (2 * len(rows))))
    return shapes.lathe(rows, materials, segments)


def rounded(rows: np.ndarray, edge: float = 0.012, steps: int = 4) -> np.ndarray:
    """Round the corners of an outline a little, so that light catches on the edges; an edge as thin as paper stays.

    edge: distance by which a corner is cut back, in lengths of the whole outline.
    """
    cut = edge * float(np.linalg.norm(np.diff(rows, axis=0), axis=1).sum())
    out = [rows[0]]
    for before, corner, after in zip(rows[:-2], rows[1:-1], rows[2:], strict=True):
        a, b = before - corner, after - corner
        la, lb = dense.length(a), dense.length(b)
        if dense.times(a, b) < -0.9 * la * lb or dense.times(a, b) > FOLDED * la * lb:
            out.append(corner)
            continue
        start, end = corner + a * min(cut / la, 0.3), corner + b * min(cut / lb, 0.3)
        for t in np.linspace(0.0, 1.0, steps + 1):
            out.append(square(1 - t) * start + 2 * t * (1 - t) * corner + square(t) * end)
    return np.array([*out, rows[-1]])
