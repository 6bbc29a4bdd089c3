from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

from game.ui.label_placement import (
    BESIDE_BODY,
    CARRIED,
    FARTHEST,
    GLIDING,
    LEAST_STAY,
    ROUND,
    ArrowShaft,
    Box,
    KnownLabel,
    LabelPlacement,
    Outlines,
    PlacedLabel,
    separate_labels,
)  # fmt: skip

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
    for _ in range(90):
        one, shaft = label((400, 300), 178.0), ArrowShaft((420, 300), (400, 300), 8.0)
        placer.place([one], [shaft], AREA, [], GAP, 1 / 60)
        assert not overlap(one.box, (399.0, 299.0, 401.0, 301.0)), "the word is never on the tip"
    assert one.x < 400 - GAP - 15


OWN, OTHER = ArrowShaft((400, 400), (400, 300), 8.0), ArrowShaft((300, 284), (500, 284), 8.0)


def placed(
    placer: LabelPlacement, shafts: list[ArrowShaft], pictures: int, tip: tuple[float, float] = (400, 300)
) -> list[tuple[float, float]]:
    """Return the places of a label in so many pictures, at 60 a second."""
    places = []
    for _ in range(pictures):
        one = label(tip)
        placer.place([one], shafts, AREA, [], GAP, 1 / 60)
        places.append((one.x, one.y))
    return places


@pytest.mark.parametrize("before", range(0, 48, 6))
def test_a_label_keeps_its_side_for_a_time_and_then_leaves_an_arrow_under_it(before: int) -> None:
    """It appears, an arrow comes to lie under it, and it leaves that 0.8 s after it has appeared, but no sooner."""
    placer = LabelPlacement()
    placed(placer, [OWN], 1 + before)
    placed(placer, [OWN, OTHER], 47 - before)
    assert placer.known["L"].way == 0
    placed(placer, [OWN, OTHER], 8)
    assert placer.known["L"].way != 0
    places = placed(placer, [OWN, OTHER], 60)
    assert not runs_through((OTHER.tail, OTHER.tip), moved(label((400, 300)), places[-1]).box)


def moved(one: PlacedLabel, place: tuple[float, float]) -> PlacedLabel:
    one.x, one.y = place
    return one


def test_a_label_leaves_an_arrow_at_once_when_it_has_long_kept_its_side() -> None:
    placer = LabelPlacement()
    placed(placer, [OWN], 60)
    placed(placer, [OWN, OTHER], 8)
    assert placer.known["L"].way != 0


@pytest.mark.parametrize(("first", "changes"), [(280, False), (375, True)])
def test_a_label_changes_its_side_for_one_that_is_better_by_a_quarter(first: int, changes: bool) -> None:
    """Behind a fence it lies across two or three laths wherever it is, and stays; beside the fence is free."""
    placer = LabelPlacement()
    placed(placer, [OWN], 60)
    fence = [ArrowShaft((x, 100), (x, 500), 0.0) for x in range(first, 530, 15)]
    placed(placer, fence, 60)
    assert (placer.known["L"].way != 0) == changes


def test_a_label_pushed_aside_keeps_its_side_until_its_leader_line_is_long() -> None:
    """The edge of the picture moves away from its tip: the label lags, and flips only far from the tip."""
    placer, far = LabelPlacement(), 0.0
    placed(placer, [], 60)
    for k in range(120):
        one = label((400, 300))
        placer.place([one], [], (10.0, 290.0 + 1.0 * k, 790.0, 590.0), [], GAP, 1 / 60)
        if placer.known["L"].way:
            break
        line = one.leader(GAP)
        far = math.dist(*line) if line else 0.0
    assert placer.known["L"].way != 0
    assert far > 6.0 * GAP


