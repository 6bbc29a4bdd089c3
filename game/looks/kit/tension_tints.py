"""Colours that stand for tensions."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.colors import Color
from physics.maths.elementary import power


class TensionTints(NamedTuple):
    """The tints (linear RGB) of links at tensions [N] in ascending order; between them they are interpolated."""

    tensions: tuple[float, ...]
    tints: tuple[Color, ...]

    def of(self, tensions: NDArray[np.float64]) -> list[Color]:
        """Return the tints at tensions (n,); an unknown tension (NaN) counts as 0."""
        known = np.nan_to_num(tensions)
        parts = [np.interp(known, self.tensions, part) for part in zip(*self.tints, strict=True)]
        return [(red, green, blue) for red, green, blue in np.stack(parts, axis=1).tolist()]

    def key_color(self, height: float) -> Color:
        """Return the sRGB colour at a height of 0 to 1 on a key where the given tensions are equally far apart."""
        return _key_color(self, height)


@lru_cache(maxsize=1024)
def _key_color(scale: TensionTints, height: float) -> Color:
    """Return a colour of a key, made once: a key is drawn in each picture."""
    last = len(scale.tensions) - 1
    ((red, green, blue),) = scale.of(np.interp([height * last], range(last + 1), scale.tensions))
    return power(red, 1.0 / 2.2), power(green, 1.0 / 2.2), power(blue, 1.0 / 2.2)
