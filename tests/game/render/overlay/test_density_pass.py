"""Dots that a processor counts into pixels: the same picture as with drawn dots."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.model.frame import Points
from game.render.overlay import point_clouds
from game.render.overlay.density_pass import touched_blocks
from game.render.overlay.dot_counting import CountedDots
from game.render.renderer import Renderer
from physics.batch.cell_counts import BLOCK
from tests.game.render.small_scene import SIZE, scene, view_of

Make = Callable[..., Renderer]
IN_FRONT, BEHIND, BESIDE = (-0.03, -0.09, 0.22), (0.03, 0.09, 0.22), (0.12, -0.05, 0.30)
GREEN = (20, 220, 60)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every cloud counted."""
    monkeypatch.setattr(point_clouds, "COUNTED", 1)


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


def centred(point: tuple[float, float, float], right: float = 0.0, up: float = 0.0) -> np.ndarray:
    """Return the place at the same depth in the centre of its pixel, or some pixels off it."""
    view = view_of(SIZE)
    both = np.asarray(view.view, float) @ np.asarray(view.projection, float)
    clip = np.append(point, 1.0) @ both
    column, row = pixel(point)
    middle = np.array([column + 0.5 + right, SIZE[1] - row - 0.5 + up]) / SIZE
    clip[:2] = (2.0 * middle - 1.0) * clip[3]
    place = clip @ np.linalg.inv(both)
    return np.asarray(place[:3] / place[3])


def blurred(picture: np.ndarray, width: int = 8) -> np.ndarray:
    """Return the means of squares of pixels."""
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
        monkeypatch.setattr(point_clouds, "COUNTED", most)
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
        half = 0.5 if size == 2.0 else 0.0
        shown = drawn(renderer, cloud(centred(BESIDE, half, half), size=size))
        changed = np.abs(shown - drawn(renderer)).max(axis=2) > 20
        rows, columns = np.nonzero(changed)
        assert changed[y, x]
        assert len(rows) == {1.0: 1, 2.0: 4, 3.0: 5}[size]
        assert max(abs(rows - y).max(), abs(columns - x).max()) <= 1
        assert shown[y, x] == pytest.approx(GREEN, abs=1)


@pytest.mark.parametrize("size", [1.0, 2.0, 3.0])
@pytest.mark.usefixtures("counted")
def test_a_dot_moves_by_less_than_a_pixel(make: Make, size: float) -> None:
    """Check that the centroid follows the dot and that its brightness is constant."""
    renderer = make()
    bare = drawn(renderer)
    x, y = pixel(BESIDE)
    rows, columns = np.mgrid[0 : SIZE[1], 0 : SIZE[0]]
    near = (abs(rows - y) < 6) & (abs(columns - x) < 6)
    for right, up in ((0.0, 0.0), (0.25, 0.0), (0.5, 0.5), (0.7, 0.3), (-0.4, 0.1)):
        shown = drawn(renderer, cloud(centred(BESIDE, right, up), size=size))
        # The fraction of each pixel's colour that is the dot's.
        cover = np.where(near, (shown - bare)[..., 1] / np.maximum(GREEN[1] - bare[..., 1], 1.0), 0.0)
        assert cover.sum() == pytest.approx({1.0: 1, 2.0: 4, 3.0: 5}[size], rel=0.1)
        assert (cover * columns).sum() / cover.sum() - x == pytest.approx(right, abs=0.06)
        assert y - (cover * rows).sum() / cover.sum() == pytest.approx(up, abs=0.06)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_counted_dot_behind_a_body_is_faint(make: Make, scale: float) -> None:
    renderer = make(scale=scale)
    bare = drawn(renderer)
    x, y = pixel(BEHIND)
    faint = bare[y, x] + 0.3 * (np.array(GREEN) - bare[y, x])
    assert drawn(renderer, cloud(centred(BEHIND)))[y, x] == pytest.approx(faint, abs=3)
    x, y = pixel(IN_FRONT)
    assert drawn(renderer, cloud(centred(IN_FRONT)))[y, x] == pytest.approx(GREEN, abs=1)


