"""Where in a picture there is work for a pass: in the shade, near bodies, at their edges, in their mirror images.

corners of all functions: (n, 3), eight for each body, of the boxes round them. They give rectangles of pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.model.frame import Array, Pool, Ribbon, SceneFrame, Stage, View
from game.render.dirty.dirty_rects import Rectangle, around, footprints, grown, joined, on_tiles, rectangles, widened
from game.render.lights import LIGHTS
from game.render.meshes.mesh_buffers import NOWHERE
from game.render.stage.floor import OUTLINE, shades
from game.render.tiers import Tier

SPREAD = 0.032, 0.051
"""How far the floor's mirror image is blurred (floor_reflection.glsl), in widths and heights of the picture."""
FEW_PIXELS = 8_000
"""So many pixels cost less than one more part for a pass."""
PART = 25_000
"""So many pixels of all cost less than one more part of the picture."""


def shaded(corners: Array, frame: SceneFrame, size: tuple[int, int], soft: float) -> list[Rectangle]:
    """Where in a picture of this size the studio's floor can be in the shade, of bodies or spheres.

    soft: width of a shadow's edge, in radii of what is lit. Other stages have no parts in the shade: all of it can be.
    """
    if frame.stage is not Stage.STUDIO:
        return []
    light = LIGHTS[frame.stage]
    soft *= light.reach * float(frame.radius) / float(light.to_light[2])
    edges = shades(corners, frame.occluders, light.to_light, soft).reshape(-1, 3)
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    return joined(rectangles(edges, both, size, OUTLINE), FEW_PIXELS)


class Changed(NamedTuple):
    """Parts of a picture that may differ from the last one: all, and those of them that may be very bright."""

    all: list[Rectangle]
    bright: list[Rectangle]


def changed(
    corners: Array, occluders: Array, frame: SceneFrame, size: tuple[int, int], quality: Tier, soft: float, reach: float
) -> Changed:
    """Where a picture of this size differs when so much has moved in it: corners, of where it was and where it is.

    occluders: (n, 4), spheres that differ; soft: as for `shaded`; reach [m]: how far things take light from one
    another.
    """
    if not len(corners) and not len(occluders):
        return Changed([], [])
    other = replace(frame, occluders=occluders)
    bright, found = touched(corners, frame.view, size), near(corners, other, size, reach)[0]
    if frame.stage is Stage.STUDIO:
        bright += images(corners, frame.view, size, quality)
        found += shaded(corners, other, size, soft)
    elif frame.stage is Stage.FIELD:
        found += swept(corners, other, size, soft)
    return Changed(found + bright, bright)


def swept(corners: Array, frame: SceneFrame, size: tuple[int, int], soft: float) -> list[Rectangle]:
    """Where in a picture of this size anything can be in the shade of bodies or spheres, down to the ground."""
    light = LIGHTS[frame.stage]
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    wide = np.asarray(grown(corners, soft * light.reach * float(frame.radius)), float).reshape(-1, 8, 3)
    low = min(float(wide[..., 2].min(initial=0.0)), 0.0)
    cast = wide - (np.maximum(wide[..., 2:] - low, 0.0) / float(light.to_light[2])) * light.to_light
    found = rectangles(np.concatenate([wide, cast], axis=1).reshape(-1, 3), both, size, 16)
    spheres = shades(NOWHERE, frame.occluders, light.to_light, 0.0).reshape(-1, 3)
    return found + rectangles(spheres, both, size, OUTLINE)


def boxes_of(pools: Sequence[Pool]) -> Array:
    """Corners (n, 3), eight for each, round light gathered on the floor."""
    found = [NOWHERE]
    for pool in pools:
        flat = pool.points.reshape(-1, 2)
        low, high = np.nanmin(flat, axis=0), np.nanmax(flat, axis=0)
        square = [[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])]
        found.append(np.array([*square, *square], np.float32))
    return np.concatenate(found)


def lined(ribbons: Sequence[Ribbon], view: View, size: tuple[int, int]) -> list[Rectangle]:
    """Where in a picture of this size ribbons are."""
    both = np.asarray(view.view) @ np.asarray(view.projection)
    found = []
    for ribbon in ribbons:
        points = ribbon.points[np.isfinite(ribbon.points[:, 0]), :3]
        if len(points):
            wide = math.ceil(ribbon.width * size[1] / 720.0) + 2
            found += around(rectangles(points, both, size, len(points)), wide, size)
    return found


def touched(corners: Array, view: View, size: tuple[int, int]) -> list[Rectangle]:
    """Where in a picture of this size bodies can be."""
    return on_tiles(rectangles(corners, np.asarray(view.view) @ np.asarray(view.projection), size), size)


def near(corners: Array, frame: SceneFrame, size: tuple[int, int], reach: float) -> tuple[list[Rectangle], float]:
    """Where in a picture of this size anything can be within reach [m] of a body; how far ahead that begins [m]."""
    if frame.stage is Stage.FIELD:
        corners = grown(corners, reach)
    elif frame.stage is Stage.STUDIO:
        corners = np.concatenate([corners, footprints(corners, reach)])
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    ahead = corners @ both[:3, 3] + both[3, 3]
    return on_tiles(rectangles(corners, both, size), size), max(float(ahead.min(initial=np.inf)), 0.0)


def images(corners: Array, view: View, size: tuple[int, int], quality: Tier) -> list[Rectangle]:
    """Where in a picture of this size the floor's mirror images of bodies can be."""
    below = corners * (1.0, 1.0, -1.0)
    found = rectangles(below, np.asarray(view.view) @ np.asarray(view.projection), size)
    return joined(widened(found, SPREAD, size) if quality.reflection_taps > 1 else found, FEW_PIXELS)
