"""Make assets/thumbnails/moving: the pictures of the start card as they move, one file of frames for each scene.

`python -m tools.assets.make_moving_thumbnails` renders all of them, with names these alone. Look at them before you
commit them. Each file is one picture, WebP, with its frames below one another.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from game import scenefile
from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.model import resources
from game.model.scene_marks import MOVING_FRAMES, MOVING_RATE, MOVING_SIZE, MOVING_THUMBNAILS
from game.ui.learn.start_card import SCENES

SIZE, BLUR, QUALITY = (448, 252), 1, 60
"""Size at which the frames are rendered [pixels], moments whose mean one is, and quality of the file."""
SPANS = {
    "fast-cone": (2.4612, 3.6918),
    "trebuchet": (0.0, 1.5),
    "double-pendulum-cloud": (2.5, 8.5),
    "flipping-tippe-top": (0.0, 1.9),
}
"""From when to when each moves [simulated s]; the cone for three nutations."""


def frames(name: str) -> NDArray[np.uint8]:
    """Return the frames of a scene below one another, (MOVING_FRAMES h, w, 3)."""
    begin, end = SPANS[name]
    speed = (end - begin) * MOVING_RATE / MOVING_FRAMES
    scene = scenefile.load(name).changed(quality="low", speed=speed, slow_motion=False)
    studio = OfflineRenderer(scene, SIZE, MOVING_RATE, False, options=FilmOptions(blur=BLUR, titled=False))
    studio.session.run.shown.vectors = False
    studio.session.simulation.compile()
    for _ in range(round(begin / speed * MOVING_RATE)):
        studio.advance()
    made = []
    for _ in range(MOVING_FRAMES):
        picture = Image.fromarray(studio.picture())
        made.append(np.asarray(picture.resize(MOVING_SIZE, Image.Resampling.LANCZOS)))
        studio.advance()
    return np.concatenate(made)


def main() -> None:
    """Do what the arguments say."""
    arguments = argparse.ArgumentParser(description="Make the moving pictures of the start card.")
    arguments.add_argument("names", nargs="*", metavar="PRESET", help="only these")
    names = arguments.parse_args().names or SCENES
    if unknown := set(names) - set(SPANS):
        arguments.error(f"{', '.join(sorted(unknown))}: not on the start card; there are {', '.join(SPANS)}")
    folder = resources.root() / MOVING_THUMBNAILS
    folder.mkdir(exist_ok=True)
    for name in names:
        path = folder / f"{name}.webp"
        Image.fromarray(frames(name)).save(path, quality=QUALITY, method=6)
        print(f"{path}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
