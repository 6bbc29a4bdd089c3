"""The picture of a preset while the program loads: its thumbnail, over the whole window, dim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.app.window import picture_of
from game.model import resources
from game.model.scene_marks import THUMBNAILS

if TYPE_CHECKING:
    import moderngl

MOST_BYTES = 2_000_000
"""Greatest size of the file of a thumbnail."""
VERTICES = """
#version 330 core
uniform vec2 part;
out vec2 place;
void main() {
    vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
    place = vec2(0.5) + part * vec2(corner.x - 0.5, 0.5 - corner.y);
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
"""
COLORS = """
#version 330 core
uniform sampler2D picture;
in vec2 place;
out vec4 color;
void main() { color = vec4(0.6 * texture(picture, place).rgb, 1.0); }
"""


def draw_opening_picture(target: moderngl.Framebuffer, name: str) -> bool:
    """Draw the thumbnail of a preset over a framebuffer, cut to its shape; return whether there is one.

    It is dim, so that it is not taken for the scene itself. Its texture and program are freed again.
    """
    path, (width, height) = resources.path(THUMBNAILS) / f"{name}.webp", target.size
    try:
        if path.stat().st_size > MOST_BYTES:
            return False
        size, colors = picture_of(path)
    except OSError:
        return False
    wide, tall = size[0] * height, size[1] * width
    if not (wide and tall):
        return False
    ctx = target.ctx
    program = ctx.program(vertex_shader=VERTICES, fragment_shader=COLORS)
    texture = ctx.texture(size, 3, colors, alignment=1)
    texture.repeat_x = texture.repeat_y = False
    vertices = ctx.vertex_array(program, [])
    program["part"] = (min(tall / wide, 1.0), min(wide / tall, 1.0))
    target.use()
    texture.use(0)
    vertices.render(vertices=3)
    for made in (vertices, texture, program):
        made.release()
    return True
