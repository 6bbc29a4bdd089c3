"""The look of bodies that roll, slip and hop on the table: tippe tops, eggs, coins and pegs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.generic import (
    LastChange,
    Look,
    S,
    angular_velocity,
    inscribed_spheres,
    pose_of,
    rounded,
    turned_mesh,
    widest_band,
)
from game.looks.kit import mirrored, shapes
from game.looks.kit.contact_path import (
    APART,
    INK_SECONDS,
    INK_WIDTH,
    NAMED_FROM,
    age,
    contact_curve,
    move_towards_eye,
)
from game.looks.kit.euler_angle_arcs import add_tilt
from game.looks.kit.parts.composite_meshes import joined, moved
from game.looks.kit.path_names import add_path_name, path_name
from game.looks.table import top_meshes
from game.looks.table.axis_tips import tips
from game.looks.table.table_sounds import table_sounds
from game.model.colors import QUANTITY_COLORS
from game.model.frame import (
    Array,
    CheckerPattern,
    Curve,
    Mesh,
    Points,
    Room,
    SceneFrame,
    SurfacePattern,
    View,
)
from game.model.hold import FollowedPlace, OnBody, placed_points
from game.model.material import Material
from game.model.trails import TRACE_SECONDS, FadingPaths, TraceRing
from game.model.words import later
from game.sound.voices import Voice
from physics import System
from physics.core.turning import TURNING
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin, square
from physics.shapes.outlines import Outline
from physics.shapes.solids import Body, Ellipsoid, SolidOfRevolution
from physics.types import Floats, Vector3

CREAM, RED = (0.68, 0.60, 0.44), (0.30, 0.022, 0.018)
BLUE = (0.02, 0.09, 0.25)
TIP_PATH = 12.0
"""Length of the tip's path, in sizes of the body: one or two turns of a fast spin."""
TILT = 1.18
"""Radius of the arc of theta, in radii of the sphere: above the stem."""
METAL_DENSITY = 2500.0
"""Least density of metals [kg/m³]."""
WELD = ((0.19, -0.022), (0.165, -0.012), (0.155, 0.0), (0.165, 0.012), (0.19, 0.022))
"""Outline of the bead between two welded balls, in their radii."""
HIGHER = 0.12
"""Height of the centre of the picture above G, in sizes of the body."""


