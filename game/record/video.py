"""H.264 video in an MP4 file, encoded in a separate thread, and how wall time becomes its frames."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Literal, Self

import av
import numpy as np
from av.container import OutputContainer
from av.video.frame import VideoFrame
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc
from av.video.stream import VideoStream
from numpy.typing import NDArray

from game.model.errors import RecordingError, refused
from game.model.recording import MakeSound, Samples
from game.record.outfile import AtomicFile
from game.record.sound_track import SoundTrack, can_encode

Pixels = NDArray[np.uint8]
Effort = Literal["live", "small"]

# The encoder holds back a few frames per thread, and whatever it holds is lost when the process is killed. Without
# reordered frames (bf 0) it holds less, and the first picture of a file in fragments is at time zero.
EFFORTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "live": {"preset": "superfast", "crf": "18", "bf": "0", "threads": "4"},
        "live, large": {"preset": "ultrafast", "crf": "18", "bf": "0", "threads": "4"},
        "small": {"preset": "medium", "crf": "16", "bf": "0", "rc-lookahead": "20"},
    }
)
KEY_SECONDS: Mapping[Effort, float] = MappingProxyType({"live": 0.5, "small": 5.0})
"""Time [s] from one picture that needs no other to the next: with each of them, what stands is seen to change a little,
like grass in a breath of wind. Where the process may be killed, they are near one another."""
LARGE = 1920 * 1200
BACKLOG = Fraction(1, 4)
"""Seconds of video that may wait for the encoder: frames that wait are lost when the process is killed."""
FRAGMENT = 200_000
"""Microseconds of video in one fragment of the file."""
CODEC: Final = "libx264"
AAC: Final = "aac"
NANOSECONDS = 1_000_000_000


class VideoWriter:
    """A video file that grows frame by frame at a constant rate.

    path: the file, conventionally `.mp4`; an existing one is overwritten.
    size: (width, height) of the pictures in pixels. The video drops an odd last column or row, because its
        colours have half the resolution.
    fps: frames per second, a whole number or a fraction.
    effort: "live" encodes fast enough to play along, "small" makes a smaller and better file offline.
    sound: with a track of sound beside the pictures.

    While it grows, the file is a sequence of fragments of a fifth of a second, each complete on disk: a
    process that is killed loses less than its last second. Closed, it is an ordinary MP4 that seeks. Where its folder
    was removed meanwhile, that is made again, or it is kept in another one, as KeptElsewhere says.

    Colours are converted to BT.709 in the range of television, and tagged so, which all players interpret alike.

    Raises ValueError for an invalid size or rate, RecordingError when the file cannot be created.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        size: tuple[int, int],
        fps: int | Fraction = 60,
        effort: Effort = "live",
        sound: bool = False,
    ) -> None:
        self.path = Path(path)
        self._shape = (size[1], size[0], 3)
        self.size = (size[0] & ~1, size[1] & ~1)
        self.fps = Fraction(fps)
        self.frames = 0
        if min(self.size) < 2:
            raise ValueError(f"video size {size[0]}x{size[1]}: must be at least 2x2")
        if self.fps <= 0:
            raise ValueError(f"fps {fps}: must be positive")
        self._error: RecordingError | None = None
        self._raised = False
        self._closed = False
        try:
            self._file = AtomicFile(self.path)
        except OSError as error:
            raise refused(self.path, error) from error
        self._container, self._stream = _open(self._file, self.size, self.fps, effort)
        self._sound = SoundTrack(self._container, AAC) if sound and can_encode(AAC) else None
        self._queue: queue.Queue[tuple[VideoFrame, int] | MakeSound | None] = queue.Queue()
        self._room = threading.Condition()
        self._waiting = 0
        self._thread = threading.Thread(target=self._run, name=f"video {self.path.name}", daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """Return the length of the video so far [s]."""
        return float(self.frames / self.fps)

    def write(self, frame: Pixels, repeats: int = 1) -> None:
        """Append one picture `repeats` times; waits for room when the encoder is behind.

        frame: (h, w, 3) uint8, top row first, of the size of the video; copied, so it may be written over at once.

        Raises ValueError for another shape or type, RecordingError when the video failed or is closed.
        """
        self._raise_error()
        if self._closed:
            raise RecordingError(f"cannot write {self.path}: the video is closed")
        if frame.shape != self._shape or frame.dtype != np.uint8:
            raise ValueError(f"frame {frame.shape} {frame.dtype}: must be {self._shape} uint8")
        if repeats < 1:
            return
        width, height = self.size
        with self._room:
            self._room.wait_for(lambda: not self._waiting or (self._waiting + repeats) <= BACKLOG * self.fps)
            self._waiting += repeats
        self._queue.put((VideoFrame.from_ndarray(frame[:height, :width], "rgb24"), repeats))
        self.frames += repeats

    def write_sound(self, make: MakeSound) -> None:
        """Append the samples that a function returns, (n,) int16; it is called by the thread that encodes.

        A video without a track of sound ignores it. Raises RecordingError when the video failed or is closed.
        """
        self._raise_error()
        if self._closed:
            raise RecordingError(f"cannot write {self.path}: the video is closed")
        if self._sound is not None:
            self._queue.put(make)

    def close(self) -> None:
        """Encode what is pending and finish the file; a second call does nothing. No frames leave no file.

        Raises RecordingError when the video failed and no `write` has raised it yet.
        """
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        if not self._raised:
            self._raise_error()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except RecordingError:
            if kind is None:
                raise

    def _raise_error(self) -> None:
        if self._error is not None:
            self._raised = True
            raise self._error

    def _run(self) -> None:
        encoded = 0
        job: tuple[VideoFrame, int] | MakeSound | None = None
        try:
            while (job := self._queue.get()) is not None:
                if not isinstance(job, tuple):
                    self._add_sound(job())
                    continue
                encoded = self._encode(*job, first=encoded)
                self._done(job[1])
            if encoded:
                self._container.mux(self._stream.encode())
                if self._sound is not None:
                    self._sound.finish()
        except Exception as error:
            self._fail(error)
        # A writer may be waiting for room: after a failure the queue is emptied until the video is closed.
        while self._error is not None and job is not None:
            if isinstance(job, tuple):
                self._done(job[1])
            job = self._queue.get()
        self._finish(empty=encoded == 0)

    def _done(self, frames: int) -> None:
        with self._room:
            self._waiting -= frames
            self._room.notify()

    def _encode(self, frame: VideoFrame, repeats: int, first: int) -> int:
        picture = frame.reformat(format="yuv420p", dst_colorspace=Colorspace.ITU709, dst_color_range=ColorRange.MPEG)
        for number in range(first, first + repeats):
            picture.pts = number
            self._container.mux(self._stream.encode(picture))
        return first + repeats

    def _add_sound(self, samples: Samples) -> None:
        if self._sound is not None:
            self._sound.write(samples)

    def _finish(self, empty: bool) -> None:
        try:
            self._container.close()
        except Exception as error:
            self._fail(error)
        try:
            if empty:
                self._file.close()
                if self.path.is_file():
                    self.path.unlink()
            else:
                self._file.finish(self.path)
        except (OSError, RecordingError) as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if self._error is None:
            self._error = error if isinstance(error, RecordingError) else refused(self.path, error)
            self._error.__cause__ = None if error is self._error else error


class FramePacer:
    """Conversion of wall time into whole video frames.

    Frame i of a video stands for the time i / fps, give or take half a frame: so the pictures of a display at the rate
    of the video are recorded one by one, even when they come a little early or late. Frames are counted in integers
    from the start of the recording, so that no drift accumulates.

    fps: frames per second of the video, a whole number or a fraction such as Fraction(60000, 1001).
    Raises ValueError when fps is not positive.
    """

    def __init__(self, fps: int | Fraction = 60) -> None:
        if fps <= 0:
            raise ValueError(f"fps {fps}: must be positive")
        self._rate = Fraction(fps)
        self.frames = 0

    def due(self, elapsed: int) -> int:
        """Return how many times the current picture goes into the video, `elapsed` nanoseconds after its start.

        These frames are counted as written: a second call with the same time returns 0.
        """
        second = self._rate.denominator * NANOSECONDS
        nearest = (2 * elapsed * self._rate.numerator + second) // (2 * second)
        count = max(0, nearest + 1 - self.frames)
        self.frames += count
        return count


def _open(
    file: AtomicFile, size: tuple[int, int], fps: Fraction, effort: Effort
) -> tuple[OutputContainer, VideoStream]:
    kept = {"movflags": "hybrid_fragmented", "frag_duration": str(FRAGMENT), "flush_packets": "1"}
    container = av.open(file, "w", format="mp4", options=kept)
    large = effort == "live" and size[0] * size[1] > LARGE
    options = {
        **EFFORTS["live, large" if large else effort],
        "g": str(max(1, int(fps * Fraction(KEY_SECONDS[effort])))),
    }
    stream = container.add_stream(CODEC, rate=fps, options=options)
    stream.width, stream.height = size
    stream.pix_fmt = "yuv420p"
    encoder = stream.codec_context
    encoder.colorspace = Colorspace.ITU709
    encoder.color_range = ColorRange.MPEG
    encoder.color_primaries = ColorPrimaries.BT709
    encoder.color_trc = ColorTrc.BT709
    return container, stream


def encoder() -> str:
    """Return the name of the video encoder. Raises RecordingError when this build of FFmpeg lacks it."""
    try:
        return f"{av.Codec(CODEC, 'w').name}, by PyAV {av.__version__}"
    except ValueError:
        raise RecordingError(f"PyAV {av.__version__} was built without {CODEC}: no videos") from None
