"""Camera bookmarks: those of scene and user, what one means, and how one is written to a scene file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from game.scenefile import BookmarkSpec
from game.session.session import Session
from physics import BadInput

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


class Bookmarks:
    """The bookmarks of a session's scene: those of its file, or the default ones, and those that the user has set.

    marks: by their numbers from 1 on; the user's are restored when the scene is opened again. unsaved: True while some
    of these have not been saved.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.marks: dict[int, Said] = {}
        self._of_user: dict[str, dict[int, Said]] = {}
        self.unsaved = False

    def open(self) -> None:
        """Take those of the session's scene."""
        scene, framed = self._session.scene, self._session.look.framed
        usual: dict[int, Said] = dict(enumerate(DEFAULT_BOOKMARKS if framed else (), 1))
        marks = {number: mark.given() for number, mark in scene.camera.numbered().items()} or usual
        self.marks = {**marks, **self._of_user.get(scene.name, {})}

    @property
    def names(self) -> tuple[tuple[int, str], ...]:
        """The numbers and names, in order."""
        return tuple((number, str(mark.get("name", ""))) for number, mark in sorted(self.marks.items()))

    def put(self, number: int, pose: Said | None) -> None:
        """Set a bookmark of this number, or remove it."""
        own = self._of_user.setdefault(self._session.scene.name, {})
        if pose is None:
            self.marks.pop(number, None)
            own.pop(number, None)
        else:
            self.marks[number] = own[number] = pose
        self.unsaved = True

    def path(self) -> list[tuple[Said, float]]:
        """Return the bookmarks of the scene's path, with the times at which a camera is there [s]."""
        return [(self.marks[number], at) for number, at in self._session.scene.camera.stops() if number in self.marks]

    def check_tour(self) -> None:
        """Raise BadInput where there are fewer than two bookmarks, or a path needs one that is missing."""
        camera = self._session.scene.camera
        missing = [number for number, _ in camera.stops() if number not in self.marks]
        if missing:
            known = ", ".join(map(str, sorted(self.marks))) or "none"
            raise BadInput(f"camera.path = {camera.path}: there is no bookmark {missing[0]}; allowed: {known}")
        if camera.path is None and len(self.marks) < 2:
            raise BadInput(f"camera tour: needs two bookmarks or more; this scene has {len(self.marks)}")


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