class TableLook(Look[S]):
    """A look that draws a body on the table, with the path of its contact on both."""

    systems = ("body on a table",)
    turning = TURNING
    room = Room.WORKSHOP
    life = INK_SECONDS
    path_words = MappingProxyType(
        {
            "tip": later("path of the axis"),
            "contact": later("path of the contact"),
            "on body": later("path on the body"),
        }
    )
    body_life, body_width = INK_SECONDS, INK_WIDTH
    wanders = on_the_spot = lit_at_middle = True

    def __init__(self, system: S) -> None:
        self._kind = kind_of(system)
        self._sphere = sphere_of(system)
        self._rim = system.parameters.get("edge", 0.0)
        self._radius = system.parameters.get("radius", 0.0)
        self._metal = is_metal(system)
        if self._kind == "two balls":
            self.subjects = frozenset({"friction"})
        super().__init__(system)
        start: Floats = memoryview(system.start())
        if self._kind == "disk":
            self.spheres = [ring(0.60 * self.size, 0.28 * self.size)]
        if self._kind == "peg top":
            shown = SolidOfRevolution(outline_of(self.meshes[0]))
            self.spheres = [inscribed_spheres(body._replace(solid=shown)) for body in system.bodies(start)]
        self._place = system.bodies(start)[0].position
        self._shell = shell(*self._sphere) if self._kind == "tippe top" and self._sphere else None

    # The body -----------------------------------------------------------------------------------------------

    def mesh(self, body: Body) -> Mesh:
        """Return a body of ivory, egg shell, struck metal or turned wood."""
        R, centre = self._sphere or (0.0, 0.0)
        match self._kind, body.solid:
            case "tippe top", SolidOfRevolution(outline):
                return top_meshes.tippe_top(R, centre, rim_of(outline, R, centre))
            case "peg top", SolidOfRevolution(outline):
                return top_meshes.peg_top(R, -centre, widest(outline))
            case "two balls", _:
                return two_balls(self._radius)
            case "ball", _:
                return top_meshes.ball(R, centre)
            case "disk", SolidOfRevolution(outline):
                half = self._rim or outline[-1][1]
                return top_meshes.coin(self._radius if self._rim else self._radius - half, half)
            case "egg", SolidOfRevolution(outline):
                return top_meshes.egg(outline)
            case "truncated sphere", SolidOfRevolution(outline):
                return cut_sphere(top_meshes.thinned(outline))
            case _, SolidOfRevolution(outline):
                return turned_mesh(rounded(top_meshes.thinned(outline), 0.004, 3), Material.PAINTED_WOOD)
            case _, Ellipsoid(axes, centre_):
                egg = axes[0] == axes[1] < axes[2]
                if self._metal:
                    return shapes.ellipsoid(axes, centre_, Material.STEEL)
                return shapes.ellipsoid(axes, centre_, Material.EGG if egg else Material.LACQUER)
        return super().mesh(body)

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return a band for turned bodies and octants for ellipsoids; egg and coin have none."""
        match self._kind, body.solid:
            case (("tippe top" | "ball" | "truncated sphere"), SolidOfRevolution()):
                R = self._sphere[0] if self._sphere else self._radius
                return SurfacePattern(6, (0.80 * R, 1.75 * R), CREAM, RED)
            case "peg top", SolidOfRevolution(outline):
                reach = widest(outline)
                length = abs(self._sphere[1]) if self._sphere else reach
                return SurfacePattern(6, (0.95 * length + 0.35 * reach, 0.95 * length + 1.1 * reach), CREAM, BLUE)
            case (("disk" | "egg" | "two balls"), _):
                return None
            case _, Ellipsoid() if self._metal:
                return None
            case _, Ellipsoid(axes, _) if not axes[0] == axes[1] < axes[2]:
                return CheckerPattern((2.0 * axes[0], 2.0 * axes[1], 2.0 * axes[2]), CREAM, RED)
            case _, SolidOfRevolution(outline):
                return SurfacePattern(4, widest_band(outline), CREAM, BLUE)
        return None

    def sounds(self, system: S) -> tuple[Voice, ...]:
        """Return the noise of its contact with the table."""
        return table_sounds(system)

    # Placement ----------------------------------------------------------------------------------------------

    def stand_height(self) -> float:
        """Return 0: the table is the floor."""
        return 0.0

    @property
    def focus(self) -> Vector3:
        """Return a point a little above the initial position of G."""
        return np.asarray(self._place + np.array([0.0, 0.0, HIGHER * self.size]))

    @property
    def radius(self) -> float:
        """Return the radius of the body with its arrows [m]."""
        return 1.4 * self.size

    def middle(self, system: S, y: Floats) -> Vector3:
        """Return the point above G at the constant height of the focus."""
        x, y_, _ = system.bodies(y)[0].position
        return np.array([x, y_, self.focus[2]])

    def followed(self, system: S) -> FollowedPlace:
        """Return that point, which does not rise or fall."""
        return FollowedPlace(0, height=float(self.focus[2]))

    def frame(self, system: S, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the body, whose light follows it."""
        frame = super().frame(system, y, view, blur_seconds)
        if self._kind == "two balls":
            body = system.bodies(y)[0]
            ends = (self.to_world(body.position + side * self._radius * body.rotation[:, 2]) for side in (-1.0, 1.0))
            frame.mirrored = mirrored.together([mirrored.ball(end, self._radius) for end in ends])
            frame.mirrored_on = 0, 0
        return frame

    def _tips(self, system: S, states: np.ndarray) -> Array:
        """Return the upper ends of the axis at each of the states."""
        reach = float(np.max(self.solids[0].extremes()[:, 2]))
        return self.to_world(tips(system, states, reach)).astype(np.float32)

    # Explanations ------------------------------------------------------------------------------------------

    def add_overlays(self, frame: SceneFrame, system: S, y: Floats, since: LastChange) -> None:
        """Add the contact and, for a tippe top, the part of the rolling sphere that the body lacks."""
        body = system.bodies(y)[0]
        contact = self.to_world(system.traces(y)["contact"]).astype(np.float32)
        dot = move_towards_eye(contact[None], frame.view.eye)
        frame.points.append(Points(dot, np.array([[255, 255, 255, 255]], np.uint8), 8.0))
        if self._shell is not None:
            points = placed_points(OnBody(0), self._shell, pose_of(self, [body]))
            frame.curves.append(Curve(points, QUANTITY_COLORS["vertical"], 1.2, 0.22, on=OnBody(0)))
            R, centre = self._sphere or (self.size, 0.0)
            axis = body.rotation[:, 2]
            turn = self.blur_seconds * angular_velocity(system, y)
            add_tilt(frame, axis, self.to_world(body.position + centre * axis), TILT * R, turn)

    def path_length(self, name: str) -> float:
        """Return 12 sizes of the body for the tip, which may go round fast."""
        return TIP_PATH * self.size if name == "tip" else super().path_length(name)

    def add_traces(self, frame: SceneFrame, paths: FadingPaths) -> None:
        """Add the path of the contact on the table, and a shorter one of the tip."""
        tip = paths.of("tip").lasting(TRACE_SECONDS)
        for name, trail in tip.trails.items():
            tip = tip.lasting(age(trail.points, paths.now, self.path_length(name)))
        super().add_traces(frame, tip)
        color = QUANTITY_COLORS["herpolhode"] if paths.color is None else paths.color
        lines = [
            contact_curve(move_towards_eye(laid, frame.view.eye), paths.now, color, apart=APART * self.radius)
            for laid in paths.of("contact").laid
        ]
        frame.curves += lines
        if lines and paths.color is None:
            self._name(frame, lines[0], "contact", paths.now)

    def _name(self, frame: SceneFrame, line: Curve, name: str, now: float) -> None:
        """Add the name of a path beside the outermost place of it that is well seen."""
        seen = np.isfinite(line.points).all(axis=1) & (np.asarray(line.opacity) > NAMED_FROM)
        points = np.column_stack([line.points[seen], np.full(np.count_nonzero(seen), now, np.float32)])
        add_path_name(frame, points, FadingPaths({}, now, self.life), path_name(self.path_words, name), line.color)

    def add_body_traces(
        self, frame: SceneFrame, system: S, y: Floats, trails: Mapping[str, TraceRing], now: float
    ) -> None:
        """Add the path of the contact on the body."""
        bodies = system.bodies(y)
        for name, (which, _) in system.body_traces(y).items():
            laid = trails[name].points
            if len(laid) > 1:
                points = laid.copy()
                points[:, :3] = dense.times(laid[:, :3], bodies[which].rotation.T) + self.to_world(
                    bodies[which].position
                )
                points = move_towards_eye(points, frame.view.eye)
                line = contact_curve(points, now, QUANTITY_COLORS["polhode"], self.body_life, apart=APART * self.radius)
                frame.curves.append(replace(line, width=self.body_width))
                self._name(frame, frame.curves[-1], "on body", now)


