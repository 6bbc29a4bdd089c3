"""Live pages of the presets, as `polhode export` writes them, made again only where something has changed."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from game.export.page_file import export
from game.scenefile import load
from game.scenefile.loading import path_of

INPUTS = ("physics", "game", "shaders", "assets")
"""Folders that the content of a page may depend on."""
OUTSIDE = (
    "game/ui",
    "game/cli",
    "game/record",
    "assets/thumbnails",
    "assets/tours",
    "assets/explain",
    "assets/presets",
)
"""Folders within these on which it does not."""


def fingerprint(root: Path) -> str:
    """Return what all pages depend on as a hash: the program, its shaders and assets, and the version of numpy."""
    found = hashlib.sha256(np.__version__.encode())
    outside = tuple(f"{each}/" for each in OUTSIDE)
    for folder in INPUTS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and "__pycache__" not in name and not name.startswith(outside):
                found.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def export_pages(root: Path, kept: Path, to: Path, names: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Write the pages of presets to a folder; yield the name of each, and whether it was made anew.

    kept: folder of the pages of earlier builds, each beside a file with the hash of what it was made from. Raises
    BadInput, RecordingError.
    """
    kept.mkdir(parents=True, exist_ok=True)
    to.mkdir(parents=True, exist_ok=True)
    program = fingerprint(root)
    for name in names:
        page, key = kept / f"{name}.html", kept / f"{name}.sha256"
        path = path_of(name)
        own = path.read_bytes() if path is not None else b""
        wanted = hashlib.sha256(program.encode() + own).hexdigest()
        made = not page.is_file() or not key.is_file() or key.read_text("utf-8") != wanted
        if made:
            export(load(name), page)
            key.write_text(wanted, encoding="utf-8")
        shutil.copyfile(page, to / page.name)
        yield name, made
