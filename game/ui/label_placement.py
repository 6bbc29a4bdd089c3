"""Placement of labels near the tips they name, clear of arrow heads, other labels and panels, and without jumps.

All lengths are in points of the screen, y down.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""
Place = tuple[float, float]

DIRECTIONS = (0.0, 50.0, -50.0, 95.0, -95.0, 140.0, -140.0)
"""Directions from a tip in which a label may be [degrees from straight ahead], in order of preference."""
FAR = 2.6
"""Greater distance of a label without room near the tip, in its heights; a line connects the two."""
WAYS = tuple((turn, far) for far in (0.0, FAR) for turn in DIRECTIONS)
WAY_COSTS = tuple(0.06 * k + 0.4 * (k // len(DIRECTIONS)) for k in range(len(WAYS)))
"""Cost of each of the `WAYS`; 1 is the cost of a label covered entirely at weight 1."""
MIN_GAIN = 0.22
"""Least gain in cost for which a label changes its way, so that it does not alternate."""
COVERED, ON_HEAD, ON_LABEL, CROSSED = 4.0, 3.0, 3.0, 1.0
"""Costs of being under a panel or off the screen, on an arrow head, on another label, and across a shaft."""
SETTLING_TIME = 0.10
"""Time constant of the approach of a label to its target [s]."""
SEARCH_PERIOD = 0.1
"""Time between searches for a better way [s]."""
MAX_ROUNDS = 12
"""Greatest number of rounds that separate labels; each round moves each pair once."""


@dataclass
class PlacedLabel:
    """A label, the tip it belongs to, the direction ahead of it (dx, dy), and the centre of its box.

    key: identity of the label from frame to frame. parts: pieces of the label with their own colours. opacity: 0 to 1.
    """

    text: str
    color: tuple[float, float, float]
    tip: Place
    ahead: Place
    size: tuple[float, float]
    key: Hashable = None
    x: float = 0.0
    y: float = 0.0
    parts: tuple[tuple[str, tuple[float, float, float]], ...] = ()
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """The box of the label."""
        return _boxed((self.x, self.y), self.size)


@dataclass
class ArrowShaft:
    """An arrow on the screen, which labels avoid, above all its head, a circle at the tip; or a bar without a head.

    head: radius of the head. thick: half-width of a bar.
    """

    tail: Place
    tip: Place
    head: float
    thick: float = 0.0

    @property
    def box(self) -> Box:
        """The box of the head."""
        length = math.dist(self.tail, self.tip)
        share = min(self.head / length, 0.5) if length > 0.0 else 0.0
        x, y = (tip + (tail - tip) * share for tail, tip in zip(self.tail, self.tip, strict=True))
        return x - 0.8 * self.head, y - 0.8 * self.head, x + 0.8 * self.head, y + 0.8 * self.head


@dataclass
class _Known:
    """Label in the last frame: index in `WAYS`, offset from its tip, and time since the last search [s]."""

    way: int
    offset: Place
    kept: float
    picture: int


class LabelPlacement:
    """Placement of labels from frame to frame, each near its last position."""

    def __init__(self) -> None:
        self._known: dict[Hashable, _Known] = {}
        self._picture = 0

    def place(
        self,
        labels: list[PlacedLabel],
        shafts: Sequence[ArrowShaft],
        area: Box,
        panels: Sequence[Box],
        gap: float,
        seconds: float,
    ) -> None:
        """Move labels to free positions inside the area and off the panels, `seconds` after the last frame.

        New labels, and all of them if no time has passed, are moved at once; others approach their positions.
        """
        self._picture += 1
        heads = [shaft.box for shaft in shafts if shaft.head > 0.0]
        laid: list[Box] = []
        ways = []
        for label in labels:
            known = self._known.get(label.key)
            if known is None or known.kept + seconds >= SEARCH_PERIOD or seconds <= 0.0:
                ways.append(self._way(label, known.way if known else None, (laid, heads, shafts, area, panels), gap))
            else:
                ways.append(known.way)
            dx, dy = offset(label, ways[-1], gap)
            label.x, label.y = label.tip[0] + dx, label.tip[1] + dy
            laid.append(label.box)
        separate_labels(labels, area, panels, gap, heads)
        for label, way in zip(labels, ways, strict=True):
            known = self._known.get(label.key)
            kept = (known.kept + seconds) % SEARCH_PERIOD if known else 0.0
            dx, dy = label.x - label.tip[0], label.y - label.tip[1]
            if known is not None and seconds > 0.0:
                share = 1.0 - math.exp(-seconds / SETTLING_TIME)
                dx, dy = (old + share * (new - old) for old, new in zip(known.offset, (dx, dy), strict=True))
            self._known[label.key] = _Known(way, (dx, dy), kept, self._picture)
            label.x, label.y = label.tip[0] + dx, label.tip[1] + dy
        separate_labels(labels, area, panels, gap)

    def forget(self) -> None:
        """Forget labels that have not been placed lately."""
        self._known = {key: known for key, known in self._known.items() if known.picture > self._picture - 4}

    def _way(self, label: PlacedLabel, kept: int | None, crowd: Crowd, gap: float) -> int:
        """Return the index of the best of the `WAYS`, or the kept one if none is much better; 0 with ample room."""

        @cache
        def cost(way: int, room: float = 0.0) -> float:
            dx, dy = offset(label, way, gap)
            size = label.size[0] + 2.0 * room, label.size[1] + 2.0 * room
            return WAY_COSTS[way] + obstacle_cost(_boxed((label.tip[0] + dx, label.tip[1] + dy), size), crowd)

        first = kept or 0
        if cost(first) <= WAY_COSTS[first] + 1e-9:
            return 0 if first and cost(0, gap) <= 1e-9 else first
        best = min(range(len(WAYS)), key=cost)
        return first if kept is not None and cost(first) <= cost(best) + MIN_GAIN else best


Crowd = tuple[Sequence[Box], Sequence[Box], Sequence[ArrowShaft], Box, Sequence[Box]]
"""Obstacles of a label: labels, heads and shafts; the area it must be in; panels."""


def offset(label: PlacedLabel, way: int, gap: float) -> Place:
    """Return the offset from the tip to the centre of the box for one of the `WAYS`."""
    turn, far = WAYS[way]
    angle = math.radians(turn) + math.atan2(label.ahead[1], label.ahead[0])
    dx, dy = math.cos(angle), math.sin(angle)
    width, height = label.size
    reach = gap + far * height + 0.5 * math.hypot(dx * width, dy * height)
    return dx * reach, dy * reach


def obstacle_cost(box: Box, crowd: Crowd) -> float:
    """Return the cost of the obstacles that a box overlaps; 0: none."""
    words, heads, shafts, area, panels = crowd
    size = (box[2] - box[0]) * (box[3] - box[1])
    cost = COVERED * (1.0 - _shared(box, area) / size)
    cost += COVERED * sum(_shared(box, panel) for panel in panels) / size
    cost += ON_HEAD * sum(_shared(box, head) for head in heads) / size
    cost += ON_LABEL * sum(_shared(box, word) for word in words) / size
    width = box[2] - box[0]
    return cost + CROSSED * sum(min(_length_in(box, shaft) / width, 1.0) for shaft in shafts)


def separate_labels(
    labels: list[PlacedLabel], area: Box, panels: Sequence[Box], gap: float, heads: Sequence[Box] = ()
) -> None:
    """Push labels apart, off heads and panels and into the area, each as little as needed."""
    for _ in range(MAX_ROUNDS):
        moved = False
        for i, one in enumerate(labels):
            for other in labels[i + 1 :]:
                moved |= _push(one, other, 0.4 * gap)
        for label in labels:
            for x0, y0, x1, y1 in heads:
                dx, dy = _apart(label, ((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0), 0.0)
                label.x, label.y, moved = label.x + dx, label.y + dy, moved or dx != 0.0 or dy != 0.0
            width, height = label.size
            x = min(max(label.x, area[0] + width / 2), max(area[2] - width / 2, area[0] + width / 2))
            y = min(max(label.y, area[1] + height / 2), max(area[3] - height / 2, area[1] + height / 2))
            moved |= (x, y) != (label.x, label.y)
            label.x, label.y = x, y
            for panel in panels:
                moved |= _leave(label, panel, area, gap)
        if not moved:
            return


def _leave(label: PlacedLabel, box: Box, area: Box, gap: float) -> bool:
    """Move a label off a box over the nearest edge with room beyond it; return whether it was moved."""
    across, down = label.size[0] / 2 + gap, label.size[1] / 2 + gap
    left, right = box[0] - across, box[2] + across
    above, below = box[1] - down, box[3] + down
    if not (left + 1e-6 < label.x < right - 1e-6 and above + 1e-6 < label.y < below - 1e-6):
        return False
    ways = [(x, label.y) for x in (left, right) if area[0] + across <= x <= area[2] - across]
    ways += [(label.x, y) for y in (above, below) if area[1] + down <= y <= area[3] - down]
    if ways:
        label.x, label.y = min(ways, key=lambda way: abs(way[0] - label.x) + abs(way[1] - label.y))
    return bool(ways)


def _push(one: PlacedLabel, other: PlacedLabel, gap: float) -> bool:
    """Move two labels apart along the line between their centres; return whether they moved."""
    dx, dy = _apart(one, (other.x, other.y), other.size, gap)
    one.x, one.y, other.x, other.y = one.x + 0.5 * dx, one.y + 0.5 * dy, other.x - 0.5 * dx, other.y - 0.5 * dy
    return dx != 0.0 or dy != 0.0


def _apart(label: PlacedLabel, middle: Place, size: tuple[float, float], gap: float) -> Place:
    """Return the displacement of a label off a box, straight away from its centre, hence continuous in both."""
    dx, dy = label.x - middle[0], label.y - middle[1]
    across, down = (label.size[0] + size[0]) / 2 + gap, (label.size[1] + size[1]) / 2 + gap
    if abs(dx) >= across - 1e-6 or abs(dy) >= down - 1e-6:
        return 0.0, 0.0
    if abs(dx) < 1e-3 and abs(dy) < 1e-3:
        return 0.0, -down
    longer = min(across / max(abs(dx), 1e-9), down / max(abs(dy), 1e-9)) - 1.0
    return longer * dx, longer * dy


def _boxed(middle: Place, size: tuple[float, float]) -> Box:
    return (
        middle[0] - size[0] / 2,
        middle[1] - size[1] / 2,
        middle[0] + size[0] / 2,
        middle[1] + size[1] / 2,
    )


def _shared(one: Box, other: Box) -> float:
    """Return the common area of two boxes."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across * down if across > 0.0 and down > 0.0 else 0.0


def clip_to_box(tail: Place, tip: Place, box: Box) -> tuple[float, float] | None:
    """Return the fractions of a line between which it lies in a box, or None (Liang, Barsky 1984)."""
    (x, y), (tip_x, tip_y) = tail, tip
    dx, dy = tip_x - x, tip_y - y
    start, end = 0.0, 1.0
    for step, low, high in ((dx, box[0] - x, box[2] - x), (dy, box[1] - y, box[3] - y)):
        if abs(step) < 1e-9:
            if low > 0.0 or high < 0.0:
                return None
            continue
        enters, leaves = sorted((low / step, high / step))
        start, end = max(start, enters), min(end, leaves)
    return (start, end) if start <= end else None


def _length_in(box: Box, shaft: ArrowShaft) -> float:
    """Return the length of a shaft inside a box."""
    thick = shaft.thick
    box = box[0] - thick, box[1] - thick, box[2] + thick, box[3] + thick
    part_ = clip_to_box(shaft.tail, shaft.tip, box)
    return (part_[1] - part_[0]) * math.dist(shaft.tail, shaft.tip) if part_ else 0.0