@pytest.mark.usefixtures("counted")
def test_a_counted_dot_below_the_floor_is_faint(make: Make) -> None:
    renderer, below, above = make(), (0.12, -0.05, -0.02), (0.12, -0.05, 0.02)
    bare = drawn(renderer)
    x, y = pixel(below)
    faint = bare[y, x] + 0.3 * (np.array(GREEN) - bare[y, x])
    assert drawn(renderer, cloud(centred(below)))[y, x] == pytest.approx(faint, abs=3)
    x, y = pixel(above)
    assert drawn(renderer, cloud(centred(above)))[y, x] == pytest.approx(GREEN, abs=1)


def test_blocks_that_parts_of_the_target_overlap() -> None:
    parts, corner, shape = [(-5, 0, 10, 4), (60, 30, 20, 40), (500, 500, 9, 9)], (-4, -4), (3, 5)
    pixels = np.zeros((3 * BLOCK, 5 * BLOCK), bool)
    pixels[4:8, 0:9] = pixels[34:74, 64:84] = True
    expected = pixels.reshape(3, BLOCK, 5, BLOCK).any(axis=(1, 3))
    assert np.array_equal(touched_blocks(parts, corner, shape), expected)


@pytest.mark.usefixtures("counted")
def test_dots_that_lie_on_one_another_cover_more(make: Make) -> None:
    renderer = make()
    x, y = pixel(BESIDE)
    bare = drawn(renderer)[y, x]
    for count in (1, 2, 5, 400):
        cover = 1.0 - (1.0 - 51 / 255) ** min(count, 255)
        shown = drawn(renderer, cloud(np.tile(centred(BESIDE), (count, 1)), (*GREEN, 51)))[y, x]
        assert shown == pytest.approx(bare + cover * (np.array(GREEN) - bare), abs=2)


@pytest.mark.usefixtures("counted")
def test_colours_of_crowded_dots_are_mixed(make: Make) -> None:
    dots = cloud(np.tile(centred(BESIDE), (8, 1)))
    dots.colors[::2] = 255
    x, y = pixel(BESIDE)
    assert drawn(make(), dots)[y, x] == pytest.approx((np.array(GREEN) + 255) / 2, abs=2)


@pytest.mark.usefixtures("counted")
def test_non_finite_and_invisible_dots_are_not_counted(make: Make) -> None:
    eye = view_of(SIZE).eye
    past = eye + 0.3 * (eye - np.array([0.0, 0.0, 0.13]))
    nowhere = [(np.nan, 0.0, 0.2), (np.inf, 0.0, 0.2), tuple(past), (0.0, 40.0, 0.0), (0.0, 0.0, 9.0)]
    renderer = make()
    bare = drawn(renderer)
    assert np.array_equal(drawn(renderer, cloud(nowhere[:3])), bare)
    x, y = pixel(BESIDE)
    changed = np.abs(drawn(renderer, cloud([*nowhere, BESIDE])) - bare).max(axis=2) > 20
    assert changed[y, x]


def test_the_whole_picture_can_be_full_of_dots(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(point_clouds, "COUNTED", 1)
    view = view_of(SIZE)
    both = np.linalg.inv(np.asarray(view.view, float) @ np.asarray(view.projection, float))
    x, y = np.meshgrid(np.linspace(-1, 1, 2 * SIZE[0]), np.linspace(-1, 1, 2 * SIZE[1]))
    places = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.2), np.ones(x.size)], axis=1) @ both
    dots = cloud(places[:, :3] / places[:, 3:], size=3.0)
    counted = CountedDots()
    assert counted.count(dots, view, SIZE, dots.size)
    assert drawn(make(), dots) == pytest.approx(np.broadcast_to(GREEN, (SIZE[1], SIZE[0], 3)), abs=1)
