"""The parts of a picture that each pass has to draw, decided here alone, once for each picture.

A change affects the old and the new place of a body, its shadow, its mirror image, the ambient occlusion around it, and
bloom. corners of all functions: (n, 3), eight for each box round a body or a slice of it [m].
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from game.model.frame import Array, Ribbon, SceneFrame, Surroundings, View
from game.render.dirty.dirty_rects import (
    body_edges,
    body_rects,
    bounding_rect,
    cover_with_tiles,
    dilate,
    footprints,
    grow_boxes,
    intersect,
    merge_rects,
    snap_to_tiles,
    split_disjoint,
    widen,
)
from game.render.dirty.floor_shadows import OUTLINE, shadow_outlines
from game.render.dirty.frame_cache import NO_CORNERS, FrameCache, SceneState
from game.render.gpu.frame_block import EDGE, TABLE, table_width
from game.render.gpu.render_targets import bloom_reach
from game.render.gpu.screen_pass import Rectangle
from game.render.lights import light_of
from game.render.overlay.smooth_paths import smooth_path
from game.render.tiers import Tier
from physics.maths.elementary import cos, sin

IMAGE_BLUR = 0.032, 0.051
"""Blur of the floor's mirror image (floor_reflection.glsl), in widths and heights of the picture."""
OCCLUSION_REACH = 0.13
"""Reach of ambient occlusion, in radii of the scene."""
EDGE_REACH = 16
"""Distance [pixels] along an edge that the edge pass searches (shaders/fxaa.frag)."""
EDGE_PIECES = 96
"""Number of pieces of the table's edge."""
MIN_PASS_PIXELS = 8_000
"""Number of pixels whose drawing in one pass costs less than one more part."""
MIN_PART_PIXELS = 25_000
"""Number of pixels whose drawing in all passes costs less than one more part of the picture."""


class Dirty(NamedTuple):
    """Parts of a picture that may differ from the last one: all of them, and those that may be very bright."""

    all: list[Rectangle]
    bright: list[Rectangle]


class DirtyRegions:
    """The parts of one picture [pixels of the scene] that each pass has to draw.

    scene: the parts in which the scene may differ from the last picture; empty where nothing has changed. They do not
    overlap. The other parts follow from them and are worked out when a pass first asks, while the card draws already.
    """

    def __init__(self, dirty: Dirty, frame: SceneFrame, size: tuple[int, int], tier: Tier, state: SceneState) -> None:
        self.scene = dirty.all
        self._bright = dirty.bright
        self._frame = frame
        self._size = size
        self._tier = tier
        self._bodies = state.bodies
        self._ghosts = state.ghosts

    @cached_property
    def bounds(self) -> Rectangle:
        """The smallest rectangle round all parts of the scene."""
        return bounding_rect(self.scene)

    @cached_property
    def mirror_images(self) -> list[Rectangle]:
        """The parts where the studio's floor shows mirror images of bodies; they may overlap."""
        if self._frame.stage is not Surroundings.STUDIO:
            return []
        return intersect(image_parts(self._bodies, self._frame.view, self._size, self._tier), [self.bounds])

    @cached_property
    def floor_shadows(self) -> list[Rectangle]:
        """The parts where shadows fall on the studio's floor; they may overlap."""
        if self._frame.stage is not Surroundings.STUDIO:
            return []
        soft = 2.0 * self._tier.shadow_margin
        return intersect(shadow_parts(self._bodies, self._frame, self._size, soft), [self.bounds])

    @cached_property
    def tone_mapped(self) -> list[Rectangle]:
        """The parts of the scene, and in a tier with bloom all parts that their bloom reaches."""
        if not self._tier.hdr:
            return self.scene
        wide = dilate(self._bright, bloom_reach(self._size[1]), self._size)
        return split_disjoint(merge_rects(wide + self.scene, MIN_PART_PIXELS), self._size)[0]

    @cached_property
    def _near_bodies(self) -> tuple[list[Rectangle], float]:
        return near_parts(self._all_corners, self._frame, self._size, occlusion_reach(self._frame.radius))

    @cached_property
    def _near(self) -> tuple[list[Rectangle], list[Rectangle]]:
        return split_disjoint(self._near_bodies[0], self._size)

    @cached_property
    def occluded(self) -> list[Rectangle]:
        """The parts with ambient occlusion."""
        return intersect(self._near[0], self.tone_mapped)

    @cached_property
    def not_occluded(self) -> list[Rectangle]:
        """All other parts that are tone mapped."""
        return intersect(self._near[1], self.tone_mapped)

    @cached_property
    def nearest_occluder(self) -> float:
        """The least distance ahead of the eye [m] with ambient occlusion."""
        return self._near_bodies[1]

    @cached_property
    def smoothed(self) -> list[Rectangle]:
        """The parts that may differ after edges are smoothed, in a tier that does."""
        if not self._tier.edges:
            return self.tone_mapped
        wide = dilate(self.tone_mapped, EDGE_REACH, self._size)
        return split_disjoint(snap_to_tiles(wide, self._size), self._size)[0]

    @cached_property
    def outlines(self) -> list[Rectangle]:
        """The parts with bodies."""
        return split_disjoint(body_parts(self._all_corners, self._frame.view, self._size), self._size)[0]

    @cached_property
    def jagged(self) -> list[Rectangle]:
        """The parts with edges to smooth: of bodies, and of the table wherever it ends, near a body or not."""
        found = self.outlines + table_edge_parts(self._frame, self._size)
        return split_disjoint(found, self._size)[0]

    @cached_property
    def _all_corners(self) -> Array:
        return np.concatenate([self._bodies, self._ghosts])


