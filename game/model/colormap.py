"""Colormaps, diverging and sequential: perceptually even, and distinguishable with colour-blindness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Ends and middle in OKLab (Ottosson 2020): blue, pale, orange; the lightness falls equally to both sides.
STOPS = np.array([[0.70, -0.055, -0.135], [0.95, 0.0, 0.015], [0.70, 0.090, 0.130]])
# The same from dark blue through violet and orange to pale yellow; the lightness grows evenly.
GROWING = np.array(
    [[0.27, 0.015, -0.125], [0.44, 0.095, -0.115], [0.61, 0.150, 0.020], [0.78, 0.085, 0.125], [0.95, -0.030, 0.130]]
)

# From OKLab to cube roots of cone responses, and from cone responses to linear sRGB (Ottosson 2020).
TO_ROOTS = np.array(
    [[1.0, 0.3963377774, 0.2158037573], [1.0, -0.1055613458, -0.0638541728], [1.0, -0.0894841775, -1.2914855480]]
)
TO_LINEAR = np.array(
    [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
    ]
)


def diverging(share: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return opaque sRGB colours (n, 4) for numbers (n,) from -1 (blue) through 0 (pale) to 1 (orange)."""
    return _srgb(np.stack([np.interp(share, (-1.0, 0.0, 1.0), stop) for stop in STOPS.T], axis=1))


def sequential(share: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return opaque sRGB colours (n, 4) for numbers (n,) from 0 (dark blue) to 1 (pale yellow)."""
    places = np.linspace(0.0, 1.0, len(GROWING))
    return _srgb(np.stack([np.interp(share, places, stop) for stop in GROWING.T], axis=1))


def _srgb(lab: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return opaque sRGB colours (n, 4) for colours (n, 3) in OKLab."""
    linear = np.clip((lab @ TO_ROOTS.T) ** 3 @ TO_LINEAR.T, 0.0, 1.0)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    opaque = np.ones((len(encoded), 1))
    colors: NDArray[np.uint8] = np.rint(255 * np.hstack([encoded, opaque])).astype(np.uint8)
    return colors
