"""Meshes and materials of a glTF file.

What the program's shaders compute of each material is in `assets/surfaces` as a mean, and as a picture where the look
has one; `tools/assets/make_surfaces.py` makes both from the shaders.
"""

from __future__ import annotations

import io
import json
import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.export.glb_container import VERTICES, GlbContainer
from game.model import resources
from game.model.frame import CheckerPattern, Instance, Mesh, SurfacePattern
from game.model.material import Material
from game.render.meshes.mesh_buffers import half_length
from physics.maths import dense
from physics.maths.rounded import power

Floats64 = NDArray[np.float64]
Color = tuple[float, float, float]
REPEATED, CLAMPED = {"wrapS": 10497, "wrapT": 10497}, {"wrapS": 10497, "wrapT": 33071}
COAT_ROUGHNESS = 0.16
PAINTED_SIZE = 1024, 256
"""Pixels of a picture of painted sectors, round the body and along its profile."""
LINE, LINE_COLOR, LINE_SHARE = 0.035, (0.020, 0.012, 0.008), 0.85
"""Width and distance of the dark lines beside a painted band, in its widths, their colour, and how much they cover: as
in `shaders/common/paint.glsl`."""
FACE = 0.7
"""Cosine of the angle to the axis of a coin below which its normals belong to the edge."""
JPEG_QUALITY = 90


class MeshPart(NamedTuple):
    """The triangles of one material: rows of vertices as in `Mesh`, and indices."""

    material: Material
    rows: Floats64
    indices: NDArray[np.int64]


class DrawnSurface(NamedTuple):
    """What is drawn of a part: its material as glTF has it, and further attributes of the vertices by their names."""

    material: int
    attributes: dict[str, Floats64]


@cache
def table() -> dict[str, Any]:
    """Return colour, metalness, roughness and coat by the names of the materials."""
    found: dict[str, Any] = json.loads(resources.text("assets/surfaces/surfaces.json"))
    return found


def material_parts(mesh: Mesh) -> list[MeshPart]:
    """Return the finest triangles of a mesh by materials, without those that have no area."""
    rows, corners = mesh.vertices.astype(float), mesh.indices.reshape(-1, 3).astype(np.int64)
    a, b, c = (rows[corners[:, k], :3] for k in range(3))
    corners = corners[dense.lengths(np.cross(b - a, c - a)) > 0.0]
    own = rows[corners[:, 0], 8].astype(int)
    found = []
    for kind in sorted(set(own.tolist())):
        kept, indices = np.unique(corners[own == kind], return_inverse=True)
        found.append(MeshPart(Material(kind), rows[kept], indices.reshape(-1)))
    return found


def cut_checkers(part: MeshPart, paint: CheckerPattern) -> tuple[MeshPart, MeshPart]:
    """Return the light and the dark triangles of a checkered part, cut at the planes where the colours change."""
    triangles = part.rows[part.indices].reshape(-1, 3, part.rows.shape[1])
    axes = [k for k in range(3) if math.isfinite(paint.cells[k])]
    for axis in axes:
        reach = float(np.abs(triangles[:, :, axis]).max()) / paint.cells[axis]
        for plane in range(-int(reach), int(reach) + 1):
            triangles = cut_triangles(triangles, axis, plane * paint.cells[axis])
    middles = 0.998 * triangles[:, :, :3].mean(axis=1)  # the pattern is a little under the surface
    number = sum((np.floor(middles[:, k] / paint.cells[k]).astype(int) for k in axes), np.zeros(len(triangles), int))
    halves = [triangles[number % 2 == side].reshape(-1, part.rows.shape[1]) for side in (0, 1)]
    light, dark = (MeshPart(part.material, half, np.arange(len(half))) for half in halves)
    return light, dark


def cut_triangles(triangles: Floats64, axis: int, level: float) -> Floats64:
    """Return triangles (n, 3, k) of which none crosses the plane where coordinate `axis` has this level.

    The other numbers of the vertices are interpolated.
    """
    off = triangles[:, :, axis] - level
    crosses = (off.min(axis=1) < -1e-9) & (off.max(axis=1) > 1e-9)
    whole, cut = triangles[~crosses], triangles[crosses]
    if not len(cut):
        return triangles
    # The vertex that is alone on its side comes first.
    side = np.where(off[crosses] >= 0.0, 1, -1)
    lone = np.argmax(side == -np.sign(side.sum(axis=1))[:, None], axis=1)
    order = (lone[:, None] + np.arange(3)) % 3
    a, b, c = (np.take_along_axis(cut, order[:, k, None, None], axis=1)[:, 0] for k in range(3))
    ab, ac = (a + (b_ - a) * ((level - a[:, axis]) / (b_[:, axis] - a[:, axis]))[:, None] for b_ in (b, c))
    new = [np.stack(corners, axis=1) for corners in ((a, ab, ac), (ab, b, c), (ab, c, ac))]
    return np.concatenate([whole, *new])


