"""Arrows on the screen: those too short to be seen, those that leave the picture, and the bars of their scales."""

import numpy as np
import pytest
from msgspec.structs import replace

from game.camera.camera import Camera
from game.model.arrow_scales import ArrowScales, UnitScale
from game.model.arrow_views import cut_at_border, long_enough, on_one_line, pixels_per_metre, scale_bars, share_inside
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


@pytest.mark.parametrize("angle", [0.0, 2.0, 3.9])
def test_two_arrows_that_nearly_coincide_are_on_one_line_with_their_tails_apart(angle):
    arrows = pair(angle, apart=2.0, longer=3.0)
    before = [np.linalg.norm(each.tip - each.tail) for each in arrows]
    first = arrows[0]
    on_one_line(arrows, VIEW)
    assert arrows[0] is first
    (tail, tip), (other, end) = ((np.array(on_screen(each.tail)), np.array(on_screen(each.tip))) for each in arrows)
    assert np.linalg.norm(other - tail) == pytest.approx(8.0, abs=0.2)
    way = (tip - tail) / np.linalg.norm(tip - tail)
    assert abs(np.cross([*(other - tail), 0.0], [*way, 0.0])[2]) < 0.2
    assert abs(np.cross([*(end - tail), 0.0], [*way, 0.0])[2]) < 0.2
    assert [np.linalg.norm(each.tip - each.tail) for each in arrows] == pytest.approx(before, rel=1e-5), "to scale"


@pytest.mark.parametrize(("angle", "apart", "longer"), [(7.0, 0.0, 0.0), (0.0, 20.0, 0.0), (0.0, 0.0, 25.0)])
def test_other_arrows_stay_where_they_are(angle, apart, longer):
    arrows = pair(angle, apart, longer)
    before = list(arrows)
    on_one_line(arrows, VIEW)
    assert all(one is other for one, other in zip(arrows, before, strict=True))
    marks = [replace(each, unit="") for each in pair(0.0)]
    before = list(marks)
    on_one_line(marks, VIEW)
    assert all(one is other for one, other in zip(marks, before, strict=True))


def test_arrows_come_to_one_line_smoothly():
    places = []
    for angle in np.linspace(7.0, 3.0, 81):
        arrows = pair(angle)
        on_one_line(arrows, VIEW)
        places.append(np.array([*on_screen(arrows[1].tail), *on_screen(arrows[1].tip)]))
    assert max(np.abs(np.diff(places, axis=0)).max(axis=1)) < 1.5
