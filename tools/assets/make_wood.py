"""Make assets/floor_wood.npy, turned_wood.npy, floor_bench.npy: lightness of each point of wood and enamel, 0 to 255.

Run it after changing the look: `python -m tools.assets.make_wood`. Both pictures tile: all noise is white noise
coloured in Fourier space. The shaders turn lightness into colour. Rows are the second texture coordinate.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.command_line import command_line

Floats = NDArray[np.float64]

ASSETS = Path(__file__).resolve().parents[2] / "assets"
rng = np.random.default_rng(1883)
JOINT = 1.1
"""Half the width of the joint between two boards [pixels]."""


def noise(shape: tuple[int, int], across: float, along: float, dice: np.random.Generator = rng) -> Floats:
    """Return tiling noise of unit variance; across and along are its grain in pixels (rows, columns)."""
    ky = np.fft.fftfreq(shape[0])[:, None] * across
    kx = np.fft.fftfreq(shape[1])[None, :] * along
    spectrum = np.fft.fft2(dice.standard_normal(shape)) * np.exp(-9.0 * (kx * kx + ky * ky))
    field = np.fft.ifft2(spectrum).real
    return (field - field.mean()) / field.std()


def board(height: int, length: int, pith: float, depth: float, rings: float) -> Floats:
    """Return a board sawn along the columns, whose ends fit together: about 0 to 1, 0.5 in the mean.

    pith: place of the trunk's axis in the board's width, depth: its depth below the face, both in widths: near 0.5 and
    small it is flat-sawn with arches, far outside it is quarter-sawn with straight grain. rings: years in a width.
    """
    shape = (2 * height, length)
    y = (np.arange(2 * height)[:, None] + 0.5) / height
    bend = 0.05 * noise(shape, 60, 900) + 0.012 * noise(shape, 26, 320)
    sink = depth + 0.16 * noise((1, length), 1, 1100)
    radius = np.sqrt((y - pith + bend) ** 2 + np.maximum(sink, 0.02) ** 2)
    phase = rings * radius + 0.22 * noise(shape, 300, 900)
    year = phase % 1.0
    late = year**3 * (1.0 - np.clip((year - 0.90) / 0.10, 0.0, 1.0))
    strength = 0.65 + 0.35 * np.clip(noise(shape, 60, 700), -1.5, 1.5)
    fibre = 0.55 * noise(shape, 2.4, 170) + 0.45 * noise(shape, 6.0, 420)
    pores = np.clip(noise(shape, 1.8, 30) - 1.35, 0.0, 1.3) * (1.2 - year)
    figure = noise(shape, 110, 60) * 0.4 + noise(shape, 170, 700)
    wood = 0.52 - 0.105 * strength * late + 0.022 * fibre - 0.075 * pores + 0.024 * figure
    top = height // 2
    return np.asarray(wood[top : top + height])


def floor(rows: int = 1024, columns: int = 2048) -> Floats:
    """Return the top of a table: four broad boards side by side, each as long as the tile."""
    height = rows // 4
    cuts = ((0.46, 0.30, 7.0), (-0.9, 0.5, 9.0), (0.60, 0.22, 6.0), (1.9, 0.6, 10.0))
    picture = np.zeros((rows, columns))
    for k, (tone, cut) in enumerate(zip((0.012, -0.030, 0.026, -0.012), cuts, strict=True)):
        wood = np.roll(board(height, columns, *cut), int(rng.integers(columns)), axis=1)
        picture[k * height : (k + 1) * height] = 0.5 + tone + (wood - wood.mean())
    y = np.arange(rows)[:, None] % height + 0.5
    edge = np.minimum(y, height - y)
    # A joint is a dark line with slightly irregular edges.
    return picture * (0.35 + 0.65 * np.clip(edge / JOINT, 0, 1)) * (0.93 + 0.07 * np.clip(edge / 5.0, 0, 1))


def turned(rows: int = 256, columns: int = 512) -> Floats:
    """Return wood turned on a lathe: the columns go once round, the rows and the fibres along the axis."""
    fibre = 0.6 * noise((rows, columns), 120, 4) + 0.4 * noise((rows, columns), 200, 10)
    flame = np.sin(2.2 * noise((rows, columns), 160, 150) + np.arange(columns) / columns * 8 * np.pi)
    pores = np.clip(noise((rows, columns), 20, 1.6) - 1.6, 0.0, 1.0)
    return 0.62 + 0.10 * flame + 0.075 * fibre - 0.08 * pores


def fibred(table: Floats, wood: Floats) -> Floats:
    """Return a table with finer fibres than the picture of whole boards: twice as fine across the grain, half along it.

    wood: the picture of turned wood, whose fibres run along the boards, repeated so often that the pixels fit.
    """
    rows, columns = 2 * table.shape[0], table.shape[1] // 2
    wider = 0.5 * (table[:, 0::2] + table[:, 1::2])
    y = (np.arange(rows) + 0.5) / 2.0 - 0.5
    low, share = np.floor(y).astype(int), (y - np.floor(y))[:, None]
    finer = (1.0 - share) * wider[low % len(table)] + share * wider[(low + 1) % len(table)]
    along = (np.arange(columns) + 0.5) / columns * 3 * wood.shape[0] - 0.5
    low, share = np.floor(along).astype(int), along - np.floor(along)
    fibres = (1.0 - share) * wood[low % len(wood)].T + share * wood[(low + 1) % len(wood)].T
    fibres = np.tile(fibres, (rows // len(fibres), 1))
    return np.asarray(finer * (1.0 + 0.43 * (fibres - wood.mean())))


def bench() -> Floats:
    """Return the top of a white bench: even, with faint clouds."""
    dice = np.random.default_rng(5)
    shape = (512, 256)
    return np.clip(0.95 + 0.006 * noise(shape, 90, 90, dice) + 0.004 * noise(shape, 9, 9, dice), 0.0, 1.0)


def main() -> None:
    """Write the files."""
    boards, wood = floor(), turned()
    for name, picture in (
        ("floor_wood", fibred(boards, wood)),
        ("turned_wood", wood),
        ("floor_bench", bench()),
    ):
        path = ASSETS / f"{name}.npy"
        np.save(path, np.round(np.clip(picture, 0.0, 1.0) * 255).astype(np.uint8))
        print(f"{path}: {path.stat().st_size} bytes, mean {picture.mean():.3f}")


if __name__ == "__main__":
    command_line().parse_args()
    main()
