"""Small pictures of scenes as textures, read beside the main thread when they are first wanted."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from game.model import resources
from game.model.scene_marks import (
    MOVING_FRAMES,
    MOVING_RATE,
    MOVING_SIZE,
    MOVING_THUMBNAILS,
    THUMBNAIL_SIZE,
    THUMBNAILS,
    thumbnail_of_saved,
)
from game.ui.widgets.pixels import Pixels

Colors = NDArray[np.uint32]
A_FRAME = 3
"""Greatest number of pictures that are taken over in one frame."""
BYTES = 2_000_000
"""Greatest size of a picture's file."""


class BackgroundReader:
    """Reads pictures of scenes in a thread, which begins with the first that is wanted."""

    def __init__(self, read: Callable[[str], Colors | None]) -> None:
        self._function, self._asked = read, set[str]()
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[tuple[str, Colors | None]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def want(self, name: str) -> None:
        """Have a picture read, once."""
        if name in self._asked:
            return
        self._asked.add(name)
        self._wanted.put(name)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="thumbnails", daemon=True)
            self._thread.start()

    def read_again(self, names: Iterable[str]) -> None:
        """Have pictures read again when they are wanted next."""
        self._asked.difference_update(names)

    def taken(self) -> Iterator[tuple[str, Colors]]:
        """Yield pictures that have been read, a few at a time."""
        for _ in range(A_FRAME):
            try:
                name, colors = self._done.get_nowait()
            except queue.Empty:
                return
            if colors is not None:
                yield name, colors

    def _work(self) -> None:
        """Read wanted pictures, in the background."""
        while True:
            name = self._wanted.get()
            self._done.put((name, self._function(name)))


class Thumbnails:
    """Textures of scenes by name."""

    def __init__(self) -> None:
        self._textures: dict[str, Pixels] = {}
        self._reader = BackgroundReader(_thumbnail)

    def of(self, name: str) -> imgui.ImTextureRef | None:
        """Return the texture of a preset; None until it has been read, and where there is none."""
        self._reader.want(name)
        found = self._textures.get(name)
        return None if found is None else found.reference

    def take(self) -> bool:
        """Make textures of pictures that have been read; return whether there were any."""
        taken = False
        for name, colors in self._reader.taken():
            if name in self._textures:
                self._textures[name].put(colors)
            else:
                self._textures[name] = texture_of(colors)
            taken = True
        return taken

    def look_again(self, names: Iterable[str]) -> None:
        """Read pictures anew that may have changed, those of saved scenes."""
        self._reader.read_again(names)


class MovingThumbnails:
    """Textures of scenes that move, by name: of each the frame that is due."""

    def __init__(self) -> None:
        self._frames: dict[str, Colors] = {}
        self._textures: dict[str, tuple[Pixels, int]] = {}
        self._reader = BackgroundReader(_moving)

    @property
    def ready(self) -> bool:
        """Whether there is one that moves."""
        return bool(self._frames)

    def take(self) -> None:
        """Take over what has been read."""
        self._frames.update(self._reader.taken())

    def of(self, name: str, seconds: float) -> imgui.ImTextureRef | None:
        """Return the texture of a preset at this time; None until it has been read, and where there is none."""
        self._reader.want(name)
        if name not in self._frames:
            return None
        frame = int(seconds * MOVING_RATE) % MOVING_FRAMES
        if name not in self._textures:
            self._textures[name] = texture_of(self._frames[name][frame]), frame
        texture, shown = self._textures[name]
        if shown != frame:
            texture.put(self._frames[name][frame])
            self._textures[name] = texture, frame
        return texture.reference


def texture_of(colors: Colors) -> Pixels:
    """Return a new texture of these pixels, (rows, columns)."""
    made = Pixels(*colors.shape)
    made.put(colors)
    return made


def _thumbnail(name: str) -> Colors | None:
    if name.endswith(".toml"):
        return pixels_of(thumbnail_of_saved(Path(name)), THUMBNAIL_SIZE)
    return pixels_of(resources.path(THUMBNAILS) / f"{Path(name).name}.webp", THUMBNAIL_SIZE)


def _moving(name: str) -> Colors | None:
    width, height = MOVING_SIZE
    size = width, height * MOVING_FRAMES
    colors = pixels_of(resources.path(MOVING_THUMBNAILS) / f"{Path(name).name}.webp", size)
    return None if colors is None else colors.reshape(MOVING_FRAMES, height, width)


def pixels_of(path: Path, size: tuple[int, int]) -> Colors | None:
    """Return the pixels of a picture in this size, red in the lowest byte; None if it cannot be read."""
    from PIL import Image

    try:
        if path.stat().st_size > BYTES:
            return None
        with Image.open(path) as picture:
            whole = picture.convert("RGBA").resize(size)
    except (OSError, ValueError):
        return None
    return np.ascontiguousarray(np.asarray(whole)).view(np.uint32)[..., 0]
