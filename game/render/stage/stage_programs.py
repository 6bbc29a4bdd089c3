"""The programs, the floor and the sky of one stage in one tier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.frame import Array, SceneFrame, Surroundings
from game.model.material import Material
from game.render.gpu.mirrored_block import shape_counts
from game.render.gpu.screen_pass import Rectangle
from game.render.gpu.shader_programs import Shaders
from game.render.meshes.mesh_programs import MeshPrograms, material_defines
from game.render.stage.floor import Floor, Table, screen_cells
from game.render.stage.grid import LINES, Grid
from game.render.tiers import Tier

STRIPS = 12, 10
"""Cells of a backdrop across the screen and up it."""

FIELD_STRIPS = 10, 24
"""Cells of the sky over the field across the screen, and strips up it."""
ZONES = ((4, 5), (3, 8), (2, 12), (1, 14))
"""Zones of the land and the rings of each, the uppermost first (shaders/field.vert)."""


class Sky:
    """A backdrop: the screen at the far plane, cut into cells."""

    def __init__(self, ctx: moderngl.Context, program: moderngl.Program, strips: tuple[int, int]) -> None:
        vertices, triangles = screen_cells(*strips)
        self._buffers = ctx.buffer(vertices.tobytes()), ctx.buffer(triangles.tobytes())
        self._array = ctx.vertex_array(program, [(self._buffers[0], "2f", "in_corner")], index_buffer=self._buffers[1])

    def draw(self) -> None:
        """Draw where nothing stands before it."""
        self._array.render(moderngl.TRIANGLES)

    def release(self) -> None:
        """Free all but the program."""
        self._array.release()
        for buffer in self._buffers:
            buffer.release()


class FieldSky:
    """The sky over a field, computed in each pixel.

    The screen at the far plane is cut into strips from side to side; those with the horizon are drawn by a program
    that includes the hills and woods there.
    """

    def __init__(self, ctx: moderngl.Context, programs: Sequence[moderngl.Program]) -> None:
        vertices, triangles = screen_strips(*FIELD_STRIPS)
        self._buffers = ctx.buffer(vertices.tobytes()), ctx.buffer(triangles.tobytes())
        self._arrays = [
            ctx.vertex_array(program, [(self._buffers[0], "4f", "in_corner")], index_buffer=self._buffers[1])
            for program in programs
        ]

    def draw(self) -> None:
        """Draw where nothing stands before it."""
        for array in self._arrays:
            array.render(moderngl.TRIANGLES)

    def release(self) -> None:
        """Free all but the programs."""
        for array in self._arrays:
            array.release()
        for buffer in self._buffers:
            buffer.release()


class StagePrograms:
    """The programs for bodies, floor and sky of one stage.

    mesh, ghost, veil, mirror: programs of bodies; mirror is None where no floor shows an image. caustic: makes
    the program of light that clear bodies gather. silvered: whether a round mirror is let into the table.
    """

    def __init__(
        self, ctx: moderngl.Context, shaders: Shaders, quality: Tier, stage: Surroundings, silvered: bool
    ) -> None:
        self._ctx = ctx
        self._shaders = shaders
        field = stage is Surroundings.FIELD
        self._defines = defines = stage_defines(quality, stage, silvered)
        self._sees_bodies = quality.bodies and not field
        self.mesh = MeshPrograms(shaders, {**defines, "MIRROR": 0})
        self._polished: dict[tuple[int, ...], MeshPrograms] = {}
        self.ghost, self.veil = (
            MeshPrograms(shaders, {**defines, "MIRROR": 0, "VEIL": veil}, fragment="ghost.frag") for veil in (0, 1)
        )
        self.caustic = partial(shaders.program, "caustic.vert", "caustic.frag", defines)
        self.mirror: MeshPrograms | None = None
        if quality.reflection_taps and stage is Surroundings.STUDIO:
            self.mirror = MeshPrograms(shaders, {**defines, "MIRROR": 1})
        self._table = _table(ctx, shaders, defines, self.mirror is not None) if stage is Surroundings.STUDIO else None
        self._land = Floor(ctx, *_zones(shaders, defines)) if field else None
        self._sky: Sky | FieldSky
        self._grid: Grid | None = None
        if field:
            files = "field_sky.vert", "field_sky.frag"
            self._sky = FieldSky(ctx, [shaders.program(*files, {**defines, "BAND": band}) for band in (0, 1)])
        else:
            self._sky = Sky(ctx, shaders.program("backdrop.vert", "backdrop.frag", defines), STRIPS)
            program = shaders.program("grid.vert", "grid.frag", {**defines, "LINES": LINES})
            self._grid = Grid(ctx, program, inlaid=stage is Surroundings.STUDIO)

    def polished(self, frame: SceneFrame) -> MeshPrograms:
        """Return the programs of opaque bodies of metal, which see as many shapes of one another as the frame has."""
        shapes = shape_counts(frame.mirrored if self._sees_bodies else frame.mirrored[:0])
        key = tuple(shapes.values())
        if key not in self._polished:
            self._polished[key] = MeshPrograms(self._shaders, {**self._defines, **shapes, "MIRROR": 0})
        return self._polished[key]

    def glass(self, back: int) -> moderngl.Program:
        """Return the program of clear bodies: of their far sides, back = 1, or their near ones, 0."""
        defines = {**self._defines, **material_defines(Material.GLASS), "MIRROR": 0, "BACK": back}
        return self._shaders.program("mesh.vert", "glass.frag", defines)

    def draw_background(
        self,
        target: moderngl.Framebuffer,
        stale: Sequence[Rectangle],
        bounds: Rectangle,
        shadows: Sequence[Rectangle],
        images: Sequence[Rectangle],
    ) -> None:
        """Draw floor and sky where nothing stands before them, in parts of a framebuffer in use.

        stale: these parts, outside of which it holds a whole picture; bounds: the rectangle round them; shadows,
        images: where shadows fall on the studio's floor, and where its mirror images are; they may overlap.
        """
        # Outside of those parts the depth test rejects every pixel, which costs less than separate draws.
        self._ctx.depth_func = "<"
        target.scissor = bounds
        if self._table is not None:
            self._table.draw(target, shadows, images, bounds)
        if self._land is not None:
            self._land.draw()
        self._ctx.depth_func = "<="
        _within(stale, target, self._sky.draw)
        if self._table is not None:
            _within(stale, target, self._table.draw_edge)
        if self._grid is not None:
            _within(stale, target, self._grid.draw)

    def release(self) -> None:
        """Free all but the programs."""
        for part in (self._table, self._land, self._sky, self._grid):
            if part is not None:
                part.release()


def _within(parts: Sequence[Rectangle], target: moderngl.Framebuffer, draw: Callable[[], None]) -> None:
    for part in parts:
        target.scissor = part
        draw()


def _table(ctx: moderngl.Context, shaders: Shaders, defines: dict[str, int | float], mirrors: bool) -> Table:
    def program(inner: int, image: int, edge: int = 0) -> moderngl.Program:
        return shaders.program("floor.vert", "floor.frag", {**defines, "INNER": inner, "IMAGE": image, "EDGE": edge})

    return Table(ctx, program(0, 0), program(1, 0), program(1, 1) if mirrors else None, program(0, 0, 1))


def _zones(shaders: Shaders, defines: dict[str, int | float]) -> list[tuple[moderngl.Program, int]]:
    """Return program and rings of each zone of the land."""
    return [(shaders.program("field.vert", "field.frag", {**defines, "ZONE": zone}), rings) for zone, rings in ZONES]


def stage_defines(quality: Tier, stage: Surroundings, silvered: bool = False) -> dict[str, int | float]:
    """Return the defines of all programs of a stage in a tier; silvered: a round mirror may be let into the table."""
    field = stage is Surroundings.FIELD
    where = {"FIELD": int(field), "VOID": int(stage is Surroundings.VOID), "SILVERED": int(silvered)}
    defines: dict[str, int | float] = {**quality.defines(), **where, "BALLS": 0, "RODS": 0, "RINGS": 0}
    return {**defines, "ASLANT": int(quality.anisotropy > 1.0)} if field else defines


def screen_strips(across: int, count: int) -> tuple[Array, NDArray[np.int32]]:
    """Return strips from side to side of the screen, -1 to 1, each cut into cells.

    They are corners with the heights between which their strip lies, (2 * count * (across + 1), 4), and two triangles
    for each cell.
    """
    edges, along = np.linspace(-1.0, 1.0, count + 1), np.linspace(-1.0, 1.0, across + 1)
    rows = np.empty((count, 2, across + 1, 4), np.float32)
    rows[..., 0] = along
    rows[..., 1] = np.stack([edges[:-1], edges[1:]], axis=1)[..., None]
    rows[..., 2], rows[..., 3] = edges[:-1, None, None], edges[1:, None, None]
    first = 2 * (across + 1) * np.arange(count)[:, None] + np.arange(across)
    upper = across + 1
    triangles = first[..., None] + np.array([0, 1, upper, upper, 1, upper + 1])
    return rows.reshape(-1, 4), triangles.astype(np.int32).reshape(-1)
