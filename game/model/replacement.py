"""Files that appear under their name only when they are complete, and are seen there before anything says so.

Nothing here follows a link that lies where a file is to be written: another user may have put it there.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from game.model.errors import RecordingError, refused

LONGEST_STEM = 150
"""Greatest length of the part of a hidden name that is taken from the file's own [bytes]; disks allow 255 for all."""
FRESH = os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
"""Flags that make a file and open nothing that is there already."""
COPIED_BYTES = 1 << 20
GONE = "it was removed while it was being written"


class KeptElsewhere(RecordingError):
    """What was to be at one path is at another, because its folder is gone.

    path: where it is. problem: what happened.
    """

    def __init__(self, problem: RecordingError, path: Path) -> None:
        super().__init__(f"{problem}; it is kept as {path}")
        self.problem, self.path = problem, path


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a hidden file beside `path` to write to, which is renamed to `path` at the end of the block.

    If the block fails, or the process is killed in it, whatever was at `path` before stays as it was. After the
    renaming it looks whether the file is there: where its folder was removed meanwhile, the folder is made again, or
    the file is kept in another one. Raises KeptElsewhere then, and RecordingError for every OSError, in the block too.
    """
    path = Path(path)
    part, descriptor = hidden_name(path), -1
    try:
        descriptor = _begin(part, path)
        yield part
        _put_in_place(part, path, descriptor)
    except OSError as error:
        _tidy(part)
        raise refused(path, error) from error
    except BaseException:
        _tidy(part)
        raise
    finally:
        if descriptor >= 0:
            os.close(descriptor)


def _put_in_place(part: Path, path: Path, descriptor: int) -> None:
    """Rename the hidden file; where it is gone, keep what the descriptor still has. Raises OSError, RecordingError."""
    try:
        size = part.lstat().st_size
        part.replace(path)
        check_there(path, size)
    except OSError as error:
        if descriptor < 0 or os.path.lexists(part) or not os.fstat(descriptor).st_size:
            raise
        rescue(descriptor, path, refused(path, error))


def put_in_place(part: Path, path: Path) -> None:
    """Give a complete file its name, and see that it is there. Raises RecordingError."""
    try:
        size = part.lstat().st_size
        part.replace(path)
        check_there(path, size)
    except OSError as error:
        raise refused(path, error) from error


def rescue(descriptor: int, path: Path, problem: RecordingError) -> None:
    """Keep the content of an open file whose name is gone at `path`, made anew with its folder, else in another one.

    Raises KeptElsewhere where it is in another, `problem` where it can be kept nowhere.
    """

    def copy(target: Path) -> None:
        part, copied = hidden_name(target), -1
        try:
            copied = _begin(part, target)
            os.lseek(descriptor, 0, os.SEEK_SET)
            with part.open("wb") as file:
                while data := os.read(descriptor, COPIED_BYTES):
                    file.write(data)
            part.replace(target)
            check_there(target, os.fstat(descriptor).st_size)
        except OSError as error:
            _tidy(part)
            raise refused(target, error) from error
        finally:
            if copied >= 0:
                os.close(copied)

    _keep_somewhere(path, copy, problem)


def keep(path: Path, write: Callable[[Path], None]) -> None:
    """Write a file by `write(path)`; where its folder is gone, with that made anew, else into another one.

    Raises KeptElsewhere where it is in another, and the RecordingError of `write` where the folder is not gone.
    """
    try:
        write(path)
    except KeptElsewhere:
        raise
    except RecordingError as error:
        if path.parent.is_dir():
            raise
        _keep_somewhere(path, write, error)


def _keep_somewhere(path: Path, write: Callable[[Path], None], problem: RecordingError) -> None:
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    for target in chain([path], (free_name(folder / path.name) for folder in other_folders())):
        try:
            write(target)
        except KeptElsewhere:
            raise
        except RecordingError:
            continue
        if target != path:
            raise KeptElsewhere(problem, target) from problem
        return
    raise problem


def free_name(path: Path) -> Path:
    """Return a path like this one at which nothing is."""
    number, free = 1, path
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise RecordingError where `replacing` could not begin, so that nothing is computed that cannot be kept."""
    path = Path(path)
    part = hidden_name(path)
    try:
        descriptor = _begin(part, path)
        if descriptor >= 0:
            os.close(descriptor)
        part.unlink()
    except OSError as error:
        raise refused(path, error) from error
    finally:
        _tidy(part)  # also after Ctrl-C


def hidden_name(path: Path) -> Path:
    """Return a hidden name beside `path` that nobody can foresee, with the same ending."""
    stem = os.fsdecode(os.fsencode(path.stem)[:LONGEST_STEM])
    return path.with_name(f".{stem}.{secrets.token_hex(8)}.part{path.suffix}")


def make_fresh(path: Path, flags: int = os.O_WRONLY) -> int:
    """Make a file that was not there, and return its descriptor. Raises OSError, where anything has the name too."""
    return os.open(path, FRESH | flags, 0o666)


def open_in_place(path: str | os.PathLike[str]) -> int:
    """Open a file that grows under its own name, empty, to write and read; returns its descriptor.

    A link there gives way to a file, as in `replacing`. A pipe is refused. Raises OSError.
    """
    target = Path(path)
    if target.is_symlink():
        target.unlink()
    safely = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(target, os.O_RDWR | os.O_CREAT | os.O_TRUNC | safely, 0o666)
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(0, "it is a device or a pipe")
    return descriptor


def check_there(path: Path, size: int) -> None:
    """Raise FileNotFoundError unless a file of this size [bytes] is at `path`."""
    try:
        found = path.lstat()
    except OSError:
        raise FileNotFoundError(0, GONE) from None
    if not stat.S_ISREG(found.st_mode) or found.st_size != size:
        raise FileNotFoundError(0, GONE)


def other_folders() -> Iterator[Path]:
    """Yield folders for what cannot be kept in its own: in the user's pictures, their data, and a temporary one.

    Nobody else can write to the last.
    """
    import tempfile

    import platformdirs

    named = [platformdirs.user_pictures_path() / "Polhode", platformdirs.user_data_path("polhode", appauthor=False)]
    for folder in named:
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            yield folder
    with contextlib.suppress(OSError):
        yield Path(tempfile.mkdtemp(prefix="polhode-"))


def _begin(part: Path, path: Path) -> int:
    """Make the hidden file that is to become `path`, empty; raises OSError.

    Returns a descriptor of it, -1 on Windows, which renames no open files, and whose folders stay while a file in them
    is open. Its name is the caller's, who can remove it where a signal interrupts this.
    """
    with contextlib.suppress(FileNotFoundError):
        path.lstat()  # a name that is too long is refused now
        with contextlib.suppress(FileNotFoundError):  # a link that leads nowhere gives way
            mode = path.stat().st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(0, "it is a folder")
            if not stat.S_ISREG(mode):
                raise OSError(0, "it is a device or a pipe")
    descriptor = make_fresh(part, os.O_RDWR)
    if os.name == "nt":
        os.close(descriptor)
        return -1
    return descriptor


def _tidy(part: Path) -> None:
    with contextlib.suppress(OSError):
        part.unlink(missing_ok=True)
