"""Golden images: pictures that were looked at, and how to tell whether a new one is the same.

`python -m tests.game.golden` renders them anew; look at each before keeping it.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from game import scenefile
from game.offline import Studio

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SIZE = (480, 270)
CASES = {
    f"{scene}-{quality}": (scene, quality, seconds)
    for scene, seconds in (("fast-cone", 2.0), ("paper-cone", 1.0), ("loops", 2.0), ("wheel", 2.0))
    for quality in ("low", "medium")
}
CASES |= {
    f"{scene}-low": (scene, "low", seconds)
    for scene, seconds in (
        ("free-symmetric", 2.0),
        ("free-asymmetric-1", 3.0),
        ("free-asymmetric-2", 3.0),
        ("free-asymmetric-3", 5.0),
        ("wing-nut", 3.3),
        ("tennis-racket", 3.3),
        ("book", 3.3),
        ("kovalevskaya", 2.0),
        ("pole-crossing", 2.0),
        ("asymmetric-top", 2.0),
        ("recipe", 1.0),
    )
}
CASES |= {
    f"{scene}-low": (scene, "low", seconds)
    for scene, seconds in (
        ("rolling-tippe-top", 4.0),
        ("flipping-tippe-top", 5.0),
        ("tippe-no-flip", 3.0),
        ("egg-rolling", 4.0),
        ("egg-rising", 8.0),
        ("coin", 4.0),
        ("coin-straight", 3.0),
        ("rattleback", 5.5),
        ("rattleback-preferred", 2.0),
        ("sliding-cone", 4.0),
        ("peg-top", 4.0),
        ("paper-rolling-top", 2.0),
    )
}
CASES |= {
    f"{scene}-{quality}": (scene, quality, seconds)
    for scene, quality, seconds in (
        ("trebuchet", "low", 2.7),
        ("trebuchet", "medium", 2.7),
        ("scale-model", "low", 0.5),
        ("backyard-pumpkin", "low", 6.0),
        ("golf-ball", "low", 14.0),
    )
}
BLOCK = 6
MEAN, WORST = 1.6, 32.0
"""Allowed difference of blocks of pixels, in levels of 255: on average, and in the worst of a thousand."""


def studio(case: str, camera: str | None = None) -> Studio:
    """The scene of a case at its time, ready to be drawn."""
    scene, quality, seconds = CASES[case]
    made = Studio(scenefile.load(scene).changed(quality=quality), SIZE, 60, hud=False, camera=camera)
    for _ in range(round(seconds * 60)):
        made.advance()
    return made


def without(picture, **changes) -> np.ndarray:
    """The picture with parts of its scene replaced."""
    frame = picture.session.frame(picture.camera.view(SIZE[0] / SIZE[1]), 1 / 60)
    picture.renderer.draw(replace(frame, **changes))
    return picture.renderer.read()


def blocks(picture: np.ndarray) -> np.ndarray:
    """Means over blocks: edges may fall a pixel aside on another driver."""
    h, w = (side // BLOCK * BLOCK for side in picture.shape[:2])
    return picture[:h, :w].reshape(h // BLOCK, BLOCK, w // BLOCK, BLOCK, 3).astype(float).mean(axis=(1, 3))


def same(picture: np.ndarray, golden: np.ndarray) -> bool:
    """Whether two pictures show the same, give or take a driver."""
    difference = np.abs(blocks(picture) - blocks(golden)).max(axis=-1)
    return bool(difference.mean() <= MEAN and np.quantile(difference, 0.999) <= WORST)


def kept(case: str) -> np.ndarray:
    """The golden image of a case, (h, w, 3) uint8."""
    with Image.open(FOLDER / f"{case}.png") as image:
        return np.asarray(image.convert("RGB"))


def main() -> None:
    """Render all cases into the folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        Image.fromarray(studio(case).picture()).save(FOLDER / f"{case}.png", optimize=True)


if __name__ == "__main__":
    main()
