"""The bodies of one picture, drawn from meshes on the graphics card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

import moderngl
import numpy as np

from game.model.frame import Array, Instance, Mesh, View
from game.model.material import Material
from game.render.dirty.dirty_rects import body_edges, overlaps
from game.render.dirty.frame_cache import NO_CORNERS
from game.render.gpu.screen_pass import Rectangle
from game.render.meshes.mesh_buffers import MeshBuffers, PlacedInstances
from game.render.meshes.mesh_programs import MeshPrograms

GROUND = frozenset({Material.TURF})
MAX_OUTLINE_ERROR = 0.5
"""Greatest deviation [pixels] of a coarser mesh: outlines are smoothed over a pixel."""
MAX_UNUSED_FRAMES = 300
"""Number of pictures after which an unused mesh is removed from the card."""


class SceneMeshes:
    """All meshes of a scene. A new `Mesh` object is uploaded when it first appears in a picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._buffers: dict[Mesh, MeshBuffers] = {}
        self._present: list[MeshBuffers] = []
        self._unseen: Sequence[Instance] = ()
        self._room: Counter[Mesh] = Counter()
        self._waiting: list[MeshBuffers] = []
        self._picture = 0
        self.corners: Array = NO_CORNERS
        """Corners (n, 3) of the boxes round all bodies of the picture or slices of them, in the world [m]; without
        those that only look like ground.
        """

    def coarsen(self, view: View, height: int) -> None:
        """Choose coarser levels for bodies that are small in a picture of this height [pixels]."""
        ahead = np.asarray(view.view @ view.projection)[:, 3]
        for buffers in (each for each in self._present if each.coarsens):
            nearest = float((buffers.corners @ ahead[:3] + ahead[3]).min(initial=np.inf))
            buffers.choose(
                MAX_OUTLINE_ERROR * max(nearest, 0.0) * 2.0 / max(abs(float(view.projection[1, 1])) * height, 1e-9)
            )

    def place(self, instances: Iterable[Instance], unseen: Sequence[Instance] = ()) -> None:
        """Take over the instances of one picture and drop meshes long unused.

        unseen: instances that later pictures may show, for which all is made with this one; it is the same object as
        long as they are the same.
        """
        self._picture += 1
        if unseen is not self._unseen:
            self._unseen, self._room = unseen, Counter(instance.mesh for instance in unseen)
        groups: dict[Mesh, list[Instance]] = {}
        for instance in instances:
            groups.setdefault(instance.mesh, []).append(instance)
        self._present = []
        for mesh, group in groups.items():
            if mesh not in self._buffers:
                self._buffers[mesh] = MeshBuffers(self._ctx, mesh, self._room[mesh])
            buffers = self._buffers[mesh]
            buffers.place(group)
            buffers.last_drawn = self._picture
            self._present.append(buffers)
        self._wait_for(groups)
        standing = (buffers.corners for buffers in self._present if buffers.materials != GROUND)
        self.corners = np.concatenate([NO_CORNERS, *standing])
        for mesh in [m for m, b in self._buffers.items() if self._picture - b.last_drawn > MAX_UNUSED_FRAMES]:
            self._buffers.pop(mesh).release()

    def _wait_for(self, placed: Collection[Mesh]) -> None:
        """Make buffers of the meshes that later pictures may show, but for those that are placed in this one."""
        self._waiting = []
        for mesh, count in self._room.items():
            if mesh not in placed:
                if mesh not in self._buffers:
                    self._buffers[mesh] = MeshBuffers(self._ctx, mesh, count)
                self._buffers[mesh].last_drawn = self._picture
                self._waiting.append(self._buffers[mesh])

    @property
    def placed_by_mesh(self) -> dict[MeshBuffers, PlacedInstances]:
        """The instances in the picture, by their mesh."""
        return {buffers: buffers.placed for buffers in self._present}

    @property
    def polished_corners(self) -> Array:
        """Corners (n, 3) of the boxes round all bodies that can mirror others [m]."""
        return np.concatenate([NO_CORNERS, *(buffers.corners for buffers in self._present if buffers.polished)])

    def visible_in(self, parts: Sequence[Rectangle], view: View, size: tuple[int, int]) -> list[MeshBuffers]:
        """Return the meshes with an instance that can be in parts [pixels] of a picture of this size."""
        if list(parts) == [(0, 0, *size)]:
            return self._present  # meshes out of sight are prepared before they become visible
        both = np.asarray(view.view) @ np.asarray(view.projection)
        corners = np.concatenate([NO_CORNERS, *(buffers.corners for buffers in self._present)])
        seen = overlaps(body_edges(corners, both, size), parts)
        ends = np.cumsum([buffers.boxes for buffers in self._present]).tolist()
        return [each for each, end in zip(self._present, ends, strict=True) if seen[end - each.boxes : end].any()]

    def draw(
        self,
        programs: MeshPrograms,
        which: Iterable[MeshBuffers] | None = None,
        polished: MeshPrograms | None = None,
    ) -> Iterator[None]:
        """Draw every body that is not of glass, or only those of some meshes; yield after each program first used.

        polished: of meshes with metal, where they have programs of their own.
        """
        used: set[moderngl.Program] = set()
        for buffers in self._present if which is None else which:
            if buffers.glass:
                continue
            chosen = polished if polished is not None and buffers.polished else programs
            for part in buffers.parts:
                program = chosen.of(part.material)
                buffers.draw(program, part)
                if program not in used:
                    used.add(program)
                    yield
        for buffers in self._waiting:
            chosen = polished if polished is not None and buffers.polished else programs
            for part in () if buffers.glass else buffers.parts:
                buffers.prepare(chosen.of(part.material))

    def draw_shadow_casters(self, programs: MeshPrograms, into: Array) -> None:
        """Draw every body that can be in the clip space of a projection (4, 4), except what only looks like ground.

        programs: the one for glass and the one for all other bodies.
        """
        flat = (self.corners @ into[:3, :2] + into[3, :2]).reshape(-1, 8, 2)
        inside = np.all((flat.min(axis=1) < 1.0) & (flat.max(axis=1) > -1.0), axis=1)
        start = 0
        for buffers in self._present:
            if buffers.materials == GROUND:
                continue
            end = start + buffers.boxes
            if inside[start:end].any():
                buffers.draw(programs.of(Material.GLASS if buffers.glass else None))
            start = end
        for buffers in self._waiting:
            if buffers.materials != GROUND:
                buffers.prepare(programs.of(Material.GLASS if buffers.glass else None))

    def draw_with(self, program: moderngl.Program) -> None:
        """Draw every body with one program, whatever its materials."""
        for buffers in self._present:
            buffers.draw(program)

    @property
    def materials(self) -> frozenset[Material | None]:
        """The special materials, or None for none, of the parts of the meshes of the picture."""
        return frozenset(part.material for buffers in self._present for part in buffers.parts)

    @property
    def has_glass(self) -> bool:
        """True where any body is of glass."""
        return any(buffers.glass for buffers in self._present)

    def draw_glass(self, program: moderngl.Program) -> None:
        """Draw every body of glass with a program."""
        for buffers in self._present:
            if buffers.glass:
                buffers.draw(program)

    def forget(self) -> None:
        """Free the vertex arrays, which tie meshes to programs, before the programs are released."""
        for buffers in self._buffers.values():
            buffers.forget()

    def release(self) -> None:
        """Free everything."""
        for buffers in self._buffers.values():
            buffers.release()
        self._buffers.clear()
        self._present = []
