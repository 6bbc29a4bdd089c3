"""Contact sheets of every panel: pictures of all views of the interface, in languages, themes, text and window sizes.

    python -m tools.contact_sheets FOLDER [--views NAME ...] [--languages fr en] [--themes dark light high-contrast]
                                   [--scales 1 1.5 2] [--sizes 1280x720 960x600 1920x1080 400x600] [--check]

Writes a sheet for each combination, and prints what is cut or drawn over something else. With --check it draws no
pictures, which takes a minute for all combinations. The pictures need OpenGL, but no window.
"""

from __future__ import annotations

import argparse
import itertools
import math
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from game.camera.rig import CameraRig
from game.model.settings import THEMES
from game.model.words import LANGUAGES, use_language
from game.render.gpu.gl_context import headless_context
from game.render.renderer import Renderer
from game.session.compose import compose_frames
from tools.command_line import check_names
from tools.drawn_texts import DrawnText, clipped, colliding, outside, overlapping, recorded
from tools.interface_driver import Driver
from tools.interface_views import VIEWS, View, opened

SIZE = re.compile(r"[1-9]\d{1,3}x[1-9]\d{1,3}")
SIZES = ("1280x720", "960x600", "1920x1080", "400x600")
SCALES = (1.0, 1.5, 2.0)
COLUMNS, CAPTION = 4, 16
"""Pictures beside one another on a sheet, and height of their names [pixels]."""
WIDEST = 640
"""Greatest width of a picture on a sheet [pixels]."""


def main() -> None:
    """Draw the sheets that the arguments ask for."""
    parser = argparse.ArgumentParser(description="contact sheets of every panel")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--views", nargs="*", default=[])
    parser.add_argument("--languages", nargs="*", default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="*", default=list(THEMES))
    parser.add_argument("--scales", nargs="*", type=float, default=SCALES)
    parser.add_argument("--sizes", nargs="*", default=SIZES)
    parser.add_argument("--check", action="store_true")
    chosen = parser.parse_args()
    check_names(parser, chosen.views, [view.name for view in VIEWS])
    check_names(parser, chosen.languages, list(LANGUAGES))
    check_names(parser, chosen.themes, list(THEMES))
    if wrong := [words for words in chosen.sizes if not SIZE.fullmatch(words)]:
        parser.error(f"--sizes {', '.join(wrong)}: must be WIDTHxHEIGHT, such as {SIZES[0]}")
    views = [view for view in VIEWS if not chosen.views or view.name in chosen.views]
    themes = chosen.themes[:1] if chosen.check else chosen.themes
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for words in chosen.sizes:
        width, height = map(int, words.split("x"))
        renderer = None if chosen.check else Renderer(headless_context(), (width, height), "low", 1.0)
        for language, theme, scale in itertools.product(chosen.languages, themes, chosen.scales):
            use_language(language)
            name = f"{words}-{language}-{theme}-{scale:g}"
            pictures = [_picture(view, (width, height), scale, theme, renderer, name) for view in views]
            if renderer is not None:
                sheet([view.name for view in views], pictures).save(chosen.folder / f"{name}.png")


def _picture(
    view: View, size: tuple[int, int], scale: float, theme: str, renderer: Renderer | None, name: str
) -> np.ndarray:
    """Return the picture of a view, and print what is wrong with its texts."""
    with opened(view, size, scale, theme) as driver:
        picture = np.zeros((1, 1, 3), np.uint8)
        if renderer is None:
            with recorded() as texts:
                driver.frame()
        else:
            with recorded() as texts:
                picture = _drawn(driver, renderer)
        for line in [
            *wrong(texts, view),
            *(f"outside: {each}" for each in outside(size)),
            *(f"colliding: {each}" for each in colliding()),
        ]:
            print(f"{name}: {view.name}: {line}")
        return picture


def _drawn(driver: Driver, renderer: Renderer) -> np.ndarray:
    """Return the picture of the scene with the panels."""
    rig = CameraRig(driver.session)
    rig.views(driver.size)
    rig.open(thoroughly=True)
    rig.fit_into(driver.interface.free)
    rig.settle()
    frames = compose_frames(driver.session, rig.views(driver.size), 1 / 60)
    driver.show(frames)
    renderer.draw(*frames)
    renderer.draw_interface(driver.frame())
    return renderer.read().copy()


def wrong(texts: Sequence[DrawnText], view: View) -> list[str]:
    """Return what cannot be read, a line for each text; typeset equations have boxes that overlap."""
    cut = [f"cut: {text.words!r} in {text.window}" for text in clipped(texts)]
    pairs = [] if view.prose else overlapping(texts)
    return cut + [f"over one another: {one.words!r}, {other.words!r} in {one.window}" for one, other in pairs]


def sheet(names: Sequence[str], pictures: Sequence[np.ndarray]) -> Image.Image:
    """Return a sheet of pictures (h, w, 3) uint8 with their names."""
    high, wide = pictures[0].shape[:2]
    share = min(1.0, WIDEST / wide)
    width, height = round(share * wide), round(share * high) + CAPTION
    columns = COLUMNS if wide > 500 else 2 * COLUMNS
    rows = math.ceil(len(pictures) / columns)
    whole = Image.new("RGB", (min(columns, len(pictures)) * width, rows * height), "white")
    for place, (name, picture) in enumerate(zip(names, pictures, strict=True)):
        x, y = place % columns * width, place // columns * height
        whole.paste(
            Image.fromarray(picture).resize((width, height - CAPTION), Image.Resampling.LANCZOS), (x, y + CAPTION)
        )
        ImageDraw.Draw(whole).text((x + 4, y + 2), name, fill="black")
    return whole


if __name__ == "__main__":
    main()
