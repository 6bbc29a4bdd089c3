"""Pictures with a transparent ground, laid over other pictures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.model.overlay import InterfaceFrame
from game.render.cut_out import CutOut, cut_out
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, arrow, ribbon, scene

NOTHING = InterfaceFrame(SIZE, [], [])


def over(picture: np.ndarray, level: float) -> np.ndarray:
    """Return a picture with alpha laid over an even ground of this level."""
    alpha = picture[..., 3:] / 255.0
    return picture[..., :3] * alpha + level * (1.0 - alpha)


@pytest.mark.parametrize("tier", ["low", "medium", "high"])
def test_what_is_cut_out_looks_the_same_over_the_same_ground(make: Callable[..., Renderer], tier: str) -> None:
    renderer = make(tier=tier)
    frame = scene(ribbons=[ribbon()], arrows=[arrow()])
    picture = CutOut(renderer).picture([frame], [], NOTHING)
    assert picture.shape == (SIZE[1], SIZE[0], 4)
    renderer.draw(frame.before(0.0))
    dark = renderer.read()
    renderer.draw(frame.before(1.0))
    bright = renderer.read()
    assert np.abs(over(picture, 0.0) - dark).max() <= 3
    ground = float(bright[100, 100].mean())
    middle = np.s_[60:140, 100:220]
    assert np.abs(over(picture, ground)[middle] - bright[middle]).mean() <= 4
    alpha = picture[..., 3]
    assert (alpha[170:] == 0).all() and (alpha[:, :90] == 0).all(), "floor and wall are gone"
    assert (alpha[40:75, 152:168] >= 240).all() and (alpha[145:158, 145:175] == 255).all(), "cone and foot are opaque"
    assert 0.02 < (alpha > 0).mean() < 0.3


def test_traces_and_arrows_are_cut_out_too(make: Callable[..., Renderer]) -> None:
    renderer = make()
    bare, marked = (
        CutOut(renderer).picture([frame], [], NOTHING)[..., 3] > 100
        for frame in (scene(), scene(ribbons=[ribbon()], arrows=[arrow()]))
    )
    assert (marked & ~bare).sum() > 100 and not (bare & ~marked).any()


def test_half_transparent_pixels_keep_their_colour() -> None:
    between = np.full((1, 3, 3), 200.0, np.float32)
    dark = np.array([[(100.0, 50.0, 0.0), (100.0, 50.0, 0.0), (0.0, 0.0, 0.0)]], np.float32)
    bright = dark + np.array([0.0, 100.0, 200.0], np.float32)[None, :, None]
    assert cut_out(dark, bright, between).tolist() == [[[100, 50, 0, 255], [200, 100, 0, 128], [0, 0, 0, 0]]]


def test_the_picture_after_it_has_its_floor_again(make: Callable[..., Renderer]) -> None:
    renderer = make()
    renderer.draw(scene())
    before = renderer.read()
    CutOut(renderer).picture([scene()], [], NOTHING)
    renderer.draw(scene())
    assert np.array_equal(renderer.read(), before)
