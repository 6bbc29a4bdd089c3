"""What is done in the window on request: of a key, of a button of a gamepad, or of a panel."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from game.app.camera_actions import CameraActions
from game.app.captures import Captures
from game.app.main_loop.frame_guard import FrameGuard
from game.app.main_loop.hands import Hands
from game.app.opened_files import OpenedFiles
from game.app.quality_control import QualityControl
from game.app.scene_opening import SceneOpening
from game.app.window import Window
from game.app.window_sound import WindowSound
from game.camera.camera import Camera, Mode
from game.camera.rig import CameraRig
from game.model import messages
from game.model.errors import RecordingError
from game.model.input import Action
from game.model.recording import JobRequest, RecordRequest
from game.model.words import tr
from game.render.renderer import Renderer
from game.session import actions
from game.session.session import Session
from physics import BadInput

if TYPE_CHECKING:
    import moderngl
    import numpy as np
    from numpy.typing import NDArray

    from game.app.renders import Renders
    from game.ui.interface import Interface

PAGES = {Action.NEXT_SCENE: 1, Action.PREVIOUS_SCENE: -1}
"""Actions that open a preset so many places further."""


class WindowActions:
    """The part of `App` that does what is requested of the laboratory, of the interface, or of the window."""

    window: Window
    ctx: moderngl.Context
    session: Session
    rig: CameraRig
    camera: Camera
    hands: Hands
    quality: QualityControl
    renderer: Renderer
    sound: WindowSound
    interface: Interface
    camera_actions: CameraActions
    opening: SceneOpening
    captures: Captures
    files: OpenedFiles
    guard: FrameGuard
    screenshots: list[Action | messages.ReportRequest | messages.ThumbnailRequest]
    _captures_folder: str | None
    _renders: Renders | None

    def _perform(self, action: Action) -> None:
        """Perform an action of a key or a button: one of the laboratory, of the interface, or of the window."""
        if action in PAGES and not self.interface.act(action):  # a lesson takes them, as a presenter's keys
            self.opening.ask(actions.preset_after(self.opening.name or self.session.scene.name, PAGES[action]))
        if action in PAGES:
            return
        try:
            done = self.hands.act(action) or actions.perform(self.session, action) or self.interface.act(action)
            if not (done or self.camera_actions.perform(action)):
                self._perform_at_window(action)
        except (BadInput, RecordingError) as error:
            self.interface.warn(error)

    def _perform_at_window(self, action: Action) -> None:
        """Perform an action of the window: pictures, files. Raises BadInput, RecordingError."""
        match action:
            case Action.SCREENSHOT | Action.SCREENSHOT_BARE | Action.SCREENSHOT_COPY:
                self.screenshots.append(action)
            case Action.RECORD:
                choice = self.interface.record.choice
                self.captures.with_panels, self.captures.with_sound = choice.panels, choice.sound and self.sound.wanted
                self.captures.toggle_video(self.ctx, self.renderer.size, self.session.scene.name)
            case Action.FULLSCREEN:
                self.window.toggle_fullscreen()
            case Action.SAVE:
                self._save_scene()
            case Action.SHARE:
                self._copy_line()
            case Action.EXPORT | Action.EXPORT_GLTF:
                self.renders.export(self.session, self.rig, action)

    def _use_bookmark(self, number: int, keep: bool) -> None:
        """Fly to a bookmark, or set it where the camera is."""
        try:
            self.camera_actions.use_bookmark(number, keep)
        except BadInput as error:
            self.interface.warn(error)

    def _save_scene(self) -> None:
        """Write the scene file of the present session; where it has none of its own yet, ask for a name first."""
        from game.session.save_scene import own_file

        file = own_file(self.session, self.captures.folder)
        if file is None:
            self.interface.act(Action.SAVE_AS)
        else:
            self._write_scene(file.stem, file)

    def _save_named(self, name: str) -> None:
        """Save the scene under a name, which becomes its title, in a file of its own from now on."""
        from game.session.save_scene import entitle, file_stem

        try:
            stem = file_stem(name)
            if name != tr(self.session.scene.title):  # a title that is kept is one in both languages
                entitle(self.session, name)
        except BadInput as error:
            self.interface.warn(error)
        else:
            self._write_scene(stem, None)

    def _write_scene(self, stem: str, file: Path | None) -> None:
        """Write a scene file of the present session, for the list of scenes and for `polhode run`.

        file: its own, None for a new one of a stem.
        """
        from game.session.save_scene import scene_now, toml

        scene = scene_now(self.session, self.rig.described(), self.quality.name)
        saved = self.captures.save_scene(lambda folder: toml(scene, folder), stem, file)
        if saved is not None:
            self.session.run.file, self.session.run.taught = saved, False
            self.screenshots.append(messages.ThumbnailRequest(saved))
            self.rig.bookmarks.unsaved = False

    def _copy_line(self) -> None:
        """Copy the line of the present session, and say what it begins with. Raises BadInput."""
        from game.session import share

        line, begins = share.line_now(self.session, self.rig.spec())
        self._copy(line, share.message(line, begins))

    def _process_requests(self) -> None:
        """Process the requests of the panels."""
        self.session.undo.held = self.interface.holds or self.hands.pull.held
        for request in self.interface.requests():
            with self.guard.part("request"):
                self._do(request)
        with self.guard.part("request"):
            try:
                self.opening.go_on()
            except BadInput as error:
                self.interface.warn(error)

    def _do(self, request: messages.Request) -> None:
        """Do what a panel has requested."""
        if isinstance(request, messages.QualityRequest):
            self.quality.ask(request.name, self.renderer)
        elif isinstance(request, messages.CameraRequest):
            self.camera.use(Mode(request.mode))
        elif isinstance(request, messages.LensRequest):
            self.camera.blur, self.camera.exposure, self.camera.hour = request.blur, request.exposure, request.hour
        elif isinstance(request, messages.BookmarkRequest):
            self._use_bookmark(request.number, request.keep)
        elif isinstance(request, messages.FileRequest):
            self.files.do(request)
        elif isinstance(request, messages.SceneRequest):
            self.opening.ask(request.name)
        elif isinstance(request, messages.CopyRequest):
            self._copy(request.text)
        elif isinstance(request, messages.NamedSaveRequest):
            self._save_named(request.name)
        elif isinstance(request, messages.SaveRequest | messages.FigureRequest | messages.OpenFolderRequest):
            self.captures.do(request)
        elif isinstance(request, RecordRequest | JobRequest):
            self._render(request)
        elif isinstance(request, messages.ReportRequest):
            self.screenshots.append(request)
        else:
            self._perform(request)

    def _copy(self, text: str, said: str = "") -> None:
        """Put a text on the clipboard, and say so, or what is to be said."""
        copied = self.window.copy(text)
        words = said or tr("Copied to the clipboard.") if copied else tr("The clipboard is not available.")
        self.interface.say(words, warning=not copied, about="copy")

    @property
    def renders(self) -> Renders:
        """The renderings beside the window, whose modules are loaded when they are first needed."""
        if self._renders is None:
            from game.app.renders import Renders

            self._renders = Renders(self._captures_folder, self.interface.say, self.window.copy)
        return self._renders

    def _render(self, request: RecordRequest | JobRequest) -> None:
        """Start a rendering, or do what was asked about one."""
        try:
            if isinstance(request, JobRequest):
                self.renders.do(request)
            else:
                self.renders.start(request, self.session, self.rig)
        except (BadInput, RecordingError) as error:
            self.interface.warn(error)

    def _show_saved(self, path: Path, size: tuple[int, int]) -> None:
        """Show a video that was recorded from the window beside the renderings."""
        self.renders.add(path, size)

    def _close_renders(self) -> None:
        if self._renders is not None:
            self._renders.close()

    def _take_bare(self) -> None:
        """Take the pictures without panels that are wanted now: files, that on the clipboard, those for reports."""
        for wanted in self.screenshots:
            if wanted in (Action.SCREENSHOT_BARE, Action.SCREENSHOT_COPY):
                self._screenshot(copy=wanted is Action.SCREENSHOT_COPY)
            elif isinstance(wanted, messages.ReportRequest):
                part = _part(self.renderer.read(), wanted.part)
                self.captures.save_figure(wanted.stem, wanted.suffix, partial(wanted.make, part))
            elif isinstance(wanted, messages.ThumbnailRequest):
                self.captures.keep_thumbnail(wanted.file, _part(self.renderer.read(), self.interface.free))

    def _screenshot(self, copy: bool = False) -> None:
        scene = self.session.scene
        text = {"Software": "Polhode", "Title": scene.title, "Scene": "\n".join(self.session.described())}
        take = self.captures.copy if copy else self.captures.screenshot
        take(self.renderer.read(), scene.name, text)


def _part(picture: NDArray[np.uint8], edges: tuple[float, float, float, float]) -> NDArray[np.uint8]:
    """Return a copy of a part of a picture (h, w, 3): its left, top, right and bottom edges, in widths and heights."""
    (left, top, right, bottom), (rows, columns) = edges, picture.shape[:2]
    return picture[round(top * rows) : round(bottom * rows), round(left * columns) : round(right * columns)].copy()
