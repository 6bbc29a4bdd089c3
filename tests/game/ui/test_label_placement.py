from __future__ import annotations

import itertools
import math
import random

import pytest

from game.ui.label_placement import SETTLING_TIME, ArrowShaft, Box, LabelPlacement, PlacedLabel, separate_labels

AREA = (10.0, 10.0, 790.0, 590.0)
BLUE = (0.3, 0.6, 1.0)
GAP = 6.0


def label(
    tip: tuple[float, float], angle: float = -90.0, text: str = "L", size: tuple[float, float] = (40, 20)
) -> PlacedLabel:
    ahead = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return PlacedLabel(text, BLUE, tip, ahead, size, text, *tip)


def overlap(one: Box, other: Box) -> bool:
    across, down = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return across > 1e-6 and down > 1e-6


def inside(one: Box, area: Box) -> bool:
    return one[0] >= area[0] and one[1] >= area[1] and one[2] <= area[2] and one[3] <= area[3]


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_a_label_lies_beyond_the_head_of_its_arrow(angle: float) -> None:
    one = label((300, 300), angle)
    tail = 300 - 200 * one.ahead[0], 300 - 200 * one.ahead[1]
    shaft = ArrowShaft(tail, (300, 300), 8.0)
    LabelPlacement().place([one], [shaft], AREA, [], GAP, 0.0)
    assert not overlap(one.box, shaft.box)
    assert (one.x - 300) * one.ahead[0] + (one.y - 300) * one.ahead[1] > 0.0


@pytest.mark.parametrize("seed", range(8))
def test_labels_of_a_crowded_tip_overlap_neither_labels_nor_heads(seed: int) -> None:
    hand = random.Random(seed)
    tips = [(hand.uniform(380, 420), hand.uniform(280, 320)) for _ in range(5)]
    labels = [label(tip, hand.uniform(0, 360), str(i)) for i, tip in enumerate(tips)]
    shafts = [ArrowShaft((400, 500), tip, 7.0) for tip in tips]
    panel = (10.0, 10.0, 395.0, 250.0)
    LabelPlacement().place(labels, shafts, AREA, [panel], GAP, 0.0)
    for one, other in itertools.combinations(labels, 2):
        assert not overlap(one.box, other.box)
    for one in labels:
        assert inside(one.box, AREA)
        assert not overlap(one.box, panel)
        assert not any(overlap(one.box, shaft.box) for shaft in shafts)


@pytest.mark.parametrize("tip", [(12, 300), (788, 300), (400, 12), (400, 588), (-20, 300)])
def test_a_label_stays_on_the_screen(tip: tuple[float, float]) -> None:
    one = label(tip, math.degrees(math.atan2(tip[1] - 300, tip[0] - 400)))
    LabelPlacement().place([one], [], AREA, [], GAP, 0.0)
    assert inside(one.box, AREA)


def test_a_label_moves_smoothly_while_its_arrow_rotates() -> None:
    """Around a second arrow head and back, no step is longer than the settling allows."""
    placer, before, farthest = LabelPlacement(), None, 0.0
    for k in range(400):
        angle = -90.0 + 80.0 * math.sin(0.05 * k)
        way = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        one = label((400, 300), angle)
        shafts = [
            ArrowShaft((400 - 99 * way[0], 300 - 99 * way[1]), (400, 300), 8.0),
            ArrowShaft((500, 400), (425, 270), 8.0),
        ]
        placer.place([one], shafts, AREA, [], GAP, 1 / 60)
        if before is not None:
            farthest = max(farthest, math.dist(before, (one.x, one.y)))
        before = one.x, one.y
    assert farthest < 8.0


@pytest.mark.parametrize("seed", range(8))
def test_leader_lines_strike_through_no_word_and_words_lie_on_no_shaft(seed: int) -> None:
    """Place the names of short arrows from one point, as those on a small coin: there is no room near the tips."""
    hand = random.Random(seed)
    ways = [math.radians(hand.uniform(0.0, 360.0)) for _ in range(6)]
    tips = [(400 + 24 * math.cos(way), 300 + 24 * math.sin(way)) for way in ways]
    labels = [label(tip, math.degrees(way), str(i)) for i, (tip, way) in enumerate(zip(tips, ways, strict=True))]
    shafts = [ArrowShaft((400, 300), tip, 7.0) for tip in tips]
    LabelPlacement().place(labels, shafts, AREA, [], GAP, 0.0)
    for one, other in itertools.permutations(labels, 2):
        line = one.leader(GAP)
        assert line is None or not runs_through(line, other.box), (one.text, other.text)
    for one in labels:
        assert not any(runs_through((shaft.tail, shaft.tip), one.box) for shaft in shafts), one.text


