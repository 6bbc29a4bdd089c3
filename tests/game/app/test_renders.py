"""Renderings beside the window: what is handed over, and what becomes of it."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import av
import pytest
from msgspec.structs import replace

from game import scenefile
from game.app.renders import MOST_AT_ONCE, SHOWN_SECONDS, Renders, film_arguments, film_camera, film_scene
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model.recording import Form, JobDoing, JobRequest, RecordChoice, RecordRequest
from game.record.render_job import JobState, RenderJob
from game.session import advancing
from game.session.session import Session
from physics import BadInput
from tests.game.record.test_render_job import StubJob

SMALL = RecordChoice(size=(64, 48), rate=20, quality="low")


def watched(scene: str = "loops") -> tuple[Session, CameraRig]:
    session = Session(scenefile.load(scene).changed(speed=1.0))
    rig = CameraRig(session)
    rig.views((640, 360))
    rig.open()
    for _ in range(30):
        advancing.advance(session, 10**9 // 60, 10**6)
    return session, rig


def ended(renders: Renders, patience: float = 120.0) -> list[str]:
    """Return the states of all renderings once none runs, after so many seconds at most."""
    ends = time.monotonic() + patience
    while renders.running:
        assert time.monotonic() < ends
        time.sleep(0.02)
    return [status.state for status in renders.statuses()]


def test_last_seconds_become_a_file_while_the_session_goes_on(tmp_path: Path) -> None:
    session, rig = watched()
    copied: list[str] = []
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: not copied.append(text))
    newest = session.past.history.newest
    renders.start(RecordRequest(SMALL, (newest - 300, newest)), session, rig)
    (status,) = renders.statuses()
    assert (status.state, status.size) == ("running", (64, 48))
    advancing.advance(session, 10**9, 10**6)
    assert ended(renders) == ["done"], renders.statuses()
    (status,) = renders.statuses()
    assert (status.done, status.frames) == (6, 6) and status.bytes > 500
    (video,) = tmp_path.iterdir()
    assert video.name == status.name
    with av.open(video) as container:
        assert sum(1 for _ in container.decode(video=0)) == 6
    renders.do(JobRequest(status.number, JobDoing.COPY))
    assert copied == [str(video)]
    renders.do(JobRequest(status.number, JobDoing.FOLD))
    renders.do(JobRequest(status.number, JobDoing.COPY))
    assert renders.statuses() == () and len(copied) == 1


def test_cancelled_and_given_up_renderings_leave_nothing(tmp_path: Path) -> None:
    session, rig = watched()
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: True)
    large = RecordRequest(
        replace(SMALL, size=(1920, 1080), rate=60, quality="high", format="PNG"), (0, session.past.history.newest)
    )
    for _ in range(2):
        renders.start(large, session, rig)
    first, second = renders.statuses()
    assert first.name != second.name
    renders.do(JobRequest(renders.statuses()[0].number, JobDoing.CANCEL))
    ends = time.monotonic() + 60.0
    while len(renders.statuses()) == 2:
        assert time.monotonic() < ends
        time.sleep(0.02)
    renders.close()
    assert list(tmp_path.iterdir()) == []


class BriefJob(StubJob):
    """A rendering that ends after half a second."""

    pictures, pause = 5, 0.1


def test_few_renderings_run_at_once_in_the_order_in_which_they_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.app.renders.RenderJob", BriefJob)
    session, rig = watched()
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: True)
    newest = session.past.history.newest
    for _ in range(MOST_AT_ONCE + 2):
        renders.start(RecordRequest(SMALL, (newest - 300, newest)), session, rig)
    asked = renders.statuses()
    assert [each.state for each in asked] == ["running"] * MOST_AT_ONCE + ["waiting"] * 2
    renders.do(JobRequest(asked[-1].number, JobDoing.CANCEL))
    assert [each.number for each in renders.statuses()] == [each.number for each in asked[:-1]]
    ends, seen = time.monotonic() + 120.0, set[int]()
    while renders.running:
        now = renders.statuses()
        assert sum(each.state == "running" for each in now) <= MOST_AT_ONCE and time.monotonic() < ends
        seen |= {each.number for each in now if each.state == "running"}
        time.sleep(0.01)
    assert seen == {each.number for each in asked[:-1]}
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(each.name for each in asked[:-1])


@pytest.mark.parametrize(
    ("form", "name"),
    [("film", "loops-2*.mp4"), ("exposure", "loops-long-exposure-2*.png"), ("drawing", "loops-drawing-2*.svg")],
)
def test_files_are_named_after_what_they_show(tmp_path: Path, form: Form, name: str) -> None:
    session, rig = watched()
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: True)
    renders.start(RecordRequest(replace(SMALL, form=form), (0, session.past.history.newest)), session, rig)
    (status,) = renders.statuses()
    renders.close()
    assert Path(status.name).match(name)


def test_range_of_nothing_is_refused(tmp_path: Path) -> None:
    session, rig = watched()
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: True)
    with pytest.raises(BadInput, match="nothing is kept there"):
        renders.start(RecordRequest(SMALL, (5, 5)), session, rig)
    assert renders.statuses() == () and not renders.running


def test_film_is_seen_from_where_the_camera_is_shown() -> None:
    session, rig = watched()
    rig.lab.orbit(80.0, 20.0)
    rig.lab.zoom(2.0)
    rig.lab.update(0.05)
    camera = film_camera(rig, SMALL)
    again = CameraRig(Session(session.scene.changed(camera=camera)))
    again.views((64, 48))
    again.open()
    assert again.lab.shown == pytest.approx(rig.lab.shown, abs=1e-6), "not where it is going"
    rig.lab.use(Mode.TURNTABLE)
    assert film_camera(rig, SMALL).mode == "turntable"
    assert film_camera(rig, replace(SMALL, panels=True)) == rig.described()


def test_scene_of_a_film_has_the_marks_that_were_chosen() -> None:
    session, rig = watched()
    session.run.slow.wanted = True
    bare = film_scene(session, rig, replace(SMALL, marks=False))
    assert not (bare.overlays.vectors or bare.overlays.traces or bare.overlays.geometry or bare.slow_motion)
    assert Session(film_scene(session, rig, SMALL)).run.shown.vectors
    assert (bare.quality, bare.speed) == ("low", 1.0)


def test_arguments_are_those_of_the_command_line() -> None:
    words = film_arguments(replace(SMALL, format="WebM", transparent=True), 2.5, 1.5)
    assert words[:5] == ["render", "scene.toml", "--kept", "range.msgpack", "--size"]
    assert {"--transparent", "--no-hud"} <= set(words) and words[-2:] == ["--duration", "2.5"]
    assert words[words.index("--enlarge") + 1] == "1.5"
    loop = film_arguments(replace(SMALL, what="loop", panels=True), 0.0, 1.5)
    assert {"--loop", "--hud"} <= set(loop) and "--enlarge" not in loop


def test_a_film_lasts_for_one_picture_at_least() -> None:
    assert film_arguments(replace(SMALL, rate=20), 0.0, 1.0)[-2:] == ["--duration", "0.05"]
    assert film_arguments(replace(SMALL, rate=20), 0.06, 1.0)[-2:] == ["--duration", "0.06"]


@pytest.mark.parametrize(("crop", "written"), [(0.01, "0.1"), (2.5, "2.5"), (70.0, "10")])
def test_pictures_are_enlarged_within_bounds(crop: float, written: str) -> None:
    words = film_arguments(SMALL, 1.0, crop)
    assert words[words.index("--enlarge") + 1] == written


@pytest.mark.parametrize(
    ("form", "words"),
    [("film", []), ("plate", ["--plate", "7"]), ("exposure", ["--long-exposure"]), ("poster", ["--poster"])],
)
def test_what_is_made_of_the_range_is_said(form: Form, words: list[str]) -> None:
    choice = replace(SMALL, form=form, poses=7)
    found = film_arguments(choice, 2.0, 1.0)
    kinds = {"--plate", "--long-exposure", "--poster"}
    assert [each for each in found if each in kinds] == words[:1]
    assert not words or found[found.index(words[0]) :][: len(words)] == words
    assert form == "poster" or found[found.index("--size") + 1] == "64x48"
    assert found[found.index("--fps") + 1] == str(choice.rate)
    assert ("--no-sound" in found) is (not choice.audible)


def test_a_camera_that_follows_goes_on_following() -> None:
    _, rig = watched()
    rig.lab.use(Mode.FOLLOW)
    rig.lab.update(0.05)
    said = film_camera(rig, SMALL)
    assert said.mode == "follow" and said.target is None
    rig.lab.use(Mode.ORBIT)
    rig.lab.update(0.05)
    assert film_camera(rig, SMALL).target is not None


class Job(RenderJob):
    """A rendering that does nothing."""

    rate, seconds_left = 2.0, 3.0

    def __init__(self, path: Path, files: object, arguments: list[str]) -> None:
        self.path, self.given, self.moved, self.problem = path, arguments, False, ""
        self.state, self.done, self.frames = JobState.WAITING, 3, 9
        self.cancelled = 0

    @property
    def bytes(self) -> int:
        return 77

    def begin(self) -> None:
        self.state = JobState.RUNNING

    def cancel(self) -> None:
        self.cancelled += 1
        self.state = JobState.CANCELLED

    def wait(self) -> None:
        assert self.cancelled


def test_renderings_are_listed_until_a_while_after_their_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("game.app.renders.time", SimpleNamespace(monotonic=lambda: now[0]))
    said: list[tuple[str, bool]] = []
    renders = Renders(str(tmp_path), lambda text, warning: said.append((text, warning)), lambda text: False)
    jobs = [Job(tmp_path / f"{name}.mp4", {}, []) for name in "abcd"]
    for job in jobs:
        renders._queue(job, (64, 48))
    running, waiting = jobs[:MOST_AT_ONCE], jobs[MOST_AT_ONCE:]
    assert renders.running and {job.state for job in running} == {JobState.RUNNING}
    assert {job.state for job in waiting} == {JobState.WAITING}
    (status, *_) = renders.statuses()
    assert (status.number, status.name, status.size, status.bytes) == (1, "a.mp4", (64, 48), 0)
    assert (status.done, status.frames, status.rate, status.left) == (3, 9, 2.0, 3.0)
    jobs[0].state, jobs[0].moved = JobState.DONE, True
    status = renders.statuses()[0]
    assert (status.state, status.bytes) == ("done", 77)
    assert waiting[0].state is JobState.RUNNING, "there is a place again"
    renders.statuses()
    assert said == [(f"The folder is gone. Saved {jobs[0].path} instead", True)], "once"
    now[0] += SHOWN_SECONDS
    assert [each.number for each in renders.statuses()] == [1, 2, 3, 4]
    now[0] += 0.1
    assert [each.number for each in renders.statuses()] == [2, 3, 4]
    jobs[1].state = JobState.FAILED
    renders.statuses()
    now[0] += 10.0 * SHOWN_SECONDS
    assert [each.number for each in renders.statuses()] == [2, 3, 4], "what has failed is shown until it is folded"
    renders.do(JobRequest(3, JobDoing.COPY))
    assert said[1:] == [("The clipboard takes no text", True)]
    renders.close()
    assert [job.cancelled for job in jobs] == [1, 1, 1, 1] or [job.cancelled for job in jobs] == [0, 1, 1, 1]
    assert not renders.running


def test_the_file_browser_shows_a_rendering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Path] = []
    monkeypatch.setattr("game.app.clipboard.open_folder", shown.append)
    renders = Renders(str(tmp_path), lambda text, warning: None, lambda text: True)
    renders.add(tmp_path / "video.mp4", (64, 48))
    (tmp_path / "video.mp4").write_bytes(b"12345")
    (status,) = renders.statuses()
    assert (status.bytes, status.state, renders.running) == (5, "done", False)
    renders.do(JobRequest(status.number, JobDoing.OPEN_FOLDER))
    renders.do(JobRequest(status.number + 1, JobDoing.OPEN_FOLDER))
    assert shown == [tmp_path / "video.mp4"]
