"""Make build/gallery: a picture of every preset after a few seconds, in all tiers, and a page that shows them.

`make gallery` renders all presets, `make gallery ARGS="coin wing-nut"` these alone; a picture is written only where it
differs visibly from the one that is there. With it go the preset's thumbnail in assets/thumbnails and, of a preset that
README.md shows, its picture in docs/gallery: look at these before you commit them, and write in gallery.toml what is
still disliked. `--to FOLDER` writes the pictures alone elsewhere; `--interface` shows the interface, too. `--list`
writes docs/gallery.md alone, the list of presets; `--zip` puts the gallery into build/gallery.zip, for a release.
"""

from __future__ import annotations

import argparse
import inspect
import io
import itertools
import re
import shutil
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import physics
from game import scenefile
from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.model import resources
from game.model.scene_marks import THUMBNAIL_SIZE, THUMBNAILS
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.scenefile import SceneSummary

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "gallery"
SHOWN = ROOT / "docs" / "gallery"
"""Folder of the pictures that README.md shows, the only ones that are committed."""
LIST = ROOT / "docs" / "gallery.md"
PAGE = "gallery.md"
"""The page in the folder of the gallery."""
SIZE = (1920, 1080)
SMALL = (640, 360)
"""Size at which the tiers for the comparison are rendered [pixels]."""
REDUCED = 2
"""Rendered pixels per pixel of the file, along each side."""
SUFFIX = ".jpg"
"""JPEG: GitHub shows it, and with the tables below a smooth background stays smooth, where WebP leaves flat squares."""
FPS = 60
KNOWN = tomllib.loads((ROOT / "tools" / "gallery.toml").read_text("utf-8"))
WINDOW = "recipe"
"""Name of the preset that is also shown with the interface."""
MAX_BYTES = 120_000
QUALITIES = range(65, 9, -5)
FINE = np.array([[2, 3, 4], [3, 4, 0], [4, 0, 0]], np.uint8)
"""Coarsest steps of the lowest spatial frequencies of 8 x 8 pixels, which smooth backgrounds consist of; 0: any."""
TILE = 8
VISIBLE = 6.0
"""Pixels along a tile, and the difference of a tile's mean, in levels of 255, from which a picture is replaced."""
THUMBNAIL_QUALITY = 72
COARSE, CHANGED = (42, 24), 2.0
"""Size to which thumbnails are reduced so that losses of their files do not count, and the mean difference from there
[levels of 255] from which a thumbnail is that of another picture."""
MARGIN = 0.08
"""Part of the picture that is cut off at each edge of a thumbnail, so that the body is larger."""
Picture = NDArray[np.uint8]

LIST_HEAD = """# Presets

Every preset with the first sentence of its note. *Page Up* and *Page Down* in the window go through them in this order.
`make gallery` makes a picture of each, with a page, in `build/gallery`; `make gallery ARGS=--list` writes this list.
"""
ITEM = """- [{title}](../assets/presets/{name}.toml), `polhode run {name}`, system [`{system}`](../{source}): {sentence}
"""
HEAD = """# Gallery

Every preset after a few seconds, in the tier *high*, and in the tiers *low*, *medium* and *high* beside one another,
rendered at twice this size. *Page Up* and *Page Down* in the window go through them in this order.

![{title}, with the interface](window.jpg)
"""
SECTION = """
### {title}

![{title}]({name}.jpg)

{note}

![{title} in the tiers low, medium and high](tiers/{name}.jpg)

`polhode run {name}` · system `{system}`
"""
POSES = """
The first picture shows {poses} poses: `polhode render {name} --plate {poses} --duration {seconds:g} -o {name}.png`
"""
DISLIKED = """
*Still disliked:* {disliked}
"""


def said(name: str) -> dict[str, Any]:
    """Return the entry of a preset in gallery.toml, or an empty one."""
    return dict(KNOWN.get(name, {}))