def whole_picture(frame: SceneFrame, size: tuple[int, int], tier: Tier, state: SceneState) -> DirtyRegions:
    """Return the regions of a picture of which nothing is kept."""
    return DirtyRegions(Dirty([(0, 0, *size)], [(0, 0, *size)]), frame, size, tier, state)


def find_dirty_regions(
    cache: FrameCache, frame: SceneFrame, size: tuple[int, int], tier: Tier, state: SceneState
) -> DirtyRegions:
    """Return what must be drawn of a picture of this size [pixels], and note in the cache what it shows."""
    moved = cache.moved(state)
    occluders = cache.changed_occluders(frame.occluders)
    lines = cache.changed_lines(line_parts(frame.ribbons, frame.view, size) if tier.hdr else [])
    if moved is None:
        return whole_picture(frame, size, tier, state)
    if (len(moved) or len(occluders)) and (frame.stage is not Surroundings.FIELD or state.has_glass):
        moved = np.concatenate([moved, state.bodies])
    parts = dirty_parts(moved, occluders, frame, size, tier)
    everything = merge_rects(merge_rects(parts.all + lines, MIN_PART_PIXELS), MIN_PART_PIXELS)
    dirty = Dirty(split_disjoint(everything, size)[0], merge_rects(parts.bright + lines, MIN_PART_PIXELS))
    return DirtyRegions(dirty, frame, size, tier, state)


def occlusion_reach(radius: float) -> float:
    """Return the reach [m] of ambient occlusion in a scene of this radius [m]."""
    return OCCLUSION_REACH * radius


def dirty_parts(corners: Array, occluders: Array, frame: SceneFrame, size: tuple[int, int], tier: Tier) -> Dirty:
    """Return the parts of a picture of this size that differ after a movement.

    corners: of the old and the new boxes. occluders: (n, 4), spheres that differ.
    """
    if not len(corners) and not len(occluders):
        return Dirty([], [])
    soft, reach = 2.0 * tier.shadow_margin, occlusion_reach(frame.radius) if tier.hdr else 0.0
    other = replace(frame, occluders=occluders)
    bright, found = body_parts(corners, frame.view, size), near_parts(corners, other, size, reach)[0]
    if frame.stage is Surroundings.STUDIO:
        bright += image_parts(corners, frame.view, size, tier)
        found += shadow_parts(corners, other, size, soft)
    elif frame.stage is Surroundings.FIELD:
        found += field_shadow_parts(corners, other, size, soft)
    return Dirty(found + bright, bright)


def shadow_parts(corners: Array, frame: SceneFrame, size: tuple[int, int], soft: float) -> list[Rectangle]:
    """Return the parts of a picture of this size where bodies or spheres can shade the studio's floor.

    soft: width of a shadow's edge, in radii of what is lit. In other stages the whole picture can be in the shade.
    """
    if frame.stage is not Surroundings.STUDIO:
        return []
    light = light_of(frame)
    soft *= light.reach * float(frame.radius) / float(light.to_light[2])
    edges = shadow_outlines(corners, frame.occluders, light.to_light, soft).reshape(-1, 3)
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    return merge_rects(body_rects(edges, both, size, OUTLINE), MIN_PASS_PIXELS)


