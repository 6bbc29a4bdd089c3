"""Placement of labels near the tips they name, clear of arrows, lines, other labels and panels, without jumps.

All lengths are in points of the screen, y down.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.model.appearance import LEAST_SECONDS

Box = tuple[float, float, float, float]
"""Left, top, right and bottom edges [points]."""
Place = tuple[float, float]
Line = tuple[Place, Place]
Outlines = NDArray[np.float64]
"""How far each body reaches in each of `ROUND` on the screen (n, 16), as seen from the origin."""
NO_BODIES: Outlines = np.zeros((0, 16))
Dots = NDArray[np.float64]
"""Places (n, 2) on lines of the picture, `DOT_STEP` gaps from one to the next."""
NO_LINES: Dots = np.zeros((0, 2))

DIRECTIONS = (0.0, 50.0, -50.0, 95.0, -95.0, 140.0, -140.0)
"""Directions from a tip in which a label may be [degrees from straight ahead], in order of preference."""
DISTANCES = (0.0, 1.3, 2.6)
"""Distances of a label from its tip, in its heights; a leader line connects it with a tip that is not near."""
APART = 3.2
"""Distance of the two heads of an arrow that has two, in the radii of a head that labels avoid."""
LEADER = 2.1
"""Least length of a leader line, in gaps."""
WAYS = tuple((turn, far) for far in DISTANCES for turn in DIRECTIONS)
WAY_COSTS = tuple(0.06 * (k % len(DIRECTIONS)) + 0.35 * math.ceil(far) / 2.0 for k, (_, far) in enumerate(WAYS))
"""Cost of each of the `WAYS`; 1 is the cost of a label covered entirely at weight 1."""
BETTER = 0.75
"""Greatest cost, in that of the present way, of one for which a label changes: it must be better by 25 %."""
LONG_LEADER = 7.1
"""Length of a leader line, in gaps (3 em), up to which a label is moved aside and keeps its way."""
COVERED, ON_HEAD, ON_LABEL = 4.0, 3.0, 3.0
"""Costs of being under a panel or off the screen, on an arrow head, and on another label, for the whole label."""
CROSSED, CROSSED_FARTHER = 0.6, 0.6
"""Costs of a label across a shaft, and for each of its widths of the shaft that is on it, up to one."""
ON_BODY, BEYOND_BODY = 1.5, 0.06
"""Costs of a label on a body, and of each gap by which it is moved beyond its outline."""
BESIDE_BODY, FARTHEST, STAYS = 1.2, 11.0, 1.2
"""Distance of a label from the outline of a body, and greatest way beyond one, in gaps: 0.5 and 5 em, as long as a
leader line may be; and by which factor more it may be for a label that is beyond one already."""
ROUND = np.array([(math.cos(k * math.pi / 8.0), math.sin(k * math.pi / 8.0)) for k in range(16)])
"""Directions (16, 2) on the screen in which outlines are known."""
ON_LINE, DOT_STEP = 0.9, 0.8
"""Cost of a label with a line of the picture all along it, and distance of the places at which lines are known [gaps].
"""
STRUCK, ACROSS, ALONG = 2.0, 0.6, 1.2
"""Costs of each word that a leader line strikes through, of each shaft or other leader line that it crosses, and of
each shaft that it runs along, which it would seem to continue."""
ALIKE = math.cos(math.radians(12.0))
"""Cosine of the angle up to which a leader line runs along a shaft that it comes nearer to than one gap."""
ROUNDS = 2
"""Number of times that each label chooses among its ways where some are new, the second time with all in place."""
SETTLING_RATE = 6.0
"""Rate of the critically damped approach of a label to its target [1/s]."""
KEPT_PICTURES = 60
"""Number of pictures for which the place of a label is known that is not in them: it may still fade there."""
WILD_SECONDS = 0.3
"""Time for which a tip counts as wild that has been faster than a label may be [s]."""
GLIDING, CARRIED = 32.7, 89.0
"""Greatest speeds of a label in gaps a second: relative to its tip, and with it; 220 and 600 points at the scale 1."""
LEAST_STAY = LEAST_SECONDS
"""Least time for which a label keeps its way, and for which its first way must have been free when it returns [s]."""
SEARCH_PERIOD = 0.1
"""Time between searches for a better way [s]."""
STEP, SHIFT = 0.002, 0.05
"""Least step of a label, and of its target, in gaps, that counts as a movement."""
MAX_ROUNDS = 12
"""Greatest number of rounds that separate labels; each round moves each pair once."""


@dataclass
class PlacedLabel:
    """A label, the tip it belongs to, the direction ahead of it (dx, dy), and the centre of its box.

    key: identity of the label from frame to frame. parts: pieces of the label with their own colours and opacities.
    opacity: 0 to 1. value: upright words after the text. outside: it has been moved beyond the outline of a body. path:
    it names a path, and goes while its tip races.
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
    outside: bool = False
    path: bool = False

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

    head: radius of the head. double: there is another head behind it. thick: half-width of a bar. name: of the arrow,
    its label.
    """

    tail: Place
    tip: Place
    head: float
    thick: float = 0.0
    name: str = ""
    double: bool = False

    @property
    def box(self) -> Box:
        """The box of the head."""
        return self._box(1.0)

    @property
    def boxes(self) -> list[Box]:
        """The boxes of the head, and of the one behind it."""
        return [self._box(1.0), *([self._box(1.0 + APART)] if self.double else [])]

    def _box(self, behind: float) -> Box:
        """The box of a head whose middle is so many of its radii behind the tip."""
        length = math.dist(self.tail, self.tip)
        share = min(behind * self.head / length, 0.5 * behind) if length > 0.0 else 0.0
        x, y = (tip + (tail - tip) * min(share, 1.0) for tail, tip in zip(self.tail, self.tip, strict=True))
        return x - 0.8 * self.head, y - 0.8 * self.head, x + 0.8 * self.head, y + 0.8 * self.head


@dataclass
class KnownLabel:
    """A label in the last picture: index in `WAYS`, its place, that of its tip, and its offset from there.

    offset, and its rates: angle [rad] and distance. target: offset of the place where it is to be. carry: velocity with
    which it goes along; wild: seconds for which its tip, which was too fast, is not gone along with. kept: time for
    which the label has had this way; free: for which its first way has had ample room; searched: since the last search
    [s]. troubled: in this way it is covered, or far from its tip. outside: it is beyond the outline of a body. moves:
    it has moved, or its target has. picture: number of the last one.
    """

    way: int
    place: Place
    tip: Place
    offset: Place
    target: Place
    carry: Place = (0.0, 0.0)
    wild: float = 0.0
    rates: Place = (0.0, 0.0)
    kept: float = 0.0
    free: float = 0.0
    searched: float = 0.0
    troubled: bool = False
    outside: bool = False
    moves: bool = False
    picture: int = 0


class LabelPlacement:
    """Placement of labels from picture to picture, each near its last position.

    known: the labels of the last pictures by key, all that is remembered of them; `reset` begins anew.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, KnownLabel] = {}
        self._picture = 0

    def reset(self) -> None:
        """Forget the pictures before."""
        self.known = {}

    @property
    def change_in(self) -> float:
        """Return the seconds after which labels change in an equal picture: 0 while one moves, infinity at rest."""
        waits = math.inf
        for known in self.known.values():
            if known.moves:
                return 0.0
            if known.troubled and known.searched > 0.0:
                waits = min(waits, max(LEAST_STAY - known.kept, SEARCH_PERIOD - known.searched, 0.0))
            elif known.way and known.free > 0.0:
                waits = min(waits, max(SEARCH_PERIOD - known.searched, 0.0))
        return waits

    def place(
        self,
        labels: list[PlacedLabel],
        shafts: Sequence[ArrowShaft],
        area: Box,
        panels: Sequence[Box],
        gap: float,
        seconds: float,
        bodies: Outlines = NO_BODIES,
        lines: Callable[[], Dots] = lambda: NO_LINES,
    ) -> None:
        """Move labels to free positions inside the area and off the panels, `seconds` after the last picture.

        bodies: beyond whose outlines they are, where that is not too far. lines: of the picture, which they avoid; they
        are asked for where a label chooses its side.
        New labels are placed at once, and all of them if no time has passed, wherever they were before. Others keep
        their ways for a time, and approach their places.
        """
        self._picture += 1
        if seconds <= 0.0:
            for label in labels:
                self.known.pop(label.key, None)
        old = [self.known.get(label.key) for label in labels]
        for label, known in zip(labels, old, strict=True):
            if known is not None:
                label.outside = known.outside
                _go_along(label, known, CARRIED * gap, seconds)
        heads = [box for shaft in shafts if shaft.head > 0.0 for box in shaft.boxes]
        near = _near_bodies(labels, bodies, gap)
        due = self._due(old, seconds)
        ways, beyond = self._choose(labels, old, due, (heads, shafts, area, panels, cache(lines)), near, gap)
        separate_labels(labels, area, panels, gap, heads)
        targets = [_from_tip(label, (label.x, label.y)) for label in labels]
        troubled = [_in_trouble(label, shafts, gap, far) for label, far in zip(labels, beyond, strict=True)]
        offsets = [
            _polar(label) if known is None else self._approach(label, known, gap, seconds)
            for label, known in zip(labels, old, strict=True)
        ]
        if any(old):
            wild = any(known is not None and known.wild > 0.0 for known in old)
            separate_labels(labels, area, panels, gap, () if wild else heads)
            self._limit_steps(labels, area, CARRIED * gap * seconds)
        for k, (label, known) in enumerate(zip(labels, old, strict=True)):
            new = known or KnownLabel(ways[k], (label.x, label.y), label.tip, offsets[k], targets[k])
            step, shift = math.dist(new.place, (label.x, label.y)), math.dist(new.target, targets[k])
            new.moves = step > STEP * gap or shift > SHIFT * gap
            new.kept = new.kept if new.way == ways[k] else 0.0
            new.way, new.troubled, new.outside, new.picture = ways[k], troubled[k], beyond[k] > 0.0, self._picture
            new.place, new.tip, new.offset, new.target = (label.x, label.y), label.tip, _polar(label), targets[k]
            self.known[label.key] = new

    def _choose(
        self,
        labels: Sequence[PlacedLabel],
        old: Sequence[KnownLabel | None],
        due: Sequence[bool | None],
        obstacles: Obstacles,
        near: Sequence[Outlines],
        gap: float,
    ) -> tuple[list[int], list[float]]:
        """Return the ways of labels, and how far each is beyond a body near it; move it to the place of its way.

        due: whether to search for a better way for each, None where that is put off (`_due`).
        """
        ways = [0 if known is None else known.way for known in old]
        beyond = [0.0] * len(labels)
        searched = [known is None or bool(now) for known, now in zip(old, due, strict=True)]

        def move(i: int) -> None:
            beyond[i] = _beyond(labels[i], ways[i], gap, near[i])
            _move(labels[i], ways[i], gap, beyond[i])

        in_place = all(known is not None for known in old)
        for i in range(len(labels) if in_place else 0):
            move(i)
        for turn in range(ROUNDS if any(searched) and not in_place else 1):
            for i, label in enumerate(labels):
                known = old[i]
                if searched[i]:
                    placed = [other for j, other in enumerate(labels) if j < i or ((turn or in_place) and j != i)]
                    first = ways[i] if known is not None or turn else None
                    ways[i] = self._way(label, first, Crowd.of(placed, *obstacles, near[i], gap), gap, known is None)
                if searched[i] or not (turn or in_place):
                    move(i)
        for i, (label, known) in enumerate(zip(labels, old, strict=True)):
            if known is None or due[i] is None:
                continue
            if known.way and ways[i] == known.way and known.searched >= SEARCH_PERIOD:
                others = Crowd.of([other for other in labels if other is not label], *obstacles, near[i], gap)
                known.free = known.free + known.searched if _cost(label, 0, others, gap, gap) <= 1e-9 else 0.0
                known.searched = 0.0
                if known.free >= LEAST_STAY and known.kept >= LEAST_STAY:
                    ways[i], known.free = 0, 0.0
                    move(i)
            known.searched = 0.0 if searched[i] else known.searched
        return ways, beyond

    def _approach(self, label: PlacedLabel, known: KnownLabel, gap: float, seconds: float) -> Place:
        """Move a label part of the way from its last offset to its place, round its tip; returns the new offset."""
        if known.wild > 0.0:
            return _follow(label, known, seconds)
        goal = _polar(label)
        apart = math.remainder(known.offset[0] - goal[0], 2.0 * math.pi), known.offset[1] - goal[1]
        moved = [_damped(away, rate, seconds) for away, rate in zip(apart, known.rates, strict=True)]
        left, rates = [each[0] for each in moved], [each[1] for each in moved]
        far = max(known.offset[1], goal[1], gap)
        length = math.hypot(far * (left[0] - apart[0]), left[1] - apart[1])
        share = min(1.0, GLIDING * gap * seconds / max(length, 1e-9))
        angle = known.offset[0] + share * (left[0] - apart[0])
        reach = known.offset[1] + share * (left[1] - apart[1])
        speed = math.hypot(far * rates[0], rates[1])
        slower = min(1.0, GLIDING * gap / max(speed, 1e-9))
        known.rates = slower * rates[0], slower * rates[1]
        label.x, label.y = label.tip[0] + reach * math.cos(angle), label.tip[1] + reach * math.sin(angle)
        return angle, reach

    def _limit_steps(self, labels: Sequence[PlacedLabel], area: Box, longest: float) -> None:
        """Shorten the steps of labels on the screen to the longest one; they stay inside the area."""
        for label in labels:
            known = self.known.get(label.key)
            if known is None:
                continue
            (x, y), step = known.place, math.dist(known.place, (label.x, label.y))
            share = min(1.0, longest / max(step, 1e-9))
            label.x, label.y = x + share * (label.x - x), y + share * (label.y - y)
            label.x, label.y = _inside(label, area)

    def forget(self) -> None:
        """Forget labels that have not been placed lately."""
        self.known = {key: known for key, known in self.known.items() if known.picture > self._picture - KEPT_PICTURES}

    def _due(self, old: Sequence[KnownLabel | None], seconds: float) -> list[bool | None]:
        """Return of each label whether to search for a better way now, None where that is put off to the next picture.

        Searches are spread over the pictures of their period, because one takes as long as all else about a label.
        """
        troubled = [each for each in old if each is not None and each.troubled and each.kept >= LEAST_STAY]
        room = math.ceil(len(troubled) * min(seconds / SEARCH_PERIOD, 1.0) - 1e-9)
        waiting = [(-each.searched, k) for k, each in enumerate(old) if each is not None and self._is_due(each)]
        found: list[bool | None] = [False] * len(old)
        for place, (_, k) in enumerate(sorted(waiting)):
            found[k] = True if place < room else None
        return found

    def _is_due(self, known: KnownLabel) -> bool:
        """Return whether to search for a better way for a label."""
        return known.troubled and known.kept >= LEAST_STAY and known.searched >= SEARCH_PERIOD

    def _way(self, label: PlacedLabel, kept: int | None, crowd: Crowd, gap: float, new: bool) -> int:
        """Return the index of the best of the `WAYS`, or that of the kept one, unless it is new or much worse."""
        first = kept or 0
        present = _cost(label, first, crowd, gap)
        if first == 0 and present <= 1e-9:
            return 0
        best, least = first, present
        for way in sorted(range(len(WAYS)), key=WAY_COSTS.__getitem__):
            if WAY_COSTS[way] >= least:
                break
            if way != first and (found := _cost(label, way, crowd, gap)) < least:
                best, least = way, found
        return best if kept is None or new or least <= BETTER * present else first


