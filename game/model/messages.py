"""Messages between the program and its panels, independent of both: the status of a frame, and requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from unicodedata import category

from msgspec import Struct

from game.model.frame import SceneFrame
from game.model.input import Action
from game.model.recording import JobRequest, JobStatus, RecordRequest

if TYPE_CHECKING:  # else figures would be loaded before the first picture
    import numpy as np
    from numpy.typing import NDArray

    from game.model.figures.figure import Figure


SoundState = Literal["", "on", "off", "no device"]
"""What is heard of the scene: nothing because it makes no sound, or for another reason."""


class InterfaceStatus(Struct, frozen=True):
    """Status of the program for one frame of the interface.

    scenes: the pictures, from the left, whose arrows are labelled. recording: wall seconds since the recording began,
    or None. camera: its mode, one of `cameras`. bookmarks: numbers and names of those that the camera can fly to. lens:
    whether depth of field is on; blur, exposure, hour: as in `View`. unsaved: whether some bookmarks have not
    been saved. quality: the user's choice, one of `qualities`; drawn: the setting in use, such as medium@0.75.
    pixel_ratio: pixels per point. renders: renderings that run or have just ended. fitted: middle of the picture, -1 to
    1 across and up the window, and its scale. gamepad: the name of the one that is used. reading, replay: the file that
    is read, and the log that is replayed. sound: "" where the scene makes none.
    """

    scenes: Sequence[SceneFrame] = ()
    recording: float | None = None
    camera: str = "orbit"
    cameras: tuple[str, ...] = ("orbit", "fly", "follow")
    bookmarks: tuple[tuple[int, str], ...] = ()
    lens: bool = False
    blur: float = 0.0
    exposure: float = 0.0
    hour: float | None = None
    unsaved: bool = False
    quality: str = "auto"
    qualities: tuple[str, ...] = ("auto", "low", "medium", "high")
    drawn: str = ""
    frames_per_second: float = 0.0
    pixel_ratio: float = 1.0
    gamepad: str = ""
    renders: tuple[JobStatus, ...] = ()
    fitted: tuple[float, float, float] = (0.0, 0.0, 1.0)
    reading: FileProgress | None = None
    replay: FileProgress | None = None
    sound: SoundState = ""


class LensRequest(Struct, frozen=True):
    """Request of the lens of the lab's camera and the light before it: blur, exposure [stops] and hour as in `View`."""

    blur: float
    exposure: float
    hour: float | None = None


class CameraRequest(Struct, frozen=True):
    """Request of a camera mode."""

    mode: str


class BookmarkRequest(Struct, frozen=True):
    """Request to fly to a bookmark, 1 to 9, or to set it where the camera is (keep)."""

    number: int
    keep: bool = False


class QualityRequest(Struct, frozen=True):
    """Request of a quality setting."""

    name: str


class SceneRequest(Struct, frozen=True):
    """Request to open a scene, by its name or file, when all that its first picture shows has been made."""

    name: str


class SaveRequest(Struct, frozen=True):
    """Request to save a text in the folder of screenshots, in a file named after stem and time."""

    stem: str
    suffix: str
    text: str


class NamedSaveRequest(Struct, frozen=True):
    """Request to save the scene that is open under a name, in a file of its own."""

    name: str


class FigureRequest(Struct, frozen=True):
    """Request to save a figure in the folder of screenshots, in a file named after stem and time.

    suffix: .svg, .png, .csv or .npz. make: makes the figure; called in another thread.
    """

    stem: str
    suffix: str
    make: Callable[[], Figure]


class ReportRequest(Struct, frozen=True):
    """Request to save a figure with the picture of the scene, as `FigureRequest` saves one.

    part: the part of the window that the picture is to show, as `PanelContext.free`. make: makes the figure of the
    picture (h, w, 3).
    """

    stem: str
    suffix: str
    part: tuple[float, float, float, float]
    make: Callable[[NDArray[np.uint8]], Figure]


class ThumbnailRequest(Struct, frozen=True):
    """Request to keep a small picture of the scene for the file in which it was saved."""

    file: Path


class OpenFolderRequest(Struct, frozen=True):
    """Request to show a file in the system's file browser."""

    path: Path


class OpenFileRequest(Struct, frozen=True):
    """Request to open a file: a scene, a table, a log or a system. runs: the user lets it run, a Python file."""

    path: Path
    runs: bool = False


class StopReadingRequest(Struct, frozen=True):
    """Request to read a file no further."""


class StopReplayRequest(Struct, frozen=True):
    """Request to end the replay of a log."""


class FileProgress(Struct, frozen=True):
    """A file that is read or replayed: its name, and the part that is done, 0 to 1."""

    name: str
    part: float


FileRequest = OpenFileRequest | StopReadingRequest | StopReplayRequest
"""Requests about files that are opened."""


class CopyRequest(Struct, frozen=True):
    """Request to put a text on the clipboard."""

    text: str


Request = (
    Action
    | BookmarkRequest
    | CameraRequest
    | CopyRequest
    | FigureRequest
    | FileRequest
    | JobRequest
    | LensRequest
    | NamedSaveRequest
    | OpenFolderRequest
    | QualityRequest
    | RecordRequest
    | ReportRequest
    | SaveRequest
    | SceneRequest
)
"""Requests of the panels to the program, beside the edits that they apply to the session."""


def printable(words: str) -> str:
    """Return a text with a mark in place of half and control characters, which names of files may have."""
    return "".join("\ufffd" if category(letter) in ("Cc", "Cs") else letter for letter in words)
