"""Materials with patterns, paint by the place on a body, and clear plastic."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import box, cylinder, ellipsoid, lathe, sphere
from game.model import resources
from game.model.frame import (
    LAMP,
    Array,
    CheckerPattern,
    Instance,
    Mesh,
    OverlayArrow,
    SceneFrame,
    SurfacePattern,
    Surroundings,
)
from game.model.material import Material
from game.render.meshes.mesh_programs import COMMON, special_materials, split_by_material
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import CONE, STAND, scene, view_of
from tests.sampling import every

Make = Callable[..., Renderer]
SIZE = (320, 200)
MIDDLE = 0.13
"""Height [m] that `view_of` looks at."""
OUTSIDE = {Material.TURF, Material.SPRIG, Material.WALL}
"""Materials that only the field has (tests/game/render/stage/test_field.py)."""
UNTINTED = {Material.GLASS, Material.SHADE, Material.WATER, Material.ENGRAVING, *OUTSIDE}
TINTED = [material for material in Material if material not in UNTINTED]
WHITE, BLACK = (0.9, 0.9, 0.9), (0.02, 0.02, 0.02)


def lifted(turn: float = 0.0, height: float = MIDDLE) -> Array:
    """Return a model matrix that turns about the vertical [rad] and lifts."""
    model = np.eye(4, dtype=np.float32)
    model[:2, :2] = [[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]
    model[3, 2] = height
    return model


def on_edge(turn: float) -> Array:
    """Return a model matrix with the body's z axis towards the eye of `view_of`, turned about it [rad]."""
    eye = view_of(SIZE).eye - np.array([0.0, 0.0, MIDDLE])
    axis = eye / np.linalg.norm(eye)
    side = np.cross((0.0, 0.0, 1.0), axis)
    side /= np.linalg.norm(side)
    up = np.cross(axis, side)
    model = np.eye(4, dtype=np.float32)
    model[0, :3], model[1, :3] = (
        math.cos(turn) * side + math.sin(turn) * up,
        math.cos(turn) * up - math.sin(turn) * side,
    )
    model[2, :3], model[3, 2] = axis, MIDDLE
    return model


def frame(*instances: Instance, **changes: object) -> SceneFrame:
    nothing = np.zeros((0, 4), np.float32)
    return replace(scene(SIZE, instances=list(instances), occluders=nothing), **changes)  # type: ignore[arg-type]


def drawn(renderer: Renderer, *instances: Instance, **changes: object) -> np.ndarray:
    renderer.draw(frame(*instances, **changes))
    renderer.check()
    return renderer.read().astype(int)


def at(picture: np.ndarray, point: tuple[float, float, float], half: int = 1) -> np.ndarray:
    place = view_of(SIZE).project(np.array(point, np.float32), SIZE)
    assert place is not None
    x, y = (int(part) for part in place)
    return picture[y - half : y + half + 1, x - half : x + half + 1].reshape(-1, 3).mean(axis=0)


def middle(picture: np.ndarray) -> np.ndarray:
    """Return the pixels well inside the image of a ball or a disc of 5 cm."""
    return picture[82:118, 142:178]


def body(material: Material) -> Mesh:
    return cylinder(0.05, 0.012, material) if material is Material.COIN else sphere(0.05, material)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("material", [Material.EGG, Material.COIN])
def test_a_pattern_turns_with_its_body(make: Make, tier: str, material: Material) -> None:
    renderer = make(tier=tier)
    patterned, plain = (
        [middle(drawn(renderer, Instance(mesh, on_edge(turn)))) for turn in (0.0, 0.5)]
        for mesh in (body(material), body(Material.PLAIN))
    )
    assert np.abs(plain[0] - plain[1]).mean() < 0.7
    assert np.abs(patterned[0] - patterned[1]).mean() > 1.5


@pytest.mark.parametrize(
    ("material", "tier"), every(4, itertools.product([Material.PAPER, Material.CLOTH, Material.RUBBER], TIERS))
)
def test_a_fine_pattern_shows_from_near_and_is_even_from_afar(make: Make, tier: str, material: Material) -> None:
    renderer, tilted = make(tier=tier), lifted()
    tilted[1:3, 1:3] = [[math.cos(0.013), math.sin(0.013)], [-math.sin(0.013), math.cos(0.013)]]
    moved = []
    for distance in (0.08, 2.0):
        for kind in (material, Material.PLAIN):
            before, after = (
                drawn(renderer, Instance(sphere(0.05, kind), model), view=view_of(SIZE, distance=distance))
                for model in (lifted(), tilted)
            )
            moved.append(np.abs(before - after)[96:104, 156:164].mean())
    near, near_plain, far, _ = moved
    assert near > near_plain + 0.5
    assert far < 0.4 * near


