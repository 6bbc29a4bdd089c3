"""Scene files: TOML that says what to simulate, how, and how to look at it. Presets are such files."""

from game.scenefile.loading import DEFAULT, SAVED, SceneSummary, load, presets, read, saved, scene_summaries
from game.scenefile.schema import MOST_COPIES, BookmarkSpec, CameraSpec, DuelSpec, EnsembleSpec, OverlaySpec, Scene

__all__ = [
    "DEFAULT",
    "MOST_COPIES",
    "SAVED",
    "BookmarkSpec",
    "CameraSpec",
    "DuelSpec",
    "EnsembleSpec",
    "OverlaySpec",
    "Scene",
    "SceneSummary",
    "load",
    "presets",
    "read",
    "saved",
    "scene_summaries",
]
