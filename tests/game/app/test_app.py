"""The main loop with a real window and its panels, which nobody sees: what a pass of it does with time and input."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pygame
import pytest
from msgspec.structs import replace
from PIL import Image

from game import scenefile
from game.app import app as app_module
from game.app.app import MAX_FRAME, MIN_FRAME, App
from game.app.window import Window
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.model import settings
from game.model.input import (
    Action,
    Button,
    Event,
    FileDrop,
    Focus,
    Key,
    PadButton,
    PointerMotion,
    Quit,
    Resized,
    Wheel,
)
from game.model.settings import Settings
from game.scenefile import Scene
from game.session import advancing
from game.session.past.event_log import read
from game.session.past.log_file import KeptLog
from physics.compiled import native
from tests.game import golden

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere SDL has no OpenGL without a screen")
SIZE = (480, 300)
FRAME = 1_000_000_000 // 60


class Lab:
    """A program with its window, pass by pass."""

    def __init__(self, app: App) -> None:
        self.app, self.session = app, app.session

    def frame(self, *events: Event, passed: int = FRAME) -> bool:
        """Let time pass in which something happened; return whether a picture was drawn."""
        window = self.app.window
        window.events = lambda: list(events)  # type: ignore[method-assign]  # what happens comes from here
        window.stirred = bool(events)
        return self.app._pass(passed, time.perf_counter_ns())

    def press(self, name: str, **held: bool) -> None:
        """Press a key and release it."""
        self.frame(Key(name, True, **held))
        self.frame(Key(name, False, **held))

    def settle(self, passed: int = MAX_FRAME) -> None:
        """Let time pass until the window rests: at most 100 pictures after what is computed beside it has ended."""
        ends, left = time.monotonic() + 60.0, 100
        while left > 0:
            computing = self.app.session.run.computing and time.monotonic() < ends
            if not self.frame(passed=passed):
                return
            left -= not computing
            time.sleep(0.1 if computing else 0.0)  # a picture costs more than what is computed in its time
        raise AssertionError("it never rests")

    @property
    def messages(self) -> list[str]:
        """The messages on the screen."""
        found: list[str] = self.app.interface.report()["messages"]
        return found


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Lab]]:
    made: list[App] = []
    pygame.display.quit()  # that of another test
    monkeypatch.setenv("SDL_VIDEODRIVER", "offscreen")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(settings, "first_start", lambda found: False)
    monkeypatch.setattr(native.background, "ask", lambda shape: None)  # machine code would be ready at any time

    def build(scene: str | Scene = "fast-cone", **more: Any) -> Lab:
        described = scenefile.load(scene) if isinstance(scene, str) else scene
        described = described.changed(quality="low", speed=1.0, slow_motion=False)
        made.append(App(described, SIZE, captures=str(tmp_path / "captures"), sound=False, **more))
        return Lab(made[-1])

    yield build
    for app in made:
        app.rescue()
        if app.report is not None:
            app.report.close()
        app.files.close()
        app.session.leave()
        app.quality.close()
        app.interface.close()
        app.window.close()
    native.background.go_on()
    golden.forget_renderer()


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no picture of the scene: the test looks at none."""
    monkeypatch.setattr(app_module.Renderer, "draw", lambda *handed, **more: None)