def kind_of(system: System) -> str:
    """Return the kind of shape as which a system's body is drawn."""
    shape = str(getattr(system, "shape", ""))
    if shape != "offset sphere":
        return shape
    alpha = system.parameters["alpha"]
    if alpha < -1.0:
        return "peg top"
    return "tippe top" if 0.0 < alpha < 1.0 else "ball"


def is_metal(system: System) -> bool:
    """Return whether a system's body is an ellipsoid as heavy for its size as one of metal."""
    if kind_of(system) != "ellipsoid":
        return False
    given = system.parameters
    volume = 4.0 / 3.0 * math.pi * given["axis_1"] * given["axis_2"] * given["axis_3"]
    return bool(given["mass"] > METAL_DENSITY * volume)


def two_balls(radius: float) -> Mesh:
    """Return two polished steel balls, welded together at the origin, one above the other."""
    weld = shapes.lathe([(r * radius, z * radius) for r, z in WELD], Material.STEEL, 48)
    ball = shapes.sphere(radius, Material.STEEL, 72)
    return joined([moved(ball, (0.0, 0.0, -radius)), moved(ball, (0.0, 0.0, radius)), weld])


def sphere_of(system: System) -> tuple[float, float] | None:
    """Return radius and height over G of the centre of the sphere that touches [m]; None for other shapes."""
    if system.parameters.get("shape", "offset sphere") != "offset sphere" or "alpha" not in system.parameters:
        return None
    R, alpha = system.parameters["radius"], system.parameters["alpha"]
    return R, R * alpha


def widest(outline: Outline) -> float:
    """Return the largest radius of an outline [m]."""
    return max(r for r, _ in outline)


def rim_of(outline: Outline, radius: float, centre: float) -> float:
    """Return the polar angle from the top [rad] at which a cut sphere ends; for a whole one that of a tippe top."""
    r, z = outline[-2]
    if outline[-1][1] - z > 1e-9 * radius:
        return top_meshes.OPEN
    return arctan2(r, z - centre)


def cut_sphere(rows: np.ndarray) -> Mesh:
    """Return a truncated sphere of ivory with wood where it was cut."""
    flat = rows[-1, 1] - rows[:, 1] < 0.04 * np.ptp(rows[:, 1])
    kinds = [Material.PAINTED_WOOD if on else Material.IVORY for on in flat[:-1]]
    return turned_mesh(rows, kinds)


def shell(radius: float, centre: float) -> np.ndarray:
    """Return meridians and parallels of a sphere's upper half about (0, 0, centre), as one line with lifted pens (n,
    3).
    """
    angle = np.linspace(0.0, 2.0 * np.pi, 73)
    lift = np.full((1, 3), np.nan)
    lines = []
    for polar in np.radians([25.0, 50.0]):
        r = radius * sin(polar)
        height = np.full(73, centre + radius * cos(polar))
        lines += [np.stack([r * cos(angle), r * sin(angle), height], axis=1), lift]
    for turn in np.pi * np.arange(4) / 4:
        across = radius * sin(np.linspace(-0.5 * np.pi, 0.5 * np.pi, 49))
        up = np.sqrt(np.maximum(square(radius) - square(across), 0.0)) + centre
        lines += [np.stack([across * cos(turn), across * sin(turn), up], axis=1), lift]
    return np.vstack(lines)


def outline_of(mesh: Mesh) -> Outline:
    """Return the outline of a turned mesh, rows (r, z)."""
    rows = mesh.vertices[mesh.vertices[:, 6] == 0.0]
    return tuple((float(r), float(z)) for r, z in rows[:, [0, 2]])


def ring(radius: float, size: float) -> np.ndarray:
    """Return six spheres round the third axis, rows (x, y, z, r) [m], that approximate the shadow of a flat body."""
    turn = 2.0 * np.pi * np.arange(6) / 6
    return np.column_stack([radius * cos(turn), radius * sin(turn), 0.0 * turn, size + 0.0 * turn])