def _go_along(label: PlacedLabel, known: KnownLabel, fastest: float, seconds: float) -> None:
    """Let `seconds` pass for a label that goes along with its tip, at most so fast, or finds that this is wild."""
    known.kept, known.searched = known.kept + seconds, known.searched + seconds
    dx, dy = ((now - then) / seconds for now, then in zip(label.tip, known.tip, strict=True))
    known.wild = WILD_SECONDS if math.hypot(dx, dy) > fastest else max(known.wild - seconds, 0.0)
    if known.wild > 0.0:
        known.rates = 0.0, 0.0
        return
    known.carry = dx, dy
    x, y = _from_tip(label, (known.place[0] + seconds * dx, known.place[1] + seconds * dy))
    known.offset = math.atan2(y, x), math.hypot(x, y)


def _damped(apart: float, rate: float, seconds: float) -> tuple[float, float]:
    """Return distance from a goal and rate, `seconds` later, of what approaches it critically damped."""
    push, fade = rate + SETTLING_RATE * apart, math.exp(-SETTLING_RATE * seconds)
    return (apart + push * seconds) * fade, (rate - SETTLING_RATE * push * seconds) * fade


def _follow(label: PlacedLabel, known: KnownLabel, seconds: float) -> Place:
    """Move a label part of the way to its place on the screen, beside a wild tip; returns the new offset."""
    (x, across), (y, down) = (
        _damped(there - goal, rate, seconds)
        for there, goal, rate in zip(known.place, (label.x, label.y), known.carry, strict=True)
    )
    label.x, label.y, known.carry = label.x + x, label.y + y, (across, down)
    return _polar(label)


