"""The look of a pivoted top: turned wood with a brass tip, on its stand."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from game.looks.exact_ghost import ExactGhost, add_exact
from game.looks.generic import LastChange, Look, pose_of, rounded, turned_mesh
from game.looks.kit.euler_angle_arcs import add_angles
from game.looks.kit.parts.top_stand import COLUMN_ROOM, PLINTH_RADIUS, TALL, column_height, stand
from game.looks.kit.turning_spokes import Spokes, add_spokes
from game.looks.pivoted import spoked_wheel
from game.model.frame import Array, CheckerPattern, Instance, Mesh, SceneFrame, SurfacePattern, View
from game.model.hold import OnBody
from game.model.material import Material
from physics.core.turning import TURNING
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, hypot, sin
from physics.maths.euler_angles import Matrix
from physics.maths.quaternion import euler, rotation_matrix
from physics.pivoted.lagrange_closed import LagrangeSolution
from physics.pivoted.pivoted_top import PivotedTop
from physics.shapes.solids import Body, Solid, SolidOfRevolution
from physics.types import Floats

TIP = 0.10
"""Fraction of the body's height that is brass at its lower end, where that end is pointed."""
STUD = 0.10
"""Radius of the brass stud in a flat upper face, in radii of that face."""

STEEL_VEIL = (0.34, 0.35, 0.37)
"""Colour (linear RGB) of turning spokes."""
SLOW, BLURRED = 0.05, 0.17
"""Turns of a spoked wheel [rad] while the shutter is open, up to which its spokes are seen, from which on a veil is."""

AXIS = np.array([0.0, 0.0, 1.0])
ABOVE = 1.06
"""Distance from the pivot at which the angle to the exact motion is shown, in sizes of the top."""


class GyroscopeLook(Look[PivotedTop]):
    """A look that draws a spinning top on its stand."""

    systems: ClassVar[tuple[str, ...]] = ("gyroscope", "pivoted top")
    turning = TURNING

    def __init__(self, system: PivotedTop) -> None:
        self._initial = dict(system.initial)
        self._is_wheel = system.parameters.get("body") == "disk"
        self._high = height_of_stand(system)
        super().__init__(system)
        kinds = (False, True) if self._high == TALL else (True, True)
        self._stands = [stand(self.size, self.lift, column) for column in kinds]
        self._choose_stand(system)
        self._exact = ExactGhost(closed_form)
        if self._is_wheel:
            size, middle = wheel_of(self.solids[0])
            made = spoked_wheel.spokes(size, middle), spoked_wheel.spoke_veil(size, middle)
            self._spokes = Spokes(*made, spoked_wheel.pattern(size), STEEL_VEIL, SLOW, BLURRED)

    def fits(self, system: PivotedTop) -> bool:
        """Return whether the system has the same shape and the same start, and needs a stand as high."""
        same_kind = (system.parameters.get("body") == "disk") is self._is_wheel
        same_start = super().fits(system) and dict(system.initial) == self._initial
        return same_start and same_kind and height_of_stand(system) == self._high

    def stand_height(self) -> float:
        """Return the height of the pivot above the floor [m]: no more than the top needs in its motion."""
        return self._high * self.size

    def _choose_stand(self, system: PivotedTop) -> None:
        """Take the column for a top that stays clear of it, else the thin needle."""
        self._supported = system
        self.stand = self._stands[room_below(system) > COLUMN_ROOM]

    def _tips(self, system: PivotedTop, states: np.ndarray) -> Array:
        """Return the upper ends of the axis at each of the states."""
        height = outline_of(system.bodies(memoryview(system.start()))[0])[-1, 1]
        axes = axes_of_angles(states) if system.variables[0].name == "psi" else axes_of_quaternions(states)
        return self.to_world(height * axes).astype(np.float32)

    def frame(self, system: PivotedTop, y: Floats, view: View, blur_seconds: float) -> SceneFrame:
        """Return a frame with the top on its stand."""
        if system is not self._supported:
            self._choose_stand(system)
        frame = super().frame(system, y, view, blur_seconds)
        if self._is_wheel:
            bodies = system.bodies(y)
            wheel = self._spokes, OnBody(0), bodies[0].spin_rate * blur_seconds
            add_spokes(frame, [wheel], pose_of(self, bodies))
        return frame

    def add_overlays(self, frame: SceneFrame, system: PivotedTop, y: Floats, since: LastChange) -> None:
        """Add Euler's angles, and a ghost of the top by the closed form."""
        motion, pivot = system.motion(y), self.to_world(np.zeros(3))
        turned = abs(motion.omega[2]) * self.blur_seconds
        add_angles(frame, motion.rotation, pivot, self.size, turned)
        if system.symmetric:
            self._add_exact(frame, system, y, since)

    def _add_exact(self, frame: SceneFrame, system: PivotedTop, y: Floats, since: LastChange) -> None:
        """Add a ghost at the exact orientation since the last change, once the axis visibly differs from it."""
        now, exact = system.rotation(y), self._exact.rotation(system, since)
        a, b = now[:, 2], exact[:, 2]
        astray = arctan2(dense.length(np.cross(a, b)), float(dense.times(a, b)))
        add_exact(frame, self, system.bodies(y), (now, exact), AXIS, ABOVE * self.size, astray)

    def furniture(self) -> list[Instance]:
        """Return the stand."""
        return self.stand

    def furniture_spheres(self) -> np.ndarray:
        """Return a sphere for the plinth, which shades the floor round it."""
        radius = PLINTH_RADIUS * self.size
        return np.array([[0.0, 0.0, -0.55 * radius, radius]])

    def paint(self, body: Body) -> SurfacePattern | CheckerPattern | None:
        """Return no paint for a wheel of rubber and metal."""
        return None if self._is_wheel else super().paint(body)

    def mesh(self, body: Body) -> Mesh:
        """Return a mesh of wood with a brass tip and a brass stud, a wheel without its spokes, or a stem of brass."""
        rows = outline_of(body)
        if body.name == "stem":
            return turned_mesh(rounded(rows), Material.BRASS)
        if self._is_wheel:
            return spoked_wheel.tyred_rim(*wheel_of(body.solid))
        top = rows[-1, 1]
        flat = rows[-2, 0] if rows[-2, 1] == top else 0.0
        if flat > 0.0:
            rows = np.insert(rows, -1, (STUD * flat, top), axis=0)
        rows = rounded(rows)
        pointed = rows[1, 1] - rows[0, 1] > 0.5 * rows[1, 0]
        brass_below = rows[0, 1] + TIP * (top - rows[0, 1]) if pointed else -np.inf
        rows = with_row_at(rows, brass_below)
        kinds = []
        for (r0, z0), (r1, z1) in itertools.pairwise(rows):
            stud = max(r0, r1) <= STUD * flat * 1.001 and z0 > rows[0, 1] + TIP
            brass = max(z0, z1) <= brass_below + 1e-12 or (stud and z0 == z1 == top)
            kinds.append(Material.BRASS if brass else Material.PAINTED_WOOD)
        return turned_mesh(rows, kinds)


