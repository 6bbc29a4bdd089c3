"""The frosted panels: a small blurred and tinted copy of the picture, and the boxes that show it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.model.overlay import FrostedPanes
from game.render.gpu.screen_pass import ScreenPass
from game.render.gpu.shader_programs import UNITS, Shaders

SHRINK = 16
"""Number of pixels of the picture, along each side, for one of the small copy."""
COLOURFUL = 1.5
"""Factor of the saturation, which makes up for the loss by blurring and tinting."""
CELLS = 10
"""Number of cells across and down a panel, at whose corners the small, smooth copy is sampled."""
MAX_PANELS = 32
"""Greatest number of panels that are drawn."""
BYTES = 20
"""Number of bytes of a panel in the buffer: four edges and the opacity."""
OUTSIDE, INSIDE = 1.0, 2.0
"""Distances outwards and inwards from its edge in which a panel's rim is computed for each pixel [points]."""
SHADOW, RIM, INNER = 0, 1, 2


class FrostedPanelPass:
    """Draws frosted panels; the small copies are replaced only when the size of the target changes."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._frost = ScreenPass(ctx, shaders.program("full_screen.vert", "frosted_blur.frag"))
        self._programs = [
            shaders.program("frosted_panel.vert", "frosted_panel.frag", {"PART": part}) for part in (SHADOW, RIM, INNER)
        ]
        self._boxes = ctx.buffer(reserve=BYTES * MAX_PANELS, dynamic=True)
        self._places = [ctx.buffer(places.tobytes()) for places in (_outer(), _outer(), _inner())]
        self._arrays = [
            ctx.vertex_array(program, [(places, "2f", "in_place"), (self._boxes, "4f 1f/i", "in_box", "in_opacity")])
            for program, places in zip(self._programs, self._places, strict=True)
        ]
        self._parts: list[moderngl.Texture | moderngl.Framebuffer] = []
        self._size = (0, 0)

    def draw(self, panes: FrostedPanes, size: tuple[float, float], target: moderngl.Framebuffer) -> None:
        """Draw panels over a target that is `size` points large; leaves it in use, blending as it was."""
        boxes = np.array(panes.boxes[:MAX_PANELS], np.float32)
        if not len(boxes):
            return
        self._blur(target, panes.glass)
        target.use()
        self._small_color.use(UNITS["glass_map"])
        self._boxes.write(boxes.tobytes())
        across, down = 1.0 / target.size[0], 1.0 / target.size[1]
        rim = (OUTSIDE, INSIDE, panes.rounding)
        uniforms = (
            {"lines": (panes.spread, OUTSIDE, panes.rounding), "shadow": panes.shadow},
            {"lines": rim, "edge": panes.edge, "pixel": (across, down, target.size[1] / size[1])},
            {"lines": rim},
        )
        solid = bool((boxes[:, 4] >= 1.0).all())
        for part, program in enumerate(self._programs):
            program["points_to_clip"] = (2.0 / size[0], -2.0 / size[1], -1.0, 1.0)
            for name, value in uniforms[part].items():
                program[name] = value
            self._ctx.enable_only(moderngl.NOTHING if solid and part == INNER else moderngl.BLEND)
            self._arrays[part].render(moderngl.TRIANGLES, instances=len(boxes))
        self._ctx.enable_only(moderngl.BLEND)

    def _blur(self, target: moderngl.Framebuffer, tint: tuple[float, float, float, float]) -> None:
        if self._size != target.size:
            self._make(target.size)
        picture = target.color_attachments[0]
        assert isinstance(picture, moderngl.Texture)
        self._ctx.enable_only(moderngl.NOTHING)
        self._pass(picture, self._rough, taps=4, step_=SHRINK / 4, colourful=1.0, tint=(0.0, 0.0, 0.0, 0.0))
        self._pass(self._rough_color, self._small, taps=3, step_=1.35, colourful=COLOURFUL, tint=tint)

    def _pass(
        self, source: moderngl.Texture, into: moderngl.Framebuffer, **uniforms: float | tuple[float, ...]
    ) -> None:
        into.use()
        source.use(UNITS["picture"])
        self._frost.draw(texel=(1.0 / source.width, 1.0 / source.height), **uniforms)

    def _make(self, size: tuple[int, int]) -> None:
        self._free()
        self._size = size
        small = max(size[0] // SHRINK, 1), max(size[1] // SHRINK, 1)
        self._rough_color, self._rough = self._target(small)
        self._small_color, self._small = self._target(small)

    def _target(self, size: tuple[int, int]) -> tuple[moderngl.Texture, moderngl.Framebuffer]:
        texture = self._ctx.texture(size, 4)
        texture.repeat_x = texture.repeat_y = False
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        framebuffer = self._ctx.framebuffer([texture])
        self._parts += [texture, framebuffer]
        return texture, framebuffer

    def _free(self) -> None:
        for part in reversed(self._parts):
            part.release()
        self._parts.clear()

    def release(self) -> None:
        """Free everything."""
        self._free()
        self._frost.release()
        for array in self._arrays:
            array.release()
        for buffer in (*self._places, self._boxes):
            buffer.release()


def _triangles(cells: Iterable[tuple[int, int]]) -> NDArray[np.float32]:
    """Return corners of cells, six to each."""
    corners = ((0, 0), (1, 0), (1, 1), (0, 0), (1, 1), (0, 1))
    return np.array([(x + dx, y + dy) for x, y in cells for dx, dy in corners], np.float32)


def _outer() -> NDArray[np.float32]:
    """Return the cells between the lines of a panel (0 to 5) in which its edge is, and those of its corners."""
    ends = (0, 4)
    cells = itertools.product(range(5), range(5))
    return _triangles((x, y) for x, y in cells if x in ends or y in ends or (x != 2 and y != 2))


def _inner() -> NDArray[np.float32]:
    """Return the other cells, that in the middle as a grid."""
    grid = 2.0 + _triangles(itertools.product(range(CELLS), range(CELLS))) / np.float32(CELLS)
    sides = [_strip(x, y) for x, y in ((1, 2), (3, 2), (2, 1), (2, 3))]
    return np.concatenate([grid, *sides]).astype(np.float32)


def _strip(x: int, y: int) -> NDArray[np.float32]:
    """Return a cell beside that in the middle, in as many parts as its neighbour."""
    along = np.array([x == 2, y == 2])
    parts = _triangles((k, 0) if x == 2 else (0, k) for k in range(CELLS))
    return (np.array([x, y]) + parts / np.where(along, CELLS, 1)).astype(np.float32)
