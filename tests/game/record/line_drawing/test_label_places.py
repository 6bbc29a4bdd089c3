"""Places of labels: on white paper where there is some, near what they name, not on one another, within the page."""

from __future__ import annotations

import math

import numpy as np

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
