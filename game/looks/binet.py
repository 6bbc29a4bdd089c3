"""Binet's construction: in the space of L in body axes, the sphere of |L| and the ellipsoid of energy.

L, as seen from a free body, moves on the sphere |L| = const and on the ellipsoid L₁²/(2 E I₁) + L₂²/(2 E I₂) +
L₃²/(2 E I₃) = 1, and so along the curve in which they meet, the polhode of L (Binet 1841; Landau and Lifshitz,
Mechanics, § 37). omega = grad E is normal to the ellipsoid there. Lengths are in units of |L|: the sphere has the
radius 1, the ellipsoid the semi-axes sqrt(2 E I_i)/|L|. Coordinates are those of principal axes; a free body's are by
their moments. With a rotor or other moving parts the ellipsoid has another middle
(`physics/satellite/momentum_space.py`).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.cut_shell import cut_shell, octant_turn
from game.looks.kit.free_body_paths import FreeBodyPaths
from game.looks.kit.quadric_curves import SEPARATRIX_WIDTH, join_with_gaps
from game.looks.kit.transforms import placement
from game.model.colors import HEADS, QUANTITY_COLORS, Color
from game.model.frame import Curve, Instance, Mesh, OverlayArrow, Points, Ribbon, SceneFrame, SceneLabel
from game.model.material import Material
from game.model.words import later
from physics.bodies.inertia import principal
from physics.free import poinsot
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin, square
from physics.types import Vector3

Floats64 = NDArray[np.float64]

THICKNESS = 0.018
"""Thickness of the ellipsoid's shell, in its semi-axes."""
BLUE, BRASS = (0.035, 0.085, 0.24), (1.0, 1.0, 1.0)
GLASS, CLEAR, FAR = (0.20, 0.36, 0.75), 0.22, 0.3
"""Tint and opacity of a sphere of glass, and the opacity of curves behind it, in that of those before it."""
GOLD: Color = (1.0, 0.86, 0.50)
"""Colour (sRGB) of the polhode of L."""
FAMILY = (0.28, 0.52, 0.76)
"""Places of the polhodes of other energies between an axis and the separatrix, in the angle between them."""
TUBE, FAMILY_WIDTH = 0.013, 1.1
"""Radius of the polhode, in radii of the sphere; width of the family [pixels of a picture of 720 lines]."""
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


class MomentumSpace(NamedTuple):
    """What is shown of the space of L at a moment, in principal axes, lengths in units of |L|.

    semi, middle (3,): semi-axes and middle of the ellipsoid. L, omega (3,): their directions. polhode, others: the
    curve along which L runs (n, 3), and the rest of that in which the surfaces meet. family, separatrix (n, 3): curves
    of other energies, with gaps. trail (n, 4): where L was, and how bright, 0 to 1, that still is. glass: whether the
    sphere is of glass, because the ellipsoid may shrink into it.
    """

    semi: Vector3
    middle: Vector3
    L: Vector3
    omega: Vector3
    polhode: Floats64
    others: Floats64
    family: Floats64
    separatrix: Floats64
    trail: Floats64
    glass: bool = False

    @property
    def coincide(self) -> bool:
        """Return whether the ellipsoid is the sphere."""
        return bool(max(np.abs(self.semi - 1.0).max(), np.abs(self.middle).max()) < 1e-9)

    @property
    def leaving(self) -> Vector3:
        """Return where the positive axes leave the last surface, (3,)."""
        aside = square(self.middle / self.semi)
        past = 1.0 - (aside.sum() - aside)
        out = self.middle + self.semi * np.sqrt(np.maximum(past, 0.0))
        return np.where(past > 0.0, np.maximum(out, 1.0), 1.0)

    def open_octant(self, eye: Vector3) -> Vector3:
        """Return the signs (3,) of the octant of the ellipsoid that is left out for an eye (3,)."""
        return np.where(eye < self.middle, -1.0, 1.0)


