"""What is done in the window on request of keys, buttons and panels."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from game import scenefile
from game.app.camera_actions import CameraActions
from game.app.captures import Captures
from game.app.main_loop.frame_guard import FrameGuard
from game.app.main_loop.hands import Hands
from game.app.main_loop.window_actions import WindowActions
from game.app.opened_files import OpenedFiles
from game.app.quality_control import QualityControl
from game.app.scene_opening import SceneOpening
from game.camera.camera import Mode
from game.camera.rig import CameraRig
from game.learn.tour import Tour
from game.model import messages, resources
from game.model.edit import Edit
from game.model.input import Action, Button, Event, Key, PointerMotion, Text
from game.model.key_bindings import action_for
from game.model.messages import InterfaceStatus
from game.model.recording import JobRequest, RecordChoice, RecordRequest
from game.model.scene_marks import THUMBNAIL_SIZE
from game.render.tiers import TIERS
from game.scenefile import sketching
from game.scenefile.schema import LessonStepSpec
from game.session import advancing, edits
from game.session.session import Session
from game.session.workshop.desk import Workshop
from game.ui.interface import Interface
from game.ui.widgets.item_boxes import BOXES
from game.ui.widgets.thumbnails import _thumbnail
from physics import BadInput

SIZE = (480, 300)


class Clipboard:
    """The part of a window that is needed here. works: whether there is a clipboard."""

    def __init__(self) -> None:
        self.text, self.works, self.turned = "", True, 0

    def copy(self, text: str) -> bool:
        if self.works:
            self.text = text
        return self.works

    def toggle_fullscreen(self) -> None:
        self.turned += 1


class Drawing:
    """The part of a renderer that is needed here."""

    tier, size = TIERS["low"], SIZE

    def use(self, tier: str, scale: float) -> None:
        self.tier = TIERS[tier]


class Desk(WindowActions):
    """A laboratory without a window."""

    def __init__(self, folder: Path) -> None:
        self.session = Session(scenefile.load("fast-cone").changed(quality="low"))
        self.rig = CameraRig(self.session)
        self.camera = self.rig.lab
        self.rig.views(SIZE)
        self.rig.open()
        self.quality = QualityControl("low", software=True)
        self.interface = Interface(self.session, resources.path("assets/fonts"))
        self.hands = Hands(self.session, self.rig, self.interface.warn)
        say = self.interface.say
        self.window: Any = Clipboard()
        self.renderer: Any = Drawing()
        self.guard = FrameGuard(say)
        self.camera_actions = CameraActions(self.rig, say, lambda: "low")
        self.opening = SceneOpening(self.session, say, lambda name: True)
        self._captures_folder = str(folder)
        self.captures = Captures(str(folder), say, self._show_saved)
        self._renders = None
        self.interface.list_saved(lambda: self.captures.folder)
        self.files = OpenedFiles(self.session, self.interface)
        self.screenshots: list[Action] = []

    def picture(self) -> None:
        """Build the panels as often as they need to follow an event, and do what they request, as the window does."""
        for _ in range(3):
            self.interface.frame((1280, 720), 1 / 60, InterfaceStatus())
            self._process_requests()

    def type(self, name: str, number: str) -> None:
        """Type a number into a field of a panel, as a person does: Ctrl+click, digits, Enter."""
        BOXES.wanted = True
        self.picture()
        box = next(box for each, box in BOXES.found.items() if each.endswith(f"/{name}"))
        at = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        self.interface.feed(PointerMotion(*at, 0, 0, ctrl=True))
        self.picture()
        for event in (
            Button("left", True, *at, ctrl=True), Button("left", False, *at, ctrl=True), Key("left ctrl", False),
            Text(number), Key("return", True), Key("return", False),
        ):  # fmt: skip
            self.interface.feed(event)
            self.picture()

    def press(self, *events: Event) -> None:
        """Handle events as the window does, keys with their release: what no panel takes is an action."""
        waiting = [
            more for each in events for more in (each, *([Key(each.name, False)] if isinstance(each, Key) else ()))
        ]
        while waiting or self.interface.waiting:
            for event in self.interface.in_turn(waiting):
                if not self.interface.feed(event) and isinstance(event, Key) and (action := action_for(event)):
                    self._perform(action)
            waiting = []
            self.picture()

    @property
    def messages(self) -> list[str]:
        """The messages that are shown."""
        self.interface.frame(SIZE, 1 / 60, InterfaceStatus())
        found: list[str] = self.interface.report()["messages"]
        return found


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    made = Desk(tmp_path / "captures")
    yield made
    made._close_renders()
    made.files.close()
    made.captures.close()
    made.session.leave()
    made.interface.close()


def test_actions_go_to_the_laboratory_the_interface_the_camera_and_the_window(desk: Desk) -> None:
    session = desk.session
    desk._perform(Action.PAUSE)
    assert session.simulation.paused
    desk._perform(Action.HELP)
    assert desk.interface.help
    mode = desk.camera.mode
    desk._perform(Action.CAMERA_MODE)
    assert desk.camera.mode is not mode
    for action in (Action.SCREENSHOT, Action.SCREENSHOT_BARE, Action.SCREENSHOT_COPY):
        desk._perform(action)
    assert desk.screenshots == [Action.SCREENSHOT, Action.SCREENSHOT_BARE, Action.SCREENSHOT_COPY]
    desk._perform(Action.FULLSCREEN)
    assert desk.window.turned == 1


def test_what_cannot_be_done_is_said(desk: Desk) -> None:
    desk._perform(Action.BINET)
    assert any(words.startswith("Binet's construction: ") for words in desk.messages)
    desk._use_bookmark(3, keep=False)
    assert any("3" in words for words in desk.messages)


def test_presets_are_turned_over_also_from_one_that_is_still_opening(desk: Desk) -> None:
    names = scenefile.presets()
    at = names.index("fast-cone")
    desk._perform(Action.NEXT_SCENE)
    desk._perform(Action.NEXT_SCENE)
    assert desk.opening.name == names[at + 2]
    desk._perform(Action.PREVIOUS_SCENE)
    assert desk.opening.name == names[at + 1]


def test_a_scene_is_saved_under_a_name_and_the_camera_with_it(desk: Desk, tmp_path: Path) -> None:
    folder, ctrl_s = tmp_path / "captures", Key("s", True, ctrl=True)
    desk._use_bookmark(7, keep=True)
    desk.interface.asks_to_quit = True
    desk.press(ctrl_s)
    assert desk.interface.files.name.open and not desk.interface.asks_to_quit
    desk.press(Key("escape", True))
    assert not (desk.interface.files.name.open or desk.interface.asks_to_quit or folder.exists())
    desk.press(ctrl_s, Key("return", True))
    file = folder / "fast-cone.toml"
    assert f"Saved {file}" in desk.messages and not desk.rig.bookmarks.unsaved
    saved = scenefile.load(str(file))
    assert saved.system == desk.session.simulation.system.name and saved.title == desk.session.scene.title

    drawn = np.zeros((720, 1280, 3), np.uint8)
    drawn[:, 600:680] = 255
    desk.renderer.read = lambda: drawn
    desk._take_bare()
    desk.captures.close()
    shown = _thumbnail(str(file))
    assert shown is not None and shown.shape == THUMBNAIL_SIZE[::-1] and len(set(shown.ravel().tolist())) > 1

    edits.apply(desk.session, Edit("parameter", 5.0, "gravity"))
    desk.press(ctrl_s)
    assert not desk.interface.files.name.open and scenefile.load(str(file)).parameters["gravity"] == 5.0
    desk.press(Key("s", True, ctrl=True, shift=True), Key("return", True))
    desk.press(ctrl_s)
    assert sorted(each.name for each in folder.glob("*.toml")) == ["fast-cone-2.toml", "fast-cone.toml"]
    edits.apply(desk.session, Edit("scene", str(file)))
    desk.press(ctrl_s)
    assert not desk.interface.files.name.open, "it was opened from its own file"

    steps = LessonStepSpec("a"), LessonStepSpec("b", "gravity = 3")
    lesson = Tour("", "en", desk.session, scenefile.load(str(file)).changed(lesson=steps))
    desk.press(ctrl_s)
    assert not desk.interface.files.name.open, "its first step has changed nothing"
    lesson.turn(1, desk.session)
    desk.press(ctrl_s)
    assert desk.interface.files.name.open and desk.session.run.file == file, "the lesson would begin where it is now"
    desk.press(Key("return", True), ctrl_s)
    assert not desk.interface.files.name.open and desk.session.run.file == folder / "fast-cone-3.toml"
    assert (scenefile.load(str(file)).parameters["gravity"], desk.session.simulation.system.gravity) == (5.0, 3.0)


def test_a_machine_drawn_from_nothing_is_called_as_it_is_saved(desk: Desk, tmp_path: Path) -> None:
    session = desk.session
    desk._perform(Action.NEW_MACHINE)
    workshop = Workshop(session)
    sketch, _ = sketching.place_bar(workshop.sketch, (0.0, 0.0, 0.0), (0.5, 0.0, 0.0))
    workshop.change(sketch, "bar")
    session.pause(False)
    advancing.run_ticks(session, 20)
    desk.press(Key("s", True, ctrl=True), Text("?!"), Key("return", True))
    assert desk.interface.files.name.open, "no file can be called so"
    desk.press(Text("Kater's bar"), Key("return", True))
    (file,) = (tmp_path / "captures").glob("*.toml")
    assert file.name == "kater-s-bar.toml" and scenefile.load(str(file)).title == session.scene.title == "Kater's bar"
    assert session.simulation.tick == 20 and str(session.undo.done[-1].text) == "Title: Kater's bar"
    desk._perform(Action.UNDO)
    assert session.scene.title == workshop.sketch.rest.title == "Machine" and session.simulation.tick == 20
    desk._perform(Action.REDO)
    desk._perform(Action.SAVE)
    assert not desk.interface.files.name.open and scenefile.load(str(file)).title == "Kater's bar"
    desk._perform(Action.NEW_MACHINE)
    desk._perform(Action.SAVE)
    assert desk.interface.files.name.open, "another machine has no file yet"


def test_a_share_line_is_copied_and_where_there_is_no_clipboard_that_is_said(desk: Desk) -> None:
    desk._perform(Action.SHARE)
    assert scenefile.share_line.load_line(desk.window.text).system == desk.session.simulation.system.name
    assert "The clipboard is not available." not in desk.messages
    desk.window.works = False
    desk._do(messages.CopyRequest("θ = 1"))
    assert "The clipboard is not available." in desk.messages
    desk.window.works = True
    desk._do(messages.CopyRequest("θ = 2"))
    assert desk.window.text == "θ = 2" and "Copied to the clipboard." in desk.messages


def test_requests_of_panels_are_done(desk: Desk, tmp_path: Path) -> None:
    desk._do(messages.QualityRequest("high"))
    assert (desk.quality.name, desk.renderer.tier.name) == ("high", "high")
    desk._do(messages.CameraRequest(Mode.FLY.value))
    assert desk.camera.mode is Mode.FLY
    desk._do(messages.BookmarkRequest(2, True))
    assert (2, "") in desk.rig.bookmarks.names, "the usual ones have names"
    desk._do(messages.SceneRequest("coin"))
    assert desk.opening.name == "coin"
    desk._do(messages.SaveRequest("table", ".csv", "t\n0\n"))
    (file,) = (tmp_path / "captures").glob("table*.csv")
    assert file.read_text() == "t\n0\n"
    desk._do(Action.VECTORS)
    assert desk.session.run.shown.vectors is not scenefile.OVERLAYS["vectors"]


def test_renderings_are_begun_when_they_are_needed_and_a_number_that_is_none_is_no_failure(desk: Desk) -> None:
    desk._close_renders()
    assert desk._renders is None
    renders = desk.renders
    assert desk.renders is renders and renders.statuses() == ()
    desk._render(JobRequest(77, "cancel"))
    assert renders.statuses() == ()


def test_a_picture_has_what_is_shown_written_into_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, Any]] = []
    desk.renderer.read = lambda: "pixels"
    for name in ("screenshot", "copy"):
        monkeypatch.setattr(desk.captures, name, lambda *handed, name=name: taken.append((name, handed)))
    desk._screenshot()
    desk._screenshot(copy=True)
    (first, (pixels, stem, text)), (second, same) = taken
    assert (first, second) == ("screenshot", "copy") and same == (pixels, stem, text)
    assert (pixels, stem) == ("pixels", "fast-cone")
    assert text["Title"] == desk.session.scene.title and 'system = "' in text["Scene"]


def test_renderings_that_cannot_be_begun_or_exported_are_said(desk: Desk) -> None:
    desk._render(RecordRequest(RecordChoice(size=(64, 48)), (5, 5)))
    assert any("nothing is kept there" in words for words in desk.messages)
    exported: list[Any] = []
    desk._renders = SimpleNamespace(export=lambda *given: exported.append(given), close=lambda: None)
    for action in (Action.EXPORT, Action.EXPORT_GLTF):
        desk._perform_at_window(action)
    assert exported == [(desk.session, desk.rig, Action.EXPORT), (desk.session, desk.rig, Action.EXPORT_GLTF)]


def test_each_number_that_is_typed_is_undone_by_itself(desk: Desk) -> None:
    desk._perform(Action.BODY)
    for number in ("8", "7"):
        desk.type("gravity", number)
    assert [str(entry.text) for entry in desk.session.undo.done] == ["g 9.81 → 8 m/s²", "g 8 → 7 m/s²"]
    desk._perform(Action.UNDO)
    assert desk.session.simulation.system.parameters["gravity"] == 8.0


def test_requests_go_to_whom_they_are_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    desk.files = SimpleNamespace(do=done.append, close=lambda: None)
    desk.opening = SimpleNamespace(go_on=lambda: done.append("goes on"))
    monkeypatch.setattr(desk.interface, "requests", lambda: [file, folder])
    monkeypatch.setattr(desk.captures, "do", done.append)
    file, folder = messages.StopReplayRequest(), messages.OpenFolderRequest(Path("a.png"))
    for holds in (True, False):
        monkeypatch.setattr(type(desk.interface), "holds", property(lambda self, holds=holds: holds))
        desk._process_requests()
        assert desk.session.undo.held is holds
    assert done == [file, folder, "goes on"] * 2


def test_where_a_scene_cannot_be_opened_that_is_said(desk: Desk) -> None:
    def refused() -> None:
        raise BadInput("scene: no such system")

    desk.opening = SimpleNamespace(go_on=refused)
    desk._process_requests()
    assert any("no such system" in words for words in desk.messages)


@pytest.mark.parametrize(("panels", "sound", "device"), [(True, True, True), (False, True, False), (True, False, True)])
def test_a_video_of_the_window_is_as_the_dialog_has_it(desk: Desk, panels: bool, sound: bool, device: bool) -> None:
    begun: list[Any] = []
    desk.sound, desk.ctx = SimpleNamespace(wanted=device), "context"
    desk.captures = SimpleNamespace(toggle_video=lambda *given: begun.append(given), close=lambda: None)
    desk.interface.record.choice = RecordChoice(panels=panels, sound=sound)
    desk._perform_at_window(Action.RECORD)
    assert (desk.captures.with_panels, desk.captures.with_sound) == (panels, sound and device)
    assert begun == [("context", SIZE, "fast-cone")]
