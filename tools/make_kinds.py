"""Make docs/gallery/kinds: plates, long exposures, line drawings, posters and sculptures, each by `polhode render`.

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
BESIDE = ("--size", "1600x900", "--quality", "high", "--no-hud", "--room", "library")
ONE_LINK = ("planar-chain", "--set", "count=1", "--set", "length=1m")


def starts(**values: object) -> list[str]:
    """Return the options of a phase sculpture with these values."""
    return [word for name, value in values.items() for word in ("--sculpt", f"{name}={value}")]


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
    "sculpture-pendulum.jpg": (
        *ONE_LINK,
        "--init",
        "theta=150deg",
        *starts(theta_1=0.3, theta_dot_1=0.6, duration=9),
        "--duration",
        "5.3",
        *BESIDE,
    ),
    "sculpture-double-pendulum.jpg": (
        "double-pendulum",
        "--set",
        "gravity=9.81",
        "--init",
        "theta2=100deg",
        "--init",
        "theta3=140deg",
        *starts(theta2="4deg", theta2_dot=0.3, duration=6.5),
        "--duration",
        "4.2",
        *BESIDE,
    ),
    "sculpture-driven-pendulum.jpg": (
        *ONE_LINK,
        "--set",
        "drag=0.8",
        "--set",
        "support=harmonic",
        "--set",
        "amplitude_z=0.6",
        "--set",
        "frequency_z=5",
        "--init",
        "theta=0.5",
        *starts(theta_1=1, theta_dot_1=2, after=2.5133, duration=1.2566),
        "--duration",
        "3.1",
        "--dt",
        "2e-3",
        *BESIDE,
    ),
    "binet-box.jpg": ("free-asymmetric-1", "--binet", "--duration", "2", *BESIDE),
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
