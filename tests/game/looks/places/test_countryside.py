"""The land beyond the meadow: its plots, the pictures of plants, and the trees along its hedges."""

from __future__ import annotations

import re

import numpy as np
import pytest

from game.looks.kit.parts import foliage
from game.looks.kit.parts.foliage import CELLS, Cell
from game.looks.places import countryside, parcels
from game.looks.places.town import town
from game.model import resources
from game.model.frame import Instance
from game.model.material import Material
from game.render.gpu.mipmaps import mipmap_images
from tests.game.looks.kit.parts.test_timber import faces

REACHES = (19.0, 104.0, 381.0, 620.0)


def feet(instances: tuple[Instance, ...]) -> np.ndarray:
    """Return the feet of the pictures in a mesh (n, 2) [m]."""
    corners = np.vstack([each.mesh.vertices.reshape(-1, 4, 9)[:, :2, :2].mean(axis=1) for each in instances])
    return np.unique(np.round(corners, 2), axis=0)


def constant(name: str) -> float:
    """Return the value of a constant in shaders/common/field.glsl."""
    found = re.search(rf"float {name} = ([\d.]+);", resources.path("shaders/common/field.glsl").read_text("utf-8"))
    assert found is not None
    return float(found[1])


def test_plots_fill_the_land_without_overlap() -> None:
    plots = parcels.plots()
    assert sum((p.x1 - p.x0) * (p.y1 - p.y0) for p in plots) == pytest.approx(1.0)
    places = np.random.default_rng(0).random((500, 2))
    inside = [
        (places[:, 0] >= p.x0) & (places[:, 0] < p.x1) & (places[:, 1] >= p.y0) & (places[:, 1] < p.y1) for p in plots
    ]
    assert np.all(np.sum(inside, axis=0) == 1)
    assert {p.crop for p in plots} == set(parcels.Crop), "every crop grows somewhere"


def test_straightened_and_to_field_invert_bent_and_from_field() -> None:
    places = np.random.default_rng(1).uniform(-3.0, 3.0, (200, 2))
    assert parcels.bend(parcels.straighten(places)) == pytest.approx(places, abs=1e-6)
    assert parcels.field_to_land(parcels.land_to_field(places)) == pytest.approx(places)
    assert np.linalg.norm(parcels.land_to_field(places), axis=1) == pytest.approx(
        parcels.LAND * np.linalg.norm(places, axis=1)
    )
    moved = parcels.bend(places + np.array([2.0, -1.0])) - parcels.bend(places)
    assert moved == pytest.approx(np.tile([2.0, -1.0], (200, 1))), "it repeats"


def test_shader_constants_match_the_layout_of_the_land() -> None:
    assert constant("LAND") == parcels.LAND
    assert constant("AROUND") == countryside.MEADOW
    picture = np.load(resources.path("assets/field_land.npy"))
    assert constant("LAND_DEPTH") == pytest.approx(np.log2(len(picture)), abs=0.01)
    turned = re.search(r"TURNED = mat2\(([^)]*)\)", resources.path("shaders/common/meadow.glsl").read_text("utf-8"))
    assert turned is not None
    columns = np.array([float(part) for part in turned[1].split(",")]).reshape(2, 2)
    assert np.allclose(columns.T, parcels.TURNED)


def test_hedges_lie_where_the_land_texture_is_dark() -> None:
    picture = np.load(resources.path("assets/field_land.npy")).astype(float).mean(axis=2)
    n = len(picture)
    x, y = np.floor(parcels.hedge_places(7.0) % 1.0 * n).astype(int).T
    assert picture[y, x].mean() < 0.75 * picture.mean()


