"""Bookmarks of the camera: those of a scene that has none, what one means, and how one is written down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from game.scenefile import BookmarkSpec

Said = Mapping[str, Any]
"""A bookmark or a pose as scene files say it: angles in degrees, lengths in metres; turn: from the usual azimuth."""

USUAL: tuple[Said, ...] = (
    {"name": "view"},
    {"name": "close and low", "turn": 38.0, "elevation": 5.0, "zoom": 1.25},
    {"name": "from above", "turn": -16.0, "elevation": 62.0, "zoom": 1.1},
)
"""Bookmarks of a scene that has none."""
POSE_DIGITS = {"azimuth": 4, "elevation": 4, "distance": 6, "target": 6}
"""Decimals that can be seen: of degrees, and of metres."""


def direction(said: Said, usual: Said) -> tuple[float, float]:
    """Azimuth and elevation [°] that a bookmark means where the camera usually has these."""
    azimuth = said.get("azimuth", usual["azimuth"] + said.get("turn", 0.0))
    return azimuth, said.get("elevation", usual["elevation"])


def written(number: int, said: Said, usual: Said) -> BookmarkSpec:
    """A bookmark that means the same where the camera usually stands elsewhere."""
    azimuth, elevation = direction(said, usual)
    kept = {name: value for name, value in said.items() if name != "turn"}
    return BookmarkSpec(number=number, **tidy({**kept, "azimuth": azimuth, "elevation": elevation}))


def tidy(pose: Said) -> dict[str, Any]:
    """A pose without digits that nobody sees, its azimuth within half a turn."""
    found = dict(pose)
    for name in POSE_DIGITS.keys() & pose.keys():
        value, digits = pose[name], POSE_DIGITS[name]
        if name == "target":
            found[name] = tuple(round(part, digits) for part in value)
        else:
            found[name] = round(math.remainder(value, 360.0) if name == "azimuth" else value, digits)
    return found
