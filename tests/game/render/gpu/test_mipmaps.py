"""Textures and their mipmaps."""

from itertools import pairwise

import moderngl
import numpy as np
import pytest

from game.render.gpu import mipmaps

VERTEX = """#version 330 core
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }
"""
FRAGMENT = """#version 330 core
uniform sampler2D picture;
uniform int level;
out vec4 color;
void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), level); }
"""


def picture(height, width, components):
    shape = (height, width) if components == 1 else (height, width, components)
    return np.random.default_rng(0).integers(0, 256, shape, np.uint8)


def test_each_mipmap_averages_four_pixels():
    whole = np.array([[0, 4, 100, 102], [8, 12, 104, 106]], np.uint8)
    _, half, last = mipmaps.mipmap_images(whole)
    assert half.tolist() == [[6, 103]]
    assert last.tolist() == [[55]], "of two, where there are but two; a half is rounded up"


@pytest.mark.parametrize("size", [(8, 8), (4, 16), (16, 1), (6, 5)], ids=str)
def test_mipmap_sides_are_halved_down_to_one_pixel(size):
    sides = [image.shape[:2] for image in mipmaps.mipmap_images(picture(*size, 3))]
    assert sides[-1] == (1, 1)
    assert all((max(a // 2, 1), max(b // 2, 1)) == smaller for (a, b), smaller in pairwise(sides))


def drawn(ctx, texture, level, shape):
    """Return one mipmap of a texture as a shader reads it, (h, w, 4)."""
    program = ctx.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
    program["level"] = level
    target = ctx.texture((shape[1], shape[0]), 4)
    framebuffer, array = ctx.framebuffer([target]), ctx.vertex_array(program, [])
    framebuffer.use()
    ctx.enable_only(moderngl.NOTHING)
    texture.use(0)
    array.render(vertices=3)
    pixels = np.frombuffer(target.read(), np.uint8).reshape(*shape[:2], 4)
    ctx.detect_framebuffer(0).use()  # or moderngl would bind the released framebuffer again
    for part in (array, framebuffer, target, program):
        part.release()
    return pixels


@pytest.mark.parametrize("components", [1, 2, 3, 4])
def test_a_texture_has_all_mipmaps(ctx, components):
    images = mipmaps.mipmap_images(picture(8, 16, components))
    assert ctx.error == "GL_NO_ERROR"
    made = mipmaps.mipmapped_texture(ctx, images)
    assert ctx.error == "GL_NO_ERROR"
    for level, image in enumerate(images):
        seen = drawn(ctx, made, level, image.shape)[..., :components]
        assert np.array_equal(seen.reshape(image.shape), image)
    assert made.filter == (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    made.release()


def test_a_single_image_has_no_mipmaps(ctx):
    made = mipmaps.mipmapped_texture(ctx, [picture(8, 8, 4)])
    assert made.filter == (moderngl.LINEAR, moderngl.LINEAR)
    made.release()


def test_the_driver_makes_mipmaps_where_its_functions_are_not_found(ctx, monkeypatch):
    monkeypatch.setattr(mipmaps, "texture_functions", lambda: None)
    images = mipmaps.mipmap_images(picture(8, 8, 1))
    made = mipmaps.mipmapped_texture(ctx, images)
    half = drawn(ctx, made, 1, images[1].shape)[..., 0].astype(int)
    assert np.abs(half - images[1]).max() <= 1
    made.release()
