"""The light of each stage: a lamp at infinity and the light of the environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from game.model.frame import LAMP, SUN, Array, Surroundings


class Light(Struct, frozen=True):
    """The light of one stage.

    to_light: (3,) unit vector to the lamp or the sun. sunlight: its light on a surface that faces it, linear RGB.

    ambient: share of the environment's diffuse light; bounce: light reflected by the sunlit floor. reach:
    distance from the focus within which bodies cast shadows, in radii of the scene. environment, floor: files in
    `assets/` with the light of the environment and the texture of the floor, or nothing.
    """

    to_light: Array
    sunlight: tuple[float, float, float]
    ambient: float
    bounce: tuple[float, float, float]
    exposure: float
    reach: float
    environment: str
    floor: str


def _towards(x: float, y: float, z: float) -> Any:
    return np.array([x, y, z]) / np.linalg.norm([x, y, z])


TO_LAMP = _towards(*LAMP)
LIGHTS = {
    Surroundings.STUDIO: Light(
        TO_LAMP, (5.9, 5.2, 4.35), 0.46, (0.150, 0.085, 0.045), 1.0, 1.0, "environment", "floor_wood"
    ),
    Surroundings.FIELD: Light(
        _towards(*SUN), (7.4, 6.3, 4.9), 1.0, (0.0, 0.0, 0.0), 1.0, 1.7, "field_light", "field_grass"
    ),
    Surroundings.VOID: Light(TO_LAMP, (5.6, 5.1, 4.5), 0.62, (0.060, 0.085, 0.125), 1.0, 1.0, "void_light", ""),
}