@pytest.mark.parametrize("reach", REACHES)
def test_trees_stand_off_the_meadow_and_do_not_hide_a_flight(reach: float) -> None:
    found = countryside.countryside(reach)
    places = feet(found) - (0.5 * reach, 0.0)
    away = np.linalg.norm(places, axis=1)
    assert len(places) > 900
    assert away.min() > countryside.SHARE * reach + countryside.MEADOW
    watched = (np.abs(places[:, 0]) < 0.5 * reach) & (places[:, 1] < 0.0) & (places[:, 1] > -2.2 * reach - 300.0)
    assert not watched.any()
    assert sum(len(each.mesh.indices) // 3 for each in found) < 40_000
    assert countryside.countryside(reach) is found, "no mesh is made per picture"


@pytest.mark.parametrize("reach", [381.0, 620.0])
def test_no_tree_stands_before_the_town_or_in_it(reach: float) -> None:
    walls = np.vstack([each.model[3, :2] for each in town(reach)])
    trees = feet(countryside.countryside(reach, town=True))
    apart = np.linalg.norm(trees[:, None] - walls, axis=2).min(axis=1)
    assert apart.min() > 20.0
    open_ = feet(countryside.countryside(reach))
    assert np.linalg.norm(open_[:, None] - walls, axis=2).min() < 20.0, "else they would"


@pytest.mark.parametrize("reach", REACHES)
def test_no_group_of_trees_surrounds_the_field(reach: float) -> None:
    for each in countryside.countryside(reach):
        low, high = each.mesh.vertices[:, :2].min(axis=0), each.mesh.vertices[:, :2].max(axis=0)
        for eye in ((0.0, -20.0), (0.5 * reach, 0.0), (0.5 * reach, -1.05 * reach - 40.0)):
            assert np.any((low > eye) | (high < eye)), "edges would be smoothed all over the picture"


@pytest.mark.parametrize("cell", Cell)
def test_a_square_shows_its_cell_of_the_atlas_in_its_tone(cell: Cell) -> None:
    corners = np.array([[(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)]], float)
    mesh = foliage.squares(corners, np.array([[0.0, -1.0, 0.0]]), np.array([cell]), np.array([5]))
    u, v = mesh.vertices[:, 6:8].T
    left, low, right, high = CELLS[cell]
    assert np.array_equal(np.floor(u), [5.0] * 4)
    assert (u - 5.0).min() > left
    assert (u - 5.0).max() < right
    assert (v.min(), v.max()) == pytest.approx((low, high), abs=0.01)
    assert np.all(mesh.vertices[:, 8] == Material.SPRIG)


def test_standing_pictures_are_visible_from_all_sides_and_lit_from_above() -> None:
    mesh = foliage.standing(
        np.zeros((1, 3)), np.array([0.7]), np.array([8.0]), np.array([6.0]), Cell.TREE, foliage.ALL_ROUND
    )
    across, normals = faces(mesh)
    ways = across[::2, :2] / np.linalg.norm(across[::2, :2], axis=1, keepdims=True)
    assert sorted(np.round(ways @ ways[0], 6).tolist()) == [-1.0, 0.0, 0.0, 1.0]
    assert mesh.vertices[:, 2].min() == 0.0
    assert mesh.vertices[:, 2].max() == 8.0
    assert np.all(normals[:, 2] > 0.0)


@pytest.mark.parametrize("ways", [foliage.TWICE, foliage.ALL_ROUND])
def test_crossing_pictures_are_lit_alike_where_they_cross(ways: tuple[float, ...]) -> None:
    """Check normals in the middle of each picture, at the foot and at the top: no seam is seen there."""
    mesh = foliage.standing(np.zeros((1, 3)), np.array([0.7]), np.array([8.0]), np.array([6.0]), Cell.TREE, ways)
    corners = mesh.vertices.reshape(-1, 4, 9)[..., 3:6]
    for left, right in ((0, 1), (3, 2)):
        middle = foliage.unit((corners[:, left] + corners[:, right]).astype(float))
        assert np.abs(middle - middle[0]).max() < 1e-6


def test_far_trees_face_the_field() -> None:
    for each in countryside.countryside(381.0):
        across, _ = faces(each.mesh)
        middles = each.mesh.vertices[each.mesh.indices.reshape(-1, 3), :2].mean(axis=1)
        assert np.all(np.einsum("ij,ij->i", across[:, :2], np.array([190.5, 0.0]) - middles) > 0.0)


def test_plants_in_the_atlas_stay_clear_of_the_edges_of_their_cells() -> None:
    picture = np.load(resources.path("assets/field_plants.npy"))
    for cell in Cell:
        left, low, right, high = (round(len(picture) * edge) for edge in CELLS[cell])
        there = picture[low:high, left:right, 2] > 127
        assert 0.25 < there.mean() < 0.95
        assert not there[-1].any(), "nothing of it is seen over what is above"
    small = mipmap_images(picture)[3]
    spray = small[: len(small) // 2, : len(small) // 2]
    assert np.ptp(spray[..., 0].astype(int)) > 20, "leaves stay apart from afar"