def closed_form(top: PivotedTop, state: Floats) -> Callable[[float], Matrix]:
    """Return a function from time after a state to the exact rotation of a symmetric top."""
    form = LagrangeSolution(top.lagrange, top.motion(state))
    return lambda time: rotation_matrix(form.motion(time).rotation)


def room_below(top: PivotedTop) -> float:
    """Return the angle [rad] about the vertical below the pivot that a top leaves free in its motion, 0 if unknown.

    Its outline is seen from the pivot up to an angle from its axis.
    """
    if not top.symmetric:
        return 0.0
    rows = np.vstack([outline_of(body) for body in top.bodies(memoryview(top.start()))])
    away = rows[rows[:, 1] > TIP * rows[:, 1].max()]
    widest = float(arctan2(away[:, 0], away[:, 1]).max())
    return math.pi - lowest_angle(top) - widest


def height_of_stand(top: PivotedTop) -> float:
    """Return the height of the pivot above the floor that leaves room for a top in its motion, in its size."""
    if room_below(top) <= COLUMN_ROOM:
        return TALL
    rows, theta = np.vstack([outline_of(body) for body in top.bodies(memoryview(top.start()))]), lowest_angle(top)
    size = float(hypot(rows[:, 0], rows[:, 1]).max())
    low = float((rows[:, 0] * sin(theta) - rows[:, 1] * cos(theta)).max())
    return column_height(low / size)


def lowest_angle(top: PivotedTop) -> float:
    """Return the largest theta [rad] of a symmetric top in its motion: at the closed form's turning point."""
    start = top.motion(memoryview(top.start()))
    lowest = LagrangeSolution(top.lagrange, start).turning[1]
    return lowest if math.isfinite(lowest) else euler(start.rotation)[1]


def axes_of_angles(states: np.ndarray) -> np.ndarray:
    """Return the third body axes (n, 3) in the lab of states (n, dim) that begin with psi and theta."""
    with np.errstate(invalid="ignore"):  # a member that failed has no tip
        turns = states[:, :2] - 2 * np.pi * np.rint(states[:, :2] / (2 * np.pi))
        psi, theta = turns.astype(np.float32).T  # single precision suffices for reduced angles
        across = sin(theta)
        return np.stack([across * sin(psi), -across * cos(psi), cos(theta)], axis=1)


def axes_of_quaternions(states: np.ndarray) -> np.ndarray:
    """Return the third body axes (n, 3) in the lab of states (n, dim) that begin with a quaternion."""
    with np.errstate(invalid="ignore"):
        w, x, y, z = states[:, :4].astype(np.float32).T
        axes = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z], axis=1)
        return np.asarray(axes / (w * w + x * x + y * y + z * z)[:, None])


def wheel_of(disk: Solid) -> tuple[spoked_wheel.WheelSizes, float]:
    """Return the wheel with the moments of a disk, and the height of its middle above the pivot [m]."""
    assert isinstance(disk, SolidOfRevolution)
    rows = np.array(disk.outline)
    low, high = float(rows[0, 1]), float(rows[-1, 1])
    return spoked_wheel.like_a_disk(float(rows[:, 0].max()), high - low), 0.5 * (low + high)


def outline_of(body: Body) -> np.ndarray:
    """Return the outline of a turned body, rows (r, z)."""
    assert isinstance(body.solid, SolidOfRevolution)
    return np.array(body.solid.outline)


def with_row_at(rows: np.ndarray, z: float) -> np.ndarray:
    """Return the outline with a row added where it first crosses the height z."""
    for i, ((r0, z0), (r1, z1)) in enumerate(itertools.pairwise(rows)):
        if z0 < z < z1:
            return np.insert(rows, i + 1, (r0 + (r1 - r0) * (z - z0) / (z1 - z0), z), axis=0)
    return rows
