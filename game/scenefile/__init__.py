"""Scene files: TOML that says what to simulate, how, and how to look at it. Presets are such files."""

from game.scenefile.loading import DEFAULT, SAVED, Headline, headlines, load, presets, read, saved
from game.scenefile.schema import MOST_COPIES, Bookmark, CameraPose, Challenger, Ensemble, Overlays, Scene

__all__ = [
    "DEFAULT",
    "MOST_COPIES",
    "SAVED",
    "Bookmark",
    "CameraPose",
    "Challenger",
    "Ensemble",
    "Headline",
    "Overlays",
    "Scene",
    "headlines",
    "load",
    "presets",
    "read",
    "saved",
]
