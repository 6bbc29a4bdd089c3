"""What the program tells its panels in every frame, and what they ask of it: known before any panel is loaded."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from game.model.frame import SceneFrame
from game.model.input import Action


class InterfaceStatus(Struct, frozen=True):
    """What the program tells the interface for one frame.

    scenes: the pictures, from the left, whose arrows are to be named. recording: wall seconds since the
    recording began, or None. camera: how it moves, one of `cameras`. bookmarks: numbers and names of those
    that the camera can fly to. lens: whether what is not in focus is blurred. unsaved: whether some
    bookmarks have not been saved. quality: what the user asked for, one
    of `qualities`; drawn: what that came to, such as medium@0.75. pixel_ratio: pixels per point.
    """

    scenes: Sequence[SceneFrame] = ()
    recording: float | None = None
    camera: str = "orbit"
    cameras: tuple[str, ...] = ("orbit", "fly", "follow")
    bookmarks: tuple[tuple[int, str], ...] = ()
    lens: bool = False
    unsaved: bool = False
    quality: str = "auto"
    qualities: tuple[str, ...] = ("auto", "low", "medium", "high")
    drawn: str = ""
    frames_per_second: float = 0.0
    pixel_ratio: float = 1.0


class CameraRequest(Struct, frozen=True):
    """The user chose how the camera moves."""

    mode: str


class BookmarkRequest(Struct, frozen=True):
    """The user wants the camera to fly to a bookmark, 1 to 9, or to have it put where the camera is."""

    number: int
    keep: bool = False


class QualityRequest(Struct, frozen=True):
    """The user chose a quality in the panel."""

    name: str


class SaveRequest(Struct, frozen=True):
    """The user wants a text kept in the folder of screenshots, in a file named after stem and time."""

    stem: str
    suffix: str
    text: str


Request = Action | BookmarkRequest | CameraRequest | QualityRequest | SaveRequest
"""What the panels ask of the program, beside the edits they hand to the session."""
