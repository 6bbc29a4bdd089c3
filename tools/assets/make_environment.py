"""Make assets/*environment*.npy, *_light*.npy of rooms and void: light over tables and over nothing.

The light is filtered beforehand for the shaders. Run it after changing the lamps: `python -m
tools.assets.make_environment`. `radiance` (6, 128, 256, 4) holds equirectangular maps of the light round the stage
(z up), the k-th convolved with the GGX lobe of roughness k/5, and the share of the key lamp in it, which bodies can
hide; `irradiance` (9, 3) holds the diffuse part as spherical harmonics.

Sources: B. Karis, "Real Shading in Unreal Engine 4" (2013), for the split sum with N = V = R;
R. Ramamoorthi and P. Hanrahan, "An Efficient Representation for Irradiance Environment Maps" (2001).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.command_line import check_names, command_line

Floats = NDArray[np.float32]

WIDTH, HEIGHT, ROUGHNESSES = 256, 128, 6
ASSETS = Path(__file__).resolve().parents[2] / "assets"


class Lamp(NamedTuple):
    """A rectangular lamp.

    place: its direction and distance; up: its upward direction; width, height: half its size at unit distance; color:
    radiance, linear RGB; soft: width of the fading edge; panes: numbers of panes into which bars divide it.
    """

    place: tuple[float, float, float]
    up: tuple[float, float, float]
    width: float
    height: float
    color: tuple[float, float, float]
    soft: float
    panes: tuple[int, int] = (1, 1)


KEY = Lamp((-0.60, -0.50, 0.78), (0, 0, 1), 0.46, 0.46, (6.0, 5.2, 4.2), 0.03, (2, 2))
ABOVE = Lamp((0.10, 0.05, 1.0), (0, 1, 0), 0.50, 0.30, (1.45, 1.38, 1.34), 0.16)
RIM = Lamp((0.92, 0.62, 0.46), (0, 0, 1), 0.13, 0.62, (6.4, 5.0, 3.6), 0.04)
COOL = Lamp((-0.92, 0.78, 0.40), (0, 0, 1), 0.20, 0.72, (2.3, 3.3, 4.9), 0.05)
FILL = Lamp((0.80, -0.85, 0.34), (0, 0, 1), 0.52, 0.40, (0.62, 0.74, 0.95), 0.22)
LAMPS = (KEY, ABOVE, RIM, COOL, FILL)
BAR = 0.035
"""Half the width of the bars of a window, at unit distance."""


def smooth(low: float, high: float, value: Floats) -> Floats:
    """Return a smoothstep: 0 below low, 1 above high."""
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def panes(at: Floats, half: float, soft: float, count: int) -> Floats:
    """Return 1 within half of 0, and 0 outside and on the bars between `count` panes."""
    inside = 1 - smooth(half - soft, half + soft, np.abs(at))
    for bar in range(1, count):
        inside = inside * smooth(BAR - 0.5 * soft, BAR + 0.5 * soft, np.abs(at - half * (2.0 * bar / count - 1.0)))
    return inside


def seen(lamp: Lamp, directions: Floats) -> Floats:
    """Return the visible part of a lamp in each direction, 0 to 1."""
    axis = np.array(lamp.place, np.float32) / np.linalg.norm(lamp.place).astype(np.float32)
    side = np.cross(np.array(lamp.up, np.float32), axis)
    side /= np.linalg.norm(side)
    rise = np.cross(axis, side)
    ahead = directions @ axis
    depth = np.where(ahead > 1e-3, ahead, 1.0)
    across, along = (directions @ side) / depth, (directions @ rise) / depth
    inside = panes(across, lamp.width, lamp.soft, lamp.panes[0]) * panes(along, lamp.height, lamp.soft, lamp.panes[1])
    # Brighter in the middle, like light through cloth.
    return (
        inside * (ahead > 1e-3) * (1.0 - 0.35 * np.clip((across / lamp.width) ** 2 + (along / lamp.height) ** 2, 0, 1))
    )


def lamps(directions: Floats, hung: tuple[Lamp, ...] = LAMPS) -> Floats:
    """Return the radiance (..., 3) of all lamps."""
    return sum(seen(lamp, directions)[..., None] * np.array(lamp.color, np.float32) for lamp in hung)  # type: ignore[return-value]


def studio(directions: Floats) -> Floats:
    """Return the radiance (..., 3), linear RGB, from each direction (..., 3): dark walls, below them a walnut table."""
    z = directions[..., 2]
    rise = np.clip(z, 0.0, 1.0)[..., None] ** 0.7
    walls = np.array([0.125, 0.130, 0.145]) * (1 - rise) + np.array([0.030, 0.034, 0.044]) * rise
    # Bright under the lamps and falling off towards the horizon.
    below = np.clip(-z, 0.0, 1.0)[..., None]
    table = np.array([0.190, 0.112, 0.066]) * (0.28 + 0.72 * below)
    light = np.where(z[..., None] > 0.0, walls, table)
    return light + lamps(directions)


class Shell(NamedTuple):
    """A room without its lamps: radiance, linear RGB.

    low, high: of the walls at the table's height and overhead. table: seen from above; edge: its share seen aslant.
    band: of dark furniture along the walls, between two sines of elevation; gaps: how many times it is interrupted.
    """

    low: tuple[float, float, float]
    high: tuple[float, float, float]
    table: tuple[float, float, float]
    edge: float
    band: tuple[float, float, float]
    between: tuple[float, float]
    gaps: int


LABORATORY = Shell(
    (0.22, 0.25, 0.29), (0.040, 0.045, 0.054), (0.085, 0.092, 0.104), 0.60, (0.045, 0.052, 0.062), (0.03, 0.20), 7
)
WORKSHOP = Shell(
    (0.30, 0.275, 0.23), (0.075, 0.060, 0.045), (0.46, 0.33, 0.20), 0.45, (0.09, 0.065, 0.045), (0.0, 0.22), 5
)
LABORATORY_LAMPS = (
    KEY._replace(color=(5.8, 5.4, 4.8), panes=(3, 3)),
    Lamp((0.35, 0.10, 1.0), (0, 1, 0), 0.08, 0.90, (2.6, 2.7, 2.9), 0.03),
    Lamp((-0.35, 0.30, 1.0), (0, 1, 0), 0.08, 0.90, (2.6, 2.7, 2.9), 0.03),
    Lamp((0.92, 0.62, 0.40), (0, 0, 1), 0.20, 0.80, (6.8, 5.8, 4.6), 0.04, (2, 2)),
    Lamp((-0.92, 0.78, 0.36), (0, 0, 1), 0.24, 0.85, (3.2, 4.5, 6.6), 0.05, (2, 2)),
    Lamp((0.45, -1.0, 0.26), (0, 0, 1), 0.85, 0.46, (2.1, 2.2, 2.35), 0.30),  # behind the eye: faces of metal
)
WORKSHOP_LAMPS = (
    KEY._replace(color=(7.0, 6.4, 5.4), width=0.55, height=0.50, panes=(3, 3)),
    Lamp((0.10, 0.05, 1.0), (0, 1, 0), 0.36, 0.20, (1.6, 1.7, 1.8), 0.14),
    Lamp((0.92, 0.62, 0.42), (0, 0, 1), 0.30, 0.46, (4.4, 4.8, 5.2), 0.03, (3, 3)),
    Lamp((-0.92, 0.78, 0.38), (0, 0, 1), 0.30, 0.46, (2.6, 3.2, 3.9), 0.03, (3, 3)),
)


def in_room(shell: Shell, hung: tuple[Lamp, ...]) -> Callable[[Floats], Floats]:
    """Return a function with the radiance (..., 3) of a room from each direction (..., 3), below it a table."""

    def radiance(directions: Floats) -> Floats:
        z = directions[..., 2]
        rise = np.clip(z, 0.0, 1.0)[..., None] ** 0.7
        walls = np.array(shell.low) * (1 - rise) + np.array(shell.high) * rise
        low, high = shell.between
        turns = 0.5 + 0.5 * np.sin(shell.gaps * np.arctan2(directions[..., 1], directions[..., 0]) + 0.7)
        dark = smooth(low, low + 0.02, z) * (1 - smooth(high, high + 0.03, z)) * smooth(0.25, 0.33, turns)
        walls = walls + dark[..., None] * (np.array(shell.band) - walls)
        below = np.clip(-z, 0.0, 1.0)[..., None]
        table = np.array(shell.table) * (shell.edge + (1.0 - shell.edge) * below)
        return np.asarray(np.where(z[..., None] > 0.0, walls, table) + lamps(directions, hung), np.float32)

    return radiance


def void(directions: Floats) -> Floats:
    """Return the radiance of the same lamps in the dark, over a black mirror, with the glow of a far horizon."""
    z = directions[..., 2]
    deep = np.array([0.010, 0.016, 0.034]) * np.ones_like(z)[..., None]
    glow = np.array([0.075, 0.150, 0.310]) / (1.0 + (7.0 * z[..., None]) ** 2)
    mirrored = directions * np.array([1.0, 1.0, -1.0], np.float32)
    return deep + glow + np.where(z[..., None] > 0.0, lamps(directions), 0.05 * lamps(mirrored))


def sphere(width: int, height: int) -> tuple[Floats, Floats]:
    """Return directions (height, width, 3) of an equirectangular map and the weight of each row's pixels."""
    azimuth = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    polar = (np.arange(height) + 0.5) / height * np.pi
    phi, theta = np.meshgrid(azimuth, polar)
    around = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=-1)
    return around.astype(np.float32), np.sin(theta).astype(np.float32)


