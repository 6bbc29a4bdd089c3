"""The interface pass: textured triangles with clip rectangles, and frosted panels, over a finished picture."""

from __future__ import annotations

from collections.abc import Sequence

import moderngl

from game.model.overlay import DrawBatch, InterfaceFrame, TextureUpdate
from game.render.gpu.shader_programs import UNITS, Shaders
from game.render.passes.frosted_panels import FrostedPanelPass


class InterfacePass:
    """Draws an `InterfaceFrame` from textures that it keeps and two buffers that grow when a picture needs more."""

    def __init__(self, ctx: moderngl.Context, shaders: Shaders) -> None:
        self._ctx = ctx
        self._program = shaders.program("interface.vert", "interface.frag")
        self._panes = FrostedPanelPass(ctx, shaders)
        self._textures: dict[int, moderngl.Texture] = {}
        self._make(1 << 18, 1 << 17)

    def _make(self, vertex_bytes: int, index_bytes: int) -> None:
        self._vertices = self._ctx.buffer(reserve=vertex_bytes, dynamic=True)
        self._indices = self._ctx.buffer(reserve=index_bytes, dynamic=True)
        content = [(self._vertices, "2f 2f 4f1", "in_place", "in_uv", "in_color")]
        self._array = self._ctx.vertex_array(self._program, content, index_buffer=self._indices, index_element_size=4)

    def _free(self) -> None:
        for part in (self._array, self._vertices, self._indices):
            part.release()

    def update(self, textures: Sequence[TextureUpdate]) -> None:
        """Create, change and drop textures as the frame requests."""
        for change in textures:
            known = self._textures.get(change.identity)
            if change.pixels is None:
                if known is not None:
                    self._textures.pop(change.identity).release()
                continue
            height, width = change.pixels.shape[:2]
            if change.x == 0 and change.y == 0 and (known is None or known.size != change.size):
                if known is not None:
                    known.release()
                known = self._ctx.texture(change.size, 4)
                known.repeat_x = known.repeat_y = False
                self._textures[change.identity] = known
            if known is not None:
                known.write(change.pixels.tobytes(), viewport=(change.x, change.y, width, height))

    def draw(
        self,
        interface: InterfaceFrame,
        target: moderngl.Framebuffer,
        whole: tuple[int, int] | None = None,
        corner: tuple[int, int] = (0, 0),
    ) -> None:
        """Draw over a framebuffer; sizes in points are stretched to its pixels, or to those of a whole picture.

        whole: the size of that picture [pixels], of which the framebuffer is a part. corner: where in it the
        framebuffer begins, from the left and from below.
        """
        whole = whole or target.size
        self.update(interface.textures)
        width, height = interface.size
        if width <= 0 or height <= 0:
            return
        target.use()
        self._ctx.enable_only(moderngl.BLEND)
        self._ctx.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        across, up = whole[0] / target.size[0], whole[1] / target.size[1]
        left, top = -1.0 - 2.0 * corner[0] / target.size[0], 2.0 * (whole[1] - corner[1]) / target.size[1] - 1.0
        self._program["points_to_clip"] = (2.0 * across / width, -2.0 * up / height, left, top)
        stretch = (whole[0] / width, whole[1] / height)
        place = (*corner, *whole)
        for batch in interface.batches[: interface.words]:
            self._draw_batch(batch, target, stretch, place)
        target.scissor = None  # type: ignore[assignment]
        if interface.panes is not None:
            self._panes.draw(interface.panes, interface.size, target)
        for batch in interface.batches[interface.words :]:
            self._draw_batch(batch, target, stretch, place)
        target.scissor = None  # type: ignore[assignment]

    def _draw_batch(
        self,
        batch: DrawBatch,
        target: moderngl.Framebuffer,
        stretch: tuple[float, float],
        place: tuple[int, int, int, int],
    ) -> None:
        vertex_bytes, index_bytes = len(batch.vertices), len(batch.indices)
        if not vertex_bytes or not index_bytes:
            return
        if vertex_bytes > self._vertices.size or index_bytes > self._indices.size:
            room = max(2 * vertex_bytes, self._vertices.size), max(2 * index_bytes, self._indices.size)
            self._free()
            self._make(*room)
        # New storage each time: the card may still be reading the last one.
        self._vertices.orphan()
        self._indices.orphan()
        self._vertices.write(batch.vertices)
        self._indices.write(batch.indices)
        at_x, at_y, full_width, full_height = place
        wide, high = target.size
        for left, top, right, bottom, identity, first, count in batch.commands:
            x0 = min(max(int(left * stretch[0]) - at_x, 0), wide)
            x1 = max(min(min(round(right * stretch[0]), full_width) - at_x, wide), 0)
            y0 = min(max(full_height - round(bottom * stretch[1]) - at_y, 0), high)
            y1 = max(min(min(full_height - int(top * stretch[1]), full_height) - at_y, high), 0)
            texture = self._textures.get(identity)
            if x1 <= x0 or y1 <= y0 or count <= 0 or texture is None:
                continue
            texture.use(UNITS["interface_map"])
            target.scissor = (x0, y0, x1 - x0, y1 - y0)
            self._array.render(moderngl.TRIANGLES, vertices=count, first=first)

    def release(self) -> None:
        """Free buffers and textures."""
        self._free()
        self._panes.release()
        for texture in self._textures.values():
            texture.release()
        self._textures.clear()
