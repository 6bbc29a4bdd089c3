"""The moving parts of a trebuchet, as meshes, and the machine's dimensions. Lengths in metres.

Each is made in its own axes, y across: the z of the beam runs along it from the pivot to the long tip, that of the
counterweight from its centre of mass to the pin it hangs from, that of the pouch from the stone to the tip.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import moved
from game.looks.kit.parts.timber import UP, TimberMesh, bar, coil, heap, made_of, pumpkin, smooth, stone, strap, timber
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths import elementary
from physics.maths.elementary import cos, power, sin, sqrt

OAK, BALLAST, LEAD = 700.0, 1700.0, 7000.0
"""Density of the beam, of stones thrown into a box, and of pigs of lead [kg/m³]."""
HANDY = 0.32
"""Greatest side of a box of stones, in heights of the pivot: a heavier ballast is denser."""
SLENDER = (0.028, 0.060)
"""Least and greatest depth of the beam, in lengths of the beam."""
CHEEK = 0.42
"""Fraction of the long arm along which the beam has cheeks."""
TRESTLE = 0.072
"""Thickness of the frame's timbers, in heights of the pivot."""
BOARD = 0.07
"""Thickness of the box's planks, in shortest sides of the box."""
PLANKS, STONES = 4, 24
FLAT = 0.35
"""Least height of a box, in sides of the cube of its volume."""
FORWARD, ACROSS = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
CATCH = 0.10
"""Length of the fork that stops the sling, in lengths of the sling."""
BRACED = 0.15
"""Bend of the beam [rad] above which its arms have a brace."""

Floats64 = NDArray[np.float64]


@dataclass(frozen=True)
class TrebuchetDimensions:
    """The dimensions of a trebuchet.

    short, long: arms. pivot: its height above the middle of a stone in the trough. hanger: its length, 0 where the
    counterweight is fixed to the beam. sling: its length. start: x of the stone where it lies at first. ballast, beam:
    their masses [kg]. ball: its radius. trough: whether there is one. bend: angle of the short arm from the line of the
    long one [rad]. props: angles of the hanger from the short arm at which struts of the beam stop it [rad]. catches:
    angles of the sling from the long arm at which a fork at the tip stops it [rad], and 1 where it may be beyond, -1
    where it may be below. bars: the same of the beam, 0 with the long arm straight up, and a bar of the frame.
    """

    short: float
    long: float
    pivot: float
    hanger: float
    sling: float
    start: float
    ballast: float
    beam: float
    ball: float
    trough: bool
    bend: float = 0.0
    props: tuple[float, ...] = ()
    catches: tuple[tuple[float, float], ...] = ()
    bars: tuple[tuple[float, float], ...] = ()

    @property
    def moving(self) -> TrebuchetDimensions:
        """Return the dimensions of beam and counterweight, so that equal beams share a mesh.

        Those of sling, trough and frame are left out; the sling's length stays where a fork stops it.
        """
        return replace(self, sling=self.sling if self.catches else 0.0, start=0.0, trough=False, bars=())

    @property
    def depth(self) -> float:
        """Return the depth of the beam at the pivot."""
        length = self.short + self.long
        return length * min(max(1.25 * math.sqrt(self.beam / (OAK * elementary.cube(length))), SLENDER[0]), SLENDER[1])

    @property
    def tip(self) -> float:
        """Return the thickness of the beam's long end."""
        return 0.45 * self.depth

    @property
    def box(self) -> tuple[float, float, float]:
        """Return length, width and height of the counterweight: a cube, unless there is no room above or below."""
        volume = max(min(self.ballast / BALLAST, elementary.cube(HANDY * self.pivot)), self.ballast / LEAD)
        cube = power(volume, 1.0 / 3.0)
        room = self.pivot - self.short - self.hanger
        height = min(cube, max(1.8 * room, FLAT * cube))
        if self.hanger:
            height = min(height, max(1.5 * self.hanger, FLAT * cube))
        length = min(1.1 * cube, power(cube, 1.5) / sqrt(height))
        return length, volume / (length * height), height

    @property
    def arm(self) -> float:
        """Return the thickness of the hanger's arms."""
        return min(0.6 * self.depth, 0.13 * min(self.box))

    @property
    def gap(self) -> float:
        """Return the distance from the plane of motion to the trestles on either side."""
        box = 0.56 * self.box[1] + 1.1 * self.arm + 0.2 * self.thick
        return max(box, 0.14 * self.pivot, 1.6 * self.depth, 2.0 * self.ball)

    @property
    def thick(self) -> float:
        """Return the thickness of the frame's timbers."""
        return TRESTLE * self.pivot

    @property
    def floor(self) -> float:
        """Return the height of the centre of a stone in the trough, at which the tip, as low, clears the ground."""
        return max(self.ball + 0.16 * self.thick, 0.6 * self.tip)

    @property
    def axle(self) -> float:
        """Return the height of the pivot above the ground."""
        return self.pivot + self.floor

    @property
    def front(self) -> float:
        """Return the distance in front of the pivot at which the sleepers end."""
        return max(0.60 * self.pivot, self.start + 0.16 * self.pivot)

    @property
    def rear(self) -> float:
        """Return the distance behind the pivot at which the sleepers end."""
        return 0.82 * self.long


