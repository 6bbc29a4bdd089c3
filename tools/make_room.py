"""Make assets/studio_room.npy: the room behind the studio's table, as a lens that is focused on the table sees it.

Run it after changing the room: `python tools/make_room.py`. The columns of the picture (ROWS, COLUMNS, 3) go once
round; its rows go from the table's far edge up by the angle TOP. It holds the square root of the brightness relative to
a plain wall, in half floats. Its lowest row is 1: the room fades into the dark there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TARGET = Path(__file__).resolve().parents[1] / "assets" / "studio_room.npy"
COLUMNS, ROWS = 640, 60
TOP = 24.0
"""Angle from the lower edge to the upper one [degrees]."""
FINER = 4
"""Scale of the drawing before the blur, relative to the picture."""
BLUR = 1.15
"""Radius of the blur disc of a point [degrees]."""
LIGHT = 5.0
"""Brightness of the room relative to the dark above the table's edge."""
MIST = (0.2, 2.6)
"""Elevations [degrees] between which the room fades in."""
BAYS = "bpbwbbpbwbwbbpbbwbpb"
"""Sections of the wall: bookcases, pictures, windows; lamps between two bookcases and on one side of a picture."""
SHELF = 3.6
"""Height of a shelf [degrees]."""
SKIRTING = 1.2
BINDINGS = np.array(
    [(0.62, 0.20, 0.13), (0.20, 0.34, 0.22), (0.17, 0.24, 0.42), (0.72, 0.48, 0.26), (0.85, 0.70, 0.46),
     (0.40, 0.24, 0.15), (0.50, 0.12, 0.14), (0.30, 0.32, 0.34)]
)  # fmt: skip
WALNUT, PLASTER = np.array((0.34, 0.22, 0.14)), np.array((0.60, 0.66, 0.62))
LAMP = np.array((26.0, 15.0, 6.5))
DUSK = np.array((1.5, 2.1, 3.1))
rng = np.random.default_rng(1765)


class Canvas:
    """A panorama painted with rectangles of azimuth and elevation [degrees]."""

    def __init__(self) -> None:
        self.pixels: Floats = np.ones((ROWS * FINER, COLUMNS * FINER, 3))

    def fill(self, left: float, right: float, low: float, high: float, color: Floats) -> None:
        """Paint a rectangle, which must not cross the picture's edge."""
        across, up = COLUMNS * FINER / 360.0, ROWS * FINER / TOP
        rows, columns = (
            slice(max(round(low * up), 0), round(high * up)),
            slice(round(left * across), round(right * across)),
        )
        self.pixels[rows, columns] = color

    def places(self) -> tuple[Floats, Floats]:
        """Return azimuths (1, n) and elevations (m, 1) of the pixels [degrees]."""
        rows, columns = self.pixels.shape[:2]
        return (np.arange(columns)[None, :] + 0.5) * 360.0 / columns, (np.arange(rows)[:, None] + 0.5) * TOP / rows


def bookcase(canvas: Canvas, left: float, right: float) -> None:
    """Paint shelves of books between walnut uprights."""
    canvas.fill(left, right, 0.0, TOP, WALNUT * 0.6)
    for low in np.arange(SKIRTING, TOP - SHELF, SHELF):
        canvas.fill(left + 0.5, right - 0.5, low + 0.35, low + SHELF, np.array((0.10, 0.075, 0.06)))
        at = left + 0.6
        while at < right - 1.2:
            width = rng.uniform(0.45, 1.2)
            if rng.random() < 0.08:
                at += rng.uniform(0.8, 2.0)  # a gap
                continue
            binding = BINDINGS[rng.integers(len(BINDINGS))] * rng.uniform(0.7, 1.5)
            end, high = min(at + width, right - 0.6), low + 0.35 + rng.uniform(2.0, 3.0)
            canvas.fill(at, end, low + 0.35, high, binding)
            canvas.fill(at, end, high - 0.7, high - 0.5, np.array((1.9, 1.4, 0.6)))
            at = end + 0.04


