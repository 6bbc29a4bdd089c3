"""Make assets/field_sky.npy: the clouds over the field, (1024, 1024, 2) from 0 to 255.

Run it after changing the weather: `python -m tools.assets.make_clouds`. The upper half of the sky is mapped to a
square by xy / (1 + z) of the direction, which is where rows and columns run from -1 to 1. The first number is the
opacity of the clouds, the second their share of the sun's light. It is computed by ray marching through a layer of
noise.

Source: A. Schneider, "The Real-Time Volumetric Cloudscapes of Horizon: Zero Dawn" (2015), for the shape of the layer.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import map_coordinates

from game.model.frame import Surroundings
from game.render.lights import LIGHTS
from tools.command_line import command_line

Floats = NDArray[np.float64]

TARGET = Path(__file__).resolve().parents[2] / "assets" / "field_sky.npy"
SIZE = 1024
"""Pixels of the square across."""
BASE, TOP = 1.0, 1.75
"""Heights of the layer [km]."""
STEPS, LIGHT_STEPS = 40, 5
THICK = 9.0
"""Extinction of the densest cloud [1/km]."""
COVER = 0.60
"""Value of the noise, 0 to 1, above which there is cloud."""
PERIOD = 14.0
"""Period of the noise [km]."""
rng = np.random.default_rng(1303)


def noise(cells: int, slope: float, low: float) -> Floats:
    """Return tiling noise (cells, cells, cells), uniform from 0 to 1, whose amplitudes fall as wavenumber^-slope."""
    k = np.fft.fftfreq(cells) * cells
    size = np.sqrt(k[:, None, None] ** 2 + k[None, :, None] ** 2 + k[None, None, :] ** 2)
    size[0, 0, 0] = 1.0
    amplitude = np.where(size < low, 0.0, size**-slope)
    field = np.fft.ifftn(np.fft.fftn(rng.standard_normal((cells,) * 3)) * amplitude).real
    order = np.argsort(np.argsort(field, axis=None)).reshape(field.shape)
    return order / order.size


SHAPE, DETAIL = noise(128, 2.6, 3.0), noise(64, 1.9, 2.0)


def looked_up(table: Floats, place: Floats, period: float) -> Floats:
    """Return the noise at places (n, 3) [km]."""
    cells = (place / period * len(table)).T
    return map_coordinates(table, cells, order=1, mode="grid-wrap")


def density(place: Floats) -> Floats:
    """Return the density of the cloud at places (n, 3) [km], 0 to 1: flat below, heaped above, ragged at the edges."""
    height = np.clip((place[:, 2] - BASE) / (TOP - BASE), 0.0, 1.0)
    profile = np.clip(height / 0.08, 0.0, 1.0) * (1.0 - height) ** 0.6
    shape = looked_up(SHAPE, place * [1.0, 1.0, 1.6], PERIOD)
    body = np.clip((shape - (1.0 - (1.0 - COVER) * profile)) / (1.0 - COVER), 0.0, 1.0)
    some = body > 0.0
    ragged = looked_up(DETAIL, place[some], 2.3) * 0.22
    body[some] = np.clip((body[some] - ragged) / (1.0 - ragged), 0.0, 1.0)
    return np.minimum(4.0 * body, 1.0)


def marched(directions: Floats, to_sun: Floats) -> Floats:
    """Return opacity and share of sunlight (n, 2), along directions (n, 3) from the ground."""
    rise = directions[:, 2:] + 0.02  # for the curvature of the earth
    start, end = BASE / rise, TOP / rise
    step = ((end - start) / STEPS)[:, 0]
    passed, light = np.ones(len(directions)), np.zeros(len(directions))
    jitter = rng.random(len(directions))
    for k in range(STEPS):
        far = start[:, 0] + (k + jitter) * step
        place = directions * far[:, None]
        place[:, 2] = rise[:, 0] * far
        dense = density(place)
        some = np.flatnonzero((dense > 0.0) & (passed > 0.02))
        depth = np.zeros(len(some))
        for j in range(LIGHT_STEPS):
            depth += density(place[some] + to_sun * (0.05 * 1.8**j)) * (0.04 * 1.8**j)
        # Light scattered several times reaches deeper than direct light.
        sun = 0.65 * np.exp(-THICK * depth) + 0.35 * np.exp(-0.2 * THICK * depth)
        kept = np.exp(-THICK * dense[some] * step[some])
        light[some] += passed[some] * (1.0 - kept) * sun
        passed[some] *= kept
    return np.stack([1.0 - passed, light], axis=1)


def square(size: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return directions (n, 3) of the pixels above the horizon, and the mask of these pixels in the square."""
    axis = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    y, x = np.meshgrid(axis, axis, indexing="ij")
    r2 = x * x + y * y
    up = np.stack([2 * x, 2 * y, 1 - r2], axis=-1) / (1 + r2)[..., None]
    above = up[..., 2] > 0.015
    return up[above], above


def gap(directions: Floats, to_sun: Floats) -> Floats:
    """Return the share of cloud that is left (n,): the sun is in a gap."""
    away = np.arccos(np.clip(directions @ to_sun, -1.0, 1.0))
    ragged = 0.10 + 0.08 * looked_up(SHAPE, 4.0 * directions, 2.0)
    return 1.0 - np.exp(-((away / ragged) ** 3))


def main() -> None:
    """Write the file."""
    to_sun = np.asarray(LIGHTS[Surroundings.FIELD].to_light, float)
    total = np.zeros((SIZE, SIZE, 2))
    directions, above = square(SIZE)
    total[above] = np.concatenate([marched(part, to_sun) for part in np.array_split(directions, 64)])
    total[above] *= gap(directions, to_sun)[:, None]
    # The mean of two by two removes the grain of the random starts.
    soft = 0.25 * (total + np.roll(total, 1, 0) + np.roll(total, 1, 1) + np.roll(total, (1, 1), (0, 1)))
    np.save(TARGET, np.clip(np.round(255 * soft), 0, 255).astype(np.uint8))
    print(f"{TARGET}: {TARGET.stat().st_size} bytes, cover {soft[above][:, 0].mean():.2f}")


if __name__ == "__main__":
    command_line().parse_args()
    main()
