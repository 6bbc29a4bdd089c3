"""Screenshots and videos of the running window."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from game.model.errors import RecordingError
from game.model.messages import FigureRequest, OpenFolderRequest, SaveRequest
from game.model.replacement import KeptElsewhere, free_name, keep, put_in_place, replacing
from game.model.scene_marks import THUMBNAIL_SIZE, thumbnail_of_saved
from game.model.words import tr

if TYPE_CHECKING:
    import moderngl

    from game.model.figures.figure import Figure
    from game.record.video import FramePacer, VideoWriter
    from game.render.gpu.readback import Readback
    from game.sound.tape import MotionPiece

FPS = 60
Picture = NDArray[np.uint8]


class Say(Protocol):
    """What shows a message to the user."""

    def __call__(self, text: str, warning: bool, /, *, file: Path | None = None) -> None:
        """Show a message; file: the file that it is about, whose folder can be opened from it."""


Saved = Callable[[Path, tuple[int, int]], None]


class Captures:
    """Screenshots, texts and videos on the user's request. Encoders are imported at the first request.

    folder: from the command line, or None for the user's pictures folder. saved(path, size) shows each video that is
    complete; without it a message does. with_panels, with_sound: whether a video shows the panels, and has sound. say
    shows the result of a request; a failure is shown too and never ends the program.
    """

    def __init__(self, folder: str | None, say: Say, saved: Saved | None = None) -> None:
        self._folder, self._say, self._saved = folder, say, saved
        self.with_panels = self.with_sound = False
        self._video: Video | None = None
        self._threads: list[threading.Thread] = []
        self._results: deque[tuple[str, bool, Path | None]] = deque()

    @property
    def recording(self) -> float | None:
        """Return the length of the video so far [s], or None when none is being recorded."""
        return self._video.seconds if self._video else None

    @property
    def saving(self) -> int:
        """Return the number of screenshots that are being written."""
        return len(self._threads)

    @property
    def folder(self) -> Path:
        """Return the folder of the captures, which need not exist yet."""
        from game.record.still import captures_path

        return captures_path(self._folder)

    def screenshot(self, picture: Picture, stem: str, text: dict[str, str]) -> None:
        """Save a picture (h, w, 3) uint8 as PNG in a separate thread; text goes into the file."""

        def save() -> None:
            from game.record.still import save_png

            self._save(stem, ".png", lambda path: save_png(path, picture, text))

        self._begin("screenshot", save)

    def _begin(self, name: str, work: Callable[[], None]) -> None:
        """Do something in a separate thread."""
        thread = threading.Thread(target=work, name=name)
        thread.start()
        self._threads.append(thread)

    def _save(self, stem: str, suffix: str, write: Callable[[Path], None], problem: str = "") -> bool:
        """Save a new file by `write(path)`, and note where it is; return whether it is anywhere.

        problem: why it is saved at all, where it was to go elsewhere.
        """
        from game.record.still import captures_folder, held_path

        return self._kept(lambda: held_path(captures_folder(self._folder), stem, suffix), write, problem) is not None

    def _kept(
        self, held: Callable[[], AbstractContextManager[Path]], write: Callable[[Path], None], problem: str = ""
    ) -> Path | None:
        """Save a file by `write(path)`, and note where it is; return that, None for nowhere. held: holds its path."""
        try:
            with held() as path:
                keep(path, write)
        except RecordingError as error:
            there = error.path if isinstance(error, KeptElsewhere) else None
            self._results.append((tr(str(error)), True, there))
            return there
        saved = tr("Saved {path} instead", path=path) if problem else tr("Saved {path}", path=path)
        self._results.append((f"{problem}. {saved}" if problem else saved, bool(problem), None if problem else path))
        return path

    def copy(self, picture: Picture, stem: str, text: dict[str, str]) -> None:
        """Copy a picture (h, w, 3) uint8 to the clipboard in a separate thread, or save it where that fails."""

        def copy() -> None:
            import tempfile

            from game.app.clipboard import copy_picture
            from game.record.still import save_png

            try:
                with tempfile.TemporaryDirectory(prefix="polhode-") as folder:
                    save_png(Path(folder) / "picture.png", picture, text)
                    copy_picture(Path(folder) / "picture.png")
            except RecordingError as error:
                self._save(stem, ".png", lambda path: save_png(path, picture, text), tr(str(error)))
            else:
                self._results.append((tr("The picture is on the clipboard"), False, None))

        self._begin("clipboard", copy)

    def save_text(self, stem: str, suffix: str, text: str | Callable[[Path], str]) -> bool:
        """Save a text, such as a table, or what a function makes of its folder; returns whether that succeeded."""
        saved = self._save(stem, suffix, partial(_write_text, text))
        self._tell_results()
        return saved

    def save_scene(self, text: Callable[[Path], str], stem: str, file: Path | None = None) -> Path | None:
        """Save a scene, what a function makes of its folder, in a file, or a new one of a stem; return where it is.

        Nothing is ever put in place of a file but in `file`. None where it cannot be saved.
        """
        from game.record.still import captures_folder, held_name

        def held() -> AbstractContextManager[Path]:
            if file is not None:
                return contextlib.nullcontext(file)
            return held_name(captures_folder(self._folder), stem, ".toml")

        saved = self._kept(held, partial(_write_text, text))
        self._tell_results()
        return saved

    def keep_thumbnail(self, file: Path, picture: Picture) -> None:
        """Keep a picture (h, w, 3) uint8 small, for the list of saved scenes, in a separate thread."""

        def save() -> None:
            with contextlib.suppress(OSError, ValueError, RecordingError):  # the list has an icon instead
                _write_thumbnail(thumbnail_of_saved(file), picture)

        self._begin("thumbnail", save)

    def save_figure(self, stem: str, suffix: str, make: Callable[[], Figure]) -> None:
        """Make a figure and save it as .svg, .png, .csv or .npz in a separate thread."""

        def save() -> None:
            from game.record.figures.files import write_figure

            figure = make()
            self._save(stem, suffix, lambda path: write_figure(path, figure))

        self._begin("figure", save)

    def do(self, request: SaveRequest | FigureRequest | OpenFolderRequest) -> None:
        """Save what a panel wants saved, or show a file."""
        if isinstance(request, SaveRequest):
            self.save_text(request.stem, request.suffix, request.text)
        elif isinstance(request, FigureRequest):
            self.save_figure(request.stem, request.suffix, request.make)
        else:
            self._show(request.path)

    def _show(self, path: Path) -> None:
        """Show a file in the system's file browser."""
        from game.app.clipboard import open_folder

        try:
            open_folder(path)
        except RecordingError as error:
            self._say(str(error), True)

    def _tell_results(self) -> None:
        """Say what has become of what was saved."""
        while self._results:
            text, warning, file = self._results.popleft()
            self._say(text, warning, file=file)

    def toggle_video(self, ctx: moderngl.Context, size: tuple[int, int], stem: str) -> None:
        """Start a video of pictures of this size, or end the present one."""
        if self._video:
            self.end_video()
            return
        from game.record.still import captures_folder, new_path, release

        path = None
        try:
            path = new_path(captures_folder(self._folder), stem, ".mp4")
            self._video = Video(ctx, path, size, self.with_sound)
        except RecordingError as error:
            self._say(tr(str(error)), True)
            if path is not None:
                release(path)

    def end_video(self) -> None:
        """Finish the video, if there is one."""
        video, self._video = self._video, None
        if video is None:
            return
        try:
            video.close()
            if self._saved is None:
                words = tr("Saved {path} ({seconds:.1f} s)", path=video.path, seconds=video.seconds)
                self._say(words, False, file=video.path)
            else:
                self._saved(video.path, video.size)
        except KeptElsewhere as error:
            self._say(tr(str(error)), True, file=error.path)
            if self._saved is not None:
                self._saved(error.path, video.size)
        except RecordingError as error:
            self._say(tr(str(error)), True)

    def frame(self, target: moderngl.Framebuffer, wall_nanoseconds: int) -> None:
        """Record a picture shown for a wall time; ends the video when the size changed or writing failed."""
        self._tell_results()
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if self._video is None:
            return
        if target.size != self._video.size:
            self._say(tr("The window has another size: the video ends here."), False)
            self.end_video()
            return
        try:
            self._video.frame(target, wall_nanoseconds)
        except RecordingError as error:
            self._say(tr(str(error)), True)
            self._video.abandon()
            self._video = None

    def hear(self, piece: MotionPiece | None) -> None:
        """Record what was heard in the wall time of the next picture."""
        if self._video is not None and piece is not None:
            with contextlib.suppress(RecordingError):  # the picture says so
                self._video.hear(piece)

    def close(self) -> None:
        """Finish all captures."""
        self.end_video()
        for thread in self._threads:
            thread.join()
        self._tell_results()


