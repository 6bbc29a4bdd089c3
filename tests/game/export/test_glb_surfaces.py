"""Meshes and materials of glTF files: the triangles of each material, the numbers of its surface, its pictures."""

import io
import json
import math

import numpy as np
import pytest
from PIL import Image

from game.export import glb_surfaces
from game.export.glb_container import GlbContainer
from game.export.glb_surfaces import (
    PAINTED_SIZE,
    MeshPart,
    Surfaces,
    coin_places,
    cut_checkers,
    cut_triangles,
    jpeg,
    linear_picture,
    material_parts,
    painted,
    table,
)
from game.looks.kit import shapes
from game.model import resources
from game.model.frame import CheckerPattern, Instance, Mesh, SurfacePattern
from game.model.material import Material

RANDOM = np.random.default_rng(9)
HERE = np.eye(4, dtype=np.float32)
LIGHT, DARK = (0.5, 0.4, 0.3), (0.1, 0.05, 0.02)


def mesh(materials, corners=None):
    """A mesh of single triangles of these materials."""
    count = len(materials)
    rows = RANDOM.uniform(-1.0, 1.0, (3 * count, 9)).astype(np.float32)
    rows[:, 8] = np.repeat([float(each) for each in materials], 3)
    return Mesh(rows, np.arange(3 * count, dtype=np.int32) if corners is None else corners)


def areas(triangles):
    a, b, c = (triangles[:, k, :3] for k in range(3))
    return 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)


def test_each_material_has_its_own_vertices():
    whole = mesh([Material.BRASS, Material.IVORY, Material.BRASS, Material.IVORY])
    whole = Mesh(whole.vertices, np.array([*range(12), 0, 0, 1, 3, 4, 5], np.int32))
    parts = material_parts(whole)
    assert [part.material for part in parts] == sorted([Material.BRASS, Material.IVORY])
    for part in parts:
        assert set(part.indices.tolist()) == set(range(len(part.rows))) and (part.rows[:, 8] == part.material).all()
        corners = part.rows[part.indices].reshape(-1, 3, 9)
        own = whole.vertices[whole.indices].reshape(-1, 3, 9).astype(float)
        expected = own[(own[:, 0, 8] == part.material) & (areas(own) > 0.0)]
        assert np.array_equal(corners, expected), "in their order, without those that have no area"


@pytest.mark.parametrize("axis", range(3))
def test_triangles_are_cut_at_a_plane(axis):
    triangles = RANDOM.uniform(-1.0, 1.0, (60, 3, 9))
    slopes, level = RANDOM.normal(size=(3, 6)), 0.2
    triangles[..., 3:] = triangles[..., :3] @ slopes
    found = cut_triangles(triangles, axis, level)
    off = found[..., axis] - level
    assert ((off <= 1e-9).all(axis=1) | (off >= -1e-9).all(axis=1)).all(), "none crosses it"
    assert found[..., 3:] == pytest.approx(found[..., :3] @ slopes, abs=1e-9), "the other numbers go along"
    for side in (-1.0, 1.0):
        assert areas(found[(side * off > 1e-12).any(axis=1)]).sum() > 0.0
    before, after = (
        np.cross(t[:, 1, :3] - t[:, 0, :3], t[:, 2, :3] - t[:, 0, :3]).sum(axis=0) for t in (triangles, found)
    )
    assert areas(found).sum() == pytest.approx(areas(triangles).sum())
    assert after == pytest.approx(before), "they face the same sides"
    crossing = ((triangles[..., axis] < level).any(axis=1) & (triangles[..., axis] > level).any(axis=1)).sum()
    assert len(found) == len(triangles) + 2 * crossing


def test_what_only_touches_a_plane_stays():
    triangle = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])
    assert cut_triangles(triangle, 0, 0.0) is triangle
    assert cut_triangles(triangle, 2, 0.0) is triangle
    assert len(cut_triangles(triangle, 0, 0.5)) == 3


