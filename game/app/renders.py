"""Renderings and exports that run beside the window: what is handed over to them, and what becomes of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec.structs import replace

from game.app import clipboard
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model.input import Action
from game.model.recording import LONGEST_LOOP, JobDoing, JobRequest, JobStatus, RecordChoice, RecordRequest
from game.model.words import tr
from game.record.render_job import JobState, RenderJob
from game.record.still import captures_folder, new_path
from game.scenefile import CameraSpec, Scene
from game.session.kept_range import KeptRange
from game.session.save_scene import scene_files, scene_now, stem
from game.session.session import Session
from game.session.share import Begins, scenes_now

MOST_AT_ONCE = 2
"""Number of processes that render at once: more would take the cores from each other, and from the window."""
PROCESSES = JobState.RUNNING, JobState.CANCELLING
UNDER_WAY = JobState.WAITING, *PROCESSES
SHOWN_SECONDS = 8.0
"""Time for which a rendering that has ended is shown [s]; one that failed stays."""
EXPORTED = {Action.EXPORT: ".html", Action.EXPORT_GLTF: ".glb"}
"""Endings of the files that actions export a scene as."""
MADE = {"plate": "-plate", "exposure": "-long-exposure", "drawing": "-drawing", "poster": "-poster"}
"""What the names of pictures say of their kind, by `RecordChoice.made`."""
Say = Callable[[str, bool], None]


@dataclass(frozen=True)
class SavedVideo:
    """A video that was recorded from the window, with what a `RenderJob` that has ended says."""

    path: Path
    state: JobState = JobState.DONE
    done: int = 0
    frames: int = 0
    rate: float = 0.0
    seconds_left: float | None = None
    problem: str = ""

    @property
    def bytes(self) -> int:
        """Return the size of the file."""
        with suppress(OSError):
            return self.path.stat().st_size
        return 0

    def cancel(self) -> None:
        """Do nothing: it is complete."""


class Renders:
    """The renderings of a session, in the order in which they were asked for; few run at once, the others wait.

    folder: from the command line, or None. say(text, warning) shows a message. copy_text puts a text on the clipboard
    and returns whether that succeeded.
    """

    def __init__(self, folder: str | None, say: Say, copy_text: Callable[[str], bool]) -> None:
        self._folder, self._say, self._copy_text = folder, say, copy_text
        self._jobs: dict[int, tuple[RenderJob | SavedVideo, tuple[int, int] | None]] = {}
        self._ended: dict[int, float] = {}
        self._count = 0

    @property
    def running(self) -> bool:
        """True while one runs or waits."""
        return any(job.state in UNDER_WAY for job, _ in self._jobs.values())

    def start(self, request: RecordRequest, session: Session, rig: CameraRig) -> None:
        """Ask for a rendering of kept states.

        Raises BadInput where nothing is kept, RecordingError where its files cannot be written.
        """
        choice = request.choice
        first, last = request.ticks or (0, 0)
        kept = KeptRange.of(session, first, last, least=0 if choice.what == "loop" else 1)
        scene = film_scene(session, rig, choice)
        files = {
            **scene_files(scene, session.run.measured.drawn(session.run.tables)),
            "range.msgpack": msgspec.msgpack.encode(kept),
        }
        seconds = kept.seconds(session) / session.clock.speed
        arguments = film_arguments(choice, seconds, request.crop)
        path = new_path(captures_folder(self._folder), f"{stem(scene)}{MADE.get(choice.made, '')}", choice.suffix)
        self._queue(RenderJob(path, files, arguments), choice.pixels)

    def export(self, session: Session, rig: CameraRig, action: Action) -> None:
        """Ask for an export of the scene as it is now; action: one of `EXPORTED`.

        An animation begins at the present time, but that of a throw, which ends, at its start. Raises RecordingError
        where its files cannot be written.
        """
        scene, begins = scenes_now(session, film_camera(rig, RecordChoice()))[0]
        if action is Action.EXPORT_GLTF and session.simulation.system.ends:
            scene = scene.changed(time=0.0)
        files = scene_files(scene, None)
        path = new_path(captures_folder(self._folder), stem(scene), EXPORTED[action])
        self._queue(RenderJob(path, files, ["export", "scene.toml"]), None)
        if begins is not Begins.START:
            self._say(tr(begins.value), False)

    def _queue(self, job: RenderJob | SavedVideo, size: tuple[int, int] | None) -> None:
        self._count += 1
        self._jobs[self._count] = job, size
        self._begin_next()

    def _begin_next(self) -> None:
        """Begin those that have waited longest, as far as there are places."""
        jobs = [job for job, _ in self._jobs.values() if isinstance(job, RenderJob)]
        places = MOST_AT_ONCE - sum(job.state in PROCESSES for job in jobs)
        for job in [each for each in jobs if each.state is JobState.WAITING][: max(places, 0)]:
            job.begin()

    def add(self, path: Path, size: tuple[int, int]) -> None:
        """Show a video that was recorded from the window like a rendering that has ended."""
        self._queue(SavedVideo(path), size)

    def statuses(self) -> tuple[JobStatus, ...]:
        """Return all renderings that are shown; those that ended some time ago are left out from now on."""
        self._begin_next()
        now = time.monotonic()
        for number, (job, _) in list(self._jobs.items()):
            if job.state in UNDER_WAY:
                continue
            if number not in self._ended and job.state is JobState.DONE and isinstance(job, RenderJob) and job.moved:
                self._say(tr("The folder is gone. Saved {path} instead", path=job.path), True)
            ended = self._ended.setdefault(number, now)
            gone = job.state is JobState.DONE and now - ended > SHOWN_SECONDS
            if gone or job.state is JobState.CANCELLED:
                del self._jobs[number]
        return tuple(_status(number, job, size) for number, (job, size) in self._jobs.items())

    def do(self, request: JobRequest) -> None:
        """Do what was asked about a rendering. Raises RecordingError."""
        if request.number not in self._jobs:
            return
        job, _ = self._jobs[request.number]
        match request.doing:
            case JobDoing.CANCEL:
                job.cancel()
            case JobDoing.OPEN_FOLDER:
                clipboard.open_folder(job.path)
            case JobDoing.COPY:
                copied = self._copy_text(str(job.path))
                words = tr("Copied: {path}", path=job.path) if copied else tr("The clipboard takes no text")
                self._say(words, not copied)
            case JobDoing.FOLD:
                del self._jobs[request.number]

    def close(self) -> None:
        """Cancel all; returns when they have ended."""
        jobs = [job for job, _ in self._jobs.values() if isinstance(job, RenderJob)]
        for job in jobs:
            job.cancel()
        for job in jobs:
            job.wait()


def _status(number: int, job: RenderJob | SavedVideo, size: tuple[int, int] | None) -> JobStatus:
    done = job.state is JobState.DONE
    return JobStatus(
        number, job.path.name, size, job.state.value, job.done, job.frames, job.rate, job.seconds_left,
        job.bytes if done else 0, job.problem,
    )  # fmt: skip


def film_scene(session: Session, rig: CameraRig, choice: RecordChoice) -> Scene:
    """Return the scene of a film of a session as it is shown now, from where its camera stands."""
    scene = scene_now(session, film_camera(rig, choice), choice.quality).changed(slow_motion=False, paused=False)
    if choice.marks:
        return scene
    return scene.changed(overlays=replace(scene.overlays, vectors=False, traces=False, geometry=False))


def film_camera(rig: CameraRig, choice: RecordChoice) -> CameraSpec:
    """Return the camera of a film: where it stands now; where it moves by itself, or panels are shown, as described."""
    said = rig.described()
    if choice.panels or rig.lab.mode not in (Mode.ORBIT, Mode.FLY, Mode.FOLLOW):
        return said
    pose = rig.lab.shown_pose()
    if rig.lab.mode is Mode.FOLLOW:
        del pose["target"]
    kept = {
        "mode": said.mode,
        "blur": said.blur,
        "exposure": said.exposure,
        "hour": said.hour,
        "bookmarks": said.bookmarks,
        "beside": said.beside,
    }
    return msgspec.convert({**pose, **kept}, CameraSpec)


def film_arguments(choice: RecordChoice, seconds: float, crop: float) -> list[str]:
    """Return the arguments of `polhode` for a film of so many seconds."""
    words = [
        "render", "scene.toml", "--kept", "range.msgpack", "--size", f"{choice.pixels[0]}x{choice.pixels[1]}",
        "--fps", str(choice.rate), "--blur", str(choice.blur), "--hud" if choice.with_panels else "--no-hud",
    ]  # fmt: skip
    if not choice.audible:
        words.append("--no-sound")
    if choice.made == "plate":
        words += ["--plate", str(choice.poses)]
    elif choice.made == "exposure":
        words.append("--long-exposure")
    elif choice.made == "poster":
        words.append("--poster")
    if choice.clear:
        words.append("--transparent")
    if not choice.with_panels:
        words += ["--enlarge", f"{min(max(crop, 0.1), 10.0):.6g}"]
    if choice.what == "loop":
        return [*words, "--loop", "--duration", f"{LONGEST_LOOP:g}"]
    return [*words, "--duration", f"{max(seconds, 1.0 / choice.rate):.9g}"]
