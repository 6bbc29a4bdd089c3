"""The paper of a drawing: as much of the view as what is drawn takes, at one scale."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from game.looks.kit import shapes
from game.model.frame import Curve, Instance, OverlayArrow, Points, Ribbon, SceneFrame, View
from game.record.line_drawing.depth_map import Screen
from game.record.line_drawing.paper import COLUMN, ROOM, TALLEST, Paper, paper

ASPECT = 2.0


def frame(away: float = 5.0, **items: list[Any]) -> SceneFrame:
    """A frame as it is seen along +y; half of the picture is as high as half of the distance of the eye."""
    view, projection = np.eye(4), np.zeros((4, 4))
    view[:3, :3] = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]
    view[3, 2] = -away
    projection[0, 0], projection[1, 1], projection[2, 3] = 2.0 / ASPECT, 2.0, -1.0
    found = SceneFrame(View(np.array([0.0, -away, 0.0]), view, projection), np.zeros(3, np.float32), 1.0)
    for name, each in items.items():
        setattr(found, name, each)
    return found


def line(*points: tuple[float, float, float]) -> Curve:
    return Curve(np.array(points, np.float32), (0.0, 0.0, 0.0))


def places(found: Paper, *points: tuple[float, float, float]) -> np.ndarray:
    return Screen(found.view, found.size).place(np.array(points))[0]


@pytest.mark.parametrize("away", [5.0, 0.4])
@pytest.mark.parametrize(("wide", "tall"), [(0.8, 0.1), (0.1, 0.4)])
def test_what_is_drawn_fills_the_column_and_has_room_round_it(away: float, wide: float, tall: float) -> None:
    """Whatever the distance, and wherever it is in the picture."""
    x, z = 0.1 * away, 0.05 * away
    low, high = (x - wide * away / 2, 0.0, z - tall * away / 2), (x + wide * away / 2, 0.0, z + tall * away / 2)
    found = paper(frame(away, curves=[line(low, high)]), ASPECT, [])
    scale = min(COLUMN / wide, TALLEST / tall)
    assert found.size == pytest.approx((scale * wide + 240.0, scale * tall + 240.0), rel=1e-5)
    ends = places(found, low, high)
    assert ends == pytest.approx(np.array([(ROOM, found.size[1] - ROOM), (found.size[0] - ROOM, ROOM)]), rel=1e-4)
    assert found.pixel == pytest.approx(ASPECT * scale / 1280.0, rel=1e-5)


def test_lines_and_dots_count_as_far_as_the_picture_has_them() -> None:
    inside = [(-1.0, 0.0, -0.5), (1.0, 0.0, 0.5)]
    expected = paper(frame(curves=[line(*inside)]), ASPECT, [])
    outside = [
        (5.1, 0.0, 0.0),
        (0.0, 0.0, 2.6),
        (-5.1, 0.0, 0.0),
        (0.0, 0.0, -2.6),
        (np.nan, 0.0, 0.0),
        (0.0, -9.0, 0.0),
    ]
    beyond = np.array([*inside, *outside], np.float32)
    colors = np.zeros((len(beyond), 4), np.uint8)
    ribbon = Ribbon(np.column_stack([beyond, np.zeros(len(beyond))]).astype(np.float32), 1.0, 2.0)
    for items in ({"curves": [line(*beyond.tolist())]}, {"points": [Points(beyond, colors)]}, {"ribbons": [ribbon]}):
        found = paper(frame(**items), ASPECT, [])
        assert found.size == pytest.approx(expected.size, rel=1e-5)
        assert places(found, *inside) == pytest.approx(places(expected, *inside), rel=1e-4)
    edges = [(-4.9, 0.0, -2.4), (4.9, 0.0, 2.4)]
    whole = paper(frame(curves=[line(*edges)]), ASPECT, [])
    assert places(whole, *edges)[:, 0] == pytest.approx([ROOM, ROOM + COLUMN], rel=1e-4)


def test_bodies_and_arrows_are_whole_also_beyond_the_picture() -> None:
    model = np.eye(4, dtype=np.float32)
    model[3, :3] = 6.0, 0.0, 0.0
    inside = line((0.0, 0.0, 0.0), (1.0, 0.0, 0.1))
    body = paper(frame(curves=[inside]), ASPECT, [Instance(shapes.box((1.0, 0.2, 0.2)), model)])
    assert places(body, (6.5, -0.1, 0.0))[0, 0] == pytest.approx(ROOM + COLUMN, abs=2.0), "its edges are round"
    tip = (0.0, 0.0, 4.0)
    arrow = OverlayArrow(np.zeros(3, np.float32), np.array(tip, np.float32), (0.0, 0.0, 0.0))
    found = paper(frame(curves=[inside], arrows=[arrow]), ASPECT, [])
    assert places(found, tip)[0, 1] == pytest.approx(ROOM, rel=1e-4)
    too_far = OverlayArrow(np.zeros(3, np.float32), np.array((0.0, 0.0, 8.0), np.float32), (0.0, 0.0, 0.0))
    found = paper(frame(curves=[inside], arrows=[too_far]), ASPECT, [])
    assert places(found, (1.0, 0.0, 0.1))[0] == pytest.approx([ROOM + COLUMN, ROOM], rel=1e-3), "an end alone counts"


def test_an_empty_picture_is_all_of_the_view() -> None:
    found = paper(frame(), ASPECT, [])
    assert found.size == pytest.approx((COLUMN + 2.0 * ROOM, COLUMN / ASPECT + 2.0 * ROOM))
    assert places(found, (5.0, 0.0, 2.5))[0] == pytest.approx([ROOM + COLUMN, ROOM])


def test_a_single_point_has_a_paper_too() -> None:
    found = paper(frame(curves=[line((0.2, 0.0, 0.1))]), ASPECT, [])
    assert places(found, (0.2, 0.0, 0.1))[0] == pytest.approx([ROOM, ROOM], abs=1.0)
    assert found.size[0] == pytest.approx(2.0 * ROOM + COLUMN) or found.size[0] == pytest.approx(2.0 * ROOM, rel=0.01)
