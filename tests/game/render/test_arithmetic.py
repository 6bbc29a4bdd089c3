"""The renderer's arithmetic, without OpenGL."""

from __future__ import annotations

import numpy as np
import pytest

from game.model.frame import Curve, Room
from game.render.dirty.dirty_rects import (
    MAX_RECTANGLES,
    body_rects,
    footprints,
    merge_rects,
    split_disjoint,
)
from game.render.dirty.floor_shadows import MIN_HIDDEN, OUTLINE, floor_reach, shadow_outlines
from game.render.gpu.frame_block import BLOCK, far_plane, grid_spacing, light_projection, round_length
from game.render.lights import LIGHTS
from game.render.overlay.lines import MIN_THINNED, curve_rows, ribbon_rows, thin_line
from game.render.passes.shadow_pass import CAST, coverage
from game.render.stage.floor import disc_mesh
from tests.game.render.small_scene import ribbon, view_of

TO_LIGHT = LIGHTS[Room.LIBRARY].to_light


@pytest.mark.parametrize(
    ("length", "rounded"), [(0.049, 0.02), (0.05, 0.05), (0.3, 0.2), (1.0, 1.0), (7.0, 5.0), (1999.0, 1000.0)]
)
def test_lengths_are_rounded_to_1_2_5(length: float, rounded: float) -> None:
    assert round_length(length) == pytest.approx(rounded)


def test_the_coarse_grid_contains_the_fine_one() -> None:
    for radius in np.geomspace(0.01, 1000.0, 97):
        fine, coarse = grid_spacing(radius)
        assert 0.12 * radius <= fine * (1 + 1e-9)
        assert fine <= 0.3 * radius * (1 + 1e-9)
        assert coarse / fine == pytest.approx(round(coarse / fine))
        assert 4 <= round(coarse / fine) <= 5


def test_the_lamp_sees_the_whole_sphere_of_interest() -> None:
    focus = np.array([3.0, -2.0, 0.5], np.float32)
    matrix = light_projection(focus, 0.7, 512, TO_LIGHT)
    rng = np.random.default_rng(3)
    directions = rng.normal(size=(100, 3))
    points = focus + 0.7 * directions / np.linalg.norm(directions, axis=1)[:, None]
    clip = np.column_stack([points, np.ones(100)]) @ matrix
    assert np.abs(clip[:, :2]).max() < 1.01
    assert np.abs(clip[:, 2]).max() < 1.0
    towards = (np.append(focus + TO_LIGHT, 1.0) - np.append(focus, 1.0)) @ matrix
    assert towards[:2] == pytest.approx([0, 0], abs=1e-5)
    assert towards[2] < 0, "nearer to the lamp is nearer"


def test_the_shadow_map_moves_in_whole_texels() -> None:
    place = [
        np.array([0, 0, 0, 1.0]) @ light_projection(np.array([x, 0, 0], np.float32), 1.0, 64, TO_LIGHT)
        for x in (0, 0.017)
    ]
    moved = (place[1] - place[0])[:2] * 32
    assert moved == pytest.approx(np.round(moved), abs=1e-3)


def test_the_far_plane_is_found_in_the_projection() -> None:
    assert far_plane(view_of((4, 3)).projection) == pytest.approx(50.0, rel=1e-3)


def test_the_block_has_no_gaps() -> None:
    assert BLOCK.itemsize == 64 * 3 + 16 * (9 + 8 + 9 + 1 + 6 + 3)


def test_shadow_outlines_enclose_the_shadows_on_the_floor() -> None:
    box = np.array([[x, y, z] for x in (0.9, 1.1) for y in (-0.1, 0.1) for z in (0.0, 0.5)])
    ball = np.array([[-1.0, 0.0, 0.2, 0.2]])
    found = shadow_outlines(box, ball, TO_LIGHT, 0.01)
    assert found.shape == (2, OUTLINE, 3)
    assert (found[..., 2] == 0.0).all()
    low, high = found[0].min(axis=0), found[0].max(axis=0)
    shadows = box - box[:, 2:] * (TO_LIGHT / TO_LIGHT[2])
    assert (low[:2] <= shadows.min(axis=0)[:2] - 0.0099).all()
    assert (high[:2] >= shadows.max(axis=0)[:2] + 0.0099).all()
    assert (high - low).max() < 1.2
    hidden = 0.2 * 0.2**2 / np.linalg.norm(found[1, :, :2] - ball[0, :2], axis=1) ** 3
    assert (hidden < MIN_HIDDEN).all(), "and beyond it the sky is open"
    assert len(shadow_outlines(np.zeros((0, 3)), np.zeros((0, 4)), TO_LIGHT, 0.0)) == 0


