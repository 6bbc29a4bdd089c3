"""Panels over bodies: a scene's note is placed where no body or arrow is, and readings fade while one is under them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.model.frame import SceneFrame, side_by_side
from game.ui.label_obstacles import box_round
from game.ui.label_placement import Box

ALONG, ACROSS, DEEP = 17, 9, 3
"""Numbers of points, along the longest, the middle and the shortest axis of its bounding box, that stand for a body."""
ALONG_ARROW = 33
"""Number of points that stand for an arrow with its name."""
NAMED = 1.2
"""How far the name of an arrow reaches beyond its tip [em]."""
BETWEEN = 0.2
"""Seconds between two looks at the bodies."""
REFRAMED = 1.0
"""Seconds after which bodies are looked for anew where panels have taken the place of a note: the camera moves, too."""
FADED, FADING, LINGER = 0.35, 0.3, 1.2
"""Opacity of a panel over bodies, seconds in which it fades, and seconds that it waits until it comes back."""
STEP = 1.0
"""Distance of the places that are tried [em]."""
COVERING, TOUCHING, NARROWER, HIGHER, ASIDE = 60.0, 2.0, 0.3, 0.5, 0.3
"""Costs of a place: wholly over bodies, over any of them at all, narrower by one step, at the upper edge, as far as
possible from the middle."""


def _box_points() -> NDArray[np.float64]:
    """Return points (n, 3) in a box from -1 to 1, whose longest axis is the first and whose shortest is the last."""
    return np.array(list(itertools.product(*(np.linspace(-1.0, 1.0, count) for count in (ALONG, ACROSS, DEEP)))))


POINTS = _box_points()


def body_places(scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], most: float) -> NDArray[np.float64]:
    """Return points (n, 2) of the window [points] at which the bodies of a scene are seen.

    corner, size: of the picture in the window. most: size [m] above which an instance is scenery.
    """
    seen = [each for each in scene.instances if each.opacity >= 1.0 and not each.extra]
    if not seen:
        return np.zeros((0, 2))
    boxes = np.array([box_round(each.mesh) for each in seen])
    models = np.array([each.model for each in seen], np.float64)
    lengths = boxes[:, 1] * np.linalg.norm(models[:, :3, :3], axis=2)
    small = 2.0 * lengths.max(axis=1) < most
    boxes, models, lengths = boxes[small], models[small], lengths[small]
    order = np.argsort(-lengths, axis=1, kind="stable")
    unit = np.empty((len(boxes), len(POINTS), 3))
    np.put_along_axis(unit, np.broadcast_to(order[:, None, :], unit.shape), np.broadcast_to(POINTS, unit.shape), 2)
    places = (boxes[:, :1] + unit * boxes[:, 1:]) @ models[:, :3, :3] + models[:, 3:, :3]
    clip = np.concatenate([places, np.ones((*places.shape[:2], 1))], axis=2) @ (scene.view.view @ scene.view.projection)
    clip = clip[clip[..., 3] > 1e-6]
    return np.asarray((0.5 + 0.5 * clip[:, :2] / clip[:, 3:] * (1.0, -1.0)) * size + corner)


def arrow_places(
    scene: SceneFrame, corner: tuple[int, int], size: tuple[int, int], named: float
) -> NDArray[np.float64]:
    """Return points (n, 2) of the window [points] at which the arrows of a scene are seen, and their names.

    corner, size: of the picture in the window. named: how far a name reaches beyond a tip [points].
    """
    found = []
    for arrow in scene.arrows:
        tail, tip = scene.view.project(arrow.tail, size), scene.view.project(arrow.tip, size)
        if tail is not None and tip is not None:
            start, way = np.array(tail), np.array(tip) - tail
            length = float(np.hypot(*way))
            far = 1.0 + named / length if length > 0.0 else 1.0
            found.append(start + np.linspace(0.0, far, ALONG_ARROW)[:, None] * way + corner)
    return np.concatenate(found) if found else np.zeros((0, 2))


class FadingPanel:
    """How much is seen of a panel over the picture: less while bodies are under it, and for `LINGER` afterwards.

    opacity: of the panel, 0 to 1. It is not less in the high-contrast theme, nor while the pointer is over the panel.
    """

    def __init__(self) -> None:
        self.opacity = self._goal = 1.0
        self._since, self._clear = 0.0, math.inf
        self._under = False

    @property
    def change_in(self) -> float:
        """Return the seconds after which the panel changes by itself."""
        if self.opacity != self._goal:
            return 0.0
        return max(LINGER - self._clear, 0.0) if self._goal == FADED and not self._under else math.inf

    def look(self, scenes: Sequence[SceneFrame], size: tuple[int, int], most: float, box: Box, seconds: float) -> None:
        """Look whether bodies are under a panel, `seconds` after the last call; `most` as in `body_places`."""
        self._since, self._clear = self._since + seconds, self._clear + seconds
        if self._since >= BETWEEN:
            self._since, self._under = 0.0, False
            for scene, (left, top, width, height) in zip(scenes, side_by_side(size, len(scenes)), strict=True):
                places = body_places(scene, (left, top), (width, height), most)
                self._under |= bool(((places > box[:2]) & (places < box[2:])).all(axis=1).any())
        if self._under:
            self._clear = 0.0

    def ease(self, wanted: bool, still: bool, seconds: float) -> float:
        """Go on to fade or come back, and return the opacity. wanted: whether it must be seen whole."""
        self._goal = FADED if self._clear < LINGER and not wanted else 1.0
        step = 1.0 if still else seconds / FADING * (1.0 - FADED)
        self.opacity = min(max(self._goal, self.opacity - step), self.opacity + step)
        return self.opacity


class NotePlacement:
    """The place of a note, chosen once for a scene and a size of the window, and anew only where panels take it.

    place_kept: which of the widths and heights it has, and its box; None until bodies have been seen, and without room.
    """

    def __init__(self) -> None:
        self._about: object = None
        self.place_kept: tuple[int, Box] | None = None
        self._since, self._again = BETWEEN, math.inf
        self._seen = False
        self._visited = np.zeros((1, 1), bool)
        self._seen_before: np.ndarray | None = None
        """Numbers of visited cells above and left of each, (rows + 1, columns + 1); None until they are asked for."""
        self._cell = 1.0

    def begin(self, about: object, size: tuple[float, float], cell: float) -> None:
        """Begin anew where the note is about something else or the window has changed. cell: resolution [points]."""
        shape = max(int(size[1] / cell), 1), max(int(size[0] / cell), 1)
        if about != self._about or shape != self._visited.shape:
            self._about, self.place_kept, self._since, self._seen = about, None, BETWEEN, False
            self._again = math.inf
            self._visited, self._seen_before, self._cell = np.zeros(shape, bool), None, cell

    def look(self, scenes: Sequence[SceneFrame], size: tuple[int, int], most: float, seconds: float) -> None:
        """Remember where bodies and arrows are in the pictures, `seconds` after the last call.

        most: as in `body_places`.
        """
        self._since, self._again = self._since + seconds, self._again - seconds
        kept = self.place_kept
        if self._again <= 0.0:
            self._again, self._since, self.place_kept = math.inf, BETWEEN, None
            self._visited[:] = False
        if self.place_kept is not None or self._since < BETWEEN or not scenes:
            return
        self._since, self._seen, self._seen_before = 0.0, True, None
        for scene, (left, top, width, height) in zip(scenes, side_by_side(size, len(scenes)), strict=True):
            bodies = body_places(scene, (left, top), (width, height), most)
            arrows = arrow_places(scene, (left, top), (width, height), NAMED * self._cell)
            places = np.concatenate([bodies, arrows])
            inside = places[((places >= (left, top)) & (places < (left + width, top + height))).all(axis=1)]
            column, row = (inside / self._cell).astype(int).T
            rows, columns = self._visited.shape
            self._visited[np.minimum(row, rows - 1), np.minimum(column, columns - 1)] = True
        if kept is not None and self.share(kept[1]) == 0.0:
            self.place_kept = kept

    def share(self, box: Box) -> float:
        """Return the part of a box in which bodies or arrows have been seen."""
        if self._seen_before is None:
            self._seen_before = np.pad(self._visited.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        rows, columns = self._visited.shape
        left, top = max(int(box[0] / self._cell), 0), max(int(box[1] / self._cell), 0)
        right, bottom = min(math.ceil(box[2] / self._cell), columns), min(math.ceil(box[3] / self._cell), rows)
        if right <= left or bottom <= top:
            return 0.0
        counts = self._seen_before
        seen = counts[bottom, right] - counts[top, right] - counts[bottom, left] + counts[top, left]
        return float(seen / ((right - left) * (bottom - top)))

    def place(
        self, sizes: Sequence[tuple[float, float]], free: Box, middle: float, covered: Sequence[Box], margin: float
    ) -> tuple[int, Box] | None:
        """Return which of some widths and heights to use, and the box; None where none has room.

        sizes: from the widest to the narrowest. free: edges within which it may lie; at its lower or upper edge.
        middle: where it lies best across. covered: boxes of panels and messages, to which it keeps a margin.
        """
        kept = self.place_kept
        if kept is None or not _fits(*kept, sizes, free, covered, margin):
            if kept is not None:
                self._again = REFRAMED
            self.place_kept = None
            kept = self._placed(sizes, free, middle, covered, margin)
            if self._seen:
                self.place_kept = kept
        return kept

    def _placed(
        self, sizes: Sequence[tuple[float, float]], free: Box, middle: float, covered: Sequence[Box], margin: float
    ) -> tuple[int, Box] | None:
        """Return what `place` returns, by trying all places."""
        found: list[tuple[float, int, Box]] = []
        for k, (width, height) in enumerate(sizes):
            left, top, right, bottom = free
            if width > right - left + 0.5 or height > bottom - top:
                continue
            best = min(max(middle - width / 2, left), right - width)
            steps = np.arange(left, right - width, STEP * self._cell).tolist()
            for x in (best, *steps, right - width):
                for high, y in enumerate((bottom - height, top)):
                    box = x, y, x + width, y + height
                    if not any(_meet(box, other, margin) for other in covered):
                        aside = abs(x + width / 2 - middle) / max(0.5 * (right - left), 1.0)
                        share = self.share(box)
                        over = COVERING * share + TOUCHING * (share > 0.0)
                        cost = over + NARROWER * k + HIGHER * high + ASIDE * aside
                        found.append((cost, k, box))
        if not found:
            return None
        _, k, box = min(found)
        return k, box


def _fits(
    k: int, box: Box, sizes: Sequence[tuple[float, float]], free: Box, covered: Sequence[Box], margin: float
) -> bool:
    """Return whether a box of one of some sizes has still room there."""
    size = box[2] - box[0], box[3] - box[1]
    within = free[0] <= box[0] + 0.5 and box[2] <= free[2] + 0.5 and free[1] <= box[1] + 0.5 and box[3] <= free[3] + 0.5
    same = k < len(sizes) and max(abs(size[0] - sizes[k][0]), abs(size[1] - sizes[k][1])) < 0.5
    return within and same and not any(_meet(box, other, margin - 0.5) for other in covered)


def _meet(one: Box, other: Box, margin: float) -> bool:
    """Return whether two boxes overlap or are nearer than a margin."""
    beside = one[0] < other[2] + margin and other[0] < one[2] + margin
    return beside and one[1] < other[3] + margin and other[1] < one[3] + margin
