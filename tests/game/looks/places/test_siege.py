"""Scenery on the field: a town, a camp or a garden, out of the way of every shot, and their shadows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from game.looks.kit.culling import StaticScenery
from game.looks.kit.parts import camp_meshes, masonry
from game.looks.places.camp import camp
from game.looks.places.field import distance_markers, scenery
from game.looks.places.garden import garden
from game.looks.places.static_shadows import shades, shadow_mesh, shadow_model
from game.looks.places.town import BEYOND, town
from game.model.daylight import sun_of
from game.model.frame import SUN, Instance, Mesh
from game.model.material import Material
from tests.game.looks.kit.parts.test_timber import faces
from tests.game.looks.places.test_field import view_of

MOST_ENERGY = 1.0 / 0.7
"""Range, in reaches, of a stone with all the energy of the counterweight (`FIELD` in trebuchet/trebuchet.py)."""


def points(instances: Sequence[Instance]) -> np.ndarray:
    """Return all points of instances in the world, (n, 3)."""
    return np.vstack([i.mesh.vertices[:, :3] @ i.model[:3, :3] + i.model[3, :3] for i in instances])


@pytest.mark.parametrize("reach", [150.0, 381.0, 1031.0])
def test_the_town_lies_beyond_every_shot(reach: float) -> None:
    assert BEYOND > MOST_ENERGY
    found = points(town(reach))
    on_the_line = found[np.abs(found[:, 1]) < 6.0]
    assert len(on_the_line), "it stands in the way of those that would come so far"
    assert on_the_line[:, 0].min() > MOST_ENERGY * reach
    assert found[:, 2].min() > -2.0
    within = found[found[:, 0] < MOST_ENERGY * reach]
    assert np.abs(within[:, 1]).min() > distance_markers(reach, 6.0).ground.half_width


@pytest.mark.parametrize("radius", [4.0, 6.0, 17.0])
def test_the_camp_is_clear_of_the_machine_and_the_shots(radius: float) -> None:
    found = points(camp(radius, 0.1))
    assert np.abs(found[:, 1]).min() > 0.4 * radius
    around = found[np.abs(found[:, 0]) < 0.7 * radius]
    assert np.abs(around[:, 1]).min() > 0.55 * radius


@pytest.mark.parametrize("half_width", [2.0, 12.0])
def test_the_garden_lies_beyond_the_lines(half_width: float) -> None:
    assert points(garden(half_width))[:, 1].min() > half_width


def test_a_small_machine_stands_by_a_garden_and_a_large_one_before_a_town() -> None:
    def made_of(siege: float) -> set[int]:
        instances = scenery(300.0, 5.0, siege).instances
        return {int(kind) for each in instances for kind in np.unique(each.mesh.vertices[:, 8])}

    assert Material.TENT in made_of(0.1)
    assert Material.TENT not in made_of(0.0)
    assert scenery(300.0, 5.0, 0.1) is scenery(300.0, 5.0, 0.1), "nothing is made per picture"


@pytest.mark.parametrize(
    "mesh",
    [
        masonry.curtain(), masonry.tower(), masonry.gatehouse(), masonry.keep(), masonry.cone(), *masonry.church(),
        *masonry.house(0), *masonry.house(1), *camp_meshes.pavilion(), camp_meshes.ridge_tent(),
        camp_meshes.barrel(), camp_meshes.balls(0.1), camp_meshes.mantlet(), camp_meshes.palisade(), camp_meshes.logs(),
        *camp_meshes.wagon(), camp_meshes.pole(6.0), shadow_mesh(),
    ],
    ids=lambda mesh: str(len(mesh.indices) // 3),
)  # fmt: skip
def test_scenery_meshes_face_outwards_and_have_few_triangles(mesh: Mesh) -> None:
    across, normals = faces(mesh)
    area = np.linalg.norm(across, axis=1)
    assert np.all(np.isfinite(mesh.vertices))
    assert np.all(np.einsum("ij,ij->i", across, normals)[area > 1e-9] > 0.0)
    assert len(area) < 1700


def test_culling_keeps_visible_and_near_instances() -> None:
    cube = masonry.block((-1.0, -1.0, 0.0), (1.0, 1.0, 2.0))

    def at(x: float, y: float) -> Instance:
        model = np.eye(4, dtype=np.float32)
        model[3, :2] = x, y
        return Instance(cube, model)

    ahead, behind, aside, near, edge = at(0, 50), at(0, -50), at(60, 50), at(3, -25), at(23.5, 50)
    still = StaticScenery([ahead, behind, aside, near, edge], near=30.0)
    seen = still.seen(view_of((0.0, -20.0, 2.0), (0.0, 50.0, 2.0)))
    names = {id(ahead): "ahead", id(behind): "behind", id(aside): "aside", id(near): "near", id(edge): "edge"}
    assert [names[id(each)] for each in seen] == ["ahead", "near", "edge"]
    assert StaticScenery([ahead], 0.0).seen(view_of((0.0, -4000.0, 2.0), (0.0, 50.0, 2.0))) == [], (
        "smaller than a pixel"
    )


def test_a_static_shadow_lies_away_from_the_sun_and_is_as_long_as_the_sun_is_low() -> None:
    block = Instance(masonry.block((-1.0, -1.0, 0.0), (1.0, 1.0, 4.0)), np.eye(4, dtype=np.float32))
    (found,) = shades([block])
    assert np.array_equal(found.model, shadow_model(block))
    patch = points([found])
    away = -np.array(SUN[:2]) / np.linalg.norm(SUN[:2])
    along = patch[:, :2] @ away
    longest = 4.0 * float(np.linalg.norm(SUN[:2])) / SUN[2]
    assert along.max() == pytest.approx(longest + 2.0**0.5, rel=0.2)
    assert -(2.0**0.5) - 1.0 < along.min() < -1.0, "it begins under what throws it"
    assert 0.0 < patch[:, 2].min() < patch[:, 2].max() < 0.1, "the rim lies under the inside of another shadow"
    sun = np.array(sun_of(9.0))
    along = points([*shades([block], 9.0)])[:, :2] @ (-sun[:2] / np.linalg.norm(sun[:2]))
    assert along.max() == pytest.approx(4.0 * float(np.linalg.norm(sun[:2])) / sun[2] + 1.2, rel=0.2)
