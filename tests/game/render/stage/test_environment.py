"""The textures of a place: the same light in half floats, for a card, and in floats, for a processor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import moderngl
import numpy as np
import pytest

from game.model.frame import Room, Surroundings
from game.render.renderer import Renderer
from game.render.stage import scene_buffers
from game.render.stage.environment import Environment
from tests.game.render.small_scene import scene

Make = Callable[..., Renderer]


class Kept(Environment):
    """An environment that notes the types of its textures."""

    def __init__(
        self, kinds: list[str], software: bool, ctx: moderngl.Context, place: Surroundings | Room, _: bool
    ) -> None:
        super().__init__(ctx, place, software)
        assert self._room is not None
        kinds += [self._light.dtype, self._room.dtype]


@pytest.mark.parametrize("tier", ["low", "high"])
def test_light_in_floats_makes_the_same_picture(make: Make, monkeypatch: pytest.MonkeyPatch, tier: str) -> None:
    kinds: list[str] = []
    pictures = []
    for software in (False, True):
        monkeypatch.setattr(scene_buffers, "Environment", partial(Kept, kinds, software))
        renderer = make(tier=tier)
        renderer.draw(scene(renderer.size))
        pictures.append(renderer.read().astype(int))
    assert kinds == ["f2", "f2", "f4", "f4"]
    assert pictures[0].std() > 20.0
    assert np.abs(pictures[1] - pictures[0]).max() <= 1
