"""Clouds of dots, on a real OpenGL."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.model.frame import Points
from game.render.renderer import Renderer
from game.render.tiers import TIERS
from tests.game.render.small_scene import SIZE, scene, view_of

Make = Callable[..., Renderer]
IN_FRONT, BEHIND, BESIDE = (-0.03, -0.09, 0.22), (0.03, 0.09, 0.22), (0.12, -0.05, 0.30)
GREEN = (20, 220, 60, 255)


def dots(*places: tuple[float, float, float], color: tuple[int, ...] = GREEN, size: float = 6.0) -> Points:
    colors = np.tile(np.array(color, np.uint8), (len(places), 1))
    return Points(np.array(places, np.float32).reshape(-1, 3), colors, size)


def drawn(renderer: Renderer, *clouds: Points) -> np.ndarray:
    renderer.draw(scene(renderer.size, points=list(clouds)))
    renderer.check()
    return renderer.read().astype(int)


def pixel(point: tuple[float, float, float]) -> tuple[int, int]:
    place = view_of(SIZE).project(np.array(point, np.float32), SIZE)
    assert place is not None
    return int(place[0]), int(place[1])


def changed(renderer: Renderer, *clouds: Points) -> np.ndarray:
    """Return the change of each pixel by these clouds, (h, w)."""
    difference: np.ndarray = np.abs(drawn(renderer, *clouds) - drawn(renderer)).max(axis=2)
    return difference


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_a_dot_keeps_its_colour_and_its_size(make: Make, tier: str, scale: float) -> None:
    renderer = make(tier=tier, scale=scale)
    x, y = pixel(BESIDE)
    assert drawn(renderer, dots(BESIDE))[y, x] == pytest.approx(GREEN[:3], abs=1)
    area = (changed(renderer, dots(BESIDE, color=(255, 255, 255, 255), size=10.0)) > 60).sum()
    assert area == pytest.approx(np.pi * 25, rel=0.2)


def test_a_dot_is_round_with_a_soft_edge(make: Make) -> None:
    renderer = make()
    x, y = pixel(BESIDE)
    part = changed(renderer, dots(BESIDE, color=(255, 255, 255, 255), size=12.0))[y - 8 : y + 9, x - 8 : x + 9]
    rows = (part > 0).sum(axis=1)
    assert 12 <= rows.max() <= 14
    assert rows[3] < rows.max() - 2, "a square would be as wide everywhere"
    full = part.max()
    assert ((part > 0.1 * full) & (part < 0.9 * full)).sum() > 10


@pytest.mark.parametrize("tier", TIERS)
def test_a_dot_behind_a_body_is_faint(make: Make, tier: str) -> None:
    renderer = make(tier=tier)
    x, y = pixel(BEHIND)
    bare, faint = drawn(renderer)[y, x].astype(float), drawn(renderer, dots(BEHIND))[y, x].astype(float)
    assert faint == pytest.approx(bare + 0.3 * (np.array(GREEN[:3]) - bare), abs=3)
    x, y = pixel(IN_FRONT)
    assert drawn(renderer, dots(IN_FRONT))[y, x] == pytest.approx(GREEN[:3], abs=1)


def test_a_dot_on_a_surface_is_seen(make: Make) -> None:
    renderer = make()
    middle_of_the_top = (0.0, 0.0, 0.27)
    assert changed(renderer, dots(middle_of_the_top)).max() > 60


def test_non_finite_dots_and_dots_behind_the_eye_are_left_out(make: Make) -> None:
    eye = view_of(SIZE).eye
    past_the_eye = tuple(float(c) for c in eye + 0.3 * (eye - np.array([0.0, 0.0, 0.13])))
    nowhere = dots((np.nan, 0.0, 0.2), (np.inf, 0.0, 0.2), past_the_eye)
    renderer = make()
    assert changed(renderer, nowhere).max() == 0
    assert changed(renderer, nowhere, dots(BESIDE)).max() > 60


def test_clouds_of_every_length_follow_one_another(make: Make) -> None:
    renderer = make((64, 48))
    angle = np.linspace(0.0, 2 * np.pi, 3000)
    ring = np.stack([0.15 * np.cos(angle), 0.15 * np.sin(angle), np.full(3000, 0.3)], axis=1)
    lit = []
    for count in (0, 1, 2000, 10, 3000, 0):
        cloud = Points(ring[:count].astype(np.float32), np.full((count, 4), 255, np.uint8), 3.0)
        lit.append(int((changed(renderer, cloud, dots(BESIDE) if count else dots()) > 30).sum()))
    assert lit[0] == lit[-1] == 0
    assert 0 < lit[1] < lit[2] <= lit[4]


def test_opacity_lets_through_what_is_beneath(make: Make) -> None:
    renderer = make()
    x, y = pixel(BESIDE)
    whole, half = (drawn(renderer, dots(BESIDE, color=(*GREEN[:3], a)))[y, x] for a in (255, 128))
    assert half == pytest.approx(0.5 * (whole + drawn(renderer)[y, x]), abs=2)


def beads(*places: tuple[float, float, float], radius: float = 0.02, color: tuple[int, ...] = GREEN) -> Points:
    return replace(dots(*places, color=color, size=3.0), radius=radius)


@pytest.mark.parametrize(("tier", "round_"), [("low", False), ("medium", True), ("high", True)])
def test_beads_are_lit_from_the_left_above(make: Make, tier: str, round_: bool) -> None:
    x, y = pixel(BESIDE)
    picture = drawn(make(tier=tier), beads(BESIDE))
    if round_:
        other = drawn(make(tier=tier), beads(BESIDE, color=(255, 0, 255, 255)))  # over whatever is behind them
        area = (np.abs(picture - other).max(axis=2) > 50).sum()
        assert area == pytest.approx(np.pi * 9.3**2, rel=0.25)
        assert picture[y - 4, x - 4].sum() > 1.5 * picture[y + 4, x + 4].sum()
    else:
        assert 5 <= (changed(make(tier=tier), beads(BESIDE)) > 25).sum() <= 16


def test_a_nearer_bead_is_larger_and_lies_over_a_farther_one(make: Make) -> None:
    eye = view_of(SIZE).eye
    far = np.array(BESIDE)
    near = tuple(float(part) for part in far + 0.3 * (eye - far))
    renderer = make(tier="medium")
    areas = [(changed(renderer, beads(place)) > 25).sum() for place in (BESIDE, near)]
    assert areas[1] == pytest.approx(areas[0] / 0.7**2, rel=0.15)
    x, y = pixel(BESIDE)
    both = beads(near, BESIDE)
    both.colors[0] = (255, 0, 0, 255)
    picture = drawn(renderer, both)
    assert picture[y, x, 0] > picture[y, x, 1]
