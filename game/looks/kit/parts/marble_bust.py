"""A marble bust with combed-back hair, as meshes; the height of the head is the unit, it faces y.

The surface is the zero set of a field of ellipsoids and tapered capsules, blended into one another; it is searched
level by level, along rays from an axis inside head and neck.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.looks.kit import shapes
from game.looks.kit.parts.timber import smooth
from game.model.frame import Mesh
from game.model.material import Material
from physics.maths.elementary import arctan2, cos, power, sin, sqrt

Floats64 = NDArray[np.float64]
Place = tuple[float, float, float]

TIE = np.array([0.0, -0.55, 0.16])
"""Position of the hair tie, relative to the middle of the head."""
COMBED, COLUMNS = 50, 85
"""Numbers of rows of points from the hairline to the crown, and of points round the head."""
LOWEST, CROWN = -1.24, 0.541
"""Heights at which the bust is cut off, and of the top of the head."""
LEVELS = ((LOWEST, 0), (-0.55, 18), (-0.44, 9), (0.14, 44), (0.40, 12), (0.52, 12), (CROWN, 8))
"""Heights, and the number of rows of points up to each from the one before: dense on the face and at the crown."""
FRONT = 0.42
"""Concentration in front of the points round the head: 0 none, 1 the greatest possible."""
SEARCH_RADIUS, STEPS, BISECTIONS = 1.15, 14, 5
"""Distance from the axis at which the search starts, number of its steps by the field's value, and of bisections."""
BODY = (
    # centre, semi-axes, width of the blend
    ((0.0, -0.07, 0.14), (0.345, 0.44, 0.40), 0.02),
    ((0.0, 0.10, -0.08), (0.275, 0.265, 0.36), 0.12),
    ((0.0, -0.13, -0.55), (0.185, 0.195, 0.62), 0.08),
    ((0.0, -0.17, -1.15), (0.86, 0.34, 0.32), 0.26),
    ((0.0, 0.03, -1.36), (0.58, 0.33, 0.42), 0.20),
)
LIMBS = (
    # start, end, radii there, width of the blend; mirrored at x = 0:
    # jaw, nape to shoulder, muscles of the neck, collar bones
    ((0.198, -0.01, -0.21), (0.050, 0.24, -0.400), (0.058, 0.056), 0.14),
    ((0.10, -0.22, -0.64), (0.48, -0.19, -0.96), (0.09, 0.13), 0.24),
    ((0.170, -0.09, -0.26), (0.050, 0.035, -0.84), (0.045, 0.032), 0.15),
    ((0.060, 0.070, -0.885), (0.56, -0.110, -0.885), (0.022, 0.034), 0.15),
)
FACE = (
    # the same, for the features seen from in front: brow, cheek, nose, wing of the nose, muzzle, lips, chin
    ((0.045, 0.338, 0.088), (0.195, 0.268, 0.096), (0.029, 0.021), 0.10),
    ((0.120, 0.275, -0.100), (0.250, 0.110, -0.030), (0.060, 0.050), 0.12),
    ((0.000, 0.338, 0.060), (0.000, 0.438, -0.122), (0.024, 0.034), 0.045),
    ((0.000, 0.420, -0.138), (0.042, 0.392, -0.152), (0.032, 0.025), 0.022),
    ((0.000, 0.288, -0.240), (0.045, 0.272, -0.250), (0.088, 0.074), 0.08),
    ((0.016, 0.384, -0.243), (0.100, 0.332, -0.264), (0.0185, 0.007), 0.020),
    ((0.000, 0.376, -0.287), (0.086, 0.334, -0.272), (0.0245, 0.008), 0.018),
    ((0.000, 0.296, -0.405), (0.030, 0.289, -0.405), (0.071, 0.065), 0.055),
)
SOCKET, EYE, LID = (
    ((0.122, 0.388, 0.016), (0.086, 0.063, 0.043)),
    ((0.122, 0.264, 0.008), 0.0745),
    (((0.064, 0.318, 0.000), (0.120, 0.340, -0.012), (0.180, 0.301, 0.004)), 0.0085),
)
"""The eye socket; the eyeball in it; the edge of the closed lid, with its radius."""
EAR = (
    # the rim of an ear, from its front over its top to its lobe, and the shell within, as in `LIMBS`
    ((0.318, 0.020, -0.035), (0.350, -0.015, 0.055), (0.014, 0.018), 0.020),
    ((0.350, -0.015, 0.055), (0.372, -0.075, 0.062), (0.018, 0.019), 0.012),
    ((0.372, -0.075, 0.062), (0.372, -0.112, 0.000), (0.019, 0.018), 0.012),
    ((0.372, -0.112, 0.000), (0.345, -0.068, -0.105), (0.018, 0.018), 0.012),
    ((0.345, -0.068, -0.105), (0.322, -0.035, -0.138), (0.020, 0.023), 0.014),
    ((0.318, -0.055, 0.015), (0.318, -0.045, -0.085), (0.038, 0.026), 0.030),
)