def field_shadow_parts(corners: Array, frame: SceneFrame, size: tuple[int, int], soft: float) -> list[Rectangle]:
    """Return the parts of a picture of this size that bodies or spheres can shade, down to the ground."""
    light = light_of(frame)
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    wide = np.asarray(grow_boxes(corners, soft * light.reach * float(frame.radius)), float).reshape(-1, 8, 3)
    low = min(float(wide[..., 2].min(initial=0.0)), 0.0)
    cast = wide - (np.maximum(wide[..., 2:] - low, 0.0) / float(light.to_light[2])) * light.to_light
    found = body_rects(np.concatenate([wide, cast], axis=1).reshape(-1, 3), both, size, 16)
    spheres = shadow_outlines(NO_CORNERS, frame.occluders, light.to_light, 0.0).reshape(-1, 3)
    return found + body_rects(spheres, both, size, OUTLINE)


def table_edge_parts(frame: SceneFrame, size: tuple[int, int]) -> list[Rectangle]:
    """Return the parts of a picture of this size with the edge of the studio's table."""
    if frame.stage is not Surroundings.STUDIO or frame.backdrop is not None:
        return []
    turns = np.linspace(0.0, 2.0 * np.pi, EDGE_PIECES + 1)
    reach = TABLE * table_width(frame) * np.array(EDGE)[:, None]
    x, y = (float(middle) + reach * turn for middle, turn in zip(frame.focus, (cos(turns), sin(turns)), strict=False))
    ring = np.stack([x, y, np.zeros_like(x)], axis=-1)
    pieces = np.concatenate([ring[:, :-1], ring[:, 1:]]).swapaxes(0, 1)
    both = np.asarray(frame.view.view, float) @ np.asarray(frame.view.projection, float)
    ahead = (pieces @ both[:3, 3] + both[3, 3] > 1e-6).all(axis=1)
    edges = body_edges(pieces[ahead].reshape(-1, 3), both, size, 4)
    return cover_with_tiles(edges[(edges[:, 2:] > edges[:, :2]).all(axis=1)], size)


def line_parts(ribbons: Sequence[Ribbon], view: View, size: tuple[int, int]) -> list[Rectangle]:
    """Return the parts of a picture of this size with ribbons."""
    both = np.asarray(view.view) @ np.asarray(view.projection)
    found = []
    for ribbon in ribbons:
        path = smooth_path(ribbon.points, view, size)
        points = path[np.isfinite(path[:, 0]), :3]
        if len(points):
            wide = math.ceil(ribbon.width * size[1] * view.whole[1] / 720.0) + 2
            found += dilate(body_rects(points, both, size, len(points)), wide, size)
    return found


def body_parts(corners: Array, view: View, size: tuple[int, int]) -> list[Rectangle]:
    """Return the parts of a picture of this size where bodies can be."""
    return snap_to_tiles(body_rects(corners, np.asarray(view.view) @ np.asarray(view.projection), size), size)


def near_parts(corners: Array, frame: SceneFrame, size: tuple[int, int], reach: float) -> tuple[list[Rectangle], float]:
    """Return the parts of a picture within reach [m] of a body, and the least distance ahead of the eye there [m]."""
    if frame.stage is Surroundings.FIELD:
        corners = grow_boxes(corners, reach)
    elif frame.stage is Surroundings.STUDIO:
        corners = np.concatenate([corners, footprints(corners, reach)])
    both = np.asarray(frame.view.view) @ np.asarray(frame.view.projection)
    ahead = corners @ both[:3, 3] + both[3, 3]
    return snap_to_tiles(body_rects(corners, both, size), size), max(float(ahead.min(initial=np.inf)), 0.0)


def image_parts(corners: Array, view: View, size: tuple[int, int], tier: Tier) -> list[Rectangle]:
    """Return the parts of a picture of this size where the floor's mirror images of bodies can be."""
    below = corners * (1.0, 1.0, -1.0)
    found = body_rects(below, np.asarray(view.view) @ np.asarray(view.projection), size)
    blur = IMAGE_BLUR[0] * view.whole[0], IMAGE_BLUR[1] * view.whole[1]
    return merge_rects(widen(found, blur, size) if tier.reflection_taps > 1 else found, MIN_PASS_PIXELS)
