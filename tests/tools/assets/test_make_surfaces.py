"""Colours of materials for exported files: those that the shaders compute."""

import pytest

from game.export.glb_surfaces import table
from game.model.material import Material
from tools.assets.make_surfaces import NOT_COVERING, SIZE, Baker, ball


@pytest.fixture(scope="module")
def baker():
    return Baker()


def test_every_material_that_covers_is_in_the_table():
    assert set(table()) == {material.name for material in Material} - {material.name for material in NOT_COVERING}


@pytest.mark.parametrize("material", [Material.BRASS, Material.IVORY, Material.RUBBER, Material.STONE, Material.ROPE])
def test_table_has_what_shaders_compute(baker, material):
    baked = baker.bake(material, ball(material), SIZE)
    seen = baked.color[..., 3] > 0.5
    known = table()[material.name]
    assert baked.color[seen][:, :3].mean(axis=0) == pytest.approx(known["color"], abs=0.004)
    metal, rough, coat = baked.finish[seen].mean(axis=0)
    assert (metal, rough, coat) == pytest.approx((known["metal"], known["roughness"], known["coat"]), abs=0.01)
