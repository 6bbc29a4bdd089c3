"""Ropes thinner than a pixel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.looks.kit.parts.pendulum_parts import plaited
from game.looks.kit.transforms import placement
from game.model.frame import Instance, Mesh
from game.model.material import Material
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, scene, view_of

MIDDLE = np.array([0.0, 0.0, 0.13])
HALF = np.array([0.09, 0.0, 0.06])
MESHES = [plaited(8), plaited(12, Material.LEATHER)]


@pytest.mark.parametrize("mesh", MESHES, ids=["rope", "leather"])
@pytest.mark.parametrize("radius", [1e-4, 2e-4, 4e-4])
def test_a_thin_rope_has_no_gaps(make: Callable[..., Renderer], mesh: Mesh, radius: float) -> None:
    along = HALF / np.linalg.norm(HALF)
    side = np.cross((0.0, 1.0, 0.0), along)
    length = 2.0 * float(np.linalg.norm(HALF))
    model = placement([radius * side, radius * np.cross(along, side), -length * along], MIDDLE - HALF)
    renderer = make()
    pictures = []
    for bodies in ([], [Instance(mesh, model, (40.0, 40.0, 40.0))]):
        renderer.draw(scene(instances=bodies, occluders=np.zeros((0, 4), np.float32)))
        pictures.append(renderer.read().astype(int))
    changed = np.abs(pictures[1] - pictures[0]).max(axis=2) > 24
    ends = [view_of(SIZE).project((MIDDLE + sign * HALF).astype(np.float32), SIZE) for sign in (-1.0, 1.0)]
    columns = sorted(int(end[0]) for end in ends if end)
    seen = changed[:, columns[0] + 2 : columns[1] - 2].any(axis=0)
    assert len(seen) > 60
    assert seen.all(), f"{int((~seen).sum())} of {len(seen)} columns without rope"