@pytest.mark.parametrize("cells", [(0.5, 0.7, 0.9), (math.inf, 0.4, 0.6), (math.inf, math.inf, 0.5)])
def test_checkers_alternate_at_all_their_planes(cells):
    part = material_parts(shapes.box((2.0, 2.4, 1.8), material=Material.LACQUER))[0]
    halves = cut_checkers(part, CheckerPattern(cells, LIGHT, DARK))
    for side, half in enumerate(halves):
        assert half.material is Material.LACQUER and half.indices.tolist() == list(range(len(half.rows)))
        middles = 0.998 * half.rows[:, :3].reshape(-1, 3, 3).mean(axis=1)
        assert ((np.floor(middles / cells).sum(axis=1)) % 2 == side).all()
    whole = part.rows[part.indices].reshape(-1, 3, 9)
    assert sum(areas(half.rows.reshape(-1, 3, 9)).sum() for half in halves) == pytest.approx(
        areas(whole).sum(), rel=1e-6
    )
    for axis in (k for k in range(3) if math.isfinite(cells[k])):
        for half in halves:
            place = half.rows.reshape(-1, 3, 9)[..., axis] / cells[axis]
            assert (np.ceil(place.max(axis=1) - 1e-6) - np.floor(place.min(axis=1) + 1e-6) <= 1.0).all()


# Materials --------------------------------------------------------------------------------------------------


def filled(*instances):
    """The file, the surfaces, and the primitives of the mesh of each instance."""
    file = GlbContainer("x")
    surfaces = Surfaces(file, 2.0)
    meshes = [surfaces.mesh(each, f"m{k}") for k, each in enumerate(instances)]
    return file, surfaces, [file.content["meshes"][k]["primitives"] for k in meshes]


def material(instance):
    file, _, ((primitive,),) = filled(instance)
    return file, primitive, file.content["materials"][primitive["material"]]


