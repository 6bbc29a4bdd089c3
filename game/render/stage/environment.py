"""The textures of a stage: its light, its floor and sky, and wood; read from `assets/`."""

from __future__ import annotations

import moderngl
import numpy as np

from game.model import resources
from game.model.frame import Array, Surroundings
from game.render.gpu import mipmaps
from game.render.gpu.shader_programs import UNITS
from game.render.lights import LIGHTS
from game.render.tiers import Tier


class Environment:
    """The surroundings of one stage as textures; `irradiance` (9, 3) is the diffuse part of their light."""

    def __init__(self, ctx: moderngl.Context, stage: Surroundings) -> None:
        files = LIGHTS[stage]
        radiance = np.load(resources.path(f"assets/{files.environment}.npy"))
        self.irradiance: Array = np.load(resources.path(f"assets/{files.environment}_irradiance.npy"))
        # Layers of a volume instead of mipmaps, which software OpenGL takes 50 ms to allocate.
        size, components = radiance.shape[2::-1], radiance.shape[3]
        self._light = ctx.texture3d((*size,), components, radiance.tobytes(), alignment=1, dtype="f2")
        self._light.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._light.repeat_y = self._light.repeat_z = False
        self._reflectance = _even(ctx, "reflectance")
        self._floor = _picture(ctx, files.floor) if files.floor else None
        self._turned = _picture(ctx, "turned_wood")
        self._clouds = _picture(ctx, "field_sky", far=False) if stage is Surroundings.FIELD else None
        self._land = _picture(ctx, "field_land") if stage is Surroundings.FIELD else None
        self._plants = _picture(ctx, "field_plants") if stage is Surroundings.FIELD else None
        self._room = _room(ctx) if stage is Surroundings.STUDIO else None

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


def _room(ctx: moderngl.Context) -> moderngl.Texture:
    """Return the texture of the room behind the table, all round."""
    made = _even(ctx, "studio_room")
    made.repeat_x = True
    return made


def _even(ctx: moderngl.Context, name: str) -> moderngl.Texture:
    """Return a texture of half floats from a file, which ends at its edges."""
    values = np.load(resources.path(f"assets/{name}.npy"))
    made = ctx.texture((values.shape[1], values.shape[0]), values.shape[2], values.tobytes(), alignment=1, dtype="f2")
    made.filter = (moderngl.LINEAR, moderngl.LINEAR)
    made.repeat_x = made.repeat_y = False
    return made


def _picture(ctx: moderngl.Context, name: str, far: bool = True) -> moderngl.Texture:
    """Return a texture from a file; far: with mipmaps, because it is also seen from a distance."""
    pixels = np.load(resources.path(f"assets/{name}.npy"))
    return mipmaps.mipmapped_texture(ctx, mipmaps.mipmap_images(pixels) if far else [pixels])
