"""One mesh on the graphics card, with its levels of detail and its instances."""

from __future__ import annotations

import operator
from itertools import pairwise
from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, CheckerPattern, Instance, Mesh, SpokePattern, SurfacePattern
from game.model.material import Material
from game.render.dirty.frame_cache import NO_CORNERS
from game.render.gpu.shader_programs import vertex_layout
from game.render.meshes.mesh_programs import is_polished, special_materials, split_by_material

INSTANCE_FLOATS = 36

VERTEX = (("3f", "in_position"), ("3f", "in_normal"), ("3f", "in_surface"))
INSTANCE = (
    ("16f", "in_model"),
    ("4f", "in_tint"),
    ("4f", "in_paint"),
    ("3f", "in_light_paint"),
    ("1f", "in_opacity"),
    ("3f", "in_dark_paint"),
    ("1f", "in_extent"),
    ("4f", "in_turn"),
)
LEAST_ROOM = 4
"""Number of instances for which a mesh has room at least."""
SLICES = 6
"""Slices of a mesh across its longest axis, each with a box of its own: a leaning body leaves much of one box empty."""
MAX_SLICED = 4
"""Number of instances of one mesh up to which each has a box for every slice; of many, one box each is enough."""
NO_PAINT = SurfacePattern(0, (0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


class SubMesh(NamedTuple):
    """A run of a mesh's indices: their special material or None, the first index, and their number."""

    material: Material | None
    first: int
    length: int


class LodLevel(NamedTuple):
    """A level of detail of a mesh: its parts, the whole, and its largest deviation from the finest level [m]."""

    parts: list[SubMesh]
    whole: SubMesh
    off: float


def detail_levels(mesh: Mesh) -> tuple[list[LodLevel], NDArray[np.int32]]:
    """Return the levels of detail of a mesh, the finest first, and all their indices."""
    found: list[LodLevel] = []
    lists: list[NDArray[np.int32]] = []
    end = 0
    for indices, off in ((mesh.indices, 0.0), *mesh.coarser):
        pieces = split_by_material(mesh.vertices, indices)
        starts = (end + np.cumsum([0, *(len(piece) for _, piece in pieces)])).tolist()
        split = [SubMesh(kind, start, len(piece)) for (kind, piece), start in zip(pieces, starts, strict=False)]
        found.append(LodLevel(split, SubMesh(None, end, starts[-1] - end), off))
        lists += [piece for _, piece in pieces]
        end = starts[-1]
    return found, np.concatenate(lists).astype(np.int32)


def half_length(mesh: Mesh) -> float:
    """Return half the greatest length of a mesh along its axes [m]."""
    positions = mesh.vertices[:, :3]
    return 0.5 * float((positions.max(axis=0) - positions.min(axis=0)).max()) or 1.0


def slice_boxes(mesh: Mesh, count: int) -> Array:
    """Return the corners (8 n, 4), homogeneous, of boxes round the slices of a mesh across its longest axis [m].

    There are n <= count: a slice without any surface has none. Together they hold every triangle.
    """
    places = np.asarray(mesh.vertices[:, :3], float)
    low, high = places.min(axis=0), places.max(axis=0)
    along = places[:, int(np.argmax(high - low))]
    cuts = np.linspace(along.min(), along.max(), count + 1)
    triangles = mesh.indices.reshape(-1, 3)
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    found = []
    before = places[:0]
    for under, over in pairwise(cuts):
        crossing = edges[(along[edges[:, 0]] > over) != (along[edges[:, 1]] > over)]
        (here, there), (start, end) = places[crossing.T], along[crossing.T]
        after = here + (there - here) * ((over - start) / (end - start))[:, None]
        part = np.concatenate([places[(along >= under) & (along <= over)], before, after])
        if len(part):
            found.append(_box(part))
        before = after
    return np.concatenate(found)


def _box(places: Array) -> Array:
    """Return the corners (8, 4), homogeneous, of the box round places (n, 3)."""
    sides = np.meshgrid(*zip(places.min(axis=0), places.max(axis=0), strict=True), [1.0])
    return np.stack([axis.ravel() for axis in sides], axis=1).astype(np.float32)


def fill_row(row: Array, instance: Instance, extent: float) -> None:
    """Write an instance of a mesh of this `half_length` into the numbers (INSTANCE_FLOATS,) that shaders read."""
    paint = instance.paint or NO_PAINT
    light, dark = (NO_PAINT.light, NO_PAINT.dark) if isinstance(paint, SpokePattern) else (paint.light, paint.dark)
    row[:16] = np.asarray(instance.model, np.float32).ravel()
    row[16:20] = (*instance.tint, instance.roughness)
    row[20] = abs(instance.spin_blur)
    row[21:24] = _pattern(paint, extent)
    row[24:27] = light
    row[27] = instance.opacity
    row[28:31] = dark
    row[31] = extent
    row[32:35] = instance.turn


def _pattern(paint: SurfacePattern | CheckerPattern | SpokePattern, extent: float) -> tuple[float, float, float]:
    """Return sectors and band, the negative number of checker cells in an extent, or number and width of bars."""
    if isinstance(paint, SpokePattern):
        return paint.count, paint.width, paint.least
    if isinstance(paint, SurfacePattern):
        return paint.sectors, *paint.band
    x, y, z = (-extent / cell for cell in paint.cells)
    return x, y, z


class PlacedInstances(NamedTuple):
    """Instances of one mesh, and the corners (n, 3) of the boxes round them, eight for each box [m].

    A box is round a whole instance or a slice of it; each instance has as many. It is the same object as long as
    they do not move.
    """

    instances: list[Instance]
    corners: Array


class MeshBuffers:
    """One mesh on the card with room for its instances, for so many at first."""

    def __init__(self, ctx: moderngl.Context, mesh: Mesh, room: int = LEAST_ROOM) -> None:
        self._ctx = ctx
        self._vertices = ctx.buffer(np.ascontiguousarray(mesh.vertices, np.float32).tobytes())
        self._levels, indices = detail_levels(mesh)
        self._level = self._levels[0]
        self._stretched = 1.0
        self._indices = ctx.buffer(indices.tobytes())
        self._instances = ctx.buffer(reserve=4 * INSTANCE_FLOATS * max(room, LEAST_ROOM), dynamic=True)
        self._arrays: dict[int, moderngl.VertexArray] = {}
        self.placed = PlacedInstances([], NO_CORNERS)
        self.count = 0
        self.last_drawn = 0
        self._mesh = mesh
        self._boxes: dict[int, Array] = {}
        self.materials = special_materials(mesh)
        self.glass = Material.GLASS in self.materials
        self.polished = is_polished(mesh)
        self._extent = half_length(mesh)

    @property
    def corners(self) -> Array:
        """Corners (n, 3) of the boxes round the instances, eight for each box [m]."""
        return self.placed.corners

    @property
    def boxes(self) -> int:
        """The number of boxes round the instances."""
        return len(self.placed.corners) // 8

    @property
    def parts(self) -> list[SubMesh]:
        """The parts of the level that is drawn, one for each special material."""
        return self._level.parts

    @property
    def coarsens(self) -> bool:
        """True where the mesh has coarser levels."""
        return len(self._levels) > 1

    def choose(self, pixel: float) -> None:
        """Choose the coarsest level that deviates by at most a pixel's size [m]."""
        self._level = next(level for level in reversed(self._levels) if level.off * self._stretched <= pixel)

    def place(self, instances: list[Instance]) -> None:
        """Upload this picture's instances. Unmoved ones are the same objects as in the last picture."""
        before = self.placed.instances
        if len(instances) == len(before) and all(map(operator.is_, instances, before)):
            return
        data = np.zeros((len(instances), INSTANCE_FLOATS), np.float32)
        for row, instance in zip(data, instances, strict=True):
            fill_row(row, instance, self._extent)
        if data.nbytes > self._instances.size:
            self._grow(data.nbytes)
        if len(instances):
            self._instances.write(data.tobytes())
        boxes = self._slices(SLICES if len(instances) <= MAX_SLICED else 1)
        self.placed = PlacedInstances(instances, (boxes @ data[:, :16].reshape(-1, 4, 4))[..., :3].reshape(-1, 3))
        self.count = len(instances)
        self._stretched = float(np.abs(data[:, :16].reshape(-1, 4, 4)[:, :3, :3]).max(initial=0.0))

    def _slices(self, count: int) -> Array:
        """Return the corners of the boxes round this many slices of the mesh, found when first needed."""
        if count not in self._boxes:
            self._boxes[count] = slice_boxes(self._mesh, count)
        return self._boxes[count]

    def _grow(self, size: int) -> None:
        self.forget()
        self._instances.release()
        self._instances = self._ctx.buffer(reserve=2 * size, dynamic=True)

    def draw(self, program: moderngl.Program, part: SubMesh | None = None) -> None:
        """Draw all instances with a program, or only a part of each."""
        array = self.prepare(program)
        _, first, length = part or self._level.whole
        array.render(vertices=length, first=first, instances=self.count)

    def prepare(self, program: moderngl.Program) -> moderngl.VertexArray:
        """Return the vertex array that ties the buffers to a program, made when first needed."""
        array = self._arrays.get(program.glo)
        if array is None:
            form, *names = vertex_layout(program, *VERTEX)
            each, *each_names = vertex_layout(program, *INSTANCE)
            content = [(self._vertices, form, *names), (self._instances, f"{each}/i", *each_names)]
            array = self._ctx.vertex_array(program, content, index_buffer=self._indices)
            self._arrays[program.glo] = array
        return array

    def forget(self) -> None:
        """Free the vertex arrays, which tie the buffers to programs."""
        for array in self._arrays.values():
            array.release()
        self._arrays.clear()

    def release(self) -> None:
        """Free everything."""
        self.forget()
        for buffer in (self._vertices, self._indices, self._instances):
            buffer.release()
