"""Inks of vectors, curves and labels: the same quantity has the same colour, and the same head, in every picture.

Every line, arrow and word of a picture has one of nine colours. They are distinguishable with colour-blindness, too: in
OKLab (Ottosson 2020), as seen with each of the three dichromacies (Machado, Oliveira, Fernandes 2009), no two of them
are nearer than `MIN_COLOR_DISTANCE`, and none is darker than `MIN_LUMINANCE`. In grey, vectors differ by their heads,
polhodes are dashed, and paths have names.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Color = tuple[float, float, float]
"""sRGB, 0 to 1."""

MIN_COLOR_DISTANCE = 0.095
"""Least distance in OKLab, where black and white are 1 apart."""

MIN_LUMINANCE = 0.36
"""Least luminance, white being 1: on the dark rim of a line 4.5 times as light as what is behind it."""

BLUE: Color = (0.521, 0.792, 0.997)
ORANGE: Color = (0.928, 0.778, 0.279)
VIOLET: Color = (0.652, 0.590, 1.000)
YELLOW: Color = (0.990, 0.943, 0.066)
VERMILION: Color = (1.000, 0.492, 0.039)
GREEN: Color = (0.015, 0.730, 0.498)
PINK: Color = (0.983, 0.570, 0.738)
MINT: Color = (0.448, 1.000, 0.665)
LIGHT_GREY: Color = (0.815, 0.969, 1.000)

INKS = (BLUE, ORANGE, VIOLET, YELLOW, VERMILION, GREEN, PINK, MINT, LIGHT_GREY)
"""All colours of lines, arrows and words over a scene."""

GHOST_COLORS = (BLUE, PINK, GREEN, YELLOW)
"""Colours of the ghosts in picture, readings and plots, also for colour-blindness; the last one is that of forces."""

QUANTITY_COLORS: dict[str, Color] = {
    "omega": BLUE,
    "velocity": BLUE,
    "momentum": ORANGE,
    "momentum rate": GREEN,
    "torque": PINK,
    "lever": LIGHT_GREY,
    "weight": VIOLET,
    "force": YELLOW,
    "normal": YELLOW,
    "pivot": YELLOW,
    "rear force": YELLOW,
    "front force": YELLOW,
    "friction": VERMILION,
    "sling": VERMILION,
    "separatrix": VERMILION,
    "polhode": GREEN,
    "body cone": GREEN,
    "psi": GREEN,
    "beta": GREEN,
    "herpolhode": PINK,
    "space cone": PINK,
    "phi": PINK,
    "gamma": PINK,
    "theta": LIGHT_GREY,
    "alpha": LIGHT_GREY,
    "exact": LIGHT_GREY,
    "distance": LIGHT_GREY,
    "node": LIGHT_GREY,
    "vertical": LIGHT_GREY,
    "axes": LIGHT_GREY,
    "trace": MINT,
    "frame": LIGHT_GREY,
    "invariable plane": LIGHT_GREY,
    "ellipsoid": LIGHT_GREY,
}
"""Colour by the name of a quantity. Body-fixed curves are green, their counterparts in space pink."""

OTHER_QUANTITY = PINK
"""Colour of a quantity that has none of its own."""


DARK_INKS: dict[Color, Color] = {
    BLUE: (0.080, 0.471, 0.754),
    ORANGE: (0.661, 0.368, 0.028),
    VIOLET: (0.371, 0.162, 0.861),
    YELLOW: (0.707, 0.535, 0.011),
    VERMILION: (0.643, 0.026, 0.007),
    GREEN: (0.065, 0.312, 0.299),
    PINK: (0.833, 0.112, 0.609),
    MINT: (0.009, 0.670, 0.455),
    LIGHT_GREY: (0.100, 0.149, 0.199),
}
"""Inks in bright rooms, by those elsewhere: of nearly the same hue, and as far apart, with colour-blindness, too."""
BRIGHTEST_INK = 0.20
"""Greatest luminance of other colours there, white being 1."""
BRIGHTEST_LETTER = 0.10
"""Greatest luminance of letters and thin lines there: their light edges leave little of a paler ink to be seen."""
LUMINANCE = np.array((0.2126, 0.7152, 0.0722), np.float32)
LIGHT = np.square(np.arange(256, dtype=np.float32) / 255.0)[:, None] * LUMINANCE
"""Luminance of each value of red, green and blue: a hundred thousand dots are looked up in each picture."""


def dark_ink(color: Color) -> Color:
    """Return the ink in bright rooms that stands for a colour."""
    found = DARK_INKS.get(color)
    if found is None:
        red, green, blue = map(float, darkened(np.array([color], np.float32))[0])
        found = red, green, blue
    return found


def letter_ink(color: Color) -> Color:
    """Return an ink of bright rooms, deep enough for letters and thin lines."""
    red, green, blue = color
    luminance = sum(float(part) * value * value for part, value in zip(LUMINANCE, color, strict=True))
    shade = float(_shade(np.array(luminance, np.float32), BRIGHTEST_LETTER))
    return red * shade, green * shade, blue * shade


def darkened(colors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return colours (n, 3), sRGB, 0 to 1, no brighter than `BRIGHTEST_INK`."""
    red, green, blue = (colors * colors * LUMINANCE).T
    luminance = np.asarray(red + green + blue, np.float32)
    return np.asarray(colors * _shade(luminance)[:, None])


def darkened_pixels(colors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return colours (n, 4), sRGB and opacity, 0 to 255, as dark as `darkened` makes them."""
    red, green, blue = (LIGHT[colors[:, k], k] for k in range(3))
    shade = _shade(red + green + blue)
    found = colors.copy()
    for k in range(3):
        found[:, k] = colors[:, k] * shade
    return found


def _shade(luminance: NDArray[np.float32], most: float = BRIGHTEST_INK) -> NDArray[np.float32]:
    """Return the factor of colours of a luminance, 1 at most; the square of a displayed value is nearly its light."""
    return np.asarray(np.sqrt(np.minimum(most / np.maximum(luminance, 1e-6), 1.0)))


class Head(IntEnum):
    """The head of an arrow: one for forces and axes, two for axes of rotation, a hollow one for velocities."""

    SINGLE = 0
    DOUBLE = 1
    HOLLOW = 2


def vector_color(name: str) -> Color:
    """Return the colour of a vector by its name, or by the kind of vector that the name begins with."""
    return QUANTITY_COLORS.get(name) or QUANTITY_COLORS.get(name.split()[0], OTHER_QUANTITY)


HEADS: dict[str, Head] = {
    "omega": Head.DOUBLE, "momentum": Head.DOUBLE, "momentum rate": Head.DOUBLE, "torque": Head.DOUBLE,
    "velocity": Head.HOLLOW,
}  # fmt: skip
"""Head by the name of a vector; the others have a single one."""
