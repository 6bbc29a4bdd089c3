"""Arrows as a picture shows them: which are too short to be seen, where they leave it, and the bars of their scales."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence

import numpy as np
from msgspec.structs import replace

from game.model.arrow_scales import ArrowScales
from game.model.colors import LIGHT_GREY
from game.model.frame import OverlayArrow, ScaleBar, SceneFrame, View
from game.model.panel_layout import Edges
from physics.maths import dense

ArrowKey = tuple[str, int]
"""Name of an arrow, and its number among those of this name."""
LINES = 720.0
"""Height of a picture [pixels] in which lengths on the screen are given."""
GONE, BACK = 8.0, 12.0
"""Lengths of an arrow on the screen below which it vanishes with its name, and above which it comes back."""
APART = 8.0
"""Distance of the tails of two arrows on one line [pixels]."""
ANGLES, NEAR = (4.0, 6.0), (12.0, 18.0)
"""Angles between two arrows [degrees], and distances of their ends [pixels], up to which they are on one line, and from
which they are not."""
WIDEST = math.cos(math.radians(ANGLES[1]))
BORDER = 0.02
"""Width of the border of the free part of the picture into which no tip goes, in heights of the picture."""


def pixels_per_metre(view: View, place: np.ndarray) -> float:
    """Return how many pixels of a picture of `LINES` a metre across the line of sight has at a place (3,)."""
    ahead = float(dense.times(np.append(np.asarray(place, float), 1.0), depth_of(view)))
    return 0.5 * LINES * abs(float(view.projection[1, 1])) / max(ahead, 1e-9)


def depth_of(view: View) -> np.ndarray:
    """Return the column (4,) whose product with a place x y z 1 is its depth [m]."""
    return np.asarray(dense.times(np.asarray(view.view, float), np.asarray(view.projection, float)[:, 3]))


def arrow_keys(arrows: Sequence[OverlayArrow]) -> list[ArrowKey]:
    """Return the keys of arrows from picture to picture: name, and number among those of this name."""
    keys, times = [], dict[str, int]()
    for arrow in arrows:
        times[arrow.label] = times.get(arrow.label, 0) + 1
        keys.append((arrow.label, times[arrow.label]))
    return keys


def long_enough(arrows: Sequence[OverlayArrow], view: View, seen: Container[ArrowKey]) -> set[ArrowKey]:
    """Return the keys of the arrows that are long enough to be seen, and of those that are not to scale.

    seen: the keys of those that are in the picture before. Lengths are those seen from the side.
    """
    kept = set()
    for key, arrow in zip(arrow_keys(arrows), arrows, strict=True):
        if arrow.unit:
            middle = 0.5 * (np.asarray(arrow.tail, float) + arrow.tip)
            length = dense.length(np.asarray(arrow.tip, float) - arrow.tail) * pixels_per_metre(view, middle)
            if length < (GONE if key in seen else BACK):
                continue
        kept.add(key)
    return kept


def cut_at_border(arrow: OverlayArrow, view: View, free: Edges, value: Callable[[OverlayArrow], str]) -> OverlayArrow:
    """Return an arrow to scale that ends where it would leave the free part of the picture, broken.

    One that begins outside of it stays. value: what the label of a broken arrow says after its name.
    """
    if not arrow.unit:
        return arrow
    share = share_inside(np.asarray(arrow.tail, float), np.asarray(arrow.tip, float), view, free)
    if share is None or share >= 1.0:
        return arrow
    tip = (arrow.tail + share * (arrow.tip - arrow.tail)).astype(np.float32)
    broken = replace(arrow, tip=tip, broken=True)
    return replace(broken, value=value(broken))


def share_inside(tail: np.ndarray, tip: np.ndarray, view: View, free: Edges) -> float | None:
    """Return which part of a line from its tail on is inside the free part of a picture; None where the tail is not."""
    both = dense.times(np.asarray(view.view, float), np.asarray(view.projection, float))
    start, end = (dense.times(np.append(place, 1.0), both) for place in (tail, tip))
    aside = BORDER * abs(float(view.projection[0, 0]) / float(view.projection[1, 1]))
    left, top, right, bottom = free
    low = 2.0 * (left + aside) - 1.0, 1.0 - 2.0 * (bottom - BORDER)
    high = 2.0 * (right - aside) - 1.0, 1.0 - 2.0 * (top + BORDER)
    share = 1.0
    for axis in (0, 1):
        for sign, edge in ((1.0, high[axis]), (-1.0, -low[axis])):
            before = edge * start[3] - sign * start[axis]
            after = edge * end[3] - sign * end[axis]
            if before <= 0.0:
                return None
            if after < 0.0:
                share = min(share, before / (before - after))
    return float(share)


def on_one_line(arrows: list[OverlayArrow], view: View) -> None:
    """Put arrows to scale that nearly coincide on one line, the later one displaced along it by `APART` pixels.

    They do so smoothly, as the angle between them and the distances of their ends on the screen become small.
    """
    ends = [(np.asarray(each.tail, float), np.asarray(each.tip, float)) for each in arrows]
    for k, (tail, tip) in enumerate(ends):
        for number in range(k if arrows[k].unit else 0):
            share = _coincidence(ends[number], (tail, tip), view) if arrows[number].unit else 0.0
            if share > 0.0:
                first, last = ends[number]
                axis = (last - first) / dense.length(last - first)
                length = dense.length(tip - tail)
                way = (1.0 - share) * (tip - tail) / length + share * axis
                start = first + APART / pixels_per_metre(view, first) * axis
                tail = (1.0 - share) * tail + share * start
                tip = tail + length / dense.length(way) * way
                arrows[k] = replace(arrows[k], tail=tail.astype(np.float32), tip=tip.astype(np.float32))
                break


def _coincidence(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray], view: View) -> float:
    """Return how far two arrows, by their ends, count as coincident, 0 to 1."""
    ways = one[1] - one[0], other[1] - other[0]
    lengths = dense.length(ways[0]), dense.length(ways[1])
    if min(lengths) <= 0.0:
        return 0.0
    cosine = float(dense.dot(*ways)) / (lengths[0] * lengths[1])
    if cosine < WIDEST:
        return 0.0
    pixels = pixels_per_metre(view, one[0])
    apart = max(dense.length(_across(here - there, view)) * pixels for here, there in zip(one, other, strict=True))
    angle = math.degrees(math.acos(min(cosine, 1.0)))
    parts = (ANGLES[1] - angle) / (ANGLES[1] - ANGLES[0]), (NEAR[1] - apart) / (NEAR[1] - NEAR[0])
    share = min(max(min(parts), 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


def _across(way: np.ndarray, view: View) -> np.ndarray:
    """Return the part of a way (3,) across the line of sight."""
    sight = np.asarray(view.view, float)[:3, 2]
    return np.asarray(way - dense.dot(way, sight) * sight)


def scale_bars(frame: SceneFrame, scales: ArrowScales, unseen: Sequence[str] = ()) -> list[ScaleBar]:
    """Return the bars of the units that the arrows of a frame show; unseen: words about those that are left out.

    A bar has the size of an arrow at the depth of the focus, or at that of the nearest or the farthest arrow of its
    unit where all of them are beyond that or before it. It has the ink of these arrows, or that of no quantity where
    they have several.
    """
    column, focus = depth_of(frame.view), np.asarray(frame.focus, float)
    bars = []
    for unit in dict.fromkeys(arrow.unit for arrow in frame.arrows if arrow.unit):
        tails = [np.asarray(arrow.tail, float) for arrow in frame.arrows if arrow.unit == unit]
        depths = [float(dense.times(np.append(tail, 1.0), column)) for tail in [focus, *tails]]
        own = min(max(depths[0], min(depths[1:])), max(depths[1:]))
        steep = max(float(dense.dot(column[:3], column[:3])), 1e-12)
        place = (focus + (own - depths[0]) / steep * column[:3]).astype(np.float32)
        if unit in scales.units and math.isfinite(own):
            inks = {arrow.color for arrow in frame.arrows if arrow.unit == unit}
            color = inks.pop() if len(inks) == 1 else LIGHT_GREY
            bars.append(ScaleBar(unit, scales.units[unit].length, place, color))
    focus32 = focus.astype(np.float32)
    return bars + [ScaleBar("", 0.0, focus32, LIGHT_GREY, words) for words in unseen]
