"""The textures every picture needs: the studio's light and the wood, read from `assets/`."""

from __future__ import annotations

import moderngl
import numpy as np

from game import resources
from game.picture import Array
from game.render.shader import UNITS


class Environment:
    """Light and wood as textures; `irradiance` (9, 3) is the diffuse part of the light."""

    def __init__(self, ctx: moderngl.Context) -> None:
        with np.load(resources.path("assets/environment.npz")) as file:
            levels = [file[f"level{k}"] for k in range(len(file.files) - 1)]
            self.irradiance: Array = file["irradiance"]
        height, width, _ = levels[0].shape
        self._light = ctx.texture((width, height), 3, dtype="f2")
        self._light.build_mipmaps(0, len(levels) - 1)
        for k, level in enumerate(levels):
            self._light.write(level.tobytes(), level=k)
        self._light.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
        self._light.repeat_y = False
        self._floor = _wood(ctx, "floor_wood")
        self._turned = _wood(ctx, "turned_wood")

    def bind(self, anisotropy: float) -> None:
        """Put the textures on their units; anisotropy sharpens the floor towards the horizon."""
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
