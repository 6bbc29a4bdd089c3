"""Files of line drawings."""

from __future__ import annotations

from pathlib import Path

from game.model.frame import SceneFrame
from game.model.replacement import replacing
from game.record.figures.svg import drawing_text
from game.record.line_drawing.cropping import cropped
from game.record.line_drawing.scene_drawing import line_drawing


def write_drawing(path: Path, frame: SceneFrame, aspect: float, title: str) -> None:
    """Write a scene as a drawing, FILE.svg or FILE.pdf; it appears complete or not at all. Raises RecordingError.

    aspect: width by height of the picture that it shows, whose empty margins it does not have.
    """
    drawing = cropped(line_drawing(frame, aspect))
    if path.suffix.lower() == ".pdf":
        from game.record.figures.pdf import drawing_pdf

        content = drawing_pdf(drawing, title)
    else:
        content = drawing_text(drawing, title).encode()
    with replacing(path) as part:
        part.write_bytes(content)
