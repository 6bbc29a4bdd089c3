"""Where a rendered sequence goes: the name of the output says what becomes of its pictures."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from game.errors import RecordingError
from game.record.errors import refused
from game.record.replace import replacing
from game.record.still import save_png, write_png

Pixels = NDArray[np.uint8]
OUTPUTS = ".mp4, .gif, .webp, .png (the last picture) or DIR/ (numbered pictures)"


class Sink(Protocol):
    """Takes pictures in order."""

    def write(self, frame: Pixels) -> None:
        """Take a picture, (h, w, 3) uint8, top row first."""


def open_sink(
    path: str | os.PathLike[str], size: tuple[int, int], fps: int | Fraction
) -> contextlib.AbstractContextManager[Sink]:
    """What pictures of `size` (width, height) are written to, `fps` a second; enter it with `with`.

    The file is created on entering, so that a path that cannot be written to fails before anything is drawn,
    and complete on leaving. An exception inside leaves a video with what it had, and of the others nothing.

    Raises ValueError for a name that says no known kind, a size or rate the kind does not know;
    RecordingError, then or on entering, writing and leaving, when the disk refuses.
    """
    name = os.fspath(path)
    if name.endswith(("/", os.sep)) or Path(name).is_dir():
        return numbered_pngs(name)
    match Path(name).suffix.lower():
        case ".mp4":
            from game.record.video import VideoWriter

            return VideoWriter(name, size, fps, "small")
        case ".gif":
            from game.record.loops import GIF_FPS, gif

            if fps > GIF_FPS:
                raise ValueError(f"fps {fps}: a GIF shows at most {GIF_FPS} pictures a second")
            return gif(name, size, fps)
        case ".webp":
            from game.record.loops import webp

            return webp(name, size, fps)
        case ".png":
            return last_png(name)
    raise ValueError(f"output {name!r}: must end in {OUTPUTS}")


class Last:
    """Keeps the last picture it was given."""

    frame: Pixels | None = None

    def write(self, frame: Pixels) -> None:
        """Keep a picture in place of the one before."""
        self.frame = frame


@contextlib.contextmanager
def last_png(path: str | os.PathLike[str]) -> Iterator[Last]:
    """Saves the last picture written. Raises RecordingError when the file cannot be written."""
    with replacing(path) as part:
        last = Last()
        yield last
        if last.frame is None:
            raise OSError("there was no picture")
        write_png(part, last.frame)


class Numbered:
    """Saves every picture in a folder as frame-000000.png and so on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def write(self, frame: Pixels) -> None:
        """Save the next picture. Raises RecordingError when the disk refuses it."""
        save_png(self._folder / f"frame-{self._count:06d}.png", frame)
        self._count += 1


@contextlib.contextmanager
def numbered_pngs(path: str | os.PathLike[str]) -> Iterator[Numbered]:
    """A folder of numbered pictures, made if it does not exist.

    Raises RecordingError when it cannot be made, or holds such pictures already: those of a longer sequence
    would be left among the new ones.
    """
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if next(folder.glob("frame-*.png"), None):
            raise RecordingError(f"cannot write {folder}: it holds pictures of another sequence already")
    except OSError as error:
        raise refused(folder, error) from error
    yield Numbered(folder)
