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


def test_runs_meet_where_what_is_seen_begins_and_ends() -> None:
    points, seen = np.column_stack([np.arange(60.0), np.zeros(60)]), np.zeros(60, bool)
    seen[20:45] = True
    runs = [(shown, piece[0, 0], piece[-1, 0]) for shown, piece in visible_runs(points, seen)]
    assert runs == [(False, 0.0, 19.0), (True, 19.0, 44.0), (False, 44.0, 59.0)]
    assert [(shown, len(piece)) for shown, piece in visible_runs(points, ~np.zeros(60, bool))] == [(True, 60)]
    assert list(visible_runs(points[:1], seen[:1])) == [], "a point alone is no line"


def test_the_majority_of_the_neighbours_says_what_is_seen() -> None:
    points = np.column_stack([np.arange(40.0), np.zeros(40)])
    for hidden, count in ((3, 1), (4, 3)):
        seen = np.ones(40, bool)
        seen[20 : 20 + hidden] = False
        assert len(list(visible_runs(points, seen))) == count


def test_a_gap_of_the_greatest_length_is_closed_if_all_of_it_is_doubtful() -> None:
    for length, closed in ((GAP, True), (GAP + 1, False)):
        seen = np.ones(60, bool)
        seen[20 : 20 + length] = False
        assert without_gaps(seen, ~seen).all() == closed
        assert (without_gaps(seen, np.arange(60) != 25) == seen).all()
    ends = np.ones(60, bool)
    ends[:5] = ends[-5:] = False
    assert (without_gaps(ends, ~ends) == ends).all(), "the line may end hidden"


def test_a_line_is_extended_at_both_ends_whatever_the_order_of_its_pieces() -> None:
    line = np.array([(float(k), 0.1 * k * k, 0.0) for k in range(7)])
    for order in ([3, 4, 5, 0, 1, 2], [5, 0, 4, 1, 3, 2]):
        segments = np.array([[line[k], line[k + 1]] if k % 2 else [line[k + 1], line[k]] for k in order])
        (found,) = chained(segments)
        assert np.array_equal(found if found[0, 0] == 0.0 else found[::-1], line)


def test_ends_that_agree_to_a_millionth_are_joined_and_others_are_not() -> None:
    def count(gap: float) -> int:
        ends = np.array([[[0, 0, 0], [1, 0, 0]], [[1 + gap, 0, 0], [2, 0, 0]]], float)
        return len(list(chained(ends)))

    assert [count(1e-8), count(1e-4)] == [1, 2]
    thousand = np.array([[[0, 0, 0], [1e-9, 0, 0]], [[1e-9, 0, 0], [2e-9, 0, 0]]])
    assert len(list(chained(thousand))) == 1, "however small the whole is"


def test_a_closed_line_returns_to_its_beginning() -> None:
    turn = np.linspace(0.0, 2.0 * np.pi, 13)
    ring = np.column_stack([np.cos(turn), np.sin(turn), 0.0 * turn]).round(6)
    (found,) = chained(np.stack([ring[:-1], ring[1:]], axis=1))
    assert len(found) == 13 and found[0] == pytest.approx(found[-1])


def test_straight_lines_become_two_points_and_corners_stay() -> None:
    straight = np.column_stack([np.linspace(0.0, 50.0, 30), np.linspace(0.0, 20.0, 30)])
    assert np.array_equal(simplified(straight), straight[[0, -1]])
    corner = np.concatenate([straight, straight[-1] + np.outer(np.linspace(0.0, 1.0, 30)[1:], (-50.0, 40.0))])
    assert np.array_equal(simplified(corner), corner[[0, 29, -1]])
    for off, count in ((0.9 * DEVIATION, 2), (1.1 * DEVIATION, 3)):
        assert len(simplified(np.array([(0.0, 0.0), (10.0, off), (20.0, 0.0)]))) == count
    there_and_back = np.array([(0.0, 0.0), (5.0, 0.0), (9.0, 3.0), (0.0, 0.0)])
    assert len(simplified(there_and_back)) == 4, "from the same place both ways"


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 3, 2, 1), (2, 1, 0, 3), (3, 0, 1, 2)])
def test_a_line_goes_straight_on_whichever_segment_comes_first(order: tuple[int, ...]) -> None:
    ends = np.array(
        [[[-2, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 0]], [[0, -1, 0], [0, 0, 0]], [[0, 0, 0], [2, 0, 0]]], float
    )
    lengths = sorted(np.ptp(line, axis=0).max() for line in chained(ends[list(order)]))
    assert lengths == [2.0, 4.0]
