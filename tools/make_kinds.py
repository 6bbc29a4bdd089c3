"""Make docs/gallery/kinds: plates, long exposures, line drawings and posters, each by `polhode render`.

`python -m tools.make_kinds` makes all of them, `python -m tools.make_kinds poster-trebuchet` only these; JPEG files
from the PNG that the command writes. They are looked at before they are committed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "gallery" / "kinds"
QUALITY = 88
HD = ("--size", "1920x1080", "--quality", "high", "--no-hud")
SMALLER = ("--size", "1280x720", "--quality", "high", "--no-hud")
UPRIGHT = ("--size", "1240x1754", "--quality", "high")
RECIPES: dict[str, tuple[str, ...]] = {
    "long-exposure-loops.jpg": ("loops", "--long-exposure", "--duration", "2.4", *HD),
    "long-exposure-double-pendulum.jpg": ("double-pendulum", "--long-exposure", "--duration", "2.4", *SMALLER),
    "long-exposure-tennis-racket.jpg": ("tennis-racket", "--long-exposure", "--duration", "2.4", *SMALLER),
    "plate-tennis-racket.jpg": ("tennis-racket", "--plate", "10", "--duration", "2.3", *HD),
    "plate-coin.jpg": ("coin", "--plate", "9", "--duration", "8", *HD),
    "plate-trebuchet.jpg": ("trebuchet", "--plate", "9", "--duration", "0.95", *HD),
    "drawing-loops.svg": ("loops", "--duration", "2.2"),
    "drawing-tennis-racket.svg": ("tennis-racket", "--duration", "3"),
    "drawing-trebuchet.svg": ("trebuchet", "--duration", "2.2"),
    "drawing-double-pendulum.svg": ("double-pendulum", "--duration", "2.2"),
    "drawing-coin.svg": ("coin", "--duration", "2.2"),
    "poster-loops.jpg": ("loops", "--poster", "--duration", "8", "--size", "1920x1080", "--quality", "high"),
    "poster-trebuchet.jpg": ("trebuchet", "--poster", "--duration", "2.2", *UPRIGHT),
    "poster-tennis-racket.jpg": ("tennis-racket", "--poster", "--duration", "3", *UPRIGHT),
}
"""Arguments of `polhode render` for each file."""


def main(names: Sequence[str]) -> None:
    """Make the files whose names without suffix are given, or all."""
    chosen = {file: words for file, words in RECIPES.items() if not names or Path(file).stem in names}
    if unknown := set(names) - {Path(file).stem for file in chosen}:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(Path(f).stem for f in RECIPES)}")
    with tempfile.TemporaryDirectory() as folder:
        for file, words in chosen.items():
            made = Path(folder) / "made.png" if file.endswith(".jpg") else FOLDER / file
            subprocess.run([sys.executable, "-m", "game", "render", *words, "-o", str(made)], check=True)
            if file.endswith(".jpg"):
                with Image.open(made) as picture:
                    picture.convert("RGB").save(FOLDER / file, quality=QUALITY, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
