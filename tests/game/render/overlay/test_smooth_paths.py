"""Splines in place of the chords of a path."""

from __future__ import annotations

import time

import numpy as np
import pytest

from game.model.frame import Array
from game.render.overlay.smooth_paths import PARTS, parts_of_chords, smooth_path
from tests.game.render.small_scene import view_of

SIZE = 1280, 720
VIEW = view_of(SIZE)
MIDDLE = np.array([0.0, 0.0, 0.13])
RIGHT, UP = np.asarray(VIEW.view, float)[:3, 0], np.asarray(VIEW.view, float)[:3, 1]
METRE = 0.5 * SIZE[1] * float(VIEW.projection[1, 1]) / float(np.linalg.norm(VIEW.eye - MIDDLE))
"""Number of pixels of a metre across the line of sight, in the middle."""


def rows(right: np.ndarray, up: np.ndarray) -> Array:
    """Return a line (n, 5) with places in pixels to the right of the middle and above it, and two more columns."""
    places = MIDDLE + np.outer(right / METRE, RIGHT) + np.outer(up / METRE, UP)
    return np.column_stack([places, np.arange(len(places)), np.arange(len(places)) ** 2]).astype(np.float32)


def on_screen(line: Array) -> np.ndarray:
    """Return the pixels (n, 2) of the rows of a line, to the right of the middle and above it."""
    found = np.asarray(line, float)[:, :3] - MIDDLE
    places: np.ndarray = np.column_stack([found @ RIGHT, found @ UP]) * METRE
    return places


def circle(steps: int, radius: float = 100.0, jitter: float = 0.0) -> Array:
    """Return a turn of a circle [pixels] in steps of which each second one may be shorter."""
    angle = np.linspace(0.0, 2.0 * np.pi, steps + 1)
    angle[1:-1:2] += jitter * angle[1]
    return rows(radius * np.cos(angle), radius * np.sin(angle))


def off_circle(line: Array, radius: float = 100.0) -> float:
    """Return how far [pixels] the middles of chords are off a circle at most."""
    places = on_screen(line)
    return float(np.abs(np.hypot(*(0.5 * (places[1:] + places[:-1])).T) - radius).max())


@pytest.mark.parametrize("jitter", [0.0, 0.5, -0.7])
def test_a_circle_of_chords_becomes_round(jitter: float) -> None:
    line = circle(24, jitter=jitter)
    smooth = smooth_path(line, VIEW, SIZE)
    assert off_circle(line) > 0.8
    assert off_circle(smooth[PARTS:-PARTS]) < 0.3
    assert off_circle(smooth) < 0.4 * off_circle(line), "beside its ends, where only one neighbour says how it bends"


def test_a_spline_passes_exactly_through_all_points_and_shares_out_the_rest() -> None:
    line = circle(16)
    smooth = smooth_path(line, VIEW, SIZE)
    assert len(smooth) == PARTS * 16 + 1
    np.testing.assert_array_equal(smooth[::PARTS], line)
    np.testing.assert_allclose(smooth[:, 3], np.arange(len(smooth)) / PARTS, rtol=1e-6)
    np.testing.assert_allclose(smooth[1:PARTS, 4], np.arange(1, PARTS) / PARTS, rtol=1e-6)


def test_a_break_stays_a_break() -> None:
    """Check that each part of a line is as it is alone: nothing runs over the gap, and no tangent comes from there."""
    first, last = circle(24)[:8], circle(20, 60.0)[:9]
    gap = np.full((1, 5), np.nan, np.float32)
    whole = smooth_path(np.concatenate([first, gap, last]), VIEW, SIZE)
    alone = np.concatenate([smooth_path(first, VIEW, SIZE), gap, smooth_path(last, VIEW, SIZE)])
    np.testing.assert_array_equal(whole, alone)
    assert len(whole) > len(first) + len(last) + 1


@pytest.mark.parametrize("steps", [4, 5, 8])
def test_a_narrow_loop_is_round_although_it_turns_as_much_as_a_corner(steps: int) -> None:
    line = circle(steps, 40.0)
    smooth = smooth_path(np.concatenate([line[:-1], line]), VIEW, SIZE)[PARTS:-PARTS]
    assert off_circle(smooth, 40.0) < 0.11 * off_circle(line, 40.0)


