"""What a picture costs: wall time of a frame of the default scene with its interface; the card has finished each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bench.timing import Timed, medians, quantity, ratio, table
from game import scenefile
from game.errors import NoOpenGL
from game.offline import Studio
from game.picture import Points
from game.render.context import describe
from game.render.tiers import TIERS

SIZE = (1280, 720)
FRAMES = 6
CLOUDS = ((1_000, 4.0), (10_000, 3.0), (100_000, 2.0))
"""How many dots, and their size [pixels]."""


def report() -> Iterator[str]:
    """Both tables, or why there are none."""
    try:
        studio = Studio(scenefile.load(scenefile.DEFAULT).changed(quality="low"), SIZE, 60, hud=True)
    except NoOpenGL as problem:
        yield f"No picture: {problem}"
        return
    yield from (f"{describe(studio.renderer.ctx)['renderer']}, {SIZE[0]}x{SIZE[1]} pixels.", "")
    yield from tiers(studio)
    yield ""
    yield from clouds(studio)


def tiers(studio: Studio) -> Iterator[str]:
    """One frame by each tier and scale."""

    def run(name: str, scale: float) -> None:
        studio.renderer.use(name, scale)
        for _ in range(FRAMES):
            studio.advance()
            studio.draw()
            studio.renderer.ctx.finish()

    steps = {f"{name}, {scale:.0%}": (name, scale) for name in TIERS for scale in (1.0, 0.75, 0.5)}
    timed = [Timed(title, lambda step=step: run(*step), FRAMES, time.perf_counter) for title, step in steps.items()]
    times = medians(timed, 5)
    first = next(iter(times.values()))
    rows = [(title, quantity(value), ratio(value, first)) for title, value in times.items()]
    yield from table(("quality, scale", "one frame", "to the first"), rows)


def clouds(studio: Studio) -> Iterator[str]:
    """What a cloud of dots adds to the cheapest frame."""
    studio.renderer.use("low")
    frame = studio.session.frame(studio.camera.view(SIZE[0] / SIZE[1]), 1 / 60)

    def run(points: list[Points]) -> None:
        for _ in range(FRAMES):
            studio.renderer.draw(replace(frame, points=points))
            studio.renderer.ctx.finish()

    timed = [Timed("", lambda: run([]), FRAMES, time.perf_counter)]
    for count, size in CLOUDS:
        points = [ring(count, studio.session.look.focus, studio.session.look.radius, size)]
        timed.append(Timed(str(count), lambda points=points: run(points), FRAMES, time.perf_counter))
    times = medians(timed, 5)
    rows = [(name, quantity(max(value - times[""], 0.0))) for name, value in times.items() if name]
    yield from table(("dots in a cloud", "added to a frame"), rows)


def ring(count: int, focus: np.ndarray, radius: float, size: float) -> Points:
    """Dots spread over a band round the focus, most of them in sight."""
    angle = np.linspace(0.0, 2 * np.pi, count)
    place = np.stack([np.cos(angle), np.sin(angle), 0.5 * np.sin(7.3 * angle)], axis=1) * (0.8 * radius) + focus
    return Points(place.astype(np.float32), np.full((count, 4), 255, np.uint8), size)
