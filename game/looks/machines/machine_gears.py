"""Gears of machines: wheels with teeth that mesh, for two hinges that turn together, as meshes in the drawn pose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.composite_meshes import joined
from game.looks.machines.machine_mesh import frame_along, turned_to
from game.model.frame import Mesh
from game.model.material import Material
from physics.machines.description import Described
from physics.machines.joints import GROUND_NAME, Joint
from physics.machines.parts import GEAR
from physics.maths import dense
from physics.maths.elementary import arctan2, cos, sin, tan
from physics.types import Vector3

Floats64 = NDArray[np.float64]

FEWEST, MOST = 18, 120
"""Least number of teeth of the smaller wheel of a pair, and greatest of the larger one."""
EXACT = 1e-6
"""Part of a tooth by which a number of teeth may miss a whole number."""
MANY = 30
"""Number of teeth from which on a wheel is of steel, and not of brass."""
ROOT, TIP = 1.25, 0.9
"""Depth of the roots and height of the tips of teeth, in the module: the diameter over the number of teeth."""
PRESSURE, SLACK, FLANK = math.radians(20.0), 0.95, 6
"""Pressure angle; width of a tooth over that of a gap without slack; number of points of a flank."""
WIDE = 0.22
"""Thickness of a pair, in the radius of the smaller wheel."""
RIM = 2.6
"""Thickness of the ring of a wheel with inner teeth beyond their roots, in the module."""
LINED = 1e-6
"""Greatest sine of the angle between parallel axes, and least distance of two axes, in m."""


class GearWheel(NamedTuple):
    """A wheel of a pair, in the drawn pose.

    centre, axis: in the world. radius: of the pitch circle [m]. teeth: their number. first: angle of one of them about
    the axis [rad], from the first axis of `frame_along`. wide: its thickness [m]. inner: whether its teeth point in.
    """

    body: str
    centre: Vector3
    axis: Vector3
    radius: float
    teeth: int
    first: float
    wide: float
    inner: bool


def wheels_of(made: Described) -> list[GearWheel]:
    """Return the wheels of all pairs of hinges with gears whose axes are parallel and apart."""
    found: list[GearWheel] = []
    for equation in made.machine.equations:
        if equation.kind == GEAR:
            one, other = (made.joints.get(made.names[link]) for link in (equation.first, equation.second))
            starts = [made.start[made.machine.coordinate_of(link)] for link in (equation.first, equation.second)]
            if one and other and one.kind == other.kind == "hinge":
                found += _pair((one, other), starts, float(equation.value))
    return found


def _pair(joints: tuple[Joint, Joint], starts: Sequence[float], ratio: float) -> list[GearWheel]:
    """Return the wheels of two hinges on one body, none where no wheels can join them. starts: their angles."""
    turns = [turning_of(joint) for joint in joints]
    if ratio == 0.0:
        return []
    (carrier, body, place, axis), (same, second, to, along) = turns
    if carrier != same or dense.length(np.cross(axis, along)) > LINED:
        return []
    ratio *= float(np.sign(dense.inner(axis, along)))
    way = to - place
    way = way - float(dense.inner(way, axis)) * axis
    apart = dense.length(way)
    if apart < LINED or abs(ratio - 1.0) < LINED:
        return []
    small, large = 1.0 / abs(1.0 - ratio), abs(ratio / (1.0 - ratio))
    counts = teeth_of(abs(ratio))
    x, y, _ = frame_along(axis)
    toward = float(arctan2(dense.inner(way, y), dense.inner(way, x)))
    wide = WIDE * apart * min(small, large)
    # of outer wheels the second has its gap where the first has a tooth; inner ones touch on the same side
    meets = toward if ratio < 0.0 or small > large else toward + math.pi
    other = meets + math.pi if ratio < 0.0 else meets
    signs = 1.0, float(np.sign(dense.inner(axis, along)))
    return [
        GearWheel(body, place, axis, apart * small, counts[0], meets - signs[0] * starts[0], wide,
                  ratio > 0.0 and small > large),
        GearWheel(second, to - float(dense.inner(to - place, axis)) * axis, axis, apart * large, counts[1],
                  other + math.pi / counts[1] - signs[1] * starts[1], wide, ratio > 0.0 and large > small),
    ]  # fmt: skip


def turning_of(joint: Joint) -> tuple[str, str, Vector3, Vector3]:
    """Return the body that carries a joint with an axis, the one that moves along or about it, its place, its axis."""
    if joint.second == GROUND_NAME:
        return joint.second, joint.first, np.array(joint.at), -np.array(joint.axes[0])
    return joint.first, joint.second, np.array(joint.to), np.array(joint.axes[0])


def teeth_of(ratio: float) -> tuple[int, int]:
    """Return numbers of teeth of two wheels, the second of which has `ratio` times as many, nearly where it must."""
    low, high = (1.0, ratio) if ratio >= 1.0 else (1.0 / ratio, 1.0)
    larger = max(low, high)
    best = FEWEST
    for count in range(FEWEST, max(FEWEST + 1, int(MOST / larger))):
        miss, least = (abs(each * larger - round(each * larger)) for each in (count, best))
        if miss < least - EXACT:
            best = count
    few, many = best, max(round(best * larger), FEWEST)
    return (few, many) if ratio >= 1.0 else (many, few)


def wheel_mesh(wheel: GearWheel) -> Mesh:
    """Return a wheel in the drawn pose."""
    outline = toothed(wheel)
    half, module = 0.5 * wheel.wide, 2.0 * wheel.radius / wheel.teeth
    material = Material.BRASS if wheel.teeth < MANY else Material.STEEL
    if wheel.inner:
        outer = wheel.radius + (ROOT + RIM) * module
        around = outer * outline / dense.lengths(outline)[:, None]
        parts = [sides_of(outline[::-1], half, material), sides_of(around, half, material)]
        parts += [_face(outline, around, half, side, material) for side in (1.0, -1.0)]
    else:
        hub = 0.22 * wheel.radius
        inner = hub * outline / dense.lengths(outline)[:, None]
        boss = [(0.0, -1.5 * half), (0.8 * hub, -1.5 * half), (hub, -1.3 * half), (hub, 1.3 * half)]
        boss += [(0.8 * hub, 1.5 * half), (0.0, 1.5 * half)]
        parts = [sides_of(outline, half, material), shapes.lathe(boss, Material.BRASS, 40)]
        parts += [_face(inner, outline, half, side, material) for side in (1.0, -1.0)]
    return turned_to(joined(parts), frame_along(wheel.axis), wheel.centre)


def toothed(wheel: GearWheel) -> Floats64:
    """Return the outline of a wheel (n, 2) about its axis, counter-clockwise: teeth with involute flanks."""
    module, step = 2.0 * wheel.radius / wheel.teeth, 2.0 * math.pi / wheel.teeth
    out = -1.0 if wheel.inner else 1.0
    root, tip = wheel.radius - out * ROOT * module, wheel.radius + out * TIP * module
    base = wheel.radius * float(cos(PRESSURE))
    flank = np.linspace(max(root, base) if out > 0.0 else max(tip, base), tip if out > 0.0 else root, FLANK)
    radii = np.concatenate([[root], flank]) if out > 0.0 else np.concatenate([flank, [tip]])[:-1][::-1]
    halves = SLACK * 0.25 * step + out * (_involute(PRESSURE) - _involutes(base, radii))
    rows: list[tuple[float, float]] = []
    for k in range(wheel.teeth):
        middle = wheel.first + step * k
        lower = [(r, middle - half) for r, half in zip(radii.tolist(), halves.tolist(), strict=True)]
        upper = [(r, middle + half) for r, half in zip(radii.tolist(), halves.tolist(), strict=True)]
        rows += [(r * float(cos(angle)), r * float(sin(angle))) for r, angle in (*lower, *upper[::-1])]
    return np.array(rows)


def _involute(angle: float) -> float:
    """Return tan - angle: how far an involute has turned where its normal is at an angle to the radius."""
    return float(tan(angle)) - angle


def _involutes(base: float, radii: Floats64) -> Floats64:
    """Return the same at some radii; within the base circle, where there is no involute, 0."""
    found = [math.sqrt(max(radius / base * (radius / base) - 1.0, 0.0)) for radius in radii.tolist()]
    return np.array([each - float(arctan2(each, 1.0)) for each in found])


def sides_of(outline: Floats64, half: float, material: Material) -> Mesh:
    """Return the surface between two copies of an outline, counter-clockwise, with sharp edges."""
    after = np.roll(outline, -1, axis=0)
    ways = after - outline
    normals = np.column_stack([ways[:, 1], -ways[:, 0]]) / dense.lengths(ways)[:, None]
    rows = np.zeros((len(outline), 4, 9))
    for k, (places, z) in enumerate(((outline, -half), (after, -half), (after, half), (outline, half))):
        rows[:, k, :2], rows[:, k, 2] = places, z
    rows[..., 3:5], rows[..., 8] = normals[:, None], material
    first = 4 * np.arange(len(outline))[:, None]
    triangles = first + np.array([[0, 1, 2, 0, 2, 3]])
    return Mesh(rows.reshape(-1, 9).astype(np.float32), triangles.astype(np.int32).reshape(-1))


def _face(inner: Floats64, outer: Floats64, half: float, side: float, material: Material) -> Mesh:
    """Return the flat ring between two outlines of equally many points, above or below."""
    n = len(inner)
    rows = np.zeros((2, n + 1, 9))
    rows[0, :, :2], rows[1, :, :2] = (np.vstack([each, each[:1]]) for each in (inner, outer))
    rows[..., 2], rows[..., 5], rows[..., 8] = side * half, side, material
    triangles = shapes.grid_triangles(2, n + 1)
    drawn = triangles[:, ::-1] if _normal_of(rows, triangles) * side < 0.0 else triangles
    return Mesh(rows.reshape(-1, 9).astype(np.float32), drawn.astype(np.int32).reshape(-1))


def _normal_of(rows: Floats64, triangles: NDArray[np.int64]) -> float:
    """Return the part along z of the normal of the largest of some triangles."""
    places = rows.reshape(-1, 9)[:, :3]
    a, b, c = (places[triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)[:, 2]
    return float(across[int(np.abs(across).argmax())])