def photograph(name: str, renderer: Renderer, interface: bool = False) -> tuple[Picture, Picture]:
    """Return the preset at its moment, reduced: (540, 960, 3) in tier high, and (180, 3 * 320, 3) in all tiers.

    With `poses` it is a plate of so many poses up to then; `camera` is as on the command line.
    """
    renderer.resize(SIZE)
    renderer.use("high")
    entry, scene = said(name), scenefile.load(name).changed(quality="high")
    options = FilmOptions(plate=0 if interface else entry.get("poses", 0), moment=not interface)
    studio = OfflineRenderer(scene, SIZE, FPS, interface, entry.get("camera"), renderer, options=options)
    studio.session.simulation.compile()
    for _ in range(round(entry.get("moment", KNOWN["usually"]) * FPS)):
        studio.advance()
    large, studio.size = studio.picture(), SMALL
    renderer.resize(SMALL)
    tiers = []
    for tier in TIERS:
        renderer.use(tier)
        tiers.append(studio.picture())
    return reduced(large), np.hstack([reduced(tier) for tier in tiers])


def reduced(picture: Picture) -> Picture:
    """Return a picture (h, w, 3) of half the width and height, each pixel the mean of four."""
    return np.asarray(Image.fromarray(picture).reduce(REDUCED))


def encoded(picture: NDArray[np.uint8], most: int = MAX_BYTES) -> bytes:
    """Return a picture (h, w, 3) as JPEG of at most `most` bytes, as good as that allows; raises ValueError."""
    for quality in QUALITIES:
        file = io.BytesIO()
        settings = {"subsampling": 0, "qtables": _tables(quality), "optimize": True, "progressive": True}
        Image.fromarray(picture).save(file, "JPEG", **settings)
        if file.tell() <= most:
            return file.getvalue()
    raise ValueError(f"a picture of {file.tell()} bytes: must be at most {most}")


