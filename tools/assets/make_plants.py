"""Make assets/field_plants.npy: pictures of leaves, a tree and hedges, from which the field's plants are built.

Run it after changing the look: `python -m tools.assets.make_plants`. The picture (SIZE, SIZE, 3), 0 to 255, is
divided as in `game/looks/kit/parts/foliage.py`: lightness, yellowness, and coverage.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from game.looks.kit.parts.foliage import CELLS, Cell
from tools.assets.make_environment import ASSETS
from tools.command_line import command_line

SIZE, FINER = 512, 4
EMPTY = (96, 128, 0)
"""Colour of empty pixels: mipmaps mix it into their neighbours."""
rng = np.random.default_rng(1086)


class Canvas:
    """A part of the picture, painted at a finer scale; x and y from 0 to 1, y up."""

    def __init__(self, cell: Cell) -> None:
        x0, y0, x1, y1 = (round(SIZE * FINER * edge) for edge in CELLS[cell])
        self.size = x1 - x0, y1 - y0
        self.image = Image.new("RGB", self.size, EMPTY)
        self._draw = ImageDraw.Draw(self.image)

    def leaf(self, at: tuple[float, float], turn: float, long: float, light: float, yellow: float, wide: float) -> None:
        """Draw a pointed leaf with its stalk at a place, its halves unlike in light; `long` in canvas heights."""
        t = np.array([0.0, 0.22, 0.5, 0.8, 1.0])
        half = wide * np.array([0.04, 0.42, 0.5, 0.27, 0.0])
        for side, tone in ((1.0, 1.12), (-1.0, 0.88)):
            x = np.concatenate([t, t[::-1]]) * long
            y = np.concatenate([side * half, 0.0 * half]) * long
            self.polygon(at, turn, x, y, tone * light, yellow)

    def polygon(self, at: tuple[float, float], turn: float, x: NDArray[np.float64], y: NDArray[np.float64],
                light: float, yellow: float) -> None:  # fmt: skip
        """Draw a polygon with corners (n,) about a place, turned; in heights of the canvas."""
        wide, high = self.size
        c, s = math.cos(turn), math.sin(turn)
        points = [
            (at[0] * wide + high * (c * a - s * b), high * (at[1] + s * a + c * b)) for a, b in zip(x, y, strict=True)
        ]
        tone = tuple(int(np.clip(255.0 * part, 0, 255)) for part in (light, yellow, 1.0))
        self._draw.polygon(points, fill=tone)

    def pixels(self) -> NDArray[np.uint8]:
        """Return the reduced pixels, the lowest row first."""
        small = self.image.resize((self.size[0] // FINER, self.size[1] // FINER), Image.Resampling.BOX)
        return np.asarray(small)


def spray(cell: Cell, count: int) -> Canvas:
    """Return leaves at the end of a bough, seen from outside: the inner ones dark."""
    canvas = Canvas(cell)
    for k in range(count):
        near = k / count
        away, turn = 0.36 * math.sqrt(rng.uniform(0.0, 1.0)) * (1.0 - 0.25 * near), rng.uniform(0.0, 2.0 * math.pi)
        at = 0.5 + away * math.cos(turn), 0.5 + away * math.sin(turn)
        light = (0.22 + 0.55 * near) * rng.uniform(0.75, 1.25)
        yellow = rng.normal(0.5, 0.13) + 0.10 * near
        canvas.leaf(
            at,
            turn + rng.normal(0.0, 0.8) * 0.36 / max(away, 0.08),
            rng.uniform(0.075, 0.125),
            light,
            yellow,
            rng.uniform(0.45, 0.65),
        )
    return canvas


def crown(canvas: Canvas, middle: tuple[float, float], radii: tuple[float, float], count: int, leaf: float) -> None:
    """Draw leaves all over a ball that is lit from above, those at its back first."""
    depth = np.sort(rng.uniform(-0.35, 1.0, count))
    for near in depth:
        away, turn = math.sqrt(1.0 - near * near) * math.sqrt(rng.uniform(0.02, 1.0)), rng.uniform(0.0, 2.0 * math.pi)
        out = away * math.cos(turn), away * math.sin(turn)
        at = middle[0] + radii[0] * out[0], middle[1] + radii[1] * out[1]
        light = (0.08 + 0.24 * max(near, 0.0) + 0.46 * (0.5 + 0.5 * out[1])) * rng.uniform(0.65, 1.3)
        canvas.leaf(
            at, rng.uniform(0.0, 2.0 * math.pi), leaf * rng.uniform(0.7, 1.3), light, rng.normal(0.5, 0.12), 0.7
        )


def whole_tree() -> Canvas:
    """Return a broad tree, 1 high."""
    canvas = Canvas(Cell.TREE)
    trunk = np.array([-0.035, 0.035, 0.022, 0.016, -0.016, -0.022])
    canvas.polygon((0.5, 0.0), 0.0, trunk, np.array([0.005, 0.005, 0.08, 0.5, 0.5, 0.08]), 0.16, 0.75)
    clumps = [(0.5, 0.56, 0.24)]
    for k in range(13):
        turn, away = 2.0 * math.pi * k / 13 + rng.uniform(-0.2, 0.2), rng.uniform(0.15, 0.27)
        clumps.append(
            (0.5 + 1.10 * away * math.cos(turn), 0.58 + 1.05 * away * math.sin(turn), rng.uniform(0.10, 0.15))
        )
    for x, y, radius in sorted(clumps, key=lambda clump: clump[2], reverse=True):
        crown(canvas, (x, y), (radius, 0.9 * radius), round(11000 * radius * radius), 0.030)
    return canvas


def hedge(cell: Cell) -> Canvas:
    """Return a piece of hedge, two high long, which can be tiled sideways."""
    canvas = Canvas(cell)
    for x in np.linspace(0.03, 0.97, 15):
        high = rng.uniform(0.68, 0.90)
        for y in (0.14, 0.5 * high, high - 0.17):
            crown(canvas, (x, y), (0.085, 0.17), 100, 0.085)
    return canvas


def main() -> None:
    """Write the file."""
    picture = np.empty((SIZE, SIZE, 3), np.uint8)
    canvases = {
        Cell.SPRAY: spray(Cell.SPRAY, 260),
        Cell.SPRAY_TOO: spray(Cell.SPRAY_TOO, 190),
        Cell.TREE: whole_tree(),
        Cell.HEDGE: hedge(Cell.HEDGE),
        Cell.HEDGE_TOO: hedge(Cell.HEDGE_TOO),
    }
    for cell, canvas in canvases.items():
        x0, y0, x1, y1 = (round(SIZE * edge) for edge in CELLS[cell])
        picture[y0:y1, x0:x1] = canvas.pixels()
    path = ASSETS / "field_plants.npy"
    np.save(path, picture)
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    command_line().parse_args()
    main()
