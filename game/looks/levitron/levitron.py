"""The look of a levitron: a ferrite top with a brass spindle over a ring magnet on a levelled board."""

from __future__ import annotations

import math
from array import array
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from msgspec.structs import replace

from game.looks.generic import LastChange, Look, angular_velocity, pose_of
from game.looks.kit.euler_angle_arcs import add_tilt
from game.looks.kit.transforms import placement
from game.looks.levitron import levitron_parts as parts
from game.model.colors import QUANTITY_COLORS
from game.model.frame import Array, Curve, Mesh, Points, Room, SceneFrame, SceneLabel, SurfacePattern, View, hung
from game.model.hold import AtHeight, OnBody, Upright, World
from game.model.words import later
from physics.core.turning import MOMENTUM_RATE, TORQUE
from physics.levitron.flight import PLACE, torque
from physics.levitron.levitron import Levitron
from physics.levitron.ring_magnet import axis_derivatives, base_field
from physics.maths import dense
from physics.maths.elementary import cos, hypot, sin
from physics.shapes.solids import Body
from physics.types import Arrow, Floats, Vector3

CREAM, RED = (0.68, 0.60, 0.44), (0.34, 0.022, 0.016)
FERRITE, FERRITE_ROUGHNESS = (0.030, 0.029, 0.031), 0.46
BOARD, FOOT = 0.16, 0.12
"""Thickness of the board, and height of its feet, in outer radii of the base."""
FEET = 1.18
"""Distance of the feet from the middle, in outer radii of the base."""
LINES = np.linspace(0.06, 0.94, 9)
"""Where field lines leave the upper face, from the hole to the edge."""
LINE_STEP, LINE_STEPS, LINE_REACH = 0.04, 150, 2.4
"""Step and greatest number of steps of a field line, and the distance at which it ends, in outer radii."""
WELL_ASIDE, WELL_WIDE = 0.72, 0.42
"""Distance of the well from the axis, and its width, in outer radii."""
BEYOND = 0.5
"""How far the well is drawn beyond its edge and its bottom, in distances of the two."""
WELL_POINTS = 81
RING = 0.42
"""Radius of the circles at the heights of the trap, in outer radii."""
LINE_OPACITY, RING_OPACITY, AXIS_OPACITY = 0.75, 0.65, 0.5
NEAR, FAR = 1.35, 2.35
"""Distances from the middle of the base's upper face between which field lines fade, in outer radii."""
ARROWS = 0.85
"""Length in which arrows are drawn, in outer radii: their heads are beyond the spindle."""
TOP, BASE = 0, 1
"""Numbers of the bodies."""


