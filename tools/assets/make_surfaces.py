"""Make assets/surfaces/: what exported glTF files need to know of each material, computed by its shader.

`surfaces.json` holds for each material the mean of its colour (linear RGB, of the tint white), metalness, roughness and
coat over a ball that it covers. The pictures are surfaces that have one: `wood.jpg`, `plants.png` with the places that
are no leaf transparent, and `coin.png`, the normals of both faces. Run it after changing a material:
`python -m tools.assets.make_surfaces`; it needs OpenGL. A test compares the file with the shaders.
"""

from __future__ import annotations

import io
import json
from typing import Any, NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from game.model import resources
from game.model.frame import Surroundings
from game.model.material import Material
from game.render.gpu import mipmaps
from game.render.gpu.gl_context import headless_context
from game.render.gpu.shader_programs import UNITS, assemble, vertex_layout
from game.render.lights import LIGHTS
from game.render.meshes.mesh_programs import material_defines
from game.render.stage.stage_programs import stage_defines
from game.render.tiers import TIERS
from tools.command_line import command_line

Floats = NDArray[np.float32]
FOLDER = resources.root() / "assets" / "surfaces"
SIZE = 256, 128
"""Pixels of the picture of a ball: its azimuth and its height."""
CELLS = 64, 32
VERTEX = (("2f", "in_flat"), ("3f", "in_position"), ("3f", "in_normal"), ("3f", "in_surface"))
NOT_COVERING = frozenset({Material.GLASS, Material.WATER, Material.ENGRAVING})
"""Materials that let light through, whose shaders compute no surface, and lines, which cover no ball."""
PLACES = {
    Material.TIMBER: (8.0, 2.0), Material.STEELWORK: (0.0, 0.0), Material.ROCK: (0.0, 0.0), Material.TURF: (0.0, 0.0),
    Material.CLOTH: (0.0, 0.0),
}  # fmt: skip
"""Extent of u and v over a ball, where it is not one turn and its height; 0: both are 1 everywhere, or 0 on CLOTH."""


MIDDLE_SHADE = 4.0
"""The shade of leaves, a whole number below 8, that the picture of plants has."""


class Patch(NamedTuple):
    """A grid of points that fills the picture: rows flat (2), position (3), normal (3), u, v; and its triangles."""

    rows: Floats
    indices: NDArray[np.int32]


class Baked(NamedTuple):
    """What a shader computes in each pixel: colour and whether there is any; metalness, roughness, coat; normal."""

    color: Floats
    finish: Floats
    normal: Floats


def grid(rows: Floats, across: int, up: int) -> Patch:
    """Return a patch of (up + 1) rows of (across + 1) points."""
    k = np.arange(up)[:, None] * (across + 1) + np.arange(across)
    corners = np.stack([k, k + 1, k + across + 2, k, k + across + 2, k + across + 1], axis=-1)
    return Patch(rows.astype(np.float32), corners.reshape(-1).astype(np.int32))


def ball(material: Material) -> Patch:
    """Return a ball of radius 1, its azimuth across the picture and its height up it."""
    across, up = CELLS
    s, t = (x.ravel() for x in np.meshgrid(np.linspace(0, 1, across + 1), np.linspace(0, 1, up + 1)))
    z = 2.0 * t - 1.0
    round_ = np.sqrt(1.0 - z * z)
    at = np.stack([round_ * np.cos(2 * np.pi * s), round_ * np.sin(2 * np.pi * s), z], axis=1)
    wide, high = PLACES.get(material, (1.0, 2.0))
    fixed = 0.0 if material is Material.CLOTH else 1.0
    u, v = (wide * s, high * t) if wide else (fixed + 0.0 * s, fixed + 0.0 * s)
    return grid(np.column_stack([2 * s - 1, 2 * t - 1, at, at, u, v]), across, up)


