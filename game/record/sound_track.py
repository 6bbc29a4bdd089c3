"""Sound in files: a track beside the pictures of a video, or a WAV file of its own."""

from __future__ import annotations

import contextlib
import os
import wave
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import cast

import numpy as np
from av.audio.frame import AudioFrame
from av.audio.stream import AudioStream
from av.container import OutputContainer
from numpy.typing import NDArray

from game.model.replacement import replacing

RATE = 48_000
"""Samples in a second."""
BIT_RATE = 128_000
"""Bits of an encoded second."""

Samples = NDArray[np.int16]
MakeSound = Callable[[], Samples]


class SoundTrack:
    """A track of sound, mono, in an open file; codec: FFmpeg's name of its encoder. Raises what FFmpeg raises."""

    def __init__(self, container: OutputContainer, codec: str) -> None:
        self._container = container
        self._stream = cast(AudioStream, container.add_stream(codec, rate=RATE))
        self._stream.bit_rate = BIT_RATE
        self._stream.layout = "mono"
        self._written = 0

    def write(self, samples: Samples) -> None:
        """Append samples (n,) int16."""
        if not len(samples):
            return
        frame = AudioFrame.from_ndarray(np.ascontiguousarray(samples[None]), "s16", "mono")
        frame.sample_rate, frame.time_base, frame.pts = RATE, Fraction(1, RATE), self._written
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


@contextlib.contextmanager
def wav(path: str | os.PathLike[str]) -> Iterator[WavFile]:
    """Yield a WAV file to `write` to, which appears when it is complete. Raises RecordingError."""
    with replacing(path) as part, part.open("wb") as opened, wave.open(opened, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        yield WavFile(file)
