"""The light of each stage: a lamp at infinity and the light that comes from all round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from game.picture import Array, Stage


@dataclass(frozen=True)
class Light:
    """to_light: (3,) unit vector to the lamp or the sun. sunlight: its light on what faces it, linear RGB.

    ambient: share of the environment's diffuse light; bounce: light that comes back from the sunlit floor. reach: how
    far round the focus things throw shadows, in radii of the scene. environment, floor: files in `assets/` with the
    light from all round and what the floor is painted with.
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


LIGHTS = {
    Stage.STUDIO: Light(
        _towards(-0.56, -0.44, 0.70), (7.0, 6.5, 5.8), 0.48, (0.21, 0.115, 0.055), 1.0, 1.0, "environment", "floor_wood"
    ),
    Stage.FIELD: Light(
        _towards(-0.68, -0.46, 0.46), (7.4, 6.3, 4.9), 1.0, (0.0, 0.0, 0.0), 1.0, 1.7, "field_light", "field_grass"
    ),
}