def square(u: float, v: float, face: float = 1.0) -> Patch:
    """Return a square of the half side 1, at the half height of a coin; u and v run from 0 to these numbers.

    face: 1 for the upper side, -1 for the lower one, seen from below.
    """
    s, t = np.array([0.0, 1.0, 0.0, 1.0]), np.array([0.0, 0.0, 1.0, 1.0])
    z, one = 0.0 * s + 0.1 * face, 0.0 * s + face
    rows = np.column_stack([2 * s - 1, 2 * t - 1, face * (2 * s - 1), 2 * t - 1, z, 0 * s, 0 * s, one, u * s, v * t])
    return grid(rows, 1, 1)


class Baker:
    """A context that computes surfaces without any light."""

    def __init__(self) -> None:
        self.ctx = headless_context()
        wood = np.load(resources.path("assets/turned_wood.npy"))
        self._bind(wood[..., None] if wood.ndim == 2 else wood, "turned_wood")
        self._bind(np.load(resources.path(f"assets/{LIGHTS[Surroundings.FIELD].floor}.npy")), "floor_paint")
        self._bind(np.load(resources.path("assets/field_plants.npy")), "field_plants")
        with np.load(resources.path("assets/coin_faces.npz")) as file:
            self._bind(file["pixels"], "coin_faces")

    def _bind(self, pixels: Any, name: str) -> None:
        texture = mipmaps.mipmapped_texture(self.ctx, mipmaps.mipmap_images(pixels))
        texture.use(UNITS[name])

    def program(self, material: Material, detail: bool) -> moderngl.Program:
        """Return a program that writes what the material's shader computes of a surface."""
        special = None if material.kind.common else material
        stage = Surroundings.VOID if special is None else Surroundings.FIELD
        stage_has = {**stage_defines(TIERS["medium"], stage), "MIRROR": 0, "DETAIL": int(detail)}
        defines = {**stage_has, **material_defines(special)}
        vertex, fragment = (assemble(name, defines)[0] for name in ("mesh.vert", "mesh.frag"))
        vertex = vertex.replace("void main()", "in vec2 in_flat;\nvoid main()")
        vertex = vertex.replace("gl_Position = view_projection * world;", "gl_Position = vec4(in_flat, 0.0, 1.0);")
        fragment = fragment.replace("void main()", "void lit()").replace("out vec4 color;", OUTPUTS) + MAIN
        made = self.ctx.program(vertex_shader=vertex, fragment_shader=fragment)
        for sampler, unit in UNITS.items():
            if sampler in made:
                made[sampler] = unit
        return made

    def bake(self, material: Material, patch: Patch, size: tuple[int, int], detail: bool = True) -> Baked:
        """Return the surface of a material on a patch; rows from the top down."""
        program = self.program(material, detail)
        block = program.get("Frame", None)
        if block is not None:
            block.binding = 0
            self._frame(block.size).bind_to_uniform_block(0)
        rows = np.column_stack([patch.rows, np.full(len(patch.rows), float(material))]).astype(np.float32)
        form, *names = vertex_layout(program, *VERTEX)
        array = self.ctx.vertex_array(
            program,
            [(self.ctx.buffer(rows.tobytes()), form, *names), *self._instance(program)],
            index_buffer=self.ctx.buffer(patch.indices.tobytes()),
        )
        targets = [self.ctx.texture(size, 4, dtype="f4") for _ in range(3)]
        frame = self.ctx.framebuffer(targets)
        frame.use()
        frame.clear()
        array.render(instances=1)
        found = [np.frombuffer(each.read(), np.float32).reshape(size[1], size[0], 4)[::-1] for each in targets]
        return Baked(found[0], found[1][..., :3], found[2][..., :3])

    def _frame(self, size: int) -> moderngl.Buffer:
        """Return a uniform block of a view from far above, with marks and grass of usual scales."""
        from game.render.gpu.frame_block import BLOCK

        data = np.zeros((), BLOCK)
        data["eye"] = (3.0, -2.0, 5.0, 1.0)
        data["to_light"][:3] = (0.0, 0.0, 1.0)
        data["screen"] = (*SIZE, 1.0 / SIZE[0], 1.0 / SIZE[1])
        data["wood"] = (0.1, 0.25, 0.5, 1.0)
        data["ground"] = (6.0, 0.4, 1e4, 0.0)
        return self.ctx.buffer(data.tobytes().ljust(size, b"\0"))

    def _instance(self, program: moderngl.Program) -> list[tuple[Any, ...]]:
        from game.render.meshes.mesh_buffers import INSTANCE, INSTANCE_FLOATS

        row = np.zeros(INSTANCE_FLOATS, np.float32)
        row[:16] = np.eye(4, dtype=np.float32).ravel()
        row[16:20], row[27], row[31] = (1.0, 1.0, 1.0, 0.4), 1.0, 1.0
        each, *names = vertex_layout(program, *INSTANCE)
        return [(self.ctx.buffer(row.tobytes()), f"{each}/i", *names)]


