"""Placement of labels near the tips they name, clear of arrows, leader lines, other labels and panels, without jumps.

All lengths are in points of the screen, y down.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""
Place = tuple[float, float]
Line = tuple[Place, Place]

DIRECTIONS = (0.0, 50.0, -50.0, 95.0, -95.0, 140.0, -140.0)
"""Directions from a tip in which a label may be [degrees from straight ahead], in order of preference."""
DISTANCES = (0.0, 1.3, 2.6)
"""Distances of a label from its tip, in its heights; a leader line connects it with a tip that is not near."""
LEADER = 2.1
"""Least length of a leader line, in gaps."""
WAYS = tuple((turn, far) for far in DISTANCES for turn in DIRECTIONS)
WAY_COSTS = tuple(0.06 * (k % len(DIRECTIONS)) + 0.35 * math.ceil(far) / 2.0 for k, (_, far) in enumerate(WAYS))
"""Cost of each of the `WAYS`; 1 is the cost of a label covered entirely at weight 1."""
MIN_GAIN = 0.22
"""Least gain in cost for which a label changes its way, so that it does not alternate."""
COVERED, ON_HEAD, ON_LABEL = 4.0, 3.0, 3.0
"""Costs of being under a panel or off the screen, on an arrow head, and on another label, for the whole label."""
CROSSED, CROSSED_FARTHER = 0.6, 0.6
"""Costs of a label across a shaft, and for each of its widths of the shaft that is on it, up to one."""
STRUCK, ACROSS = 2.0, 0.3
"""Costs of each word that a leader line strikes through, and of each shaft or other leader line that it crosses."""
ROUNDS = 2
"""Number of times that each label chooses among its ways, the second time with all the others in place."""
SETTLING_TIME = 0.06
"""Time constant of the approach of a label to its target [s]."""
MAX_SPEED = 75.0
"""Greatest speed of a label relative to its tip, in gaps a second."""
SEARCH_PERIOD = 0.1
"""Time between searches for a better way [s]."""
MAX_ROUNDS = 12
"""Greatest number of rounds that separate labels; each round moves each pair once."""


@dataclass
class PlacedLabel:
    """A label, the tip it belongs to, the direction ahead of it (dx, dy), and the centre of its box.

    key: identity of the label from frame to frame. parts: pieces of the label with their own colours and opacities.
    opacity: 0 to 1. value: upright words after the text.
    """

    text: str
    color: tuple[float, float, float]
    tip: Place
    ahead: Place
    size: tuple[float, float]
    key: Hashable = None
    x: float = 0.0
    y: float = 0.0
    parts: tuple[tuple[str, tuple[float, float, float], float], ...] = ()
    opacity: float = 1.0
    value: str = ""

    @property
    def box(self) -> Box:
        """The box of the label."""
        return _boxed((self.x, self.y), self.size)

    def leader(self, gap: float) -> Line | None:
        """Return the line from the label to its tip, where that is far; gap: between a label and a near tip."""
        return leader_line(self.box, self.tip, gap)


@dataclass
class ArrowShaft:
    """An arrow on the screen, which labels avoid, above all its head, a circle at the tip; or a bar without a head.

    head: radius of the head. thick: half-width of a bar. name: of the arrow, its label.
    """

    tail: Place
    tip: Place
    head: float
    thick: float = 0.0
    name: str = ""

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
        ways: list[int | None] = [self._known[label.key].way if label.key in self._known else None for label in labels]
        searched = [self._is_due(label, shafts, seconds) for label in labels]
        for turn in range(ROUNDS):
            for i, label in enumerate(labels):
                placed = [other for j, other in enumerate(labels) if j < i or (turn and j != i)]
                if searched[i]:
                    ways[i] = self._way(label, ways[i], Crowd.of(placed, heads, shafts, area, panels, gap), gap)
                dx, dy = offset(label, ways[i] or 0, gap)
                label.x, label.y = label.tip[0] + dx, label.tip[1] + dy
        separate_labels(labels, area, panels, gap, heads)
        if seconds > 0.0:
            self._approach(labels, shafts, seconds)
            separate_labels(labels, area, panels, gap, heads)
            self._limit_steps(labels, MAX_SPEED * gap * seconds)
            separate_labels(labels, area, panels, gap)
        for label, way in zip(labels, ways, strict=True):
            known = self._known.get(label.key)
            kept = (known.kept + seconds) % SEARCH_PERIOD if known else 0.0
            at = label.x - label.tip[0], label.y - label.tip[1]
            self._known[label.key] = _Known(way or 0, at, kept, self._picture)

    def _approach(self, labels: Sequence[PlacedLabel], shafts: Sequence[ArrowShaft], seconds: float) -> None:
        """Move labels from their last positions part of the way to their new ones, and all of it off a shaft."""
        share = 1.0 - math.exp(-seconds / SETTLING_TIME)
        for label in labels:
            if known := self._known.get(label.key):
                free = label.x, label.y
                dx, dy = swing(known.offset, (label.x - label.tip[0], label.y - label.tip[1]), share)
                label.x, label.y = label.tip[0] + dx, label.tip[1] + dy
                if math.dist(free, (label.x, label.y)) > 1.0 and any(_length_in(label.box, each) for each in shafts):
                    label.x, label.y = free

    def _limit_steps(self, labels: Sequence[PlacedLabel], longest: float) -> None:
        """Shorten the steps of labels relative to their tips to the longest one."""
        for label in labels:
            if known := self._known.get(label.key):
                here = label.x - label.tip[0], label.y - label.tip[1]
                dx, dy = swing(known.offset, here, min(1.0, longest / max(_swing_length(known.offset, here), 1e-9)))
                label.x, label.y = label.tip[0] + dx, label.tip[1] + dy

    def forget(self) -> None:
        """Forget labels that have not been placed lately."""
        self._known = {key: known for key, known in self._known.items() if known.picture > self._picture - 4}

    def _is_due(self, label: PlacedLabel, shafts: Sequence[ArrowShaft], seconds: float) -> bool:
        """Return whether to search for a better way for a label: at times, and when it has come to lie on a shaft."""
        known = self._known.get(label.key)
        if known is None or known.kept + seconds >= SEARCH_PERIOD or seconds <= 0.0:
            return True
        box = _boxed((label.tip[0] + known.offset[0], label.tip[1] + known.offset[1]), label.size)
        return any(_length_in(box, shaft) > 0.0 for shaft in shafts)

    def _way(self, label: PlacedLabel, kept: int | None, crowd: Crowd, gap: float) -> int:
        """Return the index of the best of the `WAYS`, or the kept one if none is much better; 0 with ample room."""

        def cost(way: int, room: float = 0.0) -> float:
            dx, dy = offset(label, way, gap)
            size = label.size[0] + 2.0 * room, label.size[1] + 2.0 * room
            box = _boxed((label.tip[0] + dx, label.tip[1] + dy), size)
            return WAY_COSTS[way] + obstacle_cost(box, crowd) + leader_cost(leader_line(box, label.tip, gap), crowd)

        first = kept or 0
        present = cost(first)
        if first < len(DIRECTIONS) and present <= WAY_COSTS[first] + 1e-9:
            return 0 if first and cost(0, gap) <= 1e-9 else first
        best, least = first, present
        for way in sorted(range(len(WAYS)), key=WAY_COSTS.__getitem__):
            if WAY_COSTS[way] >= least:
                break
            if way != first and (found := cost(way)) < least:
                best, least = way, found
        return first if kept is not None and present <= least + MIN_GAIN else best


class Crowd(NamedTuple):
    """Obstacles of a label: words and leader lines of others; heads, shafts; the area it must be in; panels."""

    words: Sequence[Box]
    leaders: Sequence[Line]
    heads: Sequence[Box]
    shafts: Sequence[ArrowShaft]
    area: Box
    panels: Sequence[Box]

    @classmethod
    def of(
        cls,
        labels: Sequence[PlacedLabel],
        heads: Sequence[Box],
        shafts: Sequence[ArrowShaft],
        area: Box,
        panels: Sequence[Box],
        gap: float,
    ) -> Crowd:
        """Return the obstacles of a label among labels that have their places."""
        leaders = [line for line in (label.leader(gap) for label in labels) if line]
        return cls([label.box for label in labels], leaders, heads, shafts, area, panels)


def offset(label: PlacedLabel, way: int, gap: float) -> Place:
    """Return the offset from the tip to the centre of the box for one of the `WAYS`."""
    turn, far = WAYS[way]
    angle = math.radians(turn) + math.atan2(label.ahead[1], label.ahead[0])
    dx, dy = math.cos(angle), math.sin(angle)
    width, height = label.size
    reach = gap + far * height + 0.5 * math.hypot(dx * width, dy * height)
    return dx * reach, dy * reach


def swing(old: Place, new: Place, share: float) -> Place:
    """Return an offset part of the way from one to another, round the tip and not through it."""
    angle, far = math.atan2(old[1], old[0]), math.hypot(*old)
    angle, far = angle + share * _turn(old, new), far + share * (math.hypot(*new) - far)
    return far * math.cos(angle), far * math.sin(angle)


def _swing_length(old: Place, new: Place) -> float:
    """Return an upper bound of the length of the way of `swing`."""
    near, far = sorted((math.hypot(*old), math.hypot(*new)))
    return abs(_turn(old, new)) * far + far - near


def _turn(old: Place, new: Place) -> float:
    """Return the angle from one direction to another [rad], -pi to pi."""
    return math.remainder(math.atan2(new[1], new[0]) - math.atan2(old[1], old[0]), 2.0 * math.pi)


def obstacle_cost(box: Box, crowd: Crowd) -> float:
    """Return the cost of the obstacles that a box overlaps; 0: none."""
    size = (box[2] - box[0]) * (box[3] - box[1])
    cost = COVERED * (1.0 - _shared(box, crowd.area) / size)
    cost += COVERED * sum(_shared(box, panel) for panel in crowd.panels) / size
    cost += ON_HEAD * sum(_shared(box, head) for head in crowd.heads) / size
    cost += ON_LABEL * sum(_shared(box, word) for word in crowd.words) / size
    cost += STRUCK * sum(_strikes(line, box) for line in crowd.leaders)
    width = box[2] - box[0]
    for shaft in crowd.shafts:
        length = _length_in(box, shaft)
        if length > 0.0:
            cost += CROSSED + CROSSED_FARTHER * min(length / width, 1.0)
    return cost


def leader_line(box: Box, tip: Place, gap: float) -> Line | None:
    """Return the shortest line from a box to the tip of its arrow, or None where the tip is near."""
    near = min(max(tip[0], box[0]), box[2]), min(max(tip[1], box[1]), box[3])
    return (near, tip) if math.dist(near, tip) > LEADER * gap else None


def leader_cost(line: Line | None, crowd: Crowd) -> float:
    """Return the cost of the words that a leader line strikes through and of the lines that it crosses."""
    if line is None:
        return 0.0
    struck = sum(_strikes(line, word) for word in crowd.words)
    crossed = sum(_cross(line, other) for other in crowd.leaders)
    crossed += sum(_cross(line, (shaft.tail, shaft.tip)) for shaft in crowd.shafts)
    return STRUCK * struck + ACROSS * crossed


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


def _strikes(line: Line, box: Box) -> bool:
    """Return whether a line runs through a box, not only along its edge."""
    part = clip_to_box(*line, box)
    return part is not None and (part[1] - part[0]) * math.dist(*line) > 1.0


def _cross(one: Line, other: Line) -> bool:
    """Return whether two lines cross between their ends."""

    def side(line: Line, point: Place) -> float:
        (x, y), (tip_x, tip_y) = line
        return (tip_x - x) * (point[1] - y) - (tip_y - y) * (point[0] - x)

    return all(side(line, first) * side(line, last) < -1e-9 for line, (first, last) in ((one, other), (other, one)))


def _length_in(box: Box, shaft: ArrowShaft) -> float:
    """Return the length of a shaft inside a box."""
    thick, (x, y), (tip_x, tip_y) = shaft.thick, shaft.tail, shaft.tip
    box = box[0] - thick, box[1] - thick, box[2] + thick, box[3] + thick
    if max(x, tip_x) < box[0] or min(x, tip_x) > box[2] or max(y, tip_y) < box[1] or min(y, tip_y) > box[3]:
        return 0.0
    part_ = clip_to_box(shaft.tail, shaft.tip, box)
    return (part_[1] - part_[0]) * math.dist(shaft.tail, shaft.tip) if part_ else 0.0
