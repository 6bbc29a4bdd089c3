"""Pictures for the tests of recording, and readers of the files."""

from __future__ import annotations

from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

COLORS = np.array(
    [(200, 30, 30), (30, 200, 30), (30, 30, 200), (220, 150, 40), (128, 128, 128), (250, 250, 250)], np.uint8
)


def stripes(width: int, height: int) -> Pixels:
    """Return vertical stripes of the six colours."""
    return np.repeat(COLORS[np.newaxis, np.arange(width) * len(COLORS) // width], height, axis=0)


def moving(number: int, width: int = 160, height: int = 90) -> Pixels:
    """Return a grey picture with a bright bar that moves by four pixels a picture."""
    picture = np.full((height, width, 3), 60, np.uint8)
    left = 4 * number % (width - 8)
    picture[:, left : left + 8] = 230
    return picture


def bar(picture: Pixels) -> int:
    """Return the place of the bar of `moving`, in whole steps of four pixels."""
    return int(np.argmax(picture[:, :, 1].mean(axis=0) > 150) + 2) // 4


def decoded(path: Path) -> list[Pixels]:
    """Return all pictures of a video that can be decoded, (h, w, 3), also of a truncated file."""
    pictures: list[Pixels] = []
    with av.open(path) as container:
        frames = container.decode(video=0)
        try:
            for frame in frames:
                pictures.append(frame.to_ndarray(format="rgb24"))
        except av.InvalidDataError:
            pass
    return pictures
