"""Live pages of the presets as a folder of `polhode web`, made again only where something has changed."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from game.export.web_folder import Told, write_web

INPUTS = ("physics", "game", "shaders", "assets")
"""Folders that the content of a page may depend on."""
OUTSIDE = ("game/cli", "game/record", "assets/tours")
"""Folders within these on which it does not."""
MOST_PROCESSES = 4
"""Greatest number of pages that are made at once; each takes up to 1 GB of memory."""


def fingerprint(root: Path, names: Sequence[str]) -> str:
    """Return what the pages of presets depend on as a hash: the program, its assets, and the version of numpy."""
    found = hashlib.sha256(repr((np.__version__, list(names))).encode())
    outside = tuple(f"{each}/" for each in OUTSIDE)
    for folder in INPUTS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and "__pycache__" not in name and not name.startswith(outside):
                found.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def copy_pages(program: str, kept: Path, to: Path, names: Sequence[str], told: Told) -> bool:
    """Copy a folder with the pages of presets to another one; return whether it had to be made.

    program: their fingerprint. kept: the folder of an earlier build, beside a file with its fingerprint. told: as of
    `write_web`. Raises BadInput, RecordingError.
    """
    key = kept.with_name(f"{kept.name}.sha256")
    made = not (kept.is_dir() and key.is_file() and key.read_text("utf-8") == program)
    if made:
        key.unlink(missing_ok=True)
        write_web(names, kept, max(1, min(os.cpu_count() or 1, MOST_PROCESSES)), told)
        key.write_text(program, encoding="utf-8")
    shutil.copytree(kept, to, dirs_exist_ok=True)
    return made
