"""Scene files: TOML that says what to simulate, how, and how to look at it. Presets are such files."""

from game.scenefile.schema import (
    DEFAULT,
    MOST_COPIES,
    SAVED,
    Bookmark,
    CameraPose,
    Challenger,
    Ensemble,
    Headline,
    Overlays,
    Scene,
    headlines,
    load,
    presets,
    read,
    saved,
)

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
