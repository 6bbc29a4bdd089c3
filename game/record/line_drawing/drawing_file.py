"""Files of line drawings."""

from __future__ import annotations

from pathlib import Path

from game.model.frame import SceneFrame
from game.model.replacement import replacing
from game.record.figures.svg import drawing_text
from game.record.line_drawing.scene_drawing import line_drawing


def write_drawing(path: Path, frame: SceneFrame, aspect: float, title: str) -> None:
    """Write a scene as an SVG drawing; it appears complete or not at all. Raises RecordingError."""
    words = drawing_text(line_drawing(frame, aspect), title)
    with replacing(path) as part:
        part.write_text(words, encoding="utf-8", newline="")