def window(canvas: Canvas, left: float, right: float) -> None:
    """Paint dusk through tall panes, in a deep frame."""
    canvas.fill(left, right, 0.0, TOP, PLASTER * 0.75)
    canvas.fill(left + 2.0, right - 2.0, 2.4, 22.6, WALNUT * 0.8)
    middle = 0.5 * (left + right)
    for low in (2.9, 9.5, 16.1):
        for a, b in ((left + 2.6, middle - 0.35), (middle + 0.35, right - 2.6)):
            canvas.fill(a, b, low, low + 6.0, DUSK * (0.7 + 0.02 * low))


def picture_wall(canvas: Canvas, left: float, right: float) -> None:
    """Paint a wall, panelled below, plastered above, with a framed picture."""
    canvas.fill(left, right, 0.0, TOP, PLASTER)
    canvas.fill(left, right, 0.0, 4.0, WALNUT * 0.9)
    canvas.fill(left, right, 3.8, 4.2, WALNUT * 2.2)
    canvas.fill(left + 3.0, right - 3.0, 6.2, 14.5, np.array((1.3, 0.95, 0.45)))
    canvas.fill(left + 3.9, right - 3.9, 7.1, 13.6, np.array((0.30, 0.34, 0.30)))
    canvas.fill(left + 3.9, right - 3.9, 7.1, 9.6, np.array((0.34, 0.24, 0.15)))


def glow(canvas: Canvas, azimuth: float, elevation: float) -> None:
    """Paint a lamp on the wall, and its light round it."""
    a, e = canvas.places()
    aside = (a - azimuth + 180.0) % 360.0 - 180.0
    away2 = aside**2 + 0.6 * (e - elevation) ** 2
    canvas.pixels *= 1.0 + np.array((1.7, 1.05, 0.50)) * np.exp(-away2 / 45.0)[..., None]
    canvas.pixels[np.hypot(aside, 0.8 * (e - elevation)) < 0.34] = LAMP


def blurred(pixels: Floats) -> Floats:
    """Return the pixels blurred by a disc; beyond the picture its lowest and highest rows are continued."""
    rows, columns = pixels.shape[:2]
    padded = np.concatenate([pixels, np.repeat(pixels[-1:], rows, 0)[: rows // 2], np.repeat(pixels[:1], rows // 2, 0)])
    x = np.minimum(np.arange(columns), columns - np.arange(columns)) * 360.0 / columns
    y = np.minimum(np.arange(len(padded)), len(padded) - np.arange(len(padded))) * TOP / rows
    disc = np.clip((BLUR - np.hypot(x[None, :], y[:, None])) / 0.25 + 0.5, 0.0, 1.0)
    spectrum = np.fft.rfft2(padded, axes=(0, 1)) * np.fft.rfft2(disc / disc.sum())[..., None]
    return np.asarray(np.fft.irfft2(spectrum, s=padded.shape[:2], axes=(0, 1))[:rows])


def room() -> Floats:
    """Return the brightness of the wall, 1 being a plain one (ROWS, COLUMNS, 3)."""
    canvas = Canvas()
    width = 360.0 / len(BAYS)
    kinds = {"b": bookcase, "p": picture_wall, "w": window}
    for k, kind in enumerate(BAYS):
        kinds[kind](canvas, k * width, (k + 1) * width)
    for k, pair in enumerate(zip(BAYS[-1] + BAYS, BAYS, strict=False)):
        if pair in (("b", "b"), ("b", "p")):
            glow(canvas, k * width, 7.0)
    soft = blurred(canvas.pixels)
    soft = soft.reshape(ROWS, FINER, COLUMNS, FINER, 3).mean(axis=(1, 3))
    elevation = (np.arange(ROWS) + 0.5)[:, None, None] * TOP / ROWS
    t = np.clip((elevation - MIST[0]) / (MIST[1] - MIST[0]), 0.0, 1.0)
    return np.asarray(1.0 + (t * t * (3.0 - 2.0 * t)) * (LIGHT * soft - 1.0))


def main() -> None:
    """Write the file."""
    picture = np.sqrt(np.maximum(room(), 0.0)).astype(np.float16)
    np.save(TARGET, picture)
    print(f"{TARGET}: {TARGET.stat().st_size} bytes, mean {picture.mean():.2f}")


if __name__ == "__main__":
    main()
