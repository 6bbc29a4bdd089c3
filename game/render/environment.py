"""The textures every picture needs: the studio's light and the wood, read from `assets/`."""

from __future__ import annotations

import moderngl
import numpy as np

from game import resources
from game.picture import Array
from game.render.shader import UNITS
from game.render.tiers import Tier


class Environment:
    """Light and wood as textures; `irradiance` (9, 3) is the diffuse part of the light."""

    def __init__(self, ctx: moderngl.Context) -> None:
        with np.load(resources.path("assets/environment.npz")) as file:
            radiance = file["radiance"]
            self.irradiance: Array = file["irradiance"]
        # Layers of a volume instead of mipmaps: software OpenGL takes 50 ms to make room for those.
        self._light = ctx.texture3d((*radiance.shape[2::-1],), 3, radiance.tobytes(), alignment=1, dtype="f2")
        self._light.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self._light.repeat_y = self._light.repeat_z = False
        self._floor = _wood(ctx, "floor_wood")
        self._turned = _wood(ctx, "turned_wood")

    def bind(self, quality: Tier, anisotropy: float) -> None:
        """Put the textures on their units; anisotropy sharpens the floor towards the horizon."""
        smaller = moderngl.LINEAR_MIPMAP_LINEAR if quality.mipmaps_blend else moderngl.LINEAR_MIPMAP_NEAREST
        self._floor.filter = (smaller, moderngl.LINEAR)
        self._floor.anisotropy = anisotropy
        self._light.use(UNITS["environment_map"])
        self._floor.use(UNITS["floor_wood"])
        self._turned.use(UNITS["turned_wood"])

    def release(self) -> None:
        """Free the textures."""
        for texture in (self._light, self._floor, self._turned):
            texture.release()


def _wood(ctx: moderngl.Context, name: str) -> moderngl.Texture:
    pixels = np.load(resources.path(f"assets/{name}.npy"))
    texture = ctx.texture((pixels.shape[1], pixels.shape[0]), 1, pixels.tobytes())
    texture.build_mipmaps()
    texture.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    return texture