@pytest.mark.usefixtures("undrawn")
def test_it_runs_until_the_window_is_closed_and_writes_its_log(
    make: Callable[..., Lab], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = make(seconds=3600.0, log=str(tmp_path / "log"))
    used: list[bool] = []
    monkeypatch.setattr(type(lab.app.window.gamepads), "use", lambda pads, wanted: used.append(wanted))
    lab.app.window.events = lambda: [Quit()] if lab.session.simulation.tick > 30 else []
    assert lab.app.run() == 0
    assert 30 < lab.session.simulation.tick < 1000
    assert read(tmp_path / "log").entries[-1].tick == lab.session.simulation.tick
    assert not lab.app.window.alive and used[0] and not used[-1], "gamepads are let go"


def test_it_ends_when_its_time_is_over(make: Callable[..., Lab]) -> None:
    lab = make(seconds=0.0)
    assert lab.app.running and lab.app.run() == 0
    assert lab.session.simulation.tick == 0 and not lab.app.window.alive


def test_what_would_hold_up_the_first_picture_begins_once_after_it(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = make()
    drawn: list[bool] = []
    begun: list[int] = []
    passes = iter((planted, lambda: False, lambda: True, lambda: True))

    def one(passed: int, now: int) -> bool:
        step = next(passes, None)
        lab.app.running = step is not None
        drawn.append(step is not None and step())
        return drawn[-1]

    monkeypatch.setattr(lab.app, "_pass", one)
    monkeypatch.setattr(lab.app, "_begin_beside", lambda: begun.append(sum(drawn)))
    assert lab.app.run() == 0
    assert begun == [1]


def test_time_that_a_machine_slept_is_no_jump(make: Callable[..., Lab]) -> None:
    lab = make()
    simulation = lab.session.simulation
    lab.frame(passed=3600 * 1_000_000_000)
    assert 0 < simulation.time <= 1.01e-9 * MAX_FRAME


@pytest.mark.usefixtures("undrawn")
def test_a_window_in_which_nothing_moves_rests_until_something_happens(make: Callable[..., Lab]) -> None:
    lab = make()
    assert all(lab.frame(passed=MAX_FRAME) for _ in range(12)), "a run moves"
    lab.press("space")
    lab.settle()
    assert not any(lab.frame() for _ in range(20))
    assert lab.frame(Key("v", True))
    lab.settle()
    lab.app.opening.ask("loops")
    assert lab.frame(), "a scene waits"


def test_a_tour_without_bookmarks_is_refused_in_words(make: Callable[..., Lab]) -> None:
    lab = make("trebuchet-paper")
    lab.frame()
    lab.press("j")
    assert any("needs two bookmarks or more" in words for words in lab.messages), lab.messages
    assert lab.app.rig.lab.mode is Mode.SHOT


def test_a_run_goes_on_while_nobody_sees_the_window(make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch) -> None:
    lab = make()
    lab.frame()
    monkeypatch.setattr(Window, "visible", property(lambda window: False))
    before = lab.session.simulation.tick
    assert not any(lab.frame() for _ in range(5))
    assert lab.session.simulation.tick > before
    lab.app.captures.toggle_video(lab.app.ctx, lab.app.renderer.size, "hidden")
    assert lab.frame(), "what is recorded is drawn"


def test_a_window_without_any_area_is_not_drawn_into(make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch) -> None:
    """So is one that is minimised, on Windows."""
    monkeypatch.setattr(Window, "buffer_size", property(lambda window: (0, 0)))
    drawn: list[object] = []
    monkeypatch.setattr(app_module.Renderer, "draw", lambda *handed, **more: drawn.append(handed))
    lab = make()
    assert not lab.frame() and not lab.frame(Key("v", True))
    assert not drawn and lab.session.simulation.tick > 0


@pytest.mark.usefixtures("undrawn")
def test_keys_buttons_and_wheel_reach_what_they_are_for(make: Callable[..., Lab]) -> None:
    lab = make()
    session, camera = lab.session, lab.app.camera
    lab.press("v")
    assert session.run.shown.vectors is not scenefile.OVERLAYS["vectors"]
    lab.press("space")
    assert session.simulation.paused
    lab.frame(PadButton("a", True), PadButton("a", False))
    assert not session.simulation.paused
    before = camera.shown.copy()
    lab.frame(Wheel(0.0, 3.0))
    for _ in range(10):
        lab.frame(passed=MAX_FRAME)
    assert camera.shown[2] < before[2], "nearer"
    before = camera.shown.copy()
    lab.frame(Button("left", True, 240.0, 60.0), PointerMotion(320.0, 60.0, 80.0, 0.0))
    lab.frame(Button("left", False, 320.0, 60.0))
    for _ in range(5):
        lab.frame(passed=MAX_FRAME)
    assert abs(camera.shown[0] - before[0]) > 0.05, "turned"
    lab.press("1", ctrl=True)
    assert (1, "") in lab.app.rig.bookmarks.names
    lab.frame(Button("left", True, 240.0, 60.0))
    lab.frame(Focus(False))
    assert not lab.app.hands.held


@pytest.mark.usefixtures("undrawn")
def test_a_body_is_pulled_with_the_pointer_where_it_is_seen(make: Callable[..., Lab]) -> None:
    lab = make(Scene(system="planar-chain", parameters={"count": 2}, initial={"theta": [0.4, 0.8]}, paused=True))
    app, session = lab.app, lab.session
    lab.settle()

    def seen() -> tuple[float, float]:
        simulation = session.simulation
        tip = session.look.to_world(simulation.system.points(simulation.y)[-1])
        found: tuple[float, float] = app.camera.view(SIZE[0] / SIZE[1]).project(tip, SIZE)
        return found

    x, y = seen()
    lab.frame(Button("left", True, x, y, ctrl=True))
    assert app.hands.pull.held
    lab.frame(PointerMotion(x - 25.0, y - 20.0, -25.0, -20.0, ctrl=True))
    assert seen() == pytest.approx((x - 25.0, y - 20.0), abs=1.0)
    lab.frame(Button("left", False, x - 25.0, y - 20.0))
    assert not app.hands.pull.held
    azimuth = app.camera.shown[0]
    lab.frame(Button("left", True, x + 60.0, y - 20.0, ctrl=True))
    lab.frame()
    assert not app.hands.pull.held and app.camera.shown[0] == azimuth
    assert "nothing to pull there: take hold of a body" in lab.messages


def test_screenshots_with_and_without_panels_are_saved(make: Callable[..., Lab], tmp_path: Path) -> None:
    lab = make(scenefile.load("fast-cone").changed(paused=True))
    lab.frame()
    lab.press("f12")
    lab.press("f12", shift=True)
    assert lab.app.captures.saving or list((tmp_path / "captures").iterdir())
    lab.app.captures.close()
    assert not lab.app.screenshots
    first, second = (np.asarray(Image.open(path)) for path in sorted((tmp_path / "captures").glob("*.png")))
    assert first.shape == second.shape == (300, 480, 3)
    assert (first != second).any(axis=2).mean() > 0.02, "panels cover a part of one of them"


def test_a_video_is_recorded_between_two_presses(make: Callable[..., Lab], tmp_path: Path) -> None:
    lab = make()
    lab.frame()
    lab.press("f9")
    assert lab.app.captures.recording is not None
    for _ in range(20):
        lab.frame()
    assert lab.app.captures.recording == pytest.approx(21 / 60, abs=2 / 60)
    lab.press("f9")
    assert lab.app.captures.recording is None
    (video,) = (tmp_path / "captures").glob("*.mp4")
    lab.frame()
    assert not any(str(video) in words for words in lab.messages), "its row says so"
    (shown,) = lab.app.renders.statuses()
    assert (shown.name, shown.size, shown.state) == (video.name, (480, 300), "done")


@pytest.mark.usefixtures("undrawn")
def test_another_scene_has_its_title_and_its_camera(make: Callable[..., Lab], tmp_path: Path) -> None:
    lab = make()
    assert pygame.display.get_caption()[0] == f"Polhode · {lab.session.scene.title}"
    (tmp_path / "moon.toml").write_text('system = "gyroscope"\ntitle = "On the Moon"\n', encoding="utf-8")
    lab.frame(FileDrop(str(tmp_path / "moon.toml")))
    for _ in range(2000):
        lab.frame(passed=1_000_000)
        if lab.session.scene.title == "On the Moon":
            break
    lab.frame()
    assert pygame.display.get_caption()[0] == "Polhode · On the Moon"
    assert lab.app.opened is lab.session.simulation


@pytest.mark.parametrize("first", [True, False])
def test_the_first_start_is_greeted(make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, first: bool) -> None:
    lab = make()
    greetings: list[None] = []
    monkeypatch.setattr(settings, "first_start", lambda found: first)
    monkeypatch.setattr(type(lab.app.interface), "greet", lambda interface: greetings.append(None))
    make()
    assert len(greetings) == first


def test_where_to_begin_is_shown_once_and_only_to_a_person(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Settings] = []
    monkeypatch.setattr(settings, "save", lambda found: kept.append(found) or "")
    lab = make(welcome=True)
    assert lab.app.interface.panels.start.open
    lab.frame()
    assert kept and kept[-1].start_shown
    for again in (make(welcome=True, look=lambda: (kept[-1], "")), make()):
        assert not again.app.interface.panels.start.open


def test_settings_changed_in_the_panels_are_used_and_saved(make: Callable[..., Lab]) -> None:
    lab = make(look=lambda: (Settings(reduced_motion="off"), "settings: one entry is damaged"))
    lab.frame()
    assert "settings: one entry is damaged" in lab.messages
    assert not lab.app._still
    desk = lab.app.interface._desk
    desk.settings = replace(desk.settings, reduced_motion="on")
    lab.frame()
    assert lab.app.look.reduced_motion == "on" and lab.app._still
    assert settings.load()[0].reduced_motion == "on"


def planted(*arguments: object, **more: object) -> Any:
    raise ZeroDivisionError("planted here")


@pytest.mark.parametrize(
    ("part", "name", "said"),
    [
        (advancing, "advance", "the run, which is paused"),
        (CameraRig, "update", "the camera"),
        (KeptLog, "write", "the log"),
    ],
    ids=["run", "camera", "log"],
)
def test_a_part_that_fails_is_said_and_the_window_goes_on(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, part: object, name: str, said: str
) -> None:
    lab = make()
    lab.frame()
    monkeypatch.setattr(part, name, planted)
    for _ in range(3):
        assert lab.frame()
    assert sum(f"An error in {said}: ZeroDivisionError: planted here" in words for words in lab.messages) == 1
    assert lab.session.simulation.paused is (part is advancing)
    file = app_module.fault_file()
    assert "scene: fast-cone" in file.read_text("utf-8") and "quality: low" in file.read_text("utf-8")


def test_a_picture_that_fails_again_is_shown_without_overlays(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = make()
    lab.frame()
    assert lab.session.run.shown.traces
    right = lab.app.renderer.draw
    monkeypatch.setattr(lab.app.renderer, "draw", planted)
    lab.frame()
    assert lab.session.run.shown.traces, "once may be chance"
    lab.frame()
    assert not (lab.session.run.shown.traces or lab.session.run.shown.vectors)
    monkeypatch.setattr(lab.app.renderer, "draw", right)
    assert lab.frame() and lab.app.picture is not None


def test_panels_that_fail_leave_the_picture_and_a_title_that_tells(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = make()
    lab.frame()
    monkeypatch.setattr(lab.app.interface, "frame", planted)
    lab.app.screenshots.append(app_module.Action.SCREENSHOT)
    for _ in range(2):
        lab.frame()
    assert not lab.app.screenshots and "error" not in pygame.display.get_caption()[0]
    lab.frame()
    assert pygame.display.get_caption()[0] == f"Polhode: an error in the panels; see {app_module.fault_file()}"
    before, lasted = lab.session.simulation.tick, lab.app.frame_ms
    lab.frame(passed=MAX_FRAME)
    assert lab.session.simulation.tick > before and lab.app.frame_ms > lasted + 10.0


def test_a_figure_for_a_report_has_the_picture_without_panels(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lab = make()
    lab.frame()
    pictures: list[Any] = []
    monkeypatch.setattr("game.record.figures.files.write_figure", lambda path, figure: pictures.append(figure.picture))
    lab.press("f11", ctrl=True)
    for _ in range(2):
        lab.frame()
    for thread in lab.app.captures._threads:
        thread.join()
    (picture,) = pictures
    assert picture.shape[0] < SIZE[1] and picture.std() > 5.0, "the part between the panels"
    assert not lab.app.screenshots


def test_a_video_that_fails_ends_and_is_kept(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lab = make()
    lab.frame()
    lab.press("f9")
    for _ in range(5):
        lab.frame()
    monkeypatch.setattr(type(lab.app.captures._video), "frame", planted)
    lab.frame()
    assert lab.app.captures.recording is None
    assert len(list((tmp_path / "captures").glob("*.mp4"))) == 1


def test_the_camera_watches_the_picture_of_the_lab_where_there_are_two(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = make("tennis-racket")
    seen: list[str] = []
    monkeypatch.setattr(lab.app.rig, "observe", lambda frame: seen.append(frame.title))
    lab.frame()
    lab.session.run.shown.body_view = True
    lab.frame()
    assert seen == ["", "lab"] and lab.app.picture.title == "lab"
    assert len(lab.app.views) == 2


@pytest.mark.usefixtures("undrawn")
def test_the_interface_is_told_what_is_shown(make: Callable[..., Lab]) -> None:
    lab = make()
    assert lab.app._status([]).frames_per_second == 0.0, "nothing was measured"
    for _ in range(70):
        lab.frame(passed=20_000_000)
    status = lab.app._status([])
    assert status.frames_per_second == pytest.approx(50.0, rel=2e-3)
    assert (status.pixel_ratio, status.renders, status.recording) == (1.0, (), None)
    assert (status.quality, status.drawn) == ("low", str(lab.app.quality.drawn))


@pytest.mark.usefixtures("undrawn")
def test_a_report_has_a_line_for_each_picture_and_one_for_a_rest(
    make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("POLHODE_REPORT", str(tmp_path / "report"))
    lab = make()
    lab.frame(Key("v", True))
    lab.frame(Key("v", False))

    def lines() -> list[dict[str, Any]]:
        return [json.loads(line) for line in (tmp_path / "report").read_text("utf-8").splitlines()]

    assert [(line["frame"], line["resting"], line["presses"]) for line in lines()] == [(1, False, 1), (2, False, 1)]
    assert lines()[-1]["size"] == [480, 300] and not lines()[-1]["recording"] and lines()[-1]["tables"] == []
    lab.press("space")
    lab.settle()
    for _ in range(5):
        lab.frame()
    rests = [line for line in lines() if line["resting"]]
    assert len(rests) == 1 and rests[0] == lines()[-1], "one line says that it rests"


def test_a_pass_takes_its_least_time(make: Callable[..., Lab], monkeypatch: pytest.MonkeyPatch) -> None:
    lab = make()
    slept: list[float] = []
    monkeypatch.setattr(app_module.time, "sleep", slept.append)
    lab.app._wait(time.perf_counter_ns() + 1_000_000_000, MIN_FRAME)
    assert 0.9 < slept.pop() < 1.01
    lab.app._wait(time.perf_counter_ns() - MIN_FRAME, MIN_FRAME)
    assert not slept, "it has taken long enough"


@pytest.mark.parametrize(("wall", "room"), [(10_000_000, 0.7 / 60), (100_000_000, 0.025), (1_000_000_000, 0.25)])
def test_ticks_have_a_part_of_a_usual_picture_or_of_a_slow_one(wall: int, room: float) -> None:
    asked, told = [], []
    lab = SimpleNamespace(
        guard=SimpleNamespace(part=lambda *given: contextlib.nullcontext()), _stop_run=None, _stop_recording=None,
        files=SimpleNamespace(advance=lambda *given: asked.append(given) or 7),
        tick_budget=SimpleNamespace(ticks=lambda room: ("ticks in", room), took=lambda *given: told.append(given)),
        captures=SimpleNamespace(hear=told.append, recording=None),
        sound=SimpleNamespace(pass_time=lambda *given: given),
        next_methods=SimpleNamespace(prepare=lambda session: None), session=None,
    )  # fmt: skip
    App._advance(lab, wall)
    assert asked == [(wall, ("ticks in", pytest.approx(room)), pytest.approx(room))]
    (ticks, seconds), heard = told
    assert ticks == 7 and 0.0 <= seconds < 1.0 and heard == (wall, False)
    lab.files.advance, lab.captures.recording = lambda *given: 0, 0.5
    App._advance(lab, wall)
    assert told[2:] == [(wall, True)], "no ticks have run"


def test_a_pass_that_took_its_time_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    clock = SimpleNamespace(perf_counter_ns=lambda: 1_000_000_000, sleep=slept.append)
    monkeypatch.setattr("game.app.app.time", clock)
    for begun in (1_000_000_000, 997_000_000, 996_000_000, 900_000_000):
        App._wait(SimpleNamespace(), begun, 4_000_000)
    assert slept == pytest.approx([0.004, 0.001])


@pytest.mark.parametrize(
    ("recording", "with_panels", "visible", "order"),
    [
        (None, False, True, ["picture", "panels", "screenshot"]),
        (None, True, True, ["picture", "panels", "screenshot"]),
        (0.0, False, True, ["picture", "panels", "screenshot"]),
        (0.0, True, True, ["recorded", "picture", "unrecorded", "screenshot"]),
        (None, False, False, ["picture", "recorded", "screenshot", "unrecorded"]),
        (0.0, True, False, ["recorded", "picture", "screenshot", "unrecorded"]),
    ],
)
def test_panels_are_in_a_video_where_they_are_wanted_but_signs_and_messages_are_not(
    recording: float | None, with_panels: bool, visible: bool, order: list[str]
) -> None:
    drawn: list[str] = []
    lab = SimpleNamespace(
        captures=SimpleNamespace(
            recording=recording, with_panels=with_panels, frame=lambda target, wall: drawn.append("picture")
        ),
        renderer=SimpleNamespace(draw_interface=drawn.append, target="target"),
        guard=SimpleNamespace(part=lambda *given: contextlib.nullcontext()), _stop_recording=None,
        interface=SimpleNamespace(visible=visible), screenshots=[Action.SCREENSHOT],
        _screenshot=lambda: drawn.append("screenshot"),
    )  # fmt: skip
    interface = SimpleNamespace(**{name: lambda name=name: name for name in ("panels", "recorded", "unrecorded")})
    App._draw_panels(lab, interface, 1)
    assert drawn == order


@pytest.mark.parametrize(
    ("wanted", "system", "still"),
    [("on", False, True), ("off", True, False), ("auto", True, True), ("auto", False, False)],
)
def test_what_glides_stands_still_where_that_is_wanted(
    monkeypatch: pytest.MonkeyPatch, wanted: str, system: bool, still: bool
) -> None:
    monkeypatch.setattr("game.app.app.prefers_reduced_motion", lambda: system)
    lab = SimpleNamespace(look=SimpleNamespace(reduced_motion=wanted))
    assert App._still.fget(lab) is still  # type: ignore[attr-defined]


def test_events_go_to_whom_they_are_for() -> None:
    done: list[Any] = []

    def note(*name: str) -> Callable[..., Any]:
        return lambda *given: done.append((*name, *given))

    lab = SimpleNamespace(
        report=None, running=True, window=SimpleNamespace(buffer_size=(20, 10), size=(10, 5)),
        renderer=SimpleNamespace(resize=note("resize")), files=SimpleNamespace(open=note("open")),
        interface=SimpleNamespace(
            feed=lambda event: done.append(("fed", event)) or fed, ask_to_leave=lambda status: not status
        ),
        _status=lambda frames: unsaved,
        hands=SimpleNamespace(
            let_go=note("let go"), take=note("take"), settle=note("settle"), type=lambda event: False,
            pad=SimpleNamespace(take=lambda event: Action.PAUSE),
        ),
        _perform=note("perform"), _use_bookmark=note("bookmark"),
    )  # fmt: skip
    fed = False
    key, mark, motion = Key("p", True), Key("3", True), PointerMotion(1.0, 2.0, 0.0, 0.0)
    for event in (Resized(10, 5), Focus(False), PadButton("a", True), FileDrop("a.csv"), motion):
        App._handle(lab, event)
    assert done == [
        ("resize", (20, 10)), ("fed", Focus(False)), ("let go",), ("perform", Action.PAUSE), ("open", Path("a.csv")),
        ("fed", motion), ("take", motion, (10, 5)),
    ]  # fmt: skip
    done.clear()
    App._handle(lab, key)
    App._handle(lab, mark)
    assert [each[0] for each in done] == ["settle", "fed", "perform", "settle", "fed", "bookmark"] and done[5][1] == 3
    fed = True
    done.clear()
    App._handle(lab, key)
    assert done == [("settle",), ("fed", key)], "a panel has taken it"
    for unsaved in (True, False):
        App._handle(lab, Quit())
        assert lab.running is unsaved


@pytest.mark.parametrize("pressed", [True, False])
def test_settings_are_kept_once_the_pointer_lets_go(monkeypatch: pytest.MonkeyPatch, pressed: bool) -> None:
    done: list[Any] = []
    look = Settings(muted=True)
    lab = SimpleNamespace(
        look=Settings(), _still=True, _use_settings=lambda: done.append("used"),
        interface=SimpleNamespace(
            settings=look, holds=pressed, keep_still=done.append, say=lambda *said, **more: done.append((*said, more))
        ),
        window=SimpleNamespace(gamepads=SimpleNamespace(use=lambda on: done.append(("gamepad", on)))),
    )  # fmt: skip
    monkeypatch.setattr(settings, "save", lambda kept: "cannot write" if kept is look else "")
    App._save_settings(lab)
    assert done == ([] if pressed else ["used", True, ("gamepad", look.gamepad), ("cannot write", {"warning": True})])
    done.clear()
    lab.interface.settings = lab.look
    App._save_settings(lab)
    assert done == []


def test_a_cloud_is_compiled_beside_its_run() -> None:
    done: list[Any] = []
    run = SimpleNamespace(cloud=None)
    opened = SimpleNamespace(compile_in_background=lambda patient: done.append(patient))
    lab = SimpleNamespace(opened=opened, session=SimpleNamespace(run=run))
    App._compile(lab)
    run.cloud = SimpleNamespace(compile_in_background=done.append)
    App._compile(lab)
    assert done == [True, True, opened]