def _cost(label: PlacedLabel, way: int, crowd: Crowd, gap: float, room: float = 0.0) -> float:
    """Return the cost of one of the `WAYS` for a label; room: around it, in which nothing must be."""
    (dx, dy), beyond = _direction(label, way), _beyond(label, way, gap, crowd.bodies)
    reach = _reach(label, way, gap) + beyond
    size = label.size[0] + 2.0 * room, label.size[1] + 2.0 * room
    box = _boxed((label.tip[0] + reach * dx, label.tip[1] + reach * dy), size)
    cost = WAY_COSTS[way] + BEYOND_BODY * beyond / gap + obstacle_cost(box, crowd)
    return cost + leader_cost(leader_line(box, label.tip, gap), crowd)


def _in_trouble(label: PlacedLabel, shafts: Sequence[ArrowShaft], gap: float, beyond: float) -> bool:
    """Return whether a label where it is lies across a shaft, or has a long leader line.

    beyond: how far it is beyond the outline of a body.
    """
    line = label.leader(gap)
    return (line is not None and math.dist(*line) > LONG_LEADER * gap + beyond) or any(
        _length_in(label.box, shaft) > 0.0 for shaft in shafts
    )


def _from_tip(label: PlacedLabel, place: Place) -> Place:
    """Return the offset of a place from the tip of a label."""
    return place[0] - label.tip[0], place[1] - label.tip[1]