OUTPUTS = """layout(location = 0) out vec4 color;
layout(location = 1) out vec4 baked_finish;
layout(location = 2) out vec4 baked_normal;"""
MAIN = """
void main() {
    vec3 n = normalize(normal);
    Surface s = surface_here(n);
    color = vec4(s.albedo, 1.0);
    baked_finish = vec4(s.metal, s.roughness, s.coat, 1.0);
    baked_normal = vec4(n, 1.0);
}
"""


def means(baker: Baker) -> dict[str, dict[str, Any]]:
    """Return colour, metalness, roughness and coat of each material that covers, by its name."""
    found = {}
    for material in Material:
        if material in NOT_COVERING:
            continue
        baked = baker.bake(material, square(1.0, 1.0) if material is Material.SPRIG else ball(material), SIZE)
        seen = baked.color[..., 3] > 0.5
        metal, rough, coat = baked.finish[seen].mean(axis=0)
        found[material.name] = {
            "color": [round(float(x), 4) for x in baked.color[seen][:, :3].mean(axis=0)],
            "metal": round(float(metal), 3), "roughness": round(float(rough), 3), "coat": round(float(coat), 3),
        }  # fmt: skip
    return found


def in_bytes(linear: Floats) -> NDArray[np.uint8]:
    """Return colours in sRGB."""
    low = np.clip(linear, 0.0, 1.0)
    curve = np.where(low <= 0.0031308, 12.92 * low, 1.055 * low ** (1 / 2.4) - 0.055)
    return np.rint(255.0 * curve).astype(np.uint8)


def pictures(baker: Baker) -> dict[str, Image.Image]:
    """Return the pictures by their names."""
    wood = baker.bake(Material.PAINTED_WOOD, square(1.0, 1.0), (512, 256), detail=False).color
    leaves = square(0.999, 1.0)
    leaves.rows[:, 8] += MIDDLE_SHADE
    plants = baker.bake(Material.SPRIG, leaves, (512, 512)).color
    solid = (255 * (plants[..., 3:] > 0.5)).astype(np.uint8)
    filled = np.where(plants[..., 3:] > 0.5, plants[..., :3], plants[plants[..., 3] > 0.5][:, :3].mean(axis=0))
    faces = [baker.bake(Material.COIN, square(1.0, 1.0, face), (512, 512)).normal * face for face in (1.0, -1.0)]
    upright = [face * (1.0, sign, 1.0) for face, sign in zip(faces, (1.0, -1.0), strict=True)]
    normals = np.rint(127.5 + 127.5 * np.concatenate(upright, axis=1)).astype(np.uint8)
    return {
        "wood.jpg": Image.fromarray(in_bytes(wood[..., :3])),
        "plants.png": Image.fromarray(np.concatenate([in_bytes(filled), solid], axis=2)),
        "coin.png": Image.fromarray(normals),
    }


def main() -> None:
    """Write the files."""
    baker = Baker()
    FOLDER.mkdir(exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(each)}" for name, each in means(baker).items())
    (FOLDER / "surfaces.json").write_text(f"{{\n{lines}\n}}\n")
    for name, picture in pictures(baker).items():
        out = io.BytesIO()
        picture.save(out, "JPEG" if name.endswith("jpg") else "PNG", quality=88, optimize=True)
        (FOLDER / name).write_bytes(out.getvalue())


if __name__ == "__main__":
    command_line().parse_args()
    main()