def data(file, accessor):
    """The rows of an accessor."""
    entry = file.content["accessors"][accessor]
    view = file.content["bufferViews"][entry["bufferView"]]
    packed = b"".join(file._parts)[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    kind = {5126: "<f4", 5123: "<u2", 5125: "<u4"}[entry["componentType"]]
    return np.frombuffer(packed, kind).reshape(entry["count"], -1)


def picture(file, texture):
    source = file.content["images"][file.content["textures"][texture]["source"]]
    view = file.content["bufferViews"][source["bufferView"]]
    packed = b"".join(file._parts)[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
    return packed, file.content["samplers"][file.content["textures"][texture]["sampler"]], source["mimeType"]


def test_a_plain_surface_has_the_colour_of_its_material_and_tint():
    for kind in (Material.BRASS, Material.IVORY, Material.LEATHER):
        file, _, found = material(Instance(mesh([kind]), HERE, (0.5, 2.0, 1.0)))
        known = table()[kind.name]
        pbr = found["pbrMetallicRoughness"]
        expected = [min(tint * color, 1.0) for tint, color in zip((0.5, 2.0, 1.0), known["color"], strict=True)]
        assert pbr["baseColorFactor"] == pytest.approx([*expected, 1.0])
        assert (pbr["metallicFactor"], pbr["roughnessFactor"]) == (known["metal"], known["roughness"])
        assert "baseColorTexture" not in pbr and "normalTexture" not in found and "alphaMode" not in found
        coat = found.get("extensions", {}).get("KHR_materials_clearcoat")
        assert (coat or {"clearcoatFactor": 0.0})["clearcoatFactor"] == known["coat"]
        assert not coat or coat["clearcoatRoughnessFactor"] == 0.16
        assert found["name"] == kind.name.lower()
        assert ("KHR_materials_clearcoat" in file.content.get("extensionsUsed", [])) == (known["coat"] > 0.0)


def test_only_plain_surfaces_have_a_roughness_of_their_own():
    rough = [material(Instance(mesh([kind]), HERE, roughness=0.7))[2] for kind in (Material.PLAIN, Material.BRASS)]
    assert [each["pbrMetallicRoughness"]["roughnessFactor"] for each in rough] == [0.7, table()["BRASS"]["roughness"]]


def test_glass_and_ghosts():
    file, _, glass = material(Instance(mesh([Material.GLASS]), HERE, (0.5, 0.6, 0.7)))
    assert glass["extensions"]["KHR_materials_transmission"] == {"transmissionFactor": 1.0}
    assert glass["pbrMetallicRoughness"]["baseColorFactor"] == [0.5, 0.6, 0.7, 1.0]
    pbr = glass["pbrMetallicRoughness"]
    assert (glass["name"], pbr["metallicFactor"], pbr["roughnessFactor"]) == ("glass", 0.0, 0.05)
    assert file.content["extensionsUsed"] == ["KHR_materials_transmission"]
    _, _, ghost = material(Instance(mesh([Material.BRASS]), HERE, (0.5, 2.0, 0.7), opacity=0.25))
    assert ghost["alphaMode"] == "BLEND" and ghost["pbrMetallicRoughness"]["baseColorFactor"] == [0.5, 1.0, 0.7, 0.25]
    assert ghost["pbrMetallicRoughness"]["metallicFactor"] == 0.0


def test_lines_have_a_colour_that_no_light_changes():
    file = GlbContainer("x")
    surfaces = Surfaces(file, 1.0)
    first = surfaces.line((1.0, 0.5, 0.0), "trace")
    assert surfaces.line((1.0, 0.5, 0.0), "trace") == first != surfaces.line((1.0, 0.5, 0.1), "trace")
    found = file.content["materials"][first]
    assert found["pbrMetallicRoughness"]["baseColorFactor"] == pytest.approx([1.0, 0.5**2.2, 0.0, 1.0])
    assert found["extensions"] == {"KHR_materials_unlit": {}} and found["name"] == "trace"
    assert found["pbrMetallicRoughness"]["metallicFactor"] == 0.0
    assert file.content["extensionsUsed"] == ["KHR_materials_unlit"]


def test_what_is_alike_is_written_once():
    one, other = mesh([Material.BRASS, Material.IVORY]), mesh([Material.BRASS])
    red = (1.0, 0.0, 0.0)
    instances = [Instance(one, HERE), Instance(one, HERE), Instance(one, HERE, red), Instance(other, HERE)]
    file, surfaces, primitives = filled(*instances)
    assert len(file.content["meshes"]) == 3 and primitives[0] is primitives[1]
    plain, tinted = primitives[0][0], primitives[2][0]
    assert plain["attributes"] == tinted["attributes"] and plain["indices"] == tinted["indices"]
    assert plain["material"] != tinted["material"] and plain["material"] == primitives[3][0]["material"]
    assert surfaces.used == {Material.BRASS, Material.IVORY}
    part = material_parts(one)[0]
    assert np.array_equal(data(file, plain["attributes"]["POSITION"]), part.rows[:, :3].astype(np.float32))
    assert data(file, plain["indices"])[:, 0].tolist() == part.indices.tolist()
    accessor = file.content["accessors"][plain["attributes"]["POSITION"]]
    assert accessor["min"] == pytest.approx(part.rows[:, :3].min(axis=0))


def test_normals_have_unit_length_also_where_a_mesh_has_none():
    rows = mesh([Material.BRASS]).vertices
    rows[0, 3:6], rows[1, 3:6], rows[2, 3:6] = (0.0, 0.0, 0.0), (0.0, 2.0, 0.0), (1e-3, 0.0, 0.0)
    file, primitive, _ = material(Instance(Mesh(rows, np.arange(3, dtype=np.int32)), HERE))
    assert data(file, primitive["attributes"]["NORMAL"]).tolist() == [[0, 0, 1], [0, 1, 0], [1, 0, 0]]


def test_wood_has_its_picture_along_the_profile():
    whole = mesh([Material.PAINTED_WOOD])
    file, primitive, found = material(Instance(whole, HERE, (0.5, 0.6, 0.7)))
    pbr = found["pbrMetallicRoughness"]
    assert pbr["baseColorFactor"] == [0.5, 0.6, 0.7, 1.0], "the picture has the colour of the wood"
    packed, sampler, kind = picture(file, pbr["baseColorTexture"]["index"])
    assert packed == resources.path("assets/surfaces/wood.jpg").read_bytes() and kind == "image/jpeg"
    assert (sampler["wrapS"], sampler["wrapT"]) == (10497, 10497), "it repeats"
    places = data(file, primitive["attributes"]["TEXCOORD_0"])
    assert places == pytest.approx(np.stack([whole.vertices[:, 6], -2.0 * whole.vertices[:, 7]], axis=1))


def test_plants_are_seen_from_both_sides_where_their_picture_has_them():
    whole = mesh([Material.SPRIG])
    whole.vertices[:, 6] = 3.25, 3.5, 3.75
    file, primitive, found = material(Instance(whole, HERE))
    assert (found["alphaMode"], found["doubleSided"]) == ("MASK", True)
    packed, _, kind = picture(file, found["pbrMetallicRoughness"]["baseColorTexture"]["index"])
    assert kind == "image/png" and packed == resources.path("assets/surfaces/plants.png").read_bytes()
    places = data(file, primitive["attributes"]["TEXCOORD_0"])
    assert places[:, 0].tolist() == [0.25, 0.5, 0.75] and places[:, 1] == pytest.approx(1.0 - whole.vertices[:, 7])


def test_pictures_of_one_kind_of_repetition_have_one_sampler_which_smooths():
    pattern = SurfacePattern(4, (0.25, 0.5), LIGHT, DARK)
    file, _, _ = filled(
        Instance(mesh([Material.PAINTED_WOOD]), HERE),
        Instance(mesh([Material.SPRIG]), HERE),
        Instance(mesh([Material.PAINTED_WOOD]), HERE, (0.5, 0.5, 0.5)),
        Instance(mesh([Material.IVORY]), HERE, paint=pattern),
    )
    samplers = file.content["samplers"]
    assert [(each["wrapS"], each["wrapT"]) for each in samplers] == [(10497, 10497), (10497, 33071)]
    assert all((each["magFilter"], each["minFilter"]) == (9729, 9987) for each in samplers), "linear, with mipmaps"
    assert [each["sampler"] for each in file.content["textures"]] == [0, 0, 1] and len(file.content["images"]) == 3
    assert [each["name"] for each in file.content["materials"]] == ["painted wood", "sprig", "painted wood", "ivory"]


def test_painted_bodies_have_a_picture_of_their_own():
    whole = mesh([Material.IVORY])
    whole.vertices[:, 7] = 0.0, 0.5, 2.0
    pattern = SurfacePattern(4, (0.25, 0.5), LIGHT, DARK)
    file, primitive, found = material(Instance(whole, HERE, (0.9, 0.8, 0.7), paint=pattern))
    assert found["pbrMetallicRoughness"]["baseColorFactor"] == [1.0] * 4
    packed, sampler, kind = picture(file, found["pbrMetallicRoughness"]["baseColorTexture"]["index"])
    assert kind == "image/jpeg" and (sampler["wrapS"], sampler["wrapT"]) == (10497, 33071)
    assert data(file, primitive["attributes"]["TEXCOORD_0"])[:, 1].tolist() == [0.0, 0.25, 1.0]
    with Image.open(io.BytesIO(packed)) as shown:
        levels = np.asarray(shown.convert("RGB")).astype(float)
    expected = np.asarray(Image.open(io.BytesIO(jpeg(painted(Material.IVORY, pattern, (0.9, 0.8, 0.7), 2.0, 2.0)))))
    assert np.abs(levels - expected).mean() < 1.0
    plain = SurfacePattern(0, (0.25, 0.5), LIGHT, DARK)
    assert "baseColorTexture" not in material(Instance(whole, HERE, paint=plain))[2]["pbrMetallicRoughness"]
    brass = Instance(mesh([Material.BRASS]), HERE, paint=pattern)
    assert "baseColorTexture" not in material(brass)[2]["pbrMetallicRoughness"], "of another material"


def test_checkers_are_primitives_of_two_colours():
    box = shapes.box((1.0, 1.0, 1.0), material=Material.LACQUER)
    pattern = CheckerPattern((1.0, 1.0, 1.0), LIGHT, DARK)
    file, _, ((light, dark),) = filled(Instance(box, HERE, paint=pattern))
    colors = [
        file.content["materials"][each["material"]]["pbrMetallicRoughness"]["baseColorFactor"] for each in (light, dark)
    ]
    assert colors == [pytest.approx([*LIGHT, 1.0]), pytest.approx([*DARK, 1.0])]
    assert light["attributes"]["POSITION"] != dark["attributes"]["POSITION"]
    one_sided = mesh([Material.LACQUER])
    one_sided.vertices[:, :3] = np.abs(one_sided.vertices[:, :3])
    assert len(filled(Instance(one_sided, HERE, paint=CheckerPattern((9.0, 9.0, 9.0), LIGHT, DARK)))[2][0]) == 1


# Pictures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sectors", [2, 4, 6])
def test_painted_sectors_alternate_round_the_body(sectors):
    found = painted(Material.IVORY, SurfacePattern(sectors, (0.5, 1.5), LIGHT, DARK), (1.0, 1.0, 1.0), 2.0, 1.0)
    width, height = PAINTED_SIZE
    assert found.shape == (height, width, 3)
    for k in range(sectors):
        middle = found[height // 2, int((k + 0.5) * width / sectors)]
        assert middle.tolist() == list(DARK if k % 2 else LIGHT)
    edges = np.flatnonzero(np.diff(found[height // 2, :, 0])) + 1
    assert edges.tolist() == [round(k * width / sectors) for k in range(1, sectors)]


def test_a_band_has_dark_lines_beside_it_and_the_ground_is_tinted():
    tint = (0.5, 1.0, 0.25)
    found = painted(Material.IVORY, SurfacePattern(2, (0.5, 1.5), LIGHT, LIGHT), tint, 2.0, 1.0)
    rows = (np.arange(PAINTED_SIZE[1]) + 0.5) / PAINTED_SIZE[1] * 2.0
    ground = np.array(table()["IVORY"]["color"]) * tint
    dark = 0.15 * ground + 0.85 * np.array([0.020, 0.012, 0.008])
    for row, color in zip(rows, found[:, 7], strict=True):
        beside = max(0.5 - row, row - 1.5)
        expected = LIGHT if beside < 0.0 else dark if 0.035 < beside < 0.07 else ground
        assert color == pytest.approx(expected), row


@pytest.mark.parametrize("repeats", [1.0, 3.0])
def test_painted_wood_shows_its_grain_beside_the_band(repeats):
    pattern = SurfacePattern(2, (0.2, 0.4), LIGHT, DARK)
    found = painted(Material.PAINTED_WOOD, pattern, (1.0, 0.5, 1.0), 1.0, repeats)
    wood = linear_picture("wood.jpg")
    height, width = wood.shape[:2]
    for row, column in ((200, 10), (230, 500), (255, 1000)):
        v, u = (row + 0.5) / PAINTED_SIZE[1], (column + 0.5) / PAINTED_SIZE[0]
        place = wood[int((1.0 - v * repeats % 1.0) * height) % height, int(u * width)]
        assert found[row, column] == pytest.approx(place * [1.0, 0.5, 1.0])


def test_pictures_are_read_and_written_in_the_curve_of_srgb():
    with Image.open(resources.path("assets/surfaces/wood.jpg")) as stored:
        levels = np.asarray(stored.convert("RGB"))
    linear = linear_picture("wood.jpg")
    share = levels / 255.0
    assert linear == pytest.approx(np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4))
    ramp = np.repeat(np.linspace(0.0, 1.0, 256)[None, :, None], 16, axis=0).repeat(3, axis=2)
    curve = np.where(ramp <= 0.0031308, 12.92 * ramp, 1.055 * ramp ** (1.0 / 2.4) - 0.055)
    with Image.open(io.BytesIO(jpeg(ramp))) as found:
        shown = np.asarray(found).astype(float)
    assert np.abs(shown - 255.0 * curve)[:, 8:].max() < 4.0 and np.abs(shown - 255.0 * curve).mean() < 1.0


def test_the_faces_of_a_coin_are_seen_each_from_its_own_side():
    """The left half of the picture is the upper face, the right half the lower one as it is seen from below."""
    rows = np.zeros((4, 9))
    rows[:, :2] = (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, -1.0)
    for up, middle, side in ((1.0, 0.25, 1.0), (-1.0, 0.75, -1.0)):
        rows[:, 5] = up
        found = coin_places(rows, 2.0)
        assert found["TEXCOORD_0"][:, 0] == pytest.approx(middle + side * 0.125 * rows[:, 0])
        assert found["TEXCOORD_0"][:, 1] == pytest.approx(0.5 - 0.25 * rows[:, 1])
        assert found["TANGENT"].tolist() == [[side, 0.0, 0.0, 1.0]] * 4


def test_the_edge_of_a_coin_is_plain_and_its_faces_are_struck():
    disk = shapes.cylinder(1.0, 0.2, Material.COIN)
    file, _, ((edge, faces),) = filled(Instance(disk, HERE))
    materials = file.content["materials"]
    assert "normalTexture" not in materials[edge["material"]]
    packed, _, kind = picture(file, materials[faces["material"]]["normalTexture"]["index"])
    assert kind == "image/png" and packed == resources.path("assets/surfaces/coin.png").read_bytes()
    assert np.abs(data(file, faces["attributes"]["NORMAL"])[:, 2]).min() > 0.7
    total = 0.0
    for each in (edge, faces):
        corners = data(file, each["attributes"]["POSITION"])[data(file, each["indices"])[:, 0]]
        total += areas(corners.reshape(-1, 3, 3)).sum()
    part = material_parts(disk)[0]
    assert total == pytest.approx(areas(part.rows[part.indices].reshape(-1, 3, 9)).sum(), rel=1e-5)
    assert data(file, faces["attributes"]["TEXCOORD_0"]).min() >= 0.0
    assert isinstance(part, MeshPart) and json.dumps(file.content)


def test_levels_of_dark_and_light_become_light_without_a_jump():
    levels = np.linspace(0.0, 1.0, 2001)
    found = np.array([glb_surfaces._linear(level) for level in levels])
    assert found[0] == 0.0 and found[-1] == 1.0 and (np.diff(found) > 0.0).all()
    slopes = np.diff(found) / np.diff(levels)
    assert slopes[0] == pytest.approx(1 / 12.92) and np.abs(np.diff(slopes)).max() < 0.005
    assert found[1000] == pytest.approx(0.214041, abs=1e-6)