def blurred(roughness: float, source: tuple[Floats, Floats, Floats]) -> Floats:
    """Return the radiance (n, k) convolved with a GGX lobe of this roughness (HEIGHT, WIDTH, k)."""
    directions, radiance, weight = source
    wanted = sphere(WIDTH, HEIGHT)[0].reshape(-1, 3)
    alpha2 = np.float32(max(roughness**2, 0.02) ** 2)
    result = np.zeros((len(wanted), radiance.shape[1]))
    for start in range(0, len(wanted), 256):
        cosine = np.clip(wanted[start : start + 256] @ directions.T, 0.0, 1.0)
        half2 = 0.5 * (1.0 + cosine)
        lobe = cosine * weight * alpha2 / (np.pi * (half2 * (alpha2 - 1.0) + 1.0) ** 2)
        result[start : start + 256] = (lobe @ radiance) / lobe.sum(axis=1, keepdims=True)
    return result.reshape(HEIGHT, WIDTH, -1)


def irradiance(source: tuple[Floats, Floats, Floats]) -> Floats:
    """Return coefficients (9, 3): their polynomial in the normal, times albedo, is the diffuse radiance."""
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


def sampled(light: Callable[[Floats], Floats], width: int, height: int) -> tuple[Floats, Floats, Floats]:
    """Return directions (n, 3), the light from there (n, k), and their weights (n,), which sum to 1."""
    directions, weight = sphere(width, height)
    flat = directions.reshape(-1, 3)
    return flat, light(flat).astype(np.float32), (weight / weight.sum()).reshape(-1)


