"""Many fading lines, on a real OpenGL."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from game.model.frame import FadingLines
from game.render.overlay.fading_lines import (
    MAX_JOINED,
    MAX_MISS,
    MIN_OPACITY,
    count_invisible,
    moments_per_stretch,
)
from game.render.renderer import Renderer
from tests.game.render.small_scene import SIZE, scene, view_of

Make = Callable[..., Renderer]
GREEN = (20, 220, 60, 255)


def across(height: float, moments: int = 30, depth: float = -0.1) -> np.ndarray:
    """Return places (k, 3) of a line from the left, its old end, to the right."""
    along = np.linspace(-0.18, 0.18, moments)
    return np.stack([along, np.full(moments, depth), np.full(moments, height)], axis=1)


def strands(*lines: np.ndarray, colors: tuple[tuple[int, ...], ...] = (), width: float = 4.0) -> FadingLines:
    shades = np.array(colors or (GREEN,) * len(lines), np.uint8)
    return FadingLines(np.stack(lines, axis=1).astype(np.float32), shades, width)


def drawn(renderer: Renderer, *bundles: FadingLines) -> np.ndarray:
    renderer.draw(scene(renderer.size, strands=list(bundles)))
    renderer.check()
    return renderer.read().astype(int)


def change(renderer: Renderer, *bundles: FadingLines) -> np.ndarray:
    difference: np.ndarray = np.abs(drawn(renderer, *bundles) - drawn(renderer)).max(axis=2)
    return difference


def pixel(point: np.ndarray) -> tuple[int, int]:
    place = view_of(SIZE).project(np.asarray(point, np.float32), SIZE)
    assert place is not None
    return int(place[0]), int(place[1])


@pytest.mark.parametrize("tier", ["medium", "high"])
def test_a_line_goes_where_its_points_are_and_fades_towards_the_old(make: Make, tier: str) -> None:
    line = across(0.30)
    changed = change(make(tier=tier), strands(line))
    young, middle, old = (changed[pixel(line[k])[1], pixel(line[k])[0]] for k in (-2, 15, 2))
    assert young > 2 * middle > 4 * old
    assert 0 < (changed > 20).any(axis=0).sum() < SIZE[0] - 40


def test_tier_low_draws_no_fading_lines(make: Make) -> None:
    assert change(make(tier="low"), strands(across(0.30))).max() == 0


def test_every_line_has_its_own_colour(make: Make) -> None:
    count = 1500  # more than one row of the texture of colours
    lines = [across(0.10 + 0.25 * k / count, 4) for k in range(count)]
    colors = np.zeros((count, 4), np.uint8)
    colors[:] = (0, 0, 255, 255)
    colors[1200:] = (255, 0, 0, 255)
    renderer = make(tier="medium")
    picture = drawn(renderer, strands(*lines, colors=tuple(map(tuple, colors)), width=3.0))
    for k, expected in ((1350, 0), (300, 2)):
        x, y = pixel(lines[k][-1] - (0.01, 0, 0))
        assert picture[y, x].argmax() == expected


def test_nan_interrupts_only_its_own_line(make: Make) -> None:
    whole, broken = across(0.30), across(0.26)
    broken[20:24] = np.nan
    changed = change(make(tier="medium"), strands(whole, broken))
    for line, there in ((whole, True), (broken, False)):
        x, y = pixel(across(0.30 if line is whole else 0.26)[22])
        assert (changed[y, x] > 60) == there
    x, y = pixel(broken[28])
    assert changed[y, x] > 60


def test_behind_a_body_a_line_is_faint(make: Make) -> None:
    renderer = make(tier="medium")
    seen, hidden = across(0.22), across(0.22, depth=0.1)
    x, y = pixel(np.array((0.0, -0.1, 0.22)))
    u, v = pixel(np.array((0.03, 0.1, 0.22)))
    assert change(renderer, strands(seen))[y, x] > 2 * change(renderer, strands(hidden))[v, u] > 0


def test_bundles_of_every_size_follow_one_another(make: Make) -> None:
    renderer = make((64, 48), tier="medium")
    lit = []
    for moments, lines in ((1, 3), (2, 1), (90, 40), (5, 40), (200, 2), (30, 0)):
        bundle = strands(*(across(0.2 + 0.004 * k, moments) for k in range(lines or 1)))
        if not lines:
            bundle = FadingLines(bundle.points[:, :0], bundle.colors[:0])
        lit.append(int((change(renderer, bundle, strands(across(0.30)) if lines > 1 else bundle) > 25).sum()))
    assert lit[5] == 0
    assert 0 < lit[1] < lit[2]
    assert lit[3] > 0 and lit[4] > 0


@pytest.mark.parametrize("bend", [0.0, 0.3, 1.0, 4.0, 40.0])
def test_points_are_joined_as_long_as_the_curve_stays_within_a_fraction_of_a_pixel(bend: float) -> None:
    """Check circles with given distances, in pixels [m], between a point and the chord of its neighbours."""
    angle = np.linspace(0.0, 2.0, 61)
    radius = 8.0 * bend / angle[2] ** 2
    circle = np.stack([radius * np.cos(angle), radius * np.sin(angle), 0.0 * angle], axis=1)
    points = circle[:, None].astype(np.float32)
    step = moments_per_stretch(points, MAX_MISS)
    chords = [circle[k : k + step + 1] for k in range(0, 60 - step, step)]
    off = max(float(np.abs(np.linalg.norm(c - 0.5 * (c[0] + c[-1]), axis=1)[len(c) // 2]).max()) for c in chords)
    assert off <= 1.02 * MAX_MISS or step == 1
    assert step == (MAX_JOINED if bend < 0.1 else 2 if bend == 0.3 else 1)
    assert moments_per_stretch(points, 0.0) == 1, "where nothing is known of pixels"


def test_invisibly_old_points_are_not_drawn() -> None:
    line = across(0.3, 101)
    bright, faint = strands(line), strands(line, colors=((20, 220, 60, 30),))
    for each in (bright, faint):
        last = (count_invisible(each) / 100.0) ** 2 * each.colors[0, 3]
        first = ((count_invisible(each) + 2) / 100.0) ** 2 * each.colors[0, 3]
        assert last <= MIN_OPACITY < first
    assert count_invisible(strands(line[:2], colors=((0, 0, 0, 0),))) == 0


@pytest.mark.parametrize("points", [90, 14])
def test_joined_points_look_like_all_points(make: Make, monkeypatch: pytest.MonkeyPatch, points: int) -> None:
    angle = np.linspace(0.0, 3.0, points)
    lines = [
        np.stack([(0.05 + 0.002 * k) * np.cos(angle), -0.1 + 0.0 * angle, 0.25 + 0.05 * np.sin(angle)], axis=1)
        for k in range(30)
    ]
    renderer, pictures = make(tier="medium"), []
    bare = drawn(renderer)
    for most in (MAX_JOINED, 1):
        monkeypatch.setattr("game.render.overlay.fading_lines.MAX_JOINED", most)
        pictures.append(drawn(renderer, strands(*lines, width=2.0)))
    changed = np.abs(pictures[1] - bare).mean()
    off = np.abs(pictures[0] - pictures[1]).mean()
    assert off < 0.05 * changed
    assert (off > 0.0) == (points > 20), "few points are all needed"
