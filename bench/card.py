"""Graphics card benchmark: time of a picture of each preset, tier by tier: `python -m bench --card FILE`.

Needs no screen: on Linux the context comes through EGL.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence

import moderngl

from bench.timing import table
from game import scenefile
from game.app.offline import OfflineRenderer
from game.model.errors import NoOpenGL
from game.model.frame import SceneFrame
from game.render.gpu.gl_context import describe, headless_context
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from game.session.compose import compose_frames
from physics import BadInput

SIZES = ((1920, 1080), (3840, 2160))
SETTLED = 60
"""Frames of a run before it is drawn."""
WARM = 3
FRAMES = 11

HEAD = """# On a graphics card

Written by `make card`: a frame of each preset a second after its start, without panels. Card: what the card was busy
with it, as it says itself, the median of {frames} frames. Wall: from the first command until the card is done.
"""


def lines(names: Sequence[str] = (), sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[str]:
    """Yield the report, as Markdown; names: of presets, by default all."""
    try:
        ctx = headless_context()
    except NoOpenGL as problem:
        yield f"No picture: {problem}"
        return
    told = describe(ctx)
    yield from (HEAD.format(frames=FRAMES), f"- {told['renderer']}, OpenGL {told['version']}")
    renderer = Renderer(ctx, sizes[0], "low")
    for size in sizes:
        yield from ("", f"## {size[0]}x{size[1]}", "")
        columns = [f"{tier}, {kind} [ms]" for tier in TIERS for kind in ("card", "wall")]
        rows = []
        for name in names or scenefile.presets():
            rows.append((name, *measured(renderer, name, size)))
        middles = (f"{statistics.median(float(row[k]) for row in rows):.2f}" for k in range(1, len(columns) + 1))
        yield from table(("preset", *columns), [*rows, ("median", *middles)])
    renderer.release()


def measured(renderer: Renderer, name: str, size: tuple[int, int]) -> tuple[str, ...]:
    """Return times of one preset [ms]: of the card and by the wall, for each tier."""
    renderer.resize(size)
    studio = OfflineRenderer(scenefile.load(name), size, 60, hud=False, renderer=renderer)
    for _ in range(SETTLED):
        studio.advance()
    frames = compose_frames(studio.session, studio.rig.views(size), 1 / 60)
    times: list[float] = []
    for tier in TIERS:
        renderer.use(tier)
        times += timed(renderer, frames)
    return tuple(f"{1e3 * seconds:.2f}" for seconds in times)


def timed(renderer: Renderer, frames: list[SceneFrame]) -> tuple[float, float]:
    """Return median seconds of the card and by the wall for a picture."""
    query: moderngl.Query = renderer.ctx.query(time=True)
    card, wall = [], []
    for turn in range(WARM + FRAMES):
        renderer.ctx.finish()
        started = time.perf_counter()
        with query:
            renderer.draw(*frames)
        renderer.ctx.finish()
        if turn >= WARM:
            wall.append(time.perf_counter() - started)
            card.append(query.elapsed * 1e-9)
    renderer.check()
    return statistics.median(card), statistics.median(wall)


def size_of(text: str) -> tuple[int, int]:
    """Return a size such as 1920x1080; raises BadInput."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 16 <= int(width) <= 8192 and 16 <= int(height) <= 8192):
        raise BadInput(f"--size {text}: must be WIDTHxHEIGHT, each from 16 to 8192 pixels")
    return int(width), int(height)
