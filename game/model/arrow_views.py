"""Arrows as a picture shows them: which are too short to be seen, where they leave it, and the bars of their scales."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

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
ASIDE = 9.0
"""Distance of two arrows that are beside one another [pixels]."""
ANGLES, NEAR, SEEN = (4.0, 6.0), (12.0, 18.0), (6.0, 18.0)
"""Angles between two arrows on the screen [degrees] and distances where they overlap, up to which one covers the other
and from which it does not; and lengths of that overlap, up to which it does not and from which it does [pixels]."""
WIDEST = math.cos(math.radians(ANGLES[1]))
Line = tuple[float, float, float, float]
"""Ends of a line on the screen, x y of the first and x y of the last [pixels]."""
Place = np.ndarray
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


def beside_one_another(arrows: list[OverlayArrow], view: View) -> None:
    """Put arrows to scale that would cover one another beside one another, the later one to the right of the earlier.

    On the screen they are then parallel, `ASIDE` pixels apart, each as long as before. They come there smoothly, as the
    angle and the distance between them on the screen become small. What begins at the tip of one goes with it.
    """
    if len(arrows) < 2:
        return
    screen = ScreenPlane.of(view)
    ends = [screen.line(arrow) if arrow.unit else None for arrow in arrows]
    now = list(ends)
    moved = dict[int, tuple[Place, Place]]()
    for k, line in enumerate(ends):
        for number in range(k if line else 0):
            first, known, found = ends[number], now[number], now[k]
            if first and known and line and found and (share := _coverage(first, line)) > 0.0:
                now[k] = _put_beside(found, known, share)
        if line and now[k] is not line:
            arrows[k], moved[k] = screen.moved(arrows[k], line, now[k])
    for k, (was, tip) in moved.items():
        for number in range(len(arrows)):
            if number not in moved and number != k and _near(arrows[number].tail, was):
                arrows[number] = _shifted(arrows[number], tip - was)


class ScreenPlane(NamedTuple):
    """The plane of a picture of `LINES`, x to the right and y up [pixels].

    view: of the picture. right, up: (3,) of its axes in the world.
    """

    view: View
    right: Place
    up: Place

    @classmethod
    def of(cls, view: View) -> ScreenPlane:
        """Return the plane of a view."""
        axes = np.asarray(view.view, float)
        return cls(view, axes[:3, 0], axes[:3, 1])

    def line(self, arrow: OverlayArrow) -> Line | None:
        """Return the ends of an arrow, x y of its tail and of its tip; None where it is not before the eye."""
        wide = LINES * abs(float(self.view.projection[1, 1]) / float(self.view.projection[0, 0]))
        tail, tip = (self.view.project(end, (wide, LINES)) for end in (arrow.tail, arrow.tip))
        return None if tail is None or tip is None else (tail[0], -tail[1], tip[0], -tip[1])

    def moved(self, arrow: OverlayArrow, was: Line, line: Line | None) -> tuple[OverlayArrow, tuple[Place, Place]]:
        """Return an arrow whose ends have been moved across the line of sight, and its tip before and now."""
        ends = []
        for k, end in enumerate((arrow.tail, arrow.tip)):
            x, y = (np.array(line or was) - was)[2 * k : 2 * k + 2] / pixels_per_metre(self.view, end)
            ends.append(np.asarray(end, float) + x * self.right + y * self.up)
        way, exact = ends[1] - ends[0], dense.length(np.asarray(arrow.tip, float) - arrow.tail)
        tip = ends[0] + exact / max(dense.length(way), 1e-300) * way
        made = replace(arrow, tail=ends[0].astype(np.float32), tip=tip.astype(np.float32))
        return made, (np.asarray(arrow.tip, float), tip)


def _coverage(one: Line, other: Line) -> float:
    """Return how far one line on the screen covers another of nearly the same direction, 0 to 1."""
    x, y, dx, dy = one[2] - one[0], one[3] - one[1], other[2] - other[0], other[3] - other[1]
    long, length = math.hypot(x, y), math.hypot(dx, dy)
    along = x * dx + y * dy
    if min(long, length) <= SEEN[0] or along < WIDEST * long * length:
        return 0.0
    x, y = x / long, y / long
    starts, across = _along_and_across(one, (other[0], other[1]), x, y)
    stops, ends = _along_and_across(one, (other[2], other[3]), x, y)
    low, high = max(starts, 0.0), min(stops, long)
    slope = (ends - across) / (stops - starts)
    apart = max(abs(across + slope * (place - starts)) for place in (low, high))
    angle = math.degrees(math.acos(min(along / (long * length), 1.0)))
    parts = (
        (ANGLES[1] - angle) / (ANGLES[1] - ANGLES[0]),
        (NEAR[1] - apart) / (NEAR[1] - NEAR[0]),
        (high - low - SEEN[0]) / (SEEN[1] - SEEN[0]),
    )
    share = min(max(min(parts), 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)


def _along_and_across(line: Line, place: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    """Return how far a place is from the start of a line, along its direction x y, and to the left of it."""
    dx, dy = place[0] - line[0], place[1] - line[1]
    return dx * x + dy * y, x * dy - y * dx


def _put_beside(line: Line, first: Line, share: float) -> Line:
    """Return a line that has come beside another one by a share of the way: `ASIDE` pixels to the right of it."""
    x, y = first[2] - first[0], first[3] - first[1]
    long = max(math.hypot(x, y), 1e-9)
    x, y = x / long, y / long
    ends = list[float]()
    for place in (line[:2], line[2:]):
        way = share * (-ASIDE - _along_and_across(first, place, x, y)[1])
        ends += [place[0] - way * y, place[1] + way * x]
    return ends[0], ends[1], ends[2], ends[3]


def _near(one: Place, other: Place) -> bool:
    return float(np.abs(np.asarray(one, float) - other).max()) <= 1e-5 * max(1.0, float(np.abs(other).max()))


def _shifted(arrow: OverlayArrow, way: Place) -> OverlayArrow:
    return replace(arrow, tail=(arrow.tail + way).astype(np.float32), tip=(arrow.tip + way).astype(np.float32))


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
