"""Smaller pictures as means of larger ones, in linear light."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
LEVELS = 1 << 14
"""Number of levels of linear light from which the code of a pixel is found: more than any two codes need."""


def reduced(picture: Pixels, factor: int) -> Pixels:
    """Return a picture (h, w, 3 or 4) uint8 as the mean of squares of factor x factor pixels; what is left over is cut.

    The mean is that of the light, not of its sRGB codes, so that fine lines keep their brightness; with transparency,
    colours count as much as they cover.
    """
    if factor == 1:
        return picture
    height, width, channels = picture.shape[0] // factor, picture.shape[1] // factor, picture.shape[2]
    light, codes = _tables()
    result = np.empty((height, width, channels), np.uint8)
    for row in range(height):  # row by row: a picture in floats would take four times the memory
        rows = picture[row * factor : (row + 1) * factor, : width * factor]
        lit, cover = light[rows[..., :3]], np.full((*rows.shape[:2], 1), 255, np.float32)
        if channels == 4:
            cover = rows[..., 3:].astype(np.float32)
        total = _sums(cover, width, factor)
        mean = _sums(lit * cover, width, factor) / np.maximum(total, 1.0)
        result[row, :, :3] = codes[np.rint(mean * (LEVELS - 1)).astype(np.int32)]
        if channels == 4:
            result[row, :, 3] = np.rint(total[:, 0] / factor**2)
    return result


def _sums(rows: NDArray[np.float32], width: int, factor: int) -> NDArray[np.float32]:
    """Return the sums over squares of rows (factor, width * factor, channels): (width, channels)."""
    return np.asarray(rows.reshape(factor, width, factor, -1).sum(axis=(0, 2)))


@cache
def _tables() -> tuple[NDArray[np.float32], Pixels]:
    """Return the light of each sRGB code, 0 to 1, and the code of each of `LEVELS` of light (IEC 61966-2-1)."""
    code = np.arange(256) / 255.0
    light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    level = np.arange(LEVELS) / (LEVELS - 1)
    coded = np.where(level <= 0.0031308, 12.92 * level, 1.055 * level ** (1 / 2.4) - 0.055)
    return light.astype(np.float32), np.rint(255.0 * coded).astype(np.uint8)
