"""Make docs/gallery.md and its pictures in docs/gallery: every preset after a few seconds.

`make gallery` renders all presets, `make gallery ARGS="coin wing-nut"` these alone; a picture is written only where it
differs visibly from the one that is there. `--to FOLDER` writes the pictures elsewhere, and no page; `--interface`
shows the interface, too; `--page` writes the page alone. Look at each picture before keeping it, and write in
gallery.toml what is still disliked.
"""

from __future__ import annotations

import argparse
import inspect
import io
import itertools
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

import physics
from game import scenefile
from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.scenefile import SceneSummary

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = "gallery"
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
Picture = NDArray[np.uint8]

HEAD = """# Gallery

Every preset after a few seconds, in the tier *high*, and in the tiers *low*, *medium* and *high* beside one another,
rendered at twice this size; written by `make gallery`. *Page Up* and *Page Down* go through them in this order.

![{title}, with the interface]({pictures}/window.jpg)
"""
SECTION = """
### {title}

![{title}]({pictures}/{name}.jpg)

{note}

![{title} in the tiers low, medium and high]({pictures}/tiers/{name}.jpg)

`polhode run {name}` · system [`{system}`](../{source})
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
    options = FilmOptions(plate=0 if interface else entry.get("poses", 0))
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


def page(headlines: tuple[SceneSummary, ...]) -> str:
    """Return the page as Markdown: the presets under the names of their families."""
    title = next(each.title for each in headlines if each.name == WINDOW)
    parts = [HEAD.format(title=title, pictures=PICTURES)]
    for family, group in itertools.groupby(headlines, key=lambda headline: headline.family):
        parts += [f"\n## {family}\n", *(section(headline) for headline in group)]
    return "".join(parts)


def section(headline: SceneSummary) -> str:
    """Return the part of the page about one preset."""
    source = Path(inspect.getfile(physics.system_class(headline.system))).relative_to(ROOT).as_posix()
    text = SECTION.format(**headline._asdict(), pictures=PICTURES, source=source)
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


def main() -> None:
    """Render the pictures that the arguments name, and write the page unless they go elsewhere."""
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
    (DOCS / "gallery.md").write_text(page(shown()), encoding="utf-8")


def shown() -> tuple[SceneSummary, ...]:
    """Return the presets of which there are pictures, in the order of the page."""
    return tuple(each for each in scenefile.scene_summaries() if (DOCS / PICTURES / f"{each.name}{SUFFIX}").is_file())


if __name__ == "__main__":
    main()
