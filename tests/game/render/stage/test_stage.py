"""The studio's table and backdrop, and the void: their borders, and what lies on them."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from game.looks.kit.shapes import sphere
from game.model.frame import Instance, Room, SceneFrame, Surroundings, View
from game.model.material import Material
from game.render.dirty.dirty_rects import widen
from game.render.gpu.frame_block import grid_spacing
from game.render.renderer import Renderer
from game.render.stage.floor import disc_mesh
from game.render.stage.grid import LINES, grid_strips
from game.render.stage.stage_programs import screen_strips
from game.render.tiers import TIERS
from tests.game.render.small_scene import edge_row, placed, scene, view_of
from tests.sampling import every

Make = Callable[..., Renderer]
SIZE = (320, 200)
BALL = sphere(0.05, Material.PLAIN)


def empty(view: View, stage: Surroundings, *instances: Instance) -> SceneFrame:
    return replace(
        scene(SIZE), view=view, stage=stage, instances=list(instances), occluders=np.zeros((0, 4), np.float32)
    )


def drawn(renderer: Renderer, frame: SceneFrame) -> np.ndarray:
    renderer.draw(frame)
    renderer.check()
    return renderer.read().astype(int)


def horizon(view: View) -> int:
    """Return the row of the horizon."""
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
def test_the_table_ends_in_an_edge_before_the_dark_foot_of_the_room(make: Make, tier: str) -> None:
    view = view_of(SIZE, elevation=0.10)
    frame = empty(view, Surroundings.STUDIO)
    picture = drawn(make(tier=tier), frame).mean(axis=2)
    for x in (40, 160, 280):
        row = round(edge_row(frame, x + 0.5))
        assert horizon(view) + 4 < row < SIZE[1] - 60
        column = picture[:, x - 2 : x + 3].mean(axis=1)
        assert column[row + 4 : row + 12].mean() > 1.5 * column[row - 4 : row - 1].mean(), "a table under a lamp"
        assert column[row - 4 : row - 1].mean() < 0.75 * column[row - 60 : row - 40].mean(), "below the books"


@pytest.mark.parametrize(("tier", "elevation"), every(4, itertools.product(TIERS, [0.1, 0.3, 0.5])))
def test_the_edge_of_the_table_has_no_steps(make: Make, tier: str, elevation: float) -> None:
    """Check that the place of the edge, found from the light of its pixels, is that of the circle, in each column."""
    frame = replace(empty(view_of(SIZE, elevation=elevation), Surroundings.STUDIO), room=Room.WORKSHOP)
    picture, off = drawn(make(tier=tier), frame).mean(axis=2), []
    for x in range(10, SIZE[0] - 10, 7):
        row = edge_row(frame, x + 0.5)
        part = picture[int(row) - 6 : int(row) + 7, x]
        dark, light = part[:4].mean(), part[-4:].mean()
        off.append(int(row) + 7 - float(np.clip((part - dark) / (light - dark), 0.0, 1.0).sum()) - row)
    assert np.std(off) < 0.16, "at least 0.29 where pixels are of the table or not"
    assert abs(np.mean(off)) < 0.2


def test_the_room_is_fixed_in_the_world_when_the_camera_orbits(make: Make) -> None:
    """Check that a point of the wall moves in the picture by the camera's angle; the table does not change."""
    renderer, turned = make(), 0.12
    before, after = (
        drawn(renderer, empty(view_of(SIZE, azimuth, 0.05), Surroundings.STUDIO))[8:40].mean(axis=(0, 2))
        for azimuth in (0.6, 0.6 + turned)
    )
    view = view_of(SIZE, 0.6, 0.05)
    moved = round(0.5 * SIZE[0] * np.tan(turned) * float(view.projection[0, 0]))
    core = np.diff(before[110:210])
    score = {by: float(core @ np.diff(after[110 + by : 210 + by])) for by in range(-100, 101)}
    assert max(score, key=score.__getitem__) == pytest.approx(moved, abs=6)


def test_the_pool_of_light_on_the_wall_is_behind_what_is_looked_at(make: Make) -> None:
    """Check the mean over all directions, because the room is brighter in some and darker in others."""
    renderer = make()
    wall = np.mean(
        [
            drawn(renderer, empty(view_of(SIZE, azimuth, 0.05), Surroundings.STUDIO))[10:40].mean(axis=(0, 2))
            for azimuth in np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False).tolist()
        ],
        axis=0,
    )
    assert 120 < int(np.argmax(np.convolve(wall, np.ones(9) / 9, "same"))) < 200
    assert wall[150:170].mean() > wall[[*range(20), *range(300, 320)]].mean() + 8


