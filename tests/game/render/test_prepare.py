"""Objects are made on the card ahead of a change of quality, and never while pictures follow one another."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace

from game import scenefile
from game.app.offline import OfflineRenderer
from game.model.frame import Curve, FadingLines, Points, SceneFrame
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import ribbon, scene

Make = Callable[..., Renderer]
KINDS = (
    "buffer",
    "texture",
    "texture3d",
    "texture_array",
    "texture_cube",
    "depth_texture",
    "renderbuffer",
    "depth_renderbuffer",
    "framebuffer",
    "vertex_array",
    "program",
    "query",
    "sampler",
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return a count of the objects of each kind made on the card."""
    counts: Counter[str] = Counter()

    def count(kind: str) -> None:
        make_it = getattr(moderngl.Context, kind)

        def counted(self: moderngl.Context, *args: object, **options: object) -> object:
            counts[kind] += 1
            return make_it(self, *args, **options)

        monkeypatch.setattr(moderngl.Context, kind, counted)

    for kind in KINDS:
        count(kind)
    return counts


@pytest.mark.parametrize(
    ("preset", "quality", "pictures"),
    [
        ("fast-cone", "high", 17),
        ("free-asymmetric-1", "low@0.5", 17),
        pytest.param("free-asymmetric-1", "low@0.5", 67, marks=pytest.mark.long),
        pytest.param("fast-cone", "high", 67, marks=pytest.mark.long),
        pytest.param("trebuchet", "medium", 67, marks=pytest.mark.long),
        pytest.param("chain-50", "low", 67, marks=pytest.mark.long),
    ],
)
def test_nothing_is_made_while_a_scene_runs(preset: str, quality: str, pictures: int, made: Counter[str]) -> None:
    studio = OfflineRenderer(scenefile.load(preset).changed(quality=quality), (48, 27), 60, hud=False)
    for frame in range(pictures):
        for _ in range(3):
            studio.advance()
        studio.draw()
        if frame == 3:
            assert made["buffer"], "the count itself works"
            made.clear()
    studio.renderer.check()
    assert not made
    studio.renderer.release()


@pytest.mark.parametrize("software", [True, pytest.param(False, marks=pytest.mark.long)])
def test_prepared_tiers_compile_nothing_when_they_are_used(make: Make, made: Counter[str], software: bool) -> None:
    renderer = make(tier="low", software=software)
    frame = scene(ribbons=[ribbon()])
    renderer.draw(frame)
    picture, steps = renderer.read(), []
    while True:
        made.clear()
        if not renderer.prepare(frame):
            break
        steps.append(made["program"])
        assert len(steps) < 100
    assert sum(steps) > 20
    assert np.array_equal(renderer.read(), picture), "the finished picture stays"
    renderer.draw(frame)
    assert np.array_equal(renderer.read(), picture), "and so does what follows"
    for name in TIERS:
        renderer.use(name)
        renderer.draw(frame)
    assert not made["program"]
    assert not renderer.prepare(frame)


@pytest.mark.parametrize("software", [True, pytest.param(False, marks=pytest.mark.long)])
def test_overlays_that_appear_later_find_their_programs_compiled(
    make: Make, made: Counter[str], software: bool
) -> None:
    """Check that a first curve, tube, arrow, ghost or cloud does not delay a picture in any tier."""
    renderer = make(software=software)
    bare = SceneFrame(scene().view, scene().focus, scene().radius, instances=scene().instances)
    renderer.draw(bare)
    while renderer.prepare(bare):
        pass
    made.clear()
    line = np.array([(0.0, 0.0, 0.2), (0.1, 0.0, 0.2), (0.1, 0.1, 0.2)], np.float32)
    shades = np.full((20_000, 4), 200, np.uint8)
    ghost = replace(bare.instances[0], opacity=0.3)
    for tier, number in itertools.product(TIERS, (3, 20_000)):
        renderer.use(tier)
        cloud = Points(np.resize(line, (number, 3)), shades[:number])
        renderer.draw(
            replace(
                scene(ribbons=[ribbon()]),
                instances=[*bare.instances, ghost, replace(ghost, veil=True)],
                curves=[Curve(line, (1.0, 1.0, 1.0)), Curve(line, (1.0, 1.0, 1.0), tube=0.01)],
                points=[cloud, replace(cloud, radius=0.01)],
                strands=[FadingLines(line[:, None], shades[:1])],
            )
        )
    assert not made["program"]


def test_a_prepared_tier_draws_the_same_picture(make: Make) -> None:
    renderer, frame = make(tier="low"), scene(ribbons=[ribbon()])
    renderer.draw(frame)
    while renderer.prepare(frame):
        pass
    renderer.use("high")
    renderer.draw(frame)
    other = make(tier="high")
    other.draw(frame)
    assert np.array_equal(renderer.read(), other.read())
