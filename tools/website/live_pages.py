"""Live pages of the presets, as `polhode export` writes them, made again only where something has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
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
MOST_PROCESSES = 4
"""Greatest number of pages that are made at once; each takes up to 1 GB of memory."""


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
    """Write the pages of presets to a folder, on several cores; yield the name of each, and whether it was made anew.

    kept: folder of the pages of earlier builds, each beside a file with the hash of what it was made from; a build that
    was interrupted leaves its pages there. Raises BadInput, RecordingError.
    """
    kept.mkdir(parents=True, exist_ok=True)
    to.mkdir(parents=True, exist_ok=True)
    program, every = fingerprint(root), list(names)
    workers = max(1, min(os.cpu_count() or 1, MOST_PROCESSES, len(every)))
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for name, made in zip(every, pool.map(partial(keep_page, kept, program), every), strict=True):
            shutil.copyfile(kept / f"{name}.html", to / f"{name}.html")
            yield name, made


def keep_page(kept: Path, program: str, name: str) -> bool:
    """Make the page of a preset in a folder, unless it is there as it would be made; return whether it was made.

    program: the hash of what all pages depend on.
    """
    page, key = kept / f"{name}.html", kept / f"{name}.sha256"
    path = path_of(name)
    own = path.read_bytes() if path is not None else b""
    wanted = hashlib.sha256(program.encode() + own).hexdigest()
    if page.is_file() and key.is_file() and key.read_text("utf-8") == wanted:
        return False
    export(load(name), page)
    key.write_text(wanted, encoding="utf-8")
    return True
