"""Make assets/reflectance.npy: how much of an even light rough surfaces reflect to the eye.

`reflectance` (32, 32, 2) holds, by roughness and by the cosine of the angle to the eye, the two terms a and b of the
share a f0 + b that a surface of the reflectance f0 at normal incidence reflects once. Run it after changing the
distribution of facets in shaders/common/lighting.glsl: `python -m tools.assets.make_reflectance`.

Source: B. Karis, "Real Shading in Unreal Engine 4" (2013), with the height-correlated masking of E. Heitz,
"Understanding the Masking-Shadowing Function in Microfacet-Based BRDFs" (2014), equation 99.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tools.assets.make_environment import ASSETS
from tools.command_line import command_line

Floats = NDArray[np.float64]

CELLS, SAMPLES = 32, 4096


def facets(alpha: float) -> tuple[Floats, Floats]:
    """Return x and z (n,) of normals of facets, spread like D(h) (h . n) of the GGX distribution."""
    number = np.arange(SAMPLES) + 0.5
    turn, height = 2.0 * np.pi * number * 0.6180339887498949, number / SAMPLES
    z = np.sqrt((1.0 - height) / (1.0 + (alpha * alpha - 1.0) * height))
    return np.sqrt(1.0 - z * z) * np.cos(turn), z


def terms(n_v: float, alpha: float) -> tuple[float, float]:
    """Return a and b of a surface of roughness alpha [slope], seen at an angle with the cosine n_v."""
    x, n_h = facets(alpha)
    v_h = np.sqrt(1.0 - n_v * n_v) * x + n_v * n_h
    n_l = 2.0 * v_h * n_h - n_v
    sent = (v_h > 0.0) & (n_l > 0.0)
    v_h, n_h, n_l = v_h[sent], n_h[sent], n_l[sent]
    a2 = alpha * alpha
    shadow = n_l * np.sqrt(a2 + (1.0 - a2) * n_v * n_v) + n_v * np.sqrt(a2 + (1.0 - a2) * n_l * n_l)
    part = 2.0 * n_l / shadow * v_h / n_h  # reflected light over the density of directions
    edge = (1.0 - v_h) ** 5
    return float((part * (1.0 - edge)).sum() / SAMPLES), float((part * edge).sum() / SAMPLES)


def main() -> None:
    """Write the file."""
    cells = (np.arange(CELLS) + 0.5) / CELLS
    table = np.array([[terms(n_v, roughness**2) for n_v in cells] for roughness in cells])
    np.save(ASSETS / "reflectance.npy", table.astype(np.float16))


if __name__ == "__main__":
    command_line().parse_args()
    main()
