"""Files that appear under their name only when they are complete."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from game.model.errors import refused


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a hidden file beside `path` to write to, which is renamed to `path` at the end of the block.

    If the block fails, whatever was at `path` before stays as it was, except that an empty file is removed
    (`new_path` leaves one to hold the name). Raises RecordingError for every OSError, in the block too.
    """
    path = Path(path)
    part = _part_of(path)
    try:
        _begin(path, part)
        yield part
        part.replace(path)
    except OSError as error:
        _tidy(path, part)
        raise refused(path, error) from error
    except BaseException:
        _tidy(path, part)
        raise


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise RecordingError where `replacing` could not begin, so that nothing is computed that cannot be kept."""
    path = Path(path)
    part = _part_of(path)
    try:
        _begin(path, part)
        part.unlink()
    except OSError as error:
        raise refused(path, error) from error


def _part_of(path: Path) -> Path:
    """Return the hidden file that is to become `path`."""
    return path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")


def _begin(path: Path, part: Path) -> None:
    """Make the hidden file, empty; raises OSError."""
    if path.is_dir():
        raise IsADirectoryError(0, "it is a folder")
    part.open("wb").close()


def _tidy(path: Path, part: Path) -> None:
    with contextlib.suppress(OSError):
        part.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        if path.is_file() and path.stat().st_size == 0:
            path.unlink()
