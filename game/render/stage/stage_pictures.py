"""The files in `assets/` that the textures of a stage are made from, read ahead of need by a thread."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model import resources
from game.model.frame import Array, Surroundings
from game.render.gpu.mipmaps import Pixels, mipmap_images
from game.render.lights import LIGHTS

Halves = NDArray[np.float16]


class StagePictures(NamedTuple):
    """The pictures of one stage, those with mipmaps as lists, the largest first; None for what it does not have.

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


_found: dict[Surroundings, StagePictures] = {}
_reading = {stage: Lock() for stage in Surroundings}


def pictures_of(stage: Surroundings) -> StagePictures:
    """Return the pictures of a stage, read now unless they have been read ahead; raises OSError.

    They are forgotten here: the textures made from them last.
    """
    with _reading[stage]:
        return _found.pop(stage, None) or _read(stage)


def read_ahead(stages: Iterable[Surroundings]) -> Thread:
    """Start to read the pictures of these stages, one after another, in a thread, which is returned."""
    thread = Thread(target=_read_all, args=(tuple(stages),), name="pictures", daemon=True)
    thread.start()
    return thread


def _read_all(stages: tuple[Surroundings, ...]) -> None:
    for stage in stages:
        with suppress(OSError, ValueError), _reading[stage]:  # whoever needs them meets the error
            _found[stage] = _read(stage)


def _read(stage: Surroundings) -> StagePictures:
    files = LIGHTS[stage]
    field = stage is Surroundings.FIELD
    return StagePictures(
        light=_load(files.environment),
        irradiance=_load(f"{files.environment}_irradiance"),
        reflectance=_load("reflectance"),
        turned=mipmap_images(_load("turned_wood")),
        floor=mipmap_images(_load(files.floor)) if files.floor else None,
        clouds=[_load("field_sky")] if field else None,
        land=mipmap_images(_load("field_land")) if field else None,
        plants=mipmap_images(_load("field_plants")) if field else None,
        room=_load("studio_room") if stage is Surroundings.STUDIO else None,
    )


def _load(name: str) -> Any:
    return np.load(resources.path(f"assets/{name}.npy"))
