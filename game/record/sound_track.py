"""Sound in files: a track beside the pictures of a video, or a WAV file of its own."""

from __future__ import annotations

import contextlib
import os
import wave
from collections.abc import Iterator
from fractions import Fraction
from typing import cast

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import OutputContainer

from game.model.recording import SAMPLE_RATE, Samples
from game.model.replacement import replacing

BIT_RATE = 128_000
"""Bits of an encoded second."""
PRIMING = {"aac": 1024}
"""Number of silent samples with which an encoder begins where the file does not tell players to leave them out."""


class SoundTrack:
    """A track of sound, mono, in an open file; codec: FFmpeg's name of its encoder. Raises what FFmpeg raises.

    The silence with which an encoder begins takes the place of as many samples, so that all others come in time.
    """

    def __init__(self, container: OutputContainer, codec: str) -> None:
        self._container = container
        self._stream = cast(AudioStream, container.add_stream(codec, rate=SAMPLE_RATE))
        self._stream.bit_rate = BIT_RATE
        self._stream.layout = "mono"
        self._written = 0
        self._left_out = PRIMING.get(codec, 0)

    def write(self, samples: Samples) -> None:
        """Append samples (n,) int16."""
        early = min(max(self._left_out - self._written, 0), len(samples))
        self._written += early
        samples = samples[early:]
        if not len(samples):
            return
        frame = AudioFrame.from_ndarray(np.ascontiguousarray(samples[None]), "s16", "mono")
        frame.sample_rate, frame.time_base, frame.pts = SAMPLE_RATE, Fraction(1, SAMPLE_RATE), self._written
        self._written += len(samples)
        self._container.mux(self._stream.encode(frame))

    def finish(self) -> None:
        """Write what the encoder still holds."""
        self._container.mux(self._stream.encode())


class WavFile:
    """An open WAV file, mono, 16 bit."""

    def __init__(self, file: wave.Wave_write) -> None:
        self._file = file

    def write(self, samples: Samples) -> None:
        """Append samples (n,) int16."""
        self._file.writeframes(samples.astype("<i2").tobytes())


def can_encode(codec: str) -> bool:
    """Return whether this FFmpeg has an encoder of sound of this name."""
    try:
        av.Codec(codec, "w")
    except ValueError:
        return False
    return True


@contextlib.contextmanager
def wav(path: str | os.PathLike[str]) -> Iterator[WavFile]:
    """Yield a WAV file to `write` to, which appears when it is complete. Raises RecordingError."""
    with replacing(path) as part, part.open("wb") as opened, wave.open(opened, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        yield WavFile(file)