class Binet:
    """Binet's construction for a free body with one inertia matrix (3, 3) [kg m²] in body axes."""

    def __init__(self, inertia: Floats64) -> None:
        self.moments, self.axes = principal(inertia)
        self._family, self._separatrix = np.zeros((0, 3)), np.zeros((0, 3))
        if self.moments[2] - self.moments[0] > 1e-9 * self.moments[2]:
            self._family = family(self.moments)
            self._separatrix = separatrix(self.moments)

    def momentum(self, omega: Floats64) -> Floats64:
        """Return L in principal axes [kg m²/s] at omega in body axes [rad/s], both (3,) or (n, 3)."""
        return np.asarray(self.moments * (dense.times(omega, self.axes)))

    def semi_axes(self, omega: Vector3) -> Vector3:
        """Return the semi-axes of the ellipsoid of energy in units of |L|, (3,), in ascending order."""
        L = self.momentum(omega)
        return np.asarray(np.sqrt(float((L * L / self.moments).sum()) * self.moments) / dense.length(L))

    def space(self, omega: Vector3, course: FreeBodyPaths, elapsed: float) -> MomentumSpace:
        """Return what is shown at omega in body axes [rad/s], (3,), on an exact path, so long after the last change."""
        L, turning = self.momentum(omega), dense.times(omega, self.axes)
        size = dense.length(L)
        polhode, trail = self.momentum(course.polhode) / size, np.zeros((0, 4))
        if course.period:
            times, points = course.come(course.body, min(elapsed, TAIL * course.period), elapsed, omega)
            fresh = np.clip(1.0 + (times - elapsed) / (TAIL * course.period), 0.0, 1.0)
            trail = np.column_stack([self.momentum(points) / size, fresh])
        return MomentumSpace(
            self.semi_axes(omega), np.zeros(3), L / size, turning / dense.length(turning),
            polhode, -polhode, self._family, self._separatrix, trail,
        )  # fmt: skip


def add_construction(frame: SceneFrame, place: BinetSpot, space: MomentumSpace) -> None:
    """Add the surfaces, their curves, L with omega, and the axes."""
    eye = (place.eye - place.centre) / place.radius
    ball = place.radius * (HELD if space.coincide else 1.0)
    shell = place.radius * octant_turn(space.open_octant(eye)).T * space.semi
    sphere = Instance(_ball(), placement(ball * np.eye(3), place.centre), BLUE, 0.30)
    frame.instances += [
        replace(sphere, tint=GLASS, opacity=CLEAR, veil=True) if space.glass else sphere,
        Instance(cut_shell(THICKNESS), placement(shell, _placed(space.middle, place)), BRASS, 0.25),
    ]
    _add_family(frame, place, space)
    _add_polhode(frame, place, space)
    if len(space.trail) > 1:
        line = np.column_stack([_placed(space.trail[:, :3], place), space.trail[:, 3]])
        frame.ribbons.append(Ribbon(line.astype(np.float32), 1.0, 1.0, GOLD, 7.0))
    _add_vectors(frame, place, space)
    _add_axes(frame, place, space)


@lru_cache(maxsize=1)
def _ball() -> Mesh:
    return shapes.sphere(1.0, Material.PLAIN, 96)


def _add_polhode(frame: SceneFrame, place: BinetSpot, space: MomentumSpace) -> None:
    """Add the curve on which L runs, glowing, and the rest of that in which the surfaces meet."""
    for points, tube, glow in ((space.others, 0.6 * TUBE, 0.0), (space.polhode, TUBE, 4.0)):
        if not len(points):
            continue
        opacity = np.where(_covered(points, place, space), BEHIND, 1.0).astype(np.float32)
        line = _placed(points, place)
        frame.curves.append(Curve(line, GOLD, 2.0, opacity * (1.0 if glow else 0.6), place.radius * tube))
        if glow:
            lit = np.where(opacity[:, None] < 1.0, np.nan, np.column_stack([line, np.ones(len(line))]))
            frame.ribbons.append(Ribbon(lit.astype(np.float32), 1.0, 1.0, GOLD, glow))
    top = space.polhode[int(np.argmax(dense.times(space.polhode, place.eye - place.centre)))]
    frame.labels.append(SceneLabel(_placed(top, place), later("polhode"), GOLD, outward=True))


