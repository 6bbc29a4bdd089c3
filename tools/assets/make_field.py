"""Make assets/field_grass.npy and assets/field_light*.npy: the meadow from above, and the light of its sky.

Run it after changing the look, and after `python -m tools.assets.make_clouds`: `python -m tools.assets.make_field`.
The meadow (512, 512, 3), 0 to 255, tiles: lightness of the grass, dryness, and slow noise for patches. The light is
as in tools/assets/make_environment.py.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from game.model.frame import Surroundings
from game.render.lights import LIGHTS
from tools.assets.make_clouds import TARGET as CLOUDS
from tools.assets.make_environment import ASSETS, HEIGHT, ROUGHNESSES, WIDTH, blurred, irradiance, keep, sphere
from tools.command_line import command_line

Floats = NDArray[np.float64]

SIZE = 512
BLADES = 15_000
rng = np.random.default_rng(1320)


def noise(low: float, high: float, slope: float) -> Floats:
    """Return tiling noise (SIZE, SIZE) of unit variance with waves of `low` to `high` turns in the tile."""
    k = np.fft.fftfreq(SIZE) * SIZE
    size = np.hypot(k[:, None], k[None, :])
    size[0, 0] = 1e-9
    spectrum = np.fft.fft2(rng.standard_normal((SIZE, SIZE))) * size**-slope * np.exp(-((size / high) ** 4))
    spectrum[size < low] = 0.0
    field = np.fft.ifft2(spectrum).real
    return field / field.std()


def levels(field: Floats) -> Floats:
    """Return a field mapped to 0 to 1, its middle to one half."""
    return np.clip(0.5 + 0.25 * field, 0.0, 1.0)


def grass() -> NDArray[np.uint8]:
    """Return blades drawn over one another, each dark at its root and light at its tip, some of them dry."""
    tufts, parched = noise(2, 40, 1.2), noise(2, 30, 1.1)
    lightness, dryness = np.full((SIZE, SIZE), 0.10), levels(parched)
    x, y = rng.random((2, BLADES)) * SIZE
    at = (y.astype(int), x.astype(int))
    height = 1.0 + 0.25 * tufts[at]
    lean = 2 * np.pi * rng.random(BLADES)
    length, bend = rng.uniform(12.0, 34.0, BLADES) * height, rng.normal(0.0, 0.5, BLADES)
    dry = np.clip(levels(parched)[at] + rng.normal(0.0, 0.12, BLADES), 0.0, 1.0)
    bright = np.clip(0.62 + 0.09 * tufts[at] + rng.normal(0.0, 0.13, BLADES), 0.1, 1.0)
    # Low parts of all blades are drawn before the high ones of any.
    for t in np.linspace(0.0, 1.0, 48):
        turn = lean + bend * t
        column = np.floor(x + t * length * np.cos(turn)).astype(int)
        row = np.floor(y + t * length * np.sin(turn)).astype(int)
        for wide in range(3 if t < 0.5 else 2):
            place = (row + wide) % SIZE, (column + wide) % SIZE
            lightness[place] = bright * (0.25 + 0.75 * t) * (1.0 - 0.12 * wide)
            dryness[place] = dry
    # Slow variation would show the repeats of the tile; the slow noise, drawn at other scales, replaces it.
    even = [np.clip(part - smooth(part) + part.mean(), 0.0, 1.0) for part in (lightness, dryness)]
    return np.round(255 * np.stack([*even, levels(noise(1, 40, 1.3))], axis=-1)).astype(np.uint8)


def smooth(field: Floats, turns: float = 14.0) -> Floats:
    """Return the waves of fewer turns in the tile of a field (SIZE, SIZE)."""
    k = np.fft.fftfreq(SIZE) * SIZE
    size2 = k[:, None] ** 2 + k[None, :] ** 2
    return np.fft.ifft2(np.fft.fft2(field) * np.exp(-size2 / turns**2)).real


def sky(directions: Floats) -> Floats:
    """Return the radiance (..., 3), linear RGB, from directions (..., 3), as shaders/field_sky.frag without the sun."""
    z = directions[..., 2:]
    rise = 1.0 - np.exp(-3.4 * np.maximum(z, 0.0))
    clear = np.array([0.56, 0.66, 0.76]) * (1 - rise) + np.array([0.105, 0.235, 0.53]) * rise
    near_sun = np.maximum(directions @ LIGHTS[Surroundings.FIELD].to_light, 0.0)[..., None]
    clear = clear + np.array([1.0, 0.78, 0.50]) * (0.10 * near_sun**6 + 0.30 * near_sun**48)
    clouds = np.load(CLOUDS) / 255.0
    place = np.clip((directions[..., :2] / (1 + np.abs(z)) * 0.5 + 0.5) * len(clouds), 0, len(clouds) - 1).astype(int)
    hidden, lit = np.moveaxis(clouds[place[..., 1], place[..., 0]], -1, 0)[..., None]
    clear = clear * (1 - hidden) + np.array([0.30, 0.34, 0.40]) * hidden + np.array([0.95, 0.86, 0.74]) * lit
    meadow = np.array([0.150, 0.170, 0.070])
    return np.where(z > 0.0, clear, meadow)


def main() -> None:
    """Write the files."""
    np.save(ASSETS / "field_grass.npy", grass())
    directions, weight = sphere(WIDTH, HEIGHT)
    flat = directions.reshape(-1, 3)
    source = (flat, sky(flat), (weight / weight.sum()).reshape(-1))
    layers = [blurred(k / (ROUGHNESSES - 1), source) for k in range(1, ROUGHNESSES)]
    radiance = np.stack([sky(directions).reshape(HEIGHT, WIDTH, 3), *layers]).astype(np.float16)
    keep("field_light", radiance, irradiance(source))
    for name in ("field_grass.npy", "field_light.npy"):
        print(f"{name}: {(ASSETS / name).stat().st_size} bytes")


if __name__ == "__main__":
    command_line().parse_args()
    main()
