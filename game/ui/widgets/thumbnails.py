"""Small pictures of scenes as textures, read beside the main thread when they are first wanted."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

import numpy as np
from imgui_bundle import imgui
from numpy.typing import NDArray

from game.model import resources
from game.model.scene_marks import THUMBNAIL_SIZE, THUMBNAILS
from game.ui.widgets.pixels import Pixels

A_FRAME = 3
"""Greatest number of pictures that become textures in one frame."""
BYTES = 2_000_000
"""Greatest size of a picture's file."""


class Thumbnails:
    """Textures of scenes by name."""

    def __init__(self) -> None:
        self._textures: dict[str, Pixels | None] = {}
        self._wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._read: queue.SimpleQueue[tuple[str, NDArray[np.uint32] | None]] = queue.SimpleQueue()
        self._reader: threading.Thread | None = None

    def of(self, name: str) -> imgui.ImTextureRef | None:
        """Return the texture of a preset; None until it has been read, and where there is none."""
        if name not in self._textures:
            self._textures[name] = None
            self._wanted.put(name)
            if self._reader is None:
                self._reader = threading.Thread(target=self._work, name="thumbnails", daemon=True)
                self._reader.start()
        found = self._textures[name]
        return None if found is None else found.reference

    def take(self) -> bool:
        """Make textures of pictures that have been read; return whether there were any."""
        taken = False
        for _ in range(A_FRAME):
            try:
                name, colors = self._read.get_nowait()
            except queue.Empty:
                break
            if colors is not None:
                self._textures[name] = Pixels(*colors.shape)
                self._textures[name].put(colors)  # type: ignore[union-attr]  # just set
                taken = True
        return taken

    def _work(self) -> None:
        """Read wanted pictures, in the background."""
        while True:
            name = self._wanted.get()
            self._read.put((name, _pixels(resources.path(THUMBNAILS) / f"{Path(name).name}.webp")))


def _pixels(path: Path) -> NDArray[np.uint32] | None:
    """Return the pixels of a picture, red in the lowest byte; None if it cannot be read."""
    from PIL import Image

    try:
        if path.stat().st_size > BYTES:
            return None
        with Image.open(path) as picture:
            whole = picture.convert("RGBA").resize(THUMBNAIL_SIZE)
    except (OSError, ValueError):
        return None
    return np.ascontiguousarray(np.asarray(whole)).view(np.uint32)[..., 0]
