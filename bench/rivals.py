"""One picture of the top on its floor, drawn and read: Polhode, MuJoCo's classic renderer and Filament, interleaved.

`python -m bench.rivals FOLDER` writes the pictures themselves, to check what is compared.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from PIL import Image

from bench import filament, mujoco_picture
from bench.mujoco_picture import AS_IT_COMES, Drawing, Picture
from bench.picture import SIZE, opened
from bench.timing import Timed, medians, quantity, ratio, table
from bench.tops import Missing
from game.app.offline import OfflineRenderer
from game.model.frame import SceneFrame, View
from game.render.renderer import Renderer
from game.session.compose import compose_frame
from tools.command_line import command_line

OURS = (("low", 0.5), ("low", 0.75), ("low", 1.0), ("medium", 0.75), ("medium", 1.0), ("high", 0.75), ("high", 1.0))
MOVED = ("low", 1.0), ("medium", 1.0), ("high", 1.0)
"""Settings also drawn with a moving camera: all of the picture changes, while else only what has changed is drawn."""
SWAY = 0.002
"""Amplitude of the camera's rotation about the top, to and fro [rad]."""
OURS_ARE = "Polhode"
CLASSIC = {
    "MuJoCo, classic": AS_IT_COMES,
    "MuJoCo, classic, reflecting floor": Drawing(mirror=True),
    "MuJoCo, classic, bare": Drawing(shadows=False, samples=0),
}
FILAMENT = {
    "MuJoCo, Filament": AS_IT_COMES,
    "MuJoCo, Filament, reflecting floor": Drawing(mirror=True),
    "MuJoCo, Filament, reflecting floor, physical": Drawing(mirror=True, physical=True),
    "MuJoCo, Filament, bare": Drawing(shadows=False, post=False),
}
MEASURES = {
    "to classic": "MuJoCo, classic",
    "to classic, bare": "MuJoCo, classic, bare",
    "to Filament": "MuJoCo, Filament",
    "to Filament, physical": "MuJoCo, Filament, reflecting floor, physical",
}
"""Column headings, and the contender with whose time ours are compared."""
ROUNDS = 7
FRAMES = 2


def report(studio: OfflineRenderer, size: tuple[int, int]) -> Iterator[str]:
    """Yield the table, and messages about what is missing."""
    with contextlib.ExitStack() as stack:
        missing: list[str] = []
        draws = everyone(studio, size, stack, missing)
        timed = [Timed(name, several(draw), FRAMES, time.perf_counter) for name, draw in draws.items()]
        times = medians(timed, ROUNDS)
        measures = {head: of for head, of in MEASURES.items() if of in times}
        yield from table(
            ("one picture, drawn and read", "time", *measures), [row(name, times, measures) for name in times]
        )
        yield from ("", *(f"Missing: {problem}." for problem in missing)) if missing else ()


def row(name: str, times: Mapping[str, float], measures: Mapping[str, str]) -> tuple[str, ...]:
    """Return one picture's time; for ours, how many times faster it is, too."""
    ours = name.startswith(OURS_ARE)
    return (
        name,
        quantity(times[name]),
        *(f"{ratio(times[of], times[name])}×" if ours else "" for of in measures.values()),
    )


def several(draw: Callable[[], object]) -> Callable[[], None]:
    """Return a function that draws `FRAMES` pictures."""

    def run() -> None:
        for _ in range(FRAMES):
            draw()

    return run


def everyone(
    studio: OfflineRenderer, size: tuple[int, int], stack: contextlib.ExitStack, missing: list[str]
) -> dict[str, Callable[[], object]]:
    """Return the drawing functions that are available, by name; reasons of the others go into `missing`."""
    frame = still_life(studio, size)
    draws: dict[str, Callable[[], object]] = {}
    for (tier, scale), sway in (*((each, 0.0) for each in OURS), *((each, SWAY) for each in MOVED)):
        renderer = Renderer(studio.renderer.ctx, size, tier, scale)
        stack.callback(free, renderer)
        draws[f"{OURS_ARE}, {tier}, {scale:.0%}{', eye moving' if sway else ''}"] = ours(studio, renderer, size, sway)
    try:
        for name, drawing in CLASSIC.items():
            draws[name] = mujoco_picture.classic(frame, size, drawing)
        for name, drawing in FILAMENT.items():
            draws[name] = stack.enter_context(filament.opened(frame, size, drawing))
    except Missing as problem:
        missing.append(str(problem))
    return draws


def free(renderer: Renderer) -> None:
    """Free a renderer in its own context."""
    with renderer.ctx:
        renderer.release()


def still_life(studio: OfflineRenderer, size: tuple[int, int]) -> SceneFrame:
    """Return the frame without lines, arrows and labels: what all contenders can draw."""
    frame = compose_frame(studio.session, studio.camera.view(size[0] / size[1]), 1 / 60)
    for ink in (frame.ribbons, frame.curves, frame.arrows, frame.labels, frame.points):
        ink.clear()
    return frame


def ours(
    studio: OfflineRenderer, renderer: Renderer, size: tuple[int, int], sway: float = 0.0
) -> Callable[[], Picture]:
    """Return a function that builds a frame, as MuJoCo does, draws and reads it. sway [rad]: of the camera."""
    sides = itertools.cycle((0.5 * sway, -0.5 * sway))

    def draw() -> Picture:
        frame = still_life(studio, size)
        with renderer.ctx:
            renderer.draw(replace(frame, view=aside(frame.view, next(sides))) if sway else frame)
            return renderer.read()

    return draw


def aside(view: View, angle: float) -> View:
    """Return the same view from a camera turned about the vertical through the origin."""
    turn = np.eye(4, dtype=np.float32)
    turn[:2, :2] = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    return replace(view, view=turn @ view.view, eye=(turn[:3, :3] @ view.eye).astype(np.float32))


def keep(studio: OfflineRenderer, size: tuple[int, int], folder: Path) -> None:
    """Write the picture of each contender."""
    missing: list[str] = []
    with contextlib.ExitStack() as stack, tempfile.TemporaryDirectory() as room:
        for name, draw in everyone(studio, size, stack, missing).items():
            if name in FILAMENT:
                raw = Path(room, "picture")
                draw(str(raw))  # type: ignore[call-arg]
                pixels = np.frombuffer(raw.read_bytes(), np.uint8).reshape(size[1], size[0], 3)
            else:
                pixels = np.asarray(draw())
            Image.fromarray(pixels).save(folder / f"{name.replace(', ', '-').replace(' ', '_').lower()}.png")
    print(*missing, sep="\n", end="")


if __name__ == "__main__":
    options = command_line()
    options.add_argument("folder", type=Path, help="in which the pictures are kept")
    keep(opened(), SIZE, options.parse_args().folder)
