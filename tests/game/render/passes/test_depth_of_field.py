"""Depth of field: the focused object stays sharp, objects behind and in front of it do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import cylinder
from game.model.frame import Instance, SceneFrame
from game.render.gpu.render_targets import RenderTargets
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, placed, scene, view_of

Make = Callable[..., Renderer]
COLUMN = cylinder(0.02, 0.2)
NEAR, MIDDLE, FAR = (-0.08, -0.3), (0.0, 0.0), (0.3, 1.2)
"""Positions (x, y) of the columns [m]; the eye is at y = -0.75."""


def frame(blur: float) -> SceneFrame:
    """Return a frame of three columns, each behind and beside the last, focused on the middle one."""
    instances = []
    for x, y in (NEAR, MIDDLE, FAR):
        model = placed(0.0)
        model[3, :2] = x, y
        instances.append(Instance(COLUMN, model, (0.8, 0.8, 0.8)))
    view = replace(view_of(SIZE, azimuth=-0.5 * np.pi, elevation=0.05), blur=blur, sharp=0.75)
    return replace(scene(instances=instances, occluders=np.zeros((0, 4), np.float32)), view=view)


def steepness(picture: np.ndarray, place: tuple[float, float]) -> float:
    """Return the greatest step of brightness from pixel to pixel at a column's left edge."""
    at = frame(0.0).view.project(np.array([place[0] - 0.02, place[1], 0.14], np.float32), SIZE)
    assert at is not None
    x, y = (int(c) for c in at)
    return float(np.abs(np.diff(picture[y, x - 6 : x + 7])).max())


def test_the_far_and_the_near_edge_soften_and_the_focused_one_does_not(make: Make) -> None:
    renderer = make(tier="high")
    pictures = []
    for blur in (0.0, 0.06):
        renderer.draw(frame(blur))
        renderer.check()
        pictures.append(renderer.read().astype(float).mean(axis=2))
    sharp, blurred = pictures
    assert steepness(blurred, MIDDLE) > 0.85 * steepness(sharp, MIDDLE)
    assert steepness(blurred, FAR) < 0.6 * steepness(sharp, FAR)
    assert steepness(blurred, NEAR) < 0.8 * steepness(sharp, NEAR)


@pytest.mark.parametrize(("tier", "blur"), [("high", 0.0), ("medium", 0.06), ("low", 0.06)])
def test_without_blur_and_in_the_other_tiers_no_lens_is_drawn(
    make: Make, monkeypatch: pytest.MonkeyPatch, tier: str, blur: float
) -> None:
    monkeypatch.setattr(RenderTargets, "blurred", lambda *_: pytest.fail("a lens is drawn"))
    make(tier=tier).draw(frame(blur))