def _add_family(frame: SceneFrame, place: BinetSpot, space: MomentumSpace) -> None:
    """Add the curves of other energies on the sphere, and the separatrix, where they are in sight."""
    for points, ink, width, opacity in (
        (space.family, "polhode", FAMILY_WIDTH, 0.6),
        (space.separatrix, "separatrix", SEPARATRIX_WIDTH, 0.95),
    ):
        if len(points):
            far = FAR * opacity if space.glass else 0.0
            seen = np.where(_covered(points, place, space), far, opacity).astype(np.float32)
            frame.curves.append(Curve(_placed(LIFTED * points, place), QUANTITY_COLORS[ink], width, seen))


def _add_vectors(frame: SceneFrame, place: BinetSpot, space: MomentumSpace) -> None:
    """Add L, from the sphere outwards, and omega at its place, where it is normal to the ellipsoid."""
    for name, symbol, along in (("omega", "ω", space.omega), ("momentum", "L", space.L)):
        tail, tip = _placed(np.array([space.L, space.L + ARROWS * along]), place)
        frame.arrows.append(
            OverlayArrow(tail, tip, QUANTITY_COLORS[name], symbol, 0.011 * place.radius, head=HEADS[name])
        )
    dot = _placed(space.L[None], place)
    frame.points.append(Points(dot, np.array([[255, 255, 255, 255]], np.uint8), 11.0))


def _add_axes(frame: SceneFrame, place: BinetSpot, space: MomentumSpace) -> None:
    """Add arrows of the axes 1, 2, 3 where they leave the surfaces."""
    for axis, far, name in zip(np.eye(3), space.leaving, "123", strict=True):
        tail, tip = _placed(np.array([far * axis, (far + AXIS) * axis]), place)
        frame.arrows.append(OverlayArrow(tail, tip, QUANTITY_COLORS["axes"], name, AXIS_RADIUS * place.radius))


def _covered(points: Floats64, place: BinetSpot, space: MomentumSpace) -> NDArray[np.bool_]:
    return hidden(points, (place.eye - place.centre) / place.radius, space)


def hidden(points: Floats64, eye: Vector3, space: MomentumSpace) -> NDArray[np.bool_]:
    """Return which points (n, 3) the unit sphere or the opened ellipsoid hides from the eye (3,).

    A row of NaN is not hidden.
    """
    way, signs = eye - points, space.open_octant(eye)
    with np.errstate(invalid="ignore"):
        found = np.zeros(len(points), bool)
        for middle, stretch, whole in ((np.zeros(3), np.ones(3), True), (space.middle, space.semi, False)):
            for part in _crossings((points - middle) / stretch, way / stretch):
                at = points - middle + part[:, None] * way
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
    return arctan2(math.sqrt(max(first - middle, 0.0)), math.sqrt(max(middle - last, 0.0)))


def separatrix(moments: Vector3, count: int = 193) -> Floats64:
    """Return the separatrix on the unit sphere of L: two great circles from axis 2 on, (n, 3) with a gap between.

    A body with two equal moments has none.
    """
    angle = separatrix_angle(moments)
    if not 1e-6 < angle < 0.5 * math.pi - 1e-6:
        return np.zeros((0, 3))
    round_ = np.linspace(0.0, 2.0 * math.pi, count)
    along, across = cos(round_)[:, None], sin(round_)[:, None]
    ways = [np.array([cos(angle), 0.0, side * sin(angle)]) for side in (1.0, -1.0)]
    return join_with_gaps(np.array([across * way + along * np.eye(3)[1] for way in ways]))


def family(moments: Vector3, count: int = 129) -> Floats64:
    """Return polhodes of L of other energies on the unit sphere, (n, 3) with gaps, on each side of both axes."""
    angle, right, lines = separatrix_angle(moments), 0.5 * math.pi, []
    for first, last in ((0.0, angle), (right, angle)):
        if abs(last - first) > 1e-6:
            for part in FAMILY:
                a = first + part * (last - first)
                omega = np.array([cos(a), 0.0, sin(a)]) / moments
                line = poinsot.polhode(np.diag(moments), omega, count) * moments
                lines += [line, -line]
    return join_with_gaps(np.array(lines))


def _placed(points: Floats64, place: BinetSpot) -> NDArray[np.float32]:
    return np.asarray(place.centre + place.radius * points, np.float32)
