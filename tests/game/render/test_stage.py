"""The studio's table and backdrop, and the void: where one ends and the other begins, and what lies on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from game.picture import Instance, Material, SceneFrame, Stage, View
from game.render.floor import disc
from game.render.grid import LINES, lines
from game.render.renderer import Renderer
from game.render.scenery import sheet
from game.render.tiers import TIERS
from game.render.touched import widened
from game.render.uniforms import grid_spacing
from game.shapes import sphere
from tests.game.render.small_scene import placed, scene, view_of

Make = Callable[..., Renderer]
SIZE = (320, 200)
BALL = sphere(0.05, Material.PLAIN)


def empty(view: View, stage: Stage, *instances: Instance) -> SceneFrame:
    return replace(
        scene(SIZE), view=view, stage=stage, instances=list(instances), occluders=np.zeros((0, 4), np.float32)
    )


def drawn(renderer: Renderer, frame: SceneFrame) -> np.ndarray:
    renderer.draw(frame)
    renderer.check()
    return renderer.read().astype(int)


def horizon(view: View) -> int:
    """The row in which the horizon is."""
    ahead = np.array([0.0, 0.0, 0.13]) - view.eye
    far = view.eye + 1e4 * np.array([*(ahead[:2] / np.hypot(*ahead[:2])), 0.0])
    place = view.project(far.astype(np.float32), SIZE)
    assert place is not None
    return int(place[1])


def brightness(picture: np.ndarray, view: View, point: tuple[float, float, float]) -> float:
    place = view.project(np.array(point, np.float32), SIZE)
    assert place is not None
    x, y = (int(part) for part in place)
    return float(picture[y - 1 : y + 2, x - 1 : x + 2].mean(axis=2).max())


@pytest.mark.parametrize("tier", TIERS)
def test_the_table_ends_in_the_backdrop_without_a_seam(make: Make, tier: str) -> None:
    view = view_of(SIZE, elevation=0.10)
    picture = drawn(make(tier=tier), empty(view, Stage.STUDIO))
    row = horizon(view)
    assert 20 < row < 150
    rows = picture[row - 12 : row + 46].mean(axis=(1, 2))
    assert np.abs(np.diff(rows)).max() < 4.0
    assert picture[-20:].mean() > 1.15 * picture[:20, :40].mean(), "and yet it is a table under a lamp"


@pytest.mark.parametrize("azimuth", [-1.9, 0.4, 2.7])
def test_the_pool_of_light_on_the_wall_is_behind_what_is_looked_at(make: Make, azimuth: float) -> None:
    picture = drawn(make(), empty(view_of(SIZE, azimuth, 0.05), Stage.STUDIO))
    wall = picture[10:40].mean(axis=(0, 2))
    assert 120 < int(np.argmax(np.convolve(wall, np.ones(9) / 9, "same"))) < 200
    assert wall[150:170].mean() > wall[[*range(20), *range(300, 320)]].mean() + 8


@pytest.mark.parametrize("tier", TIERS)
def test_the_void_has_a_horizon_and_nothing_else(make: Make, tier: str) -> None:
    view = view_of(SIZE, elevation=0.10)
    picture = drawn(make(tier=tier), empty(view, Stage.VOID))
    row = horizon(view)
    line = picture[row - 1 : row + 2].mean(axis=2).max(axis=0)
    assert (line > picture[row - 15].mean(axis=1) + 15).all()
    assert (line > picture[row + 15].mean(axis=1) + 15).all()
    assert picture[:10].mean() < 45
    assert (picture[..., 2] >= picture[..., 0]).all(), "all of it is blue"


@pytest.mark.parametrize("tier", TIERS)
def test_no_shadow_falls_in_the_void_but_it_mirrors(make: Make, tier: str) -> None:
    view, renderer = view_of(SIZE, elevation=0.3, distance=1.1), make(tier=tier)
    without = drawn(renderer, empty(view, Stage.VOID))
    ball = Instance(BALL, placed(0.12), (0.9, 0.9, 0.9))
    changed = drawn(renderer, empty(view, Stage.VOID, ball)) - without
    assert changed.min() > -25, "bodies hide lines, no more"
    image = view.project(np.array([0.0, 0.0, -0.12], np.float32), SIZE)
    assert image is not None
    x, y = (int(part) for part in image)
    seen = changed[y - 5 : y + 6, x - 5 : x + 6].mean()
    assert (seen > 6) == bool(TIERS[tier].reflection_taps)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("stage", [Stage.STUDIO, Stage.VOID])
def test_lines_lie_on_the_floor_where_lengths_are_round(make: Make, tier: str, stage: Stage) -> None:
    view, renderer = view_of(SIZE, azimuth=-1.57, elevation=0.9, distance=0.6), make(tier=tier)
    picture = drawn(renderer, empty(view, stage))
    fine, coarse = grid_spacing(scene(SIZE).radius)
    on = [brightness(picture, view, (x, 0.4 * fine, 0.0)) for x in (0.0, coarse)]
    off = [brightness(picture, view, (x + 0.5 * fine, 0.4 * fine, 0.0)) for x in (0.0, coarse, -coarse)]
    assert min(on) > np.mean(off) + 6


def test_a_body_hides_the_lines(make: Make) -> None:
    view, renderer = view_of(SIZE), make()
    ball = Instance(BALL, placed(0.05), (0.02, 0.02, 0.02))
    mask = drawn(renderer, empty(view, Stage.STUDIO, ball)).mean(axis=2)
    bright = drawn(renderer, replace(empty(view, Stage.STUDIO, ball), radius=0.05)).mean(axis=2)
    place = view.project(np.array([0.0, 0.0, 0.05], np.float32), SIZE)
    assert place is not None
    x, y = (int(part) for part in place)
    assert np.abs(mask - bright)[y - 4 : y + 5, x - 4 : x + 5].max() < 6, "whatever their spacing"


def test_each_line_is_a_strip_of_triangles() -> None:
    rows, triangles = lines()
    assert np.unique(rows[:, 0]).tolist() == list(range(-LINES, LINES + 1))
    corners = rows[triangles.reshape(-1, 3)]
    assert (np.ptp(corners[..., [0, 3, 4]], axis=1) == 0).all(), "a triangle belongs to one line"
    assert (np.ptp(corners[..., 2], axis=1) == 2).all(), "from side to side"


def test_the_backdrop_covers_the_screen() -> None:
    vertices, triangles = sheet(3, 2)
    a, b, c = vertices[triangles.reshape(-1, 3)].transpose(1, 0, 2)
    areas = 0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0])
    assert (areas > 0).all(), "seen from the front"
    assert areas.sum() == pytest.approx(4.0)


@pytest.mark.parametrize("roll", [0.0, 0.4, 3.14])
@pytest.mark.parametrize("elevation", [-0.5, 0.0, 0.1, 0.35, 1.4])
def test_floor_and_backdrop_leave_no_pixel_out(make: Make, elevation: float, roll: float) -> None:
    upright = view_of(SIZE, elevation=elevation)
    turn = np.eye(4, dtype=np.float32)
    turn[:2, :2] = [[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]]
    view = replace(upright, view=upright.view @ turn)
    picture = drawn(make(tier="low"), empty(view, Stage.STUDIO))
    assert picture.max(axis=2).min() > 4, "what is cleared is black"


def test_rectangles_grow_within_the_picture() -> None:
    assert widened([(10, 5, 20, 30)], (0.1, 0.1), (100, 50)) == [(0, 0, 40, 40)]
    assert widened([(90, 40, 10, 10)], (0.1, 0.1), (100, 50)) == [(80, 35, 20, 15)]


def test_a_floor_of_no_parts_is_drawn_as_nothing() -> None:
    vertices, triangles = disc(2, 8)
    assert triangles.max() == len(vertices) - 1
