"""Golden images: every preset in every tier, as it was looked at, and how to tell whether a new picture is the same.

`python -m tests.game.golden [PRESET ...]` renders them anew; look at each before keeping it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from game import scenefile
from game.app.offline import Studio
from game.model.frame import Checker, Instance, Paint
from game.render.gpu.gl_context import headless_context
from game.render.meshes.mesh_buffers import Bodies
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.session.compose import compose_frames

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SIZE = (480, 270)
FPS = 60
USUALLY = 3.0
SECONDS = {
    "fast-cone": 2.0,
    "paper-cone": 1.0,
    "loops": 2.0,
    "wheel": 2.0,
    "recipe": 1.0,
    "kovalevskaya": 2.0,
    "pole-crossing": 2.0,
    "asymmetric-top": 2.0,
    "free-asymmetric-3": 5.0,
    "rolling-tippe-top": 4.0,
    "flipping-tippe-top": 5.0,
    "egg-rising": 8.0,
    "rattleback": 5.5,
    "paper-rolling-top": 2.0,
    "trebuchet": 2.7,
    "trebuchet-paper": 0.75,
    "scale-model": 0.5,
    "scale-model-as-printed": 1.6,
    "fixed-counterweight": 2.6,
    "warwolf": 4.2,
    "backyard-pumpkin": 6.0,
    "golf-ball": 14.0,
    "headwind": 8.0,
    "bungee": 1.3,
    "whip": 2.0,
    "chain-50": 2.5,
}
"""Of watching, before a picture is taken; the others USUALLY."""
QUALITY = 96
"""Of the files: their losses are within what is allowed below."""
BLOCK = 6
MEAN, WORST = 0.5, 13.0
"""Allowed difference of blocks of pixels, in levels of 255: on average, and in the worst of two thousand."""

_renderer: list[Renderer] = []


def renderer() -> Renderer:
    """The one renderer of a process: its programs are made once."""
    if not _renderer:
        _renderer.append(Renderer(headless_context(), SIZE, "low"))
    return _renderer[0]


def studio(preset: str, camera: str | None = None) -> Studio:
    """A preset at its time, ready to be drawn."""
    made = Studio(scenefile.load(preset), SIZE, FPS, hud=False, camera=camera, renderer=renderer())
    for _ in range(round(SECONDS.get(preset, USUALLY) * FPS)):
        made.advance()
    return made


def picture(shown: Studio, tier: str) -> np.ndarray:
    """What is shown, (h, w, 3) uint8, in a tier."""
    shown.renderer.use(tier)
    return shown.picture()


@contextmanager
def instead(shown: Studio, **changes) -> Iterator[None]:
    """For a while parts of the scene are others; a change is a value, or a function of what is there."""

    def changed(*arguments):
        return [
            replace(each, **{key: new(getattr(each, key)) if callable(new) else new for key, new in changes.items()})
            for each in compose_frames(*arguments)
        ]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.app.offline.compose_frames", changed)
        yield


@contextmanager
def no_shadow() -> Iterator[None]:
    """For a while nothing casts a shadow."""
    draw_all = Bodies.draw_all
    Bodies.draw_all = lambda self, programs, into: None
    try:
        yield
    finally:
        Bodies.draw_all = draw_all


def other_colour(instances: list[Instance]) -> list[Instance]:
    """The bodies with red, green and blue exchanged."""

    def turned(paint: Paint | Checker | None) -> Paint | Checker | None:
        return paint and replace(paint, light=paint.light[::-1], dark=paint.dark[::-1])

    def tinted(tint: tuple[float, float, float]) -> tuple[float, float, float]:
        return 0.35 * tint[2], 0.8 * tint[1], 1.6 * tint[0]

    return [replace(each, tint=tinted(each.tint), paint=turned(each.paint)) for each in instances]


def blocks(picture: np.ndarray) -> np.ndarray:
    """Means over blocks of pixels."""
    h, w = (side // BLOCK * BLOCK for side in picture.shape[:2])
    return picture[:h, :w].reshape(h // BLOCK, BLOCK, w // BLOCK, BLOCK, 3).astype(float).mean(axis=(1, 3))


def difference(picture: np.ndarray, golden: np.ndarray) -> np.ndarray:
    """How far each block is from those of the golden image moved by up to a pixel: drivers differ by that."""
    aside = np.stack([blocks(np.roll(golden, (dy, dx), axis=(0, 1))) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    found = blocks(picture)
    beyond: np.ndarray = np.maximum(aside.min(axis=0) - found, found - aside.max(axis=0)).max(axis=-1)
    return np.maximum(beyond[1:-1, 1:-1], 0.0)


def same(picture: np.ndarray, golden: np.ndarray) -> bool:
    """Whether two pictures show the same, give or take a driver."""
    beyond = difference(picture, golden)
    return bool(beyond.mean() <= MEAN and np.quantile(beyond, 0.9995) <= WORST)


def place(preset: str, tier: str) -> Path:
    """The file of a golden image."""
    return FOLDER / f"{preset}-{tier}.webp"


def kept(preset: str, tier: str) -> np.ndarray:
    """The golden image of a preset in a tier, (h, w, 3) uint8."""
    with Image.open(place(preset, tier)) as image:
        return np.asarray(image.convert("RGB"))


def main() -> None:
    """Render those that are asked for, or all, into the folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for preset in sys.argv[1:] or scenefile.presets():
        shown = studio(preset)
        for tier in TIERS:
            Image.fromarray(picture(shown, tier)).save(place(preset, tier), "WEBP", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
