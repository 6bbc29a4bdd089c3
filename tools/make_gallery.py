"""Make docs/gallery.md and its pictures in docs/gallery: every preset, as somebody sees it who has watched for a while.

`make gallery` renders all; `make gallery ARGS="coin wing-nut"` renders these anew. `--to FOLDER` writes pictures to
look through, and no page; `--interface` with the interface; `--page` writes the page alone. Look at each before keeping
it, and say in gallery.toml what is still disliked.
"""

from __future__ import annotations

import argparse
import inspect
import io
import itertools
import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import physics
from game import scenefile
from game.app.offline import Studio
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.scenefile import Headline

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = "gallery"
SIZE = (1920, 1080)
SMALL = (640, 360)
"""Of each tier's picture where they stand side by side."""
FPS = 60
KNOWN = tomllib.loads((ROOT / "tools" / "gallery.toml").read_text("utf-8"))
WINDOW = "recipe"
"""The preset that is also shown with the interface."""
MOST_BYTES = 400_000
QUALITIES = range(84, 31, -4)
Picture = NDArray[np.uint8]

HEAD = """# Gallery

Every preset after a few seconds, in the tier *high* at 1920 × 1080, and in the tiers *low*, *medium* and *high* beside
one another; written by `make gallery`. *Page Up* and *Page Down* go through them in this order.

![{title}, with the interface]({pictures}/window.webp)
"""
SECTION = """
### {title}

![{title}]({pictures}/{name}.webp)

{note}

![{title} in the tiers low, medium and high]({pictures}/tiers/{name}.webp)

`polhode run {name}` · system [`{system}`](../{source})
"""
DISLIKED = """
*Still disliked:* {disliked}
"""


def photograph(name: str, renderer: Renderer, interface: bool = False) -> tuple[Picture, Picture]:
    """The preset of that name at its moment: (1080, 1920, 3) in high, and (360, 3 * 640, 3) in all tiers."""
    renderer.resize(SIZE)
    renderer.use("high")
    studio = Studio(scenefile.load(name).changed(quality="high"), SIZE, FPS, interface, renderer=renderer)
    studio.session.simulation.compile()
    for _ in range(round(KNOWN[name].get("moment", KNOWN["usually"]) * FPS)):
        studio.advance()
    large, studio.size = studio.picture(), SMALL
    renderer.resize(SMALL)
    tiers = []
    for tier in TIERS:
        renderer.use(tier)
        tiers.append(studio.picture())
    return large, np.hstack(tiers)


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
    disliked = KNOWN[headline.name].get("disliked")
    return SECTION.format(**headline._asdict(), pictures=PICTURES, system=system, source=source) + (
        DISLIKED.format(disliked=disliked) if disliked else ""
    )


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
    arguments.add_argument("--page", action="store_true", help="write the page alone")
    chosen = arguments.parse_args()
    if chosen.interface and not chosen.to:
        arguments.error("--interface: needs --to FOLDER; the page shows the presets without it")
    if chosen.page:
        write_page()
        return
    names = chosen.names or scenefile.presets()
    if unknown := set(names) - set(scenefile.presets()):
        arguments.error(f"{', '.join(sorted(unknown))}: no preset; there are {', '.join(scenefile.presets())}")
    folder = chosen.to or DOCS / PICTURES
    (folder / "tiers").mkdir(parents=True, exist_ok=True)
    renderer = Renderer(headless_context(), SIZE, "high")
    for name in names:
        large, tiers = photograph(name, renderer, chosen.interface)
        keep(folder, name, large)
        keep(folder / "tiers", name, tiers)
    if not chosen.to:
        if WINDOW in names:
            keep(folder, "window", photograph(WINDOW, renderer, interface=True)[0])
        write_page()


def write_page() -> None:
    """Write docs/gallery.md."""
    (DOCS / "gallery.md").write_text(page(scenefile.headlines()), encoding="utf-8")


if __name__ == "__main__":
    main()
