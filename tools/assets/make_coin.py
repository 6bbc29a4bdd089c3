"""Make assets/coin_faces.npz: the relief of the two faces of the coin.

Run it after changing the coin: `python -m tools.assets.make_coin`. `pixels` (SIZE, 2 SIZE, 3) uint8 holds the face
along the body's third axis and, beside it, the other as seen from its own side: slopes of the surface along x and y
(0 to 255, level is 128, LEAN at the ends), and how much it is frosted rather than polished. Rows go up.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy import ndimage

from tools.command_line import command_line

Floats = NDArray[np.float64]

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SIZE, FINER = 384, 4
LEAN = 0.75
"""Sine of the steepest slope that is kept."""
OBVERSE, REVERSE = "POLHODE  ·  MDCCCXXXIV", "EPPVR SI MVOVE"
LETTER = 0.128
"""Height of a letter, in radii of the coin."""
SCALE = 0.92
"""Size of the top, relative to the coin."""
N = SIZE * FINER
rng = np.random.default_rng(1834)


def places() -> tuple[Floats, Floats]:
    """Return x and y of all points, 1 being the rim; rows go up."""
    at = (np.arange(N) + 0.5) / N * 2.0 - 1.0
    return np.meshgrid(at, at)


X, Y = places()
R, TURN = np.hypot(X, Y), np.arctan2(Y, X)


def raised(inside: NDArray[np.bool_], width: float) -> Floats:
    """Return 1 well within a shape, rounded down to 0 at its edge over a width."""
    depth = np.clip(ndimage.distance_transform_edt(inside) * 2.0 / N / width, 0.0, 1.0)
    return np.asarray(np.sqrt(1.0 - (1.0 - depth) ** 2))


def legend(text: str, radius: float, middle: float, spacing: float) -> NDArray[np.bool_]:
    """Return letters along a circle, feet towards the middle; middle: azimuth of the middle of the text."""
    box = int(2.2 * LETTER * N / 2)
    font = ImageFont.truetype(str(ASSETS / "fonts" / "Roboto-Medium.ttf"), int(1.36 * LETTER * N / 2))
    widths = [font.getlength(letter) * spacing / (radius * N / 2) for letter in text]
    canvas = Image.new("L", (N, N), 0)
    turn = middle + 0.5 * sum(widths)
    for letter, width in zip(text, widths, strict=True):
        glyph = Image.new("L", (box, box), 0)
        ImageDraw.Draw(glyph).text((box / 2, box / 2), letter, 255, font, "mm")
        at = turn - 0.5 * width
        glyph = glyph.rotate(math.degrees(at) - 90.0, Image.Resampling.BICUBIC)
        x, y = (0.5 + 0.5 * radius * math.cos(at)) * N, (0.5 - 0.5 * radius * math.sin(at)) * N
        canvas.paste(255, (round(x - box / 2), round(y - box / 2)), glyph)
        turn -= width
    return np.asarray(canvas)[::-1] > 127


def turned(x: Floats, y: Floats, rows: list[tuple[float, float]]) -> Floats:
    """Return half of a body of revolution in relief, its axis along y; rows: (height, radius)."""
    heights, radii = np.array(rows).T
    radius = np.interp(y, heights, radii, left=0.0, right=0.0)
    return np.sqrt(np.maximum(radius**2 - x**2, 0.0))


def spinning_top() -> Floats:
    """Return a leaning top on its needle, and the cusps that its tip draws."""
    tilt = math.radians(-17.0)
    right, up = X / SCALE, (Y + 0.27) / SCALE
    x, y = right * math.cos(tilt) - up * math.sin(tilt), right * math.sin(tilt) + up * math.cos(tilt)
    rows = [(0.0, 0.0), (0.02, 0.018), (0.10, 0.05), (0.20, 0.13), (0.30, 0.27), (0.37, 0.325), (0.43, 0.33),
            (0.50, 0.27), (0.56, 0.14), (0.60, 0.07), (0.66, 0.045), (0.80, 0.035), (0.82, 0.06), (0.85, 0.065),
            (0.88, 0.05), (0.90, 0.0)]  # fmt: skip
    body = turned(x, y, rows)
    for groove in (0.305, 0.40, 0.455):
        body *= 1.0 - 0.22 * np.exp(-(((y - groove) / 0.008) ** 2))
    needle = turned(right, -up, [(0.0, 0.012), (0.30, 0.030)])
    foot = turned(right, -0.30 - up, [(0.0, 0.05), (0.03, 0.22), (0.06, 0.25)])
    figure = np.maximum(0.34 * np.sqrt(np.maximum(body, 0.0)) * np.sqrt(0.33), np.maximum(0.8 * needle, 0.3 * foot))
    arches = np.linspace(0.0, 1.0, 1500)
    drop = 0.075 * np.abs(np.sin(5.0 * math.pi * arches))
    track = Image.new("L", (N, N), 0)
    points = [((0.5 + 0.5 * (0.80 * t - 0.40)) * N, (0.5 - 0.5 * (0.585 - 0.5 * (0.80 * t - 0.40) ** 2 - low)) * N)
              for t, low in zip(arches.tolist(), drop.tolist(), strict=True)]  # fmt: skip
    ImageDraw.Draw(track).line(points, 255, round(0.011 * N), "curve")
    line = raised(np.asarray(track)[::-1] > 127, 0.011)
    return np.maximum(figure, 0.06 * line * (body < 0.02))


def polhodes() -> Floats:
    """Return an ellipsoid of inertia with its polhodes: its intersections with spheres about its middle."""
    axes = np.array([0.50, 0.37, 0.30])
    turn, nod = math.radians(28.0), math.radians(-24.0)
    spin = np.array([[math.cos(turn), 0.0, math.sin(turn)], [0.0, 1.0, 0.0], [-math.sin(turn), 0.0, math.cos(turn)]])
    tip = np.array([[1.0, 0.0, 0.0], [0.0, math.cos(nod), -math.sin(nod)], [0.0, math.sin(nod), math.cos(nod)]])
    shape = (turned_ := tip @ spin) @ np.diag(axes**-2.0) @ turned_.T
    # z of the front: a z² + 2 b z + c = 1.
    a, b = shape[2, 2], shape[0, 2] * X + shape[1, 2] * Y
    c = shape[0, 0] * X**2 + 2.0 * shape[0, 1] * X * Y + shape[1, 1] * Y**2
    root = b * b - a * (c - 1.0)
    z = np.where(root > 0.0, (-b + np.sqrt(np.maximum(root, 0.0))) / a, 0.0)
    inside = np.stack([X, Y, z]).reshape(3, -1)
    squared = ((inside * inside).sum(axis=0)).reshape(N, N)
    low, middle, high = sorted((axes**2).tolist())
    lines = np.zeros((N, N))
    slope = np.hypot(*np.gradient(np.where(root > 0.0, squared, np.nan), 2.0 / N))
    levels = [low + k * (middle - low) for k in (0.08, 0.32, 0.65)] + [middle]
    levels += [middle + k * (high - middle) for k in (0.22, 0.50, 0.80)]
    for level in levels:
        off = np.abs(squared - level) / np.maximum(slope, 1e-6)
        lines = np.maximum(lines, np.where(np.isfinite(off), np.clip(1.0 - off / 0.009, 0.0, 1.0), 0.0))
    return np.where(root > 0.0, 0.42 * np.maximum(z, 0.0) + 0.020 * lines, 0.0)


def wreath() -> Floats:
    """Return two branches of laurel that meet below."""
    height = np.zeros((N, N))
    for side in (-1.0, 1.0):
        stem = np.abs(R - 0.655) < 0.006
        along = (side * (TURN + 0.5 * math.pi) + math.pi) % (2.0 * math.pi) - math.pi
        height = np.maximum(height, 0.035 * raised(stem & (along > 0.05) & (along < 1.85), 0.006))
        for k in range(11):
            for out in (-1.0, 1.0):
                at = side * (0.13 + 0.158 * k) - 0.5 * math.pi
                lean = at + side * (0.5 * math.pi - out * side * side * 0.42)
                reach = 0.655 + out * 0.036
                u = (X - reach * math.cos(at)) * math.cos(lean) + (Y - reach * math.sin(at)) * math.sin(lean)
                v = -(X - reach * math.cos(at)) * math.sin(lean) + (Y - reach * math.sin(at)) * math.cos(lean)
                u = u - 0.045
                leaf = 0.030 * np.maximum(1.0 - (u / 0.072) ** 2, 0.0) - np.abs(v)
                bulge = np.sqrt(np.clip(leaf / 0.030, 0.0, 1.0)) * (0.55 + 0.45 * np.clip(np.abs(v) / 0.004, 0.0, 1.0))
                height = np.maximum(height, 0.062 * bulge)
    return height


def rim() -> Floats:
    """Return the raised edge and a ring of beads."""
    bead = ((TURN / (2.0 * math.pi) * 90.0) % 1.0 - 0.5) * 2.0 * math.pi * 0.905 / 90.0
    beads = np.sqrt(np.maximum(1.0 - ((R - 0.905) ** 2 + bead**2) / 0.024**2, 0.0))
    edge = np.clip((R - 0.938) / 0.018, 0.0, 1.0)
    return np.maximum(0.050 * beads, 0.075 * edge * edge * (3.0 - 2.0 * edge))


def face(figure: Floats, letters: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the pixels of one face (SIZE, SIZE, 3)."""
    height = np.maximum.reduce([figure, 0.045 * raised(letters, 0.012), rim()])
    height = ndimage.gaussian_filter(height, 0.0022 * N)
    frost = ndimage.gaussian_filter(np.clip(height / 0.02, 0.0, 1.0) * (R < 0.945), 0.002 * N)
    grain = ndimage.gaussian_filter(rng.standard_normal((N, N)), 2.4)
    height = height + 0.0003 * grain / grain.std() * frost
    up, across = np.gradient(height, 2.0 / N)
    long = np.sqrt(1.0 + across**2 + up**2)
    lean = np.stack([-across / long, -up / long], axis=-1) / LEAN
    pixels = np.concatenate([128.0 + 127.0 * np.clip(lean, -1.0, 1.0), 255.0 * frost[..., None]], axis=-1)
    pixels = pixels.reshape(SIZE, FINER, SIZE, FINER, 3).mean(axis=(1, 3))
    return np.round(pixels).astype(np.uint8)


def main() -> None:
    """Write the file."""
    top = face(spinning_top(), legend(OBVERSE, 0.780, 0.5 * math.pi, 1.12))
    back = face(np.maximum(polhodes() * (R < 0.58), wreath()), legend(REVERSE, 0.780, 0.5 * math.pi, 1.15))
    path = ASSETS / "coin_faces.npz"
    np.savez_compressed(path, pixels=np.concatenate([top, back], axis=1))
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    command_line().parse_args()
    main()
