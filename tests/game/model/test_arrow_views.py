"""Arrows on the screen: those too short to be seen, those that leave the picture, and the bars of their scales."""

import numpy as np
import pytest
from msgspec.structs import replace

from game.camera.camera import Camera
from game.model.arrow_scales import ArrowScales, UnitScale
from game.model.arrow_views import (
    beside_one_another,
    cut_at_border,
    long_enough,
    pixels_per_metre,
    scale_bars,
    share_inside,
)
from game.model.colors import LIGHT_GREY, VIOLET, YELLOW
from game.model.frame import OverlayArrow, SceneFrame

MIDDLE = np.array([0.0, 0.0, 1.0])
VIEW = Camera((0.0, 0.0, 1.0), 1.0).view(16 / 9)
UP = np.asarray(VIEW.view, float)[:3, 1]
WHOLE = (0.0, 0.0, 1.0, 1.0)


def arrow(length: float, unit: str = "N", tail: np.ndarray = MIDDLE) -> OverlayArrow:
    ends = tail.astype(np.float32), (tail + length * UP).astype(np.float32)
    return OverlayArrow(*ends, (1.0, 1.0, 0.0), "F", unit=unit, size=10.0 * length)


def pixels(count: float) -> float:
    """Return the length [m] of so many pixels in the middle."""
    return count / pixels_per_metre(VIEW, MIDDLE)


def on_screen(place: np.ndarray) -> tuple[float, float]:
    found = VIEW.project(np.asarray(place, np.float32), (1280, 720))
    assert found is not None
    return found


def test_a_metre_has_as_many_pixels_as_the_projection_says():
    low, high = on_screen(MIDDLE), on_screen(MIDDLE + 0.1 * UP)
    assert low[1] - high[1] == pytest.approx(0.1 * pixels_per_metre(VIEW, MIDDLE), rel=1e-4)


def test_short_arrows_vanish_and_come_back_only_when_longer():
    seen: set[tuple[str, int]] = {("F", 1)}
    counts = []
    for length in (9.0, 7.5, 11.0, 12.5, 9.0):
        seen = long_enough([arrow(pixels(length))], VIEW, seen)
        counts.append(len(seen))
    assert counts == [1, 0, 0, 1, 1]


def test_what_has_no_scale_stays():
    assert long_enough([arrow(pixels(1.0), unit="")], VIEW, set()) == {("F", 1)}


def test_an_arrow_that_leaves_the_free_part_is_broken_at_its_border():
    free = (0.0, 0.25, 1.0, 1.0)
    found = cut_at_border(arrow(3.0), VIEW, free, lambda each: f"{each.size:g} N")
    assert found.broken and found.value == "30 N" and found.size == 30.0
    assert on_screen(found.tip)[1] == pytest.approx((0.25 + 0.02) * 720.0, abs=0.5)
    inside = arrow(pixels(50.0))
    assert cut_at_border(inside, VIEW, WHOLE, str) is inside
    axis = arrow(3.0, unit="")
    assert cut_at_border(axis, VIEW, WHOLE, str) is axis


def test_an_arrow_that_begins_outside_stays():
    assert share_inside(MIDDLE + 10.0 * UP, MIDDLE, VIEW, WHOLE) is None


def test_bars_are_of_the_units_that_are_shown_at_the_depth_of_their_arrows():
    away = np.asarray(VIEW.view, float)[:3, 2]
    frame = SceneFrame(VIEW, MIDDLE.astype(np.float32), 1.0)
    frame.arrows = [arrow(0.3), arrow(0.2, "m/s", MIDDLE - 2.0 * away), arrow(0.2, "")]
    units = {unit: UnitScale(1.0, 0.1, 1.0) for unit in ("N", "m/s", "rad/s")}
    bars = scale_bars(frame, ArrowScales(units), ["words"])
    assert [bar.unit for bar in bars] == ["N", "m/s", ""] and bars[2].words == "words"
    assert bars[0].place == pytest.approx(MIDDLE, abs=1e-5)
    assert pixels_per_metre(VIEW, bars[1].place) == pytest.approx(
        pixels_per_metre(VIEW, frame.arrows[1].tail), rel=1e-4
    )


