"""A bust of marble with combed-back hair, as two meshes; heights of the head are the unit, y is where it faces."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game import shapes
from game.picture import Material, Mesh
from game.scenes.timber import smooth

Floats64 = NDArray[np.float64]

TIE = np.array([0.0, -0.55, 0.16])
"""Where the hair is tied, from the middle of the head."""
ROWS, AROUND, COMBED = 100, 77, 54
LOWEST, CROWN = -1.24, 0.541
"""Where the bust is cut off, and the top of the head."""
WIDEST, TRIED, HALVED = 1.15, 21, 7
"""How far from its axis the surface is looked for, in so many steps, and how often the step is halved."""
BALLS = (
    # middle, semi-axes, how softly it grows out of what is there
    ((0.0, -0.07, 0.14), (0.355, 0.445, 0.40), 0.02),
    ((0.0, 0.09, -0.15), (0.265, 0.29, 0.35), 0.10),
    ((0.0, 0.285, -0.415), (0.085, 0.075, 0.070), 0.10),
    ((0.0, 0.345, 0.035), (0.20, 0.055, 0.045), 0.07),
    ((0.0, 0.415, -0.045), (0.026, 0.035, 0.09), 0.05),
    ((0.0, 0.440, -0.115), (0.046, 0.052, 0.040), 0.04),
    ((0.0, 0.375, -0.245), (0.095, 0.035, 0.020), 0.03),
    ((0.0, 0.370, -0.290), (0.080, 0.035, 0.022), 0.03),
    ((0.17, 0.27, -0.13), (0.08, 0.07, 0.08), 0.10),
    ((-0.17, 0.27, -0.13), (0.08, 0.07, 0.08), 0.10),
    ((0.35, -0.04, -0.05), (0.035, 0.075, 0.125), 0.03),
    ((-0.35, -0.04, -0.05), (0.035, 0.075, 0.125), 0.03),
    ((0.0, -0.12, -0.52), (0.205, 0.215, 0.62), 0.10),
    ((0.0, -0.17, -1.15), (0.86, 0.36, 0.34), 0.22),
    ((0.0, 0.02, -1.34), (0.60, 0.34, 0.42), 0.20),
)
EYES = ((0.135, 0.375, -0.035), (-0.135, 0.375, -0.035))
EYE = (0.085, 0.06, 0.042)


@cache
def bust() -> Mesh:
    """Head, neck and shoulders, open below."""
    radius, turn, height = _surface()
    points = _placed(radius, turn, height)
    points[-1] = points[-1].mean(axis=0)
    return smooth(points.reshape(-1, 3), shapes.grid_triangles(ROWS, AROUND)[:, ::-1], Material.PLAIN)


@cache
def hair() -> Mesh:
    """What is combed back to the tie from the forehead and the nape."""
    radius, turn, height = _surface()
    front = np.sin(turn[0])  # 1 in front
    line = np.interp(front, (-1.0, -0.35, 0.0, 0.45, 0.8, 1.0), (-0.36, -0.28, 0.0, 0.20, 0.335, 0.365))
    share = 1.0 - (1.0 - np.linspace(0.0, 1.0, COMBED)) ** 1.7
    levels = line + (CROWN - line) * share[:, None]
    columns = [np.interp(levels[:, k], height[:, k], radius[:, k]) for k in range(AROUND)]
    skin, turns = np.stack(columns, axis=1), np.broadcast_to(turn[0], levels.shape)
    points = _placed(skin, turns, levels)
    comb = np.arctan2(points[..., 0], points[..., 2] - TIE[2])
    grooves = 0.006 * np.sin(46.0 * comb + 3.0 * np.sin(7.0 * comb)) + 0.004 * np.sin(23.0 * comb + 1.0)
    thick = 0.045 * np.clip((levels - line) / 0.06, 0.0, 1.0) ** 0.5
    grown = _placed(skin + thick + grooves * (thick > 0.03), turns, levels)
    grown[..., 2] += 0.03 * np.clip((levels - 0.3) / 0.24, 0.0, 1.0)
    grown[-1] = grown[-1].mean(axis=0)
    mesh = smooth(grown.reshape(-1, 3), shapes.grid_triangles(COMBED, AROUND)[:, ::-1], Material.HAIR)
    around = np.unwrap(comb, axis=1)
    mesh.vertices[:, 6], mesh.vertices[:, 7] = 0.5 * around.ravel(), np.linalg.norm(grown - TIE, axis=-1).ravel()
    return mesh


def _axis(z: float | Floats64) -> Floats64:
    """The line (…, 3) from which the surface is looked for, inside the head and the neck."""
    level = np.asarray(z, float)
    y = np.interp(level, (-1.2, -0.6, -0.35, 0.0), (-0.12, -0.13, -0.03, -0.03))
    return np.stack([np.zeros_like(level), y, level], axis=-1)


def _placed(radius: Floats64, turn: Floats64, height: Floats64) -> Floats64:
    """Points (ROWS, AROUND, 3) so far from the axis."""
    points = _axis(height)
    points[..., 0] += radius * np.cos(turn)
    points[..., 1] += radius * np.sin(turn)
    return points


@cache
def _surface() -> tuple[Floats64, Floats64, Floats64]:
    """Distance of the surface from the axis, azimuth and height, (ROWS, AROUND) each."""
    bend = np.linspace(0.0, 1.0, ROWS)
    levels = LOWEST + (CROWN - LOWEST) * np.where(
        bend < 0.7, bend / 0.7 * 0.72, 1.0 - 0.28 * ((1.0 - bend) / 0.3) ** 1.7
    )
    height, turn = np.meshgrid(levels, np.linspace(0.0, 2.0 * math.pi, AROUND), indexing="ij")
    out = np.zeros_like(height)
    for r in np.linspace(0.0, WIDEST, TRIED):
        out = np.where(_inside(_placed(np.full_like(height, r), turn, height)) < 0.0, r, out)
    step = WIDEST / (TRIED - 1)
    for _ in range(HALVED):
        step *= 0.5
        out = np.where(_inside(_placed(out + step, turn, height)) < 0.0, out + step, out)
    out[:, -1] = out[:, 0]
    return out, turn, height


def _inside(points: Floats64) -> Floats64:
    """Less than zero inside: about the distance from the surface."""
    found = np.full(points.shape[:-1], 10.0)
    for middle, axes, soft in BALLS:
        found = _blended(found, _ball(points, middle, axes), soft)
    for middle in EYES:
        found = -_blended(-found, _ball(points, middle, EYE), 0.04)
    return found


def _ball(points: Floats64, middle: tuple[float, ...], axes: tuple[float, ...]) -> Floats64:
    """About the distance from an ellipsoid."""
    scaled = (points - middle) / axes
    far = np.sqrt((scaled * scaled).sum(axis=-1))
    slope = np.sqrt(((scaled / axes) ** 2).sum(axis=-1))
    return np.asarray(far * (far - 1.0) / np.maximum(slope, 1e-9))


def _blended(a: Floats64, b: Floats64, soft: float) -> Floats64:
    """The nearer of two surfaces, with a fillet as wide as `soft` (Quilez, "Smooth minimum")."""
    h = np.maximum(soft - np.abs(a - b), 0.0) / soft
    return np.asarray(np.minimum(a, b) - 0.25 * h * h * soft)
