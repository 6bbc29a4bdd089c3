"""Camera bookmarks: the default ones, what one means, and how one is written to a scene file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from game.scenefile import BookmarkSpec

Said = Mapping[str, Any]
"""A bookmark or pose as in scene files: angles in degrees, lengths in metres; turn: from the default azimuth."""

DEFAULT_BOOKMARKS: tuple[Said, ...] = (
    {"name": "view"},
    {"name": "close and low", "turn": 38.0, "elevation": 5.0, "zoom": 1.15},
    {"name": "from above", "turn": -16.0, "elevation": 62.0},
)
"""Default bookmarks, for a scene that has none."""
POSE_DIGITS = {"azimuth": 4, "elevation": 4, "distance": 6, "target": 6}
"""Decimals that are kept: of degrees, and of metres."""


def direction(said: Said, usual: Said) -> tuple[float, float]:
    """Return azimuth and elevation [°] of a bookmark; `usual` completes what it leaves out."""
    azimuth = said.get("azimuth", usual["azimuth"] + said.get("turn", 0.0))
    return azimuth, said.get("elevation", usual["elevation"])


def bookmark_spec(number: int, said: Said, usual: Said) -> BookmarkSpec:
    """Return a bookmark with its azimuth and elevation written out, so that it does not depend on `usual`."""
    azimuth, elevation = direction(said, usual)
    kept = {name: value for name, value in said.items() if name != "turn"}
    return BookmarkSpec(number=number, **tidy({**kept, "azimuth": azimuth, "elevation": elevation}))


def tidy(pose: Said) -> dict[str, Any]:
    """Return a pose rounded to `POSE_DIGITS`, its azimuth within half a turn."""
    found = dict(pose)
    for name in POSE_DIGITS.keys() & pose.keys():
        value, digits = pose[name], POSE_DIGITS[name]
        if name == "target":
            found[name] = tuple(round(part, digits) for part in value)
        else:
            found[name] = round(math.remainder(value, 360.0) if name == "azimuth" else value, digits)
    return found
