"""Where the files that are not Python lie: shaders, fonts, textures, presets.

In a checkout they stand beside the package; in an installed wheel they are inside it, under `game/_data`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def root() -> Path:
    """The folder that holds `shaders` and `assets`."""
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent
    if (checkout / "shaders").is_dir() and (checkout / "assets").is_dir():
        return checkout
    return package / "_data"


def path(name: str) -> Path:
    """The file of this name, such as "shaders/mesh.vert"; FileNotFoundError if there is none."""
    found = root() / name
    if not found.exists():
        raise FileNotFoundError(f"{name} is missing from {root()}: the installation is damaged")
    return found


def text(name: str) -> str:
    """The content of a text file, UTF-8."""
    return path(name).read_text(encoding="utf-8")
