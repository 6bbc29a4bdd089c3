"""WebM videos: AV1, or VP9 where they have a transparent ground, because players show no alpha of AV1."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction

import av
import numpy as np
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc
from numpy.typing import NDArray

from game.model.errors import RecordingError
from game.model.recording import MakeSound
from game.record.loops import Animation, whole_file
from game.record.sound_track import SoundTrack, can_encode

AV1_ENCODERS: dict[str, dict[str, str]] = {
    "libsvtav1": {"preset": "8", "crf": "26"},
    "libaom-av1": {"cpu-used": "6", "crf": "24", "b": "0", "row-mt": "1"},
}
"""Encoders of AV1 in the order of preference, with their options."""
OPUS = "libopus"
VP9_ENCODER = "libvpx-vp9"
VP9_OPTIONS = {"crf": "20", "b": "0", "row-mt": "1", "deadline": "good", "cpu-used": "4", "auto-alt-ref": "0"}


class WebmFile:
    """A WebM file to which pictures are written; an odd last column or row is left out, as in `VideoWriter`."""

    def __init__(self, animation: Animation, shape: tuple[int, ...], sound: SoundTrack | None = None) -> None:
        self._animation, self._shape, self._sound = animation, shape, sound

    def write(self, frame: NDArray[np.uint8]) -> None:
        """Append a picture, (h, w, 3 or 4) uint8, top row first. Raises ValueError for another shape or type."""
        if frame.shape != self._shape or frame.dtype != np.uint8:
            raise ValueError(f"frame {frame.shape} {frame.dtype}: must be {self._shape} uint8")
        height, width = self._shape[0] & ~1, self._shape[1] & ~1
        self._animation.write(np.ascontiguousarray(frame[:height, :width]))

    def write_sound(self, make: MakeSound) -> None:
        """Append the samples that a function returns, (n,) int16; a file without a track of sound ignores them."""
        if self._sound is not None:
            self._sound.write(make())


@contextlib.contextmanager
def webm(
    path: str | os.PathLike[str],
    size: tuple[int, int],
    fps: int | Fraction,
    transparent: bool = False,
    sound: bool = False,
) -> Iterator[WebmFile]:
    """Yield a WebM video to `write` to; sound: with a track of Opus, where this FFmpeg has it.

    Raises RecordingError when it cannot be written, or the encoder is missing.
    """
    codec, options, pixels = encoder(transparent)
    os.environ.setdefault("SVT_LOG", "1")  # else the encoder prints its settings
    even = size[0] & ~1, size[1] & ~1
    with (
        whole_file(path) as part,
        closing(Animation(part, even, fps, ("webm", codec, pixels), options, transparent)) as animation,
    ):
        _describe(animation, transparent)
        track = animation.add_sound(OPUS) if sound and can_encode(OPUS) else None
        yield WebmFile(animation, (size[1], size[0], 4 if transparent else 3), track)
        if track is not None:
            track.finish()
        animation.finish()


def encoder(transparent: bool = False) -> tuple[str, dict[str, str], str]:
    """Return name, options and pixel format of the encoder. Raises RecordingError where this FFmpeg has none."""
    candidates = {VP9_ENCODER: VP9_OPTIONS} if transparent else AV1_ENCODERS
    for name, options in candidates.items():
        with contextlib.suppress(ValueError):
            av.Codec(name, "w")
            return name, options, "yuva420p" if transparent else "yuv420p"
    missing = (
        "a VP9 encoder: no transparent WebM; WebP and PNG can be transparent"
        if transparent
        else "an AV1 encoder: no WebM; MP4 (H.264) is possible"
    )
    raise RecordingError(f"PyAV {av.__version__} was built without {missing}")


def _describe(animation: Animation, transparent: bool) -> None:
    """Say in the file how its colours and its alpha are to be read."""
    context = animation.stream.codec_context
    context.colorspace, context.color_range = Colorspace.ITU709, ColorRange.MPEG
    context.color_primaries, context.color_trc = ColorPrimaries.BT709, ColorTrc.BT709
    if transparent:
        animation.stream.metadata["alpha_mode"] = "1"
