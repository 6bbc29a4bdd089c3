"""Make assets/field_land.npy: plots, hedges, lanes and single trees from above.

Run it after changing game/looks/places/parcels.py or the look: `python -m tools.assets.make_land`. The picture
(SIZE, SIZE, 3), 0 to 255, tiles after `parcels.LAND` metres;
it holds the roots of the colours, which are linear RGB, times `BRIGHT`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from game.looks.places import parcels
from game.looks.places.parcels import Crop
from game.model.frame import SUN
from tools.assets.make_environment import ASSETS
from tools.command_line import command_line

Floats = NDArray[np.float64]

SIZE, FINER = 608, 2
BRIGHT = 2.5
PIXEL = parcels.LAND / (SIZE * FINER)
"""Side of a pixel during painting [m]."""
HEDGE, LANE = 2.6, 2.2
"""Half widths [m] of hedges, and of the lanes beside some of them."""
TALL = {"hedge": 3.0, "tree": 11.0, "wood": 12.0}
"""Heights [m] that cast shadows."""
COLORS: dict[Crop, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    Crop.PASTURE: ((0.052, 0.086, 0.022), (0.078, 0.106, 0.034)),
    Crop.HAY: ((0.098, 0.118, 0.038), (0.135, 0.138, 0.052)),
    Crop.WHEAT: ((0.215, 0.170, 0.068), (0.255, 0.196, 0.082)),
    Crop.BARLEY: ((0.180, 0.172, 0.078), (0.150, 0.160, 0.062)),
    Crop.PLOUGHED: ((0.130, 0.092, 0.062), (0.105, 0.076, 0.052)),
    Crop.FALLOW: ((0.100, 0.098, 0.046), (0.085, 0.080, 0.050)),
    Crop.WOOD: ((0.026, 0.042, 0.012), (0.036, 0.054, 0.016)),
}
LEAVES, EARTH = (0.030, 0.046, 0.014), (0.205, 0.165, 0.110)
rng = np.random.default_rng(1086)


def noise(slope: float, high: float) -> Floats:
    """Return tiling noise (n, n) of mean 0 and variance 1 with waves of up to `high` turns in the tile."""
    n = SIZE * FINER
    k = np.fft.fftfreq(n) * n
    size = np.hypot(k[:, None], k[None, :])
    size[0, 0] = np.inf
    spectrum = np.fft.fft2(rng.standard_normal((n, n))) * size**-slope * np.exp(-((size / high) ** 2))
    field = np.fft.ifft2(spectrum).real
    return np.asarray(field / field.std())


def painted() -> Floats:
    """Return linear RGB (n, n, 3) of the land; row and column are y and x."""
    n = SIZE * FINER
    at = (np.stack(np.meshgrid(np.arange(n), np.arange(n)), axis=-1) + 0.5) / n
    place = parcels.bend(at) % 1.0
    slow, fine = noise(1.5, 60.0), noise(0.6, 500.0)
    ground, edge = np.zeros((n, n, 3)), np.full((n, n), np.inf)
    wood = np.zeros((n, n), bool)
    for plot in parcels.plots():
        x, y = place[..., 0], place[..., 1]
        inside = (x >= plot.x0) & (x < plot.x1) & (y >= plot.y0) & (y < plot.y1)
        sides = np.minimum.reduce([x - plot.x0, plot.x1 - x, y - plot.y0, plot.y1 - y])[inside]
        edge[inside] = sides * parcels.LAND
        ground[inside] = crop(plot, place[inside], slow[inside], fine[inside])
        wood |= inside & (plot.crop is Crop.WOOD)
    lane = (np.abs(edge - HEDGE - LANE) < LANE) & (slow > 0.25)
    ground[lane] = np.array(EARTH) * (1.0 + 0.15 * fine[lane, None])
    gaps = noise(1.0, 90.0) > 1.15
    hedge = (edge < HEDGE * (1.0 + 0.3 * fine)) & ~gaps
    trees, light = crowns(at)
    woods = wood & (edge > 1.5)
    dark = 1.0 - 0.62 * shadows({"hedge": hedge, "tree": trees, "wood": woods})
    ground *= dark[..., None]
    ground[hedge] = np.array(LEAVES) * (1.0 + 0.35 * fine[hedge, None])
    ground[trees] = np.array(LEAVES) * light[trees, None]
    return np.maximum(ground, 0.004)


def crop(plot: parcels.Plot, place: Floats, slow: Floats, fine: Floats) -> Floats:
    """Return colours (k, 3) of places (k, 2) on a plot: furrows, tramlines, swathes of hay, tone of the soil."""
    one, other = (np.array(each) for each in COLORS[plot.crop])
    along = place[:, 0 if plot.along_x else 1] * parcels.LAND
    across = place[:, 1 if plot.along_x else 0] * parcels.LAND
    tone = rng.uniform(0.0, 1.0)
    color = one + (other - one) * np.clip(tone + 0.28 * slow, 0.0, 1.0)[:, None]
    light = 1.0 + 0.10 * slow + 0.10 * fine + rng.uniform(-0.08, 0.08)
    match plot.crop:
        case Crop.HAY:
            light += 0.16 * np.sign(np.sin(2.0 * math.pi * across / 16.0))
        case Crop.WHEAT | Crop.BARLEY:
            light -= 0.22 * (np.abs((across % 24.0) - 12.0) < 1.3)
            light += 0.05 * np.sin(0.35 * across + 0.05 * along)
        case Crop.PLOUGHED:
            light += 0.16 * np.sin(2.0 * math.pi * across / 6.0)
        case Crop.PASTURE | Crop.FALLOW:
            light += 0.14 * fine + 0.10 * slow
        case Crop.WOOD:
            light += 0.45 * fine
    return np.asarray(color * light[:, None])


def crowns(at: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Return the mask of single trees (n, n), along hedges and in pastures, and the light on their crowns."""
    n = SIZE * FINER
    mask, light = np.zeros((n, n), bool), np.ones((n, n))
    along = parcels.hedge_places(30.0)
    along = along[rng.random(len(along)) < 0.55]
    alone = rng.random((60, 2))
    sun = parcels.TURNED @ np.array(SUN[:2]) / math.hypot(*SUN[:2])
    for x, y in np.concatenate([along, alone]) * n:
        radius = rng.uniform(3.5, 6.5) / PIXEL
        reach = math.ceil(radius)
        j, i = np.meshgrid(np.arange(-reach, reach + 1), np.arange(-reach, reach + 1))
        round_ = np.hypot(i, j) < radius * rng.uniform(0.8, 1.1, i.shape)
        rows, columns = (i + int(y)) % n, (j + int(x)) % n
        mask[rows[round_], columns[round_]] = True
        light[rows[round_], columns[round_]] = (1.0 + 0.6 * (j * sun[0] + i * sun[1]) / radius)[round_]
    return mask, light * rng.uniform(0.8, 1.25, (n, n))


def shadows(standing: dict[str, NDArray[np.bool_]]) -> Floats:
    """Return the shadow (n, n) beside standing things, away from the sun."""
    away = -(parcels.TURNED @ np.array(SUN[:2]))
    dark = np.zeros((SIZE * FINER,) * 2)
    for kind, mask in standing.items():
        for k in range(1, math.ceil(TALL[kind] * math.hypot(*away) / SUN[2] / PIXEL) + 1):
            x, y = np.round(k * away / math.hypot(*away)).astype(int)
            dark = np.maximum(dark, np.roll(mask, (y, x), axis=(0, 1)))
    return dark


def main() -> None:
    """Write the file."""
    fine = painted().reshape(SIZE, FINER, SIZE, FINER, 3).mean(axis=(1, 3))
    path = ASSETS / "field_land.npy"
    np.save(path, np.round(255.0 * np.sqrt(np.clip(BRIGHT * fine, 0.0, 1.0))).astype(np.uint8))
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    command_line().parse_args()
    main()