def _polar(label: PlacedLabel) -> Place:
    """Return angle [rad] and distance of a label from its tip."""
    dx, dy = _from_tip(label, (label.x, label.y))
    return math.atan2(dy, dx), math.hypot(dx, dy)


def _inside(label: PlacedLabel, area: Box) -> Place:
    """Return the place of a label moved into an area, as little as needed."""
    width, height = label.size
    x = min(max(label.x, area[0] + width / 2), max(area[2] - width / 2, area[0] + width / 2))
    y = min(max(label.y, area[1] + height / 2), max(area[3] - height / 2, area[1] + height / 2))
    return x, y


Obstacles = tuple[Sequence[Box], Sequence[ArrowShaft], Box, Sequence[Box], Callable[[], Dots]]
"""Heads, shafts, the area, panels, and lines."""


class Crowd(NamedTuple):
    """Obstacles of a label: words and leader lines of others; heads, shafts; the area it must be in; panels; lines of
    the picture, and their step; bodies.
    """

    words: Sequence[Box]
    leaders: Sequence[Line]
    heads: Sequence[Box]
    shafts: Sequence[ArrowShaft]
    area: Box
    panels: Sequence[Box]
    dots: Dots = NO_LINES
    gap: float = 1.0
    bodies: Outlines = NO_BODIES

    @classmethod
    def of(
        cls,
        labels: Sequence[PlacedLabel],
        heads: Sequence[Box],
        shafts: Sequence[ArrowShaft],
        area: Box,
        panels: Sequence[Box],
        lines: Callable[[], Dots],
        bodies: Outlines,
        gap: float,
    ) -> Crowd:
        """Return the obstacles of a label among labels that have their places."""
        leaders = [line for line in (label.leader(gap) for label in labels) if line]
        return cls([label.box for label in labels], leaders, heads, shafts, area, panels, lines(), gap, bodies)


