"""Names of paths: a few words beside the outermost place of a path on the screen."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.model.frame import Array, SceneFrame, SceneLabel
from game.model.trails import FadingPaths
from game.model.words import tr
from physics.maths import dense

SEEN = 0.7
"""Part of its life in which a point of a path can be where its name is."""
SHORT = 0.07
"""Extent of a path on the screen below which it has no name, in heights of the picture."""
RIGHT = 0.8
"""Part of the way to the left that a path goes to the right, from which on its name is there."""
INSIDE = 0.9
"""Part of the half width and height of the picture beyond which no name is."""
WORD = 3
"""Letters from which on a name counts as a word, not as a symbol."""
FAR = 1.6
"""Distance from the eye, in that of what is looked at, beyond which no name is: there a path is small."""
MOST = 600
"""Greatest number of points that are looked at."""


def path_of(name: str) -> str:
    """Return the name of the path of a part, in the language in use; name: of the part, as a file says it."""
    words = name.replace("_", " ")
    if len(words) >= WORD and words.isalpha() and words.islower():
        return tr("path of the {name}", name=words)
    return tr("path of {name}", name=words)


def path_name(words: Mapping[str, str], name: str) -> str:
    """Return the name of the path of a traced point, in the language in use, of those of a look; "": it has none."""
    return tr(words[name]) if name in words else ""


def add_path_name(
    frame: SceneFrame, points: Array, paths: FadingPaths, words: str, color: tuple[float, float, float]
) -> None:
    """Add the words, in the language in use, beside the outermost place of a path (n, 4) that is well seen; "": none.

    paths: whose time and life it has.
    """
    place = outermost_place(frame, points, paths.now - SEEN * paths.life) if words else None
    if place is not None:
        frame.labels.append(SceneLabel(place, words, color, outward=True, plain=True, path=True))


def outermost_place(frame: SceneFrame, points: Array, since: float) -> Array | None:
    """Return the point of a path (n, 4), x y z and time, that is farthest to the right on the screen, or to the left.

    Only points in the picture and after a time [s] count. None: too little of it is seen.
    """
    rows = points[:: max(len(points) // MOST, 1)]
    rows = rows[np.isfinite(rows).all(axis=1) & (rows[:, 3] > since)]
    if len(rows) < 2:
        return None
    view = frame.view
    both = dense.times(np.asarray(view.view, float), np.asarray(view.projection, float))
    flat = dense.times(np.column_stack([rows[:, :3], np.ones(len(rows))]), both)
    focus = dense.times(np.append(np.asarray(frame.focus, float), 1.0), both)
    near = (flat[:, 3] > 1e-6) & (flat[:, 3] < FAR * max(float(focus[3]), 1e-6))
    inside = near & (np.abs(flat[:, :2]) < INSIDE * flat[:, 3:]).all(axis=1)
    rows, flat = rows[inside], flat[inside]
    if len(rows) < 2:
        return None
    wide = abs(float(view.projection[1, 1]) / float(view.projection[0, 0]))
    x, y = 0.5 * wide * flat[:, 0] / flat[:, 3], 0.5 * flat[:, 1] / flat[:, 3]
    if max(np.ptp(x), np.ptp(y)) < SHORT:
        return None
    middle = 0.5 * wide * float(focus[0]) / max(float(focus[3]), 1e-6)
    right, left = int(np.argmax(x)), int(np.argmin(x))
    place: Array = rows[right if x[right] - middle >= RIGHT * (middle - x[left]) else left, :3]
    return place