@pytest.mark.parametrize(
    ("material", "tier"),
    [
        pytest.param(kind, tier, marks=() if (number + k) % len(TIERS) == 0 else pytest.mark.long)
        for number, kind in enumerate(TINTED)
        for k, tier in enumerate(TIERS)
    ],
)
def test_every_material_takes_the_tint(make: Make, material: Material, tier: str) -> None:
    renderer = make(tier=tier)
    red, blue = (
        middle(drawn(renderer, Instance(body(material), on_edge(0.0), tint))).reshape(-1, 3).mean(axis=0)
        for tint in ((1.0, 0.25, 0.25), (0.25, 0.25, 1.0))
    )
    assert red[0] > blue[0] + 4
    assert blue[2] / blue.sum() > red[2] / red.sum() + 0.05


@pytest.mark.parametrize("tier", TIERS)
def test_octants_change_colour_at_the_middle_planes(make: Make, tier: str) -> None:
    sides = (0.1, 0.1, 0.1)
    mesh, paint = box(sides, material=Material.LACQUER), CheckerPattern(sides, WHITE, BLACK)
    model = lifted(-1.9 + math.pi / 2)  # its -y face towards the eye
    picture = drawn(make(tier=tier), Instance(mesh, model, paint=paint))
    seen = {}
    for x in (-0.025, 0.025):
        for z in (-0.025, 0.025):
            point = np.array([x, -0.05, z, 1.0]) @ model
            seen[x > 0, z > 0] = float(at(picture, (float(point[0]), float(point[1]), float(point[2]))).mean())
    # x, y and z above or below the middle: an even number of them below is light.
    light, dark = (seen[True, False], seen[False, True]), (seen[True, True], seen[False, False])
    assert min(light) > max(dark) + 50


def test_infinite_checker_cells_have_no_planes(make: Make) -> None:
    mesh = box((0.1, 0.1, 0.1), material=Material.LACQUER)
    halves = CheckerPattern((0.1, math.inf, math.inf), WHITE, BLACK)
    model = lifted(-1.9 + math.pi / 2)
    picture = drawn(make(), Instance(mesh, model, paint=halves))
    bright = []
    for x, z in ((-0.03, -0.03), (-0.03, 0.03), (0.03, -0.03), (0.03, 0.03)):
        point = np.array([x, -0.05, z, 1.0]) @ model
        bright.append(float(at(picture, (float(point[0]), float(point[1]), float(point[2]))).mean()))
    assert min(bright[2:]) > max(bright[:2]) + 50


def test_a_fine_checker_far_away_is_the_mean_of_its_colours(make: Make) -> None:
    renderer, mesh = make(), ellipsoid((0.05, 0.05, 0.05), material=Material.LACQUER)
    fine, coarse = (CheckerPattern((cell, cell, cell), WHITE, BLACK) for cell in (0.0004, 0.02))
    contrast = [
        np.abs(np.diff(middle(drawn(renderer, Instance(mesh, lifted(), paint=paint))).mean(axis=2), axis=1)).mean()
        for paint in (fine, coarse)
    ]
    assert contrast[0] < 0.35 * contrast[1]


def test_each_kind_of_paint_leaves_the_other_materials_alone(make: Make) -> None:
    renderer = make()
    checker = CheckerPattern((0.01, 0.01, 0.01), WHITE, BLACK)
    for kind, other in ((Material.PAINTED_WOOD, checker), (Material.IVORY, checker)):
        plain, painted = (drawn(renderer, Instance(sphere(0.05, kind), lifted(), paint=p)) for p in (None, other))
        assert np.array_equal(plain, painted)


