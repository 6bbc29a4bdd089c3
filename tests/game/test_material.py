"""The table of materials."""

from __future__ import annotations

import pytest

from game.model import resources
from game.model.material import Material


def test_numbers_follow_the_order_of_declaration() -> None:
    assert [int(each) for each in Material] == list(range(len(Material)))
    assert all(Material(int(each)) is each for each in Material)


@pytest.mark.parametrize("material", [each for each in Material if each.kind.patterned])
def test_each_patterned_material_has_a_shader_of_its_name(material: Material) -> None:
    source = resources.text(f"shaders/materials/{material.name.lower()}.glsl")
    assert source.startswith("// ")
    assert source.count("Surface material_surface(inout vec3 n) {") == 1


def test_every_kind_describes_its_surface_coordinates() -> None:
    assert all(each.kind.u and each.kind.v for each in Material)
    assert not any(each.kind.common and each.kind.patterned for each in Material)
    assert all((resources.path(f"assets/{each.kind.picture}.npz")).exists() for each in Material if each.kind.picture)