@cache
def bust() -> Mesh:
    """Return head, neck and shoulders, open below."""
    points = _placed(*_surface())
    points[-1] = points[-1].mean(axis=0)
    return smooth(points.reshape(-1, 3), shapes.grid_triangles(*points.shape[:2])[:, ::-1], Material.PLAIN)


@cache
def head(rows: int = 30, around: int = 31) -> Mesh:
    """Return a head on its neck without hair, with the given numbers of points."""
    bend = np.linspace(0.0, 1.0, rows)
    height, turn = np.meshgrid(-0.75 + (CROWN + 0.75) * sin(0.5 * math.pi * bend), _turns(around), indexing="ij")
    points = _placed(radii(turn, height), turn, height)
    points[-1] = points[-1].mean(axis=0)
    return smooth(points.reshape(-1, 3), shapes.grid_triangles(rows, around)[:, ::-1], Material.PLAIN)


@cache
def hair() -> Mesh:
    """Return hair combed back to the tie from the forehead and the nape."""
    radius, turn, height = _surface()
    front = sin(turn[0])  # 1 in front
    line = np.interp(front, (-1.0, -0.35, -0.08, 0.12, 0.5, 0.8, 1.0), (-0.36, -0.30, -0.13, 0.10, 0.19, 0.31, 0.335))
    share = 1.0 - power(1.0 - np.linspace(0.0, 1.0, COMBED), 1.7)
    levels = line + (CROWN - line) * share[:, None]
    columns = [np.interp(levels[:, k], height[:, k], radius[:, k]) for k in range(COLUMNS)]
    skin, turns = np.stack(columns, axis=1), np.broadcast_to(turn[0], levels.shape)
    points = _placed(skin, turns, levels)
    comb = arctan2(points[..., 0], points[..., 2] - TIE[2])
    grooves = 0.006 * sin(46.0 * comb + 3.0 * sin(7.0 * comb)) + 0.004 * sin(23.0 * comb + 1.0)
    thick = 0.045 * sqrt(np.clip((levels - line) / 0.06, 0.0, 1.0))
    grown = _placed(skin + thick + grooves * (thick > 0.03), turns, levels)
    grown[..., 2] += 0.03 * np.clip((levels - 0.3) / 0.24, 0.0, 1.0)
    grown[-1] = grown[-1].mean(axis=0)
    mesh = smooth(grown.reshape(-1, 3), shapes.grid_triangles(COMBED, COLUMNS)[:, ::-1], Material.HAIR)
    around = np.unwrap(comb, axis=1)
    mesh.vertices[:, 6], mesh.vertices[:, 7] = 0.5 * around.ravel(), np.linalg.norm(grown - TIE, axis=-1).ravel()
    return mesh


def _axis(z: float | Floats64) -> Floats64:
    """Return the line (…, 3) inside head and neck from which the surface is searched."""
    level = np.asarray(z, float)
    y = np.interp(level, (-1.2, -0.6, -0.35, 0.0), (-0.12, -0.13, -0.03, -0.03))
    return np.stack([np.zeros_like(level), y, level], axis=-1)


def _placed(radius: Floats64, turn: Floats64, height: Floats64) -> Floats64:
    """Return points (rows, columns, 3) at a distance from the axis."""
    points = _axis(height)
    points[..., 0] += radius * cos(turn)
    points[..., 1] += radius * sin(turn)
    return points


def _turns(around: int) -> Floats64:
    """Return azimuths (around,) of a whole turn from the right ear on, closer in front."""
    even = np.linspace(0.0, 2.0 * math.pi, around)
    return np.asarray(even + FRONT * cos(even) - FRONT)