def beam(plan: TrebuchetDimensions) -> Mesh:
    """Return the beam with its axle: a tapering timber between two cheeks, in iron straps, with a prong at the tip."""
    works = TimberMesh()
    d, tip, fore = plan.depth, plan.tip, plan.long + 0.3 * plan.tip
    heel, root = -1.05 * plan.short - 0.6 * d, 0.16 * plan.long

    def thin(z: float) -> float:
        """Return the ratio of the section at z to that at the pivot."""
        return 1.0 + (tip / d - 1.0) * max(z - root, 0.0) / (fore - root)

    if plan.bend == 0.0:
        works.hew((0, 0, heel), (0, 0, root), (0.62 * d, d), up=FORWARD, stations=4)
    else:
        works.hew((0, 0, -0.5 * d), (0, 0, root), (0.62 * d, d), up=FORWARD, stations=4)
        _bent_arm(works, plan)
    works.hew((0, 0, root), (0, 0, fore), (0.62 * d, d), up=FORWARD, taper=tip / d, stations=10)
    for y in (-0.45 * d, 0.45 * d):
        start, end = (0, y, heel + 0.3 * d if plan.bend == 0.0 else -0.3 * d), (0, y, CHEEK * plan.long)
        works.hew(start, end, (0.30 * d, 0.82 * d), up=FORWARD, taper=0.72, stations=5)
    straps = 0.14 * plan.long, 0.27 * plan.long, 0.39 * plan.long
    for z in straps if plan.bend else (-0.93 * plan.short, -0.5 * plan.short, *straps):
        works.append(strap((0, 0, z), UP, (1.22 * d * thin(0.8 * z), 1.01 * d * thin(z)), 0.16 * d, FORWARD))
    for z in (0.60 * plan.long, 0.80 * plan.long, 0.97 * plan.long):
        works.append(strap((0, 0, z), UP, (0.63 * d * thin(z), 1.02 * d * thin(z)), 0.14 * d, FORWARD))
    works.append(bar((0, 0, fore - 0.2 * tip), (-0.25 * tip, 0, fore + 1.5 * tip), 0.16 * tip, Material.IRON, 6))
    if plan.hanger:
        reach = 0.6 * d + 2.2 * plan.arm
        x, _, z = -plan.short * short_direction(plan.bend)
        works.append(bar((x, -reach, z), (x, reach, z), 0.26 * d, Material.IRON))
        for angle in plan.props:
            _prop(works, plan, angle)
    for angle, side in plan.catches:
        _catch(works, plan, angle, side)
    _axle(works, plan)
    return works.done()


def short_direction(bend: float) -> Floats64:
    """Return the unit vector (3,), in the axes of the beam, that leads along the short arm toward the pivot."""
    return np.array([-sin(bend), 0.0, cos(bend)])