@pytest.mark.parametrize("turn", [70.0, 120.0, 179.0])
def test_a_corner_is_not_rounded(turn: float) -> None:
    """Check a straight path that bounces: no place beside the chords, so none beyond the wall."""
    away = np.radians(turn)
    out = 12.0 * np.arange(1, 7)
    line = rows(
        np.concatenate([-out[::-1], [0.0], out * np.cos(away)]), np.concatenate([0 * out, [0.0], out * np.sin(away)])
    )
    smooth = on_screen(smooth_path(line, VIEW, SIZE))
    assert smooth[:, 0].max() < max(0.0, 72.0 * np.cos(away)) + 0.05
    assert smooth[:, 1].min() > -0.05


def test_a_zigzag_stays_one() -> None:
    """Check turns of 90° to either side in turn, as of a point that sticks and slips."""
    line = rows(20.0 * np.arange(9), 20.0 * (np.arange(9) % 2))
    smooth = on_screen(smooth_path(line, VIEW, SIZE))
    assert smooth[:, 1].max() < 20.05
    assert smooth[:, 1].min() > -0.05


def test_a_bounce_of_a_curved_path_stays_above_the_floor() -> None:
    at = np.linspace(-1.0, 1.0, 17)
    hops = 80.0 * (1.0 - (2.0 * np.abs(at) - 1.0) ** 2)
    smooth = on_screen(smooth_path(rows(90.0 * at, hops), VIEW, SIZE))
    assert smooth[:, 1].min() > -0.1
    exact = 80.0 * (1.0 - (2.0 * np.abs(smooth[:, 0] / 90.0) - 1.0) ** 2)
    assert np.abs(smooth[:, 1] - exact).max() < 0.45, "chords are off by 1.25"


def test_only_chords_that_show_are_replaced() -> None:
    """Check long ones and turns of more than 4°, if the path is off the chord by as much as can be seen."""
    long, short = circle(45, 90.0), circle(400, 90.0)
    assert (parts_of_chords(long[:, :3], VIEW, SIZE) == 2).all(), "13 pixels, 8°"
    assert (parts_of_chords(short[:, :3], VIEW, SIZE) == 1).all(), "1.4 pixels, 0.9°"
    tight = circle(24, 22.0)
    assert (parts_of_chords(tight[:, :3], VIEW, SIZE) == 2).all(), "6 pixels, 15°"
    assert (parts_of_chords(circle(16)[:, :3], VIEW, SIZE) == PARTS).all(), "39 pixels, 22°"
    flat = rows(np.arange(0.0, 200.0, 20.0), np.zeros(10))
    assert (parts_of_chords(flat[:, :3], VIEW, SIZE) == 1).all(), "a straight line needs nothing"
    assert smooth_path(flat, VIEW, SIZE) is flat


def test_a_finer_picture_has_finer_splines() -> None:
    line = circle(70, 90.0)
    assert len(smooth_path(line, VIEW, SIZE)) == len(line)
    assert len(smooth_path(line, VIEW, (3840, 2160))) > len(line)


def test_points_that_stand_still_or_lie_behind_the_eye_do_no_harm() -> None:
    line = circle(24)
    still = np.repeat(line, [3 if k % 5 == 0 else 1 for k in range(len(line))], axis=0)
    smooth = smooth_path(still, VIEW, SIZE)
    assert np.isfinite(smooth).all()
    assert off_circle(smooth) < 0.9, "no worse than the chords"
    behind = line.copy()
    behind[8:12, :3] += 4.0 * (np.asarray(VIEW.eye, np.float32) - behind[8:12, :3])
    assert np.isfinite(smooth_path(behind, VIEW, SIZE)).all()
    assert smooth_path(line[:2], VIEW, SIZE) is not None
    nothing = np.full((5, 5), np.nan, np.float32)
    assert smooth_path(nothing, VIEW, SIZE) is nothing


def test_a_part_of_a_picture_has_the_same_splines() -> None:
    """Check a tile of a large picture: no seam where one tile ends."""
    line = circle(60)
    whole = (3840, 2160)
    tile = VIEW.part((1280, 720, 1280, 720), whole)
    np.testing.assert_allclose(smooth_path(line, tile, SIZE), smooth_path(line, VIEW, whole), atol=1e-6)


def test_a_long_path_takes_little_time() -> None:
    count = 3000
    angle = np.linspace(0.0, 600.0, count)
    line = rows(100.0 * np.cos(angle), 100.0 * np.sin(1.1 * angle))
    assert len(smooth_path(line, VIEW, SIZE)) > 1.5 * count
    taken = []
    for _ in range(20):
        start = time.process_time()
        smooth_path(line, VIEW, SIZE)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.02, "a loop in Python would take longer"
