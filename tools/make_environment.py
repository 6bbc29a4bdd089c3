"""Make assets/environment.npz: the light of a small studio, filtered beforehand for the shaders.

Run it after changing the lamps: `python tools/make_environment.py`. `radiance` (6, 64, 128, 3) holds
equirectangular maps of the light round the stage (z up), the k-th convolved with the GGX lobe of roughness
k/5; `irradiance` (9, 3) holds the diffuse part as spherical harmonics.

Sources: B. Karis, "Real Shading in Unreal Engine 4" (2013), for the split sum with N = V = R;
R. Ramamoorthi and P. Hanrahan, "An Efficient Representation for Irradiance Environment Maps" (2001).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDTH, HEIGHT, ROUGHNESSES = 128, 64, 6
TARGET = Path(__file__).resolve().parents[1] / "assets" / "environment.npz"

# Where a lamp hangs, which way is up on it, half its width and height at unit distance, its colour, how
# far its edge fades.
LAMPS = (
    ((-0.35, -0.30, 1.0), (0, 1, 0), 0.60, 0.42, (3.0, 2.8, 2.6), 0.12),
    ((1.0, 0.55, 0.38), (0, 0, 1), 0.16, 0.70, (4.2, 3.0, 2.0), 0.06),
    ((-1.0, 0.65, 0.32), (0, 0, 1), 0.22, 0.80, (1.7, 2.3, 3.4), 0.08),
    ((0.1, 1.0, 0.55), (0, 0, 1), 0.70, 0.22, (1.7, 1.7, 1.8), 0.10),
    ((0.25, -1.0, 0.42), (0, 0, 1), 0.34, 0.26, (1.5, 1.4, 1.3), 0.12),
)


def smooth(low: float, high: float, value: Floats) -> Floats:
    """0 below low, 1 above high, smooth between."""
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def lamp(
    directions: Floats,
    place: tuple[float, ...],
    up: tuple[float, ...],
    width: float,
    height: float,
    soft: float,
) -> Floats:
    """How much of a rectangular soft box is seen in each direction, 0 to 1."""
    axis = np.array(place) / np.linalg.norm(place)
    side = np.cross(up, axis)
    side /= np.linalg.norm(side)
    rise = np.cross(axis, side)
    ahead = directions @ axis
    depth = np.where(ahead > 1e-3, ahead, 1.0)
    across = np.abs(directions @ side) / depth
    along = np.abs(directions @ rise) / depth
    inside = (1 - smooth(width - soft, width + soft, across)) * (1 - smooth(height - soft, height + soft, along))
    return inside * (ahead > 1e-3)


def studio(directions: Floats) -> Floats:
    """Radiance (..., 3), linear RGB, arriving from each direction (..., 3)."""
    z = directions[..., 2]
    rise = np.clip(z, 0.0, 1.0)[..., None]
    walls = np.array([0.135, 0.125, 0.125]) * (1 - rise) + np.array([0.055, 0.060, 0.075]) * rise
    # The wooden floor, bright under the lamps and falling off towards the horizon.
    below = np.clip(-z, 0.0, 1.0)[..., None]
    floor = np.array([0.30, 0.165, 0.085]) * (0.22 + 0.78 * below)
    light = np.where(z[..., None] > 0.0, walls, floor)
    light += np.exp(-((z * 6.0) ** 2))[..., None] * np.array([0.05, 0.042, 0.036])
    for place, up, width, height, color, soft in LAMPS:
        light += lamp(directions, place, up, width, height, soft)[..., None] * np.array(color)
    return light


def sphere(width: int, height: int) -> tuple[Floats, Floats]:
    """Directions (height, width, 3) of an equirectangular map and the weight of each row's pixels."""
    azimuth = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    polar = (np.arange(height) + 0.5) / height * np.pi
    phi, theta = np.meshgrid(azimuth, polar)
    around = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=-1)
    return around, np.sin(theta)


def blurred(roughness: float, source: tuple[Floats, Floats, Floats]) -> Floats:
    """The studio seen through a GGX lobe of this roughness (HEIGHT, WIDTH, 3)."""
    directions, radiance, weight = source
    wanted = directions
    alpha2 = max(roughness**2, 0.02) ** 2
    result = np.zeros((len(wanted), 3))
    for start in range(0, len(wanted), 256):
        cosine = np.clip(wanted[start : start + 256] @ directions.T, 0.0, 1.0)
        half2 = 0.5 * (1.0 + cosine)
        lobe = cosine * weight * alpha2 / (np.pi * (half2 * (alpha2 - 1.0) + 1.0) ** 2)
        result[start : start + 256] = (lobe @ radiance) / lobe.sum(axis=1, keepdims=True)
    return result.reshape(HEIGHT, WIDTH, 3)


def irradiance(source: tuple[Floats, Floats, Floats]) -> Floats:
    """(9, 3) coefficients: their polynomial in the normal, times albedo, is the diffuse radiance."""
    directions, radiance, weight = source
    x, y, z = directions.T
    basis = np.stack(
        [
            0.282095 + 0 * x,
            0.488603 * y,
            0.488603 * z,
            0.488603 * x,
            1.092548 * x * y,
            1.092548 * y * z,
            0.315392 * (3 * z * z - 1),
            1.092548 * x * z,
            0.546274 * (x * x - y * y),
        ]
    )
    factors = np.array([0.282095] + [0.488603] * 3 + [1.092548, 1.092548, 0.315392, 1.092548, 0.546274])
    cosine_lobe = np.array([1.0] + [2.0 / 3.0] * 3 + [0.25] * 5)
    return ((basis * weight * 4 * np.pi) @ radiance) * (factors * cosine_lobe)[:, None]


def main() -> None:
    """Write the file."""
    directions, weight = sphere(WIDTH, HEIGHT)
    flat = directions.reshape(-1, 3)
    source = (flat, studio(flat), (weight / weight.sum()).reshape(-1))
    layers = [blurred(k / (ROUGHNESSES - 1), source) for k in range(1, ROUGHNESSES)]
    radiance = np.stack([studio(directions), *layers]).astype(np.float16)
    np.savez(TARGET, radiance=radiance, irradiance=irradiance(source).astype(np.float32))
    print(f"{TARGET}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