@pytest.mark.parametrize("tier", TIERS)
def test_the_void_has_haze_at_the_horizon_without_an_edge_and_nothing_else(make: Make, tier: str) -> None:
    view = view_of(SIZE, elevation=0.10)
    picture = drawn(make(tier=tier), empty(view, Surroundings.VOID))
    row = horizon(view)
    rows = picture.mean(axis=(1, 2))
    assert (
        rows[row - 2 : row + 3].mean() > rows[row - 60] + 5.0 and np.abs(np.diff(rows[row - 40 : row + 10])).max() < 2.0
    )
    assert picture[:10].mean() < 45
    assert (picture[..., 2] >= picture[..., 0]).all(), "all of it is blue"


@pytest.mark.parametrize("tier", TIERS)
def test_the_void_shows_neither_shadow_nor_image_of_a_body(make: Make, tier: str) -> None:
    view, renderer = view_of(SIZE, elevation=0.3, distance=1.1), make(tier=tier)
    without = drawn(renderer, empty(view, Surroundings.VOID))
    ball = Instance(BALL, placed(0.12), (0.9, 0.9, 0.9))
    changed = drawn(renderer, empty(view, Surroundings.VOID, ball)) - without
    assert changed.min() > -25, "bodies hide lines, no more"
    image = view.project(np.array([0.0, 0.0, -0.12], np.float32), SIZE)
    assert image is not None
    assert np.abs(changed[int(image[1]) - 12 :]).max() <= 3, "below the ball all is as it was"


@pytest.mark.parametrize("tier", TIERS)
def test_the_void_has_light_below_the_focus(make: Make, tier: str) -> None:
    view = view_of(SIZE, elevation=0.4)
    picture = drawn(make(tier=tier), empty(view, Surroundings.VOID))
    image = view.project(np.zeros(3, np.float32), SIZE)
    assert image is not None
    x, y = (int(part) for part in image)
    pool = np.median(picture[y - 8 : y + 8, x - 8 : x + 8])
    beside = (picture[y - 8 : y + 8, :16], picture[y - 8 : y + 8, -16:], picture[:16, x - 8 : x + 8])
    assert all(pool > np.median(part) + 4 for part in beside)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("stage", [Surroundings.STUDIO, Surroundings.VOID])
def test_grid_lines_lie_at_round_lengths(make: Make, tier: str, stage: Surroundings) -> None:
    view, renderer = view_of(SIZE, azimuth=-1.57, elevation=0.9, distance=0.6), make(tier=tier)
    picture = drawn(renderer, empty(view, stage))
    fine, coarse = grid_spacing(scene(SIZE).radius)
    on = [brightness(picture, view, (x, 0.4 * fine, 0.0)) for x in (0.0, coarse)]
    off = [brightness(picture, view, (x + 0.5 * fine, 0.4 * fine, 0.0)) for x in (0.0, coarse, -coarse)]
    assert min(on) > np.mean(off) + 6


def test_a_body_hides_the_lines(make: Make) -> None:
    view, renderer = view_of(SIZE), make()
    ball = Instance(BALL, placed(0.05), (0.02, 0.02, 0.02))
    mask = drawn(renderer, empty(view, Surroundings.STUDIO, ball)).mean(axis=2)
    bright = drawn(renderer, replace(empty(view, Surroundings.STUDIO, ball), radius=0.05)).mean(axis=2)
    place = view.project(np.array([0.0, 0.0, 0.05], np.float32), SIZE)
    assert place is not None
    x, y = (int(part) for part in place)
    assert np.abs(mask - bright)[y - 4 : y + 5, x - 4 : x + 5].max() < 6, "whatever their spacing"


def test_each_line_is_a_strip_of_triangles() -> None:
    rows, triangles = grid_strips()
    assert np.unique(rows[:, 0]).tolist() == list(range(-LINES, LINES + 1))
    corners = rows[triangles.reshape(-1, 3)]
    assert (np.ptp(corners[..., [0, 3, 4]], axis=1) == 0).all(), "a triangle belongs to one line"
    assert (np.ptp(corners[..., 2], axis=1) == 2).all(), "from side to side"


def test_the_backdrop_covers_the_screen() -> None:
    vertices, triangles = screen_strips(3, 2)
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
    picture = drawn(make(tier="low"), empty(view, Surroundings.STUDIO))
    assert picture.max(axis=2).min() > 4, "what is cleared is black"


def test_rectangles_grow_within_the_picture() -> None:
    assert widen([(10, 5, 20, 30)], (0.1, 0.1), (100, 50)) == [(0, 0, 40, 40)]
    assert widen([(90, 40, 10, 10)], (0.1, 0.1), (100, 50)) == [(80, 35, 20, 15)]


def test_an_empty_list_of_floor_parts_draws_nothing() -> None:
    vertices, triangles = disc_mesh(2, 8)
    assert triangles.max() == len(vertices) - 1
