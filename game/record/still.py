"""Single pictures, and the names and the folder of captures."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.model.errors import RecordingError, refused
from game.model.replacement import hidden_name, make_fresh, replacing


def save_png(path: str | os.PathLike[str], frame: NDArray[np.uint8], text: Mapping[str, str] | None = None) -> None:
    """Save a picture, (h, w, 3 or 4) uint8 with the top row first, as PNG; it appears complete or not at all.

    text goes into the file as text chunks (keyword and value), such as Title, Description, Software.

    Raises ValueError for another shape or type, RecordingError when the file cannot be written.
    """
    with replacing(path) as part:
        write_png(part, frame, text)


def write_png(part: Path, frame: NDArray[np.uint8], text: Mapping[str, str] | None = None) -> None:
    """Write a picture as PNG into `part`, in place. Like `save_png`, but OSError is not converted."""
    if frame.ndim != 3 or frame.shape[2] not in (3, 4) or frame.dtype != np.uint8:
        raise ValueError(f"frame {frame.shape} {frame.dtype}: must be (h, w, 3 or 4) uint8")
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    chunks = PngInfo()
    for keyword, value in (text or {}).items():
        chunks.add_text(keyword, value)
    Image.fromarray(frame).save(part, "PNG", pnginfo=chunks, compress_level=4)


def new_path(folder: str | os.PathLike[str], stem: str, suffix: str) -> Path:
    """Return the path of a new file in `folder`, named after `stem` and the local time: stem-20260321-143005.png.

    A hidden file beside it holds the name until `release`, so that another call at the same time gives another name and
    nothing is ever overwritten; where the process is killed before anything is written, nothing bears the name.
    Raises RecordingError when that file cannot be created.
    """
    return _held(Path(folder), f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}", suffix)


def _held(folder: Path, base: str, suffix: str) -> Path:
    """Return the path of a new file of this name, or with a number after it, whose name is held."""
    number = 1
    while True:
        path = folder / (f"{base}{suffix}" if number == 1 else f"{base}-{number}{suffix}")
        number += 1
        try:
            os.close(make_fresh(_holder(path)))
        except FileExistsError:
            continue
        except OSError as error:
            raise refused(path, error) from error
        if not os.path.lexists(path):
            return path
        release(path)


@contextlib.contextmanager
def held_path(folder: str | os.PathLike[str], stem: str, suffix: str) -> Iterator[Path]:
    """Yield the path of a new file as `new_path` does, and hold its name until the end of the block."""
    path = new_path(folder, stem, suffix)
    try:
        yield path
    finally:
        release(path)


@contextlib.contextmanager
def held_name(folder: str | os.PathLike[str], stem: str, suffix: str) -> Iterator[Path]:
    """Yield the path of a new file named after `stem` alone, or with -2, -3 ..., and hold its name in the block.

    Raises RecordingError as `new_path` does.
    """
    path = _held(Path(folder), stem, suffix)
    try:
        yield path
    finally:
        release(path)


def release(path: Path) -> None:
    """Let go of a name that `new_path` has given, when the file is there or will not come."""
    with contextlib.suppress(OSError):
        _holder(path).unlink(missing_ok=True)


def _holder(path: Path) -> Path:
    """Return the hidden file that holds a name; its ending is that of no picture and no scene."""
    return path.with_name(f".{path.name}.held")


def captures_path(option: str | None = None) -> Path:
    """Return the folder of screenshots, videos and scenes: that of the user, or Polhode in their pictures."""
    if option is not None:
        return Path(os.path.expanduser(option))  # which never fails
    import platformdirs

    return platformdirs.user_pictures_path() / "Polhode"


def captures_folder(option: str | None = None) -> Path:
    """Return the folder of `captures_path`, made if it does not exist.

    Raises RecordingError when it cannot be made or written to.
    """
    folder = captures_path(option)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = hidden_name(folder / "polhode")
        os.close(make_fresh(probe))
        probe.unlink()
    except OSError as error:
        reason = "it is not a folder" if isinstance(error, FileExistsError) else error.strerror
        raise RecordingError(f"cannot keep captures in {folder}: {reason}") from error
    return folder
