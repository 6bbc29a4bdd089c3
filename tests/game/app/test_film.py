"""Films without a window: what turns is blurred, and never seems to turn the wrong way."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from scipy.ndimage import map_coordinates

from game import scenefile
from game.app.offline import OfflineRenderer
from tests.game.render.meshes.test_strobing import waves

SIZE = (200, 150)
OMEGA = 30.0
"""Rate of the nut's turn about its hub [rad/s]; films run at other speeds."""
RATES = (15.0, 62.0, 100.0, 400.0, 1000.0)
"""Rates in a film [rad/s]."""
VISIBLE, GONE = 0.3, 0.5
"""Half turns in a picture up to which the turn must be seen, and from which nothing may be left of its pattern."""
LEAST, UNEVEN = 0.03, 0.12
"""Shares of the sharp pattern's power: counted as none; of the light on what is even all round."""


@pytest.fixture
def nut() -> Iterator[OfflineRenderer]:
    scene = scenefile.load("wing-nut").changed(quality="low")
    start = {"omega_1": 0.0, "omega_3": OMEGA, "theta": 0.0, "phi": 0.0}
    made = OfflineRenderer(scene.changed(initial=start, speed=1.0), SIZE, 60, False, "elevation=89,distance=0.232")
    made.session.geometry = made.session.vectors = made.session.traces = False
    yield made
    made.renderer.release()


def around(film: OfflineRenderer) -> np.ndarray:
    """Return the brightness on a circle about the nut's axis, which its wings cross."""
    film.advance()
    picture = film.picture().astype(float).mean(axis=2)
    look, way = film.session.look, 2.0 * np.pi * np.arange(96) / 96
    out = 0.6 * look.size * np.stack([np.cos(way), np.sin(way), 0.0 * way], axis=1)
    places = [film.camera.view(SIZE[0] / SIZE[1]).project(look.to_world(each), SIZE) for each in out]
    x, y = np.array(places).T
    return map_coordinates(picture, [y, x], order=1)


@pytest.mark.parametrize(
    "fps", [pytest.param(20, marks=pytest.mark.long), 30, pytest.param(60, marks=pytest.mark.long)]
)
def test_a_nut_in_a_film_never_seems_to_turn_backwards(nut: OfflineRenderer, fps: int) -> None:
    turn = 2.0 * np.pi / 12
    nut.session.clock.speed = turn * 60 / OMEGA
    slow = np.array([around(nut) for _ in range(13)][1:])
    even = slow.mean(axis=0)
    power = float(np.mean([(np.abs(waves(each - even)) ** 2).sum() for each in slow]))
    nut.fps = fps
    for rate in RATES:
        nut.session.clock.speed = rate / OMEGA
        nut.advance()
        first, second = (waves(around(nut) - even) for _ in range(2))
        forward = float(np.imag(first * np.conj(second)).sum()) / power
        assert forward > -LEAST, f"{rate:g} rad/s at {fps} pictures a second seem to turn backwards"
        if rate / fps / np.pi < VISIBLE:
            assert forward > LEAST, f"{rate:g} rad/s at {fps} pictures a second are not seen to turn"
        if rate / fps / np.pi > GONE:
            left = float((np.abs(second) ** 2).sum()) / power
            assert left < UNEVEN, f"{rate:g} rad/s at {fps} pictures a second leave a pattern"