def runs_through(line: tuple[tuple[float, float], tuple[float, float]], box: Box) -> bool:
    """Return whether a line runs through the inside of a box, by points on it."""
    (x, y), (tip_x, tip_y) = line
    places = [(x + k / 200 * (tip_x - x), y + k / 200 * (tip_y - y)) for k in range(201)]
    return any(box[0] + 1 < px < box[2] - 1 and box[1] + 1 < py < box[3] - 1 for px, py in places)


def test_a_label_goes_round_the_head_of_an_arrow_that_turns_back() -> None:
    placer = LabelPlacement()
    placer.place([label((400, 300), 0.0)], [ArrowShaft((380, 300), (400, 300), 8.0)], AREA, [], GAP, 0.0)
    for _ in range(30):
        one, shaft = label((400, 300), 178.0), ArrowShaft((420, 300), (400, 300), 8.0)
        placer.place([one], [shaft], AREA, [], GAP, 1 / 60)
        assert not overlap(one.box, (399.0, 299.0, 401.0, 301.0)), "the word is never on the tip"
    assert one.x < 400 - GAP - 15


@pytest.mark.parametrize("before", range(7))
def test_a_label_leaves_an_arrow_that_comes_to_lie_under_it_at_once(before: int) -> None:
    placer = LabelPlacement()
    own, other = ArrowShaft((400, 400), (400, 300), 8.0), ArrowShaft((300, 284), (500, 284), 8.0)
    for _ in range(10 + before):
        placer.place([label((400, 300))], [own], AREA, [], GAP, 1 / 60)
    for _ in range(8):
        one = label((400, 300))
        placer.place([one], [own, other], AREA, [], GAP, 1 / 60)
    assert not runs_through((other.tail, other.tip), one.box)


def test_a_label_keeps_its_side_between_equal_choices() -> None:
    """With too little room on either side, a trembling tip does not make the label alternate."""
    placer, ways = LabelPlacement(), set()
    for k in range(20):
        placer.place([label((400 + 0.5 * (-1) ** k, 300))], [], (360.0, 286.0, 440.0, 314.0), [], GAP, 1.0)
        ways.add(placer._known["L"].way)
    assert len(ways) == 1


def test_a_label_returns_when_its_first_position_is_free() -> None:
    placer, way = LabelPlacement(), (0.0, -1.0)
    blocked, free = label((400, 300)), label((400, 300))
    placer.place([blocked], [ArrowShaft((400, 100), (400, 285), 12.0)], AREA, [], GAP, 0.0)
    assert blocked.x != pytest.approx(400.0)
    placer.place([free], [], AREA, [], GAP, 20.0 * SETTLING_TIME)
    assert (free.x, free.y) == pytest.approx((400.0, 300 + way[1] * (GAP + 10.0)), abs=0.1)


def test_labels_no_longer_placed_are_forgotten() -> None:
    placer = LabelPlacement()
    placer.place([label((400, 300))], [], AREA, [], GAP, 0.1)
    for _ in range(6):
        placer.place([], [], AREA, [], GAP, 0.1)
        placer.forget()
    assert not placer._known


@pytest.mark.parametrize("tip", [(20, 300), (200, 300), (120, 30), (120, 580)])
def test_a_label_moves_off_a_panel_and_stays_on_the_screen(tip: tuple[float, float]) -> None:
    panel = (10.0, 10.0, 230.0, 480.0)
    one = label(tip)
    separate_labels([one], AREA, [panel], GAP)
    assert not overlap(one.box, panel)
    assert inside(one.box, AREA)


def test_a_single_label_is_not_moved() -> None:
    one = label((100, 300))
    separate_labels([one], AREA, [], GAP)
    assert (one.x, one.y) == (100, 300)