def test_spheres_darken_the_floor_as_far_as_they_hide_a_share_of_the_sky() -> None:
    spheres = np.array([[0.0, 0.0, z, 0.2] for z in (-0.1, 0.0, 0.05, 0.2, 0.6, 0.75)])
    reach = floor_reach(spheres)
    out = np.linspace(0.0, 1.0, 2001)
    for (_, _, z, radius), far in zip(spheres, reach, strict=True):
        hidden = max(z, 0.0) * radius**2 / np.maximum(np.hypot(out, z), radius) ** 3
        darkened = out[hidden > MIN_HIDDEN]
        assert far == pytest.approx(darkened.max() if len(darkened) else 0.0, abs=6e-4)


def test_the_floor_faces_up() -> None:
    vertices, triangles = disc_mesh(3, 8)
    flat = vertices[:, :2] * vertices[:, 2:]
    a, b, c = (flat[triangles.reshape(-1, 3)[:, k]] for k in range(3))
    areas = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert np.all(areas > -1e-6)
    assert 0.5 * areas.sum() == pytest.approx(np.pi, rel=0.11)


def test_body_rects_enclose_bodies_on_the_screen() -> None:
    size = (320, 200)
    view = view_of(size)
    both = view.view @ view.projection
    box = np.array([[x, y, z] for x in (-0.05, 0.05) for y in (-0.05, 0.05) for z in (0.0, 0.25)], np.float32)
    ((x, y, width, height),) = body_rects(box, both, size)
    for corner in box:
        place = view.project(corner, size)
        assert place is not None
        assert x <= place[0] <= x + width
        assert y <= size[1] - place[1] <= y + height
    assert width < 100
    aside = box + np.array([50.0, -9.0, 0.0], np.float32)
    assert body_rects(aside, both, size) == []
    assert body_rects(box + view.eye, both, size) == [(0, 0, *size)], "round the eye: everywhere"
    assert body_rects(np.zeros((0, 3), np.float32), both, size) == []


def test_many_bodies_are_covered_once() -> None:
    size = (643, 411)
    view = view_of(size)
    both = np.asarray(view.view) @ np.asarray(view.projection)
    rng = np.random.default_rng(5)
    cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    places = rng.uniform((-0.3, -0.3, 0.0), (0.3, 0.3, 0.3), (5 * MAX_RECTANGLES, 3))
    corners = np.concatenate([place + 0.02 * cube for place in places]).astype(np.float32)
    covered = np.zeros((size[1], size[0]), int)
    for x, y, width, height in body_rects(corners, both, size):
        assert x >= 0 and y >= 0 and x + width <= size[0] and y + height <= size[1]
        covered[y : y + height, x : x + width] += 1
    assert covered.max() == 1
    assert covered.mean() < 0.9
    for corner in corners:
        x, y = (int(part) for part in view.project(corner, size) or (0, 0))
        assert not (0 <= x < size[0] and 0 < y <= size[1]) or covered[size[1] - y, x] == 1


def test_ribbon_points_age() -> None:
    rows = ribbon_rows(ribbon(now=5.0))
    assert rows.shape == (65, 8)
    width, alpha = rows[:, 3], rows[:, 7]
    assert np.all(np.diff(width) > 0), "the newest is the widest"
    assert 0 < alpha[0] <= alpha[-1] <= 1
    assert len(ribbon_rows(ribbon(now=10.5))) == 32, "those past their life are left out"
    assert ribbon_rows(ribbon(), pixels=2.0)[-1, 3] == pytest.approx(2 * ribbon_rows(ribbon())[-1, 3])


def test_a_curve_keeps_its_width_and_colour_and_lifts_its_pen() -> None:
    points = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [np.nan, 0.0, 0.0], [2.0, 1.0, 0.0]], np.float32)
    rows = curve_rows(Curve(points, (0.1, 0.2, 0.3), width=3.0, opacity=0.5))
    assert rows[[0, 1, 3], :3] == pytest.approx(points[[0, 1, 3]])
    assert rows[[0, 1, 3], 3:] == pytest.approx(np.tile([1.5, 0.1, 0.2, 0.3, 0.5], (3, 1)))
    assert np.isnan(rows[2, :4]).all()


