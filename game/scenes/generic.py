"""The look that fits any system: its bodies turned on a lathe, its arrows, its traces."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from game import shapes
from game.duel import GHOST_COLORS, Duel
from game.picture import Array, ArrowInk, Instance, Material, Mesh, Paint, Ribbon, SceneFrame, View
from game.trail import Trail
from physics import System
from physics.system import Body, Floats, Vector3

INK: dict[str, tuple[float, float, float]] = {
    "omega": (0.34, 0.71, 0.95),
    "momentum": (1.00, 0.66, 0.10),
    "weight": (0.55, 0.85, 0.45),
}
"""Colours of arrows (sRGB), told apart by colour-blind people too (after Okabe and Ito)."""
OTHER_INK = (0.85, 0.60, 0.75)
GHOST_OPACITY = 0.34
GHOST_GLOW = 1.6
"""How bright the trace of a ghost is beside its colour; that of the run itself glows more."""
LIGHT, DARK = (0.80, 0.72, 0.55), (0.035, 0.09, 0.22)
ARROW_REACH = 1.5
"""Length of an arrow as large as at the start, in sizes of the bodies."""
LARGEST_ARROW = 2.2
OCCLUDERS = 6
MOST_TRIANGLES = 8000
"""Of one body: enough for a smooth outline, and few enough for a processor to draw."""


class Look:
    """How a system is drawn. Made once for a system; its meshes are kept as long as the shapes are the same.

    size [m] is how far the bodies reach from their origin; lift [m] is how high the lab's origin stands above
    the floor of the world.
    """

    def __init__(self, system: System) -> None:
        start: Floats = memoryview(system.start())
        bodies = system.bodies(start)
        self.outlines = [body.outline for body in bodies]
        self.meshes = [self.mesh(body) for body in bodies]
        self.paints = [self.paint(body) for body in bodies]
        self.spheres = [inscribed_spheres(body) for body in bodies]
        self.size = max(math.hypot(r, z) for body in bodies for r, z in body.outline)
        self.lift = self.stand_height()
        self.units = {arrow.name: float(np.linalg.norm(arrow.vector)) or 1.0 for arrow in system.arrows(start)}

    # What a special look may say otherwise ----------------------------------------------------------------

    def stand_height(self) -> float:
        """How high the lab's origin stands above the floor [m]."""
        return 1.25 * self.size

    def mesh(self, body: Body) -> Mesh:
        """The surface of a body."""
        return turned(rounded(np.array(body.outline)), Material.PAINTED_WOOD)

    def paint(self, body: Body) -> Paint | None:
        """The pattern that shows its spin."""
        return Paint(sectors=4, band=widest_band(body), light=LIGHT, dark=DARK)

    def furniture(self) -> list[Instance]:
        """What stands still: pegs, stands, supports."""
        return []

    def furniture_spheres(self) -> np.ndarray:
        """Spheres, rows (x, y, z, r) in the world [m], that shade the floor as the furniture does."""
        return np.zeros((0, 4))

    # What is drawn ----------------------------------------------------------------------------------------

    def fits(self, system: System) -> bool:
        """Whether the meshes show this system too (the same kind, with bodies of the same shape)."""
        start: Floats = memoryview(system.start())
        bodies = system.bodies(start)
        return [body.outline for body in bodies] == self.outlines

    def to_world(self, point: Vector3) -> Vector3:
        """From the lab to the world, whose floor is z = 0."""
        return np.asarray(point + np.array([0.0, 0.0, self.lift]))

    @property
    def focus(self) -> Vector3:
        """The middle of what is of interest, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift + 0.02 * self.size])

    @property
    def radius(self) -> float:
        """Of a sphere about the focus that holds the bodies wherever they turn [m]."""
        return 1.2 * self.size

    def middle(self, system: System, y: Floats) -> Vector3:
        """The middle of the first body, (3,) [m] in the world: what a camera follows."""
        body = system.bodies(y)[0]
        heights = [z for _, z in body.outline]
        return self.to_world(body.position + 0.5 * (min(heights) + max(heights)) * body.rotation[:, 2])

    def frame(self, system: System, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """The bodies at the state y and what stands round them."""
        bodies = system.bodies(y)
        frame = SceneFrame(view, self.focus.astype(np.float32), self.radius)
        for body, mesh, paint in zip(bodies, self.meshes, self.paints, strict=True):
            blur = abs(body.spin_rate) * blur_seconds / (2 * math.pi)
            frame.instances.append(Instance(mesh, self.model(body), spin_blur=blur, paint=paint))
        frame.instances += self.furniture()
        placed = [self.placed(body, spheres) for body, spheres in zip(bodies, self.spheres, strict=True)]
        frame.occluders = np.vstack([self.furniture_spheres(), *placed])[:8].astype(np.float32)
        return frame

    def model(self, body: Body) -> np.ndarray:
        """Body axes to the world, (4, 4) float32 for row vectors."""
        model = np.eye(4, dtype=np.float32)
        model[:3, :3] = body.rotation.T
        model[3, :3] = self.to_world(body.position)
        return model

    def placed(self, body: Body, spheres: np.ndarray) -> np.ndarray:
        """Spheres of the body's axis, rows (z, r), as rows (x, y, z, r) in the world."""
        centres = self.to_world(body.position) + spheres[:, :1] * body.rotation[:, 2]
        return np.hstack([centres, spheres[:, 1:]])

    def add_arrows(self, frame: SceneFrame, system: System, y: Floats) -> None:
        """Each vector as long as its size relative to its start."""
        for arrow in system.arrows(y):
            length = float(np.linalg.norm(arrow.vector)) / self.units[arrow.name]
            if not 1e-6 < length < math.inf:
                continue
            reach = self.size * ARROW_REACH * (0.4 if arrow.name == "weight" else 1.0)
            direction = arrow.vector / np.linalg.norm(arrow.vector)
            tail = self.to_world(arrow.origin)
            tip = tail + direction * reach * min(length, LARGEST_ARROW)
            color = INK.get(arrow.name, OTHER_INK)
            ink = ArrowInk(tail.astype(np.float32), tip.astype(np.float32), color, arrow.symbol, 0.011 * self.size)
            frame.arrows.append(ink)

    def add_ghosts(self, frame: SceneFrame, duel: Duel, part: float, life: float) -> None:
        """The bodies of a duel's ghosts, translucent, `part` of the way to the last tick, with traces of `life` [s]."""
        time = duel.time(part)
        for ghost in duel.ghosts:
            color = GHOST_COLORS[ghost.place]
            for body, mesh in zip(ghost.simulation.system.bodies(ghost.shown(time)), self.meshes, strict=True):
                frame.instances.append(Instance(mesh, self.model(body), linear(color), opacity=GHOST_OPACITY))
            if life:
                self.add_traces(frame, ghost.trails, duel.time(1.0), life, color)

    def tips(self, system: System, states: np.ndarray) -> Array:
        """Where the first traced point is at each of the states (n, dim): (n, 3) float32 [m] in the world."""
        points = [next(iter(system.traces(memoryview(state)).values()), np.full(3, np.nan)) for state in states]
        return self.to_world(np.array(points).reshape(-1, 3)).astype(np.float32)

    def add_traces(
        self,
        frame: SceneFrame,
        trails: Mapping[str, Trail],
        now: float,
        life: float,
        color: tuple[float, float, float] | None = None,
    ) -> None:
        """The paths that were laid; color (sRGB): of a ghost's."""
        laid = [trail.points for trail in trails.values() if len(trail.points) > 1]
        if color is None:
            frame.ribbons += [Ribbon(points, now, life) for points in laid]
            return
        bright, faded = linear(color, GHOST_GLOW), linear(color, 0.5 * GHOST_GLOW)
        frame.ribbons += [Ribbon(points, now, life, bright, faded, 3.0) for points in laid]