class LevitronLook(Look[Levitron]):
    """A look that draws top and base in the sizes that their moments and radii give."""

    systems = ("levitron",)
    path_words = MappingProxyType({"centre": later("path of the middle"), "tip": later("path of the axis")})
    room = Room.LABORATORY
    turning = TORQUE, MOMENTUM_RATE
    stays = True

    def __init__(self, system: Levitron) -> None:
        self._outer, self._thick, self._made = system.outer, system.thick, shape_of(system)
        self._board = parts.board(system.outer, system.thick, BOARD * system.outer)
        self._ring = parts.ring(system.inner, system.outer, system.thick)
        self._disk = parts.top_magnet(system.radius)
        self._foot = parts.foot(system.outer)
        super().__init__(system)

    def fits(self, system: Levitron) -> bool:
        """Return whether top and base have the same sizes."""
        return shape_of(system) == self._made

    def stand_height(self) -> float:
        """Return the height of the base's upper face above the table [m]."""
        return self._thick + (BOARD + FOOT) * self._outer

    def reach(self, body: Body) -> float:
        """Return a length in which arrows are drawn."""
        return ARROWS * self._outer

    def offered(self, system: Levitron, y: Floats) -> list[Arrow]:
        """Return the torque of the field on the dipole, and dL/dt; the force is at the centre of mass."""
        turning = Arrow(*TORQUE, np.array(y[PLACE : PLACE + 3]), np.array(torque(y, system.p)))
        return [turning, *super().offered(system, y)]

    @property
    def focus(self) -> Vector3:
        """Return a point between top and base, (3,) [m] in the world."""
        return np.array([0.0, 0.0, self.lift + 0.52 * self._outer])

    @property
    def radius(self) -> float:
        """Return the radius of a sphere about the focus that holds the base and the top in the trap [m]."""
        return 1.42 * self._outer + 0.5 * self._thick

    def mesh(self, body: Body) -> Mesh:
        """Return spindle and painted face of the top, or the board under the magnet."""
        return parts.top_body(self._made[0]) if body.name == "top" else self._board

    def paint(self, body: Body) -> SurfacePattern | None:
        """Return sectors on the upper face of the top."""
        if body.name != "top":
            return None
        return SurfacePattern(6, parts.face_band(self._made[0]), CREAM, RED)

    def frame(self, system: Levitron, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the magnets of top and base, and the screws that level the board.

        The camera shows the whole board, over which the top is held.
        """
        frame = super().frame(system, y, view, blur_seconds)
        bodies = system.bodies(y)
        pose = pose_of(self, bodies)
        frame.instances[1] = replace(frame.instances[1], framed=True)
        for k, mesh in enumerate((self._disk, self._ring)):
            frame.instances.append(hung(mesh, OnBody(k), pose, tint=FERRITE, roughness=FERRITE_ROUGHNESS))
        frame.instances += [hung(self._foot, World(model), framed=False) for model in self.feet(bodies[1])]
        return frame

    def feet(self, base: Body) -> list[Array]:
        """Return the placements of three screws, each as high as the board is above the table there."""
        found = []
        for turn in (0.5 * math.pi, 0.5 * math.pi + 2.0 * math.pi / 3.0, 0.5 * math.pi + 4.0 * math.pi / 3.0):
            place = np.array([cos(turn), sin(turn), 0.0]) * FEET * self._outer
            place[2] = -self._thick - BOARD * self._outer
            x, y, z = self.to_world(base.position + dense.times(base.rotation, place))
            axes = np.diag([1.0, 1.0, max(z, 1e-3 * self._outer) / (FOOT * self._outer)])
            found.append(placement(axes, np.array([x, y, 0.0])))
        return found

    def _tips(self, system: Levitron, states: np.ndarray) -> Array:
        """Return the centre of mass at each of the states."""
        return self.to_world(states[:, 7:10].astype(float)).astype(np.float32)

    # Explanations -------------------------------------------------------------------------------------------

    def add_overlays(self, frame: SceneFrame, system: Levitron, y: Floats, since: LastChange) -> None:
        """Add field lines, the heights of the trap, the well of energy and the tilt of the axis."""
        top, base = system.bodies(y)
        side = across(frame.view, self.focus)
        self._add_field_lines(frame, system, base, side)
        if not math.isnan(system.trap.high):
            self._add_rings(frame, system, base)
        self._add_well(frame, system, top, side)
        self._add_axis(frame, system, base)
        turn = self.blur_seconds * angular_velocity(system, y)
        add_tilt(frame, top.rotation[:, 2], self.to_world(top.position), 1.9 * system.radius, turn)

    def _add_field_lines(self, frame: SceneFrame, system: Levitron, base: Body, side: Vector3) -> None:
        """Add field lines of the base in a plane through its axis that faces the eye."""
        rows = field_lines(system.inner, system.outer, system.thick)
        opacity = line_opacity(rows / system.outer)
        for sign in (1.0, -1.0):
            points = sign * rows[:, :1] * side + rows[:, 1:] * np.array([0.0, 0.0, 1.0])
            placed = self.to_world(dense.times(points, base.rotation.T)).astype(np.float32)
            frame.curves.append(Curve(placed, QUANTITY_COLORS["frame"], 1.8, opacity, name="B", on=Upright(BASE)))
            if sign < 0.0:
                far = int(np.nanargmax(np.where(opacity > 0.9 * LINE_OPACITY, rows[:, 1], np.nan)))
                frame.labels.append(SceneLabel(placed[far], "B", QUANTITY_COLORS["frame"], on=Upright(BASE)))

    def _add_rings(self, frame: SceneFrame, system: Levitron, base: Body) -> None:
        """Add circles at the least and the greatest height at which a fast top is stable."""
        turn = np.linspace(0.0, 2.0 * math.pi, 73)
        circle = RING * self._outer * np.column_stack([cos(turn), sin(turn), 0.0 * turn])
        for height in (system.trap.low, system.trap.high):
            points = dense.times(circle + np.array([0.0, 0.0, height]), base.rotation.T)
            curve = self.to_world(points).astype(np.float32)
            frame.curves.append(Curve(curve, QUANTITY_COLORS["vertical"], 1.2, RING_OPACITY, on=OnBody(BASE)))

    def _add_axis(self, frame: SceneFrame, system: Levitron, base: Body) -> None:
        """Add the axis of the base, from its upper face to where the top floats: it shows how far the top is aside."""
        line = np.array([[0.0, 0.0, 0.0], [0.0, 0.0, system.trap.high if system.trap.high > 0.0 else self._outer]])
        points = self.to_world(dense.times(line, base.rotation.T)).astype(np.float32)
        frame.curves.append(Curve(points, QUANTITY_COLORS["vertical"], 1.0, AXIS_OPACITY, on=OnBody(BASE)))

    def _add_well(self, frame: SceneFrame, system: Levitron, top: Body, side: Vector3) -> None:
        """Add mu |B| + m g z on the axis beside the top, at its true heights, and a dot at the top's own height."""
        well = well_of(system)
        if well is None:
            return
        heights, widths = well
        out = (WELL_ASIDE + WELL_WIDE * widths)[:, None] * self._outer * side
        points = self.to_world(out + np.outer(heights, (0.0, 0.0, 1.0)))
        curve, ink = points.astype(np.float32), QUANTITY_COLORS["weight"]
        frame.curves.append(Curve(curve, ink, 2.2, 0.95, name="U", on=Upright()))
        foot = np.outer(heights[[0, -1]], (0.0, 0.0, 1.0)) + WELL_ASIDE * self._outer * side
        upright = self.to_world(foot).astype(np.float32)
        frame.curves.append(Curve(upright, QUANTITY_COLORS["vertical"], 1.0, AXIS_OPACITY, name="z", on=Upright()))
        z = float(top.position[2])
        if heights[0] <= z <= heights[-1]:
            width = WELL_ASIDE + WELL_WIDE * float(np.interp(z, heights, widths))
            dot = self.to_world(width * self._outer * side + np.array([0.0, 0.0, z])).astype(np.float32)
            link = np.stack([self.to_world(top.position).astype(np.float32), dot])
            on = AtHeight("U", TOP)
            frame.curves.append(Curve(link, QUANTITY_COLORS["vertical"], 1.0, 0.4, on=on))
            frame.points.append(Points(dot[None], np.array([[255, 255, 255, 255]], np.uint8), 8.0, on=on))
        frame.labels.append(SceneLabel(curve[-1], "U(z) = μ|B| + mgz", ink, on=Upright()))


def shape_of(system: Levitron) -> tuple[float, ...]:
    """Return the numbers on which the meshes depend [m]: radius of the top, radii and thickness of the base."""
    return system.radius, system.inner, system.outer, system.thick


def across(view: View, focus: Vector3) -> Vector3:
    """Return the horizontal unit vector to the right of the picture, (3,)."""
    x, y = (np.asarray(focus) - np.asarray(view.eye))[:2].tolist()
    length = math.hypot(x, y)
    return np.array([y / length, -x / length, 0.0]) if length > 0.0 else np.array([1.0, 0.0, 0.0])


@lru_cache(maxsize=8)
def field_lines(inner: float, outer: float, thick: float) -> Vector3:
    """Return field lines above a base in a half plane through its axis: rows (rho, z) [m], with a row of nan between.

    They leave the upper face and end at the table, far away, or where they come back to the base.
    """
    p: Floats = memoryview(array("d", [inner, outer, thick, 1.0]))
    step, rows = LINE_STEP * outer, []

    def direction(rho: float, z: float) -> Vector3:
        b, along, _, _, _ = base_field(rho, 0.0, z, p)
        field = np.array([b * rho, along])
        return np.asarray(field / max(float(hypot(*field)), 1e-300))

    for part in LINES.tolist():
        place = np.array([inner + part * (outer - inner), 0.01 * outer])
        for _ in range(LINE_STEPS):
            rows.append(place)
            middle = place + 0.5 * step * direction(*place.tolist())
            place = place + step * direction(max(float(middle[0]), 0.0), float(middle[1]))
            if hypot(*place) > LINE_REACH * outer or place[1] < -1.2 * thick or place[0] < 0.0:
                break
        rows.append(np.full(2, np.nan))
    return np.array(rows)


def line_opacity(rows: Vector3) -> Array:
    """Return how well points (n, 2), rows (rho, z) in outer radii, of field lines are seen: they fade far away."""
    out = np.clip((FAR - hypot(rows[:, 0], rows[:, 1])) / (FAR - NEAR), 0.0, 1.0)
    return np.asarray(np.nan_to_num(LINE_OPACITY * out), np.float32)


def well_of(system: Levitron) -> tuple[Vector3, Vector3] | None:
    """Return the heights [m] at which the well is drawn and its shape there, from 0 to 1; None where there is none."""
    trap = system.trap
    if math.isnan(trap.upper) or math.isnan(trap.lower):
        return None
    base = system.inner, system.outer, system.thick, system.remanence
    return _well(base, system.dipole, system.mass * system.gravity, (trap.lower, trap.upper))


@lru_cache(maxsize=8)
def _well(
    base: tuple[float, float, float, float], dipole: float, weight: float, ends: tuple[float, float]
) -> tuple[Vector3, Vector3]:
    """Return the same for a dipole moment [A m²] and a weight [N]; ends: heights of the well's edge and bottom [m]."""
    edge, bottom = ends
    reach = BEYOND * (bottom - edge)
    heights = np.linspace(edge - reach, bottom + reach, WELL_POINTS)
    energy = np.array([dipole * abs(axis_derivatives(z, *base)[0]) + weight * z for z in heights.tolist()])
    return heights, np.asarray((energy - energy.min()) / np.ptp(energy))
