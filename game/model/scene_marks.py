"""What a person has marked among the scenes, and the small pictures of them."""

from __future__ import annotations

from msgspec import Struct

THUMBNAILS = "assets/thumbnails"
"""Folder of the presets' small pictures, NAME.webp."""
THUMBNAIL_SIZE = 336, 189
"""Width and height of these [pixels]."""
MAX_RECENT = 12


class SceneMarks(Struct, frozen=True):
    """Favourite scenes, and those opened last, the latest first: names of presets or paths of files."""

    favourites: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()

    def toggled(self, name: str) -> SceneMarks:
        """Return the marks with a scene made a favourite, or no longer one."""
        kept = tuple(each for each in self.favourites if each != name)
        return SceneMarks(kept if name in self.favourites else (*self.favourites, name), self.recent)

    def opened(self, name: str) -> SceneMarks:
        """Return the marks after a scene was opened."""
        others = (each for each in self.recent if each != name)
        return SceneMarks(self.favourites, (name, *others)[:MAX_RECENT])


NO_MARKS = SceneMarks()