def with_key(light: Callable[[Floats], Floats], lamp: Lamp = KEY) -> Callable[[Floats], Floats]:
    """Return a function with the radiance of a light and, as a fourth component, the sum of the key lamp's alone."""

    def both(directions: Floats) -> Floats:
        key = seen(lamp, directions)[..., None] * float(np.sum(lamp.color))
        return np.concatenate([light(directions), key], axis=-1)

    return both


def make(name: str, light: Callable[[Floats], Floats], lamp: Lamp = KEY) -> None:
    """Compute a light and write its files."""
    fine, coarse = (sampled(with_key(light, lamp), WIDTH // part, HEIGHT // part) for part in (1, 2))
    layers = [blurred(k / (ROUGHNESSES - 1), fine if k == 1 else coarse) for k in range(1, ROUGHNESSES)]
    radiance = np.stack([fine[1].reshape(HEIGHT, WIDTH, 4), *layers])
    radiance[..., 3] /= radiance[..., :3].sum(axis=-1)
    keep(name, radiance.astype(np.float16), irradiance((fine[0], fine[1][:, :3], fine[2])))
    print(f"{name}: {radiance[0, :64, :, :3].mean():.3f} from above")


def keep(name: str, radiance: Floats, diffuse: Floats) -> None:
    """Write the arrays of a light, a plain file each: these load ten times as fast as packed ones."""
    np.save(ASSETS / f"{name}.npy", radiance)
    np.save(ASSETS / f"{name}_irradiance.npy", diffuse.astype(np.float32))


def main() -> None:
    """Write all files, or those named on the command line."""
    wanted = {
        "environment": (studio, KEY),
        "void_light": (void, KEY),
        "laboratory_light": (in_room(LABORATORY, LABORATORY_LAMPS), LABORATORY_LAMPS[0]),
        "workshop_light": (in_room(WORKSHOP, WORKSHOP_LAMPS), WORKSHOP_LAMPS[0]),
    }
    options = command_line()
    options.add_argument("names", nargs="*", help=f"some of: {', '.join(wanted)}; all where none is given")
    names = options.parse_args().names
    check_names(options, names, list(wanted))
    for name in names or wanted:
        make(name, *wanted[name])


if __name__ == "__main__":
    main()