def test_ivory_shows_painted_sectors(make: Make) -> None:
    renderer, mesh = make(), sphere(0.05, Material.IVORY)
    paint = SurfacePattern(4, (0.03, 0.12), (0.8, 0.02, 0.02), (0.02, 0.02, 0.8))
    turned = [drawn(renderer, Instance(mesh, lifted(turn), paint=paint)) for turn in (0.0, math.pi / 2)]
    red = [middle(picture)[..., 0] > middle(picture)[..., 2] + 40 for picture in turned]
    assert 0.2 < red[0].mean() < 0.8
    assert (red[0] != red[1]).mean() > 0.6


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("face", [0, 1], ids=["up", "down"])
def test_each_face_of_a_coin_reads_from_its_own_side(make: Make, tier: str, face: int) -> None:
    """Check that brightness changes at the edges of the face's own relief, not the other face's or a mirror image's."""
    model = on_edge(0.0)
    if face:
        model[[0, 2], :3] *= -1.0
    picture = drawn(make(tier=tier), Instance(cylinder(0.115, 0.004, Material.COIN), model))
    size = 64
    at = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    right, up = model[0, :3] * (-1.0 if face else 1.0), model[1, :3]
    view, places = view_of(SIZE), np.empty((size, size, 2), int)
    for i, j in np.ndindex(size, size):
        point = model[3, :3] + 0.115 * (at[j] * right + at[i] * up)
        places[i, j] = view.project(point.astype(np.float32), SIZE)
    seen = edges(picture.mean(axis=2)[places[..., 1], places[..., 0]])
    with np.load(resources.path("assets/coin_faces.npz")) as file:
        both = file["pixels"][..., 2].astype(float)
    struck = [edges(half[3::6, 3::6]) for half in np.split(both, 2, axis=1)]
    inside = np.hypot(*np.meshgrid(at, at)) < 0.85
    likeness = [np.corrcoef(seen[inside], each[inside])[0, 1] for each in (*struck, *(s[:, ::-1] for s in struck))]
    assert int(np.argmax(likeness)) == face, likeness
    assert likeness[face] > 0.3


