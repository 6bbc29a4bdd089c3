"""Make assets/floor_wood.npy and assets/turned_wood.npy: how light each point of the wood is, 0 to 255.

Run it after changing the look: `python tools/make_wood.py`. Both pictures tile: all noise is white noise
coloured in Fourier space. The shaders turn lightness into colour. Rows are the second texture coordinate.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ASSETS = Path(__file__).resolve().parents[1] / "assets"
rng = np.random.default_rng(1883)


def noise(shape: tuple[int, int], across: float, along: float) -> Floats:
    """Tiling noise of unit variance; across and along are its grain in pixels (rows, columns)."""
    ky = np.fft.fftfreq(shape[0])[:, None] * across
    kx = np.fft.fftfreq(shape[1])[None, :] * along
    spectrum = np.fft.fft2(rng.standard_normal(shape)) * np.exp(-9.0 * (kx * kx + ky * ky))
    field = np.fft.ifft2(spectrum).real
    return (field - field.mean()) / field.std()


def grain(shape: tuple[int, int], stretch: float, rings: float) -> Floats:
    """Wood along the columns: year rings bent by slow noise, fibres, and dark pores; about 0 to 1."""
    rows = np.arange(shape[0])[:, None] / shape[0]
    bend = 1.3 * noise(shape, 150, 500 * stretch) + 0.35 * noise(shape, 40, 220 * stretch)
    phase = rows * rings + bend
    year = (phase % 1.0) ** 2.2
    year = np.where(phase % 1.0 > 0.93, year * (1.0 - (phase % 1.0 - 0.93) / 0.07), year)
    fibre = 0.6 * noise(shape, 3.0, 130 * stretch) + 0.4 * noise(shape, 9.0, 300 * stretch)
    pores = np.clip(noise(shape, 2.2, 34 * stretch) - 1.6, 0.0, 1.2)
    cloud = noise(shape, 60, 260 * stretch)
    return 0.60 - 0.26 * year + 0.075 * fibre - 0.16 * pores + 0.05 * cloud


def floor(rows: int = 1024, columns: int = 2048, boards: int = 8) -> Floats:
    """Boards of a floor: each row of the tile holds two, cut from different trunks."""
    height = rows // boards
    picture = np.zeros((rows, columns))
    trunks = [grain((rows, columns), 1.6, rings) for rings in (9, 15, 22)]
    y = np.arange(height)[:, None] + 0.5
    for row in range(boards):
        shift = rng.integers(0, columns)
        half = columns // 2 + int(rng.integers(-columns // 8, columns // 8))
        for start, length in ((0, half), (half, columns - half)):
            trunk = trunks[int(rng.integers(len(trunks)))]
            top, left = int(rng.integers(0, rows)), int(rng.integers(0, columns))
            board = np.roll(trunk, (top, left), (0, 1))[:height, :length]
            board = (board - 0.5) * rng.uniform(0.75, 1.1) + 0.47 + rng.uniform(-0.13, 0.13)
            x = np.arange(length)[None, :] + 0.5
            edge = np.minimum(np.minimum(y, height - y), np.minimum(x, length - x) / 1.3)
            board = board * (0.90 + 0.10 * np.clip(edge / 5.0, 0, 1)) * (0.25 + 0.75 * np.clip(edge / 1.6, 0, 1))
            place = (np.arange(start, start + length) + shift) % columns
            picture[row * height : (row + 1) * height, place] = board
    return picture


def turned(rows: int = 256, columns: int = 512) -> Floats:
    """Wood turned on a lathe: the columns go once round, the rows and the fibres along the axis."""
    fibre = 0.6 * noise((rows, columns), 120, 4) + 0.4 * noise((rows, columns), 200, 10)
    flame = np.sin(2.2 * noise((rows, columns), 160, 150) + np.arange(columns) / columns * 8 * np.pi)
    pores = np.clip(noise((rows, columns), 20, 1.6) - 1.6, 0.0, 1.0)
    return 0.62 + 0.10 * flame + 0.075 * fibre - 0.08 * pores


def main() -> None:
    """Write both files."""
    for name, picture in (("floor_wood", floor()), ("turned_wood", turned())):
        path = ASSETS / f"{name}.npy"
        np.save(path, np.round(np.clip(picture, 0.0, 1.0) * 255).astype(np.uint8))
        print(f"{path}: {path.stat().st_size} bytes, mean {picture.mean():.3f}")


if __name__ == "__main__":
    main()
