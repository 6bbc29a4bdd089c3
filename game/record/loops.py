"""Looping animations for web pages: GIF and WebP."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
from av.filter import Graph
from av.filter.context import FilterContext
from av.video.frame import VideoFrame
from av.video.reformatter import ColorRange, Colorspace
from av.video.stream import VideoStream
from numpy.typing import NDArray

from game.model.errors import refused
from game.model.replacement import replacing
from game.record.sound_track import SoundTrack

GIF_FPS = 50


class Animation:
    """A file of pictures of one size and equal duration.

    format, codec and pixels are FFmpeg's names of the container, the encoder and its pixel format; options
    are the encoder's. transparent: its pictures have an alpha channel. Colours of television formats are converted to
    BT.709. Raises what FFmpeg raises.
    """

    def __init__(
        self,
        path: Path,
        size: tuple[int, int],
        fps: int | Fraction,
        kind: tuple[str, str, str],
        options: dict[str, str],
        transparent: bool = False,
    ) -> None:
        container_format, codec, self._pixels = kind
        self._given, channels = ("rgba", 4) if transparent else ("rgb24", 3)
        endless = {"loop": "0"} if container_format in ("gif", "webp") else {}
        self._container = av.open(path, "w", format=container_format, options=endless)
        self.stream = cast(VideoStream, self._container.add_stream(codec, rate=Fraction(fps), options=options))
        self.stream.width, self.stream.height = size
        self.stream.pix_fmt = self._pixels
        self._shape = (size[1], size[0], channels)
        self._step = 1 / Fraction(fps)
        self._frames = 0

    def add_sound(self, codec: str) -> SoundTrack:
        """Return a track of sound beside the pictures; codec: FFmpeg's name of its encoder."""
        return SoundTrack(self._container, codec)

    def write(self, frame: NDArray[np.uint8]) -> None:
        """Append a picture, (h, w, 3 or 4) uint8, top row first. Raises ValueError for another shape or type."""
        if frame.shape != self._shape or frame.dtype != np.uint8:
            raise ValueError(f"frame {frame.shape} {frame.dtype}: must be {self._shape} uint8")
        given = VideoFrame.from_ndarray(frame, self._given)
        if self._pixels.startswith("yuv"):
            television = {"dst_colorspace": Colorspace.ITU709, "dst_color_range": ColorRange.MPEG}
            self.append(given.reformat(format=self._pixels, **television))
        else:
            self.append(given.reformat(format=self._pixels))

    def append(self, picture: VideoFrame) -> None:
        """Append a picture that is already in the encoder's pixel format."""
        picture.pts, picture.time_base = self._frames, self._step
        self._frames += 1
        self._container.mux(self.stream.encode(picture))

    def finish(self) -> None:
        """Write what is pending and close the file. Raises OSError when there was no picture."""
        if self._frames == 0:
            raise OSError("there was no picture")
        self._container.mux(self.stream.encode())
        self._container.close()

    def close(self) -> None:
        """Close the file, whether it is complete or not."""
        with contextlib.suppress(av.FFmpegError):
            self._container.close()


@contextlib.contextmanager
def webp(
    path: str | os.PathLike[str], size: tuple[int, int], fps: int | Fraction, transparent: bool = False
) -> Iterator[Animation]:
    """Yield an endless WebP animation to `write` to. Raises RecordingError when it cannot be written."""
    with whole_file(path) as part:
        options = {"quality": "85", "compression_level": "4"}
        # The encoder of animations drops the alpha; that of single pictures keeps it.
        kind = "webp", "libwebp" if transparent else "libwebp_anim", "bgra"
        with closing(Animation(part, size, fps, kind, options, transparent)) as animation:
            yield animation
            animation.finish()
        if transparent:
            _replace_not_blend(part)


def _replace_not_blend(path: Path) -> None:
    """Have each picture of a WebP animation replace the one before, which FFmpeg would have shine through it.

    Chunks of the file: https://developers.google.com/speed/webp/docs/riff_container.
    """
    with path.open("r+b") as file:
        position, end = 12, int.from_bytes(file.read(8)[4:], "little") + 8
        while position < end:
            file.seek(position)
            name, size = file.read(4), int.from_bytes(file.read(4), "little")
            if name == b"ANMF":
                file.seek(position + 8 + 15)
                flags = file.read(1)[0]
                file.seek(-1, os.SEEK_CUR)
                file.write(bytes([flags | 0x02]))
            position += 8 + size + size % 2


@contextlib.contextmanager
def gif(path: str | os.PathLike[str], size: tuple[int, int], fps: int | Fraction) -> Iterator[Animation]:
    """Yield an endless GIF animation to `write` to, with one palette for all its pictures.

    The palette is known after the last picture only: until then they are kept, compressed without loss, in a temporary
    file. fps: at most GIF_FPS, since browsers slow down anything faster.

    Raises RecordingError when the file cannot be written.
    """
    with whole_file(path) as part, tempfile.TemporaryDirectory(prefix="polhode-") as folder:
        spool = Path(folder) / "pictures.nut"
        lossless = {"preset": "ultrafast", "qp": "0"}
        with closing(Animation(spool, size, fps, ("nut", "libx264rgb", "rgb24"), lossless)) as waiting:
            yield waiting
            waiting.finish()
        with closing(Animation(part, size, fps, ("gif", "gif", "pal8"), {})) as animation:
            _paint(spool, _palette(spool), animation)
            animation.finish()


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield the file of `replacing`; errors of FFmpeg are converted, too."""
    with replacing(path) as part:
        try:
            yield part
        except av.FFmpegError as error:
            raise refused(path, error) from error


def _pictures(spool: Path) -> Iterator[VideoFrame]:
    with av.open(spool) as container:
        for picture in container.decode(video=0):
            yield picture.reformat(format="bgra")


def _palette(spool: Path) -> VideoFrame:
    graph = Graph()
    sink = graph.add("buffersink")
    maker = graph.add("palettegen", "stats_mode=full")
    maker.link_to(sink)
    source: FilterContext | None = None
    for picture in _pictures(spool):
        if source is None:
            source = _source(graph, picture)
            source.link_to(maker)
            graph.configure()
        source.push(picture)
    assert source is not None
    source.push(None)
    return cast(VideoFrame, sink.pull())


def _paint(spool: Path, palette: VideoFrame, animation: Animation) -> None:
    graph = Graph()
    source, colors = _source(graph, next(_pictures(spool))), _source(graph, palette)
    painter = graph.add("paletteuse", "dither=sierra2_4a:diff_mode=rectangle")
    sink = graph.add("buffersink")
    source.link_to(painter, 0, 0)
    colors.link_to(painter, 0, 1)
    painter.link_to(sink)
    graph.configure()
    colors.push(palette)
    colors.push(None)
    for picture in _pictures(spool):
        source.push(picture)
        _drain(sink, animation)
    source.push(None)
    _drain(sink, animation)


def _drain(sink: FilterContext, animation: Animation) -> None:
    with contextlib.suppress(av.BlockingIOError, av.EOFError):
        while True:
            animation.append(cast(VideoFrame, sink.pull()))


def _source(graph: Graph, like: VideoFrame) -> FilterContext:
    return graph.add_buffer(
        width=like.width,
        height=like.height,
        format=like.format,
        time_base=like.time_base or Fraction(1, 1000),
    )
