"""Drawing of a synthetic interface."""

from __future__ import annotations

import struct

import moderngl
import numpy as np
import pytest

from game.model.overlay import DrawBatch, InterfaceFrame, TextureUpdate
from game.render.gpu.readback import read
from game.render.gpu.shader_programs import Shaders
from game.render.passes.interface_pass import InterfacePass

WHITE = np.full((2, 2, 4), 255, np.uint8)
FULL = (0.0, 0.0, 20.0, 10.0)


def quad(x0: float, y0: float, x1: float, y1: float, color: tuple[int, int, int, int]) -> tuple[bytes, list[int]]:
    """Return four corners with uv from (0, 0) to (1, 1), and the indices of two triangles."""
    corners = ((x0, y0, 0, 0), (x1, y0, 1, 0), (x1, y1, 1, 1), (x0, y1, 0, 1))
    return b"".join(struct.pack("<4f4B", *corner, *color) for corner in corners), [0, 1, 2, 0, 2, 3]


def batch(vertices: bytes, indices: list[int], commands: list[tuple[float, ...]]) -> DrawBatch:
    packed = struct.pack(f"<{len(indices)}I", *indices)
    return DrawBatch(memoryview(vertices), memoryview(packed), commands)  # type: ignore[arg-type]


class Sheet:
    """A render target of 40 x 20 pixels for interfaces of 20 x 10 points."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.drawer = InterfacePass(ctx, Shaders(ctx))
        self.target = ctx.framebuffer([ctx.texture((40, 20), 4)])

    def draw(self, batches: list[DrawBatch], textures: list[TextureUpdate]) -> np.ndarray:
        self.target.clear(0.0, 0.0, 0.0, 1.0)
        self.drawer.draw(InterfaceFrame((20.0, 10.0), batches, textures), self.target)
        return read(self.target)


@pytest.fixture
def sheet(ctx: moderngl.Context) -> Sheet:
    """Return a target with a white texture under the number 1."""
    new = Sheet(ctx)
    new.draw([], [TextureUpdate(1, (2, 2), 0, 0, WHITE)])
    return new


def test_points_become_pixels_from_the_upper_left(sheet: Sheet) -> None:
    picture = sheet.draw([batch(*quad(2, 1, 5, 3, (255, 0, 0, 255)), [(*FULL, 1, 0, 6)])], [])
    expected = np.zeros((20, 40), bool)
    expected[2:6, 4:10] = True
    assert np.array_equal(picture[..., 0] == 255, expected)


def test_clipping_and_blending(sheet: Sheet) -> None:
    picture = sheet.draw([batch(*quad(0, 0, 20, 10, (200, 200, 200, 128)), [(3.0, 2.0, 7.0, 4.0, 1, 0, 6)])], [])
    assert set(np.unique(picture[4:8, 6:14])) <= {100, 101}
    picture[4:8, 6:14] = 0
    assert not picture.any()


def test_a_command_draws_only_its_indices(sheet: Sheet) -> None:
    first, indices = quad(0, 0, 2, 2, (0, 255, 0, 255))
    second, _ = quad(10, 0, 12, 2, (0, 0, 255, 255))
    both = indices + [4 + i for i in indices]
    picture = sheet.draw([batch(first + second, both, [(*FULL, 1, 6, 6)])], [])
    assert not picture[..., 1].any()
    assert picture[0, 20, 2] == 255


def test_part_of_a_texture_can_change(sheet: Sheet) -> None:
    red = np.zeros((1, 1, 4), np.uint8)
    red[..., (0, 3)] = 255
    picture = sheet.draw(
        [batch(*quad(0, 0, 20, 10, (255,) * 4), [(*FULL, 1, 0, 6)])], [TextureUpdate(1, (2, 2), 1, 0, red)]
    )
    assert picture[0, -1].tolist() == [255, 0, 0]
    assert picture[-1, 0].tolist() == [255, 255, 255]


def test_a_dropped_texture_is_not_drawn(sheet: Sheet) -> None:
    shape = batch(*quad(0, 0, 20, 10, (255,) * 4), [(*FULL, 1, 0, 6)])
    assert sheet.draw([shape], []).any()
    assert not sheet.draw([shape], [TextureUpdate(1, (2, 2), 0, 0, None)]).any()
    assert sheet.draw([shape], [TextureUpdate(1, (2, 2), 0, 0, WHITE)]).any(), "and may come again"


def test_buffers_grow_for_a_large_interface(sheet: Sheet) -> None:
    many = 20_000
    vertices, indices = quad(0, 0, 20, 10, (0, 255, 0, 255))
    hidden, _ = quad(0, 0, 0, 0, (255, 0, 0, 255))
    all_indices = (np.array(indices)[None, :] + 4 * np.arange(many + 1)[:, None]).ravel().tolist()
    picture = sheet.draw([batch(hidden * many + vertices, all_indices, [(*FULL, 1, 0, len(all_indices))])], [])
    assert picture[10, 20].tolist() == [0, 255, 0], "its last vertex has an index above 65535"