def test_no_step_is_longer_than_the_speeds_allow() -> None:
    """It glides about an arrow that turns round, and lags behind a fast tip; with a slow one it keeps up."""
    placer, places = LabelPlacement(), []
    for k in range(240):
        one = label((400, 300), 0.0 if k < 60 else 175.0, size=(160, 60))
        placer.place([one], [], AREA, [], GAP, 1 / 60)
        places.append((one.x, one.y))
    assert math.dist(places[0], places[-1]) > 50.0
    steps = [math.dist(one, other) for one, other in itertools.pairwise(places)]
    assert 0.9 * GLIDING * GAP / 60 < max(steps) <= GLIDING * GAP / 60 + 1e-6
    runs = [placed(placer, [], 60)[-1], *(placed(placer, [], 1, (400 + 20 * k, 300))[0] for k in range(16))]
    steps = [math.dist(one, other) for one, other in itertools.pairwise(runs)]
    assert 0.9 * CARRIED * GAP / 60 < max(steps) <= CARRIED * GAP / 60 + 1e-6
    slow = LabelPlacement()
    walk = [placed(slow, [], 1, (100 + 3 * k, 300))[0] for k in range(120)]
    assert walk[-1] == pytest.approx((100 + 3 * 119, 284), abs=1.0)


def test_a_label_does_not_tremble_with_its_tip() -> None:
    """A tip that vibrates by 150 points eight times a second moves its label by a few, about the middle."""
    placer = LabelPlacement()
    places = [placed(placer, [], 1, (400 + 75 * math.sin(2 * math.pi * 8 * k / 60), 300))[0] for k in range(240)]
    across = [x for x, _ in places[60:]]
    assert max(across) - min(across) < 15.0
    assert sum(across) / len(across) == pytest.approx(400, abs=25)


def test_labels_come_to_rest_and_say_so() -> None:
    """Whatever has to wait happens if the same picture is drawn when it is due, and then nothing changes any more."""
    placer = LabelPlacement()
    placed(placer, [OWN], 6)
    seconds, places = 0.0, []
    for _ in range(400):
        one = label((400, 300))
        placer.place([one], [OWN, OTHER], AREA, [], GAP, seconds or 1 / 60)
        places.append((one.x, one.y))
        if placer.change_in == math.inf:
            break
        seconds = max(placer.change_in, 1 / 60)
    assert placer.change_in == math.inf
    assert placer.known["L"].way != 0
    later = placed(placer, [OWN, OTHER], 60)
    assert all(math.dist(each, places[-1]) < 0.2 for each in later)


def test_a_still_has_its_labels_at_their_best_places_whatever_came_before() -> None:
    placer, alone = LabelPlacement(), label((400, 300))
    placed(placer, [OWN], 6)
    placed(placer, [OWN, OTHER], 6)
    still = label((400, 300))
    placer.place([still], [OWN, OTHER], AREA, [], GAP, 0.0)
    LabelPlacement().place([alone], [OWN, OTHER], AREA, [], GAP, 1 / 60)
    assert (still.x, still.y) == (alone.x, alone.y)


def test_a_label_keeps_its_side_between_equal_choices() -> None:
    """With too little room on either side, a trembling tip does not make the label alternate."""
    placer, ways = LabelPlacement(), set()
    for k in range(20):
        placer.place([label((400 + 0.5 * (-1) ** k, 300))], [], (360.0, 286.0, 440.0, 314.0), [], GAP, 1.0)
        ways.add(placer.known["L"].way)
    assert len(ways) == 1


def test_a_label_returns_when_its_first_position_has_been_free_for_a_time() -> None:
    placer = LabelPlacement()
    blocked = placed(placer, [ArrowShaft((400, 100), (400, 285), 12.0)], 1)[0]
    assert blocked[0] != pytest.approx(400.0)
    placed(placer, [], round(LEAST_STAY * 60) - 1)
    assert placer.known["L"].way != 0
    free = placed(placer, [], 90)[-1]
    assert free == pytest.approx((400.0, 300 - (GAP + 10.0)), abs=0.1)


def test_labels_no_longer_placed_are_forgotten() -> None:
    placer = LabelPlacement()
    placer.place([label((400, 300))], [], AREA, [], GAP, 0.1)
    for _ in range(60):
        placer.place([], [], AREA, [], GAP, 0.1)
        placer.forget()
    assert not placer.known


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


def disc(x: float, y: float, radius: float) -> Outlines:
    """Return the outline of a round body."""
    return (ROUND @ np.array([x, y]) + radius)[None]


