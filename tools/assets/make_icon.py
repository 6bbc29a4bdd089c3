"""Draws the icon of the program, a precessing top with the track of its tip: `assets/icon.png` and `assets/icon.npy`.

    python -m tools.assets.make_icon

Everything is drawn as polygons, `OVER` times as large, and reduced. The window takes the array, (n, n, 4) uint8 RGBA,
because pygame reads no PNG without more libraries; the PNG is for those who package the program.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from tools.command_line import command_line

ASSETS = Path(__file__).parents[2] / "assets"
WINDOW_SIZE, FILE_SIZE = 128, 256
"""Sides of the icon of the window and of the file [pixels]."""
OVER = 8
"""Samples along each side of a pixel of the largest icon."""
GROUND, BODY, EDGE, BRIGHT, DARK = (23, 27, 38), (250, 166, 46), (255, 214, 140), (255, 240, 205), (158, 88, 12)
TRACK, AXIS = (128, 187, 255), (245, 244, 240)
TILT = math.radians(24.0)
"""Angle of the axis from the vertical."""
Points = NDArray[np.float64]


def draw(size: int) -> Image.Image:
    """Return the icon, size x size pixels, RGBA."""
    large = OVER * size
    picture = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    ink = ImageDraw.Draw(picture)
    ink.rounded_rectangle((0, 0, large - 1, large - 1), 0.22 * large, (*GROUND, 255))

    def at(points: Points) -> list[tuple[float, float]]:
        """Return places of the unit square, y upward, in pixels."""
        return [(large * float(x), large * (1.0 - float(y))) for x, y in points]

    def tilted(points: Points) -> Points:
        """Return points of the top, whose peg is at (0, 0) and whose axis is upward, in the unit square."""
        c, s = math.cos(TILT), math.sin(TILT)
        return np.array([0.40, 0.13]) + points @ np.array([[c, -s], [s, c]])

    def ring(height: float, radius: float, flat: float, first: float = 0.0, last: float = 2.0) -> Points:
        """Return part of an ellipse about the axis, angles in units of pi."""
        angles = np.linspace(first * math.pi, last * math.pi, 181)
        return np.column_stack([radius * np.cos(angles), height + flat * radius * np.sin(angles)])

    def shape(points: Points, color: tuple[int, int, int], opacity: int = 255) -> None:
        ink.polygon(at(points), (*color, opacity))

    def line(points: Points, color: tuple[int, int, int], width: float) -> None:
        pixels = at(points)
        ink.line(pixels, (*color, 255), max(1, round(width * large)), joint="curve")
        for x, y in (pixels[0], pixels[-1]):
            r = 0.5 * width * large
            ink.ellipse((x - r, y - r, x + r, y + r), (*color, 255))

    angles = np.linspace(0.0, 2.0 * math.pi, 721)
    tip = tilted(np.array([[0.0, 0.80]]))[0]
    middle, across = np.array([0.40, tip[1]]), tip[0] - 0.40
    waves = 1.0 + 0.05 * (np.cos(9.0 * angles) - 1.0)
    track = middle + np.column_stack([across * waves * np.cos(angles), 0.30 * across * waves * np.sin(angles)])
    line(track[:361], TRACK, 0.026)  # behind the axis
    line(tilted(np.array([[0.0, 0.52], [0.0, 0.80]])), AXIS, 0.056)
    shape(tilted(np.vstack([[[0.0, 0.0]], ring(0.42, 0.31, 0.26, 1.0, 2.0)])), BODY)
    shape(tilted(np.vstack([[[0.0, 0.0]], ring(0.42, 0.31, 0.26, 1.0, 1.36)])), DARK)
    shape(tilted(np.vstack([[[0.0, 0.0]], ring(0.42, 0.31, 0.26, 1.60, 1.72)])), BRIGHT, 220)
    shape(tilted(ring(0.42, 0.31, 0.26)), EDGE)
    shape(tilted(ring(0.425, 0.225, 0.26)), BODY)
    line(tilted(np.array([[0.0, 0.42], [0.0, 0.60]])), AXIS, 0.056)
    line(track[360:], TRACK, 0.026)  # before it
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the icon."""
    draw(FILE_SIZE).save(ASSETS / "icon.png", optimize=True)
    np.save(ASSETS / "icon.npy", np.asarray(draw(WINDOW_SIZE)))


if __name__ == "__main__":
    command_line().parse_args()
    main()