def _move(label: PlacedLabel, way: int, gap: float, beyond: float) -> None:
    """Move a label to its place in one of the `WAYS`; beyond: how much farther from its tip, because of a body."""
    (dx, dy), reach = _direction(label, way), _reach(label, way, gap) + beyond
    label.x, label.y = label.tip[0] + dx * reach, label.tip[1] + dy * reach


def _direction(label: PlacedLabel, way: int) -> Place:
    angle = math.radians(WAYS[way][0]) + math.atan2(label.ahead[1], label.ahead[0])
    return math.cos(angle), math.sin(angle)


def _reach(label: PlacedLabel, way: int, gap: float) -> float:
    """Return the distance from the tip to the centre of the box for one of the `WAYS`, if there are no bodies."""
    (dx, dy), (width, height) = _direction(label, way), label.size
    return gap + WAYS[way][1] * height + 0.5 * math.hypot(dx * width, dy * height)


def _beyond(label: PlacedLabel, way: int, gap: float, bodies: Outlines) -> float:
    """Return how much farther from its tip a label is in one of the `WAYS` so that it is on no body.

    0 where it is not on one, or where that is too far.
    """
    if not len(bodies):
        return 0.0
    reach, direction = _reach(label, way, gap), np.array(_direction(label, way))
    middle, moved = np.array(label.tip) + reach * direction, 0.0
    along = ROUND @ direction
    forward = along > 1e-6
    for _ in range(ROUNDS):
        short = bodies + BESIDE_BODY * gap - _clearances(middle + moved * direction, label.size)
        on = (short > 1e-6).all(axis=1)
        if not on.any():
            break
        moved += float((short[on][:, forward] / along[forward]).min(axis=1).max())
    most = FARTHEST * (STAYS if label.outside else 1.0) * gap - WAYS[way][1] * label.size[1]
    return moved if moved <= most else 0.0


