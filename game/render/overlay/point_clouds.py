"""Clouds of dots that show an ensemble."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import moderngl
import numpy as np
from msgspec import Struct

from game.model.frame import Array, Points, View
from game.render.gpu.screen_pass import Rectangle
from game.render.gpu.shader_programs import Shaders
from game.render.overlay.density_pass import DensityPass
from physics.batch.cell_counts import compiled_counting

POSITION, COLOR = 12, 4
"""Number of bytes of a dot in each of the two buffers."""
COUNTED = 20_000
"""Number of dots from which a processor counts those of a cloud instead of drawing each."""
MAX_COUNTED_WIDTH = 8000
"""Width of a picture [pixels] up to which dots are counted: it needs a texture of more than twice that."""
MAX_COUNTED_SIZE = 3.5
"""Diameter [pixels] from which each dot is drawn all the same."""
USUAL_HEIGHT = 720.0
"""Height of a picture [pixels] that sizes of dots are given for; a higher one shows the same, not smaller dots."""
MAX_SORTED = 20_000
"""Greatest number of beads that are drawn from the farthest to the nearest."""


Hiding = Callable[[Points], Sequence[Rectangle]]
"""A function that returns the parts of the target where anything may be nearer than a dot of a cloud."""


class CloudRange(Struct, frozen=True):
    """The place of one cloud in the buffers. extent: diameter of its beads 1 m away [pixels], 0 for dots."""

    first: int
    count: int
    size: float
    extent: float


class PointClouds:
    """All clouds of a picture, in two buffers that grow when needed.

    Dots are drawn over the finished picture, so that their colours stay true; a dot whose middle lies behind a body
    is faint. Among themselves the later lie over the earlier, beads the nearer over the farther. software: a processor
    draws.
    """

    def __init__(self, ctx: moderngl.Context, shaders: Shaders, software: bool) -> None:
        self._ctx = ctx
        self._shaders = shaders
        self._software = software
        self._density: DensityPass | None = None
        self._arrays: dict[bool, moderngl.VertexArray] = {}
        self._buffers: tuple[moderngl.Buffer, moderngl.Buffer] | None = None
        self._room = 0
        self._parts: list[CloudRange] = []
        self._counted: list[Points] = []

    def place(self, clouds: Sequence[Points], view: View, size: tuple[int, int], beads: bool, hiding: Hiding) -> None:
        """Upload the clouds of a picture of this size [pixels]; beads: those with a radius are drawn as beads."""
        (width, height), self._view, self._hiding = size, view, hiding
        unit = pixel_unit(height, view)
        self._parts.clear()
        clouds = [cloud for cloud in clouds if len(cloud.positions)]
        self._counted = [cloud for cloud in clouds if self._counts(cloud, width, unit)]
        clouds = [cloud for cloud in clouds if not self._counts(cloud, width, unit)]
        if not clouds:
            return
        positions, colors = self._with_room(sum(len(cloud.positions) for cloud in clouds))
        at = 0
        for cloud in clouds:
            extent = cloud.radius * float(view.projection[1, 1]) * height if beads else 0.0
            places, shades = sort_far_to_near(cloud, view) if extent else (cloud.positions, cloud.colors)
            positions.write(np.ascontiguousarray(places, np.float32), offset=at * POSITION)
            colors.write(np.ascontiguousarray(shades, np.uint8), offset=at * COLOR)
            self._parts.append(CloudRange(at, len(cloud.positions), cloud.size * unit, extent))
            at += len(cloud.positions)

    def _counts(self, cloud: Points, width: int, unit: float) -> bool:
        """Return whether the dots of a cloud are counted: many small ones in a picture of this width [pixels]."""
        many = self._software and len(cloud.positions) >= COUNTED and cloud.size * unit < MAX_COUNTED_SIZE
        return many and width <= MAX_COUNTED_WIDTH and compiled_counting() is not None

    def _with_room(self, total: int) -> tuple[moderngl.Buffer, moderngl.Buffer]:
        if self._buffers is None or total > self._room:
            self._free_buffers()
            self._room = max(2 * total, 1024)
            reserve = self._ctx.buffer
            self._buffers = (
                reserve(reserve=self._room * POSITION, dynamic=True),
                reserve(reserve=self._room * COLOR, dynamic=True),
            )
        return self._buffers

    def _array(self, beads: bool) -> moderngl.VertexArray:
        """Return the vertex array that draws dots or beads from the buffers."""
        if beads not in self._arrays:
            assert self._buffers is not None
            program = self._shaders.program("point.vert", "point.frag", {"BEADS": int(beads)})
            content = [(self._buffers[0], "3f", "in_position"), (self._buffers[1], "4f1", "in_color")]
            self._arrays[beads] = self._ctx.vertex_array(program, content)
        return self._arrays[beads]

    def draw(self, target: tuple[int, int]) -> None:
        """Draw over a target of this size [pixels]; blending and the depth texture are bound already."""
        for cloud in self._counted:
            if self._density is None:
                self._density = DensityPass(self._ctx, self._shaders)
            across = cloud.size * pixel_unit(target[1], self._view)
            self._density.draw(cloud, self._view, target, across, self._hiding(cloud))
        if not self._parts:
            return
        self._ctx.enable(moderngl.PROGRAM_POINT_SIZE)
        for part in self._parts:
            array = self._array(part.extent > 0.0)
            array.program["size"] = part.size
            if part.extent:
                array.program["extent"] = part.extent
            array.render(moderngl.POINTS, vertices=part.count, first=part.first)
        self._ctx.disable(moderngl.PROGRAM_POINT_SIZE)

    def _free_buffers(self) -> None:
        for part in (*self._arrays.values(), *(self._buffers or ())):
            part.release()
        self._arrays.clear()
        self._buffers = None

    def release(self) -> None:
        """Free all but the programs; a later picture makes new objects."""
        self._free_buffers()
        if self._density is not None:
            self._density.release()
        self._density = None


def pixel_unit(height: int, view: View) -> float:
    """Return the number of pixels, in a picture of this height, of the unit in which sizes are given."""
    return view.fine * max(1.0, height * view.whole[1] / (view.fine * USUAL_HEIGHT))


def sort_far_to_near(cloud: Points, view: View) -> tuple[Array, np.ndarray]:
    """Return places and colours of a cloud from the farthest to the nearest, or unsorted where there are very many."""
    if not 1 < len(cloud.positions) <= MAX_SORTED:
        return cloud.positions, cloud.colors
    order = np.argsort(cloud.positions @ np.asarray(view.view, np.float32)[:3, 2])
    return cloud.positions[order], cloud.colors[order]