def test_a_bar_has_the_ink_of_its_arrows_where_that_is_one():
    frame = SceneFrame(VIEW, MIDDLE.astype(np.float32), 1.0)
    weight = replace(arrow(0.3), color=VIOLET)
    scales = ArrowScales({"N": UnitScale(1.0, 0.1, 1.0)})
    colors = []
    for shown in ([weight, weight], [weight, replace(weight, color=YELLOW)]):
        frame.arrows = shown
        colors += [bar.color for bar in scale_bars(frame, scales)]
    assert colors == [VIOLET, LIGHT_GREY]


ASIDE = np.asarray(VIEW.view, float)[:3, 0]


def pair(angle: float, apart: float = 0.0, longer: float = 0.0) -> list[OverlayArrow]:
    """Return two arrows at an angle [degrees] to one another, their tails `apart` pixels from one another."""
    turn, far = np.radians(angle), pixels(apart)
    first = arrow(pixels(120.0))
    tip = first.tail + far * ASIDE + pixels(120.0 + longer) * (np.cos(turn) * UP + np.sin(turn) * ASIDE)
    second = replace(first, tail=(first.tail + far * ASIDE).astype(np.float32), tip=tip.astype(np.float32), label="L")
    return [first, second]


def lines(arrows: list[OverlayArrow]) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(np.array(on_screen(each.tail)), np.array(on_screen(each.tip))) for each in arrows]


@pytest.mark.parametrize(("angle", "longer"), [(0.0, 0.0), (2.0, 3.0), (3.9, 0.0), (0.0, -70.0), (1.0, 90.0)])
def test_two_arrows_that_would_cover_one_another_are_beside_one_another(angle, longer):
    arrows = pair(angle, apart=2.0, longer=longer)
    before = [np.linalg.norm(each.tip - each.tail) for each in arrows]
    first = arrows[0]
    beside_one_another(arrows, VIEW)
    assert arrows[0] is first
    (tail, tip), (other, end) = lines(arrows)
    way = (tip - tail) / np.linalg.norm(tip - tail)
    for place in (other, end):
        assert np.cross([*way, 0.0], [*(place - tail), 0.0])[2] == pytest.approx(9.0, abs=0.2), (
            "to the right, downwards y"
        )
    assert [np.linalg.norm(each.tip - each.tail) for each in arrows] == pytest.approx(before, rel=1e-5), "to scale"


def test_a_third_arrow_is_beside_the_second_and_what_begins_at_a_tip_goes_with_it():
    arrows = pair(0.0)
    rate = replace(arrows[0], tail=arrows[1].tip, tip=(arrows[1].tip + pixels(60.0) * ASIDE).astype(np.float32))
    arrows += [replace(arrows[0], label="M"), rate]
    beside_one_another(arrows, VIEW)
    tails = [line[0][0] for line in lines(arrows[:3])]
    assert np.diff(tails) == pytest.approx([9.0, 9.0], abs=0.2)
    assert arrows[3].tail == pytest.approx(arrows[1].tip, abs=1e-5)
    assert arrows[3].tip - arrows[3].tail == pytest.approx(rate.tip - rate.tail, abs=1e-6)


def untouched(arrows: list[OverlayArrow]) -> bool:
    before = list(arrows)
    beside_one_another(arrows, VIEW)
    return all(one is other for one, other in zip(arrows, before, strict=True))


@pytest.mark.parametrize(("angle", "apart"), [(7.0, 0.0), (0.0, 20.0), (180.0, 0.0)])
def test_other_arrows_stay_where_they_are(angle, apart):
    assert untouched(pair(angle, apart))
    assert untouched([replace(each, unit="") for each in pair(0.0)]), "marks are not to scale"
    first = pair(0.0)[0]
    assert untouched([first, replace(first, tail=first.tip, tip=(2.0 * first.tip - first.tail).astype(np.float32))])


def test_arrows_come_beside_one_another_smoothly():
    places = []
    for angle in np.linspace(7.0, 3.0, 81):
        arrows = pair(angle)
        beside_one_another(arrows, VIEW)
        places.append(np.array([*on_screen(arrows[1].tail), *on_screen(arrows[1].tip)]))
    assert max(np.abs(np.diff(places, axis=0)).max(axis=1)) < 1.5
