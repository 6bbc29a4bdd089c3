"""Materials of the gorge: running water, painted steel in the shade, and shining hair."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.looks.places import canyon
from game.model.frame import Instance, Mesh, SceneFrame, Surroundings
from game.model.material import Material
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import placed, scene
from tests.game.render.stage.test_field import drawn, frame, view_of

Make = Callable[..., Renderer]
DEEP = 0.84
RED = (0.42, 0.10, 0.07)


def sheet(material: Material, u: tuple[float, float], v: tuple[float, float], size: float = 8.0) -> Mesh:
    """Return a level square about the origin whose u and v range along x and y between the given values."""
    x, y = np.array([-1.0, 1.0, 1.0, -1.0]), np.array([-1.0, -1.0, 1.0, 1.0])
    rows = np.zeros((4, 9), np.float32)
    rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 5] = size * x, size * y, 0.05, 1.0
    rows[:, 6], rows[:, 7], rows[:, 8] = np.where(x < 0, *u), np.where(y < 0, *v), material
    return Mesh(rows, np.array([0, 1, 2, 0, 2, 3], np.int32))


def picture(renderer: Renderer, mesh: Mesh, tint: tuple[float, float, float]) -> np.ndarray:
    view = view_of((0.0, -14.0, 9.0), (0.0, 0.0, 0.0))
    return drawn(renderer, frame(view, Instance(mesh, np.eye(4, dtype=np.float32), tint, 0.5)))[90:120, 110:210]


def studio(mesh: Mesh) -> SceneFrame:
    body = Instance(mesh, placed(0.06), (0.115, 0.048, 0.020), 0.4)
    return scene(instances=[body], occluders=np.zeros((0, 4), np.float32), stage=Surroundings.STUDIO)


@pytest.mark.parametrize("tier", TIERS)
def test_water_moves_and_repeats_after_a_period(make: Make, tier: str) -> None:
    renderer, water = make(tier=tier), sheet(Material.WATER, (0.0, 6.0), (-0.3, 0.3))
    still, later, again = (picture(renderer, water, (part, part, part)) for part in (0.0, 0.35, 1.0))
    assert np.abs(later - still).mean() > 4.0
    assert np.abs(again - still).mean() < 0.5


@pytest.mark.parametrize("tier", TIERS)
def test_the_patterns_drift_as_far_as_the_river_has_run(make: Make, tier: str) -> None:
    """Check that half a width along the river equals half a width of drift, except for the stones in the bed."""
    renderer, drifts = make(tier=tier), np.array(canyon.DRIFTS)
    run = 0.5
    moved = picture(renderer, sheet(Material.WATER, (0.0, 6.0), (-0.3, 0.3)), tuple(drifts * run))  # type: ignore[arg-type]
    shifted = picture(renderer, sheet(Material.WATER, (-run, 6.0 - run), (-0.3, 0.3)), (0.0, 0.0, 0.0))
    still = picture(renderer, sheet(Material.WATER, (0.0, 6.0), (-0.3, 0.3)), (0.0, 0.0, 0.0))
    assert np.abs(moved - shifted).mean() < 0.5 * np.abs(still - shifted).mean()


@pytest.mark.parametrize("tier", TIERS)
def test_steel_is_darker_where_flanges_keep_the_light_away(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    open_, hidden = (picture(renderer, sheet(Material.STEELWORK, (u, u), (0.0, 1.0)), RED) for u in (1.0, 0.0))
    assert open_[..., 0].mean() > hidden[..., 0].mean() + 25
    assert open_[..., 0].mean() > 1.5 * open_[..., 2].mean()


@pytest.mark.parametrize("tier", TIERS)
def test_single_hairs_are_distinguishable(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    hair, plain = (
        drawn(renderer, studio(sheet(kind, (0.0, 0.12), (0.0, 1.0), 0.06))) for kind in (Material.HAIR, Material.PLAIN)
    )
    rough = [np.abs(np.diff(each[95:105, 130:190], axis=1)).mean() for each in (hair, plain)]
    assert rough[0] > rough[1] + 1.0


def test_rock_under_a_ledge_is_not_torn_to_streaks(make: Make) -> None:
    """Check the unevenness of rock that faces the ground, and of the same rock where it stands upright."""
    renderer, rough = make(tier="high"), []
    for lean in (0.3, 1.3):
        mesh = sheet(Material.ROCK, (1.0, 1.0), (1.0, 1.0), 2.0)
        back, up = np.array([0.0, np.sin(lean), 0.0]), np.array([0.0, 0.0, np.cos(lean)])
        mesh.vertices[:, :3] = mesh.vertices[:, :1] * (1.0, 0.0, 0.0) - mesh.vertices[:, 1:2] * (back - up) + (0, 0, 3)
        mesh.vertices[:, 3:6] = 0.0, -np.cos(lean), -np.sin(lean)
        view = view_of((0.0, -9.0, 0.4), (0.0, 0.0, 3.0))
        shown = drawn(renderer, frame(view, Instance(mesh, np.eye(4, dtype=np.float32), (1.0, 1.0, 1.0), 0.5)))
        part = shown[96:104, 140:180].mean(axis=2).astype(float)
        rough.append(float(np.abs(np.diff(part, axis=1)).mean() / part.mean()))
    assert rough[1] < 0.65 * rough[0]