def _write_text(text: str | Callable[[Path], str], path: Path) -> None:
    """Write a text, or what a function makes of the folder of its file."""
    words = text if isinstance(text, str) else text(path.parent)
    with replacing(path) as part:
        part.write_text(words, encoding="utf-8", newline="")


def _write_thumbnail(path: Path, picture: Picture) -> None:
    """Write the middle of a picture (h, w, 3) in the size and shape of a thumbnail. Raises OSError, RecordingError."""
    from PIL import Image

    (rows, columns), (width, height) = picture.shape[:2], THUMBNAIL_SIZE
    wide, tall = min(columns, rows * width / height), min(rows, columns * height / width)
    box = (columns - wide) / 2, (rows - tall) / 2, (columns + wide) / 2, (rows + tall) / 2
    path.parent.mkdir(exist_ok=True)
    with replacing(path) as part:
        Image.fromarray(picture).resize(THUMBNAIL_SIZE, Image.Resampling.LANCZOS, box).save(part, "WEBP", quality=80)


class Video:
    """One video of the window at a constant rate: pictures are repeated or dropped to match wall time.

    path: its name, held by `new_path`, which it gets when it is closed; until then it grows at `partial_path`.
    """

    def __init__(self, ctx: moderngl.Context, path: Path, size: tuple[int, int], sound: bool = False) -> None:
        from game.record.extras import need
        from game.record.outfile import partial_path

        need("video")
        from game.record.video import FramePacer, VideoWriter
        from game.render.gpu.readback import Readback
        from game.sound.synthesis import Synthesizer

        self.path, self.size = path, size
        self._writer: VideoWriter = VideoWriter(partial_path(path), size, FPS, sound=sound)
        self._voice = Synthesizer() if sound else None
        self._pace: FramePacer = FramePacer(FPS)
        self._readback: Readback = Readback(ctx, ring=2)
        self._repeats: deque[int] = deque()
        self._wall = 0

    @property
    def seconds(self) -> float:
        """Return its length so far [s]."""
        return self._wall * 1e-9

    def frame(self, target: moderngl.Framebuffer, wall_nanoseconds: int) -> None:
        """Record a picture after some more wall time."""
        self._wall += wall_nanoseconds
        repeats = self._pace.due(self._wall)
        if repeats:
            self._repeats.append(repeats)
            self._readback.push(target)
        self._write(self._readback.collect())

    def hear(self, piece: MotionPiece) -> None:
        """Record what was heard in some more wall time; the thread that encodes makes its samples."""
        voice = self._voice
        if voice is not None:
            self._writer.write_sound(lambda: voice.play(piece))

    def _write(self, pictures: list[Picture]) -> None:
        for picture in pictures:
            self._writer.write(picture, self._repeats.popleft())

    def abandon(self) -> None:
        """Release everything after a failure; what is on disk is kept, with the name of a part."""
        from game.record.still import release

        self._readback.release()
        with contextlib.suppress(RecordingError):
            self._writer.close()
        release(self.path)

    def close(self) -> None:
        """Write the pending pictures, finish the file and give it its name. Raises KeptElsewhere, RecordingError."""
        from game.record.still import release

        try:
            try:
                self._write(self._readback.drain())
                if self._voice is not None:
                    self._writer.write_sound(self._voice.finish)
            finally:
                self._readback.release()
                self._writer.close()
            if self._writer.frames:
                put_in_place(self._writer.path, self.path)
        except KeptElsewhere as error:
            there = free_name(error.path.with_name(self.path.name))
            put_in_place(error.path, there)
            raise KeptElsewhere(error.problem, there) from error
        finally:
            release(self.path)