def test_a_long_line_is_thinned_only_where_its_points_are_dense() -> None:
    """Check a line that is dense at a cusp and sparse beyond it, with the pen lifted once."""
    t = np.linspace(-1.0, 1.0, 2001)
    points = np.stack([t**3, np.abs(t) ** 2, 0.0 * t], axis=1).astype(np.float32)
    points[1500] = np.nan
    rows = curve_rows(Curve(points, (0.1, 0.2, 0.3)))
    grain = 4e-3
    kept = thin_line(rows, grain)
    assert 300 < len(kept) < 900
    assert np.array_equal(kept[[0, -1]], rows[[0, -1]])
    gap = int(np.flatnonzero(np.isnan(kept[:, 0]))[0])
    assert np.array_equal(kept[[gap - 1, gap + 1]], rows[[1499, 1501]]), "both ends at the gap"
    steps = np.linalg.norm(np.diff(kept[:, :3], axis=0), axis=1)
    assert np.nanmax(steps) < 2.0 * grain, "none is missed"
    assert np.median(steps[~np.isnan(steps)]) > 0.5 * grain
    few = rows[: MIN_THINNED - 1]
    assert thin_line(few, grain) is few


def test_shadow_coverage_holds_every_box_and_little_else() -> None:
    projection = light_projection(np.zeros(3), 1.0, 1024, np.array([0.0, 0.0, 1.0]) + 1e-9)
    box = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.2, 0.2) for z in (0.0, 0.1)])
    boxes = np.concatenate([box + np.array(place) for place in ((0.5, 0.0, 0.0), (-0.5, 0.3, 0.0), (5.0, 5.0, 0.0))])
    cast = coverage(boxes, projection, 0.0)
    for corner in boxes[:16]:
        x, y = (0.5 + 0.5 * (np.append(corner, 1.0) @ projection)[:2]) * CAST
        assert cast[int(y), int(x)]
    assert set(np.unique(cast)) == {0, 255}
    one = 0.2 * 0.4 / 4.0 * CAST**2
    assert 2 * one <= (cast > 0).sum() < 3.2 * one
    assert (coverage(boxes, projection, 0.05) >= cast).all()
    assert not coverage(np.zeros((0, 3)), projection, 0.1).any()


def test_parts_of_a_picture_are_divided_without_overlap() -> None:
    size = (40, 30)
    parts = [(5, 5, 10, 10), (6, 6, 2, 2), (10, 8, 20, 4), (12, 20, 28, 10), (0, 0, 3, 3)]
    inside, outside = split_disjoint(parts, size)
    seen = np.zeros((2, size[1], size[0]), int)
    for count, found in zip(seen, (inside, outside), strict=True):
        for x, y, width, height in found:
            count[y : y + height, x : x + width] += 1
    wanted = np.zeros((size[1], size[0]), int)
    for x, y, width, height in parts:
        wanted[y : y + height, x : x + width] = 1
    assert (seen[0] == wanted).all()
    assert (seen[1] == 1 - wanted).all()
    assert split_disjoint([], size) == ([], [(0, 0, *size)])


def test_only_what_stands_on_the_floor_or_close_over_it_has_a_footprint() -> None:
    box = np.array([[x, y, z] for x in (-0.1, 0.1) for y in (-0.2, 0.2) for z in (0.0, 0.1)])
    found = footprints(np.concatenate([box, box + np.array([1.0, 0.0, 0.5])]), 0.05)
    assert found.shape == (8, 3)
    assert found.min(axis=0) == pytest.approx([-0.15, -0.25, 0.0])
    assert found.max(axis=0) == pytest.approx([0.15, 0.25, 0.0])
    assert footprints(np.zeros((0, 3)), 0.1).shape == (0, 3)


def test_rectangles_that_lie_together_are_joined() -> None:
    assert merge_rects([(0, 0, 10, 10), (2, 2, 3, 3), (10, 0, 10, 10)], 0) == [(0, 0, 20, 10)]
    far = [(0, 0, 10, 10), (30, 30, 5, 5)]
    assert merge_rects(far, 100) == far
    assert merge_rects(far, 2000) == [(0, 0, 35, 35)]
