"""Resource files: shaders, fonts, textures, presets.

In a checkout they are beside the package; in an installed wheel they are inside it, under `game/_data`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def root() -> Path:
    """Return the folder that holds `shaders` and `assets`."""
    package = Path(__file__).resolve().parents[1]
    checkout = package.parent
    if (checkout / "shaders").is_dir() and (checkout / "assets").is_dir():
        return checkout
    return package / "_data"


def path(name: str) -> Path:
    """Return the file of this name, such as "shaders/mesh.vert"; raises FileNotFoundError if there is none."""
    found = root() / name
    if not found.exists():
        raise FileNotFoundError(f"{name} is missing from {root()}: the installation is damaged")
    return found


def text(name: str) -> str:
    """Return the content of a text file, UTF-8."""
    return path(name).read_text(encoding="utf-8")
