"""The map of what is nearest: where points lie in a drawing, and which of them are hidden."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.model.frame import View
from game.record.line_drawing import depth_map
from game.record.line_drawing.depth_map import FINE, PIECE, DepthMap, Screen, halved

SIZE = (320.0, 180.0)
AWAY, STEEP = 5.0, 2.0
"""Distance of the eye [m], and cotangent of half of the angle of view from top to bottom."""


def screen(turn: float = 0.0, away: float = AWAY) -> Screen:
    """The drawing of a camera at a distance from the origin that looks there along +y, or turned about the vertical."""
    c, s = math.cos(turn), math.sin(turn)
    view, projection = np.eye(4), np.zeros((4, 4))
    view[:3, :3] = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    view[3, 2] = -away
    projection[0, 0], projection[1, 1], projection[2, 3] = STEEP * SIZE[1] / SIZE[0], STEEP, -1.0
    return Screen(View(away * np.array([s, -c, 0.0]), view, projection), SIZE)


def square(y: float, half: float, x: float = 0.0) -> np.ndarray:
    """Two triangles of a square across the line of sight."""
    a, b, c, d = ([x + i * half, y, j * half] for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return np.array([[a, b, c], [a, c, d]], float)


def wall(side: np.ndarray) -> np.ndarray:
    """A wall through the origin, as wide as the picture and more."""
    up = np.array([0.0, 0.0, 1.0])
    a, b, c, d = (i * 0.9 * side + j * 0.5 * up for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return np.array([[a, b, c], [a, c, d]])


def test_places_are_those_of_a_camera_with_a_hole() -> None:
    seen = screen()
    points = np.array([[0.0, 0.0, 0.0], [0.3, 0.0, 0.0], [0.0, 0.0, 0.2], [0.3, AWAY, 0.2]])
    places, depth = seen.place(points)
    assert depth == pytest.approx([AWAY, AWAY, AWAY, 2.0 * AWAY])
    point = AWAY * (2.0 / STEEP) / SIZE[1]
    right, up = np.array([0.3 / point, 0.0]), np.array([0.0, -0.2 / point])
    middle = 0.5 * np.array(SIZE)
    assert places == pytest.approx(np.array([middle, middle + right, middle + up, middle + 0.5 * (right + up)]))
    assert seen.point_size(depth) == pytest.approx([point, point, point, 2.0 * point])
    assert screen(0.7).place(np.array([[0.3 * math.cos(0.7), 0.3 * math.sin(0.7), 0.2]]))[0][0] == pytest.approx(
        middle + right + up
    )


def test_a_point_behind_the_eye_has_a_depth_below_0_and_one_at_the_eye_a_place() -> None:
    seen = screen()
    places, depth = seen.place(np.array([2.0 * seen.eye, seen.eye]))
    assert depth[0] == pytest.approx(-AWAY) and depth[1] == 0.0 and np.isfinite(places).all()


def test_what_lies_behind_a_square_is_hidden_and_how_far() -> None:
    seen = screen()
    cells = DepthMap(seen)
    cells.add(square(0.5, 0.2))
    cells.add(square(-0.5, 0.2))
    x, z = (grid.ravel() for grid in np.meshgrid(np.linspace(-0.18, 0.18, 37), np.linspace(-0.18, 0.18, 37)))
    assert cells.behind(np.column_stack([x, np.full_like(x, -0.5), z])) == pytest.approx(np.zeros(x.size), abs=1e-4)
    near = 0.9  # what is farther is smaller in the picture
    assert cells.behind(np.column_stack([near * x, np.full_like(x, -0.25), near * z])) == pytest.approx(
        np.full(x.size, 0.25), abs=1e-4
    ), "behind the nearer of two, whichever came first"
    assert cells.behind(np.column_stack([near * x, np.full_like(x, -0.75), near * z])) == pytest.approx(
        np.full(x.size, -0.25), abs=1e-4
    )
    hidden = np.column_stack([0.5 * x, np.full_like(x, 0.2), 0.5 * z])
    assert not cells.sees(hidden).any()
    assert cells.sees(hidden - np.array([0.0, 1.0, 0.0])).all() and cells.sees(hidden + np.array([0.6, 0.0, 0.0])).all()
    cells.add(square(-0.8, 0.2))
    assert not cells.sees(np.array([[0.0, -0.5, 0.0]])).any(), "what is added later counts"


def test_a_wall_hides_all_of_the_picture_up_to_its_edges() -> None:
    seen = screen()
    cells = DepthMap(seen)
    cells.add(square(0.0, 6.0))
    size = float(seen.point_size(np.array([AWAY]))[0])
    x, z = (grid.ravel() for grid in np.meshgrid(np.arange(-159.5, 160.0), np.arange(-89.5, 90.0)))
    assert np.abs(cells.behind(size * np.column_stack([x, 0.0 * x, z]))).max() < 1e-9


def test_a_surface_does_not_hide_itself() -> None:
    seen = screen()
    cells = DepthMap(seen)
    cells.add(square(0.0, 0.3))
    size = float(seen.point_size(np.array([AWAY]))[0])
    ahead = np.array([[0.0, 2.9 * size, 0.0], [0.0, 3.1 * size, 0.0]])
    assert cells.sees(ahead).tolist() == [True, False]


def test_a_slanted_triangle_has_the_depths_between_its_corners() -> None:
    cells = DepthMap(screen())
    corners = np.array([[-0.4, -0.5, -0.3], [0.5, 0.6, -0.2], [0.0, 0.2, 0.4]])
    cells.add(corners[None])
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 500)
    inner = shares[shares.min(axis=1) > 0.05]
    assert np.abs(cells.behind(inner @ corners)).max() < 0.02


def equilateral(middle: tuple[float, float], side: float, turn: float) -> np.ndarray:
    """A triangle across the line of sight."""
    angles = turn + 2.0 * math.pi / 3.0 * np.arange(3)
    corners = side / math.sqrt(3.0) * np.stack([np.cos(angles), np.zeros(3), np.sin(angles)], axis=1)
    return corners + np.array([middle[0], 0.0, middle[1]])


@pytest.mark.parametrize("most", [4_000_000, 1])
@pytest.mark.parametrize("away", [AWAY, 0.05])
def test_triangles_of_any_size_have_no_holes_and_no_more_than_their_area(
    away: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few of their places are computed at once, and however near they are."""
    monkeypatch.setattr(depth_map, "MOST", most)
    seen = screen(away=away)
    cell = float(seen.point_size(np.array([away]))[0]) / FINE
    cells = DepthMap(seen)
    sides = np.linspace(3.0, 40.0, 24) * cell
    places = [((k % 6 - 2.5) * 90.0 * cell, (k // 6 - 1.5) * 80.0 * cell) for k in range(24)]
    placed = zip(places, sides, np.arange(24), strict=True)
    triangles = np.array([equilateral(place, side, 0.4 * turn) for place, side, turn in placed])
    cells.add(triangles)
    shares = np.random.default_rng(3).dirichlet(np.ones(3), 400)
    beside = 1.0 - 2.0 * shares  # of the triangle that is turned round and twice as large
    for triangle, side in zip(triangles, sides, strict=True):
        inside = shares[shares.min(axis=1) > 1.2 * cell / side] @ triangle
        assert np.abs(cells.behind(inside)).max(initial=0.0) < 1e-6 * away
        outside = beside[beside.min(axis=1) < -3.0 * cell / side] @ triangle
        assert (cells.behind(outside) < -away).all()


@pytest.mark.parametrize("turn", [0.0, 0.7, 3.0])
def test_outside_of_the_picture_and_behind_the_eye_nothing_is_seen(turn: float) -> None:
    seen = screen(turn)
    cells = DepthMap(seen)
    side = np.cross(seen.eye / np.linalg.norm(seen.eye), (0.0, 0.0, 1.0))
    cells.add(wall(side))
    away = -seen.eye
    assert not cells.sees(away[None]).any() and cells.sees(0.1 * seen.eye[None]).all()
    for place in (3.0 * side * np.linalg.norm(away) + away, away + np.array([0.0, 0.0, 9.0]), 2.0 * seen.eye, seen.eye):
        assert not cells.sees(place[None]).any() and math.isinf(cells.behind(place[None])[0])


def area(corners: np.ndarray) -> float:
    (ax, ay), (bx, by) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T
    return float(np.abs(ax * by - ay * bx).sum()) / 2.0


@pytest.mark.parametrize("behind", [0.1, 0.9, 3.0])
def test_a_surface_on_which_the_eye_stands_hides_nothing(behind: float) -> None:
    """It has a corner behind the eye, which has no place in the picture."""
    seen = screen()
    depth = DepthMap(seen)
    ground = np.array([[-1.0, 1.0, -0.2], [1.0, 1.0, -0.2], [0.0, -AWAY - behind, -0.2]])
    depth.add(ground[None])
    depth.add(square(0.5, 0.1))
    points = np.array([[x, 2.0, z] for x in np.linspace(-1.0, 1.0, 9) for z in np.linspace(-0.8, 0.8, 9)])
    hidden = (np.abs(points[:, [0, 2]] * (AWAY + 0.5) / (AWAY + 2.0)) < 0.1).all(axis=1)
    assert np.array_equal(depth.sees(points), ~hidden)


def test_triangles_are_halved_until_no_edge_is_long() -> None:
    corners = np.array([[[2.0, 3.0], [91.0, 11.0], [40.0, 70.0]], [[5.0, 5.0], [9.0, 5.0], [5.0, 9.0]]])
    near = 0.01 * corners[..., 0] + 0.02 * corners[..., 1]
    small, values = halved(corners, near, (100, 80))
    edges = np.linalg.norm(small - np.roll(small, 1, axis=1), axis=2)
    assert edges.max() <= PIECE and area(small) == pytest.approx(area(corners))
    assert values == pytest.approx(0.01 * small[..., 0] + 0.02 * small[..., 1]), "linear between the corners"
    assert any(np.array_equal(each, corners[1]) for each in small), "a short one stays as it is"
    assert len(small) < 200


def test_triangles_outside_of_the_picture_are_left_out() -> None:
    one = np.array([[2.0, 3.0], [8.0, 3.0], [2.0, 9.0]])
    aside = [
        one - np.array([8.0, 0.0]),
        one - np.array([0.0, 9.0]),
        one + np.array([98.0, 0.0]),
        one + np.array([0.0, 77.0]),
    ]
    small, values = halved(np.array(aside), np.ones((4, 3)), (100, 80))
    assert small.shape == (0, 3, 2) and values.shape == (0, 3)
    kept = [
        one - np.array([7.9, 0.0]),
        one - np.array([0.0, 8.9]),
        one + np.array([97.9, 0.0]),
        one + np.array([0.0, 76.9]),
    ]
    assert len(halved(np.array(kept), np.ones((4, 3)), (100, 80))[0]) == 4
    big = np.array([[[0.0, 0.0], [1e5, 0.0], [0.0, 1e5]]])
    small, _ = halved(big, np.ones((1, 3)), (100, 80))
    assert len(small) < 2000 and (small.min(axis=1) < (100, 80)).all()
