"""Make assets/thumbnails, the small pictures of the scene browser, from the pictures of the gallery.

`python -m tools.make_thumbnails` after `make gallery` has changed pictures.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from game import scenefile
from game.model import resources
from game.model.scene_marks import THUMBNAIL_SIZE, THUMBNAILS
from tools.command_line import command_line

GALLERY = Path(__file__).resolve().parents[1] / "docs" / "gallery"
QUALITY = 72
MARGIN = 0.08
"""Part of the picture that is cut off at each edge, so that the body is larger."""


def main() -> None:
    """Write a thumbnail for every preset."""
    folder = resources.root() / THUMBNAILS
    folder.mkdir(exist_ok=True)
    for name in scenefile.presets():
        source, made = GALLERY / f"{name}.jpg", folder / f"{name}.webp"
        with Image.open(source) as whole:
            width, height = whole.size
            box = (MARGIN * width, MARGIN * height, (1 - MARGIN) * width, (1 - MARGIN) * height)
            small = whole.convert("RGB").resize(THUMBNAIL_SIZE, Image.Resampling.LANCZOS, box)
        small.save(made, quality=QUALITY, method=6)


if __name__ == "__main__":
    command_line().parse_args()
    main()
