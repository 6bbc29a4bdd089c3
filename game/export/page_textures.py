"""Textures of a page: light in shared exponents, wood, land and paint as WebP."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.export.sections import Sections
from game.model import resources
from game.model.frame import Room, Surroundings
from game.render.gpu.shader_programs import UNITS
from game.render.lights import LIGHTS

GREATEST = 65408.0
"""Greatest light that a shared exponent can hold."""
FINE, ROUGH = 85, 60
"""Quality of the WebP of what is seen near, and of skies."""
MAX_LIGHT_WIDTH = 128
"""Greatest width of the light of the environment [pixels]."""
MAX_SIDE = 1024
"""Greatest width and height of a texture [pixels]; the table's wood, which lies under everything, may be longer."""
MAX_FIELD_SIDE = 512
"""The same for textures of the meadow."""


def shared_exponents(light: NDArray[Any]) -> NDArray[np.uint32]:
    """Return light (..., 3) in 32 bits each, as RGB9_E5 (OpenGL 4.6 core, 8.5.2)."""
    values = np.clip(np.asarray(light, np.float64)[..., :3], 0.0, GREATEST)
    most = np.maximum(values.max(axis=-1), 1e-9)
    exponent = np.maximum(-16, np.frexp(most)[1] - 1.0) + 16
    exponent += np.floor(np.ldexp(most, (24 - exponent).astype(int)) + 0.5) == 512
    red, green, blue = np.moveaxis(
        np.floor(np.ldexp(values, (24 - exponent).astype(int)[..., None]) + 0.5).astype(np.uint32), -1, 0
    )
    words: NDArray[np.uint32] = red | green << 9 | blue << 18 | exponent.astype(np.uint32) << 27
    return words


def halved(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array (h, w, ...) at half of both sides, each number the mean of four."""
    wide = np.asarray(values, np.float32)
    return 0.25 * (wide[0::2, 0::2] + wide[1::2, 0::2] + wide[0::2, 1::2] + wide[1::2, 1::2])


def webp(pixels: NDArray[np.uint8], quality: int) -> bytes:
    """Return a picture (h, w[, 3]) uint8 as WebP."""
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(pixels).convert("RGB").save(out, "WEBP", quality=quality, method=6)
    return out.getvalue()


def stage_textures(place: Surroundings | Room, coin: bool, sections: Sections) -> list[dict[str, Any]]:
    """Return the textures of a place, and with `coin` those of a coin's faces, as the page reads them."""
    files = LIGHTS[place]
    light = _asset(files.environment)
    halves = np.stack([halved(layer) for layer in light]) if light.shape[2] > MAX_LIGHT_WIDTH else light
    found = [_light("environment_map", halves, sections), _floats("reflectance", _asset("reflectance"), sections)]
    found.append(_picture("turned_wood", _asset("turned_wood"), sections))
    if files.interior is not None:
        found += [
            _light("studio_room", _asset(files.interior.picture)[None], sections, repeats=True),
            _picture("floor_wood", _asset(files.floor), sections),
        ]
    if place is Surroundings.FIELD:
        found += [
            _picture("floor_wood", _asset(files.floor), sections, MAX_FIELD_SIDE),
            _picture("sky_clouds", _asset("field_sky"), sections, MAX_SIDE, ROUGH, mipmaps=False),
            _picture("field_land", _asset("field_land"), sections, MAX_SIDE),
            _picture("field_plants", _asset("field_plants"), sections, MAX_FIELD_SIDE),
        ]
    if coin:
        with np.load(resources.path("assets/coin_faces.npz")) as file:
            found.append(_picture("coin_faces", file["pixels"], sections))
    return found


def _asset(name: str) -> Any:
    return np.load(resources.path(f"assets/{name}.npy"))


def _light(name: str, values: NDArray[Any], sections: Sections, repeats: bool = False) -> dict[str, Any]:
    """Return a texture of light; a fourth channel, from 0 to 1, is the share of it that comes from the lamp."""
    layers, height, width, channels = values.shape
    lamp = np.rint(255.0 * values[..., 3].astype(float)) if channels > 3 else None
    return {
        "unit": UNITS[name], "form": "light", "size": [width, height, layers], "volume": name == "environment_map",
        "repeats": repeats, "pixels": sections.add(shared_exponents(values), "u4"),
        "lamp": None if lamp is None else sections.add(lamp, "u1"),
    }  # fmt: skip


def _floats(name: str, values: NDArray[Any], sections: Sections) -> dict[str, Any]:
    height, width = values.shape[:2]
    pixels = sections.add(values.astype(np.float16).view(np.uint16), "u2")
    return {"unit": UNITS[name], "form": "halves", "size": [width, height], "pixels": pixels}


def _picture(
    name: str,
    pixels: NDArray[np.uint8],
    sections: Sections,
    most: int = 4096,
    quality: int = FINE,
    mipmaps: bool = True,
) -> dict[str, Any]:
    channels = pixels.shape[2] if pixels.ndim == 3 else 1
    while max(pixels.shape[:2]) > most:
        pixels = np.rint(halved(pixels)).astype(np.uint8)
    if channels == 2:
        pixels = np.concatenate([pixels, pixels[..., :1]], axis=2)
    return {
        "unit": UNITS[name], "form": "picture", "channels": channels, "mipmaps": mipmaps,
        "pixels": sections.add_bytes(webp(pixels, quality)),
    }  # fmt: skip
