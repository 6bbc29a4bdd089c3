"""Soft shadows on bodies."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import lathe, sphere
from game.model.frame import LAMP, Instance, SceneFrame
from game.model.material import Material
from game.render.renderer import Renderer
from tests.game.render.small_scene import placed, scene, view_of

BALL = sphere(0.09, Material.PLAIN, 64)
PLATE = lathe([(0.0, 0.0), (0.05, 0.0), (0.05, 0.004), (0.0, 0.004)], Material.PLAIN, 48)


def drawn(renderer: Renderer, frame: SceneFrame) -> np.ndarray:
    renderer.draw(frame)
    return renderer.read().astype(float).mean(axis=2)


def around(picture: np.ndarray) -> np.ndarray:
    """Return the nine pixels about each pixel, (9, h, w)."""
    return np.stack([np.roll(np.roll(picture, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1)])


def test_the_edge_of_a_soft_shadow_on_a_ball_is_not_stippled(make: Callable[..., Renderer]) -> None:
    """Count pixels of the half-shade of a plate that stand out from their neighbours."""
    renderer = make(tier="high", software=True)
    ball = Instance(BALL, placed(0.13), (0.8, 0.8, 0.8), roughness=1.0)
    above = placed(0.13)
    above[3, :3] += 0.30 * np.array(LAMP, np.float32) / np.linalg.norm(LAMP)
    bare = np.zeros((0, 4), np.float32)
    lit = drawn(renderer, scene(instances=[ball], occluders=bare))
    shaded = drawn(renderer, scene(instances=[ball, Instance(PLATE, above)], occluders=bare))
    share = shaded / np.maximum(lit, 1.0)
    on_ball = around(lit).min(axis=0) > 110.0
    mean = around(share).mean(axis=0)
    half = on_ball & (mean > 0.55) & (mean < 0.97)
    assert half.sum() > 800
    assert (np.abs(share - np.median(around(share), axis=0))[half] > 0.02).sum() < 40


@pytest.mark.parametrize("tier", ["low", "medium"])
def test_a_ball_throws_no_rings_of_shadow_on_itself(make: Callable[..., Renderer], tier: str) -> None:
    """Count pixels that stand out from their neighbours, where the light grazes a ball."""
    size = (320, 200)
    renderer = make(size=size, tier=tier, software=True)
    ball = Instance(sphere(0.09, Material.PLAIN, 96), placed(0.13), (0.8, 0.8, 0.8), roughness=1.0)
    frame = scene(instances=[ball], occluders=np.zeros((0, 4), np.float32))
    picture = drawn(renderer, replace(frame, view=view_of(size, azimuth=-0.9, distance=0.45)))
    down, right = np.mgrid[: size[1], : size[0]]
    on_ball = (right - 160) ** 2 + (down - 100) ** 2 < 62.0**2
    assert (np.abs(picture - around(picture).mean(axis=0))[on_ball] > 2.5).sum() < 12
