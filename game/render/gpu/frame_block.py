"""The uniform block that all passes of one picture share, laid out as in `shaders/common/frame.glsl`."""

from __future__ import annotations

import math
from typing import Any

import moderngl
import numpy as np

from game.model.daylight import Daylight
from game.model.frame import Array, SceneFrame, Surroundings, View
from game.render.dirty.floor_shadows import floor_reach
from game.render.gpu.shader_programs import BLOCKS
from game.render.lights import Interior, Light, light_of
from physics.maths import dense
from physics.maths.elementary import cos, decade, power, sin

BLOCK = np.dtype(
    [
        ("view_projection", "f4", (4, 4)),
        ("view_projection_inverse", "f4", (4, 4)),
        ("light_projection", "f4", (4, 4)),
        ("eye", "f4", 4),
        ("to_light", "f4", 4),
        ("sunlight", "f4", 4),
        ("screen", "f4", 4),
        ("stage", "f4", 4),
        ("depths", "f4", 4),
        ("wood", "f4", 4),
        ("ground", "f4", 4),
        ("chalk_lines", "f4", 4),
        ("occluders", "f4", (8, 4)),
        ("irradiance", "f4", (9, 4)),
        ("window", "f4", 4),
        ("table", "f4", 4),
        ("wall", "f4", 4),
        ("near_table", "f4", 4),
        ("dim", "f4", 4),
        ("beyond", "f4", 4),
        ("grid_lines", "f4", 4),
        ("day_sun", "f4", 4),
        ("day_sky", "f4", 4),
        ("day_ground", "f4", 4),
    ]
)
"""std140: every member is a multiple of 16 bytes, so that it has no gaps."""

MAX_OCCLUDERS = 8
OCCLUDER_MEMBERS = "to_light", "occluders"
"""Members that the occluders change; the other components of `to_light` are constants of the stage."""
LIGHT_DEPTH = 2.0
"""Half the depth of the lamp's box over the radius of the scene: deep enough to reach the floor."""
TABLE, EDGE = 5.2, (0.986, 0.993)
"""Radius of the table, in radii of the scene, and the shares of it where its top and its side end."""
GRASS_TILE = 2.4
"""Side of the meadow's texture [m] where the trampled earth has a radius of `GRASS_WORN`; finer beside a model."""
GRASS_WORN = 4.0
MEADOW = 12_000.0
"""Extent of the land [m]."""
CLEAR = 0.6
"""How much of the sky that a clear body hides from the table it hides of the lamp, too, which shines through it."""
HAZE = 1.0 / 6000.0
"""Extinction of the air [1/m]."""


def round_length(length: float) -> float:
    """Return the largest of 1, 2, 5 times a power of ten that does not exceed a length."""
    power = decade(length)
    return power * max(step for step in (1.0, 2.0, 5.0) if step * power <= length * (1.0 + 1e-9))


def grid_spacing(radius: float) -> tuple[float, float]:
    """Return the spacing [m] of the floor's fine and coarse lines in a scene of this radius, as `round_length`."""
    fine = round_length(0.3 * radius)
    return fine, round_length(5.0 * fine)


def far_plane(projection: Array) -> float:
    """Return the distance of the far plane [m] of a perspective projection (4, 4); 1e9 where it has none."""
    slope = float(projection[2, 2]) + 1.0
    return float(projection[3, 2]) / slope if abs(slope) > 1e-9 else 1e9


def depth_terms(view: View) -> tuple[float, float, float, float]:
    """Return the terms of a view's projection that turn depths into metres, as `common/half_depth.glsl` reads them."""
    of = view.projection
    return 1.0 / float(of[0, 0]), 1.0 / float(of[1, 1]), float(of[2, 2]), float(of[3, 2])


def middle_of(view: View) -> tuple[float, float]:
    """Return by how much places on the screen, -1 to 1, are shifted from those that the lens alone gives."""
    return float(view.projection[2, 0]), float(view.projection[2, 1])


