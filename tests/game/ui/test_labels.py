from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from pyrr import Matrix44

from game import picture, resources
from game.ui.backend import Imgui
from game.ui.labels import Label, anchored, clear_of, part, placed
from game.ui.theme import Theme

AREA = (10.0, 10.0, 790.0, 590.0)
BLUE = (0.3, 0.6, 1.0)


def overlap(one: Label, other: Label) -> bool:
    return (
        abs(one.x - other.x) < (one.size[0] + other.size[0]) / 2 - 1e-6
        and abs(one.y - other.y) < (one.size[1] + other.size[1]) / 2 - 1e-6
    )


def covers(label: Label, point: tuple[float, float]) -> bool:
    return abs(label.x - point[0]) < label.size[0] / 2 and abs(label.y - point[1]) < label.size[1] / 2


@pytest.mark.parametrize("tail", [(300, 500), (500, 300), (300, 100), (100, 300), (299, 301)])
def test_label_lies_beyond_the_arrowhead(tail: tuple[float, float]) -> None:
    label = anchored("ω", BLUE, tail, (300, 300), (30, 20), 6.0)
    assert not covers(label, (300, 300))
    outward = (300 - tail[0]) * (label.x - 300) + (300 - tail[1]) * (label.y - 300)
    assert outward > 0


def test_an_arrow_seen_end_on_has_its_label_above() -> None:
    label = anchored("L", BLUE, (300, 300), (300, 300), (30, 20), 6.0)
    assert label.y < 300
    assert not covers(label, (300, 300))


@pytest.mark.parametrize("seed", range(5))
def test_labels_part_and_stay_inside(seed: int) -> None:
    hand = random.Random(seed)
    labels = [
        anchored("ω", BLUE, (400, 400), (hand.uniform(380, 420), hand.uniform(-50, 320)), (40, 20), 6.0)
        for _ in range(4)
    ]
    part(labels, AREA, [], 3.0)
    for one, other in itertools.combinations(labels, 2):
        assert not overlap(one, other)
    for label in labels:
        assert AREA[0] <= label.x - label.size[0] / 2
        assert label.x + label.size[0] / 2 <= AREA[2]
        assert AREA[1] <= label.y - label.size[1] / 2
        assert label.y + label.size[1] / 2 <= AREA[3]


def test_labels_on_the_same_spot_part() -> None:
    labels = [anchored("L", BLUE, (100, 400), (100, 300), (30, 20), 6.0) for _ in range(2)]
    part(labels, AREA, [], 3.0)
    assert not overlap(*labels)


def test_a_label_alone_is_not_moved() -> None:
    label = anchored("L", BLUE, (100, 400), (100, 300), (30, 20), 6.0)
    before = label.x, label.y
    part([label], AREA, [], 3.0)
    assert (label.x, label.y) == before


@pytest.mark.parametrize("tip", [(20, 300), (200, 300), (120, 30), (120, 580)])
def test_a_label_leaves_a_panel_and_stays_on_the_screen(tip: tuple[float, float]) -> None:
    panel = (10.0, 10.0, 230.0, 480.0)
    label = anchored("L", BLUE, (tip[0] - 9, tip[1]), tip, (30, 20), 6.0)
    part([label], AREA, [panel], 3.0)
    assert label.x - 15 >= panel[2] or label.y - 10 >= panel[3]
    assert AREA[0] <= label.x - 15
    assert label.x + 15 <= AREA[2]
    assert AREA[1] <= label.y - 10
    assert label.y + 10 <= AREA[3]


def test_a_title_stands_in_the_middle_of_what_panels_leave_free() -> None:
    panels = [(10.0, 10.0, 230.0, 480.0), (650.0, 10.0, 790.0, 480.0)]
    assert clear_of(panels, (0.0, 20.0, 400.0, 580.0)) == (315.0, 20.0)
    assert clear_of(panels, (400.0, 20.0, 800.0, 580.0)) == (525.0, 20.0)
    assert clear_of([], (0.0, 20.0, 400.0, 580.0)) == (200.0, 20.0)


def test_a_word_stands_over_its_place_where_no_panel_hides_it(context: Imgui) -> None:
    theme = Theme(resources.path("assets/fonts"))
    context.begin((600, 600), 1.0, 1 / 60)
    eye = np.array([0.0, -10.0, 0.0], np.float32)
    view = np.array(Matrix44.look_at(eye, (0, 0, 0), (0, 0, 1)), np.float32)
    projection = np.array(Matrix44.perspective_projection(40.0, 1.0, 0.1, 100.0), np.float32)
    frame = picture.SceneFrame(picture.View(eye, view, projection), np.zeros(3, np.float32), 1.0)
    places = {"middle": (0, 0, 0), "left": (-2, 0, 0), "behind": (0, -20, 0), "outside": (9, 0, 0)}
    frame.labels = [picture.Label(np.array(place, np.float32), word, BLUE) for word, place in places.items()]
    found = {label.text: label for label in placed(frame, (0, 0), (600, 600), [(0.0, 0.0, 200.0, 600.0)], theme)}
    context.end()
    assert set(found) == {"middle"}
    assert found["middle"].tip == pytest.approx((300, 300))
    assert found["middle"].y + found["middle"].size[1] / 2 < 300
