"""Make assets/thumbnails, the small pictures of the scene browser, from the pictures of the gallery.

`python -m tools.make_thumbnails` after `make gallery` has changed pictures. A preset without a picture gets none.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from game import scenefile
from game.model import resources
from game.model.scene_marks import THUMBNAIL_SIZE, THUMBNAILS
from tools.command_line import command_line

GALLERY = Path(__file__).resolve().parents[1] / "docs" / "gallery"
QUALITY = 72
COARSE, CHANGED = (42, 24), 2.0
"""Size to which thumbnails are reduced so that losses of their files do not count, and the mean difference from there
[levels of 255] from which a thumbnail is that of another picture."""
MARGIN = 0.08
"""Part of the picture that is cut off at each edge, so that the body is larger."""


def main() -> None:
    """Write a thumbnail for every preset."""
    folder = resources.root() / THUMBNAILS
    folder.mkdir(exist_ok=True)
    for name in scenefile.presets():
        source, made = GALLERY / f"{name}.jpg", folder / f"{name}.webp"
        if source.is_file():
            reduced(source).save(made, quality=QUALITY, method=6)


def reduced(source: Path) -> Image.Image:
    """Return a picture of the gallery without its margins, in the size of a thumbnail."""
    with Image.open(source) as whole:
        width, height = whole.size
        box = (MARGIN * width, MARGIN * height, (1 - MARGIN) * width, (1 - MARGIN) * height)
        return whole.convert("RGB").resize(THUMBNAIL_SIZE, Image.Resampling.LANCZOS, box)


def differs(source: Path, made: Path) -> bool:
    """Return whether a thumbnail is not that of a picture of the gallery."""
    with Image.open(made) as kept:
        there, wanted = (np.asarray(each.resize(COARSE, Image.Resampling.BOX), float)
                         for each in (kept.convert("RGB"), reduced(source)))  # fmt: skip
    return float(np.abs(there - wanted).mean()) > CHANGED


if __name__ == "__main__":
    command_line().parse_args()
    main()
