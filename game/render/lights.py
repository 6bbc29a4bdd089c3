"""The light of each place: a lamp at infinity and the light of the environment; the paint of rooms."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from game.model.daylight import Daylight, daylight
from game.model.frame import LAMP, SUN, Array, Room, SceneFrame, Surroundings
from physics.maths import dense

Paint = tuple[float, float, float]
"""A colour or light, linear RGB."""


class Interior(Struct, frozen=True):
    """A room round a table, seen out of focus.

    picture: file in `assets/` with its walls. table: colour of the table where its texture is white. wall: light of the
    wall behind what is looked at; aside, above: how fast it falls off there. near_table: what the table adds to it low
    down. dim: light of all walls. pool: radius of the lit table, over that of the library. beyond: shares of the lamp's
    and of all other light on the table outside of it. gloss: shares of the room that the lacquer mirrors there, and
    within. lines: how much brighter than the table the lines of the scale are; darkens: their opacity as dark lines.
    rim: lightness of the edge of lines and arrows, 0 to 1.
    """

    picture: str
    table: Paint
    wall: Paint
    near_table: Paint
    dim: Paint
    aside: float = 13.0
    above: float = 8.0
    pool: float = 1.0
    beyond: tuple[float, float] = (0.06, 0.20)
    gloss: tuple[float, float] = (0.08, 0.34)
    lines: Paint = (0.95, 1.00, 1.05)
    darkens: float = 0.0
    rim: float = 0.0


class Light(Struct, frozen=True):
    """The light of one place.

    to_light: (3,) unit vector to the lamp or the sun. sunlight: its light on a surface that faces it, linear RGB.

    ambient: share of the environment's diffuse light; bounce: light reflected by the sunlit floor. reach:
    distance from the focus within which bodies cast shadows, in radii of the scene. environment, floor: files in
    `assets/` with the light of the environment and the texture of the floor, or nothing. interior: of a room. day: of a
    field at another hour than usual.
    """

    to_light: Array
    sunlight: Paint
    ambient: float
    bounce: Paint
    exposure: float
    reach: float
    environment: str
    floor: str
    interior: Interior | None = None
    day: Daylight | None = None


def _towards(x: float, y: float, z: float) -> Any:
    return np.array([x, y, z]) / dense.length([x, y, z])


TO_LAMP = _towards(*LAMP)
LIGHTS: dict[Surroundings | Room, Light] = {
    Room.LIBRARY: Light(
        TO_LAMP,
        (5.9, 5.2, 4.35),
        0.46,
        (0.150, 0.085, 0.045),
        1.0,
        1.0,
        "environment",
        "floor_wood",
        Interior(
            "studio_room",
            table=(0.375, 0.206, 0.115),
            wall=(0.034, 0.032, 0.031),
            near_table=(0.010, 0.006, 0.003),
            dim=(0.0072, 0.0085, 0.0120),
        ),
    ),
    Room.LABORATORY: Light(
        TO_LAMP,
        (7.4, 6.7, 5.6),
        0.34,
        (0.03, 0.034, 0.04),
        1.0,
        1.0,
        "laboratory_light",
        "floor_bench",
        Interior(
            "laboratory_room",
            table=(0.0245, 0.0279, 0.0342),
            wall=(0.018, 0.022, 0.029),
            near_table=(0.0062, 0.0074, 0.0092),
            dim=(0.0052, 0.0070, 0.0106),
            aside=10.0,
            above=6.0,
            pool=0.80,
            beyond=(0.14, 0.24),
            lines=(0.13, 0.155, 0.18),
        ),
    ),
    Room.WORKSHOP: Light(
        TO_LAMP,
        (6.4, 5.7, 4.6),
        0.50,
        (0.24, 0.18, 0.11),
        1.0,
        1.0,
        "workshop_light",
        "floor_wood",
        Interior(
            "workshop_room",
            table=(1.0, 0.72, 0.445),
            wall=(0.07, 0.066, 0.058),
            near_table=(0.02, 0.014, 0.008),
            dim=(0.085, 0.074, 0.060),
            aside=6.0,
            above=4.0,
            pool=1.3,
            beyond=(0.34, 0.55),
            gloss=(0.10, 0.30),
            lines=(0.0, 0.0, 0.0),
            darkens=0.40,
            rim=1.0,
        ),
    ),
    Surroundings.FIELD: Light(
        _towards(*SUN), (7.4, 6.3, 4.9), 1.0, (0.0, 0.0, 0.0), 1.0, 1.7, "field_light", "field_grass"
    ),
    Surroundings.VOID: Light(TO_LAMP, (6.4, 5.9, 5.2), 0.62, (0.170, 0.270, 0.440), 1.0, 1.0, "void_light", ""),
}
"""The light of every room, and of the surroundings that are no room."""


def light_of(frame: SceneFrame) -> Light:
    """Return the light of a frame: of its place, at its hour."""
    return LIGHTS[frame.place] if frame.hour is None else _at_hour(frame.hour)


@lru_cache(maxsize=8)
def _at_hour(hour: float) -> Light:
    """Return the light of a field at an hour of the day."""
    usual, day = LIGHTS[Surroundings.FIELD], daylight(hour)
    red, green, blue = (of * share for of, share in zip(usual.sunlight, day.sun, strict=True))
    exposure = usual.exposure * day.exposure
    return replace(usual, to_light=np.array(day.to_sun), sunlight=(red, green, blue), exposure=exposure, day=day)
