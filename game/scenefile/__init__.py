"""Scene files: TOML that defines a system, its simulation, and the view of it. Presets are such files."""

from game.scenefile.loading import DEFAULT, SAVED, SceneSummary, load, presets, read, saved, scene_summaries
from game.scenefile.schema import (
    MAX_COPIES,
    OVERLAYS,
    TABLES,
    BookmarkSpec,
    CameraSpec,
    DuelSpec,
    EnsembleSpec,
    MeasuredSpec,
    OverlaySpec,
    PoseSpec,
    Scene,
    SculptureSpec,
)

__all__ = [
    "DEFAULT",
    "MAX_COPIES",
    "OVERLAYS",
    "SAVED",
    "TABLES",
    "BookmarkSpec",
    "CameraSpec",
    "DuelSpec",
    "EnsembleSpec",
    "MeasuredSpec",
    "OverlaySpec",
    "PoseSpec",
    "Scene",
    "SceneSummary",
    "SculptureSpec",
    "load",
    "presets",
    "read",
    "saved",
    "scene_summaries",
]
