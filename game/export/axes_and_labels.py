"""The axes and labels of a picture that are fixed in the world, on a body, or at a traced point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from game.export.attachment import attach_point
from game.model.frame import OverlayArrow, SceneFrame, SceneLabel

Floats64 = NDArray[np.float64]
Bodies = Sequence[Sequence[Floats64]]
Item = TypeVar("Item", OverlayArrow, SceneLabel)
STEADY = 1e-3
"""Greatest change of the opacity of what is always shown."""


def describe_axes(frames: Sequence[SceneFrame], aside: SceneFrame, bodies: Bodies, run: int) -> list[dict[str, Any]]:
    """Return the arrows of pictures at several states whose ends are fixed, and that are always shown.

    aside: the first picture, seen from elsewhere. bodies: what an end can be fixed on, at each state. run: the number
    of states, the first ones, that belong to the scene's own run; what is fixed in these alone has `own`.
    """
    found = []
    for arrows in _everywhere(frames, aside, lambda frame: frame.arrows, lambda arrow: (arrow.label, *arrow.color)):
        ends = [[arrow.tail for arrow in arrows], [arrow.tip for arrow in arrows]]
        held, own = _held(ends, bodies, run)
        if held:
            one = arrows[0]
            found.append({
                "ends": held, "color": list(map(float, one.color)), "radius": one.radius, "opacity": one.opacity,
                "head": int(one.head), "text": one.label, "own": own,
            })  # fmt: skip
    return found


def describe_labels(frames: Sequence[SceneFrame], aside: SceneFrame, bodies: Bodies, run: int) -> list[dict[str, Any]]:
    """Return the labels of pictures at several states whose places are fixed; arguments as in `describe_axes`."""
    found = []
    for labels in _everywhere(frames, aside, lambda frame: frame.labels, lambda label: (label.text, *label.color)):
        held, own = _held([[label.place for label in labels]], bodies, run)
        if held:
            one = labels[0]
            found.append({
                "place": held[0], "color": list(map(float, one.color)), "text": one.text, "outward": one.outward,
                "own": own,
            })  # fmt: skip
    return found


def _everywhere(
    frames: Sequence[SceneFrame],
    aside: SceneFrame,
    items: Callable[[SceneFrame], Iterable[Item]],
    name: Callable[[Item], tuple[Any, ...]],
) -> list[list[Item]]:
    """Return, of the items that all frames have, those of all frames; not those whose place depends on the view."""
    named = [_numbered(items(frame), name) for frame in (*frames, aside)]
    found = []
    for key, first in named[0].items():
        if any(key not in each for each in named):
            continue
        every = [each[key] for each in named]
        steady = max(abs(each.opacity - first.opacity) for each in every) < STEADY
        if steady and np.allclose(_places(every.pop()), _places(first), rtol=0.0, atol=1e-6):
            found.append(every)
    return found


def _numbered(items: Iterable[Item], name: Callable[[Item], tuple[Any, ...]]) -> dict[tuple[Any, ...], Item]:
    """Return items by their names, each with its number among those of the same name."""
    found: dict[tuple[Any, ...], Item] = {}
    for item in items:
        own: tuple[Any, ...] = name(item)
        number = sum(each[:-1] == own for each in found)
        found[(*own, number)] = item
    return found


def _places(item: OverlayArrow | SceneLabel) -> Floats64:
    places = (item.place,) if isinstance(item, SceneLabel) else (item.tail, item.tip)
    return np.asarray(places, float)


def _held(ends: Sequence[Sequence[Any]], bodies: Bodies, run: int) -> tuple[list[list[float]], bool]:
    """Return the body (-1: none) that each end is fixed on, and its place there [m]; none where one end is not fixed.

    Also whether that holds only in the scene's own run.
    """
    for count in sorted({len(bodies), run}, reverse=True):
        found = [attach_point(np.asarray(end[:count], float), bodies[:count]) for end in ends]
        if all(each is not None for each in found):
            return [[each[0], *map(float, each[1])] for each in found if each is not None], count < len(bodies)
    return [], False