@cache
def _surface() -> tuple[Floats64, Floats64, Floats64]:
    """Return distance of the surface from the axis, azimuth and height, (rows, COLUMNS) each."""
    levels = [np.array([LOWEST])]
    for (low, _), (high, rows) in itertools.pairwise(LEVELS):
        levels.append(np.linspace(low, high, rows + 1)[1:])
    height, turn = np.meshgrid(np.concatenate(levels), _turns(COLUMNS), indexing="ij")
    return radii(turn, height), turn, height


def radii(turn: Floats64, height: Floats64) -> Floats64:
    """Return the distance of the surface from the axis at azimuths and heights (n, m); the last azimuth is the first.

    It steps inward by the value of the field, then bisects the remaining interval.
    """
    out = np.full(height.shape, SEARCH_RADIUS)
    for _ in range(STEPS):
        out = np.maximum(out - 0.8 * np.maximum(field(_placed(out, turn, height)), 0.0), 0.0)
    step = 0.02
    for _ in range(BISECTIONS):
        step *= 0.5
        out = out + np.where(field(_placed(out, turn, height)) < 0.0, step, -step)
    out = np.maximum(out, 0.0)
    out[:, -1] = out[:, 0]
    return np.asarray(out)


def field(points: Floats64) -> Floats64:
    """Return the approximate signed distance (…) from the surface at points (…, 3): negative inside."""
    shape = np.shape(points)[:-1]
    p = np.ascontiguousarray(np.reshape(points, (-1, 3)).T)
    p[0] = np.abs(p[0])
    found = np.full(p.shape[1], 10.0)
    for middle, axes, soft in BODY:
        found = _blended(found, _ball(p, middle, axes), soft)
    for start, end, thick, soft in LIMBS:
        found = _blended(found, _capsule(p, start, end, thick), soft)
    front = np.flatnonzero((p[1] > 0.05) & (p[2] > -0.56) & (p[2] < 0.24))
    found[front] = _face(p[:, front], found[front])
    side = np.flatnonzero((p[0] > 0.25) & (np.abs(p[1] + 0.05) < 0.14) & (np.abs(p[2] + 0.03) < 0.18))
    beside, near = found[side], p[:, side]
    for start, end, thick, soft in EAR:
        beside = _blended(beside, _capsule(near, start, end, thick), soft)
    found[side] = beside
    return np.asarray(found.reshape(shape))


def _face(p: Floats64, found: Floats64) -> Floats64:
    """Return the field (n,) at points (3, n) in front, with the features of the face."""
    for start, end, thick, soft in FACE:
        found = _blended(found, _capsule(p, start, end, thick), soft)
    found = -_blended(-found, _ball(p, *SOCKET), 0.055)
    middle, radius = EYE
    found = _blended(found, _capsule(p, middle, middle, (radius, radius)), 0.016)
    (inner, low, outer), thin = LID
    for start, end in ((inner, low), (low, outer)):
        found = _blended(found, _capsule(p, start, end, (thin, thin)), 0.008)
    return found


def _ball(points: Floats64, middle: Place, axes: Place) -> Floats64:
    """Return the approximate distance (n,) of points (3, n) from an ellipsoid."""
    (x, y, z), (a, b, c) = points, axes
    x, y, z = (x - middle[0]) / a, (y - middle[1]) / b, (z - middle[2]) / c
    far = np.sqrt(x * x + y * y + z * z)
    x, y, z = x / a, y / b, z / c
    return np.asarray(far * (far - 1.0) / np.maximum(np.sqrt(x * x + y * y + z * z), 1e-9))


def _capsule(points: Floats64, start: Place, end: Place, radii_: tuple[float, float]) -> Floats64:
    """Return the distance (n,) of points (3, n) from a capsule whose radius changes along it."""
    u, v, w = (b - a for a, b in zip(start, end, strict=True))
    x, y, z = (part - a for part, a in zip(points, start, strict=True))
    share = np.clip((x * u + y * v + z * w) / max(u * u + v * v + w * w, 1e-12), 0.0, 1.0)
    x, y, z = x - share * u, y - share * v, z - share * w
    return np.asarray(np.sqrt(x * x + y * y + z * z) - radii_[0] - (radii_[1] - radii_[0]) * share)


def _blended(a: Floats64, b: Floats64, soft: float) -> Floats64:
    """Return the smooth minimum of two distances, with a fillet as wide as `soft` (Quilez, "Smooth minimum")."""
    h = np.maximum(soft - np.abs(a - b), 0.0) / soft
    return np.asarray(np.minimum(a, b) - 0.25 * h * h * soft)
