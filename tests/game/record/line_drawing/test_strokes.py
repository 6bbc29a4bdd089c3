"""Segments become lines, lines runs of what is seen, with fewer points."""

from __future__ import annotations

import numpy as np
import pytest

from game.record.line_drawing.strokes import DEVIATION, GAP, chained, simplified, visible_runs, without_gaps


def test_shuffled_segments_of_a_line_become_that_line() -> None:
    way = np.linspace(0.0, 4.0, 40)
    line = np.column_stack([way, np.sin(way), np.cos(way)])
    segments = np.stack([line[:-1], line[1:]], axis=1)
    rng = np.random.default_rng(1)
    rng.shuffle(segments)
    segments[::3] = segments[::3, ::-1]
    (found,) = chained(segments)
    found = found if found[0, 0] < found[-1, 0] else found[::-1]
    assert found == pytest.approx(line)


def test_at_a_crossing_the_straight_line_goes_on() -> None:
    ends = np.array([[[-1, 0, 0], [0, 0, 0]], [[0, 0, 0], [1, 0, 0]], [[0, -1, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0]]])
    lines = list(chained(ends.astype(float)))
    assert sorted(float(np.ptp(line, axis=0).max()) for line in lines) == [2.0, 2.0]


def test_nothing_and_points_make_no_line() -> None:
    assert list(chained(np.zeros((0, 2, 3)))) == []
    assert list(chained(np.ones((3, 2, 3)))) == []


def test_single_places_do_not_interrupt_a_run() -> None:
    points, seen = np.column_stack([np.arange(60.0), np.zeros(60)]), np.ones(60, bool)
    seen[[10, 30]] = False
    seen[40:] = False
    runs = list(visible_runs(points, seen))
    assert [each[0] for each in runs] == [True, False]
    assert runs[0][1][-1] == pytest.approx(runs[1][1][0]), "neighbours meet"


def test_short_gaps_that_are_doubtful_are_seen() -> None:
    seen, doubtful = np.ones(100, bool), np.ones(100, bool)
    seen[[*range(20), *range(30, 40), *range(60, 60 + GAP + 1), *range(90, 95)]] = False
    doubtful[92] = False
    expected = seen.copy()
    expected[30:40] = True
    assert (without_gaps(seen, doubtful) == expected).all(), "not the beginning, a long one, or what is truly hidden"


def test_simplified_lines_keep_ends_and_shape() -> None:
    turn = np.linspace(0.0, 3.0, 900)
    line = 100.0 * np.column_stack([np.cos(turn), np.sin(turn)])
    few = simplified(line)
    assert len(few) < 90 and few[0] == pytest.approx(line[0]) and few[-1] == pytest.approx(line[-1])
    middles = 0.5 * (few[1:] + few[:-1])
    assert (100.0 - np.hypot(*middles.T)).max() < 1.05 * DEVIATION