def _tables(quality: int) -> list[list[int]]:
    """Return the standard's quantisation tables of a quality, with fine steps for low frequencies."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8)).save(file, "JPEG", quality=quality, subsampling=0)
    with Image.open(file) as standard:
        tables = [np.array(table, np.uint8).reshape(8, 8) for table in standard.quantization.values()]
    for table in tables:
        low = table[:3, :3]
        low[FINE > 0] = np.minimum(low, FINE)[FINE > 0]
    return [table.ravel().tolist() for table in tables]


def decoded(data: bytes) -> Picture:
    """Return the picture (h, w, 3) in the bytes of a file."""
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"))


def differs(old: Picture, new: Picture) -> bool:
    """Return whether two pictures differ visibly: in size, or in the mean colour of some tile."""
    if old.shape != new.shape:
        return True
    h, w = (side // TILE for side in old.shape[:2])
    change = new[: h * TILE, : w * TILE].astype(float) - old[: h * TILE, : w * TILE]
    return bool(np.abs(change.reshape(h, TILE, w, TILE, 3).mean(axis=(1, 3))).max() > VISIBLE)


def page(headlines: Sequence[SceneSummary]) -> str:
    """Return the page of the gallery as Markdown: the presets under the names of their families."""
    title = next(each.title for each in scenefile.scene_summaries() if each.name == WINDOW)
    return HEAD.format(title=title) + _by_family(headlines, section)


def preset_list() -> str:
    """Return docs/gallery.md: every preset under the name of its family."""
    return LIST_HEAD + _by_family(scenefile.scene_summaries(), item)


def _by_family(headlines: Sequence[SceneSummary], part: Callable[[SceneSummary], str]) -> str:
    parts = []
    for family, group in itertools.groupby(headlines, key=lambda headline: headline.family):
        parts += [f"\n## {family}\n\n" if part is item else f"\n## {family}\n", *map(part, group)]
    return "".join(parts)


def item(headline: SceneSummary) -> str:
    """Return the line of the list about one preset."""
    source = Path(inspect.getfile(physics.system_class(headline.system))).relative_to(ROOT).as_posix()
    return ITEM.format(**headline._asdict(), source=source, sentence=first_sentence(headline.note))


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, up to a full stop before a space and a capital letter or a digit."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text.strip(), maxsplit=1)[0]


def section(headline: SceneSummary) -> str:
    """Return the part of the page about one preset."""
    text = SECTION.format(**headline._asdict())
    entry = {"moment": KNOWN["usually"], **said(headline.name)}
    if "poses" in entry:
        text += POSES.format(poses=entry["poses"], name=headline.name, seconds=entry["moment"])
    return text + (DISLIKED.format(disliked=entry["disliked"]) if "disliked" in entry else "")


def keep(folder: Path, name: str, picture: NDArray[np.uint8]) -> None:
    """Write a picture where it differs visibly from the present one, and print that."""
    path, data = folder / f"{name}{SUFFIX}", encoded(picture)
    if path.is_file() and not differs(decoded(path.read_bytes()), decoded(data)):
        print(f"{path}: looks the same, kept", flush=True)
        return
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes", flush=True)


def thumbnail_of(picture: Picture) -> Image.Image:
    """Return a picture of the gallery without its margins, in the size of a thumbnail."""
    height, width = picture.shape[:2]
    box = (MARGIN * width, MARGIN * height, (1 - MARGIN) * width, (1 - MARGIN) * height)
    return Image.fromarray(picture).resize(THUMBNAIL_SIZE, Image.Resampling.LANCZOS, box)


def is_of_another(made: Path, picture: Picture) -> bool:
    """Return whether the thumbnail in a file is not that of a picture of the gallery."""
    with Image.open(made) as kept:
        there, wanted = (
            np.asarray(each.resize(COARSE, Image.Resampling.BOX), float)
            for each in (kept.convert("RGB"), thumbnail_of(picture))
        )
    return float(np.abs(there - wanted).mean()) > CHANGED


def keep_thumbnail(made: Path, picture: Picture) -> None:
    """Write the thumbnail of a picture where there is none, or that of another one."""
    if not made.is_file() or is_of_another(made, picture):
        thumbnail_of(picture).save(made, quality=THUMBNAIL_QUALITY, method=6)
        print(f"{made}: {made.stat().st_size} bytes", flush=True)


def make(names: Sequence[str]) -> None:
    """Render these presets into the gallery, with their thumbnails and the pictures that README.md shows."""
    renderer = Renderer(headless_context(), SIZE, "high")
    (FOLDER / "tiers").mkdir(parents=True, exist_ok=True)
    for name in names:
        large, tiers = photograph(name, renderer)
        keep(FOLDER, name, large)
        keep(FOLDER / "tiers", name, tiers)
        keep_thumbnail(resources.root() / THUMBNAILS / f"{name}.webp", large)
        if (SHOWN / f"{name}{SUFFIX}").is_file():
            keep(SHOWN, name, large)
        if name == WINDOW:
            keep(FOLDER, "window", photograph(WINDOW, renderer, interface=True)[0])
    (FOLDER / PAGE).write_text(page(made()), encoding="utf-8")


def made() -> tuple[SceneSummary, ...]:
    """Return the presets of which there are pictures, in the order of the page."""
    return tuple(each for each in scenefile.scene_summaries() if (FOLDER / f"{each.name}{SUFFIX}").is_file())


def make_elsewhere(names: Sequence[str], folder: Path, interface: bool) -> None:
    """Render these presets into another folder, and nothing beside that."""
    renderer = Renderer(headless_context(), SIZE, "high")
    (folder / "tiers").mkdir(parents=True, exist_ok=True)
    for name in names:
        large, tiers = photograph(name, renderer, interface)
        keep(folder, name, large)
        keep(folder / "tiers", name, tiers)


def zipped() -> Path:
    """Put the gallery into a file beside its folder and return that; raises ValueError where pictures are missing."""
    there = {each.name for each in made()}
    if missing := [name for name in scenefile.presets() if name not in there]:
        raise ValueError(f"no picture of {', '.join(missing)}: make gallery")
    return Path(shutil.make_archive(str(FOLDER), "zip", FOLDER.parent, FOLDER.name))


def main() -> None:
    """Do what the arguments say."""
    arguments = argparse.ArgumentParser(description="Make the gallery.")
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these")
    arguments.add_argument("--to", type=Path, metavar="FOLDER", help="write pictures there alone")
    arguments.add_argument("--interface", action="store_true", help="with the interface")
    arguments.add_argument("--list", action="store_true", help="write docs/gallery.md alone")
    arguments.add_argument("--zip", action="store_true", help="put what is made into build/gallery.zip, and no more")
    chosen = arguments.parse_args()
    if chosen.interface and not chosen.to:
        arguments.error("--interface: needs --to FOLDER; the page shows the presets without it")
    names = chosen.names or scenefile.presets()
    if unknown := set(names) - set(scenefile.presets()):
        arguments.error(f"{', '.join(sorted(unknown))}: no preset; there are {', '.join(scenefile.presets())}")
    if chosen.list:
        LIST.write_text(preset_list(), encoding="utf-8")
    elif chosen.zip:
        try:
            print(zipped())
        except ValueError as error:
            arguments.error(f"--zip: {error}")
    elif chosen.to:
        make_elsewhere(names, chosen.to, chosen.interface)
    else:
        make(names)


if __name__ == "__main__":
    main()
