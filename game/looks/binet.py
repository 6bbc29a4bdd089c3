"""Binet's construction for a free body: in the space of L in body axes, the sphere of |L| and the ellipsoid of energy.

L, as seen from the body, moves on the sphere |L| = const and on the ellipsoid L₁²/(2 E I₁) + L₂²/(2 E I₂) +
L₃²/(2 E I₃) = 1, and so along the curve in which they meet, the polhode of L (Binet 1841; Landau and Lifshitz,
Mechanics, § 37). omega = grad E is normal to the ellipsoid there. Lengths are in units of |L|: the sphere has the
radius 1, the ellipsoid the semi-axes sqrt(2 E I_i)/|L|. Coordinates are those of the principal axes, by their moments.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.cut_shell import cut_shell, octant_turn
from game.looks.kit.free_body_paths import FreeBodyPaths
from game.looks.kit.quadric_curves import join_with_gaps
from game.looks.kit.transforms import placement
from game.model.colors import HEADS, TEXT_DARK, Color
from game.model.frame import Curve, Instance, OverlayArrow, Points, Ribbon, SceneFrame, SceneLabel
from game.model.material import Material
from game.model.words import later
from physics.bodies.inertia import principal
from physics.tops import poinsot
from physics.types import Vector3

Floats64 = NDArray[np.float64]

THICKNESS = 0.018
"""Thickness of the ellipsoid's shell, in its semi-axes."""
BLUE, BRASS = (0.035, 0.085, 0.24), (1.0, 1.0, 1.0)
GOLD: Color = (1.0, 0.86, 0.50)
"""Colour (sRGB) of the polhode of L."""
FAMILY = (0.28, 0.52, 0.76)
"""Places of the polhodes of other energies between an axis and the separatrix, in the angle between them."""
TUBE, FAMILY_WIDTH, SEPARATRIX_WIDTH = 0.013, 1.1, 1.7
"""Radius of the polhode, in radii of the sphere, and widths of the other curves [pixels of a picture of 720 lines]."""
BEHIND = 0.4
"""Opacity of the polhode where a surface hides it, before the picture makes it fainter still."""
AXIS, AXIS_RADIUS = 0.26, 0.009
"""Length and radius of the arrows of the axes beyond the surfaces, in radii of the sphere."""
LIFTED = 1.004
"""Distance of the curves on the sphere from its middle, so that it does not cover them."""
ARROWS = 0.5
"""Length of the arrows of L and omega from the place of L on, in radii of the sphere."""
GRAZES = 0.02
"""Part of the way to the eye in which a surface does not hide a point that lies on it."""
TAIL = 0.45
"""Part of a period for which the path of L is brighter."""
HELD = 0.97
"""Radius of the sphere where the ellipsoid is a sphere, too, which would coincide with it."""


class BinetSpot(NamedTuple):
    """Where the construction stands: its middle (3,) [m] in the world, the radius of the sphere [m], the eye (3,)."""

    centre: Vector3
    radius: float
    eye: Vector3


