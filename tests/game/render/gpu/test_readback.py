"""Pictures read back from the card."""

from __future__ import annotations

import moderngl
import numpy as np

from game.render.gpu.readback import Readback, read


def painted(ctx: moderngl.Context, size: tuple[int, int], value: int) -> moderngl.Framebuffer:
    """Return a framebuffer whose colours count rows from the bottom and columns from the left."""
    width, height = size
    pixels = np.full((height, width, 4), 255, np.uint8)
    pixels[..., 0] = np.arange(height)[:, None]
    pixels[..., 1] = np.arange(width)[None, :]
    pixels[..., 2] = value
    return ctx.framebuffer([ctx.texture(size, 4, pixels.tobytes())])


def test_the_top_row_comes_first(ctx: moderngl.Context) -> None:
    picture = read(painted(ctx, (5, 3), 9))
    assert picture.shape == (3, 5, 3)
    assert picture[:, 0, 0].tolist() == [2, 1, 0]
    assert picture[0, :, 1].tolist() == [0, 1, 2, 3, 4]
    assert picture[0, 0, 2] == 9


def test_pictures_arrive_in_order_and_equal_those_read_at_once(ctx: moderngl.Context) -> None:
    readback = Readback(ctx, ring=3)
    framebuffers = [painted(ctx, (7, 5), value) for value in range(8)]
    arrived = []
    for framebuffer in framebuffers:
        readback.push(framebuffer)
        arrived += readback.collect()
    assert len(arrived) == 5, "three are still under way"
    arrived += readback.drain()
    assert len(arrived) == 8
    for picture, framebuffer in zip(arrived, framebuffers, strict=True):
        assert np.array_equal(picture, read(framebuffer))
    assert readback.drain() == []
    readback.release()


def test_the_size_may_change_on_the_way(ctx: moderngl.Context) -> None:
    readback = Readback(ctx, ring=2)
    sizes = [(7, 5), (7, 5), (9, 3), (1, 1), (7, 5)]
    for size in sizes:
        readback.push(painted(ctx, size, 1))
    assert [picture.shape[1::-1] for picture in readback.drain()] == sizes
    readback.release()


def test_a_pushed_picture_is_that_of_its_moment(ctx: moderngl.Context) -> None:
    readback = Readback(ctx)
    framebuffer = painted(ctx, (4, 4), 1)
    readback.push(framebuffer)
    framebuffer.clear(1.0, 1.0, 1.0, 1.0)
    assert readback.drain()[0][0, 0, 2] == 1
    readback.release()
