"""Make docs/gallery/kinds: plates, long exposures, line drawings, posters and sculptures, each by `polhode render`.

`python -m tools.make_kinds` makes all of them, `python -m tools.make_kinds poster-trebuchet` only these; JPEG files of
at most 640 pixels a side from the PNG that the command writes. They are looked at before they are committed.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from tools.command_line import command_line

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "gallery" / "kinds"
QUALITY = 76
SIDE = 640
"""Width or height of a file [pixels], whichever is larger."""
HD = ("--size", "1920x1080", "--quality", "high", "--no-hud")
SMALLER = ("--size", "1280x720", "--quality", "high", "--no-hud")
UPRIGHT = ("--size", "1240x1754", "--quality", "high")
BESIDE = ("--size", "1600x900", "--quality", "high", "--no-hud", "--room", "library")
words = shlex.split
ONE_LINK = "planar-chain --set count=1 --set length=1m"
RECIPES: dict[str, tuple[str, ...]] = {
    "long-exposure-loops.jpg": ("loops", "--long-exposure", "--duration", "2.4", *HD),
    "long-exposure-double-pendulum.jpg": (
        *words("double-pendulum --set gravity=9.81 --init theta2=100deg --init theta3=140deg"),
        *words("--long-exposure --duration 2.6 --room library"),
        *SMALLER,
    ),
    "long-exposure-tennis-racket.jpg": ("tennis-racket", "--long-exposure", "--duration", "2.4", *SMALLER),
    "plate-tennis-racket.jpg": (
        *words("tennis-racket --plate 10 --duration 2.3 --size 1920x860"),
        *HD[2:],
    ),
    "plate-coin.jpg": ("coin", "--plate", "7", "--duration", "7", "--camera", "elevation=34", *HD),
    "plate-trebuchet.jpg": ("trebuchet", "--plate", "7", "--duration", "0.93", "--size", "1200x1300", *HD[2:]),
    "drawing-loops.svg": ("loops", "--duration", "2.2"),
    "drawing-tennis-racket.svg": ("tennis-racket", "--duration", "3"),
    "drawing-double-pendulum.svg": ("double-pendulum", "--duration", "2.2"),
    "drawing-coin.svg": ("coin", "--duration", "2.2"),
    "poster-loops.jpg": ("loops", "--poster", "--duration", "8", "--camera", "zoom=0.7", *UPRIGHT),
    "poster-trebuchet.jpg": ("trebuchet", "--poster", "--duration", "2.2", *UPRIGHT),
    "sculpture-pendulum.jpg": (
        *words(f"{ONE_LINK} --init theta=150deg --sculpt theta_1=0.3 --sculpt theta_dot_1=0.6"),
        *words("--sculpt duration=9 --duration 5.3"),
        *BESIDE,
    ),
    "sculpture-double-pendulum.jpg": (
        *words("double-pendulum --set gravity=9.81 --init theta2=100deg --init theta3=140deg"),
        *words("--sculpt theta2=20deg --sculpt theta2_dot=1.6 --sculpt duration=4 --duration 2.4"),
        *BESIDE,
    ),
    "binet-box.jpg": ("free-asymmetric-1", "--binet", "--duration", "2", *BESIDE),
    "binet-satellite.jpg": ("across-the-separatrix", "--binet", "--duration", "14", *BESIDE),
    "poster-tennis-racket.jpg": ("tennis-racket", "--poster", "--duration", "3", *UPRIGHT),
}
"""Arguments of `polhode render` for each file."""


def main(names: Sequence[str]) -> None:
    """Make the files whose names without suffix are given, or all."""
    chosen = {file: options for file, options in RECIPES.items() if not names or Path(file).stem in names}
    if unknown := set(names) - {Path(file).stem for file in chosen}:
        raise SystemExit(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(Path(f).stem for f in RECIPES)}")
    with tempfile.TemporaryDirectory() as folder:
        for file, options in chosen.items():
            made = Path(folder) / "made.png" if file.endswith(".jpg") else FOLDER / file
            subprocess.run([sys.executable, "-m", "game", "render", *options, "-o", str(made)], check=True)
            if file.endswith(".jpg"):
                with Image.open(made) as picture:
                    small = picture.convert("RGB")
                    small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
                    small.save(FOLDER / file, quality=QUALITY, optimize=True, progressive=True)


if __name__ == "__main__":
    options = command_line()
    options.add_argument("names", nargs="*", help="of the files, without suffix; all where none is given")
    main(options.parse_args().names)