def _near_bodies(labels: Sequence[PlacedLabel], bodies: Outlines, gap: float) -> list[Outlines]:
    """Return for each label the outlines of those bodies that it may come to lie on."""
    if not len(bodies) or not labels:
        return [NO_BODIES] * len(labels)
    sizes = np.array([math.hypot(*label.size) + (1.0 + BESIDE_BODY) * gap for label in labels])
    sizes += DISTANCES[-1] * np.array([label.size[1] for label in labels])
    tips = np.array([label.tip for label in labels]) @ ROUND.T
    near = (bodies[None] > tips[:, None] - sizes[:, None, None]).all(axis=2)
    return [bodies[each] for each in near]


def _clearances(middle: NDArray[np.float64], size: Place) -> NDArray[np.float64]:
    """Return in each of `ROUND` (16,) where a box about a place begins, as seen from the origin."""
    return np.asarray(ROUND @ middle - 0.5 * (np.abs(ROUND) @ np.array(size)))


def obstacle_cost(box: Box, crowd: Crowd) -> float:
    """Return the cost of the obstacles that a box overlaps; 0: none."""
    size = (box[2] - box[0]) * (box[3] - box[1])
    cost = COVERED * (1.0 - _shared(box, crowd.area) / size)
    cost += COVERED * sum(_shared(box, panel) for panel in crowd.panels) / size
    cost += ON_HEAD * sum(_shared(box, head) for head in crowd.heads) / size
    cost += ON_LABEL * sum(_shared(box, word) for word in crowd.words) / size
    cost += STRUCK * sum(_strikes(line, box) for line in crowd.leaders)
    if len(crowd.bodies):
        middle = np.array([0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3])])
        cost += ON_BODY * bool(
            (crowd.bodies > _clearances(middle, (box[2] - box[0], box[3] - box[1]))).all(axis=1).any()
        )
    width = box[2] - box[0]
    if len(crowd.dots):
        on = ((crowd.dots > (box[0], box[1])) & (crowd.dots < (box[2], box[3]))).all(axis=1).sum()
        cost += ON_LINE * min(float(on) * DOT_STEP * crowd.gap / width, 1.0)
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
    along = sum(_along(line, (shaft.tail, shaft.tip), crowd.gap) for shaft in crowd.shafts)
    return STRUCK * struck + ACROSS * crossed + ALONG * along


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
            x, y = _inside(label, area)
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


def _along(one: Line, other: Line, near: float) -> bool:
    """Return whether a line runs along another, nearer than `near` for more than that."""
    (x, y), (tip_x, tip_y) = one
    (tail_x, tail_y), (end_x, end_y) = other
    dx, dy, length = tip_x - x, tip_y - y, math.dist(*one)
    across = (end_x - tail_x) * dx + (end_y - tail_y) * dy
    if length <= near or abs(across) < ALIKE * length * math.dist(*other):
        return False
    ends = [((px - x) * dx + (py - y) * dy) / length for px, py in other]
    asides = [((px - x) * dy - (py - y) * dx) / length for px, py in other]
    low, high = sorted(ends)
    return min(high, length) - max(low, 0.0) > near and min(map(abs, asides)) < near


def _length_in(box: Box, shaft: ArrowShaft) -> float:
    """Return the length of a shaft inside a box."""
    thick, (x, y), (tip_x, tip_y) = shaft.thick, shaft.tail, shaft.tip
    box = box[0] - thick, box[1] - thick, box[2] + thick, box[3] + thick
    if max(x, tip_x) < box[0] or min(x, tip_x) > box[2] or max(y, tip_y) < box[1] or min(y, tip_y) > box[3]:
        return 0.0
    part_ = clip_to_box(shaft.tail, shaft.tip, box)
    return (part_[1] - part_[0]) * math.dist(shaft.tail, shaft.tip) if part_ else 0.0
