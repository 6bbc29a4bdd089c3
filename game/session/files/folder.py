"""The content of a folder, listed in a thread: its folders, and the files that can be opened."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from game.experiments.background import BackgroundTask
from game.model.messages import printable
from game.scenefile import is_no_scene
from game.session.files.read_file import kind_of

MAX_ENTRIES = 20_000
"""Greatest number of entries that are listed."""
FOLDER, NO_SCENE = "folder", "no scene"
"""Kinds of entries that are folders, and files named as scenes that are none; others are those of `read_file.KINDS`."""
MAX_LOOKED_INTO = 500
"""Greatest number of files named as scenes whose content is looked at."""


class FolderEntry(NamedTuple):
    """A folder or a file. name: as it is shown. kind: `FOLDER`, `NO_SCENE`, or as in `read_file.KINDS`."""

    name: str
    path: Path
    kind: str


class FolderListing(BackgroundTask):
    """The entries of a path, listed in a thread, however long the disk takes, hidden ones too.

    entries: folders first, then files, by name; once it is done. more: whether there are more than `MAX_ENTRIES`.
    is_folder: whether the path is a folder. problem: why it cannot be listed, in one line.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: tuple[FolderEntry, ...] = ()
        self.more = False
        self.is_folder = True
        self.problem = ""
        super().__init__(f"list {path}")

    def _work(self) -> None:
        try:
            self._list()
        except NotADirectoryError:
            self.is_folder = False
        except OSError as error:
            self.problem = printable(f"{self.path}: {error.strerror or error}")
        except ValueError as error:  # a path with a null character
            self.problem = printable(f"{self.path}: {error}")

    def _list(self) -> None:
        found = []
        with os.scandir(self.path) as entries:
            for entry in entries:
                if self._cancelled.is_set():
                    return
                kind = FOLDER if _is_folder(entry) else kind_of(Path(entry.name))
                if kind:
                    found.append(FolderEntry(printable(entry.name), Path(entry.path), kind))
        found.sort(key=lambda entry: (entry.kind != FOLDER, entry.name.casefold(), entry.name))
        self.more = len(found) > MAX_ENTRIES
        self.entries = tuple(self._looked_into(found[:MAX_ENTRIES]))

    def _looked_into(self, entries: list[FolderEntry]) -> Iterator[FolderEntry]:
        """Yield the entries; those that are named as scenes and are something else in TOML as such."""
        left = MAX_LOOKED_INTO
        for entry in entries:
            if entry.kind == "scene" and left and not self._cancelled.is_set():
                left -= 1
                entry = entry._replace(kind=NO_SCENE if is_no_scene(entry.path) else "scene")
            yield entry


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry of a folder is one; one that cannot be looked at is none."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def working_folder() -> Path:
    """Return the working folder, the user's where that was removed, and the root where there is none of theirs."""
    try:
        return Path.cwd()
    except OSError:
        return home_folder()


def home_folder() -> Path:
    """Return the user's folder, the root where the system knows none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.sep)


def typed_path(words: str, folder: Path) -> Path | None:
    """Return the path in what was typed or pasted, relative to a folder; None for words that are part of a name."""
    words = words.strip()
    if words.startswith("file://"):
        return Path(unquote(urlsplit(words).path))
    if words == "..":
        return folder.parent
    if not (words.startswith("~") or "/" in words or os.sep in words):
        return None
    try:
        return folder / Path(words).expanduser()
    except (RuntimeError, ValueError):  # a user who is not known
        return folder / words


def matching(entries: tuple[FolderEntry, ...], words: str) -> tuple[FolderEntry, ...]:
    """Return the entries in whose names all the words occur; hidden ones where the words begin with a point."""
    parts, hidden = words.casefold().split(), words.lstrip().startswith(".")
    return tuple(
        entry
        for entry in entries
        if entry.name.startswith(".") is hidden and all(part in entry.name.casefold() for part in parts)
    )