class Binet:
    """Binet's construction for one inertia matrix (3, 3) [kg m²] in body axes."""

    def __init__(self, inertia: Floats64) -> None:
        self.moments, self.axes = principal(inertia)
        self.round = bool(self.moments[2] - self.moments[0] <= 1e-9 * self.moments[2])
        self._inertia = inertia
        self._ball = shapes.sphere(1.0, Material.PLAIN, 96)
        self._shell = cut_shell(THICKNESS)
        self._family, self._separatrix = np.zeros((0, 3)), np.zeros((0, 3))
        if not self.round:
            self._family = family(self.moments)
            self._separatrix = separatrix(self.moments)

    def momentum(self, omega: Floats64) -> Floats64:
        """Return L in principal axes [kg m²/s] at omega in body axes [rad/s], both (3,) or (n, 3)."""
        return np.asarray(self.moments * (omega @ self.axes))

    def semi_axes(self, omega: Vector3) -> Vector3:
        """Return the semi-axes of the ellipsoid of energy in units of |L|, (3,), in ascending order."""
        L = self.momentum(omega)
        return np.asarray(np.sqrt(float((L * L / self.moments).sum()) * self.moments) / np.linalg.norm(L))

    def add_to(
        self, frame: SceneFrame, place: BinetSpot, omega: Vector3, course: FreeBodyPaths, elapsed: float
    ) -> None:
        """Add the construction at omega in body axes [rad/s], (3,), on an exact path, so long after the last change."""
        L = self.momentum(omega)
        size, semi = float(np.linalg.norm(L)), self.semi_axes(omega)
        eye = (place.eye - place.centre) / place.radius
        signs = np.where(eye < 0.0, -1.0, 1.0)
        ball = place.radius * (HELD if self.round else 1.0)
        frame.instances += [
            Instance(self._ball, placement(ball * np.eye(3), place.centre), BLUE, 0.30),
            Instance(self._shell, placement(place.radius * octant_turn(signs).T * semi, place.centre), BRASS, 0.25),
        ]
        self._add_family(frame, place, semi, signs)
        polhode = self.momentum(course.polhode) / size
        self._add_polhode(frame, place, polhode, semi, signs)
        if course.period:
            times, points = course.come(course.body, min(elapsed, TAIL * course.period), elapsed, omega)
            if len(times) > 1:
                fresh = np.clip(1.0 + (times - elapsed) / (TAIL * course.period), 0.0, 1.0)
                line = _placed(self.momentum(points) / size, place)
                frame.ribbons.append(Ribbon(np.column_stack([line, fresh]).astype(np.float32), 1.0, 1.0, GOLD, 7.0))
        self._add_vectors(frame, place, L / size, omega)
        self._add_axes(frame, place, semi)

    def _add_polhode(
        self, frame: SceneFrame, place: BinetSpot, polhode: Floats64, semi: Vector3, signs: Vector3
    ) -> None:
        """Add the curve on which L runs, glowing, and its mirror image on the other side."""
        for points, color, tube, glow in ((-polhode, GOLD, 0.6 * TUBE, 0.0), (polhode, GOLD, TUBE, 4.0)):
            opacity = np.where(self._hidden(points, place, semi, signs), BEHIND, 1.0).astype(np.float32)
            line = _placed(points, place)
            frame.curves.append(Curve(line, color, 2.0, opacity * (1.0 if glow else 0.6), place.radius * tube))
            if glow:
                lit = np.where(opacity[:, None] < 1.0, np.nan, np.column_stack([line, np.ones(len(line))]))
                frame.ribbons.append(Ribbon(lit.astype(np.float32), 1.0, 1.0, color, glow))
        top = polhode[int(np.argmax(polhode @ (place.eye - place.centre)))]
        frame.labels.append(SceneLabel(_placed(top[None], place)[0], later("polhode"), GOLD, outward=True))

    def _add_family(self, frame: SceneFrame, place: BinetSpot, semi: Vector3, signs: Vector3) -> None:
        """Add the curves of other energies on the sphere, and the separatrix, where they are in sight."""
        for points, ink, width, opacity in (
            (self._family, "polhode", FAMILY_WIDTH, 0.6),
            (self._separatrix, "separatrix", SEPARATRIX_WIDTH, 0.95),
        ):
            if len(points):
                seen = np.where(self._hidden(points, place, semi, signs), 0.0, opacity).astype(np.float32)
                frame.curves.append(Curve(_placed(LIFTED * points, place), TEXT_DARK[ink], width, seen))

    def _add_vectors(self, frame: SceneFrame, place: BinetSpot, way: Vector3, omega: Vector3) -> None:
        """Add L, from the sphere outwards, and omega at its place, where it is normal to the ellipsoid."""
        turning = omega @ self.axes
        for name, symbol, along in (
            ("omega", "ω", turning / np.linalg.norm(turning)),
            ("momentum", "L", way),
        ):
            tail, tip = _placed(np.array([way, way + ARROWS * along]), place)
            frame.arrows.append(
                OverlayArrow(tail, tip, TEXT_DARK[name], symbol, 0.011 * place.radius, head=HEADS[name])
            )
        dot = _placed(way[None], place)
        frame.points.append(Points(dot, np.array([[255, 255, 255, 255]], np.uint8), 11.0))

    def _add_axes(self, frame: SceneFrame, place: BinetSpot, semi: Vector3) -> None:
        """Add arrows of the axes 1, 2, 3 where they leave the surfaces."""
        for axis, far, name in zip(np.eye(3), np.maximum(semi, 1.0), "123", strict=True):
            tail, tip = _placed(np.array([far * axis, (far + AXIS) * axis]), place)
            frame.arrows.append(OverlayArrow(tail, tip, TEXT_DARK["axes"], name, AXIS_RADIUS * place.radius))

    def _hidden(self, points: Floats64, place: BinetSpot, semi: Vector3, signs: Vector3) -> NDArray[np.bool_]:
        eye = (place.eye - place.centre) / place.radius
        return hidden(points, eye, semi, signs)