def _prop(works: TimberMesh, plan: TrebuchetDimensions, angle: float) -> None:
    """Add two struts on which the hanger's arms lie at an angle from the short arm, joined by a bar."""
    a, turned = 1.2 * plan.arm, angle + plan.bend
    along = np.array([-sin(turned), 0.0, cos(turned)])
    side = math.copysign(1.0, math.pi - angle) * np.array([along[2], 0.0, -along[0]])
    heel = -plan.short * short_direction(plan.bend)
    root, end = heel + 0.7 * a * side, heel + 0.55 * plan.hanger * along + 1.6 * a * side
    out = np.array([0.0, 0.62 * plan.depth, 0.0])
    for way in (-out, out):
        works.hew(root + way, end + way, (0.7 * a, 0.8 * a), up=side, stations=2)
    works.append(bar(end - 1.3 * out, end + 1.3 * out, 0.3 * a, Material.IRON, 8))


def _catch(works: TimberMesh, plan: TrebuchetDimensions, angle: float, way: float) -> None:
    """Add an iron fork at the tip whose padded crosspiece the sling's ropes meet at an angle from the long arm."""
    thick, reach = 0.16 * plan.tip, min(CATCH * plan.sling, 0.25 * plan.long)
    along = np.array([-sin(angle), 0.0, -cos(angle)])
    side = -way * np.array([-cos(angle), 0.0, sin(angle)])
    pad = 0.22 * plan.tip
    tip, out = np.array([0.0, 0.0, plan.long]), np.array([0.0, 0.75 * plan.tip, 0.0])
    end = tip + reach * along + (pad + thick) * side
    for across in (-out, out):
        works.append(bar(tip + across, end + across, thick, Material.IRON, 6))
    works.append(bar(tip - out, tip + out, thick, Material.IRON, 6))
    works.append(bar(end - 1.1 * out, end + 1.1 * out, thick, Material.IRON, 8))
    works.append(coil(end - 0.8 * out, end + 0.8 * out, 0.6 * pad, 7, 8))


def _bent_arm(works: TimberMesh, plan: TrebuchetDimensions) -> None:
    """Add the short arm of a bent beam, and on its inner side a brace to the long one, let in between the cheeks."""
    d, along = plan.depth, short_direction(plan.bend)
    up = np.array([along[2], 0.0, -along[0]])
    end = -(1.05 * plan.short + 0.6 * d)
    works.hew(0.5 * d * along, end * along, (0.62 * d, d), up=up, stations=4)
    for y in (-0.45 * d, 0.45 * d):
        aside = np.array([0.0, y, 0.0])
        works.hew(0.3 * d * along + aside, (end + 0.3 * d) * along + aside, (0.30 * d, 0.82 * d), up=up, stations=3)
    for part in (-0.93, -0.5):
        works.append(strap(part * plan.short * along, along, (1.22 * d, 1.01 * d), 0.16 * d, up))
    if abs(plan.bend) > BRACED:
        reach = 0.7 * min(plan.short, CHEEK * plan.long)
        works.hew(-reach * along, np.array([0.0, 0.0, reach]), (0.45 * d, 0.5 * d), up=along + UP, stations=3)


def _axle(works: TimberMesh, plan: TrebuchetDimensions) -> None:
    """Add the axle, from outside one trestle to outside the other, with iron rings at its ends and at the beam."""
    r, t, end = 0.5 * plan.depth, plan.thick, plan.gap + 1.5 * plan.thick
    works.append(bar((0, -end, 0), (0, end, 0), r, Material.TIMBER, 12))
    for y, half, radius in ((end - 0.25 * t, 0.1 * t, 1.1 * r), (1.5 * r, 0.1 * r, 1.3 * r)):
        for middle in (-y, y):
            works.append(bar((0, middle - half, 0), (0, middle + half, 0), radius, Material.IRON, 12))


def counterweight(plan: TrebuchetDimensions) -> Mesh:
    """Return a box of planks full of stones, on four arms that reach up to the pin; a fixed one has a lid instead."""
    works = _box(plan)
    if not plan.hanger:
        return works.done()
    a, (length, width, height) = plan.arm, plan.box
    for x, y in itertools.product((-1.0, 1.0), (-1.0, 1.0)):
        pin = (x * 0.3 * a, y * (0.62 * plan.depth + 0.6 * a), plan.hanger + 0.9 * a)
        corner = x * 0.36 * length, y * (0.5 * width + 0.55 * a)
        works.hew((*corner, 0.42 * height), pin, (a, a), up=ACROSS)
        works.hew((*corner, -0.54 * height), (*corner, 0.48 * height), (a, a), up=ACROSS)
        works.append(strap((*corner, 0.42 * height), UP, (1.05 * a, 1.05 * a), 0.3 * a, ACROSS))
    return works.done()


