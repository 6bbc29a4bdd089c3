"""Outputs of a rendered sequence, chosen by the name of the file or folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from game.model.errors import RecordingError, refused
from game.model.recording import MakeSound, Samples
from game.record.extras import need
from game.record.outfile import partial_path
from game.record.png_rows import png_rows
from game.record.still import save_png

Pixels = NDArray[np.uint8]
OUTPUTS = ".mp4, .webm, .gif, .webp, .png (the last picture), .svg, .pdf (its line drawing) or DIR/ (numbered pictures)"
SOUNDING = (".mp4", ".webm")
"""Kinds of files that can have a track of sound."""
ANIMATED = (".mp4", ".webm", ".gif", ".webp")
"""Kinds of files with several pictures, which need the extra `video`."""
OPAQUE = {".mp4": "H.264", ".gif": "a GIF"}
"""Kinds of files whose pictures cannot be transparent, and what they are called."""


class FrameTaker(Protocol):
    """Receiver of pictures in order."""

    def write(self, frame: Pixels) -> None:
        """Write a picture, (h, w, 3) uint8, or with transparency (h, w, 4), top row first."""


@runtime_checkable
class SoundTaker(Protocol):
    """Receiver of sound in order."""

    def write_sound(self, make: MakeSound) -> None:
        """Write the samples that a function returns, (n,) int16."""


class FrameSink:
    """An open output. After an exception in its context a video keeps what it had, other outputs are discarded."""

    def __init__(self, opened: contextlib.AbstractContextManager[FrameTaker]) -> None:
        self._files = contextlib.ExitStack()
        self._target = self._files.enter_context(opened)

    def write(self, frame: Pixels) -> None:
        """Write the next picture, (h, w, 3) uint8, or with transparency (h, w, 4), top row first.

        Raises RecordingError when the disk refuses it.
        """
        self._target.write(frame)

    def write_sound(self, samples: Samples) -> None:
        """Write the next samples, (n,) int16; an output without a track of sound ignores them.

        Raises RecordingError when the disk refuses them.
        """
        if len(samples) and isinstance(self._target, SoundTaker):
            self._target.write_sound(lambda: samples)

    def close(self) -> None:
        """Complete the output; a second call does nothing. Raises RecordingError when the disk refuses."""
        self._files.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._files.__exit__(kind, error, trace)


def open_sink(
    path: str | os.PathLike[str],
    size: tuple[int, int],
    fps: int | Fraction,
    transparent: bool = False,
    sound: bool = False,
) -> FrameSink:
    """Return the output for pictures of `size` (width, height), `fps` a second.

    transparent: the pictures have an alpha channel, not multiplied into the colours. A PNG is one picture, which may be
    written in strips of whole rows from the top. sound: a kind of `SOUNDING` has a track of sound.

    A file is created here, so that a path that cannot be written to fails before anything is drawn; what was at `path`
    stays until the sink is closed and the output complete.

    Raises ValueError for a name of no known kind, or a size, rate or transparency that the kind does not allow;
    RecordingError when the disk refuses, or the encoder of this kind is missing.
    """
    return FrameSink(_opened(os.fspath(path), size, fps, transparent, sound))


def _opened(
    name: str, size: tuple[int, int], fps: int | Fraction, transparent: bool, sound: bool
) -> contextlib.AbstractContextManager[FrameTaker]:
    if name.endswith(("/", os.sep)) or Path(name).is_dir():
        return numbered_pngs(name)
    suffix = Path(name).suffix.lower()
    if transparent and suffix in OPAQUE:
        raise ValueError(
            f"transparent: {OPAQUE[suffix]} has no transparency; use .webm, .webp, .png or DIR/, not {suffix}"
        )
    if suffix in ANIMATED:
        need("video")
    match suffix:
        case ".mp4":
            return growing_video(name, size, fps, sound)
        case ".webm":
            from game.record.webm import webm

            return webm(name, size, fps, transparent, sound)
        case ".gif":
            from game.record.loops import GIF_FPS, gif

            if fps > GIF_FPS:
                raise ValueError(f"fps {fps}: a GIF shows at most {GIF_FPS} pictures a second")
            return gif(name, size, fps)
        case ".webp":
            from game.record.loops import webp

            return webp(name, size, fps, transparent)
        case ".png":
            return png_rows(name, size, 4 if transparent else 3)
    raise ValueError(f"output {name!r}: must end in {OUTPUTS}")


@contextlib.contextmanager
def growing_video(name: str, size: tuple[int, int], fps: int | Fraction, sound: bool) -> Iterator[FrameTaker]:
    """Yield a writer of an MP4 file, which grows beside its name, as `partial_path` says, and gets it at the end.

    What there is after an exception, or after the process was killed, stays there, and can be played. Raises
    RecordingError.
    """
    from game.record.video import VideoWriter

    part = partial_path(name)
    try:
        if Path(name).exists() and not Path(name).is_file():
            raise OSError(0, "it is a device or a pipe")
        with VideoWriter(part, size, fps, "small", sound) as video:
            yield video
        if video.frames:
            part.replace(name)
    except OSError as error:
        raise refused(name, error) from error


def discard(path: str | os.PathLike[str]) -> None:
    """Remove an output that is not complete: a file, or a folder with nothing but numbered pictures."""
    target = Path(path)
    with contextlib.suppress(OSError):
        if target.suffix.lower() == ".mp4":
            partial_path(target).unlink(missing_ok=True)
        if target.is_dir():
            for picture in target.glob("*frame-*.png"):
                picture.unlink()
            target.rmdir()
        else:
            target.unlink(missing_ok=True)


class NumberedFrames:
    """Writer of every picture to a folder as frame-000000.png and so on."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def write(self, frame: Pixels) -> None:
        """Save the next picture. Raises RecordingError when the disk refuses it."""
        save_png(self._folder / f"frame-{self._count:06d}.png", frame)
        self._count += 1


@contextlib.contextmanager
def numbered_pngs(path: str | os.PathLike[str]) -> Iterator[NumberedFrames]:
    """Yield a writer of numbered pictures to a folder, which is made if it does not exist.

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
    yield NumberedFrames(folder)
