"""Films of turning bodies: the pattern on them never seems to turn the wrong way, nor to stand still."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from scipy.ndimage import map_coordinates

from game.looks.kit.shapes import cylinder, ellipsoid, sphere
from game.model.frame import SHUTTER, CheckerPattern, Instance, Mesh, SurfacePattern
from game.model.material import Material
from game.render.renderer import Renderer
from tests.game.render.meshes.test_mesh_programs import SIZE, drawn, on_edge

Make = Callable[..., Renderer]
RATES = (5.0, 30.0, 50.0, 65.0, 100.0, 160.0, 314.0, 1000.0)
"""Rates of turning [rad/s]."""
FASTEST = 0.3
"""Periods of a pattern per picture below which its turn must be seen."""
LEAST = 0.03
"""Share of the sharp pattern's power that counts as none."""


class Turned(NamedTuple):
    """A body whose pattern repeats so many times a turn, seen along its axis, and the distance from it [pixels]."""

    mesh: Mesh
    paint: SurfacePattern | CheckerPattern | None
    repeats: int
    out: float


LIGHT, DARK = (0.68, 0.60, 0.44), (0.03, 0.08, 0.20)
PAINTED = SurfacePattern(4, (0.09, 0.15), LIGHT, DARK)
OCTANTS = CheckerPattern((0.1, 0.1, 0.06), LIGHT, DARK)
BODIES = {
    "painted wood": Turned(sphere(0.05, Material.PAINTED_WOOD), PAINTED, 2, 13.0),
    "painted ivory": Turned(sphere(0.05, Material.IVORY), PAINTED, 2, 13.0),
    "bare wood": Turned(sphere(0.05, Material.PAINTED_WOOD), None, 1, 13.0),
    "egg": Turned(sphere(0.05, Material.EGG), None, 1, 13.0),
    "coin": Turned(cylinder(0.05, 0.012, Material.COIN), None, 2, 13.0),
    "lacquered octants": Turned(ellipsoid((0.05, 0.05, 0.03), (0.0, 0.0, 0.0), Material.LACQUER), OCTANTS, 2, 13.0),
}


def ring(renderer: Renderer, body: Turned, angle: float, per_picture: float) -> np.ndarray:
    """Return the brightness round the axis of a body at an angle [rad] that turns by so much in a picture."""
    blur = SHUTTER * per_picture
    turning = Instance(
        body.mesh, on_edge(angle), spin_blur=blur / (2.0 * math.pi), turn=(0.0, 0.0, blur), paint=body.paint
    )
    picture = drawn(renderer, turning).mean(axis=2)
    way = 2.0 * math.pi * np.arange(96) / 96
    x, y = 0.5 * SIZE[0] - 0.5 + body.out * np.cos(way), 0.5 * SIZE[1] - 0.5 - body.out * np.sin(way)
    return map_coordinates(picture, [y, x], order=1)


def waves(pattern: np.ndarray) -> np.ndarray:
    return np.fft.rfft(pattern)[1:25]


FILMS = tuple((pictures, rate) for pictures in (20, 30, 60) for rate in RATES)
"""Pictures a second, and rates of turning."""


@pytest.mark.parametrize(
    ("name", "films"),
    [
        *(pytest.param(name, FILMS[k % 3 :: 3], id=name) for k, name in enumerate(BODIES)),
        *(pytest.param(name, FILMS, id=f"{name} in all films", marks=pytest.mark.long) for name in BODIES),
    ],
)
def test_no_film_shows_the_wrong_sense_of_a_turn(make: Make, name: str, films: tuple[tuple[int, float], ...]) -> None:
    renderer, body = make(), BODIES[name]
    sharp = np.array([ring(renderer, body, 2.0 * math.pi * k / 12, 0.0) for k in range(12)])
    even = sharp.mean(axis=0)  # the light on it, without its pattern
    power = float(np.mean([(np.abs(waves(each - even)) ** 2).sum() for each in sharp]))
    for pictures, rate in films:
        turn = rate / pictures
        first, second = (waves(ring(renderer, body, 0.4 + k * turn, turn) - even) for k in (0, 1))
        forward = float(np.imag(first * np.conj(second)).sum()) / power
        periods = body.repeats * turn / (2.0 * math.pi)
        assert forward > -LEAST, f"{rate:g} rad/s at {pictures} pictures a second seem to turn backwards"
        if 0.02 < periods < FASTEST:
            assert forward > LEAST, f"{rate:g} rad/s at {pictures} pictures a second are not seen to turn"
        if periods >= 0.5:
            opposite = waves(ring(renderer, body, 0.4 + math.pi / body.repeats, turn) - even)
            seen = float((np.abs(first - opposite) ** 2).sum()) / power
            assert seen < LEAST, f"{rate:g} rad/s at {pictures} pictures a second leave a pattern"
