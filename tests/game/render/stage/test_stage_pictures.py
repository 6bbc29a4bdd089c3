"""Pictures of a stage: read by a thread or when they are needed, the same ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from game.model.frame import Room, Surroundings
from game.render.lights import LIGHTS
from game.render.stage import stage_pictures
from game.render.stage.stage_pictures import pictures_of, read_ahead


def flat(pictures: Sequence[object]) -> list[np.ndarray]:
    """Return all arrays of these pictures, mipmaps included."""
    return [array for each in pictures for array in (each if isinstance(each, list) else [each]) if array is not None]


@pytest.mark.parametrize("place", LIGHTS)
def test_pictures_read_ahead_are_taken_once(place: Surroundings | Room, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = pictures_of(place)
    reads: list[Surroundings | Room] = []
    read = stage_pictures._read
    monkeypatch.setattr(stage_pictures, "_read", lambda place: (reads.append(place), read(place))[1])
    read_ahead([place]).join()
    assert reads == [place]
    taken = pictures_of(place)
    assert reads == [place], "not read again"
    assert all(map(np.array_equal, flat(taken), flat(plain)))
    assert len(flat(taken)) == len(flat(plain)) > 10
    pictures_of(place)
    assert reads == [place, place], "the thread's are not kept beside the textures"


def test_a_missing_file_is_met_by_whoever_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage_pictures.resources, "path", lambda name: f"/nowhere/{name}")
    read_ahead([Surroundings.VOID]).join()
    with pytest.raises(FileNotFoundError, match="void_light"):
        pictures_of(Surroundings.VOID)