def linear(color: tuple[float, float, float], factor: float = 1.0) -> tuple[float, float, float]:
    """An sRGB colour as linear light, `factor` times as bright."""
    red, green, blue = (factor * part**2.2 for part in color)
    return red, green, blue


def widest_band(body: Body) -> tuple[float, float]:
    """Arc lengths of the profile between which it is painted: round where it is widest, seen from above and below."""
    rows = np.array(body.outline)
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(rows, axis=0), axis=1))])
    widest = float(arc[int(np.argmax(rows[:, 0]))])
    return 0.62 * widest, widest + 0.42 * (float(arc[-1]) - widest)


def inscribed_spheres(body: Body) -> np.ndarray:
    """A few spheres along the axis inside the outline, rows (z, r) [m]: what the body shades."""
    rows = np.array(body.outline)
    z = np.linspace(rows[0, 1], rows[-1, 1], OCCLUDERS + 2)[1:-1]
    order = np.argsort(rows[:, 1], kind="stable")
    return np.column_stack([z, 0.9 * np.interp(z, rows[order, 1], rows[order, 0])])


def turned(rows: np.ndarray, materials: list[Material] | Material) -> Mesh:
    """A body turned from an outline (n, 2), with as many segments round it as `MOST_TRIANGLES` allows."""
    segments = min(96, max(40, MOST_TRIANGLES // (2 * len(rows))))
    return shapes.lathe(rows, materials, segments)


def rounded(rows: np.ndarray, edge: float = 0.012, steps: int = 4) -> np.ndarray:
    """An outline whose corners are rounded a little, as on any real body: light catches on the edges.

    edge: how far a corner is cut back, in lengths of the whole outline.
    """
    cut = edge * float(np.linalg.norm(np.diff(rows, axis=0), axis=1).sum())
    out = [rows[0]]
    for before, corner, after in zip(rows[:-2], rows[1:-1], rows[2:], strict=True):
        a, b = before - corner, after - corner
        la, lb = np.linalg.norm(a), np.linalg.norm(b)
        if a @ b < -0.9 * la * lb:
            out.append(corner)
            continue
        start, end = corner + a * min(cut / la, 0.3), corner + b * min(cut / lb, 0.3)
        for t in np.linspace(0.0, 1.0, steps + 1):
            out.append((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end)
    return np.array([*out, rows[-1]])
