"""Bodies that roll, slip and hop on the table: tippe tops, eggs, coins, pegs, and the rattleback."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from game import shapes
from game.picture import Array, Checker, Curve, Instance, Material, Mesh, Paint, Points, Ribbon, SceneFrame, View
from game.scenes import turnery
from game.scenes.angles import add_tilt
from game.scenes.generic import INK, Look, Since, inscribed_spheres, linear, rounded, turned, widest_band
from game.scenes.tips import tips
from game.trail import TRACE_POINTS, TRACE_SECONDS, Trail
from physics import System
from physics.bodies.outlines import Outline
from physics.bodies.solids import Ellipsoid, Turned
from physics.system import Body, Floats, Vector3
from physics.systems.rattleback import Rattleback
from physics.systems.tippe_top import TippeTop

CREAM, RED = (0.80, 0.72, 0.55), (0.30, 0.022, 0.018)
BLUE = (0.02, 0.09, 0.25)
INK_SECONDS = 10.0
"""For so long the ink of a contact is seen, as far as its trail reaches back."""
WET = 1.15
"""How bright that ink is."""
TIP_PATH = 12.0
"""So much of its way, in sizes of the body, does the tip show: of a quick spin a turn or two, not a sheet."""
TILT = 1.35
"""Radius of the arc of theta, in radii of the sphere: above the stem."""
NEARER = 0.005
"""Of its way to the eye by which ink lies before table and body, which would hide half of it; it looks the same."""
HIGHER = 0.18
"""Of the middle of the picture above G, in sizes of the body."""
BRASS_DENSITY = 8500.0
"""kg/m³."""


class TableLook(Look):
    """A body on the table, with the path of its contact on both."""

    life = INK_SECONDS
    body_life, body_width = INK_SECONDS, 3.0
    wanders = True

    def __init__(self, system: System) -> None:
        self._kind = kind_of(system)
        self._sphere = sphere_of(system)
        self._rim = system.parameters.get("edge", 0.0)
        self._radius = system.parameters.get("radius", 0.0)
        super().__init__(system)
        start: Floats = memoryview(system.start())
        if self._kind == "disk":
            self.spheres = [ring(0.60 * self.size, 0.28 * self.size)]
        if self._kind == "peg top":
            shown = Turned(outline_of(self.meshes[0]))
            self.spheres = [inscribed_spheres(body._replace(solid=shown)) for body in system.bodies(start)]
        self._place = system.bodies(start)[0].position
        self._shell = shell(*self._sphere) if self._kind == "tippe top" and self._sphere else None

    # The body -----------------------------------------------------------------------------------------------

    def mesh(self, body: Body) -> Mesh:
        """Ivory, egg shell, a struck coin, or turned wood."""
        R, centre = self._sphere or (0.0, 0.0)
        match self._kind, body.solid:
            case "tippe top", Turned(outline):
                return turnery.tippe_top(R, centre, rim_of(outline, R, centre))
            case "peg top", Turned(outline):
                return turnery.peg_top(R, -centre, widest(outline))
            case "ball", _:
                return turnery.ball(R, centre)
            case "disk", Turned(outline):
                half = self._rim or outline[-1][1]
                return turnery.coin(self._radius if self._rim else self._radius - half, half)
            case "egg", Turned(outline):
                return turnery.egg(outline)
            case "truncated sphere", Turned(outline):
                return cut_sphere(turnery.thinned(outline))
            case _, Turned(outline):
                return turned(rounded(turnery.thinned(outline), 0.004, 3), Material.PAINTED_WOOD)
            case _, Ellipsoid(axes, centre_):
                egg = axes[0] == axes[1] < axes[2]
                return shapes.ellipsoid(axes, centre_, Material.EGG if egg else Material.LACQUER)
        return super().mesh(body)

    def paint(self, body: Body) -> Paint | Checker | None:
        """A painted band on what is turned, octants on an ellipsoid; egg and coin have patterns of their own."""
        match self._kind, body.solid:
            case (("tippe top" | "ball" | "truncated sphere"), Turned()):
                R = self._sphere[0] if self._sphere else self._radius
                return Paint(6, (0.80 * R, 1.75 * R), CREAM, RED)
            case "peg top", Turned(outline):
                reach = widest(outline)
                length = abs(self._sphere[1]) if self._sphere else reach
                return Paint(6, (0.95 * length + 0.35 * reach, 0.95 * length + 1.1 * reach), CREAM, BLUE)
            case (("disk" | "egg"), _):
                return None
            case _, Ellipsoid(axes, _) if not axes[0] == axes[1] < axes[2]:
                return Checker((2.0 * axes[0], 2.0 * axes[1], 2.0 * axes[2]), CREAM, RED)
            case _, Turned(outline):
                return Paint(4, widest_band(outline), CREAM, BLUE)
        return None

    # Where it is --------------------------------------------------------------------------------------------

    def stand_height(self) -> float:
        """The table is the floor."""
        return 0.0

    @property
    def focus(self) -> Vector3:
        """A little above where G begins."""
        return np.asarray(self._place + np.array([0.0, 0.0, HIGHER * self.size]))

    @property
    def radius(self) -> float:
        """Of the body with its arrows [m]."""
        return 1.4 * self.size

    def middle(self, system: System, y: Floats) -> Vector3:
        """As far above where G is, without its ups and downs."""
        x, y_, _ = system.bodies(y)[0].position
        return np.array([x, y_, self.focus[2]])

    def frame(self, system: System, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """The light goes along with the body."""
        frame = super().frame(system, y, view, blur_seconds)
        frame.focus = self.middle(system, y).astype(np.float32)
        return frame

    def tips(self, system: System, states: np.ndarray) -> Array:
        """The upper ends of the axes, all at once."""
        reach = float(np.max(self.solids[0].extremes()[:, 2]))
        return self.to_world(tips(system, states, reach)).astype(np.float32)

    # What explains ------------------------------------------------------------------------------------------

    def add_overlays(self, frame: SceneFrame, system: System, y: Floats, since: Since) -> None:
        """Where it touches; of a tippe top, the sphere that rolls where the body has none."""
        body = system.bodies(y)[0]
        contact = self.to_world(system.traces(y)["contact"]).astype(np.float32)
        dot = nearer(contact[None], frame.view.eye)
        frame.points.append(Points(dot, np.array([[255, 255, 255, 255]], np.uint8), 8.0))
        if self._shell is not None:
            points = self._shell @ body.rotation.T + self.to_world(body.position)
            frame.curves.append(Curve(points.astype(np.float32), INK["vertical"], 1.2, 0.22))
            R, centre = self._sphere or (self.size, 0.0)
            axis = body.rotation[:, 2]
            add_tilt(frame, axis, self.to_world(body.position + centre * axis), TILT * R)

    def add_traces(
        self,
        frame: SceneFrame,
        trails: Mapping[str, Trail],
        now: float,
        life: float,
        color: tuple[float, float, float] | None = None,
    ) -> None:
        """The ink of the contact on the table lasts longer than what the tip draws in the air."""
        tip = {name: trail for name, trail in trails.items() if name == "tip"}
        for trail in tip.values():
            life = min(life, TRACE_SECONDS, age(trail.points, now, TIP_PATH * self.size))
        super().add_traces(frame, tip, now, life, color)
        laid = trails["contact"].points
        if len(laid) > 1:
            frame.ribbons.append(ink(nearer(laid, frame.view.eye), now, INK["herpolhode"] if color is None else color))

    def add_body_traces(
        self, frame: SceneFrame, system: System, y: Floats, trails: Mapping[str, Trail], now: float
    ) -> None:
        """The same path on the body."""
        bodies = system.bodies(y)
        for name, (which, _) in system.body_traces(y).items():
            laid = trails[name].points
            if len(laid) > 1:
                points = laid.copy()
                points[:, :3] = laid[:, :3] @ bodies[which].rotation.T + self.to_world(bodies[which].position)
                line = ink(nearer(points, frame.view.eye), now, INK["polhode"])
                life = min(line.life, self.body_life)
                frame.ribbons.append(replace(line, life=life, width=self.body_width))


class RattlebackLook(TableLook):
    """A boat of clear plastic with two brass weights, which turn its axes of inertia."""

    body_life, body_width = 0.4, 2.0  # it rattles to and fro over the same line of its shell

    def __init__(self, system: System) -> None:
        super().__init__(system)
        axes, _ = ellipsoid_of(system)
        half = turnery.PLAN * axes[0]
        self.size = 0.6 * half  # it is long and low
        along = 0.8 * half * np.linspace(-1.0, 1.0, 6)
        self.spheres = [np.column_stack([along, 0.0 * along, 0.0 * along, 0.35 * axes[1] + 0.0 * along])]
        self._nut = turnery.weight(1.0)
        self.units["omega"] = max(self.units["omega"], quickest(system))

    def mesh(self, body: Body) -> Mesh:
        """Made with its flat top upwards; the body's third axis points down."""
        assert isinstance(body.solid, Ellipsoid)
        return turnery.boat(body.solid.axes, -body.solid.centre[2])

    def paint(self, body: Body) -> None:
        """None: it is clear."""

    @property
    def radius(self) -> float:
        """Of the boat [m]."""
        return 1.5 * self.size

    def model(self, body: Body) -> Array:
        """Body axes to the world, the second and third turned round."""
        model = super().model(body)
        model[1:3] *= -1.0
        return model

    def frame(self, system: System, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """With the weights."""
        frame = super().frame(system, y, view, blur_seconds)
        boat = self.model(system.bodies(y)[0])
        radius, places = weights(system)
        for place in places:
            model = np.diag(np.array([radius, radius, radius, 1.0], np.float32))
            model[3, :3] = place
            frame.instances.append(Instance(self._nut, model @ boat))
        return frame


def kind_of(system: System) -> str:
    """What the body of a system is to look like."""
    shape = "offset sphere" if isinstance(system, TippeTop) else str(system.parameters.get("shape", ""))
    if shape != "offset sphere":
        return shape
    alpha = system.parameters["alpha"]
    if alpha < -1.0:
        return "peg top"
    return "tippe top" if 0.0 < alpha < 1.0 else "ball"


def sphere_of(system: System) -> tuple[float, float] | None:
    """Radius and height over G of the centre of the sphere that touches [m]."""
    if system.parameters.get("shape", "offset sphere") != "offset sphere" or "alpha" not in system.parameters:
        return None
    R, alpha = system.parameters["radius"], system.parameters["alpha"]
    return R, R * alpha


def widest(outline: Outline) -> float:
    """The largest radius of an outline [m]."""
    return max(r for r, _ in outline)


def rim_of(outline: Outline, radius: float, centre: float) -> float:
    """Polar angle from the top [rad] at which a cut sphere ends; of a whole one, where a tippe top is cut."""
    r, z = outline[-2]
    if outline[-1][1] - z > 1e-9 * radius:
        return turnery.OPEN
    return math.atan2(r, z - centre)


def cut_sphere(rows: np.ndarray) -> Mesh:
    """A truncated sphere: ivory, and wood where it was cut."""
    flat = rows[-1, 1] - rows[:, 1] < 0.04 * np.ptp(rows[:, 1])
    kinds = [Material.PAINTED_WOOD if on else Material.IVORY for on in flat[:-1]]
    return turned(rows, kinds)


def shell(radius: float, centre: float) -> np.ndarray:
    """Meridians and parallels of a sphere's upper half about (0, 0, centre), as one line with lifted pens (n, 3)."""
    angle = np.linspace(0.0, 2.0 * np.pi, 73)
    lift = np.full((1, 3), np.nan)
    lines = []
    for polar in np.radians([25.0, 50.0]):
        r = radius * math.sin(polar)
        height = np.full(73, centre + radius * math.cos(polar))
        lines += [np.stack([r * np.cos(angle), r * np.sin(angle), height], axis=1), lift]
    for turn in np.pi * np.arange(4) / 4:
        across = radius * np.sin(np.linspace(-0.5 * np.pi, 0.5 * np.pi, 49))
        up = np.sqrt(np.maximum(radius**2 - across**2, 0.0)) + centre
        lines += [np.stack([across * math.cos(turn), across * math.sin(turn), up], axis=1), lift]
    return np.vstack(lines)


def ellipsoid_of(system: System) -> tuple[tuple[float, float, float], float]:
    """Semi-axes of a rattleback, and how high over G its flat is [m]."""
    assert isinstance(system, Rattleback)
    return (system.axis_1, system.axis_2, system.axis_3), -system.centre_3


def weights(system: System) -> tuple[float, list[tuple[float, float, float]]]:
    """Radius and places, in the boat's axes, of two brass nuts whose product of inertia is I12 [m]."""
    assert isinstance(system, Rattleback)
    (a, b, _), top = ellipsoid_of(system)
    x, y = 0.55 * turnery.PLAN * a, 0.42 * b
    mass = abs(system.I12) / (2.0 * x * y)
    radius = min((mass / (BRASS_DENSITY * turnery.NUT_VOLUME)) ** (1.0 / 3.0), 0.5 * b)
    if not radius > 0.0:
        return 0.0, []
    side = -math.copysign(1.0, -system.I12) * y
    return radius, [(x, side, top), (-x, -side, top)]


def quickest(system: System) -> float:
    """How fast it turns [rad/s] when all that it had at the start turns it about the axis of least inertia."""
    assert isinstance(system, Rattleback)
    start = system.start()
    inertia = np.array(system.inertia_matrix)
    omega = np.array([start[system.index(f"omega_{k}")] for k in (1, 2, 3)])
    return math.sqrt(float(omega @ inertia @ omega) / float(np.linalg.eigvalsh(inertia)[0]))


def outline_of(mesh: Mesh) -> Outline:
    """Rows (r, z) of a mesh that was turned."""
    rows = mesh.vertices[mesh.vertices[:, 6] == 0.0]
    return tuple((float(r), float(z)) for r, z in rows[:, [0, 2]])


def ring(radius: float, size: float) -> np.ndarray:
    """Six spheres round the third axis, rows (x, y, z, r) [m]: what a flat body shades."""
    turn = 2.0 * np.pi * np.arange(6) / 6
    return np.column_stack([radius * np.cos(turn), radius * np.sin(turn), 0.0 * turn, size + 0.0 * turn])


def ink(points: Array, now: float, color: tuple[float, float, float]) -> Ribbon:
    """A path in a colour (sRGB), which lasts as long as its trail reaches back."""
    newest = points[-100:, 3]
    step = float(np.nanmean(np.diff(newest))) if len(newest) > 2 else 0.0
    life = min(INK_SECONDS, 0.98 * TRACE_POINTS * step) if step > 0.0 else INK_SECONDS
    return Ribbon(points, now, life, linear(color, WET), linear(color, 0.6 * WET), 3.0)


def age(points: Array, now: float, reach: float) -> float:
    """How long ago [s] a point was where a way of `reach` [m] to the end of its path (n, 4) began; inf if none did."""
    if len(points) < 2:
        return math.inf
    steps = np.linalg.norm(np.diff(points[:, :3], axis=0), axis=1)
    back = np.cumsum(np.nan_to_num(steps[::-1]))
    far = int(np.searchsorted(back, reach))
    start = points[len(points) - 2 - far, 3] if far < len(back) else -math.inf
    return float(now - start) if not math.isnan(start) else math.inf


def nearer(points: Array, eye: Array) -> Array:
    """Points (n, 3), or with their times (n, 4), brought nearer to the eye: a copy that hides in no surface."""
    moved = points.copy()
    moved[:, :3] += NEARER * (eye - moved[:, :3])
    return moved


LOOKS = {
    "rolling-body": TableLook,
    "tippe-top": TableLook,
    "rolling-top": TableLook,
    "sliding-body": TableLook,
    "rattleback": RattlebackLook,
}
