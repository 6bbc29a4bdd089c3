"""Wall time of a frame of the default scene with its interface, until the graphics card has finished it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace

from bench.timing import Timed, medians, quantity, ratio, table
from game import scenefile
from game.app.film_run import FilmOptions
from game.app.offline import OfflineRenderer
from game.experiments.cloud import dot_sizes
from game.model.frame import FadingLines, Points
from game.render.tiers import TIERS
from game.session.compose import compose_frame

SIZE = (1280, 720)
EYE = "azimuth=-62,elevation=14,distance=0.8677,target=0:0:0.1724"
"""A camera of its own, so that times of different dates compare: the frame of the window is made nearer at times."""
SHARP = FilmOptions(blur=1)
"""Pictures as in the window: a film's are the mean of several moments where something moves fast."""
SETTLED = 90
"""Frames of the run before the picture."""
FRAMES, WATCHED = 6, 24
"""Frames of a round: of a cloud, and of a tier, the first of which is drawn in full."""
CLOUDS = (1_000, 10_000, 100_000, 1_000_000)
SILK = ((100, 64), (1_000, 64))
"""Number of lines, and points of each."""


def opened() -> OfflineRenderer:
    """Return the default scene, some time after its start. Raises NoOpenGL."""
    scene = scenefile.load(scenefile.DEFAULT).changed(quality="low")
    studio = OfflineRenderer(scene, SIZE, 60, True, EYE, options=SHARP)
    for _ in range(SETTLED):
        studio.advance()
    return studio


def tiers(studio: OfflineRenderer) -> Iterator[str]:
    """Yield the table of one frame by each tier and scale."""

    def run(name: str, scale: float) -> None:
        studio.renderer.use(name, scale)
        for _ in range(WATCHED):
            studio.advance()
            studio.draw()
            studio.renderer.ctx.finish()

    steps = {f"{name}, {scale:.0%}": (name, scale) for name in TIERS for scale in (1.0, 0.75, 0.5)}
    timed = [Timed(title, lambda step=step: run(*step), WATCHED, time.perf_counter) for title, step in steps.items()]
    times = medians(timed, 5)
    first = next(iter(times.values()))
    rows = [(title, quantity(value), ratio(value, first)) for title, value in times.items()]
    yield from table(("quality, scale", "one frame", "to the first"), rows)


def clouds(studio: OfflineRenderer) -> Iterator[str]:
    """Yield the table of a whole frame with a cloud of dots, and the time that the cloud adds."""
    look = studio.session.look
    parts = {"": {}} | {f"{count:,} dots": {"points": [ring(count, look.focus, look.radius)]} for count in CLOUDS}
    yield from added(studio, parts, "low", 0.5)
    yield ""
    parts = {"": {}} | {
        f"{lines:,} lines of {moments} points": {"strands": [silk(lines, moments, look.focus, look.radius)]}
        for lines, moments in SILK
    }
    yield from added(studio, parts, "medium", 0.5)


def added(studio: OfflineRenderer, parts: dict[str, dict[str, Any]], tier: str, scale: float) -> Iterator[str]:
    """Yield a table of frames to which parts are added, by name; "" is the frame without any."""
    studio.renderer.use(tier, scale)

    def run(part: dict[str, Any]) -> None:
        for _ in range(FRAMES):
            frame = compose_frame(studio.session, studio.camera.view(SIZE[0] / SIZE[1]), 1 / 60)
            studio.renderer.draw(replace(frame, **part))
            studio.renderer.ctx.finish()

    timed = [Timed(name, lambda part=part: run(part), FRAMES, time.perf_counter) for name, part in parts.items()]
    times = medians(timed, 5)
    bare = times.pop("")
    rows = [(name, quantity(value), quantity(max(value - bare, 0.0))) for name, value in times.items()]
    yield from table((f"{tier}, {scale:.0%}, no panels", "one frame", "of this what is added"), rows)


def ring(count: int, focus: np.ndarray, radius: float) -> Points:
    """Return dots spread over a band round the focus, most of them visible, as large and as opaque as a cloud's."""
    angle = np.linspace(0.0, 2 * np.pi, count)
    place = np.stack([np.cos(angle), np.sin(angle), 0.5 * np.sin(7.3 * angle)], axis=1) * (0.8 * radius) + focus
    place += np.random.default_rng(0).normal(0.0, 0.06 * radius, place.shape)
    size, opacity = dot_sizes(count)
    return Points(place.astype(np.float32), np.full((count, 4), opacity, np.uint8), size)


def silk(lines: int, moments: int, focus: np.ndarray, radius: float) -> FadingLines:
    """Return lines beside one another round the focus."""
    past, start = np.linspace(0.0, 1.0, moments)[:, None], np.linspace(0.0, 2 * np.pi, lines)[None]
    tilt, turn = 1.2 + 0.9 * np.sin(6.0 + 2.1 * past + 0.5 * start), start + 3.0 * past
    axes = np.stack([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)], axis=-1)
    return FadingLines((0.7 * radius * axes + focus).astype(np.float32), np.full((lines, 4), 110, np.uint8))
