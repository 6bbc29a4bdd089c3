"""Make docs/gallery.md and its pictures in docs/gallery: every preset, as somebody sees it who has watched for a while.

`make gallery` renders all; `make gallery ARGS="coin wing-nut"` renders these anew. `--to FOLDER --interface` writes
pictures with the interface to look through, and no page. Look at each before keeping it.
"""

from __future__ import annotations

import argparse
import inspect
import io
import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import physics
from game import scenefile
from game.offline import Studio
from game.scenefile import Headline

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = "gallery"
SIZE = (1280, 720)
FPS = 60
USUALLY = 4.0
"""Seconds of watching after which a picture is taken, where `MOMENTS` says nothing else."""
MOMENTS = {
    "fast-cone": 11.0,
    "loops": 12.0,
    "sleeping-top": 8.5,
    "steady-precession": 8.5,
    "paper-cone": 12.0,
    "recipe": 12.0,
    "pole-crossing": 8.5,
    "asymmetric-top": 8.5,
    "wheel": 2.5,
    "book": 8.5,
    "wing-nut": 9.0,
    "free-asymmetric-1": 8.5,
    "free-asymmetric-3": 12.0,
    "rattleback": 5.6,
    "rattleback-preferred": 13.0,
    "coin": 11.0,
    "egg-rolling": 8.5,
    "paper-rolling-top": 8.0,
    "rolling-tippe-top": 8.5,
    "sliding-cone": 8.5,
    "peg-top": 6.0,
    "egg-rising": 14.0,
    "tippe-no-flip": 1.0,
    "flipping-tippe-top": 7.0,
    "double-pendulum": 6.0,
    "double-pendulum-2": 6.0,
    "double-pendulum-misprint": 6.0,
    "double-pendulum-cloud": 9.0,
    "triple-pendulum": 4.0,
    "chain-50": 2.5,
    "folded-chain": 3.4,
    "whip": 2.0,
    "ponytail": 6.0,
    "bungee": 1.3,
    "stirred-chain": 6.0,
    "trebuchet": 2.7,
    "trebuchet-paper": 0.75,
    "fixed-counterweight": 2.6,
    "warwolf": 4.2,
    "headwind": 20.0,
    "backyard-pumpkin": 9.0,
    "golf-ball": 14.0,
    "scale-model": 2.0,
    "scale-model-as-printed": 1.6,
}
"""Seconds of watching, at the speed of the scene, after which there is to be seen what its note says."""
WINDOW = "recipe"
"""The preset that is also shown with the interface."""
MOST_BYTES = 120_000
QUALITIES = range(84, 39, -4)

HEAD = """# Gallery

Every preset after a few seconds, in the tier *high*; written by `make gallery`. *Page Up* and *Page Down* go through
them in this order.

![{title}, with the interface]({pictures}/window.webp)
"""
SECTION = """
### {title}

![{title}]({pictures}/{name}.webp)

{note}

`polhode run {name}` · system [`{system}`](../{source})
"""


def photograph(name: str, interface: bool = False) -> NDArray[np.uint8]:
    """The preset of that name at its moment, (720, 1280, 3)."""
    studio = Studio(scenefile.load(name).changed(quality="high"), SIZE, FPS, interface)
    studio.session.simulation.compile()
    for _ in range(round(MOMENTS.get(name, USUALLY) * FPS)):
        studio.advance()
    return studio.picture()


def encoded(picture: NDArray[np.uint8], most: int = MOST_BYTES) -> bytes:
    """A picture (h, w, 3) as WebP of at most so many bytes, as good as that allows; ValueError where nothing does."""
    for quality in QUALITIES:
        file = io.BytesIO()
        Image.fromarray(picture).save(file, "WEBP", quality=quality, method=6)
        if file.tell() <= most:
            return file.getvalue()
    raise ValueError(f"a picture of {file.tell()} bytes: must be at most {most}")


def page(headlines: tuple[Headline, ...]) -> str:
    """The page as Markdown: the presets under the names of their families."""
    title = next(each.title for each in headlines if each.name == WINDOW)
    parts = [HEAD.format(title=title, pictures=PICTURES)]
    for family, group in itertools.groupby(headlines, key=lambda headline: headline.family):
        parts += [f"\n## {family}\n", *(section(headline) for headline in group)]
    return "".join(parts)


def section(headline: Headline) -> str:
    """What the page says of one preset."""
    system = scenefile.load(headline.name).system
    source = Path(inspect.getfile(physics.system_class(system))).relative_to(ROOT).as_posix()
    return SECTION.format(**headline._asdict(), pictures=PICTURES, system=system, source=source)


def keep(folder: Path, name: str, picture: NDArray[np.uint8]) -> None:
    """Write a picture and say how large it is."""
    path = folder / f"{name}.webp"
    path.write_bytes(encoded(picture))
    print(f"{path}: {path.stat().st_size} bytes", flush=True)


def main() -> None:
    """Render the pictures that are asked for; and write the page, if they are for it."""
    arguments = argparse.ArgumentParser(description="Make the gallery.")
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these")
    arguments.add_argument("--to", type=Path, metavar="FOLDER", help="write pictures there, and no page")
    arguments.add_argument("--interface", action="store_true", help="with the interface")
    chosen = arguments.parse_args()
    if chosen.interface and not chosen.to:
        arguments.error("--interface: needs --to FOLDER; the page shows the presets without it")
    names = chosen.names or scenefile.presets()
    if unknown := set(names) - set(scenefile.presets()):
        arguments.error(f"{', '.join(sorted(unknown))}: no preset; there are {', '.join(scenefile.presets())}")
    folder = chosen.to or DOCS / PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        keep(folder, name, photograph(name, chosen.interface))
    if not chosen.to:
        if WINDOW in names:
            keep(folder, "window", photograph(WINDOW, interface=True))
        (DOCS / "gallery.md").write_text(page(scenefile.headlines()), encoding="utf-8")


if __name__ == "__main__":
    main()