@pytest.mark.parametrize("tier", TIERS)
def test_the_lamp_on_gold_is_gold(make: Make, tier: str) -> None:
    """Check the brightest twentieth of a face that mirrors the lamp."""
    view, middle = view_of(SIZE, azimuth=0.66), np.array([0.0, 0.0, MIDDLE])
    axis = (view.eye - middle) / np.linalg.norm(view.eye - middle) + np.array(LAMP) / np.linalg.norm(LAMP)
    axis /= np.linalg.norm(axis)
    side = np.cross((0.0, 1.0, 0.0), axis) / np.linalg.norm(np.cross((0.0, 1.0, 0.0), axis))
    model = np.eye(4, dtype=np.float32)
    model[:3, :3], model[3, :3] = (side, np.cross(axis, side), axis), middle
    body = Instance(cylinder(0.115, 0.004, Material.COIN), model)
    picture = drawn(make(tier=tier), body, view=view).astype(float)
    bare = drawn(make(tier=tier), view=view).astype(float)
    face = picture[np.abs(picture - bare).sum(axis=2) > 30.0]
    bright = face[np.argsort(face[:, 0])[-len(face) // 20 :]]
    assert bright[:, 0].mean() > 225.0
    assert (1.0 - bright[:, 2] / bright[:, 0]).mean() > 0.40


@pytest.mark.parametrize("tier", TIERS)
def test_a_coin_shows_the_lamp_in_beams_and_not_in_its_whole_face(make: Make, tier: str) -> None:
    """Check a face seen at a slant, as a mirror that shows the lamp would stand."""
    view, middle = view_of(SIZE, azimuth=0.66), np.array([0.0, 0.0, MIDDLE])
    axis = (view.eye - middle) / np.linalg.norm(view.eye - middle) + np.array(LAMP) / np.linalg.norm(LAMP)
    axis /= np.linalg.norm(axis)
    side = np.cross((0.0, 1.0, 0.0), axis) / np.linalg.norm(np.cross((0.0, 1.0, 0.0), axis))
    model = np.eye(4, dtype=np.float32)
    model[:3, :3], model[3, :3] = (side, np.cross(axis, side), axis), middle
    picture = drawn(make(tier=tier), Instance(cylinder(0.115, 0.004, Material.COIN), model), view=view).mean(axis=2)
    sectors = []
    for turn in np.arange(24) * math.pi / 12.0:
        outward = math.cos(turn) * side + math.sin(turn) * model[1, :3]
        points = [middle + 0.115 * out * outward for out in np.linspace(0.4, 0.7, 9)]
        places = [view.project(point.astype(np.float32), SIZE) for point in points]
        sectors.append(np.median([picture[int(place[1]), int(place[0])] for place in places if place is not None]))
    assert max(sectors) > 1.3 * min(sectors)


def edges(picture: np.ndarray) -> np.ndarray:
    return np.hypot(*np.gradient(picture))


def test_speckles_smear_when_the_egg_spins(make: Make) -> None:
    renderer, mesh = make(), sphere(0.05, Material.EGG)
    contrast = [
        np.abs(np.diff(middle(drawn(renderer, Instance(mesh, lifted(), spin_blur=blur))).mean(axis=2), axis=1)).mean()
        for blur in (0.0, 0.02, 0.4)
    ]
    assert contrast[0] > contrast[1] > contrast[2]


@pytest.mark.parametrize("tier", TIERS)
def test_glass_shows_what_lies_behind_it(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    pane = Instance(hull(), lifted(height=0.1))
    lit, dark = (
        drawn(renderer, pane, Instance(cylinder(0.5, 0.002), np.eye(4, dtype=np.float32), (*tint,)))
        for tint in (WHITE, BLACK)
    )
    opaque = Instance(hull(Material.PLAIN), lifted(height=0.1))
    hidden = [
        drawn(renderer, opaque, Instance(cylinder(0.5, 0.002), np.eye(4, dtype=np.float32), (*tint,)))
        for tint in (WHITE, BLACK)
    ]
    top = (0.0, 0.0, 0.1)
    assert at(lit, top).mean() > at(dark, top).mean() + 15
    assert abs(at(hidden[0], top).mean() - at(hidden[1], top).mean()) < 3


@pytest.mark.parametrize("tier", TIERS)
def test_glass_hides_no_arrow_and_stops_half_of_the_light(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    model = lifted(height=0.15)
    shadow = (0.15 * 0.56 / 0.70, 0.15 * 0.44 / 0.70, 0.0)
    none = at(drawn(renderer), shadow, 2).mean()
    clear, solid = (
        at(drawn(renderer, Instance(hull(kind), model)), shadow, 2).mean() for kind in (Material.GLASS, Material.PLAIN)
    )
    assert solid + 8 < clear < none - 8
    low, high = np.array([0, 0, 0.02], np.float32), np.array([0, 0, 0.2], np.float32)
    arrow = OverlayArrow(low, high, (0.0, 1.0, 0.0), radius=0.004)
    picture = drawn(renderer, Instance(hull(), model), arrows=[arrow])
    assert at(picture, (0.0, 0.0, 0.14), 0) == pytest.approx([0, 255, 0], abs=3)


def stage_of(material: Material) -> Surroundings:
    """Return the stage in which `make test` draws a material; those without a tint are drawn in their usual one."""
    if material in UNTINTED:
        return Surroundings.FIELD if material in OUTSIDE else Surroundings.STUDIO
    return (Surroundings.STUDIO, Surroundings.VOID, Surroundings.FIELD)[TINTED.index(material) % 3]


@pytest.mark.parametrize(
    ("tier", "sampled"), [("low", True), *(pytest.param(tier, False, marks=pytest.mark.long) for tier in TIERS)]
)
def test_every_material_at_any_size(make: Make, tier: str, sampled: bool) -> None:
    """Check that each material is drawn in each of the stages that have it; `sampled`: in one of them."""
    renderer = make((64, 48), tier)
    bodies = {kind: Instance(body(kind), lifted(height=0.05 * k)) for k, kind in enumerate(Material)}
    shown: set[Material] = set()
    for scale, size in itertools.product((1.0, 0.5), ((1, 1), (3, 7), (131, 77))):
        renderer.use(tier, scale)
        renderer.resize(size)
        for stage in (Surroundings.STUDIO, Surroundings.VOID, Surroundings.FIELD):
            all_there = [kind for kind in Material if kind not in OUTSIDE or stage is Surroundings.FIELD]
            there = [kind for kind in all_there if not sampled or stage_of(kind) is stage]
            shown |= {*there}
            renderer.draw(replace(frame(*(bodies[kind] for kind in there)), view=view_of(size), stage=stage))
            renderer.check()
        assert renderer.read().shape == (size[1], size[0], 3)
    assert shown == {*Material}


IN_WHITE = {
    Material.PLAIN: (1.0, 1.0, 1.0),
    Material.STEEL: (1.0 / 0.78, 1.0 / 0.79, 1.0 / 0.80),
    Material.IVORY: (1.0 / 0.78, 1.0 / 0.69, 1.0 / 0.53),
}
"""Tints with which the materials absorb no light."""
QUARTER = 160
"""Displayed value of the light 0.25."""


@pytest.mark.parametrize(
    ("material", "roughness", "tier"), every(5, itertools.product(IN_WHITE, [0.1, 0.4, 0.9], ["low", "medium"]))
)
def test_no_white_material_can_be_told_from_uniform_light_around_it(
    make: Make, tier: str, roughness: float, material: Material
) -> None:
    renderer = make(tier=tier)
    ball = Instance(sphere(0.05, material), lifted(), IN_WHITE[material], roughness)
    drawn(renderer, ball, stage=Surroundings.VOID)
    light = renderer._scene._environments[Surroundings.VOID]._light
    even = np.array([0.25, 0.25, 0.25, 0.0], light.dtype)
    light.write(np.tile(even, (light.depth, light.height, light.width, 1)).tobytes())
    renderer._scene.block._data["irradiance"][:] = 0.25 * np.eye(9, 1)
    renderer._scene.block._data["sunlight"][:3] = 0.0
    picture = drawn(renderer, ball, stage=Surroundings.VOID)
    assert picture.max() <= QUARTER + 2
    assert picture[86:114, 146:174].min() >= QUARTER - 3, "nor darker"


def test_a_checker_that_turns_is_smeared_along_its_way(make: Make) -> None:
    renderer, mesh = make(), ellipsoid((0.05, 0.05, 0.05), material=Material.LACQUER)
    cells = CheckerPattern((0.02, 0.02, 0.02), WHITE, BLACK)
    contrast = {}
    for axis, turn in {"none": (0, 0, 0), "x": (0.4, 0, 0), "z": (0, 0, 0.4)}.items():
        seen = middle(drawn(renderer, Instance(mesh, lifted(-1.9 + math.pi / 2), turn=turn, paint=cells))).mean(axis=2)
        contrast[axis] = [float(np.abs(np.diff(seen, axis=k)).mean()) for k in (0, 1)]
    assert contrast["z"][1] < 0.75 * contrast["none"][1], "about the vertical: along the rows"
    assert contrast["x"][0] < 0.75 * contrast["none"][0], "about the level axis: along the columns"


def hull(material: Material = Material.GLASS) -> Mesh:
    """Return a shallow bowl, flat on top at z = 0."""
    around = np.linspace(-math.pi / 2, 0.0, 16)
    profile = [(0.08 * math.cos(a), 0.03 * math.sin(a)) for a in around[1:]]
    return lathe([(0.0, -0.03), *profile, (0.0, 0.0)], material, 48)


def test_programs_omit_materials_that_the_mesh_lacks(make: Make) -> None:
    assert special_materials(CONE) == special_materials(STAND) == frozenset()
    both = Mesh(np.concatenate([body(Material.EGG).vertices, CONE.vertices]), CONE.indices)
    assert special_materials(both) == {Material.EGG}
    renderer = make((32, 20))
    renderer.draw(frame())
    programs = renderer._pass_lists["low"].programs(Surroundings.STUDIO).mesh
    assert programs.of(None) is programs.of(None)
    assert programs.of(Material.EGG) is not programs.of(None)
    assert "in_extent" in programs.of(Material.EGG)
    assert "in_extent" not in programs.of(None)


def test_each_special_material_of_a_mesh_is_drawn_by_a_program_of_its_own(make: Make) -> None:
    egg, coin = body(Material.EGG), body(Material.COIN)
    rows = np.concatenate([egg.vertices, coin.vertices, CONE.vertices])
    triangles = [egg.indices, coin.indices + len(egg.vertices), CONE.indices + len(rows) - len(CONE.vertices)]
    whole = Mesh(rows, np.concatenate([each.reshape(-1) for each in triangles]))
    found = split_by_material(whole.vertices, whole.indices)
    assert [kind for kind, _ in found] == [Material.EGG, Material.COIN]
    assert sorted(np.concatenate([piece for _, piece in found])) == sorted(whole.indices)
    for kind, piece in found:
        assert set(rows[piece, 8].astype(int)) & (set(Material) - COMMON) == {kind}
    renderer = make((64, 40))
    whole_picture = drawn(renderer, Instance(whole, lifted(0.0)))
    one_by_one = drawn(renderer, Instance(egg, lifted(0.0)), Instance(coin, lifted(0.0)), Instance(CONE, lifted(0.0)))
    assert np.abs(whole_picture - one_by_one).mean() < 1.0
