"""Make assets/*_room.npy: the rooms behind the studio's table, as a lens that is focused on the table sees them.

Run it after changing a room: `python -m tools.assets.make_room`. The columns of a picture (ROWS, COLUMNS, 3) go once
round; its rows go from the table's far edge up by the angle TOP. It holds the square root of the brightness relative
to the backdrop, in half floats. Below its lowest row that row goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.command_line import command_line

Floats = NDArray[np.float64]

ASSETS = Path(__file__).resolve().parents[2] / "assets"
COLUMNS, ROWS = 640, 60
TOP = 24.0
"""Angle from the lower edge to the upper one [degrees]."""
FINER = 4
"""Scale of the drawing before the blur, relative to the picture."""
BLUR = 1.15
"""Radius of the blur disc of a point [degrees]."""
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


# The laboratory ---------------------------------------------------------------------------------------------

WHITE, ENAMEL, STEEL = np.array((0.98, 1.0, 1.02)), np.array((0.86, 0.90, 0.93)), np.array((0.40, 0.44, 0.48))
EVENING_SKY = np.array((1.15, 1.3, 1.45))
LIQUIDS = np.array([(0.75, 0.42, 0.10), (0.16, 0.45, 0.80), (0.20, 0.62, 0.48), (0.85, 0.88, 0.92), (0.70, 0.78, 0.84),
                    (0.52, 0.24, 0.10)])  # fmt: skip


def side_bench(canvas: Canvas, left: float, right: float) -> None:
    """Paint white cupboards under a grey worktop along the wall."""
    canvas.fill(left, right, 0.0, TOP, WHITE)
    canvas.fill(left, right, 0.0, 5.0, ENAMEL)
    canvas.fill(left, right, 0.0, 0.9, STEEL * 0.6)
    for at in np.arange(left, right - 0.5, 4.5):
        canvas.fill(at, at + 0.25, 0.9, 4.6, STEEL)
    canvas.fill(left, right, 4.6, 5.3, STEEL * 0.75)


def glassware(canvas: Canvas, left: float, right: float) -> None:
    """Paint shelves with bottles over the side bench."""
    side_bench(canvas, left, right)
    canvas.fill(left + 1.0, right - 1.0, 8.0, 21.5, ENAMEL * 0.72)
    for low in (8.4, 12.8, 17.2):
        canvas.fill(left + 1.4, right - 1.4, low, low + 3.9, ENAMEL * 0.55)
        at = left + 1.8
        while at < right - 3.0:
            width, high = rng.uniform(0.7, 1.5), low + rng.uniform(1.6, 3.3)
            canvas.fill(at, at + width, low, high, LIQUIDS[rng.integers(len(LIQUIDS))] * rng.uniform(0.8, 1.2))
            at += width + rng.uniform(0.1, 0.7)


def lab_window(canvas: Canvas, left: float, right: float) -> None:
    """Paint a broad window with the sky of the evening over the side bench."""
    side_bench(canvas, left, right)
    canvas.fill(left + 0.8, right - 0.8, 6.6, 23.2, ENAMEL * 0.8)
    middle = 0.5 * (left + right)
    for a, b in ((left + 1.3, middle - 0.3), (middle + 0.3, right - 1.3)):
        canvas.fill(a, b, 7.1, 22.7, EVENING_SKY)
        canvas.fill(a, b, 7.1, 9.6, np.array((0.68, 0.8, 0.7)))


def blackboard(canvas: Canvas, left: float, right: float) -> None:
    """Paint a board with lines of chalk."""
    side_bench(canvas, left, right)
    canvas.fill(left + 0.6, right - 0.6, 7.6, 18.2, np.array((0.62, 0.46, 0.30)))
    canvas.fill(left + 1.0, right - 1.0, 8.0, 17.8, np.array((0.12, 0.22, 0.19)))
    for low in (10.0, 12.4, 14.8):
        canvas.fill(left + 2.4, left + 2.4 + rng.uniform(5.0, right - left - 5.0), low, low + 0.5, WHITE * 0.75)


def cabinet(canvas: Canvas, left: float, right: float) -> None:
    """Paint a tall instrument with dials and lamps beside a plain wall."""
    side_bench(canvas, left, right)
    canvas.fill(left + 4.0, right - 4.0, 5.3, 17.0, np.array((0.46, 0.53, 0.60)))
    canvas.fill(left + 5.0, right - 5.0, 11.5, 15.5, np.array((0.10, 0.14, 0.17)))
    canvas.fill(left + 5.6, right - 7.0, 13.0, 13.6, np.array((0.5, 1.7, 0.9)))
    for at in (left + 5.4, left + 8.0, left + 10.6):
        canvas.fill(at, at + 1.4, 7.4, 8.8, WHITE)


# The workshop -----------------------------------------------------------------------------------------------

PINE, OAK, IRON = np.array((0.62, 0.44, 0.25)), np.array((0.40, 0.25, 0.13)), np.array((0.10, 0.11, 0.12))
LIME, DAYLIGHT = np.array((0.74, 0.70, 0.60)), np.array((5.2, 5.4, 5.4))
TINS = np.array([(0.62, 0.16, 0.09), (0.16, 0.32, 0.46), (0.80, 0.60, 0.16), (0.30, 0.40, 0.24), (0.70, 0.66, 0.58),
                 (0.32, 0.22, 0.15)])  # fmt: skip


def work_bench(canvas: Canvas, left: float, right: float) -> None:
    """Paint a wall of lime over a bench with drawers."""
    canvas.fill(left, right, 0.0, TOP, LIME)
    canvas.fill(left, right, 0.0, 4.6, OAK * 0.8)
    for at in np.arange(left + 0.6, right - 3.0, 6.0):
        canvas.fill(at, at + 5.0, 1.0, 3.9, OAK * rng.uniform(0.9, 1.4))
        canvas.fill(at + 2.0, at + 3.0, 2.3, 2.7, np.array((1.0, 0.75, 0.35)))
    canvas.fill(left, right, 4.4, 5.4, PINE * 1.3)


def tool_wall(canvas: Canvas, left: float, right: float) -> None:
    """Paint a board on which hammers, saws and pliers hang."""
    work_bench(canvas, left, right)
    canvas.fill(left + 0.4, right - 0.4, 7.0, 22.0, PINE * 0.95)
    for row in (9.0, 16.0):
        at = left + 1.2
        while at < right - 2.2:
            grip = (OAK, np.array((0.72, 0.14, 0.08)), np.array((0.85, 0.56, 0.10)))[rng.integers(3)]
            long, wide = rng.uniform(3.0, 5.4), rng.uniform(0.35, 0.6)
            canvas.fill(at + 0.5, at + 0.5 + wide, row, row + 0.6 * long, grip)
            head = rng.uniform(0.6, 1.7)
            canvas.fill(at + 0.5 + 0.5 * wide - 0.5 * head, at + 0.5 + 0.5 * wide + 0.5 * head,
                        row + 0.6 * long, row + long, IRON * rng.uniform(0.7, 3.0))  # fmt: skip
            at += rng.uniform(1.5, 2.5)


def tool_shelves(canvas: Canvas, left: float, right: float) -> None:
    """Paint planks with tins and boxes on them."""
    work_bench(canvas, left, right)
    for low in (8.4, 13.4, 18.4):
        canvas.fill(left + 0.5, right - 0.5, low - 0.6, low, OAK)
        at = left + 1.0
        while at < right - 2.6:
            width, high = rng.uniform(0.9, 2.4), low + rng.uniform(1.2, 3.6)
            tin = TINS[rng.integers(len(TINS))] * rng.uniform(0.7, 1.3)
            canvas.fill(at, at + width, low, high, tin)
            canvas.fill(at, at + width, low + 0.8, low + 1.2, tin * 1.7)
            at += width + rng.uniform(0.1, 0.6)


def shop_window(canvas: Canvas, left: float, right: float) -> None:
    """Paint a window of many panes, full of the light of the day."""
    work_bench(canvas, left, right)
    canvas.fill(left + 0.6, right - 0.6, 6.6, 23.4, OAK * 0.9)
    wide = (right - left - 2.2) / 3.0
    for column in range(3):
        for low in (7.2, 12.6, 18.0):
            a = left + 1.1 + column * wide
            canvas.fill(a + 0.2, a + wide - 0.2, low, low + 4.9, DAYLIGHT * (0.72 + 0.015 * low))
            if low < 8.0:
                canvas.fill(a + 0.2, a + wide - 0.2, low, low + 2.4, np.array((2.1, 2.7, 1.7)))


def planks(canvas: Canvas, left: float, right: float) -> None:
    """Paint boards that lean at the wall."""
    work_bench(canvas, left, right)
    at = left + 1.0
    while at < right - 3.0:
        width = rng.uniform(1.0, 2.4)
        canvas.fill(at, at + width, 1.0, rng.uniform(13.0, 22.0), PINE * rng.uniform(0.65, 1.35))
        at += width + rng.uniform(0.05, 0.4)


# All rooms --------------------------------------------------------------------------------------------------


class Panorama(NamedTuple):
    """A room.

    bays: the sections of its wall, by letters of `kinds`, once round; light: brightness of a wall of 1, relative to the
    backdrop; shade: shares of that light low down, of the height up to which it rises to 1, and of the light at the
    top; lamps: pairs of neighbouring sections between which a lamp hangs.
    """

    bays: str
    kinds: Mapping[str, Callable[[Canvas, float, float], None]]
    light: float
    shade: tuple[float, float, float]
    lamps: tuple[str, ...] = ()


ROOMS = {
    "studio_room": Panorama(
        "bpbwbbpbwbwbbpbbwbpb",
        {"b": bookcase, "p": picture_wall, "w": window},
        5.0,
        (0.35, 0.30, 0.90),
        ("bb", "bp"),
    ),
    "laboratory_room": Panorama(
        "gwgbcgwggcbgwgcgwbgc",
        {"g": glassware, "w": lab_window, "b": blackboard, "c": cabinet},
        5.9,
        (0.42, 0.40, 0.55),
    ),
    "workshop_room": Panorama(
        "twstptwtspwtstwpstws",
        {"t": tool_wall, "w": shop_window, "s": tool_shelves, "p": planks},
        2.7,
        (0.80, 0.30, 1.0),
    ),
}
"""The rooms, by the names of their files; each goes on in the random numbers of the one before."""


def room(seen: Panorama) -> Floats:
    """Return the brightness of the wall, 1 being that of the backdrop (ROWS, COLUMNS, 3)."""
    canvas, bays = Canvas(), seen.bays
    width = 360.0 / len(bays)
    for k, kind in enumerate(bays):
        seen.kinds[kind](canvas, k * width, (k + 1) * width)
    for k, pair in enumerate(zip(bays[-1] + bays, bays, strict=False)):
        if "".join(pair) in seen.lamps:
            glow(canvas, k * width, 7.0)
    soft = blurred(canvas.pixels)
    soft = soft.reshape(ROWS, FINER, COLUMNS, FINER, 3).mean(axis=(1, 3))
    return np.asarray(seen.light * shade(seen.shade)[:, None, None] * soft)


def shade(shares: tuple[float, float, float]) -> Floats:
    """Return the light of each row of a room, its greatest being 1, (ROWS,), as `Panorama` describes it."""
    low, middle, top = shares
    up = (np.arange(ROWS) + 0.5) / ROWS
    rise, fall = np.clip(up / middle, 0.0, 1.0), np.clip((up - middle) / (1.0 - middle), 0.0, 1.0)
    return np.asarray(low + (1.0 - low) * rise * rise * (3.0 - 2.0 * rise) - (1.0 - top) * fall)


def main() -> None:
    """Write the files."""
    for name, seen in ROOMS.items():
        picture = np.sqrt(np.maximum(room(seen), 0.0)).astype(np.float16)
        np.save(ASSETS / f"{name}.npy", picture)
        print(f"{name}: mean {picture.mean(dtype=float):.2f}")


if __name__ == "__main__":
    command_line().parse_args()
    main()