def light_projection(focus: Array, radius: float, size: int, to_light: Array) -> Array:
    """Return the matrix (4, 4) from the world to the lamp's clip space: a box round the sphere of interest.

    to_light: (3,) unit vector.

    The box moves in whole texels of the shadow map, of `size` texels, so that edges do not crawl when the
    focus does.
    """
    side = np.cross((0.0, 1.0, 0.0), to_light)
    side /= dense.length(side)
    axes = np.stack([side, np.cross(to_light, side), -to_light], axis=1)
    center = dense.applied(axes.T, focus)
    texel = 2.0 * radius / size
    center[:2] = np.round(center[:2] / texel) * texel
    scale = np.array([1.0, 1.0, 1.0 / LIGHT_DEPTH]) / radius
    matrix = np.zeros((4, 4), np.float32)
    matrix[:3, :3] = axes * scale
    matrix[3, :3] = -center * scale
    matrix[3, 3] = 1.0
    return matrix


def table_width(frame: SceneFrame) -> float:
    """Return the length [m] in which the studio's table is measured: a radius of the scene, more for an eye far off."""
    away = dense.length(np.asarray(frame.view.eye, float) - np.asarray(frame.focus, float))
    return max(float(frame.radius), 0.25 * away)


def described_block() -> dict[str, Any]:
    """Return what a page needs to fill the block: the places of its members, in numbers, and constants of `fill`."""
    return {
        "places": {name: at // 4 for name, (_, at, *_) in (BLOCK.fields or {}).items()},
        "table": TABLE, "edge": list(EDGE), "depth": LIGHT_DEPTH, "spheres": MAX_OCCLUDERS,
    }  # fmt: skip


def _of_day(irradiance: Array, day: Daylight | None) -> Array:
    """Return the diffuse light (9, 3) of a field at an hour of the day: turned with the sun, and of another colour.

    Of order one, two and two in the azimuth are the terms y and x, yz and xz, xy and x² - y² (as in `lighting.glsl`).
    """
    if day is None:
        return irradiance
    terms = np.array(irradiance, float)
    for sine, cosine, order, doubled in ((1, 3, 1, 1.0), (5, 7, 1, 1.0), (4, 8, 2, 2.0)):
        s, c = sin(order * day.turn), cos(order * day.turn)
        across, along = terms[sine] / doubled, terms[cosine].copy()
        terms[sine], terms[cosine] = doubled * (c * across + s * along), c * along - s * across
    return np.asarray(terms * np.array(day.sky))


class FrameData:
    """The content of the uniform block, without a graphics card."""

    def __init__(self) -> None:
        self._data = np.zeros((), BLOCK)
        self._exposure = 1.0
        self.isotropic = True
        """True where textures seen at a slant are blurred along both of their axes."""

    def light(self, light: Light, irradiance: Array) -> None:
        """Set the light of a place; irradiance (9, 3): the environment's diffuse part."""
        terms = self._data["irradiance"][:, :3]
        terms[:] = _of_day(irradiance, light.day) * light.ambient
        terms[0] += 0.5 * np.array(light.bounce)
        terms[2] -= 0.5 * np.array(light.bounce)
        self._exposure = light.exposure
        self._data["sunlight"][:3] = light.sunlight
        self._data["to_light"][:3] = light.to_light
        self._furnish(light.interior)
        day = light.day
        self._data["day_sun"] = (1.0, 1.0, 1.0, 0.0) if day is None else (*day.sun, day.turn / math.tau)
        self._data["day_sky"] = (1.0, 1.0, 1.0, 0.0) if day is None else (*day.sky, 1.0)
        self._data["day_ground"] = (1.0, 1.0, 1.0, 0.0) if day is None else (*day.ground, 0.0)

    def _furnish(self, room: Interior | None) -> None:
        """Set the paint of a room; elsewhere no shader reads it but the rims of lines."""
        for name in ("table", "wall", "near_table", "dim", "beyond", "grid_lines"):
            self._data[name] = 0.0
        if room is not None:
            self._data["table"] = (*room.table, room.rim)
            self._data["wall"] = (*room.wall, room.aside)
            self._data["near_table"] = (*room.near_table, 1.0 / room.pool)
            self._data["dim"] = (*room.dim, room.above)
            self._data["beyond"] = (*room.beyond, *room.gloss)
            self._data["grid_lines"] = (*room.lines, room.darkens)

    @property
    def light_projection(self) -> Array:
        """The matrix (4, 4), of row vectors, from the world to the lamp's clip space, of the picture last filled in."""
        return np.asarray(self._data["light_projection"])

    @property
    def lit(self) -> bytes:
        """All bytes of the block but those of the occluding spheres."""
        return b"".join(self._data[name].tobytes() for name in BLOCK.names or () if name not in OCCLUDER_MEMBERS)

    @property
    def content(self) -> bytes:
        """All bytes of the block."""
        return self._data.tobytes()

    def fill(self, frame: SceneFrame, size: tuple[int, int], shadow_size: int, clear: bool = False) -> None:
        """Fill the block for a frame drawn at this size [pixels]; clear: whether any of its bodies is of glass."""
        data, view, radius = self._data, frame.view, float(frame.radius)
        both = dense.product(view.view, view.projection)
        data["view_projection"] = both
        data["view_projection_inverse"] = dense.inverse(both)
        light = light_of(frame)
        lit = radius * light.reach
        data["light_projection"] = light_projection(frame.focus, lit, shadow_size, light.to_light)
        data["eye"] = (*view.eye, self._exposure * float(power(2.0, view.exposure)))
        data["sunlight"][3] = 2.0 * lit / shadow_size
        data["screen"] = (size[0], size[1], 1.0 / size[0], 1.0 / size[1])
        data["window"] = (round(view.corner[0] * size[0]), round(view.corner[1] * size[1]), *view.whole)
        self._fill_floor(frame, radius)
        self._fill_ground(frame, clear)
        spheres = np.asarray(frame.occluders, np.float32).reshape(-1, 4)
        spheres = spheres[floor_reach(spheres) > 0.0][:MAX_OCCLUDERS]  # pixels have the work of all others, too
        data["to_light"][3] = len(spheres)
        data["occluders"][: len(spheres)] = spheres

    def _fill_floor(self, frame: SceneFrame, radius: float) -> None:
        focus, wide = np.asarray(frame.focus, float), table_width(frame)
        fine, coarse = grid_spacing(radius)
        self._data["stage"] = (*focus[:2], *(share * TABLE * wide for share in EDGE))
        self._data["depths"] = (6.0 * wide, far_plane(frame.view.projection), self.isotropic, frame.view.fine)
        self._data["wood"] = (1.0 / (48.0 * fine), 1.0 / (24.0 * fine), fine, coarse)

    def _fill_ground(self, frame: SceneFrame, clear: bool) -> None:
        ground = frame.ground
        tile = GRASS_TILE * min(ground.worn / GRASS_WORN, 1.0)
        field = frame.stage is Surroundings.FIELD
        reach, last = (ground.reach, ground.half_width) if field else (CLEAR if clear else 0.0, frame.mirror)
        self._data["ground"] = (ground.worn, 1.0 / tile, MEADOW, HAZE)
        self._data["chalk_lines"] = (ground.fine, ground.coarse, reach, last)


class FrameBlock(FrameData):
    """The uniform block of all programs, filled once per picture."""

    def __init__(self, ctx: moderngl.Context) -> None:
        super().__init__()
        self._buffer = ctx.buffer(reserve=BLOCK.itemsize, dynamic=True)

    def fill(self, frame: SceneFrame, size: tuple[int, int], shadow_size: int, clear: bool = False) -> None:
        """Fill the block for a frame drawn at this size [pixels] and bind it for all programs."""
        super().fill(frame, size, shadow_size, clear)
        self._buffer.write(self.content)
        self._buffer.bind_to_uniform_block(BLOCKS["Frame"])

    def release(self) -> None:
        """Free the buffer."""
        self._buffer.release()