class Surfaces:
    """The meshes and materials of one file, each written once. wood_repeats: of its picture in a metre of v."""

    def __init__(self, file: GlbContainer, wood_repeats: float) -> None:
        self._file, self._wood_repeats = file, wood_repeats
        self._meshes: dict[Any, int] = {}
        self._parts: dict[Any, tuple[dict[str, int], int]] = {}
        self._materials: dict[Any, int] = {}
        self._textures: dict[Any, int] = {}
        self._kept: list[Mesh] = []
        self.used: set[Material] = set()

    def mesh(self, instance: Instance, name: str) -> int:
        """Return the index of the mesh of an instance, with its colours."""
        key = id(instance.mesh), instance.tint, instance.roughness, instance.paint, instance.opacity
        if key not in self._meshes:
            self._kept.append(instance.mesh)
            primitives = [each for part in material_parts(instance.mesh) for each in self._primitives(part, instance)]
            self._meshes[key] = self._file.add("meshes", {"name": name, "primitives": primitives})
        return self._meshes[key]

    def line(self, color: Color, name: str) -> int:
        """Return the index of the material of lines in a colour, sRGB, that no light changes."""
        self._file.use("KHR_materials_unlit")
        linear = [*(power(each, 2.2) if each > 0.0 else 0.0 for each in color), 1.0]
        return self._material(("line", color), {
            "name": name, "pbrMetallicRoughness": {"baseColorFactor": linear, "metallicFactor": 0.0},
            "extensions": {"KHR_materials_unlit": {}},
        })  # fmt: skip

    def _primitives(self, part: MeshPart, instance: Instance) -> list[dict[str, Any]]:
        self.used.add(part.material)
        key: tuple[Any, ...] = (id(instance.mesh), part.material)
        if instance.opacity < 1.0:
            return [self._primitive(part, (*key, ""), DrawnSurface(self._ghost(instance), {}))]
        if isinstance(instance.paint, CheckerPattern) and part.material.kind.paint == "Checker":
            halves = cut_checkers(part, instance.paint)
            key = (*key, instance.paint.cells)
            surfaces = [
                DrawnSurface(self._plain(part.material, color), {})
                for color in (instance.paint.light, instance.paint.dark)
            ]
            return [
                self._primitive(half, (*key, which), surface)
                for which, (half, surface) in enumerate(zip(halves, surfaces, strict=True))
                if len(half.indices)
            ]  # fmt: skip
        if part.material is Material.COIN:
            return self._coin(part, key, instance)
        return [self._primitive(part, key, self._surface(part, instance))]

    def _primitive(self, part: MeshPart, key: Any, surface: DrawnSurface) -> dict[str, Any]:
        """Return a primitive; parts of the same key share places, normals and indices."""
        if key not in self._parts:
            normals = part.rows[:, 3:6]
            lengths = dense.lengths(normals)[:, None]
            normals = np.where(lengths > 1e-9, normals / np.maximum(lengths, 1e-9), (0.0, 0.0, 1.0))
            own = {
                "POSITION": self._file.floats(part.rows[:, :3], VERTICES, bounds=True),
                "NORMAL": self._file.floats(normals, VERTICES),
            }
            self._parts[key] = own, self._file.indices(part.indices)
        own, indices = self._parts[key]
        further = {name: self._file.floats(rows, VERTICES) for name, rows in surface.attributes.items()}
        return {"attributes": {**own, **further}, "indices": indices, "material": surface.material}

    def _surface(self, part: MeshPart, instance: Instance) -> DrawnSurface:
        """Return the material of a part, with a picture where it has one."""
        kind, paint = part.material, instance.paint
        u, v = part.rows[:, 6], part.rows[:, 7]
        if isinstance(paint, SurfacePattern) and paint.sectors and kind.kind.paint == "Paint":
            high = float(v.max()) or 1.0
            picture = self._painted(kind, paint, instance.tint, high)
            return DrawnSurface(self._plain(kind, None, picture), {"TEXCOORD_0": np.stack([u, v / high], axis=1)})
        if kind is Material.PAINTED_WOOD:
            uv = np.stack([u, -v * self._wood_repeats], axis=1)
            return DrawnSurface(
                self._plain(kind, instance.tint, self._asset("wood.jpg"), white=True), {"TEXCOORD_0": uv}
            )
        if kind is Material.SPRIG:
            uv = np.stack([u - np.floor(u.min()), 1.0 - v], axis=1)
            return DrawnSurface(self._plain(kind, instance.tint, self._asset("plants.png"), True), {"TEXCOORD_0": uv})
        return DrawnSurface(self._plain(kind, instance.tint, roughness=instance.roughness), {})

    def _coin(self, part: MeshPart, key: Any, instance: Instance) -> list[dict[str, Any]]:
        """Return the edge of a coin, and its faces with the normals of what is struck on them."""
        corners = part.indices.reshape(-1, 3)
        on_face = np.abs(part.rows[corners, 5]).min(axis=1) > FACE
        found = []
        for which, chosen in (("edge", corners[~on_face]), ("faces", corners[on_face])):
            kept, indices = np.unique(chosen, return_inverse=True)
            piece = MeshPart(part.material, part.rows[kept], indices.reshape(-1))
            if which == "edge":
                surface = DrawnSurface(self._plain(part.material, instance.tint), {})
            else:
                material = self._plain(part.material, instance.tint, normals=self._asset("coin.png"))
                surface = DrawnSurface(material, coin_places(piece.rows, half_length(instance.mesh)))
            found.append(self._primitive(piece, (*key, which), surface))
        return found

    # Materials --------------------------------------------------------------------------------------------

    def _plain(
        self,
        kind: Material,
        tint: Color | None,
        picture: int | None = None,
        white: bool = False,
        normals: int | None = None,
        roughness: float | None = None,
    ) -> int:
        """Return a material of a kind. tint: None where the picture has it. white: the picture has the colour."""
        if kind is Material.GLASS:
            return self._glass(tint or (1.0, 1.0, 1.0))
        kind = Material.PLAIN if kind is Material.ENGRAVING else kind
        known = table()[kind.name]
        rough = roughness if kind is Material.PLAIN and roughness is not None else known["roughness"]
        color = (
            [1.0] * 3
            if tint is None
            else [t * (1.0 if white else c) for t, c in zip(tint, known["color"], strict=True)]
        )
        entry: dict[str, Any] = {
            "name": kind.name.lower().replace("_", " "),
            "pbrMetallicRoughness": {
                "baseColorFactor": [*(min(each, 1.0) for each in color), 1.0],
                "metallicFactor": known["metal"], "roughnessFactor": rough,
                **({} if picture is None else {"baseColorTexture": {"index": picture}}),
            },
        }  # fmt: skip
        if normals is not None:
            entry["normalTexture"] = {"index": normals}
        if known["coat"]:
            self._file.use("KHR_materials_clearcoat")
            coat = {"clearcoatFactor": known["coat"], "clearcoatRoughnessFactor": COAT_ROUGHNESS}
            entry["extensions"] = {"KHR_materials_clearcoat": coat}
        if kind is Material.SPRIG:
            entry |= {"alphaMode": "MASK", "doubleSided": True}
        return self._material((kind, tint, picture, white, normals, rough), entry)

    def _glass(self, tint: Color) -> int:
        self._file.use("KHR_materials_transmission")
        return self._material(("glass", tint), {
            "name": "glass",
            "pbrMetallicRoughness": {
                "baseColorFactor": [*tint, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.05,
            },
            "extensions": {"KHR_materials_transmission": {"transmissionFactor": 1.0}},
        })  # fmt: skip

    def _ghost(self, instance: Instance) -> int:
        color = [*(min(each, 1.0) for each in instance.tint), instance.opacity]
        return self._material(("ghost", instance.tint, instance.opacity), {
            "name": "translucent", "alphaMode": "BLEND",
            "pbrMetallicRoughness": {"baseColorFactor": color, "metallicFactor": 0.0},
        })  # fmt: skip

    def _material(self, key: Any, entry: dict[str, Any]) -> int:
        if key not in self._materials:
            self._materials[key] = self._file.add("materials", entry)
        return self._materials[key]

    # Pictures ---------------------------------------------------------------------------------------------

    def _asset(self, name: str) -> int:
        return self._texture(name, lambda: resources.path(f"assets/surfaces/{name}").read_bytes(), REPEATED)

    def _painted(self, kind: Material, paint: SurfacePattern, tint: Color, high: float) -> int:
        key = "painted", kind, paint, tint, high
        return self._texture(key, lambda: jpeg(painted(kind, paint, tint, high, self._wood_repeats)), CLAMPED)

    def _texture(self, key: Any, made: Any, wraps: dict[str, int]) -> int:
        if key not in self._textures:
            data = made()
            sampler = self._sampler(wraps)
            kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
            self._textures[key] = self._file.picture(data, kind, sampler)
        return self._textures[key]

    def _sampler(self, wraps: dict[str, int]) -> int:
        entry = {**wraps, "magFilter": 9729, "minFilter": 9987}
        known: list[dict[str, Any]] = self._file.content.get("samplers", [])
        return known.index(entry) if entry in known else self._file.add("samplers", entry)


def coin_places(rows: Floats64, extent: float) -> dict[str, Floats64]:
    """Return texture coordinates and tangents of the faces of a coin; the picture has both, each from its own side."""
    x, y, upper = rows[:, 0] / extent, rows[:, 1] / extent, rows[:, 5] > 0.0
    u = np.where(upper, 0.25 + 0.25 * x, 0.75 - 0.25 * x)
    zero, side = 0.0 * x, np.where(upper, 1.0, -1.0)
    tangents = np.stack([side, zero, zero, zero + 1.0], axis=1)
    return {"TANGENT": tangents, "TEXCOORD_0": np.stack([u, 0.5 - 0.5 * y], axis=1)}


def painted(kind: Material, paint: SurfacePattern, tint: Color, high: float, repeats: float) -> Floats64:
    """Return a picture (h, w, 3), linear RGB, of a surface with painted sectors.

    Its columns go round the body, its rows along the profile from v = 0 to v = `high` [m].
    """
    width, height = PAINTED_SIZE
    u, v = (np.arange(width) + 0.5) / width, ((np.arange(height) + 0.5) / height * high)[:, None]
    ground = np.broadcast_to(np.array(table()[kind.name]["color"]), (height, width, 3))
    if kind is Material.PAINTED_WOOD:
        wood = linear_picture("wood.jpg")
        rows = (-(v[:, 0] * repeats) % 1.0 * wood.shape[0]).astype(int) % wood.shape[0]
        ground = wood[np.ix_(rows, (u * wood.shape[1]).astype(int))]
    light = (u * 0.5 * paint.sectors) % 1.0 < 0.5
    low, top = paint.band
    sectors = np.where(light[None, :, None], paint.light, paint.dark)
    found = np.where(((v > low) & (v < top))[..., None], sectors, ground * np.array(tint))
    gap = LINE * (top - low)
    lines = ((v > low - 2 * gap) & (v < low - gap)) | ((v > top + gap) & (v < top + 2 * gap))
    dark = (1.0 - LINE_SHARE) * found + LINE_SHARE * np.array(LINE_COLOR)
    return np.asarray(np.where(lines[..., None], dark, found))


@cache
def linear_picture(name: str) -> Floats64:
    """Return a picture of `assets/surfaces` in linear RGB, (h, w, 3)."""
    from PIL import Image

    with Image.open(resources.path(f"assets/surfaces/{name}")) as picture:
        levels = np.array([_linear(level / 255.0) for level in range(256)])
        return np.asarray(levels[np.asarray(picture.convert("RGB"))])


def _linear(curve: float) -> float:
    """Return the light of a level of sRGB, both from 0 to 1 (IEC 61966-2-1)."""
    return curve / 12.92 if curve <= 0.04045 else power((curve + 0.055) / 1.055, 2.4)


def jpeg(linear: Floats64) -> bytes:
    """Return a picture in linear RGB as a file."""
    from PIL import Image

    between = [_linear((level + 0.5) / 255.0) for level in range(255)]
    out = io.BytesIO()
    Image.fromarray(np.searchsorted(between, linear).astype(np.uint8)).save(
        out, "JPEG", quality=JPEG_QUALITY, subsampling=0
    )
    return out.getvalue()
