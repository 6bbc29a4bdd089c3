"""Caustics on the floor."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.table.rattleback_hull import boat
from game.model.frame import Caustic, Instance
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import SIZE, placed, scene, view_of

Make = Callable[..., Renderer]


def pool(gain: float, middle: tuple[float, float] = (-0.15, -0.05)) -> Caustic:
    grid = np.stack(np.meshgrid(np.linspace(-0.03, 0.03, 5), np.linspace(-0.03, 0.03, 4), indexing="ij"), axis=-1)
    return Caustic((grid + middle).astype(np.float32), np.full((5, 4), gain, np.float32))


def drawn(renderer: Renderer, *pools: Caustic) -> np.ndarray:
    frame = replace(scene(renderer.size), view=view_of(renderer.size, elevation=0.8), pools=list(pools))
    renderer.draw(frame)
    renderer.check()
    return renderer.read().astype(int).sum(axis=2)


@pytest.mark.parametrize("tier", TIERS)
def test_a_caustic_brightens_the_floor_where_it_lies(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    without = drawn(renderer)
    faint, bright = (drawn(renderer, pool(gain)) - without for gain in (1.0, 2.0))
    view = view_of(renderer.size, elevation=0.8)
    place = view.project(np.array([-0.15, -0.05, 0.0], np.float32), renderer.size)
    assert place is not None
    x, y = (int(part) for part in place)
    assert bright[y - 2 : y + 3, x - 2 : x + 3].mean() > 1.3 * faint[y - 2 : y + 3, x - 2 : x + 3].mean() > 13.0
    away = np.abs(bright) > 12
    rows, columns = np.nonzero(away)
    assert away.sum() > 60
    assert max(abs(rows - y).max(), abs(columns - x).max()) < 40, "and nowhere else"


def test_a_caustic_dimmer_than_the_shadow_adds_nothing(make: Make) -> None:
    renderer = make()
    assert (drawn(renderer, pool(0.5)) == drawn(renderer)).all()


def test_caustics_come_and_go_without_new_buffers(make: Make) -> None:
    renderer = make()
    two = drawn(renderer, pool(2.0), pool(2.0, (0.15, 0.1)))
    first = renderer._scene.caustics._rays.glo
    alone = drawn(renderer, pool(2.0))
    assert (two != alone).any()
    drawn(renderer)
    assert (drawn(renderer, pool(2.0), pool(2.0, (0.15, 0.1))) == two).all()
    assert renderer._scene.caustics._rays.glo == first


@pytest.mark.parametrize("tier", TIERS)
def test_the_lamp_is_hidden_where_clear_bodies_touch_the_table(make: Make, tier: str) -> None:
    """Check a place in the lamp's light below a sphere, in a scene with glass elsewhere and in one without."""
    renderer, view = make(tier=tier), view_of(SIZE, elevation=0.8)
    glass = Instance(boat((0.05, 0.01, 0.01), 0.0), placed(0.3))
    spheres = np.array([[-0.15, -0.05, 0.02, 0.02]], np.float32)
    place = view.project(np.array([-0.15, -0.05, 0.0], np.float32), renderer.size)
    assert place is not None
    x, y = (int(part) for part in place)
    lit = []
    for instances, occluders in (([], spheres), ([glass], spheres), ([glass], spheres[:0])):
        renderer.draw(replace(scene(SIZE), view=view, instances=instances, occluders=occluders))
        lit.append(renderer.read()[y - 1 : y + 2, x - 1 : x + 2].astype(float).mean())
    assert lit[1] < 0.8 * lit[0] < 0.8 * lit[2]
