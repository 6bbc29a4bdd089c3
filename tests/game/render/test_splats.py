"""Dots that a processor counts into pixels: the same picture as of dots that are drawn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.picture import Points
from game.render import points
from game.render.renderer import Renderer
from game.render.splats import Counted, projected
from tests.game.render.small_scene import SIZE, scene, view_of

Make = Callable[..., Renderer]
IN_FRONT, BEHIND, BESIDE = (-0.03, -0.09, 0.22), (0.03, 0.09, 0.22), (0.12, -0.05, 0.30)
GREEN = (20, 220, 60)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cloud is counted."""
    monkeypatch.setattr(points, "COUNTED", 1)


def cloud(places: np.ndarray, color: tuple[int, ...] = (*GREEN, 255), size: float = 1.0) -> Points:
    places = np.asarray(places, np.float32).reshape(-1, 3)
    return Points(places, np.tile(np.array(color, np.uint8), (len(places), 1)), size)


def drawn(renderer: Renderer, *clouds: Points) -> np.ndarray:
    renderer.draw(scene(renderer.size, points=list(clouds)))
    renderer.check()
    return renderer.read().astype(float)


def pixel(point: tuple[float, float, float]) -> tuple[int, int]:
    place = view_of(SIZE).project(np.array(point, np.float32), SIZE)
    assert place is not None
    return int(place[0]), int(place[1])


def blurred(picture: np.ndarray, width: int = 8) -> np.ndarray:
    """Means of squares of pixels."""
    high, wide, _ = picture.shape
    squares = picture[: high // width * width, : wide // width * width]
    return np.asarray(squares.reshape(high // width, width, wide // width, width, 3).mean(axis=(1, 3)))


@pytest.mark.parametrize(("count", "size", "opacity"), [(3000, 2.0, 160), (40_000, 1.0, 60), (3000, 3.0, 255)])
def test_counted_dots_look_like_drawn_ones(
    make: Make, monkeypatch: pytest.MonkeyPatch, count: int, size: float, opacity: int
) -> None:
    random = np.random.default_rng(7)
    places = random.normal((0.0, 0.0, 0.25), (0.10, 0.10, 0.05), (count, 3))
    colors = np.full((count, 4), opacity, np.uint8)
    colors[:, :3] = random.integers(60, 255, (count, 3))
    dots = Points(places.astype(np.float32), colors, size)
    renderer = make()
    pictures = []
    for most in (10**9, 1):
        monkeypatch.setattr(points, "COUNTED", most)
        pictures.append(blurred(drawn(renderer, dots)))
    bare = blurred(drawn(renderer))
    change = np.abs(pictures[0] - bare).mean()
    assert np.abs(pictures[0] - pictures[1]).mean() < 0.25 * change
    assert np.abs(pictures[1] - bare).mean() == pytest.approx(change, rel=0.3)


@pytest.mark.usefixtures("counted")
def test_a_counted_dot_is_where_it_belongs_and_keeps_its_colour(make: Make) -> None:
    x, y = pixel(BESIDE)
    for size in (1.0, 2.0, 3.0):
        renderer = make()
        changed = np.abs(drawn(renderer, cloud([BESIDE], size=size)) - drawn(renderer)).max(axis=2) > 20
        rows, columns = np.nonzero(changed)
        assert changed[y, x]
        assert len(rows) == {1.0: 1, 2.0: 4, 3.0: 5}[size]
        assert max(abs(rows - y).max(), abs(columns - x).max()) <= 1
        assert drawn(renderer, cloud([BESIDE], size=size))[y, x] == pytest.approx(GREEN, abs=1)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_counted_dot_behind_a_body_is_faint(make: Make, scale: float) -> None:
    renderer = make(scale=scale)
    bare = drawn(renderer)
    x, y = pixel(BEHIND)
    faint = bare[y, x] + 0.3 * (np.array(GREEN) - bare[y, x])
    assert drawn(renderer, cloud([BEHIND]))[y, x] == pytest.approx(faint, abs=3)
    x, y = pixel(IN_FRONT)
    assert drawn(renderer, cloud([IN_FRONT]))[y, x] == pytest.approx(GREEN, abs=1)


@pytest.mark.usefixtures("counted")
def test_dots_that_lie_on_one_another_cover_more(make: Make) -> None:
    renderer = make()
    x, y = pixel(BESIDE)
    bare = drawn(renderer)[y, x]
    for count in (1, 2, 5, 400):
        cover = 1.0 - (1.0 - 51 / 255) ** min(count, 255)
        shown = drawn(renderer, cloud([BESIDE] * count, (*GREEN, 51)))[y, x]
        assert shown == pytest.approx(bare + cover * (np.array(GREEN) - bare), abs=2)


@pytest.mark.usefixtures("counted")
def test_where_they_crowd_colours_are_mixed(make: Make) -> None:
    dots = cloud([BESIDE] * 8)
    dots.colors[::2] = 255
    x, y = pixel(BESIDE)
    assert drawn(make(), dots)[y, x] == pytest.approx((np.array(GREEN) + 255) / 2, abs=2)


@pytest.mark.usefixtures("counted")
def test_what_is_nowhere_or_out_of_sight_is_not_counted(make: Make) -> None:
    eye = view_of(SIZE).eye
    past = eye + 0.3 * (eye - np.array([0.0, 0.0, 0.13]))
    nowhere = [(np.nan, 0.0, 0.2), (np.inf, 0.0, 0.2), tuple(past), (0.0, 40.0, 0.0), (0.0, 0.0, 9.0)]
    renderer = make()
    bare = drawn(renderer)
    assert np.array_equal(drawn(renderer, cloud(nowhere[:3])), bare)
    x, y = pixel(BESIDE)
    changed = np.abs(drawn(renderer, cloud([*nowhere, BESIDE])) - bare).max(axis=2) > 20
    assert changed[y, x]
    *_, kept = projected(np.array([*nowhere[:3], BESIDE], np.float32), view_of(SIZE), SIZE)
    assert kept is not None and list(kept) == [3]


def test_the_whole_picture_can_be_full_of_dots(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points, "COUNTED", 1)
    view = view_of(SIZE)
    both = np.linalg.inv(np.asarray(view.view, float) @ np.asarray(view.projection, float))
    x, y = np.meshgrid(np.linspace(-1, 1, 2 * SIZE[0]), np.linspace(-1, 1, 2 * SIZE[1]))
    places = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.2), np.ones(x.size)], axis=1) @ both
    dots = cloud(places[:, :3] / places[:, 3:], size=3.0)
    counted = Counted()
    assert counted.count(dots, view, SIZE, dots.size)
    assert drawn(make(), dots) == pytest.approx(np.broadcast_to(GREEN, (SIZE[1], SIZE[0], 3)), abs=1)
