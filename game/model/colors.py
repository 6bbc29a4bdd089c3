"""Colours of vectors, curves and labels: the same quantity has the same colour in every picture.

Those that occur together are distinguishable with colour-blindness, too: in OKLab (Ottosson 2020), as seen with each of
the three dichromacies (Machado, Oliveira, Fernandes 2009), no two of the eight are nearer than `MIN_COLOR_DISTANCE`.
"""

from __future__ import annotations

Color = tuple[float, float, float]
"""sRGB, 0 to 1."""

MIN_COLOR_DISTANCE = 0.095
"""Least distance in OKLab, where black and white are 1 apart."""

BLUE: Color = (0.29, 0.73, 0.97)
ORANGE: Color = (1.00, 0.70, 0.18)
VIOLET: Color = (0.59, 0.48, 0.97)
YELLOW: Color = (0.99, 0.93, 0.14)
VERMILION: Color = (0.91, 0.33, 0.10)
GREEN: Color = (0.10, 0.66, 0.48)
PINK: Color = (0.99, 0.46, 0.71)
LIGHT_GREY: Color = (0.84, 0.97, 1.00)
DARK_GREY: Color = (0.60, 0.69, 0.76)
"""Not one of the eight: the colour of reference lines."""

GHOST_COLORS = (BLUE, PINK, GREEN, YELLOW)
"""Colours of the ghosts in picture, readings and plots, also for colour-blindness; the last one is that of forces."""

TEXT_DARK: dict[str, Color] = {
    "omega": BLUE,
    "velocity": BLUE,
    "momentum": ORANGE,
    "weight": VIOLET,
    "force": YELLOW,
    "normal": YELLOW,
    "pivot": YELLOW,
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
    "node": LIGHT_GREY,
    "vertical": LIGHT_GREY,
    "axes": LIGHT_GREY,
    "frame": DARK_GREY,
}
"""Colour by the name of a quantity. Body-fixed curves are green, their counterparts in space pink."""

TEXT_ALT = PINK
"""Colour of a quantity that has none of its own."""
