"""The files in `assets/` that the textures of a place are made from, read ahead of need by a thread."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model import resources
from game.model.frame import Array, Room, Surroundings
from game.render.gpu.mipmaps import Pixels, mipmap_images
from game.render.lights import LIGHTS

Halves = NDArray[np.float16]


class StagePictures(NamedTuple):
    """The pictures of one place, those with mipmaps as lists, the largest first; None for what it does not have.

    light (layers, h, w, n): of the environment, a layer for each roughness. irradiance (9, 3): its diffuse part.
    reflectance (h, w, 2): what polished surfaces return. room (h, w, 3): behind the table. clouds: of the sky.
    """

    light: Halves
    irradiance: Array
    reflectance: Halves
    turned: list[Pixels]
    floor: list[Pixels] | None
    clouds: list[Pixels] | None
    land: list[Pixels] | None
    plants: list[Pixels] | None
    room: Halves | None


_found: dict[Surroundings | Room, StagePictures] = {}
_reading = {place: Lock() for place in LIGHTS}


def pictures_of(place: Surroundings | Room) -> StagePictures:
    """Return the pictures of a place, read now unless they have been read ahead; raises OSError.

    They are forgotten here: the textures made from them last.
    """
    with _reading[place]:
        return _found.pop(place, None) or _read(place)


def read_ahead(places: Iterable[Surroundings | Room]) -> Thread:
    """Start to read the pictures of these places, one after another, in a thread, which is returned."""
    thread = Thread(target=_read_all, args=(tuple(places),), name="pictures", daemon=True)
    thread.start()
    return thread


def _read_all(places: tuple[Surroundings | Room, ...]) -> None:
    for place in places:
        with suppress(OSError, ValueError), _reading[place]:  # whoever needs them meets the error
            _found[place] = _read(place)


def _read(place: Surroundings | Room) -> StagePictures:
    files = LIGHTS[place]
    field = place is Surroundings.FIELD
    return StagePictures(
        light=_load(files.environment),
        irradiance=_load(f"{files.environment}_irradiance"),
        reflectance=_load("reflectance"),
        turned=mipmap_images(_load("turned_wood")),
        floor=mipmap_images(_load(files.floor)) if files.floor else None,
        clouds=[_load("field_sky")] if field else None,
        land=mipmap_images(_load("field_land")) if field else None,
        plants=mipmap_images(_load("field_plants")) if field else None,
        room=_load(files.interior.picture) if files.interior else None,
    )


def _load(name: str) -> Any:
    return np.load(resources.path(f"assets/{name}.npy"))
