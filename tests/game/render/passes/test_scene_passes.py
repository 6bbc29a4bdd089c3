"""The passes of the scene: floor and sky cover whatever the framebuffer held where no body stands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.model.frame import Surroundings
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, scene, view_of

EYES = [(-1.9, 0.35), (0.4, 0.0), (2.0, 1.55), (0.0, -0.3)]
"""Azimuth and elevation [rad], from above, from the height of the table, from below."""


@pytest.mark.parametrize("stage", Surroundings)
def test_nothing_of_the_last_picture_shines_through(make: Callable[..., Renderer], stage: Surroundings) -> None:
    renderer = make()
    for azimuth, elevation in EYES:
        frame = replace(scene(), stage=stage, view=view_of(SIZE, azimuth, elevation, 0.6))
        found = []
        for light in (1.0, 0.0):
            renderer.draw(scene(backdrop=light, instances=[]))
            renderer.draw(frame)
            found.append(renderer.read())
        assert np.array_equal(*found), (azimuth, elevation)
        assert not np.array_equal(found[0], np.full_like(found[0], 255))


def test_a_silvered_mirror_shows_an_image_of_as_many_pixels_as_the_picture_in_half_floats(
    make: Callable[..., Renderer],
) -> None:
    renderer = make(tier="high")
    renderer.draw(scene(mirror=0.5))
    shown = renderer.read().astype(float)
    targets = renderer._canvas.targets  # type: ignore[union-attr]
    covered = np.frombuffer(targets.clear_mirror().texture.read(), np.float16).reshape(*SIZE[::-1], 4)[..., 3] > 0.0
    assert 200 < covered.sum() < covered.size // 4
    lacquer = make(tier="high")
    lacquer.draw(scene())
    changed = np.abs(shown - lacquer.read())[::-1].sum(axis=2) > 60.0
    assert changed[covered].mean() > 0.1, "bodies stand before some of it"
