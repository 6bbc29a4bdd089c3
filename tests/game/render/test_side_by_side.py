"""Pictures side by side."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import moderngl
import numpy as np
import pytest
from msgspec.structs import replace

from game.model.frame import SceneFrame, side_by_side
from game.render.renderer import SEAM, Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import arrow, ribbon, scene, view_of

Make = Callable[..., Renderer]
MAKERS = ("buffer", "texture", "framebuffer", "vertex_array", "program", "renderbuffer", "depth_texture")


def pair(size: tuple[int, int]) -> tuple[SceneFrame, SceneFrame]:
    """Return two different frames: the scene with its overlays, and the stand alone from elsewhere."""
    left, right = (place[2:] for place in side_by_side(size, 2))
    other = scene(right, view=view_of(right, azimuth=-0.4))
    return scene(left, arrows=[arrow()], ribbons=[ribbon()]), replace(other, instances=other.instances[1:])


CASES = list(itertools.product(TIERS, [(320, 200), (321, 201), (97, 40)], [1.0, 0.5]))
"""Tier, size and scale; `make test` takes two of five, with every value of each."""


@pytest.mark.parametrize(
    ("tier", "size", "scale"),
    [pytest.param(*case, marks=() if place % 5 in (0, 2) else pytest.mark.long) for place, case in enumerate(CASES)],
)
def test_each_picture_side_by_side_equals_the_one_drawn_alone(
    make: Make, tier: str, size: tuple[int, int], scale: float
) -> None:
    both = make(size, tier, scale)
    frames = pair(size)
    both.draw(*frames)
    picture = both.read().astype(int)
    for (x, _, width, height), frame in zip(side_by_side(size, 2), frames, strict=True):
        alone = make((width, height), tier, scale)
        alone.draw(frame)
        part = picture[:, x : x + width]
        inside = slice(1, width - 1)
        assert np.abs(part - alone.read())[:, inside].max() <= 1


def test_a_line_runs_between_them(make: Make) -> None:
    renderer = make((200, 100))
    renderer.draw(*pair((200, 100)))
    line = renderer.read()[:, 99:101]
    assert np.abs(line - 255 * np.array(SEAM)).max() <= 1


def test_a_single_picture_after_a_pair_is_unchanged(make: Make) -> None:
    renderer = make((200, 100))
    renderer.draw(scene((200, 100)))
    before = renderer.read()
    renderer.draw(*pair((200, 100)))
    assert (renderer.read() != before).any()
    renderer.draw(scene((200, 100)))
    assert np.array_equal(renderer.read(), before)


@pytest.mark.parametrize("tier", TIERS)
def test_any_size_can_be_split(make: Make, tier: str) -> None:
    renderer = make((64, 48), tier)
    for size in ((1, 1), (2, 3), (3, 7), (131, 77), (64, 48)):
        renderer.resize(size)
        renderer.draw(*(scene((max(w, 1), h)) for _, _, w, h in side_by_side(size, 2)))
        renderer.check()
        assert renderer.read().shape == (size[1], size[0], 3)


def test_nothing_is_made_on_the_card_while_two_are_drawn(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = make((320, 200), "medium")
    renderer.draw(*pair((320, 200)))
    made: Counter[str] = Counter()

    def count(kind: str) -> None:
        make_it = getattr(moderngl.Context, kind)

        def counted(self: moderngl.Context, *args: object, **options: object) -> object:
            made[kind] += 1
            return make_it(self, *args, **options)

        monkeypatch.setattr(moderngl.Context, kind, counted)

    for kind in MAKERS:
        count(kind)
    for _ in range(5):
        renderer.draw(*pair((320, 200)))
    assert not made
    renderer.draw(scene((320, 200)))
    renderer.draw(*pair((320, 200)))
    assert made["framebuffer"], "the count itself works"


def test_parts_cover_the_picture_without_gaps() -> None:
    assert side_by_side((1280, 720), 1) == [(0, 0, 1280, 720)]
    for width in (0, 1, 7, 1281):
        parts = side_by_side((width, 5), 2)
        assert parts[0][0] == 0
        assert parts[0][2] == parts[1][0]
        assert sum(part[2] for part in parts) == width
        assert abs(parts[0][2] - parts[1][2]) <= 1
    assert side_by_side((10, 10), 0) == []
