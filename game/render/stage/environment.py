"""The textures of a place: its light, its floor and sky, and wood."""

from __future__ import annotations

import moderngl
import numpy as np

from game.model.frame import Array, Room, Surroundings
from game.render.gpu.mipmaps import mipmapped_texture
from game.render.gpu.shader_programs import UNITS
from game.render.stage.stage_pictures import Halves, pictures_of
from game.render.tiers import Tier


class Environment:
    """One place as textures; `irradiance` (9, 3) is the diffuse part of their light.

    software: a processor draws. It would turn half floats into floats whenever it reads them, and reads four numbers of
    a pixel faster than three: so the same light is kept as whole floats there.
    """

    def __init__(self, ctx: moderngl.Context, place: Surroundings | Room, software: bool = False) -> None:
        read = pictures_of(place)
        self.irradiance: Array = read.irradiance
        # Layers of a volume instead of mipmaps, which software OpenGL takes 50 ms to allocate.
        size, components = read.light.shape[2::-1], read.light.shape[3]
        light, kind = (read.light.astype(np.float32), "f4") if software else (read.light, "f2")
        self._light = ctx.texture3d((*size,), components, light, alignment=1, dtype=kind)
        self._light.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._light.repeat_y = self._light.repeat_z = False
        self._reflectance = _even(ctx, read.reflectance, "f2")
        self._turned = mipmapped_texture(ctx, read.turned)
        self._floor, self._clouds, self._land, self._plants = (
            None if each is None else mipmapped_texture(ctx, each)
            for each in (read.floor, read.clouds, read.land, read.plants)
        )
        self._room = None if read.room is None else _room(ctx, read.room, software)

    def bind(self, quality: Tier, anisotropy: float) -> None:
        """Put the textures on their units; anisotropy sharpens the floor towards the horizon."""
        if self._floor is not None:
            smaller = moderngl.LINEAR_MIPMAP_LINEAR if quality.mipmaps_blend else moderngl.LINEAR_MIPMAP_NEAREST
            self._floor.filter = (smaller, moderngl.LINEAR)
            self._floor.anisotropy = anisotropy
            self._floor.use(UNITS["floor_wood"])
        self._light.use(UNITS["environment_map"])
        self._reflectance.use(UNITS["reflectance"])
        self._turned.use(UNITS["turned_wood"])
        if self._clouds is not None:
            self._clouds.use(UNITS["sky_clouds"])
        if self._land is not None:
            self._land.anisotropy = anisotropy
            self._land.use(UNITS["field_land"])
        if self._plants is not None:
            self._plants.filter = (moderngl.LINEAR_MIPMAP_NEAREST, moderngl.LINEAR)
            self._plants.use(UNITS["field_plants"])
        if self._room is not None:
            self._room.use(UNITS["studio_room"])

    def release(self) -> None:
        """Free the textures."""
        pictures = self._floor, self._turned, self._clouds, self._land, self._plants, self._room
        for texture in (self._light, self._reflectance, *pictures):
            if texture is not None:
                texture.release()


def _room(ctx: moderngl.Context, values: Halves, software: bool) -> moderngl.Texture:
    """Return the texture of the room behind the table, all round."""
    if software:
        whole = np.concatenate([values, np.ones_like(values[..., :1])], axis=2).astype(np.float32)
        made = _even(ctx, whole, "f4")
    else:
        made = _even(ctx, values, "f2")
    made.repeat_x = True
    return made


def _even(ctx: moderngl.Context, values: Halves | Array, kind: str) -> moderngl.Texture:
    """Return a texture of half floats, "f2", or floats, "f4", (h, w, n), which ends at its edges."""
    made = ctx.texture((values.shape[1], values.shape[0]), values.shape[2], values, alignment=1, dtype=kind)
    made.filter = (moderngl.LINEAR, moderngl.LINEAR)
    made.repeat_x = made.repeat_y = False
    return made