@pytest.mark.parametrize("angle", range(0, 360, 45))
@pytest.mark.parametrize("aside", [0.0, 25.0, -38.0])
def test_a_name_stands_beyond_the_outline_of_a_body(angle: float, aside: float) -> None:
    one = label((400 + aside, 300), angle)
    LabelPlacement().place([one], [], AREA, [], GAP, 0.0, disc(400, 300, 60.0))
    corners = itertools.product((one.box[0], one.box[2]), (one.box[1], one.box[3]))
    near = math.dist((min(max(400, one.box[0]), one.box[2]), min(max(300, one.box[1]), one.box[3])), (400, 300))
    assert near > 60.0 + 0.9 * BESIDE_BODY * GAP
    assert min(math.dist(corner, (400, 300)) for corner in corners) < 60.0 + FARTHEST * GAP


def test_a_name_stays_with_its_arrow_where_a_body_has_no_near_edge() -> None:
    one = label((400, 300))
    LabelPlacement().place([one], [], AREA, [], GAP, 0.0, disc(400, 300, 250.0))
    assert math.dist((one.x, one.y), (400, 300)) < 60.0


def test_a_name_covers_neither_head_of_an_arrow_with_two() -> None:
    """Another arrow ends just below the two heads, so that its name would be beside the second one."""
    one, turns = label((400, 346), size=(14, 16)), ArrowShaft((400, 400), (400, 300), 8.0, double=True)
    LabelPlacement().place([one], [turns, ArrowShaft((400, 420), (400, 346), 8.0)], AREA, [], GAP, 0.0)
    first, second = turns.boxes
    assert first[3] < second[1], "the second one is behind"
    assert not overlap(one.box, first) and not overlap(one.box, second)
    assert len(ArrowShaft((400, 400), (400, 300), 8.0).boxes) == 1


def test_a_name_stands_beside_a_line_and_not_on_it() -> None:
    one, line = label((400, 300)), np.column_stack([np.full(60, 400.0), np.arange(300.0, 0.0, -5.0)])
    LabelPlacement().place([one], [], AREA, [], GAP, 0.0, lines=lambda: line)
    assert not any(overlap(one.box, (x, y, x + 0.1, y + 0.1)) for x, y in line)
    assert math.dist((one.x, one.y), (400, 300)) < 8.0 * GAP


@pytest.mark.parametrize("across", [0.0, 3.0])
def test_no_leader_line_seems_to_continue_another_arrow(across: float) -> None:
    """Two arrows point at one another within a body: the name of the upper one would be below the lower one."""
    one = label((400, 300), 90.0)
    down, up = ArrowShaft((400, 250), (400, 300), 8.0), ArrowShaft((400 + across, 360), (400 + across, 320), 8.0)
    body = disc(400, 300, 62.0)
    LabelPlacement().place([alone := label((400, 300), 90.0)], [down], AREA, [], GAP, 0.0, body)
    LabelPlacement().place([one], [down, up], AREA, [], GAP, 0.0, body)
    assert alone.y > 362.0
    line = one.leader(GAP)
    assert line is None or abs(line[0][0] - line[1][0]) > 2.0 * GAP


def test_a_name_keeps_its_side_while_a_body_turns_under_it() -> None:
    """A body grows until its edge passes the name, which moves with the edge and does not flip."""
    placer, places = LabelPlacement(), []
    for k in range(240):
        one = label((400, 300))
        placer.place([one], [], AREA, [], GAP, 1 / 60, disc(400, 300, min(20.0 + 0.25 * k, 60.0)))
        places.append((one.x, one.y))
    assert placer.known["L"].way == 0
    assert places[-1] == pytest.approx((400, 300 - 60.0 - BESIDE_BODY * GAP - 10.0), abs=1.0)
    assert max(math.dist(one, other) for one, other in itertools.pairwise(places)) <= GLIDING * GAP / 60 + 1e-6


def test_searches_of_many_labels_are_spread_over_the_pictures_of_their_period():
    placement = LabelPlacement()
    known = [KnownLabel(1, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), kept=9.0, troubled=True) for _ in range(12)]
    counts = []
    for _ in range(60):
        for each in known:
            each.searched += 1.0 / 60.0
        due = placement._due(known, 1.0 / 60.0)
        for each, now in zip(known, due, strict=True):
            each.searched = 0.0 if now else each.searched
        counts.append(sum(map(bool, due)))
    assert max(counts) <= 3, "12 labels, 6 pictures"
    assert sum(counts[12:]) >= 0.85 * 12 * 8, "none waits much longer than before"
