"""Textures with mipmaps computed here, because a software driver would compile code for that."""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from game.render.gpu.driver import texture_functions

Pixels = NDArray[np.uint8]
TEXTURE_2D, UNSIGNED_BYTE, UNPACK_ALIGNMENT = 0x0DE1, 0x1401, 0x0CF5
SPARE = 31
"""Texture unit that no shader reads: a texture may be made while others are in use."""
FORMATS = {1: (0x8229, 0x1903), 2: (0x822B, 0x8227), 3: (0x8051, 0x1907), 4: (0x8058, 0x1908)}
"""Internal format and format by the number of components: R8 to RGBA8."""


def mipmap_images(pixels: Pixels) -> list[Pixels]:
    """Return the image (h, w[, n]) and its mipmaps down to one pixel, each the means of four pixels of the last."""
    found = [np.ascontiguousarray(pixels)]
    while max(found[-1].shape[:2]) > 1:
        found.append(_half(found[-1]))
    return found


def _half(pixels: Pixels) -> Pixels:
    height, width = (side // 2 * 2 for side in pixels.shape[:2])
    total, count = pixels.astype(np.uint16), 1
    if height:
        total, count = total[0:height:2] + total[1:height:2], 2
    if width:
        total, count = total[:, 0:width:2] + total[:, 1:width:2], 2 * count
    return ((total + count // 2) // count).astype(np.uint8)


def mipmapped_texture(ctx: moderngl.Context, levels: list[Pixels]) -> moderngl.Texture:
    """Return a texture of these images, the largest first; filtered between them when there are several."""
    height, width = levels[0].shape[:2]
    components = levels[0].shape[2] if levels[0].ndim == 3 else 1
    made = ctx.texture((width, height), components, levels[0], alignment=1)
    if len(levels) == 1:
        made.filter = (moderngl.LINEAR, moderngl.LINEAR)
        return made
    functions = texture_functions()
    if functions is None:
        made.build_mipmaps()
    else:
        store, upload = functions
        made.use(SPARE)
        store(UNPACK_ALIGNMENT, 1)
        internal, form = FORMATS[components]
        for level, image in enumerate(levels[1:], start=1):
            height, width = image.shape[:2]
            upload(TEXTURE_2D, level, internal, width, height, 0, form, UNSIGNED_BYTE, image.ctypes.data)
    made.filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
    return made