def hidden(points: Floats64, eye: Vector3, semi: Vector3, signs: Vector3) -> NDArray[np.bool_]:
    """Return which points (n, 3) the unit sphere or the ellipsoid without one octant hides from the eye (3,).

    semi (3,): semi-axes. signs (3,): of the coordinates in the octant that is left out. A row of NaN is not hidden.
    """
    way = eye - points
    with np.errstate(invalid="ignore"):
        found = np.zeros(len(points), bool)
        for stretch, whole in ((np.ones(3), True), (semi, False)):
            for part in _crossings(points / stretch, way / stretch):
                at = points + part[:, None] * way
                cut = np.zeros(len(points), bool) if whole else (signs * at > 0.0).all(axis=1)
                found |= (part > GRAZES) & (part < 1.0) & ~cut
    return found


def _crossings(start: Floats64, way: Floats64) -> tuple[Floats64, Floats64]:
    """Return where the lines start + t way, (n, 3) each, cross the unit sphere: t twice, (n,), or NaN."""
    a, b, c = (way * way).sum(axis=1), (start * way).sum(axis=1), (start * start).sum(axis=1) - 1.0
    root = np.sqrt(b * b - a * c)
    return (-b - root) / a, (-b + root) / a


def separatrix_angle(moments: Vector3) -> float:
    """Return the angle between axis 1 and the separatrix in the plane of axes 1 and 3 [rad].

    On it 2 E = L²/I₂: L₃²/L₁² = (1/I₁ - 1/I₂) / (1/I₂ - 1/I₃).
    """
    first, middle, last = (1.0 / moments).tolist()
    return math.atan2(math.sqrt(max(first - middle, 0.0)), math.sqrt(max(middle - last, 0.0)))


def separatrix(moments: Vector3, count: int = 161) -> Floats64:
    """Return the separatrix on the unit sphere of L: two great circles through axis 2, (n, 3) with a gap between.

    A body with two equal moments has none.
    """
    angle = separatrix_angle(moments)
    if not 1e-6 < angle < 0.5 * math.pi - 1e-6:
        return np.zeros((0, 3))
    round_ = np.linspace(0.0, 2.0 * math.pi, count)
    across, along = np.cos(round_)[:, None], np.sin(round_)[:, None]
    ways = [np.array([math.cos(angle), 0.0, side * math.sin(angle)]) for side in (1.0, -1.0)]
    return join_with_gaps(np.array([across * way + along * np.eye(3)[1] for way in ways]))


def family(moments: Vector3, count: int = 129) -> Floats64:
    """Return polhodes of L of other energies on the unit sphere, (n, 3) with gaps, on each side of both axes."""
    angle, right, lines = separatrix_angle(moments), 0.5 * math.pi, []
    for first, last in ((0.0, angle), (right, angle)):
        if abs(last - first) > 1e-6:
            for part in FAMILY:
                a = first + part * (last - first)
                omega = np.array([math.cos(a), 0.0, math.sin(a)]) / moments
                line = poinsot.polhode(np.diag(moments), omega, count) * moments
                lines += [line, -line]
    return join_with_gaps(np.array(lines))


def _placed(points: Floats64, place: BinetSpot) -> NDArray[np.float32]:
    return np.asarray(place.centre + place.radius * points, np.float32)
