"""Places of labels: on white paper where there is some, near what they name, not on one another, within the page."""

from __future__ import annotations

import math

import numpy as np
import pytest

from game.record.line_drawing.label_places import CLEAR, InkMap, LabelEdges, Wanted, overlap, placed_labels

SIZE = (400.0, 300.0)


def label(x: float, y: float, ahead: tuple[float, float] = (0.0, -1.0)) -> Wanted:
    return Wanted((x, y), ahead, (40.0, 16.0), 4.0)


def apart(one: LabelEdges, other: LabelEdges) -> float:
    """The greater of the gaps between two boxes, across and down."""
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)


def test_on_white_paper_it_is_straight_ahead_at_its_distance() -> None:
    (box,) = placed_labels([label(200.0, 150.0)], InkMap(SIZE))
    assert box == (180.0, 130.0, 220.0, 146.0)


def test_it_leaves_a_line_and_stays_near() -> None:
    ink = InkMap(SIZE)
    ink.add(np.array([[0.0, 138.0], [400.0, 138.0]]))
    (box,) = placed_labels([label(200.0, 150.0)], ink)
    assert ink.share(box) == 0.0
    assert math.dist((200.0, 150.0), (0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom))) < 60.0


def test_thick_lines_disturb_more_than_thin_ones() -> None:
    shares = []
    for weight in (0.2, 1.0):
        ink = InkMap(SIZE)
        ink.add(np.array([[0.0, 100.0], [400.0, 100.0]]), weight)
        shares.append(ink.share(LabelEdges(180.0, 92.0, 220.0, 108.0)))
    assert np.allclose(shares, [0.2, 1.0])


def test_several_at_one_place_stand_apart() -> None:
    boxes = placed_labels([label(200.0, 150.0) for _ in range(5)], InkMap(SIZE))
    pairs = [(one, other) for k, one in enumerate(boxes) for other in boxes[:k]]
    assert all(overlap(one, other) == 0.0 for one, other in pairs)
    assert min(apart(one, other) for one, other in pairs) >= CLEAR - 1e-9


def test_it_stays_on_the_page() -> None:
    ink = InkMap(SIZE)
    for place in ((2.0, 2.0), (398.0, 298.0), (200.0, 1.0)):
        (box,) = placed_labels([label(*place)], ink)
        assert ink.outside(box) < 1e-9


def test_ink_is_counted_once_for_each_line_that_crosses_a_box() -> None:
    ink = InkMap(SIZE)
    box = LabelEdges(180.0, 90.0, 220.0, 110.0)
    assert ink.share(box) == 0.0
    for lines, height in enumerate((93.0, 99.0, 105.0), 1):
        ink.add(np.array([[0.0, height], [400.0, height]]))
        assert ink.share(box) == lines
    ink.add(np.array([[0.0, 99.0], [400.0, 99.0]]))
    assert ink.share(box) == 3.0, "the same line again covers no more"
    assert ink.share(LabelEdges(180.0, 112.0, 220.0, 130.0)) == 0.0
    assert ink.share(LabelEdges(380.0, 90.0, 420.0, 110.0)) == 1.5, "as far as there is paper"
    assert ink.share(LabelEdges(-20.0, 90.0, 20.0, 110.0)) == 1.5


def test_short_and_slanted_lines_are_there_from_end_to_end() -> None:
    ink = InkMap(SIZE)
    ink.add(np.array([[101.0, 51.0], [141.0, 91.0]]))
    for x in range(101, 142, 4):
        assert ink.share(LabelEdges(x - 1.0, x - 51.0, x + 1.0, x - 49.0)) == 1.0
    assert ink.share(LabelEdges(90.0, 40.0, 100.0, 50.0)) == ink.share(LabelEdges(142.0, 92.0, 160.0, 110.0)) == 0.0
    ink.add(np.array([[-50.0, 200.0], [500.0, 350.0], [300.0, -20.0]]))  # beyond the paper, too


def test_parts_beyond_the_edge_and_shared_areas() -> None:
    ink = InkMap(SIZE)
    assert ink.outside(LabelEdges(10.0, 10.0, 50.0, 30.0)) == 0.0
    assert ink.outside(LabelEdges(-10.0, 10.0, 30.0, 30.0)) == 0.25
    assert ink.outside(LabelEdges(380.0, 290.0, 420.0, 310.0)) == 0.75
    assert ink.outside(LabelEdges(500.0, 10.0, 540.0, 30.0)) == 1.0
    one = LabelEdges(0.0, 0.0, 4.0, 3.0)
    assert overlap(one, LabelEdges(1.0, 1.0, 9.0, 2.0)) == 3.0 == overlap(LabelEdges(1.0, 1.0, 9.0, 2.0), one)
    assert overlap(one, LabelEdges(4.0, 0.0, 8.0, 3.0)) == overlap(one, LabelEdges(5.0, 4.0, 8.0, 9.0)) == 0.0


@pytest.mark.parametrize("ahead", [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.6, 0.8)])
def test_the_nearest_edge_is_at_its_distance_in_any_direction(ahead: tuple[float, float]) -> None:
    (box,) = placed_labels([label(200.0, 150.0, ahead)], InkMap(SIZE))
    middle = 0.5 * (box.left + box.right) - 200.0, 0.5 * (box.top + box.bottom) - 150.0
    assert math.hypot(*middle) * ahead[0] == pytest.approx(middle[0])
    assert math.hypot(*middle) * ahead[1] == pytest.approx(middle[1])
    reach = 0.5 * min(40.0 / max(abs(ahead[0]), 1e-9), 16.0 / max(abs(ahead[1]), 1e-9))
    assert math.hypot(*middle) == pytest.approx(4.0 + reach)
    assert (box.right - box.left, box.bottom - box.top) == (40.0, 16.0)


def test_it_turns_aside_by_as_little_as_will_do() -> None:
    """A wall straight ahead: the label goes to a direction that is free of it, near its least distance."""
    ink = InkMap(SIZE)
    for x in np.arange(196.0, 260.0, 2.0):
        ink.add(np.array([[x, 0.0], [x, 147.0]]))
    (box,) = placed_labels([label(200.0, 150.0)], ink)
    assert ink.share(box) == 0.0
    middle = np.array([0.5 * (box.left + box.right), 0.5 * (box.top + box.bottom)])
    assert 4.0 < math.dist(middle, (200.0, 150.0)) < 40.0


def test_labels_keep_their_room_from_lines() -> None:
    ink = InkMap(SIZE)
    ink.add(np.array([[0.0, 128.0], [400.0, 128.0]]))
    (box,) = placed_labels([label(200.0, 150.0)], ink)
    assert box != (180.0, 130.0, 220.0, 146.0), "its first place would touch the line all but CLEAR"
    assert ink.share(LabelEdges(box.left, box.top - CLEAR, box.right, box.bottom + CLEAR)) == 0.0


@pytest.mark.parametrize("far", [0.0, 6.0, 13.0, 22.0, 34.0])
def test_it_is_as_near_as_lines_on_all_sides_leave_room(far: float) -> None:
    ink = InkMap(SIZE)
    for y in np.arange(149.0 - far, 150.0, 2.0):
        ink.add(np.array([[0.0, y], [400.0, y]]))
        ink.add(np.array([[0.0, 300.0 - y], [400.0, 300.0 - y]]))
    (box,) = placed_labels([label(200.0, 150.0)], ink)
    assert box == (180.0, 130.0 - far, 220.0, 146.0 - far)
