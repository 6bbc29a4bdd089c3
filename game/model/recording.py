"""Choices of a recording, and what the window says of the renderings that run, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from game.model.words import later

What = Literal["now", "last", "range", "loop"]
Form = Literal["film", "plate", "exposure", "drawing"]
Progress = Callable[[int, int], None]
"""progress(done, of): called after each picture of a film, or step of an export."""
Samples = NDArray[np.int16]
"""Samples of sound (n,), mono, `SAMPLE_RATE` in a second."""
MakeSound = Callable[[], Samples]
SAMPLE_RATE = 48_000
SUFFIXES: dict[str, str] = {"MP4": ".mp4", "WebM": ".webm", "GIF": ".gif", "WebP": ".webp", "PNG": ""}
"""Suffix of each format; numbered pictures in a folder have none."""
SOUNDING = ("MP4", "WebM")
"""Formats that can have a track of sound."""
DRAWINGS: dict[str, str] = {"SVG": ".svg", "PDF": ".pdf"}
"""Suffix of each format of a line drawing."""
TRANSPARENT = ("WebM", "WebP", "PNG")
"""Formats that can have a transparent ground."""
SIZES: tuple[tuple[int, int], ...] = (
    (854, 480), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160), (720, 720), (1080, 1080), (1080, 1920),
)  # fmt: skip
RATES = (24, 25, 30, 50, 60)
GIF_RATES = (20, 25, 50)
BLURS = (1, 8, 16, 48)
"""Greatest numbers of moments whose mean a picture is."""
QUALITIES = (later("low"), later("medium"), later("high"))
MIN_SECONDS, MAX_SECONDS = 1, 600
POSES = (5, 7, 9, 12, 16, 24)
"""Numbers of poses of a plate."""
LONGEST_LOOP = 30.0
"""Greatest duration of a loop that is looked for [s]."""


class RecordChoice(Struct, frozen=True):
    """What is recorded, and how.

    what: from now on, the last `seconds` of video, from A to B, or a loop. form: a film; of the whole motion one
    picture: a plate of so many poses, or a long exposure; or a line drawing of its end. format: of a film, one of
    `SUFFIXES`; drawn: of a line drawing, one of `DRAWINGS`. size: in pixels. marks: with vectors,
    traces, constructions and names; panels, transparent: with panels; without floor and sky. sound: with what is heard.
    """

    what: What = "last"
    seconds: int = 10
    format: str = "MP4"
    size: tuple[int, int] = (1920, 1080)
    rate: int = 60
    quality: str = "high"
    blur: int = 16
    marks: bool = True
    panels: bool = False
    transparent: bool = False
    form: Form = "film"
    poses: int = 9
    sound: bool = True
    drawn: str = "SVG"

    @property
    def made(self) -> Form:
        """Return what is made: of a loop, and of what comes, always a film."""
        return self.form if self.what in ("last", "range") else "film"

    @property
    def suffix(self) -> str:
        """Return the suffix of the file; numbered pictures in a folder have none."""
        return {"film": SUFFIXES[self.format], "drawing": DRAWINGS[self.drawn]}.get(self.made, ".png")

    @property
    def with_panels(self) -> bool:
        """True where panels are shown, which a picture of a whole motion has none of."""
        return self.panels and self.made == "film"

    @property
    def audible(self) -> bool:
        """True where it can have sound, and that is wanted."""
        return self.sound and (self.what == "now" or (self.made == "film" and self.format in SOUNDING))

    @property
    def clear(self) -> bool:
        """True where the ground will be transparent: where it is wanted, and the format can have it."""
        return self.made == "film" and self.transparent and self.format in TRANSPARENT and not self.panels


class RecordRequest(Struct, frozen=True):
    """Request of a recording. ticks: first and last tick of a range of the history, or of a loop its first, twice.

    crop: factor by which the window's picture is enlarged about its middle.
    """

    choice: RecordChoice
    ticks: tuple[int, int] | None = None
    crop: float = 1.0


class JobDoing(Enum):
    """What can be asked of a rendering."""

    CANCEL = "cancel"
    OPEN_FOLDER = "open folder"
    COPY = "copy"
    FOLD = "fold"


class JobRequest(Struct, frozen=True):
    """Request about a rendering, given by its number."""

    number: int
    doing: JobDoing


class JobStatus(Struct, frozen=True):
    """A rendering, or an export (size: None). state: as `JobState`. left: seconds to its end, or None.

    problem: why it failed.
    """

    number: int
    name: str
    size: tuple[int, int] | None
    state: str
    done: int = 0
    frames: int = 0
    rate: float = 0.0
    left: float | None = None
    bytes: int = 0
    problem: str = ""


def file_frame(
    window: tuple[float, float], free: tuple[float, float, float, float], size: tuple[int, int], margin: float
) -> tuple[float, float, float, float]:
    """Return the part of a window [points] that a picture of `size` shows: left, top, right, bottom.

    free: the part that no panel covers, in widths and heights of the window; the picture is in its middle.
    """
    left, top, right, bottom = free[0] * window[0], free[1] * window[1], free[2] * window[0], free[3] * window[1]
    wide, high = max(right - left - 2.0 * margin, 16.0), max(bottom - top - 2.0 * margin, 16.0)
    scale = min(wide / size[0], high / size[1])
    x, y, half_x, half_y = (left + right) / 2, (top + bottom) / 2, 0.5 * scale * size[0], 0.5 * scale * size[1]
    return x - half_x, y - half_y, x + half_x, y + half_y