def _box(plan: TrebuchetDimensions) -> TimberMesh:
    """Return a box of planks about the origin, bound with iron: with a lid, or on a hanger open and full of stones."""
    works = TimberMesh()
    length, width, height = plan.box
    board, low = BOARD * min(plan.box), -0.53 * height
    x, y, plank = 0.5 * (length - board), 0.5 * (width - board), height / PLANKS
    for z in ((np.arange(PLANKS) + 0.5) * plank - 0.5 * height).tolist():
        for side in (-1.0, 1.0):
            start, end = (-0.52 * length, side * y, z), (0.52 * length, side * y, z)
            works.hew(start, end, (board, 0.96 * plank), stations=2)
            works.hew((side * x, -0.5 * width, z), (side * x, 0.5 * width, z), (board, 0.96 * plank), stations=2)
    for side, along in itertools.product((-1.0, 1.0), (-0.3 * width, 0.3 * width)):
        place = side * (0.5 * length + 0.3 * board), along
        works.hew((*place, low), (*place, -low), (1.3 * board, board))
    for out in (-0.33 * length, 0.33 * length):
        works.hew((out, -0.56 * width, low), (out, 0.56 * width, low), (2.0 * board, 1.4 * board))
    for z in (-0.38 * height, 0.38 * height):
        works.append(strap((0, 0, z), UP, (width, length), 0.7 * board, FORWARD, 0.4 * board))
    for z in (-0.5 * (height - board), *(() if plan.hanger else (0.5 * (height - board),))):
        for out in ((np.arange(PLANKS) + 0.5) / PLANKS * length - 0.5 * length).tolist():
            works.hew((out, -0.5 * width, z), (out, 0.5 * width, z), (0.97 * length / PLANKS, board), stations=1)
    if plan.hanger:
        works += _stones(length - 2.0 * board, width - 2.0 * board, 0.42 * height)
    return works


def _stones(length: float, width: float, level: float) -> list[Mesh]:
    """Return a heap of stones on a bed at a level."""
    bed = timber((-0.5 * length, 0, level), (0.5 * length, 0, level), (width, 0.05 * width), stations=1)
    size = 0.62 * math.sqrt(length * width / STONES)
    heaped = [moved(mesh, (0.0, 0.0, level + 0.02 * width)) for mesh in heap((length, width), size, 5, STONES)]
    return [made_of(bed, Material.STONE), *heaped]


def pouch(plan: TrebuchetDimensions) -> Mesh:
    """Return a leather cup about the origin below the ball, its ends drawn up to the ropes on either side."""
    r = 1.06 * plan.ball
    across, along = np.linspace(-0.5 * math.pi, 0.5 * math.pi, 13), np.linspace(-0.62, 0.62, 7)
    A, B = np.meshgrid(across, along, indexing="ij")
    B = B * (1.0 - 0.55 * power(np.abs(sin(A)), 4))
    out = np.stack([sin(B) * (0.3 + 0.7 * cos(A)), sin(A), -cos(A) * cos(B)], axis=-1).reshape(-1, 3)
    outside = shapes.grid_triangles(13, 7)
    points = np.vstack([1.05 * r * out, r * out])
    return smooth(points, np.vstack([outside, outside[:, ::-1] + len(out)]), Material.PLAIN)


@lru_cache(maxsize=16)
def projectile(material: str, radius: float) -> Mesh:
    """Return the mesh of the projectile about its centre."""
    match material:
        case "pumpkin":
            return pumpkin(radius)
        case "iron" | "lead":
            return shapes.sphere(radius, Material.IRON, 32)
        case "oak":
            return shapes.sphere(radius, Material.PAINTED_WOOD, 32)
        case "ball":
            return shapes.sphere(radius, Material.IVORY, 32)
        case "painted":
            return shapes.sphere(radius, Material.LACQUER, 32)
    return stone(radius, 1, 3)
