"""What a person has marked among the scenes, and the small pictures of them."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

THUMBNAILS = "assets/thumbnails"
"""Folder of the presets' small pictures, NAME.webp."""
THUMBNAIL_SIZE = 336, 189
"""Width and height of these [pixels]."""
SAVED_THUMBNAILS = "thumbnails"
"""Folder of the small pictures of saved scenes, beside these, STEM.webp."""
MOVING_THUMBNAILS, MOVING_SIZE = "assets/thumbnails/moving", (224, 126)
"""Folder of the pictures that move, NAME.webp, their frames below one another, and the size of a frame [pixels]."""
MOVING_FRAMES, MOVING_RATE = 24, 10
"""Number of frames of these, and frames in a second."""
MAX_RECENT = 12
MAX_FILES, MAX_PATH = 8, 400
"""Number of files that are remembered, and the greatest length of their paths [characters]."""


def thumbnail_of_saved(file: Path) -> Path:
    """Return where the small picture of a saved scene is kept."""
    return file.parent / SAVED_THUMBNAILS / f"{file.stem}.webp"


class SceneMarks(Struct, frozen=True):
    """Favourite scenes, and those opened last, the latest first: names of presets or paths of files.

    files: paths of the scenes, tables and logs that were opened from files last, the latest first.
    """

    favourites: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def toggled(self, name: str) -> SceneMarks:
        """Return the marks with a scene made a favourite, or no longer one."""
        kept = tuple(each for each in self.favourites if each != name)
        return replace(self, favourites=kept if name in self.favourites else (*self.favourites, name))

    def opened(self, name: str) -> SceneMarks:
        """Return the marks after a scene was opened."""
        others = (each for each in self.recent if each != name)
        return replace(self, recent=(name, *others)[:MAX_RECENT]) if _can_be_kept(name) else self

    def opened_file(self, path: str) -> SceneMarks:
        """Return the marks after a file was opened; a path is not remembered that is very long, or not in UTF-8."""
        others = (each for each in self.files if each != path)
        return replace(self, files=(path, *others)[:MAX_FILES]) if _can_be_kept(path) else self


def _can_be_kept(name: str) -> bool:
    """Return whether a name can be written to the file of settings."""
    return len(name) <= MAX_PATH and not any("\ud800" <= letter <= "\udfff" for letter in name)


NO_MARKS = SceneMarks()
